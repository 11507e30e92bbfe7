//! Input, checked: what cannot be understood becomes a problem with a clear word.

use crate::problem::{Answer, Problem};
use axum::body::to_bytes;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// The largest body that a request may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyLimit(pub(super) usize);

/// What all requests may have but those that bring a game.
const USUAL: BodyLimit = BodyLimit(256 << 10);

/// The largest game in a file.
pub(super) const GAME: BodyLimit = BodyLimit(4 << 20);

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Body<T>, Problem> {
        let kind =
            request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Problem::bad_request("send the body with \"Content-Type: application/json\""));
        }
        let BodyLimit(limit) = request.extensions().get().copied().unwrap_or(USUAL);
        let bytes = to_bytes(request.into_body(), limit).await.map_err(|error| unread(&error, limit))?;
        if says_nul(&bytes) {
            return Err(Problem::bad_request("a text may not hold the character NUL"));
        }
        let read = serde_json::from_slice(&bytes).map(Body);
        read.map_err(|error| Problem::bad_request(format!("the body cannot be read: {error}")))
    }
}

fn unread(error: &axum::Error, limit: usize) -> Problem {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<http_body_util::LengthLimitError>() {
            return Problem::too_large(limit);
        }
        cause = error.source();
    }
    Problem::bad_request("the body broke off")
}

/// Whether some text in a JSON document holds the character NUL, which no database keeps.
fn says_nul(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let escape = rest.get(at + 1..).unwrap_or_default();
        if escape.starts_with(b"u0000") {
            return true;
        }
        rest = escape.get(1..).unwrap_or_default();
    }
    false
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

/// Parts of the path.
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Problem> {
        let refused = |rejection: PathRejection| Problem::bad_request(rejection.body_text());
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(parts)| Path(parts)).map_err(refused)
    }
}

/// Whether a letter must not stand in a text that others read: it is none, or turns the direction of what follows.
fn is_foul(letter: char) -> bool {
    let turns = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}');
    letter.is_control() || turns || breaks
}

/// A text within bounds, trimmed.
pub(super) fn text(what: &str, value: &str, min: usize, max: usize) -> Answer<String> {
    let value = value.trim();
    let length = value.chars().count();
    let clean = !value.chars().any(|letter| is_foul(letter) && letter != '\n');
    if (min..=max).contains(&length) && clean {
        return Ok(value.to_owned());
    }
    Err(Problem::bad_request(format!(
        "{what} must have {min} to {max} characters, without control characters and signs that turn the direction"
    )))
}

/// What a player's name may be.
pub(super) fn player_name(value: &str) -> Answer<String> {
    let name = text("a player's name", value, 1, 24)?;
    if name.contains('\n') {
        return Err(Problem::bad_request("a player's name must stand on one line"));
    }
    Ok(name)
}

/// A name from elsewhere made into one that could have been typed here.
pub(super) fn cleaned_name(value: &str, seat: usize) -> String {
    let clean: String = value.chars().filter(|letter| !is_foul(*letter)).take(24).collect();
    match clean.trim() {
        "" => format!("Player {}", seat + 1),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_found_however_it_is_written() {
        for says in [&br#"{"a":"\u0000"}"#[..], br#"{"a":"x\\\u0000"}"#] {
            assert!(says_nul(says), "{}", String::from_utf8_lossy(says));
        }
        for does_not in [&br#"{"a":"\\u0000"}"#[..], br#"{"a":"\u0001"}"#, b"{}", b"\\"] {
            assert!(!says_nul(does_not), "{}", String::from_utf8_lossy(does_not));
        }
    }

    #[test]
    fn what_turns_the_direction_is_no_text() {
        for foul in ["a\u{202e}b", "\u{2066}ab", "a\u{0}b", "a\u{7}b", "a\u{2028}b"] {
            assert!(text("it", foul, 1, 10).is_err() && player_name(foul).is_err(), "{foul:?}");
            assert_eq!(cleaned_name(foul, 0), "ab", "{foul:?}");
        }
        assert_eq!(text("it", " Zoë 😀\n", 1, 10).unwrap(), "Zoë 😀");
        assert!(player_name("a\nb").is_err());
        assert_eq!(cleaned_name(&"x".repeat(2_000_000), 1), "x".repeat(24));
        assert_eq!(cleaned_name("\u{202e} ", 2), "Player 3");
    }
}
