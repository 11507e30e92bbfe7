//! Who plays a seat of a game that runs over a network: vacation, a program that stands in, somebody else, and back.

use super::consent::{asking, done, wish};
use super::extract::{Body, Path};
use super::info::info;
use super::play::{is_played, own_seat};
use super::tables::find;
use crate::App;
use crate::hub::Noting;
use crate::problem::{Answer, Problem};
use crate::programs;
use crate::slot::Facts;
use crate::store::{ClockDeed, SeatRow, SeatStep};
use crate::who::Who;
use axum::Json;
use axum::extract::State;
use ferrata_engine::id::SeatId;
use ferrata_wire::{
    Because, ClockTerms, ProgramLevel, SeatNote, Successor, TableInfo, Vacation, Wish, WishAnswer,
};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(vacation))
        .routes(routes!(replace))
        .routes(routes!(take_back))
        .routes(routes!(terms))
}

/// Stop my own clock for some days, or go on before they are over.
#[utoipa::path(post, path = "/api/tables/{id}/vacation", tag = "seats", params(("id" = String, Path)), request_body = Vacation,
    responses((status = 200, body = TableInfo), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn vacation(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(vacation): Body<Vacation>,
) -> Answer<Json<TableInfo>> {
    let facts = find(&app, &id, Some(&who)).await?;
    is_played(&facts.row)?;
    let seat = own_seat(&facts.seats, &who, vacation.seat)?.0;
    let clock = facts
        .timepiece
        .as_ref()
        .and_then(|timepiece| timepiece.clocks.as_ref()?.seats.get(usize::from(seat)));
    let clock = clock.ok_or_else(|| Problem::conflict("no clock runs at this table"))?;
    let (note, deed) = match (vacation.days, clock.away) {
        (0, Some(_)) => (SeatNote::Returned, ClockDeed::ComeBack(seat)),
        (0, None) => return Err(Problem::conflict("you are not away")),
        (_, Some(_)) => return Err(Problem::conflict("you are away already; come back first")),
        (days, None) if days > clock.vacation => {
            return Err(Problem::conflict(format!("you have {} days of vacation left", clock.vacation)));
        }
        (days, None) => (SeatNote::Away { days }, ClockDeed::Leave(seat, days)),
    };
    let noting = Noting {
        seat,
        user: Some(who.user.id.clone()),
        note,
        step: None,
        deeds: vec![deed],
        news: Vec::new(),
    };
    app.hub.note(facts, noting).await?;
    let facts = find(&app, &id, Some(&who)).await?;
    Ok(Json(info(&app, &facts, Some(&who)).await?))
}

/// Give a seat to a program or to somebody else: my own to a program at once, anything else when the others agree.
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}/successor", tag = "seats",
    params(("id" = String, Path), ("seat" = u8, Path)), request_body = Successor,
    responses((status = 200, body = WishAnswer), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn replace(
    State(app): State<App>,
    who: Who,
    Path((id, of)): Path<(String, u8)>,
    Body(successor): Body<Successor>,
) -> Answer<Json<WishAnswer>> {
    let facts = find(&app, &id, Some(&who)).await?;
    if facts.row.local {
        return Err(Problem::conflict("at one screen, whoever made the table gives seats to programs"));
    }
    let asks = asking(&facts, &who)?;
    let seat = seat_row(&facts, of)?;
    match &successor {
        Successor::Program { .. } if programs::level(seat).is_some() => {
            return Err(Problem::conflict("a program plays this seat already"));
        }
        Successor::Program { level } if seat.user_id.as_ref() == Some(&who.user.id) => {
            give(&app, facts, of, *level, Because::Wish).await?;
            return Ok(done(Vec::new()));
        }
        Successor::Program { .. } => {}
        Successor::Person { name } => {
            successor_named(&app, &facts, name).await?;
        }
    }
    wish(&app, facts, &who, asks, Wish::Replace { of, successor }).await
}

/// Come back to a seat that a program plays for me: at once, or when the others agree if they had voted.
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}/return", tag = "seats",
    params(("id" = String, Path), ("seat" = u8, Path)),
    responses((status = 200, body = WishAnswer), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn take_back(
    State(app): State<App>,
    who: Who,
    Path((id, of)): Path<(String, u8)>,
) -> Answer<Json<WishAnswer>> {
    let facts = find(&app, &id, Some(&who)).await?;
    is_played(&facts.row)?;
    let seat = seat_row(&facts, of)?;
    if seat.absent_id.as_ref() != Some(&who.user.id) {
        return Err(Problem::forbidden("nobody plays this seat for you"));
    }
    if seat.back_by_consent != 0 {
        return wish(&app, facts, &who, SeatId(of), Wish::Return { of }).await;
    }
    come_back(&app, facts, of).await?;
    Ok(done(Vec::new()))
}

/// Let the clocks of a running game run on other terms, when all others agree.
#[utoipa::path(post, path = "/api/tables/{id}/clock", tag = "seats", params(("id" = String, Path)), request_body = ClockTerms,
    responses((status = 200, body = WishAnswer), (status = 400, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn terms(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(terms): Body<ClockTerms>,
) -> Answer<Json<WishAnswer>> {
    let facts = find(&app, &id, Some(&who)).await?;
    let seat = asking(&facts, &who)?;
    checked(&terms, facts.row.local)?;
    wish(&app, facts, &who, seat, Wish::Clock { terms }).await
}

/// Terms that make sense at this table.
pub(super) fn checked(terms: &ClockTerms, local: bool) -> Answer<()> {
    if local && *terms != ClockTerms::default() {
        return Err(Problem::bad_request("clocks run at tables over a network only"));
    }
    match terms.fault() {
        Some(fault) => Err(Problem::bad_request(fault)),
        None => Ok(()),
    }
}

fn seat_row(facts: &Facts, seat: u8) -> Answer<&SeatRow> {
    let row = facts.seats.iter().find(|row| row.seat == i64::from(seat));
    row.ok_or_else(|| Problem::not_found(format!("there is no seat {}", u32::from(seat) + 1)))
}

/// Gives a seat to a program; who played it may come back.
pub(crate) async fn give(
    app: &App,
    facts: Arc<Facts>,
    of: u8,
    level: ProgramLevel,
    because: Because,
) -> Answer<()> {
    let noting = handing(app, &facts, of, level, because).await?;
    let table = facts.row.id.clone();
    app.hub.note(facts, noting).await?;
    programs::attend(app, &table);
    Ok(())
}

/// What becomes of a seat that is given to a program.
pub(crate) async fn handing(
    app: &App,
    facts: &Facts,
    of: u8,
    level: ProgramLevel,
    because: Because,
) -> Answer<Noting> {
    let from = seat_row(facts, of)?.user_id.clone();
    let step = SeatStep {
        seat: of,
        to: programs::account(app, level).await?,
        absent: from.clone(),
        by_consent: because == Because::Consent,
        name: None,
        from: from.clone(),
    };
    let user = from.filter(|_| because == Because::Wish);
    let note = SeatNote::Program { level, because };
    Ok(Noting { seat: of, user, note, step: Some(step), deeds: Vec::new(), news: Vec::new() })
}

/// Lets who is absent play their seat again.
pub(super) async fn come_back(app: &App, facts: Arc<Facts>, of: u8) -> Answer<()> {
    let seat = seat_row(&facts, of)?;
    let absent = seat.absent_id.clone().ok_or_else(|| Problem::conflict("nobody waits to come back"))?;
    let step = SeatStep {
        seat: of,
        from: seat.user_id.clone(),
        to: absent.clone(),
        absent: None,
        by_consent: false,
        name: None,
    };
    let deeds = vec![ClockDeed::TakeOver(of)];
    let noting = Noting {
        seat: of,
        user: Some(absent),
        note: SeatNote::Back,
        step: Some(step),
        deeds,
        news: Vec::new(),
    };
    app.hub.note(facts, noting).await
}

/// The account of somebody who could play a seat.
async fn successor_named(app: &App, facts: &Facts, name: &str) -> Answer<String> {
    let person = app.store.person(name.trim()).await?;
    let user = person.ok_or_else(|| Problem::not_found("nobody here has this name"))?.id;
    if facts.seats.iter().any(|seat| seat.user_id.as_ref() == Some(&user)) {
        return Err(Problem::conflict(format!("{name} sits at this table already")));
    }
    Ok(user)
}

/// Offers a seat to somebody, who is told.
pub(super) async fn offer(app: &App, facts: &Facts, of: u8, name: &str, who: &Who) -> Answer<()> {
    let user = successor_named(app, facts, name).await?;
    app.store.offer_seat(&facts.row.id, of, &user).await?;
    app.store.invite(&facts.row.id, &user, &who.user.name, app.store.clock().now()).await?;
    Ok(())
}

/// Takes a seat that was offered; none if none was.
pub(super) async fn accept(app: &App, facts: Arc<Facts>, who: &Who) -> Answer<bool> {
    let offered = facts.seats.iter().find(|seat| seat.offered_id.as_ref() == Some(&who.user.id));
    let Some(seat) = offered else { return Ok(false) };
    let of = seat.seat as u8;
    let name = who.user.name.clone();
    let step = SeatStep {
        seat: of,
        from: seat.user_id.clone(),
        to: who.user.id.clone(),
        absent: None,
        by_consent: false,
        name: Some(name.clone()),
    };
    let noting = Noting {
        seat: of,
        user: Some(who.user.id.clone()),
        note: SeatNote::Person { name },
        step: Some(step),
        deeds: vec![ClockDeed::TakeOver(of)],
        news: Vec::new(),
    };
    app.hub.note(facts, noting).await?;
    Ok(true)
}
