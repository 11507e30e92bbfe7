//! What can be refused here already, without asking the host.

use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::{Entry, Title, Turn, check_author};
use ferrata_titles::Game;

/// Why an entry is certainly refused; none if it is good, or if only the host can tell.
///
/// A client sees less than the host: sealed decisions of others are hidden from it until they are opened. What a sealed
/// decision leads to may rest on theirs, so it is not tried out here. The offers rest on what everybody sees and cover
/// exactly what is accepted: they decide.
pub fn certain_refusal(game: &Game, entry: &Entry) -> Option<Refusal> {
    let turn = game.turn();
    let sealed = matches!(turn, Turn::Sealed(_)) && check_author(&turn, entry.by).is_ok();
    if sealed && game.offered(&entry.action) {
        return None;
    }
    game.why_not(entry)
}
