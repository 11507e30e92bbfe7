//! Errors as problem details (RFC 9457). What goes wrong inside is logged, never sent.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ferrata_engine::{Names, Refusal};
use ferrata_wire::{ProblemKind, Record};
use std::borrow::Cow;
use utoipa::openapi::{RefOr, Schema};

/// What the body of every problem is.
pub(crate) const CONTENT_TYPE: &str = "application/problem+json";

/// An error as it is sent to a client.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    said: Box<ferrata_wire::Problem>,
    /// After how many seconds to try again.
    retry_after: Option<u32>,
}

impl Problem {
    fn new(kind: ProblemKind, detail: impl Into<String>) -> Problem {
        Problem { said: Box::new(ferrata_wire::Problem::new(kind, detail)), retry_after: None }
    }

    /// The input makes no sense.
    pub(crate) fn bad_request(detail: impl Into<String>) -> Problem {
        Problem::new(ProblemKind::BadRequest, detail)
    }

    /// Nobody is signed in.
    pub(crate) fn unauthorized(detail: impl Into<String>) -> Problem {
        Problem::new(ProblemKind::SignIn, detail)
    }

    /// Signed in, but this is not theirs to do.
    pub(crate) fn forbidden(detail: impl Into<String>) -> Problem {
        Problem::new(ProblemKind::Forbidden, detail)
    }

    /// There is nothing of that name, or nothing that this person may see.
    pub(crate) fn not_found(detail: impl Into<String>) -> Problem {
        Problem::new(ProblemKind::NotFound, detail)
    }

    /// The address does not know this method.
    pub(crate) fn wrong_method(detail: impl Into<String>) -> Problem {
        Problem::new(ProblemKind::WrongMethod, detail)
    }

    /// Something else happened first.
    pub(crate) fn conflict(detail: impl Into<String>) -> Problem {
        Problem::new(ProblemKind::Conflict, detail)
    }

    /// Too much at once; to be tried again after so many seconds.
    pub(crate) fn too_many(detail: impl Into<String>, seconds: u32) -> Problem {
        Problem { retry_after: Some(seconds.max(1)), ..Problem::new(ProblemKind::TooMany, detail) }
    }

    /// The body is larger than any request needs.
    pub(crate) fn too_large(limit: usize) -> Problem {
        Problem::new(ProblemKind::TooLarge, format!("the body is larger than {} KiB", limit >> 10))
    }

    /// The database does not do its work just now.
    pub(crate) fn unavailable(cause: impl std::fmt::Display) -> Problem {
        tracing::error!(%cause, "the database does not do its work");
        let detail =
            "The server cannot read or write its data just now. Nothing was changed; try again soon.";
        Problem { retry_after: Some(5), ..Problem::new(ProblemKind::Unavailable, detail) }
    }

    /// Whether the same may well be answered soon.
    pub(crate) fn is_passing(&self) -> bool {
        self.said.kind == ProblemKind::Unavailable
    }

    /// The rules refuse an action, said with the names of its table.
    pub(crate) fn refused(refusal: &Refusal, names: &dyn Names) -> Problem {
        let mut problem = Problem::new(ProblemKind::Refused, refusal.render(names));
        problem.said.rule = refusal.rule.map(|rule| rule.to_string());
        problem
    }

    /// Something broke inside; the cause goes to the log only.
    pub(crate) fn internal(cause: impl std::fmt::Display) -> Problem {
        tracing::error!(%cause, "a request failed inside the server");
        let detail = "The server could not finish this. Look whether it was done, then try again.";
        Problem::new(ProblemKind::Internal, detail)
    }

    /// It takes too long; what was begun may still be done.
    pub(crate) fn too_slow() -> Problem {
        let detail = "This took longer than 30 seconds. Look whether it was done, then try again.";
        Problem::new(ProblemKind::TooSlow, detail)
    }

    /// Whether something else happened first.
    pub(crate) fn is_conflict(&self) -> bool {
        self.said.kind == ProblemKind::Conflict
    }

    /// Adds what came in between.
    pub(crate) fn with_missed(mut self, missed: Vec<Record>) -> Problem {
        self.said.missed = missed;
        self
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.said.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.said)).into_response();
        let kind = HeaderValue::from_static(CONTENT_TYPE);
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// It is described as what it is on the wire.
impl utoipa::PartialSchema for Problem {
    fn schema() -> RefOr<Schema> {
        <ferrata_wire::Problem as utoipa::PartialSchema>::schema()
    }
}

impl utoipa::ToSchema for Problem {
    fn name() -> Cow<'static, str> {
        <ferrata_wire::Problem as utoipa::ToSchema>::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        <ferrata_wire::Problem as utoipa::ToSchema>::schemas(schemas);
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Problem {
        if is_away(&error) { Problem::unavailable(error) } else { Problem::internal(error) }
    }
}

/// Whether the database itself is not there, or sends everybody away: what was asked was no mistake.
fn is_away(error: &sqlx::Error) -> bool {
    // PostgreSQL's classes of errors: of connections, of resources, by whoever runs it.
    const AWAY: [&str; 3] = ["08", "53", "57"];
    match error {
        sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) => true,
        sqlx::Error::Database(error) => {
            let code = error.code();
            code.is_some_and(|code| code.len() == 5 && AWAY.iter().any(|class| code.starts_with(class)))
        }
        _ => false,
    }
}

/// What handlers return.
pub(crate) type Answer<T> = Result<T, Problem>;
