//! The clocks of tables. Whoever changes them holds their row first, so that changes follow one after another, on any
//! number of servers.

use super::tables::json;
use super::{News, Store, row};
use crate::clocks::{Clocks, Sitter};
use crate::hours::zone;
use crate::programs::is_program;
use ferrata_wire::{ClockTerms, Millis, Preferences};
use sqlx::AnyConnection;

/// The clocks of a table, and who sits at them.
#[derive(Clone, Debug)]
pub(crate) struct Timepiece {
    /// On what terms they run.
    pub terms: ClockTerms,
    /// How they stood at a moment; none before the start.
    pub clocks: Option<Clocks>,
    /// By seat.
    pub sitters: Vec<Sitter>,
}

/// What becomes of the clocks of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ClockDeed {
    /// The table waits for these seats, after this one acted.
    Turn(Option<u8>, Vec<u8>),
    /// Somebody is away for so many days.
    Leave(u8, u16),
    /// Somebody is back.
    ComeBack(u8),
    /// Another one plays a seat.
    TakeOver(u8),
    /// It was said that somebody's time runs short.
    Warned(u8),
    /// It was said that somebody's time is up.
    Told(u8),
    /// All agreed on other terms.
    Terms(ClockTerms),
}

/// What becomes of clocks at a moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClockStep {
    /// When.
    pub at: Millis,
    /// What, one after another.
    pub deeds: Vec<ClockDeed>,
}

struct ClockRow {
    terms: String,
    state: Option<String>,
}
row!(ClockRow: terms, state);

struct SitterRow {
    user_id: Option<String>,
    body: Option<String>,
}
row!(SitterRow: user_id, body);

const SITTERS: &str = "SELECT s.user_id, p.body FROM seats s LEFT JOIN preferences p ON p.user_id = s.user_id \
                       WHERE s.table_id = $1 ORDER BY s.seat";

fn sitter(row: SitterRow) -> Sitter {
    match row.user_id {
        Some(user) if !is_program(&user) => {
            let preferences: Option<Preferences> = row.body.and_then(|body| serde_json::from_str(&body).ok());
            Sitter::Person(zone(&preferences.unwrap_or_default().zone))
        }
        _ => Sitter::Nobody,
    }
}

async fn sitters(work: &mut AnyConnection, table: &str) -> Result<Vec<Sitter>, sqlx::Error> {
    let rows: Vec<SitterRow> = sqlx::query_as(SITTERS).bind(table).fetch_all(work).await?;
    Ok(rows.into_iter().map(sitter).collect())
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, sqlx::Error> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// Changes the clocks of a table, if it has any that run or gets some. Refused, as [`sqlx::Error::RowNotFound`], where a deed is not
/// possible.
pub(super) async fn step_clocks(
    work: &mut AnyConnection,
    table: &str,
    step: &ClockStep,
) -> Result<(), sqlx::Error> {
    let held: Option<ClockRow> =
        sqlx::query_as("UPDATE clocks SET due = due WHERE table_id = $1 RETURNING terms, state")
            .bind(table)
            .fetch_optional(&mut *work)
            .await?;
    let sitters = sitters(&mut *work, table).await?;
    let (mut terms, mut clocks): (ClockTerms, Clocks) = match (held, step.deeds.first()) {
        (Some(ClockRow { terms, state: Some(state) }), _) => (read(&terms)?, read(&state)?),
        // Time was not limited before.
        (_, Some(ClockDeed::Terms(terms))) => (*terms, Clocks::new(terms, sitters.len(), step.at)),
        _ => return Ok(()),
    };
    clocks.run(&terms, &sitters, step.at);
    for deed in &step.deeds {
        let possible = match deed {
            ClockDeed::Turn(acted, waiting) => {
                clocks.turn(&terms, *acted, waiting);
                true
            }
            ClockDeed::Leave(seat, days) => clocks.leave(*seat, *days),
            ClockDeed::ComeBack(seat) => clocks.come_back(*seat),
            ClockDeed::TakeOver(seat) => {
                clocks.take_over(&terms, *seat);
                true
            }
            ClockDeed::Warned(seat) => clocks
                .seats
                .get_mut(usize::from(*seat))
                .is_some_and(|seat| !std::mem::replace(&mut seat.warned, true)),
            ClockDeed::Told(seat) => clocks.seats.get_mut(usize::from(*seat)).is_some_and(|seat| {
                seat.told = Some(step.at);
                true
            }),
            ClockDeed::Terms(others) => {
                terms = *others;
                clocks.agree_on(others);
                true
            }
        };
        if !possible {
            return Err(sqlx::Error::RowNotFound);
        }
    }
    write(work, table, &terms, &clocks, &sitters).await
}

async fn write(
    work: &mut AnyConnection,
    table: &str,
    terms: &ClockTerms,
    clocks: &Clocks,
    sitters: &[Sitter],
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO clocks (table_id, terms, state, due) VALUES ($1, $2, $3, $4) ON CONFLICT (table_id) \
         DO UPDATE SET terms = excluded.terms, state = excluded.state, due = excluded.due",
    )
    .bind(table)
    .bind(json(terms)?)
    .bind(json(clocks)?)
    .bind(clocks.next_due(terms, sitters))
    .execute(work)
    .await
    .map(drop)
}

/// Starts the clocks of a table that starts, if it has any.
pub(super) async fn start_clocks(
    work: &mut AnyConnection,
    table: &str,
    waiting: &[u8],
    at: Millis,
) -> Result<(), sqlx::Error> {
    let row: Option<ClockRow> = sqlx::query_as("SELECT terms, state FROM clocks WHERE table_id = $1")
        .bind(table)
        .fetch_optional(&mut *work)
        .await?;
    let Some(row) = row else { return Ok(()) };
    let terms: ClockTerms = read(&row.terms)?;
    let sitters = sitters(&mut *work, table).await?;
    let mut clocks = Clocks::new(&terms, sitters.len(), at);
    clocks.turn(&terms, None, waiting);
    write(work, table, &terms, &clocks, &sitters).await
}

/// Sets the terms of a table that has not started.
pub(super) async fn set_terms(
    work: &mut AnyConnection,
    table: &str,
    terms: &ClockTerms,
) -> Result<(), sqlx::Error> {
    if *terms == ClockTerms::default() {
        let gone = sqlx::query("DELETE FROM clocks WHERE table_id = $1 AND state IS NULL");
        return gone.bind(table).execute(work).await.map(drop);
    }
    sqlx::query(
        "INSERT INTO clocks (table_id, terms) VALUES ($1, $2) ON CONFLICT (table_id) DO UPDATE SET terms = excluded.terms \
         WHERE clocks.state IS NULL",
    )
    .bind(table)
    .bind(json(terms)?)
    .execute(work)
    .await
    .map(drop)
}

impl Store {
    /// The clocks of a table, if time is limited there.
    pub(crate) async fn timepiece(&self, table: &str) -> Result<Option<Timepiece>, sqlx::Error> {
        let row: Option<ClockRow> = sqlx::query_as("SELECT terms, state FROM clocks WHERE table_id = $1")
            .bind(table)
            .fetch_optional(&self.pool)
            .await?;
        let Some(ClockRow { terms, state }) = row else { return Ok(None) };
        let clocks = state.as_deref().map(read).transpose()?;
        let mut connection = self.pool.acquire().await?;
        Ok(Some(Timepiece { terms: read(&terms)?, clocks, sitters: sitters(&mut connection, table).await? }))
    }

    /// The tables whose clocks have to be looked at now.
    pub(crate) async fn clocks_due(&self, now: Millis) -> Result<Vec<String>, sqlx::Error> {
        let tables: Vec<(String,)> = sqlx::query_as(
            "SELECT c.table_id FROM clocks c JOIN tables t ON t.id = c.table_id WHERE c.due <= $1 \
             AND t.status = 'running' AND t.closed IS NULL ORDER BY c.due LIMIT 100",
        )
        .bind(now)
        .fetch_all(&self.pool)
        .await?;
        Ok(tables.into_iter().map(|(table,)| table).collect())
    }

    /// When some clock has to be looked at next.
    pub(crate) async fn next_clock(&self) -> Result<Option<Millis>, sqlx::Error> {
        let (next,): (Option<i64>,) = sqlx::query_as(
            "SELECT MIN(c.due) FROM clocks c JOIN tables t ON t.id = c.table_id \
             WHERE c.due IS NOT NULL AND t.status = 'running' AND t.closed IS NULL",
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(next)
    }

    /// Changes clocks where no record is made of it, and tells people; false if that is not possible any more.
    pub(crate) async fn step_clocks(
        &self,
        table: &str,
        step: &ClockStep,
        news: &[News],
    ) -> Result<bool, sqlx::Error> {
        let mut work = self.pool.begin().await?;
        match step_clocks(&mut work, table, step).await {
            Ok(()) => {}
            Err(sqlx::Error::RowNotFound) => return Ok(false),
            Err(error) => return Err(error),
        }
        super::outbox::tell(&mut work, table, news, "").await?;
        work.commit().await?;
        self.news.notify_one();
        self.clocks.notify_one();
        Ok(true)
    }

    /// Waits until some clock has changed.
    pub(crate) async fn clocks_changed(&self) {
        self.clocks.notified().await;
    }
}
