//! Chapters 4.5 and 4.6: trains and phases.

use super::super::operating::Step;
use super::super::table::Standing;
use super::builder::*;
use super::given::buy_slot;
use ferrata_engine::action::Action;
use ferrata_engine::name::{CompanyName, TrainName};
use ferrata_engine::shares::Holder;

pub(super) fn trains(t: &T, company: &str) -> Vec<String> {
    t.game.company(t.id(company)).trains.iter().map(|kind| t.game.train_name(*kind).to_string()).collect()
}

fn discard(company: &str, train: &str) -> Action {
    Action::Discard { company: CompanyName::of(company), train: TrainName::of(train) }
}

/// SFTG in Lucca, from where Pisa can be reached: it could run.
pub(super) fn sftg(phase: u8) -> T {
    table("v1", 3).phase(phase).company("SFTG", "F4", "A 40").tokens("SFTG", "P12")
}

/// Rules: 1841-4.5-01, 1841-4.5-02, 1841-4.5-04, 1841-4.5.2-01, 1841-4.6-01
#[test]
fn trains_are_sold_in_order_and_start_phases() {
    let mut t = sftg(2).cash("SFTG", 1100).operates("SFTG", Step::Trains);
    assert_eq!(t.rule(buy_train("3", "bank", 200)), "1841-4.5-02");
    assert_eq!(t.rule(buy_train("2", "bank", 90)), "1841-4.5-01");
    for _ in 0..4 {
        t.plays(buy_train("2", "bank", 100));
    }
    assert_eq!((t.has("SFTG"), trains(&t, "SFTG").len()), (700, 4));
    let mut t = sftg(2).sold_up_to("3").cash("SFTG", 1100).operates("SFTG", Step::Trains);
    t.plays(buy_train("3", "bank", 200));
    assert_eq!(t.in_phase(), 3);
}

/// Rules: 1841-4.5-01, 1841-4.5.2-01
#[test]
fn trains_between_companies_at_an_agreed_price() {
    let mut t = sftg(3)
        .company("SFTN", "C5", "B 40")
        .trains("SFTN", "2 3")
        .cash("SFTG", 300)
        .operates("SFTG", Step::Trains);
    assert_eq!(t.rule(propose(buy_train("3", "SFTN", 0))), "1841-4.5-01");
    t.plays(propose(buy_train("3", "SFTN", 77)));
    assert_eq!(t.who(), 'B');
    t.plays(Action::Accept);
    assert_eq!((trains(&t, "SFTG"), trains(&t, "SFTN")), (vec!["3".into()], vec!["2".into()]));
    assert_eq!((t.has("SFTG"), t.has("SFTN")), (223, 77));
    // Between companies of one player nobody has to be asked.
    let mut t = sftg(3)
        .company("SFTN", "C5", "A 40")
        .trains("SFTN", "2")
        .cash("SFTG", 300)
        .operates("SFTG", Step::Trains);
    t.plays(buy_train("2", "SFTN", 300));
}

/// Rules: 1841-4.5-05, 1841-4.5-06, 1841-4.6.2-04, 1841-4.6.4-01, 1841-4.6-02, 1841-TV-16
/// TV-16: at the limit nothing can be bought, even if the purchase would scrap a train.
#[test]
fn train_limits() {
    let limits = |phase| {
        let t = table("v1", 3).phase(phase);
        (t.game.train_limit(t.id("SFTG")), t.game.train_limit(t.id("SFTC")))
    };
    assert_eq!([2, 3, 4, 5, 6, 7, 8].map(limits), [(4, 2), (4, 2), (3, 2), (3, 2), (2, 1), (2, 1), (2, 1)]);
    let t = sftg(6).trains("SFTG", "4 5").sold_up_to("7").cash("SFTG", 2000).operates("SFTG", Step::Trains);
    assert_ne!(t.step(), Some(Step::Trains), "no purchase is possible");
}

/// TV-15.
/// Rules: 1841-4.5-07, 1841-4.5-08, 1841-4.6.4-01, 1841-4.6.7-01, 1841-TV-15
#[test]
fn a_lower_limit_returns_trains_at_once() {
    let mut t =
        sftg(5).trains("SFTG", "4 5").sold_up_to("6").cash("SFTG", 2000).operates("SFTG", Step::Trains);
    t.plays(buy_train("6", "bank", 800));
    assert_eq!((t.in_phase(), t.who()), (6, 'A'));
    assert!(t.offers().iter().all(|offer| matches!(offer, ferrata_engine::offer::Offer::Discard { .. })));
    t.plays(discard("SFTG", "4"));
    assert_eq!(trains(&t, "SFTG"), ["5", "6"]);
    assert_eq!(t.has("SFTG"), 1200, "without compensation");
    // The bank sells it again beside the current ones.
    let mut t = t
        .company("SFTN", "C5", "B 40")
        .tokens("SFTN", "Q11")
        .cash("SFTN", 400)
        .operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    assert_eq!(t.in_phase(), 6);
}

/// Rules: 1841-4.5-09, 1841-4.5-10, 1841-G-22
/// G-22: the test is made on the board as it is.
#[test]
fn a_company_that_could_run_must_buy() {
    let t = sftg(3).cash("SFTG", 300).operates("SFTG", Step::Trains);
    assert_eq!(t.rule(Action::Pass), "1841-4.5-09");
    // No route: no obligation.
    let mut t = table("v1", 3).phase(3).company("AFI", "F4", "A 40").tokens("AFI", "K11").cash("AFI", 300);
    t = t.operates("AFI", Step::Trains);
    t.pass();
    // A train bought now runs next time: the run came before.
    let mut t = sftg(3).cash("SFTG", 300).operates("SFTG", Step::Track);
    t.pass();
    assert_eq!((t.step(), t.at("SFTG").as_str()), (Some(Step::Trains), "E4"));
    t.plays(buy_train("3", "bank", 200));
    assert_eq!(t.game.company(t.id("SFTG")).last_run, None);
}

/// Rules: 1841-4.5-09, 1841-4.4-01
/// Traps: row 44 (#9654): the sale of a slot takes the only route, and with it the obligation.
#[test]
fn without_its_only_route_a_company_need_not_buy() {
    let t = sftg(3)
        .tokens("SFTG", "K11")
        .company("AFI", "F4", "A 40")
        .tokens("AFI", "Q11")
        .charter_tokens("AFI", 1)
        .cash("AFI", 50)
        .cash("SFTG", 300);
    let must = t.clone().operates("SFTG", Step::Trains);
    assert_eq!(must.rule(Action::Pass), "1841-4.5-09");
    let mut t = t.operates("AFI", Step::Slot);
    t.plays(buy_slot("SFTG", "P12", 0, 20));
    let mut t = t.operates("SFTG", Step::Trains);
    t.pass();
}

/// Rules: 1841-4.5-09, 1841-4.5-08
/// The pile is sold, but the bank has a returned train.
#[test]
fn a_returned_train_must_be_bought_when_the_pile_is_empty() {
    let mut t = table("v1", 3)
        .phase(8)
        .sold_up_to("8")
        .with(&["depot", "8"], 0)
        .company("SFTG", "F4", "A 40, B 10")
        .tokens("SFTG", "P12")
        .cash("SFTG", 1200);
    let mut none = t.clone().operates("SFTG", Step::Trains);
    assert_ne!(none.step(), Some(Step::Trains), "nothing is for sale, and nothing must be bought");
    none.passes_or_must();
    t.game.table.depot.give_back(ferrata_engine::id::TrainKind(5));
    let mut t = t.cash("A", 500).operates("SFTG", Step::Trains);
    assert_eq!(t.rule(Action::Pass), "1841-4.5-09");
    t.plays(buy_train("7", "bank", 1100));
}

/// Rules: 1841-4.5-09, 1841-4.3.1-04, 1841-4.3.1-14, 1841-G-22
/// G-22: over two passes the line from Torino comes back to Torino: no train runs from one of its cities to the other.
#[test]
fn a_loop_from_torino_to_torino_binds_nobody_to_buy() {
    let line = "G5 8 5, H6 9 2, I7 8 0, K7 614 1, L6 614 2, K5 9 2, J4 9 2, I3 7 4";
    let t = |edition: &str, tiles: &str| {
        table(edition, 3)
            .phase(4)
            .company("SFTN", "F4", "A 40, B 10")
            .tiles(tiles)
            .tokens("SFTN", "H4.1")
            .cash("SFTN", 900)
    };
    assert_eq!(t("v1", line).trains("SFTN", "8").best("SFTN"), 0);
    let mut loops = t("v1", line).operates("SFTN", Step::Trains);
    loops.pass();
    // Online two cities of a hex may be joined (O-14).
    assert_eq!(t("v1 online", line).operates("SFTN", Step::Trains).rule(Action::Pass), "1841-4.5-09");
}

// ---- chapter 4.6 ----

/// Rules: 1841-4.6-02, 1841-4.6.2-04, 1841-4.6.3-01, 1841-4.6.5-01, 1841-4.6.6-01
/// Traps: rows 5 (5-trains do rust) and 9 (three of them).
#[test]
fn what_each_phase_scraps() {
    let after = |phase: u8, train: &str, price: i32| {
        let t = sftg(phase).sold_up_to(train).company("SFTN", "C5", "B 40").cash("SFTG", 1500);
        let t = t.trains("SFTN", "2 3 4 5 6 7");
        let mut t = t.operates("SFTG", Step::Trains);
        let before = trains(&t, "SFTN");
        let mut game = t.game.clone();
        use ferrata_engine::turn::{Entry, Title};
        game.apply(&Entry::seat(t.asked(), buy_train(train, "bank", price))).unwrap();
        t.game = game;
        let left: Vec<String> = trains(&t, "SFTN");
        before.into_iter().filter(|train| !left.contains(train)).collect::<Vec<_>>()
    };
    assert_eq!(after(2, "3", 200), Vec::<String>::new());
    assert_eq!(after(3, "4", 350), ["2"]);
    assert_eq!(after(4, "5", 550), ["3"]);
    assert_eq!(after(5, "6", 800), Vec::<String>::new());
    assert_eq!(after(6, "7", 1100), ["4"]);
    assert_eq!(after(7, "8", 1450), ["5"]);
    let roster = |edition| new_game(edition, 3).game.parts().trains[3].count;
    assert_eq!((roster("v1"), roster("v2")), (Some(3), Some(3)));
}

/// Rules: 1841-4.6-02, 1841-4.6.1-01, 1841-4.6.3-01
#[test]
fn the_table_of_phases() {
    use ferrata_engine::tile::Color::{Brown, Green, Yellow};
    let t = table("v1", 3);
    let colors: Vec<_> = t.game.parts().phases.iter().map(|phase| phase.colors.clone()).collect();
    let (y, g, b) = (vec![Yellow], vec![Yellow, Green], vec![Yellow, Green, Brown]);
    assert_eq!(colors, [y, g.clone(), g, b.clone(), b.clone(), b.clone(), b]);
    let bands: Vec<_> = t.game.parts().phases.iter().map(|phase| phase.band.to_string()).collect();
    assert_eq!(bands, ["white", "white", "gray", "gray", "black", "black", "black"]);
}

/// Rules: 1841-4.6.2-01, 1841-4.6.2-02, 1841-4.6.2-03, 1841-4.6.2-05, 1841-3.5.3-03
/// Traps: row 34 (#9471): borders change with the phase.
#[test]
fn phase_four_ends_the_concessions() {
    let mut t = sftg(3)
        .sold_up_to("4")
        .company("SFTN", "C5", "B 40")
        .concession("Bayard", "C")
        .concession("SFTC", "C")
        .trains("SFTN", "2")
        .cash("SFTG", 400)
        .operates("SFTG", Step::Trains);
    assert!(!t.game.same_side(t.hex("K11"), t.hex("P12")));
    t.plays(buy_train("4", "bank", 350));
    assert!(t.game.table.concessions.iter().all(|holder| *holder == Holder::Out));
    assert_eq!(t.game.company(t.id("SFTC")).standing, Standing::Gone, "not in operation: it leaves");
    assert_eq!(t.game.company(t.id("SFTN")).standing, Standing::Running);
    assert!(t.game.same_side(t.hex("K11"), t.hex("P12")) && t.game.same_side(t.hex("J6"), t.hex("P12")));
    assert!(t.game.same_side(t.hex("E9"), t.hex("J6")) && !t.game.same_side(t.hex("E9"), t.hex("G15")));
    assert!(trains(&t, "SFTN").is_empty());
    assert!(["E9", "G15"].iter().all(|hex| !t.game.austria_closed(t.hex(hex))));
}
