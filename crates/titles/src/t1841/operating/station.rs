//! Chapter 4.2: laying tokens.

use super::go_on;
use crate::t1841::Game;
use crate::t1841::table::Standing;
use ferrata_engine::action::Action;
use ferrata_engine::board::Reach;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::tile::StopKind;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// 1841-4.2-02: the company may lay one token from its charter, free of charge.
pub(super) struct Station;

impl Decision<Game> for Station {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.acting_seat())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Station
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = vec![Offer::Pass { means: say!("lay no token") }];
        let Ok(company) = game.acting() else { return offers };
        let name = game.name(company);
        offers.extend(places(game, company).into_iter().map(|(hex, stop)| {
            let (hex, cost) = (game.hex_name(hex), Money::ZERO);
            Offer::PlaceToken { company: name, hex, stop, cost, by: None }
        }));
        offers
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let company = game.acting()?;
        match action {
            Action::Pass => {}
            Action::PlaceToken { company: of, hex, stop, by: None } if *of == game.name(company) => {
                let hex = game.fixed.parts.hex_named(*hex)?;
                let left = game.company(company).tokens > 0;
                require(left, "1841-4.2-02", || say!("no token is left on the charter"))?;
                let reach = game.reach_from(company, &game.stations(company), game.table.borders);
                game.may_place(company, &reach, hex, *stop)?;
                game.table.board.place(company, hex, *stop)?;
                events.push(Event::Token { company, hex, placed: true });
                if let Some(charter) = game.company_mut(company) {
                    charter.tokens -= 1;
                    charter.laid.push(hex);
                }
            }
            _ => return Err(Refusal::out_of_place(say!("lay a token or pass"))),
        }
        go_on(game, events);
        Ok(())
    }
}

impl Game {
    /// 1841-4.2-03: whether a stop takes tokens at all.
    fn takes_tokens(&self, hex: HexId, stop: u8) -> bool {
        let stop = self.table.board.face(hex).stops.get(stop as usize);
        stop.is_some_and(|stop| matches!(stop.kind, StopKind::City | StopKind::Pass) && stop.slots > 0)
    }

    /// Whether a token may be laid at a place the company reaches.
    fn may_place(&self, company: CompanyId, reach: &Reach, hex: HexId, stop: u8) -> Play {
        require(self.takes_tokens(hex, stop), "1841-4.2-03", || say!("tokens go to cities and passes"))?;
        let reached = reach.has_stop(hex, stop);
        let anywhere = || self.reach_from(company, &self.stations(company), 0);
        let beyond = !reached && anywhere().has_stop(hex, stop);
        require(!beyond, "1841-4.2-04", || say!("no token is laid beyond a border"))?;
        require(reached, "1841-4.2-03", || {
            say!("the place is not connected to a base of the company within the borders")
        })?;
        require(!self.fixed.geography.never_token.contains(&hex), "1841-4.2-04", || {
            say!("no token is ever laid beyond the Swiss border")
        })?;
        require(!self.table.board.has_token(company, hex), "1841-4.2-08", || {
            say!("the company has a token on this hex")
        })?;
        let free = self.table.board.free_slots(hex, stop);
        require(free > 0, "1841-4.2-03", || say!("no slot is free there"))?;
        let kept = self.kept_slots(company, hex, stop);
        require(free > kept, "1841-4.2-07", || say!("the slot is kept for a company of history"))
    }

    /// 1841-4.2-07, 1841-4.2-07-v2: slots kept for the homes of historical companies not yet in operation (G-49).
    fn kept_slots(&self, company: CompanyId, hex: HexId, stop: u8) -> u8 {
        if !self.phase_facts().homes_kept {
            return 0;
        }
        let waits = |other: &CompanyId| {
            let waiting = self.company(*other).standing == Standing::Waiting;
            *other != company && self.charter(*other).concession.is_some() && waiting
        };
        let mut kept = 0;
        for other in self.company_ids().filter(waits) {
            let here = self.fixed_homes(other).contains(&(hex, stop));
            // Nobody else in Firenze before SFMA has started.
            let firenze = self.fixed.rules.firenze_kept && self.fixed.roles.maria_antonia == Some(other);
            kept += if here && firenze { u8::MAX / 2 } else { u8::from(here) };
        }
        kept
    }
}

/// Where the company may lay a token.
fn places(game: &Game, company: CompanyId) -> Vec<(HexId, u8)> {
    if game.company(company).tokens == 0 {
        return Vec::new();
    }
    let reach = game.reach_from(company, &game.stations(company), game.table.borders);
    reach.stops().filter(|(hex, stop)| game.may_place(company, &reach, *hex, *stop).is_ok()).collect()
}

/// Whether there is a place for a token.
pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    !places(game, company).is_empty()
}
