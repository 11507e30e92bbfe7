//! `ferrata fit`: looks for better weights of the evaluation by games of greedy programs against each other.

use super::choice::Choice;
use crate::output::{Done, Failure, Progress, print};
use clap::Args;
use ferrata_engine::turn::Setup;
use ferrata_opponents::contest::{Contest, Step};
use ferrata_opponents::{Level, Program, Weights};

/// Looks for better weights of the evaluation, and prints them as weights.toml of a version has them
#[derive(Args)]
pub(crate) struct Fit {
    #[command(flatten)]
    choice: Choice,
    /// How many players; half of them play by each of two sets of weights
    #[arg(long, short, value_name = "P", default_value_t = 4)]
    players: usize,
    /// How many steps; each plays two games with one seed, in which the two sets change seats
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100)]
    steps: u32,
    /// The seed of the first step; the next ones take the seeds after it
    #[arg(long, short, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Where a game that does not end is cut off
    #[arg(long, value_name = "N", default_value_t = 6_000)]
    max_entries: usize,
}

impl Fit {
    pub(crate) fn run(self) -> Done {
        let (info, setup) = self.choice.setup(self.players)?;
        let mut fit = ferrata_opponents::Fit::new(Weights::of(info.title), self.seed);
        let progress = Progress::new(u64::from(self.steps));
        for step in 0..self.steps {
            let (pair, seed) = (fit.pair(), self.seed.wrapping_add(step.into()));
            let [one, other] = pair;
            let games = [self.game(&setup, pair, seed)?, self.game(&setup, [other, one], seed)?];
            // In the second game the sets sit in each other's seats.
            fit.learn(f32::midpoint(games[0], 1.0 - games[1]));
            progress.step();
        }
        progress.end();
        let table = serde_json::to_value(fit.weights()).map_err(Failure::problem)?;
        let weights = table.as_object().into_iter().flatten();
        let lines = weights.map(|(name, weight)| format!("{name} = {:.3}\n", weight.as_f64().unwrap_or(0.0)));
        print(format!("[{}]\n{}", info.title, lines.collect::<String>()))
    }

    /// A game in which the two sets take every other seat: in how many pairs the first finished ahead.
    fn game(&self, setup: &Setup, sets: [Weights; 2], seed: u64) -> Result<f32, Failure> {
        let program = |seat: usize| {
            let weights = if seat.is_multiple_of(2) { sets[0] } else { sets[1] };
            Program::new(Level::Greedy, seed.wrapping_mul(31).wrapping_add(seat as u64)).with_weights(weights)
        };
        let programs = (0..self.players).map(program).collect();
        let mut contest = Contest::new(setup, programs, seed).map_err(Failure::problem)?;
        while contest.log().entries.len() < self.max_entries {
            match contest.step() {
                Step::Drawn | Step::Decided(..) => {}
                Step::Illegal(seat, why) => {
                    return Err(Failure::problem(format!("seed {seed}, seat {}: {why}", seat.0 + 1)));
                }
                Step::Over(outcome) => {
                    let of = |first: bool| {
                        let standings = outcome.standings.iter();
                        standings.filter(move |(seat, _)| seat.index().is_multiple_of(2) == first)
                    };
                    let pairs = of(true).flat_map(|(_, own)| of(false).map(move |(_, their)| own.cmp(their)));
                    let ahead: Vec<f32> = pairs.map(|order| (order as i8 + 1) as f32 / 2.0).collect();
                    return Ok(ahead.iter().sum::<f32>() / ahead.len().max(1) as f32);
                }
            }
        }
        // A game that does not end says nothing.
        Ok(0.5)
    }
}
