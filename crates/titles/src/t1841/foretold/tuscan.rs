//! Chapter 4.6.9: the Tuscan merger that a phase will bring.

use super::part::Part;
use super::{Ahead, Sums, likely};
use ferrata_engine::id::{CompanyId, SeatId};
use smallvec::SmallVec;

pub(super) fn add(ahead: &Ahead<'_>, sums: &mut Sums) {
    let (game, roles) = (ahead.game, ahead.game.fixed.roles);
    if game.table.tuscan_done {
        return;
    }
    let Some((kind, phase)) = ahead.begins(game.fixed.unification.tuscan_merger) else { return };
    let Some(sfli) = roles.livornese else { return };
    let old = |company: Option<CompanyId>| {
        let firm = company.and_then(|company| ahead.firm(company))?;
        Some((without_scrapped(ahead, Part::of(ahead, firm), phase), firm.leader))
    };
    let all = [old(roles.lucchese), old(roles.maria_antonia), old(roles.leopolda)];
    let Some(after) = united(ahead, &all, ahead.limit_of(sfli, Some(phase))) else { return };
    let chance = likely(ahead.until(kind));
    let before: SmallVec<[&Part; 3]> = all.iter().flatten().map(|(part, _)| part).collect();
    sums.add_exchange(&before, &[&after], chance);
    // What their leaders would have had to pay for trains of that phase, and what SFLi's will.
    for (part, leader) in all.iter().flatten() {
        if let Some(leader) = leader {
            sums.add(*leader, chance * ahead.short_of(kind, part));
        }
    }
    if let Some(leader) = leader(&all) {
        sums.add(leader, -chance * ahead.short_of(kind, &after));
    }
}

/// A company of which trains are gone by then: what they earned goes with them.
fn without_scrapped(ahead: &Ahead<'_>, mut part: Part, phase: usize) -> Part {
    part.trains.retain(|kind| ahead.outlives(*kind, phase));
    part
}

type Old = Option<(Part, Option<SeatId>)>;

/// 1841-4.6.9-01, 1841-4.6.9-02, 1841-4.6.9-03, 1841-4.6.9-04: what becomes of the companies in operation, if there are two at least.
fn united(ahead: &Ahead<'_>, [sflp, sfma, ssfl]: &[Old; 3], limit: usize) -> Option<Part> {
    let merged = |a: &Part, b: &Part| Part::merged(ahead, a, b, limit);
    let minors = match (sflp, sfma) {
        (Some((a, _)), Some((b, _))) => Some(merged(a, b)),
        (Some((minor, _)), None) | (None, Some((minor, _))) => Some(minor.clone()),
        (None, None) => None,
    };
    match (minors, ssfl) {
        (Some(minors), Some((ssfl, _))) => Some(merged(&minors.transformed(), ssfl)),
        (Some(major), None) if !major.minor => Some(major),
        _ => None,
    }
}

/// 1841-4.6.9-07: whoever leads the dearest of them exchanges first, and is taken to lead SFLi.
fn leader(all: &[Old; 3]) -> Option<SeatId> {
    let dearest = all.iter().flatten().max_by(|(a, _), (b, _)| a.price.total_cmp(&b.price))?;
    dearest.1
}
