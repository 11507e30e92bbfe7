//! Rules of 1841 held just beyond their limits: trade, mergers, transformations, what the book refuses.

use super::super::operating::Step;
use super::builder::*;
use super::chapter_4_5_1::sell_all;
use super::given::{COLORS, set};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;

fn merge(with: &str, into: &str) -> Action {
    Action::Merge { with: CompanyName::of(with), into: CompanyName::of(into) }
}

fn transform(into: &str) -> Action {
    Action::Transform { into: CompanyName::of(into) }
}

fn of(letter: char) -> Holder {
    Holder::Seat(seat(letter))
}

// ---- the table ----

/// Rules: 1841-8-07
#[test]
fn a_company_that_is_not_in_operation_owns_nothing() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40");
    let before = t.game.clone();
    assert_eq!(t.game.breaches(), Vec::<String>::new());
    let (sftg, idle) = (t.id("SFTG"), t.holder("RSFS"));
    t.game.table.shares.give_percent(sftg, 10, Holder::Offering, idle, &mut Events::new()).unwrap();
    assert_eq!(t.game.breaches(), ["RSFS is not in operation but owns shares"]);
    assert!(t.game != before, "and the two tables differ");
}

/// Rules: 1841-1.1-01
#[test]
fn a_box_with_odd_certificates_is_refused() {
    let game = new_game("v1", 3).game.clone();
    let mut parts = game.parts().as_ref().clone();
    let setup = setup("v1", 3);
    assert!(super::super::Game::with_parts(parts.clone(), &setup).is_ok());
    parts.companies[0].certificates[0] += 1;
    assert!(super::super::Game::with_parts(parts, &setup).is_err(), "a director's certificate is two units");
}

/// Rules: 1841-4.1.1-10
/// A1: the printed rows say the same as the shapes of the tiles.
#[test]
fn by_shape_the_same_tiles_fit_as_by_the_printed_table() {
    for (hex, tiles) in
        [("K11", "K11 57 1"), ("I5", "I5 4 2"), ("K11", "K11 57 1, K11 14 0"), ("K7", "K7 613 2")]
    {
        let t = table("v1", 3).phase(5).tiles(tiles);
        let board = &t.game.table.board;
        let name = |tile| t.game.parts().tiles.tile(tile).unwrap().name.to_string();
        let by_shape = board.candidates(t.hex(hex), &COLORS).map(|to| name(to.tile)).collect();
        assert_eq!(t.fitting(hex), by_shape, "{tiles}");
    }
}

// ---- chapters 3.1 and 3.2 ----

/// Rules: 1841-3.2-05, 1841-3.5.3-01, 1841-G-07
/// G-07: a director's certificate may be part of a sale between players.
#[test]
fn a_directors_certificate_is_sold_to_a_player() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "B 40, C 20");
    t.plays(propose(buy("A", "SFTG", 40, "B", 77)));
    t.plays(Action::Accept);
    assert_eq!((t.director("SFTG"), t.percent("SFTG", "A"), t.percent("SFTG", "B")), (of('A'), 40, 0));
    // Somebody else's certificate is not for sale.
    let t = table("v1", 3).phase(5).company("SFTG", "F4", "B 40, C 20");
    assert_eq!(t.rule(propose(buy("A", "SFTG", 30, "C", 77))), "1841-3.2-05");
}

/// Rules: 1841-3.2-05, 1841-4-01
#[test]
fn players_trade_in_stock_rounds_only() {
    let base = table("v1", 3).phase(5).company("SFTG", "F4", "A 40, B 20").tokens("SFTG", "P12");
    let deal = propose(buy("A", "SFTG", 10, "B", 5));
    base.clone().plays(deal.clone());
    let t = base.trains("SFTG", "5").cash("SFTG", 900).operates("SFTG", Step::Trains);
    assert_eq!((t.who(), t.step()), ('A', Some(Step::Trains)));
    t.refused(deal);
}

/// Rules: 1841-3.1-11, 1841-3.5.3-03
#[test]
fn whoever_is_bound_by_a_concession_keeps_the_directors_certificate() {
    let t = table("v1", 3).company("SFTG", "F4", "A 30, B 30");
    let sells = t.offers().into_iter().find_map(|offer| match offer {
        Offer::Sell { percents, .. } => Some(percents.to_vec()),
        _ => None,
    });
    assert_eq!(sells, Some(vec![10]), "B could take over, but not the concession");
    let refused = t.refused(sell("A", "SFTG", 20));
    assert_eq!(refused.rule.map(|rule| rule.to_string()).as_deref(), Some("1841-3.1-11"));
    assert!(refused.because.to_string().contains("concession"), "{refused}");
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 30, B 30");
    t.plays(sell("A", "SFTG", 30));
    assert_eq!(t.director("SFTG"), of('B'));
}

// ---- chapter 3.3 ----

/// Rules: 1841-3.3.4-12, 1841-3.3.4-12-v2
/// The printed track of D10 has no stop; it counts while it is joined to a base, in v2 to a tile.
#[test]
fn printed_track_without_a_stop_counts_where_it_is_joined_to_a_base() {
    let cost = |edition: &str, bergamo: &str| {
        let t = table(edition, 3).phase(5).company("RSFS", "F4", "B 50").tiles(bergamo).tokens("RSFS", "E9");
        let mut t = t.cash("A", 1400);
        t.plays(start("AFI", 340, 20));
        while t.offers().iter().any(|offer| matches!(offer, Offer::Buy { .. })) {
            t.plays(buy("A", "AFI", 10, "ipo", 340));
        }
        t.plays(place("AFI", "E11", 0));
        t.pass();
        t.offers().into_iter().find_map(|offer| match offer {
            Offer::BuyTokens { each, .. } => Some(each.0),
            _ => None,
        })
    };
    for edition in ["v1", "v2"] {
        assert_eq!(
            (cost(edition, "E9 202 1"), cost(edition, "E9 202 2")),
            (Some(50), Some(100)),
            "{edition}"
        );
    }
}

/// Rules: 1841-3.3.3-05-v2
#[test]
fn in_v2_just_so_much_of_the_offering_pays_for_the_tokens() {
    let pool = |tiles: &str, price: i32| {
        let mut t = table("v2", 3).phase(3).tiles(tiles).cash("A", 2 * price);
        t.plays(start("AFI", price, 20));
        t.plays(place("AFI", "K11", 0));
        t.pass();
        t.plays(buy_tokens("AFI", 2));
        (t.percent("AFI", "pool"), t.has("AFI"))
    };
    assert_eq!(pool("D8 6 0", 68), (0, 136 - 50), "it has enough");
    assert_eq!(pool("K11 57 0", 144), (20, 288 + 144 - 400), "112 are missing, half of 144 is not enough");
}

// ---- chapters 4.1 and 4.2 ----

/// Rules: 1841-4.1.1-12
/// In v2 a changed value is enough, but of a stop that is reached.
#[test]
fn in_v2_a_city_out_of_reach_is_not_replaced() {
    let t =
        table("v2", 3).phase(3).company("AFI", "F4", "A 50").tiles("K11 57 1, L12 57 1").tokens("AFI", "K11");
    let t = t.cash("AFI", 500).operates("AFI", Step::Track);
    assert_eq!(t.rule(lay("L12", "14", 0)), "1841-4.1.1-12");
}

/// Rules: 1841-4.2-03
#[test]
fn a_full_city_takes_no_token() {
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 50")
        .company("RSFS", "C5", "B 50")
        .tiles("K11 57 1, K11 14 0, J12 8 5, K13 57 2, K13 205 2, M11 613 0")
        .tokens("AFI", "K11")
        .tokens("RSFS", "K13")
        .charter_tokens("AFI", 2)
        .operates("AFI", Step::Station);
    assert_eq!(t.token_places(), ["M11"]);
    assert_eq!(t.rule(place("AFI", "K13", 0)), "1841-4.2-03");
}

/// Rules: 1841-4.1.2-02, 1841-4.1.1-05
#[test]
fn the_first_tile_on_a_bare_home_is_built_from_there() {
    let t = table("v1", 3).phase(2).company("AFI", "F4", "A 50").tiles("L12 57 1").tokens("AFI", "K11 L12");
    let mut t = t.cash("AFI", 500).operates("AFI", Step::Track);
    t.plays(lay("K11", "57", 1));
    assert_eq!(t.rule(lay("J12", "8", 5)), "1841-4.1.2-02", "Parma has built");
    assert!(t.building_sites().contains("K13"), "the other base builds as well");
}

/// Rules: 1841-4.6.1-01, 1841-6.7-01
#[test]
fn the_printed_borders_that_are_left() {
    let names = |phase: u8| {
        let t = table("v1", 3).phase(phase);
        let map = &t.game.parts().map;
        let borders = t.game.view().board.borders.into_iter();
        borders.map(|at| map.borders[usize::from(at)].name.to_string()).collect::<Vec<_>>()
    };
    let all = ["Swiss", "Conservative Zone", "Austrian to 1859", "Piemontese-Tuscanian"];
    assert_eq!((names(2), names(8)), (all.map(String::from).to_vec(), vec!["Swiss".to_string()]));
}

// ---- chapter 4.5.1 ----

/// Rules: 1841-4.7.2-02
#[test]
fn whoever_sells_in_an_emergency_is_noted_for_itself() {
    let mut t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "SFTN 50, B 50")
        .tokens("AFI", "P12")
        .company("SFTN", "C5", "CGTF 60, B 40")
        .company("CGTF", "C5", "A 60, C 40")
        .company("RSFS", "A13", "B 40, SFTN 10, CGTF 10")
        .cash("AFI", 195)
        .cash("SFTN", 0)
        .cash("CGTF", 0)
        .operates("AFI", Step::Trains);
    t.plays(sell("SFTN", "RSFS", 10));
    t.plays(sell("CGTF", "RSFS", 10));
    let sold = &t.game.operating().unwrap().sold;
    let sellers: Vec<_> =
        sold.iter().map(|(by, of)| (t.game.name(*by).to_string(), of.iter().count())).collect();
    assert_eq!(sellers, [("SFTN".to_string(), 1), ("CGTF".to_string(), 1)]);
}

/// Rules: 1841-4.5-09, 1841-4.3.1-11, 1841-G-20
/// G-20: an off-board area is the second city of a route, by whichever of its entrances.
#[test]
fn a_route_to_an_off_board_area_binds_to_buy() {
    let base = table("v1", 3).phase(5).company("CTLP", "F4", "A 60").tokens("CTLP", "D16");
    assert!(!base.game.route_exists(base.id("CTLP")), "without track");
    let t = base.tiles("D16 5 4");
    assert!(t.game.route_exists(t.id("CTLP")), "two ways to the East");
}

/// Rules: 1841-3.5.4-03
#[test]
fn nobody_is_noted_for_a_company_in_no_circle() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40, B 20").company("SFTN", "C5", "A 40");
    t.plays(sell("A", "SFTG", 10));
    assert!(t.game.table.companies.iter().all(|company| company.led_by.is_none()));
}

// ---- chapter 4.6.8 ----

/// The first 4-train is bought by SFTN, led by D, while IRSFF is held so.
fn splits(edition: &str, irsff: &str, tokens: &str) -> T {
    let mut t = before_the_split(edition, "F4", irsff, tokens);
    t.plays(buy_train("4", "bank", 350));
    t
}

fn before_the_split(edition: &str, at: &str, irsff: &str, tokens: &str) -> T {
    table(edition, 4)
        .phase(3)
        .sold_up_to("4")
        .company("SFTN", "A13", "D 60, C 40")
        .cash("SFTN", 900)
        .company("IRSFF", at, irsff)
        .tokens("IRSFF", tokens)
        .operates("SFTN", Step::Trains)
}

/// Rules: 1841-4.6.8-03, 1841-O-21
/// O-21: online the first two laid are replaced; the others stay, dead.
#[test]
fn online_two_tokens_of_the_ferdinandea_are_replaced_in_each_part() {
    let t = splits("v1 online", "A 40", "F8 F16 E9 D8 G15");
    let count = |company: &str| t.placed(company).len();
    assert_eq!((count("SFV"), count("SFL"), count("IRSFF")), (2, 2, 1));
    // In the order in which they were laid, not in that of the map.
    let mut t = before_the_split("v1 online", "F4", "A 40", "F8 F16 E9 D8 G15");
    t.say(&["company", "IRSFF", "laid"], ["F8", "F16", "D8", "E9", "G15"]);
    t.plays(buy_train("4", "bank", 350));
    assert_eq!(set(&t.placed("SFL").join(" ")), set("D8 F8"));
}

/// Rules: 1841-4.6.8-02
#[test]
fn in_column_k_the_successors_lie_where_the_ferdinandea_lay() {
    let mut t = before_the_split("v1", "K2", "A 40", "F8 F16").company("AFI", "K2", "B 60");
    t.plays(buy_train("4", "bank", 350));
    let order = t.game.table.chart.order(&t.game.fixed.parts.grid);
    let names: Vec<_> = order.into_iter().map(|company| t.game.name(company).to_string()).collect();
    assert_eq!(names[..3], ["SFV", "SFL", "AFI"]);
}

/// Rules: 1841-4.6.8-08, 1841-4.5.1-15, 1841-G-33
/// G-33: A and B take one share of each three times; the pool's two pairs get the directors' certificates, and A, with two
/// shares of each, takes over.
#[test]
fn the_pool_gets_directors_certificates_if_nothing_else_is_left() {
    let mut t = splits("v1", "A 40, B 20, pool 40", "F8 F16");
    let mut told = Vec::new();
    while !t.game.table.pending.is_empty() {
        let both = t.offers().iter().any(|offer| offer.covers(&choose("both")));
        told.extend(if both { t.plays(choose("both")) } else { t.plays(t.offers()[0].samples()[0].clone()) });
    }
    assert!(!told.iter().any(|event| matches!(event, Event::Director { director: Holder::Pool, .. })));
    for company in ["SFV", "SFL"] {
        assert_eq!(["A", "B", "pool"].map(|who| t.percent(company, who)), [40, 20, 40], "{company}");
        assert_eq!(t.director(company), of('A'), "{company}");
    }
}

/// Rules: 1841-4.6.8-12-v2
#[test]
fn in_v2_shares_of_the_successors_are_offered_to_shareholders_only() {
    let mut t = splits("v2", "A 40, B 20", "F8 F16").cash("C", 1000).cash("A", 1000).cash("B", 1000);
    let mut asked = String::new();
    while t.offers().iter().any(|offer| offer.covers(&choose("no"))) {
        asked.push(t.who());
        t.plays(choose("no"));
    }
    assert!(asked.contains('A') && asked.contains('B') && !asked.contains('C'), "{asked}");
}

// ---- chapter 4.7.4 ----

/// Rules: 1841-4.7.4-01
#[test]
fn with_a_company_that_no_train_could_reach_there_is_no_merger() {
    let t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, C 40")
        .company("RSFS", "C5", "A 60, C 40")
        .company("CGTF", "C5", "A 60, C 40")
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "L12")
        .tokens("CGTF", "P12")
        .operates("AFI", Step::Merger);
    assert_eq!(t.rule(merge("CGTF", "CFCC")), "1841-4.7.4-01");
    t.clone().plays(merge("RSFS", "CFCC"));
}

/// Rules: 1841-4.7.4-05, 1841-4.7.4-12-v2, 1841-G-36
/// G-36: C could answer this or that, but nobody would have 20%.
#[test]
fn whatever_is_answered_a_merger_needs_a_director() {
    let t = |shares: &str| {
        table("v1", 3)
            .phase(5)
            .company("AFI", "I3", "A 20, C 10")
            .company("RSFS", "F4", shares)
            .cash("A", 0)
            .cash("B", 0)
            .cash("C", 900)
            .tiles("K11 5 5, L12 5 2")
            .tokens("AFI", "K11")
            .tokens("RSFS", "L12")
            .operates("AFI", Step::Merger)
    };
    assert_ne!(t("A 20, pool 50, B 10").step(), None);
    assert_eq!(t("A 20, pool 50").step(), Some(Step::Merger), "A would have 20%");
    assert_ne!(t("B 20, pool 50").step(), Some(Step::Merger));
}

/// Rules: 1841-4.7.4-06, 1841-G-37
/// G-37: B takes the last share for a single one; C, whose pair was exchanged, is paid.
#[test]
fn where_no_share_is_left_a_single_one_is_paid() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, B 30, C 10")
        .company("RSFS", "C5", "A 60, B 20, C 20")
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "L12")
        .operates("AFI", Step::Merger);
    let (b, c) = (t.has("B"), t.has("C"));
    t.plays(merge("RSFS", "CFCC"));
    assert_eq!(t.who(), 'B');
    t.plays(choose("share"));
    let half = t.price("CFCC") / 2;
    assert_eq!(["A", "B", "C"].map(|who| t.percent("CFCC", who)), [60, 30, 10]);
    assert_eq!((t.has("B"), t.has("C")), (b - half, c + half), "C was not asked");
}

/// Rules: 1841-4.7.4-09
#[test]
fn above_five_tokens_some_are_taken_off_the_map() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, C 40")
        .company("RSFS", "C5", "A 60, C 40")
        .tiles("K11 5 5, L12 5 2, J6 57 5, K7 613 2, M11 613 0")
        .tokens("AFI", "K11 M11 J6 K7")
        .tokens("RSFS", "L12 P12 Q11")
        .operates("AFI", Step::Merger);
    t.plays(merge("RSFS", "CFCC"));
    let off = |company: &str, hex: &str| Action::RemoveToken {
        company: CompanyName::of(company),
        hex: ferrata_engine::name::HexName::of(hex),
        stop: 0,
    };
    assert_eq!(t.rule(Action::Pass), "1841-4.7.4-09", "seven lie there");
    t.plays(off("AFI", "K7"));
    assert_eq!(t.rule(Action::Pass), "1841-4.7.4-09");
    t.plays(off("AFI", "M11"));
    t.pass();
    assert_eq!(t.placed("CFCC").len(), 5);
}

/// Rules: 1841-4.7.5-04
#[test]
fn merged_minors_keep_the_tokens_of_map_and_charters() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("CTLP", "F4", "A 60, C 40")
        .company("FTP", "C5", "A 60, C 40")
        .tiles("K11 5 5, L12 5 2")
        .tokens("CTLP", "K11")
        .tokens("FTP", "L12")
        .charter_tokens("CTLP", 1)
        .charter_tokens("FTP", 0)
        .operates("CTLP", Step::Merger);
    t.plays(merge("FTP", "CFCC"));
    assert_eq!((t.placed("CFCC").len(), t.game.company(t.id("CFCC")).tokens), (2, 1));
}

// ---- chapter 4.7.6 ----

/// Rules: 1841-4.7.6-08, 1841-4.7.6-04, 1841-G-42
/// G-42: A has no money for a share and is not asked.
#[test]
fn who_cannot_buy_is_not_asked_for_the_second_token() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("CTLP", "K2", "A 40, B 20")
        .tokens("CTLP", "K11")
        .cash("CTLP", 0)
        .cash("A", 0)
        .operates("CTLP", Step::Transformation);
    t.plays(transform("AFI"));
    assert_eq!(t.who(), 'B');
    t.plays(choose("yes"));
    assert_eq!((t.percent("AFI", "B"), t.has("AFI")), (20, 195));
}

/// Rules: 1841-4.7.6-09
#[test]
fn no_more_tokens_than_the_money_buys() {
    let mut t = table("v1", 3).phase(5).company("CTLP", "K2", "A 40, B 20").tokens("CTLP", "K11");
    for who in ["A", "B", "C"] {
        t = t.cash(who, 0);
    }
    let mut t = t.cash("CTLP", 249).operates("CTLP", Step::Transformation);
    t.plays(transform("AFI"));
    assert_eq!(t.rule(buy_tokens("AFI", 3)), "1841-4.7.6-09", "50 and 100, and 99 are left");
    t.plays(buy_tokens("AFI", 2));
    assert_eq!(t.has("AFI"), 99);
}

/// Rules: 1841-4.7.6-08-v2, 1841-4.5.1-17
/// In v2 somebody may go bankrupt over the second token.
#[test]
fn a_bankruptcy_over_the_second_token() {
    let mut t =
        table("v2", 3).phase(5).company("FTP", "A13", "A 60, C 40").tokens("FTP", "P12").trains("FTP", "5");
    for who in ["FTP", "A", "B", "C"] {
        t = t.cash(who, 0);
    }
    let mut t = t.operates("FTP", Step::Transformation);
    t.plays(transform("AFI"));
    sell_all(&mut t);
    t.plays(choose("stay"));
    assert_eq!(t.has("A"), 500, "the loan of the bank");
}
