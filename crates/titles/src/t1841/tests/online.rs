//! What the site's records hold beyond its own rules (O-24, O-29 to O-39): accepted with `online`, refused without.

use super::super::operating::Step;
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;

/// SFTG in Lucca, from where Pisa can be reached, led by SFTN, led by A; it has no train.
fn short(edition: &str, cash: i32) -> T {
    table(edition, 3)
        .phase(5)
        .sold_up_to("5")
        .company("SFTN", "F4", "A 60, B 40")
        .company("SFTG", "F4", "SFTN 40, A 10, B 20")
        .company("RSFS", "C5", "B 40, A 20, SFTG 10")
        .tokens("SFTG", "P12")
        .cash("SFTG", cash)
        .cash("A", 100)
        .operates("SFTG", Step::Trains)
}

/// O-29: in any order, and at the full price where the record names none.
#[test]
fn emergency_sales_as_recorded() {
    let t = short("v2", 300);
    assert_eq!(t.rule(sell("A", "RSFS", 20)), "1841-4.5.1-03", "treasury shares come first");
    assert_eq!(t.rule(choose("full price")), "1841-4.5.1-13", "no such answer");
    let mut t = short("v2 online", 300);
    t.plays(sell("A", "RSFS", 20));
    assert_eq!((t.has("A"), t.has("SFTG")), (0, 300 + 68 + 100), "half of twice 68, and A's cash");
    let mut t = short("v2 online", 300);
    t.plays(choose("full price"));
    assert!(
        t.game.offers().iter().all(|offer| matches!(offer, Offer::Sell { .. })),
        "nothing but a sale is next"
    );
    for other in [choose("full price"), choose("leave"), buy_train("5", "bank", 550)] {
        assert!(t.refused(other).to_string().contains("full price"));
    }
    t.plays(sell("A", "RSFS", 20));
    assert_eq!((t.has("A"), t.has("SFTG")), (0, 300 + 136 + 100));
    // The flag holds for one sale.
    t.plays(sell("SFTG", "RSFS", 10));
    assert_eq!(t.has("SFTG"), 536 + 27, "half of 54, to which the two sold before moved the marker");
}

/// O-29: also while the company could pay; then nothing is swept in.
#[test]
fn sales_without_need_as_recorded() {
    assert_eq!(short("v2", 900).rule(sell("A", "RSFS", 20)), "1841-4.5.1-01");
    let mut t = short("v2 online", 900);
    t.plays(sell("A", "RSFS", 20));
    assert_eq!((t.has("A"), t.has("SFTG")), (100 + 68, 900));
    t.plays(buy_train("5", "bank", 550));
}

/// O-30: AFI in Parma reaches nothing, so that it need not buy a train.
#[test]
fn a_bankruptcy_without_need_as_recorded() {
    let base = |edition: &str| {
        table(edition, 3)
            .phase(5)
            .sold_up_to("5")
            .company("AFI", "C5", "A 60, B 40")
            .company("SFTN", "C5", "B 40")
            .trains("SFTN", "5")
            .tokens("AFI", "K11")
            .cash("AFI", 10)
            .cash("A", 20)
            .operates("AFI", Step::Trains)
    };
    assert_eq!(base("v2").rule(choose("leave")), "1841-4.5.1-01");
    let mut t = base("v2 online");
    t.plays(choose("leave"));
    assert!(t.game.out(seat('A')));
    assert_eq!(t.percent("AFI", "A"), 0);
    let rich = base("v2 online").cash("A", 900);
    assert_eq!(rich.rule(choose("leave")), "1841-4.5.1-01", "A could pay the cheapest train");
}

/// O-37: nobody has anything to sell; SFTN, which leads SFTG, could pay the train from its cash.
#[test]
fn leading_companies_keep_their_cash_as_recorded() {
    let base = |edition: &str| {
        table(edition, 3)
            .phase(5)
            .sold_up_to("5")
            .company("SFTN", "F4", "A 50, B 50")
            .company("SFTG", "F4", "SFTN 50, B 50")
            .tokens("SFTG", "P12")
            .cash("SFTG", 10)
            .cash("SFTN", 600)
            .cash("A", 20)
            .operates("SFTG", Step::Trains)
    };
    let mut book = base("v2");
    assert_eq!(book.rule(choose("stay")), "1841-4.5.1-13", "the chain can pay");
    book.plays(buy_train("5", "bank", 550));
    let mut t = base("v2 online");
    t.plays(choose("stay"));
    let surrendered = t.has("SFTG") - 10 - 20;
    assert_eq!((t.has("SFTN"), t.has("A")), (600, 500), "SFTN keeps its cash, A has the loan");
    assert_eq!(surrendered, 5 * 100 / 2, "half of what A held of SFTN");
    base("v2 online").cash("A", 100).plays(choose("stay")); // where no company sells, A's shares count by half
    let sells = base("v2 online").company("RSFS", "F4", "B 40, SFTG 10");
    assert_eq!(sells.rule(choose("stay")), "1841-4.5.1-13", "who can sell counts with the cash above them");
}

/// O-38: A controls 70% of SFTG; online they may sell SFTN first, but must sell.
#[test]
fn forced_sales_of_anything_as_recorded() {
    let base = |edition: &str| {
        table(edition, 3)
            .phase(5)
            .company("SFTG", "F4", "A 40, SFTC 30, B 20")
            .company("SFTN", "C5", "A 40, B 20")
            .company("SFTC", "C5", "SFTN 40")
    };
    assert_eq!(base("v2").rule(sell("A", "SFTN", 10)), "1841-3.1-13");
    let mut t = base("v2 online");
    t.plays(sell("A", "SFTN", 10));
    assert_eq!(t.rule(Action::Pass), "1841-3.1-13", "SFTG has still to be sold");
    t.plays(sell("A", "SFTG", 10));
    t.pass();
}

/// O-31: AFI is frozen before its first turn; online its turn counts as one in which it has acted.
#[test]
fn a_frozen_company_has_acted_as_recorded() {
    let acted = |edition: &str| {
        let mut t = table(edition, 3)
            .phase(5)
            .company("SFTN", "F4", "A 60, B 40")
            .company("AFI", "C5", "pool 20, A 10")
            .fresh("AFI")
            .tokens("SFTN", "K11")
            .operates("SFTN", Step::Transformation);
        while t.stock_round().is_none() {
            t.passes_or_must();
        }
        assert!(t.game.frozen(t.id("AFI")));
        t.game.company(t.id("AFI")).operated
    };
    assert!(!acted("v2"));
    assert!(acted("v2 online"));
}

/// O-32: nobody can agree to the sale of a frozen company's train; online nobody is asked.
#[test]
fn trains_of_frozen_companies_as_recorded() {
    let base = |edition: &str| {
        table(edition, 3)
            .phase(3)
            .company("SFTN", "F4", "A 60, B 40")
            .company("AFI", "C5", "pool 20, A 10")
            .trains("AFI", "3")
            .tokens("SFTN", "P12")
            .cash("SFTN", 300)
            .operates("SFTN", Step::Trains)
    };
    assert_eq!(base("v2").rule(buy_train("3", "AFI", 7)), "1841-4.5-01");
    let mut t = base("v2 online");
    t.plays(buy_train("3", "AFI", 7));
    assert_eq!((t.has("AFI"), t.has("SFTN")), (7, 293));
}

/// O-33: B can buy nothing, but a share of AFI in SFTN's treasury looks affordable.
#[test]
fn treasury_shares_look_for_sale_as_recorded() {
    let asked = |edition: &str, cash: i32| {
        let mut t = table(edition, 3)
            .phase(5)
            .company("SFTN", "O1", "A 60, C 40")
            .company("AFI", "A13", "A 50, C 40, SFTN 10")
            .cash("A", 2000)
            .cash("B", cash)
            .cash("C", 2000);
        t.pass();
        t.who()
    };
    assert_eq!((asked("v2", 20), asked("v2 online", 20)), ('C', 'B'));
    assert_eq!(asked("v2 online", 1), 'C', "not even that");
}

/// O-34: the card stays where it is until the next stock round, where the next player begins.
#[test]
fn the_card_of_a_player_who_left_as_recorded() {
    let after = |edition: &str| {
        let mut t = table(edition, 3)
            .phase(3)
            .sold_up_to("3")
            .company("AFI", "A13", "A 60, B 40")
            .tokens("AFI", "P12")
            .cash("A", 0)
            .operates("AFI", Step::Trains);
        while t.offers().iter().any(|offer| matches!(offer, ferrata_engine::offer::Offer::Sell { .. })) {
            let offers = t.offers();
            let sale = offers.iter().find(|offer| matches!(offer, ferrata_engine::offer::Offer::Sell { .. }));
            t.plays(sale.unwrap().samples()[0].clone());
        }
        t.plays(choose("leave"));
        (t.game.table.priority, t)
    };
    assert_eq!(after("v2").0, seat('B'));
    let (priority, mut t) = after("v2 online");
    assert_eq!(priority, seat('A'));
    while t.stock_round().is_none() {
        t.passes_or_must();
    }
    assert_eq!(t.who(), 'B');
}

/// O-35: N14 may show track towards P14, which never answers it; so may I3 towards G3.
#[test]
fn sides_closed_from_one_hex_as_recorded() {
    let closed = |edition: &str, hex: &str, side: u8| {
        let t = new_game(edition, 3);
        !t.game.parts().map.hex(t.hex(hex)).unwrap().side(side).open()
    };
    for edition in ["v1", "v2", "v1 lite", "v2 lite"] {
        let online = format!("{edition} online");
        assert!(closed(edition, "I3", 3) && closed(edition, "G3", 0), "{edition}");
        assert!(!closed(&online, "I3", 3) && closed(&online, "G3", 0), "{online}");
        assert!(closed(edition, "N14", 0) && closed(&online, "P14", 3), "{edition}");
        assert_eq!(closed(&online, "N14", 0), !edition.contains("lite"), "{online}");
    }
}

/// O-24: what the sale of its offering leaves open of the second token is paid by those who lead it.
/// Rules: 1841-4.7.6-08-v2, 1841-O-24
#[test]
fn the_second_token_is_paid_by_those_above() {
    let mut t = table("v2", 3)
        .phase(5)
        .company("FTP", "A13", "A 60, pool 40")
        .tokens("FTP", "P12")
        .cash("FTP", 0)
        .cash("A", 30)
        .cash("B", 0)
        .cash("C", 0)
        .trains("FTP", "5")
        .operates("FTP", Step::Transformation);
    t.plays(Action::Transform { into: CompanyName::of("AFI") });
    while t.offers().iter().any(|offer| offer.covers(&choose("no"))) {
        t.plays(choose("no"));
    }
    assert!(!t.offers().iter().any(|offer| offer.covers(&buy_tokens("AFI", 1))), "its offering goes first");
    t.plays(sell("AFI", "AFI", 50));
    assert_eq!((t.has("A"), t.has("AFI")), (30, 20), "five halves of 8");
    t.plays(buy_tokens("AFI", 1));
    assert_eq!((t.has("A"), t.has("AFI"), t.director("AFI")), (0, 0, Holder::Seat(seat('A'))));
}

/// O-24: the director chooses the tokens of a transformation first; the money is raised after.
/// Rules: 1841-4.7.6-08-v2, 1841-O-24
#[test]
fn tokens_of_a_transformation_are_chosen_before_the_money_as_recorded() {
    let base = |edition: &str| {
        let mut t = table(edition, 3)
            .phase(5)
            .company("CTLP", "K2", "A 40, B 20")
            .tokens("CTLP", "K11")
            .cash("CTLP", 40)
            .operates("CTLP", Step::Transformation);
        t.plays(Action::Transform { into: CompanyName::of("AFI") });
        while t.offers().iter().any(|offer| offer.covers(&choose("no"))) {
            t.plays(choose("no"));
        }
        t
    };
    let mut t = base("v2 online");
    t.plays(buy_tokens("AFI", 1));
    t.plays(sell("AFI", "AFI", 10));
    assert_eq!((t.has("AFI"), t.game.company(t.id("AFI")).tokens), (40 + 98 - 50, 1));
    assert!(t.game.table.pending.is_empty());
    let mut t = base("v2");
    assert_eq!(t.rule(buy_tokens("AFI", 1)), "", "by the book the money comes first");
    t.plays(sell("AFI", "AFI", 10));
    t.plays(buy_tokens("AFI", 1));
    assert_eq!(t.has("AFI"), 40 + 98 - 50);
}

/// O-39: the last but one player leaves: the frozen companies next in order move before the game ends.
#[test]
fn frozen_companies_move_before_the_last_player_wins_as_recorded() {
    let end = |edition: &str| {
        let mut t = table(edition, 3)
            .phase(3)
            .sold_up_to("3")
            .company("AFI", "F13", "A 20")
            .tokens("AFI", "P12")
            .company("RSFS", "C13", "pool 40, B 10")
            .company("CGTF", "A13", "B 40")
            .cash("A", 0);
        t.say(&["seat", "C", "out"], true);
        let mut t = t.operates("AFI", Step::Trains);
        while !t.offers().iter().any(|offer| offer.covers(&choose("leave"))) {
            let sale = t.offers().into_iter().find(|offer| matches!(offer, Offer::Sell { .. })).unwrap();
            t.plays(sale.samples()[0].clone());
        }
        t.plays(choose("leave"));
        assert!(matches!(t.game.table.round, super::super::table::Round::Over(_)));
        t.at("RSFS")
    };
    assert_eq!((end("v2").as_str(), end("v2 online").as_str()), ("C13", "A13"));
}

/// O-20: when there is a split, its decisions come before the trains that are returned.
#[test]
fn surplus_trains_are_returned_online_too() {
    let mut t = table("v2 online", 4)
        .phase(3)
        .sold_up_to("4")
        .company("SFTN", "A13", "D 60, C 40")
        .trains("SFTN", "3 3 3")
        .cash("SFTN", 900)
        .operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    assert_eq!((t.who(), t.game.asked()), ('D', ferrata_engine::view::Asked::Discard));
}
