//! Moments of recorded games written down as positions and read back: the same table, the same offers.

use ferrata_engine::turn::Title;
use ferrata_titles::{Game, position};
use std::path::Path;

/// Looks at one moment in so many of each game, each game beginning with another one.
fn come_back(one_in: usize) {
    let (mut games, mut moments) = (0, 0);
    for path in ["1841", "18ESP"].into_iter().flat_map(ferrata_recorded::games) {
        moments += game_comes_back(&path, games % one_in, one_in);
        games += 1;
    }
    println!("{moments} moments of {games} recorded games come back");
}

/// How many moments of a game came back.
fn game_comes_back(path: &Path, first: usize, one_in: usize) -> usize {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let record = std::fs::read_to_string(path).expect("the game");
    let log = ferrata_interop::replay(&record, None).unwrap_or_else(|error| panic!("{name}: {error}")).log;
    let mut game = Game::start(&log.setup).expect("a set-up");
    let mut count = 0;
    for (at, recorded) in log.entries.iter().enumerate() {
        game.apply(&recorded.entry).expect("a recorded entry");
        if at % one_in != first {
            continue;
        }
        let text = position::write(&log.setup, &game).expect("a position");
        let (_, back) = position::read("position.toml", &text).unwrap_or_else(|problems| {
            let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
            panic!("{name}, entry {}: {}\n{text}", at + 1, problems.join("\n"))
        });
        assert_eq!(back.hash(), game.hash(), "{name}, entry {}: another table\n{text}", at + 1);
        assert_eq!(back.offers(), game.offers(), "{name}, entry {}\n{text}", at + 1);
        count += 1;
    }
    count
}

#[test]
fn moments_of_recorded_games_come_back() {
    come_back(97);
}

#[test]
#[ignore = "takes long: cargo test --profile ci -p ferrata-interop --test interop -- --ignored"]
fn every_moment_of_every_recorded_game_comes_back() {
    come_back(1);
}
