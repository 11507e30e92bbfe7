//! Recorded games, where they are.

use ferrata_engine::log::Log;

/// A recorded 1841 game as our log; none, said plainly, where the folder is absent.
pub(crate) fn recorded_game(name: &str) -> Option<Log> {
    let text = ferrata_recorded::game(&format!("1841/{name}"))?;
    Some(ferrata_interop::replay(&text, None).unwrap().log)
}
