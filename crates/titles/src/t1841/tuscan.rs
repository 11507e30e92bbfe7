//! §4.6.9: the Tuscan merger, and what waits until a procedure is over.

use super::areas::Area;
use super::merge::Tuscan;
use super::state::{Standing, Step};
use super::{Game, Play};
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::tile::StopKind;

/// The Tuscan merger under way: what is left to do after the step above it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Union {
    /// The intermediate major and SSFL still have to merge.
    pub then: Option<(CompanyId, CompanyId)>,
    /// Who carries it out (§4.6.9-07).
    pub decider: SeatId,
    /// SFLi acts in this operating round (§4.6.9-08-v2).
    pub acts: bool,
}

/// The Tuscan merger falls due: it is made when nothing above it on the stack is left to do.
pub(super) fn begin(game: &mut Game) -> Play {
    game.t.steps.push(Step::TuscanDue);
    Ok(())
}

impl Game {
    /// The Tuscan merger, or what becomes of its companies without one.
    pub(super) fn begin_tuscan_merger(&mut self) -> Play {
        if self.t.tuscan_done {
            return Ok(());
        }
        self.t.tuscan_done = true;
        let roles = self.fixed.roles;
        let Some(sfli) = roles.sfli else { return Ok(()) };
        let running = |company: Option<CompanyId>| company.filter(|company| self.running(*company));
        let (sflp, sfma, ssfl) = (running(roles.sflp), running(roles.sfma), running(roles.ssfl));
        let all: Vec<_> = [sflp, sfma, ssfl].into_iter().flatten().collect();
        let Some(between) = self.intermediate(ssfl.is_some()).filter(|_| all.len() >= 2) else {
            // §4.6.9-01, -06: SFLi leaves the game.
            if let Some(company) = self.company_mut(sfli) {
                company.standing = Standing::Gone;
            }
            return Ok(());
        };
        self.reach(Area::TuscanMerger);
        let decider = self.tuscan_decider(&all);
        let acts = self.rules().sfli_runs && !all.iter().any(|company| self.has_acted(*company));
        let then = ssfl.map(|ssfl| (between, ssfl));
        self.t.steps.push(Step::Union(Union { then, decider, acts }));
        match (sflp, sfma, ssfl) {
            (Some(a), Some(b), None) => self.begin_merger(a, b, sfli, decider, Some(Tuscan::Last)),
            (Some(a), Some(b), Some(_)) => self.begin_merger(a, b, between, decider, Some(Tuscan::First)),
            (Some(minor), None, _) | (None, Some(minor), _) => {
                self.begin_transformation(minor, between, true)
            }
            (None, None, _) => Ok(()),
        }
    }

    /// The major that the minors become on the way: any unused one; if all are in use, one that has left the
    /// game lends its charter. Not needed without SSFL.
    fn intermediate(&self, needed: bool) -> Option<CompanyId> {
        let gone = |company: &CompanyId| {
            let charter = self.charter(*company);
            self.company(*company).standing == Standing::Gone && !charter.minor && !charter.tuscan
        };
        let free = self.free_majors().next().or_else(|| self.company_ids().find(gone));
        if needed { free } else { free.or(self.fixed.roles.sfli) }
    }

    /// §4.6.9-07: the director of the company with the highest price; if nobody leads it, whoever runs the
    /// operating company.
    fn tuscan_decider(&self, all: &[CompanyId]) -> SeatId {
        let order = self.t.chart.order(&self.parts().grid);
        let first = order.into_iter().find(|company| all.contains(company));
        first.and_then(|company| self.leader(company)).unwrap_or_else(|| self.operating_seat())
    }

    /// After a procedure: goes on with what waited for its end.
    pub(super) fn resume_procedures(&mut self) -> Play {
        match self.t.steps.last() {
            Some(Step::TuscanDue) => {
                self.t.steps.pop();
                self.begin_tuscan_merger()?;
                self.resume_if_idle()
            }
            Some(Step::Union(union)) => {
                let union = *union;
                self.t.steps.pop();
                self.go_on_uniting(union)
            }
            _ => Ok(()),
        }
    }

    /// What waited below something that turned out to ask nothing goes on at once.
    fn resume_if_idle(&mut self) -> Play {
        match self.t.steps.last() {
            Some(Step::TuscanDue) => self.resume_procedures(),
            _ => Ok(()),
        }
    }

    fn go_on_uniting(&mut self, union: Union) -> Play {
        let Some(sfli) = self.fixed.roles.sfli else { return Ok(()) };
        match union.then {
            Some((between, ssfl)) => {
                self.t.steps.push(Step::Union(Union { then: None, ..union }));
                self.begin_merger(between, ssfl, sfli, union.decider, Some(Tuscan::Last))
            }
            None => {
                if union.acts {
                    self.set_due(sfli);
                }
                self.resume_procedures()
            }
        }
    }
}

/// Pisa and Firenze (§4.6.9-05).
impl Game {
    /// Whether a hex is Pisa or Firenze.
    pub(super) fn is_pisa_or_firenze(&self, hex: HexId) -> bool {
        let place = self.t.board.map().hex(hex).and_then(|hex| hex.place.as_deref());
        matches!(place, Some("Pisa" | "Firenze"))
    }

    /// The places among the two where none of these companies has a token and a slot is free: in v1 SFLi
    /// gets one there.
    pub(super) fn tuscan_places_to_fill(&self, companies: &[CompanyId]) -> Vec<(HexId, u8)> {
        if self.rules().tuscan_keeps_tokens {
            return Vec::new();
        }
        let hexes = self.t.board.map().ids().filter(|hex| self.is_pisa_or_firenze(*hex));
        let bare =
            hexes.filter(|hex| !companies.iter().any(|company| self.t.board.has_token(*company, *hex)));
        bare.filter_map(|hex| self.free_city(hex).map(|stop| (hex, stop))).collect()
    }

    fn free_city(&self, hex: HexId) -> Option<u8> {
        let stops = self.t.board.face(hex).stops.iter().enumerate();
        let mut cities = stops.filter(|(_, stop)| stop.kind == StopKind::City).map(|(at, _)| at as u8);
        cities.find(|stop| self.t.board.free_slot(hex, *stop).is_some())
    }

    /// §4.6.9-05: puts SFLi's tokens in Pisa and Firenze; without a free slot they stay on the charter (G-34).
    pub(super) fn add_tuscan_tokens(&mut self, sfli: CompanyId) -> Play {
        for (hex, stop) in self.tuscan_places_to_fill(&[sfli]) {
            if self.company(sfli).tokens == 0 {
                break;
            }
            self.t.board.place(sfli, hex, stop)?;
            if let Some(company) = self.company_mut(sfli) {
                company.tokens -= 1;
            }
        }
        Ok(())
    }
}
