//! 3.6.1 Leased trains: a national without enough trains gets some from the bank, and pays them as soon as it can.

use crate::fb::operating::earnings;
use crate::fb::operating::trains::face_value;
use crate::fb::{Game, phases};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::say;

/// 18FB-3.6.1-23, 18FB-3.6.1-24, 18FB-G-75: until coverage reaches traffic, at least one train; in 2006 one train if there is none.
fn lacks_train(game: &Game, national: CompanyId) -> bool {
    if game.charter(national).trains.is_empty() {
        return true;
    }
    if game.fixed.switches.lease_one_train {
        return false;
    }
    let (x, y) = earnings::capacity(game, national);
    let tokens = game.table.board.tokens_of(national).count() as u32;
    let markers = u32::from(game.charter(national).markers);
    x < tokens || (game.fixed.switches.coverage_with_markers && x + y < tokens + markers)
}

/// Takes as many leased trains as needed.
pub(super) fn take(game: &mut Game, national: CompanyId, events: &mut Events) -> Play {
    let Some(kind) = phases::leased_kind(game) else { return Ok(()) };
    while lacks_train(game, national) && game.charter(national).leased < u8::MAX {
        let charter = game.charter_mut(national)?;
        charter.trains.push(kind);
        charter.trains.sort_unstable();
        charter.leased += 1;
        let (train, national) = (game.fixed.parts.train_name(kind), game.name(national));
        events.push(Event::Note { text: say!("{national} leases a {train}-train.", national, train) });
    }
    Ok(())
}

/// 18FB-3.6.1-25, 18FB-3.6.1-27, 18FB-G-76: as soon as the treasury holds the price of a leased train, it is paid in full.
/// True if one was paid. 18FB-3.6.1-26: all are of one kind, so there is no order to choose.
pub(in crate::fb) fn pay(
    game: &mut Game,
    events: &mut Events,
) -> Result<bool, ferrata_engine::refusal::Refusal> {
    let Some(kind) = phases::leased_kind(game) else { return Ok(false) };
    let price = face_value(game, kind);
    let able = |company: &CompanyId| {
        game.charter(*company).leased > 0 && game.table.ledger.company(*company) >= price
    };
    let Some(company) = game.corps().find(able) else { return Ok(false) };
    let train = game.fixed.parts.train_name(kind);
    let why = say!("leased train {train}", train);
    game.table.ledger.pay(Account::Company(company), Account::Bank, price, why, events)?;
    game.charter_mut(company)?.leased -= 1;
    Ok(true)
}
