//! All that is stored about somebody.

use super::{DestinationRow, Store};
use ferrata_wire::{AboutMe, MyChat, MyDeed, MyNote, MySeat, MySession, Token};
use sqlx::FromRow;
use sqlx::any::AnyRow;

type Line = (String, String, i64);

impl Store {
    /// All that is stored about somebody, but for their entries, which are in the logs of their tables.
    pub(crate) async fn about(&self, user: &str) -> Result<AboutMe, sqlx::Error> {
        let accounts: Vec<(String, i64)> =
            self.all_of("SELECT name, created FROM users WHERE id = $1", user).await?;
        let (name, created) = accounts.into_iter().next().ok_or(sqlx::Error::RowNotFound)?;
        let seats: Vec<Line> = self
            .all_of(
                "SELECT s.table_id, t.name, s.seat FROM seats s JOIN tables t ON t.id = s.table_id \
                 WHERE s.user_id = $1 ORDER BY t.created, t.id, s.seat",
                user,
            )
            .await?;
        let chat: Vec<Line> = self
            .all_of("SELECT table_id, body, at FROM chat WHERE user_id = $1 ORDER BY at, number", user)
            .await?;
        let notes: Vec<Line> =
            self.all_of("SELECT table_id, body, at FROM notes WHERE user_id = $1 ORDER BY at", user).await?;
        let sessions: Vec<(i64, i64)> = self
            .all_of("SELECT created, expires FROM sessions WHERE user_id = $1 ORDER BY created", user)
            .await?;
        let deeds: Vec<Line> = self
            .all_of("SELECT what, detail, at FROM audit WHERE user_id = $1 ORDER BY at, id", user)
            .await?;
        let tokens = self.tokens(user).await?.into_iter().map(|token| Token {
            id: token.id,
            label: token.label,
            created: token.created,
            expires: token.expires,
        });
        Ok(AboutMe {
            name,
            created,
            seats: seats.into_iter().map(|(table, name, seat)| MySeat { table, name, seat }).collect(),
            chat: chat.into_iter().map(|(table, text, at)| MyChat { table, text, at }).collect(),
            notes: notes.into_iter().map(|(table, text, at)| MyNote { table, text, at }).collect(),
            tokens: tokens.collect(),
            sessions: sessions.into_iter().map(|(created, expires)| MySession { created, expires }).collect(),
            preferences: self.preferences(user).await?,
            destinations: self.destinations(user).await?.into_iter().map(DestinationRow::shown).collect(),
            deeds: deeds.into_iter().map(|(what, detail, at)| MyDeed { at, what, detail }).collect(),
        })
    }

    async fn all_of<T>(&self, query: &'static str, user: &str) -> Result<Vec<T>, sqlx::Error>
    where
        T: for<'r> FromRow<'r, AnyRow> + Send + Unpin,
    {
        sqlx::query_as(query).bind(user).fetch_all(&self.pool).await
    }
}
