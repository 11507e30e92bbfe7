//! One visit to everything on a table, which writes it down or reads it.

use super::board::Wrong;
use super::names::Names;
use super::{Document, HEADER, depot, table};
use crate::board::Board;
use crate::chart::Chart;
use crate::components::Components;
use crate::id::{CardId, CompanyId, HexId, TrainKind};
use crate::load::Problem;
use crate::money::{Account, Ledger, Money};
use crate::shares::Shares;
use crate::train::Depot;
use crate::tree::{At, Node, Table, Value, from_node, to_node};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;

/// Where a visit to a table goes.
pub struct Visit<'a> {
    names: Names<'a>,
    mode: Mode<'a>,
}

enum Mode<'a> {
    Write(Page),
    Read(Reading<'a>),
}

/// What is written of a table.
#[derive(Default)]
pub(super) struct Page {
    table: Table,
    /// The keys whose entries can be left out one by one.
    pub(super) parted: Vec<&'static str>,
    /// The keys that are written whatever the set-up says.
    stated: Vec<&'static str>,
    pub(super) failed: Option<String>,
}

/// What is read of a position.
pub(super) struct Reading<'a> {
    document: &'a Document<'a>,
    used: Vec<String>,
    problems: Vec<Problem>,
}

/// The toolbox's parts of a table.
pub struct Toolbox<'t> {
    /// Money.
    pub ledger: &'t mut Ledger,
    /// Certificates.
    pub shares: &'t mut Shares,
    /// Price markers.
    pub chart: &'t mut Chart,
    /// Tiles and tokens.
    pub board: &'t mut Board,
}

/// What a position says of a company that is in play, for what follows from it.
pub struct InPlay<'p> {
    /// The company.
    pub company: CompanyId,
    /// The box.
    pub parts: &'p Components,
    /// Where its stations lie, in the order of the file.
    pub stations: &'p [HexId],
    /// Its price, if it has a marker.
    pub price: Option<Money>,
}

/// Where it is not written, it follows from the trains that companies own.
const DEPOT: &str = "depot";

impl Page {
    /// What differs from another page.
    pub(super) fn changed(self, before: &Page) -> Table {
        let old = |key: &str| before.table.iter().find(|(name, _)| name == key).map(|(_, node)| node);
        let mut changed = Table::new();
        for (key, mut node) in self.table {
            if let (true, Some(old), Value::Table(entries)) =
                (self.parted.contains(&key.as_str()), old(&key), &mut node.value)
            {
                entries.retain(|(key, node)| !old.get(key).is_some_and(|old| old.same(node)));
                if entries.is_empty() {
                    continue;
                }
            } else if !self.stated.contains(&key.as_str()) && old(&key).is_some_and(|old| old.same(&node)) {
                continue;
            }
            changed.push((key, node));
        }
        changed
    }

    pub(super) fn put(&mut self, key: &str, node: Result<Node, impl Display>) {
        match node {
            Ok(node) => self.table.push((key.to_owned(), node)),
            Err(error) => self.failed = Some(format!("{key}: {error}")),
        }
    }
}

impl<'a> Visit<'a> {
    pub(super) fn writing(parts: &'a Components, players: &'a [String]) -> Visit<'a> {
        Visit { names: Names { parts, players }, mode: Mode::Write(Page::default()) }
    }

    pub(super) fn reading(
        document: &'a Document<'a>,
        parts: &'a Components,
        players: &'a [String],
    ) -> Visit<'a> {
        let used = HEADER.map(str::to_owned).to_vec();
        let reading = Reading { document, used, problems: Vec::new() };
        Visit { names: Names { parts, players }, mode: Mode::Read(reading) }
    }

    /// What was written.
    pub(super) fn page(self) -> Result<Page, String> {
        match self.mode {
            Mode::Write(Page { failed: Some(failed), .. }) => Err(failed),
            Mode::Write(page) => Ok(page),
            Mode::Read(_) => Ok(Page::default()),
        }
    }

    /// What was wrong, and what nobody asked for.
    pub(super) fn finish(self) -> Vec<Problem> {
        let Mode::Read(Reading { document, used, mut problems }) = self.mode else { return Vec::new() };
        for (key, node) in document.root.table().into_iter().flatten() {
            if !used.contains(key) {
                let known: Vec<_> = used.iter().map(|key| format!("`{key}`")).collect();
                let found = format!("the unknown key `{key}`");
                problems.push(document.problem(
                    node.at,
                    "the position",
                    found,
                    format!("one of {}", known.join(", ")),
                ));
            }
        }
        problems
    }

    /// Whether the position says anything under a key, or under a key of a table of a table: `round.operating.acted`;
    /// always when writing.
    pub fn has(&self, path: &str) -> bool {
        let Mode::Read(reading) = &self.mode else { return true };
        path.split('.').try_fold(&reading.document.root, |node, key| node.get(key)).is_some()
    }

    /// Whether the position says anything of a company under a key; always when writing.
    pub fn tells(&self, company: CompanyId, key: &str) -> bool {
        let Mode::Read(reading) = &self.mode else { return true };
        let companies = reading.document.root.get("company").and_then(Node::table);
        let name = self.names.parts.company_name(company);
        let of = companies.into_iter().flatten().find(|(other, _)| *other == name.as_str());
        of.is_some_and(|(_, node)| node.get(key).is_some())
    }

    /// Refuses what the position says in a place, key by key, by a rule of the title; nothing when writing.
    pub fn refuse(&mut self, place: &[&str], found: impl Into<String>, expected: impl Into<String>) {
        let Mode::Read(reading) = &mut self.mode else { return };
        let mut node = &reading.document.root;
        for key in place {
            node = node.get(key).unwrap_or(node);
        }
        reading.report(node.at, &place.join(" "), (found.into(), expected.into()));
    }

    /// A value of the title's own under a key; what is left out stays as it is.
    pub fn field<T: Serialize + DeserializeOwned>(&mut self, key: &'static str, value: &mut T) {
        match &mut self.mode {
            Mode::Write(page) => page.put(key, to_node(value, &self.names)),
            Mode::Read(reading) => {
                if let Some(node) = reading.take(key) {
                    reading.read(&self.names, key, node, value);
                }
            }
        }
    }

    /// A struct of the title's own under a key; what is left out, the key or one of its fields, stays as it is.
    pub fn fields<T: Serialize + DeserializeOwned>(&mut self, key: &'static str, value: &mut T) {
        match &mut self.mode {
            Mode::Write(page) => page.put(key, to_node(value, &self.names)),
            Mode::Read(reading) => match reading.take(key) {
                Some(node) if node.table().is_some() => reading.merge(&self.names, key, node, &[], value),
                Some(node) => reading.read(&self.names, key, node, value),
                None => {}
            },
        }
    }

    /// A struct like those of [`Visit::fields`] that is written always, since something else would follow where it is left out.
    pub fn stated<T: Serialize + DeserializeOwned>(&mut self, key: &'static str, value: &mut T) {
        if let Mode::Write(page) = &mut self.mode {
            page.stated.push(key);
        }
        self.fields(key, value);
    }

    /// A value that follows from what was visited before: it is written where it is otherwise, and where it is left out it is
    /// what follows.
    pub fn implied<T: Serialize + DeserializeOwned + PartialEq>(
        &mut self,
        key: &'static str,
        value: &mut T,
        implied: T,
    ) {
        match &mut self.mode {
            Mode::Write(_) if *value == implied => {}
            Mode::Write(page) => {
                page.stated.push(key);
                page.put(key, to_node(value, &self.names));
            }
            Mode::Read(_) => {
                *value = implied;
                self.field(key, value);
            }
        }
    }

    /// Values by name under a key; those that are not named stay as they are.
    pub fn each<T: Serialize + DeserializeOwned>(
        &mut self,
        key: &'static str,
        values: &mut [T],
        name: impl Fn(&Components, usize) -> String,
    ) {
        let parts = self.names.parts;
        match &mut self.mode {
            Mode::Write(page) => {
                let mut table = Table::new();
                for (at, value) in values.iter().enumerate() {
                    match to_node(value, &self.names) {
                        Ok(node) => table.push((name(parts, at), node)),
                        Err(error) => page.failed = Some(format!("{key}: {error}")),
                    }
                }
                page.parted.push(key);
                page.put(key, Ok::<_, String>(Node::new(Value::Table(table))));
            }
            Mode::Read(reading) => {
                for (entry, node) in reading.entries(key) {
                    let at = (0..values.len()).find(|at| name(parts, *at) == *entry);
                    match at.and_then(|at| values.get_mut(at)) {
                        Some(value) => reading.read(&self.names, &format!("{key} {entry}"), node, value),
                        None => {
                            let known: Vec<_> = (0..values.len()).map(|at| name(parts, at)).collect();
                            let found = format!("\"{entry}\"");
                            reading.report(node.at, key, (found, format!("one of {}", known.join(", "))));
                        }
                    }
                }
            }
        }
    }

    /// Seats, companies, the bank and the board. `in_play` says what follows for a company that has a price, before what
    /// the position says of it itself.
    pub fn table<S, C>(
        &mut self,
        toolbox: Toolbox<'_>,
        seats: &mut [S],
        companies: &mut [C],
        in_play: impl Fn(&mut C, &InPlay<'_>),
    ) where
        S: Serialize + DeserializeOwned,
        C: Serialize + DeserializeOwned,
    {
        match &mut self.mode {
            Mode::Write(page) => table::write(page, &self.names, &toolbox, seats, companies),
            Mode::Read(reading) => table::read(reading, &self.names, toolbox, seats, companies, in_play),
        }
    }

    /// The money that lies on cards, by card, before the table is visited: the bank has the rest of all money.
    pub fn money_on_cards(&mut self, key: &'static str, ledger: &mut Ledger) {
        let cards = (0..self.names.parts.cards.len() as u8).map(CardId);
        let mut lying: Vec<Money> = cards.clone().map(|card| ledger.card(card)).collect();
        self.each(key, &mut lying, |parts, at| parts.card_name(CardId(at as u8)).to_string());
        if matches!(self.mode, Mode::Read(_)) {
            let balances: Vec<_> =
                cards.zip(lying).map(|(card, money)| (Account::Card(card), money)).collect();
            ledger.set(&balances);
        }
    }

    /// The trains in the bank. Where a position does not tell them, they follow from the train that began the phase and
    /// from those that companies own.
    pub fn depot(&mut self, depot: &mut Depot, phase_train: Option<TrainKind>, owned: &[TrainKind]) {
        match &mut self.mode {
            Mode::Write(page) => {
                let table = Value::Table(depot::write(depot, &self.names));
                page.stated.push(DEPOT);
                page.put(DEPOT, Ok::<_, String>(Node::new(table)));
            }
            Mode::Read(reading) => {
                let told = reading.document.root.get(DEPOT).is_some();
                if !told && (phase_train.is_some() || !owned.is_empty()) {
                    depot::infer(depot, phase_train, owned, &self.names);
                }
                for (name, node) in reading.entries(DEPOT) {
                    if let Err(wrong) = depot::read(depot, name, node, &self.names) {
                        reading.report(node.at, DEPOT, wrong);
                    }
                }
            }
        }
    }
}

impl<'a> Reading<'a> {
    pub(super) fn take(&mut self, key: &str) -> Option<&'a Node> {
        self.used.push(key.to_owned());
        self.document.root.get(key)
    }

    /// The entries of a table under a key.
    pub(super) fn entries(&mut self, key: &str) -> &'a [(String, Node)] {
        let Some(node) = self.take(key) else { return &[] };
        match node.table() {
            Some(table) => table,
            None => {
                self.report(node.at, key, (node.describe(), "a table".to_owned()));
                &[]
            }
        }
    }

    pub(super) fn report(&mut self, at: At, place: &str, (found, expected): Wrong) {
        self.problems.push(self.document.problem(at, place, found, expected));
    }

    fn read<T: DeserializeOwned>(&mut self, names: &Names<'_>, place: &str, node: &Node, value: &mut T) {
        match from_node(node, names) {
            Ok(read) => *value = read,
            Err(error) => {
                let place =
                    if error.key.is_empty() { place.to_owned() } else { format!("{place} `{}`", error.key) };
                self.report(error.at.unwrap_or(node.at), &place, (error.found, error.expected));
            }
        }
    }

    /// Reads what is left of a table into a struct, key by key over what it says already.
    pub(super) fn merge<T: Serialize + DeserializeOwned>(
        &mut self,
        names: &Names<'_>,
        place: &str,
        node: &Node,
        taken: &[&str],
        value: &mut T,
    ) {
        let base = to_node(value, names).ok().and_then(|node| node.table().cloned()).unwrap_or_default();
        let own = node.table().into_iter().flatten().filter(|(key, _)| !taken.contains(&key.as_str()));
        let own: Table = own.cloned().collect();
        if own.is_empty() {
            return;
        }
        let kept = base.into_iter().filter(|(key, _)| !own.iter().any(|(other, _)| other == key));
        let merged = Node { at: node.at, value: Value::Table(own.iter().cloned().chain(kept).collect()) };
        self.read(names, place, &merged, value);
    }

    pub(super) fn money(&mut self, place: &str, node: &Node, key: &str) -> Option<Money> {
        let node = node.get(key)?;
        match node.value {
            Value::Number(amount) if (0..=i64::from(i32::MAX)).contains(&amount) => {
                Some(Money(amount as i32))
            }
            _ => {
                self.report(
                    node.at,
                    &format!("{place} `{key}`"),
                    (node.describe(), "an amount of money".to_owned()),
                );
                None
            }
        }
    }
}
