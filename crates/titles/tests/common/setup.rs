//! Set-ups of random games.

use ferrata_engine::turn::{Setup, Title};
use ferrata_titles::{Game, catalogue};

/// The set-up of the game with this seed: editions, options and numbers of players take turns.
pub(crate) fn setup(title: &str, seed: u64) -> Setup {
    let info = catalogue::find(title).unwrap();
    let pick = |many: usize| usize::try_from(seed).unwrap() % many;
    let (edition, _) = info.editions[pick(info.editions.len())];
    let options: Vec<&str> = match info.options.len() {
        0 => Vec::new(),
        many => info.options.iter().skip(pick(2 * many)).take(1).map(|(option, _)| *option).collect(),
    };
    // Not every option goes with every edition.
    let goes = |options: &[&str]| {
        (2..=4).any(|count| {
            let names = (0..count).map(|seat| seat.to_string()).collect();
            info.setup(edition, options, names).is_ok_and(|setup| Game::start(&setup).is_ok())
        })
    };
    let options = if goes(&options) { options } else { Vec::new() };
    let parts = info.components(&info.setup(edition, &options, Vec::new()).unwrap()).unwrap();
    let count = parts.players[pick(parts.players.len())].count;
    let players = (1..=count).map(|seat| format!("Player {seat}")).collect();
    info.setup(edition, &options, players).unwrap()
}
