//! Chapter 3.3: starting a company.

use super::super::operating::Step;
use super::super::table::Standing;
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;

fn start_prices(t: &T, company: &str) -> Vec<i32> {
    let found = t.offers().into_iter().find_map(|offer| match offer {
        Offer::Start { company: of, starts } if of.as_str() == company => Some(starts),
        _ => None,
    });
    found.unwrap_or_default().into_iter().map(|(price, _)| price.0).collect()
}

fn token_cost(t: &T) -> i32 {
    let found = t.offers().into_iter().find_map(|offer| match offer {
        Offer::BuyTokens { each, .. } => Some(each.0),
        _ => None,
    });
    found.expect("tokens are being bought")
}

fn placed(t: &T, company: &str) -> Vec<String> {
    let tokens = t.game.table.board.tokens_of(t.id(company));
    tokens.map(|token| format!("{}.{}", t.game.hex_name(token.hex), token.stop)).collect()
}

/// TV-07, TV-08: the example 3.3.5.
/// Rules: 1841-3.3-01, 1841-3.3.2-01, 1841-3.3.3-01, 1841-3.3.3-02, 1841-3.3.3-03, 1841-3.3.4-01
/// Rules: 1841-3.3.4-02, 1841-3.3.4-03, 1841-3.3.4-10, 1841-TV-07, 1841-TV-08
#[test]
fn the_example_of_a_start() {
    let five = || table("v1", 5).cash("A", 552).concession("IRSFF", "A");
    let mut t = five();
    t.plays(start("IRSFF", 100, 20));
    t.plays(buy("A", "IRSFF", 10, "ipo", 100));
    t.plays(buy("A", "IRSFF", 10, "ipo", 100));
    // 40% are the most; the homes are occupied, then tokens are bought.
    assert_eq!(placed(&t, "IRSFF"), ["F8.0", "F16.0"]);
    assert_eq!(token_cost(&t), 50);
    t.plays(buy_tokens("IRSFF", 4));
    assert_eq!((t.has("A"), t.has("IRSFF"), t.percent("IRSFF", "ipo")), (152, 200, 60));
    assert_eq!(t.game.company(t.id("IRSFF")).tokens, 2);
    assert_eq!((t.at("IRSFF").as_str(), t.who()), ("F4", 'B'));
    assert_eq!(t.game.company(t.id("IRSFF")).standing, Standing::Running);
    let mut t = t.turn_of('A');
    t.plays(buy("A", "IRSFF", 10, "ipo", 100));
    assert_eq!((t.has("A"), t.has("IRSFF")), (52, 300));
    // At 144 they can afford 30% only, at 68 40% bring 272.
    let mut dear = five();
    dear.plays(start("IRSFF", 144, 20));
    dear.plays(buy("A", "IRSFF", 10, "ipo", 144));
    assert_eq!((dear.has("A"), dear.percent("IRSFF", "A")), (120, 30));
    assert!(dear.offers().iter().all(|offer| matches!(offer, Offer::BuyTokens { .. })));
    let mut cheap = five();
    cheap.plays(start("IRSFF", 68, 20));
    cheap.plays(buy("A", "IRSFF", 10, "ipo", 68));
    cheap.plays(buy("A", "IRSFF", 10, "ipo", 68));
    assert_eq!(cheap.has("IRSFF"), 272);
}

/// Rules: 1841-3.3-01, 1841-3.3-02, 1841-3.3.1-01
#[test]
fn a_historical_company_needs_its_unused_concession() {
    let t = table("v1", 3).concession("SFTN", "B");
    assert_eq!(t.rule(start("SFTN", 100, 20)), "1841-3.3-02");
    assert_eq!(t.rule(start("SFTG", 100, 20)), "1841-3.3-02", "it lies in the pool");
    let running = table("v1", 3).company("SFTN", "F4", "A 40");
    assert_eq!(running.rule(start("SFTN", 100, 20)), "1841-3.3.1-01");
    let late = table("v1", 3).concession("SFTN", "A").phase(4);
    assert_eq!(late.rule(start("SFTN", 100, 20)), "1841-3.3-02");
}

/// Rules: 1841-3.3-03, 1841-4.6.1-02, 1841-2-02
#[test]
fn other_companies_from_phase_three_on() {
    assert_eq!(table("v1", 3).rule(start("AFI", 100, 20)), "1841-3.3-03");
    let mut t = table("v1", 3).phase(3);
    t.plays(start("AFI", 100, 20));
}

/// Rules: 1841-3.3-04, 1841-3.3-04-v2, 1841-A4-02
#[test]
fn nobody_starts_the_successors() {
    for company in ["SFLi", "SFL", "SFV"] {
        assert_eq!(table("v1", 3).phase(4).rule(start(company, 100, 20)), "1841-3.3-04");
    }
    for company in ["SFLi", "SFL", "SB"] {
        assert_eq!(table("v2", 3).phase(4).rule(start(company, 100, 20)), "1841-3.3-04");
    }
}

/// Rules: 1841-3.3.1-01, 1841-3.3.1-02, 1841-3.3.1-02-v2, 1841-A4-01, 1841-A4-01-v2, 1841-A3-01, 1841-8-07
#[test]
fn the_companies_and_their_classes() {
    let minors = |edition| -> Vec<String> {
        let t = table(edition, 3);
        let ids = t.game.company_ids().filter(|id| t.game.charter(*id).minor);
        let mut names: Vec<_> = ids.map(|id| t.game.name(id).to_string()).collect();
        names.sort();
        names
    };
    assert_eq!(minors("v1"), ["CTLP", "FTP", "SFL", "SFLP", "SFMA", "SFTC", "SFV", "SLDV"]);
    assert_eq!(minors("v2"), ["CTLP", "FTP", "SFLP", "SFMA", "SLDV"]);
    let t = table("v1", 3);
    let historical: Vec<_> = t.game.company_ids().filter(|id| t.game.charter(*id).historical).collect();
    assert_eq!((t.game.company_ids().count(), historical.len()), (24, 10));
    let free_majors =
        t.game.company_ids().filter(|id| !t.game.charter(*id).historical && !t.game.charter(*id).minor);
    assert_eq!(free_majors.count(), 11);
    let cards: Vec<_> = t.game.parts().cards.iter().map(|card| card.name.to_string()).collect();
    assert_eq!(cards, ["Bayard", "SFLP", "SFTC", "SFMA", "SFTN", "SSFL", "SFTG", "IRSFF"]);
    assert_eq!(
        t.game.parts().cards.iter().map(|card| card.number.unwrap()).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 6, 7, 8]
    );
    assert!(t.game.fixed.concessions[0].is_none());
    let charter = t.game.charter(t.id("SFTC"));
    assert_eq!((charter.class.tokens_min, charter.class.tokens_max, charter.unit), (1, 2, 20));
    let charter = t.game.charter(t.id("SFTG"));
    assert_eq!((charter.class.tokens_min, charter.class.tokens_max, charter.unit), (2, 5, 10));
}

/// Rules: 1841-A4-03
#[test]
fn the_nicknames() {
    let t = table("v1", 3);
    let nickname =
        |name: &str| t.game.parts().company_spec(t.id(name)).unwrap().nickname.clone().unwrap_or_default();
    for (name, expected) in [
        ("AFI", "Italica"),
        ("CFCC", "Cavour"),
        ("CTDA", "Dante"),
        ("FTP", "Padana"),
        ("SFTG", "Genovese"),
        ("SSFL", "Leopolda"),
    ] {
        assert_eq!(nickname(name), expected);
    }
}

/// Rules: 1841-3.3.2-01, 1841-3.3.2-02
#[test]
fn start_prices_and_their_fields() {
    let t = table("v1", 3).phase(3).cash("A", 2000);
    assert_eq!(start_prices(&t, "AFI"), [68, 100, 144, 216, 340]);
    assert_eq!(start_prices(&t, "CTLP"), [68, 100, 144]);
    assert_eq!(t.rule(start("CTLP", 216, 40)), "1841-3.3.2-01");
    assert_eq!(t.rule(start("AFI", 95, 20)), "1841-3.3.2-01");
    for (price, at) in [(68, "C5"), (100, "F4"), (144, "I3"), (216, "L2"), (340, "O1")] {
        let mut t = t.clone();
        t.plays(start("AFI", price, 20));
        assert_eq!(t.at("AFI"), at);
    }
}

/// Rules: 1841-3.3.3-01
#[test]
fn the_starter_of_a_minor_buys_the_directors_certificate_only() {
    let mut t = table("v1", 3).phase(3);
    assert_eq!(t.rule(start("CTLP", 100, 60)), "1841-3.3.3-01");
    t.plays(start("CTLP", 100, 40));
    t.plays(place("CTLP", "K11", 0));
    t.plays(buy_tokens("CTLP", 2));
    assert_eq!((t.percent("CTLP", "A"), t.has("CTLP")), (40, 150));
}

/// Rules: 1841-3.3.3-05, 1841-3.3.3-05-v2, 1841-O-07
/// O-07.
#[test]
fn who_cannot_pay_the_tokens_cannot_start_there() {
    // A tile on Parma: tokens cost 200 there, a major needs two.
    let base = |edition| table(edition, 3).phase(3).tiles("K11 57 0").cash("A", 136);
    let mut t = base("v1");
    t.plays(start("AFI", 68, 20));
    assert!(!t.token_places().contains(&"K11".to_string()));
    assert_eq!(t.rule(place("AFI", "K11", 0)), "1841-3.3.3-05");
    t.plays(place("AFI", "S11", 0));
    let mut t = base("v2");
    t.plays(start("AFI", 68, 20));
    t.plays(place("AFI", "K11", 0));
    t.pass();
    assert_eq!(token_cost(&t), 200);
    t.plays(buy_tokens("AFI", 2));
    // 264 are missing: eight units at 34 are 272, all of the offering.
    assert_eq!((t.percent("AFI", "pool"), t.has("AFI"), t.at("AFI").as_str()), (80, 8, "C13"));
}

/// Rules: 1841-3.3.4-01, 1841-3.3.4-02, 1841-3.3.4-09
#[test]
fn a_major_may_stop_at_one_home_and_buys_two_to_five_tokens() {
    let mut t = table("v1", 3).phase(3);
    t.plays(start("AFI", 144, 20));
    t.pass();
    assert!(t.rule(Action::Pass).contains("3.3.4-02"), "one home is needed");
    t.plays(place("AFI", "L14", 0));
    t.pass();
    assert_eq!(t.rule(buy_tokens("AFI", 1)), "1841-3.3.4-01");
    assert_eq!(t.rule(buy_tokens("AFI", 6)), "1841-3.3.4-01");
    t.plays(buy_tokens("AFI", 5));
    assert_eq!((t.game.company(t.id("AFI")).tokens, t.has("AFI")), (4, 288 - 125));
}

/// Rules: 1841-3.3.4-03, 1841-3.3.4-03-v2
#[test]
fn the_fixed_homes() {
    let homes = |edition, company: &str, card| {
        let mut t = table(edition, 3).concession(card, "A");
        t.plays(start(company, 100, if t.game.charter(t.id(company)).minor { 40 } else { 20 }));
        if t.offers().iter().any(|offer| matches!(offer, Offer::Buy { .. })) {
            t.pass();
        }
        placed(&t, company)
    };
    let expected = [
        ("SFLP", vec!["P12.0"]),
        ("SFTC", vec!["M3.0"]),
        ("SFMA", vec!["R14.1"]),
        ("SFTN", vec!["H4.1"]),
        ("SSFL", vec!["Q11.0"]),
        ("SFTG", vec!["H4.0", "J6.0"]),
        ("IRSFF", vec!["F8.0", "F16.0"]),
    ];
    for (company, places) in expected {
        assert_eq!(homes("v1", company, company), places, "{company}");
    }
    // In v2 SFMA chooses.
    assert_eq!(homes("v2", "SFMA", "SFMA"), Vec::<String>::new());
    let mut t = table("v2", 3).concession("SFMA", "A");
    t.plays(start("SFMA", 100, 40));
    assert_eq!(t.token_places(), ["R14", "R14"]);
    t.plays(place("SFMA", "R14", 0));
    assert_eq!(placed(&t, "SFMA"), ["R14.0"]);
}

/// Rules: 1841-3.3.4-04, 1841-3.3.4-05, 1841-3.3.4-06, 1841-4.6.2-03, 1841-6.7-01
#[test]
fn where_a_home_may_be() {
    let places = |phase| {
        let mut t = table("v1", 3).phase(phase).cash("A", 3000);
        t.plays(start("AFI", 340, 20));
        t.plays(Action::Pass);
        t.token_places()
    };
    let three = places(3);
    for open in ["K11", "K13", "K15", "L12", "L14", "M7", "S11"] {
        assert!(three.contains(&open.to_string()), "{open}");
    }
    // Lugano; Austria; the kept cities.
    for closed in ["C7", "E9", "G15", "H10", "F8", "F16", "H4", "J6", "M3", "R14", "P12", "Q11"] {
        assert!(!three.contains(&closed.to_string()), "{closed}");
    }
    let four = places(4);
    for open in ["E9", "G15", "H10", "F8", "F16", "H4", "J6", "M3", "R14", "P12", "Q11"] {
        assert!(four.contains(&open.to_string()), "{open}");
    }
    assert!(!four.contains(&"C7".to_string()));
}

/// Rules: 1841-3.3.4-07
#[test]
fn no_border_between_two_homes() {
    let mut t = table("v1", 3).phase(3);
    t.plays(start("AFI", 144, 20));
    t.pass();
    t.plays(place("AFI", "K11", 0));
    assert_eq!(t.rule(place("AFI", "S11", 0)), "1841-3.3.4-07", "Livorno lies in Tuscany");
    assert_eq!(t.rule(place("AFI", "K11", 0)), "1841-3.3.4-09", "the only slot is taken");
    t.plays(place("AFI", "L14", 0));
    assert_eq!(placed(&t, "AFI"), ["K11.0", "L14.0"]);
    let mut four = table("v1", 3).phase(4);
    four.plays(start("AFI", 144, 20));
    four.pass();
    four.plays(place("AFI", "K11", 0));
    four.plays(place("AFI", "S11", 0));
}

/// Rules: 1841-3.3.4-08, 1841-6-01
/// Traps: row 12 (#9366): a minor can be started on the lite map too.
#[test]
fn a_minor_chooses_no_capital_and_no_city_with_a_token() {
    let mut t = table("v1", 3)
        .phase(4)
        .company("RSFS", "C5", "B 40")
        .tiles("K13 57 0, K13 14 0")
        .tokens("RSFS", "K13");
    t.plays(start("CTLP", 100, 40));
    let places = t.token_places();
    for closed in ["L14", "R14", "M7", "F8", "H4", "F16", "K13"] {
        assert!(!places.contains(&closed.to_string()), "{closed}");
    }
    // Large cities that are no capitals are open.
    for open in ["E9", "E11", "M3", "G15", "G13", "K11"] {
        assert!(places.contains(&open.to_string()), "{open}");
    }
    let mut lite = table("v1 lite", 3).phase(3);
    lite.plays(start("CTLP", 100, 40));
    assert!(lite.token_places().contains(&"K11".to_string()));
}

/// TV-37: the price of tokens by distance.
/// Rules: 1841-3.3.4-11, 1841-3.3.4-13, 1841-3.3.4-14, 1841-3.3.4-13-v2, 1841-TV-37
/// Traps: row 26 (#9417): track beyond a border does not count.
#[test]
fn the_price_of_tokens() {
    let cost = |edition: &str, tiles: &str, homes: &[&str]| {
        let mut t = table(edition, 3).phase(3).cash("A", 1400);
        if !tiles.is_empty() {
            t = t.tiles(tiles);
        }
        t.plays(start("AFI", 340, 20));
        while t.offers().iter().any(|offer| matches!(offer, Offer::Buy { .. })) {
            t.plays(buy("A", "AFI", 10, "ipo", 340));
        }
        for home in homes {
            t.plays(place("AFI", home, 0));
        }
        if homes.len() == 1 {
            t.pass();
        }
        token_cost(&t)
    };
    for edition in ["v1", "v2"] {
        assert_eq!(cost(edition, "", &["K11"]), 25);
        assert_eq!(cost(edition, "K13 57 0", &["K11"]), 50, "two hexes away");
        assert_eq!(cost(edition, "J12 9 0", &["K11"]), 100, "adjacent");
        assert_eq!(cost(edition, "K11 57 0", &["K11"]), 200);
        assert_eq!(cost(edition, "I11 9 0", &["K11"]), 25, "adjacent, but beyond the border");
        assert_eq!(cost(edition, "J12 9 0", &["K15"]), 25);
        assert_eq!(cost(edition, "J12 9 0", &["K15", "K11"]), 100, "the higher price holds for all");
    }
}

/// Rules: 1841-3.3.4-12, 1841-3.3.4-12-v2
/// Traps: row 26 (#9417): printed track that is not connected to a base.
#[test]
fn printed_track_near_a_home() {
    // Livorno lies next to Pisa (printed track).
    let cost = |edition: &str, base: bool| {
        let mut t = table(edition, 3).phase(3);
        if base {
            t = t.company("SFLP", "F4", "B 40").tokens("SFLP", "P12");
        }
        t.plays(start("CTLP", 144, 40));
        t.plays(place("CTLP", "S11", 0));
        token_cost(&t)
    };
    assert_eq!(cost("v1", false), 25, "no base is connected to it");
    assert_eq!(cost("v1", true), 100, "Lucca's base is, by Lucca's and Pisa's track");
    assert_eq!(cost("v2", false), 100, "printed track in a city hex always counts");
}

/// Rules: 1841-3.3.3-02, 1841-4-06
#[test]
fn a_company_acts_at_once_after_its_start_in_a_stock_round() {
    let mut t = table("v1", 3).concession("SFTN", "A");
    t.plays(start("SFTN", 100, 20));
    t.pass();
    t.plays(buy_tokens("SFTN", 2));
    t.pass_stock_round();
    assert_eq!((t.game.acting().ok(), t.step()), (Some(t.id("SFTN")), Some(Step::Track)));
    assert_eq!(t.director("SFTN"), Holder::Seat(seat('A')));
}
