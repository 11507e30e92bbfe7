//! A running table in memory: its records and the state they fold to. Always rebuilt from the log.

use crate::store::{RecordBody, StoredRecord};
use ferrata_engine::action::Action;
use ferrata_engine::course::Course;
use ferrata_engine::id::SeatId;
use ferrata_engine::log::{FORMAT, Log, Recorded};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::{Author, Entry, Setup, Title, Turn};
use ferrata_titles::Game;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A record with what the fold found out about it.
#[derive(Clone, Debug)]
struct Known {
    record: StoredRecord,
    /// A sealed entry whose turn has been opened. Others are hidden from everybody but their author.
    opened: bool,
}

impl Known {
    /// Whether it was decided in secret and has been opened.
    fn was_sealed(&self) -> bool {
        self.record.sealed && self.opened
    }
}

/// A record as a reader may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct SeenRecord {
    /// Its number.
    pub number: u64,
    /// Who made it.
    pub by: Author,
    /// The action; none for an undo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// For an undo: the record after which the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo_to: Option<u64>,
    /// The stable hash of the state after it.
    pub hash: String,
    /// When.
    pub at: i64,
    /// Sealed decisions that this record opened, in full.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<SeenRecord>,
}

/// Why a log does not fold any further.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Damage {
    /// The last record that is good.
    pub good_until: u64,
    /// What is wrong with the next.
    pub why: String,
}

/// How a table stands after its last record: what lists show of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Standing {
    /// The number of the last good record.
    pub number: u64,
    /// Who is to decide.
    pub turn: Turn,
    /// When the last record was made; none before the first.
    pub since: Option<i64>,
    /// The seats whose sealed decision is in and not yet opened.
    pub handed_in: Vec<u8>,
    /// What is wrong with the log, if something is.
    pub damage: Option<Damage>,
}

impl Standing {
    /// As it is stored.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A table in memory.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    setup: Setup,
    known: Vec<Known>,
    /// Which of them are in force.
    course: Course,
    retries: HashMap<String, u64>,
    game: Game,
    damage: Option<Damage>,
}

impl Running {
    /// A table without records.
    pub(crate) fn new(setup: Setup) -> Result<Running, Refusal> {
        let game = Game::start(&setup)?;
        let (known, course, retries) = (Vec::new(), Course::default(), HashMap::new());
        Ok(Running { setup, known, course, retries, game, damage: None })
    }

    /// The state now.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The number of the last good record.
    pub(crate) fn number(&self) -> u64 {
        self.course.len()
    }

    /// How the table stands.
    pub(crate) fn standing(&self) -> Standing {
        Standing {
            number: self.number(),
            turn: self.game.turn(),
            since: self.known.last().map(|known| known.record.at),
            handed_in: self.handed_in(self.number()),
            damage: self.damage.clone(),
        }
    }

    /// How it would stand after these records.
    pub(crate) fn standing_after(&self, steps: &[(StoredRecord, Game)]) -> Standing {
        let Some((last, game)) = steps.last() else { return self.standing() };
        let mut handed_in = self.handed_in(self.number());
        for (record, game) in steps {
            match &record.body {
                RecordBody::Undo(to) => handed_in = self.handed_in(*to),
                RecordBody::Entry(_) => handed_in.extend(record.seat),
            }
            if !record.sealed && matches!(record.body, RecordBody::Entry(_))
                || !matches!(game.turn(), Turn::Sealed(_))
            {
                handed_in.clear();
            }
        }
        handed_in.sort_unstable();
        Standing {
            number: last.number,
            turn: game.turn(),
            since: Some(last.at),
            handed_in,
            damage: self.damage.clone(),
        }
    }

    /// The seats whose sealed decision was in after record `number` and is not opened.
    fn handed_in(&self, number: u64) -> Vec<u8> {
        let sealed = self.line(number).take_while(|known| known.record.sealed && !known.opened);
        let mut seats: Vec<u8> = sealed.filter_map(|known| known.record.seat).collect();
        seats.sort_unstable();
        seats
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
                let entry = Entry { by: author(record.seat), action: action.clone() };
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
        let sealed = match &record.body {
            RecordBody::Entry(_) => {
                self.course.entry();
                record.sealed
            }
            // There is such a record: `next` is the state after it.
            RecordBody::Undo(to) => self.course.undo(*to).is_none(),
        };
        let number = record.number;
        self.retries.insert(record.retry.clone(), number);
        self.known.push(Known { record, opened: !sealed });
        self.game = next;
        if sealed && !matches!(self.game.turn(), Turn::Sealed(_)) {
            for number in self.sealed_run(number) {
                if let Some(known) = self.get_mut(number) {
                    known.opened = true;
                }
            }
        }
    }

    /// The sealed entries that were decided together with this one, in order.
    fn sealed_run(&self, number: u64) -> Vec<u64> {
        let mut run: Vec<u64> = self
            .line(number)
            .take_while(|known| known.record.sealed)
            .map(|known| known.record.number)
            .collect();
        run.reverse();
        run
    }

    fn get(&self, number: u64) -> Option<&Known> {
        self.known.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    fn get_mut(&mut self, number: u64) -> Option<&mut Known> {
        self.known.get_mut(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// The entries in force after record `number`, the last first.
    fn line(&self, number: u64) -> impl Iterator<Item = &Known> {
        self.course.line(number).filter_map(|entry| self.get(entry))
    }

    /// The entries in force after record `number`, in order.
    fn in_force(&self, number: u64) -> impl Iterator<Item = &Known> {
        self.course.in_force(number).into_iter().filter_map(|entry| self.get(entry))
    }

    /// The state after record `number`.
    pub(crate) fn game_at(&self, number: u64) -> Result<Game, Refusal> {
        if number > self.number() {
            return Err(Refusal::plain(format!("there are only {} records", self.number())));
        }
        let mut game = Game::start(&self.setup)?;
        for known in self.in_force(number) {
            if let RecordBody::Entry(action) = &known.record.body {
                game.apply(&Entry { by: author(known.record.seat), action: action.clone() })?;
            }
        }
        Ok(game)
    }

    /// The last entry in force that a player made, with the record to return to if it were undone (chance's
    /// entries after it go with it).
    pub(crate) fn last_of_a_player(&self) -> Option<(u8, u64)> {
        let before = |known: &Known| self.course.before(known.record.number);
        self.line(self.number()).find_map(|known| known.record.seat.map(|seat| (seat, before(known))))
    }

    /// Whether going back to record `to` would keep some of the decisions that were sealed and opened
    /// together, and take back others.
    pub(crate) fn splits_sealed(&self, to: u64) -> bool {
        let tip = self.course.tip_at(to);
        let kept_opened = self.get(tip).is_some_and(Known::was_sealed);
        kept_opened && self.line(self.number()).any(|known| known.was_sealed() && self.follows(known, tip))
    }

    /// Whether the same entries are in force after both records.
    pub(crate) fn same_moment(&self, one: u64, other: u64) -> bool {
        self.course.same_moment(one, other)
    }

    /// The records after number `after`, at most `limit`, as a reader with these seats may see them.
    pub(crate) fn seen(&self, after: u64, limit: usize, seats: &[SeatId]) -> Vec<SeenRecord> {
        let skip = usize::try_from(after).unwrap_or(usize::MAX);
        self.known.iter().skip(skip).take(limit).map(|known| self.see(known, seats)).collect()
    }

    fn see(&self, known: &Known, seats: &[SeatId]) -> SeenRecord {
        let mut seen = see_one(known, seats);
        let opens = known.was_sealed() && {
            let run = self.sealed_run(known.record.number);
            // Only the last of a run opens it: the next one in force is not sealed.
            run.len() > 1 && self.closes_run(known.record.number)
        };
        if opens {
            let run = self.sealed_run(known.record.number);
            let others = run.into_iter().filter(|number| *number != known.record.number);
            seen.opened =
                others.filter_map(|number| self.get(number)).map(|known| see_one(known, seats)).collect();
        }
        seen
    }

    /// Whether no sealed entry in force follows directly on this one.
    fn closes_run(&self, number: u64) -> bool {
        !self.known.iter().any(|known| known.was_sealed() && self.follows(known, number))
    }

    /// Whether a record was made when the entry `number` was the last in force.
    fn follows(&self, known: &Known, number: u64) -> bool {
        self.course.before(known.record.number) == number
    }

    /// The log of the entries in force after record `number`, as a reader with these seats may see it.
    pub(crate) fn log(&self, number: u64, seats: &[SeatId]) -> Log {
        let entries = self.in_force(number).map(|known| {
            let seen = see_one(known, seats);
            let entry = Entry { by: seen.by, action: seen.action.unwrap_or(Action::Hidden) };
            Recorded { entry, hash: Some(known.record.hash) }
        });
        Log { ferrata: FORMAT, setup: self.setup.clone(), entries: entries.collect() }
    }

    /// Whether any entry in force after record `number` is still sealed.
    pub(crate) fn has_sealed(&self, number: u64) -> bool {
        self.in_force(number).any(|known| !known.opened)
    }
}

fn see_one(known: &Known, seats: &[SeatId]) -> SeenRecord {
    let record = &known.record;
    let own = record.seat.is_some_and(|seat| seats.contains(&SeatId(seat)));
    let (action, undo_to) = match &record.body {
        RecordBody::Entry(action) if known.opened || own => (Some(action.clone()), None),
        RecordBody::Entry(_) => (Some(Action::Hidden), None),
        RecordBody::Undo(to) => (None, Some(*to)),
    };
    let hash = format!("{:016x}", record.hash);
    SeenRecord {
        number: record.number,
        by: author(record.seat),
        action,
        undo_to,
        hash,
        at: record.at,
        opened: Vec::new(),
    }
}

fn author(seat: Option<u8>) -> Author {
    seat.map_or(Author::Chance, |seat| Author::Seat(SeatId(seat)))
}
