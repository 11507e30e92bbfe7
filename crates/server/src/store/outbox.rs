//! What is to be told: written in the transaction of what it tells of, taken in hand by one server at a time, and done
//! once. A server that dies with something in hand leaves it to whoever looks when its time is over.

use super::{Backend, Store, row};
use ferrata_wire::NotificationKind;
use sqlx::AnyConnection;

/// How long what is done is kept, so that nothing is told twice: a week.
const KEPT: i64 = 7 * 24 * 3600 * 1000;

/// Who is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum To {
    /// Who sits here.
    Seat(u8),
    /// All who sit at the table.
    All,
}

/// Something to be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct News {
    /// What.
    pub kind: NotificationKind,
    /// The record, line of chat or the like of which it tells.
    pub number: u64,
    /// To whom.
    pub to: To,
    /// What else is to be said, in words.
    pub detail: String,
    /// When.
    pub at: i64,
}

/// Something in hand.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    /// Says what it tells, and to whom.
    pub id: String,
    /// To whom; none for all at the table.
    pub user_id: Option<String>,
    /// Of which table.
    pub table_id: String,
    /// A [`NotificationKind`]'s word.
    pub kind: String,
    /// The record, line of chat or the like.
    pub number: i64,
    /// The seat it is about, -1 if none.
    pub seat: i64,
    /// What else is to be said.
    pub detail: String,
    /// When it came to be.
    pub at: i64,
}

row!(Held: id, user_id, table_id, kind, number, seat, detail, at);

/// Something that is to go somewhere, in hand.
#[derive(Clone, Debug)]
pub(crate) struct Delivery {
    /// The key by which whoever gets it knows it again.
    pub id: String,
    /// Where.
    pub destination_id: String,
    /// What of the outbox.
    pub outbox_id: Option<String>,
    /// `single`, `digest`, `confirm`, `password` or `test`.
    pub what: String,
    /// When it was to go.
    pub due: i64,
    /// How often it was tried.
    pub attempts: i64,
}

row!(Delivery: id, destination_id, outbox_id, what, due, attempts);

const TELL: &str = "INSERT INTO outbox (id, user_id, table_id, kind, number, seat, detail, at, due) \
    SELECT $1 || s.user_id, s.user_id, s.table_id, $2, $3, s.seat, $4, $5, $5 FROM seats s \
    WHERE s.table_id = $6 AND ($7 < 0 OR s.seat = $7) AND s.user_id <> $8 \
    AND EXISTS (SELECT 1 FROM destinations d WHERE d.user_id = s.user_id AND d.table_id IS NULL) \
    UNION ALL SELECT $1 || '*', CAST(NULL AS TEXT), t.id, $2, $3, $7, $4, $5, $5 FROM tables t \
    WHERE t.id = $6 AND EXISTS (SELECT 1 FROM destinations d WHERE d.table_id = t.id) \
    ON CONFLICT DO NOTHING";

/// Writes down what is to be told, with what it tells of; whether somebody is. Whoever did it themselves (`author`) is not.
pub(super) async fn tell(
    work: &mut AnyConnection,
    table: &str,
    news: &[News],
    author: &str,
) -> Result<bool, sqlx::Error> {
    let mut told = false;
    for one in news {
        let seat = match one.to {
            To::Seat(seat) => i64::from(seat),
            To::All => -1,
        };
        // The same may be asked again at the same record.
        let again = match one.kind {
            NotificationKind::Consent | NotificationKind::TimeUp => one.at,
            _ => 0,
        };
        let done = sqlx::query(TELL)
            .bind(format!("{}:{table}:{}:{again}:", one.kind.word(), one.number))
            .bind(one.kind.word())
            .bind(one.number as i64)
            .bind(one.detail.as_str())
            .bind(one.at)
            .bind(table)
            .bind(seat)
            .bind(author)
            .execute(&mut *work)
            .await?;
        told |= done.rows_affected() > 0;
    }
    Ok(told)
}

impl Store {
    /// A server alone on its file has nothing in hand when it starts: what it held before is free again.
    pub(crate) async fn release(&self) -> Result<(), sqlx::Error> {
        if self.backend == Backend::Sqlite {
            for free in [
                "UPDATE outbox SET lease = 0 WHERE done IS NULL",
                "UPDATE deliveries SET lease = 0 WHERE done IS NULL",
            ] {
                sqlx::query(free).execute(&self.pool).await?;
            }
        }
        Ok(())
    }

    /// Takes in hand what is due for so long, at most `most`.
    pub(crate) async fn hold_outbox(
        &self,
        now: i64,
        lease: i64,
        most: i64,
    ) -> Result<Vec<Held>, sqlx::Error> {
        // The outer conditions are looked at again where another server was first.
        sqlx::query_as(
            "UPDATE outbox SET lease = $1 WHERE id IN (SELECT id FROM outbox WHERE done IS NULL AND due <= $2 \
             AND lease <= $2 ORDER BY due, id LIMIT $3) AND done IS NULL AND lease <= $2 \
             RETURNING id, user_id, table_id, kind, number, seat, detail, at",
        )
        .bind(now + lease)
        .bind(now)
        .bind(most)
        .fetch_all(&self.pool)
        .await
    }

    /// Something of the outbox.
    pub(crate) async fn outbox(&self, id: &str) -> Result<Option<Held>, sqlx::Error> {
        sqlx::query_as(
            "SELECT id, user_id, table_id, kind, number, seat, detail, at FROM outbox WHERE id = $1",
        )
        .bind(id)
        .fetch_optional(&self.pool)
        .await
    }

    /// Whether the same person has been told since of the same at the same table.
    pub(crate) async fn is_outdated(&self, held: &Held) -> Result<bool, sqlx::Error> {
        let newer: Option<(i64,)> = sqlx::query_as(
            "SELECT 1 FROM outbox WHERE table_id = $1 AND COALESCE(user_id, '') = $2 AND kind = $3 AND number > $4 LIMIT 1",
        )
        .bind(&held.table_id)
        .bind(held.user_id.as_deref().unwrap_or_default())
        .bind(&held.kind)
        .bind(held.number)
        .fetch_optional(&self.pool)
        .await?;
        Ok(newer.is_some())
    }

    /// Looks at something later.
    pub(crate) async fn put_off(&self, id: &str, due: i64) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE outbox SET due = $1, lease = 0 WHERE id = $2 AND done IS NULL")
            .bind(due)
            .bind(id)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// Sends something to these destinations at these moments, all or nothing; to none if nobody is to be told.
    pub(crate) async fn hand_out(
        &self,
        held: &Held,
        to: &[(String, &'static str, i64)],
        now: i64,
    ) -> Result<(), sqlx::Error> {
        let mut work = self.pool.begin().await?;
        let done = sqlx::query("UPDATE outbox SET done = $1, lease = 0 WHERE id = $2 AND done IS NULL")
            .bind(now)
            .bind(&held.id)
            .execute(&mut *work)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(());
        }
        for (destination, what, due) in to {
            deliver(
                &mut work,
                &format!("{}/{destination}", held.id),
                destination,
                Some(&held.id),
                what,
                *due,
            )
            .await?;
        }
        work.commit().await
    }

    /// Sends something that is for an address alone; false if that was to go already.
    pub(crate) async fn hand_out_alone(
        &self,
        id: &str,
        destination: &str,
        what: &'static str,
        due: i64,
    ) -> Result<bool, sqlx::Error> {
        let mut connection = self.pool.acquire().await?;
        let new = deliver(&mut connection, id, destination, None, what, due).await?;
        self.news.notify_one();
        Ok(new)
    }

    /// Takes in hand what is to go now, each by itself.
    pub(crate) async fn hold_deliveries(
        &self,
        now: i64,
        lease: i64,
        most: i64,
    ) -> Result<Vec<Delivery>, sqlx::Error> {
        sqlx::query_as(
            "UPDATE deliveries SET lease = $1, attempts = attempts + 1 WHERE id IN (SELECT id FROM deliveries \
             WHERE done IS NULL AND due <= $2 AND lease <= $2 AND what <> 'digest' ORDER BY due, id LIMIT $3) \
             AND done IS NULL AND lease <= $2 RETURNING id, destination_id, outbox_id, what, due, attempts",
        )
        .bind(now + lease)
        .bind(now)
        .bind(most)
        .fetch_all(&self.pool)
        .await
    }

    /// Takes in hand all that is to go now in the digest of one destination.
    pub(crate) async fn hold_digest(&self, now: i64, lease: i64) -> Result<Vec<Delivery>, sqlx::Error> {
        sqlx::query_as(
            "UPDATE deliveries SET lease = $1, attempts = attempts + 1 WHERE what = 'digest' AND done IS NULL \
             AND due <= $2 AND lease <= $2 AND destination_id = (SELECT destination_id FROM deliveries \
             WHERE what = 'digest' AND done IS NULL AND due <= $2 AND lease <= $2 ORDER BY due, id LIMIT 1) \
             RETURNING id, destination_id, outbox_id, what, due, attempts",
        )
        .bind(now + lease)
        .bind(now)
        .fetch_all(&self.pool)
        .await
    }

    /// Something has gone out, or need not any more.
    pub(crate) async fn delivered(&self, id: &str, now: i64) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE deliveries SET done = $1, lease = 0 WHERE id = $2")
            .bind(now)
            .bind(id)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// Tries again later.
    pub(crate) async fn try_again(&self, id: &str, due: i64) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE deliveries SET due = $1, lease = 0 WHERE id = $2 AND done IS NULL")
            .bind(due)
            .bind(id)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// When there is something to do next.
    pub(crate) async fn next_due(&self) -> Result<Option<i64>, sqlx::Error> {
        let (next,): (Option<i64>,) = sqlx::query_as(
            "SELECT MIN(next) FROM (SELECT MIN(CASE WHEN due > lease THEN due ELSE lease END) AS next FROM outbox \
             WHERE done IS NULL UNION ALL SELECT MIN(CASE WHEN due > lease THEN due ELSE lease END) AS next \
             FROM deliveries WHERE done IS NULL) AS both_of_them",
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(next)
    }

    /// Forgets what was told long ago.
    pub(crate) async fn tidy_outbox(&self, now: i64) -> Result<(), sqlx::Error> {
        for old in ["DELETE FROM deliveries WHERE done < $1", "DELETE FROM outbox WHERE done < $1"] {
            sqlx::query(old).bind(now - KEPT).execute(&self.pool).await?;
        }
        Ok(())
    }

    /// Invites somebody to a table by name, and tells them, once.
    pub(crate) async fn invite(
        &self,
        table: &str,
        user: &str,
        host: &str,
        at: i64,
    ) -> Result<(), sqlx::Error> {
        let mut work = self.pool.begin().await?;
        sqlx::query("INSERT INTO invitations (table_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(table)
            .bind(user)
            .execute(&mut *work)
            .await?;
        sqlx::query(
            "INSERT INTO outbox (id, user_id, table_id, kind, number, seat, detail, at, due) \
             VALUES ($1, $2, $3, 'invitation', 0, -1, $4, $5, $5) ON CONFLICT DO NOTHING",
        )
        .bind(format!("invitation:{table}:0:{user}"))
        .bind(user)
        .bind(table)
        .bind(host)
        .bind(at)
        .execute(&mut *work)
        .await?;
        work.commit().await?;
        self.news.notify_one();
        Ok(())
    }

    /// Whether somebody is invited to a table by name.
    pub(crate) async fn is_invited(&self, table: &str, user: &str) -> Result<bool, sqlx::Error> {
        let found: Option<(String,)> =
            sqlx::query_as("SELECT user_id FROM invitations WHERE table_id = $1 AND user_id = $2")
                .bind(table)
                .bind(user)
                .fetch_optional(&self.pool)
                .await?;
        Ok(found.is_some())
    }
}

async fn deliver(
    work: &mut AnyConnection,
    id: &str,
    destination: &str,
    outbox: Option<&str>,
    what: &str,
    due: i64,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "INSERT INTO deliveries (id, destination_id, outbox_id, what, due) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(destination)
    .bind(outbox)
    .bind(what)
    .bind(due)
    .execute(work)
    .await?;
    Ok(done.rows_affected() > 0)
}
