//! §4.4 Running trains: what a stop is to a company, how far its trains reach, bonuses, and goals met on the way.

use crate::esp::Esp;
use crate::esp::game::Class;
use crate::esp::rules::Goals;
use crate::esp::state::{Goal, Step, Train, Unhashed};
use crate::reason;
use ferrata_engine::action::{Action, Route};
use ferrata_engine::board::{ANY_GAUGE, BROAD, NARROW};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{Name, OptionName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::route::{
    self, Bonus, Breach, Explained, ExplainedRoute, Objective, Pay, Requirement, Rules, StopRule,
};
use ferrata_engine::tile::{End, Stop, StopKind, StopKinds};
use ferrata_engine::train::Reach;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// What bonuses and requirements ask of stops.
mod mark {
    pub(super) const EAST: u64 = 1;
    pub(super) const WEST: u64 = 1 << 1;
    pub(super) const GIJON_BILBAO: u64 = 1 << 2;
    pub(super) const MADRID_BARCELONA: u64 = 1 << 3;
    pub(super) const ARANJUEZ: u64 = 1 << 4;
    pub(super) const MADRID: u64 = 1 << 5;
    pub(super) const PASS: u64 = 1 << 6;
    pub(super) const NORTH: u64 = 1 << 7;
    pub(super) const SOUTH: u64 = 1 << 8;
}

fn cite(breach: Breach) -> Option<&'static str> {
    Some(match breach {
        Breach::Broken | Breach::NoToken | Breach::TooShort => "18ESP-4.4.2-01",
        Breach::TrackTwice | Breach::TrackShared => "18ESP-4.4.2-03",
        Breach::StopTwice | Breach::StopShared => "18ESP-4.4.2-05",
        Breach::TooLong => "18ESP-4.4.1-01",
        Breach::Through => "18ESP-4.4.2-02",
        Breach::Closed => "18ESP-4.4.3-07",
        Breach::End => "18ESP-4.4.2-07",
        Breach::Gauge => "18ESP-4.4.3-01",
        Breach::Skipped => "18ESP-4.4.1-04",
        Breach::Train => return None,
    })
}

fn has_label(labels: &[Name], label: &str) -> bool {
    labels.iter().any(|name| name.as_str() == label)
}

fn kinds(list: &[StopKind]) -> StopKinds {
    list.iter().copied().collect()
}

fn requirement(marks: u64, at_least: u8, rule: &'static str, says: &'static str) -> Requirement {
    Requirement { marks, through: false, at_least, at_most: None, rule, says }
}

impl Esp {
    /// What a stop is to a company whose trains run.
    fn stop_rule(&self, company: CompanyId, hex: HexId, at: u8) -> StopRule {
        let face = self.s.board.face(hex);
        let Some(stop) = face.stops.get(at as usize) else { return StopRule::closed(StopKind::Town) };
        let minor = self.is_minor(company);
        let pass = self.pass_at(hex);
        if !self.pass_is_open(hex) || (minor && stop.kind == StopKind::Offboard) {
            return StopRule::closed(stop.kind);
        }
        let mut rule = StopRule::new(stop.kind, self.stop_pays(company, hex, at, stop));
        rule.why = self.stop_why(company, hex, at, stop).into();
        rule.visit = self.s.board.visit(company, hex, at);
        rule.base = self.s.board.has_token_at(company, hex, at);
        rule.may_end = pass.is_none() || !minor || self.game.rules.minor_ends_in_pass;
        rule.marks = self.stop_marks(hex, at);
        rule.groups = self.stop_groups(hex, stop);
        rule
    }

    // 18ESP §4.2.3, §4.4.3: mines and harbours pay the treasury; a pass pays whoever has a station there.
    fn stop_pays(&self, company: CompanyId, hex: HexId, at: u8, stop: &Stop) -> Pay {
        let value = stop.value.in_band(self.phase().band);
        match stop.kind {
            StopKind::Mine => Pay { revenue: Money::ZERO, treasury: self.mine_value() },
            StopKind::Port => Pay { revenue: Money::ZERO, treasury: value },
            StopKind::Pass => {
                let pass = self.pass_at(hex).and_then(|pass| self.game.passes.get(pass));
                let there = self.s.board.has_token_at(company, hex, at);
                let value = pass.filter(|_| there).map_or(Money::ZERO, |pass| pass.value);
                Pay { revenue: value, treasury: Money::ZERO }
            }
            _ => Pay { revenue: value, treasury: Money::ZERO },
        }
    }

    fn stop_why(&self, company: CompanyId, hex: HexId, at: u8, stop: &Stop) -> &'static str {
        match stop.kind {
            StopKind::Mine | StopKind::Port => "to the treasury",
            StopKind::Pass if self.s.board.has_token_at(company, hex, at) => "for the station in the pass",
            StopKind::Pass => "no station in the pass",
            _ => reason::of_value(&stop.value, self.phase().band),
        }
    }

    fn stop_marks(&self, hex: HexId, at: u8) -> u64 {
        let labels = &self.s.board.face(hex).labels;
        let is = |holds: bool, mark: u64| if holds { mark } else { 0 };
        let pass = self.pass_at(hex).is_some();
        is(has_label(labels, "E"), mark::EAST)
            | is(has_label(labels, "W"), mark::WEST)
            | is(self.game.bonus_north.contains(&hex), mark::GIJON_BILBAO)
            | is(self.game.bonus_south.contains(&hex), mark::MADRID_BARCELONA)
            | is(self.is_aranjuez(hex, at), mark::ARANJUEZ)
            | is(hex == self.game.madrid, mark::MADRID)
            | is(pass, mark::PASS)
            | is(!pass && self.is_north(hex), mark::NORTH)
            | is(!pass && !self.is_north(hex), mark::SOUTH)
    }

    // 18ESP-G-35: the town whose track leads to Madrid is Aranjuez.
    fn is_aranjuez(&self, hex: HexId, at: u8) -> bool {
        let to_madrid = End::Side(self.game.to_madrid);
        hex == self.game.aranjuez
            && self.s.board.face(hex).track.iter().any(|track| {
                (track.a, track.b) == (End::Stop(at), to_madrid)
                    || (track.b, track.a) == (End::Stop(at), to_madrid)
            })
    }

    /// What a route may visit only once: the circles of Madrid and Barcelona, town and mine of one tile, a red
    /// area, and the places of one letter.
    pub(in crate::esp) fn stop_groups(&self, hex: HexId, stop: &Stop) -> SmallVec<[u32; 2]> {
        let face = self.s.board.face(hex);
        let mut groups: SmallVec<[u32; 2]> = SmallVec::new();
        let either = face.stops.iter().any(|stop| stop.kind == StopKind::Mine);
        let circles = has_label(&face.labels, "M") || has_label(&face.labels, "B");
        let once = self.game.rules.hex_once_per_route && !self.game.double_cities.contains(&hex);
        if face.stops.len() > 1 && (either || circles || once) {
            groups.push(u32::from(hex.0));
        }
        if let Some(name) = &stop.group {
            groups.push(route::group(name));
        }
        for letter in ["E", "W"] {
            if has_label(&face.labels, letter) {
                groups.push(route::group(letter));
            }
        }
        groups
    }

    /// A train as the route finder reads it.
    fn running(&self, company: CompanyId, at: usize, train: &Train) -> route::Train {
        let any = kinds(&StopKind::ALL);
        let towns = kinds(&[StopKind::Town, StopKind::Mine, StopKind::Port]);
        let (count, mut more) = self.reach_of(train);
        let turn = self.or().map(|or| or.turn).unwrap_or_default();
        // 18ESP §2.2.5: the tender adds one town, mine or harbour.
        more += u8::from(turn.tender == Some(at as u8));
        let reach = [(any, count), (towns, more)].map(|(stops, count)| Reach { stops, count: Some(count) });
        let gauges = match train {
            Train { with: Some(_), .. } => ANY_GAUGE,
            Train { narrow: true, .. } => NARROW,
            _ => BROAD,
        };
        let mut running =
            route::Train::new(at as u8, gauges, reach.into_iter().filter(|r| r.count != Some(0)));
        running.requires = self.requirements(train);
        if self.is_last_or() && self.class(company) == Class::North {
            running.factor = self.game.rules.last_round_factor;
        }
        running
    }

    // 18ESP §5.2.1, §5.2.2: a combined train crosses one pass; §2.2.3: the first run of the train of private 3.
    pub(in crate::esp) fn requirements(&self, train: &Train) -> Vec<Requirement> {
        let mut list = Vec::new();
        if train.with.is_some() {
            let says = "a combined train crosses one mountain pass";
            let pass = requirement(mark::PASS, 1, "18ESP-5.2.1-08", says);
            list.push(Requirement { through: true, at_most: Some(1), ..pass });
            list.push(requirement(mark::NORTH, 1, "18ESP-5.2.1-08", "it stops on the North map"));
            list.push(requirement(mark::SOUTH, 1, "18ESP-5.2.1-08", "it stops on the South map"));
        }
        if self.game.rules.hex_once_per_route {
            let one = requirement(mark::PASS, 0, "18ESP-5.2.2-01", "at most one mountain pass");
            list.push(Requirement { at_most: Some(1), ..one });
        }
        if train.kind == self.game.permanent_kind && !self.s.aranjuez_visited {
            let says = "its first route visits Aranjuez";
            list.push(requirement(mark::ARANJUEZ, 1, "18ESP-2.2.3-04", says));
            if self.game.rules.first_run_through_madrid {
                list.push(requirement(mark::MADRID, 1, "18ESP-D-25", "its first route visits Madrid"));
            }
        }
        list
    }

    // 18ESP §4.4.3: north–south, east–west, and both together.
    pub(in crate::esp) fn bonuses(&self) -> Vec<Bonus> {
        let figures = &self.game.figures;
        let (ns, ew) = (figures.bonus_north_south, figures.bonus_east_west);
        let bonus = |name, needs: SmallVec<[u64; 2]>, amount: Money| Bonus {
            name,
            needs,
            pays: Pay { revenue: amount, treasury: Money::ZERO },
            once: false,
        };
        let both = self.game.rules.both_bonuses() - ns - ew;
        let mut list = vec![
            bonus("north–south", smallvec![mark::GIJON_BILBAO, mark::MADRID_BARCELONA], ns),
            bonus("east–west", smallvec![mark::EAST, mark::WEST], ew),
        ];
        if both != Money::ZERO {
            let needs = smallvec![mark::GIJON_BILBAO, mark::MADRID_BARCELONA, mark::EAST, mark::WEST];
            list.push(bonus("both together", needs, both));
        }
        list
    }

    /// Hands the rules of running for these trains of a company to `use_`.
    fn with_rules<T>(
        &self,
        company: CompanyId,
        trains: Vec<route::Train>,
        use_: impl FnOnce(&Rules<'_>) -> T,
    ) -> T {
        let stop = |hex: HexId, at: u8| self.stop_rule(company, hex, at);
        let rules = Rules {
            stop: &stop,
            trains,
            bonuses: self.bonuses(),
            across: Vec::new(),
            objective: Objective::Total,
            cite,
        };
        use_(&rules)
    }

    fn runnable(&self, company: CompanyId) -> Vec<route::Train> {
        let trains = self.company(company).trains.iter().enumerate();
        let awake = trains.filter(|(_, train)| !train.resting);
        awake.map(|(at, train)| self.running(company, at, train)).collect()
    }

    /// Whether a combined train that reached only so far would have a legal route from map to map.
    pub(in crate::esp) fn has_crossing(&self, company: CompanyId, train: &Train, any: u8, towns: u8) -> bool {
        let mut running = self.running(company, usize::from(u8::MAX), train);
        for part in &mut running.reach {
            let all = part.stops.contains(StopKind::City);
            part.count = Some(if all { any } else { towns });
        }
        running.reach.retain(|part| part.count != Some(0));
        self.with_rules(company, vec![running], |rules| route::has_route(&self.s.board, rules))
    }

    /// Whether the company is asked for a run: by the book if it has a legal route; online if it has a train
    /// for a map it is on and track leads from one of its stations to another stop.
    pub(super) fn can_run(&self, company: CompanyId) -> bool {
        let trains = self.runnable(company);
        if trains.is_empty() {
            return false;
        }
        if self.game.rules.must_run {
            return self.has_legal_route(company);
        }
        let usable = |train: &Train| self.may_run(company, train);
        let leads_on = |station: &(HexId, u8)| {
            let reach = self.s.board.reach(std::slice::from_ref(station), &self.terms(company));
            reach.stops().nth(1).is_some()
        };
        self.company(company).trains.iter().any(usable) && self.stations(company).iter().any(leads_on)
    }

    fn has_legal_route(&self, company: CompanyId) -> bool {
        let awake = || self.company(company).trains.iter().enumerate().filter(|(_, train)| !train.resting);
        let plain = awake().filter(|(_, train)| train.with.is_none());
        let plain: Vec<_> = plain.map(|(at, train)| self.running(company, at, train)).collect();
        self.with_rules(company, plain, |rules| route::has_route(&self.s.board, rules))
            || awake().any(|(_, train)| train.with.is_some() && self.combined_can_run(company, train))
    }

    /// Whether a train may run now: it does not rest, and there is a station on its map.
    pub(in crate::esp) fn may_run(&self, company: CompanyId, train: &Train) -> bool {
        !train.resting && self.has_station_for(company, train)
    }

    /// A train of the other map's gauge needs a station there or in a pass.
    fn has_station_for(&self, company: CompanyId, train: &Train) -> bool {
        let away = match self.class(company) {
            Class::North => !train.narrow,
            _ => train.narrow,
        };
        train.with.is_some()
            || !away
            || self
                .stations(company)
                .iter()
                .any(|(hex, _)| self.pass_at(*hex).is_some() || self.is_north(*hex) == train.narrow)
    }

    /// The best run of the operating company.
    pub(in crate::esp) fn best_run(&self, company: CompanyId) -> Vec<Route> {
        let trains = self.runnable(company);
        self.with_rules(company, trains, |rules| route::best_routes(&self.s.board, rules).routes)
    }

    /// Hands the rules for running a company's trains to `with`.
    pub(in crate::esp) fn with_running_rules<T>(
        &self,
        company: CompanyId,
        with: impl FnOnce(&Rules<'_>) -> T,
    ) -> T {
        self.with_rules(company, self.runnable(company), with)
    }

    /// What a run would earn, or what is wrong with it.
    pub(in crate::esp) fn explain(&self, company: CompanyId, routes: &[Route]) -> Result<Explained, Refusal> {
        let trains = self.runnable(company);
        self.with_rules(company, trains, |rules| route::check(&self.s.board, rules, routes))
    }

    pub(super) fn run_offers(&self, company: CompanyId) -> Vec<Offer> {
        let trains = self.show_trains(company);
        let mut offers = vec![Offer::Run { company: self.name(company), trains, must_earn: None }];
        let free = self.or().is_some_and(|or| or.turn.tender.is_none());
        if self.company(company).tender && free {
            let trains = self.company(company).trains.iter().enumerate();
            let awake = trains.filter(|(_, train)| self.may_run(company, train));
            let option = |(at, train): (usize, &Train)| {
                let name = OptionName(Name::cut(&at.to_string()));
                (name, format!("the tender goes with the {}", self.train_name(train)))
            };
            let options: Vec<_> = awake.map(option).collect();
            if !options.is_empty() {
                offers.push(Offer::Choose { about: "assign the tender".into(), options });
            }
        }
        offers
    }

    pub(super) fn play_run(
        &mut self,
        company: CompanyId,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        match action {
            Action::Run { routes } => self.run(company, routes, ev),
            Action::Choose { option } => self.assign_tender(company, *option),
            _ => Err(Refusal::rule("18ESP-4-04", "now the trains run")),
        }
    }

    fn assign_tender(&mut self, company: CompanyId, option: OptionName) -> Result<(), Refusal> {
        let turn = self.or().map(|or| or.turn).unwrap_or_default();
        let may = self.company(company).tender && turn.tender.is_none();
        require(may, "18ESP-2.2.5-05", || "the company has no tender to assign (any more)".into())?;
        let at = option.as_str().parse::<u8>().ok();
        let train = at.and_then(|at| self.company(company).trains.get(at as usize));
        let runs = train.is_some_and(|train| self.may_run(company, train));
        require(runs, "18ESP-2.2.5-05", || format!("{option} is no train that runs now"))?;
        // The answer is written in one way only: 1, not 01 or +1.
        let plain = at.is_some_and(|at| at.to_string() == option.as_str());
        require(plain, "18ESP-2.2.5-05", || format!("{option} is no train that runs now"))?;
        self.turn_mut(|turn| turn.tender = at);
        Ok(())
    }

    fn run(&mut self, company: CompanyId, routes: &[Route], ev: &mut Events) -> Result<(), Refusal> {
        let runs = !routes.is_empty() || !self.game.rules.must_run;
        require(runs, "18ESP-4-04", || "a company that can run must run".into())?;
        let explained = self.explain(company, routes)?;
        self.witness_run(company, &explained);
        self.meet_running_goals(company, &explained, ev)?;
        let Pay { revenue, treasury } = explained.pays;
        if self.game.rules.income_with_dividend {
            self.turn_mut(|turn| turn.income = treasury);
        } else {
            let why = "mines and harbours";
            self.s.ledger.pay(Account::Bank, Account::Company(company), treasury, why, ev)?;
        }
        self.note_first_run(company, &explained);
        self.turn_mut(|turn| (turn.revenue, turn.tender) = (revenue, None));
        let state = self.company_mut(company);
        state.ran |= !routes.is_empty();
        state.last_run = Some(revenue);
        state.last_routes = Unhashed(Some(Arc::new(routes.to_vec())));
        ev.push(Event::Run { company, revenue });
        self.enter(Step::Settle);
        Ok(())
    }

    /// The train of private 3 has made its first run.
    fn note_first_run(&mut self, company: CompanyId, explained: &Explained) {
        let permanent = |at: &u8| {
            let train = self.company(company).trains.get(*at as usize);
            train.is_some_and(|train| train.kind == self.game.permanent_kind)
        };
        if explained.routes.iter().any(|route| route.trains.iter().any(permanent)) {
            self.s.aranjuez_visited = true;
        }
    }

    // 18ESP §5.1.1: a red area; for the North a mine and a harbour on one route; online a harbour for all.
    fn meet_running_goals(
        &mut self,
        company: CompanyId,
        explained: &Explained,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        if self.is_minor(company) {
            return Ok(());
        }
        let calls = |route: &ExplainedRoute, kind: StopKind| route.halts.iter().any(|halt| halt.kind == kind);
        let any = |wanted: &dyn Fn(&ExplainedRoute) -> bool| explained.routes.iter().any(wanted);
        if any(&|route| calls(route, StopKind::Offboard)) {
            self.meet(company, Goal::RedArea, ev)?;
        }
        let third = match (self.game.rules.goals, self.class(company)) {
            (Goals::Harbour, _) => any(&|route| calls(route, StopKind::Port)),
            (Goals::ByMap, Class::North) => {
                any(&|route| calls(route, StopKind::Port) && calls(route, StopKind::Mine))
            }
            (Goals::ByMap, _) => false,
        };
        if third { self.meet(company, Goal::Third, ev) } else { Ok(()) }
    }
}
