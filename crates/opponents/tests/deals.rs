//! Deals that are proposed to a program are weighed.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_opponents::contest::{Contest, Step};
use ferrata_opponents::{Entrant, Level, Program, Seen};
use ferrata_titles::{Game, catalogue};

/// A table of 1841 at which a company could buy the train of somebody else's company, who is asked, with the offer.
fn train_for_sale() -> (Game, SeatId, SeatId, Offer) {
    let names = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
    let setup = catalogue::find("1841").unwrap().setup("", &[], names).unwrap();
    // Of a version that stays as it is, so that the table does.
    let greedy = Entrant { level: Level::Greedy, version: 2 };
    let programs = (0..3).map(|seat| Program::new(greedy, seat)).collect();
    let mut contest = Contest::new(&setup, programs, 1).unwrap();
    loop {
        if let Turn::Seat(asks) = contest.game().turn() {
            for offer in contest.game().offers() {
                if let Offer::Propose { to, deal } = offer
                    && to != asks
                    && deal
                        .samples()
                        .iter()
                        .any(|sample| price(sample).is_some_and(|price| price > Money(100)))
                {
                    return (contest.game().clone(), asks, to, *deal);
                }
            }
        }
        assert!(!matches!(contest.step(), Step::Illegal(..) | Step::Over(_)));
    }
}

fn price(deal: &Action) -> Option<Money> {
    match deal {
        Action::BuyTrain { price, .. } => Some(*price),
        _ => None,
    }
}

/// Given a train of which its owner has need, when it is asked for at the lowest price, then the owner refuses; at the highest that
/// the other can pay, the owner has weighed it: the answer is the better one by its own reckoning, and both were looked at.
#[test]
fn a_deal_is_weighed_not_accepted_blindly() {
    let (game, asks, asked, offer) = train_for_sale();
    let mut deals = offer.samples();
    deals.sort_by_key(price);
    let answer = |deal: &Action| {
        let mut table = game.clone();
        let proposal = Action::Propose { deal: Box::new(deal.clone()) };
        table.apply(&Entry::seat(asks, proposal)).unwrap();
        assert_eq!(table.turn(), Turn::Seat(asked));
        Program::new(Level::Greedy, 3).decide(&Seen::at(table, asked)).unwrap()
    };
    let (cheap, dear) = (answer(deals.first().unwrap()), answer(deals.last().unwrap()));
    assert_eq!(cheap.action, Action::Decline, "{:?}", deals.first());
    for decision in [&cheap, &dear] {
        assert_eq!(decision.weighed.len(), 2, "accept and decline");
        assert!(decision.weighed[0].score() >= decision.weighed[1].score());
    }
    let accepted = |weighed: &[ferrata_opponents::Scored]| {
        weighed.iter().find(|scored| scored.action == Action::Accept).unwrap().score()
    };
    assert!(accepted(&dear.weighed) > accepted(&cheap.weighed), "the more is paid the better");
}
