//! What the rules will bring to players one day, beside what their companies are reckoned to do.
//!
//! | what | module |
//! | --- | --- |
//! | events under way and to come, and what support saves | [`events`] |
//! | the capitalisation of CCFR, the merger that is due | [`formations`] |

mod events;
mod formations;

use super::Game;
use crate::prospects::{Firm, Hope, Hoped, Outlook};
use ferrata_engine::id::SeatId;
use ferrata_engine::view::RoundKind;
use smallvec::SmallVec;

/// All of it, by player.
pub(super) fn hopes(game: &Game, outlook: &Outlook) -> Vec<Hope> {
    if outlook.round == RoundKind::Over {
        return Vec::new();
    }
    let mut hopes = Vec::with_capacity(2 * outlook.purses.len());
    let told =
        [(Hoped::Event, events::sums(game, outlook)), (Hoped::Formation, formations::sums(game, outlook))];
    for (what, sums) in told {
        let seats = sums.0.iter().enumerate().filter(|(_, worth)| **worth != 0.0);
        hopes.extend(seats.map(|(seat, worth)| Hope { seat: SeatId(seat as u8), what, worth: *worth }));
    }
    hopes
}

/// What each player gains, or loses where it is less than nothing.
#[derive(Clone, PartialEq, Debug, Default)]
struct Sums(SmallVec<[f32; 4]>);

impl Sums {
    fn of(outlook: &Outlook) -> Sums {
        Sums(SmallVec::from_elem(0.0, outlook.purses.len()))
    }

    fn add(&mut self, seat: SeatId, amount: f32) {
        if let Some(sum) = self.0.get_mut(seat.index()) {
            *sum += amount;
        }
    }

    /// So much for each share of a corporation.
    fn add_shares(&mut self, firm: &Firm, per_share: f32) {
        for (sum, held) in self.0.iter_mut().zip(&firm.held) {
            *sum += per_share * f32::from(*held) / f32::from(firm.unit);
        }
    }
}
