//! Chapter 4.6.8: the split of the Ferdinandea that a phase will bring.

use super::part::Part;
use super::{Ahead, Sums, likely};
use crate::prospects::Firm;
use ferrata_engine::chart::Field;
use ferrata_engine::id::SeatId;

/// 1841-4.6.8-01-v2: how likely Milano and Venezia are not joined by then, where that decides.
const UNJOINED: f32 = 0.5;

/// A train that must be bought earns back such a part of what it costs.
const EARNED_BACK: f32 = 0.5;

pub(super) fn add(ahead: &Ahead<'_>, sums: &mut Sums) {
    let (game, rules) = (ahead.game, ahead.game.fixed.rules.split);
    let due = game.fixed.unification.split.filter(|_| !game.table.split_done);
    let Some((kind, phase)) = due.and_then(|phase| ahead.begins(phase)) else { return };
    let Some(firm) = game.fixed.roles.ferdinandea.and_then(|company| ahead.firm(company)) else { return };
    let chance = likely(ahead.until(kind)) * if rules.only_unconnected { UNJOINED } else { 1.0 };
    let old = Part::of(ahead, firm);
    sums.add_exchange(&[&old], &[&after_the_split(ahead, &old)], chance);
    if let Some((leader, short)) = second_train(ahead, firm, &old, phase) {
        sums.add(leader, -chance * (1.0 - EARNED_BACK) * short);
    }
}

/// 1841-4.6.8-02, 1841-4.6.8-08: both successors together: a pair of units becomes one of each, at the same price, but in v1 not
/// beyond column K. (4.6.8-05: they share its trains, and so what it earned.)
fn after_the_split(ahead: &Ahead<'_>, old: &Part) -> Part {
    let (game, last) = (ahead.game, ahead.game.fixed.chart.last_of_minors);
    match old.field.col > last && game.fixed.rules.split.to_column_k {
        true => {
            let field = Field { col: last, ..old.field };
            let price = game.fixed.parts.grid.price(field).0 as f32;
            Part { field, price, ..old.clone() }
        }
        false => old.clone(),
    }
}

/// 1841-4.6.8-05, 1841-4.6.8-06: what the train costs that the Lombard successor lacks, beside its part of the money, and who pays
/// that: whoever has two pairs and so takes both director's certificates (1841-4.6.8-08, 1841-4.6.8-08-v2). Of two companies without
/// a train the Ferdinandea's own plan has paid for one.
fn second_train(ahead: &Ahead<'_>, firm: &Firm, old: &Part, phase: usize) -> Option<(SeatId, f32)> {
    let game = ahead.game;
    let leader = firm
        .leader
        .filter(|leader| firm.held.get(leader.index()).is_some_and(|held| *held >= 4 * firm.unit))?;
    if old.trains.iter().filter(|kind| ahead.outlives(**kind, phase)).count() > 1 {
        return None;
    }
    let kind = game.fixed.parts.phases.get(phase)?.starts_with?;
    let rest = old.cash * (100 - game.fixed.figures.split_percent.min(100)) as f32 / 100.0;
    Some((leader, (ahead.price(kind) - rest).max(0.0)))
}
