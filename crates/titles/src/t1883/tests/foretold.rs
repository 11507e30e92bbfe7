//! What whoever weighs decisions is told of what is to come.

use super::desk::{Desk, at, with};
use super::events::{before, drawn};
use crate::prospects::{Hoped, Outlook, Prospects};

/// What Ada, Ben and Cleo gain by hopes of a kind.
fn told(desk: &Desk, what: Hoped) -> [f32; 3] {
    let outlook = desk.game.outlook();
    by(desk, &outlook, what)
}

fn by(desk: &Desk, outlook: &Outlook, what: Hoped) -> [f32; 3] {
    let mut sums = [0.0; 3];
    let hopes = desk.game.foretold(outlook).into_iter().filter(|hope| hope.what == what);
    hopes.for_each(|hope| sums[hope.seat.index()] += hope.worth);
    sums
}

/// What an event card brings that is sure to come, beside one that does the same to all.
fn brings(card: &str, rest: &str) -> [f32; 3] {
    edited(card, rest, |text| text)
}

fn edited(card: &str, rest: &str, edit: impl Fn(String) -> String) -> [f32; 3] {
    let nothing = match card.trim_start_matches('E').parse::<u8>().unwrap() {
        0..=12 => "E2",
        13..=23 => "E18",
        _ => "E31",
    };
    let sums = |card: &str| told(&at(&edit(before(card, rest))), Hoped::Event);
    let (with, without) = (sums(card), sums(nothing));
    std::array::from_fn(|seat| with[seat] - without[seat])
}

fn near(found: [f32; 3], expected: [f32; 3]) {
    let close = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.01);
    assert!(close, "{found:?}, expected {expected:?}");
}

/// What a share of SARSA at 60 loses by a strike, in which it has no support: its run and a step.
fn sarsa() -> f32 {
    let desk = at(&before("E3", ""));
    let outlook = desk.game.outlook();
    let firm = outlook.firms.iter().find(|firm| firm.company == desk.company("SARSA")).unwrap();
    6.0 + (firm.price - firm.price_after(-1)) as f32
}

/// Given a General Strike that is to come, then whoever leads a corporation and has support pays a card (5), and nobody loses by it; without
/// support all who hold shares lose a run of 85 and five a share. CCFR is not met. Rules: 1883-11-03, 1883-7.0-03, 1883-7.0-04, 1883-8.1.7-01
#[test]
fn support_saves_what_a_strike_would_cost() {
    let cleo = -2.0 * sarsa();
    near(brings("E3", ""), [-5.0, -5.0, cleo]);
    near(brings("E3", "[seat.Ada]\nsupport = 0\n"), [-3.0 * 13.5, -5.0 - 2.0 * 13.5, cleo]);
    // Ada leads FBV, too, with one card: it goes to SV, the dearer one, and FBV loses 6.5 and 5 a share.
    let both = |text: String| text.replace("Ben 30, Cleo 10", "Ada 30, Cleo 10");
    near(edited("E3", "", both), [-5.0 - 3.0 * 11.5, 0.0, cleo - 11.5]);
}

/// Given a strike that costs a president less than a card, then they keep it. Rules: 1883-5.5-01, 1883-11-07
#[test]
fn support_is_not_paid_for_less_than_it_costs() {
    // With nine cards the last one cost 100; half of a run of 85 is 4.25 a share.
    let many = "[seat.Ada]\nsupport = 9\n";
    near(brings("E7", many), [-3.0 * 4.25, -5.0 - 2.0 * 4.25, 0.0]);
    near(brings("E7", ""), [-5.0, -5.0, 0.0]);
}

/// Given the other cards, then each is told by what it does. Rules: 1883-11-06, 1883-11-14, 1883-11-15, 1883-11-17, 1883-11-19, 1883-11-22,
/// 1883-11-24, 1883-C-10
#[test]
fn every_event_is_told_by_what_it_does() {
    near(brings("E6", ""), [-15.0, -10.0, 0.0]);
    // The dearest that Autarchy meets is CCFR, led by Ada: without trains it has nothing to lose.
    near(brings("E14", ""), [-5.0, -5.0, -2.0 * 3.0]);
    near(brings("E15", "[seat.Ada]\nsupport = 9\n"), [0.0, 4.0, 4.0]);
    near(brings("E19", ""), [-4.0, -4.0, 0.0]);
    near(brings("E17", "[seat.Ada]\nsupport = 3\n"), [-35.0, -55.0, -55.0]);
    near(brings("E22", ""), [12.75, 8.5 + 9.75, 3.25]);
    near(brings("E24", ""), [0.0, 0.0, -2.0 * 3.0]);
}

/// Given War Effort, then a railway with two trains loses half the price of the dearer one, and one with a single train nothing. Rules:
/// 1883-11-23a
#[test]
fn war_effort_meets_a_railway_with_two_trains() {
    let two = |text: String| {
        text.replace("stations = [\"26\"]\ntrains = [\"2\"]", "stations = [\"26\"]\ntrains = [\"2\", \"3\"]")
    };
    near(edited("E23", "", two), [-24.0, -16.0, 0.0]);
    near(brings("E23", ""), [0.0; 3]);
}

/// Given the Marshall Plan, then it brings something where the president of the cheapest corporation has support. Rules: 1883-11-29
#[test]
fn the_marshall_plan_needs_support() {
    near(brings("E29", ""), [0.0; 3]);
    let cleo = brings("E29", "[seat.Cleo]\ncash = 500\n").map(|worth| worth.max(0.0));
    near(cleo, [0.0; 3]);
    let able = |text: String| text.replace("support = 0", "support = 1");
    let rise = {
        let desk = at(&before("E29", ""));
        let outlook = desk.game.outlook();
        let firm = outlook.firms.iter().find(|firm| firm.company == desk.company("SARSA")).unwrap();
        (firm.price_after(1) - firm.price) as f32
    };
    let gain = 2.0 * rise - 5.0;
    near(edited("E29", "", able), [0.0, 0.0, gain.max(0.0)]);
}

/// Given a strike under way, then who is struck loses this round's run until its turn has come, and after that no more. Rules: 1883-11-03,
/// 1883-11-32
#[test]
fn a_strike_under_way_costs_until_the_turn_has_come() {
    let none = "[seat.Ada]\nsupport = 0\n[seat.Ben]\nsupport = 0\n";
    let mut desk = drawn("E3", none);
    let quiet = told(&drawn("E2", none), Hoped::Event);
    let lost = |desk: &Desk, seat: usize| quiet[seat] - told(desk, Hoped::Event)[seat];
    assert!((lost(&desk, 0) - 3.0 * 13.5).abs() < 0.01, "{}", lost(&desk, 0));
    while desk.acting() != "SV" || desk.game.operating().unwrap().step <= crate::t1883::operating::Step::Run {
        assert!((lost(&desk, 0) - 3.0 * 13.5).abs() < 0.01, "until it has run, in its turn too");
        desk.pass();
    }
    assert!(lost(&desk, 0).abs() < 0.01, "{}", lost(&desk, 0));
    assert!(lost(&desk, 1) > 3.0 * 11.0, "FBV of Ben has not had its turn");
}

/// Given Hot Autumn that lies open with a round to come in the set, then it is told once more; railway strikes of the deck have no effect
/// meanwhile. Rules: 1883-11-26b
#[test]
fn hot_autumn_comes_back_and_quiets_other_strikes() {
    let open = |card: &str, set: &str| {
        let text = before(card, "[seat.Ada]\nsupport = 0\n[seat.Ben]\nsupport = 0\n");
        let text = text
            .replace("deck = 3\n", "deck = 3\nhot_autumn = \"E26\"\n")
            .replace("trains = []", "trains = [\"4\"]");
        let text = text.replace("[company.CCFR]\ntrains = [\"4\"]", "[company.CCFR]\ntrains = []");
        told(&at(&format!("{set}{text}")), Hoped::Event)
    };
    let (last, more) = (open("E31", "set = [3, 3]\n"), open("E31", "set = [2, 3]\n"));
    assert!((last[0] - more[0] - 3.0 * 13.5).abs() < 0.01, "{last:?} {more:?}");
    near(open("E24", "set = [3, 3]\n"), last);
}

/// Given a deck without cards that matter, or a game that ends with its round, then nothing is to be feared. Rules: 1883-7.1-02, 1883-9-01
#[test]
fn an_empty_deck_and_the_end_bring_nothing() {
    let desk = at(&before("E27", "").replace("left = [\"E27\"]", "left = []"));
    near(told(&desk, Hoped::Event), [0.0; 3]);
    let desk = at(&before("E19", ""));
    let mut outlook = desk.game.outlook();
    assert!(by(&desk, &outlook, Hoped::Event)[0] < 0.0);
    outlook.ending = crate::prospects::Ending::After(0.0);
    near(by(&desk, &outlook, Hoped::Event), [0.0; 3]);
}

/// The last 4-trains before the first 5.
fn before_5(left: u8, options: &[&str], coop: &str, rest: &str) -> [f32; 3] {
    let desk = with(
        options,
        &format!(
            "stock_rounds = 5\noperating_rounds = 6\nset = [1, 2]\nphase = \"4\"\n{coop}\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = {left}\n[events]\ndeck = 2\nleft = []\n{rest}"
        ),
    );
    told(&desk, Hoped::Formation)
}

const COOP: &str = "[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = [\"4\"]\nshares = \"Ada 10, Ben 10, Cleo 10\"\ndirector = \"offering\"\n";
const SV: &str = "[company.SV]\nprice = 120\nplace = \"J3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\n";
const FBV: &str = "[company.FBV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 20\"\nstations = [\"88\"]\n";

/// Given the first 5-train next, then whoever would lead CCFR gets a second share of 100 for nothing; less while 4-trains are left, and nobody
/// once it is capitalised or frozen, or whoever has looted it. Rules: 1883-8.1.8-02, 1883-8.1.8-03, 1883-8.1.6-01
#[test]
fn the_president_of_ccfr_gets_a_share_for_nothing() {
    let rest = format!("{SV}{FBV}");
    near(before_5(0, &[], COOP, &rest), [0.0, 0.0, 100.0]);
    let later = before_5(2, &[], COOP, &rest);
    assert!(later[2] > 0.0 && later[2] < 100.0 && later[0] == 0.0, "{later:?}");
    let looted = COOP.replace(", Cleo 10", ", pool 10").replace("\"Cleo\"", "\"Ada\"");
    let of_two = before_5(0, &[], &looted, &rest);
    near([of_two[0] + of_two[1], of_two[2], 0.0], [100.0, 0.0, 0.0]);
    let frozen =
        "[company.CCFR]\nstanding = \"frozen\"\ntrains = []\nshares = \"pool 30\"\ndirector = \"offering\"\n";
    near(before_5(0, &[], frozen, &rest), [0.0; 3]);
    let capitalised = COOP.replace("president = \"Cleo\"", "capitalised = true");
    let capitalised = capitalised.replace("Ada 10, Ben 10, Cleo 10\"\ndirector = \"offering\"", "Cleo 20\"");
    near(before_5(0, &[], &capitalised, &rest), [0.0; 3]);
}

/// Given Mandatory Merging, then four shares at 80 or 65 become two of SEFTA at 135, and of five the odd one brings half; nothing without the variant,
/// or if one of the two is not in play. Rules: 1883-12.1-01, 1883-12.1-03, 1883-8.3-04, 1883-8.3-05, 1883-8.3-06
#[test]
fn mandatory_merging_makes_one_share_of_two() {
    let fmmsf = "[company.FMMSF]\nprice = 80\nplace = \"C1\"\nshares = \"Ada 40\"\nstations = [\"52\"]\n";
    let fmv = |ben: u8| {
        format!("[company.FMV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben {ben}\"\nstations = [\"67\"]\n")
    };
    let merging = |options: &[&str], rest: &str| {
        let [ada, ben, _] = before_5(0, options, COOP, rest);
        (ada, ben)
    };
    assert_eq!(merging(&["merging"], &format!("{fmmsf}{}", fmv(40))), (-50.0, 10.0));
    assert_eq!(merging(&["merging"], &format!("{fmmsf}{}", fmv(50))), (-50.0, 270.0 + 68.0 - 325.0));
    assert_eq!(merging(&[], &format!("{fmmsf}{}", fmv(40))), (0.0, 0.0));
    assert_eq!(merging(&["merging"], fmmsf), merging(&[], fmmsf));
}
