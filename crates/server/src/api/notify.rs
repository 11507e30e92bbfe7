//! Being told: where, when and what about; invitations by name; a forgotten password.

use super::extract::{Body, Path};
use super::tables::find;
use crate::App;
use crate::guard::Origin;
use crate::hours::is_zone;
use crate::notify::{is_address, push_fault, template_fault, webhook_secret};
use crate::problem::{Answer, Problem};
use crate::quotas;
use crate::secret::random_key;
use crate::store::{Counted, DestinationRow};
use crate::who::Who;
use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use ferrata_wire::{
    Address, ByName, Destination, LinkKey, NewDestination, Preferences, TableStatus, Telling,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many destinations somebody has at most.
const MOST: usize = 20;

const HOUR: i64 = 3600 * 1000;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(telling))
        .routes(routes!(preferences, set_preferences))
        .routes(routes!(destinations, add_destination))
        .routes(routes!(remove_destination))
        .routes(routes!(try_destination))
        .routes(routes!(confirm))
        .routes(routes!(seen))
        .routes(routes!(invite))
        .routes(routes!(forgotten))
}

/// How this server tells people.
#[utoipa::path(get, path = "/api/telling", tag = "telling", responses((status = 200, body = Telling)))]
async fn telling(State(app): State<App>) -> Json<Telling> {
    Json(app.notifier.telling())
}

/// When I want to be told, and what about.
#[utoipa::path(get, path = "/api/me/preferences", tag = "telling",
    responses((status = 200, body = Preferences), (status = 401, body = Problem)))]
async fn preferences(State(app): State<App>, who: Who) -> Answer<Json<Preferences>> {
    who.in_person()?;
    Ok(Json(app.store.preferences(&who.user.id).await?))
}

/// Choose when I want to be told, and what about.
#[utoipa::path(put, path = "/api/me/preferences", tag = "telling", request_body = Preferences,
    responses((status = 204), (status = 400, body = Problem), (status = 401, body = Problem)))]
async fn set_preferences(
    State(app): State<App>,
    who: Who,
    Body(preferences): Body<Preferences>,
) -> Answer<StatusCode> {
    who.in_person()?;
    if !is_zone(&preferences.zone) {
        return Err(Problem::bad_request("there is no such time zone; write it as Europe/Rome"));
    }
    let quiet = preferences.quiet.map_or([0, 0], |quiet| [quiet.from, quiet.to]);
    if quiet.into_iter().chain([preferences.digest_at]).any(|minute| minute >= 24 * 60) {
        return Err(Problem::bad_request("a time of day has 0 to 1,439 minutes after midnight"));
    }
    if preferences.unseen_minutes > 7 * 24 * 60 {
        return Err(Problem::bad_request("at most a week: 10,080 minutes"));
    }
    if preferences.muted.len() > 500 || preferences.muted.iter().any(|table| table.len() > 40) {
        return Err(Problem::bad_request("at most 500 tables can be muted, each by its id"));
    }
    app.store.set_preferences(&who.user.id, &preferences).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Where I am told.
#[utoipa::path(get, path = "/api/me/destinations", tag = "telling",
    responses((status = 200, body = Vec<Destination>), (status = 401, body = Problem)))]
async fn destinations(State(app): State<App>, who: Who) -> Answer<Json<Vec<Destination>>> {
    who.in_person()?;
    let rows = app.store.destinations(&who.user.id).await?;
    Ok(Json(rows.into_iter().map(DestinationRow::shown).collect()))
}

/// Be told somewhere else, too. A mail address is asked first whether it is mine.
#[utoipa::path(post, path = "/api/me/destinations", tag = "telling", request_body = NewDestination,
    responses((status = 201, body = Destination), (status = 400, body = Problem), (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn add_destination(
    State(app): State<App>,
    who: Who,
    Body(new): Body<NewDestination>,
) -> Answer<(StatusCode, Json<Destination>)> {
    who.in_person()?;
    if let Some(wrong) = wrong_with(&app, &new.address) {
        return Err(Problem::bad_request(wrong));
    }
    if let Some(table) = &new.table {
        let facts = find(&app, table, Some(&who)).await?;
        if facts.row.owner_id != who.user.id || !matches!(new.address, Address::Webhook { .. }) {
            return Err(Problem::forbidden("only who made a table can have it told, and only by a webhook"));
        }
    }
    let all = app.store.destinations(&who.user.id).await?;
    if let Some(same) = all.iter().find(|row| row.address == new.address && row.table_id == new.table) {
        // A browser says again where it is.
        return Ok((StatusCode::CREATED, Json(same.clone().shown())));
    }
    if all.len() >= MOST {
        return Err(Problem::conflict(format!("you have {MOST} destinations already; remove one first")));
    }
    let mail = matches!(new.address, Address::Mail { .. });
    if mail {
        quotas::count(&app, &who, Counted::Mails).await?;
    }
    let secret = match new.address {
        Address::Webhook { .. } => Some(webhook_secret().map_err(Problem::internal)?),
        _ => None,
    };
    let row = DestinationRow {
        id: random_key(16).map_err(Problem::internal)?,
        user_id: who.user.id.clone(),
        table_id: new.table,
        address: new.address,
        digest: new.digest,
        confirmed: !mail,
        secret: secret.clone(),
        problem: None,
        created: app.store.clock().now(),
    };
    app.store.add_destination(&row).await?;
    if mail {
        app.store.hand_out_alone(&format!("confirm:{}", row.id), &row.id, "confirm", row.created).await?;
    }
    Ok((StatusCode::CREATED, Json(Destination { secret, ..row.shown() })))
}

/// What is wrong with an address, if something is.
fn wrong_with(app: &App, address: &Address) -> Option<String> {
    match address {
        Address::Webhook { url, template } => {
            let long = url.len() > 1000 || template.as_ref().is_some_and(|text| text.len() > 4000);
            let long = long.then(|| "an address has at most 1,000 bytes, a template 4,000".to_owned());
            let fault = template.as_deref().and_then(template_fault);
            long.or_else(|| app.notifier.url_fault(url)).or(fault)
        }
        Address::Mail { .. } if !app.notifier.telling().mail => Some("this server sends no mail".into()),
        Address::Mail { address } => {
            (!is_address(address)).then(|| "this is no mail address: write name@example.org".into())
        }
        Address::Push { endpoint, p256dh, auth } => {
            let long = (endpoint.len() > 1000).then(|| "an endpoint has at most 1,000 bytes".to_owned());
            long.or_else(|| app.notifier.url_fault(endpoint)).or_else(|| push_fault(p256dh, auth))
        }
    }
}

/// Be told somewhere no more.
#[utoipa::path(delete, path = "/api/me/destinations/{id}", tag = "telling", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
async fn remove_destination(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<StatusCode> {
    who.in_person()?;
    match app.store.remove_destination(&who.user.id, &id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(no_such_destination()),
    }
}

fn no_such_destination() -> Problem {
    Problem::not_found("you have no such destination")
}

/// Send something there, to see whether it arrives.
#[utoipa::path(post, path = "/api/me/destinations/{id}/test", tag = "telling", params(("id" = String, Path)),
    responses((status = 202), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn try_destination(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<StatusCode> {
    who.in_person()?;
    let to = app.store.destination(&id).await?;
    let to = to.filter(|to| to.user_id == who.user.id).ok_or_else(no_such_destination)?;
    if !to.confirmed {
        return Err(Problem::conflict("follow the link that was sent there first"));
    }
    let now = app.store.clock().now();
    // Once a minute is enough to see it.
    let minute = now / 60_000;
    app.store.hand_out_alone(&format!("test:{id}:{minute}"), &id, "test", now).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Confirm a mail address by the key of the link that was sent there.
#[utoipa::path(post, path = "/api/destinations/confirm", tag = "telling", request_body = LinkKey,
    responses((status = 204), (status = 403, body = Problem)))]
async fn confirm(
    State(app): State<App>,
    Extension(origin): Extension<Origin>,
    Body(link): Body<LinkKey>,
) -> Answer<StatusCode> {
    app.limits.password(origin.client, "confirm")?;
    match app.store.confirm(&link.key).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::forbidden("this link is not (or no longer) good")),
    }
}

/// I look at a table: what happens there I know.
#[utoipa::path(put, path = "/api/tables/{id}/seen", tag = "telling", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
async fn seen(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<StatusCode> {
    find(&app, &id, Some(&who)).await?;
    app.store.looked(&who.user.id, &id, app.store.clock().now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Invite somebody by name to a table that has not started. They are told where they want to be.
#[utoipa::path(post, path = "/api/tables/{id}/invitations", tag = "telling", params(("id" = String, Path)), request_body = ByName,
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn invite(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(guest): Body<ByName>,
) -> Answer<StatusCode> {
    let facts = find(&app, &id, Some(&who)).await?;
    if facts.row.owner_id != who.user.id {
        return Err(Problem::forbidden("only who made the table can invite to it"));
    }
    if facts.row.status != TableStatus::Open || facts.row.local {
        return Err(Problem::conflict(
            "people can be invited to a table over a network that has not started",
        ));
    }
    quotas::count(&app, &who, Counted::Invitations).await?;
    let person = app.store.person(guest.name.trim()).await?;
    let person = person.ok_or_else(|| Problem::not_found("nobody here has this name"))?;
    if person.id == who.user.id {
        return Err(Problem::conflict("you need no invitation to your own table"));
    }
    app.store.invite(&id, &person.id, &who.user.name, app.store.clock().now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask for a link to choose a new password. It goes to the confirmed mail addresses of the account; whether there are any
/// is not told.
#[utoipa::path(post, path = "/api/password/forgotten", tag = "account", request_body = ByName,
    responses((status = 202), (status = 429, body = Problem)))]
async fn forgotten(
    State(app): State<App>,
    Extension(origin): Extension<Origin>,
    Body(person): Body<ByName>,
) -> Answer<StatusCode> {
    app.limits.password(origin.client, &person.name)?;
    if let Some(person) = app.store.person(person.name.trim()).await? {
        let now = app.store.clock().now();
        for to in app.store.destinations(&person.id).await? {
            if to.confirmed && matches!(to.address, Address::Mail { .. }) {
                // Whoever asks again within the hour has the mail already.
                let id = format!("password:{}:{}", to.id, now / HOUR);
                app.store.hand_out_alone(&id, &to.id, "password", now).await?;
            }
        }
    }
    Ok(StatusCode::ACCEPTED)
}
