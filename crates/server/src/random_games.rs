//! Random games of every title in every edition, for tests.

use ferrata_engine::kit::Dice;
use ferrata_engine::log::Log;
use ferrata_engine::turn::{Entry, Setup, Title, Turn};
use ferrata_titles::{Game, catalogue};

/// A set-up of every title that plays, in every edition, for three players.
pub(crate) fn setups() -> Vec<Setup> {
    let editions = catalogue::TITLES
        .iter()
        .flat_map(|info| info.editions.iter().map(move |(edition, _)| (info, edition)));
    let players = ["Anna", "Bruno", "Carla"].map(str::to_owned);
    editions.map(|(info, edition)| info.setup(edition, &[], players.to_vec()).unwrap()).collect()
}

/// The first entries of a random game.
pub(crate) fn play(setup: &Setup, seed: u64, entries: usize) -> Log {
    let mut dice = Dice::new(seed);
    let mut game = Game::start(setup).unwrap();
    let mut log = Log::new(setup.clone());
    while let Some(entry) = next(&game, &mut dice).filter(|_| log.entries.len() < entries) {
        log.play(&mut game, entry).unwrap();
    }
    log
}

/// An entry at random; none if the game is over.
pub(crate) fn next(game: &Game, dice: &mut Dice) -> Option<Entry> {
    let seat = match game.turn() {
        Turn::Seat(seat) => seat,
        Turn::Sealed(seats) => *dice.pick(&seats)?,
        Turn::Chance(draw) => return Some(Entry::chance(draw.deal(|n| dice.below(n.into()) as u16))),
        Turn::Over(_) => return None,
    };
    let actions: Vec<_> = game.offers().iter().flat_map(|offer| offer.samples()).collect();
    let entry = |action| Entry::seat(seat, action);
    (0..200)
        .filter_map(|_| dice.pick(&actions).cloned().map(entry))
        .chain(actions.iter().cloned().map(entry))
        .find(|entry| game.why_not(entry).is_none())
}
