//! §4.5 Managing the earnings: all paid or all withheld, and the marker moves.

use super::{Step, meanwhile};
use crate::esp::fixed::Class;
use crate::esp::{Game, chart};
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

/// The company pays its shareholders or withholds.
pub(super) struct Dividend;

impl Decision<Game> for Dividend {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_director()
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Dividend
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let ways = smallvec![Settlement::Pay, Settlement::Withhold];
        let settle = Offer::Settle { revenue: game.company_turn().revenue, ways };
        meanwhile::offers(game, |_| vec![settle], None)
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        meanwhile::answer(game, by, action, events, |game, company, events| {
            match action {
                Action::Settle { how: Settlement::Pay } => pay(game, company, events)?,
                Action::Settle { how: Settlement::Withhold } => withhold(game, company, events)?,
                Action::Settle { how: Settlement::Half } => {
                    let because = say!("the whole total is paid or withheld, never half of it");
                    return Err(Refusal::rule("18ESP-4.5-01", because));
                }
                _ => {
                    let because = say!("first the earnings are paid or withheld");
                    return Err(Refusal::rule("18ESP-4-04", because));
                }
            }
            game.go_on(Step::Takeover);
            Ok(())
        })
    }
}

/// Mine and harbour income that is still to be paid.
fn pay_income(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let income = game.company_turn().income;
    game.note_in_turn(|turn| turn.income = Money::ZERO);
    let to = Account::Company(company);
    game.table.ledger.pay(Account::Bank, to, income, say!("mines and harbours"), events)
}

/// To the treasury, and one column left. 18ESP-4.5-06, 18ESP-G-11: a total of 0 counts as withheld.
pub(super) fn withhold(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let revenue = game.company_turn().revenue;
    pay_income(game, company, events)?;
    let to = Account::Company(company);
    game.table.ledger.pay(Account::Bank, to, revenue, say!("earnings withheld"), events)?;
    game.company_mut(company).operated = true;
    let steps = game.fixed.figures.chart_steps.withheld;
    chart::walk_column(game, company, -steps, events);
    Ok(())
}

/// To the shareholders, and one column right.
fn pay(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let revenue = game.company_turn().revenue;
    pay_income(game, company, events)?;
    match game.is_minor(company) {
        true => pay_minor(game, company, revenue, events)?,
        false => pay_shares(game, company, revenue, events)?,
    }
    game.company_mut(company).operated = true;
    // 18ESP-7-04: in the last operating round North majors move several times.
    let last = game.is_last_round() && game.class(company) == Class::North;
    let times = if last { game.fixed.figures.last_round_factor } else { 1 };
    let steps = game.fixed.figures.chart_steps.dividend;
    for _ in 0..times {
        chart::walk_column(game, company, steps, events);
    }
    Ok(())
}

/// 18ESP-4.5-03, 18ESP-G-12: half to the minor's director, half to its treasury.
fn pay_minor(game: &mut Game, minor: CompanyId, revenue: Money, events: &mut Events) -> Play {
    let half = Money(revenue.0 / game.fixed.figures.minor_parts.max(1));
    if let Some(seat) = game.director(minor) {
        let why = say!("half of the earnings");
        game.table.ledger.pay(Account::Bank, Account::Seat(seat), half, why, events)?;
    }
    let (to, why) = (Account::Company(minor), say!("half of the earnings"));
    game.table.ledger.pay(Account::Bank, to, revenue - half, why, events)
}

/// 18ESP-4.5-02: shares in the open market pay into the treasury, unsold and reserved ones nobody.
fn pay_shares(game: &mut Game, company: CompanyId, revenue: Money, events: &mut Events) -> Play {
    let per_share = revenue.percent(game.fixed.figures.share.into());
    for (holder, percent) in game.table.shares.holders(company) {
        let to = match holder {
            Holder::Seat(seat) => Account::Seat(seat),
            Holder::Pool => Account::Company(company),
            _ => continue,
        };
        let due = per_share * game.shares_in(percent);
        game.table.ledger.pay(Account::Bank, to, due, say!("dividend"), events)?;
    }
    Ok(())
}
