//! Prices on what routes use: Lagrangian relaxation of "nothing is used twice".
//!
//! Whatever the prices, no set is worth more than the sum of the highest values (worth less prices) and the
//! sum of the prices. Good prices make that bound sharp; then every route whose value is too low for a set
//! as good as the best known can be ruled out.

use super::bits::Bits;
use super::pack::{Item, Packing};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// The unit of averages and of the pace.
const ONE: i64 = 1 << 10;
/// Prices are found on so many routes of each list, and on those that turn out to be good at them.
const FEW: usize = 700;
/// So many of these are added at once.
const MORE: usize = 500;
/// How often routes are added.
const ROUNDS: usize = 6;
/// How often prices are changed before routes are added.
const CHANGES: usize = 250;
/// The pace is slowed after so many changes for the worse.
const PATIENCE: usize = 4;
/// Every so many changes a set is made of what has the highest value then.
const DIVE: usize = 10;
/// It is asked whether to go on after so many routes.
const OFTEN: usize = 1 << 15;

/// Somebody who is asked whether to go on.
type Ask<'a> = dyn FnMut() -> ControlFlow<()> + 'a;

/// What prices do.
struct Valued {
    /// No set is worth more.
    bound: i64,
    /// How often each thing is used by the routes of the highest value.
    usage: Vec<i64>,
}

impl<const W: usize> Packing<W> {
    /// Finds prices that make the bound sharp, and good sets on the way, then deletes every route that no
    /// set at least as good as the best known can have. Told to stop, it leaves everything without prices.
    pub(super) fn price(&mut self, ask: &mut Ask<'_>) -> ControlFlow<()> {
        let flow = self.seek_prices(ask);
        if flow.is_break() {
            self.prices.fill(0);
            for pool in &mut self.pools {
                pool.items.iter_mut().for_each(|item| item.value = item.worth);
                pool.top = pool.items.first().map_or(0, |item| item.worth.max(0));
            }
        }
        flow
    }

    /// Prices are found on a part of each list, to which the routes are added that turn out to be good at
    /// them; the bound they give is always that of the full lists.
    fn seek_prices(&mut self, ask: &mut Ask<'_>) -> ControlFlow<()> {
        let mut part = self.excerpt(FEW);
        let mut prices = self.prices.clone();
        let (mut kept, mut kept_bound) = (prices.clone(), i64::MAX);
        for _ in 0..ROUNDS {
            prices = part.sharpen(prices, ask)?;
            if part.best > self.best {
                self.best = part.best;
                self.picks.clone_from(&part.picks);
            }
            let bound = self.value_at(&prices, ask)?.bound;
            let grown = part.take_in(self);
            if bound < kept_bound {
                (kept_bound, kept) = (bound, prices.clone());
                self.rule_out(bound);
            }
            if kept_bound <= self.best || !grown {
                break;
            }
        }
        let bound = self.value_at(&kept, ask)?.bound;
        self.rule_out(bound);
        self.prices = kept;
        ControlFlow::Continue(())
    }

    /// Deletes what a set at least as good as the best known cannot have, by the bound at the values of now.
    fn rule_out(&mut self, bound: i64) {
        let best = self.best;
        for pool in &mut self.pools {
            pool.items.retain(|item| bound - pool.top + item.value >= best);
        }
        self.bound = self.bound.min(bound);
    }

    /// Better prices: they follow the average use by the routes that were best so far (the volume
    /// algorithm).
    fn sharpen(&mut self, mut kept: Vec<i64>, ask: &mut Ask<'_>) -> ControlFlow<(), Vec<i64>> {
        let Valued { bound: mut kept_bound, usage } = self.value_at(&kept, ask)?;
        let mut average: Vec<i64> = usage.iter().map(|used| used * ONE).collect();
        let (mut pace, mut idle) = (ONE, 0);
        for change in 1..=CHANGES {
            let Some(prices) = changed(&kept, &average, pace, kept_bound - self.best) else { break };
            let Valued { bound, usage } = self.value_at(&prices, ask)?;
            for (average, used) in average.iter_mut().zip(&usage) {
                *average += (used * ONE - *average) / 8;
            }
            if change % DIVE == 0 {
                self.dive();
            }
            if bound < kept_bound {
                (kept, kept_bound, idle) = (prices, bound, 0);
                pace = (pace + pace / 8).min(2 * ONE);
            } else {
                idle += 1;
                if idle >= PATIENCE {
                    (pace, idle) = (pace * 2 / 3, 0);
                }
            }
        }
        self.value_at(&kept, ask)?;
        ControlFlow::Continue(kept)
    }

    /// Takes in the routes of the full lists that have a higher value than all that are here.
    fn take_in(&mut self, full: &Packing<W>) -> bool {
        let mut grown = false;
        for (pool, full) in self.pools.iter_mut().zip(&full.pools) {
            let mut better: Vec<&Item<W>> = full.items.iter().filter(|item| item.value > pool.top).collect();
            grown |= !better.is_empty();
            if better.len() > MORE {
                better.select_nth_unstable_by_key(MORE, |item| (Reverse(item.value), item.at));
                better.truncate(MORE);
            }
            pool.items.extend(better);
            pool.items.sort_unstable_by_key(|item| item.at);
        }
        grown
    }

    /// Values all routes at these prices.
    fn value_at(&mut self, prices: &[i64], ask: &mut Ask<'_>) -> ControlFlow<(), Valued> {
        let mut usage = vec![0; prices.len()];
        let mut bound = prices.iter().sum::<i64>() + self.across_slack();
        for pool in &mut self.pools {
            let mut richest = None;
            pool.top = 0;
            for items in pool.items.chunks_mut(OFTEN) {
                ask()?;
                for item in items {
                    item.value = item.worth - cost(&item.uses, prices);
                    if item.value > pool.top {
                        (pool.top, richest) = (item.value, Some(item.uses));
                    }
                }
            }
            bound += pool.top * pool.count as i64;
            for used in richest.iter().flat_map(Bits::iter) {
                if let Some(usage) = usage.get_mut(used) {
                    *usage += pool.count as i64;
                }
            }
        }
        ControlFlow::Continue(Valued { bound, usage })
    }
}

/// The next prices to try; none if there is nothing to gain.
fn changed(kept: &[i64], average: &[i64], pace: i64, gap: i64) -> Option<Vec<i64>> {
    let slope = |used: &i64, price: i64| if *used > ONE || price > 0 { used - ONE } else { 0 };
    let slopes = || average.iter().zip(kept).map(|(used, price)| slope(used, *price));
    let steep = slopes().map(|slope| slope * slope).sum::<i64>() / ONE;
    if steep == 0 || pace < 8 || gap <= 0 {
        return None;
    }
    let far = i128::from(gap.max(ONE)) * i128::from(pace);
    let step = |slope: i64| (far * i128::from(slope) / i128::from(steep * ONE)) as i64;
    Some(kept.iter().zip(slopes()).map(|(price, slope)| (price + step(slope)).max(0)).collect())
}

/// What a route that uses these things costs.
pub(super) fn cost<const W: usize>(uses: &Bits<W>, prices: &[i64]) -> i64 {
    uses.iter().map(|used| prices.get(used).copied().unwrap_or_default()).sum()
}
