//! One visit to everything on a table, which writes it down or reads it.

use super::board::{self, Wrong};
use super::names::Names;
use super::{Document, HEADER, depot, holders};
use crate::board::Board;
use crate::chart::{Chart, Field, Grid};
use crate::components::Components;
use crate::event::Events;
use crate::id::{CardId, CompanyId, HexId, SeatId, TrainKind};
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
    parted: Vec<&'static str>,
    /// The keys that are written whatever the set-up says.
    stated: Vec<&'static str>,
    failed: Option<String>,
}

struct Reading<'a> {
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

/// Tiles that have left the game; written where there are any.
const RETIRED: &str = "retired_tiles";

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

    fn put(&mut self, key: &str, node: Result<Node, impl Display>) {
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
            Mode::Write(page) => write_table(page, &self.names, &toolbox, seats, companies),
            Mode::Read(reading) => read_table(reading, &self.names, toolbox, seats, companies, in_play),
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
    fn take(&mut self, key: &str) -> Option<&'a Node> {
        self.used.push(key.to_owned());
        self.document.root.get(key)
    }

    /// The entries of a table under a key.
    fn entries(&mut self, key: &str) -> &'a [(String, Node)] {
        let Some(node) = self.take(key) else { return &[] };
        match node.table() {
            Some(table) => table,
            None => {
                self.report(node.at, key, (node.describe(), "a table".to_owned()));
                &[]
            }
        }
    }

    fn report(&mut self, at: At, place: &str, (found, expected): Wrong) {
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
    fn merge<T: Serialize + DeserializeOwned>(
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

    fn money(&mut self, place: &str, node: &Node, key: &str) -> Option<Money> {
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

fn write_table<S: Serialize, C: Serialize>(
    page: &mut Page,
    names: &Names<'_>,
    toolbox: &Toolbox<'_>,
    seats: &[S],
    companies: &[C],
) {
    let mut table = Table::new();
    for (at, own) in seats.iter().enumerate() {
        let seat = SeatId(at as u8);
        let mut entries = vec![("cash".to_owned(), number(toolbox.ledger.seat(seat).0))];
        entries.extend(own_fields(page, own, names));
        table.push((names.seat(seat), Node::new(Value::Table(entries))));
    }
    page.parted.extend(["seat", "company", "board"]);
    page.put("bank", Ok::<_, String>(number(toolbox.ledger.bank().0)));
    page.put("seat", Ok::<_, String>(Node::new(Value::Table(table))));
    let mut so_far = toolbox.board.without_tokens();
    let mut table = Table::new();
    for (at, own) in companies.iter().enumerate() {
        let company = CompanyId(at as u8);
        let mut entries = marker(toolbox.chart, &names.parts.grid, company);
        entries.push(("treasury".to_owned(), number(toolbox.ledger.company(company).0)));
        let (shares, director) = holders::write(toolbox.shares, company, names);
        entries.push(("shares".to_owned(), shares));
        entries.extend(director.map(|director| ("director".to_owned(), Node::text(director))));
        let stations = board::stations(toolbox.board, &mut so_far, company, names);
        let stations = stations.into_iter().map(|(_, text)| Node::text(text)).collect();
        entries.push(("stations".to_owned(), Node::new(Value::List(stations))));
        entries.extend(own_fields(page, own, names));
        table.push((names.parts.company_name(company).to_string(), Node::new(Value::Table(entries))));
    }
    page.put("company", Ok::<_, String>(Node::new(Value::Table(table))));
    page.put("board", Ok::<_, String>(Node::new(Value::Table(board::tiles(toolbox.board, names)))));
    let gone = board::retired(toolbox.board, names);
    if !gone.is_empty() {
        page.put(RETIRED, Ok::<_, String>(Node::new(Value::Table(gone))));
    }
}

fn number(number: i32) -> Node {
    Node::new(Value::Number(number.into()))
}

fn own_fields<T: Serialize>(page: &mut Page, own: &T, names: &Names<'_>) -> Table {
    match to_node(own, names) {
        Ok(node) => node.table().cloned().unwrap_or_default(),
        Err(error) => {
            page.failed = Some(error.to_string());
            Table::new()
        }
    }
}

/// A field as players would say it: column and row, `C4`.
fn place_text(field: Field) -> String {
    let letter = |col: u8| char::from(b'A' + col % 26);
    let column = match field.col / 26 {
        0 => letter(field.col).to_string(),
        more => format!("{}{}", letter(more - 1), letter(field.col)),
    };
    format!("{column}{}", field.row + 1)
}

fn marker(chart: &Chart, grid: &Grid, company: CompanyId) -> Table {
    let Some(field) = chart.field(company) else { return Table::new() };
    let price = grid.price(field);
    let mut entries = vec![("price".to_owned(), number(price.0))];
    if grid.fields().filter(|other| grid.price(*other) == price).count() > 1 {
        entries.push(("place".to_owned(), Node::text(place_text(field))));
    }
    let stack = chart.stack(field);
    if stack.len() > 1 {
        let place = stack.iter().position(|other| *other == company).unwrap_or(0);
        entries.push(("stack".to_owned(), number(place as i32)));
    }
    entries
}

/// The keys of a company that the toolbox reads.
const OF_COMPANY: [&str; 7] = ["price", "place", "stack", "treasury", "shares", "director", "stations"];

fn read_table<S, C>(
    reading: &mut Reading<'_>,
    names: &Names<'_>,
    toolbox: Toolbox<'_>,
    seats: &mut [S],
    companies: &mut [C],
    in_play: impl Fn(&mut C, &InPlay<'_>),
) where
    S: Serialize + DeserializeOwned,
    C: Serialize + DeserializeOwned,
{
    let total = toolbox.ledger.total();
    let mut balances: Vec<(Account, Money)> = Vec::new();
    for (name, node) in reading.entries("seat") {
        let place = format!("seat {name}");
        let Some(seat) = names.seat_named(name) else {
            let wrong = (format!("\"{name}\""), format!("a player: {}", names.players.join(", ")));
            reading.report(node.at, "seat", wrong);
            continue;
        };
        balances.extend(reading.money(&place, node, "cash").map(|cash| (Account::Seat(seat), cash)));
        if let Some(own) = seats.get_mut(seat.index()) {
            reading.merge(names, &place, node, &["cash"], own);
        }
    }
    for (hex, node) in reading.entries("board") {
        let text = if let Value::Text(text) = &node.value { text.clone() } else { node.describe() };
        if let Err(wrong) = board::lay(toolbox.board, hex, &text, names) {
            reading.report(node.at, &format!("board {hex}"), wrong);
        }
    }
    for (tile, node) in reading.entries(RETIRED) {
        if let Err(wrong) = board::retire(toolbox.board, tile, node, names) {
            reading.report(node.at, RETIRED, wrong);
        }
    }
    let entries = reading.entries("company");
    let mut markers: Vec<(u8, CompanyId, Field)> = Vec::new();
    let mut told: Vec<(CompanyId, &Node)> = Vec::new();
    for (name, node) in entries {
        let company = names.holder_named(name);
        let Some(crate::shares::Holder::Company(company)) = company else {
            let known: Vec<_> = names.parts.companies.iter().map(|spec| spec.name.to_string()).collect();
            reading.report(
                node.at,
                "company",
                (format!("\"{name}\""), format!("a company: {}", known.join(", "))),
            );
            continue;
        };
        told.push((company, node));
        if node.get("stations").is_some() {
            toolbox.board.remove_all(company);
        }
    }
    for (company, node) in told {
        let place = format!("company {}", names.parts.company_name(company));
        balances
            .extend(reading.money(&place, node, "treasury").map(|cash| (Account::Company(company), cash)));
        let field = read_marker(reading, &place, node, &names.parts.grid);
        let stack = node
            .get("stack")
            .and_then(|node| if let Value::Number(n) = node.value { u8::try_from(n).ok() } else { None });
        if node.get("price").is_some() || node.get("place").is_some() {
            toolbox.chart.remove(&names.parts.grid, company, &mut Events::new());
        }
        markers.extend(field.map(|field| (stack.unwrap_or(u8::MAX), company, field)));
        read_shares(reading, names, &place, node, company, toolbox.shares);
        let stations = read_stations(reading, names, &place, node, company, toolbox.board);
        let Some(own) = companies.get_mut(company.index()) else { continue };
        if let Some(field) = field {
            let price = Some(names.parts.grid.price(field));
            in_play(own, &InPlay { company, parts: names.parts, stations: &stations, price });
        }
        reading.merge(names, &place, node, &OF_COMPANY, own);
    }
    markers.sort_by_key(|(stack, company, _)| (*stack, *company));
    for (_, company, field) in markers {
        toolbox.chart.place(&names.parts.grid, company, field, &mut Events::new());
    }
    settle(reading, toolbox.ledger, total, &balances);
}

fn read_marker(reading: &mut Reading<'_>, place: &str, node: &Node, grid: &Grid) -> Option<Field> {
    let price = reading.money(place, node, "price");
    let at = node.get("place");
    let here = |field: &Field| price.is_none_or(|price| grid.price(*field) == price);
    match (at, price) {
        (None, None) => None,
        (Some(at), _) => {
            let Value::Text(text) = &at.value else {
                reading.report(at.at, place, (at.describe(), "a field by column and row: \"C4\"".to_owned()));
                return None;
            };
            let field = grid.fields().find(|field| place_text(*field) == *text).filter(here);
            if field.is_none() {
                reading.report(at.at, place, (format!("\"{text}\""), fields(grid, price)));
            }
            field
        }
        (None, Some(_)) => {
            let mut fitting = grid.fields().filter(here);
            let first = fitting.next();
            let line = node.get("price").map_or(node.at, |node| node.at);
            match (first, fitting.next()) {
                (Some(first), None) => return Some(first),
                (Some(_), Some(_)) => {
                    reading.report(
                        line,
                        place,
                        ("a price that is there more than once".into(), fields(grid, price)),
                    );
                }
                (None, _) => {
                    reading.report(line, place, ("a price that is not on the chart".into(), all_prices(grid)))
                }
            }
            None
        }
    }
}

fn fields(grid: &Grid, price: Option<Money>) -> String {
    let fitting = grid.fields().filter(|field| price.is_none_or(|price| grid.price(*field) == price));
    let fitting: Vec<_> = fitting.map(place_text).take(12).collect();
    format!("`place`, one of {}", fitting.join(", "))
}

fn all_prices(grid: &Grid) -> String {
    let mut prices: Vec<_> = grid.fields().map(|field| grid.price(field).0).collect();
    prices.sort_unstable();
    prices.dedup();
    format!("one of {}", prices.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

fn read_shares(
    reading: &mut Reading<'_>,
    names: &Names<'_>,
    place: &str,
    node: &Node,
    company: CompanyId,
    shares: &mut Shares,
) {
    let director = node.get("director").and_then(|node| {
        let holder = if let Value::Text(text) = &node.value { names.holder_named(text) } else { None };
        if holder.is_none() {
            reading.report(node.at, &format!("{place} `director`"), (node.describe(), names.who()));
        }
        holder
    });
    let Some(node) = node.get("shares") else {
        if director.is_some() {
            reading.report(
                node.at,
                place,
                ("a director without shares".to_owned(), "`shares`, too".to_owned()),
            );
        }
        return;
    };
    let done =
        holders::read(node, names).and_then(|holdings| holders::assign(shares, company, &holdings, director));
    if let Err(wrong) = done {
        reading.report(node.at, &format!("{place} `shares`"), wrong);
    }
}

fn read_stations(
    reading: &mut Reading<'_>,
    names: &Names<'_>,
    place: &str,
    node: &Node,
    company: CompanyId,
    board: &mut Board,
) -> Vec<HexId> {
    let Some(node) = node.get("stations") else {
        return board.tokens_of(company).map(|token| token.hex).collect();
    };
    let place = format!("{place} `stations`");
    let Value::List(list) = &node.value else {
        reading.report(node.at, &place, (node.describe(), "a list of places".to_owned()));
        return Vec::new();
    };
    let mut stations = Vec::new();
    for node in list {
        let text = if let Value::Text(text) = &node.value { text.clone() } else { node.describe() };
        match board::place(board, company, &text, names) {
            Ok(hex) => stations.push(hex),
            Err(wrong) => reading.report(node.at, &place, wrong),
        }
    }
    stations
}

/// The accounts get what the position says, and the bank has the rest.
fn settle(reading: &mut Reading<'_>, ledger: &mut Ledger, total: Money, balances: &[(Account, Money)]) {
    ledger.set(balances);
    let bank = reading.take("bank");
    if let Some(node) = bank
        && !matches!(node.value, Value::Number(amount) if amount == i64::from(ledger.bank().0))
    {
        let expected = format!("{}, so that all money is {total}", ledger.bank());
        reading.report(node.at, "bank", (node.describe(), expected));
    }
}
