//! The price chart, written as it lies on the table.

use super::block::Block;
use crate::chart::{Cell, Grid};
use crate::money::Money;

/// Reads `[chart]`: `prices` row by row, each price with its letters; `-` is a field that is not part of the chart.
pub(super) fn read(root: &Block<'_>) -> (Grid, Vec<(char, String)>) {
    let Some(block) = root.inner("chart") else {
        root.missing("chart", "a table [chart]");
        return Default::default();
    };
    let flags: Vec<_> = block.table("flags").iter().filter_map(flag).collect();
    let text = block.need::<String>("prices").unwrap_or_default();
    let mut rows = Vec::new();
    for (number, line) in text.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        rows.push(line.split_whitespace().map(|word| cell(&block, number, word, &flags)).collect());
    }
    block.ignore(&["reconstructed"]);
    block.finish();
    (Grid::new(rows), flags)
}

fn flag(block: &Block<'_>) -> Option<(char, String)> {
    let mut letters = block.key().chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Some((letter, block.own()?)),
        _ => {
            block.wrong_here(format!("the flag `{}`", block.key()), "one letter");
            None
        }
    }
}

fn cell(block: &Block<'_>, row: usize, word: &str, flags: &[(char, String)]) -> Option<Cell> {
    if word == "-" {
        return None;
    }
    let digits = word.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(word.len());
    let (price, letters) = word.split_at_checked(digits)?;
    let known = letters.chars().all(|letter| flags.iter().any(|(flag, _)| *flag == letter));
    match price.parse() {
        Ok(price) if known => Some(Cell { price: Money(price), flags: letters.to_owned() }),
        _ => {
            let at = super::At {
                line: block.get("prices").map_or(0, |node| node.at.line) + 1 + row as u32,
                ..block.node().at
            };
            block.report(
                at,
                format!("the field \"{word}\" in row {}", row + 1),
                "a price with letters explained in `flags`, or -",
            );
            None
        }
    }
}
