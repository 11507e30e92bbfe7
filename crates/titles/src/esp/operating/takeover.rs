//! §4.6 Taking over a minor: by consent in phases 3 and 4, without it from phase 5 on.

use crate::esp::Esp;
use crate::esp::game::Class;
use crate::esp::state::{Goal, HomeToken, Question, Status, Step};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;

const MAP: &str = "map";
const CHARTER: &str = "charter";

impl Esp {
    fn check_taker(&self, major: CompanyId) -> Result<(), Refusal> {
        let (rules, state) = (&self.game.rules, self.company(major));
        let south = self.class(major) == Class::South && self.phase().takeovers;
        require(south, "18ESP-4.6-01", || "South majors take over minors from phase 3 on".into())?;
        require(state.takeovers < rules.takeovers_per_major, "18ESP-4.6-02", || {
            format!("{} has taken over a minor already", self.name(major))
        })?;
        require(!state.full_capital, "18ESP-4.6.1-09", || {
            format!("{} was launched from phase 5 on: it takes over no minor", self.name(major))
        })?;
        let issued =
            100 - self.s.shares.percent(major, Holder::Offering) - self.s.shares.percent(major, Holder::Pool);
        let share = rules.reserved_shares || issued < 100;
        require(share, "18ESP-D-07", || format!("all shares of {} are held by players", self.name(major)))
    }

    /// What a takeover costs, if it is possible now.
    fn check_takeover(&self, major: CompanyId, minor: CompanyId) -> Result<Money, Refusal> {
        self.check_taker(major)?;
        let (state, name) = (self.company(minor), self.name(minor));
        require(self.is_minor(minor), "18ESP-4.6-01", || format!("{name} is no minor"))?;
        let late = state.status == Status::Frozen && self.game.rules.takeover_from_phase_5;
        if !late {
            require(state.status == Status::Launched, "18ESP-4.6-03", || format!("{name} is not launched"))?;
            let ran = if self.game.rules.takeover_needs_run { state.ran } else { state.operated };
            require(ran, "18ESP-4.6-03", || format!("{name} has not run a train yet"))?;
        }
        let launched = state.par.is_some();
        let cost = if launched { self.price(minor) } else { self.game.figures.takeover_unlaunched };
        let cash = self.s.ledger.company(major);
        require(cost <= cash, "18ESP-G-18", || format!("it costs {cost}, and only {cash} is there"))?;
        Ok(cost)
    }

    /// The minor's director, where he has to be asked.
    fn consent_needed(&self, major: CompanyId, minor: CompanyId) -> Option<SeatId> {
        let asked = self.game.rules.takeover_needs_consent && self.company(minor).status != Status::Frozen;
        self.director(minor).filter(|to| asked && self.director(major) != Some(*to))
    }

    fn takeover_targets(&self, major: CompanyId) -> impl Iterator<Item = CompanyId> + '_ {
        let refused = self.or().map_or(0, |or| or.turn.refused);
        let minors = self.all_companies().filter(|&company| self.is_minor(company));
        minors.filter(move |&minor| refused >> minor.0 & 1 == 0 && self.check_takeover(major, minor).is_ok())
    }

    pub(super) fn can_take_over(&self, major: CompanyId) -> bool {
        self.check_taker(major).is_ok() && self.takeover_targets(major).next().is_some()
    }

    pub(super) fn takeover_offers(&self, major: CompanyId) -> Vec<Offer> {
        let into = self.name(major);
        let offer = |minor: CompanyId| {
            let deal = Offer::Merge { with: self.name(minor), into: vec![into] };
            match self.consent_needed(major, minor) {
                Some(to) => Offer::Propose { to, deal: Box::new(deal) },
                None => deal,
            }
        };
        self.takeover_targets(major).map(offer).collect()
    }

    pub(super) fn play_takeover(
        &mut self,
        major: CompanyId,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        match action {
            Action::Merge { .. } => self.merge(major, action, None, ev),
            Action::Pass => self.leave_step(major, Step::Takeover, ev),
            _ => Err(Refusal::rule("18ESP-4-03", "now a minor may be taken over")),
        }
    }

    fn merge_parties(&self, major: CompanyId, action: &Action) -> Result<CompanyId, Refusal> {
        let Action::Merge { with, into } = *action else {
            return Err(Refusal::plain("a minor is taken over here"));
        };
        let own = self.company_named(into)? == major;
        require(own, "18ESP-4.6-01", || format!("{} takes over in its own turn", self.name(major)))?;
        self.company_named(with)
    }

    /// To whom a takeover has to be proposed.
    pub(in crate::esp) fn merge_deal(&self, major: CompanyId, action: &Action) -> Result<SeatId, Refusal> {
        let minor = self.merge_parties(major, action)?;
        let in_step = self.or().is_some_and(|or| or.step == Step::Takeover);
        require(in_step, "18ESP-4.6-01", || "minors are taken over after the earnings".into())?;
        self.check_takeover(major, minor)?;
        let refused = self.or().is_some_and(|or| or.turn.refused >> minor.0 & 1 == 1);
        require(!refused, "18ESP-4.6-04", || format!("the director of {} has refused", self.name(minor)))?;
        self.consent_needed(major, minor).ok_or_else(|| Refusal::plain("this needs nobody's consent"))
    }

    /// The minor's director has refused.
    pub(in crate::esp) fn takeover_refused(&mut self, minor: CompanyId) {
        self.turn_mut(|turn| turn.refused |= 1 << minor.0);
    }

    /// Takes over a minor, or first asks what becomes of its token. `agreed`: its director has consented.
    pub(in crate::esp) fn merge(
        &mut self,
        major: CompanyId,
        action: &Action,
        agreed: Option<SeatId>,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let minor = self.merge_parties(major, action)?;
        self.check_takeover(major, minor)?;
        let needed = self.consent_needed(major, minor);
        require(needed.is_none() || needed == agreed, "18ESP-4.6-04", || {
            format!("the director of {} has to agree: propose it to him", self.name(minor))
        })?;
        if self.may_swap(major, minor) {
            self.s.asked.push(Question::Swap { major, minor });
            return Ok(());
        }
        self.take_over(major, minor, false, ev)
    }

    // 18ESP §4.6: MZ's token is never swapped while MZA is in play; nor is one beside an own station.
    fn may_swap(&self, major: CompanyId, minor: CompanyId) -> bool {
        let hex = self.game.role(minor).home;
        let own = self.s.board.has_token(major, hex) || self.company(major).waiting_at == Some(hex);
        let mza = self.partner(minor).is_some_and(|mza| self.company(mza).status != Status::Absent);
        let goal = self.third_is_takeover(major) && !self.company(major).met(Goal::Third);
        let token = self.company(major).free_tokens > 0 || goal;
        token && !own && !mza
    }

    pub(in crate::esp) fn swap_offers(&self) -> Vec<Offer> {
        let options = vec![
            (OptionName::of(MAP), "the major's token takes the minor's place on the map".to_owned()),
            (OptionName::of(CHARTER), "the token goes to the charter".to_owned()),
        ];
        vec![Offer::Choose { about: "the minor's station".into(), options }]
    }

    pub(in crate::esp) fn play_swap(
        &mut self,
        major: CompanyId,
        minor: CompanyId,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let map = match *action {
            Action::Choose { option } if option == OptionName::of(MAP) => true,
            Action::Choose { option } if option == OptionName::of(CHARTER) => false,
            _ => {
                let because = "first: does the token go on the map or to the charter?";
                return Err(Refusal::rule("18ESP-4.6-08", because));
            }
        };
        self.s.asked.pop();
        self.take_over(major, minor, map, ev)
    }

    // 18ESP §4.6, §4.6.1 cases A, B and C.
    fn take_over(
        &mut self,
        major: CompanyId,
        minor: CompanyId,
        map: bool,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let cost = self.check_takeover(major, minor)?;
        let owner = self.director(minor);
        let payee = owner.map_or(Account::Bank, Account::Seat);
        let why = format!("{} is taken over", self.name(minor));
        self.s.ledger.pay(Account::Company(major), payee, cost, why, ev)?;
        self.hand_over_share(major, minor, owner, ev)?;
        self.hand_over_property(major, minor, ev)?;
        self.company_mut(major).takeovers += 1;
        if self.third_is_takeover(major) {
            self.meet(major, Goal::Third, ev)?;
        }
        let (hex, home, stop) =
            (self.game.role(minor).home, self.company(minor).home, self.minor_circle(minor));
        self.dissolve(minor, ev)?;
        if map {
            self.settle_token(major, hex, home, stop, ev)?;
        }
        self.review_director(major, ev)?;
        self.review_reserved(ev)
    }

    /// The circle where a minor's token lies or would lie.
    fn minor_circle(&self, minor: CompanyId) -> Option<u8> {
        let hex = self.game.role(minor).home;
        let token = self.s.board.tokens_of(minor).find(|token| token.hex == hex).map(|token| token.stop);
        let single = (self.s.board.face(hex).stops.len() == 1).then_some(0);
        token.or(self.company(minor).home_stop).or(single)
    }

    // 18ESP §4.6: the minor's director gets the reserved share; if the minor never ran it goes on sale.
    fn hand_over_share(
        &mut self,
        major: CompanyId,
        minor: CompanyId,
        owner: Option<SeatId>,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        if !self.game.rules.reserved_shares {
            return match owner {
                Some(seat) if self.s.shares.percent(major, Holder::Offering) >= 10 => {
                    self.s.shares.give_percent(major, 10, Holder::Offering, Holder::Seat(seat), ev)
                }
                _ => Ok(()),
            };
        }
        let percent = self.s.shares.percent(major, Holder::Reserved);
        match owner {
            Some(seat) if self.company(minor).ran => {
                self.s.shares.give_percent(major, percent, Holder::Reserved, Holder::Seat(seat), ev)
            }
            _ => self.release_reserved(major, ev),
        }
    }

    fn hand_over_property(
        &mut self,
        major: CompanyId,
        minor: CompanyId,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let cash = self.s.ledger.company(minor);
        let (from, to) = (Account::Company(minor), Account::Company(major));
        self.s.ledger.pay(from, to, cash, "treasury of the minor", ev)?;
        for train in std::mem::take(&mut self.company_mut(minor).trains) {
            let name = self.train_name(&train);
            self.company_mut(major).trains.push(train);
            ev.push(Event::Train { train: name, from: Some(minor), to: Some(major) });
        }
        for private in self.privates_of(minor).collect::<Vec<_>>() {
            self.give_private(private, Holder::Company(major), ev);
        }
        if std::mem::take(&mut self.company_mut(minor).tender) {
            self.take_tender(major, ev);
        }
        Ok(())
    }

    /// The major's token goes where the minor's was or would have been, free.
    fn settle_token(
        &mut self,
        major: CompanyId,
        hex: HexId,
        home: HomeToken,
        stop: Option<u8>,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let state = self.company_mut(major);
        state.free_tokens = state.free_tokens.saturating_sub(1);
        match stop {
            Some(stop) => {
                match self.s.board.free_slot(hex, stop) {
                    Some(_) => self.s.board.place(major, hex, stop)?,
                    None => self.s.board.place_extra(major, hex, stop)?,
                }
                ev.push(Event::Token { company: major, hex, placed: true });
            }
            None if self.s.board.laid(hex).is_none() || home == HomeToken::Waiting => {
                // 18ESP §4.3: on a double city without a tile it waits like a home token.
                self.company_mut(major).waiting_at = Some(hex);
                ev.push(Event::Token { company: major, hex, placed: true });
            }
            None => {
                let seat = self.director(major).unwrap_or(SeatId(0));
                self.s.asked.push(Question::Circle { company: major, hex, seat });
            }
        }
        Ok(())
    }
}
