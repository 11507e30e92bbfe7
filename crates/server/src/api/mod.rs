//! The HTTP API: a module per concern, merged here.

mod account;
mod archive;
mod extract;
mod info;
mod live;
mod play;
mod tables;
mod talk;

#[cfg(test)]
mod described;

use crate::App;
use crate::meter;
use crate::problem::Problem;
use axum::Json;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;
use std::time::Duration;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// No request but a live stream takes longer.
const TIMEOUT: Duration = Duration::from_secs(30);

#[derive(OpenApi)]
#[openapi(info(
    title = "Ferrata",
    description = "Tables for railway games of the 18xx family: play, replay and study."
))]
struct Description;

/// All documented routes.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .merge(account::routes())
        .merge(tables::routes())
        .merge(play::routes())
        .merge(talk::routes())
        .merge(archive::routes())
        .merge(live::routes())
}

/// The description itself, health and figures.
pub(crate) fn meta_routes(openapi: &utoipa::openapi::OpenApi) -> Router<App> {
    let description = Arc::new(serde_json::to_value(openapi).unwrap_or_default());
    Router::new()
        .route("/api/openapi.json", get(move || async move { Json(description.as_ref().clone()) }))
        .route("/healthz", get(healthz))
        .route("/metrics", get(meter::metrics))
        .route("/api/{*rest}", axum::routing::any(no_such_endpoint))
}

async fn healthz(State(app): State<App>) -> Result<&'static str, Problem> {
    app.store.ping().await?;
    Ok("well")
}

async fn no_such_endpoint() -> Problem {
    Problem::not_found("there is no such endpoint; /api/openapi.json lists them all")
}

/// A bug met by one request stays with that request.
pub(crate) fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    Problem::internal("a handler panicked").into_response()
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
