//! Facts read into a title's own struct: an unknown key, a missing one and a value of the wrong kind are told with
//! file, line, what was found and what was expected.

use super::{Fact, Facts, Value};
use crate::load::Problem;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Expected, IntoDeserializer, Unexpected, Visitor};
use std::fmt;

impl Facts {
    /// Reads all facts into `T`, or tells the first thing that is wrong.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        T::deserialize(Reader::Facts(self)).map_err(|error| self.problem(error))
    }

    fn problem(&self, error: Error) -> Problem {
        let at = error.at.unwrap_or(self.at.clone());
        let place = if error.key.is_empty() { at.place } else { format!("{} {}", at.place, error.key) };
        Problem { file: at.file, line: at.line, place, found: error.found, expected: error.expected }
    }
}

/// What is wrong, and as soon as it is known, where.
#[derive(Debug)]
pub(super) struct Error {
    at: Option<super::Origin>,
    key: String,
    found: String,
    expected: String,
}

impl Error {
    fn new(key: &str, found: impl fmt::Display, expected: impl fmt::Display) -> Error {
        Error { at: None, key: key.to_owned(), found: found.to_string(), expected: expected.to_string() }
    }

    /// The innermost place is the one to look at.
    fn within(mut self, key: &str, fact: &Fact) -> Error {
        if self.at.is_none() {
            self.at = Some(fact.at.clone());
            if self.key.is_empty() {
                self.key = format!("`{key}`");
            }
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}; expected {}", self.found, self.expected)
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Error {
        Error::new("", message, "a value that fits")
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Error {
        Error::new("", found, expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Error {
        Error::new("", found, expected)
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Error {
        let known: Vec<_> = expected.iter().map(|key| format!("`{key}`")).collect();
        Error::new("", format!("the unknown key `{field}`"), format!("one of {}", known.join(", ")))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Error {
        Error::new("", format!("\"{variant}\""), format!("one of {}", expected.join(", ")))
    }

    fn missing_field(field: &'static str) -> Error {
        Error::new("", "nothing", format!("`{field}`"))
    }
}

/// A value to be read.
#[derive(Clone, Copy)]
enum Reader<'f> {
    Facts(&'f Facts),
    Fact(&'f Fact),
}

impl<'de> de::Deserializer<'de> for Reader<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Reader::Facts(facts) | Reader::Fact(Fact { value: Value::Table(facts), .. }) => {
                visitor.visit_map(Entries { rest: facts.facts.iter(), value: None })
            }
            Reader::Fact(fact) => match &fact.value {
                Value::Flag(flag) => visitor.visit_bool(*flag),
                Value::Number(number) => visitor.visit_i32(*number),
                Value::Text(text) => visitor.visit_str(text),
                Value::List(list) => visitor.visit_seq(Elements { rest: list.iter() }),
                Value::Table(facts) => visitor.visit_map(Entries { rest: facts.facts.iter(), value: None }),
            },
        }
    }

    /// What is there is there: a key that may be absent is simply left out.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    /// A word, or a table with one key.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Reader::Fact(Fact { value: Value::Text(text), .. }) => {
                let word: StrDeserializer<'_, Error> = text.as_str().into_deserializer();
                visitor.visit_enum(word)
            }
            Reader::Fact(Fact { value: Value::Table(facts), .. }) if facts.facts.len() == 1 => {
                let entries = Entries { rest: facts.facts.iter(), value: None };
                visitor.visit_enum(de::value::MapAccessDeserializer::new(entries))
            }
            _ => Err(Error::new("", format!("no {name}"), format!("one of {}", variants.join(", ")))),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Entries<'f> {
    rest: std::slice::Iter<'f, (String, Fact)>,
    value: Option<(&'f str, &'f Fact)>,
}

impl<'de> de::MapAccess<'de> for Entries<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, fact)) = self.rest.next() else { return Ok(None) };
        self.value = Some((key, fact));
        seed.deserialize(Key(key))
            .map(Some)
            .map_err(|error| Error { key: String::new(), ..error.within(key, fact) })
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some((key, fact)) = self.value.take() else {
            return Err(Error::new("", "a key without a value", "a value"));
        };
        seed.deserialize(Reader::Fact(fact)).map_err(|error| error.within(key, fact))
    }
}

/// A key: a word, or a number where the struct has numbers as keys.
struct Key<'f>(&'f str);

impl<'de> de::Deserializer<'de> for Key<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.parse() {
            Ok(number) => visitor.visit_u8(number),
            Err(_) => Err(Error::new("", format!("the key `{}`", self.0), "a small number as key")),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

struct Elements<'f> {
    rest: std::slice::Iter<'f, Fact>,
}

impl<'de> de::SeqAccess<'de> for Elements<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(fact) = self.rest.next() else { return Ok(None) };
        seed.deserialize(Reader::Fact(fact)).map(Some).map_err(|error| error.within("", fact))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
