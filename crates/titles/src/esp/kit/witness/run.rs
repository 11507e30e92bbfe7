//! What runs have been to.

use super::{Area, Witness};
use crate::esp::fixed::Class;
use crate::esp::operating::run;
use crate::esp::operating::stops::{self, mark};
use ferrata_engine::action::Route;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Money;
use ferrata_engine::route::ExplainedRoute;
use ferrata_engine::tile::StopKind;

impl Witness<'_> {
    /// What a run has been to.
    pub(super) fn run(&mut self, routes: &[Route]) {
        let Some((company, _)) = self.operating() else { return };
        let runs = match self.before.class(company) {
            Class::Minor => Area::MinorRuns,
            Class::North => Area::NorthRuns,
            Class::South => Area::SouthRuns,
        };
        let Ok(explained) = run::explain(self.before, company, routes) else { return };
        for route in &explained.routes {
            self.areas.push(runs);
            self.route(company, route);
        }
    }

    fn route(&mut self, company: CompanyId, route: &ExplainedRoute) {
        let before = self.before;
        let at = route.trains.first().copied().unwrap_or_default();
        let Some(train) = before.company(company).trains.get(at as usize) else { return };
        let calls = |kind: StopKind| route.halts.iter().any(|halt| halt.kind == kind);
        let marks = route.halts.iter().fold(0, |marks, halt| {
            let hex = before.fixed.parts.hex(halt.hex);
            marks | hex.map_or(0, |hex| stops::marks(before, hex, halt.stop))
        });
        let visits = |all: &[u64]| all.iter().all(|mark| marks & mark != 0);
        let own = before.class(company) == Class::North;
        let permanent = before.is_permanent(train);
        let pass =
            route.halts.iter().any(|halt| halt.kind == StopKind::Pass && halt.pays.revenue > Money::ZERO);
        let plain = train.with.is_none();
        let list = [
            (Area::CombinedRuns, !plain),
            (Area::NarrowRuns, plain && train.narrow),
            (Area::IberianRuns, plain && !train.narrow),
            (Area::AwayRuns, plain && train.narrow != own),
            (Area::P3First, permanent && !before.table.aranjuez_visited),
            (Area::P3Later, permanent && before.table.aranjuez_visited),
            (Area::TenderRuns, before.company_turn().tender == Some(at)),
            (Area::MineRun, calls(StopKind::Mine)),
            (Area::HarbourRun, calls(StopKind::Port)),
            (Area::PassRun, pass),
            (Area::EastWest, visits(&[mark::EAST, mark::WEST])),
            (Area::NorthSouth, visits(&[mark::BONUS_NORTH, mark::BONUS_SOUTH])),
            (Area::EndsTriple, route.factor > 1),
        ];
        self.areas.extend(list.into_iter().filter(|(_, holds)| *holds).map(|(area, _)| area));
    }
}
