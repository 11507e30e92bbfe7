//! §4.6.8: the Ferdinandea is split into its Venetian and its Lombard successor.

mod answer;
mod estate;
mod exchange;
mod offers;

use super::{Game, Play};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;

/// What a further token costs after the split (§4.6.8-12-v2).
const TOKEN: Money = Money(50);

/// The split under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Splitting {
    /// IRSFF.
    pub old: CompanyId,
    /// SFV, in v2 SB.
    pub veneta: CompanyId,
    /// SFL.
    pub sfl: CompanyId,
    /// IRSFF's director, or whoever runs the operating company if IRSFF is frozen.
    pub decider: SeatId,
    /// The successors act in this operating round (§4.6.8-15).
    pub act: bool,
    /// What comes next.
    pub stage: Stage,
}

/// The stages of the split.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Tokens beyond two of a successor: the director says which go (v1, G-33).
    Surplus,
    /// The director chooses a company for his certificate (v2, less than 40%).
    Director,
    /// Pairs are exchanged at the holders' choice (v1).
    Pairs(Queue),
    /// Single shares are exchanged.
    Singles(Queue),
    /// Shares are offered (v2).
    Offers {
        /// Of the Lombard successor; else of the Venetian.
        lombard: bool,
        /// To whom.
        to: Queue,
        /// The first offer of each is made without being called for.
        first: bool,
        /// Further rounds are over for these two.
        done: [bool; 2],
    },
    /// The director of a successor may call for another round of offers.
    Again {
        /// Of the Lombard successor; else of the Venetian.
        lombard: bool,
        /// Further rounds are over for these two.
        done: [bool; 2],
    },
    /// Further tokens are bought.
    Tokens {
        /// By the Lombard successor; else by the Venetian.
        lombard: bool,
    },
}

/// Holders in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Queue {
    /// The holders.
    pub holders: Vec<Holder>,
    /// Whose turn it is.
    pub next: u8,
}

impl Queue {
    fn new(holders: Vec<Holder>) -> Queue {
        Queue { holders, next: 0 }
    }

    fn head(&self) -> Option<Holder> {
        self.holders.get(self.next as usize).copied()
    }
}

/// The split falls due.
pub(super) fn begin(game: &mut Game) -> Play {
    game.begin_split()
}
