//! §3.3.4-02 to -09: where a new company is at home.

use super::HISTORICAL_TOKEN;
use crate::t1841::rules::TokenShortfall;
use crate::t1841::state::Step;
use crate::t1841::{Game, Play};
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::require;
use ferrata_engine::tile::StopKind;
use smallvec::SmallVec;

/// §3.3.4: homes.
impl Game {
    /// Where a company may be at home: the fixed places of a historical one, else every city it may choose.
    pub(crate) fn home_places(&self, company: CompanyId) -> Vec<(HexId, u8)> {
        if self.charter(company).historical {
            return self.fixed_homes(company);
        }
        let cities = self.cities();
        cities.filter(|(hex, stop)| self.may_be_home(company, *hex, *stop).is_ok()).collect()
    }

    /// All cities on the map.
    pub(crate) fn cities(&self) -> impl Iterator<Item = (HexId, u8)> + '_ {
        self.t.board.map().ids().flat_map(|hex| {
            let stops = self.t.board.face(hex).stops.iter().enumerate();
            let cities = stops.filter(|(_, stop)| stop.kind == StopKind::City);
            cities.map(move |(at, _)| (hex, at as u8)).collect::<SmallVec<[_; 2]>>()
        })
    }

    /// §3.3.4-03: the printed homes; a stop that became one with another is found where it is now.
    pub(crate) fn fixed_homes(&self, company: CompanyId) -> Vec<(HexId, u8)> {
        let homes = self.parts().company_spec(company).map(|spec| spec.homes.as_slice()).unwrap_or_default();
        let mut places = Vec::new();
        for home in homes {
            let stops = self.t.board.face(home.hex).stops.len() as u8;
            let at = home.stop.unwrap_or(0);
            places.push((home.hex, if at < stops { at } else { 0 }));
            let choice = self.rules().sfma_chooses && self.fixed.roles.sfma == Some(company) && stops > 1;
            if choice {
                places = (0..stops).map(|stop| (home.hex, stop)).collect();
            }
        }
        places
    }

    fn may_be_home(&self, company: CompanyId, hex: HexId, stop: u8) -> Play {
        let geography = &self.fixed.geography;
        let capital = geography.capitals.contains(&hex);
        require(!geography.never_token.contains(&hex), "1841-3.3.4-04", || "Lugano is never a home".into())?;
        require(self.austria_open() || !self.austrian(hex), "1841-3.3.4-05", || {
            "Austrian cities are closed to new companies".into()
        })?;
        require(self.t.phase >= 4 || !geography.kept_homes.contains(&hex), "1841-3.3.4-06", || {
            "this city is kept for the companies of history before phase four".into()
        })?;
        if self.charter(company).minor {
            let free = self.t.board.tokens_at(hex).is_empty();
            require(!capital && free, "1841-3.3.4-08", || {
                "a minor chooses a city without tokens, no capital".into()
            })?;
        }
        require(self.t.board.free_slot(hex, stop).is_some(), "1841-3.3.4-09", || "no slot is free".into())?;
        let first = self.company(company).homes.first();
        require(first.is_none_or(|first| *first != hex), "1841-4.2-08", || "the first home is there".into())?;
        require(first.is_none_or(|first| self.same_side(*first, hex)), "1841-3.3.4-07", || {
            "a border lies between the two homes".into()
        })?;
        let min = i32::from(self.charter(company).min_tokens());
        let homes: SmallVec<[HexId; 2]> = first.into_iter().copied().chain([hex]).collect();
        // A company on its way pays for its tokens out of what was paid in.
        let placing = self.t.steps.last() == Some(&Step::Homes { company });
        let cost = if placing { self.token_price(&homes) * min } else { Money::ZERO };
        let short = placing && self.t.ledger.company(company) < cost;
        let refused = self.rules().token_shortfall == TokenShortfall::Refused;
        require(!short || !refused, "1841-3.3.3-05", || format!("{min} tokens would cost {cost} there"))
    }

    /// Whether everything about the homes of a company is settled.
    pub(in crate::t1841) fn homes_over(&self, company: CompanyId) -> bool {
        let placed = self.company(company).homes.len();
        let most = if self.charter(company).minor { 1 } else { 2 };
        placed >= most
            || (placed > 0 && (self.charter(company).historical || self.home_places(company).is_empty()))
    }

    /// §3.3.4-03: the homes of historical companies are occupied without a question, unless there is a
    /// choice.
    pub(in crate::t1841) fn place_fixed_homes(&mut self, company: CompanyId) -> Play {
        let chooses = self.rules().sfma_chooses && self.fixed.roles.sfma == Some(company);
        let places = self.fixed_homes(company);
        let open = |(hex, stop): &(HexId, u8)| self.t.board.free_slot(*hex, *stop).is_some();
        let free: Vec<_> = places.iter().copied().filter(open).collect();
        if !self.charter(company).historical || !self.company(company).homes.is_empty() {
            return Ok(());
        }
        if chooses && free.len() > 1 {
            return Ok(());
        }
        for (hex, stop) in free {
            self.place_home(company, hex, stop)?;
        }
        if self.company(company).homes.is_empty() {
            // Every slot is taken: the company begins without a home on the map.
            self.t.steps.pop();
        }
        Ok(())
    }

    fn place_home(&mut self, company: CompanyId, hex: HexId, stop: u8) -> Play {
        self.t.board.place(company, hex, stop)?;
        if let Some(things) = self.company_mut(company) {
            things.homes.push(hex);
            things.laid.push(hex);
            things.tokens = things.tokens.saturating_sub(1);
        }
        self.events.push(Event::Token { company, hex, placed: true });
        Ok(())
    }

    pub(in crate::t1841) fn home_offers(&self, company: CompanyId) -> Vec<Offer> {
        let mut offers = Vec::new();
        if !self.company(company).homes.is_empty() {
            offers.push(Offer::Pass { means: "stop at one home".into() });
        }
        let first: SmallVec<[HexId; 2]> = self.company(company).homes.clone();
        for (hex, stop) in self.home_places(company) {
            let mut homes = first.clone();
            homes.push(hex);
            let cost =
                if self.charter(company).historical { HISTORICAL_TOKEN } else { self.token_price(&homes) };
            let (company, hex) = (self.name(company), self.hex_name(hex));
            offers.push(Offer::PlaceToken { company, hex, stop, cost, by: None });
        }
        offers
    }

    pub(in crate::t1841) fn choose_home(&mut self, company: CompanyId, action: &Action) -> Play {
        match action {
            Action::Pass => {
                require(!self.company(company).homes.is_empty(), "1841-3.3.4-02", || {
                    "one home is needed".into()
                })?;
                self.t.steps.pop();
                Ok(())
            }
            Action::PlaceToken { company: of, hex, stop, by: None } if *of == self.name(company) => {
                let hex = self.find_hex(*hex)?;
                if self.charter(company).historical {
                    let there = self.fixed_homes(company).contains(&(hex, *stop));
                    require(there, "1841-3.3.4-03", || "its home is fixed".into())?;
                } else {
                    let city = self.t.board.face(hex).stops.get(*stop as usize);
                    let city = city.is_some_and(|stop| stop.kind == StopKind::City);
                    require(city, "1841-3.3.4-02", || "a home is a city".into())?;
                    self.may_be_home(company, hex, *stop)?;
                }
                self.place_home(company, hex, *stop)
            }
            _ => Err(self.wrong("place the home token")),
        }
    }
}
