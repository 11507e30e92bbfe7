//! A name for every request: in every line that the server logs about it, and in its answer.

use crate::secret::random_key;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The name that a proxy in front gave it, if it is a decent one.
fn given(request: &Request) -> Option<String> {
    let name = request.headers().get(HEADER)?.to_str().ok()?;
    let decent = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'-' || letter == b'_';
    ((1..=64).contains(&name.len()) && name.bytes().all(decent)).then(|| name.to_owned())
}

/// Names a request.
pub(crate) async fn name(request: Request, next: Next) -> Response {
    let id = given(&request).or_else(|| random_key(12).ok()).unwrap_or_default();
    let span = tracing::info_span!("request", id);
    let mut response = next.run(request).instrument(span).await;
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, id);
    }
    response
}
