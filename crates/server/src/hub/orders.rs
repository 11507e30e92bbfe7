//! Standing orders of the tables in memory.

use super::Hub;
use super::appending::Writing;
use crate::orders::Orders;
use crate::problem::{Answer, Problem};
use crate::secret::random_key;
use crate::slot::{Facts, Slot};
use crate::store::{Backend, OrderRow, SeatRow, now};
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::Title;
use ferrata_orders::{Nonsense, Standing};
use ferrata_wire::{Order, OrderState};
use std::sync::Arc;

/// How many orders of one seat may stand.
const MOST_ORDERS: usize = 20;

/// Standing orders. They change only while the running state of their table is locked.
impl Hub {
    /// The orders that stand at a table, of those who still sit there.
    pub(super) async fn orders(&self, slot: &Slot, table: &str, seats: &[SeatRow]) -> Answer<Vec<OrderRow>> {
        let mut all = match slot.orders() {
            Some(known) if self.store.backend() == Backend::Sqlite => known,
            _ => self.store.active_orders(table).await?,
        };
        let sits = |order: &OrderRow| {
            let mut own = seats.iter().filter(|seat| seat.user_id.as_ref() == Some(&order.user_id));
            own.any(|seat| seat.seat == i64::from(order.seat))
        };
        all.retain(sits);
        Ok(all)
    }

    pub(super) fn keep_orders(&self, slot: &Slot, orders: Orders) {
        slot.set_orders(Some(orders.standing()));
    }

    /// Gives an order, and carries it out if it is its turn.
    pub(crate) async fn give_order(
        &self,
        facts: Arc<Facts>,
        seat: SeatId,
        user: &str,
        order: Order,
    ) -> Answer<()> {
        let (slot, table) = (self.slot(&facts.row.id), &facts.row);
        let mut locked = self.lock(&slot, table).await?;
        let all = self.orders(&slot, &table.id, &facts.seats).await?;
        if all.iter().filter(|order| order.seat == seat.0).count() >= MOST_ORDERS {
            return Err(Problem::conflict(format!(
                "{MOST_ORDERS} orders stand already; take one back first"
            )));
        }
        let running = locked.running()?;
        if running.damage().is_some() || running.changed().is_some() {
            return Err(Problem::conflict("the game does not go on by itself now"));
        }
        let nonsense = |why: Nonsense| Problem::bad_request(why.words());
        let standing = Standing::new(order, seat, &running.game().view()).map_err(nonsense)?;
        let (id, created) = (random_key(16).map_err(Problem::internal)?, now());
        let (state, did, user_id) = (OrderState::Active, Vec::new(), user.to_owned());
        let row = OrderRow { id, seat: seat.0, user_id, standing, state, did, created };
        self.store.add_order(&table.id, &row).await?;
        let mut orders = Orders::new(all.into_iter().chain([row]).collect());
        let (mut steps, mut events) = (Vec::new(), Vec::new());
        let at = self.moment(running);
        orders.carry_out(running, at, &mut steps, &mut events)?;
        if steps.is_empty() {
            self.store.set_orders(&orders.changes()).await?;
            self.keep_orders(&slot, orders);
            return Ok(());
        }
        // If another server was first, it has read the order, too.
        if !self.write(&slot, &mut locked, steps, orders, Writing::new(&facts, at)).await? {
            slot.set_orders(None);
        }
        Ok(())
    }

    /// Takes an order back; false if there is none that stands.
    pub(crate) async fn take_order_back(&self, facts: Arc<Facts>, id: &str, user: &str) -> Answer<bool> {
        let (slot, table) = (self.slot(&facts.row.id), &facts.row);
        let _locked = self.lock(&slot, table).await?;
        let mut orders = Orders::new(self.orders(&slot, &table.id, &facts.seats).await?);
        if !orders.take_back(id, user) {
            return Ok(false);
        }
        self.store.set_orders(&orders.changes()).await?;
        self.keep_orders(&slot, orders);
        Ok(true)
    }
}
