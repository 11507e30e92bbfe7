//! 8.1.8, 12.1: what will be made of CCFR, FMMSF and FMV.

use super::Sums;
use crate::nearness::nearness;
use crate::prospects::{Firm, Outlook};
use crate::t1883::{Game, coop, sefta};
use ferrata_engine::id::TrainKind;

/// What each player gains by the phase in which CCFR is capitalised.
pub(super) fn sums(game: &Game, outlook: &Outlook) -> Sums {
    let mut sums = Sums::of(outlook);
    if game.table.coop.capitalised {
        return sums;
    }
    if let Some(kind) = capitalising(game) {
        let near = nearness(outlook, kind);
        if near > 0.0 {
            president(game, outlook, near, &mut sums);
            merger(game, outlook, near, &mut sums);
        }
    }
    sums
}

/// 1883-8.1.8-01: the train whose first sale capitalises CCFR, and makes the two merge (1883-12.1-01).
fn capitalising(game: &Game) -> Option<TrainKind> {
    let mut phases = game.fixed.parts.phases.iter().zip(&game.fixed.phases);
    phases.find(|(_, phase)| phase.ccfr_capitalised).and_then(|(spec, _)| spec.starts_with)
}

fn firm(outlook: &Outlook, company: ferrata_engine::id::CompanyId) -> Option<&Firm> {
    outlook.firms.iter().find(|firm| firm.company == company)
}

/// 1883-8.1.8-02, 1883-8.1.8-03: one of those who hold a share gets the 20% for it: whoever would if it happened now. Among equals a die
/// decides. 1883-8.1.6-01: a frozen CCFR is not in play.
fn president(game: &Game, outlook: &Outlook, near: f32, sums: &mut Sums) {
    let Some(firm) = firm(outlook, game.fixed.ccfr) else { return };
    let seats = coop::candidates(game);
    let more = game.presidents_percent().saturating_sub(game.fixed.figures.share);
    let gain = (firm.price * game.shares_in(more)) as f32 / seats.len().max(1) as f32;
    seats.iter().for_each(|seat| sums.add(*seat, near * gain));
}

/// 1883-12.1-01, 1883-8.3-05, 1883-8.3-06: with Mandatory Merging two shares of FMMSF and FMV become one of SEFTA, an odd one brings half its
/// price. 1883-12.1-03: nothing happens if one of them is not in play, as none is once they have merged.
fn merger(game: &Game, outlook: &Outlook, near: f32, sums: &mut Sums) {
    if !game.fixed.variants.mandatory_merging {
        return;
    }
    let [Some(one), Some(other)] = game.fixed.merging.map(|company| firm(outlook, company)) else { return };
    let Some(price) = sefta::value(game) else { return };
    let odd = price.percent_up(game.fixed.figures.sefta.odd_share).0;
    for (seat, (a, b)) in one.held.iter().zip(&other.held).enumerate() {
        let (a, b) = (game.shares_in(*a), game.shares_in(*b));
        let shares = a + b;
        let after = shares / 2 * price.0 + shares % 2 * odd;
        let gain = after - a * one.price - b * other.price;
        sums.add(ferrata_engine::id::SeatId(seat as u8), near * gain as f32);
    }
}
