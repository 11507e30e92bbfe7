//! Running states: folded when they are needed, dropped when they have not been for long.

use super::Hub;
use crate::problem::{Answer, Problem};
use crate::running::Running;
use crate::slot::Slot;
use crate::store::{Backend, TableRow};
use ferrata_engine::refusal::Refusal;
use ferrata_wire::RulesChanged;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tokio::sync::MutexGuard;

/// So many records are folded where they are; more apart from the threads that answer requests.
const FEW: usize = 50;

impl Hub {
    pub(super) fn drop_state(&self, running: &mut Option<Running>) {
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

    pub(super) async fn read_on(
        &self,
        guard: &mut MutexGuard<'_, Option<Running>>,
        table: &str,
    ) -> Answer<()> {
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
}

/// A table's running state, locked.
#[derive(Debug)]
pub(crate) struct Locked<'a> {
    pub(super) guard: MutexGuard<'a, Option<Running>>,
}

impl Locked<'_> {
    /// The state.
    pub(crate) fn running(&mut self) -> Answer<&mut Running> {
        self.guard.as_mut().ok_or_else(|| Problem::internal("a table was locked before it was loaded"))
    }
}
