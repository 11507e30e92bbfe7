//! The levels: the same program with other numbers.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// How well a program plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Knows the rules, and what is good half of the time.
    Novice,
    /// Does what looks best at once.
    Greedy,
    /// Plays a few candidates on.
    Steady,
    /// Plays many candidates on, many times.
    Strong,
}

/// What a level is made of (see `data/levels.toml`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// What is measured is measured of a version.
    pub version: u32,
    /// One decision in so many is made at random; 0 = never.
    pub slips: u32,
    /// At most so many tile lays are weighed; 0 = all.
    pub lays: usize,
    /// Track is also judged by a longer train.
    pub scouts: bool,
    /// So many candidates are rolled out.
    pub arms: usize,
    /// So many roll-outs for a decision.
    pub iterations: u32,
}

/// Nothing but one ply: what a level falls back to.
const PLAIN: Numbers = Numbers { version: 0, slips: 0, lays: 0, scouts: true, arms: 0, iterations: 0 };

static LEVELS: LazyLock<BTreeMap<String, Numbers>> =
    LazyLock::new(|| toml::from_str(include_str!("../data/levels.toml")).unwrap_or_default());

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [Level::Novice, Level::Greedy, Level::Steady, Level::Strong];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Level::Novice => "novice",
            Level::Greedy => "greedy",
            Level::Steady => "steady",
            Level::Strong => "strong",
        }
    }

    /// What it is made of.
    pub fn numbers(self) -> Numbers {
        LEVELS.get(self.name()).copied().unwrap_or(PLAIN)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        Level::ALL.into_iter().find(|level| level.name() == text).ok_or_else(|| {
            let names = Level::ALL.map(Level::name).join(", ");
            format!("there is no level \"{text}\"; there are {names}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_its_numbers() {
        assert_eq!(LEVELS.len(), Level::ALL.len());
        for level in Level::ALL {
            assert!(LEVELS.contains_key(level.name()), "{level}");
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert!("mighty".parse::<Level>().unwrap_err().contains("novice, greedy, steady, strong"));
    }
}
