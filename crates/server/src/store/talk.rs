//! Chat and private notes.

use super::outbox::tell;
use super::{News, Store, is_taken, now, row};

/// A line of chat.
#[derive(Clone, Debug)]
pub(crate) struct ChatLine {
    /// Its number, from 1.
    pub number: i64,
    /// The writer's name at the time.
    pub author: String,
    /// What was said.
    pub body: String,
    /// When.
    pub at: i64,
    /// 1: said by somebody who only watches.
    pub watching: i64,
}

row!(ChatLine: number, author, body, at, watching);

impl Store {
    /// Adds a line of chat, tells those whom it mentions, and returns its number.
    pub(crate) async fn add_chat(
        &self,
        table: &str,
        user: &str,
        (author, watching): (&str, bool),
        body: &str,
        mentions: &[News],
    ) -> Result<i64, sqlx::Error> {
        loop {
            let last = self.last_chat(table).await?;
            let mut work = self.pool.begin().await?;
            let added = sqlx::query("INSERT INTO chat (table_id, number, user_id, author, body, at, watching) VALUES ($1, $2, $3, $4, $5, $6, $7)")
                .bind(table)
                .bind(last + 1)
                .bind(user)
                .bind(author)
                .bind(body)
                .bind(self.clock.now())
                .bind(i64::from(watching))
                .execute(&mut *work)
                .await;
            match added {
                Ok(_) => {
                    let number = last + 1;
                    let news: Vec<_> =
                        mentions.iter().map(|news| News { number: number as u64, ..news.clone() }).collect();
                    tell(&mut work, table, &news, user).await?;
                    work.commit().await?;
                    self.news.notify_one();
                    return Ok(number);
                }
                Err(error) if is_taken(&error) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The number of the last line of chat; 0 = none.
    pub(crate) async fn last_chat(&self, table: &str) -> Result<i64, sqlx::Error> {
        let (last,): (i64,) = sqlx::query_as("SELECT COALESCE(MAX(number), 0) FROM chat WHERE table_id = $1")
            .bind(table)
            .fetch_one(&self.pool)
            .await?;
        Ok(last)
    }

    /// Lines of chat after a number, at most `limit`.
    pub(crate) async fn chat(
        &self,
        table: &str,
        after: i64,
        limit: i64,
    ) -> Result<Vec<ChatLine>, sqlx::Error> {
        sqlx::query_as("SELECT number, author, body, at, watching FROM chat WHERE table_id = $1 AND number > $2 ORDER BY number LIMIT $3")
            .bind(table)
            .bind(after)
            .bind(limit)
            .fetch_all(&self.pool)
            .await
    }

    /// Somebody's private note at a table.
    pub(crate) async fn note(&self, table: &str, user: &str) -> Result<Option<String>, sqlx::Error> {
        let row: Option<(String,)> =
            sqlx::query_as("SELECT body FROM notes WHERE table_id = $1 AND user_id = $2")
                .bind(table)
                .bind(user)
                .fetch_optional(&self.pool)
                .await?;
        Ok(row.map(|(body,)| body))
    }

    /// Writes somebody's private note.
    pub(crate) async fn set_note(&self, table: &str, user: &str, body: &str) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO notes (table_id, user_id, body, at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (table_id, user_id) DO UPDATE SET body = excluded.body, at = excluded.at",
        )
        .bind(table)
        .bind(user)
        .bind(body)
        .bind(now())
        .execute(&self.pool)
        .await
        .map(drop)
    }
}
