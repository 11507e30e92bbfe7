//! How games ended, what somebody wants to find again, and the next game with the same people.

use super::{Store, row};
use crate::ratings::Finished;
use ferrata_engine::turn::Outcome;
use sqlx::AnyConnection;

/// What becomes of a table's result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// The game is over.
    Over {
        /// The title.
        title: String,
        /// How it ended.
        outcome: Outcome,
        /// When.
        at: i64,
    },
    /// It goes on: its end was taken back.
    Resumed,
}

/// Writes how a game ended, or forgets it.
pub(super) async fn set_result(
    work: &mut AnyConnection,
    table: &str,
    ending: &Ending,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM results WHERE table_id = $1").bind(table).execute(&mut *work).await?;
    let Ending::Over { title, outcome, at } = ending else { return Ok(()) };
    for (seat, worth) in &outcome.standings {
        let better = outcome.standings.iter().filter(|(_, other)| other > worth).count();
        sqlx::query(
            "INSERT INTO results (table_id, seat, user_id, title, place, players, worth, at) \
             SELECT s.table_id, s.seat, s.user_id, $1, $2, $3, $4, $5 FROM seats s \
             WHERE s.table_id = $6 AND s.seat = $7 AND s.user_id IS NOT NULL",
        )
        .bind(title.as_str())
        .bind(better as i64 + 1)
        .bind(outcome.standings.len() as i64)
        .bind(i64::from(worth.0))
        .bind(*at)
        .bind(table)
        .bind(i64::from(seat.0))
        .execute(&mut *work)
        .await?;
    }
    Ok(())
}

/// A place in a game that is over.
#[derive(Clone, Debug)]
pub(crate) struct PlaceRow {
    /// The table.
    pub table_id: String,
    /// What it is called.
    pub table_name: String,
    /// What was played.
    pub title: String,
    /// What who has it is called.
    pub user_name: String,
    /// Their place.
    pub place: i64,
    /// Their worth.
    pub worth: i64,
    /// When it ended.
    pub at: i64,
}

row!(PlaceRow: table_id, table_name, title, user_name, place, worth, at);

struct ResultRow {
    table_id: String,
    user_id: String,
    place: i64,
}
row!(ResultRow: table_id, user_id, place);

/// Somebody as lists show them.
#[derive(Clone, Debug)]
pub(crate) struct NamedRow {
    /// The account.
    pub id: String,
    /// Its name.
    pub name: String,
    /// When it was made.
    pub created: i64,
}
row!(NamedRow: id, name, created);

impl Store {
    /// How many results there are of a title, and when the last one came: as long as that is the same, so are they.
    pub(crate) async fn results_mark(&self, title: &str) -> Result<(i64, i64), sqlx::Error> {
        sqlx::query_as("SELECT COUNT(*), COALESCE(MAX(at), 0) FROM results WHERE title = $1")
            .bind(title)
            .fetch_one(&self.pool)
            .await
    }

    /// All games of a title that are over, in the order in which they ended.
    pub(crate) async fn finished(&self, title: &str) -> Result<Vec<Finished>, sqlx::Error> {
        let rows: Vec<ResultRow> = sqlx::query_as(
            "SELECT table_id, user_id, place FROM results WHERE title = $1 ORDER BY at, table_id, place, seat",
        )
        .bind(title)
        .fetch_all(&self.pool)
        .await?;
        let mut games: Vec<(String, Finished)> = Vec::new();
        for ResultRow { table_id, user_id, place } in rows {
            match games.last_mut() {
                Some((table, game)) if *table == table_id => game.push((user_id, place)),
                _ => games.push((table_id, vec![(user_id, place)])),
            }
        }
        Ok(games.into_iter().map(|(_, game)| game).collect())
    }

    /// Who has results of a title and still an account.
    pub(crate) async fn rated(&self, title: &str) -> Result<Vec<NamedRow>, sqlx::Error> {
        sqlx::query_as(
            "SELECT u.id, u.name, u.created FROM users u WHERE u.deleted IS NULL AND u.id IN \
             (SELECT user_id FROM results WHERE title = $1) ORDER BY u.name",
        )
        .bind(title)
        .fetch_all(&self.pool)
        .await
    }

    /// A person or a program by name.
    pub(crate) async fn anybody(&self, name: &str) -> Result<Option<NamedRow>, sqlx::Error> {
        sqlx::query_as(
            "SELECT id, name, created FROM users WHERE deleted IS NULL AND ((kind = 'person' AND name_key = $1) \
             OR (kind = 'program' AND LOWER(name) = $1)) ORDER BY kind LIMIT 1",
        )
        .bind(name.to_lowercase())
        .fetch_optional(&self.pool)
        .await
    }

    /// The places in somebody's last games, of those that `reader` may see, the latest game first.
    pub(crate) async fn last_games(
        &self,
        user: &str,
        reader: &str,
        most: i64,
    ) -> Result<Vec<PlaceRow>, sqlx::Error> {
        sqlx::query_as(
            "SELECT r.table_id, t.name AS table_name, r.title, u.name AS user_name, r.place, r.worth, r.at \
             FROM results r JOIN tables t ON t.id = r.table_id JOIN users u ON u.id = r.user_id \
             WHERE r.table_id IN (SELECT o.table_id FROM results o JOIN tables x ON x.id = o.table_id \
             WHERE o.user_id = $1 AND (x.visibility <> 'seats' OR x.owner_id = $2 OR EXISTS \
             (SELECT 1 FROM seats s WHERE s.table_id = x.id AND s.user_id = $2)) ORDER BY o.at DESC, o.table_id LIMIT $3) \
             ORDER BY r.at DESC, r.table_id, r.place, r.seat",
        )
        .bind(user)
        .bind(reader)
        .bind(most)
        .fetch_all(&self.pool)
        .await
    }

    /// The tables that somebody wants to find again.
    pub(crate) async fn favourites(&self, user: &str) -> Result<Vec<String>, sqlx::Error> {
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT table_id FROM favourites WHERE user_id = $1 ORDER BY table_id")
                .bind(user)
                .fetch_all(&self.pool)
                .await?;
        Ok(rows.into_iter().map(|(table,)| table).collect())
    }

    /// Notes that somebody wants to find a table again, or no longer.
    pub(crate) async fn set_favourite(&self, user: &str, table: &str, is: bool) -> Result<(), sqlx::Error> {
        let statement = match is {
            true => "INSERT INTO favourites (user_id, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            false => "DELETE FROM favourites WHERE user_id = $1 AND table_id = $2",
        };
        sqlx::query(statement).bind(user).bind(table).execute(&self.pool).await.map(drop)
    }

    /// The next game with the people of this table, if it was made and has not begun yet.
    pub(crate) async fn rematch(&self, table: &str) -> Result<Option<String>, sqlx::Error> {
        let found: Option<(String,)> = sqlx::query_as(
            "SELECT id FROM tables WHERE rematch_of = $1 AND status = 'open' AND closed IS NULL ORDER BY created DESC LIMIT 1",
        )
        .bind(table)
        .fetch_optional(&self.pool)
        .await?;
        Ok(found.map(|(id,)| id))
    }

    /// Notes of which table another one is the next game.
    pub(crate) async fn set_rematch(&self, table: &str, of: &str) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE tables SET rematch_of = $1 WHERE id = $2")
            .bind(of)
            .bind(table)
            .execute(&self.pool)
            .await
            .map(drop)
    }
}
