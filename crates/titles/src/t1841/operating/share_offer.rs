//! Shares of a new company offered one by one (1841-4.6.8-12-v2, 1841-4.7.6-04, 1841-4.7.6-05, 1841-4.7.6-06).

use crate::t1841::Game;
use ferrata_engine::action::Action;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

const YES: OptionName = OptionName::of("yes");
const NO: OptionName = OptionName::of("no");

/// Whether a holder may buy a share of a company from its initial offering when it is offered.
pub(super) fn can_take(game: &Game, holder: Holder, company: CompanyId) -> bool {
    let unit = game.charter(company).unit;
    let left = game.table.shares.ordinary(company, unit, Holder::Offering).is_some();
    left && game.player_behind(holder).is_some()
        && game.cash(holder) >= game.price(company)
        && game.may_take(holder, company, unit, 1).is_ok()
        && game.may_own(holder, company).is_ok()
}

/// Buys the share that is offered; the money goes to the company.
pub(super) fn take(game: &mut Game, holder: Holder, company: CompanyId, events: &mut Events) -> Play {
    let (unit, price) = (game.charter(company).unit, game.price(company));
    let payer = Game::account(holder).unwrap_or(Account::Bank);
    let why = say!("{unit}% of {company}", unit, company = game.name(company));
    game.table.ledger.pay(payer, Account::Company(company), price, why, events)?;
    game.table.shares.give_percent(company, unit, Holder::Offering, holder, events)?;
    game.check_director(company, events)
}

/// The offer of a share as a question.
pub(super) fn question(game: &Game, company: CompanyId) -> Offer {
    let buy = say!("buy it for {price}", price = game.price(company));
    let about = say!("a share of {company}", company = game.name(company));
    Offer::Choose { about, options: vec![(YES, buy), (NO, say!("do not buy it"))] }
}

/// Whether another round of offers is called for, as a question.
pub(super) fn again(game: &Game, company: CompanyId) -> Offer {
    let about = say!("another round of offers of {company}", company = game.name(company));
    Offer::Choose { about, options: vec![(YES, say!("call for it")), (NO, say!("let it be"))] }
}

/// The answer to a question of yes or no.
pub(super) fn yes_or_no(action: &Action) -> Result<bool, Refusal> {
    match action {
        Action::Choose { option } if *option == YES => Ok(true),
        Action::Choose { option } if *option == NO => Ok(false),
        _ => Err(Refusal::out_of_place(say!("choose yes or no"))),
    }
}
