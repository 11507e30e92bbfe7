//! The HTTP API: a module per concern, merged here.

mod account;
mod archive;
mod consent;
mod description;
mod extract;
mod info;
mod live;
mod notify;
mod orders;
mod owner;
mod people;
mod play;
mod programs;
mod seats;
mod tables;
mod talk;

#[cfg(test)]
mod described;

pub(crate) use extract::Path;
pub(crate) use people::Ratings;
pub(crate) use seats::handing;

use crate::App;
use crate::meter;
use crate::problem::Problem;
use axum::Json;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::Instrument;
use utoipa_axum::router::OpenApiRouter;

/// No request but a live stream takes longer.
const TIMEOUT: Duration = Duration::from_secs(30);

/// All documented routes.
pub(crate) fn routes() -> OpenApiRouter<App> {
    let mut routes = OpenApiRouter::with_openapi(description::begin())
        .merge(account::routes())
        .merge(tables::routes())
        .merge(owner::routes())
        .merge(play::routes())
        .merge(consent::routes())
        .merge(programs::routes())
        .merge(seats::routes())
        .merge(people::routes())
        .merge(talk::routes())
        .merge(archive::routes())
        .merge(live::routes())
        .merge(notify::routes())
        .merge(orders::routes());
    description::complete(routes.get_openapi_mut());
    routes
}

/// The description itself, health and figures.
pub(crate) fn meta_routes(openapi: &utoipa::openapi::OpenApi) -> Router<App> {
    let description = Arc::new(serde_json::to_value(openapi).unwrap_or_default());
    Router::new()
        .route("/api/openapi.json", get(move || async move { Json(description.as_ref().clone()) }))
        .route("/healthz", get(async || "alive"))
        .route("/readyz", get(readyz))
        .route("/metrics", get(meter::metrics))
        .route("/rules/{title}", get(crate::rules::rules))
        .route("/api/{*rest}", axum::routing::any(no_such_endpoint))
}

/// How long a write may take before a server does not count as ready.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

/// Whether tables can be read and written: something is written, at most once a second.
async fn readyz(State(app): State<App>) -> Result<&'static str, Problem> {
    let mut last = app.ready.lock().await;
    if !last.is_some_and(|at: Instant| at.elapsed() < Duration::from_secs(1)) {
        *last = None;
        match tokio::time::timeout(WRITE_TIMEOUT, app.store.try_to_write()).await {
            Ok(Ok(())) => *last = Some(Instant::now()),
            Ok(Err(error)) => return Err(Problem::unavailable(error)),
            Err(_) => return Err(Problem::unavailable("a write took longer than two seconds")),
        }
    }
    Ok("ready")
}

async fn no_such_endpoint() -> Problem {
    Problem::not_found("there is no such endpoint; /api/openapi.json lists them all")
}

pub(crate) async fn wrong_method(method: Method) -> Problem {
    Problem::wrong_method(format!(
        "{method} means nothing here; /api/openapi.json says what each address knows"
    ))
}

/// A bug met by one request stays with that request.
pub(crate) fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    Problem::internal("a handler panicked").into_response()
}

/// Lets what changes something go on to its end, even if whoever asked is gone: what is stored and what is known in
/// memory change together.
pub(crate) async fn to_its_end(State(app): State<App>, request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    let under_way = app.under_way.clone().read_owned().await;
    let work = async move {
        let response = next.run(request).await;
        drop(under_way);
        response
    };
    let work = tokio::spawn(work.in_current_span());
    work.await.unwrap_or_else(|error| Problem::internal(error).into_response())
}

/// Ends a request that takes too long.
pub(crate) async fn timeout(request: Request, next: Next) -> Response {
    if request.uri().path().ends_with("/live") {
        return next.run(request).await;
    }
    let answered = tokio::time::timeout(TIMEOUT, next.run(request)).await;
    answered.unwrap_or_else(|_| {
        tracing::warn!("a request took longer than 30 seconds");
        Problem::too_slow().into_response()
    })
}
