//! Play: read the log and the table at any moment, act, take back.

use super::extract::{Body, Params};
use super::tables::{find, find_known, seats_of};
use crate::App;
use crate::hub::{Appended, Wanted};
use crate::problem::{Answer, Problem};
use crate::running::Running;
use crate::secret::random_key;
use crate::slot::Facts;
use crate::store::{RecordBody, SeatRow, TableRow, UndoRequest};
use crate::who::{Anybody, Who};
use axum::Json;
use axum::extract::{Path, State};
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::{Title, Turn};
use ferrata_wire::{
    Act, Agree, AtParams, Done, LogParams, LogPart, Moment, TableStatus, Undo, UndoAnswer, UndoPolicy,
};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(log))
        .routes(routes!(view))
        .routes(routes!(act))
        .routes(routes!(undo))
        .routes(routes!(answer_undo))
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
    with_running(&app, &facts.row, |running| {
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
    with_running(&app, &facts.row, |running| {
        let at = moment(running, params.at)?;
        let past;
        let game = if at == running.number() {
            running.game()
        } else {
            past =
                running.game_at(at).map_err(|refusal| Problem::bad_request(refusal.because.to_string()))?;
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
        Request { number: act.number, seat, body: RecordBody::Entry(act.action), stream: act.stream };
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
struct Request {
    number: u64,
    seat: SeatId,
    body: RecordBody,
    /// The stream of who wants it.
    stream: Option<String>,
}

async fn append(
    app: &App,
    facts: Arc<Facts>,
    who: &Who,
    request: Request,
    retry: Option<String>,
) -> Answer<Appended> {
    if facts.row.status == TableStatus::Open {
        return Err(not_started());
    }
    let retry = match retry {
        Some(key) => format!("{}:{}", who.user.id, own_key("retry", key)?),
        None => random_key(20).map_err(Problem::internal)?,
    };
    let Request { number, seat, body, stream } = request;
    let stream = stream.map(|key| own_key("stream", key)).transpose()?;
    let mine = seats_of(&facts.seats, Some(who));
    let wanted = Wanted { number, seat, body, user: who.user.id.clone(), mine, retry, stream };
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

/// Take back, or ask the others to agree, by the table's policy.
#[utoipa::path(post, path = "/api/tables/{id}/undo", tag = "play", params(("id" = String, Path)), request_body = Undo,
    responses((status = 200, body = UndoAnswer), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn undo(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(undo): Body<Undo>,
) -> Answer<Json<UndoAnswer>> {
    let facts = find(&app, &id, Some(&who)).await?;
    let Facts { row, seats, .. } = facts.as_ref();
    let seat = own_seat(seats, &who, undo.seat)?;
    let mine = seats_of(seats, Some(&who));
    let policy = row.undo;
    with_running(&app, row, |running| may_undo(running, policy, &mine, undo.to)).await?;
    let waiting = if policy == UndoPolicy::Consent { others(seats, &who) } else { Vec::new() };
    if !waiting.is_empty() {
        let request = UndoRequest {
            back_to: undo.to,
            number: undo.number.saturating_sub(1),
            seat: seat.0,
            agreed: Vec::new(),
        };
        app.store.set_undo_request(&id, Some(&request)).await?;
        app.hub.changed(&id).await?;
        return Ok(Json(UndoAnswer { done: false, waiting, records: Vec::new() }));
    }
    let request = Request { number: undo.number, seat, body: RecordBody::Undo(undo.to), stream: undo.stream };
    let records = append(&app, facts.clone(), &who, request, None).await?.records;
    Ok(Json(UndoAnswer { done: true, waiting, records }))
}

/// Answer somebody who asks to take back.
#[utoipa::path(post, path = "/api/tables/{id}/undo/answer", tag = "play", params(("id" = String, Path)), request_body = Agree,
    responses((status = 200, body = UndoAnswer), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn answer_undo(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(answer): Body<Agree>,
) -> Answer<Json<UndoAnswer>> {
    let facts = find(&app, &id, Some(&who)).await?;
    let mine = seats_of(&facts.seats, Some(&who));
    if mine.is_empty() {
        return Err(Problem::forbidden("only players of this table are asked"));
    }
    let asked = app.store.undo_request(&id).await?;
    let mut request = asked.ok_or_else(|| Problem::conflict("nobody asks to take anything back"))?;
    let last = with_running(&app, &facts.row, |running| Ok(running.number())).await?;
    let still = request.number == last;
    request.agreed.extend(mine.iter().map(|seat| seat.0));
    let waiting = if answer.agree && still { not_agreed(&facts.seats, &request) } else { Vec::new() };
    app.store.set_undo_request(&id, (!waiting.is_empty()).then_some(&request)).await?;
    app.hub.changed(&id).await?;
    if answer.agree && !still {
        return Err(Problem::conflict("play has gone on since it was asked"));
    }
    let done = answer.agree && waiting.is_empty();
    if !done {
        return Ok(Json(UndoAnswer { done, waiting, records: Vec::new() }));
    }
    let body = RecordBody::Undo(request.back_to);
    let request = Request { number: last + 1, seat: SeatId(request.seat), body, stream: answer.stream };
    let records = append(&app, facts, &who, request, None).await?.records;
    Ok(Json(UndoAnswer { done, waiting, records }))
}

/// The seats of others than the one who asks that have not agreed yet.
fn not_agreed(seats: &[SeatRow], request: &UndoRequest) -> Vec<u8> {
    let asker = seats.iter().find(|seat| seat.seat == i64::from(request.seat));
    let asker = asker.and_then(|seat| seat.user_id.as_ref());
    let others = seats.iter().filter(|seat| seat.user_id.as_ref() != asker).map(|seat| seat.seat as u8);
    others.filter(|seat| !request.agreed.contains(seat)).collect()
}

/// Whether the policy lets these seats take back to record `to`.
fn may_undo(running: &Running, policy: UndoPolicy, mine: &[SeatId], to: u64) -> Answer<()> {
    if to >= running.number() {
        return Err(Problem::conflict("there is nothing after that record to take back"));
    }
    if running.splits_sealed(to) {
        return Err(Problem::conflict(
            "decisions made in secret and opened can only be taken back all together",
        ));
    }
    match (policy, running.last_of_a_player()) {
        (UndoPolicy::Free | UndoPolicy::Consent, _) => Ok(()),
        (UndoPolicy::Own, Some((seat, before)))
            if mine.contains(&SeatId(seat)) && running.same_moment(before, to) =>
        {
            Ok(())
        }
        (UndoPolicy::Own, _) => {
            Err(Problem::forbidden("at this table only your own last entry can be taken back"))
        }
    }
}

fn others(seats: &[SeatRow], who: &Who) -> Vec<u8> {
    let other = |seat: &&SeatRow| seat.user_id.as_deref() != Some(who.user.id.as_str());
    seats.iter().filter(other).map(|seat| seat.seat as u8).collect()
}

fn own_seat(seats: &[SeatRow], who: &Who, seat: u8) -> Answer<SeatId> {
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
    row: &TableRow,
    read: impl FnOnce(&Running) -> Answer<T>,
) -> Answer<T> {
    if row.status == TableStatus::Open {
        return Err(not_started());
    }
    let slot = app.hub.slot(&row.id);
    let mut locked = app.hub.lock(&slot, row).await?;
    let chance_waits = {
        let running = locked.running()?;
        running.damage().is_none() && matches!(running.game().turn(), Turn::Chance(_))
    };
    if chance_waits {
        // A server stopped between an entry and the draw that follows it.
        drop(locked);
        app.hub.let_chance_decide(row).await?;
        locked = app.hub.lock(&slot, row).await?;
    }
    read(locked.running()?)
}
