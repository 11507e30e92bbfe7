//! From a wish to the records it leads to: the entry itself, and what chance adds.

use crate::hub::Wanted;
use crate::problem::{Answer, Problem};
use crate::running::Running;
use crate::secret::{random_below, random_key};
use crate::store::{RecordBody, StoredRecord, now};
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::turn::{Author, Entry, Title, Turn};
use ferrata_titles::Game;

/// Records, each with the state after it.
pub(crate) type Steps = Vec<(StoredRecord, Game)>;

/// The records an accepted request leads to, each with the state after it.
pub(crate) fn plan(running: &Running, wanted: &Wanted) -> Answer<(Steps, Vec<Event>)> {
    let mut events = Vec::new();
    let sealed = matches!(running.game().turn(), Turn::Sealed(_));
    let next = match &wanted.body {
        RecordBody::Entry(Action::Hidden) => {
            return Err(Problem::bad_request("a hidden action says nothing; send the action itself"));
        }
        RecordBody::Entry(action) => {
            let mut next = running.game().clone();
            let entry = Entry { by: Author::Seat(wanted.seat), action: action.clone() };
            events = next.apply(&entry).map_err(|refusal| Problem::refused(&refusal))?;
            next
        }
        RecordBody::Undo(to) => running.game_at(*to).map_err(|refusal| Problem::refused(&refusal))?,
    };
    let record = StoredRecord {
        number: wanted.number,
        seat: Some(wanted.seat.0),
        body: wanted.body.clone(),
        hash: next.hash(),
        sealed: sealed && matches!(wanted.body, RecordBody::Entry(_)),
        at: now(),
        user: Some(wanted.user.clone()),
        retry: wanted.retry.clone(),
    };
    let mut steps = vec![(record, next.clone())];
    chance(next, wanted.number, &mut steps, &mut events)?;
    Ok((steps, events))
}

/// Lets chance decide as long as it is its turn.
pub(crate) fn chance(
    mut game: Game,
    mut number: u64,
    steps: &mut Steps,
    events: &mut Vec<Event>,
) -> Answer<()> {
    while let Turn::Chance(draw) = game.turn() {
        let mut failed = None;
        let outcome = draw.deal(|n| {
            random_below(n).unwrap_or_else(|error| {
                failed = Some(error);
                0
            })
        });
        if let Some(error) = failed {
            return Err(Problem::internal(error));
        }
        let entry = Entry::chance(outcome);
        events.extend(game.apply(&entry).map_err(Problem::internal)?);
        number += 1;
        let record = StoredRecord {
            number,
            seat: None,
            body: RecordBody::Entry(entry.action),
            hash: game.hash(),
            sealed: false,
            at: now(),
            user: None,
            retry: random_key(20).map_err(Problem::internal)?,
        };
        steps.push((record, game.clone()));
    }
    Ok(())
}

/// What to tell somebody whose number is taken.
pub(crate) fn conflict(running: &Running, wanted: &Wanted) -> Problem {
    let detail = format!(
        "record {} was expected to be new, but there are {} already",
        wanted.number,
        running.number()
    );
    Problem::conflict(detail).with_missed(running.seen(wanted.number.saturating_sub(1), 500, &wanted.mine))
}
