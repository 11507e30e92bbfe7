//! §4.3 Stations: one per turn, in a free circle of a connected city or an open pass.

use crate::esp::Esp;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::tile::{Color, StopKind};

impl Esp {
    fn check_station(&self, company: CompanyId, hex: HexId, stop: u8) -> Result<Money, Refusal> {
        let placed = self.or().is_some_and(|or| or.turn.station);
        require(!placed, "18ESP-4.3-04", || "one station is built in a turn".into())?;
        let free = self.company(company).free_tokens > 0;
        require(free, "18ESP-4.3-05", || "the company has no unlocked token".into())?;
        let kind = self.s.board.face(hex).stops.get(stop as usize).map(|stop| stop.kind);
        let city = matches!(kind, Some(StopKind::City | StopKind::Pass)) && self.pass_is_open(hex);
        require(city, "18ESP-4.3-05", || "stations are built in cities and open passes".into())?;
        let connected = self.reach(company).has_stop(hex, stop);
        require(connected, "18ESP-4.3-05", || "the company is not connected to this place".into())?;
        let there = self.s.board.has_token(company, hex);
        require(!there, "18ESP-4.3-05", || "the company has a station here already".into())?;
        self.check_circle(company, hex, stop)?;
        let (cost, cash) = (self.game.figures.station, self.s.ledger.company(company));
        require(cost <= cash, "18ESP-4.3-03", || format!("it costs {cost}, and only {cash} is there"))?;
        Ok(cost)
    }

    // 18ESP §4.3: the circles of home companies stay free, and a double city waits for its home company.
    fn check_circle(&self, company: CompanyId, hex: HexId, stop: u8) -> Result<(), Refusal> {
        let color = self.s.board.face(hex).color;
        let brown = color == Color::Brown && self.game.rules.stations_in_brown_double_cities;
        let closed = self.double_city_waits(hex, company) && color != Color::Gray && !brown;
        require(!closed, "18ESP-4.3-06", || "the home company of this city chooses its circle first".into())?;
        let free = self.s.board.free_slots(hex, stop);
        let kept = self.kept_slots(hex, stop, company);
        require(free > kept, "18ESP-4.3-02", || {
            if free == 0 { "no circle is free here" } else { "the free circle is kept for its home company" }
                .to_owned()
        })
    }

    pub(super) fn build_station(
        &mut self,
        company: CompanyId,
        hex: HexId,
        stop: u8,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let cost = self.check_station(company, hex, stop)?;
        // 18ESP §5.2: the second station in a pass is paid to the company that placed the first.
        let first = self.s.board.tokens_at(hex).first().map(|token| token.company);
        let payee = match first {
            Some(first) if self.pass_at(hex).is_some() => Account::Company(first),
            _ => Account::Bank,
        };
        self.s.ledger.pay(Account::Company(company), payee, cost, "station", ev)?;
        self.s.board.place(company, hex, stop)?;
        self.company_mut(company).free_tokens -= 1;
        self.turn_mut(|turn| turn.station = true);
        ev.push(Event::Token { company, hex, placed: true });
        self.review_destination(company, ev)
    }

    fn may_build_station(&self, company: CompanyId) -> bool {
        let built = self.or().is_some_and(|or| or.turn.station);
        let cash = self.s.ledger.company(company);
        !built && self.company(company).free_tokens > 0 && cash >= self.game.figures.station
    }

    pub(super) fn can_build_any_station(&self, company: CompanyId) -> bool {
        self.may_build_station(company)
            && self.reach(company).stops().any(|(hex, stop)| self.check_station(company, hex, stop).is_ok())
    }

    pub(super) fn station_offers(&self, company: CompanyId) -> Vec<Offer> {
        if !self.may_build_station(company) {
            return Vec::new();
        }
        let name = self.name(company);
        let reach = self.reach(company);
        let offer = |(hex, stop): (HexId, u8)| {
            let cost = self.check_station(company, hex, stop).ok()?;
            Some(Offer::PlaceToken { company: name, hex: self.hex_name(hex), stop, cost, by: None })
        };
        reach.stops().filter_map(offer).collect()
    }
}
