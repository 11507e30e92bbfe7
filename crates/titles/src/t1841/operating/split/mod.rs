//! Chapter 4.6.8: the Ferdinandea is split into its Venetian and its Lombard successor.
//!
//! | steps of the chapter | module |
//! | --- | --- |
//! | 1 to 6: markers, tokens, trains, cash, treasury | [`estate`] |
//! | 7 to 10: shares | [`exchange`] |
//! | 11 to 13: offers, tokens, the end | [`offers`] |

mod estate;
mod exchange;
mod offers;

pub(super) use estate::begin;

use crate::t1841::Game;
use crate::t1841::table::Pending;
use estate::Surplus;
use exchange::{ChooseDirector, Pairs, Singles};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::shares::Holder;
use offers::{Again, BuyTokens, ShareOffers};
use serde::{Deserialize, Serialize};

/// The split under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Split {
    /// IRSFF.
    old: CompanyId,
    /// SFV, in v2 SB.
    veneta: CompanyId,
    /// SFL.
    lombarda: CompanyId,
    /// IRSFF's director, or whoever runs the operating company if IRSFF is frozen.
    decider: SeatId,
    /// 1841-4.6.8-15: the successors act in this operating round.
    act: bool,
}

impl Split {
    /// Both successors, the Venetian first.
    fn heirs(self) -> [CompanyId; 2] {
        [self.veneta, self.lombarda]
    }

    /// A successor.
    fn heir(self, lombard: bool) -> CompanyId {
        if lombard { self.lombarda } else { self.veneta }
    }
}

/// What the split asks.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Splitting {
    Surplus(Surplus),
    Director(ChooseDirector),
    Pairs(Pairs),
    Singles(Singles),
    Offers(ShareOffers),
    Again(Again),
    Tokens(BuyTokens),
}

impl Splitting {
    pub(in crate::t1841) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            Splitting::Surplus(surplus) => surplus,
            Splitting::Director(director) => director,
            Splitting::Pairs(pairs) => pairs,
            Splitting::Singles(singles) => singles,
            Splitting::Offers(offers) => offers,
            Splitting::Again(again) => again,
            Splitting::Tokens(tokens) => tokens,
        }
    }

    fn push(self, game: &mut Game) -> Play {
        game.table.pending.push(Pending::Splitting(Box::new(self)));
        Ok(())
    }
}

/// Holders in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Queue {
    holders: Vec<Holder>,
    /// Whose turn it is.
    next: u8,
}

impl Queue {
    fn new(holders: Vec<Holder>) -> Queue {
        Queue { holders, next: 0 }
    }

    fn head(&self) -> Option<Holder> {
        self.holders.get(self.next as usize).copied()
    }

    /// The player who answers for the first holder.
    fn speaker(&self, game: &Game) -> Option<SeatId> {
        self.head().and_then(|holder| game.player_behind(holder))
    }
}
