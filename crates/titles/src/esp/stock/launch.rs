//! §3.2.2 The launch of a major: enough of it is sold, and it gets its capital.

use crate::esp::Game;
use crate::esp::table::{Goals, Status};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CompanyName;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// How much of a company has been sold. 18ESP-G-05: what came with a private counts.
pub(in crate::esp) fn percent_sold(game: &Game, company: CompanyId) -> u8 {
    let left = |holder| game.table.shares.percent(company, holder);
    100 - left(Holder::Offering) - left(Holder::Reserved)
}

impl Game {
    /// How much of a major has to be sold now for its launch, and its capital then, for people.
    pub(crate) fn float(&self, company: CompanyName, par: Money) -> Option<(u8, Money)> {
        let company = self.company_named(company).ok().filter(|company| !self.is_minor(*company))?;
        let state = self.company(company);
        (state.status == Status::Waiting).then(|| (self.phase().launch_percent, par * capital(self)))
    }
}

/// 18ESP-3.2.2-04, 18ESP-3.2.2-07: the capital at launch, in par values.
fn capital(game: &Game) -> i32 {
    let figures = &game.fixed.figures;
    if game.phase().full_capital() { figures.full_capital } else { figures.launch_capital }
}

/// 18ESP-3.2.2-03, 18ESP-3.2.2-04: enough is sold, and the bank pays the capital. 18ESP-3.2.2-06, 18ESP-3.2.2-07: from phase 5
/// on more has to be sold, whenever its director's certificate was, and the capital is the full one.
pub(super) fn review(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let state = game.company(company);
    let Some(par) = state.par.filter(|_| state.status == Status::Waiting) else { return Ok(()) };
    let late = game.phase().full_capital();
    if game.is_minor(company) || percent_sold(game, company) < game.phase().launch_percent {
        return Ok(());
    }
    let factor = capital(game);
    let state = game.company_mut(company);
    state.status = Status::Launched;
    state.full_capital = late;
    if late {
        state.unlock_all();
        state.goals = Goals::all();
    }
    let why = say!("capital: {factor} times the par", factor);
    game.table.ledger.pay(Account::Bank, Account::Company(company), par * factor, why, events)?;
    events.push(Event::Note { text: say!("{company} is launched.", company = game.name(company)) });
    Ok(())
}
