//! What terms should count: fitted to games that programs played among themselves.
//!
//! At the beginning of every round the terms of each seat are noted; when the game is over, how far each seat ended above or
//! below the mean of all. For every stage a ridge regression tells by which numbers the terms foretell that best. Current money
//! and shares get one number: whoever buys a share at its price has lost nothing yet.

#[cfg(test)]
use crate::stages::Stages;
use crate::terms::{Term, Terms};
use crate::value::Evaluation;
use ferrata_titles::prospects::Prospects;
use std::fmt::Write;

/// A game ends no farther from the mean than this, or one runaway would decide everything.
const FARTHEST: f32 = 4000.0;

/// How strongly numbers are held near those that are expected, as a part of what the samples say.
const HOLD: f64 = 0.05;

/// What a sample of another stage counts, for every train between.
const NEIGHBOUR: f64 = 0.3;

/// Rounds of descent; numbers hardly move after a hundred.
const ROUNDS: usize = 600;

/// A term that is fitted: what it is expected to count beside money, and between which bounds it may.
struct Fitted {
    term: Term,
    expected: f64,
    least: f64,
    most: f64,
}

const fn fitted(term: Term, expected: f64, least: f64, most: f64) -> Fitted {
    Fitted { term, expected, least, most }
}

/// No bound.
const FREE: f64 = 99.0;

/// All terms that are fitted; [`Term::Cash`] stands for shares at their price, too. What is seldom seen is bounded: few samples
/// would say anything of it.
const FITTED: [Fitted; 16] = [
    fitted(Term::Cash, 1.0, 0.7, FREE),
    fitted(Term::Earnings, 0.5, 0.0, FREE),
    fitted(Term::Dividends, 0.8, 0.2, FREE),
    fitted(Term::Prices, 0.5, 0.0, FREE),
    fitted(Term::Cards, 1.0, 0.0, 3.0),
    fitted(Term::Treasuries, 0.1, 0.0, FREE),
    fitted(Term::Trains, 0.0, 0.0, FREE),
    fitted(Term::Liabilities, 0.7, 0.3, FREE),
    fitted(Term::Goals, 0.7, 0.3, 2.0),
    fitted(Term::Concessions, 1.0, 0.5, 2.0),
    fitted(Term::Support, 0.8, 0.3, 2.0),
    fitted(Term::Powers, 1.0, 0.0, 2.0),
    fitted(Term::Mergers, 1.0, 0.0, 2.0),
    fitted(Term::Takeovers, 1.0, 0.0, 2.0),
    fitted(Term::Events, 1.0, 0.0, 2.0),
    fitted(Term::Formations, 1.0, 0.0, 2.0),
];

const COUNT: usize = FITTED.len();

/// What a seat had beside the others at some moment, and how it ended beside them.
struct Sample {
    stage: usize,
    lead: [f64; COUNT],
    margin: f64,
}

/// Moments of a game that is not over yet: the stage, and the terms of every seat.
#[derive(Default)]
pub struct Moments(Vec<(usize, Vec<Terms>)>);

impl Moments {
    /// Notes a table.
    pub fn note<T: Prospects>(&mut self, evaluation: &mut Evaluation, game: &T) {
        let (terms, stage) = evaluation.plain_terms(game);
        self.0.push((stage, terms.to_vec()));
    }
}

/// Samples of games, to which numbers are fitted.
#[derive(Default)]
pub struct Fit {
    samples: Vec<Sample>,
}

/// What a seat has of each fitted term.
fn row(terms: &Terms) -> [f64; COUNT] {
    FITTED.each_ref().map(|fitted| {
        let shares = if fitted.term == Term::Cash { terms.get(Term::Shares) } else { 0.0 };
        f64::from(terms.get(fitted.term) + shares)
    })
}

impl Fit {
    /// A game is over: what each seat was worth then.
    pub fn learn(&mut self, moments: Moments, worth: &[f32]) {
        let count = worth.len().max(1) as f32;
        let mean = worth.iter().sum::<f32>() / count;
        for (stage, seats) in moments.0 {
            let rows: Vec<[f64; COUNT]> = seats.iter().map(row).collect();
            let mut means = [0.0; COUNT];
            for row in &rows {
                means.iter_mut().zip(row).for_each(|(mean, own)| *mean += own / f64::from(count));
            }
            for (mut lead, worth) in rows.into_iter().zip(worth) {
                lead.iter_mut().zip(means).for_each(|(own, mean)| *own -= mean);
                let margin = f64::from((worth - mean).clamp(-FARTHEST, FARTHEST));
                self.samples.push(Sample { stage, lead, margin });
            }
        }
    }

    /// What the terms should count, by stage, as `terms.toml` has it.
    pub fn table(&self, title: &str) -> String {
        let last = self.samples.iter().map(|sample| sample.stage).max().unwrap_or(0);
        let stages: Vec<[f64; COUNT]> = (0..=last).map(|stage| self.solve(stage)).collect();
        let mut text = format!("[{title}]\n");
        for (at, fitted) in FITTED.iter().enumerate() {
            let numbers: Vec<String> =
                stages.iter().filter_map(|stage| Some(format!("{:.2}", stage.get(at)?))).collect();
            let numbers = numbers.join(", ");
            let _ = writeln!(text, "{} = [{numbers}]", fitted.term.key());
            if fitted.term == Term::Cash {
                let _ = writeln!(text, "{} = [{numbers}]", Term::Shares.key());
            }
        }
        text
    }

    /// What a sample counts for a stage.
    fn nearness(sample: &Sample, stage: usize) -> f64 {
        (0..sample.stage.abs_diff(stage)).fold(1.0, |near, _| near * NEIGHBOUR)
    }

    /// The numbers of a stage.
    fn solve(&self, stage: usize) -> [f64; COUNT] {
        // Sums over all samples: of the products of terms, and of terms with the margin.
        let (mut products, mut targets) = ([[0.0; COUNT]; COUNT], [0.0; COUNT]);
        let mut all = 0.0;
        for sample in &self.samples {
            let near = Fit::nearness(sample, stage);
            all += near;
            for ((sums, target), one) in products.iter_mut().zip(&mut targets).zip(sample.lead) {
                *target += near * one * sample.margin;
                sums.iter_mut().zip(sample.lead).for_each(|(sum, other)| *sum += near * one * other);
            }
        }
        if all == 0.0 {
            return FITTED.each_ref().map(|fitted| fitted.expected);
        }
        descend(&products, &targets)
    }
}

/// Ridge regression between bounds, one number after the other. What does not differ between seats stays as it is expected.
fn descend(products: &[[f64; COUNT]; COUNT], targets: &[f64; COUNT]) -> [f64; COUNT] {
    let own = |at: usize| products.get(at).and_then(|sums| sums.get(at)).copied().unwrap_or(0.0);
    // What money alone would foretell is the measure of all.
    let scale = if own(0) > 0.0 { (targets[0] / own(0)).max(1.0) } else { 1.0 };
    let mut numbers = FITTED.each_ref().map(|fitted| fitted.expected * scale);
    for _ in 0..ROUNDS {
        for (at, (sums, fitted)) in products.iter().zip(&FITTED).enumerate() {
            let hold = HOLD * own(at);
            if own(at) < 1e-6 {
                continue;
            }
            let foretold: f64 = sums.iter().zip(&numbers).map(|(sum, number)| sum * number).sum();
            let Some((number, target)) = numbers.get_mut(at).zip(targets.get(at)) else { continue };
            let others = foretold - own(at) * *number;
            let best = (target - others + hold * fitted.expected * scale) / (own(at) + hold);
            *number = best.clamp(fitted.least * scale, fitted.most * scale);
        }
    }
    numbers
}

/// The stages of a title by a table that was fitted.
#[cfg(test)]
fn stages(table: &str, title: &str) -> Stages {
    let tables: std::collections::BTreeMap<String, crate::stages::Table> = toml::from_str(table).unwrap();
    Stages::of(&tables[title])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moments of a game of two in which the first seat has so much of a term more than the second.
    fn moments(term: Term, leads: &[f32]) -> Moments {
        let table = |lead: &f32| {
            let mut first = Terms::default();
            first.add(term, *lead);
            (0, vec![first, Terms::default()])
        };
        Moments(leads.iter().map(table).collect())
    }

    /// Given games in which whoever had one more in dividends to come ended three ahead, and money foretold as much as it was, then dividends
    /// count three times as much as money.
    #[test]
    fn terms_count_by_what_they_foretell() {
        let mut fit = Fit::default();
        for lead in [-200.0, -100.0, 100.0, 300.0] {
            fit.learn(moments(Term::Dividends, &[lead]), &[3.0 * lead, 0.0]);
            fit.learn(moments(Term::Cash, &[lead]), &[lead, 0.0]);
        }
        let found = stages(&fit.table("1841"), "1841");
        let counts = found.at(0).unwrap();
        assert!((counts.get(Term::Cash) - 1.0).abs() < 0.05, "{counts:?}");
        assert!((counts.get(Term::Dividends) - 2.9).abs() < 0.15, "held near what is expected: {counts:?}");
        assert_eq!(
            counts.get(Term::Cash),
            counts.get(Term::Shares),
            "a share at its price is as good as money"
        );
    }

    /// Given goals that would count ten times as much as money, then they count no more than they may.
    #[test]
    fn what_is_seldom_seen_is_bounded() {
        let mut fit = Fit::default();
        for lead in [-20.0, 10.0, 30.0] {
            fit.learn(moments(Term::Goals, &[lead]), &[10.0 * lead, 0.0]);
        }
        let found = stages(&fit.table("18ESP"), "18ESP");
        assert!((found.at(0).unwrap().get(Term::Goals) - 2.0).abs() < 1e-3);
    }

    /// Given a runaway, then it counts like somebody who is as far ahead as one may be.
    #[test]
    fn a_runaway_does_not_decide_everything() {
        let margin = |worth: f32| {
            let mut fit = Fit::default();
            fit.learn(moments(Term::Cash, &[100.0]), &[worth, 0.0]);
            fit.samples[0].margin
        };
        assert!((margin(6000.0) - 3000.0).abs() < 1e-3 && (margin(90_000.0) - 4000.0).abs() < 1e-3);
    }

    /// Given samples of another stage, then they count the less the more trains are between.
    #[test]
    fn neighbours_count_less() {
        let sample = Sample { stage: 2, lead: [0.0; COUNT], margin: 0.0 };
        let near = [2, 1, 4].map(|stage| Fit::nearness(&sample, stage));
        assert!(near[0] == 1.0 && (near[1] - 0.3).abs() < 1e-9 && (near[2] - 0.09).abs() < 1e-9);
    }
}
