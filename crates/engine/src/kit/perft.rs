//! Counts of the tree of offers: how many sequences of actions there are from a position.
//!
//! Open-ended choices are cut to a canonical set: the samples of each offer ([`Offer::samples`]: few amounts
//! of a range, the first outcome of a draw), the title's suggested runs for a run, and of several players
//! who decide in secret only the first still waiting.

use super::Playable;
use super::check::authors;
use crate::kind::words;
use crate::offer::Offer;
use crate::turn::Entry;
use std::fmt::Write;

/// The canonical entries of a position, in the order of the offers, each once.
pub fn canonical<T: Playable>(state: &T) -> Vec<Entry> {
    let Some(by) = authors(&state.turn()).first().copied() else { return Vec::new() };
    let mut entries: Vec<Entry> = Vec::new();
    for offer in state.offers() {
        let actions = match &offer {
            Offer::Run { .. } => state.suggest_runs(),
            other => other.samples(),
        };
        for entry in actions.into_iter().map(|action| Entry { by, action }) {
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
    }
    entries
}

/// How many sequences of `depth` canonical entries there are. An entry that is refused leads nowhere.
pub fn perft<T: Playable>(state: &T, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => canonical(state).iter().map(|entry| below(state, entry, depth)).sum(),
    }
}

fn below<T: Playable>(state: &T, entry: &Entry, depth: u32) -> u64 {
    let mut next = state.clone();
    next.apply(entry).map_or(0, |_| perft(&next, depth - 1))
}

/// The counts to `depth` and, below each first entry, its share of the deepest, so that a difference points
/// at the rule that changed.
pub fn perft_text<T: Playable>(position: &str, state: &T, depth: u32) -> String {
    let mut text = format!("pos {position}");
    for depth in 1..=depth {
        let _ = write!(text, "   perft {depth} {}", perft(state, depth));
    }
    text.push('\n');
    for entry in canonical(state) {
        let _ = writeln!(text, "{:>10}  {}", below(state, &entry, depth.max(1)), words(&entry.action));
    }
    text
}
