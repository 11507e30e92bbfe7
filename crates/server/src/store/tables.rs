//! Tables and seats.

use super::clocks::set_terms;
use super::writer::insert_all;
use super::{Store, StoredRecord, now, row};
use crate::standing::Standing;
use ferrata_engine::turn::Setup;
use ferrata_wire::{ClockTerms, Listing, Millis, TableStatus, UndoPolicy, Visibility};
use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

/// A table as stored.
#[derive(Clone, Debug)]
pub(crate) struct TableRow {
    /// Random id.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// The set-up.
    pub setup: Setup,
    /// Who made it.
    pub owner_id: String,
    /// One browser plays all seats until links are used.
    pub local: bool,
    /// When a player may take something back.
    pub undo: UndoPolicy,
    /// Who may see it.
    pub visibility: Visibility,
    /// Whether it has started. (Whether it is over is told by how it stands.)
    pub status: TableStatus,
    /// The hash of the key in its invitation link.
    pub invite_hash: String,
    /// When it was ended without a result.
    pub closed: Option<Millis>,
    /// The last record up to which all players have agreed to changed rules.
    pub rules_accepted: u64,
    /// When it was made.
    pub created: Millis,
    /// When it last changed.
    pub updated: Millis,
    /// How it stands after its last record; none if that has to be found out.
    pub standing: Option<Standing>,
}

impl FromRow<'_, AnyRow> for TableRow {
    fn from_row(row: &AnyRow) -> Result<TableRow, sqlx::Error> {
        let text = |column: &str| row.try_get::<String, _>(column);
        let standing: Option<String> = row.try_get("standing")?;
        Ok(TableRow {
            id: text("id")?,
            name: text("name")?,
            setup: serde_json::from_str(&text("setup")?)
                .map_err(|error| sqlx::Error::Decode(error.into()))?,
            owner_id: text("owner_id")?,
            local: row.try_get::<i64, _>("local")? != 0,
            undo: word(&text("undo")?, UndoPolicy::from_word)?,
            visibility: word(&text("visibility")?, Visibility::from_word)?,
            status: word(&text("status")?, TableStatus::from_word)?,
            invite_hash: text("invite_hash")?,
            closed: row.try_get("closed")?,
            rules_accepted: row.try_get::<i64, _>("rules_accepted")? as u64,
            created: row.try_get("created")?,
            updated: row.try_get("updated")?,
            // One that an earlier version wrote and this one cannot read is found out again.
            standing: standing.and_then(|text| serde_json::from_str(&text).ok()),
        })
    }
}

fn word<T>(word: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, sqlx::Error> {
    read(word).ok_or_else(|| sqlx::Error::Decode(format!("\"{word}\" means nothing here").into()))
}

/// The columns of a [`TableRow`], and what follows.
macro_rules! select_tables {
    ($($rest:literal),+) => {
        concat!(
            "SELECT id, name, setup, owner_id, local, undo, visibility, status, invite_hash, closed, \
             rules_accepted, created, updated, standing FROM tables WHERE ",
            $($rest),+
        )
    };
}

/// The same as a list: of those that fit, the latest first.
macro_rules! list_tables {
    ($which:literal) => {
        select_tables!(
            $which,
            " AND (updated < $2 OR (updated = $2 AND id > $3)) AND ($5 = '' OR setup LIKE $5 ESCAPE '\\') \
             AND ($6 = '' OR LOWER(name) LIKE $6 ESCAPE '\\' OR LOWER(setup) LIKE $6 ESCAPE '\\' OR EXISTS \
             (SELECT 1 FROM seats s JOIN users u ON u.id = s.user_id WHERE s.table_id = tables.id AND u.kind = 'person' \
             AND LOWER(u.name) LIKE $6 ESCAPE '\\')) AND ($7 = 0 OR (status = 'open' AND EXISTS \
             (SELECT 1 FROM seats s WHERE s.table_id = tables.id AND s.user_id IS NULL))) \
             ORDER BY updated DESC, id LIMIT $4"
        )
    };
}

/// Which tables of a list are wanted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    /// Of this title.
    pub title: Option<String>,
    /// With this in their name or in that of a player.
    pub search: Option<String>,
    /// With a free seat.
    pub free: bool,
}

impl Filter {
    /// As patterns; what means something in a pattern is taken literally.
    fn patterns(&self) -> (String, String) {
        let literal = |text: &str| text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let title = self.title.as_deref().filter(|title| !title.is_empty());
        let search = self.search.as_deref().map(str::trim).filter(|words| !words.is_empty());
        (
            title.map(|title| format!("%\"title\":\"{}\"%", literal(title))).unwrap_or_default(),
            search.map(|words| format!("%{}%", literal(&words.to_lowercase()))).unwrap_or_default(),
        )
    }
}

/// A seat as stored.
#[derive(Clone, Debug)]
pub(crate) struct SeatRow {
    /// Which seat.
    pub seat: i64,
    /// Who sits there.
    pub user_id: Option<String>,
    /// The hash of the key in its link.
    pub link_hash: String,
    /// The account's name, if somebody sits there.
    pub user_name: Option<String>,
    /// For whom a program plays it.
    pub absent_id: Option<String>,
    /// 1: the others have to agree when they come back.
    pub back_by_consent: i64,
    /// To whom it is offered.
    pub offered_id: Option<String>,
}

row!(SeatRow: seat, user_id, link_hash, user_name, absent_id, back_by_consent, offered_id);

/// A new table with its seats.
#[derive(Clone, Debug)]
pub(crate) struct NewTable {
    /// The table; `created` and `updated` are set on insertion.
    pub row: TableRow,
    /// Who sits where, and the hash of each seat's link.
    pub seats: Vec<(Option<String>, String)>,
    /// The records it begins with.
    pub records: Vec<StoredRecord>,
    /// On what terms its clocks run.
    pub clock: ClockTerms,
}

pub(super) fn json(value: &impl serde::Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}

impl Store {
    /// Adds a table with its seats and the records it begins with, all or nothing.
    pub(crate) async fn add_table(&self, table: &NewTable) -> Result<(), sqlx::Error> {
        let mut work = self.pool.begin().await?;
        let row = &table.row;
        let at = now();
        sqlx::query(
            "INSERT INTO tables (id, name, setup, owner_id, local, undo, visibility, status, invite_hash, created, \
             updated, standing) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        )
        .bind(&row.id)
        .bind(&row.name)
        .bind(json(&row.setup)?)
        .bind(&row.owner_id)
        .bind(i64::from(row.local))
        .bind(row.undo.word())
        .bind(row.visibility.word())
        .bind(row.status.word())
        .bind(&row.invite_hash)
        .bind(at)
        .bind(at)
        .bind(row.standing.as_ref().map(Standing::text))
        .execute(&mut *work)
        .await?;
        for (seat, (user, link_hash)) in table.seats.iter().enumerate() {
            sqlx::query("INSERT INTO seats (table_id, seat, user_id, link_hash) VALUES ($1, $2, $3, $4)")
                .bind(&row.id)
                .bind(seat as i64)
                .bind(user.as_deref())
                .bind(link_hash)
                .execute(&mut *work)
                .await?;
        }
        set_terms(&mut work, &row.id, &table.clock).await?;
        let records: Vec<_> = table.records.iter().map(|record| (row.id.as_str(), record)).collect();
        insert_all(&mut work, &records).await?;
        work.commit().await
    }

    /// A table by id.
    pub(crate) async fn table(&self, id: &str) -> Result<Option<TableRow>, sqlx::Error> {
        sqlx::query_as(select_tables!("id = $1")).bind(id).fetch_optional(&self.pool).await
    }

    /// Tables, the latest first, before a moment and id (for paging).
    pub(crate) async fn list(
        &self,
        listing: Listing,
        user: &str,
        before: (i64, &str),
        limit: i64,
        filter: &Filter,
    ) -> Result<Vec<TableRow>, sqlx::Error> {
        let query = match listing {
            Listing::Mine => sqlx::query_as(list_tables!(
                "(owner_id = $1 OR id IN (SELECT table_id FROM seats WHERE user_id = $1) \
                 OR id IN (SELECT table_id FROM seats WHERE absent_id = $1) \
                 OR id IN (SELECT table_id FROM seats WHERE offered_id = $1))"
            )),
            Listing::Open => sqlx::query_as(list_tables!(
                "visibility = 'open' AND local = 0 AND owner_id <> $1 AND status <> 'over' AND closed IS NULL \
                 AND id NOT IN (SELECT table_id FROM seats WHERE user_id = $1)"
            )),
            Listing::Archive => sqlx::query_as(list_tables!(
                "(status = 'over' OR closed IS NOT NULL) AND ((visibility = 'open' AND local = 0) \
                 OR owner_id = $1 OR id IN (SELECT table_id FROM seats WHERE user_id = $1))"
            )),
            Listing::Favourites => sqlx::query_as(list_tables!(
                "id IN (SELECT table_id FROM favourites WHERE user_id = $1) AND (visibility <> 'seats' \
                 OR owner_id = $1 OR id IN (SELECT table_id FROM seats WHERE user_id = $1))"
            )),
        };
        let (title, search) = filter.patterns();
        let query = query.bind(user).bind(before.0).bind(before.1).bind(limit);
        query.bind(title).bind(search).bind(i64::from(filter.free)).fetch_all(&self.pool).await
    }

    /// Ends a game without a result.
    pub(crate) async fn close_table(&self, table: &str) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE tables SET closed = $1, updated = $1 WHERE id = $2 AND closed IS NULL")
            .bind(now())
            .bind(table)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// Stores that all players have agreed to what changed rules have made of a table.
    pub(crate) async fn accept_rules(&self, table: &str, standing: &Standing) -> Result<(), sqlx::Error> {
        sqlx::query("UPDATE tables SET rules_accepted = $1, standing = $2, updated = $3 WHERE id = $4")
            .bind(standing.number as i64)
            .bind(standing.text())
            .bind(now())
            .bind(table)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// Stores how a table stands, unless records came since it was read.
    pub(crate) async fn set_standing(&self, table: &str, standing: &Standing) -> Result<(), sqlx::Error> {
        sqlx::query(
            "UPDATE tables SET standing = $1, status = $2 WHERE id = $3 AND status <> 'open' \
             AND NOT EXISTS (SELECT 1 FROM entries WHERE table_id = $3 AND number > $4)",
        )
        .bind(standing.text())
        .bind(standing.status().word())
        .bind(table)
        .bind(standing.number as i64)
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// Changes what its owner may change; false, with nothing changed, if more than the name should and it has started.
    pub(crate) async fn change_table(&self, table: &str, changed: &Changed) -> Result<bool, sqlx::Error> {
        let mut work = self.pool.begin().await?;
        let done = sqlx::query(
            "UPDATE tables SET name = $1, undo = $2, visibility = $3, setup = CASE WHEN $6 = 0 THEN setup ELSE $4 END \
             WHERE id = $5 AND (status = 'open' OR $6 = 0)",
        )
        .bind(&changed.name)
        .bind(changed.undo.word())
        .bind(changed.visibility.word())
        .bind(json(&changed.setup)?)
        .bind(table)
        .bind(i64::from(changed.more_than_the_name))
        .execute(&mut *work)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        if let Some(terms) = &changed.clock {
            set_terms(&mut work, table, terms).await?;
        }
        work.commit().await?;
        Ok(true)
    }
}

/// A table as its owner wants it.
pub(crate) struct Changed {
    pub(crate) name: String,
    pub(crate) setup: Setup,
    pub(crate) undo: UndoPolicy,
    pub(crate) visibility: Visibility,
    pub(crate) clock: Option<ClockTerms>,
    /// Whether anything but the name is another than before: possible before the start only.
    pub(crate) more_than_the_name: bool,
}
