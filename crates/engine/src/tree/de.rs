//! Reads any type from a tree: an unknown key, a missing one and a value of the wrong kind are told with the place, what
//! was found and what was expected. Ids are read by name.

use super::{At, Naming, Node, Value};
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, Expected, IntoDeserializer, Unexpected, Visitor,
};
use std::fmt;

/// Reads `T`, or tells the first thing that is wrong.
pub(crate) fn from_node<T: DeserializeOwned>(node: &Node, naming: &dyn Naming) -> Result<T, Wrong> {
    T::deserialize(Reader { node, naming }).map_err(|error| *error.0)
}

/// What is wrong while a value is read. In a box: every result on the way has room for it.
#[derive(Debug)]
struct Error(Box<Wrong>);

/// What is wrong, and where.
#[derive(Debug)]
pub(crate) struct Wrong {
    /// Where, as soon as it is known.
    pub(crate) at: Option<At>,
    /// The key whose value it is; empty if it is about a table as a whole.
    pub(crate) key: String,
    pub(crate) found: String,
    pub(crate) expected: String,
}

impl Error {
    #[cold]
    fn new(found: impl fmt::Display, expected: impl fmt::Display) -> Error {
        let (found, expected) = (found.to_string(), expected.to_string());
        Error(Box::new(Wrong { at: None, key: String::new(), found, expected }))
    }

    /// The innermost place is the one to look at.
    #[cold]
    fn within(mut self, key: &str, node: &Node) -> Error {
        if self.0.at.is_none() {
            self.0.at = Some(node.at);
            key.clone_into(&mut self.0.key);
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}; expected {}", self.0.found, self.0.expected)
    }
}

impl std::error::Error for Error {}

/// What was found, as the file shows it.
fn shown(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(flag) => flag.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Str(text) => format!("\"{text}\""),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "a table".to_owned(),
        other => other.to_string(),
    }
}

/// What was expected, in words of the file.
fn wanted(expected: &dyn Expected) -> String {
    let expected = expected.to_string();
    match expected.as_str() {
        "u8" => "a number from 0 to 255".to_owned(),
        "u16" => "a number from 0 to 65535".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "u32" | "u64" => "a number".to_owned(),
        "a string" | "a borrowed string" => "a text in quotes".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "a table".to_owned(),
        _ if expected.starts_with("struct ") => "a table".to_owned(),
        _ if expected.starts_with("tuple ") => "a list".to_owned(),
        _ => expected,
    }
}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Error {
        Error::new(message, "a value that fits")
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Error {
        Error::new(shown(found), wanted(expected))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Error {
        Error::new(shown(found), wanted(expected))
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Error {
        Error::new(format!("{length} values"), wanted(expected))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Error {
        let known: Vec<_> = expected.iter().map(|key| format!("`{key}`")).collect();
        Error::new(format!("the unknown key `{field}`"), format!("one of {}", known.join(", ")))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Error {
        Error::new(format!("\"{variant}\""), format!("one of {}", expected.join(", ")))
    }

    fn missing_field(field: &'static str) -> Error {
        Error::new("nothing", format!("`{field}`"))
    }
}

/// A value to be read.
#[derive(Clone, Copy)]
struct Reader<'n> {
    node: &'n Node,
    naming: &'n dyn Naming,
}

impl<'n> Reader<'n> {
    fn entries(self, table: &'n super::Table) -> Entries<'n> {
        Entries { rest: table.iter(), value: None, naming: self.naming }
    }

    /// The value is of another kind than is wanted.
    #[cold]
    fn misfit(self, expected: &dyn Expected) -> Error {
        let found = match &self.node.value {
            Value::Flag(flag) => Unexpected::Bool(*flag),
            Value::Number(number) => Unexpected::Signed(*number),
            Value::Text(text) => Unexpected::Str(text),
            Value::List(_) => Unexpected::Seq,
            Value::Table(_) => Unexpected::Map,
            Value::Other(what) => return Error::new(what, wanted(expected)),
        };
        de::Error::invalid_type(found, expected)
    }
}

/// What stands for something that is not there, where it cannot simply be left out.
pub(super) const NONE: &str = "none";

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.node.value {
            Value::Flag(flag) => visitor.visit_bool(*flag),
            Value::Number(number) => visitor.visit_i64(*number),
            Value::Text(text) => visitor.visit_str(text),
            Value::List(_) => self.deserialize_seq(visitor),
            Value::Table(_) => self.deserialize_map(visitor),
            Value::Other(_) => Err(self.misfit(&visitor)),
        }
    }

    // Whoever wants a list or a table is not asked what to make of the other: every type has a copy of this code in the
    // client, with all that it would do then.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.node.value {
            Value::List(list) => visitor.visit_seq(Elements { rest: list.iter(), naming: self.naming }),
            _ => Err(self.misfit(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.node.value {
            Value::Table(table) => visitor.visit_map(self.entries(table)),
            _ => Err(self.misfit(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.node.value {
            Value::Text(text) if text == NONE => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        kind: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if let Value::Text(text) = &self.node.value {
            match self.naming.id(kind, text) {
                Some(Ok(id)) => return visitor.visit_newtype_struct(id.into_deserializer()),
                Some(Err(unknown)) => return Err(Error::new(format!("\"{text}\""), unknown.expected)),
                None => {}
            }
        }
        visitor.visit_newtype_struct(self)
    }

    /// A word, or a table with one key.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match &self.node.value {
            Value::Text(text) => {
                let word: StrDeserializer<'_, Error> = text.as_str().into_deserializer();
                visitor.visit_enum(word)
            }
            Value::Table(table) if table.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(self.entries(table)))
            }
            _ => Err(Error::new(self.node.describe(), format!("one of {}", variants.join(", ")))),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf identifier ignored_any
    }
}

struct Entries<'n> {
    rest: std::slice::Iter<'n, (String, Node)>,
    value: Option<(&'n str, &'n Node)>,
    naming: &'n dyn Naming,
}

impl<'de> de::MapAccess<'de> for Entries<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, node)) = self.rest.next() else { return Ok(None) };
        self.value = Some((key, node));
        seed.deserialize(Key { key, naming: self.naming }).map(Some).map_err(|error| error.within("", node))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some((key, node)) = self.value.take() else {
            return Err(Error::new("a key without a value", "a value"));
        };
        let read = seed.deserialize(Reader { node, naming: self.naming });
        read.map_err(|error| error.within(key, node))
    }
}

/// A key: a word, a number, or the name of an id.
struct Key<'n> {
    key: &'n str,
    naming: &'n dyn Naming,
}

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.key)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.key.parse() {
            Ok(number) => visitor.visit_u8(number),
            Err(_) => Err(Error::new(format!("the key `{}`", self.key), "a number from 0 to 255 as key")),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        kind: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.naming.id(kind, self.key) {
            Some(Ok(id)) => visitor.visit_newtype_struct(id.into_deserializer()),
            Some(Err(unknown)) => Err(Error::new(format!("the key `{}`", self.key), unknown.expected)),
            None => visitor.visit_newtype_struct(self),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

struct Elements<'n> {
    rest: std::slice::Iter<'n, Node>,
    naming: &'n dyn Naming,
}

impl<'de> de::SeqAccess<'de> for Elements<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(node) = self.rest.next() else { return Ok(None) };
        let read = seed.deserialize(Reader { node, naming: self.naming });
        read.map(Some).map_err(|error| error.within("", node))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
