//! Selling shares to the pool: the price falls by one field for each.

use super::start::SHARE;
use super::{best_successor, settle_directorship};
use crate::tiny::Tiny;
use crate::tiny::state::Stock;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::chart::Edge;
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;

/// Whether the player can sell so much: he has it, the pool has room, and the director's certificate finds
/// somebody to go to if it has to.
fn sellable(game: &Tiny, stock: &Stock, company: CompanyId, percent: u8) -> bool {
    let (shares, seller) = (&game.now.shares, Holder::Seat(stock.asked));
    let room = shares.percent(company, Holder::Pool) + percent <= game.printed.pool_limit;
    let has = shares.percent(company, seller) >= percent;
    let ordinary = shares.ordinary(company, percent, seller).is_some();
    room && has && percent > 0 && (ordinary || best_successor(game, company, stock.asked).is_some())
}

pub(super) fn offer(game: &Tiny, stock: &Stock, company: CompanyId) -> Option<Offer> {
    let all = (1..=game.printed.pool_limit / SHARE).map(|shares| shares * SHARE);
    let percents: smallvec::SmallVec<[u8; 8]> =
        all.filter(|percent| sellable(game, stock, company, *percent)).collect();
    let (seller, name) = (Party::Seat(stock.asked), game.company_name(company));
    let price = game.price(company);
    (!percents.is_empty()).then_some(Offer::Sell { seller, company: name, percents, price, per: SHARE })
}

pub(super) fn apply(
    game: &mut Tiny,
    stock: &mut Stock,
    action: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    let Action::Sell { seller, company, percent } = action else {
        return Err(Refusal::plain("this sells nothing"));
    };
    let company = game.find_company(*company)?;
    if *seller != Party::Seat(stock.asked)
        || percent % SHARE != 0
        || !sellable(game, stock, company, *percent)
    {
        return Err(Refusal::plain(format!(
            "the player whose turn it is sells whole shares that he has, and the pool holds up to {}%",
            game.printed.pool_limit
        )));
    }
    let holder = Holder::Seat(stock.asked);
    if game.now.shares.ordinary(company, *percent, holder).is_none()
        && let Some(heir) = best_successor(game, company, stock.asked)
    {
        game.now.shares.swap_director(company, Holder::Seat(heir), events)?;
    }
    let shares = i32::from(percent / SHARE);
    let proceeds = game.price(company) * shares;
    game.now.ledger.pay(Account::Bank, Account::Seat(stock.asked), proceeds, "shares sold", events)?;
    game.now.shares.give_percent(company, *percent, holder, Holder::Pool, events)?;
    for _ in 0..shares {
        fall(game, company, events);
    }
    stock.sold.push((stock.asked, company));
    settle_directorship(game, company, events)
}

/// The price falls by one field.
fn fall(game: &mut Tiny, company: CompanyId, events: &mut Events) {
    let grid = &game.printed.from.grid;
    if let Some(at) = game.now.chart.field(company) {
        game.now.chart.place(grid, company, grid.left(at, Edge::Stay), events);
    }
}
