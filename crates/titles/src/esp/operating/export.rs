//! §4.9 Export: after the last operating round of a cycle the top train leaves the game.

use crate::esp::Esp;
use crate::esp::state::Status;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::refusal::Refusal;

impl Esp {
    pub(super) fn export(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        let launched = self.s.companies.iter().any(|company| company.status == Status::Launched);
        if !launched && !self.game.rules.export_before_first_launch {
            return Ok(());
        }
        let Some(kind) = self.s.depot.top() else { return Ok(()) };
        if !self.s.depot.take_new(kind) {
            return Ok(());
        }
        let train = self.game.parts.train_spec(kind).map(|spec| spec.name).unwrap_or_default();
        ev.push(Event::Train { train, from: None, to: None });
        self.train_left_bank(kind, ev)
    }
}
