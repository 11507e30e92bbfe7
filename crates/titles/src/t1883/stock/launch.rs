//! 5.3.2 Launching a corporation.

use crate::t1883::Game;
use crate::t1883::concessions;
use crate::t1883::table::Standing;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// 1883-5.3-05, 1883-5.3-06, 1883-5.3-08: the president's certificate goes to a player, twice the par to the treasury; the
/// corporation is afloat at once. 1883-3.2-15: for FSF the bank pays.
pub(in crate::t1883) fn launch(
    game: &mut Game,
    company: CompanyId,
    (seat, payer): (SeatId, Account),
    par: Money,
    events: &mut Events,
) -> Play {
    let (name, treasury) = (game.name(company), Account::Company(company));
    if let Some(cert) = game.table.shares.director_certificate(company) {
        game.table.shares.give(cert, Holder::Seat(seat), events)?;
    }
    events.push(Event::Director { company, director: Holder::Seat(seat) });
    let twice = par * game.shares_in(game.presidents_percent());
    game.pay(payer, treasury, twice, say!("{name} is launched", name), events)?;
    // 1883-5.3-07: for shares that players got with privates the bank pays.
    let given: u8 = game.table.order.iter().map(|seat| game.held(company, *seat)).sum();
    let given = game.shares_in(given - game.presidents_percent().min(given));
    game.pay(Account::Bank, treasury, par * given, say!("shares given by privates"), events)?;
    if let Some(field) = game.fixed.par_box(par) {
        game.table.chart.place(&game.fixed.parts.grid, company, field, events);
    }
    let round = game.table.stock_rounds;
    let charter = game.company_mut(company);
    charter.standing = Standing::Open;
    charter.par = Some(par);
    charter.launched_in = round;
    (charter.first_operated, charter.last_operated, charter.concession_in) = (0, 0, 0);
    place_homes(game, company, events)?;
    concessions::check_all(game, events)
}

/// 1883-6.5-03: a free token on each starting city. Slots are kept free (1883-6.5-06); where bombs have left none, it lies
/// beside them (1883-11-13c).
pub(in crate::t1883) fn place_homes(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let homes = game.fixed.parts.company_spec(company).map(|spec| spec.homes.clone()).unwrap_or_default();
    for home in homes {
        let stop = home.stop.unwrap_or(0);
        if game.company(company).tokens == 0 || game.table.board.has_token(company, home.hex) {
            continue;
        }
        match game.table.board.free_slot(home.hex, stop) {
            Some(_) => game.table.board.place(company, home.hex, stop)?,
            None => game.table.board.place_extra(company, home.hex, stop)?,
        }
        game.company_mut(company).tokens -= 1;
        events.push(Event::Token { company, hex: home.hex, placed: true });
    }
    Ok(())
}
