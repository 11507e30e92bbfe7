//! The recorded games beside the project, and what every replay of one must show.

pub(crate) mod made_up;

use ferrata_interop::{Replay, Trace};

/// The text of a recorded game, and of its trace.
pub(crate) fn texts(title: &str, name: &str) -> Option<(String, String)> {
    let text = |ending: &str| ferrata_recorded::game(&format!("{title}/{name}.{ending}"));
    Some((text("json")?, text("trace.jsonl")?))
}

/// Replays a game with its trace; none if the recorded games are not there.
pub(crate) fn replayed(title: &str, name: &str) -> Option<(Replay, Trace)> {
    let (game, trace) = texts(title, name)?;
    let replay =
        ferrata_interop::replay(&game, Some(&trace)).unwrap_or_else(|error| panic!("{name}: {error}"));
    Some((replay, Trace::parse(&trace).expect("a trace")))
}

/// No difference after any action, an end, and the recorded result.
pub(crate) fn replays_without_difference(title: &str, name: &str) {
    let Some((replay, trace)) = replayed(title, name) else { return };
    let difference = replay.first_difference.as_ref().map(ToString::to_string);
    assert_eq!(difference, None, "{name}, {} actions played", replay.actions);
    assert!(replay.ended.is_some(), "{name} did not end");
    let mut ours: Vec<i64> = replay.standings.iter().map(|standing| standing.worth.0.into()).collect();
    let mut theirs: Vec<i64> = trace.result.iter().map(|(_, worth)| *worth).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs, "{name}: the result");
}
