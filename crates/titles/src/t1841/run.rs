//! §4.3: running trains, revenue and dividend.

use super::areas::Area;
use super::state::Activity;
use super::{Game, Play, operating};
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::event::Event;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;
use smallvec::smallvec;

pub(super) fn asks(game: &mut Game, company: CompanyId) -> Result<bool, Refusal> {
    Ok(!game.company(company).trains.is_empty() && game.route_exists(company))
}

pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let trains = game.company(company).trains.iter().map(|train| game.train_name(*train)).collect();
    vec![Offer::Run { company: game.name(company), trains, must_earn: None }]
}

pub(super) fn play(game: &mut Game, company: CompanyId, action: &Action) -> Play {
    let Action::Run { .. } = action else { return Err(game.wrong("run the trains")) };
    earn(game, company, Money::ZERO);
    Ok(())
}

fn earn(game: &mut Game, company: CompanyId, revenue: Money) {
    game.events.push(Event::Run { company, revenue });
    if let Some(things) = game.company_mut(company) {
        things.last_run = Some(revenue);
    }
    if let Some(turn) = game.op_turn() {
        turn.revenue = revenue;
        turn.activity = Activity::Settle;
    }
}

/// The dividend is a question only if something was earned; else the marker moves left (§3.5.1-06).
pub(super) fn settles(game: &mut Game, company: CompanyId) -> Result<bool, Refusal> {
    let revenue = game.operating().map_or(Money::ZERO, |round| round.turn.revenue);
    if revenue > Money::ZERO {
        return Ok(true);
    }
    game.move_left(company);
    Ok(false)
}

pub(super) fn settle_offers(game: &Game) -> Vec<Offer> {
    let revenue = game.operating().map_or(Money::ZERO, |round| round.turn.revenue);
    vec![Offer::Settle { revenue, ways: smallvec![Settlement::Pay, Settlement::Keep] }]
}

/// §4.3-01: all is paid or all is kept.
pub(super) fn settle(game: &mut Game, company: CompanyId, action: &Action) -> Play {
    let revenue = game.operating().map_or(Money::ZERO, |round| round.turn.revenue);
    match action {
        Action::Settle { how: Settlement::Keep } => {
            game.reach(Area::RunKept);
            game.pay(Account::Bank, Account::Company(company), revenue, "revenue kept")?;
            game.move_left(company);
        }
        Action::Settle { how: Settlement::Pay } => {
            game.reach(Area::RunPaid);
            game.pay_dividend(company, revenue)?;
            if revenue > game.price(company) {
                game.move_right(company);
            }
        }
        _ => return Err(game.wrong("pay the whole dividend or keep it")),
    }
    operating::go_on(game);
    Ok(())
}

impl Game {
    /// §4.3.2-04 to -06: to players and companies by what they hold, to the company for its offering; the
    /// bank keeps what falls to the pool.
    fn pay_dividend(&mut self, company: CompanyId, revenue: Money) -> Play {
        let name = self.name(company);
        let seats = self.t.order.clone().into_iter().map(|seat| (Holder::Seat(seat), Account::Seat(seat)));
        let companies = self.company_ids().map(|other| (Holder::Company(other), Account::Company(other)));
        let own = [(Holder::Offering, Account::Company(company))];
        let payees: Vec<_> = seats.chain(companies).chain(own).collect();
        for (holder, account) in payees {
            let percent = self.t.shares.percent(company, holder);
            if percent > 0 {
                let share = revenue.percent(u32::from(percent));
                self.pay(Account::Bank, account, share, format!("dividend of {name}"))?;
            }
        }
        Ok(())
    }
}
