//! Play: read the log and the table at any moment, act, take back.

use super::consent::{ask, others};
use super::extract::{Body, Params, Path};
use super::tables::{find, find_known, seats_of};
use crate::App;
use crate::hub::{Appended, Wanted};
use crate::plan::{conflict, may_undo};
use crate::problem::{Answer, Problem};
use crate::running::Running;
use crate::secret::random_key;
use crate::slot::Facts;
use crate::store::{RecordBody, SeatRow, TableRow};
use crate::who::{Anybody, Who};
use axum::Json;
use axum::extract::State;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::{Title, Turn};
use ferrata_wire::{
    Act, AtParams, Done, LogParams, LogPart, Moment, TableStatus, Undo, UndoPolicy, Wish, WishAnswer,
};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(log)).routes(routes!(view)).routes(routes!(act)).routes(routes!(undo))
}

/// The log, as you may see it.
#[utoipa::path(get, path = "/api/tables/{id}/log", tag = "play", params(("id" = String, Path), LogParams),
    responses((status = 200, body = LogPart), (status = 404, body = Problem)))]
async fn log(
    State(app): State<App>,
    Anybody(who): Anybody,
    Path(id): Path<String>,
    Params(params): Params<LogParams>,
) -> Answer<Json<LogPart>> {
    let facts = find(&app, &id, who.as_ref()).await?;
    let mine = seats_of(&facts.seats, who.as_ref());
    let limit = params.limit.unwrap_or(500).clamp(1, 2000) as usize;
    with_running(&app, &facts, |running| {
        let records = running.seen(params.after.unwrap_or(0), limit, &mine);
        Ok(Json(LogPart { records, last: running.number() }))
    })
    .await
}

/// The table now or at any moment, with what may be done then.
#[utoipa::path(get, path = "/api/tables/{id}/view", tag = "play", params(("id" = String, Path), AtParams),
    responses((status = 200, body = Moment), (status = 400, body = Problem), (status = 404, body = Problem)))]
async fn view(
    State(app): State<App>,
    Anybody(who): Anybody,
    Path(id): Path<String>,
    Params(params): Params<AtParams>,
) -> Answer<Json<Moment>> {
    let facts = find(&app, &id, who.as_ref()).await?;
    with_running(&app, &facts, |running| {
        let at = moment(running, params.at)?;
        let past;
        let game = if at == running.number() {
            running.game()
        } else {
            past = running.game_at(at).map_err(|refusal| Problem::bad_request(refusal.to_string()))?;
            &past
        };
        let hash = format!("{:016x}", game.hash());
        Ok(Json(Moment { at, hash, view: game.view(), offers: game.offers() }))
    })
    .await
}

/// Act.
#[utoipa::path(post, path = "/api/tables/{id}/entries", tag = "play", params(("id" = String, Path)), request_body = Act,
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn act(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(act): Body<Act>,
) -> Answer<Json<Done>> {
    let (facts, seat) = at_own_seat(&app, &id, &who, act.seat).await?;
    let request =
        Appending { number: act.number, seat, body: RecordBody::Entry(act.action), stream: act.stream };
    let Appended { number, last, records, events } = append(&app, facts, &who, request, act.retry).await?;
    Ok(Json(Done { number, last, records, events }))
}

/// The table, if this person may act there for this seat. Only if what is known here says no, or that the table
/// has not started, the database is asked again.
async fn at_own_seat(app: &App, id: &str, who: &Who, seat: u8) -> Answer<(Arc<Facts>, SeatId)> {
    if let Ok(facts) = find_known(app, id, Some(who)).await
        && facts.row.status != TableStatus::Open
        && let Ok(seat) = own_seat(&facts.seats, who, seat)
    {
        return Ok((facts, seat));
    }
    let facts = find(app, id, Some(who)).await?;
    let seat = own_seat(&facts.seats, who, seat)?;
    Ok((facts, seat))
}

/// A record that somebody wants.
pub(super) struct Appending {
    pub(super) number: u64,
    pub(super) seat: SeatId,
    pub(super) body: RecordBody,
    /// The stream of who wants it.
    pub(super) stream: Option<String>,
}

pub(super) async fn append(
    app: &App,
    facts: Arc<Facts>,
    who: &Who,
    request: Appending,
    retry: Option<String>,
) -> Answer<Appended> {
    is_played(&facts.row)?;
    let retry = match retry {
        Some(key) => format!("{}:{}", who.user.id, own_key("retry", key)?),
        None => random_key(20).map_err(Problem::internal)?,
    };
    let Appending { number, seat, body, stream } = request;
    let stream = stream.map(|key| own_key("stream", key)).transpose()?;
    let mine = seats_of(&facts.seats, Some(who));
    let (user, policy) = (who.user.id.clone(), facts.row.undo);
    let wanted = Wanted { number, seat, body, user, mine, policy, retry, stream };
    let appended = app.hub.append(facts, wanted).await?;
    app.meter.entries.inc();
    Ok(appended)
}

/// A key that a client chose.
pub(super) fn own_key(what: &str, key: String) -> Answer<String> {
    if (8..=64).contains(&key.len()) {
        return Ok(key);
    }
    Err(Problem::bad_request(format!("\"{what}\" must have 8 to 64 characters")))
}

fn not_started() -> Problem {
    Problem::conflict("the table has not started yet")
}

/// Refuses a table that has not started, and one that was closed.
pub(super) fn is_played(row: &TableRow) -> Answer<()> {
    match (row.status, row.closed) {
        (TableStatus::Open, _) => Err(not_started()),
        (_, Some(_)) => {
            Err(Problem::conflict("this table was closed: it can be looked at, but not played on"))
        }
        _ => Ok(()),
    }
}

/// Take back, or ask the others to agree, by the table's policy.
#[utoipa::path(post, path = "/api/tables/{id}/undo", tag = "play", params(("id" = String, Path)), request_body = Undo,
    responses((status = 200, body = WishAnswer), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn undo(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(undo): Body<Undo>,
) -> Answer<Json<WishAnswer>> {
    let facts = find(&app, &id, Some(&who)).await?;
    let Facts { row, seats, .. } = facts.as_ref();
    let seat = own_seat(seats, &who, undo.seat)?;
    let mine = seats_of(seats, Some(&who));
    let policy = row.undo;
    with_running(&app, &facts, |running| {
        // Whoever asks for something must know what is there: the request is about what follows on it.
        if undo.number != running.number() + 1 {
            return Err(conflict(running, undo.number, &mine));
        }
        may_undo(running, policy, &mine, undo.to)
    })
    .await?;
    let damaged = with_running(&app, &facts, |running| Ok(running.damage().is_some())).await?;
    let needs_consent = policy == UndoPolicy::Consent || policy == UndoPolicy::Own && damaged;
    let waiting = if needs_consent { others(seats, seat) } else { Vec::new() };
    if !waiting.is_empty() {
        return ask(&app, row, Wish::Undo { to: undo.to }, undo.number - 1, seat, waiting).await;
    }
    let request =
        Appending { number: undo.number, seat, body: RecordBody::Undo(undo.to), stream: undo.stream };
    let records = append(&app, facts.clone(), &who, request, None).await?.records;
    Ok(Json(WishAnswer { done: true, waiting, records }))
}

pub(super) fn own_seat(seats: &[SeatRow], who: &Who, seat: u8) -> Answer<SeatId> {
    if seats_of(seats, Some(who)).contains(&SeatId(seat)) {
        return Ok(SeatId(seat));
    }
    Err(Problem::forbidden(format!("seat {} is not yours", u32::from(seat) + 1)))
}

/// The moment that was asked for, if there is such a record; now, if none was.
pub(super) fn moment(running: &Running, at: Option<u64>) -> Answer<u64> {
    let last = running.number();
    match at {
        Some(at) if at > last => Err(Problem::bad_request(format!("there are only {last} records"))),
        Some(at) => Ok(at),
        None => Ok(last),
    }
}

/// Reads from a started table's running state.
pub(super) async fn with_running<T>(
    app: &App,
    facts: &Facts,
    read: impl FnOnce(&Running) -> Answer<T>,
) -> Answer<T> {
    let row = &facts.row;
    if row.status == TableStatus::Open {
        return Err(not_started());
    }
    let slot = app.hub.slot(&row.id);
    let mut locked = app.hub.lock(&slot, row).await?;
    let chance_waits = {
        let running = locked.running()?;
        running.damage().is_none()
            && running.changed().is_none()
            && matches!(running.game().turn(), Turn::Chance(_))
    };
    if chance_waits {
        // A server stopped between an entry and the draw that follows it.
        drop(locked);
        app.hub.let_chance_decide(facts).await?;
        locked = app.hub.lock(&slot, row).await?;
    }
    read(locked.running()?)
}
