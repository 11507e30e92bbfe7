//! The log is the game: a set-up and an ordered list of entries, of which every state is a fold.

use crate::event::Event;
use crate::id::SeatId;
use crate::refusal::Refusal;
use crate::say;
use crate::seals::Seals;
use crate::turn::{Entry, Setup, Title};
use serde::{Deserialize, Serialize};

/// A recorded entry with the hash of the state after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Recorded {
    /// The entry.
    #[serde(flatten)]
    pub entry: Entry,
    /// The stable hash of the state after it, as sixteen hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "hex_hash")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub hash: Option<u64>,
}

/// A whole game: the project's own archive format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Log {
    /// The format's version.
    pub ferrata: u32,
    /// The set-up.
    pub setup: Setup,
    /// The entries.
    pub entries: Vec<Recorded>,
}

/// The version of the archive format this code writes.
pub const FORMAT: u32 = 1;

/// Where folding a log stopped, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The number of the entry that does not fold, counted from 1.
    pub entry: usize,
    /// What is wrong.
    pub why: Refusal,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "entry {}: {}", self.entry, self.why)
    }
}

impl std::error::Error for Broken {}

impl Log {
    /// An empty log.
    pub fn new(setup: Setup) -> Log {
        Log { ferrata: FORMAT, setup, entries: Vec::new() }
    }

    /// Applies an entry to the state and, if it is accepted, appends it.
    pub fn play<T: Title>(&mut self, state: &mut T, entry: Entry) -> Result<Vec<Event>, Refusal> {
        let events = state.apply(&entry)?;
        self.entries.push(Recorded { entry, hash: Some(state.hash()) });
        Ok(events)
    }

    /// The state after the first `count` entries. Hashes are compared where they are recorded.
    pub fn fold<T: Title>(&self, count: usize) -> Result<T, Broken> {
        let mut state = T::start(&self.setup).map_err(|why| Broken { entry: 0, why })?;
        for (at, recorded) in self.entries.iter().take(count).enumerate() {
            let broken = |why| Broken { entry: at + 1, why };
            state.apply(&recorded.entry).map_err(broken)?;
            if recorded.hash.is_some_and(|hash| hash != state.hash()) {
                return Err(broken(Refusal::plain(say!(
                    "the table after this entry is not the one recorded: the rules have changed since"
                ))));
            }
        }
        Ok(state)
    }

    /// The state after all entries.
    pub fn state<T: Title>(&self) -> Result<T, Broken> {
        self.fold(self.entries.len())
    }
}

/// The log as `reader` (a player, or a visitor if none) may see it. [`Seals`] decides, as it does for a server.
pub fn redacted<T: Title>(log: &Log, reader: Option<SeatId>) -> Result<Log, Broken> {
    let mut state = T::start(&log.setup).map_err(|why| Broken { entry: 0, why })?;
    let mut seals = Seals::default();
    for (at, recorded) in log.entries.iter().enumerate() {
        let before = state.turn();
        state.apply(&recorded.entry).map_err(|why| Broken { entry: at + 1, why })?;
        seals.entry(&before, &state.turn());
    }
    let mut seen = log.clone();
    for (at, recorded) in seen.entries.iter_mut().enumerate() {
        recorded.entry = seals.see(at as u64 + 1, &recorded.entry, reader.as_slice());
    }
    Ok(seen)
}

mod hex_hash {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(hash: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        match hash {
            Some(hash) => serializer.collect_str(&format_args!("{hash:016x}")),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        let text = <Option<std::borrow::Cow<'de, str>>>::deserialize(deserializer)?;
        let parse = |text: std::borrow::Cow<'de, str>| {
            u64::from_str_radix(&text, 16).map_err(|_| {
                serde::de::Error::custom(format!(
                    "\"{text}\" is no hash; expected sixteen hexadecimal digits"
                ))
            })
        };
        text.map(parse).transpose()
    }
}
