//! What an operator asks of the database: lists, blocks, hand-overs, deletions, copies.

use super::tables::json;
use super::{Notice, Store, migrations, now, row};
use crate::secret::key_hash;
use ferrata_engine::turn::Setup;
use ferrata_wire::TableStatus;
use serde::Serialize;
use sqlx::{Any, AnyConnection, Connection, Transaction};

/// What stands for somebody whose account was deleted.
pub(crate) const FORMER: &str = "Former player";

/// An account as an operator lists it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PersonLine {
    /// The name.
    pub name: String,
    /// When they signed up, in milliseconds since 1970.
    pub created: i64,
    /// When they last signed in, if that session still lasts.
    pub signed_in: Option<i64>,
    /// At how many seats they sit.
    pub seats: i64,
    /// Since when they are blocked.
    pub blocked: Option<i64>,
}

row!(PersonLine: name, created, signed_in, seats, blocked);

/// A table as an operator lists it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableLine {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// `open`, `running` or `over`.
    pub status: String,
    /// Who made it.
    pub owner: String,
    /// How many records its log has.
    pub records: i64,
    /// When it was ended without a result.
    pub closed: Option<i64>,
    /// When it last changed.
    pub updated: i64,
}

row!(TableLine: id, name, status, owner, records, closed, updated);

/// An access token as an operator lists it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TokenLine {
    /// Its id.
    pub id: String,
    /// Whose.
    pub person: String,
    /// What it is for.
    pub label: String,
    /// When it was made.
    pub created: i64,
    /// When it ends by itself.
    pub expires: Option<i64>,
}

row!(TokenLine: id, person, label, created, expires);

/// Everything of a table, what belongs to it first.
const TABLE: [&str; 16] = [
    "DELETE FROM results WHERE table_id = $1",
    "DELETE FROM favourites WHERE table_id = $1",
    "DELETE FROM clocks WHERE table_id = $1",
    "DELETE FROM orders WHERE table_id = $1",
    "DELETE FROM deliveries WHERE destination_id IN (SELECT id FROM destinations WHERE table_id = $1)",
    "DELETE FROM destinations WHERE table_id = $1",
    "DELETE FROM outbox WHERE table_id = $1",
    "DELETE FROM seen WHERE table_id = $1",
    "DELETE FROM invitations WHERE table_id = $1",
    "DELETE FROM consents WHERE table_id = $1",
    "DELETE FROM requests WHERE table_id = $1",
    "DELETE FROM notes WHERE table_id = $1",
    "DELETE FROM chat WHERE table_id = $1",
    "DELETE FROM entries WHERE table_id = $1",
    "DELETE FROM seats WHERE table_id = $1",
    "DELETE FROM tables WHERE id = $1",
];

/// What belongs to somebody alone.
const OWN: [&str; 16] = [
    "DELETE FROM favourites WHERE user_id = $1",
    "UPDATE seats SET absent_id = NULL, back_by_consent = 0 WHERE absent_id = $1",
    "UPDATE seats SET offered_id = NULL WHERE offered_id = $1",
    "DELETE FROM orders WHERE user_id = $1",
    "DELETE FROM deliveries WHERE destination_id IN (SELECT id FROM destinations WHERE user_id = $1)",
    "DELETE FROM destinations WHERE user_id = $1",
    "DELETE FROM outbox WHERE user_id = $1",
    "DELETE FROM preferences WHERE user_id = $1",
    "DELETE FROM seen WHERE user_id = $1",
    "DELETE FROM invitations WHERE user_id = $1",
    "DELETE FROM sessions WHERE user_id = $1",
    "DELETE FROM access_tokens WHERE user_id = $1",
    "DELETE FROM password_links WHERE user_id = $1",
    "DELETE FROM notes WHERE user_id = $1",
    "DELETE FROM usage WHERE user_id = $1",
    "DELETE FROM audit WHERE user_id = $1",
];

async fn remove_table(work: &mut Transaction<'_, Any>, table: &str) -> Result<bool, sqlx::Error> {
    let mut removed = false;
    for delete in TABLE {
        removed = sqlx::query(delete).bind(table).execute(&mut **work).await?.rows_affected() > 0;
    }
    Ok(removed)
}

/// How a seat is called from now on.
pub(super) async fn rename_seat(
    work: &mut AnyConnection,
    table: &str,
    seat: i64,
    name: &str,
) -> Result<(), sqlx::Error> {
    let (text,): (String,) =
        sqlx::query_as("UPDATE tables SET updated = updated WHERE id = $1 RETURNING setup")
            .bind(table)
            .fetch_one(&mut *work)
            .await?;
    let mut setup: Setup = serde_json::from_str(&text).map_err(|error| sqlx::Error::Decode(error.into()))?;
    if let Some(player) = usize::try_from(seat).ok().and_then(|seat| setup.players.get_mut(seat)) {
        name.clone_into(player);
    }
    sqlx::query("UPDATE tables SET setup = $1 WHERE id = $2")
        .bind(json(&setup)?)
        .bind(table)
        .execute(&mut *work)
        .await
        .map(drop)
}

/// People.
impl Store {
    /// Everybody who has an account.
    pub(crate) async fn all_people(&self) -> Result<Vec<PersonLine>, sqlx::Error> {
        sqlx::query_as(
            "SELECT u.name, u.created, u.blocked, (SELECT MAX(s.created) FROM sessions s WHERE s.user_id = u.id) \
             AS signed_in, (SELECT COUNT(*) FROM seats s WHERE s.user_id = u.id) AS seats \
             FROM users u WHERE u.kind = 'person' AND u.deleted IS NULL ORDER BY u.name_key",
        )
        .fetch_all(&self.pool)
        .await
    }

    /// Keeps somebody out, or lets them in again; what they were signed in with ends.
    pub(crate) async fn set_blocked(&self, user: &str, blocked: bool) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE users SET blocked = $1 WHERE id = $2")
            .bind(blocked.then(now))
            .bind(user)
            .execute(&self.pool)
            .await?;
        self.end_sessions(user).await
    }

    /// Stores a link by which somebody chooses a new password.
    pub(crate) async fn add_password_link(
        &self,
        user: &str,
        key: &str,
        expires: i64,
    ) -> Result<(), sqlx::Error> {
        let mut work = self.pool.begin().await?;
        sqlx::query("DELETE FROM password_links WHERE user_id = $1").bind(user).execute(&mut *work).await?;
        sqlx::query("INSERT INTO password_links (key_hash, user_id, expires) VALUES ($1, $2, $3)")
            .bind(key_hash(key))
            .bind(user)
            .bind(expires)
            .execute(&mut *work)
            .await?;
        work.commit().await
    }

    /// Whether a link for a new password is good.
    pub(crate) async fn is_password_link(&self, key: &str) -> Result<bool, sqlx::Error> {
        let found: Option<(String,)> =
            sqlx::query_as("SELECT user_id FROM password_links WHERE key_hash = $1 AND expires > $2")
                .bind(key_hash(key))
                .bind(now())
                .fetch_optional(&self.pool)
                .await?;
        Ok(found.is_some())
    }

    /// Whose link this is; it is used up by that.
    pub(crate) async fn use_password_link(&self, key: &str) -> Result<Option<String>, sqlx::Error> {
        let user: Option<(String,)> = sqlx::query_as(
            "DELETE FROM password_links WHERE key_hash = $1 AND expires > $2 RETURNING user_id",
        )
        .bind(key_hash(key))
        .bind(now())
        .fetch_optional(&self.pool)
        .await?;
        Ok(user.map(|(user,)| user))
    }

    /// Deletes an account with all that belongs to it alone: tables at which nobody else sits, sessions, tokens, notes,
    /// what they wrote. Where others play, a former player stays, and somebody else owns the table. Returns the tables
    /// that changed.
    pub(crate) async fn delete_user(&self, user: &str) -> Result<Vec<String>, sqlx::Error> {
        let mut work = self.pool.begin().await?;
        let tables: Vec<(String,)> = sqlx::query_as(
            "SELECT id FROM tables WHERE owner_id = $1 OR id IN (SELECT table_id FROM seats WHERE user_id = $1) \
             OR id IN (SELECT table_id FROM chat WHERE user_id = $1) ORDER BY id",
        )
        .bind(user)
        .fetch_all(&mut *work)
        .await?;
        for (table,) in &tables {
            leave_table(&mut work, table, user).await?;
        }
        for delete in OWN {
            sqlx::query(delete).bind(user).execute(&mut *work).await?;
        }
        sqlx::query("UPDATE chat SET author = $1, body = '' WHERE user_id = $2")
            .bind(FORMER)
            .bind(user)
            .execute(&mut *work)
            .await?;
        sqlx::query(
            "UPDATE users SET name = $1, name_key = id, password = NULL, deleted = $2, kind = 'guest' WHERE id = $3",
        )
        .bind(FORMER)
        .bind(now())
        .bind(user)
        .execute(&mut *work)
        .await?;
        work.commit().await?;
        self.account_changed(user).await?;
        Ok(tables.into_iter().map(|(table,)| table).collect())
    }
}

/// Takes somebody off a table of theirs or of others; their own goes with them if nobody else but programs sits there.
async fn leave_table(work: &mut Transaction<'_, Any>, table: &str, user: &str) -> Result<(), sqlx::Error> {
    let seats: Vec<(i64, String, String)> = sqlx::query_as(
        "SELECT s.seat, u.id, u.kind FROM seats s JOIN users u ON u.id = s.user_id WHERE s.table_id = $1 ORDER BY s.seat",
    )
    .bind(table)
    .fetch_all(&mut **work)
    .await?;
    let heir = seats.iter().find(|(_, sits, kind)| sits != user && kind != "program");
    let (owner, status): (String, String) =
        sqlx::query_as("SELECT owner_id, status FROM tables WHERE id = $1")
            .bind(table)
            .fetch_one(&mut **work)
            .await?;
    if owner == user {
        let Some((_, heir, _)) = heir else { return remove_table(work, table).await.map(drop) };
        sqlx::query("UPDATE tables SET owner_id = $1 WHERE id = $2")
            .bind(heir)
            .bind(table)
            .execute(&mut **work)
            .await?;
    }
    for (seat, ..) in seats.iter().filter(|(_, sits, _)| sits == user) {
        if status != TableStatus::Open.word() {
            rename_seat(work, table, *seat, FORMER).await?;
        }
        sqlx::query("UPDATE seats SET user_id = NULL WHERE table_id = $1 AND seat = $2")
            .bind(table)
            .bind(*seat)
            .execute(&mut **work)
            .await?;
    }
    Ok(())
}

/// Tables.
impl Store {
    /// The ids of all tables.
    pub(crate) async fn all_tables(&self) -> Result<Vec<String>, sqlx::Error> {
        let ids: Vec<(String,)> =
            sqlx::query_as("SELECT id FROM tables ORDER BY id").fetch_all(&self.pool).await?;
        Ok(ids.into_iter().map(|(id,)| id).collect())
    }

    /// All tables, the latest first.
    pub(crate) async fn list_tables(&self) -> Result<Vec<TableLine>, sqlx::Error> {
        sqlx::query_as(
            "SELECT t.id, t.name, t.status, u.name AS owner, t.closed, t.updated, \
             (SELECT COUNT(*) FROM entries e WHERE e.table_id = t.id) AS records \
             FROM tables t JOIN users u ON u.id = t.owner_id ORDER BY t.updated DESC, t.id",
        )
        .fetch_all(&self.pool)
        .await
    }

    /// Lets a game that was ended without a result go on; false if it was not.
    pub(crate) async fn reopen_table(&self, table: &str) -> Result<bool, sqlx::Error> {
        let done = sqlx::query("UPDATE tables SET closed = NULL WHERE id = $1 AND closed IS NOT NULL")
            .bind(table)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    /// Gives a seat to somebody, whoever had it; false if there is no such seat.
    pub(crate) async fn hand_over(
        &self,
        table: &str,
        seat: i64,
        user: &str,
        name: &str,
    ) -> Result<bool, sqlx::Error> {
        let mut work = self.pool.begin().await?;
        let done = sqlx::query(
            "UPDATE seats SET user_id = $1, absent_id = NULL, offered_id = NULL WHERE table_id = $2 AND seat = $3",
        )
        .bind(user)
        .bind(table)
        .bind(seat)
        .execute(&mut *work)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        rename_seat(&mut work, table, seat, name).await?;
        work.commit().await?;
        Ok(true)
    }

    /// Deletes a table that has not started or at which nobody but its owner sits; false if others play there.
    pub(crate) async fn delete_own_table(&self, table: &str, owner: &str) -> Result<bool, sqlx::Error> {
        let mut work = self.pool.begin().await?;
        let held: Option<(String,)> =
            sqlx::query_as("UPDATE tables SET updated = updated WHERE id = $1 RETURNING status")
                .bind(table)
                .fetch_optional(&mut *work)
                .await?;
        // Programs do not miss a game.
        let (others,): (i64,) = sqlx::query_as(
            "SELECT COUNT(*) FROM seats s JOIN users u ON u.id = s.user_id \
             WHERE s.table_id = $1 AND s.user_id <> $2 AND u.kind <> 'program'",
        )
        .bind(table)
        .bind(owner)
        .fetch_one(&mut *work)
        .await?;
        if others > 0 && held.is_none_or(|(status,)| status != TableStatus::Open.word()) {
            return Ok(false);
        }
        remove_table(&mut work, table).await?;
        work.commit().await?;
        Ok(true)
    }

    /// Deletes a table with all that belongs to it; false if there is none.
    pub(crate) async fn delete_table(&self, table: &str) -> Result<bool, sqlx::Error> {
        let mut work = self.pool.begin().await?;
        let removed = remove_table(&mut work, table).await?;
        work.commit().await?;
        Ok(removed)
    }
}

/// Tokens, copies, word to the server.
impl Store {
    /// All access tokens, without their secrets.
    pub(crate) async fn all_tokens(&self) -> Result<Vec<TokenLine>, sqlx::Error> {
        sqlx::query_as(
            "SELECT t.id, u.name AS person, t.label, t.created, t.expires FROM access_tokens t \
             JOIN users u ON u.id = t.user_id ORDER BY u.name_key, t.created, t.id",
        )
        .fetch_all(&self.pool)
        .await
    }

    /// Takes an access token back, whosever it is; returns whose.
    pub(crate) async fn remove_any_token(&self, id: &str) -> Result<Option<String>, sqlx::Error> {
        let user: Option<(String,)> =
            sqlx::query_as("DELETE FROM access_tokens WHERE id = $1 RETURNING user_id")
                .bind(id)
                .fetch_optional(&self.pool)
                .await?;
        let Some((user,)) = user else { return Ok(None) };
        self.account_changed(&user).await?;
        Ok(Some(user))
    }

    /// Copies a SQLite database into a file that is empty, as it is at one moment.
    pub(crate) async fn copy_into(&self, file: &str) -> Result<(), sqlx::Error> {
        sqlx::query("VACUUM INTO $1").bind(file).execute(&self.pool).await.map(drop)
    }

    /// What was changed beside this server of a SQLite file since it was last asked.
    pub(crate) async fn changes(&self) -> Result<Vec<String>, sqlx::Error> {
        let changes: Vec<(String, String)> =
            sqlx::query_as("SELECT id, notice FROM changes").fetch_all(&self.pool).await?;
        for (id, _) in &changes {
            sqlx::query("DELETE FROM changes WHERE id = $1").bind(id).execute(&self.pool).await?;
        }
        Ok(changes.into_iter().map(|(_, notice)| notice).collect())
    }

    /// Tells the server of a SQLite file, beside which this one works.
    pub(super) async fn leave_word(&self, notice: &Notice<'_>) -> Result<(), sqlx::Error> {
        let id = crate::secret::random_key(16).map_err(|error| sqlx::Error::Configuration(error.into()))?;
        sqlx::query("INSERT INTO changes (id, notice) VALUES ($1, $2)")
            .bind(id)
            .bind(notice.text(&self.server))
            .execute(&self.pool)
            .await
            .map(drop)
    }
}

/// The version of a database that must be whole, and the latest that is known.
pub(crate) async fn version_of(url: &str) -> Result<(i64, i64), sqlx::Error> {
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(url).await?;
    let (whole,): (String,) = sqlx::query_as("PRAGMA integrity_check").fetch_one(&mut connection).await?;
    if whole != "ok" {
        return Err(sqlx::Error::Protocol(whole));
    }
    let (version,): (i64,) = sqlx::query_as("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")
        .fetch_one(&mut connection)
        .await?;
    let latest = migrations::migrator().iter().map(|step| step.version).max().unwrap_or_default();
    connection.close().await?;
    Ok((version, latest))
}
