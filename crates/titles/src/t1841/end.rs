//! Chapter 5: the end of the game and the accounting.

use super::Game;
use super::rules::{AreasJoined, BankDry};
use super::table::Round;
use ferrata_engine::action::Action;
use ferrata_engine::board::{ANY_GAUGE, Terms, Visit};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{HexId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::tile::StopKind;
use ferrata_engine::turn::{Author, Outcome, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// 1841-1.1-02: why the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Why {
    /// A marker reached the last field.
    Price,
    /// All off-board areas are connected.
    Areas,
    /// The bank is dry.
    Bank,
    /// 1841-4.5.1-18-v2, G-52: only one player is left.
    OnePlayer,
    /// G-53: nobody can do anything any more.
    Standstill,
}

impl Why {
    fn text(self, game: &Game) -> Text {
        match self {
            Why::Price => say!("a price has reached {price}", price = game.fixed.chart.end.1),
            Why::Areas => say!("all off-board areas are connected"),
            Why::Bank => say!("the bank is dry"),
            Why::OnePlayer => say!("only one player is left"),
            Why::Standstill => say!("nobody can do anything any more"),
        }
    }
}

/// An end that has been triggered and when it takes effect, the earliest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ending {
    /// 1841-5-02: at once.
    Now(Why),
    /// 1841-5-01: when the operating company's turn is over; in a stock round, when that is over.
    Turn(Why),
    /// 1841-5-03, 1841-5-04: when the operating round is over; in a stock round, after it and one more operating round.
    Round(Why),
}

/// Nobody decides any more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Over(pub(crate) Why);

impl Decision<Game> for Over {
    fn turn(&self, game: &Game) -> Turn {
        let seats = game.table.order.iter().copied();
        let mut standings: Vec<_> = seats.map(|seat| (seat, game.worth(seat))).collect();
        standings.sort_by_key(|(_, worth)| Reverse(*worth));
        Turn::Over(Outcome { reason: self.0.text(game), standings })
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Nothing
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, _: &mut Game, _: Author, _: &Action, _: &mut Events) -> Play {
        Err(Refusal::plain(say!("the game is over")))
    }
}

/// Looks after every step whether the bank is dry, and ends the game if it ends at once.
pub(super) fn check(game: &mut Game, events: &mut Events) {
    let bank = game.table.ledger.bank();
    // 1841-5-05: what the bank cannot pay it owes.
    let dry = match game.fixed.rules.bank_dry {
        BankDry::AtZero => bank <= Money::ZERO,
        BankDry::BelowZero => bank < Money::ZERO,
    };
    if dry {
        game.trigger(Ending::Round(Why::Bank));
    }
    if let Some(Ending::Now(_)) = game.table.ending
        && !matches!(game.table.round, Round::Over(_))
    {
        finish(game, events);
    }
}

/// The game is over.
pub(super) fn finish(game: &mut Game, events: &mut Events) {
    let Some(Ending::Now(why) | Ending::Turn(why) | Ending::Round(why)) = game.table.ending else { return };
    game.table.round = Round::Over(Over(why));
    game.table.pending.clear();
    events.push(Event::Note { text: say!("The game is over: {why}.", why = why.text(game)) });
}

/// A game that would go on for ever without anybody deciding is over.
pub(super) fn standstill(game: &mut Game, events: &mut Events) {
    game.table.ending = Some(Ending::Now(Why::Standstill));
    finish(game, events);
}

impl Game {
    /// 1841-5-04-v2: triggers an end, unless an earlier one is triggered already.
    pub(crate) fn trigger(&mut self, ending: Ending) {
        if self.table.ending.is_none_or(|other| ending < other) {
            self.table.ending = Some(ending);
        }
    }

    /// 1841-1.1-03, 1841-5-06: cash and certificates at market price, less what was taken after bankruptcies
    /// (1841-4.5.1-18).
    pub(crate) fn worth(&self, seat: SeatId) -> Money {
        let shares = self.table.shares.held_by(Holder::Seat(seat));
        let shares: Money = shares.map(|(_, cert)| self.price_of(cert.company, cert.percent)).sum();
        self.table.ledger.seat(seat) + shares - self.debt(seat)
    }

    /// What a player owes.
    pub(crate) fn debt(&self, seat: SeatId) -> Money {
        let loans = self.table.players.get(seat.index()).map_or(0, |player| player.loans);
        self.fixed.figures.loan * i32::from(loans)
    }
}

/// 1841-1.1-02: the third end: every off-board area is joined by usable track to a city.
pub(super) fn check_areas(game: &mut Game) {
    match game.fixed.rules.areas_joined {
        AreasJoined::AnyCity => game.table.areas = remembered(game, &[StopKind::City]),
        AreasJoined::AnyTown => game.table.areas = remembered(game, &[StopKind::City, StopKind::Town]),
        AreasJoined::ReachedByLayer => game.table.areas |= reached_by_layer(game),
    }
    let all = (1_u16 << game.fixed.geography.areas.len().min(15)) - 1;
    if game.table.areas == all {
        game.trigger(Ending::Turn(Why::Areas));
    }
}

/// The same areas are joined on the same board.
fn remembered(game: &Game, kinds: &[StopKind]) -> u16 {
    *game.found.areas.get(game.table.board.fingerprint(), || joined_to(game, kinds))
}

/// G-43: from which areas continuous track leads to a stop of these kinds, tokens ignored.
fn joined_to(game: &Game, kinds: &[StopKind]) -> u16 {
    let board = &game.table.board;
    let stops =
        |hex| board.face(hex).stops.iter().enumerate().map(move |(at, stop)| (hex, at as u8, stop.kind));
    let all = board.map().ids().flat_map(stops).filter(|(_, _, kind)| kinds.contains(kind));
    let from: Vec<(HexId, u8)> = all.map(|(hex, stop, _)| (hex, stop)).collect();
    let terms = Terms { gauges: ANY_GAUGE, borders: 0, visit: |_: &_, _, _| Visit::Through };
    let reach = game.table.board.reach(&from, &terms);
    reached_areas(game, |hex| reach.stops_at(hex) != 0)
}

/// O-13: the areas that the company which laid track reaches.
fn reached_by_layer(game: &Game) -> u16 {
    let laid = game.operating().is_ok_and(|operating| !operating.turn.lays.is_empty());
    let Some(company) = game.acting().ok().filter(|_| laid) else { return 0 };
    let borders = if game.phase_facts().stops_at_borders { game.table.borders } else { 0 };
    let tokens: Vec<(HexId, u8)> =
        game.table.board.tokens_of(company).map(|token| (token.hex, token.stop)).collect();
    let reach = game.reach_from(company, &tokens, borders);
    reached_areas(game, |hex| reach.stops_at(hex) != 0)
}

fn reached_areas(game: &Game, reached: impl Fn(HexId) -> bool) -> u16 {
    let areas = game.fixed.geography.areas.iter().enumerate();
    let joined = areas.filter(|(_, hexes)| {
        hexes.iter().any(|hex| {
            reached(*hex) && game.table.board.face(*hex).stops.iter().any(|s| s.kind == StopKind::Offboard)
        })
    });
    joined.fold(0, |bits, (at, _)| bits | 1 << at.min(15))
}
