//! Seats that programs play.

use super::extract::{Body, Path};
use super::info::info;
use super::tables::find;
use crate::App;
use crate::problem::{Answer, Problem};
use crate::programs;
use crate::who::Who;
use axum::Json;
use axum::extract::State;
use ferrata_wire::{SeatProgram, TableInfo, TableStatus};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(give)).routes(routes!(play_on))
}

/// Give a seat to a program, or back to people.
#[utoipa::path(post, path = "/api/tables/{id}/programs", tag = "tables", params(("id" = String, Path)),
    request_body = SeatProgram,
    responses((status = 200, body = TableInfo), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
async fn give(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(wanted): Body<SeatProgram>,
) -> Answer<Json<TableInfo>> {
    let facts = find(&app, &id, Some(&who)).await?;
    let row = &facts.row;
    if row.owner_id != who.user.id {
        return Err(Problem::forbidden("only who made the table can give a seat to a program"));
    }
    let seat = facts.seats.iter().find(|seat| seat.seat == i64::from(wanted.seat));
    let seat =
        seat.ok_or_else(|| Problem::conflict(format!("there is no seat {}", u32::from(wanted.seat) + 1)))?;
    let others =
        seat.user_id.as_ref().is_some_and(|user| *user != who.user.id && !programs::is_program(user));
    if others && !row.local && row.status != TableStatus::Open {
        return Err(Problem::conflict(
            "somebody plays this seat; ask the others to give it to a program (/seats/N/successor)",
        ));
    }
    if wanted.level.is_none() && seat.absent_id.is_some() {
        return Err(Problem::conflict("whoever the program stands in for comes back by themselves"));
    }
    let here = |user: &String| *user != who.user.id && app.hub.slot(&id).present().contains_key(user);
    if wanted.level.is_some() && seat.user_id.as_ref().is_some_and(here) {
        return Err(Problem::conflict("whoever has this seat is at the table now"));
    }
    let user = match wanted.level {
        Some(level) => Some(programs::account(&app, level).await?),
        // A seat that people play already stays whose it is.
        None if programs::level(seat).is_none() => seat.user_id.clone(),
        None => row.local.then(|| row.owner_id.clone()),
    };
    app.store.seat_somebody(&id, seat.seat, user.as_deref()).await?;
    app.hub.changed(&id).await?;
    if wanted.level.is_some() {
        programs::attend(&app, &id);
    }
    let facts = find(&app, &id, Some(&who)).await?;
    Ok(Json(info(&app, &facts, Some(&who)).await?))
}

/// Let the programs of a table at which only they sit play to the end of the round.
#[utoipa::path(post, path = "/api/tables/{id}/programs/round", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = TableInfo), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
async fn play_on(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<Json<TableInfo>> {
    let facts = find(&app, &id, Some(&who)).await?;
    if facts.row.owner_id != who.user.id {
        return Err(Problem::forbidden("only who made the table can let its programs play on"));
    }
    if facts.seats.iter().any(|seat| programs::level(seat).is_none()) {
        return Err(Problem::conflict(
            "a seat is a person's: programs play on by themselves when it is their turn",
        ));
    }
    let told = info(&app, &facts, Some(&who)).await?;
    let running = told.status == TableStatus::Running;
    let round = told.round.clone().filter(|_| running);
    app.programs.ask(&id, round.ok_or_else(|| Problem::conflict("no round is played at this table"))?);
    programs::attend(&app, &id);
    app.hub.slot(&id).wake();
    Ok(Json(told))
}
