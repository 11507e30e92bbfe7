//! Questions to the server.

pub(crate) use ferrata_wire::Problem;

use crate::browser;
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

/// No answer at all. What the browser says about it is for programmers: it stands on the console.
fn silence(_: gloo_net::Error) -> Problem {
    let detail = "Check the connection and try again: nothing is lost, and nothing is done twice.";
    problem("The server does not answer.", 0, detail)
}

/// Whether there was no answer at all.
pub(crate) fn is_silence(problem: &Problem) -> bool {
    problem.status == 0
}

/// Reads.
pub(crate) async fn get<T: DeserializeOwned>(path: &str) -> Answer<T> {
    let sent = match browser::asked_early(path).await {
        Some(answer) => Ok(answer.into()),
        None => RequestBuilder::new(path).send().await,
    };
    read(sent.map_err(silence)?).await
}

/// Reads a text.
pub(crate) async fn get_text(path: &str) -> Answer<String> {
    let sent = RequestBuilder::new(path).send().await;
    answered(sent.map_err(silence)?).await
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
    let request = RequestBuilder::new(path).method(method).json(body).map_err(silence)?;
    read(request.send().await.map_err(silence)?).await
}

/// What a good answer says.
async fn answered(response: Response) -> Answer<String> {
    let status = response.status();
    if let Some(date) = response.headers().get("date") {
        browser::set_time(&date);
    }
    let text = response.text().await.map_err(silence)?;
    if response.ok() {
        return Ok(text);
    }
    let unread = |_| problem(format!("The server answered {status}"), status, &text);
    Err(serde_json::from_str(&text).unwrap_or_else(unread))
}

async fn read<T: DeserializeOwned>(response: Response) -> Answer<T> {
    let status = response.status();
    let text = answered(response).await?;
    // An answer without content reads as nothing.
    let text = if text.is_empty() { "null" } else { &text };
    serde_json::from_str(text).map_err(|error| {
        let detail = format!("{error}; reload the page, it may be older than the server");
        problem("The server's answer cannot be read", status, detail)
    })
}
