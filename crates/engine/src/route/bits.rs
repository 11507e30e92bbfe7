//! A set of small numbers in a fixed number of words, copied rather than undone.

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Bits<W> = Bits([0; W]);

    pub(super) fn one(bit: usize) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        if let Some(word) = bits.0.get_mut(bit / 64) {
            *word |= 1 << (bit % 64);
        }
        bits
    }

    pub(super) fn contains(&self, bit: usize) -> bool {
        self.0.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 != 0)
    }

    #[inline]
    pub(super) fn or(mut self, other: &Bits<W>) -> Bits<W> {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
        self
    }

    #[inline]
    pub(super) fn meets(&self, other: &Bits<W>) -> bool {
        self.0.iter().zip(&other.0).fold(0, |met, (a, b)| met | (a & b)) != 0
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    at * 64 + bit
                })
            })
        })
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(bits: I) -> Bits<W> {
        bits.into_iter().fold(Bits::EMPTY, |set, bit| set.or(&Bits::one(bit)))
    }
}
