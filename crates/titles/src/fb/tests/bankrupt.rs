//! 3.4.11 Bankruptcy where it meets other rules.

use super::table::*;
use crate::fb::states::Standing;
use crate::fb::stock::{certificate_limit, sell};
use ferrata_engine::action::Party;
use ferrata_engine::shares::Holder;

/// NN needs a train, and its president A has 30 and nothing to sell of it.
fn broke(phase: &str, shares: &str, more: &str) -> String {
    let depot = match phase {
        "PH3" => "[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n",
        _ => SOLD_OUT,
    };
    format!(
        "phase = \"{phase}\"\n[seat.A]\ncash = 30\n[company.NN]\nplace = \"F3\"\nshares = \"{shares}\"\ndirector = \"A\"\nstate = \"definitive\"\ntreasury = 100\nstations = [\"X7\"]\n{more}{depot}[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n"
    )
}

/// Rules: 18FB-G-17, 18FB-3.4.11-01
#[test]
fn the_certificate_limit_stays_that_of_the_players_at_the_start() {
    let mut table = pa23(&broke("PH3", "A 20", ""));
    table.play(choose("bankrupt"));
    assert_eq!((table.game.table.order.len(), certificate_limit(&table.game)), (3, 20), "not 26");
}

/// Rules: 18FB-3.4.11-03, 18FB-3.2.3-02, 18FB-G-88
#[test]
fn a_bankrupts_concession_of_a_corp_that_another_leads_is_withdrawn_too() {
    let fc = "[deposit]\nFC = 100\n[card.FC]\nholder = { seat = \"A\" }\n[company.FC]\nplace = \"D3\"\nshares = \"B 40\"\nstations = [\"F11\"]\n";
    let mut table = pa23(&broke("PH3", "A 20", fc));
    table.play(choose("bankrupt"));
    assert_eq!((table.owner("FC"), table.deposit("FC")), (Holder::Pool, 0));
    assert_eq!((table.standing("FC"), table.president("FC")), (Standing::Frozen, Some(B)));
}

/// Rules: 18FB-3.4.11-03, 18FB-3.4.11-07, 18FB-G-39
#[test]
fn before_ph5_nobody_inherits_the_certificate_of_a_bankrupt() {
    let mut table = pa23(&broke("PH3", "A 40, B 50", ""));
    table.play(choose("bankrupt"));
    assert_eq!(table.game.table.shares.director(table.id("NN")), Holder::Pool, "though B has 50%");
    assert_eq!((table.president("NN"), table.held("NN", B), table.pool("NN")), (None, 50, 40));
    assert_eq!(table.standing("NN"), Standing::Frozen);
}

/// Rules: 18FB-3.4.11-04, 18FB-3.4.11-06, 18FB-3.4.11-09
#[test]
fn every_corp_of_a_bankrupt_is_handed_on_or_closed() {
    let corp = |name: &str, home: &str, shares: &str| {
        format!(
            "[company.{name}]\nplace = \"D3\"\nshares = \"{shares}\"\ndirector = \"A\"\nstations = [\"{home}\"]\n"
        )
    };
    let others = corp("FC", "F11", "A 40, B 20, C 30") + &corp("FSC", "F23", "A 30, B 10");
    let mut table = pa23(&broke("PH5", "A 20, D 20", &others));
    table.play(choose("bankrupt"));
    assert_eq!((table.president("NN"), table.president("FC")), (Some(D), Some(C)));
    assert_eq!((table.held("FC", C), table.pool("FC")), (30, 40));
    assert_eq!((table.standing("FSC"), table.held("FSC", B)), (Standing::Closed, 0));
    assert_eq!(table.seat(), D, "D goes on raising money for NN");
}

/// Rules: 18FB-3.4.11-02, 18FB-G-61, 18FB-3.5.1-07
#[test]
fn a_regional_of_a_bankrupt_lies_in_the_pool_with_all_it_has() {
    let fa = "[company.FA]\nshares = \"A 100\"\nstate = \"definitive\"\ntreasury = 70\nmarkers = 2\ntrains = [\"0+6\"]\n";
    let mut table = pa23(&broke("PH5", "A 20, B 20", fa));
    table.play(choose("bankrupt"));
    assert_eq!(table.game.table.shares.director(table.id("FA")), Holder::Pool);
    assert_eq!((table.treasury("FA"), table.markers("FA"), table.trains("FA").len()), (70, 2, 1));
    let later = "phase = \"PH5\"\n[company.FA]\nshares = \"pool 100\"\nstate = \"definitive\"\ntreasury = 70\nmarkers = 2\n[round.stock]\nseat = \"B\"\n";
    let mut table = pa23(later);
    table.play(regional(Party::Seat(B), "FA", Party::Bank, 130));
    assert_eq!((table.treasury("FA"), table.markers("FA")), (200, 2), "the price comes on top");
}

/// Rules: 18FB-3.4.11-02, 18FB-3.2.6-01, 18FB-G-61
#[test]
fn a_used_card_of_a_bankrupt_is_for_sale_and_pays_its_income() {
    let mut table = pa23("[card.Falcon]\nholder = \"pool\"\nused = true\n");
    table.play(buy_card(A, "Falcon", 75)).passes(4);
    assert_eq!(table.cash(A), 750 - 75 + 2 * 15);
}

/// Rules: 18FB-3.5-07, 18FB-3.2.4-07, 18FB-3.4.11-02
#[test]
fn shares_that_a_bankrupt_left_in_the_pool_are_sold_shares() {
    // The free share of FB, never started, lies in the pool: FB starts all the same.
    let fb = "phase = \"PH5\"\n[company.FB]\nshares = \"pool 10\"\ndirector = \"offering\"\n";
    assert!(pa23(fb).offers(&start("FB", 100)));
    let text = "phase = \"PH5\"\n[company.FB]\nplace = \"F3\"\nstate = \"unfloated\"\nshares = \"A 30, B 10, pool 10\"\n[round.stock]\nseat = \"A\"\n";
    let mut table = pa23(text);
    table.play(buy(A, "FB", 100));
    assert_eq!(
        (table.standing("FB"), table.treasury("FB"), table.pool("FB"), table.offering("FB")),
        (Standing::Definitive, 1000, 50, 0)
    );
}

/// Rules: 18FB-3.4.10-04, 18FB-2.3-09
#[test]
fn the_pool_takes_half_of_a_corp_in_an_emergency_too() {
    let fc = "[company.FC]\nplace = \"B3\"\nshares = \"B 40, A 30, pool 30\"\ndirector = \"B\"\noperated = true\nstations = [\"F11\"]\n";
    let table = pa23(&broke("PH3", "A 20", fc));
    let may = [10, 20, 30].map(|percent| table.offers(&sell(A, "FC", percent)));
    assert_eq!(may, [true, true, false]);
    assert!(sell::has_operated(&table.game, table.id("FC")));
}

/// Rules: 18FB-3.4.11-02, 18FB-2.2.5-01
#[test]
fn what_a_bankrupt_leaves_moves_no_price() {
    let fc =
        "[company.FC]\nplace = \"D3\"\nshares = \"B 40, A 30\"\ndirector = \"B\"\nstations = [\"F11\"]\n";
    let mut table = pa23(&broke("PH5", "A 20, C 20", fc));
    table.play(choose("bankrupt"));
    assert_eq!((table.pool("FC"), table.place("FC").as_str(), table.place("NN").as_str()), (30, "D3", "F3"));
}

/// Rules: 18FB-3.2.3-06, 18FB-3.4.11-03
#[test]
fn a_concession_withdrawn_in_an_operating_round_is_for_sale_in_the_next_stock_round() {
    let mut table = pa23(&format!("operating_rounds = 2\n{}", broke("PH3", "A 40", "")));
    table.play(choose("bankrupt"));
    assert_eq!((table.round().as_str(), table.seat()), ("Stock Round 2", B));
    table.play(buy_card(B, "NN", 200));
    assert_eq!((table.standing("NN"), table.president("NN")), (Standing::Definitive, Some(B)));
}

/// Rules: 18FB-G-61
#[test]
fn the_priority_card_of_another_player_stays() {
    let mut table = pa23(&format!("priority = \"C\"\n{}", broke("PH3", "A 20", "")));
    table.play(choose("bankrupt"));
    assert_eq!(table.game.table.priority, C);
}

/// Rules: 18FB-3.4.11-06, 18FB-3.2.4-07
#[test]
fn a_closed_corp_is_not_started_again() {
    let mut table = pa23(&format!("operating_rounds = 2\n{}", broke("PH5", "A 20", "")));
    table.play(choose("bankrupt"));
    assert_eq!((table.round().as_str(), table.standing("NN")), ("Stock Round 2", Standing::Closed));
    assert_eq!(table.refused(start("NN", 100)), "18FB-3.2.4-07");
    assert!(table.offers(&start("FC", 100)));
}

/// Rules: 18FB-3.5.1-11, 18FB-3.5.2-28, 18FB-G-84
#[test]
fn a_waiting_token_takes_the_slot_of_a_closed_corp_at_once() {
    let others = "[company.FC]\nplace = \"D3\"\nshares = \"A 20\"\nstations = [\"F11\"]\n[company.FdC]\nshares = \"D 100\"\nstate = \"definitive\"\nwaits = true\n";
    let mut table = y2006(&broke("PH5", "A 20, B 20", others));
    table.play(choose("bankrupt"));
    assert_eq!((table.standing("FC"), table.tokens("FdC")), (Standing::Closed, vec!["A2".to_owned()]));
}

/// Rules: 18FB-3.4.11-09
#[test]
fn among_equals_the_first_after_the_bankrupt_inherits() {
    let text = format!("priority = \"D\"\n{}", broke("PH5", "A 20, C 20, D 20", ""));
    let mut table = pa23(&text);
    table.play(choose("bankrupt"));
    assert_eq!(table.president("NN"), Some(C), "not D, who has the Priority card");
}

/// Rules: 18FB-3.4.11-09, 18FB-3.4.11-05
#[test]
fn an_heir_without_cash_inherits_and_the_next_one_follows() {
    let poor = "[seat.B]\ncash = 0\n";
    let text = broke("PH5", "A 20, B 30, C 20", "").replace("[company.NN]", &format!("{poor}[company.NN]"));
    let mut table = pa23(&text);
    table.play(choose("bankrupt"));
    assert_eq!((table.president("NN"), table.seat()), (Some(B), B), "B has most, though no cash");
    table.play(choose("bankrupt"));
    assert_eq!((table.president("NN"), table.treasury("NN")), (Some(C), 130), "what A raised is still there");
    table.play(train("6+10", 520));
    assert_eq!((table.cash(C), table.trains("NN").len()), (750 - 390, 1));
}

/// Rules: 18FB-3.4.11-09, 18FB-2.3-06, 18FB-G-17
#[test]
fn no_limit_keeps_an_heir_from_the_certificate() {
    // The certificate is exchanged: 60% stay 60%.
    let mut table = pa23(&broke("PH5", "A 20, B 60, C 20", "").replace("A 20, B 60", "B 60, A 20"));
    table.play(choose("bankrupt"));
    assert_eq!((table.president("NN"), table.held("NN", B), table.pool("NN")), (Some(B), 60, 20));
    // Twenty certificates: four players may hold no more. One less after the exchange.
    let many: String = ["FC", "FSC", "FB", "LTF"]
        .map(|name| {
            let shares = if name == "LTF" { "B 40" } else { "B 60" };
            format!(
                "[company.{name}]\nplace = \"D3\"\nshares = \"{shares}\"\noperated = true\nstations = []\n"
            )
        })
        .concat();
    let mut table = pa23(&broke("PH5", "A 20, B 20, C 20", &many));
    let certificates = |table: &Table| crate::fb::stock::certificates(&table.game, B);
    assert_eq!((certificates(&table), certificate_limit(&table.game)), (20, 20));
    table.play(choose("bankrupt"));
    assert_eq!((table.president("NN"), certificates(&table)), (Some(B), 19), "not C");
}

/// Rules: 18FB-G-61
#[test]
fn the_priority_card_of_a_bankrupt_goes_to_the_left_not_to_the_heir() {
    let mut table = pa23(&broke("PH5", "A 20, C 40", ""));
    assert_eq!(table.game.table.priority, A);
    table.play(choose("bankrupt"));
    assert_eq!((table.president("NN"), table.game.table.priority), (Some(C), B));
}

/// Rules: 18FB-G-61, 18FB-3.4.11-02
#[test]
fn a_used_card_of_a_bankrupt_stays_used() {
    let card = "[card.Falcon]\nholder = { seat = \"A\" }\nused = true\n";
    let mut table = pa23(&broke("PH3", "A 20", card));
    table.play(choose("bankrupt"));
    let falcon = table.card("Falcon");
    assert_eq!((table.owner("Falcon"), table.game.card(falcon).used), (Holder::Pool, true));
}
