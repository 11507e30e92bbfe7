//! Facts of the printed game that only one title knows: figures, words and yes or no, by key.
//!
//! What all titles share has its own field in [`crate::components`]; the rest is kept here under the key that
//! the data file gives it. A title reads its facts once, when it is loaded, and reports what is missing.

use crate::money::Money;
use std::fmt;

/// One fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// Yes or no.
    Flag(bool),
    /// A figure.
    Number(i32),
    /// A word or a sentence.
    Text(String),
    /// Several.
    List(Vec<Fact>),
    /// A small table.
    Table(Facts),
}

impl Fact {
    /// The figure, if it is one.
    pub fn number(&self) -> Option<i32> {
        if let Fact::Number(number) = self { Some(*number) } else { None }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Fact::Text(text) = self { Some(text) } else { None }
    }

    /// Yes or no, if it is that.
    pub fn flag(&self) -> Option<bool> {
        if let Fact::Flag(flag) = self { Some(*flag) } else { None }
    }

    /// The elements of a list; a single fact is a list of itself.
    pub fn list(&self) -> &[Fact] {
        if let Fact::List(list) = self { list } else { std::slice::from_ref(self) }
    }

    /// The table, if it is one.
    pub fn table(&self) -> Option<&Facts> {
        if let Fact::Table(table) = self { Some(table) } else { None }
    }
}

/// Facts by key, sorted by key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts(Vec<(String, Fact)>);

/// A fact that a title needs and the data does not give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// Its key.
    pub key: String,
    /// What was expected.
    pub expected: &'static str,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is missing: expected {}", self.key, self.expected)
    }
}

impl std::error::Error for Missing {}

impl FromIterator<(String, Fact)> for Facts {
    fn from_iter<I: IntoIterator<Item = (String, Fact)>>(facts: I) -> Facts {
        let mut facts: Vec<_> = facts.into_iter().collect();
        facts.sort_by(|(a, _), (b, _)| a.cmp(b));
        Facts(facts)
    }
}

impl Facts {
    /// A fact by key; `a.b` is the fact `b` of the table `a`.
    pub fn get(&self, key: &str) -> Option<&Fact> {
        if let Ok(at) = self.0.binary_search_by(|(name, _)| name.as_str().cmp(key)) {
            return self.0.get(at).map(|(_, fact)| fact);
        }
        let (table, rest) = key.split_once('.')?;
        self.get(table)?.table()?.get(rest)
    }

    /// Whether a key is there and does not say no.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some_and(|fact| *fact != Fact::Flag(false))
    }

    /// A figure.
    pub fn number(&self, key: &str) -> Result<i32, Missing> {
        self.get(key).and_then(Fact::number).ok_or_else(|| missing(key, "a number"))
    }

    /// An amount of money.
    pub fn money(&self, key: &str) -> Result<Money, Missing> {
        self.number(key).map(Money)
    }

    /// A word or sentence.
    pub fn text(&self, key: &str) -> Result<&str, Missing> {
        self.get(key).and_then(Fact::text).ok_or_else(|| missing(key, "a text"))
    }

    /// A list of figures.
    pub fn numbers(&self, key: &str) -> Result<Vec<i32>, Missing> {
        let list = self.get(key).map(Fact::list);
        list.and_then(|list| list.iter().map(Fact::number).collect())
            .ok_or_else(|| missing(key, "a list of numbers"))
    }

    /// A list of words.
    pub fn texts(&self, key: &str) -> Result<Vec<&str>, Missing> {
        let list = self.get(key).map(Fact::list);
        list.and_then(|list| list.iter().map(Fact::text).collect())
            .ok_or_else(|| missing(key, "a list of texts"))
    }

    /// All facts, sorted by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Fact)> {
        self.0.iter().map(|(key, fact)| (key.as_str(), fact))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn missing(key: &str, expected: &'static str) -> Missing {
    Missing { key: key.to_owned(), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_found_by_key_and_a_missing_one_says_what_was_expected() {
        let inner: Facts = [("amount".to_owned(), Fact::Number(30))].into_iter().collect();
        let facts: Facts =
            [("income".to_owned(), Fact::Number(20)), ("ability".to_owned(), Fact::Table(inner))]
                .into_iter()
                .collect();
        assert_eq!(facts.money("income"), Ok(Money(20)));
        assert_eq!(facts.number("ability.amount"), Ok(30));
        assert!(facts.has("income") && !facts.has("closes"));
        assert_eq!(facts.text("income").unwrap_err().to_string(), "`income` is missing: expected a text");
    }
}
