//! The tables in memory: what is known of each, and who is told when it changes.

mod appending;
mod loading;
mod notes;
mod orders;

pub(crate) use appending::{Appended, Wanted};
pub(crate) use notes::Noting;

use loading::Locked;

use crate::exports::Exports;
use crate::meter::Meter;
use crate::problem::Answer;
use crate::slot::{Facts, People, Slot};
use crate::store::{Backend, Notice, Store, TableRow};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as SyncMutex, MutexGuard as SyncGuard, PoisonError};
use tokio::sync::{Semaphore, mpsc};

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
}
