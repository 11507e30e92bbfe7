//! What the log tells of seats, done together with it.

use super::Hub;
use super::appending::Writing;
use crate::orders::Orders;
use crate::problem::{Answer, Problem};
use crate::secret::random_key;
use crate::slot::Facts;
use crate::store::{ClockDeed, News, RecordBody, SeatStep, StoredRecord};
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::Title;
use ferrata_titles::RULES_VERSION;
use ferrata_wire::SeatNote;
use std::sync::Arc;
use tracing::Instrument;

/// What becomes of a seat.
#[derive(Debug, Clone)]
pub(crate) struct Noting {
    /// Which.
    pub seat: u8,
    /// Who wants it; none for the clock.
    pub user: Option<String>,
    /// What the log tells of it.
    pub note: SeatNote,
    /// Who plays it then, if that changes.
    pub step: Option<SeatStep>,
    /// What becomes of its clock.
    pub deeds: Vec<ClockDeed>,
    /// What people are told.
    pub news: Vec<News>,
}

impl Hub {
    /// Notes in the log what becomes of a seat, and does it; refused where it is no longer possible. Goes on to the end
    /// even if whoever asked is gone meanwhile.
    pub(crate) async fn note(self: &Arc<Self>, facts: Arc<Facts>, noting: Noting) -> Answer<()> {
        let hub = self.clone();
        let work = async move { hub.note_now(&facts, noting).await };
        let work = tokio::spawn(work.in_current_span());
        work.await.map_err(Problem::internal)?
    }

    async fn note_now(&self, facts: &Facts, noting: Noting) -> Answer<()> {
        let (table, slot) = (&facts.row, self.slot(&facts.row.id));
        let renamed = noting.step.as_ref().is_some_and(|step| step.name.is_some());
        for _ in 0..3 {
            let mut locked = self.lock(&slot, table).await?;
            let running = locked.running()?;
            if running.damage().is_some() || running.changed().is_some() {
                return Err(Problem::conflict("the game does not go on now: its log comes first"));
            }
            let at = self.moment(running);
            let record = StoredRecord {
                number: running.number() + 1,
                seat: Some(noting.seat),
                body: RecordBody::Note(noting.note.clone()),
                hash: running.game().hash(),
                sealed: false,
                rules: RULES_VERSION,
                at,
                user: noting.user.clone(),
                retry: random_key(20).map_err(Problem::internal)?,
            };
            let number = record.number;
            let steps = vec![(record, running.game().clone())];
            let mut orders = Orders::new(self.orders(&slot, &table.id, &facts.seats).await?);
            if noting.step.is_some() {
                orders.left(SeatId(noting.seat));
            }
            let news = noting.news.iter().map(|news| News { number, at, ..news.clone() }).collect();
            let (seat, deeds) = (noting.step.clone(), noting.deeds.clone());
            let writing = Writing { seat, deeds, news, ..Writing::new(facts, at) };
            if self.write(&slot, &mut locked, steps, orders, writing).await? {
                drop(locked);
                return if renamed { self.forget(&table.id).await } else { self.changed(&table.id).await };
            }
        }
        Err(Problem::conflict("the table changes too fast; try again"))
    }
}
