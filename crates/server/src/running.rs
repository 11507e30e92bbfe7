//! A running table in memory: its records and the state they fold to. Always rebuilt from the log.

use crate::standing::Standing;
use crate::store::{RecordBody, StoredRecord};
use ferrata_engine::id::SeatId;
use ferrata_engine::log::{FORMAT, Log, Recorded};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::seals::Seals;
use ferrata_engine::turn::{Entry, Setup, Title};
use ferrata_titles::Game;
use ferrata_wire::{Damage, Record};
use std::collections::HashMap;

/// A table in memory.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    setup: Setup,
    records: Vec<StoredRecord>,
    /// Which of them are in force, and who may read them.
    seals: Seals,
    retries: HashMap<String, u64>,
    game: Game,
    damage: Option<Damage>,
}

impl Running {
    /// A table without records.
    pub(crate) fn new(setup: Setup) -> Result<Running, Refusal> {
        let game = Game::start(&setup)?;
        let (records, seals, retries) = (Vec::new(), Seals::default(), HashMap::new());
        Ok(Running { setup, records, seals, retries, game, damage: None })
    }

    /// The state now.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The number of the last good record.
    pub(crate) fn number(&self) -> u64 {
        self.seals.course().len()
    }

    /// How the table stands.
    pub(crate) fn standing(&self) -> Standing {
        self.standing_after(&[])
    }

    /// How it would stand after these records.
    pub(crate) fn standing_after(&self, steps: &[(StoredRecord, Game)]) -> Standing {
        let mut seals = self.seals.clone();
        let mut game = &self.game;
        for (record, next) in steps {
            mark(&mut seals, record, game, next);
            game = next;
        }
        let number = seals.course().len();
        let seat_of = |number: u64| {
            let new = steps.iter().map(|(record, _)| record).find(|record| record.number == number);
            self.get(number).or(new)?.seat
        };
        let mut handed_in: Vec<u8> = seals.closed(number).into_iter().filter_map(seat_of).collect();
        handed_in.sort_unstable();
        let last = steps.last().map(|(record, _)| record).or(self.records.last());
        Standing {
            number,
            turn: game.turn(),
            since: last.map(|record| record.at),
            handed_in,
            damage: self.damage.clone(),
        }
    }

    /// What is wrong with the log, if something is.
    pub(crate) fn damage(&self) -> Option<&Damage> {
        self.damage.as_ref()
    }

    /// The record made with this retry key.
    pub(crate) fn by_retry(&self, retry: &str) -> Option<u64> {
        self.retries.get(retry).copied()
    }

    /// Folds records read from storage. The first that does not fold to its hash ends the good part of the
    /// log; nothing is altered.
    pub(crate) fn extend(&mut self, records: Vec<StoredRecord>, unreadable: Option<String>) {
        for record in records {
            if self.damage.is_some() {
                return;
            }
            if let Err(why) = self.take(record) {
                self.damage = Some(Damage { good_until: self.number(), why });
            }
        }
        if let (Some(why), None) = (unreadable, &self.damage) {
            self.damage = Some(Damage { good_until: self.number(), why });
        }
    }

    fn take(&mut self, record: StoredRecord) -> Result<(), String> {
        if record.number != self.number() + 1 {
            return Err(format!("record {} follows record {}", record.number, self.number()));
        }
        let next = match &record.body {
            RecordBody::Entry(action) => {
                let mut next = self.game.clone();
                let entry = Entry { by: record.author(), action: action.clone() };
                next.apply(&entry).map_err(|refusal| refusal.to_string())?;
                next
            }
            RecordBody::Undo(to) => self.game_at(*to).map_err(|refusal| refusal.to_string())?,
        };
        if next.hash() != record.hash {
            return Err(
                "the table after this record is not the one recorded: the rules have changed since".into()
            );
        }
        self.commit(record, next);
        Ok(())
    }

    /// Adds a record whose state is known.
    pub(crate) fn commit(&mut self, record: StoredRecord, next: Game) {
        mark(&mut self.seals, &record, &self.game, &next);
        self.retries.insert(record.retry.clone(), record.number);
        self.records.push(record);
        self.game = next;
    }

    /// All its records.
    pub(crate) fn into_records(self) -> Vec<StoredRecord> {
        self.records
    }

    fn get(&self, number: u64) -> Option<&StoredRecord> {
        self.records.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// The entries in force after record `number`, in order.
    fn in_force(&self, number: u64) -> impl Iterator<Item = &StoredRecord> {
        self.seals.course().in_force(number).into_iter().filter_map(|entry| self.get(entry))
    }

    /// The state after record `number`.
    pub(crate) fn game_at(&self, number: u64) -> Result<Game, Refusal> {
        if number > self.number() {
            return Err(Refusal::plain(format!("there are only {} records", self.number())));
        }
        let mut game = Game::start(&self.setup)?;
        for entry in self.in_force(number).filter_map(StoredRecord::entry) {
            game.apply(&entry)?;
        }
        Ok(game)
    }

    /// The last entry in force that a player made, with the record to return to if it were undone (chance's
    /// entries after it go with it).
    pub(crate) fn last_of_a_player(&self) -> Option<(u8, u64)> {
        let course = self.seals.course();
        course.line(self.number()).find_map(|entry| Some((self.get(entry)?.seat?, course.before(entry))))
    }

    /// Whether going back to record `to` would bring up decisions in secret of which somebody has read some.
    pub(crate) fn splits_sealed(&self, to: u64) -> bool {
        self.seals.splits(to)
    }

    /// Whether the same entries are in force after both records.
    pub(crate) fn same_moment(&self, one: u64, other: u64) -> bool {
        self.seals.course().same_moment(one, other)
    }

    /// The records after number `after`, at most `limit`, as a reader with these seats may see them.
    pub(crate) fn seen(&self, after: u64, limit: usize, seats: &[SeatId]) -> Vec<Record> {
        let skip = usize::try_from(after).unwrap_or(usize::MAX);
        let opened = |record: &StoredRecord| {
            let opened =
                self.seals.opened_by(record.number).into_iter().filter_map(|number| self.get(number));
            opened.map(|record| self.see(record, seats)).collect()
        };
        let seen = |record: &StoredRecord| Record { opened: opened(record), ..self.see(record, seats) };
        self.records.iter().skip(skip).take(limit).map(seen).collect()
    }

    fn see(&self, record: &StoredRecord, seats: &[SeatId]) -> Record {
        let entry = record.entry().map(|entry| self.seals.see(record.number, &entry, seats));
        let undo_to = match record.body {
            RecordBody::Undo(to) => Some(to),
            RecordBody::Entry(_) => None,
        };
        Record {
            number: record.number,
            by: record.author(),
            action: entry.map(|entry| entry.action),
            undo_to,
            hash: format!("{:016x}", record.hash),
            at: record.at,
            opened: Vec::new(),
        }
    }

    /// The log of the entries in force after record `number`, as a reader with these seats may see it.
    pub(crate) fn log(&self, number: u64, seats: &[SeatId]) -> Log {
        let entries = self.in_force(number).filter_map(|record| {
            let entry = self.seals.see(record.number, &record.entry()?, seats);
            Some(Recorded { entry, hash: Some(record.hash) })
        });
        Log { ferrata: FORMAT, setup: self.setup.clone(), entries: entries.collect() }
    }

    /// Whether any entry in force after record `number` is still sealed.
    pub(crate) fn has_sealed(&self, number: u64) -> bool {
        !self.seals.closed(number).is_empty()
    }
}

/// Notes a record between the states before and after it.
fn mark(seals: &mut Seals, record: &StoredRecord, before: &Game, after: &Game) {
    match record.body {
        RecordBody::Entry(_) => seals.entry(&before.turn(), &after.turn()),
        // There is such a record: `after` is the state after it.
        RecordBody::Undo(to) => seals.undo(to).unwrap_or_default(),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_games;
    use ferrata_engine::log::redacted;

    /// Given random games of every title, when they are put into a table record by record, then after each of them
    /// every reader sees at the table what the kit checks in its games: what is sealed is decided once.
    #[test]
    fn a_table_shows_what_the_kit_checks() {
        let mut hidden = 0;
        for setup in random_games::setups() {
            let log = random_games::play(&setup, 7, 60);
            let mut running = Running::new(setup).unwrap();
            for (at, recorded) in log.entries.iter().enumerate() {
                let record =
                    StoredRecord::imported(at as u64 + 1, &recorded.entry, false, recorded.hash.unwrap());
                running.extend(vec![record], None);
                let prefix = Log { entries: log.entries[..=at].to_vec(), ..log.clone() };
                for reader in [None, Some(SeatId(0)), Some(SeatId(1)), Some(SeatId(2))] {
                    let kit = redacted::<Game>(&prefix, reader).unwrap();
                    assert_eq!(running.log(running.number(), reader.as_slice()), kit);
                    let seen = running.seen(0, usize::MAX, reader.as_slice());
                    let actions = seen.into_iter().map(|record| record.action.unwrap());
                    assert!(actions.eq(kit.entries.iter().map(|recorded| recorded.entry.action.clone())));
                    hidden += usize::from(kit.entries != prefix.entries);
                }
            }
            assert_eq!(running.damage(), None);
        }
        assert!(hidden > 0, "no game had anything sealed");
    }
}
