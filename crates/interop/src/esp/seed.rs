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

    fn pick(&mut self, of: u64) -> Vec<u16> {
        vec![((self.next() >> 12) % of) as u16]
    }
}

/// The outcomes of chance in the order in which our table asks for them. The last one is asked for only if CRB is
/// not in play.
pub(super) fn draws(seed: u64, random: bool, players: usize) -> Vec<Vec<u16>> {
    let mut numbers = Numbers(seed % (1 << 31));
    let mut draws = vec![(0..players as u16).collect()];
    if random {
        draws.extend([numbers.smallest(2, 6), numbers.smallest(3, 9), numbers.smallest(3, 9)]);
    }
    draws.extend([numbers.pick(4), numbers.pick(4)]);
    draws
}

#[cfg(test)]
mod tests {
    use super::draws;

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
        let drawn = draws(277_341_054, true, 5);
        assert_eq!(out(&north, &drawn[1]), ["CFEA", "CFLG"]);
        assert_eq!(out(&south, &drawn[2]), ["A", "MZA", "N"]);
        assert_eq!(out(&minors, &drawn[3]), ["CA", "CM", "SC"]);
        let left: Vec<&str> = ["FdSB", "FdLR", "SFVA", "FdC"].to_vec();
        assert_eq!(left[drawn[4][0] as usize], "SFVA");
        let drawn = draws(717_663_806, true, 4);
        assert_eq!(out(&north, &drawn[1]), ["CFEA", "SFVA"]);
        assert_eq!(out(&south, &drawn[2]), ["MCP", "N", "ZPB"]);
        assert_eq!(out(&minors, &drawn[3]), ["AC", "CM", "MS"]);
    }
}
