//! 4 Ending the game.

use super::Game;
use super::states::State;
use super::table::Round;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Outcome, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// Why a game ended (18FB-1.1-02).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Why {
    /// 18FB-4-01, 18FB-4-02: the bank is exhausted.
    Bank,
    /// 18FB-4-04: a corp has reached the highest value.
    HighestValue,
    /// 18FB-G-61: all others are bankrupt.
    LastPlayer,
}

impl Why {
    pub(super) fn text(self) -> Text {
        match self {
            Why::Bank => say!("the bank is exhausted"),
            Why::HighestValue => say!("a corporation has reached the highest value"),
            Why::LastPlayer => say!("only one player is left"),
        }
    }
}

/// The game is over.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Over {
    pub(super) why: Why,
}

pub(super) fn finish(game: &mut Game, why: Why, events: &mut Events) {
    events.push(Event::Round { round: say!("The end: {why}", why = why.text()) });
    game.table.pending.clear();
    game.table.round = Round::Over(Over { why });
}

impl Decision<Game> for Over {
    fn turn(&self, game: &Game) -> Turn {
        let mut standings: Vec<_> =
            (0..game.fixed.by_players.count).map(|seat| (SeatId(seat), worth(game, SeatId(seat)))).collect();
        // 18FB-1.1-05, 18FB-4-06, 18FB-G-81: the wealthiest player wins; equal worth is shared.
        standings.sort_by_key(|(seat, worth)| (std::cmp::Reverse(*worth), *seat));
        Turn::Over(Outcome { reason: self.why.text(), standings })
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

/// 18FB-1.1-03, 18FB-1.1-04, 18FB-4-05: stock at its price, regionals at their nominal value, cash; nothing of what corps have. 18FB-G-81: cards,
/// concessions and deposits count nothing.
pub(super) fn worth(game: &Game, seat: SeatId) -> Money {
    let holder = Holder::Seat(seat);
    let stock =
        game.company_ids().map(|company| value(game, company, game.percent(company, holder))).sum::<Money>();
    game.table.ledger.seat(seat) + stock
}

/// What so much of a company counts. 18FB-G-81: stock of an unfloated corp counts nothing.
fn value(game: &Game, company: CompanyId, percent: u8) -> Money {
    match game.fixed.regional(company) {
        _ if percent == 0 => Money::ZERO,
        Some(regional) => regional.nominal,
        None if game.charter(company).state == State::Unfloated => Money::ZERO,
        None => game.price(company) * game.shares_in(percent),
    }
}
