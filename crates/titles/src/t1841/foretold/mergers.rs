//! Chapters 4.7.4 and 4.7.5: mergers that whoever leads both companies may make, if that is good for them.

use super::part::Part;
use super::{Ahead, Sums, exchanged, likely};
use crate::prospects::Firm;
use ferrata_engine::id::{CompanyId, SeatId};
use smallvec::SmallVec;

/// A merger that is good for whoever may make it is made with this chance.
const MADE: f32 = 0.5;

/// Units that are a pair.
const PAIR: f32 = 2.0;

/// A company that may be merged, and the rounds until then.
struct Ready {
    company: CompanyId,
    leader: SeatId,
    wait: f32,
    part: Part,
    /// 1841-4.5.1-10: what its leader will have to add for a train.
    short: f32,
}

/// The best merger of a leader.
struct Best<'a> {
    /// What it brings them.
    gain: f32,
    /// How much of that is for trains which they will not have to pay.
    relief: f32,
    likely: f32,
    old: [&'a Ready; 2],
    new: Part,
}

impl Best<'_> {
    fn leader(&self) -> SeatId {
        let [a, _] = self.old;
        a.leader
    }
}

pub(super) fn add(ahead: &Ahead<'_>, sums: &mut Sums) {
    let Some(into) = ahead.game.free_majors().next() else { return };
    let limit = ahead.limit_of(into, None);
    let ready: SmallVec<[Ready; 12]> =
        ahead.outlook.firms.iter().filter_map(|firm| Ready::of(ahead, firm)).collect();
    let mut found: SmallVec<[Best<'_>; 4]> = SmallVec::new();
    for (at, a) in ready.iter().enumerate() {
        let later = ready.iter().skip(at + 1);
        for b in later.filter(|b| b.leader == a.leader && b.part.minor == a.part.minor) {
            let known = found.iter().position(|best| best.leader() == a.leader);
            let least = known.and_then(|at| found.get(at)).map_or(0.0, |best| best.gain);
            if let Some(best) = merger(ahead, [a, b], limit, least) {
                known.map(|at| found.swap_remove(at));
                found.push(best);
            }
        }
    }
    for Best { relief, likely, old: [a, b], new, .. } in found {
        sums.add_exchange(&[&a.part, &b.part], &[&new], MADE * likely);
        sums.add(a.leader, MADE * likely * relief);
    }
}

impl Ready {
    /// 1841-4.7.4-01, 1841-8-06: whoever has not acted waits for it, a historical company for its concession to leave; the companies of
    /// the split and of the Tuscan merger have these before them.
    fn of(ahead: &Ahead<'_>, firm: &Firm) -> Option<Ready> {
        let (game, company) = (ahead.game, firm.company);
        let splits = game.fixed.roles.ferdinandea == Some(company) && !game.table.split_done;
        let bound = (splits && game.fixed.unification.split.is_some())
            || (game.charter(company).tuscan() && !game.table.tuscan_done);
        let leader = firm.leader.filter(|_| !bound)?;
        let acts = if game.company(company).operated { 0.0 } else { 1.0 };
        let wait = ahead.until_concession_leaves(company)?.max(acts);
        let part = Part::of(ahead, firm);
        Some(Ready { company, leader, wait, short: ahead.short(&part), part })
    }
}

/// What a merger would bring to whoever leads both, if that is more than the least and the rules allow it.
fn merger<'a>(ahead: &Ahead<'_>, [a, b]: [&'a Ready; 2], limit: usize, least: f32) -> Option<Best<'a>> {
    let mut together = a.part.units.iter().zip(&b.part.units).map(|(a, b)| a + b);
    // 1841-4.7.4-05: somebody must get the director's certificate, for which it takes two pairs; of minors there always is one.
    if !a.part.minor && together.all(|units| units < 2.0 * PAIR) {
        return None;
    }
    let new = Part::merged(ahead, &a.part, &b.part, limit);
    // Whoever has to wait has bought its train by then.
    let wait = a.wait.max(b.wait);
    let relief = if wait > 0.0 { 0.0 } else { a.short + b.short - ahead.short(&new) };
    let gain = exchanged(&[&a.part, &b.part], &[&new], a.leader.index()) + relief;
    let good = gain > least && ahead.game.are_joined(a.company, b.company);
    good.then(|| Best { gain, relief, likely: likely(wait), old: [a, b], new })
}
