//! Tables: make, list, join, leave, start.

use super::extract::{Body, Params, text};
use super::info::{TableInfo, info, listed};
use crate::App;
use crate::imported::Imported;
use crate::problem::{Answer, Problem};
use crate::running::Running;
use crate::secret::{key_hash, key_matches, random_key};
use crate::slot::Facts;
use crate::store::{Listing, NewTable, SeatRow, TableRow};
use crate::who::{Anybody, Who};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use ferrata_engine::id::SeatId;
use ferrata_engine::name::Name;
use ferrata_engine::turn::Setup;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(titles))
        .routes(routes!(list, create))
        .routes(routes!(show))
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(start))
}

/// When a player may take something back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UndoPolicy {
    /// Anybody, anything.
    Free,
    /// The own last entry, while nobody has acted since.
    Own,
    /// When all other players agree.
    Consent,
}

/// Who may see a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Visibility {
    /// Listed; anybody may watch and take a free seat.
    Open,
    /// Anybody who knows its address may watch; seats by invitation.
    Link,
    /// Only who sits there.
    Seats,
}

#[derive(Deserialize, ToSchema)]
struct NewTableRequest {
    /// What to call it, up to 60 characters; none = the title.
    name: Option<String>,
    /// The title: `1841`.
    title: String,
    /// Its edition: `v1`.
    edition: String,
    /// Its options.
    #[serde(default)]
    options: Vec<String>,
    /// The players' names in seat order (over a network: what a seat is called until somebody takes it).
    players: Vec<String>,
    /// When a player may take something back.
    undo: UndoPolicy,
    /// Who may see it.
    visibility: Visibility,
    /// One browser plays all seats (or each seat gets its own link). Only on a server for this machine alone.
    #[serde(default)]
    local: bool,
    /// The seat I take at a network table.
    #[serde(default)]
    seat: Option<u8>,
}

/// A new table with the links that let people in.
#[derive(Serialize, ToSchema)]
struct Created {
    /// The table.
    id: String,
    /// The key that lets anybody take a free seat.
    invite: String,
    /// For each seat, the key that lets somebody take just that seat.
    seat_keys: Vec<String>,
}

/// Titles, editions, options and player counts.
#[utoipa::path(get, path = "/api/titles", tag = "tables", responses((status = 200, body = Object)))]
async fn titles() -> Answer<Json<Vec<ferrata_titles::listing::Listed>>> {
    ferrata_titles::listing::listing().map(Json).map_err(Problem::internal)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ListParams {
    /// `mine` or `open`.
    which: Option<String>,
    /// At most this many, up to 100.
    limit: Option<u32>,
    /// Continue a list: the `updated` of its last table.
    before: Option<i64>,
    /// Continue a list: the `id` of its last table.
    after_id: Option<String>,
}

/// My tables, or those anybody may join; the latest first.
#[utoipa::path(get, path = "/api/tables", tag = "tables", params(ListParams),
    responses((status = 200, body = Vec<TableInfo>), (status = 400, body = Problem)))]
async fn list(
    State(app): State<App>,
    Anybody(who): Anybody,
    Params(params): Params<ListParams>,
) -> Answer<Json<Vec<TableInfo>>> {
    let listing = match params.which.as_deref() {
        None | Some("mine") => Listing::Mine,
        Some("open") => Listing::Open,
        Some(other) => {
            return Err(Problem::bad_request(format!(
                "\"{other}\" is no list; ask for \"mine\" or \"open\""
            )));
        }
    };
    let limit = i64::from(params.limit.unwrap_or(30).clamp(1, 100));
    let user = who.as_ref().map_or("", |who| who.user.id.as_str());
    let before = (params.before.unwrap_or(i64::MAX), params.after_id.as_deref().unwrap_or_default());
    let mut tables = Vec::new();
    for row in app.store.list(listing, user, before, limit).await? {
        if let Some(facts) = app.hub.facts(&row.id).await? {
            tables.push(listed(&app, &row, &facts, who.as_ref()).await?);
        }
    }
    Ok(Json(tables))
}

/// Make a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTableRequest,
    responses((status = 201, body = Created), (status = 400, body = Problem), (status = 401, body = Problem), (status = 422, body = Problem)))]
async fn create(
    State(app): State<App>,
    who: Who,
    Body(new): Body<NewTableRequest>,
) -> Answer<(StatusCode, Json<Created>)> {
    if new.local && !app.config.is_local() {
        return Err(Problem::forbidden("local tables exist on a server for one machine only"));
    }
    if !new.local {
        who.person()?;
    }
    let setup = setup(&new)?;
    // The rules judge the set-up before anything is stored.
    Running::new(setup.clone()).map_err(|refusal| Problem::refused(&refusal))?;
    let name = match &new.name {
        Some(name) => text("a table's name", name, 1, 60)?,
        None => setup.title.to_string(),
    };
    let owner = who.user.id.clone();
    let sits = |seat: usize| (new.local || new.seat == Some(seat as u8)).then(|| owner.clone());
    let draft =
        Draft { name, setup, local: new.local, undo: new.undo, visibility: new.visibility, owner: &owner };
    let created = draft.store(&app, sits).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

fn setup(new: &NewTableRequest) -> Answer<Setup> {
    let name = |text: &str| Name::new(text).map_err(|long| Problem::bad_request(long.to_string()));
    if new.players.len() > 12 || new.options.len() > 20 {
        return Err(Problem::bad_request("no title takes that many players or options"));
    }
    Ok(Setup {
        title: name(&new.title)?,
        edition: name(&new.edition)?,
        options: new.options.iter().map(|option| name(option)).collect::<Answer<_>>()?,
        players: new
            .players
            .iter()
            .map(|player| text("a player's name", player, 1, 24))
            .collect::<Answer<_>>()?,
    })
}

/// A table to be stored.
pub(super) struct Draft<'a> {
    pub(super) name: String,
    pub(super) setup: Setup,
    pub(super) local: bool,
    pub(super) undo: UndoPolicy,
    pub(super) visibility: Visibility,
    pub(super) owner: &'a str,
}

impl Draft<'_> {
    /// Stores it; `sits` tells who sits where from the start. A local table runs at once.
    async fn store(self, app: &App, sits: impl Fn(usize) -> Option<String>) -> Answer<Created> {
        let local = self.local;
        let created = self.insert(app, sits).await?;
        if local {
            let row = app.store.table(&created.id).await?.ok_or_else(|| no_such_table(&created.id))?;
            app.hub.let_chance_decide(&row).await?;
        }
        Ok(created)
    }

    async fn insert(self, app: &App, sits: impl Fn(usize) -> Option<String>) -> Answer<Created> {
        let key = || random_key(24).map_err(Problem::internal);
        let (id, invite) = (random_key(16).map_err(Problem::internal)?, key()?);
        let seat_keys = self.setup.players.iter().map(|_| key()).collect::<Answer<Vec<_>>>()?;
        let seats: Vec<_> =
            seat_keys.iter().enumerate().map(|(seat, key)| (sits(seat), key_hash(key))).collect();
        let row = TableRow {
            id: id.clone(),
            name: self.name,
            setup: serde_json::to_string(&self.setup).map_err(Problem::internal)?,
            owner_id: self.owner.to_owned(),
            local: i64::from(self.local),
            undo: word(&self.undo)?,
            visibility: word(&self.visibility)?,
            status: if self.local { "running" } else { "open" }.to_owned(),
            invite_hash: key_hash(&invite),
            created: 0,
            updated: 0,
            standing: None,
        };
        app.store.add_table(NewTable { row: &row, seats: &seats }).await?;
        Ok(Created { id, invite, seat_keys })
    }

    /// Stores a table of the owner's with all its seats and the entries it begins with; returns its id.
    pub(super) async fn store_with(self, app: &App, imported: &Imported) -> Answer<String> {
        let owner = self.owner.to_owned();
        let id = self.insert(app, |_| Some(owner.clone())).await?.id;
        app.store.append(&id, imported.records().to_vec(), None).await?;
        let row = app.store.table(&id).await?.ok_or_else(|| no_such_table(&id))?;
        if imported.is_over() {
            app.store.set_status(&id, "over").await?;
            app.hub.changed(&id).await?;
        }
        app.hub.let_chance_decide(&row).await?;
        Ok(id)
    }
}

fn word(value: &impl Serialize) -> Answer<String> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        _ => Err(Problem::internal("a policy is not a word")),
    }
}

/// A table.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = TableInfo), (status = 404, body = Problem)))]
async fn show(
    State(app): State<App>,
    Anybody(who): Anybody,
    Path(id): Path<String>,
) -> Answer<Json<TableInfo>> {
    let facts = find(&app, &id, who.as_ref()).await?;
    Ok(Json(info(&app, &facts, who.as_ref()).await?))
}

#[derive(Deserialize, ToSchema)]
struct Join {
    /// The seat to take; none = the first free one (or the one the key belongs to).
    seat: Option<u8>,
    /// The key of the invitation or of the seat; open tables need none.
    key: Option<String>,
}

/// Take a seat.
#[utoipa::path(post, path = "/api/tables/{id}/join", tag = "tables", params(("id" = String, Path)), request_body = Join,
    responses((status = 200, body = TableInfo), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn join(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(join): Body<Join>,
) -> Answer<Json<TableInfo>> {
    let row = app.store.table(&id).await?.ok_or_else(|| no_such_table(&id))?;
    let seats = app.store.seats(&id).await?;
    let key = join.key.as_deref().unwrap_or_default();
    let by_seat_key = seats.iter().find(|seat| key_matches(key, &seat.link_hash)).map(|seat| seat.seat);
    if row.local == 0 {
        who.person()?;
    }
    let invited = key_matches(key, &row.invite_hash) || (row.visibility == "open" && row.local == 0);
    let free = || seats.iter().find(|seat| seat.user_id.is_none()).map(|seat| seat.seat);
    let seat = match (by_seat_key, join.seat) {
        (Some(seat), _) => seat,
        (None, _) if !invited => return Err(no_such_table(&id)),
        (None, Some(seat)) => i64::from(seat),
        (None, None) => free().ok_or_else(|| Problem::conflict("all seats are taken"))?,
    };
    if !app.store.take_seat(&id, seat, &who.user.id).await? {
        return Err(Problem::conflict(format!("seat {} is taken or does not exist", seat + 1)));
    }
    app.hub.changed(&id).await?;
    let facts = find(&app, &id, Some(&who)).await?;
    Ok(Json(info(&app, &facts, Some(&who)).await?))
}

/// Leave a table before it starts.
#[utoipa::path(post, path = "/api/tables/{id}/leave", tag = "tables", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn leave(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<StatusCode> {
    find(&app, &id, Some(&who)).await?;
    if !app.store.leave_seats(&id, &who.user.id).await? {
        return Err(Problem::conflict("only a seat at a table that has not started can be left"));
    }
    app.hub.changed(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Start a table whose seats are all taken.
#[utoipa::path(post, path = "/api/tables/{id}/start", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = TableInfo), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn start(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<Json<TableInfo>> {
    let facts = find(&app, &id, Some(&who)).await?;
    let Facts { row, seats, .. } = facts.as_ref();
    if row.owner_id != who.user.id {
        return Err(Problem::forbidden("only who made the table can start it"));
    }
    if let Some(seat) = seats.iter().find(|seat| seat.user_id.is_none()) {
        return Err(Problem::conflict(format!("seat {} is still free", seat.seat + 1)));
    }
    let mut setup: Setup = serde_json::from_str(&row.setup).map_err(Problem::internal)?;
    for (player, seat) in setup.players.iter_mut().zip(seats) {
        if let Some(name) = &seat.user_name {
            player.clone_from(name);
        }
    }
    let text = serde_json::to_string(&setup).map_err(Problem::internal)?;
    if !app.store.start_table(&id, &text).await? {
        return Err(Problem::conflict("the table has started already"));
    }
    app.hub.changed(&id).await?;
    let facts = find(&app, &id, Some(&who)).await?;
    app.hub.let_chance_decide(&facts.row).await?;
    Ok(Json(info(&app, &facts, Some(&who)).await?))
}

/// A table this person may see.
pub(super) async fn find(app: &App, id: &str, who: Option<&Who>) -> Answer<Arc<Facts>> {
    visible(app.hub.fresh_facts(id).await?, id, who)
}

/// The same, as last read here: another server may have changed it since.
pub(super) async fn find_known(app: &App, id: &str, who: Option<&Who>) -> Answer<Arc<Facts>> {
    visible(app.hub.facts(id).await?, id, who)
}

fn visible(facts: Option<Arc<Facts>>, id: &str, who: Option<&Who>) -> Answer<Arc<Facts>> {
    let facts = facts.ok_or_else(|| no_such_table(id))?;
    let owns = who.is_some_and(|who| who.user.id == facts.row.owner_id);
    if facts.row.visibility == "seats" && !owns && seats_of(&facts.seats, who).is_empty() {
        return Err(no_such_table(id));
    }
    Ok(facts)
}

fn no_such_table(id: &str) -> Problem {
    Problem::not_found(format!(
        "there is no table \"{}\" that you may see",
        id.chars().take(40).collect::<String>()
    ))
}

/// The seats of a person at a table.
pub(super) fn seats_of(seats: &[SeatRow], who: Option<&Who>) -> Vec<SeatId> {
    let user = who.map(|who| who.user.id.as_str());
    let own = seats.iter().filter(|seat| user.is_some() && seat.user_id.as_deref() == user);
    own.map(|seat| SeatId(seat.seat as u8)).collect()
}
