//! Questions to the server.

use gloo_net::http::{Method, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What went wrong, for people (RFC 9457).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct Problem {
    pub title: String,
    #[serde(default)]
    pub status: u16,
    #[serde(default)]
    pub detail: String,
    #[serde(default)]
    pub rule: Option<String>,
}

/// An answer or what went wrong.
pub(crate) type Answer<T> = Result<T, Problem>;

impl Problem {
    /// Whether somebody else acted first.
    pub(crate) fn is_conflict(&self) -> bool {
        self.status == 409
    }

    fn unreachable(detail: impl ToString) -> Problem {
        let title = "The server does not answer".to_owned();
        Problem { title, status: 0, detail: detail.to_string(), rule: None }
    }
}

/// Reads.
pub(crate) async fn get<T: DeserializeOwned>(path: &str) -> Answer<T> {
    let sent = RequestBuilder::new(path).send().await;
    read(sent.map_err(Problem::unreachable)?).await
}

/// Posts.
pub(crate) async fn post<T: DeserializeOwned>(path: &str, body: &impl Serialize) -> Answer<T> {
    send(Method::POST, path, body).await
}

/// Writes with any method.
pub(crate) async fn send<T: DeserializeOwned>(
    method: Method,
    path: &str,
    body: &impl Serialize,
) -> Answer<T> {
    let request = RequestBuilder::new(path).method(method).json(body).map_err(Problem::unreachable)?;
    read(request.send().await.map_err(Problem::unreachable)?).await
}

async fn read<T: DeserializeOwned>(response: Response) -> Answer<T> {
    let text = response.text().await.map_err(Problem::unreachable)?;
    if !response.ok() {
        return Err(serde_json::from_str(&text).unwrap_or_else(|_| Problem {
            title: format!("The server answered {}", response.status()),
            status: response.status(),
            detail: text,
            rule: None,
        }));
    }
    // An answer without content reads as nothing.
    let text = if text.is_empty() { "null" } else { &text };
    serde_json::from_str(text).map_err(|error| Problem {
        title: "The server's answer cannot be read".into(),
        status: response.status(),
        detail: format!("{error}; reload the page, it may be older than the server"),
        rule: None,
    })
}
