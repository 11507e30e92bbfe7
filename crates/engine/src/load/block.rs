//! A table of a data file, read key by key: a wrong value, a missing key and a key nobody asked for are reported.

use super::tree::{Node, Table, Value, name_of};
use super::{At, Desk};
use crate::money::Money;
use crate::name::{CardName, CompanyName, HexName, Name, PhaseName, TileName, TrainName};
use std::cell::RefCell;

/// A block and what has been read of it.
pub(super) struct Block<'t> {
    pub(super) desk: &'t Desk<'t>,
    node: &'t Node,
    key: &'t str,
    place: String,
    used: RefCell<Vec<&'t str>>,
}

/// A number or "unlimited".
pub(super) struct Limit(pub(super) Option<i32>);

/// What can be read from a value.
pub(super) trait Read: Sized {
    const WHAT: &'static str;
    fn read(node: &Node) -> Option<Self>;
}

impl<'t> Block<'t> {
    /// The whole tree.
    pub(super) fn root(desk: &'t Desk<'t>, node: &'t Node) -> Block<'t> {
        Block { desk, node, key: "", place: "the files".to_owned(), used: RefCell::default() }
    }

    fn child(&self, key: &'t str, node: &'t Node, place: String) -> Block<'t> {
        Block { desk: self.desk, node, key, place, used: RefCell::default() }
    }

    /// The value it stands for.
    pub(super) fn node(&self) -> &'t Node {
        self.node
    }

    /// The key it stands under.
    pub(super) fn key(&self) -> &'t str {
        self.key
    }

    /// The place, for messages.
    pub(super) fn place(&self) -> &str {
        &self.place
    }

    fn entries(&self) -> &'t [(String, Node)] {
        static NONE: Table = Table::new();
        if let Value::Table(table) = &self.node.value { table } else { &NONE }
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&'t Node> {
        let (name, node) = self.entries().iter().find(|(name, _)| name == key)?;
        self.used.borrow_mut().push(name);
        Some(node)
    }

    /// All keys that have not been read yet, as blocks.
    pub(super) fn rest(&self) -> Vec<Block<'t>> {
        let used = self.used.borrow().clone();
        let rest = self.entries().iter().filter(|(key, _)| !used.contains(&key.as_str()));
        rest.map(|(key, node)| {
            self.used.borrow_mut().push(key);
            self.child(key, node, format!("{} {key}", self.place))
        })
        .collect()
    }

    /// The entries of a table under a key, as blocks.
    pub(super) fn table(&self, key: &str) -> Vec<Block<'t>> {
        self.inner(key).map_or_else(Vec::new, |block| block.rest())
    }

    /// The table under a key.
    pub(super) fn inner(&self, key: &str) -> Option<Block<'t>> {
        let node = self.get(key)?;
        if !matches!(node.value, Value::Table(_)) {
            self.report(node.at, node.describe(), format!("a table `{key}`"));
            return None;
        }
        let name = self.entries().iter().find(|(name, _)| name == key).map_or("", |(name, _)| name);
        let place = if self.key.is_empty() { format!("[{key}]") } else { format!("{} {key}", self.place) };
        Some(self.child(name, node, place))
    }

    /// The blocks `[[kind]]`, each called by its kind and name.
    pub(super) fn blocks(&self, kind: &'t str) -> Vec<Block<'t>> {
        let Some(node) = self.get(kind) else { return Vec::new() };
        let Value::List(list) = &node.value else {
            self.report(node.at, node.describe(), format!("blocks [[{kind}]]"));
            return Vec::new();
        };
        let block = |node: &'t Node| {
            let name = name_of(node).unwrap_or("without name");
            self.child(kind, node, format!("{kind} {name}"))
        };
        // Ids of hexes have two bytes, all others one.
        let most = if kind == "hex" { 65_535 } else { 255 };
        if list.len() > most {
            self.report(node.at, format!("{} blocks [[{kind}]]", list.len()), format!("at most {most}"));
        }
        list.iter().take(most).map(block).collect()
    }

    /// The tables of a list under a key; they share the place of this block.
    pub(super) fn list(&self, key: &'t str) -> Vec<Block<'t>> {
        let Some(node) = self.get(key) else { return Vec::new() };
        let Value::List(list) = &node.value else {
            self.report(node.at, node.describe(), format!("a list `{key}`"));
            return Vec::new();
        };
        (0..)
            .zip(list)
            .map(|(at, node): (usize, _)| self.child(key, node, format!("{} {key}[{at}]", self.place)))
            .collect()
    }

    /// A value that may be absent.
    pub(super) fn maybe<T: Read>(&self, key: &str) -> Option<T> {
        let node = self.get(key)?;
        let value = T::read(node);
        if value.is_none() {
            self.report(node.at, format!("`{key}` = {}", node.describe()), T::WHAT);
        }
        value
    }

    /// A value that must be there.
    pub(super) fn need<T: Read>(&self, key: &str) -> Option<T> {
        if self.get(key).is_none() {
            self.missing(key, T::WHAT);
        }
        self.maybe(key)
    }

    /// A value, or a usual one.
    pub(super) fn or<T: Read>(&self, key: &str, usual: T) -> T {
        self.maybe(key).unwrap_or(usual)
    }

    /// The block's own value.
    pub(super) fn own<T: Read>(&self) -> Option<T> {
        let value = T::read(self.node);
        if value.is_none() {
            self.wrong_here(self.node.describe(), T::WHAT);
        }
        value
    }

    /// The blocks keys that others read.
    pub(super) fn ignore(&self, keys: &[&str]) {
        for key in keys {
            self.get(key);
        }
    }

    /// Reports all keys that nobody asked for.
    pub(super) fn finish(&self) {
        for block in self.rest() {
            let mut known: Vec<_> = self.used.borrow().iter().map(|key| format!("`{key}`")).collect();
            known.retain(|key| *key != format!("`{}`", block.key));
            self.report(
                block.node.at,
                format!("the unknown key `{}`", block.key),
                format!("one of {}", known.join(", ")),
            );
        }
    }

    /// Reports a problem at a place of this block.
    pub(super) fn report(&self, at: At, found: impl Into<String>, expected: impl Into<String>) {
        self.desk.report(at, &self.place, found, expected);
    }

    /// Reports a wrong value of a key.
    pub(super) fn wrong(&self, key: &str, found: impl AsRef<str>, expected: impl Into<String>) {
        let at = self.get(key).map_or(self.node.at, |node| node.at);
        self.report(at, format!("`{key}` = {}", found.as_ref()), expected);
    }

    /// Reports that the block itself is wrong.
    pub(super) fn wrong_here(&self, found: impl Into<String>, expected: impl Into<String>) {
        self.report(self.node.at, found, expected);
    }

    /// Reports a missing key.
    pub(super) fn missing(&self, key: &str, expected: &str) {
        self.report(self.node.at, format!("no `{key}`"), format!("`{key}`: {expected}"));
    }
}

macro_rules! read_numbers {
    ($($kind:ty: $what:literal),+) => {$(
        impl Read for $kind {
            const WHAT: &'static str = $what;
            fn read(node: &Node) -> Option<$kind> {
                if let Value::Number(number) = node.value { number.try_into().ok() } else { None }
            }
        }
    )+};
}

read_numbers!(u8: "a number from 0 to 255", u16: "a number from 0 to 65535", i16: "a number", i32: "a number");

macro_rules! read_names {
    ($($kind:ident),+) => {$(
        impl Read for $kind {
            const WHAT: &'static str = Name::WHAT;
            fn read(node: &Node) -> Option<$kind> {
                Name::read(node).map($kind)
            }
        }
    )+};
}

read_names!(CompanyName, HexName, TileName, TrainName, CardName, PhaseName);

impl Read for Money {
    const WHAT: &'static str = "an amount of money";
    fn read(node: &Node) -> Option<Money> {
        i32::read(node).map(Money)
    }
}

impl Read for Name {
    const WHAT: &'static str = "a name of 1 to 15 bytes in quotes";
    fn read(node: &Node) -> Option<Name> {
        let Value::Text(text) = &node.value else { return None };
        Name::new(text).ok().filter(|_| !text.is_empty())
    }
}

impl Read for String {
    const WHAT: &'static str = "a text in quotes";
    fn read(node: &Node) -> Option<String> {
        if let Value::Text(text) = &node.value { Some(text.clone()) } else { None }
    }
}

impl Read for bool {
    const WHAT: &'static str = "true or false";
    fn read(node: &Node) -> Option<bool> {
        if let Value::Flag(flag) = node.value { Some(flag) } else { None }
    }
}

impl Read for Limit {
    const WHAT: &'static str = "a number or \"unlimited\"";
    fn read(node: &Node) -> Option<Limit> {
        match &node.value {
            Value::Text(text) if text == "unlimited" => Some(Limit(None)),
            _ => i32::read(node).map(|number| Limit(Some(number))),
        }
    }
}

impl<T: Read> Read for Vec<T> {
    const WHAT: &'static str = "a list of such values";
    fn read(node: &Node) -> Option<Vec<T>> {
        if let Value::List(list) = &node.value { list.iter().map(T::read).collect() } else { None }
    }
}
