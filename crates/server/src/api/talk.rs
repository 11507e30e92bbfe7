//! Chat for all at the table, and notes for oneself.

use super::extract::{Body, Params, Path, text};
use super::tables::{find, seats_of};
use crate::App;
use crate::news::mentions;
use crate::problem::{Answer, Problem};
use crate::quotas;
use crate::slot::Facts;
use crate::store::Counted;
use crate::who::{Anybody, Who};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ferrata_wire::{ChatLine, ChatParams, Note, Say, TableStatus};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(chat, say)).routes(routes!(note, write_note))
}

/// Lines of chat.
#[utoipa::path(get, path = "/api/tables/{id}/chat", tag = "talk", params(("id" = String, Path), ChatParams),
    responses((status = 200, body = Vec<ChatLine>), (status = 404, body = Problem)))]
async fn chat(
    State(app): State<App>,
    Anybody(who): Anybody,
    Path(id): Path<String>,
    Params(params): Params<ChatParams>,
) -> Answer<Json<Vec<ChatLine>>> {
    let facts = find(&app, &id, who.as_ref()).await?;
    let limit = i64::from(params.limit.unwrap_or(200).clamp(1, 500));
    let mut lines = lines(&app, &id, params.after.unwrap_or(0), limit).await?;
    lines.retain(|line| may_read(&facts, who.as_ref(), line));
    Ok(Json(lines))
}

/// Whether somebody may read a line: what those say who only watch is nothing for players as long as they play.
pub(super) fn may_read(facts: &Facts, who: Option<&Who>, line: &ChatLine) -> bool {
    let plays = !seats_of(&facts.seats, who).is_empty();
    let running = facts.row.status == TableStatus::Running && facts.row.closed.is_none();
    let over = facts.row.standing.as_ref().is_some_and(|standing| standing.status() == TableStatus::Over);
    !line.watching || !plays || !running || over
}

/// Lines of chat after a number.
pub(super) async fn lines(app: &App, id: &str, after: i64, limit: i64) -> Answer<Vec<ChatLine>> {
    let rows = app.store.chat(id, after, limit).await?;
    Ok(rows
        .into_iter()
        .map(|row| ChatLine {
            number: row.number,
            author: row.author,
            text: row.body,
            at: row.at,
            watching: row.watching != 0,
        })
        .collect())
}

/// Say something to all at the table; whoever only watches, to those who watch.
#[utoipa::path(post, path = "/api/tables/{id}/chat", tag = "talk", params(("id" = String, Path)), request_body = Say,
    responses((status = 201, body = i64), (status = 403, body = Problem)))]
async fn say(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(say): Body<Say>,
) -> Answer<(StatusCode, Json<i64>)> {
    let facts = find(&app, &id, Some(&who)).await?;
    let row = &facts.row;
    let mine = seats_of(&facts.seats, Some(&who));
    let seat = match say.seat {
        Some(seat) => mine.iter().find(|own| own.0 == seat).copied(),
        None => mine.first().copied(),
    };
    if seat.is_none() {
        if say.seat.is_some() {
            return Err(Problem::forbidden("this seat is not yours"));
        }
        who.person()?;
    }
    let body = text("a line", &say.text, 1, 1000)?;
    let author = match seat.and_then(|seat| row.setup.players.get(seat.index())) {
        Some(name) if row.local || row.status != TableStatus::Open => name.clone(),
        _ => who.user.name.clone(),
    };
    quotas::count(&app, &who, Counted::Chat).await?;
    let watching = seat.is_none();
    // Players do not hear those who watch.
    let told = match watching {
        true => Vec::new(),
        false => mentions(&body, &author, &facts.seats, &row.setup.players, app.store.clock().now()),
    };
    let number = app.store.add_chat(&id, &who.user.id, (&author, watching), &body, &told).await?;
    app.hub.changed(&id).await?;
    Ok((StatusCode::CREATED, Json(number)))
}

/// My private note at a table.
#[utoipa::path(get, path = "/api/tables/{id}/note", tag = "talk", params(("id" = String, Path)),
    responses((status = 200, body = Note), (status = 401, body = Problem)))]
async fn note(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<Json<Note>> {
    find(&app, &id, Some(&who)).await?;
    Ok(Json(Note { text: app.store.note(&id, &who.user.id).await?.unwrap_or_default() }))
}

/// Write my private note.
#[utoipa::path(put, path = "/api/tables/{id}/note", tag = "talk", params(("id" = String, Path)), request_body = Note,
    responses((status = 204), (status = 401, body = Problem)))]
async fn write_note(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(note): Body<Note>,
) -> Answer<StatusCode> {
    find(&app, &id, Some(&who)).await?;
    let body = text("a note", &note.text, 0, 20_000)?;
    quotas::count(&app, &who, Counted::Notes).await?;
    app.store.set_note(&id, &who.user.id, &body).await?;
    Ok(StatusCode::NO_CONTENT)
}
