//! 5.3 Purchases from the pool and from initial offers.

use super::{launch, presidency};
use crate::t1883::Game;
use crate::t1883::out_of_place;
use crate::t1883::privates::moment;
use crate::t1883::table::{MergerState, Standing};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use smallvec::smallvec;

/// Whether a player may take one more certificate, worth so much, of a corporation.
fn may_take(game: &Game, seat: SeatId, company: CompanyId, percent: u8) -> Play {
    let name = game.name(company);
    let sold = game.stock()?.sold.contains(&(seat, company));
    require(!sold, "1883-5.3-13", || {
        say!("whoever has sold shares of {name} in this stock round may not buy them in it", name)
    })?;
    let limit = game.fixed.figures.hold_limit;
    require(game.held(company, seat) + percent <= limit, "1883-5.3-14", || {
        say!("nobody may hold more than {limit}% of {name}", limit, name)
    })?;
    // 1883-5.4-05: whoever is above the limit buys nothing either.
    let (own, most) = (game.certificates(seat), game.certificate_limit());
    require(own < most, "1883-5.4-01", || say!("{own} of at most {most} certificates are held", own, most))
}

/// 1883-5.3-02, 1883-5.3-03: what a share costs: the price in the pool, the par in the initial offers.
fn price(game: &Game, company: CompanyId, from: Holder) -> Money {
    match from {
        Holder::Pool => game.price(company),
        _ => game.company(company).par.unwrap_or_default(),
    }
}

fn check(game: &Game, seat: SeatId, company: CompanyId, from: Holder) -> Result<Money, Refusal> {
    let (name, share) = (game.name(company), game.fixed.figures.share);
    require(!game.is_coop(company), "1883-8.1.1-02", || {
        say!("shares of {name} cannot be bought before its capitalisation", name)
    })?;
    require(game.is_open(company), "1883-5.3-04", || {
        say!(
            "shares of {name} cannot be bought while its president's certificate lies in the initial offers",
            name
        )
    })?;
    let there = game.table.shares.ordinary(company, share, from).is_some();
    require(there, "1883-5.3-01", || say!("no share of {name} is there to buy", name))?;
    may_take(game, seat, company, share)?;
    let (price, cash) = (price(game, company, from), game.cash(seat));
    require(price <= cash, "1883-5.3-01", || {
        say!("it costs {price}, and only {cash} is there", price, cash)
    })?;
    Ok(price)
}

/// Whether a corporation can be launched at all. 1883-5.8-05: one that was closed from the next stock round on, and SEFTA
/// only again, as SEFTA (1883-8.3-13). 1883-8.1.8-04: CCFR only where it was frozen when it was capitalised.
fn may_be_launched(game: &Game, company: CompanyId) -> Play {
    let (charter, name) = (game.company(company), game.name(company));
    let formed = company != game.fixed.sefta || game.table.merger == MergerState::Formed;
    let waits = charter.standing == Standing::Waiting && formed && !game.is_coop(company);
    require(waits, "1883-5.3-05", || say!("{name} cannot be launched (again)", name))?;
    let early = charter.closed_in != 0 && charter.closed_in >= game.table.stock_rounds;
    require(!early, "1883-5.8-05", || {
        say!("{name} was closed: it can be launched again from the following stock round on", name)
    })
}

fn check_start(game: &Game, seat: SeatId, company: CompanyId, par: Money) -> Play {
    may_be_launched(game, company)?;
    let known = game.phase().pars.iter().any(|(price, _)| *price == par);
    require(known, "1883-5.3-05", || say!("{par} is no par of this phase", par))?;
    may_take(game, seat, company, game.presidents_percent())?;
    let (price, cash) = (par * game.shares_in(game.presidents_percent()), game.cash(seat));
    require(price <= cash, "1883-5.3-05", || {
        say!("the president's certificate costs {price}, and only {cash} is there", price, cash)
    })
}

/// What a player may buy.
pub(super) fn offers(game: &Game, seat: SeatId) -> Vec<Offer> {
    let percent = game.fixed.figures.share;
    let mut offers = Vec::new();
    for company in game.company_ids() {
        for (from, party) in [(Holder::Offering, Party::Offering), (Holder::Pool, Party::Bank)] {
            if let Ok(price) = check(game, seat, company, from) {
                let (buyer, prices) = (Party::Seat(seat), Prices::fixed(price));
                offers.push(Offer::Buy { buyer, company: game.name(company), percent, from: party, prices });
            }
        }
        if may_be_launched(game, company).is_ok() {
            let twenty = game.presidents_percent();
            let pars = game.phase().pars.iter().map(|(par, _)| *par);
            let pars = pars.filter(|par| check_start(game, seat, company, *par).is_ok());
            let starts: Vec<_> = pars.map(|par| (par, smallvec![twenty])).collect();
            if !starts.is_empty() {
                offers.push(Offer::Start { company: game.name(company), starts });
            }
        }
    }
    offers
}

/// The corporation, the place and the price of a share that may be bought.
fn check_buy(game: &Game, seat: SeatId, action: &Action) -> Result<(CompanyId, Holder, Money), Refusal> {
    let Action::Buy { buyer, company, percent, from, price } = action else {
        return Err(out_of_place(say!("buy a share")));
    };
    let company = game.fixed.parts.company_named(*company)?;
    let holder = match from {
        Party::Offering => Holder::Offering,
        Party::Bank => Holder::Pool,
        _ => {
            return Err(Refusal::rule(
                "1883-5.3-01",
                say!("shares are bought from the pool or the initial offers"),
            ));
        }
    };
    if *buyer != Party::Seat(seat) || *percent != game.fixed.figures.share {
        return Err(Refusal::rule("1883-5.3-01", say!("one share is bought by the player whose turn it is")));
    }
    let own = check(game, seat, company, holder)?;
    require(*price == own, "1883-5.3-02", || say!("the share costs {own}", own))?;
    Ok((company, holder, own))
}

/// The corporation of which a purchase would take the last share of the initial offers.
pub(super) fn last_of_offering(
    game: &Game,
    seat: SeatId,
    action: &Action,
) -> Result<Option<CompanyId>, Refusal> {
    if !matches!(action, Action::Buy { from: Party::Offering, .. }) {
        return Ok(None);
    }
    let (company, ..) = check_buy(game, seat, action)?;
    Ok(moment::takes_the_last(game, company, game.fixed.figures.share).then_some(company))
}

/// 1883-5.3-01: one certificate.
pub(super) fn buy(game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Play {
    let (company, holder, own) = check_buy(game, seat, action)?;
    let percent = game.fixed.figures.share;
    let to = if holder == Holder::Pool { Account::Bank } else { Account::Company(company) };
    game.pay(Account::Seat(seat), to, own, say!("share bought"), events)?;
    game.table.shares.give_percent(company, percent, holder, Holder::Seat(seat), events)?;
    presidency::settle(game, company, seat, events)
}

/// 1883-5.3-05: the president's certificate.
pub(super) fn start(game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Play {
    let Action::Start { company, price, percent } = action else {
        return Err(out_of_place(say!("launch a corporation")));
    };
    let company = game.fixed.parts.company_named(*company)?;
    let twenty = game.presidents_percent();
    require(*percent == twenty, "1883-5.3-05", || {
        say!("a corporation is launched with its {twenty}%", twenty)
    })?;
    check_start(game, seat, company, *price)?;
    launch::launch(game, company, (seat, Account::Seat(seat)), *price, events)
}
