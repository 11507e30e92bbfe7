//! Settling the earnings: to the shareholders, and the price rises; or to the treasury, and it stays. A run
//! that earns nothing lets it fall.

use super::Tiny;
use super::operating::Step;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::chart::{Edge, Field, Grid};
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

/// The company pays its shareholders or withholds.
pub(super) struct Dividend;

impl Decision<Tiny> for Dividend {
    fn turn(&self, game: &Tiny) -> Turn {
        game.acting_director()
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::Dividend
    }

    fn offers(&self, game: &Tiny) -> Vec<Offer> {
        let revenue = game.operating().map(|operating| operating.revenue).unwrap_or_default();
        vec![Offer::Settle { revenue, ways: smallvec![Settlement::Pay, Settlement::Withhold] }]
    }

    fn answer(&self, game: &mut Tiny, _: Author, action: &Action, events: &mut Events) -> Play {
        let (company, revenue) = (game.acting()?, game.operating()?.revenue);
        match action {
            Action::Settle { how: Settlement::Pay } => {
                pay(game, company, revenue, events)?;
                shift(game, company, |grid, at| grid.right(at, |_| true, Edge::Stay), events);
            }
            Action::Settle { how: Settlement::Withhold } => {
                let treasury = Account::Company(company);
                game.table.ledger.pay(Account::Bank, treasury, revenue, say!("earnings withheld"), events)?;
            }
            _ => return Err(Refusal::out_of_place(say!("pay the earnings or withhold them"))),
        }
        game.go_on(Step::Trains)
    }
}

/// Nothing was earned: the price falls.
pub(super) fn nothing(game: &mut Tiny, company: CompanyId, events: &mut Events) -> Play {
    shift(game, company, |grid, at| grid.left(at, Edge::Stay), events);
    game.go_on(Step::Trains)
}

/// Players are paid for their shares, the company for those in the pool.
fn pay(game: &mut Tiny, company: CompanyId, revenue: Money, events: &mut Events) -> Play {
    for seat in game.table.order.clone() {
        let percent = game.table.shares.percent(company, Holder::Seat(seat));
        let share = revenue.percent(percent.into());
        game.table.ledger.pay(Account::Bank, Account::Seat(seat), share, say!("dividend"), events)?;
    }
    let share = revenue.percent(game.table.shares.percent(company, Holder::Pool).into());
    game.table.ledger.pay(
        Account::Bank,
        Account::Company(company),
        share,
        say!("dividend of the pool"),
        events,
    )
}

fn shift(game: &mut Tiny, company: CompanyId, to: impl Fn(&Grid, Field) -> Field, events: &mut Events) {
    let grid = &game.fixed.parts.grid;
    if let Some(at) = game.table.chart.field(company) {
        game.table.chart.place(grid, company, to(grid, at), events);
    }
}
