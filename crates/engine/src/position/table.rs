//! Seats, companies, the bank and the board: what every title has on the table.

use super::names::Names;
use super::visit::{InPlay, Page, Reading, Toolbox};
use super::{board, holders, marker};
use crate::board::Board;
use crate::chart::Field;
use crate::event::Events;
use crate::id::{CompanyId, HexId, SeatId};
use crate::money::{Account, Ledger, Money};
use crate::shares::{Holder, Shares};
use crate::tree::{Node, Table, Value, to_node};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Tiles that have left the game; written where there are any.
const RETIRED: &str = "retired_tiles";

/// Writes it down.
pub(super) fn write<S: Serialize, C: Serialize>(
    page: &mut Page,
    names: &Names<'_>,
    toolbox: &Toolbox<'_>,
    seats: &[S],
    companies: &[C],
) {
    let mut table = Table::new();
    for (at, own) in seats.iter().enumerate() {
        let seat = SeatId(at as u8);
        let mut entries = vec![("cash".to_owned(), Node::number(toolbox.ledger.seat(seat).0))];
        entries.extend(own_fields(page, own, names));
        table.push((names.seat(seat), Node::new(Value::Table(entries))));
    }
    page.parted.extend(["seat", "company", "board"]);
    page.put("bank", Ok::<_, String>(Node::number(toolbox.ledger.bank().0)));
    page.put("seat", Ok::<_, String>(Node::new(Value::Table(table))));
    let mut so_far = toolbox.board.without_tokens();
    let mut table = Table::new();
    for (at, own) in companies.iter().enumerate() {
        let company = CompanyId(at as u8);
        let mut entries = marker::write(toolbox.chart, &names.parts.grid, company);
        entries.push(("treasury".to_owned(), Node::number(toolbox.ledger.company(company).0)));
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

fn own_fields<T: Serialize>(page: &mut Page, own: &T, names: &Names<'_>) -> Table {
    match to_node(own, names) {
        Ok(node) => node.table().cloned().unwrap_or_default(),
        Err(error) => {
            page.failed = Some(error.to_string());
            Table::new()
        }
    }
}

/// The keys of a company that the toolbox reads.
const OF_COMPANY: [&str; 7] = ["price", "place", "stack", "treasury", "shares", "director", "stations"];

/// Reads it.
pub(super) fn read<S, C>(
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
    let mut balances = read_seats(reading, names, seats);
    read_board(reading, names, toolbox.board);
    let mut markers: Vec<(u8, CompanyId, Field)> = Vec::new();
    for (company, node) in companies_told(reading, names, toolbox.board) {
        let place = format!("company {}", names.parts.company_name(company));
        let treasury = reading.money(&place, node, "treasury");
        balances.extend(treasury.map(|cash| (Account::Company(company), cash)));
        let field = marker::read(reading, &place, node, &names.parts.grid);
        if node.get("price").is_some() || node.get("place").is_some() {
            toolbox.chart.remove(&names.parts.grid, company, &mut Events::new());
        }
        let stack = marker::stack(reading, &place, node);
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

/// Reads what seats have, and returns their cash.
fn read_seats<S: Serialize + DeserializeOwned>(
    reading: &mut Reading<'_>,
    names: &Names<'_>,
    seats: &mut [S],
) -> Vec<(Account, Money)> {
    let mut balances = Vec::new();
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
    balances
}

fn read_board(reading: &mut Reading<'_>, names: &Names<'_>, board: &mut Board) {
    for (hex, node) in reading.entries("board") {
        let text = if let Value::Text(text) = &node.value { text.clone() } else { node.describe() };
        if let Err(wrong) = board::lay(board, hex, &text, names) {
            reading.report(node.at, &format!("board {hex}"), wrong);
        }
    }
    for (tile, node) in reading.entries(RETIRED) {
        if let Err(wrong) = board::retire(board, tile, node, names) {
            reading.report(node.at, RETIRED, wrong);
        }
    }
}

/// The companies that a position tells of. Tokens of those whose stations it tells leave the board before the first is
/// read, so that they are in nobody's way. They come in the order of the box, as they are written: which slot a station has
/// where none is told does not rest on the order in the file.
fn companies_told<'a>(
    reading: &mut Reading<'a>,
    names: &Names<'_>,
    board: &mut Board,
) -> Vec<(CompanyId, &'a Node)> {
    let mut told = Vec::new();
    for (name, node) in reading.entries("company") {
        let Some(Holder::Company(company)) = names.holder_named(name) else {
            let known: Vec<_> = names.parts.companies.iter().map(|spec| spec.name.to_string()).collect();
            let wrong = (format!("\"{name}\""), format!("a company: {}", known.join(", ")));
            reading.report(node.at, "company", wrong);
            continue;
        };
        told.push((company, node));
        if node.get("stations").is_some() {
            board.remove_all(company);
        }
    }
    told.sort_by_key(|(company, _)| *company);
    told
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
