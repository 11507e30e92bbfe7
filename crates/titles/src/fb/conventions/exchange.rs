//! 3.6.1 The formation of a national: its price, the exchange of shares, and everything the merged companies had.

use super::lease;
use crate::fb::states::State;
use crate::fb::stock::presidency;
use crate::fb::{Game, closing, regionals};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// Two companies become a national.
pub(super) fn form(
    game: &mut Game,
    national: CompanyId,
    merged: [CompanyId; 2],
    first: SeatId,
    events: &mut Events,
) -> Play {
    let [one, other] = merged.map(|company| game.name(company));
    let name = game.name(national);
    events.push(Event::Note { text: say!("{one} and {other} merge into {name}.", one, other, name) });
    let may_operate = may_operate_now(game, merged);
    set_price(game, national, merged, events);
    game.charter_mut(national)?.state = State::Definitive;
    exchange_shares(game, national, merged, first, events)?;
    take_over(game, national, merged, events)?;
    replace_tokens(game, national, merged, events)?;
    for company in merged {
        closing::dissolve(game, company, events)?;
    }
    // 18FB-3.6.1-19: an ordinary change of presidency, after everything is distributed.
    presidency::settle(game, national, events)?;
    lease::take(game, national, events)?;
    if !may_operate && let Ok(operating) = game.operating_mut() {
        operating.done.add(national);
    }
    regionals::after_track(game, events)
}

/// 18FB-3.6.1-29, 18FB-G-77: in the OR of its formation only if neither has operated in it; the one that acts has.
fn may_operate_now(game: &Game, merged: [CompanyId; 2]) -> bool {
    let Some(operating) = game.operating() else { return true };
    merged.iter().all(|company| !operating.done.has(*company) && operating.company != Some(*company))
}

/// 18FB-3.6.1-10, 18FB-3.6.1-11: the higher price of the two, underneath the others there; 100 for two unfloated companies.
fn set_price(game: &mut Game, national: CompanyId, merged: [CompanyId; 2], events: &mut Events) {
    let order = game.table.chart.order(&game.fixed.parts.grid);
    let highest = order.into_iter().find(|company| merged.contains(company) && game.floated(*company));
    let field = match highest {
        Some(company) => game.field(company),
        None => game.start_field(game.fixed.figures.national_start),
    };
    if let Some(field) = field {
        game.table.chart.place(&game.fixed.parts.grid, national, field, events);
    }
    let par = game.price(national);
    let steps = game.fixed.national(national).map_or(0, |spec| spec.steps);
    if let Ok(charter) = game.charter_mut(national) {
        // 18FB-3.6.1-30, 18FB-G-78.
        (charter.par, charter.steps) = (Some(par), steps);
    }
}

/// The old shares of somebody, of both companies together (18FB-3.6.1-12).
fn old_shares(game: &Game, merged: [CompanyId; 2], holder: Holder) -> u8 {
    merged.iter().map(|company| game.shares_in(game.percent(*company, holder)) as u8).sum()
}

/// 18FB-3.6.1-13 to 18FB-3.6.1-18, 18FB-3.6.1-34: players from the one whose company began PH6, then corps (18FB-G-73), then
/// the treasury, then the pool; what is left goes to the treasury.
fn exchange_shares(
    game: &mut Game,
    national: CompanyId,
    merged: [CompanyId; 2],
    first: SeatId,
    events: &mut Events,
) -> Play {
    let rate = game.fixed.figures.exchange.max(1);
    let seats: Vec<SeatId> = game.seats_from(first).collect();
    for seat in seats {
        let old = old_shares(game, merged, Holder::Seat(seat));
        give(game, national, old / rate, Holder::Seat(seat), events)?;
        if !old.is_multiple_of(rate) {
            pay_odd(game, national, merged, Holder::Seat(seat), Account::Seat(seat), events)?;
        }
    }
    let investors: Vec<CompanyId> =
        game.corps().filter(|corp| !merged.contains(corp) && *corp != national).collect();
    for corp in investors {
        let old = old_shares(game, merged, Holder::Company(corp));
        give(game, national, old / rate, Holder::Company(corp), events)?;
        if !old.is_multiple_of(rate) {
            pay_odd(game, national, merged, Holder::Company(corp), Account::Company(corp), events)?;
        }
    }
    // 18FB-3.6.1-16, 18FB-G-100: stock of both in their treasuries; an odd share to the pool.
    let treasury: u8 = merged.iter().map(|company| old_shares(game, merged, Holder::Company(*company))).sum();
    give(game, national, treasury / rate, Holder::Company(national), events)?;
    // 18FB-3.6.1-17, 18FB-3.6.1-21: the pool, however much it is; an odd share is discarded.
    let pool = old_shares(game, merged, Holder::Pool) + treasury % rate;
    give(game, national, pool / rate, Holder::Pool, events)?;
    let rest: Vec<_> =
        game.table.shares.of_held_by(national, Holder::Offering).map(|(cert, _)| cert).collect();
    for cert in rest {
        game.table.shares.give(cert, Holder::Company(national), events)?;
    }
    appoint(game, national, first, events)
}

/// 18FB-3.6.1-14, 18FB-G-72: the first player who gets as much takes the president's certificate.
fn give(game: &mut Game, national: CompanyId, shares: u8, to: Holder, events: &mut Events) -> Play {
    let share = game.fixed.figures.share;
    let mut percent = shares.saturating_mul(share);
    let president = game.president_percent(national);
    let waiting = game.table.shares.director(national) == Holder::Offering;
    if matches!(to, Holder::Seat(_)) && waiting && percent >= president {
        if let Some(cert) = game.table.shares.director_certificate(national) {
            game.table.shares.give(cert, to, events)?;
        }
        events.push(Event::Director { company: national, director: to });
        percent -= president;
    }
    // 18FB-G-114: with the president's certificate for nobody there may be too few single shares.
    let singles =
        game.table.shares.of_held_by(national, Holder::Offering).filter(|(_, cert)| !cert.director).count()
            as u8;
    let percent = percent.min(singles.saturating_mul(share));
    game.table.shares.give_percent(national, percent, Holder::Offering, to, events)
}

/// 18FB-3.6.1-15, 18FB-G-73: an odd share of a floated company brings half of the national's price; one of an unfloated company is lost.
fn pay_odd(
    game: &mut Game,
    national: CompanyId,
    merged: [CompanyId; 2],
    holder: Holder,
    account: Account,
    events: &mut Events,
) -> Play {
    let floated = merged.iter().any(|company| game.floated(*company) && game.percent(*company, holder) > 0);
    let amount = game.price(national).percent(game.fixed.figures.odd_share_percent);
    let amount = if floated { amount } else { Money::ZERO };
    game.table.ledger.pay(Account::Bank, account, amount, say!("odd share"), events)
}

/// 18FB-G-72: without a president's certificate in a player's hand, whoever has most shares leads; the exchange order breaks ties.
fn appoint(game: &mut Game, national: CompanyId, first: SeatId, events: &mut Events) -> Play {
    if game.table.shares.director(national) != Holder::Company(national) {
        return Ok(());
    }
    let percent = |seat: SeatId| game.percent(national, Holder::Seat(seat));
    let most = presidency::best(game.seats_from(first).filter(|seat| percent(*seat) > 0), percent);
    game.charter_mut(national)?.caretaker = most;
    if let Some(seat) = most {
        events.push(Event::Director { company: national, director: Holder::Seat(seat) });
    }
    Ok(())
}

/// 18FB-3.6.1-20, 18FB-G-74, 18FB-G-102: money, trains, markers, stock of third companies.
fn take_over(game: &mut Game, national: CompanyId, merged: [CompanyId; 2], events: &mut Events) -> Play {
    for company in merged {
        let money = game.table.ledger.company(company);
        let why = say!("capital of {name}", name = game.name(company));
        game.table.ledger.pay(Account::Company(company), Account::Company(national), money, why, events)?;
        let charter = game.charter_mut(company)?;
        let (trains, markers) = (std::mem::take(&mut charter.trains), std::mem::take(&mut charter.markers));
        let pontecorvo = charter.pontecorvo;
        for kind in &trains {
            let train = game.fixed.parts.train_name(*kind);
            events.push(Event::Train { train, from: Some(company), to: Some(national) });
        }
        let own = game.charter_mut(national)?;
        own.trains.extend(trains);
        own.trains.sort_unstable();
        own.markers = own.markers.saturating_add(markers);
        own.pontecorvo |= pontecorvo;
        // 18FB-G-25: Falcon's bonus follows the tokens.
        if game.table.falcon == Some(company) {
            game.table.falcon = Some(national);
        }
        let stock: Vec<_> = game.table.shares.held_by(Holder::Company(company)).collect();
        for (cert, _) in stock.into_iter().filter(|(_, cert)| !merged.contains(&cert.company)) {
            game.table.shares.give(cert, Holder::Company(national), events)?;
        }
    }
    Ok(())
}

/// 18FB-3.6.1-22, 18FB-G-74: the national's tokens replace those of the two; two in one place become one, and the other slot is free.
fn replace_tokens(game: &mut Game, national: CompanyId, merged: [CompanyId; 2], events: &mut Events) -> Play {
    for company in merged {
        let tokens: Vec<_> = game.table.board.tokens_of(company).collect();
        if tokens.is_empty() {
            lay_home(game, national, company, events)?;
        }
        for token in tokens {
            if game.in_place(national, token.hex) || game.tokens_left(national) == 0 {
                game.table.board.remove(company, token.hex, token.stop);
                events.push(Event::Token { company, hex: token.hex, placed: false });
                continue;
            }
            game.table.board.replace(token, national)?;
            events.push(Event::Token { company: national, hex: token.hex, placed: true });
        }
    }
    Ok(())
}

/// 18FB-G-116: a home token that is not laid yet is printed on the map and is the national's now.
fn lay_home(game: &mut Game, national: CompanyId, company: CompanyId, events: &mut Events) -> Play {
    let Some((hex, printed)) = game.main_line(company).map(|line| line.home) else { return Ok(()) };
    let stop = game.stop_now(hex, printed);
    let open = game.slot_open(company, hex, stop) && !game.in_place(national, hex);
    if open && game.tokens_left(national) > 0 { game.put_token(national, hex, stop, events) } else { Ok(()) }
}
