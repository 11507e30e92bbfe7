//! Facts of the printed game that only one title knows: figures, words and yes or no, by key.
//!
//! What all titles share has its own field in [`crate::components`]; the rest is kept here under the key that
//! the data file gives it, with the line it stands on. A title reads its facts once, when it is loaded, into a struct
//! of its own ([`Facts::read`]): a key that the struct does not have is refused, and a field that no rule reads does
//! not compile without a warning. So every figure of the data is one that the rules use.

use crate::load::Problem;
use crate::tree::{Nameless, Node, Value, from_node};
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// Facts by key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    files: Arc<[String]>,
    /// The thing they are about: `company IRSFF`, `[constants]`.
    place: String,
    node: Node,
}

impl Default for Facts {
    fn default() -> Facts {
        Facts::new(Arc::new([]), String::new(), Node::new(Value::Table(Vec::new())))
    }
}

impl Facts {
    pub(crate) fn new(files: Arc<[String]>, place: String, node: Node) -> Facts {
        Facts { files, place, node }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.node.table().is_none_or(Vec::is_empty)
    }

    /// What a title finds wrong with them that no struct can say, told where they begin.
    pub fn wrong(&self, found: impl Into<String>, expected: impl Into<String>) -> Problem {
        let file = self.files.get(self.node.at.file as usize).map_or("?", String::as_str).to_owned();
        let (line, place) = (self.node.at.line, self.place.clone());
        Problem { file, line, place, found: found.into(), expected: expected.into() }
    }

    /// Reads all facts into `T`, or tells the first thing that is wrong with file and line.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        from_node(&self.node, &Nameless).map_err(|error| {
            let at = error.at.unwrap_or(self.node.at);
            let file = self.files.get(at.file as usize).map_or("?", String::as_str).to_owned();
            let place = match error.key.is_empty() {
                true => self.place.clone(),
                false => format!("{} `{}`", self.place, error.key),
            };
            Problem { file, line: at.line, place, found: error.found, expected: error.expected }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Money;
    use crate::tree::{At, parse};
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct Figures {
        income: Money,
        limit: u8,
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

    const CONSTANTS: &str = "income = 20\nlimit = 60\nby_distance = { 1 = 50, 2 = 25 }\n\n[[passes]]\nname = \"Pajares\"\nslots = 2\n";

    fn read(text: &str) -> Result<Figures, String> {
        let (table, errors) = parse(0, text);
        assert!(errors.is_empty(), "{errors:?}");
        let node = Node { at: At { file: 0, line: 1 }, value: Value::Table(table) };
        let facts = Facts::new(Arc::new(["title.toml".to_owned()]), "[constants]".to_owned(), node);
        facts.read().map_err(|problem| problem.to_string())
    }

    #[test]
    fn facts_are_read_into_a_struct() {
        let figures = read(CONSTANTS).unwrap();
        assert_eq!((figures.income, figures.limit, figures.closes), (Money(20), 60, None));
        assert_eq!(figures.by_distance, BTreeMap::from([(1, Money(50)), (2, Money(25))]));
        assert_eq!(figures.passes, [Pass { name: "Pajares".into(), slots: 2 }]);
        let closes = |how: &str| read(&format!("closes = {how}\n{CONSTANTS}")).unwrap().closes;
        assert_eq!(closes("\"never\""), Some(Closing::Never));
        assert_eq!(closes("{ in_phase = 5 }"), Some(Closing::InPhase(5)));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let wrong = |old: &str, new: &str| read(&CONSTANTS.replace(old, new)).unwrap_err();
        let unknown = wrong("income = 20", "income = 20\ninkome = 1");
        let expected = "title.toml:2: [constants]: found the unknown key `inkome`; expected one of `income`";
        assert!(unknown.starts_with(expected), "{unknown}");
        assert_eq!(wrong("limit = 60", ""), "title.toml:1: [constants]: found nothing; expected `limit`");
        assert_eq!(
            wrong("= 20", "= \"much\""),
            "title.toml:1: [constants] `income`: found \"much\"; expected a number"
        );
        assert_eq!(
            wrong("= 60", "= 300"),
            "title.toml:2: [constants] `limit`: found 300; expected a number from 0 to 255"
        );
        assert_eq!(
            wrong("limit", "closes = \"later\"\nlimit"),
            "title.toml:2: [constants] `closes`: found \"later\"; expected one of never, in_phase"
        );
        assert_eq!(
            wrong("\"Pajares\"", "3"),
            "title.toml:6: [constants] `name`: found 3; expected a text in quotes"
        );
        assert_eq!(
            wrong("= 25", "= 2.5"),
            "title.toml:3: [constants] `2`: found a fraction; expected a number"
        );
    }
}
