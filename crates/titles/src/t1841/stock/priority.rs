//! Chapter 7.2: the holder of the stronger priority card may sell it at the end of a stock round (1841-7.2-01).

use crate::t1841::Game;
use crate::t1841::table::Pending;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CardName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// The priority card as actions name it.
pub(crate) const PRIORITY: CardName = CardName::of("priority");

/// The card may be sold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct SellPriority;

pub(super) fn begin(game: &mut Game) {
    game.table.pending.push(Pending::SellPriority(SellPriority));
}

impl SellPriority {
    /// Nobody is asked where nobody could buy.
    pub(in crate::t1841) fn proceed(self, game: &mut Game) -> Result<Flow, Refusal> {
        if self.offers(game).len() > 1 {
            return Ok(Flow::Waits);
        }
        game.table.pending.pop();
        Ok(Flow::GoesOn)
    }
}

impl Decision<Game> for SellPriority {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.table.priority)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Card
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let (holder, least) = (game.table.priority, game.fixed.figures.least_price);
        let mut offers = vec![Offer::Pass { means: say!("keep the priority card") }];
        for seat in game.left_of(holder).into_iter().filter(|seat| *seat != holder) {
            let cash = game.table.ledger.seat(seat);
            if cash >= least {
                let deal = Offer::BuyCard {
                    buyer: Party::Seat(seat),
                    card: PRIORITY,
                    from: Party::Seat(holder),
                    prices: Prices::between(least, cash),
                };
                offers.push(Offer::Propose { to: seat, deal: Box::new(deal) });
            }
        }
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        match action {
            Action::Pass => {
                game.table.pending.pop();
                Ok(())
            }
            Action::Propose { deal } => game.propose(by.seat()?, deal, events),
            _ => Err(Refusal::out_of_place(say!("offer the priority card to somebody, or pass"))),
        }
    }
}

/// The card changes hands after both agreed.
pub(super) fn hand_over(game: &mut Game, to: SeatId, price: Money, events: &mut Events) -> Play {
    let (from, least) = (game.table.priority, game.fixed.figures.least_price);
    require(price >= least, "1841-7.2-01", || say!("the price is at least {least}", least))?;
    require(game.fixed.rules.priority_card, "1841-7.2-01", || say!("the card is not for sale"))?;
    let why = say!("the priority card");
    game.table.ledger.pay(Account::Seat(to), Account::Seat(from), price, why, events)?;
    game.table.priority = to;
    if game.table.pending.last() == Some(&Pending::SellPriority(SellPriority)) {
        game.table.pending.pop();
    }
    Ok(())
}
