//! Where people are told, when they want to be, and when they last looked.

use super::tables::json;
use super::{Store, now};
use crate::secret::key_hash;
use ferrata_wire::{Address, Destination, Preferences};
use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

/// Where somebody is told.
#[derive(Clone, Debug)]
pub(crate) struct DestinationRow {
    /// Random id.
    pub id: String,
    /// Whose it is.
    pub user_id: String,
    /// The table of which everything is told there.
    pub table_id: Option<String>,
    /// Where.
    pub address: Address,
    /// Once a day.
    pub digest: bool,
    /// Whether it is known to be theirs.
    pub confirmed: bool,
    /// With what requests are signed.
    pub secret: Option<String>,
    /// Why the last attempt failed.
    pub problem: Option<String>,
    /// When it was added.
    pub created: i64,
}

impl DestinationRow {
    /// As its owner sees it; the secrets of webhooks and browsers are not repeated.
    pub(crate) fn shown(self) -> Destination {
        let address = match self.address {
            Address::Push { endpoint, .. } => {
                Address::Push { endpoint, p256dh: String::new(), auth: String::new() }
            }
            other => other,
        };
        Destination {
            id: self.id,
            address,
            digest: self.digest,
            table: self.table_id,
            confirmed: self.confirmed,
            problem: self.problem,
            created: self.created,
            secret: None,
        }
    }
}

impl FromRow<'_, AnyRow> for DestinationRow {
    fn from_row(row: &AnyRow) -> Result<DestinationRow, sqlx::Error> {
        let address: String = row.try_get("address")?;
        Ok(DestinationRow {
            id: row.try_get("id")?,
            user_id: row.try_get("user_id")?,
            table_id: row.try_get("table_id")?,
            address: serde_json::from_str(&address).map_err(|error| sqlx::Error::Decode(error.into()))?,
            digest: row.try_get::<i64, _>("digest")? != 0,
            confirmed: row.try_get::<i64, _>("confirmed")? != 0,
            secret: row.try_get("secret")?,
            problem: row.try_get("problem")?,
            created: row.try_get("created")?,
        })
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, user_id, table_id, address, digest, confirmed, secret, problem, created FROM destinations ",
            $rest
        )
    };
}

impl Store {
    /// Adds a destination.
    pub(crate) async fn add_destination(&self, row: &DestinationRow) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO destinations (id, user_id, table_id, address, digest, confirmed, secret, created) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(&row.id)
        .bind(&row.user_id)
        .bind(row.table_id.as_deref())
        .bind(json(&row.address)?)
        .bind(i64::from(row.digest))
        .bind(i64::from(row.confirmed))
        .bind(row.secret.as_deref())
        .bind(row.created)
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// All destinations of somebody, those of their tables, too.
    pub(crate) async fn destinations(&self, user: &str) -> Result<Vec<DestinationRow>, sqlx::Error> {
        sqlx::query_as(select!("WHERE user_id = $1 ORDER BY created, id"))
            .bind(user)
            .fetch_all(&self.pool)
            .await
    }

    /// The destinations of a table.
    pub(crate) async fn destinations_of_table(
        &self,
        table: &str,
    ) -> Result<Vec<DestinationRow>, sqlx::Error> {
        sqlx::query_as(select!("WHERE table_id = $1 ORDER BY created, id"))
            .bind(table)
            .fetch_all(&self.pool)
            .await
    }

    /// One of them.
    pub(crate) async fn destination(&self, id: &str) -> Result<Option<DestinationRow>, sqlx::Error> {
        sqlx::query_as(select!("WHERE id = $1")).bind(id).fetch_optional(&self.pool).await
    }

    /// Removes a destination and what was to go there; false if there is none.
    pub(crate) async fn remove_destination(&self, user: &str, id: &str) -> Result<bool, sqlx::Error> {
        let mut work = self.pool.begin().await?;
        sqlx::query(
            "DELETE FROM deliveries WHERE destination_id IN (SELECT id FROM destinations WHERE user_id = $1 AND id = $2)",
        )
        .bind(user)
        .bind(id)
        .execute(&mut *work)
        .await?;
        let done = sqlx::query("DELETE FROM destinations WHERE user_id = $1 AND id = $2")
            .bind(user)
            .bind(id)
            .execute(&mut *work)
            .await?;
        work.commit().await?;
        Ok(done.rows_affected() > 0)
    }

    /// Notes why the last attempt failed, or that it did not.
    pub(crate) async fn note_problem(&self, id: &str, problem: Option<&str>) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE destinations SET problem = $1 WHERE id = $2 AND COALESCE(problem, '') <> $3")
            .bind(problem)
            .bind(id)
            .bind(problem.unwrap_or_default())
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// Stores the key of the link by which a mail address is confirmed.
    pub(crate) async fn set_confirmation(&self, id: &str, key: &str) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE destinations SET key_hash = $1 WHERE id = $2")
            .bind(key_hash(key))
            .bind(id)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// The address with this key is its owner's; false if there is none.
    pub(crate) async fn confirm(&self, key: &str) -> Result<bool, sqlx::Error> {
        let done = sqlx::query("UPDATE destinations SET confirmed = 1, key_hash = NULL WHERE key_hash = $1")
            .bind(key_hash(key))
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    /// When somebody wants to be told.
    pub(crate) async fn preferences(&self, user: &str) -> Result<Preferences, sqlx::Error> {
        Ok(self.saved_preferences(user).await?.unwrap_or_default())
    }

    /// When somebody wants to be told, if they ever said so.
    pub(crate) async fn saved_preferences(&self, user: &str) -> Result<Option<Preferences>, sqlx::Error> {
        let body: Option<(String,)> = sqlx::query_as("SELECT body FROM preferences WHERE user_id = $1")
            .bind(user)
            .fetch_optional(&self.pool)
            .await?;
        Ok(body.and_then(|(body,)| serde_json::from_str(&body).ok()))
    }

    /// Stores it.
    pub(crate) async fn set_preferences(
        &self,
        user: &str,
        preferences: &Preferences,
    ) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO preferences (user_id, body) VALUES ($1, $2) \
             ON CONFLICT (user_id) DO UPDATE SET body = excluded.body",
        )
        .bind(user)
        .bind(json(preferences)?)
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// Somebody looks at a table.
    pub(crate) async fn looked(&self, user: &str, table: &str, at: i64) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO seen (user_id, table_id, at) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id, table_id) DO UPDATE SET at = excluded.at",
        )
        .bind(user)
        .bind(table)
        .bind(at)
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// When somebody last looked at a table.
    pub(crate) async fn last_look(&self, user: &str, table: &str) -> Result<Option<i64>, sqlx::Error> {
        let at: Option<(i64,)> = sqlx::query_as("SELECT at FROM seen WHERE user_id = $1 AND table_id = $2")
            .bind(user)
            .bind(table)
            .fetch_optional(&self.pool)
            .await?;
        Ok(at.map(|(at,)| at))
    }

    /// The name of somebody.
    pub(crate) async fn name_of(&self, user: &str) -> Result<Option<String>, sqlx::Error> {
        let name: Option<(String,)> =
            sqlx::query_as("SELECT name FROM users WHERE id = $1 AND deleted IS NULL")
                .bind(user)
                .fetch_optional(&self.pool)
                .await?;
        Ok(name.map(|(name,)| name))
    }

    /// A secret of the server itself: the one that is stored, or else this one from now on.
    pub(crate) async fn server_key(&self, name: &str, new: &str) -> Result<String, sqlx::Error> {
        sqlx::query("INSERT INTO server_keys (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(new)
            .execute(&self.pool)
            .await?;
        let (value,): (String,) = sqlx::query_as("SELECT value FROM server_keys WHERE name = $1")
            .bind(name)
            .fetch_one(&self.pool)
            .await?;
        Ok(value)
    }

    /// A link for a new password, good until then.
    pub(crate) async fn mail_password_link(&self, user: &str, key: &str) -> Result<(), sqlx::Error> {
        self.add_password_link(user, key, now() + 24 * 3600 * 1000).await
    }
}
