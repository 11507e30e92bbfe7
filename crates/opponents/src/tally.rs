//! What came out of a tournament: shares of games won, who finished ahead of whom, with intervals by resampling blocks.

use crate::version::Entrant;
use ferrata_engine::kit::Dice;
use serde::Serialize;
use std::collections::BTreeMap;

/// So many times the blocks are drawn anew for an interval.
const RESAMPLES: usize = 1000;

/// One game: the level in each seat, and what each finished with.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Played {
    /// By seat.
    pub levels: Vec<Entrant>,
    /// By seat; empty if the game was not finished.
    pub worth: Vec<i32>,
    /// By seat: has been bankrupt.
    pub bankrupt: Vec<bool>,
    /// Rounds, stock and operating.
    pub rounds: u32,
    /// Entries.
    pub entries: usize,
    /// The next train in the bank at the end.
    pub next_train: String,
    /// Decisions that were refused: there must be none.
    pub illegal: Vec<String>,
}

/// A figure with its interval (95 %, by resampling blocks).
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Figure {
    /// The figure.
    pub value: f64,
    /// The interval's ends.
    pub low: f64,
    /// See `low`.
    pub high: f64,
}

/// How a level did.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Line {
    /// Seats it played.
    pub seats: usize,
    /// The share of games that one of its seats won; equals share a game.
    pub won: Figure,
    /// What that would be by chance.
    pub by_chance: f64,
    /// What its seats finished with, on average.
    pub worth: f64,
    /// How many of its seats have been bankrupt.
    pub bankrupt: usize,
    /// By other level: how often one of its seats finished ahead of one of theirs.
    pub ahead_of: BTreeMap<Entrant, Figure>,
    /// By other level: the difference in Elo that fits this.
    pub elo_over: BTreeMap<Entrant, f64>,
}

/// All levels of a tournament. Each block has the games of one seed, with every placement of the levels.
pub fn lines(blocks: &[Vec<Played>]) -> BTreeMap<Entrant, Line> {
    let all = || blocks.iter().flatten();
    let mut levels: Vec<Entrant> = all().flat_map(|game| game.levels.iter().copied()).collect();
    levels.sort_unstable();
    levels.dedup();
    let line = |level: Entrant| {
        let seats = all().map(|game| seats_of(game, level).count()).sum();
        let chance = |game: &Played| seats_of(game, level).count() as f64 / game.levels.len().max(1) as f64;
        let others = || levels.iter().copied().filter(move |other| *other != level);
        let ahead: BTreeMap<Entrant, Figure> =
            others().map(|other| (other, interval(blocks, &|game| ahead(game, level, other)))).collect();
        let elo = ahead.iter().map(|(other, figure)| (*other, elo(figure.value)));
        let worth: Vec<i32> = all()
            .flat_map(|game| seats_of(game, level).filter_map(|seat| game.worth.get(seat).copied()))
            .collect();
        Line {
            seats,
            won: interval(blocks, &|game| won(game, level)),
            by_chance: all().map(chance).sum::<f64>() / all().count().max(1) as f64,
            worth: worth.iter().map(|worth| f64::from(*worth)).sum::<f64>() / worth.len().max(1) as f64,
            bankrupt: all()
                .map(|game| {
                    seats_of(game, level).filter(|seat| game.bankrupt.get(*seat) == Some(&true)).count()
                })
                .sum(),
            elo_over: elo.collect(),
            ahead_of: ahead,
        }
    };
    levels.iter().map(|level| (*level, line(*level))).collect()
}

fn seats_of(game: &Played, level: Entrant) -> impl Iterator<Item = usize> + '_ {
    game.levels.iter().enumerate().filter(move |(_, own)| **own == level).map(|(seat, _)| seat)
}

/// Won, of how many: a finished game is one, of which the seats with the most share equally.
fn won(game: &Played, level: Entrant) -> (f64, f64) {
    let Some(most) = game.worth.iter().max() else { return (0.0, 0.0) };
    let winners = game.worth.iter().filter(|worth| *worth == most).count() as f64;
    let own = seats_of(game, level).filter(|seat| game.worth.get(*seat) == Some(most)).count() as f64;
    (own / winners, 1.0)
}

/// Pairs of seats in which one level finished ahead of the other, of how many; equals count half.
fn ahead(game: &Played, level: Entrant, other: Entrant) -> (f64, f64) {
    let (mut ahead, mut pairs) = (0.0, 0.0);
    for own in seats_of(game, level).filter_map(|seat| game.worth.get(seat)) {
        for their in seats_of(game, other).filter_map(|seat| game.worth.get(seat)) {
            pairs += 1.0;
            ahead += match own.cmp(their) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
        }
    }
    (ahead, pairs)
}

/// The difference in Elo by which one is ahead so often.
fn elo(ahead: f64) -> f64 {
    let ahead = ahead.clamp(0.001, 0.999);
    400.0 * (ahead / (1.0 - ahead)).log10()
}

/// A share over all games, with its interval.
fn interval(blocks: &[Vec<Played>], of: &dyn Fn(&Played) -> (f64, f64)) -> Figure {
    let add = |(a, b): (f64, f64), (c, d): (f64, f64)| (a + c, b + d);
    let sums: Vec<(f64, f64)> =
        blocks.iter().map(|block| block.iter().map(of).fold((0.0, 0.0), add)).collect();
    let share = |(part, whole): (f64, f64)| if whole > 0.0 { part / whole } else { 0.0 };
    let value = share(sums.iter().copied().fold((0.0, 0.0), add));
    let mut dice = Dice::new(1);
    let mut drawn: Vec<f64> = (0..RESAMPLES)
        .map(|_| share((0..sums.len()).filter_map(|_| dice.pick(&sums).copied()).fold((0.0, 0.0), add)))
        .collect();
    drawn.sort_by(f64::total_cmp);
    let at = |part: usize| drawn.get(RESAMPLES * part / 1000).copied().unwrap_or(value);
    Figure { value, low: at(25), high: at(975) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    const GREEDY: Entrant = Entrant { level: Level::Greedy, version: 3 };
    const NOVICE: Entrant = Entrant { level: Level::Novice, version: 3 };

    fn game(worth: [i32; 3]) -> Played {
        let levels = vec![GREEDY, NOVICE, NOVICE];
        Played { levels, worth: worth.to_vec(), bankrupt: vec![false, true, false], ..Played::default() }
    }

    #[test]
    fn a_game_is_won_by_whoever_has_most() {
        let lines = lines(&[vec![game([30, 20, 10]), game([20, 30, 10])], vec![game([20, 20, 10])]]);
        let greedy = &lines[&GREEDY];
        assert_eq!((greedy.seats, greedy.bankrupt, lines[&NOVICE].bankrupt), (3, 0, 3));
        assert!((greedy.won.value - 0.5).abs() < 1e-9, "one won, one lost, one shared");
        assert!((greedy.by_chance - 1.0 / 3.0).abs() < 1e-9);
        assert!((greedy.ahead_of[&NOVICE].value - 4.5 / 6.0).abs() < 1e-9);
        assert!(greedy.won.low <= greedy.won.value && greedy.won.value <= greedy.won.high);
        assert!(greedy.elo_over[&NOVICE] > 0.0 && lines[&NOVICE].elo_over[&GREEDY] < 0.0);
    }

    #[test]
    fn unfinished_games_count_for_nobody() {
        let lines = lines(&[vec![Played { worth: Vec::new(), ..game([0, 0, 0]) }, game([3, 2, 1])]]);
        assert!((lines[&GREEDY].won.value - 1.0).abs() < 1e-9);
    }
}
