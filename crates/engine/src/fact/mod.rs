//! Facts of the printed game that only one title knows: figures, words and yes or no, by key.
//!
//! What all titles share has its own field in [`crate::components`]; the rest is kept here under the key that
//! the data file gives it, with the line it stands on. A title reads its facts once, when it is loaded, into a struct
//! of its own ([`Facts::read`]): a key that the struct does not have is refused, and a field that no rule reads does
//! not compile without a warning. So every figure of the data is one that the rules use.

mod read;

/// Where something stands in the data files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The file.
    pub file: String,
    /// The line in it, counted from 1.
    pub line: u32,
    /// The thing it is about: `company IRSFF`, `[constants]`.
    pub place: String,
}

/// One fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Where it stands.
    pub at: Origin,
    /// What it says.
    pub value: Value,
}

/// What a fact says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
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

/// Facts by key, sorted by key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    at: Origin,
    facts: Vec<(String, Fact)>,
}

impl Facts {
    /// The facts of a table.
    pub fn new(at: Origin, mut facts: Vec<(String, Fact)>) -> Facts {
        facts.sort_by(|(a, _), (b, _)| a.cmp(b));
        Facts { at, facts }
    }

    /// Where they stand.
    pub fn at(&self) -> &Origin {
        &self.at
    }

    /// All facts, sorted by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Fact)> {
        self.facts.iter().map(|(key, fact)| (key.as_str(), fact))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Money;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct Figures {
        income: Money,
        limit: u8,
        #[serde(default)]
        closes: Option<Closing>,
        by_distance: BTreeMap<u8, Money>,
        passes: Vec<Pass>,
    }

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "snake_case")]
    enum Closing {
        Never,
        InPhase(u8),
    }

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct Pass {
        name: String,
        slots: u8,
    }

    fn fact(line: u32, value: Value) -> Fact {
        let at = Origin { file: "title.toml".into(), line, place: "[constants]".into() };
        Fact { at, value }
    }

    fn table(line: u32, facts: Vec<(&str, Fact)>) -> Facts {
        let facts = facts.into_iter().map(|(key, fact)| (key.to_owned(), fact)).collect();
        Facts::new(fact(line, Value::Flag(true)).at, facts)
    }

    fn constants() -> Vec<(&'static str, Fact)> {
        let pass =
            vec![("name", fact(8, Value::Text("Pajares".into()))), ("slots", fact(9, Value::Number(2)))];
        let distance = vec![("1", fact(4, Value::Number(50))), ("2", fact(5, Value::Number(25)))];
        vec![
            ("income", fact(2, Value::Number(20))),
            ("limit", fact(3, Value::Number(60))),
            ("by_distance", fact(4, Value::Table(table(4, distance)))),
            ("passes", fact(7, Value::List(vec![fact(7, Value::Table(table(7, pass)))]))),
        ]
    }

    fn wrong(facts: Vec<(&str, Fact)>) -> String {
        table(1, facts).read::<Figures>().unwrap_err().to_string()
    }

    #[test]
    fn facts_are_read_into_a_struct() {
        let mut facts = constants();
        facts.push(("closes", fact(6, Value::Text("never".into()))));
        let figures: Figures = table(1, facts).read().unwrap();
        assert_eq!((figures.income, figures.limit, figures.closes), (Money(20), 60, Some(Closing::Never)));
        assert_eq!(figures.by_distance, BTreeMap::from([(1, Money(50)), (2, Money(25))]));
        assert_eq!(figures.passes, [Pass { name: "Pajares".into(), slots: 2 }]);
        let mut facts = constants();
        let phase = table(6, vec![("in_phase", fact(6, Value::Number(5)))]);
        facts.push(("closes", fact(6, Value::Table(phase))));
        assert_eq!(table(1, facts).read::<Figures>().unwrap().closes, Some(Closing::InPhase(5)));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let mut unknown = constants();
        unknown.push(("inkome", fact(12, Value::Number(1))));
        let told = wrong(unknown);
        assert!(
            told.starts_with(
                "title.toml:12: [constants]: found the unknown key `inkome`; expected one of `income`"
            ),
            "{told}"
        );

        let missing = constants().into_iter().filter(|(key, _)| *key != "limit").collect();
        assert_eq!(wrong(missing), "title.toml:1: [constants]: found nothing; expected `limit`");

        let mut text = constants();
        text[0].1.value = Value::Text("much".into());
        assert_eq!(wrong(text), "title.toml:2: [constants] `income`: found string \"much\"; expected i32");

        let mut large = constants();
        large[1].1.value = Value::Number(300);
        assert_eq!(wrong(large), "title.toml:3: [constants] `limit`: found integer `300`; expected u8");

        let mut word = constants();
        word.push(("closes", fact(6, Value::Text("later".into()))));
        assert_eq!(
            wrong(word),
            "title.toml:6: [constants] `closes`: found \"later\"; expected one of never, in_phase"
        );
    }

    #[test]
    fn the_innermost_place_is_told() {
        let mut facts = constants();
        let Value::List(list) = &mut facts[3].1.value else { unreachable!() };
        list[0] = fact(
            7,
            Value::Table(table(
                7,
                vec![("name", fact(8, Value::Number(3))), ("slots", fact(9, Value::Number(2)))],
            )),
        );
        assert_eq!(wrong(facts), "title.toml:8: [constants] `name`: found integer `3`; expected a string");
    }
}
