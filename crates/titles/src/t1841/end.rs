//! Chapter 5: the end of the game and the accounting.

use super::areas::Area;
use super::emergency::LOAN;
use super::rules::AreasJoined;
use super::state::{Ending, Round, Why};
use super::{Game, Play};
use ferrata_engine::board::{ANY_GAUGE, Terms, Visit};
use ferrata_engine::event::Event;
use ferrata_engine::id::{HexId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::name::OptionName;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::StopKind;
use ferrata_engine::turn::Outcome;

/// The answer yes.
pub(super) const YES: OptionName = OptionName::of("yes");
#[allow(dead_code)] // for offers of shares
/// The answer no.
pub(super) const NO: OptionName = OptionName::of("no");

impl Why {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Why::Price => "a price has reached 516",
            Why::Areas => "all off-board areas are connected",
            Why::Bank => "the bank is dry",
            Why::OnePlayer => "only one player is left",
            Why::Standstill => "nobody can do anything any more",
        }
    }
}

/// The game is over.
pub(super) fn finish(game: &mut Game) -> Play {
    let Some(ending) = game.t.ending else { return Ok(()) };
    game.t.round = Round::Over(ending.why());
    game.t.steps.clear();
    let area = match ending.why() {
        Why::Price => Some(Area::EndPrice),
        Why::Areas => Some(Area::EndAreas),
        Why::Bank => Some(Area::EndBank),
        Why::OnePlayer => Some(Area::EndOnePlayer),
        Why::Standstill => None,
    };
    if let Some(area) = area {
        game.reach(area);
    }
    game.events.push(Event::Note { text: format!("The game is over: {}.", ending.why().words()).into() });
    Ok(())
}

impl Game {
    /// §5-06: cash and certificates at market price, less 500 per re-entry.
    pub fn worth(&self, seat: SeatId) -> Money {
        let player = self.t.players.get(seat.index()).copied().unwrap_or_default();
        let shares = self.t.shares.held_by(Holder::Seat(seat));
        let shares: Money = shares.map(|(_, cert)| self.price_of(cert.company, cert.percent)).sum();
        self.t.ledger.seat(seat) + shares - LOAN * i32::from(player.loans)
    }

    /// How the game ended.
    pub(crate) fn outcome(&self, why: Why) -> Outcome {
        let seats = self.t.order.iter().copied();
        let mut standings: Vec<_> = seats.map(|seat| (seat, self.worth(seat))).collect();
        standings.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
        Outcome { reason: why.words().into(), standings }
    }
}

/// §1.1-02: the third end: every off-board area is joined by usable track to a city.
pub(super) fn check_areas(game: &mut Game) {
    match game.rules().areas_joined {
        AreasJoined::AnyCity => game.t.areas = joined_to_cities(game),
        AreasJoined::ReachedByLayer => game.t.areas |= reached_by_layer(game),
    }
    let all = (1_u16 << game.fixed.geography.areas.len().min(15)) - 1;
    if game.t.areas == all {
        game.trigger(Ending::Turn(Why::Areas));
    }
}

/// G-43: from which areas continuous track leads to a city, tokens ignored.
fn joined_to_cities(game: &Game) -> u16 {
    let from: Vec<(HexId, u8)> = game.cities().collect();
    let terms = Terms { gauges: ANY_GAUGE, borders: 0, visit: |_: &_, _, _| Visit::Through };
    let reach = game.t.board.reach(&from, &terms);
    reached_areas(game, |hex| reach.stops_at(hex) != 0)
}

/// O-13: the areas that the company which laid track reaches.
fn reached_by_layer(game: &Game) -> u16 {
    let laid = game.operating().is_some_and(|round| !round.turn.lays.is_empty());
    let Some(company) = game.acting().filter(|_| laid) else { return 0 };
    let borders = if game.t.phase == 2 { game.t.borders } else { 0 };
    let tokens: Vec<(HexId, u8)> =
        game.t.board.tokens_of(company).map(|token| (token.hex, token.stop)).collect();
    let reach = game.reach_from(company, &tokens, borders);
    reached_areas(game, |hex| reach.stops_at(hex) != 0)
}

fn reached_areas(game: &Game, reached: impl Fn(HexId) -> bool) -> u16 {
    let areas = game.fixed.geography.areas.iter().enumerate();
    let joined = areas.filter(|(_, hexes)| {
        hexes.iter().any(|hex| {
            reached(*hex) && game.t.board.face(*hex).stops.iter().any(|s| s.kind == StopKind::Offboard)
        })
    });
    joined.fold(0, |bits, (at, _)| bits | 1 << at.min(15))
}
