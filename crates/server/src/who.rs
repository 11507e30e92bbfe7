//! Who sends a request: by session cookie, or by access token for programs.

use crate::App;
use crate::problem::{Answer, Problem};
use crate::secret::{key_hash, random_key};
use crate::store::{Key, UserRow, now};
use axum::extract::{FromRef, FromRequestParts};
use axum::http::HeaderValue;
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;

/// The name of the session cookie.
pub(crate) const COOKIE_NAME: &str = "ferrata";

const SESSION_DAYS: i64 = 90;

/// Somebody who is known: a person, or on a loopback server a browser without an account.
#[derive(Clone, Debug)]
pub(crate) struct Who {
    /// The account.
    pub user: UserRow,
    /// By what they are known: a session, or an access token, which may only play.
    pub key: Key,
}

/// Anybody, known or not.
#[derive(Clone, Debug)]
pub(crate) struct Anybody(pub Option<Who>);

impl Who {
    /// Refuses access tokens: they are for play, not for the account.
    pub(crate) fn in_person(&self) -> Answer<&str> {
        let refused =
            || Problem::forbidden("an access token may only play; sign in with the password for this");
        match &self.key {
            Key::Session(hash) => Ok(hash),
            Key::Token(_) => Err(refused()),
        }
    }

    /// Refuses browsers without an account.
    pub(crate) fn person(&self) -> Answer<()> {
        if self.user.is_person() {
            Ok(())
        } else {
            Err(Problem::unauthorized("this needs an account: sign up or sign in"))
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Anybody
where
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Anybody, Problem> {
        let app = App::from_ref(state);
        if let Some(header) = parts.headers.get(AUTHORIZATION) {
            let token = bearer(header)
                .ok_or_else(|| Problem::unauthorized("send \"Authorization: Bearer TOKEN\""))?;
            let key = Key::Token(key_hash(token));
            let user = app.store.user_by(&key).await?;
            let user =
                user.ok_or_else(|| Problem::unauthorized("this access token is not (or no longer) good"))?;
            return Ok(Anybody(Some(Who { user, key })));
        }
        let Some(key) = cookie(parts) else { return Ok(Anybody(None)) };
        let key = Key::Session(key_hash(key));
        let user = app.store.user_by(&key).await?;
        Ok(Anybody(user.map(|user| Who { user, key })))
    }
}

impl<S: Sync> FromRequestParts<S> for Who
where
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Who, Problem> {
        let Anybody(who) = Anybody::from_request_parts(parts, state).await?;
        who.ok_or_else(|| Problem::unauthorized("nobody is signed in here"))
    }
}

fn bearer(header: &HeaderValue) -> Option<&str> {
    header.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

fn cookie(parts: &Parts) -> Option<&str> {
    let all = parts.headers.get_all(COOKIE).iter().filter_map(|header| header.to_str().ok());
    let pairs = all.flat_map(|header| header.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == COOKIE_NAME).map(|(_, value)| value).next()
}

/// Begins a session and returns the cookie to set.
pub(crate) async fn begin_session(app: &App, user: &str, tls: bool) -> Answer<HeaderValue> {
    let key = random_key(40).map_err(Problem::internal)?;
    let expires = now() + SESSION_DAYS * 24 * 3600 * 1000;
    app.store.add_session(&key_hash(&key), user, expires).await?;
    set_cookie(&key, SESSION_DAYS * 24 * 3600, tls)
}

/// The cookie that ends a session in the browser.
pub(crate) fn forget_cookie() -> Answer<HeaderValue> {
    set_cookie("", 0, false)
}

fn set_cookie(key: &str, seconds: i64, tls: bool) -> Answer<HeaderValue> {
    let secure = if tls { "; Secure" } else { "" };
    let text = format!("{COOKIE_NAME}={key}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&text).map_err(Problem::internal)
}
