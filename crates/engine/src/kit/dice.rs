//! Numbers for reproducible play.

use crate::turn::Draw;

/// A small generator (splitmix64): the same seed gives the same game on every machine. For tests and
/// simulations; a hosted game draws from the operating system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dice(u64);

impl Dice {
    /// A generator that begins with this seed.
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number among `0..n`; zero if `n` is zero.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = (i64::from(high) - i64::from(low) + 1).max(1) as u64;
        (i64::from(low) + self.below(span) as i64) as i32
    }

    /// True once in `n` times; never if `n` is zero.
    pub fn one_in(&mut self, n: u32) -> bool {
        n == 1 || (n > 1 && self.below(n.into()) == 0)
    }

    /// One of several, each equally likely.
    pub fn pick<'a, T>(&mut self, among: &'a [T]) -> Option<&'a T> {
        among.get(self.below(among.len() as u64) as usize)
    }

    /// One of several by weight; if all weights are zero, each equally likely.
    pub fn pick_weighted<'a, T>(&mut self, among: &'a [T], weight: impl Fn(&T) -> u32) -> Option<&'a T> {
        let total: u64 = among.iter().map(|one| u64::from(weight(one))).sum();
        if total == 0 {
            return self.pick(among);
        }
        let mut at = self.below(total);
        among.iter().find(|one| {
            let weight = u64::from(weight(one));
            let here = at < weight;
            at = at.saturating_sub(weight);
            here
        })
    }

    /// Keeps `count` of the items, chosen at random, in random order.
    pub fn keep<T>(&mut self, items: &mut Vec<T>, count: usize) {
        for at in 0..count.min(items.len()) {
            let with = at + self.below((items.len() - at) as u64) as usize;
            items.swap(at, with);
        }
        items.truncate(count);
    }

    /// An outcome of chance.
    pub fn deal(&mut self, draw: &Draw) -> Vec<u16> {
        draw.deal(|n| self.below(n.into()) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_everywhere() {
        // The first outputs of splitmix64 for seed 1234567, as published with the algorithm.
        let mut dice = Dice::new(1_234_567);
        assert_eq!(dice.bits(), 6_457_827_717_110_365_317);
        assert_eq!(dice.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn picks_stay_within_bounds_and_follow_weights() {
        let mut dice = Dice::new(1);
        assert!((0..1000).all(|_| dice.below(7) < 7 && (-3..=3).contains(&dice.between(-3, 3))));
        assert_eq!(dice.below(0), 0);
        assert!((0..100).all(|_| dice.pick_weighted(&[0_u32, 5, 0], |w| *w) == Some(&5)));
        assert_eq!(dice.pick_weighted(&[0_u32], |w| *w), Some(&0));
        assert_eq!(dice.pick::<u8>(&[]), None);
        let mut items: Vec<_> = (0..20).collect();
        dice.keep(&mut items, 5);
        items.sort_unstable();
        items.dedup();
        assert_eq!(items.len(), 5);
    }
}
