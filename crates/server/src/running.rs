//! A running table in memory: its records and the state they fold to. Always rebuilt from the log.

use crate::store::{RecordBody, StoredRecord};
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::log::{FORMAT, Log, Recorded};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::{Author, Entry, Setup, Title, Turn};
use ferrata_titles::Game;
use serde::Serialize;
use std::collections::HashMap;

/// A record with what the fold found out about it.
#[derive(Clone, Debug)]
struct Known {
    record: StoredRecord,
    /// The record of the entry in force before this one; 0 = none.
    before: u64,
    /// The entry in force after this record (itself, unless it is an undo).
    tip: u64,
    /// A sealed entry whose turn has been opened. Others are hidden from everybody but their author.
    opened: bool,
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Damage {
    /// The last record that is good.
    pub good_until: u64,
    /// What is wrong with the next.
    pub why: String,
}

/// A table in memory.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    setup: Setup,
    known: Vec<Known>,
    retries: HashMap<String, u64>,
    game: Game,
    damage: Option<Damage>,
}

impl Running {
    /// A table without records.
    pub(crate) fn new(setup: Setup) -> Result<Running, Refusal> {
        let game = Game::start(&setup)?;
        Ok(Running { setup, known: Vec::new(), retries: HashMap::new(), game, damage: None })
    }

    /// The set-up.
    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The state now.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The number of the last good record.
    pub(crate) fn number(&self) -> u64 {
        self.known.len() as u64
    }

    /// When the last good record was made.
    pub(crate) fn last_at(&self) -> Option<i64> {
        self.known.last().map(|known| known.record.at)
    }

    /// The seats whose sealed decision is in and not yet opened.
    pub(crate) fn handed_in(&self) -> Vec<u8> {
        let sealed = self.line(self.tip()).take_while(|known| known.record.sealed && !known.opened);
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
        let before = self.tip();
        let (tip, sealed) = match &record.body {
            RecordBody::Entry(_) => (record.number, record.sealed),
            RecordBody::Undo(to) => (self.tip_at(*to), false),
        };
        self.retries.insert(record.retry.clone(), record.number);
        self.known.push(Known { record, before, tip, opened: !sealed });
        self.game = next;
        if sealed && !matches!(self.game.turn(), Turn::Sealed(_)) {
            for number in self.sealed_run(tip) {
                if let Some(known) = self.get_mut(number) {
                    known.opened = true;
                }
            }
        }
    }

    /// The sealed entries that were decided together with the one at `tip`, in order.
    fn sealed_run(&self, tip: u64) -> Vec<u64> {
        let mut run: Vec<u64> =
            self.line(tip).take_while(|known| known.record.sealed).map(|known| known.record.number).collect();
        run.reverse();
        run
    }

    fn get(&self, number: u64) -> Option<&Known> {
        self.known.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    fn get_mut(&mut self, number: u64) -> Option<&mut Known> {
        self.known.get_mut(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// The entry in force after record `number`; 0 = none.
    fn tip_at(&self, number: u64) -> u64 {
        self.get(number).map_or(0, |known| known.tip)
    }

    fn tip(&self) -> u64 {
        self.tip_at(self.number())
    }

    /// The entries in force up to `tip`, the last first.
    fn line(&self, tip: u64) -> impl Iterator<Item = &Known> {
        let mut at = tip;
        std::iter::from_fn(move || {
            let known = self.get(at)?;
            at = known.before;
            Some(known)
        })
    }

    /// The entries in force after record `number`, in order.
    fn in_force(&self, number: u64) -> Vec<&Known> {
        let mut line: Vec<_> = self.line(self.tip_at(number)).collect();
        line.reverse();
        line
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
        self.line(self.tip()).find_map(|known| known.record.seat.map(|seat| (seat, known.before)))
    }

    /// Whether going back to record `to` would keep some of the decisions that were sealed and opened
    /// together, and take back others.
    pub(crate) fn splits_sealed(&self, to: u64) -> bool {
        let tip = self.tip_at(to);
        let kept_opened = self.get(tip).is_some_and(|known| known.record.sealed && known.opened);
        let follows = |known: &Known| known.before == tip && known.record.sealed && known.opened;
        kept_opened && self.line(self.tip()).any(follows)
    }

    /// Whether the same entries are in force after both records.
    pub(crate) fn same_moment(&self, one: u64, other: u64) -> bool {
        self.tip_at(one) == self.tip_at(other)
    }

    /// The records after number `after`, at most `limit`, as a reader with these seats may see them.
    pub(crate) fn seen(&self, after: u64, limit: usize, seats: &[SeatId]) -> Vec<SeenRecord> {
        let skip = usize::try_from(after).unwrap_or(usize::MAX);
        self.known.iter().skip(skip).take(limit).map(|known| self.see(known, seats)).collect()
    }

    fn see(&self, known: &Known, seats: &[SeatId]) -> SeenRecord {
        let mut seen = see_one(known, seats);
        let opens = known.record.sealed && known.opened && {
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
        !self.known.iter().any(|known| known.before == number && known.record.sealed && known.opened)
    }

    /// The log of the entries in force after record `number`, as a reader with these seats may see it.
    pub(crate) fn log(&self, number: u64, seats: &[SeatId]) -> Log {
        let entries = self.in_force(number).into_iter().map(|known| {
            let seen = see_one(known, seats);
            let entry = Entry { by: seen.by, action: seen.action.unwrap_or(Action::Hidden) };
            Recorded { entry, hash: Some(known.record.hash) }
        });
        Log { ferrata: FORMAT, setup: self.setup.clone(), entries: entries.collect() }
    }

    /// Whether any entry in force after record `number` is still sealed.
    pub(crate) fn has_sealed(&self, number: u64) -> bool {
        self.in_force(number).iter().any(|known| !known.opened)
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
