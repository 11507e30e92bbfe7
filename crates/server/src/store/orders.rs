//! Standing orders, as they are stored: by their owner's seat, and for nobody else.

use super::tables::json;
use super::{Store, now};
use ferrata_orders::Standing;
use ferrata_wire::OrderState;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow, Row};

/// An order as stored.
#[derive(Clone, Debug)]
pub(crate) struct OrderRow {
    /// Random id.
    pub id: String,
    /// For which seat.
    pub seat: u8,
    /// Who gave it.
    pub user_id: String,
    /// What, and on which table.
    pub standing: Standing,
    /// Whether it stands.
    pub state: OrderState,
    /// The records it has made.
    pub did: Vec<u64>,
    /// When it was given.
    pub created: i64,
}

impl FromRow<'_, AnyRow> for OrderRow {
    fn from_row(row: &AnyRow) -> Result<OrderRow, sqlx::Error> {
        fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, sqlx::Error> {
            serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
        }
        let text = |column: &str| row.try_get::<String, _>(column);
        Ok(OrderRow {
            id: text("id")?,
            seat: row.try_get::<i64, _>("seat")? as u8,
            user_id: text("user_id")?,
            standing: read(&text("body")?)?,
            state: read(&text("state")?)?,
            did: read(&text("did")?)?,
            created: row.try_get("created")?,
        })
    }
}

/// What has become of orders, written with the records they made.
pub(super) async fn change_orders(work: &mut AnyConnection, orders: &[OrderRow]) -> Result<(), sqlx::Error> {
    for order in orders {
        sqlx::query("UPDATE orders SET state = $1, active = $2, did = $3 WHERE id = $4")
            .bind(json(&order.state)?)
            .bind(i64::from(order.state == OrderState::Active))
            .bind(json(&order.did)?)
            .bind(&order.id)
            .execute(&mut *work)
            .await?;
    }
    Ok(())
}

/// How many orders of one seat that are over are shown.
const SHOWN: i64 = 50;

impl Store {
    /// The orders of a table that stand, in the order in which they were given.
    pub(crate) async fn active_orders(&self, table: &str) -> Result<Vec<OrderRow>, sqlx::Error> {
        sqlx::query_as(
            "SELECT id, seat, user_id, body, state, did, created FROM orders WHERE table_id = $1 AND active = 1 \
             ORDER BY created, id",
        )
        .bind(table)
        .fetch_all(&self.pool)
        .await
    }

    /// Somebody's orders at a table, the latest first.
    pub(crate) async fn orders_of(&self, table: &str, user: &str) -> Result<Vec<OrderRow>, sqlx::Error> {
        sqlx::query_as(
            "SELECT id, seat, user_id, body, state, did, created FROM orders WHERE table_id = $1 AND user_id = $2 \
             ORDER BY active DESC, created DESC, id LIMIT $3",
        )
        .bind(table)
        .bind(user)
        .bind(SHOWN)
        .fetch_all(&self.pool)
        .await
    }

    /// Adds an order.
    pub(crate) async fn add_order(&self, table: &str, order: &OrderRow) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO orders (id, table_id, seat, user_id, body, state, active, did, created) \
             VALUES ($1, $2, $3, $4, $5, $6, 1, '[]', $7)",
        )
        .bind(&order.id)
        .bind(table)
        .bind(i64::from(order.seat))
        .bind(&order.user_id)
        .bind(json(&order.standing)?)
        .bind(json(&order.state)?)
        .bind(now())
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// Writes what has become of orders where no record was made.
    pub(crate) async fn set_orders(&self, orders: &[OrderRow]) -> Result<(), sqlx::Error> {
        let mut work = self.pool.begin().await?;
        change_orders(&mut work, orders).await?;
        work.commit().await
    }
}
