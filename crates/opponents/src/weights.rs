//! The weights of the evaluation: data, and how better ones are looked for.

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

    /// The weights in order, to be moved.
    fn each(&mut self) -> [&mut f32; 9] {
        let Weights { reached, gap, discount, rivals, liability, price, horizon, pace, near, .. } = self;
        [reached, gap, discount, rivals, liability, price, horizon, pace, near]
    }

    /// Every weight grows or shrinks by a part of itself, by its sign. Shares of the next round stay below one.
    fn moved(mut self, signs: &[f32], by: f32) -> Weights {
        for (weight, sign) in self.each().into_iter().zip(signs) {
            *weight *= (sign * by).exp();
        }
        self.gap = self.gap.min(0.95);
        self.discount = self.discount.min(0.995);
        self
    }
}

/// A search for better weights (SPSA): two sets of weights, moved apart in a random direction, play each other; the weights go
/// towards the one that did better.
pub struct Fit {
    weights: Weights,
    dice: Dice,
    signs: Vec<f32>,
    steps: u32,
}

/// How far the two that play are apart, as a part of each weight.
const APART: f32 = 0.15;

/// How far the weights go after a match that one side wins outright, at first.
const STRIDE: f32 = 0.08;

impl Fit {
    /// From these weights on.
    pub fn new(weights: Weights, seed: u64) -> Fit {
        Fit { weights, dice: Dice::new(seed), signs: Vec::new(), steps: 0 }
    }

    /// The weights as they are now.
    pub fn weights(&self) -> Weights {
        self.weights
    }

    /// The two that play next.
    pub fn pair(&mut self) -> [Weights; 2] {
        self.signs = (0..9).map(|_| if self.dice.one_in(2) { 1.0 } else { -1.0 }).collect();
        [APART, -APART].map(|by| self.weights.moved(&self.signs, by))
    }

    /// What came out: how often the first was ahead of the second, from 0 to 1.
    pub fn learn(&mut self, ahead: f32) {
        self.steps += 1;
        let stride = STRIDE / (1.0 + self.steps as f32 / 40.0);
        self.weights = self.weights.moved(&self.signs, stride * (2.0 * ahead - 1.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Given a game that is won by whoever weighs prices least, when weights are fitted, then they go there.
    #[test]
    fn weights_go_where_games_are_won() {
        let mut fit = Fit::new(Weights::of("1841"), 3);
        let before = fit.weights();
        for _ in 0..60 {
            let [one, other] = fit.pair();
            fit.learn(if one.price < other.price { 1.0 } else { 0.0 });
        }
        assert!(fit.weights().price < 0.5 * before.price, "{:?}", fit.weights());
    }
}
