//! Versions: the data by which programs decide. What is measured is measured of a version; whoever changes how a level decides
//! adds the next one, and those before stay playable beside it.

use crate::figures::Figures;
use crate::level::{Level, Numbers};
use crate::stages::{Stages, Table};
use crate::weights::Weights;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// The data files of a version, as text.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// The levels.
    pub levels: &'a str,
    /// The weights of the evaluation.
    pub weights: &'a str,
    /// Typical figures of the titles.
    pub figures: &'a str,
    /// What terms count, by title and stage; empty where they simply add up.
    pub terms: &'a str,
}

/// By which data programs decide.
#[derive(Clone, PartialEq, Debug)]
pub struct Version {
    levels: BTreeMap<String, Numbers>,
    weights: toml::Table,
    figures: BTreeMap<String, Figures>,
    terms: BTreeMap<String, Table>,
}

macro_rules! files {
    ($folder:literal) => {
        Files {
            levels: include_str!(concat!("../data/", $folder, "/levels.toml")),
            weights: include_str!(concat!("../data/", $folder, "/weights.toml")),
            figures: include_str!(concat!("../data/", $folder, "/figures.toml")),
            terms: "",
        }
    };
    ($folder:literal, fitted) => {
        Files { terms: include_str!(concat!("../data/", $folder, "/terms.toml")), ..files!($folder) }
    };
}

/// All that can be played, the newest last. The first version was changed in code: nothing of it is left.
const FILES: [(u32, Files<'static>); 8] = [
    (2, files!("2")),
    (3, files!("3")),
    (4, files!("4")),
    (5, files!("5")),
    (6, files!("6", fitted)),
    (7, files!("7", fitted)),
    (8, files!("8", fitted)),
    (9, files!("9", fitted)),
];

/// The number of the version that is played where none is named.
pub const NEWEST: u32 = 9;

static VERSIONS: LazyLock<BTreeMap<u32, Version>> = LazyLock::new(|| {
    let read = |(number, files): (u32, Files<'_>)| Some((number, Version::read(files).ok()?));
    FILES.into_iter().filter_map(read).collect()
});

/// If a version cannot be read: a test says that all can.
static EMPTY: LazyLock<Version> = LazyLock::new(|| Version {
    levels: BTreeMap::new(),
    weights: toml::Table::new(),
    figures: BTreeMap::new(),
    terms: BTreeMap::new(),
});

impl Version {
    /// From its files; an error says which of them is wrong, and how.
    pub fn read(files: Files<'_>) -> Result<Version, String> {
        let told = |file: &str, error: toml::de::Error| format!("{file}: {error}");
        let version = Version {
            levels: toml::from_str(files.levels).map_err(|error| told("levels.toml", error))?,
            weights: toml::from_str(files.weights).map_err(|error| told("weights.toml", error))?,
            figures: toml::from_str(files.figures).map_err(|error| told("figures.toml", error))?,
            terms: toml::from_str(files.terms).map_err(|error| told("terms.toml", error))?,
        };
        for name in version.weights.keys() {
            Weights::read(&version.weights, name).map_err(|error| told("weights.toml", error))?;
        }
        Ok(version)
    }

    /// The one with this number.
    pub fn numbered(number: u32) -> &'static Version {
        VERSIONS.get(&number).unwrap_or(&EMPTY)
    }

    /// What a level is made of.
    pub fn numbers(&self, level: Level) -> Numbers {
        self.levels.get(level.name()).copied().unwrap_or_default()
    }

    /// The weights in a title.
    pub fn weights(&self, title: &str) -> Weights {
        Weights::read(&self.weights, title).unwrap_or_default()
    }

    /// What is typical of a title.
    pub(crate) fn figures(&self, title: &str) -> Figures {
        self.figures.get(title).cloned().unwrap_or_default()
    }

    /// What terms count in a title, by stage.
    pub(crate) fn stages(&self, title: &str) -> Stages {
        self.terms.get(title).map(Stages::of).unwrap_or_default()
    }
}

/// Who takes a seat in a tournament: a level of a version. It is written `strong`, or `strong@2` where it is not the newest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Entrant {
    /// How well it plays.
    pub level: Level,
    /// By which version.
    pub version: u32,
}

impl From<Level> for Entrant {
    fn from(level: Level) -> Entrant {
        Entrant { level, version: NEWEST }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.version {
            NEWEST => write!(f, "{}", self.level),
            version => write!(f, "{}@{version}", self.level),
        }
    }
}

impl serde::Serialize for Entrant {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The number under which data that is tried out is entered.
pub const TRIAL: u32 = 0;

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Entrant, String> {
        let Some((level, number)) = text.split_once('@') else {
            return Ok(Entrant::from(text.parse::<Level>()?));
        };
        let level: Level = level.parse()?;
        let known = |number: &u32| *number == TRIAL || VERSIONS.contains_key(number);
        let version = number.parse().ok().filter(known).ok_or_else(|| {
            let numbers: Vec<String> = VERSIONS.keys().map(ToString::to_string).collect();
            format!(
                "there is no version \"{number}\"; there are {} (and {TRIAL}, what is tried out)",
                numbers.join(", ")
            )
        })?;
        Ok(Entrant { level, version })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::Term;
    use ferrata_titles::catalogue::TITLES;

    #[test]
    fn every_version_has_every_level_weight_and_figure() {
        for (number, files) in FILES {
            let version = Version::read(files).unwrap();
            assert_eq!(version.levels.len(), Level::ALL.len(), "version {number}");
            for level in Level::ALL {
                assert!(version.levels.contains_key(level.name()), "version {number}: {level}");
            }
            let names: Vec<&str> = TITLES.iter().map(|info| info.title).chain(["any"]).collect();
            assert!(version.weights.keys().all(|key| names.contains(&key.as_str())), "a table of no title");
            for title in names.iter().copied() {
                let weights = Weights::read(&version.weights, title).unwrap();
                assert!(weights.discount < 1.0 && weights.gap < 1.0 && weights.horizon >= 1.0, "{title}");
            }
            assert!(version.terms.keys().all(|key| names.contains(&key.as_str())), "terms of no title");
            for info in TITLES {
                let setup = info.setup("", &[], Vec::new()).unwrap();
                let trains = info.components(&setup).unwrap().trains.len();
                assert_eq!(
                    version.figures[info.title].earnings.len(),
                    trains,
                    "version {number}: {}",
                    info.title
                );
                let parts = info.components(&setup).unwrap();
                for (name, part) in &version.figures[info.title].homes {
                    assert!(parts.company(*name).is_some() && *part > 0.0, "version {number}: {name}");
                }
                let stages = version.stages(info.title);
                assert!(
                    (0..trains).all(|stage| stages.at(stage).is_none_or(|terms| terms.get(Term::Cash) > 0.0))
                );
                assert!(
                    stages.count() <= trains,
                    "version {number}: {}: as many stages as trains",
                    info.title
                );
            }
        }
    }

    #[test]
    fn the_newest_version_is_the_last() {
        assert_eq!(FILES.last().unwrap().0, NEWEST);
    }

    #[test]
    fn an_entrant_is_named_by_level_and_version() {
        assert_eq!("greedy".parse(), Ok(Entrant::from(Level::Greedy)));
        assert_eq!("greedy@2".parse(), Ok(Entrant { level: Level::Greedy, version: 2 }));
        for name in ["strong", "strong@2", "novice@0"] {
            assert_eq!(name.parse::<Entrant>().unwrap().to_string(), name);
        }
        assert!("greedy@99".parse::<Entrant>().unwrap_err().contains("there are 2, 3"));
        assert!("mighty@2".parse::<Entrant>().unwrap_err().contains("novice, greedy, steady, strong"));
    }

    #[test]
    fn a_file_that_is_wrong_is_named() {
        let (_, files) = FILES[0];
        let wrong = Version::read(Files { weights: "[any]\nreached = true", ..files }).unwrap_err();
        assert!(wrong.starts_with("weights.toml"), "{wrong}");
    }
}
