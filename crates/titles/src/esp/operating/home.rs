//! §4.3 The home token: placed free when a company first operates.

use crate::esp::Esp;
use crate::esp::state::{HomeToken, Question};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};

impl Esp {
    /// Places the home token of a company that begins to operate, or asks where.
    pub(super) fn place_home(&mut self, company: CompanyId, ev: &mut Events) -> Result<(), Refusal> {
        if self.company(company).home != HomeToken::Charter {
            return Ok(());
        }
        let hex = self.game.role(company).home;
        match self.home_circle(company, hex) {
            Some(stop) => self.put_home(company, hex, stop, ev),
            None if self.s.board.laid(hex).is_none() => {
                // 18ESP §4.3: without a tile on a double city the token waits on the hex.
                self.company_mut(company).home = HomeToken::Waiting;
                ev.push(Event::Token { company, hex, placed: true });
                Ok(())
            }
            None => {
                let seat = self.director(company).unwrap_or(SeatId(0));
                self.s.asked.push(Question::Circle { company, hex, seat });
                Ok(())
            }
        }
    }

    /// The circle for a home token where there is no choice.
    fn home_circle(&self, company: CompanyId, hex: HexId) -> Option<u8> {
        let stops = self.s.board.face(hex).stops.len();
        self.company(company).home_stop.or((stops == 1).then_some(0))
    }

    pub(in crate::esp) fn put_home(
        &mut self,
        company: CompanyId,
        hex: HexId,
        stop: u8,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let partner = self.partner(company);
        let partner = partner.and_then(|other| {
            self.s.board.tokens_of(other).find(|token| token.hex == hex && token.stop == stop)
        });
        let free = self.s.board.free_slot(hex, stop).is_some();
        match partner {
            // 18ESP §4.3: MZ and MZA share one circle of Madrid.
            Some(token) if self.game.rules.mza_always_stacked || !free => {
                self.s.board.stack(company, token)?
            }
            _ if free => self.s.board.place(company, hex, stop)?,
            _ => self.s.board.place_extra(company, hex, stop)?,
        }
        self.company_mut(company).home = HomeToken::Placed;
        ev.push(Event::Token { company, hex, placed: true });
        Ok(())
    }

    /// A tile was laid on a double city where home tokens wait: they are placed now.
    pub(super) fn place_waiting_homes(&mut self, hex: HexId, by: CompanyId, ev: &mut Events) {
        let waiting: Vec<_> = self
            .all_companies()
            .filter(|&company| {
                let state = self.company(company);
                let home = self.game.role(company).home == hex && state.home == HomeToken::Waiting;
                home || state.waiting_at == Some(hex)
            })
            .collect();
        for company in waiting {
            let state = self.company_mut(company);
            if state.waiting_at.take().is_none() {
                state.home = HomeToken::Charter;
            }
            ev.push(Event::Token { company, hex, placed: false });
            // 18ESP §4.3: its director has the first choice; online whoever laid the tile chooses.
            let chooser = if self.game.rules.layer_places_waiting_home { by } else { company };
            let seat = self.director(chooser).unwrap_or(SeatId(0));
            self.s.asked.push(Question::Circle { company, hex, seat });
        }
    }

    pub(in crate::esp) fn circle_offers(&self, company: CompanyId, hex: HexId) -> Vec<Offer> {
        let stops = self.s.board.face(hex).stops.len() as u8;
        let free = (0..stops).filter(|&stop| self.s.board.free_slot(hex, stop).is_some());
        let (company, hex) = (self.name(company), self.hex_name(hex));
        free.map(|stop| Offer::PlaceToken { company, hex, stop, cost: Money::ZERO, by: None }).collect()
    }

    pub(in crate::esp) fn play_circle(
        &mut self,
        company: CompanyId,
        at: HexId,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let Action::PlaceToken { company: whose, hex, stop, by: None } = *action else {
            return Err(Refusal::rule(
                "18ESP-4.3-07",
                "first the home token is placed in one of the circles",
            ));
        };
        let here = self.company_named(whose)? == company && self.hex_named(hex)? == at;
        require(here, "18ESP-4.3-07", || format!("the home token of {} is placed now", self.name(company)))?;
        let free = self.s.board.free_slot(at, stop).is_some();
        require(free, "18ESP-4.3-07", || "this circle is not free".into())?;
        self.s.asked.pop();
        if self.game.role(company).home == at && self.company(company).home != HomeToken::Placed {
            self.put_home(company, at, stop, ev)?;
        } else {
            self.s.board.place(company, at, stop)?;
            ev.push(Event::Token { company, hex: at, placed: true });
        }
        let operating = self.or().is_some_and(|or| or.at == company);
        if operating { self.review_destination(company, ev) } else { Ok(()) }
    }
}
