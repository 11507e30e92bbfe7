//! The trains in the bank: `3 = 2` are left, `{ left = 2, returned = 1 }` if some came back.

use super::board::Wrong;
use super::names::Names;
use crate::id::TrainKind;
use crate::train::Depot;
use crate::tree::{Node, Table, Value};

fn kinds(names: &Names<'_>) -> impl Iterator<Item = TrainKind> + use<> {
    (0..names.parts.trains.len() as u8).map(TrainKind)
}

pub(super) fn write(depot: &Depot, names: &Names<'_>) -> Table {
    let count = |number: u16| Node::new(Value::Number(number.into()));
    let entry = |kind| {
        let node = match (depot.left(kind), depot.returned(kind)) {
            (None, 0) => return None,
            (Some(left), 0) => count(left),
            (left, returned) => {
                let left = left.map(|left| ("left".to_owned(), count(left)));
                let returned = ("returned".to_owned(), count(returned));
                Node::new(Value::Table(left.into_iter().chain([returned]).collect()))
            }
        };
        Some((names.parts.train_name(kind).to_string(), node))
    };
    kinds(names).filter_map(entry).collect()
}

/// Where a position does not tell them: kinds older than the phase are sold out, and those that companies own are
/// missing.
pub(super) fn infer(
    depot: &mut Depot,
    phase_train: Option<TrainKind>,
    owned: &[TrainKind],
    names: &Names<'_>,
) {
    for kind in kinds(names) {
        let printed = names.parts.train_spec(kind).and_then(|spec| spec.count);
        let sold = owned.iter().filter(|other| **other == kind).count() as u16;
        let old = phase_train.is_some_and(|now| kind < now);
        depot.set(kind, printed.map(|count| if old { 0 } else { count.saturating_sub(sold) }), 0);
    }
}

pub(super) fn read(depot: &mut Depot, name: &str, node: &Node, names: &Names<'_>) -> Result<(), Wrong> {
    let kind = kinds(names).find(|kind| names.parts.train_name(*kind).as_str() == name);
    let Some(kind) = kind else {
        let known: Vec<_> = kinds(names).map(|kind| names.parts.train_name(kind).to_string()).collect();
        return Err((format!("\"{name}\""), format!("a train: {}", known.join(", "))));
    };
    let number = |node: &Node| match node.value {
        Value::Number(number) => u16::try_from(number).ok(),
        _ => None,
    };
    let left = number(node).or_else(|| node.get("left").and_then(number));
    let returned = node.get("returned").and_then(number);
    let limited = names.parts.train_spec(kind).is_some_and(|spec| spec.count.is_some());
    if left.is_none() && (limited || returned.is_none()) {
        return Err((node.describe(), "how many are left, or { left = 1, returned = 1 }".to_owned()));
    }
    depot.set(kind, left.filter(|_| limited), returned.unwrap_or(0));
    Ok(())
}
