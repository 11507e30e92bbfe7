//! Chapters 4.6.8 and 4.6.9: the split of the Ferdinandea and the Tuscan merger; when the variants make them (chapter 7.1).

use super::super::operating::Step;
use super::super::table::Standing;
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::name::{CompanyName, HexName};
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;
use ferrata_engine::view::Asked;

const A: Holder = Holder::Seat(ferrata_engine::id::SeatId(0));
const B: Holder = Holder::Seat(ferrata_engine::id::SeatId(1));

/// A table at the end of phase three where SFTN, led by D, can buy the first 4-train.
fn eve(edition: &str, buyer_at: &str) -> T {
    table(edition, 4).phase(3).sold_up_to("4").company("SFTN", buyer_at, "D 60, C 40").cash("SFTN", 900)
}

/// SFTN buys the first 4-train.
fn phase_four(t: T) -> T {
    let mut t = t.operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    t
}

fn running(t: &T, company: &str) -> bool {
    t.game.running(t.id(company))
}

fn gone(t: &T, company: &str) -> bool {
    t.game.company(t.id(company)).standing == Standing::Gone
}

fn places(t: &T, company: &str) -> Vec<String> {
    let mut places: Vec<_> = t
        .game
        .table
        .board
        .tokens_of(t.id(company))
        .map(|token| t.game.hex_name(token.hex).to_string())
        .collect();
    places.sort();
    places
}

fn trains(t: &T, company: &str) -> Vec<String> {
    t.game.company(t.id(company)).trains.iter().map(|kind| t.game.train_name(*kind).to_string()).collect()
}

/// Answers every question of the procedure under way: the first of these options that is offered, else
/// passing, else the first thing that may be done.
fn answer_all(t: &mut T, prefer: &[&str]) {
    for _ in 0..200 {
        if t.game.table.pending.is_empty() {
            return;
        }
        let offers = t.offers();
        let wanted = prefer.iter().map(|option| choose(option));
        let wanted = wanted.into_iter().find(|action| offers.iter().any(|offer| offer.covers(action)));
        let pass = offers.iter().any(|offer| offer.covers(&Action::Pass)).then_some(Action::Pass);
        let action = wanted.or(pass).unwrap_or_else(|| offers[0].samples()[0].clone());
        t.plays(action);
    }
    panic!("the procedure does not end");
}

/// TV-35, TV-36.
/// Rules: 1841-4.6.8-01, 1841-4.6.8-02, 1841-4.6.8-05, 1841-4.6.8-06, 1841-4.6.8-08, 1841-4.6.8-09
/// Rules: 1841-4.6.8-10, 1841-4.6.8-12, 1841-4.6.8-13, 1841-4.6.8-14, 1841-4.6.2-05, 1841-TV-35, 1841-TV-36
/// Traps: rows 20 and 50.
#[test]
fn the_split_in_v1() {
    let t = eve("v1", "A13")
        .company("IRSFF", "M2", "A 40, B 30, C 10, pool 20")
        .tokens("IRSFF", "F8 F16")
        .trains("IRSFF", "4 3 3")
        .cash("IRSFF", 137);
    let mut t = phase_four(t);
    assert_eq!((t.at("SFV"), t.at("SFL"), t.price("SFV")), ("K2".into(), "K2".into(), 195));
    let stack = t.game.table.chart.stack(field("K2"));
    assert_eq!(stack, [t.id("SFV"), t.id("SFL")], "SFV on top");
    assert_eq!((t.has("SFV"), t.has("SFL")), (124, 13));
    assert_eq!((trains(&t, "SFV"), trains(&t, "SFL")), (vec!["4".into(), "3".into()], vec!["3".to_string()]));
    // The director exchanges all pairs first, as they like: here for both director's certificates.
    assert_eq!(t.who(), 'A');
    t.plays(choose("SFV"));
    t.plays(choose("SFL"));
    // B's pair and the pool's become one share of each; then B chooses for the single share.
    assert_eq!((t.who(), t.percent("SFV", "B"), t.percent("SFL", "pool")), ('B', 20, 20));
    t.plays(choose("SFV"));
    assert!(t.game.table.pending.is_empty(), "C takes what is left");
    let held = |company: &str| ["A", "B", "C", "pool", "ipo"].map(|who| t.percent(company, who));
    assert_eq!(held("SFV"), [40, 40, 0, 20, 0]);
    assert_eq!(held("SFL"), [40, 20, 20, 20, 0]);
    assert_eq!((t.director("SFV"), t.director("SFL")), (A, A));
    assert!(gone(&t, "IRSFF"));
    assert_eq!((places(&t, "SFV"), places(&t, "SFL")), (vec!["F16".to_string()], vec!["F8".to_string()]));
}

/// Rules: 1841-4.6.8-03, 1841-4.6.8-04, 1841-G-33
/// G-33; traps: row 55: no token of IRSFF stays.
#[test]
fn each_successor_has_two_tokens_in_v1() {
    let t = eve("v1", "A13").company("IRSFF", "F4", "A 40").tokens("IRSFF", "F8 F16 E9 D8 G15");
    let mut t = phase_four(t);
    // Three lie outside Veneto: the director says which goes.
    let removable: Vec<_> = t
        .offers()
        .into_iter()
        .filter_map(|offer| match offer {
            Offer::RemoveToken { hex, .. } => Some(hex.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(removable, ["D8", "E9", "F8"]);
    t.plays(Action::RemoveToken { company: CompanyName::of("IRSFF"), hex: HexName::of("D8"), stop: 0 });
    answer_all(&mut t, &["SFV", "SFL"]);
    assert_eq!(
        (places(&t, "SFV"), places(&t, "SFL")),
        (vec!["F16".into(), "G15".into()], vec!["E9".into(), "F8".to_string()])
    );
    assert_eq!((t.game.company(t.id("SFV")).tokens, t.game.company(t.id("SFL")).tokens), (0, 0));
    assert!(places(&t, "IRSFF").is_empty());
    let mut one = phase_four(eve("v1", "A13").company("IRSFF", "F4", "A 40").tokens("IRSFF", "F8 F16"));
    answer_all(&mut one, &["SFV", "SFL"]);
    assert_eq!((one.game.company(one.id("SFV")).tokens, one.game.company(one.id("SFL")).tokens), (1, 1));
}

/// Rules: 1841-4.6.8-07
#[test]
fn the_treasury_is_dealt_by_value() {
    let t = eve("v1", "A13")
        .company("IRSFF", "F4", "A 40")
        .tokens("IRSFF", "F8 F16")
        .company("AFI", "F4", "IRSFF 20")
        .company("RSFS", "I3", "B 40, IRSFF 10")
        .company("CFCC", "F4", "B 40, IRSFF 10");
    let mut t = phase_four(t);
    answer_all(&mut t, &["SFV", "SFL"]);
    // A director's certificate counts twice: 200, then 144, then 100.
    assert_eq!((t.percent("AFI", "SFV"), t.percent("RSFS", "SFL"), t.percent("CFCC", "SFV")), (20, 10, 10));
}

/// Rules: 1841-4.6.8-07, 1841-4.6.8-14
#[test]
fn directors_change_only_when_the_whole_treasury_is_dealt() {
    let t = eve("v1", "A13").company("IRSFF", "F4", "A 40").tokens("IRSFF", "F8 F16");
    let mut t = phase_four(t.company("AFI", "F4", "IRSFF 50, B 10"));
    answer_all(&mut t, &["SFV", "SFL"]);
    assert_eq!(["SFV", "SFL", "IRSFF"].map(|who| t.percent("AFI", who)), [30, 20, 0]);
    assert_eq!(t.director("AFI"), t.holder("SFV"));
}

/// Rules: 1841-4.6.8-11, 1841-4.6.8-12
/// Traps: row 15 (#9378): all other shares are held in pairs.
#[test]
fn a_single_share_of_the_pool_goes_as_the_director_says() {
    let t = eve("v1", "A13").company("IRSFF", "F4", "A 40, pool 10").tokens("IRSFF", "F8 F16");
    let mut t = phase_four(t);
    t.plays(choose("SFV"));
    t.plays(choose("SFL"));
    assert_eq!(t.who(), 'A');
    t.plays(choose("SFL"));
    assert_eq!((t.percent("SFL", "pool"), t.percent("SFV", "pool")), (20, 0));
    assert_eq!((t.percent("SFV", "ipo"), t.percent("SFL", "ipo")), (60, 40), "the rest is their offering");
}

/// Rules: 1841-4.6.8-15, 1841-G-32
/// G-32.
#[test]
fn the_successors_act_if_irsff_has_not() {
    let acts = |buyer_at: &str| {
        let t = eve("v1", buyer_at).company("IRSFF", "F4", "A 40").tokens("IRSFF", "F8 F16");
        let mut t = phase_four(t);
        answer_all(&mut t, &["SFV", "SFL"]);
        let to_act = t.game.to_act();
        (to_act.contains(&t.id("SFV")), to_act.contains(&t.id("SFL")))
    };
    assert_eq!(acts("O1"), (true, true));
    assert_eq!(acts("A13"), (false, false));
}

/// Rules: 1841-4.6.8-01-v2, 1841-4.6.8-02-v2, 1841-4.6.8-03-v2, 1841-4.6.8-08-v2, 1841-4.6.8-12-v2
#[test]
fn the_split_in_v2() {
    let t = eve("v2", "A13")
        .company("IRSFF", "M2", "A 30, B 20, pool 20")
        .tokens("IRSFF", "F8 F16")
        .charter_tokens("IRSFF", 3)
        .cash("IRSFF", 200)
        .cash("A", 1000);
    let mut t = phase_four(t);
    assert_eq!((t.at("SB"), t.at("SFL")), ("M2".into(), "M2".into()), "no column limit");
    // With less than 40% the director takes one of the two; the next pair takes the other.
    assert_eq!(t.who(), 'A');
    t.plays(choose("SFL"));
    assert_eq!((t.director("SFL"), t.director("SB")), (A, B));
    assert_eq!((t.percent("SB", "pool"), t.percent("SFL", "pool")), (10, 10));
    t.plays(choose("SB"));
    // Offers of SB, then of SFL, to their shareholders; then further tokens.
    assert_eq!(t.who(), 'B');
    t.plays(choose("yes"));
    assert_eq!((t.percent("SB", "B"), t.has("SB")), (30, 180 + 240));
    answer_all(&mut t, &["no"]);
    assert!(gone(&t, "IRSFF") && running(&t, "SB") && running(&t, "SFL"));
    let tokens =
        |company: &str| usize::from(t.game.company(t.id(company)).tokens) + places(&t, company).len();
    assert_eq!((tokens("SB"), tokens("SFL")), (3, 2), "three unplaced ones are dealt out, SB first");
    // 40%: both certificates.
    let t = eve("v2", "A13").company("IRSFF", "M2", "A 40, B 20").tokens("IRSFF", "F8 F16");
    let mut t = phase_four(t);
    answer_all(&mut t, &["no"]);
    assert_eq!((t.director("SB"), t.director("SFL")), (A, A));
}

/// Rules: 1841-4.6.8-08-v2, 1841-4.6.8-12-v2, 1841-4.5.1.1-02
/// Traps: rows 30 (#9438) and 52 (#11310): a frozen successor holds nothing up and buys no tokens.
#[test]
fn a_successor_frozen_by_the_split() {
    let t = eve("v2", "A13")
        .company("IRSFF", "M2", "A 30, pool 20")
        .tokens("IRSFF", "F8 F16")
        .cash("IRSFF", 600)
        .cash("A", 1000);
    let mut t = phase_four(t);
    t.plays(choose("SFL"));
    assert_eq!((t.director("SFL"), t.director("SB")), (A, Holder::Pool), "the pool's pair takes the other");
    assert!(t.game.frozen(t.id("SB")));
    let mut buyers = Vec::new();
    while !t.game.table.pending.is_empty() {
        let offers = t.offers();
        buyers.extend(offers.iter().filter_map(|offer| match offer {
            Offer::BuyTokens { company, .. } => Some(company.to_string()),
            _ => None,
        }));
        let options = [choose("SFL"), choose("no"), Action::Pass];
        let answer = options.into_iter().find(|action| offers.iter().any(|offer| offer.covers(action)));
        t.plays(answer.unwrap_or_else(|| offers[0].samples()[0].clone()));
    }
    assert_eq!(buyers, ["SFL"], "540 of the cash are SB's, but it decides nothing");
    assert_eq!((t.has("SB"), t.has("SFL")), (540, 60));
    assert!(gone(&t, "IRSFF"));
}

/// Rules: 1841-4.6.8-01-v2
/// Traps: row 24 (#9407): city tokens only.
#[test]
fn no_split_in_v2_if_milano_and_venezia_are_joined() {
    let t = phase_four(eve("v2", "A13").company("SFTG", "F4", "A 40"));
    assert!(gone(&t, "SB") && gone(&t, "SFL"), "IRSFF is not in operation");
    // Milano, Cremona, Mantova, Verona, Vicenza, Padova, Mestre.
    let split = |tiles: &str| {
        let t = eve("v2", "A13").company("IRSFF", "F4", "A 40").tiles(tiles).tokens("IRSFF", "F8 F16");
        let mut t = phase_four(t);
        answer_all(&mut t, &["SB", "no"]);
        running(&t, "SB")
    };
    let line = "F8 604 1, G9 9 2, H10 6 2, G11 8 5, H12 6 2, G13 621 1, F14 6 5, G15 202 2, F16 601 0";
    assert!(!split(line));
    assert!(split(&line.replace("H12 6 2, ", "")), "not joined: it is split");
}

/// Rules: 1841-4.6.8-01-v2
/// Traps: row 24 (#9407): whose only token on the line lies on a pass does not use it.
#[test]
fn a_token_on_a_pass_does_not_join_milano_and_venezia() {
    // As above to Vicenza, then over both passes to Treviso and Mestre; the first pass is full.
    let line = "F8 604 1, G9 9 2, H10 6 2, G11 8 5, H12 6 2, G13 621 1, F14 6 1, D14 614 4, C15 614 5, D16 6 0, F16 601 0, F16 602 1";
    let split = |tokens: &str| {
        let t = eve("v2", "A13").company("IRSFF", "F4", "A 40").company("RSFS", "C5", "B 40").tiles(line);
        let mut t = phase_four(t.tokens("IRSFF", "F8 F16").tokens("RSFS", tokens));
        answer_all(&mut t, &["SB", "no"]);
        running(&t, "SB")
    };
    assert!(split("D14"), "nobody has a base from which both are reached");
    assert!(!split("D14 F14"), "from Vicenza RSFS reaches both");
}

// ---- chapter 4.6.9 ----

/// Rules: 1841-4.6.9-01, 1841-4.6.9-06
#[test]
fn no_tuscan_merger_with_fewer_than_two() {
    let t = phase_four(eve("v1", "A13").company("SFLP", "F4", "A 40").tokens("SFLP", "P12"));
    assert!(gone(&t, "SFLi") && gone(&t, "SFMA") && gone(&t, "SSFL") && running(&t, "SFLP"));
    let t = phase_four(eve("v1", "A13"));
    assert!(gone(&t, "SFLi"));
}

/// Rules: 1841-4.6.9-02, 1841-4.6.9-05, 1841-4.6.9-07, 1841-4.6.9-08, 1841-4.7.5-03, 1841-4.7.5-06
/// Traps: rows 13, 21, 22 and 42.
#[test]
fn two_tuscan_minors_merge() {
    let t = eve("v1", "O1")
        .company("SFLP", "F4", "A 40, B 20")
        .tokens("SFLP", "P12")
        .cash("SFLP", 70)
        .company("SFMA", "I3", "C 40, pool 20")
        .tokens("SFMA", "R14.1")
        .cash("SFMA", 30);
    let mut t = phase_four(t);
    assert_eq!(t.who(), 'C', "the director of the higher priced company, now of SFLi, settles its tokens");
    answer_all(&mut t, &[]);
    assert_eq!((t.at("SFLi").as_str(), t.has("SFLi")), ("K8", 100), "less than 122");
    assert_eq!(t.director("SFLi"), Holder::Seat(seat('C')));
    assert_eq!(["C", "A", "B", "pool", "ipo"].map(|who| t.percent("SFLi", who)), [20, 20, 10, 10, 40]);
    assert_eq!(places(&t, "SFLi"), ["P12", "Q11", "R14"], "one in Pisa, one in Firenze");
    assert_eq!(t.game.company(t.id("SFLi")).tokens, 2, "five in all");
    assert!(gone(&t, "SFLP") && gone(&t, "SFMA"));
    assert!(!t.game.to_act().contains(&t.id("SFLi")), "it acts in the next round");
}

/// Rules: 1841-4.6.9-08-v2, 1841-4.6.9-05-v2
/// Traps: row 49.
#[test]
fn in_v2_sfli_acts_at_once_and_gets_no_new_places() {
    let merged = |edition: &str, buyer_at: &str| {
        let t = eve(edition, buyer_at)
            .company("SFLP", "F4", "A 40, B 20")
            .tokens("SFLP", "P12")
            .company("SFMA", "I3", "C 40")
            .tokens("SFMA", "R14.1");
        let mut t = phase_four(t);
        answer_all(&mut t, &[]);
        (t.game.to_act().contains(&t.id("SFLi")), places(&t, "SFLi"))
    };
    assert_eq!(merged("v2", "O1"), (true, vec!["P12".to_string(), "R14".to_string()]));
    assert!(!merged("v2", "A13").0, "its predecessors have acted");
    assert!(!merged("v2", "E1").0, "one of them has");
    assert!(merged("v1 sfli-runs", "O1").0);
}

/// Rules: 1841-4.6.9-03, 1841-4.6.9-04-v2, 1841-4.7.6-03
#[test]
fn a_tuscan_minor_and_the_leopolda() {
    let t = eve("v1", "O1")
        .company("SFLP", "F4", "A 40, B 20")
        .tokens("SFLP", "P12")
        .cash("SFLP", 40)
        .company("SSFL", "I3", "A 40, C 20")
        .tokens("SSFL", "Q11")
        .cash("SSFL", 60);
    let mut t = phase_four(t);
    answer_all(&mut t, &["no", "cash"]);
    // SFLP becomes a major at 100 and pays 40 of the 50 for its second token; 100 + 144 give less than 244: 242.
    assert_eq!((t.price("SFLi"), t.has("SFLi")), (242, 60));
    // A: 20% of the intermediate major and 40% of SSFL are 60% old, so 30%; C 20% old; B 10% old for cash.
    assert_eq!(["A", "B", "C"].map(|who| t.percent("SFLi", who)), [30, 0, 10]);
    assert_eq!((t.director("SFLi"), t.has("B")), (A, 840 + 121));
    assert!(gone(&t, "SFLP") && gone(&t, "SSFL") && gone(&t, "SFMA"));
}

/// Rules: 1841-4.6.9-04, 1841-8-06
/// Traps: row 46 (#9779): the intermediate company survives both steps.
#[test]
fn all_three_tuscan_companies() {
    let t = eve("v1", "O1")
        .company("SFLP", "F4", "A 40, B 20")
        .tokens("SFLP", "P12")
        .company("SFMA", "F4", "A 40, B 40")
        .tokens("SFMA", "R14.1")
        .company("SSFL", "I3", "A 60, B 40")
        .tokens("SSFL", "Q11");
    // Before that they may not merge in any other way.
    let early = t.clone().phase(3).operates("SFLP", Step::Merger);
    assert_ne!(early.step(), Some(Step::Merger));
    let mut t = phase_four(t);
    // B is asked for a single share in the second merger: the intermediate major is there until all is done.
    assert_eq!((t.who(), t.game.company(t.id("AFI")).standing), ('B', Standing::Dissolving));
    assert!(!t.game.free_majors().any(|company| company == t.id("AFI")));
    answer_all(&mut t, &["cash"]);
    assert!(running(&t, "SFLi"));
    assert!(["SFLP", "SFMA", "SSFL"].iter().all(|company| gone(&t, company)));
    // The intermediate major can be started again; A: 40% of it and 60% of SSFL.
    assert!(["AFI", "ATFA", "CFCC"].iter().all(|company| !running(&t, company)));
    assert_eq!(t.percent("SFLi", "A"), 50);
    assert_eq!(places(&t, "SFLi"), ["P12", "Q11", "R14"]);
}

/// Rules: 1841-4.6.9-04
#[test]
fn without_a_free_major_one_that_has_left_lends_its_charter() {
    let mut t = eve("v1", "O1")
        .company("SFLP", "F4", "A 40, B 20")
        .tokens("SFLP", "P12")
        .company("SSFL", "I3", "A 60, B 40")
        .tokens("SSFL", "Q11");
    let majors: Vec<_> = t.game.free_majors().collect();
    for major in majors {
        let major = t.game.name(major).to_string();
        t.say(&["company", &major, "standing"], Standing::Gone);
    }
    let mut t = phase_four(t);
    answer_all(&mut t, &["cash"]);
    assert!(running(&t, "SFLi") && gone(&t, "SFLP") && gone(&t, "SSFL"));
}

/// Rules: 1841-4.6.9-03, 1841-4.7.6-08, 1841-4.6.9-04-v2
#[test]
fn a_tuscan_minor_pays_for_its_second_token() {
    let left = |edition: &str| {
        let t = eve(edition, "O1").company("SFLP", "F4", "A 40, B 20").tokens("SFLP", "P12").cash("SFLP", 90);
        let t = t.company("SSFL", "I3", "A 40, C 20").tokens("SSFL", "Q11").cash("SSFL", 60);
        let mut t = phase_four(t);
        answer_all(&mut t, &["no", "cash"]);
        t.has("SFLi")
    };
    assert_eq!((left("v1"), left("v2")), (100, 150), "in v2 it is free");
}

/// Rules: 1841-4.6.9-07
#[test]
fn who_carries_out_each_tuscan_merger_is_decided_anew() {
    // C directs the dearest of all, but A directs the major that SFLP and SFMA make, and that is dearer than SSFL.
    let asked = |edition: &str| {
        let t =
            eve(edition, "O1").company("SFLP", "I3", "C 40, A 40").tokens("SFLP", "P12").trains("SFLP", "3");
        let t = t.company("SFMA", "F4", "A 60").tokens("SFMA", "R14.1").trains("SFMA", "3");
        let t = t.company("SSFL", "C4", "B 50, D 20").tokens("SSFL", "Q11").trains("SSFL", "3 3 3");
        let mut t = phase_four(t);
        while t.game.asked() != Asked::Discard {
            t.passes_or_must();
        }
        t.who()
    };
    assert_eq!((asked("v1"), asked("v2")), ('A', 'C'), "of the pair; of all three");
}

/// Rules: 1841-4.6.9-07-v2
/// Traps: rows 23 and 27: only the Tuscan merger may end without a director.
#[test]
fn sfli_without_a_director_is_frozen() {
    let t = eve("v2", "O1")
        .company("SFLP", "F4", "pool 40, A 20")
        .tokens("SFLP", "P12")
        .company("SSFL", "I3", "pool 20, A 10, B 10, C 10")
        .tokens("SSFL", "Q11")
        .cash("A", 0)
        .cash("B", 0)
        .cash("C", 0);
    let mut t = phase_four(t);
    answer_all(&mut t, &["no", "cash"]);
    assert!(t.game.frozen(t.id("SFLi")));
    assert_eq!(places(&t, "SFLi"), ["Q11"], "Pisa is kept, everything else removed");
}

/// Rules: 1841-L8-01
#[test]
fn no_tuscan_merger_in_lite() {
    let t =
        table("v1 lite", 4).phase(3).sold_up_to("4").company("SFTN", "C5", "D 60, C 40").cash("SFTN", 350);
    let t = phase_four(t);
    assert!(t.game.table.tuscan_done && t.game.table.pending.is_empty());
}

// ---- chapter 7.1 ----

/// Rules: 1841-7.1.1-02, 1841-7.1.2-02, 1841-7.1.3-02, 1841-7.1.5-02
#[test]
fn variants_without_a_split() {
    for variant in ["napoleon", "cavour", "william", "franz-joseph"] {
        let t = eve(&format!("v1 {variant}"), "A13").company("IRSFF", "F4", "A 40").tokens("IRSFF", "F8 F16");
        let t = phase_four(t);
        assert!(running(&t, "IRSFF") && t.game.table.pending.is_empty(), "{variant}");
        assert!(!running(&t, "SFV") && !running(&t, "SFL"));
    }
}

/// Rules: 1841-7.1.1-03, 1841-7.1.3-03, 1841-7.1.5-01
#[test]
fn variants_with_the_tuscan_merger_in_phase_five() {
    for variant in ["napoleon", "william", "franz-joseph"] {
        let t = eve(&format!("v1 {variant}"), "O1")
            .company("SFLP", "F4", "A 40, B 20")
            .tokens("SFLP", "P12")
            .company("SFMA", "I3", "C 40")
            .tokens("SFMA", "R14.1");
        let t = phase_four(t);
        assert!(running(&t, "SFLP") && running(&t, "SFMA"), "{variant}: not yet");
        let mut t = t.sold_up_to("5").cash("SFTN", 550).operates("SFTN", Step::Trains);
        t.plays(buy_train("5", "bank", 550));
        answer_all(&mut t, &[]);
        assert!(running(&t, "SFLi"), "{variant}");
    }
}

/// Rules: 1841-7.1.4-02
#[test]
fn carlo_alberto_splits_in_phase_three() {
    let t = table("v1 carlo-alberto", 4)
        .company("SFTN", "A13", "D 60, C 40")
        .cash("SFTN", 200)
        .sold_up_to("3")
        .company("IRSFF", "F4", "A 40")
        .tokens("IRSFF", "F8 F16");
    let mut t = t.operates("SFTN", Step::Trains);
    t.plays(buy_train("3", "bank", 200));
    answer_all(&mut t, &["SFV", "SFL"]);
    assert!(running(&t, "SFV") && running(&t, "SFL") && gone(&t, "IRSFF"));
}
