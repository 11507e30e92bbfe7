//! Chapters 2.1 to 2.3: everybody hands in sealed bids; when the last ones are in, all are opened and ranked, lots
//! decide between identical ones, seats are dealt and concessions awarded.

use super::{Concession, go_on, seat_players, sell, tie_auction};
use crate::t1841::rules::{ConcessionSale, FaultyBids};
use crate::t1841::{Fixed, Game};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::hash::Sealed;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::offer::{Offer, sheet_is_valid};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Draw, DrawKind, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// 1841-2.1-01: bids being handed in, by seat: one per concession.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct SealedBids(pub(crate) SmallVec<[Sealed<Vec<Money>>; 8]>);

impl SealedBids {
    pub(super) fn begin(fixed: &Fixed) -> SealedBids {
        SealedBids(SmallVec::from_elem(Sealed::Missing, fixed.players.len()))
    }

    /// Who still has to hand in bids.
    fn waiting(&self) -> Vec<SeatId> {
        let missing = self.0.iter().enumerate().filter(|(_, bids)| bids.is_missing());
        missing.map(|(seat, _)| SeatId(seat as u8)).collect()
    }
}

/// Whether bids that break chapter 2.1 are refused (O-03); else they are annulled when they are opened.
fn faulty_refused(game: &Game) -> bool {
    game.fixed.rules.concession_sale == ConcessionSale::Sealed(FaultyBids::Refused)
}

impl Decision<Game> for SealedBids {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Sealed(self.waiting())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::SealedBids
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let waiting = self.waiting();
        let refused = faulty_refused(game);
        let nothing = refused.then(|| Offer::Pass { means: say!("bid for nothing") });
        let bids = Offer::Sheet {
            cards: game.fixed.parts.cards.iter().map(|card| card.name).collect(),
            min: game.fixed.lowest_bid,
            // Everybody begins with the same.
            budget: waiting.first().map_or(Money::ZERO, |&seat| game.table.ledger.seat(seat)),
            waiting,
            faulty_accepted: !refused,
        };
        nothing.into_iter().chain([bids]).collect()
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, mut sealed) = (by.seat()?, self.clone());
        let bids = match action {
            Action::Sheet { amounts } => checked(game, seat, amounts)?,
            // O-03: nothing at all is fine there.
            Action::Pass if faulty_refused(game) => {
                Sealed::Known(vec![Money::ZERO; game.fixed.parts.cards.len()])
            }
            // Whoever may not read the bids only knows that they are there.
            Action::Hidden => Sealed::Hidden,
            _ => return Err(Refusal::out_of_place(say!("hand in sealed bids"))),
        };
        if let Some(place) = sealed.0.get_mut(seat.index()) {
            *place = bids;
        }
        events.push(Event::Said { seat, what: say!("hands in sealed bids") });
        match sealed.waiting().is_empty() {
            true => open(game, sealed, events),
            false => go_on(game, Concession::SealedBids(sealed)),
        }
    }
}

fn checked(game: &Game, seat: SeatId, amounts: &[Money]) -> Result<Sealed<Vec<Money>>, Refusal> {
    let cards = game.fixed.parts.cards.len();
    if amounts.len() != cards {
        return Err(Refusal::plain(say!("{cards} amounts are needed, one per concession", cards)));
    }
    let (min, cash) = (game.fixed.lowest_bid, game.table.ledger.seat(seat));
    let fine = sheet_is_valid(amounts, min, cash) || !faulty_refused(game);
    require(fine, "1841-2.1-05", || {
        say!("each bid is 0 or at least {min}, and their sum at most your cash, {cash}", min, cash)
    })?;
    Ok(Sealed::Known(amounts.to_vec()))
}

/// All bids are in.
fn open(game: &mut Game, sealed: SealedBids, events: &mut Events) -> Play {
    let bids: Option<Vec<Vec<Money>>> = sealed.0.iter().map(|bids| bids.known().cloned()).collect();
    let Some(bids) = bids else {
        return Err(Refusal::plain(say!("the bids are opened by the host, who knows what they say")));
    };
    let ranking = rank(game, &bids);
    Lots { bids, ranking, from: 0, to: 0 }.draw(game, events)
}

/// 1841-2.2-01, 1841-2.2-02, 1841-2.2-04: by totals, then by the bids on 1 to 8; faulty ones below. Identical ones stay
/// in the order of seats for the lot; online the later seat goes first (O-03).
fn rank(game: &Game, bids: &[Vec<Money>]) -> SmallVec<[SeatId; 8]> {
    let later_first = faulty_refused(game);
    let mut ranking: SmallVec<[SeatId; 8]> = (0..bids.len() as u8).map(SeatId).collect();
    ranking.sort_by_cached_key(|seat| {
        let own = bids.get(seat.index()).cloned().unwrap_or_default();
        let faulty = !valid(game, *seat, &own);
        let total: Money = own.iter().copied().sum();
        let seat = if later_first { Reverse(i16::from(seat.0)) } else { Reverse(-i16::from(seat.0)) };
        (faulty, Reverse(total), Reverse(own), seat)
    });
    ranking
}

/// 1841-2.1-02, 1841-2.1-03, 1841-2.1-04: each bid nothing or high enough, the sum above zero and within the cash.
pub(crate) fn valid(game: &Game, seat: SeatId, bids: &[Money]) -> bool {
    faulty_refused(game) || sheet_is_valid(bids, game.fixed.lowest_bid, game.table.ledger.seat(seat))
}

/// 1841-2.2-03: lots decide between identical bids.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lots {
    /// By seat.
    bids: Vec<Vec<Money>>,
    /// The ranking as far as it is decided.
    ranking: SmallVec<[SeatId; 8]>,
    /// Where identical bids begin in it.
    from: u8,
    /// Where they end.
    to: u8,
}

impl Lots {
    /// Looks for the next group of identical bids; without one the concessions are awarded.
    fn draw(mut self, game: &mut Game, events: &mut Events) -> Play {
        let by_lot = !faulty_refused(game);
        let bids = |place: usize| self.ranking.get(place).and_then(|seat| self.bids.get(seat.index()));
        let mut at = self.to as usize;
        while by_lot && at < self.ranking.len() {
            let group = (at..self.ranking.len()).take_while(|&place| bids(place) == bids(at)).count();
            if group > 1 {
                (self.from, self.to) = (at as u8, (at + group) as u8);
                return go_on(game, Concession::Lots(self));
            }
            at += 1;
        }
        award(game, &self, events)
    }
}

impl Decision<Game> for Lots {
    fn turn(&self, _: &Game) -> Turn {
        let count = u16::from(self.to.saturating_sub(self.from));
        let kind = DrawKind::Pick { count, of: count };
        Turn::Chance(Draw { what: say!("the order of identical bids"), kind })
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Draw
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let (mut lots, tied) = (self.clone(), self.ranking.get(self.from as usize..self.to as usize));
        let tied = tied.unwrap_or_default();
        for (place, drawn) in action.drawn()?.iter().enumerate() {
            let slot = lots.ranking.get_mut(self.from as usize + place);
            if let (Some(slot), Some(seat)) = (slot, tied.get(*drawn as usize)) {
                *slot = *seat;
            }
        }
        lots.draw(game, events)
    }
}

/// 1841-2.2-05, 1841-2.3-01, 1841-2.3-02: seats and awards; tied concessions wait for their auctions.
fn award(game: &mut Game, lots: &Lots, events: &mut Events) -> Play {
    let seats = lots.bids.iter().enumerate().map(|(seat, bids)| (SeatId(seat as u8), bids));
    let valid: Vec<bool> = seats.map(|(seat, bids)| valid(game, seat, bids)).collect();
    // 1841-2.1-05: one error annuls all bids of a player.
    for (seat, _) in valid.iter().enumerate().filter(|(_, valid)| !**valid) {
        let what = say!("has made an error: all their bids are annulled");
        events.push(Event::Said { seat: SeatId(seat as u8), what });
    }
    seat_players(game, lots.ranking.clone());
    let mut waiting = Vec::new();
    for card in game.concession_ids() {
        let bid = |seat: &SeatId| {
            let bids = lots.bids.get(seat.index()).filter(|_| valid.get(seat.index()) == Some(&true));
            bids.and_then(|bids| bids.get(card.index())).copied().unwrap_or_default()
        };
        let highest = game.table.order.iter().map(bid).max().unwrap_or_default();
        let bidders: SmallVec<[SeatId; 8]> =
            game.table.order.iter().copied().filter(|seat| bid(seat) == highest).collect();
        match bidders.as_slice() {
            _ if highest == Money::ZERO => {}
            [one] => sell(game, card, *one, highest, events)?,
            _ => waiting.push((card, highest, bidders)),
        }
    }
    tie_auction::begin_next(game, waiting, events)
}
