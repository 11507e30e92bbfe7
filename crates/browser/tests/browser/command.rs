//! What Chromium's driver offers beyond the WebDriver standard.

use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value, json};
use url::{ParseError, Url};

/// A command of chromedriver.
#[derive(Debug)]
pub(crate) enum Extra {
    /// What the console has reported since the last time.
    ConsoleLog,
    /// A command of the DevTools protocol.
    DevTools(&'static str, Value),
}

impl WebDriverCompatibleCommand for Extra {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        let path = match self {
            Extra::ConsoleLog => "se/log",
            Extra::DevTools(..) => "goog/cdp/execute",
        };
        base.join(&format!("session/{}/{path}", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (http::Method, Option<String>) {
        let body = match self {
            Extra::ConsoleLog => json!({ "type": "browser" }),
            Extra::DevTools(command, parameters) => json!({ "cmd": command, "params": parameters }),
        };
        (http::Method::POST, Some(body.to_string()))
    }
}
