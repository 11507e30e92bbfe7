//! Tables at which everybody believes in the bus: SARSA is launched first, bought up and kept, and its coaches go where people
//! live. Elsewhere it hardly ever reaches the maximum of the market.

use crate::t1883::Game;
use crate::t1883::operating::coaches;
use crate::t1883::stock::duty;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::name::{CompanyName, HexName};
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Title, Turn};

fn is_sarsa(game: &Game, company: CompanyName) -> bool {
    game.fixed.parts.company(company) == Some(game.fixed.sarsa)
}

/// Whether the player whose turn it is could hold one more share of SARSA.
fn has_room(game: &Game) -> bool {
    let Turn::Seat(seat) = game.turn() else { return false };
    let own = game.shares_in(game.held(game.fixed.sarsa, seat)) as u16;
    own < duty::ratio_limit(game, seat)
}

/// What a coach on a hex would bring.
fn worth(game: &Game, hex: HexName) -> u32 {
    let hex = game.fixed.parts.hex(hex);
    hex.map_or(0, |hex| coaches::hex_value(game, hex).0.unsigned_abs())
}

/// How eagerly an offer of a stock round is taken.
pub(super) fn in_stock(game: &Game, offer: &Offer) -> Option<u32> {
    match offer {
        Offer::Start { company, .. } if is_sarsa(game, *company) => {
            Some(if has_room(game) { 200 } else { 1 })
        }
        Offer::Buy { company, .. } if is_sarsa(game, *company) => Some(if has_room(game) { 80 } else { 0 }),
        Offer::Buy { .. } => Some(20),
        Offer::Sell { .. } => Some(0),
        _ => None,
    }
}

/// How eagerly an offer of SARSA's own turn is taken.
pub(super) fn in_its_turn(game: &Game, offer: &Offer) -> Option<u32> {
    if game.acting().ok() != Some(game.fixed.sarsa) {
        return None;
    }
    match offer {
        Offer::PlaceMarker { hex, .. } => Some(3 + worth(game, *hex)),
        Offer::Sell { .. } => Some(0),
        Offer::Pass { .. } => Some(1),
        _ => None,
    }
}

/// How eagerly an action is taken.
pub(super) fn taste(game: &Game, action: &Action) -> Option<u32> {
    match action {
        Action::Settle { how: Settlement::Pay } if game.acting().ok() == Some(game.fixed.sarsa) => Some(1000),
        Action::Start { company, price, .. } if is_sarsa(game, *company) => {
            Some(price.0.unsigned_abs().pow(2))
        }
        _ => None,
    }
}
