//! Who sits where. Every change holds the table's row first, so that sitting down, leaving and starting follow one
//! after another, on any number of servers.

use super::clocks::start_clocks;
use super::operator::rename_seat;
use super::outbox::tell;
use super::tables::json;
use super::writer::insert_all;
use super::{News, SeatRow, Store, now};
use crate::beginning::Beginning;
use crate::news::waiting;
use ferrata_engine::turn::Setup;
use ferrata_wire::{Millis, TableStatus};
use sqlx::{Any, AnyConnection, Transaction};

/// What became of a wish to start a table.
#[derive(Debug)]
pub(crate) enum Started {
    /// It runs.
    Runs,
    /// It ran already.
    Before,
    /// This seat is free.
    Free(i64),
}

/// By what right somebody takes a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Right {
    /// With the seat's own key.
    SeatKey,
    /// With an invitation to the table, or because it is open to all.
    Invited,
}

/// What became of a wish to sit down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Taken {
    /// The seat is theirs.
    Yes,
    /// Somebody else has it, or there is no such seat.
    No,
    /// They sit at too many tables.
    TooMany,
}

/// Who plays a seat from now on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatStep {
    /// Which.
    pub seat: u8,
    /// Who plays it until now.
    pub from: Option<String>,
    /// Who plays it then.
    pub to: String,
    /// Who comes back to it.
    pub absent: Option<String>,
    /// Whether the others have to agree to that.
    pub by_consent: bool,
    /// What it is called from now on, if somebody else has it for good.
    pub name: Option<String>,
}

/// Gives a seat to somebody; refused, as [`sqlx::Error::RowNotFound`], if it is no longer whose it was.
pub(super) async fn change_seat(
    work: &mut AnyConnection,
    table: &str,
    step: &SeatStep,
) -> Result<(), sqlx::Error> {
    let done = sqlx::query(
        "UPDATE seats SET user_id = $1, absent_id = $2, back_by_consent = $3, offered_id = NULL \
         WHERE table_id = $4 AND seat = $5 AND COALESCE(user_id, '') = $6",
    )
    .bind(&step.to)
    .bind(step.absent.as_deref())
    .bind(i64::from(step.by_consent))
    .bind(table)
    .bind(i64::from(step.seat))
    .bind(step.from.as_deref().unwrap_or_default())
    .execute(&mut *work)
    .await?;
    if done.rows_affected() == 0 {
        return Err(sqlx::Error::RowNotFound);
    }
    match &step.name {
        Some(name) => rename_seat(work, table, i64::from(step.seat), name).await,
        None => Ok(()),
    }
}

/// What holds a table's row needs to know of it.
struct Held {
    status: TableStatus,
    local: bool,
    owner: String,
    setup: String,
}

/// Holds a table's row until the transaction ends; none if there is no such table.
async fn hold(work: &mut Transaction<'_, Any>, table: &str) -> Result<Option<Held>, sqlx::Error> {
    let row: Option<(String, i64, String, String)> = sqlx::query_as(
        "UPDATE tables SET updated = $1 WHERE id = $2 RETURNING status, local, owner_id, setup",
    )
    .bind(now())
    .bind(table)
    .fetch_optional(&mut **work)
    .await?;
    Ok(row.map(|(status, local, owner, setup)| Held {
        status: TableStatus::from_word(&status).unwrap_or(TableStatus::Running),
        local: local != 0,
        owner,
        setup,
    }))
}

/// A seat that a program plays keeps the name that it was given.
const SEATS: &str = "SELECT s.seat, s.user_id, s.link_hash, s.absent_id, s.back_by_consent, s.offered_id, \
                     CASE WHEN u.kind = 'program' THEN NULL ELSE u.name END AS user_name FROM seats s \
                     LEFT JOIN users u ON u.id = s.user_id WHERE s.table_id = $1 ORDER BY s.seat";

impl Store {
    /// The seats of a table, in order.
    pub(crate) async fn seats(&self, table: &str) -> Result<Vec<SeatRow>, sqlx::Error> {
        sqlx::query_as(SEATS).bind(table).fetch_all(&self.pool).await
    }

    /// Gives a seat to somebody if nobody (or only the owner of a local table) has it; false if it is taken. A seat
    /// that is free at a table that runs goes only to who has its key. Nobody has more than `most` at tables that are
    /// open or played.
    pub(crate) async fn take_seat(
        &self,
        table: &str,
        seat: i64,
        user: &str,
        right: Right,
        most: u32,
    ) -> Result<Taken, sqlx::Error> {
        let mut work = self.pool.begin().await?;
        let Some(held) = hold(&mut work, table).await? else { return Ok(Taken::No) };
        let (seats,): (i64,) = sqlx::query_as(
            "SELECT COUNT(*) FROM seats s JOIN tables t ON t.id = s.table_id \
             WHERE s.user_id = $1 AND t.id <> $2 AND t.status IN ('open', 'running') AND t.closed IS NULL",
        )
        .bind(user)
        .bind(table)
        .fetch_one(&mut *work)
        .await?;
        if seats >= i64::from(most) {
            return Ok(Taken::TooMany);
        }
        let may_be_free = held.status == TableStatus::Open || held.local || right == Right::SeatKey;
        let instead_of = if held.local { held.owner.as_str() } else { user };
        let done = sqlx::query(
            "UPDATE seats SET user_id = $1 WHERE table_id = $2 AND seat = $3 \
             AND (user_id = $1 OR user_id = $4 OR (user_id IS NULL AND $5 = 1))",
        )
        .bind(user)
        .bind(table)
        .bind(seat)
        .bind(instead_of)
        .bind(i64::from(may_be_free))
        .execute(&mut *work)
        .await?;
        work.commit().await?;
        Ok(if done.rows_affected() > 0 { Taken::Yes } else { Taken::No })
    }

    /// Frees the seats of somebody at a table that has not started; false if there were none.
    pub(crate) async fn leave_seats(&self, table: &str, user: &str) -> Result<bool, sqlx::Error> {
        let mut work = self.pool.begin().await?;
        match hold(&mut work, table).await? {
            Some(held) if held.status == TableStatus::Open => {}
            _ => return Ok(false),
        }
        let done = sqlx::query("UPDATE seats SET user_id = NULL WHERE table_id = $1 AND user_id = $2")
            .bind(table)
            .bind(user)
            .execute(&mut *work)
            .await?;
        work.commit().await?;
        Ok(done.rows_affected() > 0)
    }

    /// Starts a table if all seats are taken: with the names of those who sit there now, and with what chance decides
    /// at the beginning. People are told of it, but for who starts it. All of it or nothing.
    pub(crate) async fn start_table<E: From<sqlx::Error>>(
        &self,
        table: &str,
        (starter, at): (&str, Millis),
        begin: impl FnOnce(Setup) -> Result<Beginning, E>,
        news: impl FnOnce(&Beginning) -> Vec<News>,
    ) -> Result<Started, E> {
        let mut work = self.pool.begin().await?;
        let Some(held) = hold(&mut work, table).await? else { return Ok(Started::Before) };
        if held.status != TableStatus::Open {
            return Ok(Started::Before);
        }
        let seats: Vec<SeatRow> = sqlx::query_as(SEATS).bind(table).fetch_all(&mut *work).await?;
        if let Some(free) = seats.iter().find(|seat| seat.user_id.is_none()) {
            return Ok(Started::Free(free.seat));
        }
        let decode = |error: serde_json::Error| sqlx::Error::Decode(error.into());
        let mut setup: Setup = serde_json::from_str(&held.setup).map_err(decode)?;
        for (player, seat) in setup.players.iter_mut().zip(&seats) {
            if let Some(name) = &seat.user_name {
                player.clone_from(name);
            }
        }
        let beginning = begin(setup)?;
        sqlx::query("UPDATE tables SET status = $1, setup = $2, standing = $3 WHERE id = $4")
            .bind(beginning.standing.status().word())
            .bind(json(&beginning.setup)?)
            .bind(beginning.standing.text())
            .bind(table)
            .execute(&mut *work)
            .await?;
        let records: Vec<_> = beginning.records.iter().map(|record| (table, record)).collect();
        insert_all(&mut work, &records).await?;
        start_clocks(&mut work, table, &waiting(&beginning.standing.turn), at).await?;
        tell(&mut work, table, &news(&beginning), starter).await?;
        work.commit().await?;
        self.news.notify_one();
        self.clocks.notify_one();
        Ok(Started::Runs)
    }

    /// Gives a seat at which nobody sits another key; false if somebody does.
    pub(crate) async fn set_seat_key(
        &self,
        table: &str,
        seat: i64,
        key_hash: &str,
    ) -> Result<bool, sqlx::Error> {
        let done = sqlx::query(
            "UPDATE seats SET link_hash = $1 WHERE table_id = $2 AND seat = $3 AND user_id IS NULL",
        )
        .bind(key_hash)
        .bind(table)
        .bind(seat)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    /// Puts somebody (a person, a program, or nobody) into a seat, whoever sits there; false if there is no such seat.
    pub(crate) async fn seat_somebody(
        &self,
        table: &str,
        seat: i64,
        user: Option<&str>,
    ) -> Result<bool, sqlx::Error> {
        let mut work = self.pool.begin().await?;
        if hold(&mut work, table).await?.is_none() {
            return Ok(false);
        }
        let done = sqlx::query(
            "UPDATE seats SET user_id = $1, absent_id = NULL, offered_id = NULL WHERE table_id = $2 AND seat = $3",
        )
        .bind(user)
        .bind(table)
        .bind(seat)
        .execute(&mut *work)
        .await?;
        work.commit().await?;
        Ok(done.rows_affected() > 0)
    }

    /// Offers a seat to somebody.
    pub(crate) async fn offer_seat(&self, table: &str, seat: u8, user: &str) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE seats SET offered_id = $1 WHERE table_id = $2 AND seat = $3")
            .bind(user)
            .bind(table)
            .bind(i64::from(seat))
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// The tables under way at which a program sits.
    pub(crate) async fn tables_with_programs(&self) -> Result<Vec<String>, sqlx::Error> {
        let tables: Vec<(String,)> = sqlx::query_as(
            "SELECT DISTINCT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id \
             JOIN users u ON u.id = s.user_id WHERE u.kind = 'program' AND t.status = 'running' \
             AND t.closed IS NULL",
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(tables.into_iter().map(|(table,)| table).collect())
    }
}
