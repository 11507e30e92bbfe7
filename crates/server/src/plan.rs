//! From a wish to the records it leads to: the entry itself, and what chance adds.

use crate::hub::Wanted;
use crate::problem::{Answer, Problem};
use crate::running::Running;
use crate::secret::{random_below, random_key};
use crate::store::{RecordBody, StoredRecord};
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::{Author, Entry, Title, Turn};
use ferrata_titles::{Game, RULES_VERSION};
use ferrata_wire::{Millis, UndoPolicy};

/// Records, each with the state after it.
pub(crate) type Steps = Vec<(StoredRecord, Game)>;

/// How many records a table may have: ten times what the longest game has, so that going back and forth has an end.
const MOST_RECORDS: u64 = 20_000;

/// The records an accepted request leads to, each with the state after it.
pub(crate) fn plan(running: &Running, wanted: &Wanted, at: Millis) -> Answer<(Steps, Vec<Event>)> {
    if running.number() >= MOST_RECORDS {
        return Err(Problem::conflict(format!(
            "this table has {MOST_RECORDS} records, which no game needs; go on at a table that is forked from it"
        )));
    }
    let mut events = Vec::new();
    let sealed = matches!(running.game().turn(), Turn::Sealed(_));
    let next = match &wanted.body {
        RecordBody::Unreadable(why) => return Err(Problem::internal(why)),
        RecordBody::Note(_) => running.game().clone(),
        RecordBody::Entry(Action::Hidden) => {
            return Err(Problem::bad_request("a hidden action says nothing; send the action itself"));
        }
        RecordBody::Entry(action) => {
            let mut next = running.game().clone();
            let entry = Entry { by: Author::Seat(wanted.seat), action: action.clone() };
            let refused = |refusal| Problem::refused(&refusal, running.game().roster());
            events = next.apply(&entry).map_err(refused)?;
            next
        }
        RecordBody::Undo(to) => {
            may_undo(running, wanted.policy, &wanted.mine, *to)?;
            running.game_at(*to).map_err(|refusal| Problem::refused(&refusal, running.game().roster()))?
        }
    };
    let record = StoredRecord {
        number: wanted.number,
        seat: Some(wanted.seat.0),
        body: wanted.body.clone(),
        hash: next.hash(),
        sealed: sealed && matches!(wanted.body, RecordBody::Entry(_)),
        rules: RULES_VERSION,
        at,
        user: Some(wanted.user.clone()),
        retry: wanted.retry.clone(),
    };
    let mut steps = vec![(record, next.clone())];
    chance(next, (wanted.number, at), &mut steps, &mut events)?;
    Ok((steps, events))
}

/// Whether these seats may take back to record `to`. What was decided in secret and opened is taken back all together
/// or not at all, whatever the policy.
pub(crate) fn may_undo(running: &Running, policy: UndoPolicy, mine: &[SeatId], to: u64) -> Answer<()> {
    if to >= running.number() {
        return Err(Problem::conflict("there is nothing after that record to undo"));
    }
    if running.is_void(to) {
        return Err(Problem::conflict("the rules no longer accept that record; go back further"));
    }
    if running.splits_sealed(to) {
        return Err(Problem::conflict("decisions made in secret and opened can only be undone all together"));
    }
    match (policy, running.last_of_a_player()) {
        (UndoPolicy::Free | UndoPolicy::Consent, _) => Ok(()),
        // Where the rules no longer accept a record, all others are asked.
        (UndoPolicy::Own, _) if running.damage().is_some() => Ok(()),
        (UndoPolicy::Own, Some((seat, before)))
            if mine.contains(&SeatId(seat)) && running.same_moment(before, to) =>
        {
            Ok(())
        }
        // Whoever took something back may think better of it, as long as nobody has acted since.
        (UndoPolicy::Own, _)
            if running.last_undo().is_some_and(|(seat, before)| {
                mine.contains(&SeatId(seat)) && running.same_moment(before, to)
            }) =>
        {
            Ok(())
        }
        (UndoPolicy::Own, _) => {
            Err(Problem::forbidden("at this table only your own last entry can be undone"))
        }
    }
}

/// Lets chance decide as long as it is its turn, after this record and at this moment.
pub(crate) fn chance(
    mut game: Game,
    (mut number, at): (u64, Millis),
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
            rules: RULES_VERSION,
            at,
            user: None,
            retry: random_key(20).map_err(Problem::internal)?,
        };
        steps.push((record, game.clone()));
    }
    Ok(())
}

/// What to tell somebody whose number is taken.
pub(crate) fn conflict(running: &Running, number: u64, mine: &[SeatId]) -> Problem {
    let last = running.number();
    let detail = match number > last {
        true => format!("record {number} was expected to be next, but there are only {last}"),
        false => format!("record {number} was expected to be new, but there are {last} already"),
    };
    Problem::conflict(detail).with_missed(running.seen(number.saturating_sub(1), 500, mine))
}
