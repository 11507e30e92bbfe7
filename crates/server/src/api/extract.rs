//! Input, checked: what axum's own extractors refuse becomes a problem with a clear word.

use crate::problem::Problem;
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        let refused = |rejection: JsonRejection| match rejection {
            JsonRejection::MissingJsonContentType(_) => {
                Problem::bad_request("send the body with \"Content-Type: application/json\"")
            }
            other if other.status() == 413 => Problem::too_large(),
            other => Problem::bad_request(other.body_text()),
        };
        Json::from_request(request, state).await.map(|Json(body)| Body(body)).map_err(refused)
    }
}

/// Query parameters.
pub(super) struct Params<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params<T>, Problem> {
        let refused = |rejection: QueryRejection| Problem::bad_request(rejection.body_text());
        Query::from_request_parts(parts, state).await.map(|Query(params)| Params(params)).map_err(refused)
    }
}

/// A text within bounds, trimmed.
pub(super) fn text(what: &str, value: &str, min: usize, max: usize) -> Result<String, Problem> {
    let value = value.trim();
    let length = value.chars().count();
    let printable = !value.chars().any(|letter| letter.is_control() && letter != '\n');
    if (min..=max).contains(&length) && printable {
        return Ok(value.to_owned());
    }
    Err(Problem::bad_request(format!(
        "{what} must have {min} to {max} characters, without control characters"
    )))
}
