//! Chapter 4.5.1: what a company that leads another one pays first of what their leader would have to pay for a train.

use super::part::Part;
use super::{Ahead, Sums};
use ferrata_engine::id::CompanyId;
use ferrata_engine::shares::Holder;

/// What a company pays for another one is its owners' loss, of which the leader has a part.
const RELIEVED: f32 = 0.5;

pub(super) fn add(ahead: &Ahead<'_>, sums: &mut Sums) {
    let shares = &ahead.game.table.shares;
    for firm in
        ahead.outlook.firms.iter().filter(|firm| matches!(shares.director(firm.company), Holder::Company(_)))
    {
        let Some(leader) = firm.leader else { continue };
        // 1841-4.5.1-08, 1841-4.5.1-09: from the nearest up to a player.
        let above: f32 =
            shares.chain_above(firm.company).into_iter().map(|company| spare(ahead, company)).sum();
        sums.add(leader, RELIEVED * above.min(ahead.short(&Part::of(ahead, firm))));
    }
}

/// The money of a company beside what it needs for a train itself.
fn spare(ahead: &Ahead<'_>, company: CompanyId) -> f32 {
    ahead.firm(company).map_or(0.0, |firm| {
        let needs = ahead.need(&firm.trains).map_or(0.0, |(price, _)| price);
        (firm.cash as f32 - needs).max(0.0)
    })
}
