//! People and programs as others see them; what somebody wants to find again; the same people once more.

use super::extract::{Params, Path};
use super::tables::{Draft, find, seats_of};
use crate::App;
use crate::beginning::Beginning;
use crate::problem::{Answer, Problem};
use crate::programs;
use crate::quotas;
use crate::ratings::{self, Strength};
use crate::store::{Counted, PlaceRow};
use crate::who::{Anybody, Who};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ferrata_engine::log::Log;
use ferrata_titles::listing::listing;
use ferrata_wire::{Arrived, Placed, PlayedGame, Profile, Rated, RatingParams, TableStatus, TitleRecord};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use tokio::sync::Mutex;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many games a profile shows.
const SHOWN: i64 = 20;

/// How all who have played a title stand.
type Strengths = Arc<BTreeMap<String, Strength>>;

/// What is computed once for all results that there are, by title.
#[derive(Debug, Default)]
pub(crate) struct Ratings(Mutex<HashMap<String, Computed>>);

/// How all stand, and of which results.
#[derive(Debug)]
struct Computed {
    mark: (i64, i64),
    all: Strengths,
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(profile))
        .routes(routes!(rated))
        .routes(routes!(favourites))
        .routes(routes!(add_favourite, remove_favourite))
        .routes(routes!(rematch))
}

/// How all who have played a title stand.
async fn strengths(app: &App, title: &str) -> Answer<Strengths> {
    let mark = app.store.results_mark(title).await?;
    let mut known = app.ratings.0.lock().await;
    if let Some(computed) = known.get(title)
        && computed.mark == mark
    {
        return Ok(computed.all.clone());
    }
    let games = app.store.finished(title).await?;
    let all = tokio::task::spawn_blocking(move || ratings::after(&games)).await.map_err(Problem::internal)?;
    let all = Arc::new(all);
    known.insert(title.to_owned(), Computed { mark, all: all.clone() });
    Ok(all)
}

/// What somebody has played, how it ended, and how strong they are: a person by the name of the account, a program by its
/// level.
#[utoipa::path(get, path = "/api/people/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = 200, body = Profile), (status = 404, body = Problem)))]
async fn profile(
    State(app): State<App>,
    Anybody(who): Anybody,
    Path(name): Path<String>,
) -> Answer<Json<Profile>> {
    let found = app.store.anybody(name.trim()).await?;
    let found = found.ok_or_else(|| Problem::not_found("nobody here has this name"))?;
    let mut titles = Vec::new();
    for listed in listing().map_err(Problem::internal)? {
        let all = strengths(&app, listed.title).await?;
        if let Some(own) = all.get(&found.id) {
            let (played, won, rating) = (own.played, own.won, own.rating());
            titles.push(TitleRecord { title: listed.title.to_owned(), played, won, rating });
        }
    }
    let reader = who.as_ref().map_or("", |who| who.user.id.as_str());
    let games = games(app.store.last_games(&found.id, reader, SHOWN).await?);
    let program = programs::level_of(&found.id);
    Ok(Json(Profile { name: found.name, program, since: found.created, titles, games }))
}

/// Places, gathered by game.
fn games(rows: Vec<PlaceRow>) -> Vec<PlayedGame> {
    let mut games: Vec<PlayedGame> = Vec::new();
    for row in rows {
        let placed = Placed { name: row.user_name, place: row.place as u32, worth: row.worth };
        match games.last_mut() {
            Some(game) if game.table == row.table_id => game.places.push(placed),
            _ => {
                let (table, name, title, at) = (row.table_id, row.table_name, row.title, row.at);
                games.push(PlayedGame { table, name, title, places: vec![placed], at });
            }
        }
    }
    games
}

/// All who have played a title against others, the strongest first.
#[utoipa::path(get, path = "/api/ratings", tag = "people", params(RatingParams),
    responses((status = 200, body = Vec<Rated>), (status = 400, body = Problem)))]
async fn rated(State(app): State<App>, Params(params): Params<RatingParams>) -> Answer<Json<Vec<Rated>>> {
    let all = strengths(&app, &params.title).await?;
    let named = app.store.rated(&params.title).await?.into_iter();
    let mut rated: Vec<Rated> = named
        .filter_map(|one| {
            let own = all.get(&one.id)?;
            let (program, rating, played) = (programs::level_of(&one.id), own.rating()?, own.played);
            Some(Rated { name: one.name, program, rating, played })
        })
        .collect();
    rated.sort_by_key(|one| -one.rating.rating);
    Ok(Json(rated))
}

/// The tables that I want to find again.
#[utoipa::path(get, path = "/api/me/favourites", tag = "people",
    responses((status = 200, body = Vec<String>), (status = 401, body = Problem)))]
async fn favourites(State(app): State<App>, who: Who) -> Answer<Json<Vec<String>>> {
    Ok(Json(app.store.favourites(&who.user.id).await?))
}

/// Remember a table.
#[utoipa::path(put, path = "/api/me/favourites/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem)))]
async fn add_favourite(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<StatusCode> {
    find(&app, &id, Some(&who)).await?;
    if app.store.favourites(&who.user.id).await?.len() >= 500 {
        return Err(Problem::conflict("500 tables are remembered already; forget one first"));
    }
    app.store.set_favourite(&who.user.id, &id, true).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Forget a table.
#[utoipa::path(delete, path = "/api/me/favourites/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = Problem)))]
async fn remove_favourite(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<StatusCode> {
    app.store.set_favourite(&who.user.id, &id, false).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Play again with the same people: a new table of the same game, with the same terms, to which all of them are invited.
/// If somebody was faster, it is theirs.
#[utoipa::path(post, path = "/api/tables/{id}/rematch", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Arrived), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn rematch(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<Json<Arrived>> {
    who.person()?;
    let facts = find(&app, &id, Some(&who)).await?;
    let (row, seats) = (&facts.row, &facts.seats);
    let mine = seats_of(seats, Some(&who));
    if mine.is_empty() || row.local {
        return Err(Problem::forbidden(
            "only who played at a table over a network can play on with the same people",
        ));
    }
    let over =
        row.closed.is_some() || row.standing.as_ref().is_some_and(|now| now.status() == TableStatus::Over);
    if !over {
        return Err(Problem::conflict("this game is not over yet"));
    }
    if let Some(id) = app.store.rematch(&id).await? {
        return Ok(Json(Arrived { id, entries: 0 }));
    }
    quotas::count(&app, &who, Counted::Tables).await?;
    let (setup, now) = (row.setup.clone(), app.store.clock().now());
    let begin = move || Beginning::new(Log::new(setup), now);
    let beginning = tokio::task::spawn_blocking(begin).await.map_err(Problem::internal)??;
    let clock = facts.timepiece.as_ref().map(|timepiece| timepiece.terms).unwrap_or_default();
    let (undo, visibility, owner) = (row.undo, row.visibility, who.user.id.as_str());
    let draft = Draft { name: row.name.clone(), local: false, undo, visibility, clock, owner };
    let sits = |seat: usize| {
        let user = seats.get(seat).and_then(|seat| seat.user_id.clone());
        user.filter(|user| programs::is_program(user) || *user == who.user.id)
    };
    let created = draft.store(&app, beginning, sits).await?;
    app.store.set_rematch(&created.id, &id).await?;
    for user in seats.iter().filter_map(|seat| seat.user_id.as_ref()) {
        if !programs::is_program(user) && *user != who.user.id {
            app.store.invite(&created.id, user, &who.user.name, now).await?;
        }
    }
    Ok(Json(Arrived { id: created.id, entries: 0 }))
}
