//! The tables in memory, and the one way a record gets into a log.

use crate::problem::{Answer, Problem};
use crate::running::Running;
use crate::secret::{random_below, random_key};
use crate::store::{RecordBody, Store, StoredRecord, TableRow, UserRow, is_taken, now};
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::id::SeatId;
use ferrata_engine::log::Log;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::{Author, Entry, Setup, Title, Turn};
use ferrata_titles::Game;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex as SyncMutex, PoisonError};
use tokio::sync::{Mutex, MutexGuard, watch};

/// One table in memory.
#[derive(Debug)]
pub(crate) struct Slot {
    running: Mutex<Option<Running>>,
    /// Counts changes: streams wake when it moves.
    changes: watch::Sender<u64>,
    /// Who looks at the table now: by account, the name and the number of streams.
    present: SyncMutex<BTreeMap<String, (String, usize)>>,
}

impl Slot {
    /// A receiver that wakes at every change.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Wakes all streams of the table.
    pub(crate) fn wake(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Somebody began to look at the table, or ended.
    pub(crate) fn presence(&self, user: &UserRow, more: bool) {
        {
            let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
            let (_, count) = present.entry(user.id.clone()).or_insert_with(|| (user.name.clone(), 0));
            *count = if more { *count + 1 } else { count.saturating_sub(1) };
            present.retain(|_, (_, count)| *count > 0);
        }
        self.wake();
    }

    /// Who looks at the table now: accounts and names.
    pub(crate) fn present(&self) -> BTreeMap<String, String> {
        let present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        present.iter().map(|(user, (name, _))| (user.clone(), name.clone())).collect()
    }
}

/// What somebody wants to append.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    /// The number the record should get.
    pub number: u64,
    /// Whose entry it is.
    pub seat: SeatId,
    /// What it says.
    pub body: RecordBody,
    /// Who sends it.
    pub user: String,
    /// What makes a retry safe.
    pub retry: String,
}

/// What became of it.
#[derive(Debug)]
pub(crate) struct Appended {
    /// The number of the record.
    pub number: u64,
    /// The number of the last record now (chance may have followed).
    pub last: u64,
    /// What happened, for people; empty for a retry.
    pub events: Vec<Event>,
    /// Whether the game is over now.
    pub over: bool,
}

/// All tables in memory.
#[derive(Debug)]
pub(crate) struct Hub {
    store: Store,
    slots: SyncMutex<HashMap<String, Arc<Slot>>>,
}

impl Hub {
    /// A hub over a store.
    pub(crate) fn new(store: Store) -> Hub {
        Hub { store, slots: SyncMutex::default() }
    }

    /// The slot of a table.
    pub(crate) fn slot(&self, table: &str) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = || {
            Arc::new(Slot {
                running: Mutex::default(),
                changes: watch::Sender::new(0),
                present: SyncMutex::default(),
            })
        };
        slots.entry(table.to_owned()).or_insert_with(fresh).clone()
    }

    /// How many tables are in memory.
    pub(crate) fn loaded(&self) -> usize {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Another server changed a table: streams here wake and read on.
    pub(crate) fn woken(&self, table: &str) {
        let slot = self.slots.lock().unwrap_or_else(PoisonError::into_inner).get(table).cloned();
        if let Some(slot) = slot {
            slot.wake();
        }
    }

    /// Drops a table's running state: it is read anew when it is next needed.
    pub(crate) async fn forget(&self, table: &str) {
        let slot = self.slot(table);
        *slot.running.lock().await = None;
        slot.wake();
    }

    /// Anything may have changed: all streams wake and read on.
    pub(crate) fn wake_all(&self) {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.values().for_each(|slot| slot.wake());
    }

    /// Locks a table's running state, loaded and up to date with storage.
    pub(crate) async fn lock<'a>(&self, slot: &'a Slot, table: &TableRow) -> Answer<Locked<'a>> {
        let mut guard = slot.running.lock().await;
        if guard.is_none() {
            let setup = serde_json::from_str(&table.setup).map_err(Problem::internal)?;
            *guard = Some(Running::new(setup).map_err(Problem::internal)?);
            self.read_on(&mut guard, &table.id).await?;
        } else if self.store.backend() == crate::store::Backend::Postgres {
            self.read_on(&mut guard, &table.id).await?;
        }
        Ok(Locked { guard })
    }

    async fn read_on(&self, guard: &mut MutexGuard<'_, Option<Running>>, table: &str) -> Answer<()> {
        if let Some(running) = guard.as_mut() {
            let (records, unreadable) = self.store.records(table, running.number()).await?;
            running.extend(records, unreadable);
        }
        Ok(())
    }

    /// Appends a record, and chance's records that follow from it, if the number is still free and the
    /// rules allow it.
    pub(crate) async fn append(&self, table: &TableRow, wanted: Wanted) -> Answer<Appended> {
        let slot = self.slot(&table.id);
        let mut locked = self.lock(&slot, table).await?;
        let running = locked.running()?;
        if let Some(number) = running.by_retry(&wanted.retry) {
            let over = matches!(running.game().turn(), Turn::Over(_));
            return Ok(Appended { number, last: running.number(), events: Vec::new(), over });
        }
        if let Some(damage) = running.damage() {
            return Err(Problem::conflict(format!(
                "this table can be read up to record {} only: {}",
                damage.good_until, damage.why
            )));
        }
        if wanted.number != running.number() + 1 {
            return Err(conflict(running, &wanted));
        }
        let (steps, events) = plan(running, &wanted)?;
        let records: Vec<_> = steps.iter().map(|(record, _)| record.clone()).collect();
        if let Err(error) = self.store.append(&table.id, &records).await {
            if !is_taken(&error) {
                return Err(error.into());
            }
            self.read_on(&mut locked.guard, &table.id).await?;
            slot.wake();
            return Err(conflict(locked.running()?, &wanted));
        }
        let running = locked.running()?;
        for (record, next) in steps {
            running.commit(record, next);
        }
        let over = matches!(running.game().turn(), Turn::Over(_));
        let appended = Appended { number: wanted.number, last: running.number(), events, over };
        drop(locked);
        slot.wake();
        self.store.notify(&table.id).await?;
        Ok(appended)
    }

    /// Appends chance's records if it is chance's turn: after a start, or after a crash in between.
    pub(crate) async fn let_chance_decide(&self, table: &TableRow) -> Answer<()> {
        let slot = self.slot(&table.id);
        let mut locked = self.lock(&slot, table).await?;
        let running = locked.running()?;
        let mut steps = Vec::new();
        let mut events = Vec::new();
        chance(running.game().clone(), running.number(), &mut steps, &mut events)?;
        if steps.is_empty() || running.damage().is_some() {
            return Ok(());
        }
        let records: Vec<_> = steps.iter().map(|(record, _): &(StoredRecord, Game)| record.clone()).collect();
        match self.store.append(&table.id, &records).await {
            Ok(()) => {
                for (record, next) in steps {
                    running.commit(record, next);
                }
            }
            Err(error) if is_taken(&error) => self.read_on(&mut locked.guard, &table.id).await?,
            Err(error) => return Err(error.into()),
        }
        drop(locked);
        slot.wake();
        self.store.notify(&table.id).await?;
        Ok(())
    }
}

/// A table's running state, locked.
#[derive(Debug)]
pub(crate) struct Locked<'a> {
    guard: MutexGuard<'a, Option<Running>>,
}

impl Locked<'_> {
    /// The state.
    pub(crate) fn running(&mut self) -> Answer<&mut Running> {
        self.guard.as_mut().ok_or_else(|| Problem::internal("a table was locked before it was loaded"))
    }
}

type Steps = Vec<(StoredRecord, Game)>;

/// The records an accepted request leads to, each with the state after it.
fn plan(running: &Running, wanted: &Wanted) -> Answer<(Steps, Vec<Event>)> {
    let mut events = Vec::new();
    let sealed = matches!(running.game().turn(), Turn::Sealed(_));
    let next = match &wanted.body {
        RecordBody::Entry(Action::Hidden) => {
            return Err(Problem::bad_request("a hidden action says nothing; send the action itself"));
        }
        RecordBody::Entry(action) => {
            let mut next = running.game().clone();
            let entry = Entry { by: Author::Seat(wanted.seat), action: action.clone() };
            events = next.apply(&entry).map_err(|refusal| Problem::refused(&refusal))?;
            next
        }
        RecordBody::Undo(to) => running.game_at(*to).map_err(|refusal| Problem::refused(&refusal))?,
    };
    let record = StoredRecord {
        number: wanted.number,
        seat: Some(wanted.seat.0),
        body: wanted.body.clone(),
        hash: next.hash(),
        sealed: sealed && matches!(wanted.body, RecordBody::Entry(_)),
        at: now(),
        user: Some(wanted.user.clone()),
        retry: wanted.retry.clone(),
    };
    let mut steps = vec![(record, next.clone())];
    chance(next, wanted.number, &mut steps, &mut events)?;
    Ok((steps, events))
}

/// Lets chance decide as long as it is its turn.
fn chance(mut game: Game, mut number: u64, steps: &mut Steps, events: &mut Vec<Event>) -> Answer<()> {
    while let Turn::Chance(draw) = game.turn() {
        let mut failed = None;
        let outcome = draw.deal(|n| {
            random_below(n).unwrap_or_else(|error| {
                failed = Some(error);
                0
            })
        });
        if let Some(error) = failed {
            return Err(Problem::internal(error));
        }
        let entry = Entry::chance(outcome);
        events.extend(game.apply(&entry).map_err(Problem::internal)?);
        number += 1;
        let record = StoredRecord {
            number,
            seat: None,
            body: RecordBody::Entry(entry.action),
            hash: game.hash(),
            sealed: false,
            at: now(),
            user: None,
            retry: random_key(20).map_err(Problem::internal)?,
        };
        steps.push((record, game.clone()));
    }
    Ok(())
}

fn conflict(running: &Running, wanted: &Wanted) -> Problem {
    let detail = format!(
        "record {} was expected to be new, but there are {} already",
        wanted.number,
        running.number()
    );
    let missed = running.seen(wanted.number.saturating_sub(1), 500, &[wanted.seat]);
    Problem::conflict(detail).with_missed(serde_json::to_value(missed).unwrap_or_default())
}

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
