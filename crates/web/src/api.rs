//! Questions to the server.

pub(crate) use ferrata_wire::Problem;

use ferrata_wire::ProblemKind;
use gloo_net::http::{Method, RequestBuilder, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An answer or what went wrong.
pub(crate) type Answer<T> = Result<T, Problem>;

/// A problem that this browser found itself.
pub(crate) fn problem(title: impl Into<String>, status: u16, detail: impl ToString) -> Problem {
    let problem = Problem::new(ProblemKind::Unknown, detail.to_string());
    Problem { title: title.into(), status, ..problem }
}

fn unreachable(detail: impl ToString) -> Problem {
    problem("The server does not answer", 0, detail)
}

/// Reads.
pub(crate) async fn get<T: DeserializeOwned>(path: &str) -> Answer<T> {
    let sent = RequestBuilder::new(path).send().await;
    read(sent.map_err(unreachable)?).await
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
    let request = RequestBuilder::new(path).method(method).json(body).map_err(unreachable)?;
    read(request.send().await.map_err(unreachable)?).await
}

async fn read<T: DeserializeOwned>(response: Response) -> Answer<T> {
    let status = response.status();
    let text = response.text().await.map_err(unreachable)?;
    if !response.ok() {
        let unread = |_| problem(format!("The server answered {status}"), status, &text);
        return Err(serde_json::from_str(&text).unwrap_or_else(unread));
    }
    // An answer without content reads as nothing.
    let text = if text.is_empty() { "null" } else { &text };
    serde_json::from_str(text).map_err(|error| {
        let detail = format!("{error}; reload the page, it may be older than the server");
        problem("The server's answer cannot be read", status, detail)
    })
}
