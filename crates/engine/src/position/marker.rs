//! Where a company's marker lies on the chart: its price, its field where several have that price, its place in the stack.

use super::visit::Reading;
use crate::chart::{Chart, Field, Grid};
use crate::id::CompanyId;
use crate::money::Money;
use crate::tree::{Node, Table, Value};

/// A field as players would say it: column and row, `C4`.
fn place_text(field: Field) -> String {
    let letter = |col: u8| char::from(b'A' + col % 26);
    let column = match field.col / 26 {
        0 => letter(field.col).to_string(),
        more => format!("{}{}", letter(more - 1), letter(field.col)),
    };
    format!("{column}{}", field.row + 1)
}

/// What is written of a company's marker.
pub(super) fn write(chart: &Chart, grid: &Grid, company: CompanyId) -> Table {
    let Some(field) = chart.field(company) else { return Table::new() };
    let price = grid.price(field);
    let mut entries = vec![("price".to_owned(), Node::number(price.0))];
    if grid.fields().filter(|other| grid.price(*other) == price).count() > 1 {
        entries.push(("place".to_owned(), Node::text(place_text(field))));
    }
    let stack = chart.stack(field);
    if stack.len() > 1 {
        let place = stack.iter().position(|other| *other == company).unwrap_or(0);
        entries.push(("stack".to_owned(), Node::number(place as i32)));
    }
    entries
}

/// The field that a position names; none if it names none, or what is none.
pub(super) fn read(reading: &mut Reading<'_>, place: &str, node: &Node, grid: &Grid) -> Option<Field> {
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

/// The place in the stack of a field, from the top, that a position tells.
pub(super) fn stack(reading: &mut Reading<'_>, place: &str, node: &Node) -> Option<u8> {
    let node = node.get("stack")?;
    let told = if let Value::Number(told) = node.value { u8::try_from(told).ok() } else { None };
    if told.is_none() {
        let expected = "a place in the stack: 0 for the top, 1 for the next".to_owned();
        reading.report(node.at, &format!("{place} `stack`"), (node.describe(), expected));
    }
    told
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
