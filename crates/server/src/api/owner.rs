//! What who made a table may do with it besides playing.

use super::extract::{Body, Path, text};
use super::info::info;
use super::seats::checked;
use super::tables::find;
use crate::App;
use crate::beginning::Beginning;
use crate::problem::{Answer, Problem};
use crate::secret::{key_hash, random_key};
use crate::slot::Facts;
use crate::store::Changed;
use crate::who::Who;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ferrata_engine::log::Log;
use ferrata_engine::text::PlainNames;
use ferrata_engine::turn::Setup;
use ferrata_titles::catalogue;
use ferrata_wire::{SeatKey, TableChange, TableInfo, TableStatus};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(change, delete)).routes(routes!(remove)).routes(routes!(new_key))
}

/// A table of one's own.
async fn own(app: &App, id: &str, who: &Who) -> Answer<Arc<Facts>> {
    let facts = find(app, id, Some(who)).await?;
    if facts.row.owner_id != who.user.id {
        return Err(Problem::forbidden("only who made the table can do that"));
    }
    Ok(facts)
}

/// Rename a table; change its options, who may see it and when something may be taken back, as long as it has not
/// started.
#[utoipa::path(patch, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path)), request_body = TableChange,
    responses((status = 200, body = TableInfo), (status = 400, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn change(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(change): Body<TableChange>,
) -> Answer<Json<TableInfo>> {
    let facts = own(&app, &id, &who).await?;
    let name = change.name.map(|name| text("a table's name", &name, 1, 60)).transpose()?;
    let (undo, visibility, clock) = (change.undo, change.visibility, change.clock);
    let more_than_the_name =
        undo.is_some() || visibility.is_some() || change.options.is_some() || clock.is_some();
    let row = &facts.row;
    clock.map_or(Ok(()), |terms| checked(&terms, row.local))?;
    let setup = match change.options {
        Some(options) if row.status == TableStatus::Open => with_options(&row.setup, &options).await?,
        _ => row.setup.clone(),
    };
    let changed = Changed {
        name: name.unwrap_or_else(|| row.name.clone()),
        setup,
        undo: undo.unwrap_or(row.undo),
        visibility: visibility.unwrap_or(row.visibility),
        clock,
        more_than_the_name,
    };
    if !app.store.change_table(&id, &changed).await? {
        return Err(Problem::conflict("the table has started; only its name can be changed now"));
    }
    app.hub.changed(&id).await?;
    let facts = find(&app, &id, Some(&who)).await?;
    Ok(Json(info(&app, &facts, Some(&who)).await?))
}

/// A set-up with other options, if the rules have it.
async fn with_options(setup: &Setup, options: &[String]) -> Answer<Setup> {
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let info = catalogue::find(setup.title.as_str());
    let other = info.and_then(|info| info.setup(setup.edition.as_str(), &options, setup.players.clone()));
    let other = other.map_err(|refusal| Problem::refused(&refusal, &PlainNames))?;
    let other = Setup { position: setup.position.clone(), ..other };
    let begin = move || Beginning::new(Log::new(other), 0);
    let beginning = tokio::task::spawn_blocking(begin).await.map_err(Problem::internal)??;
    Ok(beginning.setup)
}

/// Delete a table that has not started, or at which nobody else sits.
#[utoipa::path(delete, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn delete(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<StatusCode> {
    own(&app, &id, &who).await?;
    if !app.store.delete_own_table(&id, &who.user.id).await? {
        return Err(Problem::conflict(
            "others play at this table; it can be ended if all agree, but it is not deleted",
        ));
    }
    app.hub.forget(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove somebody from a table that has not started.
#[utoipa::path(delete, path = "/api/tables/{id}/seats/{seat}", tag = "tables",
    params(("id" = String, Path), ("seat" = u8, Path)),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn remove(
    State(app): State<App>,
    who: Who,
    Path((id, seat)): Path<(String, u8)>,
) -> Answer<StatusCode> {
    let facts = own(&app, &id, &who).await?;
    let sits = facts.seats.iter().find(|one| one.seat == i64::from(seat));
    let user = sits.and_then(|seat| seat.user_id.as_deref());
    let user = user.ok_or_else(|| Problem::conflict("nobody sits there"))?;
    if !app.store.leave_seats(&id, user).await? {
        return Err(Problem::conflict("the table has started; nobody can be removed any more"));
    }
    // Whoever was removed does not come back by the key they had.
    let key = random_key(24).map_err(Problem::internal)?;
    app.store.set_seat_key(&id, seat.into(), &key_hash(&key)).await?;
    app.hub.changed(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Make a new key for a seat at which nobody sits; the one it had is good no more.
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}/key", tag = "tables",
    params(("id" = String, Path), ("seat" = u8, Path)),
    responses((status = 200, body = SeatKey), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn new_key(
    State(app): State<App>,
    who: Who,
    Path((id, seat)): Path<(String, u8)>,
) -> Answer<Json<SeatKey>> {
    let facts = own(&app, &id, &who).await?;
    let free = facts.seats.iter().any(|one| one.seat == i64::from(seat) && one.user_id.is_none());
    let key = random_key(24).map_err(Problem::internal)?;
    if !free || !app.store.set_seat_key(&id, seat.into(), &key_hash(&key)).await? {
        return Err(Problem::conflict("somebody sits there, or there is no such seat"));
    }
    app.hub.changed(&id).await?;
    Ok(Json(SeatKey { key }))
}
