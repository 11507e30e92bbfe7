//! 3.4.6 Dividend payment, 3.4.7 price adjustment.

use super::{Step, aside, asides};
use crate::fb::Game;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use smallvec::smallvec;

/// 18FB-3.4.6-01: the president chooses what becomes of the earnings.
pub(super) struct Dividend;

impl Decision<Game> for Dividend {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_seat()
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Dividend
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let Ok(company) = game.acting() else { return Vec::new() };
        let revenue = game.operating().map(|operating| operating.revenue).unwrap_or_default();
        let ways = smallvec![Settlement::Pay, Settlement::Half, Settlement::Withhold];
        let mut offers = vec![Offer::Settle { revenue, ways }];
        offers.extend(asides(game, company));
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, company) = (by.seat()?, game.acting()?);
        match action {
            Action::Settle { how } => {
                declare(game, company, *how, events)?;
                game.go_on(Step::Trains)
            }
            other => aside(game, seat, other, events)
                .unwrap_or_else(|| Err(Refusal::out_of_place(say!("pay, pay half or withhold")))),
        }
    }
}

/// Where a rule decides: nothing to share out; frozen corps and regionals pay half (18FB-3.3-13, 18FB-3.5.2-20); a national
/// with leased trains withholds (18FB-3.6.1-25, 18FB-3.6.1-36).
pub(super) fn by_rule(game: &Game, company: CompanyId, revenue: Money) -> Option<Settlement> {
    let half = game.fixed.regional(company).is_some() || !game.rights(company).chooses_dividend;
    if game.charter(company).leased > 0 {
        Some(Settlement::Withhold)
    } else if half {
        Some(Settlement::Half)
    } else if revenue == Money::ZERO {
        Some(Settlement::Withhold)
    } else {
        None
    }
}

/// 18FB-3.4.6-03, 18FB-G-57: half of the earnings for shareholders, rounded up, and for the treasury, rounded down.
pub(in crate::fb) fn halves(game: &Game, revenue: Money) -> (Money, Money) {
    let step = game.fixed.figures.dividend_step.max(1);
    let kept = Money(revenue.0 / 2 / step * step);
    (Money((revenue.0 + 2 * step - 1) / (2 * step) * step), kept)
}

/// Pays what was earned and moves the price.
pub(super) fn declare(game: &mut Game, company: CompanyId, how: Settlement, events: &mut Events) -> Play {
    let revenue = game.operating_mut()?.revenue;
    let (shared, kept) = match how {
        Settlement::Pay => (revenue, Money::ZERO),
        Settlement::Half => halves(game, revenue),
        Settlement::Withhold => (Money::ZERO, revenue),
        _ => return Err(Refusal::out_of_place(say!("pay, pay half or withhold"))),
    };
    // 18FB-3.4.6-04, 18FB-3.4.6-07: the bank pays everything.
    let name = game.name(company);
    let (bank, treasury) = (Account::Bank, Account::Company(company));
    game.table.ledger.pay(bank, treasury, kept, say!("earnings of {name}", name), events)?;
    share_out(game, company, shared, events)?;
    adjust(game, company, shared, events);
    Ok(())
}

/// 18FB-3.4.6-02, 18FB-3.4.6-05, 18FB-3.4.6-06, 18FB-2.3-01, 18FB-G-58: by percentage; the initial offering's part to the
/// corp, other corps' to their treasuries, nothing for the pool.
fn share_out(game: &mut Game, company: CompanyId, shared: Money, events: &mut Events) -> Play {
    let name = game.name(company);
    for (holder, percent) in game.table.shares.holders(company) {
        let payee = match holder {
            Holder::Seat(seat) => Account::Seat(seat),
            Holder::Company(owner) => Account::Company(owner),
            Holder::Offering => Account::Company(company),
            Holder::Pool | Holder::Reserved | Holder::Out => continue,
        };
        let amount = shared.percent(percent.into());
        game.table.ledger.pay(Account::Bank, payee, amount, say!("dividend of {name}", name), events)?;
    }
    Ok(())
}

/// 18FB-3.4.7-01, 18FB-2.2.5-04 to 18FB-2.2.5-06: left without a dividend, right if it reaches the price (18FB-G-13). 18FB-3.6.1-28:
/// not left while a lease is paid off.
fn adjust(game: &mut Game, company: CompanyId, shared: Money, events: &mut Events) {
    let all = game.fixed.switches.dividend_against_all_shares;
    let mark = game.price(company) * if all { game.shares_in(100) } else { 1 };
    if shared == Money::ZERO {
        if game.charter(company).leased == 0 {
            game.price_left(company, events);
        }
    } else if shared >= mark && game.field(company).is_some() {
        game.price_right(company, events);
    }
}
