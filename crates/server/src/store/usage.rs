//! How much people use, where that has a limit; and whether anything can be written at all.

use super::{Store, now};

const DAY: i64 = 24 * 3600 * 1000;

/// What is counted by day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counted {
    /// Tables made.
    Tables,
    /// Tables forked or imported.
    Forks,
    /// Lines of chat.
    Chat,
    /// Private notes written.
    Notes,
    /// Mail addresses entered.
    Mails,
    /// Invitations by name.
    Invitations,
}

impl Counted {
    fn word(self) -> &'static str {
        match self {
            Counted::Tables => "tables",
            Counted::Forks => "forks",
            Counted::Chat => "chat",
            Counted::Notes => "notes",
            Counted::Mails => "mails",
            Counted::Invitations => "invitations",
        }
    }
}

/// The seconds until the next day begins, by which everything is counted anew.
pub(crate) fn until_tomorrow() -> u32 {
    ((DAY - now().rem_euclid(DAY)) / 1000) as u32 + 1
}

impl Store {
    /// Counts one more for somebody today; false, with nothing counted, if there were `limit` already.
    pub(crate) async fn use_up(&self, user: &str, what: Counted, limit: u32) -> Result<bool, sqlx::Error> {
        let used: Option<(i64,)> = sqlx::query_as(
            "INSERT INTO usage (user_id, what, day, used) VALUES ($1, $2, $3, 1) \
             ON CONFLICT (user_id, what, day) DO UPDATE SET used = usage.used + 1 WHERE usage.used < $4 RETURNING used",
        )
        .bind(user)
        .bind(what.word())
        .bind(now().div_euclid(DAY))
        .bind(i64::from(limit))
        .fetch_optional(&self.pool)
        .await?;
        Ok(used.is_some_and(|(used,)| used <= i64::from(limit)))
    }

    /// Forgets what was counted on earlier days, and sessions and tokens whose time is over.
    pub(crate) async fn tidy_up(&self) -> Result<(), sqlx::Error> {
        sqlx::query("DELETE FROM usage WHERE day < $1")
            .bind(now().div_euclid(DAY))
            .execute(&self.pool)
            .await?;
        for expired in [
            "DELETE FROM sessions WHERE expires < $1",
            "DELETE FROM access_tokens WHERE expires < $1",
            "DELETE FROM password_links WHERE expires < $1",
        ] {
            sqlx::query(expired).bind(now()).execute(&self.pool).await?;
        }
        self.tidy_outbox(self.clock.now()).await?;
        self.tidy_audit().await
    }

    /// Writes something, to see whether that can be done.
    pub(crate) async fn try_to_write(&self) -> Result<(), sqlx::Error> {
        let done =
            sqlx::query("UPDATE health SET at = $1 WHERE id = 1").bind(now()).execute(&self.pool).await?;
        if done.rows_affected() == 1 { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
    }
}
