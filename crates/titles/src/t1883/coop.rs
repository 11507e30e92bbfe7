//! 8.1 The co-operative: who leads it, when it is looted and frozen, and how it becomes a railway like the others.

use super::Game;
use super::agenda::{Pending, Procedure};
use super::fixed::Exchange;
use super::table::Standing;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::money::Account;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::train::TrainSpec;
use ferrata_engine::turn::{Author, Draw, DrawKind, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::cmp::Reverse;

pub(super) type Seats = SmallVec<[SeatId; 4]>;

/// Those whose key is the lowest.
fn lowest<K: Ord>(seats: &[SeatId], key: impl Fn(SeatId) -> K) -> Seats {
    let best = seats.iter().map(|seat| key(*seat)).min();
    seats.iter().copied().filter(|seat| best.as_ref() == Some(&key(*seat))).collect()
}

/// How many corporations of some kind a player presides.
fn presidencies(game: &Game, seat: SeatId, counts: impl Fn(CompanyId) -> bool) -> usize {
    let others = game.company_ids().filter(|company| *company != game.fixed.ccfr);
    others.filter(|company| counts(*company) && game.president(*company) == Some(seat)).count()
}

fn trains_of(game: &Game, seat: SeatId, counts: impl Fn(TrainKind) -> bool) -> usize {
    let own = |company: &CompanyId| *company != game.fixed.ccfr && game.president(*company) == Some(seat);
    let trains = game.company_ids().filter(own).flat_map(|company| game.company(company).trains.clone());
    trains.filter(|kind| counts(*kind)).count()
}

/// 1883-8.1.2-01: the most railway presidencies, then certificates (privates count), then cash; else a die.
pub(super) fn first_president(game: &mut Game, events: &mut Events) {
    let order = game.table.order.clone();
    let seats = lowest(&order, |seat| Reverse(presidencies(game, seat, |company| game.is_railway(company))));
    let seats = lowest(&seats, |seat| Reverse(game.certificates(seat)));
    let seats = lowest(&seats, |seat| Reverse(game.cash(seat)));
    match seats.as_slice() {
        [seat] => lead(game, *seat, events),
        _ => game.interrupt(Pending::CoopDie(CoopDie { seats, capitalised: false })),
    }
}

fn lead(game: &mut Game, seat: SeatId, events: &mut Events) {
    game.table.coop.president = Some(seat);
    events.push(Event::Director { company: game.fixed.ccfr, director: Holder::Seat(seat) });
}

/// The players who still hold a share of the co-operative, clockwise after somebody.
fn holders_after(game: &Game, seat: SeatId) -> Seats {
    let ccfr = game.fixed.ccfr;
    game.clockwise_after(seat).into_iter().filter(|seat| game.held(ccfr, *seat) > 0).collect()
}

/// 1883-8.1.2-02, 1883-8.1.5-03: at the end of each operating round the presidency passes on among those who hold a share.
pub(super) fn rotate(game: &mut Game, events: &mut Events) {
    let ccfr = game.fixed.ccfr;
    let Some(president) = game.table.coop.president.filter(|_| game.is_coop(ccfr) && game.is_open(ccfr))
    else {
        return;
    };
    match holders_after(game, president).first() {
        Some(next) if *next != president => lead(game, *next, events),
        _ => {}
    }
}

/// 1883-8.1.6-01: no player holds a share any more. 1883-R-53: one whose marker has come into the CLOSED section closes instead.
pub(super) fn freeze_if_forsaken(game: &mut Game, events: &mut Events) {
    let ccfr = game.fixed.ccfr;
    let held = game.table.order.iter().any(|seat| game.held(ccfr, *seat) > 0);
    if held || game.has_fallen(ccfr) || !game.is_coop(ccfr) || !game.is_open(ccfr) {
        return;
    }
    game.company_mut(ccfr).standing = Standing::Frozen;
    game.table.coop.president = None;
    let name = game.name(ccfr);
    events.push(Event::Note { text: say!("Nobody holds a share of {name}: it is frozen.", name) });
}

/// 1883-6.8-27: whoever leads the co-operative leaves the game.
pub(super) fn leave(game: &mut Game, seat: SeatId, events: &mut Events) {
    if game.table.coop.president == Some(seat) && !game.table.coop.capitalised {
        match holders_after(game, seat).first() {
            Some(next) => lead(game, *next, events),
            None => game.table.coop.president = None,
        }
    }
    freeze_if_forsaken(game, events);
}

/// 1883-8.1.4-02, 1883-8.1.4-03: what it gives up goes to the pool, what it gets comes from the bank.
pub(super) fn exchange(game: &mut Game, for_another: Exchange, events: &mut Events) {
    let ccfr = game.fixed.ccfr;
    let trains = &mut game.company_mut(ccfr).trains;
    if let Some(at) = trains.iter().position(|kind| Some(*kind) == for_another.gives_up) {
        let kind = trains.remove(at);
        game.table.depot.give_back(kind);
        let train = game.fixed.parts.train_name(kind);
        events.push(Event::Train { train, from: Some(ccfr), to: None });
    }
    if game.table.depot.take_new(for_another.gets) {
        game.own_train(ccfr, for_another.gets);
        let train = game.fixed.parts.train_name(for_another.gets);
        events.push(Event::Train { train, from: None, to: Some(ccfr) });
    }
}

/// 1883-8.1.8-01: CCFR is capitalised. 1883-8.1.8-06: in the middle of a round it keeps its place in the order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Capitalisation {}

impl Procedure for Capitalisation {
    fn go_on(&self, game: &mut Game, events: &mut Events) -> Play {
        let ccfr = game.fixed.ccfr;
        if game.table.coop.capitalised {
            return Ok(());
        }
        let name = game.name(ccfr);
        events.push(Event::Note { text: say!("{name} is capitalised.", name) });
        // 1883-8.1.8-07: one 5 and one 4, those of 1883-8.1.4-04.
        exchange(game, game.fixed.capitalised, events);
        let capital = game.fixed.figures.ccfr.capital;
        game.pay(Account::Bank, Account::Company(ccfr), capital, say!("capitalisation"), events)?;
        game.table.coop.capitalised = true;
        game.table.coop.president = None;
        match game.company(ccfr).standing {
            Standing::Frozen => become_waiting(game, events),
            _ => seek_president(game, events),
        }
    }
}

/// 1883-8.1.8-04, 1883-R-42: it was frozen: all certificates lie in its initial offers until somebody launches it.
pub(super) fn become_waiting(game: &mut Game, events: &mut Events) -> Play {
    let ccfr = game.fixed.ccfr;
    for cert in game.table.shares.of(ccfr) {
        game.table.shares.give(cert, Holder::Offering, events)?;
    }
    let charter = game.company_mut(ccfr);
    (charter.standing, charter.closed_in) = (Standing::Waiting, 0);
    Ok(())
}

/// 1883-8.1.8-01, 1883-8.1.8-07: the shares of the initial offers go to the pool, whatever its limit says; no price moves.
fn seek_president(game: &mut Game, events: &mut Events) -> Play {
    let ccfr = game.fixed.ccfr;
    let tens = game.percent(ccfr, Holder::Offering).saturating_sub(game.presidents_percent());
    game.table.shares.give_percent(ccfr, tens, Holder::Offering, Holder::Pool, events)?;
    let seats = candidates(game);
    match seats.as_slice() {
        [seat] => crown(game, *seat, events),
        _ => {
            game.interrupt(Pending::CoopDie(CoopDie { seats, capitalised: true }));
            Ok(())
        }
    }
}

/// 1883-8.1.8-02, 1883-8.1.8-03, 1883-R-23: among those who hold a share the one with the fewest presidencies, and so on.
pub(super) fn candidates(game: &Game) -> Seats {
    let ccfr = game.fixed.ccfr;
    let holders: Seats = game.table.order.iter().copied().filter(|seat| game.held(ccfr, *seat) > 0).collect();
    let permanent = |kind: TrainKind| game.fixed.parts.train_spec(kind).is_some_and(TrainSpec::permanent);
    let railway = |company: CompanyId| game.is_railway(company);
    let seats = lowest(&holders, |seat| presidencies(game, seat, |_| true));
    let seats = lowest(&seats, |seat| presidencies(game, seat, railway));
    let seats = lowest(&seats, |seat| trains_of(game, seat, permanent));
    let seats = lowest(&seats, |seat| trains_of(game, seat, |_| true));
    let seats = lowest(&seats, |seat| game.certificates(seat));
    lowest(&seats, |seat| game.cash(seat))
}

/// The president gives their share for the 20%.
fn crown(game: &mut Game, seat: SeatId, events: &mut Events) -> Play {
    let ccfr = game.fixed.ccfr;
    let share = game.fixed.figures.share;
    game.table.shares.give_percent(ccfr, share, Holder::Seat(seat), Holder::Pool, events)?;
    if let Some(cert) = game.table.shares.director_certificate(ccfr) {
        game.table.shares.give(cert, Holder::Seat(seat), events)?;
    }
    events.push(Event::Director { company: ccfr, director: Holder::Seat(seat) });
    Ok(())
}

/// All else is equal: a die decides who leads CCFR.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CoopDie {
    pub(super) seats: SmallVec<[SeatId; 4]>,
    /// At the capitalisation; else at the end of the first stock round.
    pub(super) capitalised: bool,
}

impl Decision<Game> for CoopDie {
    fn turn(&self, game: &Game) -> Turn {
        let company = game.name(game.fixed.ccfr);
        let kind = DrawKind::Pick { count: 1, of: self.seats.len() as u16 };
        Turn::Chance(Draw { what: say!("who leads {company}", company), kind })
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Draw
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let drawn = action.drawn()?.first().copied().unwrap_or(0);
        let seat = self.seats.get(usize::from(drawn)).or(self.seats.first()).copied();
        game.table.pending.pop();
        match seat {
            Some(seat) if self.capitalised => crown(game, seat, events),
            Some(seat) => {
                lead(game, seat, events);
                Ok(())
            }
            None => Ok(()),
        }
    }
}
