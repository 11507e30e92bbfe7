//! Games from elsewhere, before they are stored.

use crate::problem::{Answer, Problem};
use crate::store::{RecordBody, StoredRecord, now};
use ferrata_engine::log::Log;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::{Author, Setup, Title, Turn};
use ferrata_titles::Game;

/// A game from elsewhere, played through and ready to be stored.
#[derive(Debug)]
pub(crate) struct Imported {
    setup: Setup,
    records: Vec<StoredRecord>,
    over: bool,
}

impl Imported {
    /// Plays a log through; refuses one that the rules do not accept, naming the entry.
    pub(crate) fn new(log: Log) -> Answer<Imported> {
        let refused = |number: usize, refusal: Refusal| {
            let because = format!("entry {number}: {}", refusal.because);
            Problem::refused(&Refusal { because, ..refusal })
        };
        let mut game = Game::start(&log.setup).map_err(|refusal| refused(0, refusal))?;
        let mut records = Vec::with_capacity(log.entries.len());
        for (at, recorded) in log.entries.into_iter().enumerate() {
            let sealed = matches!(game.turn(), Turn::Sealed(_));
            let entry = recorded.entry;
            game.apply(&entry).map_err(|refusal| refused(at + 1, refusal))?;
            let seat = match entry.by {
                Author::Seat(seat) => Some(seat.0),
                Author::Chance => None,
            };
            records.push(StoredRecord {
                number: at as u64 + 1,
                seat,
                body: RecordBody::Entry(entry.action),
                hash: game.hash(),
                sealed,
                at: now(),
                user: None,
                retry: format!("import:{}", at + 1),
            });
        }
        Ok(Imported { setup: log.setup, records, over: matches!(game.turn(), Turn::Over(_)) })
    }

    /// Its set-up.
    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Its records.
    pub(crate) fn records(&self) -> &[StoredRecord] {
        &self.records
    }

    /// Whether it was played to its end.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }
}
