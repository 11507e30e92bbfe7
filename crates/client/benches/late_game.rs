//! What a client does late in a recorded game, with the time each thing takes. Prints; asserts nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)] // a measurement

use ferrata_client::cannot::cannot;
use ferrata_client::scene::Scene;
use ferrata_client::timeline::{Record, Timeline};
use ferrata_engine::turn::Title;
use std::time::{Duration, Instant};

const GAMES: [(&str, &str); 4] = [
    ("1841", "132002"),
    ("1841", "1841_game_end_bank"),
    ("18ESP", "18ESP_game_end_second_eight"),
    ("18ESP", "gen-18ESP-core-401"),
];

fn main() {
    for (title, name) in GAMES {
        let Some(text) = ferrata_recorded::game(&format!("{title}/{name}.json")) else { return };
        let log = ferrata_interop::replay(&text, None).expect("a game").log;
        println!("{title} {name}, {} entries", log.entries.len());
        let before = resident();
        let start = Instant::now();
        let mut timeline = Timeline::new(log.setup.clone()).unwrap();
        for (at, recorded) in log.entries.iter().enumerate() {
            timeline.add(Record::entry(at as u64 + 1, recorded.entry.clone())).unwrap();
        }
        println!("  fold with all lines  {:?}, {} kB kept", start.elapsed(), resident() - before);
        each("step back", &timeline, |timeline, number| assert!(timeline.game_at(number).is_some()));
        each("clone", &timeline, |timeline, number| drop(timeline.game_at(number).cloned()));
        each("view", &timeline, |timeline, number| drop(timeline.game_at(number).unwrap().view()));
        each("offers", &timeline, |timeline, number| drop(timeline.game_at(number).unwrap().offers()));
        each("what cannot be done", &timeline, |timeline, number| {
            let game = timeline.game_at(number).unwrap();
            let (view, offers) = (game.view(), game.offers());
            drop(cannot(&Scene::new(game, &view, timeline.names()), &offers));
        });
        let start = Instant::now();
        let rounds = timeline.worth().len();
        println!("  worth of {rounds} rounds    {:?}", start.elapsed());
    }
}

/// Does something at every moment, each time the best of three on a busy machine, and prints the middle and
/// the longest time.
fn each(what: &str, timeline: &Timeline, mut act: impl FnMut(&Timeline, u64)) {
    let mut times: Vec<Duration> = Vec::new();
    for number in (0..=timeline.len()).rev() {
        let mut once = || {
            let start = Instant::now();
            act(timeline, number);
            start.elapsed()
        };
        times.push(once().min(once()).min(once()));
    }
    times.sort_unstable();
    let middle = times.get(times.len() / 2).copied().unwrap_or_default();
    let longest = times.last().copied().unwrap_or_default();
    println!("  {what:<20} {middle:?}, at most {longest:?}");
}

/// The memory in use, in kB, where the system tells.
fn resident() -> i64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    status.split(' ').nth(1).and_then(|pages| pages.parse::<i64>().ok()).unwrap_or_default() * 4
}
