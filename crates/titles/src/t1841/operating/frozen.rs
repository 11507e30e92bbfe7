//! Chapter 4.5.1.1: frozen companies, and those that nobody leads because they do.

use crate::t1841::Game;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::say;
use ferrata_engine::shares::{Control, Holder};

/// 1841-4.5.1.1-02, 1841-4.5.1.1-04: in its turn it does nothing, and its marker moves left.
pub(super) fn pass_over(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    sell_out_of_circle(game, company, events)?;
    // G-28: one that only a frozen company leads pays nothing, as any other.
    let fields = if game.frozen(company) { game.fixed.figures.frozen_fields } else { 1 };
    for _ in 0..fields {
        game.move_left(company, events);
    }
    game.set_done(company);
    let acted = game.fixed.rules.as_recorded.frozen_have_acted;
    if let Some(charter) = game.company_mut(company).filter(|_| acted) {
        charter.operated = true;
    }
    Ok(())
}

/// 1841-4.5.1.1-04-v2: a company frozen by circular ownership sells its shares of the circle at full price.
fn sell_out_of_circle(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    if !game.fixed.rules.no_circles || game.table.shares.control(company) != Control::Circle {
        return Ok(());
    }
    let (own, circle) = (Holder::Company(company), game.table.shares.chain_above(company));
    for of in circle.into_iter().filter(|of| *of != company) {
        let held = game.table.shares.percent(of, own);
        let part = held.min(game.partable(own, of));
        if part > 0 {
            game.hand_over(own, of, part, events)?;
            let (proceeds, why) = (game.price_of(of, part), say!("shares of a circle"));
            game.table.ledger.pay(Account::Bank, Account::Company(company), proceeds, why, events)?;
            game.move_down(of, part / game.charter(of).unit, events);
        }
    }
    game.settle_directors(events)
}
