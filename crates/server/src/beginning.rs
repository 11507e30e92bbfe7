//! What a table begins with: nothing but what chance decides, or a game from elsewhere.

use crate::plan::chance;
use crate::problem::{Answer, Problem};
use crate::running::Running;
use crate::standing::Standing;
use crate::store::StoredRecord;
use ferrata_engine::log::Log;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::PlainNames;
use ferrata_engine::turn::{Setup, Title, Turn};
use ferrata_titles::Game;
use ferrata_wire::Millis;

/// A game played through and ready to be stored.
#[derive(Debug)]
pub(crate) struct Beginning {
    /// Its set-up.
    pub setup: Setup,
    /// Its records.
    pub records: Vec<StoredRecord>,
    /// How it stands after them.
    pub standing: Standing,
}

impl Beginning {
    /// Plays a log through, and what chance decides after it. A log that the rules do not accept is refused, with
    /// the number of the entry.
    pub(crate) fn new(log: Log, now: Millis) -> Answer<Beginning> {
        let refused = |game: &Game, number: usize, refusal: Refusal| {
            let because = say!("entry {number}: {because}", number, because = refusal.because);
            Problem::refused(&Refusal { because, ..refusal }, game.roster())
        };
        let setup = log.setup;
        let mut running =
            Running::new(setup.clone(), 0).map_err(|refusal| Problem::refused(&refusal, &PlainNames))?;
        for (at, recorded) in log.entries.into_iter().enumerate() {
            let mut next = running.game().clone();
            let sealed = matches!(next.turn(), Turn::Sealed(_));
            next.apply(&recorded.entry).map_err(|refusal| refused(running.game(), at + 1, refusal))?;
            let record = StoredRecord::imported(at as u64 + 1, now, &recorded.entry, sealed, next.hash());
            running.commit(record, next);
        }
        let mut steps = Vec::new();
        chance(running.game().clone(), (running.number(), now), &mut steps, &mut Vec::new())?;
        steps.into_iter().for_each(|(record, next)| running.commit(record, next));
        let standing = running.standing();
        Ok(Beginning { setup, records: running.into_records(), standing })
    }
}
