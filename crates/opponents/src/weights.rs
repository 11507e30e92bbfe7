//! The weights of the evaluation: data.

use crate::version::{NEWEST, Version};
use ferrata_engine::kit::Dice;
use serde::{Deserialize, Serialize};

/// What counts how much (see `data/`, `weights.toml` of a version).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// How much of what its trains typically earn a company will reach.
    pub reached: f32,
    /// The part of the gap to that which is left after each round.
    pub gap: f32,
    /// What money of the next round is worth now.
    pub discount: f32,
    /// How much the others' mean counts.
    pub rivals: f32,
    /// How much what will have to be paid counts.
    pub liability: f32,
    /// How much of a rise of prices counts.
    pub price: f32,
    /// At most so many rounds are looked at.
    pub horizon: f32,
    /// Purchases of trains in a round for each company.
    pub pace: f32,
    /// How much what lies on a network and near it counts when track is laid.
    pub near: f32,
    /// All candidates of a decision are weighed with the same rounds to come, for the game and for trains: whoever pays or buys
    /// hastens the end, and would rather not.
    pub one_clock: bool,
    /// Prices walk on the chart, step by step; else every step is as large, in parts of the price, as the next one is.
    #[serde(default)]
    pub walks: bool,
    /// Of a company's plans that is taken which is the best for its leader; else the best for all of its owners together.
    #[serde(default)]
    pub leads: bool,
    /// A company counts on the capital that the title says it will have, at its beginning and for its goals, and one that will not live
    /// long must own a train, too.
    #[serde(default)]
    pub endowed: bool,
    /// What it costs to be barred from all purchases by a debt.
    #[serde(default)]
    pub barred: f32,
    /// What it costs to buy a train that the company cannot run anywhere.
    #[serde(default)]
    pub misfit: f32,
    /// What it costs to take the last train of a company that one leads and that cannot pay for the next one.
    #[serde(default)]
    pub stranded: f32,
    /// How much of what the trains that are left cost comes back to the bank before it is broken; the last kind, which is never sold
    /// out, does not count.
    #[serde(default)]
    pub refill: f32,
    /// Tables are weighed by the prices that follow from what was sold and bought, where the rules let them move later.
    #[serde(default)]
    pub foresees: bool,
    /// A card that opens a company is weighed by the best way to start it; and what belongs to a start is decided step by step.
    #[serde(default)]
    pub opens: bool,
    /// What the title foretells counts: mergers, splits, takeovers, events and formations that are to come.
    #[serde(default)]
    pub foretells: bool,
    /// How much money counts that a deal brings to a company that one leads, beside what the company's plans make of it.
    #[serde(default)]
    pub deals: f32,
}

/// What is known of no version in particular.
const PLAIN: Weights = Weights {
    reached: 0.8,
    gap: 0.75,
    discount: 0.96,
    rivals: 0.5,
    liability: 1.0,
    price: 0.8,
    horizon: 12.0,
    pace: 0.5,
    near: 0.0,
    one_clock: true,
    walks: true,
    leads: false,
    endowed: false,
    barred: 0.0,
    misfit: 0.0,
    stranded: 0.0,
    refill: 0.0,
    foresees: false,
    opens: false,
    foretells: false,
    deals: 0.0,
};

impl Default for Weights {
    fn default() -> Weights {
        PLAIN
    }
}

impl Weights {
    /// Those of a title in the newest version.
    pub fn of(title: &str) -> Weights {
        Version::numbered(NEWEST).weights(title)
    }

    /// What stands under the title's name, the rest from `any`.
    pub(crate) fn read(tables: &toml::Table, title: &str) -> Result<Weights, toml::de::Error> {
        let own = |name: &str| tables.get(name).and_then(toml::Value::as_table).cloned().unwrap_or_default();
        let mut table = own("any");
        table.extend(own(title));
        table.try_into()
    }

    /// The same with some of them larger or smaller at random: programs that do not all play alike show what matters.
    #[must_use]
    pub fn moved(mut self, dice: &mut Dice) -> Weights {
        let Weights { price, liability, rivals, horizon, reached, pace, .. } = &mut self;
        let far =
            [(price, 0.7), (liability, 0.7), (rivals, 0.5), (horizon, 0.5), (reached, 0.3), (pace, 0.3)];
        for (weight, by) in far {
            *weight *= (dice.between(-100, 100) as f32 / 100.0 * by).exp();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Given weights, when they are moved, then none goes farther than it may, they differ, and what stands still stands still.
    #[test]
    fn weights_are_moved_within_bounds() {
        let weights = Weights::of("1841");
        let mut dice = Dice::new(3);
        let moved: Vec<Weights> = (0..20).map(|_| weights.moved(&mut dice)).collect();
        for one in &moved {
            assert!((0.49..2.02).contains(&(one.price / weights.price)), "{one:?}");
            assert!((0.73..1.36).contains(&(one.reached / weights.reached)), "{one:?}");
            assert_eq!((one.gap, one.one_clock, one.walks), (weights.gap, weights.one_clock, weights.walks));
        }
        assert!(moved.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
