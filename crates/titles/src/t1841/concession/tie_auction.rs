//! Chapter 2.4: auctions between those who bid the same for a concession.

use super::{Concession, check_card, end, go_on, sell};
use crate::t1841::Game;
use crate::t1841::rules::TieAuctions;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Concessions that wait for an auction, each with the bid and those who made it.
pub(super) type Waiting = Vec<(CardId, Money, SmallVec<[SeatId; 8]>)>;

/// 1841-2.4-01: an auction of a concession between tied bidders.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TieAuction {
    /// What for.
    pub(crate) card: CardId,
    /// Who is still in, in order of seats from the priority card, with the standing bid.
    bids: SmallVec<[(SeatId, Money); 8]>,
    /// Whose turn it is, by place in `bids`.
    next: u8,
    /// The concessions that wait for an auction after this one.
    waiting: Waiting,
}

/// The next auction; after the last one the round ends.
pub(super) fn begin_next(game: &mut Game, mut waiting: Waiting, events: &mut Events) -> Play {
    if waiting.is_empty() {
        return end(game, events);
    }
    let (card, bid, bidders) = waiting.remove(0);
    let bids = bidders.into_iter().map(|seat| (seat, bid)).collect();
    go_on(game, Concession::TieAuction(TieAuction { card, bids, next: 0, waiting }))
}

impl TieAuction {
    fn bidder(&self) -> SeatId {
        self.bids.get(self.next as usize).map_or(SeatId(0), |(seat, _)| *seat)
    }

    /// 1841-2.4-02: what must be bid at least.
    fn lowest(&self, game: &Game) -> Money {
        let highest = self.bids.iter().map(|(_, bid)| *bid).max().unwrap_or_default();
        highest + game.fixed.figures.auction_step
    }

    /// G-03: cash left, minus standing bids in the other tied concessions.
    fn budget(&self, game: &Game, seat: SeatId) -> Money {
        let standing = self.waiting.iter().filter(|(_, _, bidders)| bidders.contains(&seat));
        game.table.ledger.seat(seat) - standing.map(|(_, bid, _)| *bid).sum()
    }

    /// 1841-2.4-03: the next in turn; online the lowest bid, then the lowest seat (O-03).
    fn next_in_turn(&self, game: &Game) -> u8 {
        let lowest = || self.bids.iter().enumerate().min_by_key(|(_, (_, bid))| *bid).map_or(0, |(at, _)| at);
        let at = match game.fixed.rules.tie_auctions {
            TieAuctions::LowestBid => lowest(),
            TieAuctions::Clockwise => self.next as usize,
        };
        if at < self.bids.len() { at as u8 } else { 0 }
    }
}

impl Decision<Game> for TieAuction {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.bidder())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Bid
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let (min, max) = (self.lowest(game), self.budget(game, self.bidder()));
        let mut offers = vec![Offer::Pass { means: say!("leave this auction") }];
        if min <= max {
            offers.push(Offer::Bid { card: game.card_name(self.card), prices: Prices::between(min, max) });
        }
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, mut auction) = (by.seat()?, self.clone());
        match action {
            Action::Pass => {
                auction.bids.remove(self.next as usize);
                events.push(Event::Said { seat, what: say!("leaves the auction") });
            }
            Action::Bid { card, amount } => {
                check_card(game, *card, self.card)?;
                let (min, max) = (self.lowest(game), self.budget(game, seat));
                require(*amount >= min, "1841-2.4-02", || say!("the next bid is at least {min}", min))?;
                require(*amount <= max, "1841-2.4-02", || say!("at most {max} can be bid", max))?;
                if let Some(bid) = auction.bids.get_mut(self.next as usize) {
                    bid.1 = *amount;
                }
                auction.next += 1;
                events.push(Event::Said { seat, what: say!("bids {amount}", amount = *amount) });
            }
            _ => return Err(Refusal::out_of_place(say!("raise the bid or pass"))),
        }
        // 1841-2.4-04: the last one left pays the standing bid.
        if let [(winner, bid)] = auction.bids.as_slice() {
            sell(game, auction.card, *winner, *bid, events)?;
            return begin_next(game, auction.waiting, events);
        }
        auction.next = auction.next_in_turn(game);
        go_on(game, Concession::TieAuction(auction))
    }
}
