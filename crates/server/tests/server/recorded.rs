//! Recorded games, where they are.

use ferrata_engine::log::Log;

/// A recorded 1841 game as our log; none, said plainly, where the folder is absent.
pub(crate) fn recorded_game(name: &str) -> Option<Log> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/games/1841/");
    let Ok(text) = std::fs::read_to_string(format!("{path}{name}")) else {
        println!("no recorded games at ../shared/games: this test shows nothing here");
        return None;
    };
    Some(ferrata_interop::replay(&text, None).unwrap().log)
}
