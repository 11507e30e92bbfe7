//! A table as it is listed and shown: everything but its log.

use super::tables::seats_of;
use crate::App;
use crate::problem::Answer;
use crate::programs;
use crate::slot::Facts;
use crate::standing::Standing;
use crate::store::{Request, TableRow, Timepiece};
use crate::who::Who;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::Turn;
use ferrata_wire::{Pace, SeatInfo, StandIn, TableClock, TableInfo, TableStatus};

/// How a table stands, from its running state; none before it has started.
async fn standing(app: &App, row: &TableRow) -> Answer<Option<Standing>> {
    if row.status == TableStatus::Open {
        return Ok(None);
    }
    let slot = app.hub.slot(&row.id);
    let mut locked = app.hub.lock_known(&slot, row).await?;
    Ok(Some(locked.running()?.standing()))
}

/// A table as lists show it, from what is stored: no log is folded, except where how it stands was not stored yet.
pub(super) async fn listed(app: &App, row: &TableRow, facts: &Facts, who: Option<&Who>) -> Answer<TableInfo> {
    let standing = match row.standing.clone().filter(|_| row.status != TableStatus::Open) {
        Some(stored) => Some(stored),
        None => standing(app, row).await?,
    };
    let mut told = tell(app, row, facts, standing, who);
    told.setup.position = None;
    Ok(told)
}

/// Everything about a table but its log.
pub(super) async fn info(app: &App, facts: &Facts, who: Option<&Who>) -> Answer<TableInfo> {
    Ok(tell(app, &facts.row, facts, standing(app, &facts.row).await?, who))
}

/// The clocks, where time is limited.
fn clock(timepiece: &Timepiece) -> Option<TableClock> {
    let Timepiece { terms, clocks, sitters } = timepiece;
    let seats = clocks.as_ref().map(|clocks| clocks.told(terms, sitters)).unwrap_or_default();
    (terms.pace != Pace::Unlimited).then_some(TableClock { terms: *terms, seats })
}

fn tell(
    app: &App,
    row: &TableRow,
    facts: &Facts,
    standing: Option<Standing>,
    who: Option<&Who>,
) -> TableInfo {
    let Facts { seats, request, timepiece, .. } = facts;
    let me = who.map(|who| &who.user.id);
    let mine = seats_of(seats, who);
    let status = match row.closed {
        Some(_) => TableStatus::Closed,
        None => standing.as_ref().map_or(TableStatus::Open, Standing::status),
    };
    let (number, since) = standing.as_ref().map_or((0, None), |now| (now.number, now.since));
    let since = since.unwrap_or(row.updated);
    let stage = standing.as_ref().and_then(|now| now.stage.clone());
    let (turn, handed_in, damage, changed) = match standing {
        Some(now) => (Some(now.turn), now.handed_in, now.damage, now.changed),
        None => (None, Vec::new(), None, None),
    };
    let my_turn = match &turn {
        _ if row.closed.is_some() => false,
        Some(Turn::Seat(seat)) => mine.contains(seat),
        Some(Turn::Sealed(waiting)) => waiting.iter().any(|seat| mine.contains(seat)),
        _ => false,
    };
    let present = app.hub.slot(&row.id).present();
    let named = status == TableStatus::Open && !row.local;
    let seat_infos = seats.iter().zip(&row.setup.players).map(|(seat, given)| SeatInfo {
        seat: seat.seat as u8,
        name: seat.user_name.as_ref().filter(|_| named).unwrap_or(given).clone(),
        taken: seat.user_id.is_some(),
        mine: mine.contains(&SeatId(seat.seat as u8)),
        here: seat.user_id.as_ref().is_some_and(|user| present.contains_key(user)),
        program: programs::level(seat),
        stands_in_for: seat
            .absent_id
            .as_ref()
            .filter(|_| programs::level(seat).is_some())
            .map(|absent| StandIn { me: me == Some(absent), consent: seat.back_by_consent != 0 }),
        offered: seat.offered_id.is_some() && seat.offered_id.as_ref() == me,
    });
    TableInfo {
        id: row.id.clone(),
        name: row.name.clone(),
        status,
        setup: row.setup.clone(),
        from_position: row.setup.position.is_some(),
        local: row.local,
        undo: row.undo,
        visibility: row.visibility,
        mine: who.is_some_and(|who| who.user.id == row.owner_id),
        seats: seat_infos.collect(),
        number,
        round: stage.as_ref().map(|(round, _)| round.clone()),
        phase: stage.map(|(_, phase)| phase),
        turn,
        my_turn,
        since,
        handed_in,
        present: present.into_values().collect(),
        // Play that goes on answers it.
        asked: request
            .as_ref()
            .filter(|request| request.number == number || request.wish.stays())
            .map(Request::told),
        damage,
        changed,
        clock: timepiece.as_ref().and_then(clock),
        created: row.created,
        updated: row.updated.max(since),
    }
}
