//! What stands before every handler: whose page sends it, how often, how large, and what a browser may do
//! with the answer.

use crate::App;
use crate::config::names_loopback;
use crate::problem::Problem;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Scripts, styles and images come from this server only; nothing inline. The engine runs as WebAssembly.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// Checks a request before it reaches a handler and sets the headers of the answer.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let origin = origin(&app, &request);
    request.extensions_mut().insert(origin);
    let mut response = match check(&app, &request, origin) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-store");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if let Some(date) = date(&app) {
        headers.entry(header::DATE).or_insert(date);
    }
    response
}

/// What time it is here: clocks at the tables go by it, so browsers must know it.
fn date(app: &App) -> Option<HeaderValue> {
    let now = jiff::Timestamp::from_millisecond(app.config.clock.now()).ok()?;
    let written = jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&now).ok()?;
    HeaderValue::from_str(&written).ok()
}

fn check(app: &App, request: &Request, origin: Origin) -> Result<(), Problem> {
    let headers = request.headers();
    // No database keeps such a character, and nobody's name or key has it.
    if request.uri().path().contains("%00")
        || request.uri().query().is_some_and(|query| query.contains("%00"))
    {
        return Err(Problem::bad_request("an address may not hold the character NUL"));
    }
    let host = host(request);
    // A page of somebody else's name that resolves to this machine must not reach local tables.
    if app.config.is_local() && !names_loopback(host) {
        return Err(Problem::forbidden("this server answers only under the name of this machine"));
    }
    let writes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if writes && !same_origin(headers, host) {
        return Err(Problem::forbidden("a page of another site may not write here"));
    }
    app.limits.request(origin.client)
}

fn host(request: &Request) -> &str {
    let header = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    header.or_else(|| request.uri().authority().map(|authority| authority.as_str())).unwrap_or_default()
}

/// Whether a write comes from our own page, or from a program that is no browser.
fn same_origin(headers: &HeaderMap, host: &str) -> bool {
    let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    match (text(&header::ORIGIN), text(&HeaderName::from_static("sec-fetch-site"))) {
        (Some(origin), _) => origin.split_once("://").is_some_and(|(_, of)| of.eq_ignore_ascii_case(host)),
        (None, Some(site)) => site == "same-origin" || site == "none",
        (None, None) => true,
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    /// The address that limits apply to.
    pub client: IpAddr,
    /// Whether the browser sent it by TLS.
    pub tls: bool,
}

/// Where a request comes from: what the proxy in front says if there is one, else the connection.
fn origin(app: &App, request: &Request) -> Origin {
    let direct = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let direct = direct.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    if !app.config.is_proxy(direct) {
        return Origin { client: direct, tls: app.config.behind_tls };
    }
    let headers = request.headers();
    let by_tls =
        words(headers, "x-forwarded-proto").last().is_some_and(|by| by.eq_ignore_ascii_case("https"));
    // Every proxy adds who called it at the end. Whatever stands before the first that is none of ours may be
    // made up.
    let mut hops = words(headers, "x-forwarded-for").rev().map(|hop| hop.parse().ok());
    let client = hops.find(|hop: &Option<IpAddr>| !hop.is_some_and(|ip| app.config.is_trusted(ip))).flatten();
    Origin { client: client.unwrap_or(direct), tls: app.config.behind_tls || by_tls }
}

/// The words of a list that may be spread over several lines.
fn words<'a>(headers: &'a HeaderMap, name: &str) -> impl DoubleEndedIterator<Item = &'a str> {
    let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok()).collect::<Vec<_>>();
    lines.into_iter().flat_map(|line| line.split(',').map(str::trim))
}
