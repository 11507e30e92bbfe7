//! 3.4.9 the financial step, 3.4.10 emergencies, 3.4.11 bankruptcy.

use super::table::*;
use crate::fb::operating::Step;
use crate::fb::states::Standing;
use ferrata_engine::action::Action;
use ferrata_engine::shares::Holder;

fn corp(name: &str, place: &str, shares: &str, more: &str) -> String {
    format!(
        "[company.{name}]\nplace = \"{place}\"\nshares = \"{shares}\"\nstate = \"definitive\"\noperated = true\n{more}"
    )
}

fn trading(corps: &str) -> String {
    format!("phase = \"PH3\"\n{corps}[round.operating]\ncompany = \"NN\"\nstep = \"finance\"\n")
}

/// Rules: 18FB-3.4.9-01, 18FB-3.4.9-02, 18FB-3.4.9-04, 18FB-3.4.9-06, 18FB-3.4.9-09, 18FB-3.4.9-14, 18FB-2.2.5-02, 18FB-3.4.9-03
#[test]
fn a_corp_sells_then_buys_one_certificate() {
    let text = trading(
        &(corp("NN", "F3", "A 40, NN 20", "treasury = 90\nstations = [\"X7\"]\n")
            + &corp("FC", "D3", "B 40, NN 10, pool 10", "stations = [\"F11\"]\n")
                .replace("operated", "par = 100\noperated")
            + &corp("FSC", "D3", "B 40, pool 10", "stations = [\"F23\"]\n")
                .replace("operated", "par = 100\noperated")),
    );
    let mut table = pa23(&text);
    assert!(!table.offers(&corp_buys("NN", "FSC", 100)), "90 are not enough");
    table.play(corp_sells("NN", "NN", 20));
    assert_eq!((table.treasury("NN"), table.place("NN").as_str()), (290, "F3"), "the price does not move");
    table.play(corp_buys("NN", "FSC", 100));
    assert_eq!((table.treasury("FSC"), table.invested("FSC", "NN")), (100, 10), "par to the treasury of FSC");
    assert_ne!(table.game.operating().and_then(|now| now.company), Some(table.id("NN")), "one certificate");
    let mut table = pa23(&text);
    table.play(corp_buys_pool("NN", "FSC", 80));
    assert_eq!((table.treasury("NN"), table.treasury("FSC")), (10, 0), "the price to the bank");
}

/// Rules: 18FB-3.4.9-05, 18FB-3.4.9-07, 18FB-3.4.9-08, 18FB-3.4.9-13
#[test]
fn what_a_corp_may_own() {
    let text = trading(
        &(corp("NN", "F3", "A 40, NN 30, pool 10", "treasury = 900\nstations = [\"X7\"]\n")
            + &corp("FC", "D3", "B 40, NN 10", "stations = [\"F11\"]\n")
            + &corp("FSC", "D3", "B 40, NN 10", "stations = [\"F23\"]\n")),
    );
    let mut table = pa23(&text);
    assert_eq!(
        table.refused(corp_buys("NN", "NN", 100)),
        "18FB-3.4.9-07",
        "never its own from the initial offering"
    );
    assert!(table.offers(&corp_buys_pool("NN", "NN", 100)), "any percentage of its own from the pool");
    assert_eq!(table.refused(corp_buys("NN", "FC", 80)), "18FB-3.4.9-07", "one certificate of each other");
    assert_eq!(table.refused(corp_buys("NN", "FB", 100)), "18FB-3.4.9-07", "not started");
    table.play(corp_sells("NN", "FC", 10));
    assert_eq!(table.refused(corp_buys("NN", "FC", 80)), "18FB-3.4.9-07", "it has just sold it");
    table.play(corp_sells("NN", "NN", 20));
    assert!(!table.offers(&corp_buys_pool("NN", "NN", 100)));
    // A president's certificate is never bought: the pool has nothing else.
    let pool = trading(
        &(corp("NN", "F3", "A 40", "treasury = 900\nstations = [\"X7\"]\n")
            + &corp("FC", "D3", "pool 20, B 60, C 20", "director = \"pool\"\nstations = [\"F11\"]\n")
            + "[card.FC]\nholder = \"pool\"\n"),
    );
    assert!(!pa23(&pool).offers(&corp_buys_pool("NN", "FC", 80)));
}

/// Rules: 18FB-3.4.9-15, 18FB-C-37
#[test]
fn sales_of_corps_keep_to_the_limits() {
    let text = trading(
        &(corp("NN", "F3", "A 40, NN 20, pool 40", "treasury = 0\nstations = [\"X7\"]\n")
            + "[company.FC]\nplace = \"D3\"\nshares = \"B 40, NN 10\"\nstations = [\"F11\"]\n"),
    );
    let mut table = pa23(&text);
    assert_eq!(table.refused(corp_sells("NN", "NN", 20)), "18FB-3.4.9-15", "half of it may lie in the pool");
    assert_eq!(table.refused(corp_sells("NN", "FC", 10)), "18FB-3.4.9-15", "FC has not operated");
    table.play(corp_sells("NN", "NN", 10));
}

/// Rules: 18FB-2.2.3-01, 18FB-2.2.3-02, 18FB-2.2.4-01, 18FB-2.2.4-02, 18FB-3.4.9-10, 18FB-3.4.9-11, 18FB-3.4.9-12, 18FB-C-13, 18FB-G-15,
/// 18FB-3.4.9-16, 18FB-2.3-09, 18FB-T-15
#[test]
fn forced_sales_in_the_blue_zones() {
    let at = |nn: &str, fc: &str, options: &[&str]| {
        let text = format!(
            "phase = \"PH3\"\n{}{}[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n",
            corp("NN", nn, "A 40, NN 10", "treasury = 100\ntrains = [\"4+6\"]\nstations = [\"X7\"]\n"),
            corp("FC", fc, "B 40, NN 10, pool 50", "stations = [\"F11\"]\n")
                .replace("operated = true", "operated = false"),
        );
        let mut table = read("PA23", options, &text);
        table.pass();
        (table.invested("FC", "NN"), table.invested("NN", "NN"), table.treasury("NN"), table.pool("FC"))
    };
    assert_eq!(at("F3", "D3", &[]), (10, 10, 100, 50), "white: nothing");
    assert_eq!(at("F3", "D6", &[]), (0, 10, 150, 60), "light blue stock, whatever the pool holds");
    assert_eq!(at("F3", "D8", &[]), (0, 10, 130, 60), "dark blue stock");
    assert_eq!(at("D6", "D3", &[]), (10, 0, 150, 50), "its own stock in the light blue zone");
    assert_eq!(at("D8", "D3", &[]), (0, 0, 100 + 30 + 80, 60), "its own price is dark blue: everything");
    // Nothing blue is bought, and nothing of others with an own price in the dark blue zone.
    let text = trading(
        &(corp("NN", "F3", "A 40", "treasury = 900\nstations = [\"X7\"]\n")
            + &corp("FC", "D6", "B 40", "stations = [\"F11\"]\n")
            + &corp("FSC", "D3", "B 40", "stations = [\"F23\"]\n")),
    );
    let table = pa23(&text);
    assert!(!table.offers(&corp_buys("NN", "FC", 50)) && table.offers(&corp_buys("NN", "FSC", 80)));
    let dark = pa23(&text.replace("place = \"F3\"", "place = \"D8\""));
    assert!(!dark.offers(&corp_buys("NN", "FSC", 80)));
}

/// Rules: 18FB-G-15
#[test]
fn building_and_frozen_corps_sell_by_force_too_and_by_the_other_reading_at_once() {
    let text = |state: &str, card: &str| {
        format!(
            "phase = \"PH3\"\n[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\nstate = \"{state}\"\nstations = [\"X7\"]\n{card}{}[round.operating]\n",
            corp("FC", "D6", "B 40, NN 10", "stations = [\"F11\"]\n")
        )
    };
    let mut table = pa23(&text("building", ""));
    assert_eq!(table.acting().as_deref(), Some("NN"));
    table.passes(3);
    assert_eq!((table.invested("FC", "NN"), table.treasury("NN")), (0, 50));
    let mut table = pa23(&text("building", "[card.NN]\nholder = \"pool\"\n"));
    table.pass();
    assert_eq!((table.invested("FC", "NN"), table.treasury("NN")), (0, 50));
    let table = option("forced-first", &text("building", ""));
    assert_eq!(
        (table.acting().as_deref(), table.treasury("NN")),
        (Some("NN"), 50),
        "at the beginning of its turn"
    );
}

/// An operational corp without a train that cannot pay one.
fn short(phase: &str, treasury: i32, cash: i32, more: &str) -> String {
    let depot = match phase {
        "PH3" => "[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n",
        _ => SOLD_OUT,
    };
    format!(
        "phase = \"{phase}\"\n[seat.A]\ncash = {cash}\n{more}{depot}[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n"
    )
    .replace("{treasury}", &treasury.to_string())
}

/// Rules: 18FB-3.4.10-01, 18FB-3.4.10-02, 18FB-3.4.10-03, 18FB-3.4.10-04, 18FB-V-48, 18FB-V-30, 18FB-G-60, 18FB-T-24, 18FB-3.4.10-07
#[test]
fn the_emergency_goes_treasury_cash_stock() {
    // Train 270, treasury 150, the president's cash 80, a share at 90 brings 45.
    let text = short(
        "PH3",
        150,
        80,
        &(corp("NN", "F3", "A 40", "treasury = {treasury}\nstations = [\"X7\"]\n")
            + &corp("FC", "E3", "B 40, A 20", "stations = [\"F11\"]\n")),
    );
    let mut table = pa23(&text);
    assert!(!table.offers(&train("4+6", 270)) && !table.offers(&Action::Pass));
    assert!(table.offers(&sell(A, "FC", 10)) && !table.offers(&sell(A, "FC", 20)), "no more than needed");
    table.play(sell(A, "FC", 10));
    assert_eq!((table.cash(A), table.price("FC")), (125, 90), "half price, and it does not move");
    assert_eq!(table.refused(sell(A, "FC", 10)), "18FB-3.4.10-02", "the gap is covered");
    table.play(train("4+6", 270));
    assert_eq!(
        (table.cash(A), table.treasury("NN"), table.trains("NN").len()),
        (5, 0, 1),
        "exactly what is missing"
    );
    // The corp's own stock first: train 270, treasury 240, a share at 90 of its own.
    let text = short(
        "PH3",
        240,
        80,
        &corp("NN", "E3", "A 40, NN 20", "treasury = {treasury}\nstations = [\"X7\"]\n"),
    );
    let mut table = pa23(&text);
    assert!(!table.offers(&sell(A, "NN", 10)), "the president is not touched");
    table.play(corp_sells("NN", "NN", 10));
    assert_eq!((table.treasury("NN"), table.place("NN").as_str()), (285, "E3"));
    table.play(train("4+6", 270));
    assert_eq!((table.treasury("NN"), table.cash(A)), (15, 80));
    // Half of the total, rounded down once.
    let table = pa23(&corp("FC", "C2", "B 40", ""));
    assert_eq!(table.price("FC"), 80);
    let odd = pa23(&corp("FC", "B6", "B 40", ""));
    let id = odd.id("FC");
    let brings = |percent| crate::fb::operating::emergency::proceeds(&odd.game, id, percent).0;
    assert_eq!((odd.price("FC"), brings(10), brings(20), brings(30)), (30, 15, 30, 45));
    let odd = pa23(&corp("FC", "A6", "B 40", ""));
    let brings = |percent| crate::fb::operating::emergency::proceeds(&odd.game, id, percent).0;
    assert_eq!((odd.price("FC"), brings(10), brings(20), brings(30)), (25, 12, 25, 37));
}

/// Rules: 18FB-G-14, 18FB-3.4.10-03
#[test]
fn emergency_sales_move_prices_only_by_the_other_reading() {
    let text = short(
        "PH3",
        150,
        80,
        &(corp("NN", "F3", "A 40", "treasury = {treasury}\nstations = [\"X7\"]\n")
            + &corp("FC", "E3", "B 40, A 20", "stations = [\"F11\"]\n")),
    );
    let mut table = option("emergency-falls", &text);
    table.play(sell(A, "FC", 10));
    assert_eq!(table.place("FC"), "E4");
}

/// Rules: 18FB-3.4.10-05, 18FB-3.4.10-06
#[test]
fn the_presidency_of_the_operating_corp_is_kept_that_of_others_may_pass() {
    let text = short(
        "PH5",
        0,
        0,
        &(corp("NN", "L3", "A 30, B 20", "treasury = {treasury}\nstations = [\"X7\"]\n")
            + &corp("FC", "R3", "A 30, B 30", "director = \"A\"\nstations = [\"F11\"]\n")),
    );
    let mut table = pa23(&text);
    assert!(
        table.offers(&sell(A, "NN", 10)) && !table.offers(&sell(A, "NN", 20)),
        "20 against 20 is the limit"
    );
    assert!(table.offers(&sell(A, "FC", 30)), "FC may be lost");
    table.play(sell(A, "FC", 30));
    assert_eq!((table.president("FC"), table.held("FC", A)), (Some(B), 0));
}

/// Rules: 18FB-3.4.11-01, 18FB-3.4.11-02, 18FB-3.4.11-03, 18FB-3.4.11-08, 18FB-G-61, 18FB-G-39, 18FB-C-06, 18FB-2.3-10, 18FB-3.2.3-01
#[test]
fn a_bankrupt_president_before_ph5() {
    let text = short(
        "PH3",
        100,
        30,
        &(corp("NN", "F3", "A 60, pool 20", "treasury = {treasury}\nstations = [\"X7\"]\n")
            .replace("operated = true", "operated = false")
            + "[company.FC]\nplace = \"D3\"\nshares = \"B 20, A 30\"\ndirector = \"B\"\nstations = [\"F11\"]\n[card.Falcon]\nholder = { seat = \"A\" }\n"),
    );
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &format!("priority = \"A\"\n{text}"));
        assert_eq!(table.seat(), A);
        table.play(choose("bankrupt"));
        assert_eq!((table.cash(A), table.treasury("NN")), (0, 130), "what was raised stays with the corp");
        assert_eq!((table.pool("NN"), table.pool("FC")), (80, 30), "however much lies there");
        assert_eq!(table.game.table.shares.director(table.id("NN")), Holder::Pool);
        assert_eq!(
            (table.standing("NN"), table.trains("NN").len()),
            (Standing::Frozen, 0),
            "no train is bought"
        );
        assert_eq!((table.owner("Falcon"), table.owner("NN")), (Holder::Pool, Holder::Pool));
        assert_eq!((&table.game.table.order[..], table.game.table.priority), (&[B, C, D][..], B));
        assert_eq!(table.president("FC"), Some(B));
    }
    // Whoever acquires the concession buys the certificate from the pool as well.
    let later = "stock_rounds = 5\nphase = \"PH3\"\norder = [\"B\", \"C\", \"D\"]\n[seat.B]\ncash = 250\n[company.NN]\nplace = \"F3\"\nshares = \"pool 80\"\ndirector = \"pool\"\nstate = \"provisional\"\n[card.NN]\nholder = \"pool\"\n[round.stock]\nseat = \"B\"\n";
    let mut table = pa23(later);
    table.play(buy_card(B, "NN", 250));
    assert_eq!((table.president("NN"), table.cash(B), table.deposit("NN")), (Some(B), 0, 50));
    assert_eq!((table.standing("NN"), table.pool("NN")), (Standing::Provisional, 60));
}

/// Rules: 18FB-G-39, 18FB-3.3-13
#[test]
fn a_frozen_corp_without_president_runs_by_itself() {
    let table = pa23(
        "operating_rounds = 1\nphase = \"PH3\"\n[company.NN]\nplace = \"F3\"\nshares = \"pool 20, B 20\"\ndirector = \"pool\"\nstate = \"provisional\"\ntrains = [\"4+6\"]\nmarkers = 4\nstations = [\"X7\"]\n[card.NN]\nholder = \"pool\"\n[round.operating]\n",
    );
    assert_eq!(table.cash(B), 750 + 2 * 10, "two rounds: half of 100 each");
    assert_eq!(table.round(), "Stock Round 2");
}

/// Rules: 18FB-3.4.11-04, 18FB-3.4.11-05, 18FB-3.4.11-07, 18FB-3.4.11-09, 18FB-2.3-08
#[test]
fn a_bankrupt_president_from_ph5_on() {
    let text = |shares: &str| {
        short(
            "PH5",
            100,
            30,
            &corp("NN", "F3", shares, "director = \"A\"\ntreasury = {treasury}\nstations = [\"X7\"]\n")
                .replace("operated = true", "operated = false"),
        )
    };
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &text("A 20, B 20, C 20"));
        table.play(choose("bankrupt"));
        assert_eq!((table.president("NN"), table.held("NN", B), table.pool("NN")), (Some(B), 20, 20));
        assert_eq!((table.seat(), table.treasury("NN")), (B, 130), "B goes on: 390 are missing");
        table.play(train("6+10", 520));
        assert_eq!((table.cash(B), table.trains("NN").len()), (750 - 390, 1));
        // The one with most shares comes first.
        let mut table = read(edition, &[], &text("A 40, B 20, C 30"));
        table.play(choose("bankrupt"));
        assert_eq!(table.president("NN"), Some(C));
    }
}

/// Rules: 18FB-3.4.11-06, 18FB-G-84, 18FB-G-113
#[test]
fn without_a_player_with_two_shares_the_corp_closes() {
    let text = short(
        "PH5",
        100,
        30,
        &(corp(
            "NN",
            "F3",
            "A 20, B 10",
            "treasury = {treasury}\nmarkers = 3\nstations = [\"X7\", \"G30\"]\n",
        )
        .replace("operated = true", "operated = false")
            + &corp("FC", "D3", "B 40, NN 10", "stations = [\"F11\"]\n")
                .replace("operated = true", "operated = false")),
    );
    let mut table = pa23(&text);
    let bank = table.bank();
    table.play(choose("bankrupt"));
    assert_eq!(table.standing("NN"), Standing::Closed);
    assert_eq!((table.held("NN", B), table.treasury("NN"), table.bank()), (0, 0, bank + 130));
    assert!(table.tokens("NN").is_empty());
    assert_eq!(table.pool("FC"), 10, "stock it owned");
    assert!(
        table.game.has_free_slot(table.hex("F25"), 0)
            || table.game.table.board.face(table.hex("F25")).stops[0].slots > 0
    );
    assert!(table.game.slot_open(table.id("FC"), table.hex("X7"), 0), "its home is open to others");
    assert_eq!(table.acting().as_deref(), Some("FC"), "its turn is over");
}

/// Rules: 18FB-G-61
#[test]
fn the_last_player_wins() {
    let text = short(
        "PH5",
        100,
        30,
        &corp("NN", "F3", "A 20", "treasury = {treasury}\nstations = [\"X7\"]\n")
            .replace("operated = true", "operated = false"),
    );
    let mut table = pa23(&format!("order = [\"A\", \"C\"]\n{text}"));
    table.play(choose("bankrupt"));
    assert_eq!(table.round(), "The end");
}

/// Rules: 18FB-G-91, 18FB-3.4.10-07
#[test]
fn nobody_adds_cash_for_a_corp_that_has_a_train() {
    let text = short(
        "PH3",
        100,
        700,
        &corp("NN", "F3", "A 40", "treasury = {treasury}\ntrains = [\"4+6\"]\nstations = [\"X7\"]\n"),
    )
    .replace("\"3+4\" = 0\n", "\"3+4\" = 0\n\"4+6\" = 4\n");
    let mut table = pa23(&text);
    assert_eq!(table.refused(train("4+6", 270)), "18FB-3.4.8-01");
    table.pass();
    assert_eq!(table.game.operating().unwrap().step, Step::Finance);
}

/// Rules: 18FB-3.4.9-08, 18FB-3.4.10-02, 18FB-G-115
#[test]
fn what_was_sold_for_a_train_is_not_bought_back_in_the_same_turn() {
    // Train 270, treasury 190; a share of FSC at 40 brings 20, one of FC at 240 brings 120: 60 are left.
    let text = |cash: i32, held: &str| {
        short(
            "PH3",
            cash,
            0,
            &(corp("NN", "F3", "A 40", "treasury = {treasury}\nstations = [\"X7\"]\n")
                + &corp("FC", "P1", &format!("B 40{held}"), "stations = [\"F11\"]\n")
                + &corp("FSC", "B5", &format!("B 40, pool 20{held}"), "stations = [\"F23\"]\n")),
        )
    };
    let mut table = pa23(&text(190, ", NN 10"));
    assert_eq!((table.price("FC"), table.price("FSC")), (240, 40));
    table.play(corp_sells("NN", "FSC", 10)).play(corp_sells("NN", "FC", 10));
    table.play(train("4+6", 270)).pass();
    assert_eq!((table.game.operating().unwrap().step, table.treasury("NN")), (Step::Finance, 60));
    assert_eq!(table.refused(corp_buys_pool("NN", "FSC", 40)), "18FB-3.4.9-07", "it has just sold it");
    // With money enough nothing was sold, and it may be bought.
    let mut table = pa23(&text(330, ""));
    table.play(train("4+6", 270)).pass();
    assert!(table.offers(&corp_buys_pool("NN", "FSC", 40)));
}

/// Rules: 18FB-3.4.9-16, 18FB-2.2.3-01
#[test]
fn a_corp_buys_none_of_its_own_stock_in_the_light_blue_zone() {
    let at = |place: &str| {
        let nn = corp("NN", place, "A 40, pool 20", "treasury = 900\nstations = [\"X7\"]\n");
        let table = pa23(&trading(&nn));
        let price = table.price("NN");
        table.offers(&corp_buys_pool("NN", "NN", price))
    };
    assert!(at("D5") && !at("D6") && !at("D8"));
}

/// Rules: 18FB-2.2.5-02, 18FB-3.4.9-12
#[test]
fn a_forced_sale_moves_no_price() {
    let nn = corp("NN", "F3", "A 40", "trains = [\"4+6\"]\nstations = [\"X7\"]\n");
    let fc = corp("FC", "D6", "B 40, NN 10", "stations = [\"F11\"]\n");
    let mut table = pa23(&trading(&(nn + &fc)).replace("finance", "trains"));
    table.pass();
    assert_eq!((table.invested("FC", "NN"), table.place("FC").as_str()), (0, "D6"));
}

/// Rules: 18FB-G-60, 18FB-3.4.10-02
#[test]
fn the_treasury_sells_no_more_than_needed_either() {
    // 30 are missing; a share brings 45.
    let nn = corp("NN", "E3", "A 40, NN 30", "treasury = {treasury}\nstations = [\"X7\"]\n");
    let table = pa23(&short("PH3", 240, 80, &nn));
    assert!(table.offers(&corp_sells("NN", "NN", 10)) && !table.offers(&corp_sells("NN", "NN", 20)));
}

/// Rules: 18FB-G-106, 18FB-3.4.10-07
#[test]
fn a_train_of_a_closed_corp_that_the_treasury_pays_is_no_emergency() {
    let nn = corp("NN", "F3", "A 40, NN 10", "treasury = {treasury}\nstations = [\"X7\"]\n");
    let text = |treasury: i32| {
        short("PH3", treasury, 700, &nn)
            .replace("\"3+4\" = 0\n", "\"3+4\" = 0\n\"4+6\" = { left = 0, returned = 1 }\n")
    };
    let table = pa23(&text(300));
    assert!(table.offers(&train("4+6", 270)) && !table.offers(&train("5+8", 380)));
    assert!(table.game.need().is_none() && !table.offers(&corp_sells("NN", "NN", 10)));
    let table = pa23(&text(269));
    assert_eq!(table.game.need().map(|need| need.amount.0), Some(270));
}

/// Rules: 18FB-3.4.9-03, 18FB-3.4.9-14
#[test]
fn corps_sell_at_the_price_of_the_market() {
    let nn = corp("NN", "D3", "A 40, NN 20", "par = 100\nstations = [\"X7\"]\n");
    let mut table = pa23(&trading(&nn));
    table.play(corp_sells("NN", "NN", 20));
    assert_eq!((table.treasury("NN"), table.place("NN").as_str()), (160, "D3"));
}

/// Rules: 18FB-3.4.9-15, 18FB-G-60
#[test]
fn stock_of_the_treasury_that_does_not_fit_into_the_pool_is_skipped() {
    // 90 are missing; two shares would bring them, but there is room for one.
    let nn = corp("NN", "E3", "A 40, NN 20, pool 40", "treasury = {treasury}\nstations = [\"X7\"]\n");
    let mut table = pa23(&short("PH3", 180, 80, &nn));
    assert!(!table.offers(&corp_sells("NN", "NN", 20)));
    table.play(corp_sells("NN", "NN", 10)).play(train("4+6", 270));
    assert_eq!((table.cash(A), table.treasury("NN"), table.invested("NN", "NN")), (80 - 45, 0, 10));
}
