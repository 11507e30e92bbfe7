//! What needs the consent of all other players, and who agreed. A consent names its request, and all of it is done in
//! transactions that hold the request: of two at once, none is lost.

use super::outbox::tell;
use super::tables::json;
use super::{News, Store, now};
use ferrata_wire::{Asked, Wish};
use sqlx::{Any, Transaction};

/// A pending request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Request {
    /// Random id.
    pub id: String,
    /// What somebody wants.
    pub wish: Wish,
    /// The last record when it was asked.
    pub number: u64,
    /// Who asks.
    pub seat: u8,
    /// Who agreed, in seat order.
    pub agreed: Vec<u8>,
    /// Who does not, in seat order.
    pub declined: Vec<u8>,
}

impl Request {
    /// As everybody sees it.
    pub(crate) fn told(&self) -> Asked {
        Asked { id: self.id.clone(), wish: self.wish.clone(), seat: self.seat, agreed: self.agreed.clone() }
    }
}

type Row = (String, String, i64, i64, i64, Option<String>);

fn read((id, kind, back_to, number, seat, detail): Row, answers: Vec<(i64, i64)>) -> Option<Request> {
    let wish = match kind.as_str() {
        "undo" => Wish::Undo { to: back_to as u64 },
        "rules" => Wish::Rules,
        "close" => Wish::Close,
        "wish" => serde_json::from_str(&detail?).ok()?,
        // A later version may know more.
        _ => return None,
    };
    let said = |what: i64| {
        answers.iter().filter(|(_, agrees)| *agrees == what).map(|(seat, _)| *seat as u8).collect()
    };
    let (agreed, declined) = (said(1), said(0));
    Some(Request { id, wish, number: number as u64, seat: seat as u8, agreed, declined })
}

const ANSWERS: &str =
    "SELECT seat, agrees FROM consents WHERE table_id = $1 AND request_id = $2 ORDER BY seat";

/// Holds a request until the transaction ends; none if it is no longer there.
async fn hold(work: &mut Transaction<'_, Any>, table: &str, id: &str) -> Result<Option<Row>, sqlx::Error> {
    sqlx::query_as(
        "UPDATE requests SET at = $1 WHERE table_id = $2 AND id = $3 RETURNING id, kind, back_to, number, seat, detail",
    )
    .bind(now())
    .bind(table)
    .bind(id)
    .fetch_optional(&mut **work)
    .await
}

async fn forget(work: &mut Transaction<'_, Any>, table: &str) -> Result<(), sqlx::Error> {
    for delete in ["DELETE FROM requests WHERE table_id = $1", "DELETE FROM consents WHERE table_id = $1"] {
        sqlx::query(delete).bind(table).execute(&mut **work).await?;
    }
    Ok(())
}

impl Store {
    /// The pending request of a table.
    pub(crate) async fn request(&self, table: &str) -> Result<Option<Request>, sqlx::Error> {
        let row: Option<Row> = sqlx::query_as(
            "SELECT id, kind, back_to, number, seat, detail FROM requests WHERE table_id = $1",
        )
        .bind(table)
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let answers = sqlx::query_as(ANSWERS).bind(table).bind(&row.0).fetch_all(&self.pool).await?;
        Ok(read(row, answers))
    }

    /// Stores a request in place of any other, and tells those who are asked.
    pub(crate) async fn ask(
        &self,
        table: &str,
        request: &Request,
        (user, news): (&str, &[News]),
    ) -> Result<(), sqlx::Error> {
        let (kind, back_to) = match &request.wish {
            Wish::Undo { to } => ("undo", *to),
            Wish::Rules => ("rules", 0),
            Wish::Close => ("close", 0),
            Wish::Replace { .. } | Wish::Return { .. } | Wish::Clock { .. } => ("wish", 0),
        };
        let mut work = self.pool.begin().await?;
        forget(&mut work, table).await?;
        sqlx::query(
            "INSERT INTO requests (table_id, id, kind, back_to, number, seat, at, detail) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(table)
        .bind(&request.id)
        .bind(kind)
        .bind(back_to as i64)
        .bind(request.number as i64)
        .bind(i64::from(request.seat))
        .bind(now())
        .bind(json(&request.wish)?)
        .execute(&mut *work)
        .await?;
        tell(&mut work, table, news, user).await?;
        work.commit().await?;
        self.news.notify_one();
        Ok(())
    }

    /// Notes that these seats agree to a request or not, and tells how it stands then; none if it is no longer there.
    pub(crate) async fn answer(
        &self,
        table: &str,
        id: &str,
        seats: &[u8],
        agree: bool,
    ) -> Result<Option<Request>, sqlx::Error> {
        let mut work = self.pool.begin().await?;
        let Some(row) = hold(&mut work, table, id).await? else { return Ok(None) };
        for seat in seats {
            sqlx::query(
                "INSERT INTO consents (table_id, request_id, seat, agrees) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (table_id, request_id, seat) DO UPDATE SET agrees = excluded.agrees",
            )
            .bind(table)
            .bind(id)
            .bind(i64::from(*seat))
            .bind(i64::from(agree))
            .execute(&mut *work)
            .await?;
        }
        let answers = sqlx::query_as(ANSWERS).bind(table).bind(id).fetch_all(&mut *work).await?;
        work.commit().await?;
        Ok(read(row, answers))
    }

    /// Removes a request: it is done, declined, or too late.
    pub(crate) async fn end_request(&self, table: &str, id: &str) -> Result<(), sqlx::Error> {
        let mut work = self.pool.begin().await?;
        if hold(&mut work, table, id).await?.is_some() {
            forget(&mut work, table).await?;
        }
        work.commit().await
    }
}
