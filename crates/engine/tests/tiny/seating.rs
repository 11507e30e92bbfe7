//! Chance seats the players.

use super::Tiny;
use super::state::{Sheet, Step};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::{Draw, DrawKind};

pub(super) fn draw(game: &Tiny) -> Draw {
    let players = game.players.len() as u16;
    Draw { what: "order of play".into(), kind: DrawKind::Pick { count: players, of: players } }
}

pub(super) fn apply(game: &mut Tiny, outcome: &[u16], events: &mut Events) -> Result<(), Refusal> {
    game.now.order = outcome.iter().map(|seat| SeatId(*seat as u8)).collect();
    game.now.step = Step::Sheets(game.now.order.iter().map(|_| Sheet::Missing).collect());
    events.push(Event::Round { round: "Sealed bids".into() });
    Ok(())
}
