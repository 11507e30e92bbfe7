//! Games of ours written as exports of 18xx.games come back as they were.

use ferrata_engine::kit::{Plan, Playable, play_random};
use ferrata_engine::log::Log;
use ferrata_engine::turn::{Setup, Title};
use ferrata_titles::esp;
use ferrata_titles::{Game, t1841};

fn recorded_comes_back(path: &str) {
    let Some(text) = ferrata_recorded::game(path) else { return };
    comes_back(&ferrata_interop::replay(&text, None).expect("it replays").log);
}

fn comes_back(log: &Log) {
    let file = ferrata_interop::export(log).unwrap_or_else(|error| panic!("{error}"));
    let again = ferrata_interop::replay(&file.to_string(), None).expect("an export of ours can be read");
    let hash = |log: &Log| log.state::<Game>().expect("a log").hash();
    assert_eq!(hash(&again.log), hash(log));
}

#[test]
fn a_recorded_game_of_v2() {
    recorded_comes_back("1841/132002.json");
}

#[test]
fn a_recorded_game_of_v2_lite() {
    recorded_comes_back("1841/1841_game_end_bank.json");
}

#[test]
fn a_recorded_game_of_18esp_with_the_random_set_up() {
    recorded_comes_back("18ESP/18ESP_game_end_second_eight.json");
}

#[test]
fn a_generated_game_of_18esp_with_the_standard_set_up() {
    recorded_comes_back("18ESP/gen-18ESP-core-401.json");
}

/// Sales in emergencies at half and at full price (O-17, O-29), companies that sell for others, bankruptcies.
#[test]
fn generated_games_of_v1() {
    recorded_comes_back("1841/gen-1841-v1-104.json");
    recorded_comes_back("1841/gen-1841-v1-lite-201.json");
}

fn setup(title: &str, edition: &str, options: &str, players: usize) -> Setup {
    let names: Vec<String> = (1..=players).map(|number| format!("P{number}")).collect();
    let options: Vec<&str> = options.split_whitespace().collect();
    let setup =
        serde_json::json!({ "title": title, "edition": edition, "options": options, "players": names });
    serde_json::from_value(setup).expect("a set-up")
}

/// A game of random players, to its end.
fn random<T: Playable>(setup: Setup, seed: u64) -> Log {
    let report = play_random::<T>(&Plan { max_entries: 20_000, ..Plan::new(setup, seed).checking(0) });
    assert!(report.breaches.is_empty(), "{:?}", report.breaches.first());
    report.log
}

fn games_of_our_own_come_back(edition: &str, games: &[(&str, usize, u64)]) {
    for (options, players, seed) in games {
        println!("1841 {edition} {options}, {players} players, seed {seed}");
        comes_back(&random::<t1841::Game>(setup("1841", edition, options, *players), *seed));
    }
}

/// Sheets of nothing (O-03), mergers while a train goes on, a director's certificate sold to the pool.
#[test]
fn whole_games_of_our_own_in_the_first_edition() {
    let games = [("online", 4, 1), ("online", 3, 12), ("online", 4, 19), ("online", 6, 3)];
    games_of_our_own_come_back("v1", &games);
    games_of_our_own_come_back("v1", &[("online lite", 3, 8), ("online lite", 5, 2)]);
    games_of_our_own_come_back("v1", &[("online sfli-runs", 8, 5)]);
}

/// Besides, purchases between players, also after a bankruptcy.
#[test]
fn whole_games_of_our_own_in_the_second_edition() {
    let games = [("online", 4, 1), ("online", 6, 3), ("online", 8, 5), ("online p2p", 3, 6)];
    games_of_our_own_come_back("v2", &games);
    games_of_our_own_come_back("v2", &[("online lite", 3, 8), ("online lite", 6, 7)]);
}

#[test]
fn a_whole_game_of_our_own_of_18esp() {
    for options in ["", "standard"] {
        comes_back(&random::<esp::Game>(setup("18ESP", "online", options, 5), 6));
    }
}

/// What an export is refused for is said with the entry, or for the set-up as a whole.
#[test]
fn what_the_site_does_not_play_is_refused() {
    let refusal = |title: &str, edition: &str, options: &str| {
        ferrata_interop::export(&Log::new(setup(title, edition, options, 4))).unwrap_err().to_string()
    };
    assert!(refusal("1841", "v2", "").contains("\"online\""));
    assert!(refusal("18ESP", "rulebook", "standard").contains("\"online\""));
    assert!(refusal("18ESP", "online", "standard").contains("not been drawn"));
    assert!(refusal("1883", "", "").contains("1883"));
}

/// Given somebody who goes away while a game is being written down, then the work stops.
#[test]
fn an_export_that_nobody_waits_for_is_stopped() {
    let setup = ferrata_titles::catalogue::find("1841").unwrap();
    let players = ["Anna", "Bruno", "Carla"].map(str::to_owned).to_vec();
    let mut log = ferrata_engine::log::Log::new(setup.setup("v2-online", &[], players).unwrap());
    let mut game: ferrata_titles::Game = log.state().unwrap();
    log.play(
        &mut game,
        ferrata_engine::turn::Entry::seat(
            ferrata_engine::id::SeatId(0),
            ferrata_engine::action::Action::Pass,
        ),
    )
    .unwrap();
    assert_eq!(ferrata_interop::export_while(&log, &|| false), Err(ferrata_interop::Error::Stopped));
}
