//! §7 The end of the game and the winner.

use super::Game;
use super::fixed::Class;
use super::table::{Round, Status};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Outcome, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// Nobody decides any more.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Over {}

impl Decision<Game> for Over {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Over(Outcome { reason: say!("the last operating round is over"), standings: standings(game) })
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

pub(super) fn finish(game: &mut Game, events: &mut Events) -> Play {
    game.table.round = Round::Over(Over {});
    events.push(Event::Note { text: say!("The game is over.") });
    Ok(())
}

/// 18ESP-7.1-01: cash, shares at the chart price, frozen minors several times, less debt and interest. While privates are open
/// (never at the end) they count with their face value.
pub(super) fn worth(game: &Game, seat: SeatId) -> Money {
    let held = game.table.shares.held_by(Holder::Seat(seat));
    let value = |company: CompanyId, percent: u8| {
        let price = game.price(company);
        match game.company(company).status {
            Status::Frozen => price * game.fixed.figures.frozen_minor,
            // A minor still in operation is worth its price.
            _ if game.is_minor(company) => price,
            _ => price * game.shares_in(percent),
        }
    };
    let shares: Money = held.map(|(_, cert)| value(cert.company, cert.percent)).sum();
    let own = |private: &usize| game.private_owner(*private) == Holder::Seat(seat);
    let privates: Money = game.private_ids().filter(own).map(|private| game.private(private).price).sum();
    game.table.ledger.seat(seat) + shares + privates - game.owed(seat)
}

/// The North company with the highest price; 18ESP-G-48: the top of the stack among equals.
fn best_north(game: &Game) -> Option<CompanyId> {
    let order = game.table.chart.order(&game.fixed.parts.grid);
    order.into_iter().find(|&company| game.class(company) == Class::North)
}

/// 18ESP-7.1-02: ties: most shares of the best North company, then the lowest order card.
pub(super) fn standings(game: &Game) -> Vec<(SeatId, Money)> {
    let best = best_north(game);
    let north = |seat| best.map_or(0, |company| game.table.shares.percent(company, Holder::Seat(seat)));
    let mut standings: Vec<_> = game.table.order.iter().map(|&seat| (seat, worth(game, seat))).collect();
    standings.sort_by_key(|&(seat, worth)| std::cmp::Reverse((worth, north(seat))));
    standings
}
