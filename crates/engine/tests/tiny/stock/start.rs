//! Starting a company: the director's certificate at a start price of the player's choice.

use super::Stock;
use crate::tiny::Tiny;
use ferrata_engine::chart::Field;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use smallvec::smallvec;

fn directors_percent(game: &Tiny, company: CompanyId) -> u8 {
    let cert = game.table.shares.director_certificate(company);
    cert.and_then(|cert| game.table.shares.certificate(cert)).map_or(0, |cert| cert.percent)
}

fn cost(game: &Tiny, company: CompanyId, price: Money) -> Money {
    price * i32::from(directors_percent(game, company) / game.fixed.figures.share)
}

/// The start fields the player can pay.
fn fields(game: &Tiny, stock: &Stock, company: CompanyId) -> Vec<(Field, Money)> {
    let (grid, cash) = (&game.fixed.parts.grid, game.table.ledger.seat(stock.asked));
    let fields = grid.flagged('s').map(|field| (field, grid.price(field)));
    fields.filter(|(_, price)| cost(game, company, *price) <= cash).collect()
}

pub(super) fn offer(game: &Tiny, stock: &Stock, company: CompanyId) -> Option<Offer> {
    let percent = directors_percent(game, company);
    let fields = fields(game, stock, company);
    let starts: Vec<_> = fields.into_iter().map(|(_, price)| (price, smallvec![percent])).collect();
    let company_name = game.fixed.parts.company_name(company);
    let open = !game.started(company) && !starts.is_empty();
    open.then_some(Offer::Start { company: company_name, starts })
}

pub(super) fn start(
    game: &mut Tiny,
    stock: &Stock,
    company: CompanyId,
    price: Money,
    percent: u8,
    events: &mut Events,
) -> Play {
    let field = fields(game, stock, company).into_iter().find(|(_, at)| *at == price).map(|(field, _)| field);
    let (Some(field), false) = (field, game.started(company)) else {
        return Err(Refusal::plain(say!(
            "a company is started once, at a start price that the player can pay"
        )));
    };
    if percent != directors_percent(game, company) {
        return Err(Refusal::plain(say!("a company is started with its director's certificate alone")));
    }
    let seat = stock.asked;
    let cost = cost(game, company, price);
    game.table.ledger.pay(
        Account::Seat(seat),
        Account::Company(company),
        cost,
        say!("director's certificate"),
        events,
    )?;
    if let Some(cert) = game.table.shares.director_certificate(company) {
        game.table.shares.give(cert, Holder::Seat(seat), events)?;
    }
    events.push(Event::Director { company, director: Holder::Seat(seat) });
    game.table.chart.place(&game.fixed.parts.grid, company, field, events);
    if let Some(charter) = game.company_mut(company) {
        charter.start_price = Some(price);
    }
    place_home(game, company, events)
}

fn place_home(game: &mut Tiny, company: CompanyId, events: &mut Events) -> Play {
    let spec = game.fixed.parts.company_spec(company);
    let homes = spec.map(|spec| spec.homes.clone()).unwrap_or_default();
    for home in homes {
        game.table.board.place(company, home.hex, home.stop.unwrap_or(0))?;
        if let Some(charter) = game.company_mut(company) {
            charter.tokens = charter.tokens.saturating_sub(1);
        }
        events.push(Event::Token { company, hex: home.hex, placed: true });
    }
    Ok(())
}
