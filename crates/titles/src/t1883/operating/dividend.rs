//! 6.7 What becomes of a run: paid out, withheld, or looted.

use super::{Step, meanwhile};
use crate::t1883::{Game, coop, end, out_of_place};
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use smallvec::{SmallVec, smallvec};

/// The president decides about the run.
pub(super) struct Dividend;

/// 1883-8.1.5-01, 1883-8.1.5-02: before its capitalisation CCFR pays, or is looted; it never withholds.
fn ways(game: &Game, company: CompanyId) -> SmallVec<[Settlement; 3]> {
    match game.is_coop(company) {
        true => smallvec![Settlement::Pay, Settlement::Loot],
        false => smallvec![Settlement::Pay, Settlement::Withhold],
    }
}

impl Decision<Game> for Dividend {
    fn turn(&self, game: &Game) -> Turn {
        meanwhile::turn(game)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Dividend
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let Ok(company) = game.acting() else { return Vec::new() };
        let mut offers =
            vec![Offer::Settle { revenue: game.company_turn().revenue, ways: ways(game, company) }];
        offers.extend(meanwhile::offers(game));
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        if let Some(done) = meanwhile::answer(game, by.seat()?, action, events) {
            return done;
        }
        let company = game.acting()?;
        let Action::Settle { how } = action else {
            return Err(out_of_place(say!("pay out or withhold the run")));
        };
        if !ways(game, company).contains(how) {
            let rule = if game.is_coop(company) { "1883-8.1.5-01" } else { "1883-6.7-10" };
            return Err(Refusal::rule(rule, say!("the run of this corporation cannot be settled so")));
        }
        game.go_to(if company == game.fixed.sarsa { Step::Issue } else { Step::Trains });
        match how {
            Settlement::Pay => pay(game, company, events),
            Settlement::Loot => loot(game, company, events),
            _ => withhold(game, company, events),
        }
    }
}

/// 1883-6.7-10.
fn withhold(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let revenue = game.company_turn().revenue;
    game.pay(Account::Bank, Account::Company(company), revenue, say!("run withheld"), events)?;
    game.price_left(company, events);
    Ok(())
}

/// 1883-6.7-11, 1883-6.7-12: shares in the pool pay the treasury, those in the initial offers nobody.
fn pay(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let revenue = game.company_turn().revenue;
    for seat in game.table.order.clone() {
        let part = revenue.percent(game.held(company, seat).into());
        game.pay(Account::Bank, Account::Seat(seat), part, say!("dividend"), events)?;
    }
    // 1883-8.1.5-04: so do those of CCFR after a loot.
    let pool = revenue.percent(game.percent(company, Holder::Pool).into());
    game.pay(Account::Bank, Account::Company(company), pool, say!("dividend of the pool"), events)?;
    if revenue >= game.price(company) {
        game.price_right(company, events);
    }
    // 1883-9-03, 1883-9-08: the dividend has been paid.
    end::sarsa_at_maximum(game, events);
    Ok(())
}

/// 1883-8.1.5-02, 1883-R-22: the price goes left; the looter takes the whole run and half the new price for their share, which goes to
/// the pool without a further move.
fn loot(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let (seat, revenue) = (game.president_of(company)?, game.company_turn().revenue);
    let name = game.name(company);
    events.push(Event::Said { seat, what: say!("loots {name}", name) });
    game.price_left(company, events);
    game.pay(Account::Bank, Account::Seat(seat), revenue, say!("loot"), events)?;
    let share = game.fixed.figures.share;
    game.table.shares.give_percent(company, share, Holder::Seat(seat), Holder::Pool, events)?;
    let half = game.price(company).percent_up(game.fixed.figures.ccfr.loot_compensation);
    game.pay(Account::Bank, Account::Seat(seat), half, say!("half the price of the share"), events)?;
    // 1883-8.1.5-05: if they were the last holder it is frozen at once.
    coop::freeze_if_forsaken(game, events);
    Ok(())
}
