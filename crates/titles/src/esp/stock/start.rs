//! §3.2.1, §3.2.2 Launching a minor, and buying the director's certificate of a major.

use super::{buy, launch, limit};
use crate::esp::Game;
use crate::esp::fixed::Class;
use crate::esp::table::Status;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Arg;
use smallvec::{SmallVec, smallvec};

/// The start prices a company may choose now. 18ESP-3.2.1-01, 18ESP-3.2.2-02: the yellow zone.
pub(in crate::esp) fn prices(game: &Game, company: CompanyId) -> impl Iterator<Item = Money> + '_ {
    // 18ESP-D-06: online North majors start lower at first.
    let limit = game.phase().north_start_limit.filter(|_| game.class(company) == Class::North);
    let within = move |price: &Money| limit.is_none_or(|limit| *price <= limit);
    game.fixed.starts.iter().map(|(price, _)| *price).filter(within)
}

pub(in crate::esp) fn check_price(game: &Game, company: CompanyId, price: Money) -> Play {
    let rule = if game.is_minor(company) { "18ESP-3.2.1-01" } else { "18ESP-3.2.2-02" };
    require(prices(game, company).any(|start| start == price), rule, || {
        let prices: Arg = prices(game, company).collect();
        say!("the start prices of {company} are {prices}", company = game.name(company), prices)
    })
}

/// 18ESP-3.2-02: the first certificate is the director's (the only one of a minor).
pub(in crate::esp) fn check_percent(
    game: &Game,
    company: CompanyId,
    percent: u8,
    rule: &'static str,
) -> Play {
    let whole = game.fixed.role(company).directors_percent;
    require(percent == whole, rule, || say!("the first certificate stands for {whole}%", whole))
}

/// What the director's certificate costs at a start price. 18ESP-3.2.1-02, 18ESP-3.2.2-02.
pub(in crate::esp) fn cost(game: &Game, company: CompanyId, price: Money) -> Money {
    match game.class(company) {
        Class::Minor => price * game.fixed.figures.minor_price,
        _ => price * game.shares_in(game.fixed.role(company).directors_percent),
    }
}

/// The companies that nobody has started yet.
pub(in crate::esp) fn startable(game: &Game) -> impl Iterator<Item = CompanyId> + '_ {
    game.company_ids().filter(|&company| {
        let state = game.company(company);
        state.status == Status::Waiting && state.par.is_none()
    })
}

/// Whether a company of this class can be bought at all in this phase.
fn check_available(game: &Game, company: CompanyId) -> Play {
    let (name, class) = (game.name(company), game.class(company));
    let state = game.company(company);
    require(class != Class::Minor || game.phase().minors, "18ESP-3.2.1-03", || {
        say!("{name} is a minor: none is launched in this phase any more", name)
    })?;
    let open = state.status == Status::Waiting && state.par.is_none();
    require(open, "18ESP-3.2-02", || say!("{name} cannot be started (again)", name))?;
    require(class != Class::South || game.phase().south_majors, "18ESP-3.2.2-01", || {
        say!("{name} is a South major: it cannot be started in this phase yet", name)
    })
}

fn check(game: &Game, seat: SeatId, company: CompanyId, price: Money) -> Play {
    check_available(game, company)?;
    check_price(game, company, price)?;
    buy::check_debt(game, seat)?;
    limit::check_room(game, seat)?;
    let (cost, cash) = (cost(game, company, price), game.table.ledger.seat(seat));
    let rule = if game.is_minor(company) { "18ESP-3.2.1-02" } else { "18ESP-3.2.2-02" };
    require(cost <= cash, rule, || say!("it costs {cost}, and only {cash} is there", cost, cash))
}

pub(super) fn start(
    game: &mut Game,
    seat: SeatId,
    company: CompanyId,
    price: Money,
    percent: u8,
    events: &mut Events,
) -> Play {
    check(game, seat, company, price)?;
    check_percent(game, company, percent, "18ESP-3.2-02")?;
    // 18ESP-3.2.1-02: the money of a minor is its treasury.
    let to = if game.is_minor(company) { Account::Company(company) } else { Account::Bank };
    let why = say!("director's certificate of {company}", company = game.name(company));
    game.table.ledger.pay(Account::Seat(seat), to, cost(game, company, price), why, events)?;
    open(game, seat, company, price, events)
}

/// Hands over the director's certificate and sets the marker.
pub(in crate::esp) fn open(
    game: &mut Game,
    seat: SeatId,
    company: CompanyId,
    price: Money,
    events: &mut Events,
) -> Play {
    if let Some(cert) = game.table.shares.director_certificate(company) {
        game.table.shares.give(cert, Holder::Seat(seat), events)?;
    }
    game.company_mut(company).par = Some(price);
    if let Some((_, field)) = game.fixed.starts.iter().find(|(start, _)| *start == price) {
        game.table.chart.place(&game.fixed.parts.grid, company, *field, events);
    }
    if game.is_minor(company) {
        game.company_mut(company).status = Status::Launched;
    }
    launch::review(game, company, events)
}

pub(super) fn offers(game: &Game, seat: SeatId) -> Vec<Offer> {
    let mut offers = Vec::new();
    for company in startable(game) {
        let may = |price: &Money| check(game, seat, company, *price).is_ok();
        let percents: SmallVec<[u8; 4]> = smallvec![game.fixed.role(company).directors_percent];
        let starts: Vec<_> =
            prices(game, company).filter(may).map(|price| (price, percents.clone())).collect();
        if !starts.is_empty() {
            offers.push(Offer::Start { company: game.name(company), starts });
        }
    }
    offers
}

pub(super) fn can_start_any(game: &Game, seat: SeatId) -> bool {
    let cheapest = |company| prices(game, company).min().unwrap_or(Money(i32::MAX));
    startable(game).any(|company| check(game, seat, company, cheapest(company)).is_ok())
}
