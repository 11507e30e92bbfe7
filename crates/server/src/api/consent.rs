//! What needs the others: asked for, agreed to, done.

use super::extract::{Body, Path};
use super::play::{Appending, append, is_played, with_running};
use super::seats::{come_back, give, offer};
use super::tables::{find, seats_of};
use crate::App;
use crate::hub::Noting;
use crate::problem::{Answer, Problem};
use crate::programs;
use crate::secret::random_key;
use crate::slot::Facts;
use crate::store::{ClockDeed, News, RecordBody, Request, SeatRow, TableRow, To};
use crate::who::Who;
use axum::Json;
use axum::extract::State;
use ferrata_engine::id::SeatId;
use ferrata_wire::{Agree, Because, NotificationKind, Record, SeatNote, Successor, TimeUp, Wish, WishAnswer};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(accept_rules)).routes(routes!(close)).routes(routes!(consent))
}

/// A seat of who asks for something.
pub(super) fn asking(facts: &Facts, who: &Who) -> Answer<SeatId> {
    is_played(&facts.row)?;
    let seat = seats_of(&facts.seats, Some(who)).first().copied();
    seat.ok_or_else(|| Problem::forbidden("only players of this table can ask for that"))
}

pub(super) fn done(records: Vec<Record>) -> Json<WishAnswer> {
    Json(WishAnswer { done: true, waiting: Vec::new(), records })
}

/// End the game here, without a result, if all other players agree.
#[utoipa::path(post, path = "/api/tables/{id}/close", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = WishAnswer), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn close(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<Json<WishAnswer>> {
    let facts = find(&app, &id, Some(&who)).await?;
    let seat = asking(&facts, &who)?;
    wish(&app, facts, &who, seat, Wish::Close).await
}

/// Go on by the rules as they are now, if all other players agree, where they have changed under a game.
#[utoipa::path(post, path = "/api/tables/{id}/rules", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = WishAnswer), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn accept_rules(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<Json<WishAnswer>> {
    let facts = find(&app, &id, Some(&who)).await?;
    let seat = asking(&facts, &who)?;
    if with_running(&app, &facts, |running| Ok(running.changed())).await?.is_none() {
        return Err(Problem::conflict("the rules of this game have not changed"));
    }
    wish(&app, facts, &who, seat, Wish::Rules).await
}

/// Asks those who have to agree; where nobody has to, it is done at once.
pub(super) async fn wish(
    app: &App,
    facts: Arc<Facts>,
    who: &Who,
    seat: SeatId,
    wish: Wish,
) -> Answer<Json<WishAnswer>> {
    let ballot = Ballot::of(&facts, seat, &wish);
    let number = with_running(app, &facts, |running| Ok(running.number())).await?;
    if ballot.enough == 0 {
        let (id, agreed, declined) = (String::new(), Vec::new(), Vec::new());
        let request = Request { id, wish, number, seat: seat.0, agreed, declined };
        let id = facts.row.id.clone();
        let records = grant(app, facts, who, &request, None).await?;
        app.hub.changed(&id).await?;
        return Ok(done(records));
    }
    ask(app, &facts.row, wish, number, seat, ballot.voters).await
}

/// Asks these seats for their consent.
pub(super) async fn ask(
    app: &App,
    row: &TableRow,
    wish: Wish,
    number: u64,
    seat: SeatId,
    waiting: Vec<u8>,
) -> Answer<Json<WishAnswer>> {
    let id = random_key(12).map_err(Problem::internal)?;
    let detail = told(row, &wish, number, seat);
    let request = Request { id, wish, number, seat: seat.0, agreed: Vec::new(), declined: Vec::new() };
    let at = app.store.clock().now();
    let news = waiting.iter().map(|waiting| News {
        kind: NotificationKind::Consent,
        number,
        to: To::Seat(*waiting),
        detail: detail.clone(),
        at,
    });
    let news: Vec<_> = news.collect();
    app.store.ask(&row.id, &request, ("", &news)).await?;
    app.hub.changed(&row.id).await?;
    Ok(Json(WishAnswer { done: false, waiting, records: Vec::new() }))
}

/// What somebody asks for, in a sentence.
fn told(row: &TableRow, wish: &Wish, number: u64, seat: SeatId) -> String {
    let name = |seat: usize| row.setup.players.get(seat).map_or("somebody", String::as_str);
    let who = name(seat.index());
    match wish {
        Wish::Undo { to } => match number.saturating_sub(*to) {
            1 => format!("{who} asks to undo the last entry"),
            many => format!("{who} asks to undo {many} entries, back to entry {to}"),
        },
        Wish::Rules => format!("{who} asks to go on by the rules as they are now"),
        Wish::Close => format!("{who} asks to end the game without a result"),
        Wish::Replace { of, successor: Successor::Program { .. } } => {
            format!("{who} asks to give the seat of {} to a program", name(usize::from(*of)))
        }
        Wish::Replace { of, successor: Successor::Person { name: new } } => {
            format!("{who} asks to give the seat of {} to {new}", name(usize::from(*of)))
        }
        Wish::Return { .. } => format!("{who} asks to come back"),
        Wish::Clock { .. } => format!("{who} asks for other terms of the clocks"),
    }
}

/// Answer somebody who asks for consent.
#[utoipa::path(post, path = "/api/tables/{id}/consent", tag = "play", params(("id" = String, Path)), request_body = Agree,
    responses((status = 200, body = WishAnswer), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn consent(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(answer): Body<Agree>,
) -> Answer<Json<WishAnswer>> {
    let facts = find(&app, &id, Some(&who)).await?;
    let mine: Vec<u8> = seats_of(&facts.seats, Some(&who)).iter().map(|seat| seat.0).collect();
    if mine.is_empty() {
        return Err(Problem::forbidden("only players of this table are asked"));
    }
    let answered = app.store.answer(&id, &answer.request, &mine, answer.agree).await?;
    let Some(request) = answered else {
        // Whoever declines what is no longer asked has what they want.
        return match answer.agree {
            true => Err(Problem::conflict("this is no longer asked")),
            false => Ok(Json(WishAnswer { done: false, waiting: Vec::new(), records: Vec::new() })),
        };
    };
    app.hub.changed(&id).await?;
    let ballot = Ballot::of(&facts, SeatId(request.seat), &request.wish);
    if ballot.is_lost(&request) {
        app.store.end_request(&id, &request.id).await?;
        app.hub.changed(&id).await?;
        return Ok(Json(WishAnswer { done: false, waiting: Vec::new(), records: Vec::new() }));
    }
    if !ballot.is_won(&request) {
        let waiting = ballot.silent(&request);
        return Ok(Json(WishAnswer { done: false, waiting, records: Vec::new() }));
    }
    let records = grant(&app, facts, &who, &request, answer.stream).await;
    // Done or no longer possible: nobody needs to answer it any more.
    app.store.end_request(&id, &request.id).await?;
    app.hub.changed(&id).await?;
    Ok(done(records?))
}

/// Who is asked, and how many of them have to agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ballot {
    voters: Vec<u8>,
    enough: usize,
}

impl Ballot {
    /// All others have to agree. Only where somebody's time is up and the table votes on that, they are not asked
    /// themselves, and more than half of the others are enough.
    pub(super) fn of(facts: &Facts, asks: SeatId, wish: &Wish) -> Ballot {
        let mut voters = others(&facts.seats, asks);
        if let Wish::Replace { of, .. } = wish
            && is_voted_on(facts, *of)
        {
            let absent = facts.seats.iter().find(|seat| seat.seat == i64::from(*of));
            let absent = absent.and_then(|seat| seat.user_id.as_ref());
            voters.retain(|voter| {
                let voter = facts.seats.iter().find(|seat| seat.seat == i64::from(*voter));
                voter.is_some_and(|voter| voter.user_id.as_ref() != absent)
            });
            // With who asks, more than half.
            let enough = voters.len().div_ceil(2);
            return Ballot { voters, enough };
        }
        Ballot { enough: voters.len(), voters }
    }

    fn count(&self, seats: &[u8]) -> usize {
        self.voters.iter().filter(|voter| seats.contains(voter)).count()
    }

    fn is_won(&self, request: &Request) -> bool {
        self.count(&request.agreed) >= self.enough
    }

    fn is_lost(&self, request: &Request) -> bool {
        self.voters.len() - self.count(&request.declined) < self.enough
    }

    /// Who has not answered yet.
    fn silent(&self, request: &Request) -> Vec<u8> {
        let said = |seat: &u8| request.agreed.contains(seat) || request.declined.contains(seat);
        self.voters.iter().copied().filter(|seat| !said(seat)).collect()
    }
}

/// Whether somebody's time is up at a table that votes on it.
fn is_voted_on(facts: &Facts, seat: u8) -> bool {
    facts.timepiece.as_ref().is_some_and(|timepiece| {
        let out = timepiece.clocks.as_ref().is_some_and(|clocks| clocks.is_out(&timepiece.terms, seat));
        out && timepiece.terms.at_zero == TimeUp::Vote
    })
}

/// Does what all have agreed to.
async fn grant(
    app: &App,
    facts: Arc<Facts>,
    who: &Who,
    request: &Request,
    stream: Option<String>,
) -> Answer<Vec<Record>> {
    let seat = SeatId(request.seat);
    match &request.wish {
        Wish::Undo { to } => {
            let body = RecordBody::Undo(*to);
            let appending = Appending { number: request.number + 1, seat, body, stream };
            // Whoever agrees twice does nothing twice.
            let retry = Some(format!("request-{}", request.id));
            return append(app, facts, who, appending, retry).await.map(|appended| appended.records);
        }
        Wish::Rules => app.hub.accept_rules(&facts.row).await?,
        Wish::Close => app.store.close_table(&facts.row.id).await?,
        Wish::Replace { of, successor: Successor::Program { level } } => {
            give(app, facts, *of, *level, Because::Consent).await?;
        }
        Wish::Replace { of, successor: Successor::Person { name } } => {
            offer(app, &facts, *of, name, who).await?;
        }
        Wish::Return { of } => come_back(app, facts, *of).await?,
        Wish::Clock { terms } => {
            let note = SeatNote::Terms { terms: *terms };
            let deeds = vec![ClockDeed::Terms(*terms)];
            let user = Some(who.user.id.clone());
            let noting = Noting { seat: seat.0, user, note, step: None, deeds, news: Vec::new() };
            app.hub.note(facts, noting).await?;
        }
    }
    Ok(Vec::new())
}

/// The seats of others than the one who asks.
pub(super) fn others(seats: &[SeatRow], asks: SeatId) -> Vec<u8> {
    let asker = seats.iter().find(|seat| seat.seat == i64::from(asks.0));
    let asker = asker.and_then(|seat| seat.user_id.as_ref());
    // Nobody waits for a seat at which nobody sits any more. Programs are not asked: what people agree on is good enough for
    // them.
    let sits = |seat: &&SeatRow| programs::level(seat).is_none() && seat.user_id.is_some();
    let other = |seat: &&SeatRow| sits(seat) && seat.user_id.as_ref() != asker;
    let others = seats.iter().filter(other).map(|seat| seat.seat as u8);
    others.filter(|seat| *seat != asks.0).collect()
}
