use ferrata_engine::hash::stable_hash;
use ferrata_opponents::contest::Contest;
use ferrata_opponents::{Level, Program};
use ferrata_titles::catalogue::TITLES;

/// A number for the first entries of a game of every title: of every table on the way.
fn games() -> u64 {
    let levels = [Level::Steady, Level::Greedy, Level::Novice];
    let mut tables: Vec<Option<u64>> = Vec::new();
    for info in TITLES {
        let players = levels.iter().map(ToString::to_string).collect();
        let Ok(setup) = info.setup("", &[], players) else { return 0 };
        let programs = levels.iter().map(|level| Program::new(*level, 7).with_iterations(3)).collect();
        let Ok(mut contest) = Contest::new(&setup, programs, 7) else { return 0 };
        for _ in 0..40 {
            contest.step();
        }
        tables.extend(contest.log().entries.iter().map(|entry| entry.hash));
    }
    stable_hash(&tables)
}
