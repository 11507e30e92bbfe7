//! §4.9 Export: after the last operating round of a cycle the top train leaves the game.

use crate::esp::table::Status;
use crate::esp::{Game, phases};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};

/// 18ESP-4.9-01, 18ESP-G-26: even if there is no company yet; online only if there is one (18ESP-D-32).
pub(super) fn export(game: &mut Game, events: &mut Events) -> Play {
    let launched = game.table.companies.iter().any(|company| company.status == Status::Launched);
    if !launched && !game.fixed.switches.export_before_first_launch {
        return Ok(());
    }
    for _ in 0..game.fixed.figures.exported_trains {
        let Some(kind) = game.table.depot.top() else { return Ok(()) };
        if !game.table.depot.take_new(kind) {
            return Ok(());
        }
        events.push(Event::Train { train: game.fixed.parts.train_name(kind), from: None, to: None });
        // 18ESP-4.9-02: it counts as a purchase.
        phases::train_left_bank(game, kind, events)?;
    }
    Ok(())
}
