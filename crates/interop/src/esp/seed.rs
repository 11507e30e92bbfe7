//! The site's random set-up: a linear congruential generator, one number per company, the smallest leave.

struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = (1_103_515_245 * self.0 + 12_345) % (1 << 31);
        self.0
    }

    /// The places of the `out` smallest of `of` numbers.
    fn smallest(&mut self, out: usize, of: usize) -> Vec<u16> {
        let mut drawn: Vec<(u64, u16)> = (0..of).map(|at| (self.next(), at as u16)).collect();
        drawn.sort_unstable();
        drawn.into_iter().take(out).map(|(_, at)| at).collect()
    }

    /// Whether the smallest of the next `of` numbers (at most 9) are at these places, in this order.
    fn draws(&mut self, outcome: &[u16], of: usize) -> bool {
        let mut drawn = [u64::MAX; 9];
        drawn.iter_mut().take(of).for_each(|place| *place = self.next());
        let mut last = 0;
        for at in outcome {
            let Some(place) = drawn.get_mut(usize::from(*at)) else { return false };
            if *place < last {
                return false;
            }
            last = std::mem::replace(place, u64::MAX);
        }
        drawn.iter().all(|left| *left >= last)
    }

    fn pick(&mut self, of: u64) -> Vec<u16> {
        vec![((self.next() >> 12) % of) as u16]
    }
}

/// The outcomes of chance in the order in which our table asks for them: first the order of the players. The last one
/// is asked for only if CRB is not in play.
pub(super) fn draws(seed: u64, random: bool, order: Vec<u16>) -> Vec<Vec<u16>> {
    let mut numbers = Numbers(seed % (1 << 31));
    let mut draws = vec![order];
    if random {
        draws.extend([numbers.smallest(2, 6), numbers.smallest(3, 9), numbers.smallest(3, 9)]);
    }
    draws.extend([numbers.pick(4), numbers.pick(4)]);
    draws
}

/// A seed that leads to these outcomes (without the order of the players); none if no seed does.
pub(crate) fn find(outcomes: &[Vec<u16>], random: bool) -> Option<u64> {
    let fits = |seed: &u64| {
        let mut numbers = Numbers(*seed);
        let (smallest, picks) =
            outcomes.split_at_checked(if random { 3 } else { 0 }).unwrap_or((outcomes, &[]));
        let of = [6, 9, 9].into_iter();
        smallest.iter().zip(of).all(|(outcome, of)| numbers.draws(outcome, of))
            && picks
                .iter()
                .all(|pick| pick.first().is_some_and(|pick| (numbers.next() >> 12) % 4 == u64::from(*pick)))
    };
    (0..1 << 31).find(fits)
}

#[cfg(test)]
mod tests {
    use super::{draws, find};

    #[test]
    fn a_seed_is_found_for_every_outcome_of_one() {
        for random in [true, false] {
            let outcomes = draws(717_663_806, random, vec![0, 1, 2]).split_off(1);
            let seed = find(&outcomes, random).unwrap();
            assert_eq!(draws(seed, random, vec![0, 1, 2]).split_off(1), outcomes);
        }
    }

    /// Rules: 18ESP-D-02
    #[test]
    fn the_seed_decides_who_leaves() {
        let north = ["FdSB", "CFEA", "CFLG", "FdLR", "SFVA", "FdC"];
        let south = ["N", "MZA", "A", "CRB", "MCP", "ZPB", "GSSR", "AVT", "TBF"];
        let minors = ["MS", "CM", "SC", "AC", "MZ", "ZP", "CSE", "MH", "CA"];
        let out = |list: &[&'static str], drawn: &[u16]| {
            let mut out: Vec<&str> = drawn.iter().map(|at| list[*at as usize]).collect();
            out.sort_unstable();
            out
        };
        let drawn = draws(277_341_054, true, (0..5).collect());
        assert_eq!(out(&north, &drawn[1]), ["CFEA", "CFLG"]);
        assert_eq!(out(&south, &drawn[2]), ["A", "MZA", "N"]);
        assert_eq!(out(&minors, &drawn[3]), ["CA", "CM", "SC"]);
        let left: Vec<&str> = ["FdSB", "FdLR", "SFVA", "FdC"].to_vec();
        assert_eq!(left[drawn[4][0] as usize], "SFVA");
        let drawn = draws(717_663_806, true, (0..4).collect());
        assert_eq!(out(&north, &drawn[1]), ["CFEA", "SFVA"]);
        assert_eq!(out(&south, &drawn[2]), ["MCP", "N", "ZPB"]);
        assert_eq!(out(&minors, &drawn[3]), ["AC", "CM", "MS"]);
    }
}
