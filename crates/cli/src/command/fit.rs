//! `ferrata fit`: what the terms of the evaluation should count, fitted to games of greedy programs among themselves.

use super::choice::Choice;
use super::trial;
use crate::output::{Done, Failure, Progress, print};
use clap::Args;
use ferrata_engine::kit::Dice;
use ferrata_engine::turn::Setup;
use ferrata_opponents::contest::{Contest, Step};
use ferrata_opponents::value::Evaluation;
use ferrata_opponents::{Level, Moments, NEWEST, Program, Version};
use std::path::PathBuf;

/// Fits what terms of the evaluation count, by stage, to games of greedy programs, and prints it as terms.toml of a version has it
#[derive(Args)]
pub(crate) struct Fit {
    #[command(flatten)]
    choice: Choice,
    /// How many players
    #[arg(long, short, value_name = "P", default_value_t = 4)]
    players: usize,
    /// How many games
    #[arg(long, short, value_name = "G", default_value_t = 40)]
    games: u64,
    /// The seed of the first game; the next ones take the seeds after it
    #[arg(long, short, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// A folder with levels.toml, weights.toml, figures.toml and perhaps terms.toml by which the games are played, instead of the
    /// newest version
    #[arg(long, value_name = "FOLDER")]
    trial: Option<PathBuf>,
    /// Where a game that does not end is cut off; it then says nothing
    #[arg(long, value_name = "N", default_value_t = 6_000)]
    max_entries: usize,
}

impl Fit {
    pub(crate) fn run(self) -> Done {
        let (info, setup) = self.choice.setup(self.players)?;
        let newest = || Ok(Version::numbered(NEWEST));
        let version = self.trial.as_deref().map_or_else(newest, trial::read)?;
        let mut fit = ferrata_opponents::Fit::default();
        let progress = Progress::new(self.games);
        for game in 0..self.games {
            self.game(&setup, version, self.seed.wrapping_add(game), &mut fit)?;
            progress.step();
        }
        progress.end();
        print(fit.table(info.title))
    }

    /// A game of programs whose weights differ a little; its tables are noted when rounds begin.
    fn game(
        &self,
        setup: &Setup,
        version: &'static Version,
        seed: u64,
        fit: &mut ferrata_opponents::Fit,
    ) -> Result<(), Failure> {
        let (title, mut dice) = (setup.title.as_str(), Dice::new(seed));
        let program = |seat: usize| {
            let weights = version.weights(title).moved(&mut dice);
            let own = seed.wrapping_mul(31).wrapping_add(seat as u64);
            Program::by(version, Level::Greedy, own).with_weights(weights)
        };
        let programs = (0..self.players).map(program).collect();
        let mut contest = Contest::new(setup, programs, seed).map_err(Failure::problem)?;
        let mut evaluation = Evaluation::new(title, version, None).at_home(contest.game().parts());
        let (mut moments, mut noted) = (Moments::default(), 0);
        while contest.log().entries.len() < self.max_entries {
            if contest.rounds() != noted {
                noted = contest.rounds();
                moments.note(&mut evaluation, contest.game());
            }
            match contest.step() {
                Step::Drawn | Step::Decided(..) => {}
                Step::Illegal(seat, why) => {
                    return Err(Failure::problem(format!("seed {seed}, seat {}: {why}", seat.0 + 1)));
                }
                Step::Over(mut outcome) => {
                    outcome.standings.sort_by_key(|(seat, _)| *seat);
                    let worth: Vec<f32> = outcome.standings.iter().map(|(_, worth)| worth.0 as f32).collect();
                    fit.learn(moments, &worth);
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
