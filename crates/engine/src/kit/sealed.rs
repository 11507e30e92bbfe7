//! What others may learn of a sealed decision: that it was made.

use super::Playable;
use super::game::Game;
use super::report::Check;
use crate::action::Action;
use crate::event::Event;
use crate::id::SeatId;
use crate::log::{Log, redacted};
use crate::seals::waits;
use crate::turn::{Author, Entry, Title};

impl<T: Playable> Game<'_, T> {
    /// After an entry in a sealed turn (`before` is the state it was made in).
    pub(super) fn check_sealed(&mut self, before: &T, entry: &Entry, events: &[Event]) {
        let closed = waits(&before.turn(), &self.state.turn());
        if closed {
            self.check_placeholder(before, entry, events);
        }
        let seats = (0..self.plan.setup.players.len() as u8).map(SeatId).map(Some);
        for reader in seats.chain([None]).collect::<Vec<_>>() {
            match redacted::<T>(&self.report.log, reader) {
                Ok(seen) => self.check_reader(&seen, reader, closed),
                Err(broken) => self.breach(Check::Sealed, format!("cannot be redacted: {broken}")),
            }
        }
    }

    /// The placeholder does to the table what the real decision does.
    fn check_placeholder(&mut self, before: &T, entry: &Entry, events: &[Event]) {
        let mut blind = before.clone();
        match blind.apply(&Entry { by: entry.by, action: Action::Hidden }) {
            Err(why) => self.breach(Check::Sealed, format!("the placeholder is refused: {why}")),
            Ok(told) if told != events => {
                self.breach(Check::Sealed, "the events of a sealed decision tell its content".into());
            }
            Ok(_) => {}
        }
    }

    fn check_reader(&mut self, seen: &Log, reader: Option<SeatId>, closed: bool) {
        let log = &self.report.log;
        let differs = || seen.entries.iter().zip(&log.entries).filter(|(seen, real)| seen != real);
        let wrong = match closed {
            false => differs().next().is_some(),
            true => differs().any(|(seen, real)| {
                seen.entry.action != Action::Hidden || Some(real.entry.by) == reader.map(Author::Seat)
            }),
        };
        let last_is_open = closed
            && log.entries.last().is_some_and(|last| Some(last.entry.by) != reader.map(Author::Seat))
            && seen.entries.last().is_some_and(|last| last.entry.action != Action::Hidden);
        if wrong || last_is_open {
            self.breach(Check::Sealed, format!("reader {reader:?} sees the wrong entries"));
        }
        match seen.state::<T>() {
            Err(broken) => self.breach(Check::Sealed, format!("reader {reader:?} cannot fold: {broken}")),
            Ok(state) => self.check_same_table(&state, reader),
        }
    }

    fn check_same_table(&mut self, folded: &T, reader: Option<SeatId>) {
        let same = folded.hash() == self.state.hash()
            && folded.view() == self.state.view()
            && folded.turn() == self.state.turn()
            && Title::offers(folded) == self.state.offers();
        if !same {
            self.breach(Check::Sealed, format!("reader {reader:?} sees another table"));
        }
    }
}
