//! Chapter 8: rules of the glossary.

use super::super::operating::Step;
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::name::CompanyName;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;

/// Rules: 1841-8-01, 1841-3.1-07
#[test]
fn the_pool_never_holds_more_than_half() {
    let t = table("v1", 3).phase(4).company("AFI", "F4", "A 40, B 20, pool 40");
    assert_eq!(t.rule(sell("A", "AFI", 20)), "1841-3.1-07");
    t.clone().plays(sell("A", "AFI", 10));
    let mut minor = table("v1", 3).phase(4).company("CTLP", "F4", "A 60, B 20").company("AFI", "C5", "C 50");
    minor.plays(sell("A", "CTLP", 20));
    assert_eq!(minor.percent("CTLP", "pool"), 20);
    assert_eq!(minor.game.pool_room(minor.id("CTLP")), 20, "40% of a minor at the most");
    // The pool is a shareholder in the order of shareholders.
    assert!(minor.game.shareholder_order(seat('A'), &[]).contains(&Holder::Pool));
}

/// Rules: 1841-8-05, 1841-8-04
#[test]
fn the_order_of_shareholders() {
    // B leads AFI and, through it, CTS; C leads ATFA; CGTF is frozen.
    let t = table("v1", 3)
        .phase(4)
        .company("CTS", "F4", "AFI 50")
        .company("AFI", "C5", "B 50")
        .company("ATFA", "C4", "C 50")
        .company("CGTF", "O1", "pool 20");
    let order = |from| -> Vec<String> {
        let order = t.game.shareholder_order(seat(from), &[]).into_iter();
        let name = |holder| match holder {
            Holder::Seat(seat) => char::from(b'A' + seat.0).to_string(),
            Holder::Company(company) => t.game.name(company).to_string(),
            _ => "pool".to_string(),
        };
        order.map(name).collect()
    };
    assert_eq!(order('B'), ["B", "CTS", "AFI", "C", "ATFA", "A", "pool", "CGTF"]);
    assert_eq!(order('A'), ["A", "B", "CTS", "AFI", "C", "ATFA", "pool", "CGTF"]);
}

/// Rules: 1841-8-06
#[test]
fn tuscan_companies_merge_in_the_tuscan_merger_only() {
    // Lucca and Firenze are joined by printed track and Pistoia; both minors belong to A.
    let tuscans = |done| {
        let t = table("v1", 3)
            .phase(4)
            .company("SFLP", "F4", "A 60")
            .company("SFMA", "C5", "A 60")
            .tiles("Q13 55 5")
            .tokens("SFLP", "P12")
            .tokens("SFMA", "R14.1")
            .cash("SFLP", 0)
            .with(&["tuscan_done"], done);
        t.operates("SFLP", Step::Merger)
    };
    let merge = Action::Merge { with: CompanyName::of("SFMA"), into: CompanyName::of("AFI") };
    let t = tuscans(false);
    assert_ne!(t.step(), Some(Step::Merger));
    let t = tuscans(true);
    assert!(t.game.offered(&merge), "{:?}", t.offers());
}

/// Rules: 1841-8-03, 1841-4.5.1-10
// traps row 17
#[test]
fn what_a_player_could_raise_is_open() {
    let t = table("v1", 3).phase(4).company("AFI", "F4", "A 40, B 20").tokens("AFI", "K11").cash("A", 50);
    let liquidity = |t: &T| t.game.view().players[0].liquidity.0;
    // Three units at 100: with the fourth B's twenty percent would be more.
    let sold = [10, 20, 30, 40].into_iter().rfind(|percent| t.game.offered(&sell("A", "AFI", *percent)));
    let units = i32::from(sold.unwrap() / 10);
    assert_eq!(liquidity(&t), 50 + units * 100);
    // In an operating round only an emergency sells: at half price.
    let t = t.operates("AFI", Step::Track);
    assert_eq!(liquidity(&t), 50 + units * 50);
}
