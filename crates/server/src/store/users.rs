//! People, guests, sessions and access tokens.

use super::{Notice, Store, now, row};
use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};
use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError};
use tokio::sync::broadcast;

/// A person, or a browser without an account.
#[derive(Clone, Debug)]
pub(crate) struct UserRow {
    /// Random id.
    pub id: String,
    /// `guest`, `person` or `program`.
    pub kind: String,
    /// Name as written.
    pub name: String,
    /// The argon2id hash, for people.
    pub password: Option<String>,
}

row!(UserRow: id, kind, name, password);

impl UserRow {
    /// Whether this is somebody who signed up.
    pub(crate) fn is_person(&self) -> bool {
        self.kind == "person"
    }
}

/// A personal access token, without its secret.
#[derive(Clone, Debug)]
pub(crate) struct TokenRow {
    /// Random id.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// When it was made.
    pub created: i64,
    /// When it ends by itself.
    pub expires: Option<i64>,
}

row!(TokenRow: id, label, created, expires);

/// A session or token with its person.
struct SessionRow {
    user: UserRow,
    expires: i64,
}

impl FromRow<'_, AnyRow> for SessionRow {
    fn from_row(row: &AnyRow) -> Result<SessionRow, sqlx::Error> {
        Ok(SessionRow { user: UserRow::from_row(row)?, expires: row.try_get("expires")? })
    }
}

/// The hash of a key, and what kind of key: a token is never taken for a session.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    /// A session.
    Session(String),
    /// An access token.
    Token(String),
}

/// Whose sessions and tokens were good a moment ago, with the moment until which that is believed.
#[derive(Default, Debug)]
pub(super) struct Beliefs {
    known: HashMap<Key, (UserRow, i64)>,
    /// Counts the times at which any of it may have become wrong.
    edition: u64,
}

/// How many sessions are remembered, and for how many milliseconds: should another server's word that one has
/// ended be lost, it ends here that much later.
const BELIEVED: usize = 20_000;
const BELIEVED_FOR: i64 = 10_000;

/// What opens an account.
const KEYS: [&str; 2] =
    ["DELETE FROM sessions WHERE user_id = $1", "DELETE FROM access_tokens WHERE user_id = $1"];

impl Store {
    /// Adds a guest.
    pub(crate) async fn add_guest(&self, id: &str) -> Result<(), sqlx::Error> {
        self.add_user(id, "guest", "Guest", id, None).await
    }

    /// Adds a person; fails if the name is taken (see [`super::is_taken`]).
    pub(crate) async fn add_person(&self, id: &str, name: &str, password: &str) -> Result<(), sqlx::Error> {
        self.add_user(id, "person", name, &name.to_lowercase(), Some(password)).await
    }

    /// Makes sure that a program has an account, with which nobody can sign in.
    pub(crate) async fn add_program(&self, id: &str, name: &str) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO users (id, kind, name, name_key, password, created) VALUES ($1, 'program', $2, $1, NULL, $3) \
             ON CONFLICT DO NOTHING",
        )
        .bind(id)
        .bind(name)
        .bind(now())
        .execute(&self.pool)
        .await
        .map(drop)
    }

    async fn add_user(
        &self,
        id: &str,
        kind: &str,
        name: &str,
        name_key: &str,
        password: Option<&str>,
    ) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO users (id, kind, name, name_key, password, created) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(id)
        .bind(kind)
        .bind(name)
        .bind(name_key)
        .bind(password)
        .bind(now())
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// The person with this name.
    pub(crate) async fn person(&self, name: &str) -> Result<Option<UserRow>, sqlx::Error> {
        sqlx::query_as(
            "SELECT id, kind, name, password FROM users WHERE name_key = $1 AND kind = 'person' AND deleted IS NULL",
        )
        .bind(name.to_lowercase())
        .fetch_optional(&self.pool)
        .await
    }

    /// Changes a password, ends all sessions but the one with this hash, and takes all access tokens back.
    pub(crate) async fn change_password(
        &self,
        user: &str,
        password: &str,
        keep: &str,
    ) -> Result<(), sqlx::Error> {
        let mut work = self.pool.begin().await?;
        sqlx::query("UPDATE users SET password = $1 WHERE id = $2")
            .bind(password)
            .bind(user)
            .execute(&mut *work)
            .await?;
        sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND key_hash <> $2")
            .bind(user)
            .bind(keep)
            .execute(&mut *work)
            .await?;
        sqlx::query("DELETE FROM access_tokens WHERE user_id = $1").bind(user).execute(&mut *work).await?;
        work.commit().await?;
        self.account_changed(user).await
    }

    /// Whether somebody is kept out by who runs the server.
    pub(crate) async fn is_blocked(&self, user: &str) -> Result<bool, sqlx::Error> {
        let blocked: Option<(i64,)> =
            sqlx::query_as("SELECT blocked FROM users WHERE id = $1 AND blocked IS NOT NULL")
                .bind(user)
                .fetch_optional(&self.pool)
                .await?;
        Ok(blocked.is_some())
    }

    /// Begins a session.
    pub(crate) async fn add_session(
        &self,
        key_hash: &str,
        user: &str,
        expires: i64,
    ) -> Result<(), sqlx::Error> {
        sqlx::query("INSERT INTO sessions (key_hash, user_id, created, expires) VALUES ($1, $2, $3, $4)")
            .bind(key_hash)
            .bind(user)
            .bind(now())
            .bind(expires)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// Whose session or access token this is, if it is still good.
    pub(crate) async fn user_by(&self, key: &Key) -> Result<Option<UserRow>, sqlx::Error> {
        let edition = match self.believed(key) {
            Ok(user) => return Ok(Some(user)),
            Err(edition) => edition,
        };
        let (query, hash) = match key {
            Key::Session(hash) => (
                "SELECT u.id, u.kind, u.name, u.password, s.expires FROM sessions s JOIN users u ON u.id = s.user_id \
                 WHERE s.key_hash = $1 AND s.expires > $2 AND u.deleted IS NULL AND u.blocked IS NULL",
                hash,
            ),
            Key::Token(hash) => (
                "SELECT u.id, u.kind, u.name, u.password, COALESCE(t.expires, 9223372036854775807) AS expires \
                 FROM access_tokens t JOIN users u ON u.id = t.user_id \
                 WHERE t.key_hash = $1 AND (t.expires IS NULL OR t.expires > $2) AND u.deleted IS NULL AND u.blocked IS NULL",
                hash,
            ),
        };
        let row: Option<SessionRow> =
            sqlx::query_as(query).bind(hash).bind(now()).fetch_optional(&self.pool).await?;
        Ok(row.map(|row| self.believe(key.clone(), row.user, row.expires, edition)))
    }

    fn beliefs(&self) -> MutexGuard<'_, Beliefs> {
        self.beliefs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whose key this was a moment ago; else the edition to give to [`Store::believe`].
    fn believed(&self, key: &Key) -> Result<UserRow, u64> {
        let beliefs = self.beliefs();
        let believed = beliefs.known.get(key).filter(|(_, until)| *until > now());
        believed.map(|(user, _)| user.clone()).ok_or(beliefs.edition)
    }

    /// Remembers whose key this is, unless a session or an account ended since `edition`.
    fn believe(&self, key: Key, user: UserRow, expires: i64, edition: u64) -> UserRow {
        let mut beliefs = self.beliefs();
        if beliefs.known.len() >= BELIEVED {
            beliefs.known.clear();
        }
        if beliefs.edition == edition {
            beliefs.known.insert(key, (user.clone(), expires.min(now() + BELIEVED_FOR)));
        }
        user
    }

    /// Believes nobody any more: sessions or accounts may have changed, here or on another server.
    pub(crate) fn believe_nobody(&self) {
        let mut beliefs = self.beliefs();
        beliefs.known.clear();
        beliefs.edition += 1;
        self.accounts.send(None).ok();
    }

    /// Believes somebody no more: a session or token of theirs ended, here or on another server. Their streams look
    /// whether they may go on.
    pub(crate) fn believe_no_more(&self, user: &str) {
        let mut beliefs = self.beliefs();
        beliefs.known.retain(|_, (known, _)| known.id != user);
        beliefs.edition += 1;
        self.accounts.send(Some(user.into())).ok();
    }

    /// Tells of accounts that changed: whose, or none if it may be anybody's.
    pub(crate) fn accounts(&self) -> broadcast::Receiver<Option<Arc<str>>> {
        self.accounts.subscribe()
    }

    pub(super) async fn account_changed(&self, user: &str) -> Result<(), sqlx::Error> {
        self.believe_no_more(user);
        self.notify(&Notice::Account(user)).await
    }

    /// Ends one session of somebody.
    pub(crate) async fn end_session(&self, user: &str, key_hash: &str) -> Result<(), sqlx::Error> {
        sqlx::query("DELETE FROM sessions WHERE key_hash = $1").bind(key_hash).execute(&self.pool).await?;
        self.account_changed(user).await
    }

    /// Ends all sessions of somebody and takes all access tokens back.
    pub(crate) async fn end_sessions(&self, user: &str) -> Result<(), sqlx::Error> {
        let mut work = self.pool.begin().await?;
        for delete in KEYS {
            sqlx::query(delete).bind(user).execute(&mut *work).await?;
        }
        work.commit().await?;
        self.account_changed(user).await
    }

    /// Adds an access token.
    pub(crate) async fn add_token(
        &self,
        id: &str,
        key_hash: &str,
        user: &str,
        label: &str,
        expires: Option<i64>,
    ) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO access_tokens (id, key_hash, user_id, label, created, expires) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(id)
        .bind(key_hash)
        .bind(user)
        .bind(label)
        .bind(now())
        .bind(expires)
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// Somebody's access tokens.
    pub(crate) async fn tokens(&self, user: &str) -> Result<Vec<TokenRow>, sqlx::Error> {
        sqlx::query_as(
            "SELECT id, label, created, expires FROM access_tokens WHERE user_id = $1 ORDER BY created, id",
        )
        .bind(user)
        .fetch_all(&self.pool)
        .await
    }

    /// Takes an access token back; false if there is none.
    pub(crate) async fn remove_token(&self, user: &str, id: &str) -> Result<bool, sqlx::Error> {
        let done = sqlx::query("DELETE FROM access_tokens WHERE user_id = $1 AND id = $2")
            .bind(user)
            .bind(id)
            .execute(&self.pool)
            .await?;
        self.account_changed(user).await?;
        Ok(done.rows_affected() > 0)
    }
}
