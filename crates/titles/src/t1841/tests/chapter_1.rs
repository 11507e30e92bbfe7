//! Chapter 1: what the game is, and the set-up.

use super::super::table::{Round, Standing};
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::id::{SeatId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::Title;

fn cash_of(edition: &str, players: usize) -> Vec<i32> {
    let t = new_game(edition, players);
    (0..players as u8).map(|seat| t.game.table.ledger.seat(SeatId(seat)).0).collect()
}

/// Rules: 1841-1.1-01, 1841-2-01
#[test]
fn a_concession_round_then_stock_and_operating_rounds_in_turn() {
    let mut t = new_game("v1", 3);
    assert!(matches!(t.game.table.round, Round::Concession(_)));
    for _ in 0..3 {
        t.plays(sheet(&[20, 0, 0, 0, 0, 0, 0, 20]));
    }
    t.game.apply(&ferrata_engine::turn::Entry::chance(vec![0, 1, 2])).unwrap();
    while matches!(t.game.table.round, Round::Concession(_)) {
        t.pass();
    }
    assert!(matches!(&t.game.table.round, Round::Stock(round) if round.number == 1));
    while t.who() != 'C' {
        t.pass();
    }
    let starter = t.who().to_string();
    t.plays(start("IRSFF", 144, 20));
    t.pass();
    t.plays(buy_tokens("IRSFF", 2));
    assert_ne!(t.who().to_string(), starter);
    t.pass_stock_round();
    assert!(
        matches!(&t.game.table.round, Round::Operating(round) if (round.set, round.number, round.of) == (1, 1, 1))
    );
    while matches!(t.game.table.round, Round::Operating(_)) {
        let offers = t.offers();
        t.plays(if offers.iter().any(|offer| offer.covers(&Action::Pass)) {
            Action::Pass
        } else {
            offers[0].samples()[0].clone()
        });
    }
    assert!(matches!(&t.game.table.round, Round::Stock(round) if round.number == 2));
}

/// Rules: 1841-1.1-03, 1841-5-06
#[test]
fn wealth_is_cash_and_certificates_not_what_companies_own() {
    let t = table("v1", 3)
        .cash("A", 100)
        .company("SFTN", "F4", "A 30")
        .company("SFTC", "C5", "SFTN 40, A 20")
        .cash("SFTN", 500)
        .trains("SFTN", "2");
    assert_eq!(t.game.worth(seat('A')), Money(100 + 300 + 68));
    let mut loan = t.clone();
    loan.say(&["seat", "A", "loans"], 2);
    assert_eq!(loan.game.worth(seat('A')), Money(468 - 1000));
}

/// Rules: 1841-1.2-01, 1841-1.2-03, 1841-L3-01, 1841-L5-01, 1841-TV-21
/// TV-21: the capital is split evenly.
#[test]
fn three_to_eight_players_share_the_start_capital() {
    for (players, cash) in [(3, 1120), (4, 840), (5, 672), (6, 560), (7, 480), (8, 420)] {
        assert_eq!(cash_of("v1", players), vec![cash; players]);
        assert_eq!(cash * players as i32, 3360);
    }
    for (players, cash) in [(3, 840), (4, 630), (5, 504), (6, 420)] {
        assert_eq!(cash_of("v1 lite", players), vec![cash; players]);
        assert_eq!(cash * players as i32, 2520);
    }
    let refused = |edition, players| {
        super::super::Game::start(&setup(edition, players)).unwrap_err().rule.unwrap().to_string()
    };
    assert_eq!(refused("v1", 2), "1841-1.2-01");
    assert_eq!(refused("v1", 9), "1841-1.2-01");
    assert_eq!(refused("v1 lite", 7), "1841-L3-01");
}

/// Rules: 1841-1.2-02, 1841-1.2-02-v2, 1841-L4-01, 1841-L4-01-v2, 1841-A2-01
#[test]
fn all_money_is_in_the_bank_before_the_capital_is_paid() {
    let bank = |edition| (new_game(edition, 3).game.table.ledger.total().0, new_game(edition, 3).has("bank"));
    assert_eq!(30 * (1 + 2 + 5 + 10 + 20 + 50 + 100) + 20 * 200 + 10 * 500, 14_640);
    assert_eq!(bank("v1"), (14_640, 14_640 - 3360));
    assert_eq!(bank("v2"), (14_400, 14_400 - 3360));
    assert_eq!(bank("v1 lite"), (14_640 - 3500, 14_640 - 3500 - 2520));
    assert_eq!(bank("v2 lite"), (10_900, 10_900 - 2520));
}

/// Rules: 1841-1.2-04, 1841-1.2-06, 1841-1.2-07, 1841-L6-01, 1841-L7-01
#[test]
fn concessions_and_shares_are_unsold_and_phase_two_begins() {
    let t = new_game("v1", 4);
    assert_eq!(t.game.table.concessions.as_slice(), [Holder::Pool; 8]);
    for company in t.game.company_ids() {
        assert_eq!(t.game.table.shares.percent(company, Holder::Offering), 100);
        assert_eq!(t.game.company(company).standing, Standing::Waiting);
    }
    assert_eq!(t.in_phase(), 2);
    assert_eq!(t.game.phase_spec().unwrap().colors, [Color::Yellow]);
    assert_eq!(t.game.table.depot.for_sale().collect::<Vec<_>>(), [TrainKind(0)]);
    let lite = new_game("v1 lite", 4);
    let cards: Vec<_> = lite.game.parts().cards.iter().map(|card| card.number.unwrap()).collect();
    assert_eq!(cards, [1, 3, 5, 7, 8]);
    for gone in ["SFLP", "SFLi", "SFMA", "SSFL"] {
        assert!(lite.game.parts().company(ferrata_engine::name::CompanyName::of(gone)).is_none());
    }
}

/// Rules: 1841-1.2-06, 1841-3.3.3-01
#[test]
fn the_directors_certificate_leaves_first() {
    let mut t = table("v1", 3).concession("SFTN", "A");
    assert_eq!(t.rule(buy("A", "SFTN", 10, "ipo", 100)), "1841-3.2-04");
    t.plays(start("SFTN", 100, 20));
    assert_eq!(t.director("SFTN"), Holder::Seat(seat('A')));
}

/// Rules: 1841-1.2-05, 1841-8-03
#[test]
fn trains_tiles_and_charters_are_open() {
    let t = table("v1", 3)
        .company("SFTN", "F4", "A 30")
        .cash("SFTN", 77)
        .trains("SFTN", "2")
        .charter_tokens("SFTN", 3)
        .company("SFTG", "F4", "B 20, SFTN 20");
    let view = t.game.view();
    assert_eq!((view.depot[0].left, view.depot[6].left), (Some(7), Some(7)));
    assert!(view.tiles.iter().any(|(tile, left)| tile.as_str() == "8" && *left == Some(16)));
    let sftn = view.companies.iter().find(|company| company.name.as_str() == "SFTN").unwrap();
    assert_eq!((sftn.cash, sftn.tokens_left, sftn.trains.len()), (Money(77), 3, 1));
    // Its shares of others are open, and so is what is left of its own.
    let shares: Vec<_> = sftn.shares.iter().map(|share| (share.company.as_str(), share.percent)).collect();
    assert_eq!((shares, sftn.offering), (vec![("SFTG", 20)], 70));
    // Company and private property are kept apart: A's worth does not contain the 77.
    assert_eq!(view.players[0].worth, Money(1120 + 300));
}

/// Rules: 1841-L9-01, 1841-L9-02, 1841-4.5-03, 1841-TV-21
/// TV-21: the roster, in lite without two 2-trains and one each of 3, 4 and 5.
/// Traps: row 9 (#9362): three 5-trains.
#[test]
fn the_roster_of_trains() {
    let roster = |edition| -> Vec<(String, u16, i32)> {
        let t = new_game(edition, 3);
        let trains = t.game.parts().trains.iter();
        trains.map(|train| (train.name.to_string(), train.count.unwrap(), train.price.0)).collect()
    };
    let expect = |counts: [u16; 7]| -> Vec<(String, u16, i32)> {
        let prices = [100, 200, 350, 550, 800, 1100, 1450];
        (2..9)
            .zip(counts)
            .zip(prices)
            .map(|((size, count), price)| (size.to_string(), count, price))
            .collect()
    };
    for edition in ["v1", "v2"] {
        assert_eq!(roster(edition), expect([8, 6, 4, 3, 2, 2, 7]));
    }
    for edition in ["v1 lite", "v2 lite"] {
        assert_eq!(roster(edition), expect([6, 5, 3, 2, 2, 2, 7]));
    }
    assert_eq!(new_game("v1 lite", 4).game.fixed.by_players.certificate_limit, 16);
}
