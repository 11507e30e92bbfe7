//! Chapter 4.5: how many trains a company may own, what they cost, and whether it must buy one.

use super::emergency::Emergency;
use crate::t1841::Game;
use crate::t1841::rules::Runs;
use ferrata_engine::id::{CompanyId, HexId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::tile::StopKind;

impl Game {
    /// 1841-4.5-05, 1841-8-07: how many trains a company may own.
    pub(crate) fn train_limit(&self, company: CompanyId) -> usize {
        let kind = self.fixed.parts.company_spec(company).map(|spec| spec.kind);
        let limit = kind.and_then(|kind| self.phase_spec().map(|phase| phase.train_limit(kind)));
        usize::from(limit.unwrap_or(0))
    }

    /// 1841-4.5-03: what a kind of train costs in the bank.
    pub(crate) fn train_price(&self, kind: TrainKind) -> Money {
        self.fixed.parts.train_spec(kind).map_or(Money::ZERO, |spec| spec.price)
    }

    /// The cheapest train of the bank, returned ones included (1841-4.5-08).
    pub(crate) fn cheapest_train(&self) -> Option<(TrainKind, Money)> {
        let trains = self.table.depot.for_sale().map(|kind| (kind, self.train_price(kind)));
        trains.min_by_key(|(_, price)| *price)
    }

    /// G-22: whether a route exists: enough countable stops joined by open track to one base. Two cities of one hex are none
    /// (1841-4.3.1-04), except in records (O-14).
    pub(crate) fn route_exists(&self, company: CompanyId) -> bool {
        let any_run = self.fixed.rules.runs == Runs::AnyWithToken;
        self.bases(company).into_iter().any(|base| {
            let reach = self.reach_from(company, &[base], 0);
            let mut areas: Vec<usize> = Vec::new();
            let mut cities: Vec<HexId> = Vec::new();
            let mut stops = 0;
            for (hex, stop) in reach.stops() {
                let Some(place) = self.table.board.face(hex).stops.get(stop as usize) else { continue };
                match place.kind {
                    StopKind::City if cities.contains(&hex) && !any_run => {}
                    StopKind::City => {
                        cities.push(hex);
                        stops += 1;
                    }
                    StopKind::Town => stops += 1,
                    StopKind::Offboard => {
                        let area = self.fixed.geography.areas.iter().position(|area| area.contains(&hex));
                        if let Some(area) = area.filter(|area| !areas.contains(area)) {
                            areas.push(area);
                            stops += 1;
                        }
                    }
                    _ => {}
                }
            }
            stops >= self.fixed.figures.route_cities
        })
    }

    /// 1841-4.5-09: whether a company must buy a train now: the bank has one, be it a returned one (1841-4.5-08).
    pub(crate) fn must_buy(&self, company: CompanyId) -> bool {
        self.company(company).trains.is_empty()
            && self.cheapest_train().is_some()
            && self.route_exists(company)
    }

    /// 1841-4.5.1-01: the money that has to be raised for a train, if the company cannot pay the cheapest.
    pub(super) fn train_need(&self, company: CompanyId) -> Option<Emergency> {
        let (_, price) = self.cheapest_train()?;
        let short = self.table.ledger.company(company) < price;
        (short && self.must_buy(company)).then_some(Emergency { company, amount: price })
    }

    /// O-30: a company whose leader could not pay the cheapest train goes bankrupt, though it need not buy one.
    pub(super) fn recorded_bankruptcy(&self, company: CompanyId) -> Result<Emergency, Refusal> {
        let no_emergency = || Refusal::rule("1841-4.5.1-01", say!("there is no emergency"));
        let (_, amount) = self.cheapest_train().ok_or_else(no_emergency)?;
        let need = Emergency { company, amount };
        let accepted = self.fixed.rules.as_recorded.bankruptcy_without_need && self.bankrupt(need);
        if accepted { Ok(need) } else { Err(no_emergency()) }
    }

    /// Whether somebody can agree to the sale of a company's train; nobody has to in records (O-32).
    pub(super) fn may_sell_trains(&self, company: CompanyId) -> bool {
        self.fixed.rules.as_recorded.frozen_sell_trains || !self.unled(company)
    }

    /// Whether emergency money was raised in this turn.
    pub(super) fn raised(&self) -> bool {
        self.operating().is_ok_and(|operating| operating.turn.raised)
    }
}
