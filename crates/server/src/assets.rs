//! The browser client, inside the binary.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

/// Files of the client, made by `cargo xtask client`.
#[derive(RustEmbed)]
#[folder = "client"]
struct Assets;

/// A file of the client. Any path that is no file is a page of the client itself.
pub(crate) async fn asset(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let named =
        Assets::get(path).filter(|_| !path.is_empty() && !path.starts_with('.')).map(|file| (path, file));
    let looks_like_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    let page = || Assets::get("index.html").map(|file| ("index.html", file));
    let Some((path, file)) = named.or_else(|| if looks_like_file { None } else { page() }) else {
        let without_client = !looks_like_file;
        return if without_client { Html(NO_CLIENT).into_response() } else { not_found() };
    };
    let tag = format!(
        "\"{}\"",
        file.metadata.sha256_hash().iter().take(12).map(|b| format!("{b:02x}")).collect::<String>()
    );
    if headers.get(IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let headers = [(CONTENT_TYPE, content_type(path)), (CACHE_CONTROL, "no-cache".into()), (ETAG, tag)];
    (headers, file.data).into_response()
}

/// What a server shows that was built without the client.
const NO_CLIENT: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Ferrata</title></head>\
    <body><main><h1>Ferrata</h1><p>This server was built without the browser client. \
    Start it with <code>cargo xtask play</code>.</p></main></body></html>";

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "There is no such file.").into_response()
}

fn content_type(path: &str) -> String {
    let kind = match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "json" => "application/json",
        _ => "application/octet-stream",
    };
    kind.to_owned()
}
