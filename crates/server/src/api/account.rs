//! People: sign-up, sign-in, passwords, access tokens.

use super::extract::{Body, Path, text};
use crate::App;
use crate::guard::Origin;
use crate::problem::{Answer, Problem};
use crate::secret::{key_hash, random_key};
use crate::store::{Deed, Key, is_taken, now};
use crate::who::{Anybody, Who, begin_session, forget_cookie};
use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use ferrata_wire::{
    AboutMe, Credentials, Farewell, FreshToken, LinkedPassword, Me, NewPassword, NewToken, Token,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(sign_up))
        .routes(routes!(sign_in, sign_out))
        .routes(routes!(sign_out_everywhere))
        .routes(routes!(guest))
        .routes(routes!(me, delete_me))
        .routes(routes!(change_password))
        .routes(routes!(password_by_link))
        .routes(routes!(about_me))
        .routes(routes!(tokens, add_token))
        .routes(routes!(remove_token))
}

/// Sign up.
#[utoipa::path(post, path = "/api/users", tag = "account", request_body = Credentials,
    responses((status = 201, body = Me), (status = 400, body = Problem), (status = 409, body = Problem)))]
async fn sign_up(
    State(app): State<App>,
    Extension(origin): Extension<Origin>,
    Body(credentials): Body<Credentials>,
) -> Answer<Response> {
    let name = text("a name", &credentials.name, 2, 24)?;
    check_password(&credentials.password)?;
    app.limits.password(origin.client, &name)?;
    let hash = app.passwords.hash(credentials.password).await?;
    let id = random_key(16).map_err(Problem::internal)?;
    app.store.add_person(&id, &name, &hash).await.map_err(|error| {
        if is_taken(&error) { Problem::conflict("this name is taken; choose another") } else { error.into() }
    })?;
    note(&app, Deed::SignUp, &id, origin).await;
    signed_in(&app, origin, &id, Some(name), StatusCode::CREATED).await
}

/// Sign in.
#[utoipa::path(post, path = "/api/session", tag = "account", request_body = Credentials,
    responses((status = 200, body = Me), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn sign_in(
    State(app): State<App>,
    Extension(origin): Extension<Origin>,
    Body(credentials): Body<Credentials>,
) -> Answer<Response> {
    app.limits.password(origin.client, &credentials.name)?;
    let user = app.store.person(credentials.name.trim()).await?;
    // An unknown name takes as long as a wrong password, so that names cannot be found out.
    let stored = user.as_ref().and_then(|user| user.password.clone()).unwrap_or_else(|| DECOY.to_owned());
    let matches = app.passwords.matches(credentials.password, stored).await?;
    let Some(user) = user else { return Err(Problem::unauthorized(WRONG)) };
    if !matches {
        note(&app, Deed::WrongPassword, &user.id, origin).await;
        return Err(Problem::unauthorized(WRONG));
    }
    if app.store.is_blocked(&user.id).await? {
        return Err(Problem::forbidden("this account is blocked; ask who runs this server"));
    }
    note(&app, Deed::SignIn, &user.id, origin).await;
    signed_in(&app, origin, &user.id, Some(user.name), StatusCode::OK).await
}

/// What is said about a name and a password, whichever is wrong.
const WRONG: &str = "name and password do not belong together";

/// Notes something in the audit log, with the network it came from.
async fn note(app: &App, deed: Deed, user: &str, origin: Origin) {
    app.store.note_deed(deed, Some(user), &origin.client.to_string()).await;
}

/// The hash of no password anybody has.
const DECOY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c29tZXRoaW5nc2FsdHk$6SkJlnYYtIXSnmrCKQMq3oXnlPy4vWfbCMmNkJnCzTM";

/// Sign out.
#[utoipa::path(delete, path = "/api/session", tag = "account", responses((status = 204)))]
async fn sign_out(State(app): State<App>, Anybody(who): Anybody) -> Answer<Response> {
    if let Some(who) = who
        && let Key::Session(session) = &who.key
    {
        app.store.end_session(&who.user.id, session).await?;
    }
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, forget_cookie()?)]).into_response())
}

/// Sign out everywhere: all sessions and live streams end, and access tokens are taken back.
#[utoipa::path(delete, path = "/api/sessions", tag = "account", responses((status = 204), (status = 401, body = Problem)))]
async fn sign_out_everywhere(State(app): State<App>, who: Who) -> Answer<Response> {
    who.in_person()?;
    app.store.end_sessions(&who.user.id).await?;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, forget_cookie()?)]).into_response())
}

/// Make this browser known without an account. Only a server for this machine alone does that.
#[utoipa::path(post, path = "/api/guest", tag = "account", responses((status = 200, body = Me), (status = 403, body = Problem)))]
async fn guest(
    State(app): State<App>,
    Anybody(who): Anybody,
    Extension(origin): Extension<Origin>,
) -> Answer<Response> {
    if let Some(who) = who {
        return Ok(Json(about(&app, Some(&who)).await?).into_response());
    }
    if !app.config.is_local() {
        return Err(Problem::forbidden("this server is open to a network: sign up or sign in"));
    }
    let id = random_key(16).map_err(Problem::internal)?;
    app.store.add_guest(&id).await?;
    signed_in(&app, origin, &id, None, StatusCode::OK).await
}

/// Who is signed in.
#[utoipa::path(get, path = "/api/me", tag = "account", responses((status = 200, body = Me)))]
async fn me(State(app): State<App>, Anybody(who): Anybody) -> Answer<Json<Me>> {
    Ok(Json(about(&app, who.as_ref()).await?))
}

/// All that is stored about me.
#[utoipa::path(get, path = "/api/me/export", tag = "account", responses((status = 200, body = AboutMe), (status = 401, body = Problem)))]
async fn about_me(State(app): State<App>, who: Who) -> Answer<Json<AboutMe>> {
    who.in_person()?;
    Ok(Json(app.store.about(&who.user.id).await?))
}

/// Delete the account with all that belongs to it alone. Where others play, a former player stays; what they wrote is
/// removed.
#[utoipa::path(delete, path = "/api/me", tag = "account", request_body = Farewell,
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn delete_me(
    State(app): State<App>,
    who: Who,
    Extension(origin): Extension<Origin>,
    Body(farewell): Body<Farewell>,
) -> Answer<Response> {
    confirm(&app, &who, origin, farewell.password).await?;
    for table in app.store.delete_user(&who.user.id).await? {
        app.hub.forget(&table).await?;
    }
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, forget_cookie()?)]).into_response())
}

/// Change the password: all other sessions and live streams end, and access tokens are taken back.
#[utoipa::path(post, path = "/api/me/password", tag = "account", request_body = NewPassword,
    responses((status = 204), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn change_password(
    State(app): State<App>,
    who: Who,
    Extension(origin): Extension<Origin>,
    Body(change): Body<NewPassword>,
) -> Answer<StatusCode> {
    check_password(&change.new)?;
    confirm(&app, &who, origin, change.old).await?;
    let hash = app.passwords.hash(change.new).await?;
    app.store.change_password(&who.user.id, &hash, who.in_person()?).await?;
    note(&app, Deed::NewPassword, &who.user.id, origin).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Choose a new password by a link of who runs the server. It is good once; all sessions and live streams end, and access
/// tokens are taken back.
#[utoipa::path(post, path = "/api/password", tag = "account", request_body = LinkedPassword,
    responses((status = 204), (status = 400, body = Problem), (status = 403, body = Problem)))]
async fn password_by_link(
    State(app): State<App>,
    Extension(origin): Extension<Origin>,
    Body(change): Body<LinkedPassword>,
) -> Answer<StatusCode> {
    check_password(&change.new)?;
    app.limits.password(origin.client, &change.key)?;
    let no_link = || {
        Problem::forbidden("this link is not (or no longer) good; ask who runs this server for another one")
    };
    if !app.store.is_password_link(&change.key).await? {
        return Err(no_link());
    }
    let hash = app.passwords.hash(change.new).await?;
    let user = app.store.use_password_link(&change.key).await?.ok_or_else(no_link)?;
    app.store.change_password(&user, &hash, "").await?;
    note(&app, Deed::NewPassword, &user, origin).await;
    Ok(StatusCode::NO_CONTENT)
}

/// My access tokens.
#[utoipa::path(get, path = "/api/me/tokens", tag = "account", responses((status = 200, body = Vec<Token>), (status = 401, body = Problem)))]
async fn tokens(State(app): State<App>, who: Who) -> Answer<Json<Vec<Token>>> {
    who.in_person()?;
    let rows = app.store.tokens(&who.user.id).await?;
    Ok(Json(
        rows.into_iter()
            .map(|row| Token { id: row.id, label: row.label, created: row.created, expires: row.expires })
            .collect(),
    ))
}

/// Make an access token for a program that plays for me.
#[utoipa::path(post, path = "/api/me/tokens", tag = "account", request_body = NewToken,
    responses((status = 201, body = FreshToken), (status = 401, body = Problem)))]
async fn add_token(
    State(app): State<App>,
    who: Who,
    Body(new): Body<NewToken>,
) -> Answer<(StatusCode, Json<FreshToken>)> {
    who.in_person()?;
    who.person()?;
    let label = text("a label", &new.label, 1, 40)?;
    if new.days.is_some_and(|days| !(1..=3650).contains(&days)) {
        return Err(Problem::bad_request("a token is good for 1 to 3,650 days, or without an end"));
    }
    let expires = new.days.map(|days| now() + i64::from(days) * 24 * 3600 * 1000);
    if app.store.tokens(&who.user.id).await?.len() >= 20 {
        return Err(Problem::conflict("you have 20 access tokens already; remove one first"));
    }
    let (id, token) =
        (random_key(10).map_err(Problem::internal)?, random_key(40).map_err(Problem::internal)?);
    app.store.add_token(&id, &key_hash(&token), &who.user.id, &label, expires).await?;
    Ok((StatusCode::CREATED, Json(FreshToken { id, token })))
}

/// Take an access token back.
#[utoipa::path(delete, path = "/api/me/tokens/{id}", tag = "account", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
async fn remove_token(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<StatusCode> {
    who.in_person()?;
    if app.store.remove_token(&who.user.id, &id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::not_found("you have no such access token"))
}

async fn about(app: &App, who: Option<&Who>) -> Answer<Me> {
    let Some(who) = who else { return Ok(Me { local: app.config.is_local(), ..Me::default() }) };
    known(app, &who.user.id, who.user.is_person().then(|| who.user.name.clone())).await
}

async fn known(app: &App, user: &str, name: Option<String>) -> Answer<Me> {
    let zone = match name {
        Some(_) => app.store.saved_preferences(user).await?.map(|preferences| preferences.zone),
        None => None,
    };
    Ok(Me { name, known: true, local: app.config.is_local(), zone })
}

async fn signed_in(
    app: &App,
    origin: Origin,
    user: &str,
    name: Option<String>,
    status: StatusCode,
) -> Answer<Response> {
    let cookie = begin_session(app, user, origin.tls).await?;
    let me = known(app, user, name).await?;
    Ok((status, [(SET_COOKIE, cookie)], Json(me)).into_response())
}

async fn confirm(app: &App, who: &Who, origin: Origin, password: String) -> Answer<()> {
    who.in_person()?;
    who.person()?;
    app.limits.password(origin.client, &who.user.name)?;
    let stored = who.user.password.clone().unwrap_or_default();
    if app.passwords.matches(password, stored).await? {
        Ok(())
    } else {
        Err(Problem::forbidden("this is not the account's password"))
    }
}

fn check_password(password: &str) -> Answer<()> {
    if (8..=200).contains(&password.chars().count()) {
        return Ok(());
    }
    Err(Problem::bad_request("a password must have 8 to 200 characters"))
}
