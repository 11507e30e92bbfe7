//! Short names from the game's own language (`IRSFF`, `F8`, `57`), copied as cheaply as a number.
//!
//! Names are what travels: actions, offers, logs and data files speak of companies, hexes and tiles by
//! name, so that an archived game never depends on the order of a table. Inside a running game the
//! dense ids of [`crate::id`] are used.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The longest name, in bytes.
pub const MAX_NAME: usize = 15;

/// A name of at most [`MAX_NAME`] bytes, stored in place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Name {
    bytes: [u8; MAX_NAME],
    len: u8,
}

/// A text that is too long to be a [`Name`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooLong(pub String);

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is longer than a name may be ({MAX_NAME} bytes)", self.0)
    }
}

impl std::error::Error for TooLong {}

impl Name {
    /// Makes a name, or says that the text is too long.
    pub fn new(text: &str) -> Result<Name, TooLong> {
        if text.len() > MAX_NAME {
            return Err(TooLong(text.to_owned()));
        }
        Ok(Name::cut(text))
    }

    /// Makes a name of a text known to be short enough; a longer one is cut at [`MAX_NAME`] bytes.
    pub const fn cut(text: &str) -> Name {
        let source = text.as_bytes();
        let mut bytes = [0; MAX_NAME];
        let mut len = 0;
        while len < source.len() && len < MAX_NAME {
            #[allow(clippy::indexing_slicing)] // both lengths are tested by the loop
            {
                bytes[len] = source[len];
            }
            len += 1;
        }
        Name { bytes, len: len as u8 }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.len as usize).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or("?")
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl From<u32> for Name {
    fn from(number: u32) -> Name {
        Name::cut(&number.to_string())
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Name;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a name of at most {MAX_NAME} bytes")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Name, E> {
                Name::new(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

/// Declares a kind of name, so that a hex can never stand where a company is meant.
macro_rules! kinds_of_name {
    ($($(#[$doc:meta])* $kind:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $kind(pub Name);

        impl $kind {
            /// Makes the name of a text known to be short enough (see [`Name::cut`]).
            pub const fn of(text: &str) -> $kind {
                $kind(Name::cut(text))
            }

            /// The name as text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }
    )+};
}

kinds_of_name! {
    /// A company: `IRSFF`, `FdSB`, `CCFR`.
    CompanyName,
    /// A hex: `F8`.
    HexName,
    /// A tile: `57`, `L84`.
    TileName,
    /// A kind of train: `2`, `3+4`, `2P`.
    TrainName,
    /// A card that is no certificate: a concession, a private, a political card, something up for auction.
    CardName,
    /// A phase: `2`, `3bis`.
    PhaseName,
    /// An answer to a question the rules ask: `yes`, `SFL`, `3`.
    OptionName,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_text_and_refuses_a_long_one() {
        assert_eq!(Name::new("IRSFF").unwrap().as_str(), "IRSFF");
        let refused = Name::new("Società della Strada di Ferro").unwrap_err();
        assert!(refused.to_string().contains("15 bytes"));
    }

    #[test]
    fn names_travel_as_plain_strings() {
        let hex: HexName = serde_json::from_str("\"F8\"").unwrap();
        assert_eq!(hex, HexName::of("F8"));
        assert_eq!(serde_json::to_string(&hex).unwrap(), "\"F8\"");
        assert!(serde_json::from_str::<HexName>("\"0123456789abcdef\"").is_err());
    }
}
