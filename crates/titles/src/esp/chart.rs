//! The markers on the price chart, which is one zigzag.

use super::Game;
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;

/// The place of a company's marker along the zigzag.
fn position(game: &Game, company: CompanyId) -> Option<i32> {
    let field = game.table.chart.field(company)?;
    game.fixed.chain.iter().position(|at| *at == field).map(|at| at as i32)
}

/// Moves a marker along the zigzag, at most to its end. 18ESP-G-02: it goes under those that lie there already.
pub(super) fn walk(game: &mut Game, company: CompanyId, by: i32, events: &mut Events) {
    let Some(at) = position(game, company) else { return };
    let last = game.fixed.chain.len() as i32 - 1;
    let to = (at + by).clamp(0, last.max(0));
    if let Some(&field) = game.fixed.chain.get(to as usize) {
        game.table.chart.place(&game.fixed.parts.grid, company, field, events);
    }
}

/// Moves a marker by a column, which is two steps of the zigzag. 18ESP-4.5-04, 18ESP-4.5-05: at an end of the chart the move
/// of two becomes one of one; online the marker stays (18ESP-D-09).
pub(super) fn walk_column(game: &mut Game, company: CompanyId, by: i32, events: &mut Events) {
    let Some(at) = position(game, company) else { return };
    let inside = (0..game.fixed.chain.len() as i32).contains(&(at + by));
    if inside || game.fixed.switches.diagonal_chart_ends {
        walk(game, company, by, events);
    }
}
