//! Selling shares to the pool: the price falls by one field for each.

use super::{Stock, best_successor, settle_directorship};
use crate::tiny::Tiny;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::chart::Edge;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// Whether the player can sell so much: they have it, the pool has room, and the director's certificate finds
/// somebody to go to if it has to.
fn sellable(game: &Tiny, stock: &Stock, company: CompanyId, percent: u8) -> bool {
    let (shares, seller) = (&game.table.shares, Holder::Seat(stock.asked));
    let room = shares.percent(company, Holder::Pool) + percent <= game.fixed.figures.pool_limit;
    let has = shares.percent(company, seller) >= percent;
    let ordinary = shares.ordinary(company, percent, seller).is_some();
    room && has && percent > 0 && (ordinary || best_successor(game, company, stock.asked).is_some())
}

pub(super) fn offer(game: &Tiny, stock: &Stock, company: CompanyId) -> Option<Offer> {
    let share = game.fixed.figures.share;
    let all = (1..=game.fixed.figures.pool_limit / share).map(|shares| shares * share);
    let percents: smallvec::SmallVec<[u8; 8]> =
        all.filter(|percent| sellable(game, stock, company, *percent)).collect();
    let (seller, name) = (Party::Seat(stock.asked), game.fixed.parts.company_name(company));
    let price = game.price(company);
    (!percents.is_empty()).then_some(Offer::Sell { seller, company: name, percents, price, per: share })
}

pub(super) fn sell(game: &mut Tiny, stock: &mut Stock, action: &Action, events: &mut Events) -> Play {
    let share = game.fixed.figures.share;
    let Action::Sell { seller, company, percent } = action else {
        return Err(Refusal::plain(say!("this sells nothing")));
    };
    let company = game.fixed.parts.company_named(*company)?;
    if *seller != Party::Seat(stock.asked)
        || percent % share != 0
        || !sellable(game, stock, company, *percent)
    {
        return Err(Refusal::plain(say!(
            "the player whose turn it is sells whole shares of their own, and the pool holds up to {limit}%",
            limit = game.fixed.figures.pool_limit
        )));
    }
    let holder = Holder::Seat(stock.asked);
    if game.table.shares.ordinary(company, *percent, holder).is_none()
        && let Some(heir) = best_successor(game, company, stock.asked)
    {
        game.table.shares.swap_director(company, Holder::Seat(heir), events)?;
    }
    let shares = i32::from(percent / share);
    let proceeds = game.price(company) * shares;
    game.table.ledger.pay(
        Account::Bank,
        Account::Seat(stock.asked),
        proceeds,
        say!("shares sold"),
        events,
    )?;
    game.table.shares.give_percent(company, *percent, holder, Holder::Pool, events)?;
    for _ in 0..shares {
        fall(game, company, events);
    }
    stock.sold.push((stock.asked, company));
    settle_directorship(game, company, events)
}

/// The price falls by one field.
fn fall(game: &mut Tiny, company: CompanyId, events: &mut Events) {
    let grid = &game.fixed.parts.grid;
    if let Some(at) = game.table.chart.field(company) {
        game.table.chart.place(grid, company, grid.left(at, Edge::Stay), events);
    }
}
