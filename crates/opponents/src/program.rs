//! A program in a seat.

use crate::candidates::{Breadth, WIDE, candidates};
use crate::level::{Level, Numbers};
use crate::policy::{Look, Scored, accepts, fallback, score_all};
use crate::search::{Progress, Search};
use crate::seen::Seen;
use crate::value::Evaluation;
use crate::version::{Entrant, Version};
use crate::watch::Watch;
use crate::weights::Weights;
use ferrata_engine::action::Action;
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::SeatId;
use ferrata_engine::kit::Dice;
use ferrata_engine::name::Name;
use ferrata_engine::turn::Title;
use ferrata_titles::Game;
use ferrata_titles::prospects::Prospects;
use std::ops::ControlFlow;

/// So many decisions that belong to an action are looked at with it.
const FOLLOW_UPS: u8 = 2;

/// What a program decided, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// What it does.
    pub action: Action,
    /// The candidates that were weighed, the best first; empty where there was nothing to weigh.
    pub weighed: Vec<Scored>,
    /// Roll-outs made.
    pub iterations: u32,
}

/// A program that takes a seat. It remembers nothing of the game but what incomes it has worked out.
pub struct Program {
    level: Level,
    version: &'static Version,
    numbers: Numbers,
    seed: u64,
    weights: Option<Weights>,
    evaluation: Option<(Name, Evaluation)>,
}

/// The seed of a seat's program at a table with this id: the same as long as the table lives, so that what it did can be
/// explained later.
pub fn seed_of(table: &str, seat: SeatId) -> u64 {
    stable_hash(&(table, seat))
}

impl Program {
    /// A program of a level, of the newest version or another. The seed makes two of a level differ.
    pub fn new(entrant: impl Into<Entrant>, seed: u64) -> Program {
        let Entrant { level, version } = entrant.into();
        Program::by(Version::numbered(version), level, seed)
    }

    /// A program of a level, by data that is no version yet, perhaps.
    pub fn by(version: &'static Version, level: Level, seed: u64) -> Program {
        let numbers = version.numbers(level);
        Program { level, version, numbers, seed, weights: None, evaluation: None }
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The same with another number of roll-outs.
    pub fn with_iterations(mut self, iterations: u32) -> Program {
        if let Some(roll_outs) = &mut self.numbers.roll_outs {
            roll_outs.iterations = iterations;
        }
        self
    }

    /// The same with other weights than those of the title.
    pub fn with_weights(mut self, weights: Weights) -> Program {
        self.weights = Some(weights);
        self
    }

    /// The dice for a decision: from the table, the seat and the seed alone.
    fn dice(&self, seen: &Seen<Game>) -> Dice {
        Dice::new(seen.game.hash() ^ u64::from(seen.seat.0).rotate_right(8) ^ self.seed)
    }

    fn look(&self) -> Look {
        let breadth = Breadth { lays: self.numbers.lays, ..WIDE };
        Look { breadth, scouts: self.numbers.scouts, follow_ups: FOLLOW_UPS, slips: 0, noise: 0.0 }
    }

    /// What it does now; none if nothing is offered.
    pub fn decide(&mut self, seen: &Seen<Game>) -> Option<Decision> {
        self.decide_watched(seen, &mut |_| ControlFlow::Continue(()))
    }

    /// The same; the watcher hears how many roll-outs there were, after every entry of each and every candidate that is
    /// weighed, and may stop it: then the best of what was weighed is done.
    pub fn decide_watched(
        &mut self,
        seen: &Seen<Game>,
        watch: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> Option<Decision> {
        let (mut dice, mut watch) = (self.dice(seen), Watch::new(watch));
        let (game, seat) = (&seen.game, seen.seat);
        let (offers, look) = (game.offers(), self.look());
        let found = candidates(game, &offers, seat, look.breadth, &mut dice);
        let plain = |action: Action| Decision { action, weighed: Vec::new(), iterations: 0 };
        if found.len() == 1 || dice.one_in(self.numbers.slips) {
            let at = dice.below(found.len() as u64) as usize;
            if let Some(action) = found.get(at).filter(|action| accepts(game, seat, action)) {
                return Some(plain(action.clone()));
            }
        }
        let (mut evaluation, table) = (self.evaluation(game), game.imagined());
        evaluation.incomes.begin_decision();
        let mut weighed = score_all(&mut evaluation, &table, seat, found, look, &mut dice, &mut watch);
        weighed.sort_by(|a, b| b.score().total_cmp(&a.score()));
        let search = self.numbers.roll_outs.and_then(|roll_outs| {
            Search::new(&mut evaluation, &table, seat, &weighed, roll_outs, dice.clone())
        });
        if let Some(mut search) = search {
            while search.step(&mut watch) == Progress::Going {}
            weighed = search.found();
        }
        let iterations = watch.iterations;
        self.evaluation = Some((game.parts().title, evaluation));
        let best = weighed.first().map(|best| best.action.clone());
        let action = best.or_else(|| fallback(game, &offers, seat, &mut dice))?;
        Some(Decision { action, weighed, iterations })
    }

    /// The evaluation of the title, with what it knows already.
    fn evaluation(&mut self, game: &Game) -> Evaluation {
        let title = game.parts().title;
        match self.evaluation.take().filter(|(known, _)| *known == title) {
            Some((_, evaluation)) => evaluation,
            None => Evaluation::new(title.as_str(), self.version, self.weights).at_home(game.parts()),
        }
    }
}
