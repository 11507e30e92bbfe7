//! §4.3: running trains, revenue and dividend.

use super::areas::Area;
use super::rules::Runs;
use super::state::Activity;
use super::{Game, Play, operating};
use crate::reason;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::board::{BROAD, Board, Visit};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::route::{self, Breach, Objective, Pay, Requirement, StopRule, Train, best_routes, check};
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::StopKind;
use smallvec::smallvec;
use std::sync::Arc;

/// The mark of stops that count for "at least two cities" (§4.3.1-11, G-20).
const COUNTS: u64 = 1;

/// What the rules say about a company's trains.
impl Game {
    /// Calls `with` with all the rules of §4.3.1 for a company.
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

    fn running_trains(&self, company: CompanyId) -> Vec<Train> {
        let trains = self.company(company).trains.iter().enumerate();
        let train = |(at, kind): (usize, &ferrata_engine::id::TrainKind)| {
            let spec = self.parts().train_spec(*kind)?;
            let two_cities = Requirement {
                marks: COUNTS,
                through: false,
                at_least: 2,
                at_most: None,
                rule: "1841-4.3.1-11",
                says: "at least two cities, passes and ports not counting",
            };
            Some(Train {
                requires: vec![two_cities],
                ..Train::new(at as u8, BROAD, spec.reach.iter().copied())
            })
        };
        trains.filter_map(train).collect()
    }

    /// What a stop is to a company's trains.
    fn stop_rule(&self, company: CompanyId, hex: HexId, stop: u8) -> StopRule {
        let face = self.t.board.face(hex);
        let Some(place) = face.stops.get(stop as usize) else { return StopRule::closed(StopKind::Town) };
        let band = self.phase_spec().map_or(ferrata_engine::name::Name::cut("white"), |phase| phase.band);
        let pays = Pay { revenue: place.value.in_band(band), treasury: Money::ZERO };
        let lenient = self.rules().runs == Runs::AnyWithToken;
        let mut rule = StopRule::new(place.kind, pays);
        rule.why = reason::of_value(&place.value, band).into();
        // §4.3.1-06: a token on a pass is no base, except in records (O-14).
        let base = place.kind == StopKind::City || (lenient && place.kind == StopKind::Pass);
        rule.base = base && self.t.board.has_token_at(company, hex, stop);
        rule.visit = self.t.board.visit(company, hex, stop);
        rule.may_end = lenient || place.kind != StopKind::Pass;
        if matches!(place.kind, StopKind::City | StopKind::Town | StopKind::Offboard) {
            rule.marks = COUNTS;
        }
        if let Some(area) = &place.group {
            rule.groups.push(route::group(area));
        }
        let cities = face.stops.iter().filter(|stop| stop.kind == StopKind::City).count();
        if !lenient && place.kind == StopKind::City && cities > 1 {
            // §4.3.1-04: not two cities of one hex.
            rule.groups.push(route::group(self.hex_name(hex).as_str()));
        }
        if face.track.iter().any(|track| track.stub) {
            // §4.3.1-13: printed Milano has one stub; trains end there, and only one uses it.
            rule.visit = Visit::End;
            rule.once = true;
        }
        rule
    }

    /// §4.3.2-02: the best that the company's trains can earn.
    pub(crate) fn best_revenue(&self, company: CompanyId) -> Money {
        if self.company(company).trains.is_empty() || self.bases(company).is_empty() {
            return Money::ZERO;
        }
        self.with_route_rules(company, |rules| best_routes(&self.t.board, rules).pays.revenue)
    }

    /// Hands the rules for running a company's trains (without a name, those of the one that acts) to
    /// `with`: for searches that are watched, split or stopped.
    pub fn with_running<R>(
        &self,
        company: Option<CompanyName>,
        with: impl FnOnce(&Board, &route::Rules<'_>) -> R,
    ) -> Result<(CompanyName, R), Refusal> {
        let company = match company {
            Some(name) => self.find_company(name)?,
            None => self.acting().ok_or_else(|| Refusal::plain("no company operates now; name one"))?,
        };
        let found = self.with_route_rules(company, |rules| with(&self.t.board, rules));
        Ok((self.name(company), found))
    }

    /// The best routes of a company's trains, for clients and tests.
    pub fn best_run(&self, company: CompanyId) -> route::Best {
        self.with_route_rules(company, |rules| best_routes(&self.t.board, rules))
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

/// Trains run if there is anything to be earned. By the book the best is found now and must be run.
pub(super) fn asks(game: &mut Game, company: CompanyId) -> Result<bool, Refusal> {
    if game.company(company).trains.is_empty() {
        return Ok(false);
    }
    if game.rules().runs == Runs::AnyWithToken {
        return Ok(game.route_exists(company));
    }
    let known = game.operating().and_then(|round| round.turn.best);
    let best = match known {
        Some(best) => best,
        None => game.best_revenue(company),
    };
    if let Some(turn) = game.op_turn() {
        turn.best = Some(best);
    }
    Ok(best > Money::ZERO)
}

pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let trains = game.company(company).trains.iter().map(|train| game.train_name(*train)).collect();
    let must_earn = game.operating().and_then(|round| round.turn.best);
    vec![Offer::Run { company: game.name(company), trains, must_earn }]
}

/// §4.3.1: the routes are checked and counted.
pub(super) fn play(game: &mut Game, company: CompanyId, action: &Action) -> Play {
    let Action::Run { routes } = action else { return Err(game.wrong("run the trains")) };
    let earned = game.with_route_rules(company, |rules| check(&game.t.board, rules, routes))?;
    let revenue = earned.pays.revenue;
    if let Some(best) = game.operating().and_then(|round| round.turn.best) {
        require(revenue >= best, "1841-4.3.2-02", || {
            format!("the best possible total of {best} must be run, not {revenue}")
        })?;
    }
    if let Some(latest) = game.t.routes.get_mut(company.index()) {
        *latest = Some(Arc::new(routes.clone()));
    }
    game.events.push(Event::Run { company, revenue });
    if let Some(things) = game.company_mut(company) {
        things.last_run = Some(revenue);
    }
    if let Some(turn) = game.op_turn() {
        turn.revenue = revenue;
        turn.best = None;
        turn.activity = Activity::Settle;
    }
    Ok(())
}

/// The dividend is a question only if something was earned; else the marker moves left (§3.5.1-06).
pub(super) fn settles(game: &mut Game, company: CompanyId) -> Result<bool, Refusal> {
    let revenue = game.operating().map_or(Money::ZERO, |round| round.turn.revenue);
    if revenue > Money::ZERO {
        return Ok(true);
    }
    game.move_left(company);
    Ok(false)
}

pub(super) fn settle_offers(game: &Game) -> Vec<Offer> {
    let revenue = game.operating().map_or(Money::ZERO, |round| round.turn.revenue);
    vec![Offer::Settle { revenue, ways: smallvec![Settlement::Pay, Settlement::Withhold] }]
}

/// §4.3-01: all is paid or all is kept.
pub(super) fn settle(game: &mut Game, company: CompanyId, action: &Action) -> Play {
    let revenue = game.operating().map_or(Money::ZERO, |round| round.turn.revenue);
    match action {
        Action::Settle { how: Settlement::Withhold } => {
            game.reach(Area::RunKept);
            game.pay(Account::Bank, Account::Company(company), revenue, "revenue kept")?;
            game.move_left(company);
        }
        Action::Settle { how: Settlement::Pay } => {
            game.reach(Area::RunPaid);
            game.pay_dividend(company, revenue)?;
            if revenue > game.price(company) {
                game.move_right(company);
            }
        }
        _ => return Err(game.wrong("pay the whole dividend or keep it")),
    }
    operating::go_on(game);
    Ok(())
}

impl Game {
    /// §4.3.2-04 to -06: to players and companies by what they hold, to the company for its offering; the
    /// bank keeps what falls to the pool.
    fn pay_dividend(&mut self, company: CompanyId, revenue: Money) -> Play {
        let name = self.name(company);
        let seats = self.t.order.clone().into_iter().map(|seat| (Holder::Seat(seat), Account::Seat(seat)));
        let companies = self.company_ids().map(|other| (Holder::Company(other), Account::Company(other)));
        let own = [(Holder::Offering, Account::Company(company))];
        let payees: Vec<_> = seats.chain(companies).chain(own).collect();
        for (holder, account) in payees {
            let percent = self.t.shares.percent(company, holder);
            if percent > 0 {
                let share = revenue.percent(u32::from(percent));
                self.pay(Account::Bank, account, share, format!("dividend of {name}"))?;
            }
        }
        Ok(())
    }
}
