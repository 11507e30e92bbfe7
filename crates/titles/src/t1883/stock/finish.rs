//! 5.7 The end of a stock round.

use crate::t1883::end::Over;
use crate::t1883::{Game, coop, end, operating};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::say;

/// 1883-4.1-01: first Priority, then the prices.
pub(super) fn finish(game: &mut Game, events: &mut Events) -> Play {
    // 1883-5.7-01.
    if let Some(last) = game.stock()?.last {
        game.table.priority = game.left_of(last);
    }
    let priority = game.table.priority;
    events.push(Event::Note { text: say!("{priority} has the Priority card.", priority) });
    rise(game, events);
    // 1883-9-04, 1883-9-08.
    if end::sarsa_at_maximum(game, events) {
        return Ok(());
    }
    if end::stands_still(game) {
        end::finish(game, Over::Standstill, events);
        return Ok(());
    }
    operating::schedule(game, events)?;
    if game.table.stock_rounds == 1 {
        // 1883-8.1.2-01: at the end of the first stock round; a die may be needed before the first operating round.
        coop::first_president(game, events);
    }
    Ok(())
}

/// 1883-5.7-02: every corporation whose shares are all in players' hands rises.
fn rise(game: &mut Game, events: &mut Events) {
    let all = |game: &Game, company: CompanyId| {
        let held: u32 = game.table.order.iter().map(|seat| u32::from(game.held(company, *seat))).sum();
        held == game.table.shares.total(company)
    };
    for company in game.price_order() {
        if all(game, company) {
            game.price_up(company, events);
        }
    }
}
