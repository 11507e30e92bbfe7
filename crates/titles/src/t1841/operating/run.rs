//! Chapter 4.3: running trains.

use super::Step;
use crate::prospects::short_run;
use crate::reason;
use crate::t1841::Game;
use crate::t1841::rules::Runs;
use ferrata_engine::action::Action;
use ferrata_engine::board::{BROAD, Board, Visit};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CompanyId, HexId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::route::{self, Breach, Objective, Pay, Requirement, StopRule, Train, best_routes, check};
use ferrata_engine::say;
use ferrata_engine::tile::StopKind;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use std::sync::Arc;

/// The mark of stops that count as cities a route must join (1841-4.3.1-11, G-20).
const COUNTS: u64 = 1;

/// The company runs its trains.
pub(super) struct Run;

impl Decision<Game> for Run {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.acting_seat())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Run
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let (Ok(company), Ok(operating)) = (game.acting(), game.operating()) else { return Vec::new() };
        let trains = game.company(company).trains.iter().map(|train| game.train_name(*train)).collect();
        vec![Offer::Run { company: game.name(company), trains, must_earn: operating.turn.best }]
    }

    /// The routes are checked and counted (1841-4.3.2-01).
    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Run { routes } = action else {
            return Err(Refusal::out_of_place(say!("run the trains")));
        };
        let company = game.acting()?;
        let earned = game.with_route_rules(company, |rules| check(&game.table.board, rules, routes))?;
        let revenue = earned.pays.revenue;
        if let Some(best) = game.operating()?.turn.best {
            require(revenue >= best, "1841-4.3.2-02", || {
                say!("the best possible total of {best} must be run, not {revenue}", best, revenue)
            })?;
        }
        if let Some(latest) = game.table.routes.0.get_mut(company.index()) {
            *latest = Some(Arc::new(routes.clone()));
        }
        events.push(Event::Run { company, revenue });
        if let Some(charter) = game.company_mut(company) {
            charter.last_run = Some(revenue);
        }
        let turn = &mut game.operating_mut()?.turn;
        (turn.revenue, turn.best, turn.step) = (revenue, None, Step::Dividend);
        Ok(())
    }
}

/// Trains run if there is anything to be earned. By the book the best is found now and must be run.
pub(super) fn asks(game: &mut Game, company: CompanyId) -> Result<bool, Refusal> {
    if game.company(company).trains.is_empty() {
        return Ok(false);
    }
    if game.fixed.rules.runs == Runs::AnyWithToken {
        return Ok(game.route_exists(company));
    }
    let best = match game.operating()?.turn.best {
        Some(best) => best,
        None => game.best_revenue(company),
    };
    game.operating_mut()?.turn.best = Some(best);
    Ok(best > Money::ZERO)
}

/// What the rules say about a company's trains.
impl Game {
    /// Calls `with` with all the rules of chapter 4.3.1 for a company.
    pub(crate) fn with_route_rules<R>(
        &self,
        company: CompanyId,
        with: impl FnOnce(&route::Rules<'_>) -> R,
    ) -> R {
        let rules = route::Rules {
            stop: &|hex, stop| self.stop_rule(company, hex, stop),
            trains: self.running_trains(company),
            bonuses: Vec::new(),
            across: Vec::new(),
            objective: Objective::Revenue,
            cite,
        };
        with(&rules)
    }

    /// 1841-4.3.1-07, 1841-4.3.1-08, 1841-4.3.1-09: what its trains reach is printed on them.
    fn running_trains(&self, company: CompanyId) -> Vec<Train> {
        let trains = self.company(company).trains.iter().enumerate();
        let cities = self.fixed.figures.route_cities;
        let train = |(at, kind): (usize, &TrainKind)| {
            let spec = self.fixed.parts.train_spec(*kind)?;
            let joins_cities = Requirement {
                marks: COUNTS,
                through: false,
                at_least: cities,
                at_most: None,
                rule: "1841-4.3.1-11",
                says: say!("at least {cities} cities, passes and ports not counting", cities),
            };
            Some(Train {
                requires: vec![joins_cities],
                ..Train::new(at as u8, BROAD, spec.reach.iter().copied())
            })
        };
        trains.filter_map(train).collect()
    }

    /// What a stop is to a company's trains (borders do not stop them, 1841-4.3.1-12).
    fn stop_rule(&self, company: CompanyId, hex: HexId, stop: u8) -> StopRule {
        let face = self.table.board.face(hex);
        let Some(place) = face.stops.get(stop as usize) else { return StopRule::closed(StopKind::Town) };
        // 1841-4.3.2-03: the phase decides what off-board areas pay.
        let band = self.phase_spec().map(|phase| phase.band).unwrap_or_default();
        let pays = Pay { revenue: place.value.in_band(band), treasury: Money::ZERO };
        let lenient = self.fixed.rules.runs == Runs::AnyWithToken;
        let mut rule = StopRule::new(place.kind, pays);
        rule.why = reason::of_value(&place.value, band);
        // 1841-4.3.1-06: a token on a pass is no base, except in records (O-14).
        let base = place.kind == StopKind::City || (lenient && place.kind == StopKind::Pass);
        rule.base = base && self.table.board.has_token_at(company, hex, stop);
        rule.visit = self.table.board.visit(company, hex, stop);
        // 1841-4.3.1-03.
        rule.may_end = lenient || place.kind != StopKind::Pass;
        if matches!(place.kind, StopKind::City | StopKind::Town | StopKind::Offboard) {
            rule.marks = COUNTS;
        }
        if let Some(area) = &place.group {
            rule.groups.push(route::group(area));
        }
        let cities = face.stops.iter().filter(|stop| stop.kind == StopKind::City).count();
        if !lenient && place.kind == StopKind::City && cities > 1 {
            // 1841-4.3.1-04, 1841-4.3.1-14: not two cities of one hex.
            rule.groups.push(route::group(self.hex_name(hex).as_str()));
        }
        if face.track.iter().any(|track| track.stub) {
            // 1841-4.3.1-13: printed Milano has one stub; trains end there, and only one uses it.
            rule.visit = Visit::End;
            rule.once = true;
        }
        rule
    }

    /// 1841-4.3.2-02: the best that the company's trains can earn.
    pub(crate) fn best_revenue(&self, company: CompanyId) -> Money {
        if self.company(company).trains.is_empty() || self.bases(company).is_empty() {
            return Money::ZERO;
        }
        match self.found.rough {
            true => self.rough_run(company).pays.revenue,
            false => self.found_run(company).pays.revenue,
        }
    }

    /// A good run, found soon.
    pub(crate) fn rough_run(&self, company: CompanyId) -> Arc<route::Estimate> {
        let short = |rules: &route::Rules<'_>| short_run(&self.found.estimates, &self.table.board, rules);
        self.with_route_rules(company, short)
    }

    /// The best run: it follows from the board, the company, its trains and the phase.
    fn found_run(&self, company: CompanyId) -> Arc<route::Best> {
        let (board, trains) = (&self.table.board, &self.company(company).trains);
        let key = stable_hash(&(board.fingerprint(), company, trains, self.table.phase));
        let search = || self.with_route_rules(company, |rules| best_routes(board, rules));
        self.found.runs.get(key, search)
    }

    /// Hands the rules for running a company's trains (without a name, those of the one that acts) to
    /// `with`: for searches that are watched, split or stopped.
    pub fn with_running<R>(
        &self,
        company: Option<CompanyName>,
        with: impl FnOnce(&Board, &route::Rules<'_>) -> R,
    ) -> Result<(CompanyName, R), Refusal> {
        let company = match company {
            Some(name) => self.fixed.parts.company_named(name)?,
            None => self.acting()?,
        };
        let found = self.with_route_rules(company, |rules| with(&self.table.board, rules));
        Ok((self.name(company), found))
    }

    /// The best routes of a company's trains, for clients and tests.
    pub fn best_run(&self, company: CompanyId) -> route::Best {
        (*self.found_run(company)).clone()
    }
}

/// The rule against each thing that can be wrong with a route.
fn cite(breach: Breach) -> Option<&'static str> {
    Some(match breach {
        Breach::Broken | Breach::TrackTwice | Breach::Gauge => "1841-4.3.1-01",
        Breach::TrackShared => "1841-4.3.1-05",
        Breach::StopTwice => "1841-4.3.1-04",
        Breach::StopShared => "1841-4.3.1-13",
        Breach::NoToken => "1841-4.3.1-06",
        Breach::TooShort => "1841-4.3.1-11",
        Breach::TooLong => "1841-4.3.1-07",
        Breach::Through => "1841-4.3.1-02",
        Breach::Closed | Breach::End => "1841-4.3.1-03",
        Breach::Skipped => "1841-4.3.1-10",
        Breach::Train => return None,
    })
}
