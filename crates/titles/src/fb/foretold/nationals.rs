//! 3.6.1, 3.6.2: what the formation of RM and RA will make of shares of the companies that may merge.

use crate::fb::Game;
use crate::fb::conventions::merger;
use crate::fb::prospects::WAITING;
use crate::nearness::{earns, nearness, until_end, until_sold};
use crate::prospects::{Hope, Hoped, Outlook};
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

/// Dividends of so many rounds after the formation are looked at.
const ROUNDS: f32 = 6.0;

/// One of two companies that may merge.
struct Old {
    /// What a share counts now.
    value: f32,
    /// What it earns in a round.
    earns: f32,
    /// It has floated.
    floated: bool,
    price: Money,
    /// By player: shares.
    held: SmallVec<[i32; 6]>,
}

impl Old {
    fn of(game: &Game, outlook: &Outlook, company: CompanyId) -> Old {
        let (floated, price) = (game.floated(company), game.price(company));
        let firm = outlook.firms.iter().find(|firm| firm.company == company);
        // 18FB-G-81: stock that has not floated counts nothing yet, but is hoped for.
        let part = match (floated, firm) {
            (true, _) => 1.0,
            (false, Some(_)) => WAITING,
            (false, None) => 0.0,
        };
        let seats = (0..outlook.purses.len() as u8).map(SeatId);
        let held = seats.map(|seat| game.shares_in(game.percent(company, Holder::Seat(seat)))).collect();
        Old { value: part * price.0 as f32, earns: firm.map_or(0.0, earns), floated, price, held }
    }

    fn shares(&self, seat: SeatId) -> i32 {
        self.held.get(seat.index()).copied().unwrap_or(0)
    }
}

/// Both nationals: 18FB-3.6-01. Whichever pair may merge is as likely as any other.
pub(super) fn form(game: &Game, outlook: &Outlook, kind: TrainKind, hopes: &mut Vec<Hope>) {
    let near = nearness(outlook, kind);
    if near <= 0.0 {
        return;
    }
    let rounds = (until_end(outlook) - until_sold(outlook, kind)).clamp(0.0, ROUNDS);
    for national in game.corps().filter(|corp| game.fixed.national(*corp).is_some()) {
        let pairs = merger::pairs(game, national);
        let chance = near / pairs.len().max(1) as f32;
        let mut gains: SmallVec<[f32; 6]> = SmallVec::from_elem(0.0, outlook.purses.len());
        for pair in pairs {
            let [one, other] = pair.map(|company| Old::of(game, outlook, company));
            for (at, sum) in gains.iter_mut().enumerate() {
                *sum += chance * gain(game, [&one, &other], SeatId(at as u8), rounds);
            }
        }
        let seats = gains.iter().enumerate();
        hopes.extend(seats.map(|(seat, worth)| {
            let seat = SeatId(seat as u8);
            Hope { seat, what: Hoped::Formation, worth: *worth }
        }));
    }
}

/// What a player gains if these two merge. 18FB-3.6.1-10, 18FB-3.6.1-11: the national has the higher price; 18FB-3.6.1-12, 18FB-3.6.1-15: two shares become
/// one, an odd one of a floated company brings half; 18FB-3.6.1-20: the national earns what both did.
fn gain(game: &Game, old: [&Old; 2], seat: SeatId, rounds: f32) -> f32 {
    let figures = &game.fixed.figures;
    let shares: i32 = old.iter().map(|company| company.shares(seat)).sum();
    if shares == 0 {
        return 0.0;
    }
    let highest = old.iter().filter(|company| company.floated).map(|company| company.price).max();
    let price = highest.unwrap_or(figures.national_start);
    let rate = i32::from(figures.exchange.max(1));
    let (new, odd) = (shares / rate, shares % rate);
    let pays_odd = old.iter().any(|company| company.floated && company.shares(seat) > 0);
    let odd = if pays_odd && odd > 0 { price.percent(figures.odd_share_percent).0 } else { 0 };
    let before: f32 = old.iter().map(|company| company.shares(seat) as f32 * company.value).sum();
    let part = |shares: i32| shares as f32 * f32::from(figures.share) / 100.0;
    let earned: f32 = old.iter().map(|company| part(company.shares(seat)) * company.earns).sum();
    let earns: f32 = part(new) * old.iter().map(|company| company.earns).sum::<f32>();
    (new * price.0 + odd) as f32 - before + rounds * (earns - earned)
}
