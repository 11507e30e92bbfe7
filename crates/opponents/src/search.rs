//! Roll-outs: the best candidates are played on by the one-ply policy until the next stock round begins, again and again, and
//! the worse half of them goes after each stage. A search is a machine that is stepped, and may be stopped at any time.

use crate::candidates::{Breadth, NARROW};
use crate::fate::Fate;
use crate::level::RollOuts;
use crate::policy::{Look, Scored, is_track};
use crate::roll_out::roll_out;
use crate::stages::Stages;
use crate::terms::Terms;
use crate::value::Evaluation;
use crate::watch::Watch;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::kit::Dice;
use ferrata_engine::turn::{Entry, Title};
use ferrata_titles::Game;

/// A candidate that is rolled out.
struct Arm {
    action: Action,
    /// What one ply says, which counts as one roll-out.
    prior: Terms,
    sum: Terms,
    /// What each roll-out said: those of all candidates had the same seeds.
    said: Vec<f32>,
    table: Game,
}

impl Arm {
    fn count(&self) -> f32 {
        self.said.len() as f32
    }

    /// How far it is ahead of another one with as many roll-outs, and how much that may be off: what one ply says counts as so many roll-outs,
    /// of which nobody knows how far they scatter.
    fn lead(&self, other: &Arm, prior: f32) -> (f32, f32) {
        let apart: Vec<f32> = self.said.iter().zip(&other.said).map(|(own, others)| own - others).collect();
        let count = apart.len() as f32;
        let sum: f32 = apart.iter().sum();
        let mean = sum / count.max(1.0);
        let scatter: f32 = apart.iter().map(|one| (one - mean) * (one - mean)).sum();
        let error = (scatter / (count - 1.0).max(1.0) / count.max(1.0)).sqrt();
        let by_one_ply = prior * (self.prior.sum() - other.prior.sum());
        ((sum + by_one_ply) / (count + prior), error)
    }
}

/// So many roll-outs of a candidate say how far they scatter.
const TELLING: usize = 5;

/// Whether a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// There is more to do.
    Going,
    /// It is done.
    Done,
}

/// A search under way.
pub(crate) struct Search<'a> {
    evaluation: &'a mut Evaluation,
    seat: SeatId,
    arms: Vec<Arm>,
    /// Arms that went, the last first.
    gone: Vec<Arm>,
    dice: Dice,
    seed: u64,
    numbers: RollOuts,
    stages: u32,
    /// Rounds of roll-outs left in this stage.
    left: u32,
    at: usize,
    spent: u32,
    /// The rounds to come when the decision is made, and the stage of the game.
    rounds: f32,
    stage: usize,
}

impl<'a> Search<'a> {
    /// Of candidates, the best first; none where one ply is enough.
    pub(crate) fn new(
        evaluation: &'a mut Evaluation,
        game: &Game,
        seat: SeatId,
        weighed: &[Scored],
        mut numbers: RollOuts,
        mut dice: Dice,
    ) -> Option<Search<'a>> {
        numbers.prior = evaluation.figures.prior.unwrap_or(numbers.prior);
        if numbers.arms < 2 || numbers.iterations == 0 || !is_worth_it(weighed, &numbers) {
            return None;
        }
        let mut started: Vec<Arm> = Vec::new();
        for scored in weighed.iter().take(numbers.arms) {
            if let Ok(table) = game.after(&Entry::seat(seat, scored.action.clone())) {
                let (action, prior) = (scored.action.clone(), scored.terms);
                started.push(Arm { action, prior, sum: Terms::default(), said: Vec::new(), table });
            }
        }
        let stages = started.len().next_power_of_two().trailing_zeros().max(1);
        let seed = dice.bits();
        let left = each(numbers.iterations, stages, started.len());
        let (gone, at, spent) = (Vec::new(), 0, 0);
        let now = evaluation.prospect(game);
        Some(Search {
            rounds: now.rounds,
            stage: Stages::stage(&now.outlook),
            evaluation,
            seat,
            arms: started,
            gone,
            dice,
            seed,
            numbers,
            stages,
            left,
            at,
            spent,
        })
    }

    /// One roll-out.
    pub(crate) fn step(&mut self, watch: &mut Watch<'_>) -> Progress {
        if self.arms.len() < 2 || self.spent >= self.numbers.iterations {
            return Progress::Done;
        }
        let Some(arm) = self.arms.get_mut(self.at) else { return Progress::Done };
        // Common random numbers: all arms are rolled out with the same seeds.
        let fate = Fate::new(self.seed, self.numbers.common, self.numbers.same_track);
        let terms = roll_out(
            self.evaluation,
            arm.table.clone(),
            self.seat,
            (&self.numbers, self.rounds, self.stage),
            fate,
            watch,
        );
        // A roll-out that was stopped says nothing.
        let Some(terms) = terms else { return Progress::Done };
        watch.iterations += 1;
        arm.sum = arm.sum.plus(&terms);
        arm.said.push(terms.sum());
        self.spent += 1;
        self.at += 1;
        if self.at == self.arms.len() {
            self.end_round();
        }
        Progress::Going
    }

    /// All arms have had a roll-out with this seed.
    fn end_round(&mut self) {
        (self.at, self.seed) = (0, self.dice.bits());
        self.left = self.left.saturating_sub(1);
        self.drop_beaten();
        if self.left > 0 || self.arms.len() < 3 {
            return;
        }
        self.rank();
        let keep = self.arms.len().div_ceil(2);
        let gone = self.arms.split_off(keep);
        self.gone.splice(0..0, gone);
        self.left = each(self.numbers.iterations, self.stages, self.arms.len());
    }

    /// Candidates that are behind by more than chance explains need no further roll-outs.
    fn drop_beaten(&mut self) {
        let (sure, prior) = (self.numbers.sure, self.numbers.prior);
        if sure <= 0.0 || self.arms.first().is_none_or(|arm| arm.said.len() < TELLING) {
            return;
        }
        self.rank();
        let mut arms = std::mem::take(&mut self.arms).into_iter();
        let Some(best) = arms.next() else { return };
        let beaten = |arm: &Arm| {
            let (lead, error) = best.lead(arm, prior);
            lead > sure * error
        };
        let (gone, left): (Vec<Arm>, Vec<Arm>) = arms.partition(beaten);
        self.arms = std::iter::once(best).chain(left).collect();
        self.gone.splice(0..0, gone);
    }

    /// The best first: the mean of the roll-outs, with what one ply says as so many more. Both are told in the same measure: whoever has no
    /// roll-out yet, since time was up, stands by one ply beside those that have some.
    fn rank(&mut self) {
        let rolled = self.arms.iter().filter(|arm| !arm.said.is_empty());
        let count = rolled.clone().count().max(1) as f32;
        let apart = rolled.map(|arm| arm.sum.sum() / arm.count() - arm.prior.sum()).sum::<f32>() / count;
        let by_one_ply = self.numbers.prior;
        let estimate = |arm: &Arm| match arm.said.is_empty() {
            true => arm.prior.sum(),
            false => {
                let said = arm.sum.sum() - arm.count() * apart;
                (said + by_one_ply * arm.prior.sum()) / (arm.count() + by_one_ply)
            }
        };
        self.arms.sort_by(|a, b| estimate(b).total_cmp(&estimate(a)));
    }

    /// What was found: the candidates, the best first, by the means of their roll-outs.
    pub(crate) fn found(mut self) -> Vec<Scored> {
        self.rank();
        self.evaluation.incomes.thaw();
        let scored = |arm: Arm| match arm.said.len() {
            0 => Scored { action: arm.action, terms: arm.prior },
            count => Scored { action: arm.action, terms: arm.sum.times(1.0 / count as f32) },
        };
        self.arms.into_iter().chain(self.gone).map(scored).collect()
    }
}

impl RollOuts {
    /// How roll-outs are played.
    pub(crate) fn look(&self, lays: usize) -> Look {
        let breadth = Breadth { lays, shares: self.shares, starts: self.starts, ways: self.ways, ..NARROW };
        Look { breadth, scouts: false, follow_ups: 0, slips: self.slips, noise: self.noise }
    }
}

/// How many rounds of roll-outs a stage has.
fn each(budget: u32, stages: u32, arms: usize) -> u32 {
    (budget / stages.max(1) / (arms.max(1) as u32)).max(1)
}

/// Whether there is something to choose that one ply does not see clearly.
fn is_worth_it(weighed: &[Scored], numbers: &RollOuts) -> bool {
    let [first, second, ..] = weighed else { return false };
    let trifle = |action: &Action| {
        let track = is_track(action) && !numbers.track;
        track
            || matches!(
                action,
                Action::Discard { .. }
                    | Action::BuyTokens { .. }
                    | Action::RemoveToken { .. }
                    | Action::Run { .. }
                    | Action::Pass
            )
    };
    let clear = first.score() - second.score() > numbers.clear;
    let guessed = matches!(first.action, Action::Bid { .. } | Action::Sheet { .. } | Action::Pass);
    !weighed.iter().all(|scored| trifle(&scored.action)) && (guessed || !clear)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::candidates;
    use crate::contest::Contest;
    use crate::level::Level;
    use crate::policy::score_all;
    use crate::program::Program;
    use crate::version::Version;
    use ferrata_engine::turn::Turn;
    use ferrata_engine::view::Asked;
    use ferrata_titles::catalogue;
    use std::ops::ControlFlow;

    /// A table of 18ESP in its first stock round, and who is asked.
    fn stock_round() -> (Game, SeatId) {
        let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
        let setup = catalogue::find("18ESP").unwrap().setup("", &[], players).unwrap();
        let programs = (0..3).map(|seat| Program::new(Level::Greedy, seat)).collect();
        let mut contest = Contest::new(&setup, programs, 1).unwrap();
        while contest.game().asked() != Asked::StockTurn {
            contest.step();
        }
        let Turn::Seat(seat) = contest.game().turn() else { panic!("a seat decides") };
        (contest.game().clone(), seat)
    }

    fn roll_outs(version: u32) -> RollOuts {
        Version::numbered(version).numbers(Level::Strong).roll_outs.unwrap()
    }

    /// Given companies that could be started, when a roll-out looks at more of them, then more starts are candidates.
    #[test]
    fn roll_outs_look_at_as_many_starts_as_they_are_told() {
        let (game, seat) = stock_round();
        let starts = |numbers: RollOuts| {
            let breadth = numbers.look(2).breadth;
            let found = candidates(&game, &game.offers(), seat, breadth, &mut Dice::new(1));
            found.iter().filter(|action| matches!(action, Action::Start { .. })).count()
        };
        let (older, newer) = (starts(roll_outs(4)), starts(roll_outs(5)));
        assert!(0 < older && older <= 4 && older < newer && newer <= 12, "{older}, {newer}");
    }

    /// Given candidates, when they are misjudged in a roll-out, then each by no more than was said, and not all alike; a decision
    /// that is made misjudges nothing.
    #[test]
    fn what_is_misjudged_is_misjudged_by_so_much_at_most() {
        let (game, seat) = stock_round();
        let scores = |noise: f32| {
            let numbers = RollOuts { noise, ..roll_outs(5) };
            let (look, mut dice) = (numbers.look(2), Dice::new(1));
            let found = candidates(&game, &game.offers(), seat, look.breadth, &mut dice);
            let mut evaluation = Evaluation::new("18ESP", Version::numbered(5), None);
            let mut goes_on = |_: u32| ControlFlow::Continue(());
            let mut watch = Watch::new(&mut goes_on);
            let scored = score_all(&mut evaluation, &game, seat, found, look, &mut dice, &mut watch);
            scored.iter().map(Scored::score).collect::<Vec<f32>>()
        };
        let (plain, noisy) = (scores(0.0), scores(50.0));
        let off: Vec<f32> = plain.iter().zip(&noisy).map(|(plain, noisy)| noisy - plain).collect();
        assert!(plain.len() == noisy.len() && off.iter().all(|off| (-0.2..=50.2).contains(off)), "{off:?}");
        let (least, most) =
            (off.iter().copied().fold(50.0, f32::min), off.iter().copied().fold(0.0, f32::max));
        assert!(most - least > 10.0, "{off:?}");
    }

    /// Given two candidates of which one ply prefers one and a single roll-out the other, when what one ply says counts as many roll-outs
    /// by the title's figures, then it decides; else the roll-out does.
    #[test]
    fn where_roll_outs_scatter_one_ply_counts_for_more() {
        let (game, seat) = stock_round();
        let first = |prior: Option<f32>| {
            let mut evaluation = Evaluation::new("18ESP", Version::numbered(5), None);
            evaluation.figures.prior = prior;
            let scored = |amount: f32, action: Action| {
                let mut terms = Terms::default();
                terms.add(crate::terms::Term::Cash, amount);
                Scored { action, terms }
            };
            let bought = game.offers().iter().flat_map(ferrata_engine::offer::Offer::samples).next().unwrap();
            let weighed = [scored(100.0, bought.clone()), scored(0.0, Action::Pass)];
            let numbers = RollOuts { arms: 2, iterations: 2, prior: 1.0, ..roll_outs(5) };
            let mut search =
                Search::new(&mut evaluation, &game, seat, &weighed, numbers, Dice::new(1)).unwrap();
            for (arm, rolled) in search.arms.iter_mut().zip([0.0, 300.0]) {
                arm.sum.add(crate::terms::Term::Cash, rolled);
                arm.said = vec![rolled];
            }
            search.found()[0].action == bought
        };
        assert!(!first(None));
        assert!(first(Some(6.0)));
    }

    /// Given candidates with as many roll-outs each, when one is behind the best in all of them by much the same and another one now by more,
    /// now by less, then only the first needs no more; and neither does while there are few, or where the level asks for no sureness.
    #[test]
    fn who_is_surely_behind_is_not_rolled_out_any_more() {
        let (game, seat) = stock_round();
        let actions: Vec<Action> =
            game.offers().iter().flat_map(ferrata_engine::offer::Offer::samples).take(3).collect();
        let left = |sure: f32, count: usize| {
            let mut evaluation = Evaluation::new("18ESP", Version::numbered(5), None);
            let weighed: Vec<Scored> = actions
                .iter()
                .map(|action| Scored { action: action.clone(), terms: Terms::default() })
                .collect();
            let numbers = RollOuts { arms: 3, sure, clear: 1000.0, ..roll_outs(5) };
            let mut search =
                Search::new(&mut evaluation, &game, seat, &weighed, numbers, Dice::new(1)).unwrap();
            let said = [[500.0, 520.0], [300.0, 310.0], [100.0, 900.0]];
            for (arm, said) in search.arms.iter_mut().zip(said) {
                for at in 0..count {
                    arm.sum.add(crate::terms::Term::Cash, said[at % 2]);
                    arm.said.push(said[at % 2]);
                }
            }
            search.drop_beaten();
            search
                .arms
                .iter()
                .map(|arm| actions.iter().position(|own| *own == arm.action).unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(left(3.0, 8), [0, 2]);
        assert_eq!(left(3.0, TELLING - 1), [0, 1, 2]);
        assert_eq!(left(0.0, 8), [0, 1, 2]);
    }

    /// Given candidates that one ply tells apart, when the search is stopped after the first of them was played on, which says of no
    /// candidate that it is better than another one, then their order is that of one ply, whether roll-outs say more or less than it.
    #[test]
    fn a_search_that_is_stopped_early_keeps_the_order_of_one_ply() {
        let (game, seat) = stock_round();
        let actions: Vec<Action> =
            game.offers().iter().flat_map(ferrata_engine::offer::Offer::samples).take(3).collect();
        let scored = |action: &Action, amount: f32| {
            let mut terms = Terms::default();
            terms.add(crate::terms::Term::Cash, amount);
            Scored { action: action.clone(), terms }
        };
        for said in [-3000.0, 0.0, 3000.0] {
            let mut evaluation = Evaluation::new("18ESP", Version::numbered(5), None);
            let weighed: Vec<Scored> =
                actions.iter().zip([-100.0, -150.0, -250.0]).map(|(a, w)| scored(a, w)).collect();
            let numbers = RollOuts { arms: 3, ..roll_outs(5) };
            let mut search =
                Search::new(&mut evaluation, &game, seat, &weighed, numbers, Dice::new(1)).unwrap();
            search.arms[0].sum.add(crate::terms::Term::Cash, said);
            search.arms[0].said.push(said);
            let found: Vec<Action> = search.found().into_iter().map(|scored| scored.action).collect();
            assert_eq!(found, actions, "{said}");
        }
    }
}
