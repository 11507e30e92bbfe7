//! Money that has to be raised: how much is missing, who gives in which order, what each sale leaves to be found.

use crate::scene::Scene;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Entry, Title};
use ferrata_titles::Game;

/// An emergency.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emergency {
    /// What the money is for.
    pub what: Text,
    /// How much it takes.
    pub amount: Money,
    /// Who gives in turn: what they have, and what is still missing when they have given it.
    pub givers: Vec<(Party, Money, Money)>,
    /// What has to be raised by sales.
    pub missing: Money,
    /// Who has to sell next, if somebody can.
    pub next: Option<Party>,
}

/// The emergency of a moment, if there is one.
pub fn emergency(scene: &Scene<'_>, offers: &[Offer]) -> Option<Emergency> {
    let need = scene.game.need()?;
    let mut left = need.amount;
    let givers = need.givers.iter().map(|(who, cash)| {
        left = (left - *cash).max(Money::ZERO);
        (*who, *cash, left)
    });
    let givers = givers.collect();
    let next = offers.iter().find_map(|offer| match offer {
        Offer::Sell { seller, .. } => Some(*seller),
        _ => None,
    });
    let missing = need.missing();
    Some(Emergency { what: need.what, amount: need.amount, givers, missing, next })
}

/// What is still missing after a sale; none where there is no emergency, or the sale is refused.
pub fn missing_after(game: &Game, seat: SeatId, sale: &Action) -> Option<Money> {
    game.need()?;
    let mut next = game.clone();
    next.apply(&Entry::seat(seat, sale.clone())).ok()?;
    Some(next.need().map(|need| need.missing()).unwrap_or_default())
}
