//! Chapter 4.4: buying the slot of another company's token.

use super::super::operating::Step;
use super::builder::*;
use super::given::*;
use ferrata_engine::action::Action;
use ferrata_engine::offer::Offer;

/// SFTG in Torino reaches Alessandria and the Giovi, where RSFS (of B) has tokens.
fn giovi(edition: &str, rsfs: &str) -> T {
    table(edition, 3)
        .phase(4)
        .company("SFTG", "F4", "A 50")
        .company("RSFS", "C5", "B 50")
        .tiles("I5 4 2, J6 57 5, J6 14 1, K7 613 2")
        .tokens("SFTG", "H4.0")
        .tokens("RSFS", rsfs)
        .cash("SFTG", 300)
        .cash("RSFS", 0)
        .charter_tokens("SFTG", 2)
        .charter_tokens("RSFS", 1)
}

/// SFTG in Torino could buy the slot of RSFS, of these holders, in Alessandria.
fn alessandria(edition: &str, holders: &str) -> T {
    table(edition, 3)
        .phase(4)
        .company("SFTG", "F4", "A 50")
        .company("RSFS", "C5", holders)
        .tiles("I5 4 2, J6 57 5")
        .tokens("SFTG", "H4.0")
        .tokens("RSFS", "J6 K11")
        .cash("SFTG", 300)
        .charter_tokens("SFTG", 1)
        .operates("SFTG", Step::Slot)
}

/// Whose slots are offered, by hex.
fn slots(t: &T) -> Vec<String> {
    let offers = t.offers().into_iter().map(|offer| match offer {
        Offer::Propose { deal, .. } => *deal,
        offer => offer,
    });
    let hexes = offers.filter_map(|offer| match offer {
        Offer::BuySlot { hex, .. } => Some(hex.to_string()),
        _ => None,
    });
    hexes.collect()
}

/// Rules: 1841-4.4-01, 1841-4.4-03, 1841-4.4-04, 1841-G-48
/// G-48: one slot per turn.
#[test]
fn a_slot_is_bought_with_the_consent_of_the_seller() {
    let mut t = giovi("v1", "K11 K7").operates("SFTG", Step::Slot);
    assert_eq!(slots(&t), ["K7"]);
    assert_eq!(t.rule(buy_slot("RSFS", "K7", 0, 80)), "1841-4.4-01", "B must agree");
    assert_eq!(t.rule(propose(buy_slot("RSFS", "K7", 0, 0))), "1841-4.4-01");
    t.refused(propose(buy_slot("RSFS", "K7", 0, 301)));
    let mut declined = t.clone();
    declined.plays(propose(buy_slot("RSFS", "K7", 0, 80)));
    assert_eq!(declined.who(), 'B');
    declined.plays(Action::Decline);
    assert_eq!((declined.has("SFTG"), declined.placed("RSFS").len()), (300, 2));
    t.plays(propose(buy_slot("RSFS", "K7", 0, 80)));
    t.plays(Action::Accept);
    assert_eq!((t.has("SFTG"), t.has("RSFS")), (220, 80));
    assert_eq!((t.placed("SFTG"), t.placed("RSFS")), (vec!["H4".into(), "K7".into()], vec!["K11".into()]));
    let tokens = |company: &str| t.game.company(t.id(company)).tokens;
    assert_eq!((tokens("SFTG"), tokens("RSFS")), (1, 2), "the seller's token returns to its charter");
    assert_ne!(t.step(), Some(Step::Slot), "one slot per turn");
}

/// Rules: 1841-4.4-01
#[test]
fn between_two_companies_of_one_player_nobody_is_asked() {
    let mut t = alessandria("v1", "A 50");
    t.plays(buy_slot("RSFS", "J6", 0, 1));
    assert_eq!(t.has("RSFS"), 1);
}

/// Rules: 1841-4.4-02, 1841-4.4-03
#[test]
fn the_place_must_be_reachable_and_a_token_at_hand() {
    // No token on the charter.
    let t = giovi("v1", "K11 K7").charter_tokens("SFTG", 0).operates("SFTG", Step::Slot);
    assert_ne!(t.step(), Some(Step::Slot));
    // A token on the same hex already.
    let t = giovi("v1", "J6 K7").tokens("SFTG", "J6").operates("SFTG", Step::Slot);
    assert_eq!(slots(&t), ["K7"]);
    assert_eq!(t.rule(propose(buy_slot("RSFS", "J6", 0, 10))), "1841-4.4-03");
    // Bologna lies behind Modena, which RSFS fills.
    let bologna = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 40")
        .company("RSFS", "C5", "B 40")
        .tiles("K11 5 5, L12 6 2, K13 6 5, L14 202 0")
        .tokens("AFI", "L12")
        .tokens("RSFS", "K13 L14")
        .charter_tokens("AFI", 1)
        .cash("AFI", 100)
        .operates("AFI", Step::Slot);
    assert_eq!(bologna.rule(propose(buy_slot("RSFS", "L14", 0, 30))), "1841-4.4-02");
    // Not connected; beyond a border.
    let parma = |phase| {
        table("v1", 3)
            .phase(phase)
            .company("AFI", "F4", "A 50")
            .company("RSFS", "C5", "B 50")
            .tiles("K11 57 0, I11 8 0, H10 57 5, M11 613 0")
            .tokens("AFI", "K11")
            .tokens("RSFS", "M11 H10 S11")
            .cash("AFI", 300)
            .charter_tokens("AFI", 2)
            .operates("AFI", Step::Slot)
    };
    assert_eq!(slots(&parma(3)), ["M11"]);
    assert_eq!(parma(3).rule(propose(buy_slot("RSFS", "H10", 0, 10))), "1841-4.4-02");
    assert_eq!(parma(3).rule(propose(buy_slot("RSFS", "S11", 0, 10))), "1841-4.4-02");
    assert_eq!(slots(&parma(4)).len(), 2);
}

/// Rules: 1841-4.4-04, 1841-4.4-04-v2
/// Traps: row 48 (#9834): the last city token cannot be bought, passes do not count.
#[test]
fn the_last_token_stays() {
    let t = giovi("v1", "J6").operates("SFTG", Step::Slot);
    assert_ne!(t.step(), Some(Step::Slot), "its only token");
    // One in a city, one on a pass.
    let t = giovi("v1", "J6 K7").operates("SFTG", Step::Slot);
    assert_eq!(slots(&t), ["J6", "K7"]);
    let t = giovi("v2", "J6 K7").operates("SFTG", Step::Slot);
    assert_eq!(slots(&t), ["K7"]);
    assert_eq!(t.rule(propose(buy_slot("RSFS", "J6", 0, 10))), "1841-4.4-04-v2");
    let t = giovi("v2", "J6 K11 K7").operates("SFTG", Step::Slot);
    assert_eq!(slots(&t), ["J6", "K7"]);
}

/// Rules: 1841-4.4-04-v2, 1841-4.5.1.1-02
#[test]
fn a_frozen_company_sells_no_slot() {
    for edition in ["v1", "v2"] {
        let t = alessandria(edition, "pool 20");
        assert_ne!(t.step(), Some(Step::Slot));
    }
}

/// Rules: 1841-4.4-02
#[test]
fn the_last_lira_buys_a_slot() {
    let lira = |cash| giovi("v1", "J6 K7").cash("SFTG", cash).operates("SFTG", Step::Slot).step();
    assert_eq!(lira(1), Some(Step::Slot));
    assert_ne!(lira(0), Some(Step::Slot));
}
