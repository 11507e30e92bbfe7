//! Chapter 9: the end of the game, and 1.2 who has won.

use super::Game;
use super::agenda::Round;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Outcome, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// Why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Over {
    /// 1883-9-01, 1883-9-02.
    Bank,
    /// 1883-9-03.
    Maximum,
    /// 1883-9-05.
    Alone,
    /// 1883-R-55.
    Standstill,
}

impl Over {
    pub(super) fn reason(self) -> Text {
        match self {
            Over::Bank => say!("the bank is finished"),
            Over::Maximum => say!("SARSA has reached the maximum of the market"),
            Over::Alone => say!("only one player is left"),
            Over::Standstill => say!("no corporation is in play, and nobody can launch one any more"),
        }
    }
}

impl Decision<Game> for Over {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Over(Outcome { reason: self.reason(), standings: standings(game) })
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

/// The game is over.
pub(super) fn finish(game: &mut Game, why: Over, events: &mut Events) {
    game.table.pending.clear();
    game.table.round = Round::Over(why);
    events.push(Event::Note { text: say!("The game is over: {why}.", why = why.reason()) });
}

/// 1883-9-03, 1883-9-08: SARSA at the maximum ends the game at once; whoever has not operated loses the turn.
pub(super) fn sarsa_at_maximum(game: &mut Game, events: &mut Events) -> bool {
    let sarsa = game.fixed.sarsa;
    let field = game.table.chart.field(sarsa).filter(|_| game.is_open(sarsa));
    let there = field.is_some_and(|field| game.fixed.is_maximum(&game.fixed.parts, field));
    if there {
        finish(game, Over::Maximum, events);
    }
    there
}

/// 1883-R-55: no corporation is in play, no private pays, and nobody has the money to launch one: nothing could ever change.
pub(super) fn stands_still(game: &Game) -> bool {
    let lowest = game.phase().pars.iter().map(|(par, _)| *par).min().unwrap_or_default();
    let least = lowest * game.shares_in(game.presidents_percent());
    game.price_order().is_empty()
        && game.table.privates.iter().all(|holder| *holder == Holder::Out)
        && game.table.order.iter().all(|seat| game.cash(*seat) < least)
}

/// 1883-1.2-01: cash and the price of every share. 1883-R-34: corporations that are not launched are worth nothing.
/// 1883-1.1-02, 1883-R-39: what corporations own counts for nobody, nor do privates.
pub(super) fn worth(game: &Game, seat: SeatId) -> Money {
    let held = game.table.shares.held_by(Holder::Seat(seat));
    let shares: Money = held.map(|(_, cert)| game.price(cert.company) * game.shares_in(cert.percent)).sum();
    game.cash(seat) + shares
}

/// 1883-1.2-02, 1883-9-06: the most wealth wins; equal wealth shares the place (1883-1.2-03). Bankrupt players come last.
pub(super) fn standings(game: &Game) -> Vec<(SeatId, Money)> {
    let seats = (0..game.table.seats.len() as u8).map(SeatId);
    let mut standings: Vec<_> = seats.map(|seat| (seat, worth(game, seat))).collect();
    standings.sort_by_key(|(seat, worth)| (game.seat(*seat).out, std::cmp::Reverse(*worth), *seat));
    standings
}
