//! What is worth remembering of sign-ins and of what an operator did.

use super::{Store, now, row};
use crate::secret::random_key;
use serde::Serialize;

/// How long it is kept: 90 days.
const KEPT: i64 = 90 * 24 * 3600 * 1000;

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    SignUp,
    SignIn,
    WrongPassword,
    NewPassword,
    PasswordLink,
    Blocked,
    Unblocked,
    Deleted,
    TableClosed,
    TableReopened,
    TableDeleted,
    HandedOver,
    TokenRemoved,
}

impl Deed {
    fn word(self) -> &'static str {
        match self {
            Deed::SignUp => "sign-up",
            Deed::SignIn => "sign-in",
            Deed::WrongPassword => "wrong-password",
            Deed::NewPassword => "new-password",
            Deed::PasswordLink => "password-link",
            Deed::Blocked => "blocked",
            Deed::Unblocked => "unblocked",
            Deed::Deleted => "deleted",
            Deed::TableClosed => "table-closed",
            Deed::TableReopened => "table-reopened",
            Deed::TableDeleted => "table-deleted",
            Deed::HandedOver => "handed-over",
            Deed::TokenRemoved => "token-removed",
        }
    }
}

/// A line of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AuditLine {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What: `sign-in`, `blocked`.
    pub what: String,
    /// Whose account, if it is still there.
    pub person: Option<String>,
    /// What else is worth knowing: the network, the table.
    pub detail: String,
}

row!(AuditLine: at, what, person, detail);

impl Store {
    /// Notes something. That it cannot be noted is no reason not to do it.
    pub(crate) async fn note_deed(&self, deed: Deed, user: Option<&str>, detail: &str) {
        if let Err(error) = self.try_to_note(deed, user, detail).await {
            tracing::warn!(%error, what = deed.word(), "the audit log could not be written");
        }
    }

    async fn try_to_note(&self, deed: Deed, user: Option<&str>, detail: &str) -> Result<(), sqlx::Error> {
        let id = random_key(16).map_err(|error| sqlx::Error::Configuration(error.into()))?;
        sqlx::query("INSERT INTO audit (id, at, what, user_id, detail) VALUES ($1, $2, $3, $4, $5)")
            .bind(id)
            .bind(now())
            .bind(deed.word())
            .bind(user)
            .bind(detail)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// The latest lines of the audit log, of everybody or of one account.
    pub(crate) async fn audit(&self, user: Option<&str>, limit: i64) -> Result<Vec<AuditLine>, sqlx::Error> {
        sqlx::query_as(
            "SELECT a.at, a.what, u.name AS person, a.detail FROM audit a LEFT JOIN users u ON u.id = a.user_id \
             WHERE $1 = '' OR a.user_id = $1 ORDER BY a.at DESC, a.id LIMIT $2",
        )
        .bind(user.unwrap_or_default())
        .bind(limit)
        .fetch_all(&self.pool)
        .await
    }

    /// Forgets what is too old.
    pub(crate) async fn tidy_audit(&self) -> Result<(), sqlx::Error> {
        sqlx::query("DELETE FROM audit WHERE at < $1").bind(now() - KEPT).execute(&self.pool).await.map(drop)
    }
}
