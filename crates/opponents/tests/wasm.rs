//! The browser's build plays the same games: programs of three levels as WebAssembly under node.
#![allow(clippy::unwrap_used, reason = "tests may fail")]

#[path = "../../titles/tests/common/webassembly.rs"]
mod webassembly;

use webassembly::Example;

include!("common/games.rs");

const SAME_GAMES: Example =
    Example { package: "ferrata-opponents", name: "same_games", built: "FERRATA_SAME_GAMES" };

/// Runs the module, then looks for what it says in its memory.
const RUN: &str = "const fs = require('fs'); \
    WebAssembly.instantiate(fs.readFileSync(process.argv[1]), {}).then(({ instance }) => { \
        instance.exports.main(0, 0); \
        const memory = Buffer.from(instance.exports.memory.buffer).toString('latin1'); \
        console.log(String(memory.match(/the games are [0-9a-f]{16}\\./))); \
    }).catch((error) => { console.error(String(error)); process.exit(1); });";

/// Given programs of three levels, when they play the beginning of every title natively and as WebAssembly, then every table on
/// the way is the same.
#[test]
fn wasm_plays_the_same_games() {
    if let Some(said) = SAME_GAMES.run(RUN) {
        let games = games();
        assert_ne!(games, 0, "every title starts");
        assert_eq!(said.trim(), format!("the games are {games:016x}."));
    }
}
