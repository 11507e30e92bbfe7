//! A hash that is the same on every machine and in every build.
//!
//! The hash of a state is stored beside each entry of a log; a change of the rules that would bend a
//! running game is thereby seen when the log is folded again.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{Hash, Hasher};

/// Hashes values the same way on 32-bit and 64-bit machines.
#[derive(Clone, Debug)]
pub struct StableHasher(u64);

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl Default for StableHasher {
    fn default() -> Self {
        StableHasher(0xcbf2_9ce4_8422_2325)
    }
}

impl StableHasher {
    fn mix(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(MULTIPLIER);
        self.0 = mixed ^ (mixed >> 29);
    }
}

impl Hasher for StableHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            for (to, from) in word.iter_mut().zip(chunk) {
                *to = *from;
            }
            self.mix(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, i: u8) {
        self.mix(i.into());
    }
    fn write_u16(&mut self, i: u16) {
        self.mix(i.into());
    }
    fn write_u32(&mut self, i: u32) {
        self.mix(i.into());
    }
    fn write_u64(&mut self, i: u64) {
        self.mix(i);
    }
    fn write_usize(&mut self, i: usize) {
        self.mix(i as u64);
    }
    fn write_i8(&mut self, i: i8) {
        self.mix(i as u64);
    }
    fn write_i16(&mut self, i: i16) {
        self.mix(i as u64);
    }
    fn write_i32(&mut self, i: i32) {
        self.mix(i as u64);
    }
    fn write_i64(&mut self, i: i64) {
        self.mix(i as u64);
    }
    fn write_isize(&mut self, i: isize) {
        self.mix(i as i64 as u64);
    }
    fn finish(&self) -> u64 {
        let mut h = self.0;
        h ^= h >> 32;
        h = h.wrapping_mul(MULTIPLIER);
        h ^ (h >> 29)
    }
}

/// The stable hash of a value.
pub fn stable_hash(value: &impl Hash) -> u64 {
    let mut hasher = StableHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What a client wants to see but the rules never read: it takes no part in comparing tables, nor in their hash.
#[derive(Clone, Debug, Default)]
pub struct Unhashed<T>(pub T);

impl<T> PartialEq for Unhashed<T> {
    fn eq(&self, _: &Unhashed<T>) -> bool {
        true
    }
}

impl<T> Eq for Unhashed<T> {}

impl<T> Hash for Unhashed<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T> Serialize for Unhashed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl<'de, T: Default> Deserialize<'de> for Unhashed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unhashed<T>, D::Error> {
        <()>::deserialize(deserializer).map(|()| Unhashed::default())
    }
}

/// A decision made in secret. That it was made is part of the hash, what it says is not.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sealed<T> {
    /// Not yet made.
    #[default]
    Missing,
    /// Made by somebody else: its content is not known here.
    Hidden,
    /// Made, with its content.
    Known(T),
}

impl<T> Sealed<T> {
    /// Whether it still has to be made.
    pub fn is_missing(&self) -> bool {
        matches!(self, Sealed::Missing)
    }

    /// What it says, if that is known here.
    pub fn known(&self) -> Option<&T> {
        if let Sealed::Known(content) = self { Some(content) } else { None }
    }
}

impl<T> Hash for Sealed<T> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.is_missing().hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_a_known_value_never_changes() {
        // This very figure is stored in archived games: if it changes, every archive raises an alarm.
        assert_eq!(stable_hash(&(7_u8, -3_i32, "IRSFF", vec![1_u16, 2, 3])), PINNED);
    }

    const PINNED: u64 = 13_551_320_017_766_778_344;
}
