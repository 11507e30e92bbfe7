//! Archives: export, import, and forks at any moment.

use super::extract::{Body, GAME, Params, Path, cleaned_name};
use super::play::{moment, with_running};
use super::tables::{Draft, find, seats_of};
use crate::App;
use crate::beginning::Beginning;
use crate::guard::Origin;
use crate::network::Network;
use crate::problem::{Answer, Problem};
use crate::quotas;
use crate::store::Counted;
use crate::who::{Anybody, Who};
use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use ferrata_engine::log::Log;
use ferrata_wire::{
    Arrived, AtParams, ClockTerms, Example, ExportFormat, ExportParams, Fork, UndoPolicy, Visibility,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    let import = OpenApiRouter::new().routes(routes!(import)).layer(Extension(GAME));
    OpenApiRouter::new()
        .routes(routes!(export))
        .routes(routes!(position))
        .routes(routes!(fork))
        .routes(routes!(examples))
        .merge(import)
}

/// The game as a file: set-up and entries in force, as you may see them.
#[utoipa::path(get, path = "/api/tables/{id}/export", tag = "archive", params(("id" = String, Path), ExportParams),
    responses((status = 200, body = Log), (status = 400, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn export(
    State(app): State<App>,
    Anybody(who): Anybody,
    Extension(origin): Extension<Origin>,
    Path(id): Path<String>,
    Params(params): Params<ExportParams>,
) -> Answer<Response> {
    let facts = find(&app, &id, who.as_ref()).await?;
    let mine = seats_of(&facts.seats, who.as_ref());
    let (at, sealed, log) = with_running(&app, &facts, |running| {
        let at = moment(running, params.at)?;
        Ok((at, running.has_sealed(at), running.log(at, &mine)))
    })
    .await?;
    let name = format!("attachment; filename=\"ferrata-{}.json\"", log.setup.title);
    let file = match params.format {
        ExportFormat::Ferrata => Json(log).into_response(),
        ExportFormat::Games18xx if sealed => {
            return Err(Problem::conflict("decisions are still sealed; wait until they open"));
        }
        ExportFormat::Games18xx => {
            let asks = who.map_or(Network::of_client(origin.client).to_string(), |who| who.user.id);
            let file = app.exports.file(&id, at, &asks, log).await?;
            ([(CONTENT_TYPE, "application/json")], file).into_response()
        }
    };
    Ok(([(CONTENT_DISPOSITION, name)], file).into_response())
}

/// The table at any moment, written down as a position: a new table can begin with it.
#[utoipa::path(get, path = "/api/tables/{id}/position", tag = "archive", params(("id" = String, Path), AtParams),
    responses((status = 200, body = String, content_type = "application/toml"), (status = 400, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn position(
    State(app): State<App>,
    Anybody(who): Anybody,
    Path(id): Path<String>,
    Params(params): Params<AtParams>,
) -> Answer<Response> {
    let facts = find(&app, &id, who.as_ref()).await?;
    let text = with_running(&app, &facts, |running| {
        let at = moment(running, params.at)?;
        if running.has_sealed(at) {
            return Err(Problem::conflict(
                "decisions are still sealed there; take an earlier moment or wait until they open",
            ));
        }
        running.position_at(at).map_err(|refusal| Problem::bad_request(refusal.to_string()))
    })
    .await?;
    Ok(([(CONTENT_TYPE, "application/toml; charset=utf-8")], text).into_response())
}

/// Positions from the rulebooks, to be looked at and played from.
#[utoipa::path(get, path = "/api/examples", tag = "archive", responses((status = 200, body = Vec<Example>)))]
async fn examples() -> Json<Vec<Example>> {
    Json(crate::examples::all())
}

/// Try something else: a new table of your own that begins with this one's entries up to a moment.
#[utoipa::path(post, path = "/api/tables/{id}/fork", tag = "archive", params(("id" = String, Path)), request_body = Fork,
    responses((status = 201, body = Arrived), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn fork(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(fork): Body<Fork>,
) -> Answer<(StatusCode, Json<Arrived>)> {
    let facts = find(&app, &id, Some(&who)).await?;
    let log = with_running(&app, &facts, |running| {
        let at = moment(running, Some(fork.at))?;
        if running.has_sealed(at) {
            return Err(Problem::conflict(
                "decisions are still sealed there; fork from an earlier moment or wait until they open",
            ));
        }
        Ok(running.log(at, &[]))
    })
    .await?;
    arrive(&app, &who, log, format!("{} (from {})", facts.row.name, fork.at)).await
}

/// Bring a game from a file: our own format, or an export of 18xx.games.
#[utoipa::path(post, path = "/api/import", tag = "archive", request_body = Object,
    responses((status = 201, body = Arrived), (status = 400, body = Problem), (status = 422, body = Problem)))]
async fn import(
    State(app): State<App>,
    who: Who,
    Body(file): Body<serde_json::Value>,
) -> Answer<(StatusCode, Json<Arrived>)> {
    let log = tokio::task::spawn_blocking(move || read_file(&file)).await.map_err(Problem::internal)??;
    let name = format!("{} (imported)", log.setup.title);
    arrive(&app, &who, log, name).await
}

fn read_file(file: &serde_json::Value) -> Answer<Log> {
    let replay = ferrata_interop::replay(&file.to_string(), None);
    replay.map(|replay| replay.log).map_err(|error| Problem::bad_request(error.to_string()))
}

async fn arrive(app: &App, who: &Who, mut log: Log, name: String) -> Answer<(StatusCode, Json<Arrived>)> {
    quotas::count(app, who, Counted::Forks).await?;
    for (seat, player) in log.setup.players.iter_mut().enumerate() {
        *player = cleaned_name(player, seat);
    }
    let (entries, now) = (log.entries.len(), app.store.clock().now());
    let beginning =
        tokio::task::spawn_blocking(move || Beginning::new(log, now)).await.map_err(Problem::internal)??;
    let owner = who.user.id.as_str();
    let draft = Draft {
        name: name.chars().take(60).collect(),
        local: true,
        undo: UndoPolicy::Free,
        visibility: Visibility::Link,
        clock: ClockTerms::default(),
        owner,
    };
    let created = draft.store(app, beginning, |_| Some(owner.to_owned())).await?;
    Ok((StatusCode::CREATED, Json(Arrived { id: created.id, entries })))
}
