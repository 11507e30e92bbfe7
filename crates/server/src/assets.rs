//! The browser client, inside the binary.
//!
//! A file may lie there compressed as well (`app.wasm.br`, `app.wasm.gz` beside `app.wasm`): a browser that takes
//! it gets that. Names with a hash in them never change their content and are kept for good; all others are asked
//! for again, which costs nothing as long as the tag is the same.

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;
use std::borrow::Cow;

/// Files of the client, made when the client is built.
#[derive(RustEmbed)]
#[folder = "client"]
struct Assets;

/// A file with what tells its content from any other.
struct File {
    data: Cow<'static, [u8]>,
    tag: String,
}

/// A file of the client. Any path that is no file is a page of the client itself.
pub(crate) async fn asset(uri: Uri, headers: HeaderMap) -> Response {
    answer(uri.path(), &headers, embedded)
}

fn embedded(path: &str) -> Option<File> {
    let file = Assets::get(path).filter(|_| !path.starts_with('.'))?;
    let hash = file.metadata.sha256_hash();
    let tag = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    Some(File { data: file.data, tag })
}

fn answer(path: &str, headers: &HeaderMap, get: impl Fn(&str) -> Option<File>) -> Response {
    let path = path.trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    let path = if is_file { path } else { "index.html" };
    let Some((file, encoding)) = best(path, headers, &get) else {
        return if is_file { not_found() } else { Html(NO_CLIENT).into_response() };
    };
    let tag = format!("\"{}{}\"", file.tag, encoding.unwrap_or_default());
    let kept = if has_hash(path) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let about = [(ETAG, tag.as_str()), (CACHE_CONTROL, kept), (VARY, "accept-encoding")];
    if headers.get(IF_NONE_MATCH).is_some_and(|seen| names(seen.to_str().unwrap_or_default(), &tag)) {
        return (StatusCode::NOT_MODIFIED, about.map(owned)).into_response();
    }
    let mut response = (about.map(owned), file.data).into_response();
    let (name, value) = owned((CONTENT_TYPE, content_type(path)));
    if let Ok(value) = value.parse() {
        response.headers_mut().insert(name, value);
    }
    if let Some(encoding) = encoding.and_then(|encoding| encoding.parse().ok()) {
        response.headers_mut().insert(CONTENT_ENCODING, encoding);
    }
    response
}

fn owned((name, value): (HeaderName, &str)) -> (HeaderName, String) {
    (name, value.to_owned())
}

/// The file in the smallest form that lies here and that the browser takes.
fn best(
    path: &str,
    headers: &HeaderMap,
    get: impl Fn(&str) -> Option<File>,
) -> Option<(File, Option<&'static str>)> {
    let squeezed =
        [("br", "br"), ("gz", "gzip")].into_iter().filter(|(_, encoding)| takes(headers, encoding));
    let squeezed =
        squeezed.filter_map(|(ending, encoding)| Some((get(&format!("{path}.{ending}"))?, Some(encoding))));
    squeezed.chain(get(path).map(|file| (file, None))).next()
}

/// Whether the browser takes an encoding.
fn takes(headers: &HeaderMap, encoding: &str) -> bool {
    let all = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|header| header.to_str().ok());
    all.flat_map(|header| header.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let refused = weight.split_once('=').and_then(|(_, weight)| weight.trim().parse().ok()) == Some(0.0);
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

/// Whether a list of tags names this one.
fn names(list: &str, tag: &str) -> bool {
    list.split(',').map(|one| one.trim().trim_start_matches("W/")).any(|one| one == tag || one == "*")
}

/// Whether a file's name carries a hash of its content: `client-0f3a9b2c41d7_bg.wasm`.
fn has_hash(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let hash = |part: &str| part.len() >= 8 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    name.split(['-', '_', '.']).any(hash)
}

/// What a server shows that was built without the client.
const NO_CLIENT: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Ferrata</title></head>\
    <body><main><h1>Ferrata</h1><p>This server was built without the browser client. \
    Start it with <code>cargo xtask play</code>.</p></main></body></html>";

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "There is no such file.").into_response()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "json" | "map" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(path: &str) -> Option<File> {
        let there = ["index.html", "app-0f3a9b2c_bg.wasm", "app-0f3a9b2c_bg.wasm.br", "sw.js", "sw.js.gz"];
        let data = there.iter().find(|name| **name == path)?.as_bytes();
        Some(File { data: data.into(), tag: "f00d".into() })
    }

    fn ask(path: &str, headers: &[(HeaderName, &str)]) -> Response {
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
        answer(path, &headers, client)
    }

    fn said(response: &Response, name: HeaderName) -> &str {
        response.headers().get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Given a name with a hash, then it is kept for good, in the smallest form the browser takes, as what it is.
    #[test]
    fn hashed_files_are_kept_for_good() {
        let squeezed = ask("/app-0f3a9b2c_bg.wasm", &[(ACCEPT_ENCODING, "gzip, deflate, br")]);
        assert_eq!(said(&squeezed, CONTENT_TYPE), "application/wasm");
        assert_eq!(said(&squeezed, CONTENT_ENCODING), "br");
        assert!(said(&squeezed, CACHE_CONTROL).contains("immutable"));
        let plain = ask("/app-0f3a9b2c_bg.wasm", &[(ACCEPT_ENCODING, "br;q=0")]);
        assert_eq!(said(&plain, CONTENT_ENCODING), "");
        assert_ne!(said(&plain, ETAG), said(&squeezed, ETAG));
    }

    /// Given any other name, then it is asked for again and not sent again while it is the same.
    #[test]
    fn other_files_are_asked_for_again() {
        let worker = ask("/sw.js", &[(ACCEPT_ENCODING, "gzip")]);
        assert_eq!((said(&worker, CONTENT_ENCODING), said(&worker, CACHE_CONTROL)), ("gzip", "no-cache"));
        let tag = said(&worker, ETAG);
        let again = ask("/sw.js", &[(ACCEPT_ENCODING, "gzip"), (IF_NONE_MATCH, tag)]);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    }

    /// Given a path of the client's own, then the client's page comes; a file that is not there does not exist.
    #[test]
    fn pages_of_the_client_are_its_first_page() {
        for path in ["/", "/table/abc", "/help/1841"] {
            assert_eq!(said(&ask(path, &[]), CONTENT_TYPE), "text/html; charset=utf-8", "{path}");
        }
        assert_eq!(ask("/table/app.js", &[]).status(), StatusCode::NOT_FOUND);
    }
}
