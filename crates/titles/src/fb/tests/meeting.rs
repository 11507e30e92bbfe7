//! Operating rounds, PH5 and PH6 where a limit is met exactly or two rules meet.

use super::table::*;
use crate::fb::operating::Step;
use crate::fb::states::Standing;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Account;
use ferrata_engine::shares::Holder;

fn corp(name: &str, place: &str, shares: &str, more: &str) -> String {
    format!("[company.{name}]\nplace = \"{place}\"\nshares = \"{shares}\"\nstate = \"definitive\"\n{more}")
}

fn acting(company: &str, step: &str) -> String {
    format!("[round.operating]\ncompany = \"{company}\"\nstep = \"{step}\"\n")
}

/// Rules: 18FB-3.4.1-15, 18FB-G-45
#[test]
fn a_value_upgrade_needs_a_route_but_no_new_track() {
    let fc = corp("FC", "F3", "A 40", "stations = [\"F11\", \"A2\"]\n");
    let text = format!(
        "phase = \"PH5\"\n{fc}[board]\nA2 = \"18FB-706 3\"\nL17 = \"57 0\"\n{}",
        acting("FC", "tiles")
    );
    let mut table = pa23(&text);
    let brown = (0..6).find(|turn| table.offers(&lay("A2", "18FB-709", *turn))).expect("the same exits");
    let refused: Vec<String> = (0..6).map(|turn| table.refused(lay("L17", "12", turn))).collect();
    assert!(refused.iter().any(|rule| rule == "18FB-3.4.1-05"), "Matera is not reached: {refused:?}");
    table.play(lay("A2", "18FB-709", brown));
}

/// Rules: 18FB-G-82, 18FB-3.4.1-22
#[test]
fn a_tile_of_which_none_is_left_is_not_laid() {
    let text = |others: &str| {
        let fs = corp("FS", "F3", "A 40", "stations = [\"N21\"]\n");
        format!("{fs}[board]\n{others}{}", acting("FS", "tiles"))
    };
    let sharp = |table: &Table| (0..6).find(|turn| table.offers(&lay("N19", "7", *turn)));
    let turn = sharp(&pa23(&text("K20 = \"7 0\"\nK22 = \"7 0\"\n"))).expect("the third of three");
    let mut table = pa23(&text("K20 = \"7 0\"\nK22 = \"7 0\"\nI22 = \"7 0\"\n"));
    assert_eq!(table.refused(lay("N19", "7", turn)), "18FB-3.4.1-26");
}

/// Rules: 18FB-3.3-12, 18FB-3.4.1-31, 18FB-G-52
#[test]
fn a_frozen_corp_lays_nothing_new_and_corps_get_no_markers_for_tiles() {
    let text = |holder: &str| {
        let fs = corp("FS", "F3", "A 40", "stations = [\"N21\"]\n");
        format!(
            "{fs}[card.FS]\nholder = {holder}\n[board]\nN19 = \"9 0\"\nN17 = \"9 0\"\n{}",
            acting("FS", "tiles")
        )
    };
    let mut table = pa23(&text("\"pool\""));
    assert_eq!(table.refused(lay("N15", "58", 1)), "18FB-3.3-12");
    let mut table = pa23(&text("{ seat = \"A\" }"));
    table.play(lay("N15", "58", 1));
    assert_eq!(table.markers("FS"), 0, "N15 is a town");
}

/// Rules: 18FB-3.4.5-01, 18FB-G-103
#[test]
fn falcons_bonus_for_a_town_needs_a_train() {
    let text = |trains: &str| {
        let nn = corp("LdA", "F3", "A 40", &format!("stations = [\"F31\"]\npontecorvo = true\n{trains}"));
        format!("phase = \"PH2\"\nfalcon = \"LdA\"\n{nn}{}", acting("LdA", "settlement"))
    };
    let revenue = |trains: &str| {
        let table = pa23(&text(trains));
        crate::fb::operating::earnings::best(&table.game, table.id("LdA")).total.0
    };
    assert_eq!((revenue(""), revenue("trains = [\"3+4\"]\n")), (0, 10));
}

/// Rules: 18FB-2.7-06, 18FB-G-23
#[test]
fn melisurgo_comes_too_late_after_the_interest() {
    let text = |step: &str| {
        format!(
            "[card.Melisurgo]\nholder = {{ seat = \"A\" }}\n[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\nstations = [\"X7\"]\n{}",
            acting("NN", step)
        )
    };
    assert!(pa23(&text("token")).offers(&use_card("Melisurgo")));
    assert_eq!(pa23(&text("trains")).refused(use_card("Melisurgo")), "18FB-2.7-06");
}

/// Rules: 18FB-2.7-38, 18FB-G-29
#[test]
fn the_other_home_of_fp_is_no_home_once_it_has_chosen() {
    let income = |stations: &str| {
        let table = y2006(&format!(
            "[company.FP]\nplace = \"F3\"\nshares = \"A 40\"\nline = 0\nstations = [{stations}]\n"
        ));
        let (_, albano) =
            table.game.fixed.political_cards().find(|(id, _)| *id == table.card("Albano")).unwrap();
        crate::fb::operating::powers::income(&table.game, albano).0
    };
    assert_eq!((income("\"N21\""), income("\"N21\", \"X9\"")), (25, 10));
}

/// A token by Delahante's power: LdA is before Rome.
fn before_rome(owner: &str) -> String {
    let lda = corp("LdA", "F3", "A 40", "treasury = 900\nstations = [\"F31\", \"E36\"]\n");
    format!(
        "phase = \"PH2\"\n[card.Delahante]\nholder = {{ seat = \"{owner}\" }}\n{lda}[board]\nF31 = \"57 0\"\nF33 = \"4 0\"\nF35 = \"8 0\"\nE36 = \"7 4\"\nF37 = \"58 1\"\n{}",
        acting("LdA", "token")
    )
    .replace(", \"E36\"", "")
}

/// Rules: 18FB-G-23, 18FB-2.7-20
#[test]
fn the_owner_of_a_card_has_to_agree_and_delahante_works_once() {
    let mut table = pa23(&before_rome("B"));
    let Action::Propose { deal } = table.lines("F39").remove(0).1 else { panic!("B is asked") };
    assert_eq!(table.refused(*deal.clone()), "18FB-G-23");
    let mut declined = pa23(&before_rome("B"));
    declined.play(Action::Propose { deal: deal.clone() }).play(Action::Decline);
    assert!(declined.lines("F39").is_empty(), "one suggestion in a turn (18FB-G-111)");
    table.play(Action::Propose { deal }).play(Action::Accept);
    assert_eq!(table.tokens("LdA"), ["F31", "F39"]);
    assert!(table.company("LdA").pontecorvo, "the line passes F37");
    let delahante = table.card("Delahante");
    assert!(table.game.card(delahante).used);
    assert!(table.game.token_cards(table.id("FB")).is_empty(), "no second token of this card");
    assert!(!table.game.slot_open(table.id("FB"), table.hex("F39"), 0), "the others wait for PH4");
}

/// Rules: 18FB-G-76
#[test]
fn a_leased_train_is_not_sold() {
    let text = |leased: u8| {
        let rm = corp(
            "RM",
            "F3",
            "A 40",
            &format!("trains = [\"7+12\"]\nleased = {leased}\nstations = [\"X7\"]\n"),
        );
        let fb = corp("FB", "D3", "A 40", "treasury = 900\nstations = [\"I30\"]\ntrains = [\"5+8\"]\n");
        format!("phase = \"PH6\"\n{rm}{fb}{}", acting("FB", "trains"))
    };
    assert!(pa23(&text(0)).offers(&train_of("RM", "7+12", 680)));
    assert_eq!(pa23(&text(1)).refused(train_of("RM", "7+12", 680)), "18FB-3.4.8-01");
}

/// Rules: 18FB-3.5.2-24, 18FB-G-59, 18FB-2.6-03
#[test]
fn regionals_are_helped_only_if_they_can_pay_no_train_and_trade_among_themselves() {
    let fa = |treasury: i32| {
        format!(
            "[company.FA]\nshares = \"A 100\"\nstate = \"definitive\"\ntreasury = {treasury}\nstations = [\"F31\"]\n"
        )
    };
    let table = y2006(&format!(
        "phase = \"PH6\"\n[company.LdA]\nstations = []\n{}{}",
        fa(100),
        acting("FA", "trains")
    ));
    assert!(table.offers(&train("0+4", 90)) && !table.offers(&train("0+6", 140)), "no help is needed");
    let table = y2006(&format!(
        "phase = \"PH6\"\n[company.LdA]\nstations = []\n{}{}",
        fa(80),
        acting("FA", "trains")
    ));
    assert!(table.offers(&train("0+4", 90)) && table.offers(&train("0+6", 140)));
    // In 2006 a corp may have a regional train; it sells none to a regional, nor buys one.
    let fb = corp("FB", "D3", "A 40", "treasury = 900\nstations = [\"I30\"]\ntrains = [\"5+8\", \"0+4\"]\n");
    let text = format!("phase = \"PH6\"\n[company.LdA]\nstations = []\n{}trains = [\"0+4\"]\n{fb}", fa(50));
    let mut table = y2006(&(text.clone() + &acting("FA", "trains")));
    assert_eq!(table.refused(train_of("FB", "0+4", 20)), "18FB-3.4.8-01");
    let mut table = y2006(&(text + &acting("FB", "trains")));
    assert_eq!(table.refused(train_of("FA", "0+4", 20)), "18FB-3.4.8-01");
}

/// Rules: 18FB-2.6-07, 18FB-G-106
#[test]
fn only_a_train_never_sold_is_removed_after_a_round() {
    let fb = corp("FB", "D3", "A 40", "stations = [\"I30\"]\ntrains = [\"5+8\"]\n");
    let depot = "[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = 0\n\"6+10\" = { left = 1, returned = 2 }\n";
    let mut table = pa23(&format!("phase = \"PH5\"\n{fb}{depot}{}", acting("FB", "trains")));
    table.pass().pass();
    let kind = table.game.fixed.parts.train(ferrata_engine::name::TrainName::of("6+10")).unwrap();
    assert_eq!((table.game.table.depot.left(kind), table.game.table.depot.returned(kind)), (Some(0), 2));
}

/// Rules: 18FB-2.1-10, 18FB-2.6-11
#[test]
fn trains_of_closed_corps_are_scrapped_with_their_kind() {
    let depot = "[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = { left = 0, returned = 1 }\n\"5+8\" = 0\n\"6+10\" = 0\n";
    let closed: String = ["NN", "LdA", "FC", "FSC", "LTF", "FS", "SFTF"]
        .iter()
        .map(|name| format!("[company.{name}]\nstate = \"closed\"\n"))
        .collect();
    let fb = corp("FB", "D3", "A 40", "treasury = 900\nstations = [\"I30\"]\n");
    let mut table = pa23(&format!("phase = \"PH5\"\n{closed}{fb}{depot}{}", acting("FB", "trains")));
    assert!(table.offers(&train("4+6", 270)));
    table.play(train("7+12", 680));
    assert!(!table.offers(&train("4+6", 270)));
    assert_eq!(table.game.table.depot.returned(ferrata_engine::id::TrainKind(2)), 0);
}

/// A corp that needs a train.
fn short(phase: &str, treasury: i32, cash: i32, more: &str) -> String {
    format!(
        "phase = \"{phase}\"\n[seat.A]\ncash = {cash}\n[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n{}{more}{}",
        corp("NN", "F3", "A 40", &format!("operated = true\ntreasury = {treasury}\nstations = [\"X7\"]\n")),
        acting("NN", "trains")
    )
}

/// Rules: 18FB-3.4.10-02, 18FB-3.4.10-01, 18FB-G-106
#[test]
fn the_presidents_cash_buys_the_cheapest_train_and_may_be_just_enough() {
    let mut table = pa23(&short("PH3", 150, 120, ""));
    table.play(train("4+6", 270));
    assert_eq!((table.cash(A), table.treasury("NN")), (0, 0), "exactly enough: nothing is sold");
    // Two kinds are for sale: the one of a closed corp is cheaper.
    let text = short("PH4", 0, 600, "")
        .replace("\"3+4\" = 0\n", "\"3+4\" = 0\n\"4+6\" = { left = 0, returned = 1 }\n");
    let mut table = pa23(&text);
    assert_eq!(table.refused(train("5+8", 380)), "18FB-3.4.8-01");
    table.play(train("4+6", 270));
}

/// Rules: 18FB-3.4.10-06
#[test]
fn single_shares_sold_in_an_emergency_may_cost_another_presidency() {
    let fc = corp("FC", "F3", "A 40, B 30", "director = \"A\"\noperated = true\nstations = [\"F11\"]\n");
    let mut table =
        pa23(&short("PH5", 430, 0, &fc).replace("\"3+4\" = 0\n", "\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = 0\n"));
    table.play(sell(A, "FC", 20));
    assert_eq!((table.held("FC", A), table.president("FC"), table.cash(A)), (20, Some(B), 100));
}

/// Rules: 18FB-3.4.11-03, 18FB-3.2.3-01, 18FB-3.2.3-02, 18FB-G-88, 18FB-3.4.9-10, 18FB-3.4.11-08
#[test]
fn a_bankrupts_deposits_are_lost_and_the_frozen_corp_ends_its_turn() {
    let fc = "[company.FC]\nplace = \"F7\"\nshares = \"C 40, NN 10\"\nstations = [\"F11\"]\n";
    for owner in ["A", "B"] {
        let text = short("PH3", 10, 30, fc).replace("operated = true\n", "")
            + "[card.NN]\nholder = { seat = \"OWNER\" }\n[deposit]\nNN = 50\n";
        let mut table = pa23(&text.replace("OWNER", owner));
        let card = table.card("NN");
        table.play(choose("bankrupt"));
        assert!(table.paid().contains(&(Account::Card(card), Account::Bank, 50)));
        assert_eq!((table.owner("NN"), table.deposit("NN")), (Holder::Pool, 0), "{owner}");
        // FC's price is light blue: the frozen corp sells its share in this very turn.
        assert_eq!((table.standing("NN"), table.pool("FC")), (Standing::Frozen, 10));
        assert_eq!(table.acting().as_deref(), Some("FC"));
        assert_eq!(
            (table.owner("FC"), table.owner("FSC")),
            (Holder::Seat(C), Holder::Offering),
            "concessions of others stay where they are"
        );
    }
}

/// Rules: 18FB-3.5-07, 18FB-3.4.9-06, 18FB-G-63
#[test]
fn a_corp_that_buys_the_sixth_share_floats_another() {
    let nn = corp("NN", "F3", "A 40", "treasury = 300\ntrains = [\"5+8\"]\nstations = [\"X7\"]\n");
    let fc = "[company.FC]\nplace = \"F3\"\nstate = \"unfloated\"\nshares = \"B 30, C 20\"\n";
    let mut table = pa23(&format!("phase = \"PH5\"\n{nn}{fc}{}", acting("NN", "finance")));
    table.play(corp_buys("NN", "FC", 100));
    assert_eq!(
        (table.standing("FC"), table.treasury("FC"), table.pool("FC")),
        (Standing::Definitive, 1000, 40)
    );
    assert_eq!((table.treasury("NN"), table.invested("FC", "NN")), (200, 10));
}

/// FSC buys the first PH-5 train.
fn unified(more: &str) -> Table {
    let mut table = pa23(&format!(
        "phase = \"PH4\"\n{more}{}{SOLD_OUT}{}",
        corp("FSC", "S5", "D 40", "treasury = 600\nstations = [\"F23\"]\n"),
        acting("FSC", "trains")
    ));
    table.play(train("6+10", 520));
    table
}

/// Rules: 18FB-3.5-03, 18FB-C-19, 18FB-G-88
#[test]
fn garibaldi_asks_first_for_the_concession_then_how_many_there_are() {
    // A leads NN; B has its concession and no other, C two others: C does not own this one.
    let nn = "[company.NN]\nplace = \"D3\"\nshares = \"A 20, B 40, C 40\"\ndirector = \"A\"\nstations = [\"X7\"]\n";
    let cards = |list: &[(&str, &str)]| {
        list.iter()
            .map(|(card, seat)| format!("[card.{card}]\nholder = {{ seat = \"{seat}\" }}\n"))
            .collect::<String>()
    };
    let table = unified(&format!("{nn}{}", cards(&[("NN", "B"), ("FC", "C"), ("LTF", "C")])));
    assert_eq!(table.president("NN"), Some(C));
    // Nobody's concession among the two: political cards are no concessions.
    let table =
        unified(&format!("{nn}{}", cards(&[("NN", "A"), ("Falcon", "B"), ("Riseis", "B"), ("FC", "C")])));
    assert_eq!(table.president("NN"), Some(B));
}

const PH6: &str = "[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = 0\n\"6+10\" = 0\n";

/// FB buys the first PH-6 train; no company for RA is left.
fn conventions(more: &str) -> Table {
    let closed: String =
        ["LTF", "FS", "SFTF"].iter().map(|name| format!("[company.{name}]\nstate = \"closed\"\n")).collect();
    let fb = corp("FB", "S5", "A 40", "treasury = 700\nstations = [\"I30\"]\n");
    let mut table = pa23(&format!("phase = \"PH5\"\n{more}{closed}{fb}{PH6}{}", acting("FB", "trains")));
    table.play(train("7+12", 680));
    table
}

/// Rules: 18FB-3.6.1-07, 18FB-G-71, 18FB-C-22
#[test]
fn a_corp_started_but_not_floated_is_asked_last() {
    let lda = "[company.LdA]\nplace = \"K3\"\nstate = \"unfloated\"\nshares = \"D 20, A 30\"\n";
    let others = corp("NN", "F3", "B 40", "stations = [\"X7\"]\n")
        + &corp("FC", "E3", "C 40", "stations = [\"F11\"]\n");
    let mut table = conventions(&format!("{lda}{others}[company.FSC]\nstate = \"closed\"\n"));
    assert_eq!(table.seat(), B, "NN at 100 is the highest that is floated");
    table.play(choose("refuse"));
    assert_eq!((table.standing("FC"), table.standing("LdA")), (Standing::Closed, Standing::Closed));
    assert_eq!(table.price("RM"), 90, "not 150");
}

/// Rules: 18FB-3.6.1-15, 18FB-G-73, 18FB-G-25
#[test]
fn odd_shares_of_players_and_corps_and_falcons_bonus() {
    let nn = corp("NN", "F3", "A 30, B 40", "director = \"B\"\nstations = [\"X7\"]\n")
        .replace("shares = \"A 30, B 40\"", "shares = \"A 30, B 40, FB 10\"");
    let closed = "[company.FC]\nstate = \"closed\"\n[company.FSC]\nstate = \"closed\"\n";
    let table = conventions(&format!("falcon = \"NN\"\n{nn}pontecorvo = true\n{closed}"));
    // LdA was never started: the odd share is one of NN, which was.
    assert_eq!(table.standing("LdA"), Standing::Closed);
    assert_eq!((table.held("RM", A), table.cash(A)), (10, 750 + 50));
    assert_eq!(
        (table.invested("RM", "FB"), table.treasury("FB")),
        (0, 700 - 680 + 50),
        "corps by the same rule"
    );
    assert_eq!(table.game.table.falcon, Some(table.id("RM")));
    assert!(table.company("RM").pontecorvo, "the marker of Pontecorvo is the national's now");
}

/// Rules: 18FB-3.5.2-16
#[test]
fn some_destinations_of_regionals_need_a_brown_tile() {
    let text = |tile: &str| {
        format!(
            "phase = \"PH5\"\n[company.FC]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"F11\"]\n[company.FdC]\nshares = \"A 100\"\nstate = \"definitive\"\nstations = [\"A2\"]\n[board]\nA2 = \"18FB-709 3\"\nB1 = \"58 2\"\nC2 = \"{tile}\"\n{}",
            acting("FdC", "tiles")
        )
    };
    // Any tile lets it be looked at: the second half of the line is there already.
    let paid = |tile: &str| {
        let mut table = y2006(&text(tile));
        let (hex, number, turn) = first_tile(&table);
        table.play(lay(&hex, &number, turn));
        table.cash(A) - 750
    };
    assert_eq!((paid("3 1"), paid("18FB-146 4")), (0, 50));
}

/// Some tile that may be laid, not on Locri.
fn first_tile(table: &Table) -> (String, String, u8) {
    use ferrata_engine::offer::Offer;
    use ferrata_engine::turn::Title;
    let offers = table.game.offers();
    let tile = offers.iter().find_map(|offer| match offer {
        Offer::LayTile { hex, tile, rotations, .. } if hex.as_str() != "C2" && hex.as_str() != "B1" => {
            Some((hex.to_string(), tile.to_string(), rotations[0]))
        }
        _ => None,
    });
    tile.unwrap_or_else(|| panic!("no tile: {offers:?}"))
}

/// Rules: 18FB-3.4.2-24, 18FB-3.6.3-04, 18FB-G-79
#[test]
fn napoli_as_one_city_joins_acquirer_and_regional_in_2006() {
    // LdA comes to the north; the home of SFSM is in the south, joined by track.
    let text = "phase = \"PH6\"\n[company.LdA]\nplace = \"F3\"\nshares = \"B 40\"\ntreasury = 160\ntrains = [\"7+12\"]\nstations = [\"F31\"]\n[company.SFSM]\nshares = \"A 100\"\nstate = \"definitive\"\nstations = [\"X7\"]\n[board]\nF31 = \"57 0\"\nY12 = \"9 0\"\nY10 = \"8 1\"\nX9 = \"18FB-704Nn 3\"\nX7 = \"18FB-704Ns 3\"\n[round.operating]\ncompany = \"LdA\"\nstep = \"trains\"\n";
    let buys = |price: i32| regional(Party::Company(company("LdA")), "SFSM", Party::Seat(A), price);
    assert!(y2006(text).offers(&buys(160)));
    let two = text.replace("treasury = 160", "treasury = 130").replace("stations = [\"X7\"]\n", "");
    assert!(!pa23(&two).offers(&buys(130)), "in PA23 the north is another city");
    // A token in one half is a token in the city of the other, joined or not.
    let nn = "phase = \"PH6\"\n[company.NN]\nplace = \"F3\"\nshares = \"B 40\"\ntreasury = 160\ntrains = [\"7+12\"]\nstations = [\"X7\"]\n[company.SEPSA]\nshares = \"A 100\"\nstate = \"definitive\"\nstations = [\"X9\"]\n[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n";
    let table = y2006(nn);
    assert!(table.game.napoli_joint().is_none());
    assert!(table.offers(&regional(Party::Company(company("NN")), "SEPSA", Party::Seat(A), 160)));
}

/// Rules: 18FB-G-84, 18FB-3.6.1-25
#[test]
fn a_leased_train_of_a_closed_national_is_not_for_sale() {
    let rm =
        corp("RM", "F3", "A 20", "treasury = 10\nleased = 1\ntrains = [\"7+12\"]\nstations = [\"X7\"]\n");
    let mut table = pa23(&format!("phase = \"PH6\"\n{rm}{}", acting("RM", "finance")));
    let id = table.id("RM");
    crate::fb::closing::close(&mut table.game, id, &mut Vec::new()).unwrap();
    assert_eq!(table.game.table.depot.returned(ferrata_engine::id::TrainKind(5)), 0);
}

/// Rules: 18FB-T-03, 18FB-3.4.2-10
#[test]
fn every_distinct_cost_and_number_of_towns_is_kept_by_its_shortest_route() {
    use crate::fb::board::lines::{Building, add};
    use ferrata_engine::money::Money;
    let table = pa23("");
    let hex = table.hex("G30");
    let leg = ferrata_engine::action::Leg {
        hex: table.game.fixed.parts.hex_name(hex),
        from: ferrata_engine::tile::End::Side(0),
        to: ferrata_engine::tile::End::Stop(0),
    };
    let line = |cost: i32, markers: u8, legs: usize| Building {
        hex,
        stop: 0,
        cost: Money(cost),
        markers,
        pontecorvo: false,
        route: vec![leg; legs],
        by: None,
    };
    let mut found = Vec::new();
    for (cost, markers, legs) in [(20, 1, 4), (50, 1, 2), (20, 2, 6), (20, 1, 3), (20, 1, 5)] {
        add(&mut found, line(cost, markers, legs));
    }
    let kept: Vec<_> = found.iter().map(|line| (line.cost.0, line.markers, line.route.len())).collect();
    assert_eq!(kept, [(20, 1, 3), (50, 1, 2), (20, 2, 6)]);
}

/// Rules: 18FB-G-103
#[test]
fn a_line_that_does_not_pass_pontecorvo_has_no_marker_of_it() {
    let fs = corp("FS", "F3", "A 40", "treasury = 300\nstations = [\"N21\"]\n");
    let board = "[board]\nN19 = \"9 0\"\nN17 = \"9 0\"\nN15 = \"58 1\"\nM14 = \"18FB-710 2\"\n";
    let mut table = pa23(&format!("{fs}{board}{}", acting("FS", "token")));
    table.build("M14");
    assert_eq!((table.markers("FS"), table.company("FS").pontecorvo), (1, false));
}

/// Rules: 18FB-3.4-02, 18FB-3.4-06
#[test]
fn what_is_asked_and_the_steps_of_a_turn_are_said() {
    use ferrata_engine::turn::Title;
    let asks = |table: &Table| table.game.view().question.to_string();
    let nn = corp("NN", "F3", "A 40", "treasury = 300\ntrains = [\"4+6\"]\nstations = [\"X7\"]\n");
    let table = pa23(&format!("phase = \"PH3\"\n{nn}{}", acting("NN", "trains")));
    assert_eq!(asks(&table), "buy trains");
    let mut table = pa23("[card.Riseis]\nholder = { seat = \"C\" }\n");
    table.play(buy_card(A, "NN", 100));
    assert_eq!(asks(&table), "seat 1 wants to acquire the concession NN: take it by Riseis?");
    let steps = |text: &str| {
        let table = y2006(text);
        let steps = table.game.view().steps.iter().map(|step| step.name.to_string()).collect::<Vec<_>>();
        steps.join(" ")
    };
    let fa = "phase = \"PH5\"\n[company.LdA]\nstations = []\n[company.FA]\nshares = \"A 100\"\nstate = \"definitive\"\nstations = [\"F31\"]\n";
    assert_eq!(steps(&(fa.to_owned() + &acting("FA", "tiles"))), "Tiles Earnings Trains");
    let nn = "[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\n";
    assert_eq!(steps(&(nn.to_owned() + &acting("NN", "tiles"))), "Tiles Token Interest Trains");
}

/// Rules: 18FB-3.4-04
#[test]
fn a_position_in_a_turn_lets_those_before_it_have_had_theirs() {
    let corps = corp("NN", "F3", "A 40", "stations = [\"X7\"]\n")
        + &corp("FC", "G3", "A 40", "stations = [\"F11\"]\n")
        + &corp("FSC", "E3", "A 40", "stations = [\"F23\"]\n");
    let table = pa23(&format!("{corps}{}", acting("NN", "tiles")));
    let done = table.game.operating().unwrap().done;
    let had = ["FC", "NN", "FSC"].map(|name| done.has(table.id(name)));
    assert_eq!(had, [true, false, false]);
}

/// Rules: 18FB-3.4.8-01
#[test]
fn a_train_is_suggested_in_the_step_for_trains_only() {
    let nn = corp("NN", "F3", "A 40", "treasury = 300\ntrains = [\"4+6\"]\nstations = [\"X7\"]\n");
    let fc = corp("FC", "D3", "B 40", "trains = [\"4+6\"]\nstations = [\"F11\"]\n");
    let mut table = y2006(&format!("phase = \"PH3\"\n{nn}{fc}{}", acting("NN", "tiles")));
    assert_eq!(table.refused(propose(train_of("FC", "4+6", 10))), "plain");
    let table = y2006(&format!("phase = \"PH3\"\n{nn}{fc}{}", acting("NN", "trains")));
    assert!(table.offers(&propose(train_of("FC", "4+6", 10))));
}

/// Rules: 18FB-G-110, 18FB-2.7-15
#[test]
fn another_owner_of_falcon_is_asked_once_and_only_if_it_would_count() {
    let text = |stations: &str| {
        let fb = "[company.FB]\nplace = \"F3\"\nshares = \"A 40, B 20\"\nstate = \"definitive\"\ntrains = [\"3+4\"]\n";
        format!(
            "phase = \"PH2\"\n[card.Falcon]\nholder = {{ seat = \"B\" }}\n{fb}stations = [{stations}]\n[board]\nI30 = \"57 0\"\n{}",
            acting("FB", "token")
        )
    };
    let mut table = pa23(&text("\"I30\""));
    table.pass();
    assert_eq!(table.seat(), B, "Benevento would bring 30 more");
    table.pass();
    assert_eq!((table.seat(), table.game.operating().unwrap().step), (A, Step::Dividend), "once in a turn");
    let mut table = pa23(&text("\"G30\""));
    table.pass();
    assert_eq!(
        (table.seat(), table.game.operating().unwrap().step),
        (A, Step::Dividend),
        "it would bring nothing"
    );
}

/// Rules: 18FB-C-12, 18FB-G-72
#[test]
fn players_buy_a_certificate_from_a_treasury_only_if_nobody_leads_a_national() {
    let certificate = |of: &str, price: i32| Action::Buy {
        buyer: Party::Seat(A),
        company: company(of),
        percent: 20,
        from: Party::Company(company(of)),
        price: ferrata_engine::money::Money(price),
    };
    let rm = |shares: &str, more: &str| {
        format!("phase = \"PH6\"\n{}[round.stock]\nseat = \"A\"\n", corp("RM", "F3", shares, more))
    };
    assert!(pa23(&rm("RM 100", "director = \"RM\"\n")).offers(&certificate("RM", 200)));
    let led = rm("B 10, RM 90", "director = \"RM\"\ncaretaker = \"B\"\n");
    assert_eq!(pa23(&led).refused(certificate("RM", 200)), "18FB-C-12", "B stands in");
    assert_eq!(pa23(&rm("B 40", "")).refused(certificate("RM", 200)), "18FB-C-12");
    let nn = format!("phase = \"PH6\"\n{}[round.stock]\nseat = \"A\"\n", corp("NN", "F3", "B 40, NN 20", ""));
    assert_eq!(pa23(&nn).refused(certificate("NN", 200)), "18FB-C-12", "a major");
}
