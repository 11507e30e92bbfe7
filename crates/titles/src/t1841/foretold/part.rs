//! A company as its owners see it, as far as a merger goes, and what becomes of two.

use super::{Ahead, earned, likely};
use crate::prospects::{Firm, Trains};
use ferrata_engine::chart::Field;
use ferrata_engine::id::{CompanyId, TrainKind};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// The part of what a company earns that it can save for a train.
const SAVED: f32 = 0.5;

/// A company, or what will become of some.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) minor: bool,
    pub(super) field: Field,
    /// The price of a unit.
    pub(super) price: f32,
    /// By seat.
    pub(super) units: SmallVec<[f32; 8]>,
    /// The part of a dividend that a unit gets.
    pub(super) unit: f32,
    /// What it earns in a round.
    pub(super) earns: f32,
    /// What it will earn in the rounds that are looked at.
    pub(super) ahead: f32,
    pub(super) cash: f32,
    pub(super) trains: Trains,
}

impl Part {
    pub(super) fn of(ahead: &Ahead<'_>, firm: &Firm) -> Part {
        let (game, unit) = (ahead.game, f32::from(firm.unit));
        let earns = earned(game, firm) as f32;
        Part {
            minor: game.charter(firm.company).minor,
            field: game.table.chart.field(firm.company).unwrap_or(Field { row: 0, col: 0 }),
            price: firm.price as f32,
            units: firm.held.iter().map(|held| f32::from(*held) / unit).collect(),
            unit: unit / 100.0,
            earns,
            ahead: earns * ahead.rounds.min(ahead.life(&firm.trains) + 1.0),
            cash: firm.cash as f32,
            trains: firm.trains.clone(),
        }
    }

    /// What a seat's units are worth: their price, and what they will be paid.
    pub(super) fn worth_to(&self, seat: usize) -> f32 {
        let units = self.units.get(seat).copied().unwrap_or(0.0);
        units * (self.price + self.unit * self.ahead)
    }

    /// 1841-4.5-07, 1841-4.6.7-01: what is left of it once its fleet is cut to the limit: the dearest trains stay, and what the others
    /// earned is lost.
    pub(super) fn cut(mut self, ahead: &Ahead<'_>, limit: usize) -> Part {
        if self.trains.len() > limit {
            let price = |trains: &[TrainKind]| trains.iter().map(|kind| ahead.price(*kind)).sum::<f32>();
            self.trains.sort_unstable_by_key(|kind| Reverse(*kind));
            let all = price(&self.trains);
            self.trains.truncate(limit);
            let kept = price(&self.trains) / all.max(1.0);
            (self.earns, self.ahead) = (self.earns * kept, self.ahead * kept);
        }
        self
    }

    /// 1841-4.7.6-03, 1841-4.7.6-10: a minor as a major: as many units at the same price, each of them half as much of it.
    pub(super) fn transformed(mut self) -> Part {
        if self.minor {
            (self.minor, self.unit) = (false, self.unit / 2.0);
        }
        self
    }

    /// 1841-4.7.4-02, 1841-4.7.4-05, 1841-4.7.5-03: two majors as one, of which each old unit is half a one, or two minors as a major,
    /// of which it is a whole one. Both own together what each did, but for trains above a limit.
    pub(super) fn merged(ahead: &Ahead<'_>, a: &Part, b: &Part, limit: usize) -> Part {
        let minors = a.minor && b.minor;
        let (low, high) = ahead.game.merged_fields(minors, a.field, b.field);
        let field = high.unwrap_or(low);
        let of_old = if minors { 1.0 } else { 0.5 };
        let units = a.units.iter().zip(&b.units).map(|(a, b)| of_old * (a + b));
        let merged = Part {
            minor: false,
            field,
            price: ahead.game.fixed.parts.grid.price(field).0 as f32,
            units: units.collect(),
            unit: if minors { a.unit / 2.0 } else { a.unit },
            earns: a.earns + b.earns,
            ahead: a.ahead + b.ahead,
            cash: a.cash + b.cash,
            trains: a.trains.iter().chain(&b.trains).copied().collect(),
        };
        merged.cut(ahead, limit)
    }
}

impl Ahead<'_> {
    /// What a kind of train costs.
    pub(super) fn price(&self, kind: TrainKind) -> f32 {
        self.outlook.trains.get(kind.index()).map_or(0.0, |stock| stock.price as f32)
    }

    /// The kind whose first sale takes the last of some trains; none if one of them stays for good.
    fn last_killer(&self, trains: &[TrainKind]) -> Option<TrainKind> {
        let killer = |kind: &TrainKind| self.outlook.trains.get(kind.index())?.rusts_on;
        let killers: Option<SmallVec<[TrainKind; 8]>> = trains.iter().map(killer).collect();
        killers?.into_iter().max()
    }

    /// Operating rounds for which a company with these trains has one.
    pub(super) fn life(&self, trains: &[TrainKind]) -> f32 {
        match self.last_killer(trains) {
            Some(killer) => self.until(killer),
            None if trains.is_empty() => 0.0,
            None => f32::MAX,
        }
    }

    /// What the next train will cost that a company must have, and the rounds until then; none if it has one for good.
    pub(super) fn need(&self, trains: &[TrainKind]) -> Option<(f32, f32)> {
        let kind = match self.last_killer(trains) {
            Some(killer) => killer.max(self.outlook.next_train?),
            None => self.outlook.next_train.filter(|_| trains.is_empty())?,
        };
        Some((self.price(kind), self.life(trains)))
    }

    /// 1841-4.5.1-10: what whoever leads a company will have to add to that, beside what it has and saves.
    pub(super) fn short(&self, part: &Part) -> f32 {
        self.need(&part.trains).map_or(0.0, |(price, rounds)| {
            let saved = SAVED * part.earns * rounds;
            (price - part.cash - saved).max(0.0) * likely(rounds)
        })
    }

    /// The same for a train of a kind, of a company that will have none when that is sold.
    pub(super) fn short_of(&self, kind: TrainKind, part: &Part) -> f32 {
        let saved = SAVED * part.earns * self.until(kind);
        if part.trains.is_empty() { (self.price(kind) - part.cash - saved).max(0.0) } else { 0.0 }
    }

    /// How many trains a major may have, in a phase; none = the present one.
    pub(super) fn limit_of(&self, company: CompanyId, phase: Option<usize>) -> usize {
        let game = self.game;
        let phase = phase.map_or(game.phase_spec(), |at| game.fixed.parts.phases.get(at));
        let kind = game.fixed.parts.company_spec(company).map(|spec| spec.kind);
        kind.and_then(|kind| phase.map(|phase| phase.train_limit(kind))).map_or(0, usize::from)
    }
}
