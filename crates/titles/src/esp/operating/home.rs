//! §4.3 The home token: placed free when a company first operates.

use crate::esp::table::{HomeToken, Pending};
use crate::esp::{Game, goals};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// 18ESP-4.3-07: in which circle of a double city does a home token go?
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct Circle {
    /// Whose token.
    pub(in crate::esp) company: CompanyId,
    /// Where.
    pub(in crate::esp) hex: HexId,
    /// Who decides.
    pub(in crate::esp) seat: SeatId,
}

impl Decision<Game> for Circle {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Home
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let stops = game.table.board.face(self.hex).stops.len() as u8;
        let free = (0..stops).filter(|&stop| game.table.board.free_slot(self.hex, stop).is_some());
        let (company, hex) = (game.name(self.company), game.hex_name(self.hex));
        free.map(|stop| Offer::PlaceToken { company, hex, stop, cost: Money::ZERO, by: None }).collect()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let (company, at) = (self.company, self.hex);
        let Action::PlaceToken { company: whose, hex, stop, by: None } = *action else {
            let because = say!(
                "first the token of {company} is placed in one of the circles",
                company = game.name(company)
            );
            return Err(Refusal::rule("18ESP-4.3-07", because));
        };
        let here = game.company_named(whose)? == company && game.fixed.parts.hex_named(hex)? == at;
        require(here, "18ESP-4.3-07", || {
            say!("the token of {company} is placed now", company = game.name(company))
        })?;
        let free = game.table.board.free_slot(at, stop).is_some();
        require(free, "18ESP-4.3-07", || say!("this circle is not free"))?;
        game.table.pending.pop();
        if game.fixed.role(company).home == at && game.company(company).home != HomeToken::Placed {
            put(game, company, at, stop, events)?;
        } else {
            game.table.board.place(company, at, stop)?;
            events.push(Event::Token { company, hex: at, placed: true });
        }
        match game.acting() == Ok(company) {
            true => goals::review_destination(game, company, events),
            false => Ok(()),
        }
    }
}

/// 18ESP-4.3-01: places the home token of a company that begins to operate, or asks where.
pub(super) fn place(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    if game.company(company).home != HomeToken::Charter {
        return Ok(());
    }
    let hex = game.fixed.role(company).home;
    match only_circle(game, company, hex) {
        Some(stop) => put(game, company, hex, stop, events),
        None if game.table.board.laid(hex).is_none() => {
            // 18ESP-4.3-07: without a tile on a double city the token waits on the hex.
            game.company_mut(company).home = HomeToken::Waiting;
            events.push(Event::Token { company, hex, placed: true });
            Ok(())
        }
        None => {
            ask(game, company, hex, company);
            Ok(())
        }
    }
}

/// Asks the director of a company for a circle.
pub(super) fn ask(game: &mut Game, company: CompanyId, hex: HexId, chooser: CompanyId) {
    let seat = game.director(chooser).unwrap_or(SeatId(0));
    game.table.pending.push(Pending::Circle(Circle { company, hex, seat }));
}

/// The circle for a home token where there is no choice.
fn only_circle(game: &Game, company: CompanyId, hex: HexId) -> Option<u8> {
    let stops = game.table.board.face(hex).stops.len();
    game.company(company).home_stop.or((stops == 1).then_some(0))
}

pub(in crate::esp) fn put(
    game: &mut Game,
    company: CompanyId,
    hex: HexId,
    stop: u8,
    events: &mut Events,
) -> Play {
    let partner = game.partner(company);
    let board = &mut game.table.board;
    let partner =
        partner.and_then(|other| board.tokens_of(other).find(|token| token.hex == hex && token.stop == stop));
    let free = board.free_slot(hex, stop).is_some();
    match partner {
        // 18ESP-4.3-08, 18ESP-G-43: MZ and MZA share one circle of Madrid; online only if there is no other (18ESP-D-17).
        Some(token) if game.fixed.switches.shared_circle_always || !free => board.stack(company, token)?,
        _ if free => board.place(company, hex, stop)?,
        _ => board.place_extra(company, hex, stop)?,
    }
    game.company_mut(company).home = HomeToken::Placed;
    events.push(Event::Token { company, hex, placed: true });
    Ok(())
}

/// A tile was laid on a double city where home tokens wait: they are placed now.
pub(super) fn place_waiting(game: &mut Game, hex: HexId, by: CompanyId, events: &mut Events) {
    let waits = |company: &CompanyId| {
        let state = game.company(*company);
        let home = game.fixed.role(*company).home == hex && state.home == HomeToken::Waiting;
        home || state.waiting_at == Some(hex)
    };
    let waiting: Vec<_> = game.company_ids().filter(waits).collect();
    for company in waiting {
        let state = game.company_mut(company);
        if state.waiting_at.take().is_none() {
            state.home = HomeToken::Charter;
        }
        events.push(Event::Token { company, hex, placed: false });
        // 18ESP-4.3-07: its director has the first choice; online whoever laid the tile chooses (18ESP-D-17).
        let chooser = if game.fixed.switches.layer_places_waiting_home { by } else { company };
        ask(game, company, hex, chooser);
    }
}
