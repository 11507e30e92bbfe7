//! Tables: make, list, join, leave, start.

use super::extract::{Body, Params, Path, player_name, text};
use super::info::{info, listed};
use super::seats::{accept, checked};
use crate::App;
use crate::beginning::Beginning;
use crate::news::news_of_start;
use crate::problem::{Answer, Problem};
use crate::programs;
use crate::quotas;
use crate::secret::{key_hash, key_matches, random_key};
use crate::slot::Facts;
use crate::store::{self, Counted, Filter, Right, SeatRow, Started, TableRow, Taken};
use crate::who::{Anybody, Who};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ferrata_engine::id::SeatId;
use ferrata_engine::load;
use ferrata_engine::log::Log;
use ferrata_engine::name::Name;
use ferrata_engine::position;
use ferrata_engine::text::PlainNames;
use ferrata_engine::turn::Setup;
use ferrata_titles::catalogue;
use ferrata_titles::listing::{Listed, listing};
use ferrata_wire::{
    ClockTerms, Created, Invitation, InvitedTo, Join, ListParams, NewTable, TableInfo, TableStatus,
    UndoPolicy, Visibility,
};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(titles))
        .routes(routes!(list, create))
        .routes(routes!(show))
        .routes(routes!(invitation))
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(start))
}

/// Titles, editions, options and player counts.
#[utoipa::path(get, path = "/api/titles", tag = "tables", responses((status = 200, body = Vec<Listed>)))]
async fn titles() -> Answer<Json<Vec<Listed>>> {
    listing().map(Json).map_err(Problem::internal)
}

/// My tables, those anybody may join, those that are over, or those that I want to find again; the latest first.
#[utoipa::path(get, path = "/api/tables", tag = "tables", params(ListParams),
    responses((status = 200, body = Vec<TableInfo>), (status = 400, body = Problem)))]
async fn list(
    State(app): State<App>,
    Anybody(who): Anybody,
    Params(params): Params<ListParams>,
) -> Answer<Json<Vec<TableInfo>>> {
    let limit = i64::from(params.limit.unwrap_or(30).clamp(1, 100));
    let user = who.as_ref().map_or("", |who| who.user.id.as_str());
    let before = (params.before.unwrap_or(i64::MAX), params.after_id.as_deref().unwrap_or_default());
    let mut tables = Vec::new();
    let search = params.search.map(|words| text("what is looked for", &words, 0, 60)).transpose()?;
    let filter = Filter { title: params.title.clone(), search, free: params.free == Some(true) };
    for row in app.store.list(params.which, user, before, limit, &filter).await? {
        if let Some(facts) = app.hub.facts(&row.id).await? {
            tables.push(listed(&app, &row, &facts, who.as_ref()).await?);
        }
    }
    Ok(Json(tables))
}

/// Make a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = Created), (status = 400, body = Problem), (status = 401, body = Problem), (status = 422, body = Problem)))]
async fn create(
    State(app): State<App>,
    who: Who,
    Body(new): Body<NewTable>,
) -> Answer<(StatusCode, Json<Created>)> {
    // On one's own machine nobody needs an account to play at one screen.
    if !(new.local && app.config.is_local()) {
        who.person()?;
    }
    checked(&new.clock, new.local)?;
    let setup = setup(&new)?;
    let now = app.store.clock().now();
    // The rules judge the set-up before anything is stored.
    let begin = move || Beginning::new(Log::new(setup), now);
    let beginning = tokio::task::spawn_blocking(begin).await.map_err(Problem::internal)??;
    let name = match &new.name {
        Some(name) => text("a table's name", name, 1, 60)?,
        None => beginning.setup.title.to_string(),
    };
    quotas::count(&app, &who, Counted::Tables).await?;
    let owner = who.user.id.as_str();
    let programs = programs::seated(&app, &new.programs).await?;
    let sits = |seat: usize| {
        let own = (new.local || new.seat == Some(seat as u8)).then(|| owner.to_owned());
        programs.get(&seat).cloned().or(own)
    };
    let (local, undo, visibility, clock) = (new.local, new.undo, new.visibility, new.clock);
    let draft = Draft { name, local, undo, visibility, clock, owner };
    let created = draft.store(&app, beginning, sits).await?;
    if new.local && !programs.is_empty() {
        programs::attend(&app, &created.id);
    }
    Ok((StatusCode::CREATED, Json(created)))
}

/// How long a position may be: several times what a late game needs.
const LONGEST_POSITION: usize = 64 << 10;

fn setup(new: &NewTable) -> Answer<Setup> {
    let given = given(new)?;
    let Some(position) = &new.position else { return Ok(given) };
    if position.len() > LONGEST_POSITION {
        return Err(Problem::bad_request(format!(
            "the position has {} bytes; at most {LONGEST_POSITION} are read",
            position.len()
        )));
    }
    let written = position::setup("position", position).map_err(wrong)?;
    // What is given beside it counts; the rules tell where they do not go together.
    let title = if new.title.is_empty() { written.title } else { given.title };
    let (edition, options) = match new.edition.is_empty() {
        true => (written.edition, written.options),
        false => (given.edition, given.options),
    };
    let players = if new.players.is_empty() { written.players } else { given.players };
    let players = players.iter().map(|player| player_name(player)).collect::<Answer<_>>()?;
    let options: Vec<_> = options.iter().map(Name::as_str).collect();
    let setup =
        catalogue::find(title.as_str()).and_then(|info| info.setup(edition.as_str(), &options, players));
    let setup = setup.map_err(|refusal| Problem::refused(&refusal, &PlainNames))?;
    Ok(Setup { position: Some(position.clone()), ..setup })
}

/// What is wrong with a position, line by line.
fn wrong(mut problems: Vec<load::Problem>) -> Problem {
    problems.sort_by_key(|problem| problem.line);
    let lines: Vec<_> = problems.iter().take(10).map(load::Problem::to_string).collect();
    Problem::bad_request(lines.join("\n"))
}

/// The set-up as it is given field by field.
fn given(new: &NewTable) -> Answer<Setup> {
    let name = |text: &str| Name::new(text).map_err(|long| Problem::bad_request(long.to_string()));
    if new.players.len() > 12 || new.options.len() > 20 {
        return Err(Problem::bad_request("no title takes that many players or options"));
    }
    Ok(Setup {
        title: name(&new.title)?,
        edition: name(&new.edition)?,
        options: new.options.iter().map(|option| name(option)).collect::<Answer<_>>()?,
        players: new.players.iter().map(|player| player_name(player)).collect::<Answer<_>>()?,
        position: None,
    })
}

/// A table to be stored.
pub(super) struct Draft<'a> {
    pub(super) name: String,
    pub(super) local: bool,
    pub(super) undo: UndoPolicy,
    pub(super) visibility: Visibility,
    pub(super) clock: ClockTerms,
    pub(super) owner: &'a str,
}

impl Draft<'_> {
    /// Stores it; `sits` tells who sits where from the start. A local table runs at once, from this beginning; any
    /// other waits for its players.
    pub(super) async fn store(
        self,
        app: &App,
        beginning: Beginning,
        sits: impl Fn(usize) -> Option<String>,
    ) -> Answer<Created> {
        let key = || random_key(24).map_err(Problem::internal);
        let (id, invite) = (random_key(16).map_err(Problem::internal)?, key()?);
        let seat_keys = beginning.setup.players.iter().map(|_| key()).collect::<Answer<Vec<_>>>()?;
        let seats = seat_keys.iter().enumerate().map(|(seat, key)| (sits(seat), key_hash(key))).collect();
        let (status, records, standing) = match self.local {
            true => (beginning.standing.status(), beginning.records, Some(beginning.standing)),
            false => (TableStatus::Open, Vec::new(), None),
        };
        let row = TableRow {
            id: id.clone(),
            name: self.name,
            setup: beginning.setup,
            owner_id: self.owner.to_owned(),
            local: self.local,
            undo: self.undo,
            visibility: self.visibility,
            status,
            invite_hash: key_hash(&invite),
            closed: None,
            rules_accepted: 0,
            created: 0,
            updated: 0,
            standing,
        };
        app.store.add_table(&store::NewTable { row, seats, records, clock: self.clock }).await?;
        Ok(Created { id, invite, seat_keys })
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

/// To which table an invitation leads, for whoever has its key; nothing where the key fits none.
#[utoipa::path(post, path = "/api/tables/{id}/invitation", tag = "tables", params(("id" = String, Path)), request_body = Join,
    responses((status = 200, body = Invitation)))]
async fn invitation(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(join): Body<Join>,
) -> Answer<Json<Invitation>> {
    let key = join.key.as_deref().unwrap_or_default();
    let facts = app.hub.fresh_facts(&id).await?.filter(|facts| {
        let seats = facts.seats.iter().any(|seat| key_matches(key, &seat.link_hash));
        seats || key_matches(key, &facts.row.invite_hash)
    });
    let table = facts.map(|facts| InvitedTo {
        name: facts.row.name.clone(),
        title: facts.row.setup.title.to_string(),
        players: facts.seats.len() as u8,
        seated: facts.seats.iter().filter_map(|seat| seat.user_name.clone()).collect(),
    });
    Ok(Json(Invitation { table }))
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
    if let Some(facts) = app.hub.fresh_facts(&id).await?
        && accept(&app, facts, &who).await?
    {
        let facts = find(&app, &id, Some(&who)).await?;
        return Ok(Json(info(&app, &facts, Some(&who)).await?));
    }
    let row = app.store.table(&id).await?.ok_or_else(|| no_such_table(&id))?;
    let seats = app.store.seats(&id).await?;
    let key = join.key.as_deref().unwrap_or_default();
    let by_seat_key = seats.iter().find(|seat| key_matches(key, &seat.link_hash)).map(|seat| seat.seat);
    if !row.local {
        who.person()?;
    }
    let invited = key_matches(key, &row.invite_hash)
        || (row.visibility == Visibility::Open && !row.local)
        || app.store.is_invited(&id, &who.user.id).await?;
    let of =
        |user: Option<&str>| seats.iter().find(|seat| seat.user_id.as_deref() == user).map(|seat| seat.seat);
    // Whoever opens the same invitation again has a seat already.
    let free = || of(Some(&who.user.id)).or_else(|| of(None));
    let (seat, right) = match (by_seat_key, join.seat) {
        (Some(seat), _) => (seat, Right::SeatKey),
        (None, _) if !invited => return Err(no_such_table(&id)),
        (None, Some(seat)) => (i64::from(seat), Right::Invited),
        (None, None) => (free().ok_or_else(|| Problem::conflict("all seats are taken"))?, Right::Invited),
    };
    let most = if app.config.is_local() { u32::MAX } else { app.config.quotas.seats };
    match app.store.take_seat(&id, seat, &who.user.id, right, most).await? {
        Taken::Yes => {}
        Taken::No => {
            return Err(Problem::conflict(format!("seat {} is taken or does not exist", seat + 1)));
        }
        Taken::TooMany => {
            return Err(Problem::conflict(format!(
                "you sit at {most} tables already; leave one, or play one to its end"
            )));
        }
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
    if facts.row.owner_id != who.user.id {
        return Err(Problem::forbidden("only who made the table can start it"));
    }
    // What is known here may be older than what is stored: only that counts.
    let at = app.store.clock().now();
    let begin = |setup| Beginning::new(Log::new(setup), at);
    let news = |beginning: &Beginning| news_of_start(&beginning.standing, at);
    let started = app.store.start_table(&id, (&who.user.id, at), begin, news).await?;
    app.hub.changed(&id).await?;
    match started {
        Started::Runs => programs::attend_if_seated(&app, &facts),
        Started::Before => return Err(Problem::conflict("the table has started already")),
        Started::Free(seat) => return Err(Problem::conflict(format!("seat {} is still free", seat + 1))),
    }
    let facts = find(&app, &id, Some(&who)).await?;
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
    // Whoever is absent, or is to come, sees what they come back or come to.
    let concerns = |seat: &SeatRow| {
        let user = who.map(|who| &who.user.id);
        user.is_some() && (seat.absent_id.as_ref() == user || seat.offered_id.as_ref() == user)
    };
    let sees = || !seats_of(&facts.seats, who).is_empty() || facts.seats.iter().any(concerns);
    if facts.row.visibility == Visibility::Seats && !owns && !sees() {
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
