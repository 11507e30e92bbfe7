//! How much each term counts in which stage of a game: data, fitted by games of programs among themselves (see `fit.rs`).
//!
//! Early in a game money grows, and what a company will pay one day says little; late it is the other way round. A stage is the
//! next new train: it goes forward only, and everybody sees it.

use crate::terms::{Term, Terms};
use ferrata_titles::prospects::Outlook;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What the terms of a title count, by stage.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Stages {
    by_stage: Vec<Terms>,
}

/// As it stands in `terms.toml`: by term, a number for each kind of train in roster order.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Table(BTreeMap<Term, Vec<f32>>);

impl Stages {
    /// From a table; what it does not name counts nothing.
    pub(crate) fn of(table: &Table) -> Stages {
        let count = table.0.values().map(Vec::len).max().unwrap_or(0);
        let mut by_stage = vec![Terms::default(); count];
        for (term, counts) in &table.0 {
            for (stage, terms) in by_stage.iter_mut().enumerate() {
                // The last number goes for all trains after it.
                terms.add(*term, counts.get(stage).or(counts.last()).copied().unwrap_or(0.0));
            }
        }
        Stages { by_stage }
    }

    /// How many stages are told apart; none where all terms simply add up.
    pub(crate) fn count(&self) -> usize {
        self.by_stage.len()
    }

    /// What terms count in a stage; none where they simply add up.
    pub(crate) fn at(&self, stage: usize) -> Option<&Terms> {
        self.by_stage.get(stage).or(self.by_stage.last())
    }

    /// The stage of a table: the next new train, in roster order.
    pub(crate) fn stage(outlook: &Outlook) -> usize {
        outlook.next_train.map_or(outlook.trains.len().saturating_sub(1), |kind| kind.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Given a table of two stages, then a later train counts like the last of them, and what is not named counts nothing.
    #[test]
    fn the_last_stage_goes_on() {
        let table: Table = toml::from_str("cash = [3.0, 2.0]\ndividends = [0.5]").unwrap();
        let stages = Stages::of(&table);
        let of = |stage: usize, term: Term| stages.at(stage).unwrap().get(term);
        assert_eq!([0, 1, 5].map(|stage| of(stage, Term::Cash)), [3.0, 2.0, 2.0]);
        assert_eq!([0, 1, 5].map(|stage| of(stage, Term::Dividends)), [0.5, 0.5, 0.5]);
        assert_eq!(of(0, Term::Prices), 0.0);
        assert!(Stages::default().at(0).is_none(), "where nothing is said, terms add up");
    }
}
