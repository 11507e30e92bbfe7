//! §4.2: laying tokens.

use super::areas::Area;
use super::{Game, Play, operating};
use ferrata_engine::action::Action;
use ferrata_engine::board::Reach;
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::require;
use ferrata_engine::tile::StopKind;

impl Game {
    /// §4.2-03: whether a stop takes tokens at all.
    fn takes_tokens(&self, hex: HexId, stop: u8) -> bool {
        let stop = self.t.board.face(hex).stops.get(stop as usize);
        stop.is_some_and(|stop| matches!(stop.kind, StopKind::City | StopKind::Pass) && stop.slots > 0)
    }

    /// §4.2: whether a token may be laid at a place the company reaches.
    fn may_place(&self, company: CompanyId, reach: &Reach, hex: HexId, stop: u8) -> Play {
        require(self.takes_tokens(hex, stop), "1841-4.2-03", || "tokens go to cities and passes".into())?;
        let reached = reach.has_stop(hex, stop);
        let beyond = !reached && self.reach_of(company, 0).has_stop(hex, stop);
        require(!beyond, "1841-4.2-04", || "no token is laid beyond a border".into())?;
        require(reached, "1841-4.2-03", || {
            "the place is not connected to a base of the company within the borders".into()
        })?;
        require(!self.fixed.geography.never_token.contains(&hex), "1841-4.2-04", || {
            "no token is ever laid beyond the Swiss border".into()
        })?;
        require(!self.t.board.has_token(company, hex), "1841-4.2-08", || {
            "the company has a token on this hex".into()
        })?;
        let free = self.t.board.free_slots(hex, stop);
        require(free > 0, "1841-4.2-03", || "no slot is free there".into())?;
        let kept = self.kept_slots(company, hex, stop);
        require(free > kept, "1841-4.2-07", || "the slot is kept for a company of history".into())
    }

    /// §4.2-07: slots kept for the homes of historical companies not yet in operation (G-49).
    fn kept_slots(&self, company: CompanyId, hex: HexId, stop: u8) -> u8 {
        if self.t.phase >= 4 {
            return 0;
        }
        let waits = |other: &CompanyId| {
            *other != company && self.charter(*other).concession.is_some() && !self.running(*other)
        };
        let mut kept = 0;
        for other in self.company_ids().filter(waits) {
            let here = self.fixed_homes(other).contains(&(hex, stop));
            // §4.2-07-v2: nobody else in Firenze before SFMA has started.
            let firenze = self.rules().firenze_kept && self.fixed.roles.sfma == Some(other);
            kept += if here && firenze { u8::MAX / 2 } else { u8::from(here) };
        }
        kept
    }
}

fn places(game: &Game, company: CompanyId) -> Vec<(HexId, u8)> {
    if game.company(company).tokens == 0 {
        return Vec::new();
    }
    let reach = game.reach_of(company, game.t.borders);
    reach.stops().filter(|(hex, stop)| game.may_place(company, &reach, *hex, *stop).is_ok()).collect()
}

pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    !places(game, company).is_empty()
}

pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "lay no token".into() }];
    let name = game.name(company);
    offers.extend(places(game, company).into_iter().map(|(hex, stop)| Offer::PlaceToken {
        company: name,
        hex: game.hex_name(hex),
        stop,
        cost: Money::ZERO,
        by: None,
    }));
    offers
}

pub(super) fn play(game: &mut Game, company: CompanyId, action: &Action) -> Play {
    match action {
        Action::Pass => {}
        Action::PlaceToken { company: of, hex, stop, by: None } if *of == game.name(company) => {
            let hex = game.find_hex(*hex)?;
            require(game.company(company).tokens > 0, "1841-4.2-02", || {
                "no token is left on the charter".into()
            })?;
            let reach = game.reach_of(company, game.t.borders);
            game.may_place(company, &reach, hex, *stop)?;
            game.reach(if game.is_city(hex, *stop) { Area::TokenLaid } else { Area::PassToken });
            game.t.board.place(company, hex, *stop)?;
            game.events.push(Event::Token { company, hex, placed: true });
            if let Some(things) = game.company_mut(company) {
                things.tokens -= 1;
                things.laid.push(hex);
            }
        }
        _ => return Err(game.wrong("lay a token or pass")),
    }
    operating::go_on(game);
    Ok(())
}
