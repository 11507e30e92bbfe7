//! Chapter 2, the concession round: it distributes concessions, seats and the priority card (1841-2-01).
//!
//! | chapter | module |
//! | --- | --- |
//! | 2.1 to 2.3 bids, seats, awards | [`sealed_bids`] |
//! | 2.4 auctions between tied bidders | [`tie_auction`] |
//! | 2.1 in the second edition | [`open_auction`] |

mod open_auction;
pub(crate) mod sealed_bids;
mod tie_auction;

pub(crate) use open_auction::{Nomination, OpenAuction};
pub(crate) use sealed_bids::{Lots, SealedBids};
pub(crate) use tie_auction::TieAuction;

use super::rules::ConcessionSale;
use super::table::Round;
use super::{Fixed, Game};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CardId, SeatId, SeatSet};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CardName;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Where the concession round stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Concession {
    SealedBids(SealedBids),
    Lots(Lots),
    TieAuction(TieAuction),
    Nomination(Nomination),
    OpenAuction(OpenAuction),
}

impl Concession {
    /// The round begins.
    pub(super) fn begin(fixed: &Fixed) -> Concession {
        match fixed.rules.concession_sale {
            ConcessionSale::Sealed(_) => Concession::SealedBids(SealedBids::begin(fixed)),
            ConcessionSale::OpenAuction => Concession::Nomination(Nomination::begin()),
        }
    }

    /// What it asks.
    pub(super) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            Concession::SealedBids(bids) => bids,
            Concession::Lots(lots) => lots,
            Concession::TieAuction(auction) => auction,
            Concession::Nomination(nomination) => nomination,
            Concession::OpenAuction(auction) => auction,
        }
    }
}

impl Concession {
    /// O-04: who stands as passed.
    pub(super) fn passed(&self) -> SeatSet {
        match self {
            Concession::Nomination(nomination) => nomination.passed,
            Concession::OpenAuction(auction) => auction.nomination.passed,
            Concession::SealedBids(_) | Concession::Lots(_) | Concession::TieAuction(_) => SeatSet::default(),
        }
    }
}

/// The round goes on with this.
fn go_on(game: &mut Game, concession: Concession) -> Play {
    game.table.round = Round::Concession(concession);
    Ok(())
}

/// 1841-2.2-05: the first in the ranking gets the priority card, the others sit to the left in order.
fn seat_players(game: &mut Game, ranking: SmallVec<[SeatId; 8]>) {
    if let Some(first) = ranking.first() {
        game.table.priority = *first;
    }
    game.table.order = ranking;
}

/// 1841-2.3-01: the bid is paid to the bank.
fn sell(game: &mut Game, card: CardId, to: SeatId, price: Money, events: &mut Events) -> Play {
    let why = say!("concession {card}", card = game.card_name(card));
    game.table.ledger.pay(Account::Seat(to), Account::Bank, price, why, events)?;
    game.give_concession(card, Holder::Seat(to), events);
    Ok(())
}

fn check_card(game: &Game, named: CardName, card: CardId) -> Play {
    let card = game.card_name(card);
    if named == card { Ok(()) } else { Err(Refusal::plain(say!("{card} is being auctioned", card))) }
}

/// The end of the round: in v2 the seats are dealt by cash left; then the first stock round begins. What nobody bid
/// for stays in the pool (1841-2.3-03).
fn end(game: &mut Game, events: &mut Events) -> Play {
    if game.fixed.rules.concession_sale == ConcessionSale::OpenAuction {
        let mut ranking = game.table.order.clone();
        // 1841-2.2-01-v2: the least cash first; then no concession, then the lowest number, then the old order.
        ranking.sort_by_key(|seat| {
            let owned =
                game.concession_ids().filter(|card| game.concession_holder(*card) == Holder::Seat(*seat));
            let numbers = owned.filter_map(|card| game.fixed.parts.card_spec(card)?.number);
            (game.table.ledger.seat(*seat), numbers.min())
        });
        seat_players(game, ranking);
    }
    super::stock::begin(game, 1, events)
}
