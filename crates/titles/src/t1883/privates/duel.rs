//! 3.3.1 C: an auction among those who made offers for the cheapest private.

use super::auction::award;
use crate::t1883::Game;
use crate::t1883::out_of_place;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::name::CardName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// 1883-3.3-09: the bidders speak in the order of their offers, the lowest first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Duel {
    pub(in crate::t1883) private: u8,
    /// Those who are left, in the order fixed by the opening offers.
    pub(in crate::t1883) order: SmallVec<[SeatId; 4]>,
    pub(in crate::t1883) at: u8,
}

impl Duel {
    fn speaker(&self) -> SeatId {
        self.order.get(usize::from(self.at)).or(self.order.first()).copied().unwrap_or(SeatId(0))
    }

    fn card(&self, game: &Game) -> CardName {
        let card = game.fixed.privates.get(usize::from(self.private)).map(|private| private.card);
        card.map(|card| game.fixed.parts.card_name(card)).unwrap_or_default()
    }

    fn prices(&self, game: &Game) -> Option<Prices> {
        let auction = game.auction().ok()?;
        Some(auction.prices(game, self.private.into(), self.speaker()))
    }
}

impl Decision<Game> for Duel {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.speaker())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Bid
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers =
            vec![Offer::Pass { means: say!("drop out of the auction of {card}", card = self.card(game)) }];
        let prices = self.prices(game).filter(|prices| prices.min <= prices.max);
        offers.extend(prices.map(|prices| Offer::Bid { card: self.card(game), prices }));
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, private, mut duel) = (by.seat()?, usize::from(self.private), self.clone());
        match action {
            Action::Pass => {
                // 1883-3.3-10: the money set aside is free again.
                events.push(Event::Said {
                    seat,
                    what: say!("drops out of the auction of {card}", card = self.card(game)),
                });
                let auction = game.auction_mut()?;
                auction.bids.retain(|bid| usize::from(bid.private) != private || bid.seat != seat);
                duel.order.retain(|other| *other != seat);
                duel.at %= duel.order.len().max(1) as u8;
            }
            Action::Bid { card, amount } => {
                let fits = self.prices(game).filter(|prices| prices.contains(*amount));
                require(*card == self.card(game) && fits.is_some(), "1883-3.3-09", || {
                    let Prices { min, max, step } = self.prices(game).unwrap_or(Prices::fixed(*amount));
                    say!("raise from {min} to {max} in steps of {step}, or drop out", min, max, step)
                })?;
                game.auction_mut()?.set_bid(private, seat, *amount);
                events.push(Event::Said { seat, what: say!("raises to {amount}", amount = *amount) });
                duel.at = (duel.at + 1) % duel.order.len().max(1) as u8;
            }
            _ => return Err(out_of_place(say!("raise or drop out"))),
        }
        game.table.pending.pop();
        if let [winner] = duel.order.as_slice() {
            let amount = game.auction()?.bid_of(private, *winner);
            return award(game, private, *winner, amount, events);
        }
        game.interrupt(crate::t1883::agenda::Pending::Duel(duel));
        Ok(())
    }
}
