//! Chapters 4.5.1 and 4.7.2: what companies pay first of what their leader would have to pay for trains: that company which leads
//! another one, and that which is paid dividends of others.

use super::part::Part;
use super::{Ahead, Sums, earned};
use crate::prospects::Firm;
use ferrata_engine::id::CompanyId;
use ferrata_engine::shares::Holder;

/// What a company pays for another one is its owners' loss, of which the leader has a part.
const RELIEVED: f32 = 0.5;

pub(super) fn add(ahead: &Ahead<'_>, sums: &mut Sums) {
    for firm in &ahead.outlook.firms {
        let Some(leader) = firm.leader else { continue };
        let above = leading(ahead, firm.company);
        if above.is_none() && firm.portfolio == 0 {
            continue;
        }
        let part = Part::of(ahead, firm);
        let (short, paid) = (ahead.short(&part, 0.0), dividends(ahead, firm));
        let own = ahead.short(&part, paid);
        let chain = from_above(ahead, above).min(own);
        sums.add(leader, RELIEVED * chain + short - own);
    }
}

/// The company that leads another one.
fn leading(ahead: &Ahead<'_>, company: CompanyId) -> Option<CompanyId> {
    match ahead.game.table.shares.director(company) {
        Holder::Company(above) => Some(above),
        _ => None,
    }
}

/// 1841-4.5.1-08, 1841-4.5.1-09: the money of the companies above one, from the nearest up, beside what they need themselves.
fn from_above(ahead: &Ahead<'_>, mut above: Option<CompanyId>) -> f32 {
    let mut money = 0.0;
    // In a circle nobody comes twice.
    for _ in 0..ahead.outlook.firms.len() {
        let Some(firm) = above.and_then(|company| ahead.firm(company)) else { break };
        let needs = ahead.need(&firm.trains).map_or(0.0, |(price, _)| price);
        money += (firm.cash as f32 - needs).max(0.0);
        above = leading(ahead, firm.company);
    }
    money
}

/// What others pay in a round to a company that owns shares of them.
fn dividends(ahead: &Ahead<'_>, firm: &Firm) -> f32 {
    if firm.portfolio == 0 {
        return 0.0;
    }
    let held = ahead.game.table.shares.held_by(Holder::Company(firm.company));
    let paid = held.map(|(_, cert)| {
        let earned = ahead.firm(cert.company).map_or(0, |of| earned(ahead.game, of));
        earned as f32 * f32::from(cert.percent) / 100.0
    });
    paid.sum()
}
