//! Chapters 4.7.4 and 4.7.5: mergers that whoever leads both companies may make, if that is good for them.

use super::part::Part;
use super::{Ahead, Sums, exchanged, likely};
use crate::prospects::Firm;
use ferrata_engine::id::SeatId;
use smallvec::SmallVec;

/// A merger that is good for whoever may make it is made with this chance.
const MADE: f32 = 0.5;

/// A company that may be merged, and the rounds until then.
struct Ready<'a> {
    firm: &'a Firm,
    leader: SeatId,
    minor: bool,
    wait: f32,
}

/// The best merger of a leader.
struct Best {
    leader: SeatId,
    /// What it brings them.
    gain: f32,
    /// How much of that is for trains which they will not have to pay.
    relief: f32,
    likely: f32,
    old: [Part; 2],
    new: Part,
}

pub(super) fn add(ahead: &Ahead<'_>, sums: &mut Sums) {
    if ahead.game.free_majors().next().is_none() {
        return;
    }
    let ready: SmallVec<[Ready<'_>; 12]> =
        ahead.outlook.firms.iter().filter_map(|firm| Ready::of(ahead, firm)).collect();
    let mut found: SmallVec<[Best; 4]> = SmallVec::new();
    for (at, a) in ready.iter().enumerate() {
        for b in ready.iter().skip(at + 1).filter(|b| b.leader == a.leader && b.minor == a.minor) {
            let better =
                |best: &Best| found.iter().all(|other| other.leader != best.leader || other.gain < best.gain);
            if let Some(best) = merger(ahead, a, b).filter(better) {
                found.retain(|other| other.leader != best.leader);
                found.push(best);
            }
        }
    }
    for Best { leader, relief, likely, old: [a, b], new, .. } in found {
        sums.add_exchange(&[&a, &b], &[&new], MADE * likely);
        sums.add(leader, MADE * likely * relief);
    }
}

impl<'a> Ready<'a> {
    /// 1841-4.7.4-01, 1841-8-06: whoever has not acted waits for it, a historical company for its concession to leave; the companies of
    /// the split and of the Tuscan merger have these before them.
    fn of(ahead: &Ahead<'_>, firm: &'a Firm) -> Option<Ready<'a>> {
        let (game, company) = (ahead.game, firm.company);
        let charter = game.charter(company);
        let splits = game.fixed.roles.ferdinandea == Some(company) && !game.table.split_done;
        let bound = (splits && game.fixed.unification.split.is_some())
            || (charter.tuscan() && !game.table.tuscan_done);
        let leader = firm.leader.filter(|_| !bound)?;
        let acts = if game.company(company).operated { 0.0 } else { 1.0 };
        let wait = ahead.until_concession_leaves(company)?.max(acts);
        Some(Ready { firm, leader, minor: charter.minor, wait })
    }
}

/// What a merger would bring to whoever leads both, if that is more than nothing and the rules allow it.
fn merger(ahead: &Ahead<'_>, a: &Ready<'_>, b: &Ready<'_>) -> Option<Best> {
    let game = ahead.game;
    // 1841-4.7.4-05: somebody must get the director's certificate, for which it takes two pairs; of minors there always is one.
    let needed = 2 * game.charter(a.firm.company).directorship();
    let mut held = a.firm.held.iter().zip(&b.firm.held);
    if !a.minor && held.all(|(a, b)| a + b < needed) {
        return None;
    }
    let old = [a, b].map(|ready| Part::of(ahead, ready.firm));
    let [one, other] = &old;
    let into = game.free_majors().next()?;
    let new = Part::merged(ahead, one, other, ahead.limit_of(into, None));
    let relief = ahead.short(one, 0.0) + ahead.short(other, 0.0) - ahead.short(&new, 0.0);
    let gain = exchanged(&[one, other], &[&new], a.leader.index()) + relief;
    let good = gain > 0.0 && game.are_joined(a.firm.company, b.firm.company);
    let likely = likely(a.wait.max(b.wait));
    good.then_some(Best { leader: a.leader, gain, relief, likely, old, new })
}
