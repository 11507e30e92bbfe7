//! §4.7.4-02 to -04: the merger begins: consent, the new price, and everything both own.

use super::{Merger, Pass, Stage, Tuscan};
use crate::t1841::areas::Area;
use crate::t1841::state::{Activity, Round, Step};
use crate::t1841::{Game, Play};
use ferrata_engine::chart::Field;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};

/// A price above this is kept (§4.7.4-04).
const KEPT_ABOVE: Money = Money(250);

/// Beginning.
impl Game {
    /// What the operating company may merge with.
    pub(in crate::t1841) fn merge_offers(&self, a: CompanyId, offers: &mut Vec<Offer>) {
        let into: Vec<_> = self.free_majors().map(|company| self.name(company)).collect();
        for b in self.merger_partners(a) {
            let offer = Offer::Merge { with: self.name(b), into: into.clone() };
            offers.push(match self.asked_for_merger(a, b) {
                Some(to) => Offer::Propose { to, deal: Box::new(offer) },
                None => offer,
            });
        }
    }

    /// The player who must agree to a merger, if he is not the one who wants it.
    fn asked_for_merger(&self, a: CompanyId, b: CompanyId) -> Option<SeatId> {
        let other = self.leader(b).filter(|other| self.leader(a) != Some(*other));
        other.filter(|_| self.rules().mergers.consent)
    }

    /// Checks a merger that is to be proposed, and says who must agree.
    pub(in crate::t1841) fn merger_consent(
        &self,
        a: CompanyId,
        with: CompanyName,
        into: CompanyName,
    ) -> Result<SeatId, Refusal> {
        let (b, into) = (self.find_company(with)?, self.find_company(into)?);
        self.check_merger(a, b, into)?;
        self.asked_for_merger(a, b).ok_or_else(|| Refusal::plain("nobody has to agree to this merger: merge"))
    }

    fn check_merger(&self, a: CompanyId, b: CompanyId, into: CompanyId) -> Play {
        require(self.free_majors().any(|free| free == into), "1841-4.7.4-02", || {
            format!("{} is no free non-historical major", self.name(into))
        })?;
        self.may_merge(a, b)?;
        self.can_complete(a, b, into)
    }

    /// §4.7.4, §4.7.5: merges the operating company. `agreed` if the partner's director has been asked.
    pub(in crate::t1841) fn merge(
        &mut self,
        a: CompanyId,
        with: CompanyName,
        into: CompanyName,
        agreed: bool,
    ) -> Play {
        let (b, into) = (self.find_company(with)?, self.find_company(into)?);
        self.check_merger(a, b, into)?;
        require(agreed || self.asked_for_merger(a, b).is_none(), "1841-4.7.4-01", || {
            format!("the director of {with} must agree: propose the merger")
        })?;
        self.reach(if self.charter(a).minor { Area::MinorMerger } else { Area::MajorMerger });
        if let Round::Operating(round) = &mut self.t.round {
            round.turn.activity = Activity::Done;
        }
        let decider = self.leader(a).unwrap_or(self.t.priority);
        self.begin_merger(a, b, into, decider, None)
    }

    /// Sets the price and moves everything; then shares are exchanged.
    pub(in crate::t1841) fn begin_merger(
        &mut self,
        a: CompanyId,
        b: CompanyId,
        into: CompanyId,
        decider: SeatId,
        tuscan: Option<Tuscan>,
    ) -> Play {
        let mut merger = Merger { a, b, into, decider, tuscan, handed: 0, stage: Stage::Trains };
        match self.merger_fields(a, b) {
            (low, Some(high)) => {
                merger.stage = Stage::Price(low, high);
                self.t.steps.push(Step::Merger(Box::new(merger)));
                Ok(())
            }
            (field, None) => self.unite(merger, field),
        }
    }

    /// §4.7.4-04, §4.7.5-06: the new field, or two to choose from, the cheaper one first.
    fn merger_fields(&self, a: CompanyId, b: CompanyId) -> (Field, Option<Field>) {
        let (price_a, price_b) = (self.price(a), self.price(b));
        let field = |company| self.t.chart.field(company).unwrap_or(Field { row: 0, col: 0 });
        let sum = price_a + price_b;
        let below = |doubled: i32| self.rightmost_below(doubled).unwrap_or_else(|| field(a));
        if self.charter(a).minor {
            return (below(sum.0), None);
        }
        match (price_a > KEPT_ABOVE, price_b > KEPT_ABOVE) {
            (true, true) if price_a < price_b => (field(a), Some(field(b))),
            (true, true) if price_b < price_a => (field(b), Some(field(a))),
            (true, _) => (field(a), None),
            (false, true) => (field(b), None),
            (false, false) => (below(2 * sum.0.min(KEPT_ABOVE.0)), None),
        }
    }

    pub(super) fn unite(&mut self, merger: Merger, field: Field) -> Play {
        let Merger { a, b, into, decider, .. } = merger;
        self.arise(into);
        self.move_marker(into, field);
        let order = self.shareholder_order(decider, &[a, b, into]);
        let holders = order.into_iter().filter(|holder| self.old_percent(a, b, *holder) > 0).collect();
        for company in [a, b] {
            self.start_dissolving(company);
        }
        self.pass_on(a, into, &[a, b])?;
        self.pass_on(b, into, &[a, b])?;
        let pass = match (self.charter(a).minor, self.rules().mergers.two_passes) {
            (false, true) => Pass::Pairs,
            _ => Pass::Whole,
        };
        let stage = Stage::Exchange { pass, holders, next: 0 };
        let merger = Merger { stage, ..merger };
        if self.trains_over(into) > 0 {
            // The exchange waits below until the surplus trains are returned.
            self.t.steps.push(Step::Merger(Box::new(merger.clone())));
            let trains = Merger { stage: Stage::Trains, ..merger };
            self.t.steps.push(Step::Merger(Box::new(trains)));
            return Ok(());
        }
        self.run_exchange(merger)
    }

    /// How many trains a company has above its limit.
    pub(super) fn trains_over(&self, company: CompanyId) -> usize {
        self.company(company).trains.len().saturating_sub(self.train_limit(company))
    }
}
