//! The tables in memory, and the one way a record gets into a log.

mod notes;
mod orders;

pub(crate) use notes::Noting;

use crate::exports::Exports;
use crate::meter::Meter;
use crate::news::{news_of, waiting};
use crate::orders::Orders;
use crate::plan::{Steps, chance, conflict, plan};
use crate::problem::{Answer, Problem};
use crate::running::Running;
use crate::slot::{Facts, People, Slot};
use crate::store::{
    Backend, Beside, ClockDeed, ClockStep, Ending, News, Notice, RecordBody, SeatStep, Store, StoredRecord,
    TableRow, is_taken,
};
use ferrata_engine::event::Event;
use ferrata_engine::id::SeatId;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::{Title, Turn};
use ferrata_titles::Game;
use ferrata_wire::{Damage, Millis, Record, RulesChanged, UndoPolicy};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as SyncMutex, MutexGuard as SyncGuard, PoisonError};
use std::time::Instant;
use tokio::sync::{MutexGuard, Semaphore, mpsc};
use tracing::Instrument;

/// So many records are folded where they are; more apart from the threads that answer requests.
const FEW: usize = 50;

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
    /// All seats of who sends it: as they may see it, it is told what was done.
    pub mine: Vec<SeatId>,
    /// When a player may take something back at this table.
    pub policy: UndoPolicy,
    /// What makes a retry safe.
    pub retry: String,
    /// The live stream of who sends it, which leaves out what the answer brings.
    pub stream: Option<String>,
}

/// What became of it.
#[derive(Debug)]
pub(crate) struct Appended {
    /// The number of the record.
    pub number: u64,
    /// The number of the last record now (chance may have followed).
    pub last: u64,
    /// The record and those that follow it, as who sent it may see them.
    pub records: Vec<Record>,
    /// What happened, for people; empty for a retry.
    pub events: Vec<Event>,
}

/// All tables in memory.
#[derive(Debug)]
pub(crate) struct Hub {
    store: Store,
    /// Files that were made of tables: forgotten with them.
    exports: Arc<Exports>,
    meter: Arc<Meter>,
    slots: SyncMutex<HashMap<String, Arc<Slot>>>,
    /// How many running states are kept.
    limit: usize,
    loaded: AtomicUsize,
    /// Counts uses.
    clock: AtomicU64,
    /// Held while a log is folded: not more of them at once than there are cores.
    folding: Arc<Semaphore>,
    /// Tables at which somebody came or went: to be told to other servers.
    arrivals: mpsc::UnboundedSender<String>,
}

impl Hub {
    /// A hub over a store that keeps up to `limit` running states, and the tables whose presence changes.
    pub(crate) fn new(
        store: Store,
        exports: Arc<Exports>,
        meter: Arc<Meter>,
        limit: usize,
    ) -> (Hub, mpsc::UnboundedReceiver<String>) {
        let (arrivals, arrived) = mpsc::unbounded_channel();
        let hub = Hub {
            store,
            exports,
            meter,
            slots: SyncMutex::default(),
            limit: limit.max(1),
            loaded: AtomicUsize::new(0),
            clock: AtomicU64::new(0),
            folding: Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from))),
            arrivals,
        };
        (hub, arrived)
    }

    fn slots(&self) -> SyncGuard<'_, HashMap<String, Arc<Slot>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The slot of a table that exists.
    pub(crate) fn slot(&self, table: &str) -> Arc<Slot> {
        let mut slots = self.slots();
        match slots.get(table) {
            Some(slot) => slot.clone(),
            None => slots.entry(table.to_owned()).or_default().clone(),
        }
    }

    fn known_slot(&self, table: &str) -> Option<Arc<Slot>> {
        self.slots().get(table).cloned()
    }

    /// How many running states are in memory.
    pub(crate) fn loaded(&self) -> usize {
        self.loaded.load(Ordering::Relaxed)
    }

    /// What is stored about a table, as last read here; another server may have changed it since.
    pub(crate) async fn facts(&self, table: &str) -> Answer<Option<Arc<Facts>>> {
        match self.known_slot(table).and_then(|slot| slot.facts()) {
            Some(facts) => Ok(Some(facts)),
            None => self.read_facts(table).await,
        }
    }

    /// What is stored about a table now.
    pub(crate) async fn fresh_facts(&self, table: &str) -> Answer<Option<Arc<Facts>>> {
        match self.store.backend() {
            Backend::Sqlite => self.facts(table).await,
            Backend::Postgres => self.read_facts(table).await,
        }
    }

    async fn read_facts(&self, table: &str) -> Answer<Option<Arc<Facts>>> {
        let edition = self.known_slot(table).map(|slot| slot.edition());
        let Some(row) = self.store.table(table).await? else { return Ok(None) };
        let seats = self.store.seats(table).await?;
        let request = self.store.request(table).await?;
        let timepiece = self.store.timepiece(table).await?;
        let facts = Arc::new(Facts { row, seats, request, timepiece });
        let slot = self.slot(table);
        // A slot made just now has not seen what may have changed meanwhile.
        if let Some(edition) = edition {
            slot.keep(facts.clone(), edition);
        }
        Ok(Some(facts))
    }

    /// Seats, chat or a request to undo changed: streams wake here and on other servers.
    pub(crate) async fn changed(&self, table: &str) -> Answer<()> {
        self.slot(table).changed();
        self.store.notify(&Notice::Table(table)).await?;
        Ok(())
    }

    /// Another server appended records.
    pub(crate) fn records_elsewhere(&self, table: &str) {
        if let Some(slot) = self.known_slot(table) {
            slot.make_stale();
            slot.wake_with_clocks();
        }
    }

    /// Another server changed something about a table.
    pub(crate) fn changed_elsewhere(&self, table: &str) {
        if let Some(slot) = self.known_slot(table) {
            slot.make_stale();
            slot.changed();
        }
    }

    /// Anything may have changed anywhere: all streams wake and read on.
    pub(crate) fn all_changed(&self) {
        for slot in self.slots().values() {
            slot.make_stale();
            slot.changed();
        }
    }

    /// Somebody came to a table here, or left it.
    pub(crate) fn arrived(&self, table: &str) {
        if self.store.backend() == Backend::Postgres {
            self.arrivals.send(table.to_owned()).ok();
        }
    }

    /// Who looks at a table through this server; none if nothing is known of it.
    pub(crate) fn present_here(&self, table: &str) -> Option<People> {
        self.known_slot(table).map(|slot| slot.present_here())
    }

    /// The tables at which somebody looks through this server.
    pub(crate) fn visited(&self) -> Vec<String> {
        let slots = self.slots();
        let visited = slots.iter().filter(|(_, slot)| !slot.present_here().is_empty());
        visited.map(|(table, _)| table.clone()).collect()
    }

    /// Another server says who looks at a table there; a server not heard of before is told who is here.
    pub(crate) fn present_elsewhere(&self, server: &str, table: &str, people: People) {
        let Some(slot) = self.known_slot(table) else { return };
        if slot.present_elsewhere(server, people) && !slot.present_here().is_empty() {
            self.arrived(table);
        }
    }

    /// Drops a table's running state here and on other servers: it is read anew when it is next needed.
    pub(crate) async fn forget(&self, table: &str) -> Answer<()> {
        self.forget_known(table).await;
        self.store.notify(&Notice::Renamed(table)).await?;
        Ok(())
    }

    /// Drops a table's running state here, if there is one.
    pub(crate) async fn forget_known(&self, table: &str) {
        self.exports.forget(table);
        if let Some(slot) = self.known_slot(table) {
            self.drop_state(&mut *slot.running.lock().await);
            slot.changed();
        }
    }

    /// All players have agreed to what changed rules have made of a table.
    pub(crate) async fn accept_rules(&self, table: &TableRow) -> Answer<()> {
        let slot = self.slot(&table.id);
        let mut locked = self.lock(&slot, table).await?;
        let running = locked.running()?;
        running.accept();
        self.store.accept_rules(&table.id, &running.standing()).await?;
        drop(locked);
        slot.changed();
        self.store.notify(&Notice::Renamed(&table.id)).await?;
        Ok(())
    }

    fn drop_state(&self, running: &mut Option<Running>) {
        if running.take().is_some() {
            self.loaded.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Locks a table's running state, loaded and up to date with storage.
    pub(crate) async fn lock<'a>(&self, slot: &'a Slot, table: &TableRow) -> Answer<Locked<'a>> {
        if self.store.backend() == Backend::Postgres {
            slot.make_stale();
        }
        self.lock_known(slot, table).await
    }

    /// Locks a table's running state, loaded; of what other servers wrote only what they told of is here.
    pub(crate) async fn lock_known<'a>(&self, slot: &'a Slot, table: &TableRow) -> Answer<Locked<'a>> {
        slot.used.store(self.clock.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        let mut guard = slot.running.lock().await;
        let stale = slot.was_stale();
        if guard.is_none() {
            *guard = Some(self.load(table).await?);
            if self.loaded.fetch_add(1, Ordering::Relaxed) >= self.limit {
                self.make_room();
            }
            self.note_standing(&guard, table).await?;
        } else if stale {
            self.read_on(&mut guard, &table.id).await?;
        }
        Ok(Locked { guard })
    }

    /// Folds a log, apart from the threads that answer requests.
    async fn load(&self, table: &TableRow) -> Answer<Running> {
        let turn = self.folding.clone().acquire_owned().await.map_err(Problem::internal)?;
        let begun = Instant::now();
        let records = self.store.records(&table.id, 0).await?;
        let (setup, accepted) = (table.setup.clone(), table.rules_accepted);
        let fold = move || {
            let mut running = Running::new(setup, accepted)?;
            running.extend(records);
            drop(turn);
            Ok(running)
        };
        let folded = tokio::task::spawn_blocking(fold).await.map_err(Problem::internal)?;
        let running = folded.map_err(|refusal: Refusal| {
            Problem::conflict(format!("this table cannot be shown by the rules as they are now: {refusal}"))
        })?;
        self.meter.folds.observe(begun.elapsed().as_secs_f64());
        if let Some(damage) = running.damage() {
            self.meter.damaged.inc();
            tracing::warn!(
                table = table.id,
                record = damage.good_until + 1,
                why = damage.why,
                "a log is damaged"
            );
        }
        if let Some(changed) = running.changed() {
            self.meter.changed.inc();
            let RulesChanged { since, then, now } = changed;
            tracing::warn!(table = table.id, since, then, now, "a log folds to another table than recorded");
        }
        Ok(running)
    }

    async fn read_on(&self, guard: &mut MutexGuard<'_, Option<Running>>, table: &str) -> Answer<()> {
        let Some(number) = guard.as_ref().map(Running::number) else { return Ok(()) };
        let records = self.store.records(table, number).await?;
        if records.len() <= FEW {
            if let Some(running) = guard.as_mut() {
                running.extend(records);
            }
            return Ok(());
        }
        let turn = self.folding.clone().acquire_owned().await.map_err(Problem::internal)?;
        let Some(mut running) = guard.take() else { return Ok(()) };
        // If nobody waits for it any more, it is loaded anew.
        self.loaded.fetch_sub(1, Ordering::Relaxed);
        let fold = move || {
            running.extend(records);
            drop(turn);
            running
        };
        **guard = Some(tokio::task::spawn_blocking(fold).await.map_err(Problem::internal)?);
        self.loaded.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Stores how a table stands where that is not known yet, or where the log has turned out otherwise.
    async fn note_standing(&self, guard: &Option<Running>, table: &TableRow) -> Answer<()> {
        let Some(standing) = guard.as_ref().map(Running::standing) else { return Ok(()) };
        if table.standing.as_ref() != Some(&standing) || table.status != standing.status() {
            self.store.set_standing(&table.id, &standing).await?;
        }
        Ok(())
    }

    /// Drops the running states used least lately, a tenth more than needed, and slots that nobody holds.
    fn make_room(&self) {
        let mut slots = self.slots();
        let mut by_use: Vec<_> =
            slots.values().map(|slot| (slot.used.load(Ordering::Relaxed), slot.clone())).collect();
        by_use.sort_unstable_by_key(|(used, _)| *used);
        let keep = self.limit - self.limit / 10;
        for (_, slot) in by_use.drain(..) {
            if self.loaded() <= keep {
                break;
            }
            // Whoever works with a state now keeps it.
            if let Ok(mut running) = slot.running.try_lock() {
                self.drop_state(&mut running);
            }
        }
        let is_loaded = |slot: &Slot| slot.running.try_lock().map_or(true, |running| running.is_some());
        slots.retain(|_, slot| Arc::strong_count(slot) > 1 || is_loaded(slot));
    }

    /// Appends a record, and chance's records that follow from it, if the number is still free and the
    /// rules allow it. Goes on to the end even if whoever asked is gone meanwhile, so that what is stored and
    /// what is in memory stay the same.
    pub(crate) async fn append(self: &Arc<Self>, facts: Arc<Facts>, wanted: Wanted) -> Answer<Appended> {
        let hub = self.clone();
        let work = async move { hub.append_now(&facts, wanted).await };
        let work = tokio::spawn(work.in_current_span());
        work.await.map_err(Problem::internal)?
    }

    async fn append_now(&self, facts: &Facts, wanted: Wanted) -> Answer<Appended> {
        let table = &facts.row;
        let slot = self.slot(&table.id);
        let mut locked = self.lock_known(&slot, table).await?;
        if self.store.backend() == Backend::Postgres && wanted.number != locked.running()?.number() + 1 {
            self.read_on(&mut locked.guard, &table.id).await?;
        }
        let running = locked.running()?;
        if let Some(done) = done_before(running, &wanted) {
            return Ok(done);
        }
        may_go_on(running, &wanted)?;
        if wanted.number != running.number() + 1 {
            return Err(conflict(running, wanted.number, &wanted.mine));
        }
        let at = self.moment(running);
        let (mut steps, mut events) = plan(running, &wanted, at)?;
        let mut orders = Orders::new(self.orders(&slot, &table.id, &facts.seats).await?);
        let running = locked.running()?;
        match wanted.body {
            RecordBody::Undo(_) => orders.undone(),
            _ => {
                orders.by_hand(wanted.seat);
                orders.carry_out(running, at, &mut steps, &mut events)?;
            }
        }
        let writing = Writing { stream: wanted.stream.as_deref(), ..Writing::new(facts, at) };
        if !self.write(&slot, &mut locked, steps, orders, writing).await? {
            let running = locked.running()?;
            return done_before(running, &wanted)
                .ok_or_else(|| conflict(running, wanted.number, &wanted.mine));
        }
        Ok(appended(locked.running()?, &wanted, wanted.number, events))
    }

    /// Stores records and then takes them into the running state. False, with the running state read on, if
    /// another server was first.
    async fn write(
        &self,
        slot: &Slot,
        locked: &mut Locked<'_>,
        steps: Steps,
        orders: Orders,
        writing: Writing<'_>,
    ) -> Answer<bool> {
        let Writing { table, timed, title, at, stream, seat, deeds, mut news } = writing;
        let records: Vec<_> = steps.iter().map(|(record, _)| record.clone()).collect();
        let standing = locked.running()?.standing_after(&steps);
        let before = locked.running()?.game().turn();
        news.extend(news_of(Some(&before), &standing, at));
        let clocks = (timed || !deeds.is_empty())
            .then(|| ClockStep { at, deeds: deeds.into_iter().chain(turns(&steps)).collect() });
        let ends = matches!(before, Turn::Over(_)) != matches!(standing.turn, Turn::Over(_));
        let ending = title.and_then(|title| ending(title, &before, &standing.turn, at));
        let beside = Beside { news, orders: orders.changes(), seat, clocks, ending };
        let begun = Instant::now();
        let appended = self.store.append(table, records, standing.clone(), beside).await;
        self.meter.writes.observe(begun.elapsed().as_secs_f64());
        let written = match appended {
            Ok(()) => {
                let running = locked.running()?;
                if let Some(stream) = stream {
                    slot.answered(stream, running.number() + 1..=standing.number);
                }
                steps.into_iter().for_each(|(record, next)| running.commit(record, next));
                debug_assert_eq!(running.standing(), standing);
                self.keep_orders(slot, orders);
                true
            }
            Err(error) if is_taken(&error) => {
                self.read_on(&mut locked.guard, table).await?;
                false
            }
            Err(sqlx::Error::RowNotFound) => {
                return Err(Problem::conflict("somebody else was faster: the seat or its clock has changed"));
            }
            Err(error) => return Err(error.into()),
        };
        // What is kept of the table's row says whether the game is over.
        if timed || ends {
            slot.changed();
        } else {
            slot.wake();
        }
        Ok(written)
    }

    /// Appends chance's records if it is chance's turn: after a start, or after a crash in between.
    pub(crate) async fn let_chance_decide(&self, facts: &Facts) -> Answer<()> {
        let (slot, table) = (self.slot(&facts.row.id), &facts.row);
        let mut locked = self.lock(&slot, table).await?;
        let running = locked.running()?;
        let (mut steps, mut events) = (Vec::new(), Vec::new());
        let at = self.moment(running);
        chance(running.game().clone(), (running.number(), at), &mut steps, &mut events)?;
        if steps.is_empty() || running.damage().is_some() || running.changed().is_some() {
            return Ok(());
        }
        let orders = Orders::new(Vec::new());
        slot.set_orders(None);
        self.write(&slot, &mut locked, steps, orders, Writing::new(facts, at)).await?;
        slot.set_orders(None);
        Ok(())
    }

    /// What time it is for a table: its log never goes back, even where the time of day does.
    fn moment(&self, running: &Running) -> Millis {
        self.store.clock().now().max(running.last_at().unwrap_or(Millis::MIN))
    }
}

/// What is written with records.
struct Writing<'a> {
    table: &'a str,
    /// Whether time is limited at the table.
    timed: bool,
    /// The title, if its result counts: over a network, and from the beginning.
    title: Option<String>,
    at: Millis,
    stream: Option<&'a str>,
    seat: Option<SeatStep>,
    deeds: Vec<ClockDeed>,
    news: Vec<News>,
}

impl<'a> Writing<'a> {
    fn new(facts: &'a Facts, at: Millis) -> Writing<'a> {
        let (table, timed) = (facts.row.id.as_str(), facts.timepiece.is_some());
        let counts = !facts.row.local && facts.row.setup.position.is_none();
        let title = counts.then(|| facts.row.setup.title.to_string());
        Writing { table, timed, title, at, stream: None, seat: None, deeds: Vec::new(), news: Vec::new() }
    }
}

/// What becomes of a table's result.
fn ending(title: String, before: &Turn, after: &Turn, at: Millis) -> Option<Ending> {
    match (before, after) {
        (Turn::Over(_), Turn::Over(_)) => None,
        (_, Turn::Over(outcome)) => Some(Ending::Over { title, outcome: outcome.clone(), at }),
        (Turn::Over(_), _) => Some(Ending::Resumed),
        _ => None,
    }
}

/// Whom the table waits for after each of these records.
fn turns(steps: &Steps) -> Vec<ClockDeed> {
    let turn = |(record, game): &(StoredRecord, Game)| {
        let acted = match record.body {
            RecordBody::Entry(_) => record.seat,
            RecordBody::Undo(_) | RecordBody::Note(_) | RecordBody::Unreadable(_) => None,
        };
        ClockDeed::Turn(acted, waiting(&game.turn()))
    };
    steps.iter().map(turn).collect()
}

/// Refuses an entry where the rules no longer accept what lies before it, or have changed without all having agreed.
/// An undo is always possible.
fn may_go_on(running: &Running, wanted: &Wanted) -> Answer<()> {
    if matches!(wanted.body, RecordBody::Undo(_)) {
        return Ok(());
    }
    if let Some(Damage { good_until, why }) = running.damage() {
        return Err(Problem::conflict(format!(
            "the rules no longer accept record {}: {why}. Take back to record {good_until} to go on",
            good_until + 1
        )));
    }
    if let Some(changed) = running.changed() {
        return Err(Problem::conflict(format!(
            "the rules have changed since record {}; all players must agree before the game goes on",
            changed.since
        )));
    }
    Ok(())
}

/// What an earlier request with the same retry key did.
fn done_before(running: &Running, wanted: &Wanted) -> Option<Appended> {
    Some(appended(running, wanted, running.by_retry(&wanted.retry)?, Vec::new()))
}

fn appended(running: &Running, wanted: &Wanted, number: u64, events: Vec<Event>) -> Appended {
    let records = running.seen(number - 1, 500, &wanted.mine);
    Appended { number, last: running.number(), records, events }
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
