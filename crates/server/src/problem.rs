//! Errors as problem details (RFC 9457). What goes wrong inside is logged, never sent.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ferrata_engine::refusal::Refusal;
use serde::Serialize;
use utoipa::ToSchema;

/// An error as sent to a client.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// The kind of problem, a stable word: `not-found`, `refused`, `conflict`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The same for people.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What was wrong here and what would be right.
    pub detail: String,
    /// The rule that refuses an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// For a conflict: the records that came in between.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = crate::api::missed)]
    pub missed: Option<serde_json::Value>,
}

impl Problem {
    fn new(
        status: StatusCode,
        kind: &'static str,
        title: &'static str,
        detail: impl Into<String>,
    ) -> Problem {
        Problem { kind, title, status: status.as_u16(), detail: detail.into(), rule: None, missed: None }
    }

    /// The input makes no sense.
    pub(crate) fn bad_request(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "bad-request", "The request cannot be understood", detail)
    }

    /// Nobody is signed in.
    pub(crate) fn unauthorized(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, "sign-in", "Sign in first", detail)
    }

    /// Signed in, but this is not theirs to do.
    pub(crate) fn forbidden(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "forbidden", "This is not yours to do", detail)
    }

    /// There is no such thing, or none that this person may see.
    pub(crate) fn not_found(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not-found", "There is no such thing here", detail)
    }

    /// Something else happened first.
    pub(crate) fn conflict(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, "conflict", "Something else happened first", detail)
    }

    /// Too much at once.
    pub(crate) fn too_many(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many", "Too many requests", detail)
    }

    /// The body is larger than any request needs.
    pub(crate) fn too_large() -> Problem {
        let detail = "the body is larger than 4 MiB";
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "The request is too large", detail)
    }

    /// The rules refuse an action.
    pub(crate) fn refused(refusal: &Refusal) -> Problem {
        let title = "The rules do not allow this";
        let mut problem =
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", title, refusal.because.clone());
        problem.rule = refusal.rule.map(|rule| rule.to_string());
        problem
    }

    /// Something broke inside; the cause goes to the log only.
    pub(crate) fn internal(cause: impl std::fmt::Display) -> Problem {
        tracing::error!(%cause, "a request failed inside the server");
        let detail = "The server could not finish this. Look whether it was done, then try again.";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "Something broke here", detail)
    }

    /// It takes too long; what was begun may still be done.
    pub(crate) fn too_slow() -> Problem {
        let detail = "This took longer than 30 seconds. Look whether it was done, then try again.";
        Problem::new(StatusCode::GATEWAY_TIMEOUT, "too-slow", "This takes too long", detail)
    }

    /// Adds what came in between.
    pub(crate) fn with_missed(mut self, missed: serde_json::Value) -> Problem {
        self.missed = Some(missed);
        self
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Problem {
        Problem::internal(error)
    }
}

/// What handlers return.
pub(crate) type Answer<T> = Result<T, Problem>;
