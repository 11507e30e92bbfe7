//! Companies that leave the game: closed ones (3.3, 3.4.11), merged ones (3.6.1), acquired ones (3.6.3).

use super::Game;
use super::states::State;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// 18FB-3.3-18, 18FB-3.4.11-06, 18FB-G-84: a corp closes: its shares leave the game without compensation, its trains go to the pool for
/// sale, its tokens leave the map, its money goes to the bank, stock it owns to the pool (18FB-G-113).
pub(super) fn close(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    events.push(Event::Note { text: say!("{company} is closed.", company = game.name(company)) });
    let money = game.table.ledger.company(company);
    game.table.ledger.pay(
        Account::Company(company),
        Account::Bank,
        money,
        say!("treasury of a closed corp"),
        events,
    )?;
    let charter = game.charter_mut(company)?;
    let (trains, mut leased) = (std::mem::take(&mut charter.trains), std::mem::take(&mut charter.leased));
    let leased_kind = super::phases::leased_kind(game);
    for kind in trains {
        // Leased trains are the bank's.
        if leased > 0 && Some(kind) == leased_kind {
            leased -= 1;
            continue;
        }
        game.table.depot.give_back(kind);
        events.push(Event::Train { train: game.fixed.parts.train_name(kind), from: Some(company), to: None });
    }
    let stock: Vec<_> = game
        .table
        .shares
        .held_by(Holder::Company(company))
        .filter(|(_, cert)| cert.company != company)
        .collect();
    for (cert, _) in stock {
        game.table.shares.give(cert, Holder::Pool, events)?;
    }
    dissolve(game, company, events)
}

/// Charter, certificates, price marker and tokens leave the game (18FB-3.6.1-20, 18FB-3.6.1-35, 18FB-3.6.3-12).
pub(super) fn dissolve(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let certificates: Vec<_> = game.table.shares.of(company).collect();
    for cert in certificates {
        game.table.shares.give(cert, Holder::Out, events)?;
    }
    for token in game.table.board.remove_all(company) {
        events.push(Event::Token { company, hex: token.hex, placed: false });
    }
    game.table.chart.remove(&game.fixed.parts.grid, company, events);
    if game.table.falcon == Some(company) {
        game.table.falcon = None;
    }
    let charter = game.charter_mut(company)?;
    *charter = super::table::Company { state: State::Closed, ..Default::default() };
    Ok(())
}
