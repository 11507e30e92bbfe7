//! A running table in memory: its records and the state they fold to. Always rebuilt from the log.

use crate::standing::Standing;
use crate::states::States;
use crate::store::{RecordBody, StoredRecord};
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::log::{FORMAT, Log, Recorded};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::seals::Seals;
use ferrata_engine::turn::{Entry, Setup, Title};
use ferrata_titles::{Game, RULES_VERSION};
use ferrata_wire::{Damage, Millis, Record, RulesChanged};
use std::collections::{BTreeMap, HashMap};

/// A table in memory.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    setup: Setup,
    records: Vec<StoredRecord>,
    /// Which of them are in force, and who may read them.
    seals: Seals,
    retries: HashMap<String, u64>,
    states: States,
    /// The state after the last record that holds.
    game: Game,
    /// Records that the rules no longer accept, or that follow on one: they have no effect.
    void: BTreeMap<u64, String>,
    /// What is wrong, as long as the last record is void.
    damage: Option<Damage>,
    /// Up to which record all players have agreed to what has become of it by changed rules.
    accepted: u64,
    changed: Option<RulesChanged>,
    /// The hashes of records after which the table is another one than recorded.
    hashes: HashMap<u64, u64>,
}

impl Running {
    /// A table without records. `accepted` is the record up to which all players have agreed to changed rules.
    pub(crate) fn new(setup: Setup, accepted: u64) -> Result<Running, Refusal> {
        let game = Game::start(&setup)?;
        Ok(Running {
            setup,
            records: Vec::new(),
            seals: Seals::default(),
            retries: HashMap::new(),
            states: States::new(game.clone()),
            game,
            void: BTreeMap::new(),
            damage: None,
            accepted,
            changed: None,
            hashes: HashMap::new(),
        })
    }

    /// The state now.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The number of the last record.
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
        // What is noted about seats does not answer whom the table waits for.
        let plays = |record: &&StoredRecord| !matches!(record.body, RecordBody::Note(_));
        let new = steps.iter().map(|(record, _)| record).rev().find(plays);
        let last = new.or_else(|| self.records.iter().rev().find(plays));
        Standing {
            number,
            stage: Some(game.stage()),
            turn: game.turn(),
            since: last.map(|record| record.at),
            handed_in,
            damage: self.damage.clone().filter(|_| steps.is_empty()),
            changed: self.changed,
        }
    }

    /// What is wrong with the log, if something is.
    pub(crate) fn damage(&self) -> Option<&Damage> {
        self.damage.as_ref()
    }

    /// Since when the table is another one than recorded, if all players have not agreed to it.
    pub(crate) fn changed(&self) -> Option<RulesChanged> {
        self.changed
    }

    /// All players agree to what has become of the table.
    pub(crate) fn accept(&mut self) {
        self.accepted = self.number();
        self.changed = None;
    }

    /// The record made with this retry key.
    pub(crate) fn by_retry(&self, retry: &str) -> Option<u64> {
        self.retries.get(retry).copied()
    }

    /// Folds records read from storage. What the rules no longer accept is kept, but has no effect, and neither has
    /// what follows on it, up to an undo that leads back before it.
    pub(crate) fn extend(&mut self, records: Vec<StoredRecord>) {
        for record in records {
            if record.number != self.number() + 1 {
                let why = format!("record {} follows record {}", record.number, self.number());
                self.damage = Some(Damage { good_until: self.number(), why });
                return;
            }
            match self.next(&record) {
                Ok(next) => {
                    self.compare(&record, &next);
                    self.commit(record, next);
                }
                Err(why) => self.pass_over(record, why),
            }
        }
    }

    /// The state after a stored record, or why it has no effect.
    fn next(&self, record: &StoredRecord) -> Result<Game, String> {
        match &record.body {
            RecordBody::Entry(action) => {
                if let Some(damage) = &self.damage {
                    return Err(format!("it follows on record {}", damage.good_until + 1));
                }
                let mut next = self.game.clone();
                let entry = Entry { by: record.author(), action: action.clone() };
                next.apply(&entry).map_err(|refusal| self.told(&refusal))?;
                Ok(next)
            }
            RecordBody::Undo(to) => match self.void.get(to) {
                Some(_) => Err(format!("it leads back to record {to}")),
                None => self.game_at(*to).map_err(|refusal| self.told(&refusal)),
            },
            RecordBody::Note(_) => match &self.damage {
                Some(damage) => Err(format!("it follows on record {}", damage.good_until + 1)),
                None => Ok(self.game.clone()),
            },
            RecordBody::Unreadable(why) => Err(why.clone()),
        }
    }

    /// A refusal in words, with the rule.
    fn told(&self, refusal: &Refusal) -> String {
        let because = refusal.render(self.game.roster());
        refusal.rule.map_or_else(|| because.clone(), |rule| format!("{because} ({rule})"))
    }

    /// Notes whether the table is the one that was recorded.
    fn compare(&mut self, record: &StoredRecord, next: &Game) {
        let hash = next.hash();
        if hash == record.hash {
            return;
        }
        self.hashes.insert(record.number, hash);
        if record.number > self.accepted && self.changed.is_none() {
            self.changed =
                Some(RulesChanged { since: record.number, then: record.rules, now: RULES_VERSION });
        }
    }

    /// Takes a record in that has no effect.
    fn pass_over(&mut self, record: StoredRecord, why: String) {
        let last = self.number();
        if self.damage.is_none() {
            self.damage = Some(Damage { good_until: last, why: why.clone() });
        }
        self.void.insert(record.number, why);
        self.seals.undo(last);
        let tip = self.seals.course().tip();
        self.states.note(tip, tip, self.game.clone(), &self.game);
        self.retries.insert(record.retry.clone(), record.number);
        self.records.push(record);
    }

    /// Adds a record whose state is known.
    pub(crate) fn commit(&mut self, record: StoredRecord, next: Game) {
        let before = self.seals.course().tip();
        mark(&mut self.seals, &record, &self.game, &next);
        let left = std::mem::replace(&mut self.game, next);
        self.states.note(before, self.seals.course().tip(), left, &self.game);
        self.retries.insert(record.retry.clone(), record.number);
        self.records.push(record);
        self.damage = None;
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
            let records = i64::try_from(self.number()).unwrap_or(i64::MAX);
            return Err(Refusal::plain(say!(
                "there {records|is|are} only {records} {records|record|records}",
                records
            )));
        }
        let course = self.seals.course();
        if course.same_moment(number, self.number()) {
            return Ok(self.game.clone());
        }
        let (known, between) = self.to_fold(number);
        let mut game = known.clone();
        for entry in between.into_iter().rev().filter_map(|entry| self.get(entry)?.entry()) {
            game.apply(&entry)?;
        }
        Ok(game)
    }

    /// The last state that is kept before record `number` or after it, and the entries from there, the last first.
    fn to_fold(&self, number: u64) -> (&Game, Vec<u64>) {
        let mut between = Vec::new();
        for entry in self.seals.course().line(number) {
            if let Some(known) = self.states.after(entry) {
                return (known, between);
            }
            between.push(entry);
        }
        (self.states.start(), between)
    }

    /// When the last record was made.
    pub(crate) fn last_at(&self) -> Option<Millis> {
        self.records.last().map(|record| record.at)
    }

    /// The last entry in force that a player made, with the record to return to if it were undone (chance's
    /// entries after it go with it).
    pub(crate) fn last_of_a_player(&self) -> Option<(u8, u64)> {
        let course = self.seals.course();
        course.line(self.number()).find_map(|entry| Some((self.get(entry)?.seat?, course.before(entry))))
    }

    /// The undo that nothing has followed: who made it, and the record before it.
    pub(crate) fn last_undo(&self) -> Option<(u8, u64)> {
        let last = self.records.iter().rev().find(|record| !matches!(record.body, RecordBody::Note(_)))?;
        match last.body {
            RecordBody::Undo(_) => Some((last.seat?, last.number - 1)),
            _ => None,
        }
    }

    /// The entry in force that was made last.
    pub(crate) fn last_entry(&self) -> Option<Entry> {
        let last = self.seals.course().line(self.number()).next()?;
        self.get(last)?.entry()
    }

    /// Whether going back to record `to` would bring up decisions in secret of which somebody has read some.
    pub(crate) fn splits_sealed(&self, to: u64) -> bool {
        self.seals.splits(to)
    }

    /// Whether a record has no effect any more.
    pub(crate) fn is_void(&self, number: u64) -> bool {
        self.void.contains_key(&number)
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
        let void = self.void.get(&record.number).cloned();
        let entry = record.entry().map(|entry| self.seals.see(record.number, &entry, seats));
        let undo_to = match &record.body {
            // The game goes on as if it were not there.
            _ if void.is_some() => Some(record.number - 1),
            RecordBody::Undo(to) => Some(*to),
            RecordBody::Note(_) => Some(record.number - 1),
            RecordBody::Entry(_) | RecordBody::Unreadable(_) => None,
        };
        let note = match &record.body {
            RecordBody::Note(note) => Some(note.clone()),
            _ => None,
        };
        Record {
            number: record.number,
            by: record.author(),
            action: entry.map(|entry| entry.action).filter(|_| void.is_none()),
            undo_to,
            hash: format!("{:016x}", self.hash_of(record)),
            at: record.at,
            opened: Vec::new(),
            note: note.filter(|_| void.is_none()),
            void,
        }
    }

    /// The hash of the table after a record, as it is by the rules now.
    fn hash_of(&self, record: &StoredRecord) -> u64 {
        self.hashes.get(&record.number).copied().unwrap_or(record.hash)
    }

    /// The log of the entries in force after record `number`, as a reader with these seats may see it.
    pub(crate) fn log(&self, number: u64, seats: &[SeatId]) -> Log {
        let entries = self.in_force(number).filter_map(|record| {
            let entry = self.seals.see(record.number, &record.entry()?, seats);
            Some(Recorded { entry, hash: Some(self.hash_of(record)) })
        });
        Log { ferrata: FORMAT, setup: self.setup.clone(), entries: entries.collect() }
    }

    /// The table after record `number`, written down.
    pub(crate) fn position_at(&self, number: u64) -> Result<String, Refusal> {
        ferrata_titles::position::write(&self.setup, &self.game_at(number)?)
    }

    /// Whether any entry in force after record `number` is sealed to this day.
    pub(crate) fn has_sealed(&self, number: u64) -> bool {
        let sealed = |number: u64, entry: &Entry| self.seals.see(number, entry, &[]).action == Action::Hidden;
        let entry = |number: u64| self.get(number).and_then(StoredRecord::entry);
        self.seals
            .closed(number)
            .into_iter()
            .any(|number| entry(number).is_some_and(|entry| sealed(number, &entry)))
    }
}

/// Notes a record between the states before and after it.
fn mark(seals: &mut Seals, record: &StoredRecord, before: &Game, after: &Game) {
    match &record.body {
        RecordBody::Entry(_) => seals.entry(&before.turn(), &after.turn()),
        // There is such a record: `after` is the state after it.
        RecordBody::Undo(to) => seals.undo(*to).unwrap_or_default(),
        RecordBody::Note(_) => seals.undo(seals.course().len()).unwrap_or_default(),
        // It has no state after it.
        RecordBody::Unreadable(_) => return,
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
            let mut running = Running::new(setup, 0).unwrap();
            for (at, recorded) in log.entries.iter().enumerate() {
                let record =
                    StoredRecord::imported(at as u64 + 1, 0, &recorded.entry, false, recorded.hash.unwrap());
                running.extend(vec![record]);
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

    /// Given a table at which everything is taken back and done again at random, thousands of times, then no moment is
    /// further than 48 entries from a state that is kept, few states are kept, and every moment is the one recorded.
    #[test]
    fn no_moment_is_far_from_a_kept_state() {
        let setup = random_games::setups().remove(0);
        let log = random_games::play(&setup, 5, 300);
        let mut dice = ferrata_engine::kit::Dice::new(1);
        let mut running = Running::new(setup, 0).unwrap();
        // By record: how many entries of the game are in force after it.
        let mut depth = vec![0_usize];
        let mut furthest = 0;
        for number in 1..4000_u64 {
            let now = depth[depth.len() - 1];
            let back =
                if dice.one_in(3) || now == log.entries.len() { Some(dice.below(number)) } else { None };
            let back = back.filter(|to| !running.splits_sealed(*to));
            let mut record = StoredRecord::imported(
                number,
                0,
                &log.entries[now.min(log.entries.len() - 1)].entry,
                false,
                0,
            );
            let next = match back {
                Some(to) => {
                    furthest = furthest.max(running.to_fold(to).1.len());
                    record.body = RecordBody::Undo(to);
                    depth.push(depth[to as usize]);
                    running.game_at(to).unwrap()
                }
                None if now == log.entries.len() => break,
                None => {
                    depth.push(now + 1);
                    let mut next = running.game().clone();
                    next.apply(&log.entries[now].entry).unwrap();
                    next
                }
            };
            record.hash = next.hash();
            let expected = depth[depth.len() - 1].checked_sub(1).map(|at| log.entries[at].hash.unwrap());
            assert!(expected.is_none_or(|hash| hash == record.hash), "record {number}");
            running.commit(record, next);
        }
        assert!(furthest <= 48, "{furthest}");
        let all = (0..=running.number()).map(|number| running.to_fold(number).1.len()).max().unwrap();
        assert!(all <= 48, "{all}");
        assert!(running.states.count() as u64 <= running.number() / 16 + 1, "{}", running.states.count());
    }
}
