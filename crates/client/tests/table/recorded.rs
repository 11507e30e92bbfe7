//! The recorded games, and fresh tables.

use ferrata_client::timeline::{Record, Timeline};
use ferrata_engine::log::Log;
use ferrata_engine::turn::Setup;
use std::sync::OnceLock;

const GAMES: [(&str, &str); 4] = [
    ("1841", "132002"),
    ("1841", "1841_game_end_bank"),
    ("18ESP", "18ESP_game_end_second_eight"),
    ("18ESP", "gen-18ESP-core-401"),
];

/// The recorded games as our logs; none, with a word, if they are not there.
pub(crate) fn games() -> &'static [Log] {
    static LOGS: OnceLock<Vec<Log>> = OnceLock::new();
    LOGS.get_or_init(|| GAMES.iter().filter_map(|(title, name)| read(title, name)).collect())
}

fn read(title: &str, name: &str) -> Option<Log> {
    let text = ferrata_recorded::game(&format!("{title}/{name}.json"))?;
    Some(ferrata_interop::replay(&text, None).expect("a game that replays").log)
}

/// A log as a timeline, with the hashes recorded.
pub(crate) fn timeline(log: &Log) -> Timeline {
    let mut timeline = Timeline::new(log.setup.clone()).unwrap();
    for (at, recorded) in log.entries.iter().enumerate() {
        let mut record = Record::entry(at as u64 + 1, recorded.entry.clone());
        record.hash = recorded.hash.map(|hash| format!("{hash:016x}")).unwrap_or_default();
        timeline.add(record).unwrap();
    }
    timeline
}

/// Every recorded game as a timeline, made once.
pub(crate) fn timelines() -> &'static [Timeline] {
    static TIMELINES: OnceLock<Vec<Timeline>> = OnceLock::new();
    TIMELINES.get_or_init(|| games().iter().map(timeline).collect())
}

/// A fresh table.
pub(crate) fn setup(title: &str, edition: &str, players: &[&str]) -> Setup {
    Setup::new(title, edition, Vec::new(), players.iter().map(|name| (*name).to_owned()).collect())
}
