//! 3.4.4 Secured interest: what the Bourbon government pays while a corp is building.

use super::tiles;
use crate::fb::Game;
use crate::fb::fixed::Power;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::Name;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// 18FB-3.4.4-01, 18FB-3.4.4-06: the band of a corp and what a share gets, whatever its par (18FB-C-09). 18FB-2.7-14: raised by
/// Melisurgo, never above the highest.
pub(in crate::fb) fn band(game: &Game, company: CompanyId) -> Option<(Name, Money)> {
    let concession = game.fixed.concession(game.concession_of(company)?)?;
    let up = game.fixed.political_cards().find_map(|(_, political)| match political.power {
        Power::BandsUp(bands) => Some(bands),
        _ => None,
    });
    let raised = if game.charter(company).raised { up.unwrap_or(0) } else { 0 };
    Some(game.fixed.figures.interest(concession.band.saturating_add(raised)))
}

/// 18FB-3.4.4-03, 18FB-G-44: only if all tile steps were used; else the price moves left (18FB-3.4.4-04, 18FB-2.2.5-13), and
/// never right.
pub(super) fn pay(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let laid = game.operating_mut()?.laid;
    if laid < tiles::steps(game, company) {
        game.price_left(company, events);
        return Ok(());
    }
    let (name, per_share) =
        (game.name(company), band(game, company).map_or(Money::ZERO, |(_, amount)| amount));
    // 18FB-3.4.4-02, 18FB-G-54: players and investing corps, not the corp itself.
    for (holder, percent) in game.table.shares.holders(company) {
        let payee = match holder {
            Holder::Seat(seat) => Account::Seat(seat),
            Holder::Company(other) if other != company => Account::Company(other),
            _ => continue,
        };
        let amount = per_share * game.shares_in(percent);
        game.table.ledger.pay(
            Account::Bank,
            payee,
            amount,
            say!("secured interest of {name}", name),
            events,
        )?;
    }
    if game.fixed.switches.melisurgo_one_payment {
        game.charter_mut(company)?.raised = false;
    }
    Ok(())
}
