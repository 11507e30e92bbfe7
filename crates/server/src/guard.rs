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
    response
}

fn check(app: &App, request: &Request, origin: Origin) -> Result<(), Problem> {
    let headers = request.headers();
    let host = host(request);
    // A page of somebody else's name that resolves to this machine must not reach local tables.
    if app.config.is_local() && !names_loopback(host) {
        return Err(Problem::forbidden("this server answers only under the name of this machine"));
    }
    let writes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if writes && !same_origin(headers, host) {
        return Err(Problem::forbidden("a page of another site may not write here"));
    }
    if app.limiter.check_key(&origin.client).is_err() {
        return Err(Problem::too_many("wait a moment, then try again"));
    }
    Ok(())
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
    let proxied = |name: &str| {
        let header = request.headers().get(name).and_then(|header| header.to_str().ok());
        // Only the last word is the proxy's own; whatever stands before it may be made up.
        header.filter(|_| app.config.behind_proxy).and_then(|list| list.rsplit(',').next()).map(str::trim)
    };
    let direct = || request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let client = proxied("x-forwarded-for").and_then(|ip| ip.parse().ok()).or_else(direct);
    let tls = app.config.behind_tls
        || proxied("x-forwarded-proto").is_some_and(|by| by.eq_ignore_ascii_case("https"));
    Origin { client: client.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)), tls }
}
