//! Tables for tests, written in the notation of positions key by key. What a test says goes through the reader that people's
//! positions go through, so that no test stands on a table that could not be written down.

use ferrata_engine::components::Components;
use ferrata_engine::position::{self, Written};
use ferrata_engine::turn::{Setup, Title};
use serde::Serialize;
use std::cell::OnceCell;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use toml::{Table, Value};

/// A position that is being written.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    said: Table,
}

impl Sheet {
    /// Nothing but the set-up.
    fn blank(setup: &Setup) -> Sheet {
        let mut sheet = Sheet { said: Table::new() };
        sheet.say(&["title"], setup.title);
        sheet.say(&["edition"], setup.edition);
        sheet.say(&["options"], &setup.options);
        sheet.say(&["players"], &setup.players);
        sheet
    }

    /// All that there is on a table.
    fn of<G: Written>(setup: &Setup, game: &G) -> Sheet {
        let text = position::write(setup, game).unwrap();
        Sheet { said: toml::from_str(&text).unwrap() }
    }

    fn read<G: Written>(&self, setup: &Setup) -> G {
        let lines = self.said.iter().map(|(key, value)| format!("{key} = {}\n", inline(value)));
        let text: String = lines.collect();
        position::read_as("a test", &text, setup).unwrap_or_else(|problems| {
            let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
            panic!("{}\n{text}", problems.join("\n"))
        })
    }

    /// What is said under a key, the tables it lies in before it.
    pub(crate) fn said(&self, path: &[&str]) -> Option<&Value> {
        let (first, rest) = path.split_first()?;
        rest.iter().try_fold(self.said.get(*first)?, |value, key| value.get(key))
    }

    /// A list; empty where there is none.
    pub(crate) fn list(&self, path: &[&str]) -> Vec<Value> {
        self.said(path).and_then(Value::as_array).cloned().unwrap_or_default()
    }

    /// Says it, whatever was said there before.
    pub(crate) fn say(&mut self, path: &[&str], value: impl Serialize) {
        let Some((last, tables)) = path.split_last() else { return };
        let table = tables.iter().fold(&mut self.said, |table, key| {
            let table = table.entry(*key).or_insert_with(|| Table::new().into());
            table.as_table_mut().unwrap_or_else(|| panic!("{key} is no table"))
        });
        table.insert((*last).to_owned(), Value::try_from(value).unwrap());
    }

    /// Says one more thing in a list.
    pub(crate) fn add(&mut self, path: &[&str], value: impl Serialize) {
        let mut list = self.list(path);
        list.push(Value::try_from(value).unwrap());
        self.say(path, list);
    }

    /// Says where the marker of a company lies, below those that lie there.
    pub(crate) fn marker(&mut self, company: &str, place: &str, price: i32) {
        let text = |company: &Value, key: &str| company.get(key).and_then(Value::as_str).map(str::to_owned);
        let number = |company: &Value, key: &str| company.get(key).and_then(Value::as_integer);
        // The place of a marker is not written where only one field has its price.
        let here = |other: &Value| match text(other, "place") {
            Some(there) => there == place,
            None => number(other, "price") == Some(i64::from(price)),
        };
        let companies = self.said(&["company"]).and_then(Value::as_table).into_iter().flatten();
        let above = companies.filter(|(name, other)| *name != company && here(other));
        let above: Vec<(String, i64)> =
            above.map(|(name, other)| (name.clone(), number(other, "stack").unwrap_or(0))).collect();
        above.iter().for_each(|(name, stack)| self.say(&["company", name, "stack"], stack));
        self.forget(&["company", company, "price"]);
        self.say(&["company", company, "place"], place);
        self.say(&["company", company, "stack"], above.len());
    }

    /// Says nothing of it any more.
    pub(crate) fn forget(&mut self, path: &[&str]) {
        let Some((last, tables)) = path.split_last() else { return };
        let table = tables.iter().try_fold(&mut self.said, |table, key| table.get_mut(*key)?.as_table_mut());
        table.and_then(|table| table.remove(*last));
    }
}

/// A value on one line.
fn inline(value: &Value) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::Table(table) => {
            let entries = table.iter().map(|(key, value)| format!("{key:?} = {}", inline(value)));
            format!("{{ {} }}", joined(entries.collect()))
        }
        Value::Array(list) => format!("[{}]", joined(list.iter().map(inline).collect())),
        Value::String(text) => format!("{text:?}"),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(flag) => flag.to_string(),
        other => panic!("no position says {other:?}"),
    }
}

/// A table under test: as it is written until somebody looks at it, a game from then on. Whoever says more of it after something
/// was played says it of the table as it is then.
#[derive(Clone, Debug)]
pub(crate) struct Given<G> {
    pub(crate) setup: Setup,
    sheet: Sheet,
    looked: OnceCell<Looked<G>>,
    /// The game may have gone on since it was read.
    played: bool,
}

/// What is seen of a table.
#[derive(Clone, Debug)]
pub(crate) struct Looked<G> {
    pub(crate) game: G,
}

impl<G: Written> Given<G> {
    /// A position of which nothing is said yet.
    pub(crate) fn position(setup: Setup) -> Given<G> {
        let sheet = Sheet::blank(&setup);
        Given { setup, sheet, looked: OnceCell::new(), played: false }
    }

    /// A game that begins.
    pub(crate) fn begins(setup: Setup) -> Given<G> {
        let game = G::start(&setup).unwrap();
        let sheet = Sheet::blank(&setup);
        Given { setup, sheet, looked: OnceCell::from(Looked { game }), played: true }
    }

    /// The box, without a look at the table.
    pub(crate) fn parts(&self) -> Arc<Components> {
        G::set_up(&self.setup).unwrap().parts().clone()
    }

    /// The position, to say more of it.
    pub(crate) fn sheet(&mut self) -> &mut Sheet {
        if let Some(looked) = self.looked.take()
            && self.played
        {
            self.sheet = Sheet::of(&self.setup, &looked.game);
        }
        self.played = false;
        &mut self.sheet
    }

    /// Says one thing of the table.
    pub(crate) fn say(&mut self, path: &[&str], value: impl Serialize) {
        self.sheet().say(path, value);
    }
}

impl<G: Written> Deref for Given<G> {
    type Target = Looked<G>;

    fn deref(&self) -> &Looked<G> {
        self.looked.get_or_init(|| Looked { game: self.sheet.read(&self.setup) })
    }
}

impl<G: Written> DerefMut for Given<G> {
    fn deref_mut(&mut self) -> &mut Looked<G> {
        self.played = true;
        let _read = Deref::deref(&*self);
        self.looked.get_mut().unwrap()
    }
}
