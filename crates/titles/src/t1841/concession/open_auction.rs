//! Chapter 2.1 in the second edition: players nominate concessions by turns, and each is auctioned openly.

use super::{Concession, check_card, end, go_on, sell};
use crate::t1841::Game;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, SeatId, SeatSet};
use ferrata_engine::money::Money;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// 1841-2.1-01-v2: a player is to nominate a concession.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nomination {
    /// Who.
    seat: SeatId,
    /// Players who stand as passed (O-04).
    #[serde(default)]
    pub(crate) passed: SeatSet,
}

/// 1841-2.1-02-v2: the open auction of one concession.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenAuction {
    /// What for.
    card: CardId,
    /// Who is still in, in order from the nominator, with the standing bid.
    bids: SmallVec<[(SeatId, Money); 8]>,
    /// The nomination it came from.
    pub(crate) nomination: Nomination,
}

impl Nomination {
    pub(super) fn begin() -> Nomination {
        Nomination { seat: SeatId(0), passed: SeatSet::default() }
    }

    /// 1841-2.1-03-v2, 1841-2.1-04-v2: the next to the left nominates, until all is sold or all have passed.
    fn next(mut self, game: &mut Game, events: &mut Events) -> Play {
        let all_passed = game.table.order.iter().all(|seat| self.passed.has(*seat));
        let sold_out = game.table.concessions.iter().all(|holder| *holder != Holder::Pool);
        if sold_out || all_passed {
            return end(game, events);
        }
        self.seat = game.left_of(self.seat).get(1).copied().unwrap_or(self.seat);
        go_on(game, Concession::Nomination(self))
    }
}

impl Decision<Game> for Nomination {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Nominate
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = vec![Offer::Pass { means: say!("nominate no concession") }];
        let (lowest, cash) = (game.fixed.lowest_bid, game.table.ledger.seat(self.seat));
        let unsold = game.concession_ids().filter(|card| game.concession_holder(*card) == Holder::Pool);
        offers.extend(unsold.filter(|_| cash >= lowest).map(|card| {
            let card = game.card_name(card);
            Offer::Bid { card, prices: Prices::between(lowest, cash) }
        }));
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, mut nomination) = (by.seat()?, *self);
        match action {
            Action::Pass => {
                nomination.passed.add(seat);
                events.push(Event::Said { seat, what: say!("passes") });
                nomination.next(game, events)
            }
            Action::Bid { card, amount } => {
                let (card, lowest) = (game.fixed.parts.card_named(*card)?, game.fixed.lowest_bid);
                let unsold = game.concession_holder(card) == Holder::Pool;
                require(unsold, "1841-2.1-01-v2", || say!("this concession is sold"))?;
                require(*amount >= lowest, "1841-2.1-01-v2", || say!("the lowest bid is {lowest}", lowest))?;
                check_bid(game, seat, *amount)?;
                nomination.passed.remove(seat);
                let (name, amount) = (game.card_name(card), *amount);
                events.push(Event::Said { seat, what: say!("opens {name} with {amount}", name, amount) });
                let others = game.left_of(seat).into_iter().skip(1);
                // 1841-2.1-02-v2: who cannot outbid the opening is left out.
                let others = others.filter(|other| game.table.ledger.seat(*other) > amount);
                let others = others.map(|other| (other, Money::ZERO));
                let bids = [(seat, amount)].into_iter().chain(others).collect();
                OpenAuction { card, bids, nomination }.settle(game, events)
            }
            _ => Err(Refusal::out_of_place(say!("nominate a concession with a bid, or pass"))),
        }
    }
}

impl OpenAuction {
    /// What must be bid at least.
    fn lowest(&self, game: &Game) -> Money {
        let highest = self.bids.iter().map(|(_, bid)| *bid).max().unwrap_or_default();
        highest + game.fixed.figures.auction_step
    }

    /// Whoever has the lowest standing bid acts next; the earlier one among equals.
    fn bidder(&self) -> SeatId {
        self.bids.iter().min_by_key(|(_, bid)| *bid).map_or(SeatId(0), |(seat, _)| *seat)
    }

    /// The last one standing pays the bid; else the auction goes on.
    fn settle(self, game: &mut Game, events: &mut Events) -> Play {
        if let [(winner, bid)] = self.bids.as_slice() {
            sell(game, self.card, *winner, *bid, events)?;
            return self.nomination.next(game, events);
        }
        go_on(game, Concession::OpenAuction(self))
    }
}

impl Decision<Game> for OpenAuction {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.bidder())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Bid
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = vec![Offer::Pass { means: say!("drop out of this auction") }];
        let (min, cash) = (self.lowest(game), game.table.ledger.seat(self.bidder()));
        if min <= cash {
            offers.push(Offer::Bid { card: game.card_name(self.card), prices: Prices::between(min, cash) });
        }
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, mut auction) = (by.seat()?, self.clone());
        match action {
            Action::Pass => {
                auction.bids.retain(|(bidder, _)| *bidder != seat);
                events.push(Event::Said { seat, what: say!("drops out") });
            }
            Action::Bid { card, amount } => {
                let (amount, min) = (*amount, self.lowest(game));
                check_card(game, *card, self.card)?;
                require(amount >= min, "1841-2.1-02-v2", || say!("the next bid is at least {min}", min))?;
                check_bid(game, seat, amount)?;
                if let Some(bid) = auction.bids.iter_mut().find(|(bidder, _)| *bidder == seat) {
                    bid.1 = amount;
                }
                auction.nomination.passed.remove(seat);
                events.push(Event::Said { seat, what: say!("bids {amount}", amount) });
            }
            _ => return Err(Refusal::out_of_place(say!("raise the bid or pass"))),
        }
        auction.settle(game, events)
    }
}

fn check_bid(game: &Game, seat: SeatId, amount: Money) -> Play {
    let cash = game.table.ledger.seat(seat);
    require(amount <= cash, "1841-2.1-02-v2", || say!("a bid may not exceed your cash, {cash}", cash))
}
