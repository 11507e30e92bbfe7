//! Settling the earnings: to the shareholders, and the price rises; or to the treasury, and it stays. A run
//! that earns nothing lets it fall.

use super::operating::go_on;
use super::state::{OpStep, Operating};
use super::{Tiny, out_of_place};
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::chart::{Edge, Field, Grid};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;
use smallvec::smallvec;

pub(super) fn offers(revenue: Money) -> Vec<Offer> {
    vec![Offer::Settle { revenue, ways: smallvec![Settlement::Pay, Settlement::Keep] }]
}

pub(super) fn apply(
    game: &mut Tiny,
    operating: Operating,
    revenue: Money,
    action: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    let company = operating.company;
    match action {
        Action::Settle { how: Settlement::Pay } => {
            pay(game, company, revenue, events)?;
            shift(game, company, |grid, at| grid.right(at, |_| true, Edge::Stay), events);
        }
        Action::Settle { how: Settlement::Keep } => {
            game.now.ledger.pay(
                Account::Bank,
                Account::Company(company),
                revenue,
                "earnings kept",
                events,
            )?;
        }
        _ => return Err(out_of_place("pay the earnings or keep them")),
    }
    go_on(game, operating, OpStep::Trains)
}

/// Nothing was earned: the price falls.
pub(super) fn keep_nothing(
    game: &mut Tiny,
    operating: Operating,
    events: &mut Events,
) -> Result<(), Refusal> {
    shift(game, operating.company, |grid, at| grid.left(at, Edge::Stay), events);
    go_on(game, operating, OpStep::Trains)
}

/// Players are paid for their shares, the company for those in the pool.
fn pay(game: &mut Tiny, company: CompanyId, revenue: Money, events: &mut Events) -> Result<(), Refusal> {
    for seat in game.now.order.clone() {
        let percent = game.now.shares.percent(company, Holder::Seat(seat));
        let share = revenue.percent(percent.into());
        game.now.ledger.pay(Account::Bank, Account::Seat(seat), share, "dividend", events)?;
    }
    let share = revenue.percent(game.now.shares.percent(company, Holder::Pool).into());
    game.now.ledger.pay(Account::Bank, Account::Company(company), share, "dividend of the pool", events)
}

fn shift(game: &mut Tiny, company: CompanyId, to: impl Fn(&Grid, Field) -> Field, events: &mut Events) {
    let grid = &game.printed.from.grid;
    if let Some(at) = game.now.chart.field(company) {
        game.now.chart.place(grid, company, to(grid, at), events);
    }
}
