//! The one way a record gets into a log.

use super::{Hub, Locked};
use crate::news::{news_of, waiting};
use crate::orders::Orders;
use crate::plan::{Steps, chance, conflict, plan};
use crate::problem::{Answer, Problem};
use crate::running::Running;
use crate::slot::{Facts, Slot};
use crate::store::{
    Backend, Beside, ClockDeed, ClockStep, Ending, News, RecordBody, SeatStep, StoredRecord, is_taken,
};
use ferrata_engine::event::Event;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::{Title, Turn};
use ferrata_titles::Game;
use ferrata_wire::{Damage, Millis, Record, UndoPolicy};
use std::sync::Arc;
use std::time::Instant;
use tracing::Instrument;

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

impl Hub {
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
    pub(super) async fn write(
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
    pub(super) fn moment(&self, running: &Running) -> Millis {
        self.store.clock().now().max(running.last_at().unwrap_or(Millis::MIN))
    }
}

/// What is written with records.
pub(super) struct Writing<'a> {
    pub(super) table: &'a str,
    /// Whether time is limited at the table.
    pub(super) timed: bool,
    /// The title, if its result counts: over a network, and from the beginning.
    pub(super) title: Option<String>,
    pub(super) at: Millis,
    pub(super) stream: Option<&'a str>,
    pub(super) seat: Option<SeatStep>,
    pub(super) deeds: Vec<ClockDeed>,
    pub(super) news: Vec<News>,
}

impl<'a> Writing<'a> {
    pub(super) fn new(facts: &'a Facts, at: Millis) -> Writing<'a> {
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
