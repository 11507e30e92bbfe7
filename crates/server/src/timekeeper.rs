//! Looks after the clocks of all tables: says when somebody's time runs short, and does what the table has chosen when it
//! is up.

use crate::App;
use crate::api::handing;
use crate::clocks::{Clocks, DAY, Due, MINUTE};
use crate::hub::Noting;
use crate::problem::Answer;
use crate::programs;
use crate::slot::Facts;
use crate::store::{ClockDeed, ClockStep, News, Timepiece, To};
use ferrata_wire::{Because, Millis, NotificationKind, SeatNote, TimeUp};
use std::sync::Arc;
use std::time::Duration;

/// How long nothing is looked for, if nobody says that there is something: other servers write, too.
const PAUSE: Duration = Duration::from_secs(5);

/// Looks after the clocks as long as the server runs.
pub(crate) async fn run(app: App) {
    let mut stopping = app.stopping.clone();
    while !*stopping.borrow_and_update() {
        let next = match round(&app).await {
            Ok(true) => app.store.next_clock().await.unwrap_or(None),
            // What could not be done now is tried again, but not at once.
            Ok(false) => None,
            Err(error) => {
                tracing::warn!(%error, "the clocks could not be looked at; trying again");
                None
            }
        };
        tokio::select! {
            () = app.store.clocks_changed() => {}
            () = app.store.clock().wait_until(next, PAUSE) => {}
            _ = stopping.changed() => {}
        }
    }
}

/// Looks at all clocks that are due; whether all was done.
async fn round(app: &App) -> Result<bool, sqlx::Error> {
    let mut well = true;
    for table in app.store.clocks_due(app.store.clock().now()).await? {
        let under_way = app.under_way.clone().read_owned().await;
        if let Err(problem) = look_at(app, &table).await {
            tracing::warn!(table, ?problem, "a clock could not be looked after");
            well = false;
        }
        drop(under_way);
    }
    Ok(well)
}

async fn look_at(app: &App, table: &str) -> Answer<()> {
    let Some(facts) = app.hub.fresh_facts(table).await? else { return Ok(()) };
    let Some(Timepiece { terms, clocks: Some(clocks), sitters }) = &facts.timepiece else { return Ok(()) };
    let at = app.store.clock().now().max(clocks.at);
    let mut now = clocks.clone();
    now.run(terms, sitters, at);
    let dues = now.dues(terms, sitters);
    if dues.is_empty() {
        // Looked at too early: only when to look next is new.
        step(app, table, at, Vec::new(), Vec::new()).await?;
    }
    for due in dues {
        match due {
            Due::Short(seat) => {
                let left = now.seats.get(usize::from(seat)).map_or(0, |seat| seat.left);
                let news = news(NotificationKind::TimeShort, &facts, To::Seat(seat), words(left), at);
                step(app, table, at, vec![ClockDeed::Warned(seat)], vec![news]).await?;
            }
            Due::Up(seat) => up(app, &facts, &now, seat, at).await?,
        }
    }
    Ok(())
}

async fn step(app: &App, table: &str, at: Millis, deeds: Vec<ClockDeed>, news: Vec<News>) -> Answer<()> {
    app.store.step_clocks(table, &ClockStep { at, deeds }, &news).await?;
    app.hub.changed(table).await
}

fn news(kind: NotificationKind, facts: &Facts, to: To, detail: String, at: Millis) -> News {
    let number = facts.row.standing.as_ref().map_or(0, |standing| standing.number);
    News { kind, number, to, detail, at }
}

/// Somebody's time is up.
async fn up(app: &App, facts: &Arc<Facts>, now: &Clocks, seat: u8, at: Millis) -> Answer<()> {
    let Some(timepiece) = &facts.timepiece else { return Ok(()) };
    let name = facts.row.setup.players.get(usize::from(seat)).cloned().unwrap_or_default();
    let again = now.seats.get(usize::from(seat)).is_some_and(|seat| seat.told.is_some());
    let told = |to, detail| news(NotificationKind::TimeUp, facts, to, detail, at);
    let noting = match timepiece.terms.at_zero {
        TimeUp::Program { level } => {
            let noting = handing(app, facts, seat, level, Because::Time).await?;
            let detail = format!("{name}'s time is up. A program plays on until {name} is back");
            Noting { news: vec![told(To::All, detail)], ..noting }
        }
        TimeUp::Remind | TimeUp::Vote if again => {
            let reminder = told(To::Seat(seat), "Your time is up, and the others wait".to_owned());
            return step(app, &facts.row.id, at, vec![ClockDeed::Told(seat)], vec![reminder]).await;
        }
        TimeUp::Remind => noted(seat, told(To::All, format!("{name}'s time is up"))),
        TimeUp::Vote => {
            let detail = format!("{name}'s time is up. The others can give the seat to a program");
            noted(seat, told(To::All, detail))
        }
    };
    let played = matches!(noting.note, SeatNote::Program { .. });
    match app.hub.note(facts.clone(), noting).await {
        // A log that does not go on comes first: it is looked at again tomorrow.
        Err(problem) if problem.is_conflict() => {
            step(app, &facts.row.id, at, vec![ClockDeed::Told(seat)], Vec::new()).await
        }
        other => {
            if played {
                programs::attend(app, &facts.row.id);
            }
            other
        }
    }
}

/// The log tells that somebody's time is up.
fn noted(seat: u8, news: News) -> Noting {
    let deeds = vec![ClockDeed::Told(seat)];
    Noting { seat, user: None, note: SeatNote::TimeUp, step: None, deeds, news: vec![news] }
}

/// How much time is left, in words.
fn words(left: Millis) -> String {
    let (days, hours, minutes) = (left / DAY, left / (60 * MINUTE), left / MINUTE);
    let many =
        |count: i64, what: &str| format!("{count} {what}{} left", if count == 1 { " is" } else { "s are" });
    match (days, hours) {
        (2.., _) => many(days, "day"),
        (_, 2..) => many(hours, "hour"),
        _ => many(minutes, "minute"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_said_in_the_unit_that_fits() {
        assert_eq!(words(3 * DAY + 5), "3 days are left");
        assert_eq!(words(47 * 60 * MINUTE), "47 hours are left");
        assert_eq!(words(119 * MINUTE), "119 minutes are left");
        assert_eq!(words(MINUTE), "1 minute is left");
    }
}
