//! Tables and seats.

use super::{Store, now};
use sqlx::FromRow;

/// A table as stored.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct TableRow {
    /// Random id.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// The set-up as JSON.
    pub setup: String,
    /// Who made it.
    pub owner_id: String,
    /// 1: one browser plays all seats until links are used.
    pub local: i64,
    /// The undo policy.
    pub undo: String,
    /// `open` tables are listed, `link` tables are not.
    pub visibility: String,
    /// `open`, `running` or `over`.
    pub status: String,
    /// The hash of the key in its invitation link.
    pub invite_hash: String,
    /// When it was made.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
    /// How it stands after its last record, as JSON; none if that has to be found out.
    pub standing: Option<String>,
}

/// The columns of a [`TableRow`], and what follows.
macro_rules! select_tables {
    ($rest:literal) => {
        concat!(
            "SELECT id, name, setup, owner_id, local, undo, visibility, status, invite_hash, created, updated, \
             standing FROM tables WHERE ",
            $rest
        )
    };
}

/// A seat as stored.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct SeatRow {
    /// Which seat.
    pub seat: i64,
    /// Who sits there.
    pub user_id: Option<String>,
    /// The hash of the key in its link.
    pub link_hash: String,
    /// The account's name, if somebody sits there.
    pub user_name: Option<String>,
}

/// A new table with its seats.
#[derive(Clone, Debug)]
pub(crate) struct NewTable<'a> {
    /// The table; `created` and `updated` are set on insertion.
    pub row: &'a TableRow,
    /// Who sits where, and the hash of each seat's link.
    pub seats: &'a [(Option<String>, String)],
}

/// Which tables to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Listing {
    /// Those with a seat of this person, or made by them.
    Mine,
    /// Those anybody may join.
    Open,
}

impl Store {
    /// Adds a table.
    pub(crate) async fn add_table(&self, table: NewTable<'_>) -> Result<(), sqlx::Error> {
        let mut work = self.pool.begin().await?;
        let row = table.row;
        let at = now();
        sqlx::query(
            "INSERT INTO tables (id, name, setup, owner_id, local, undo, visibility, status, invite_hash, created, updated) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        )
        .bind(&row.id)
        .bind(&row.name)
        .bind(&row.setup)
        .bind(&row.owner_id)
        .bind(row.local)
        .bind(&row.undo)
        .bind(&row.visibility)
        .bind(&row.status)
        .bind(&row.invite_hash)
        .bind(at)
        .bind(at)
        .execute(&mut *work)
        .await?;
        for (seat, (user, link_hash)) in table.seats.iter().enumerate() {
            sqlx::query("INSERT INTO seats (table_id, seat, user_id, link_hash) VALUES ($1, $2, $3, $4)")
                .bind(&row.id)
                .bind(seat as i64)
                .bind(user.as_deref())
                .bind(link_hash)
                .execute(&mut *work)
                .await?;
        }
        work.commit().await
    }

    /// A table by id.
    pub(crate) async fn table(&self, id: &str) -> Result<Option<TableRow>, sqlx::Error> {
        sqlx::query_as(select_tables!("id = $1")).bind(id).fetch_optional(&self.pool).await
    }

    /// The seats of a table, in order.
    pub(crate) async fn seats(&self, table: &str) -> Result<Vec<SeatRow>, sqlx::Error> {
        sqlx::query_as(
            "SELECT s.seat, s.user_id, s.link_hash, u.name AS user_name FROM seats s \
             LEFT JOIN users u ON u.id = s.user_id WHERE s.table_id = $1 ORDER BY s.seat",
        )
        .bind(table)
        .fetch_all(&self.pool)
        .await
    }

    /// Gives a seat to somebody if nobody (or only the owner of a local table) has it; false if it is taken.
    pub(crate) async fn take_seat(&self, table: &str, seat: i64, user: &str) -> Result<bool, sqlx::Error> {
        let done = sqlx::query(
            "UPDATE seats SET user_id = $1 WHERE table_id = $2 AND seat = $3 AND (user_id IS NULL OR user_id = $1 \
             OR user_id = (SELECT owner_id FROM tables WHERE id = $2 AND local = 1))",
        )
        .bind(user)
        .bind(table)
        .bind(seat)
        .execute(&self.pool)
        .await?;
        self.touch(table).await?;
        Ok(done.rows_affected() > 0)
    }

    /// Frees the seats of somebody at a table that has not started; false if there were none.
    pub(crate) async fn leave_seats(&self, table: &str, user: &str) -> Result<bool, sqlx::Error> {
        let done = sqlx::query(
            "UPDATE seats SET user_id = NULL WHERE table_id = $1 AND user_id = $2 \
             AND EXISTS (SELECT 1 FROM tables WHERE id = $1 AND status = 'open')",
        )
        .bind(table)
        .bind(user)
        .execute(&self.pool)
        .await?;
        self.touch(table).await?;
        Ok(done.rows_affected() > 0)
    }

    /// Starts a table with its final set-up; false if it had started already.
    pub(crate) async fn start_table(&self, table: &str, setup: &str) -> Result<bool, sqlx::Error> {
        let done = sqlx::query("UPDATE tables SET status = 'running', setup = $1, updated = $2 WHERE id = $3 AND status = 'open'")
            .bind(setup)
            .bind(now())
            .bind(table)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    /// Marks a table as over or as running again (after an undo).
    pub(crate) async fn set_status(&self, table: &str, status: &str) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE tables SET status = $1 WHERE id = $2 AND status <> 'open'")
            .bind(status)
            .bind(table)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    async fn touch(&self, table: &str) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE tables SET updated = $1 WHERE id = $2")
            .bind(now())
            .bind(table)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// Tables, the latest first, before a moment and id (for paging).
    pub(crate) async fn list(
        &self,
        listing: Listing,
        user: &str,
        before: (i64, &str),
        limit: i64,
    ) -> Result<Vec<TableRow>, sqlx::Error> {
        let query = match listing {
            Listing::Mine => sqlx::query_as(select_tables!(
                "(owner_id = $1 OR id IN (SELECT table_id FROM seats WHERE user_id = $1)) \
                 AND (updated < $2 OR (updated = $2 AND id > $3)) ORDER BY updated DESC, id LIMIT $4"
            )),
            Listing::Open => sqlx::query_as(select_tables!(
                "visibility = 'open' AND local = 0 AND owner_id <> $1 \
                 AND id NOT IN (SELECT table_id FROM seats WHERE user_id = $1) \
                 AND (updated < $2 OR (updated = $2 AND id > $3)) ORDER BY updated DESC, id LIMIT $4"
            )),
        };
        query.bind(user).bind(before.0).bind(before.1).bind(limit).fetch_all(&self.pool).await
    }

    /// Stores how a table stands, unless somebody stored something else since it was read.
    pub(crate) async fn set_standing(&self, row: &TableRow, standing: &str) -> Result<(), sqlx::Error> {
        sqlx::query(
            "UPDATE tables SET standing = $1 WHERE id = $2 AND (standing = $3 OR (standing IS NULL AND $3 IS NULL))",
        )
        .bind(standing)
        .bind(&row.id)
        .bind(row.standing.as_deref())
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// The tables at which somebody sits, each with the seat.
    pub(crate) async fn seats_of(&self, user: &str) -> Result<Vec<(String, i64)>, sqlx::Error> {
        sqlx::query_as("SELECT table_id, seat FROM seats WHERE user_id = $1")
            .bind(user)
            .fetch_all(&self.pool)
            .await
    }

    /// Replaces a table's set-up (a name in it, never the rules).
    pub(crate) async fn set_setup(&self, table: &str, setup: &str) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE tables SET setup = $1 WHERE id = $2")
            .bind(setup)
            .bind(table)
            .execute(&self.pool)
            .await
            .map(drop)
    }
}
