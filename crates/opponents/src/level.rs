//! The levels: the same program with other numbers.

use crate::candidates::NARROW;
use crate::version::{NEWEST, Version};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

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

/// What a level is made of (see `data/`, `levels.toml` of a version).
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// One decision in so many is made at random; 0 = never.
    pub slips: u32,
    /// At most so many tile lays are weighed; 0 = all.
    pub lays: usize,
    /// Track is also judged by a longer train.
    pub scouts: bool,
    /// How candidates are rolled out, if they are.
    #[serde(default)]
    pub roll_outs: Option<RollOuts>,
}

/// How candidates are rolled out.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollOuts {
    /// So many candidates.
    pub arms: usize,
    /// So many roll-outs for a decision.
    pub iterations: u32,
    /// They end when so many stock rounds have begun after operating rounds.
    pub sets: u32,
    /// Or when so many operating rounds are over; 0 = only then.
    pub rounds: u32,
    /// One decision in so many is made at random in them; 0 = never.
    pub slips: u32,
    /// So many purchases and sales of shares are weighed in them, drawn at random; 0 = all.
    pub shares: usize,
    /// What one ply says counts as so many roll-outs.
    pub prior: f32,
    /// A lead by one ply of which no roll-out is needed.
    pub clear: f32,
    /// Track is rolled out, too.
    pub track: bool,
    /// What chance brings and who draws what is the same for all candidates, as long as the same is asked; else only the first
    /// dice are.
    #[serde(default)]
    pub common: bool,
    /// A company builds the same on the same board in all of them, whatever else is thrown.
    #[serde(default)]
    pub same_track: bool,
    /// In them everybody misjudges what they do by up to so much.
    #[serde(default)]
    pub noise: f32,
    /// A candidate that is behind by so many times what chance explains is not rolled out any more; 0 = only the worse half goes.
    #[serde(default)]
    pub sure: f32,
    /// So many companies that could be started are looked at in them.
    #[serde(default = "few")]
    pub starts: usize,
    /// Each in so many ways.
    #[serde(default = "few")]
    pub ways: usize,
}

/// As in the versions that do not say it.
fn few() -> usize {
    NARROW.starts
}

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

    /// What it is made of in the newest version.
    pub fn numbers(self) -> Numbers {
        Version::numbered(NEWEST).numbers(self)
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
    fn every_level_has_its_name() {
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert!("mighty".parse::<Level>().unwrap_err().contains("novice, greedy, steady, strong"));
    }
}
