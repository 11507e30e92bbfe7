//! Chapter 4.6.9: the Tuscan merger. It waits until nothing above it on the stack is left to do.

use super::merger::{self, Tuscan};
use super::transformation;
use crate::t1841::Game;
use crate::t1841::table::{Pending, Standing};
use ferrata_engine::decision::{Flow, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::tile::StopKind;
use serde::{Deserialize, Serialize};

/// The Tuscan merger under way: what is left to do after what is above it on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Union {
    /// The intermediate major and SSFL still have to merge.
    then: Option<(CompanyId, CompanyId)>,
    /// 1841-4.6.9-07: who carries it out.
    decider: SeatId,
    /// 1841-4.6.9-08, 1841-4.6.9-08-v2: SFLi acts in this operating round.
    acts: bool,
}

/// The Tuscan merger falls due.
pub(super) fn begin(game: &mut Game) {
    game.table.pending.push(Pending::TuscanDue);
}

/// What waited on the stack goes on.
pub(in crate::t1841) fn proceed(game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
    match game.table.pending.pop() {
        Some(Pending::TuscanDue) => unite(game, events)?,
        Some(Pending::Union(union)) => union.go_on(game, events)?,
        _ => {}
    }
    Ok(Flow::GoesOn)
}

/// The Tuscan merger, or what becomes of its companies without one.
fn unite(game: &mut Game, events: &mut Events) -> Play {
    if game.table.tuscan_done {
        return Ok(());
    }
    game.table.tuscan_done = true;
    let roles = game.fixed.roles;
    let Some(sfli) = roles.livornese else { return Ok(()) };
    let running = |company: Option<CompanyId>| company.filter(|company| game.running(*company));
    let (sflp, sfma, ssfl) = (running(roles.lucchese), running(roles.maria_antonia), running(roles.leopolda));
    let all: Vec<_> = [sflp, sfma, ssfl].into_iter().flatten().collect();
    let Some(between) = intermediate(game, ssfl.is_some()).filter(|_| all.len() >= 2) else {
        // 1841-4.6.9-01, 1841-4.6.9-06: SFLi leaves the game.
        if let Some(charter) = game.company_mut(sfli) {
            charter.standing = Standing::Gone;
        }
        return Ok(());
    };
    let minors: Vec<_> = [sflp, sfma].into_iter().flatten().collect();
    let first = if game.fixed.rules.tuscan_step_by_step { &minors } else { &all };
    let decider = decider(game, first);
    let acts = game.fixed.rules.sfli_runs && !all.iter().any(|company| game.has_acted(*company));
    let then = ssfl.map(|ssfl| (between, ssfl));
    game.table.pending.push(Pending::Union(Union { then, decider, acts }));
    match (sflp, sfma, ssfl) {
        // 1841-4.6.9-02.
        (Some(a), Some(b), None) => merger::unite(game, (a, b, sfli), decider, Some(Tuscan::Last), events),
        // 1841-4.6.9-04.
        (Some(a), Some(b), Some(_)) => {
            merger::unite(game, (a, b, between), decider, Some(Tuscan::First), events)
        }
        // 1841-4.6.9-03.
        (Some(minor), None, _) | (None, Some(minor), _) => {
            transformation::transform(game, minor, between, true, events)
        }
        (None, None, _) => Ok(()),
    }
}

/// 1841-4.6.9-04: the major that the minors become on the way: any unused one; if all are in use, one that has left the
/// game lends its charter. Not needed without SSFL.
fn intermediate(game: &Game, needed: bool) -> Option<CompanyId> {
    let gone = |company: &CompanyId| {
        let charter = game.charter(*company);
        game.company(*company).standing == Standing::Gone && !charter.minor && !charter.tuscan()
    };
    let free = game.free_majors().next().or_else(|| game.company_ids().find(gone));
    if needed { free } else { free.or(game.fixed.roles.livornese) }
}

/// 1841-4.6.9-07: the director of the company with the highest price of those that merge (v1: of each pair); if nobody leads it, whoever runs the operating
/// company.
fn decider(game: &Game, all: &[CompanyId]) -> SeatId {
    let order = game.table.chart.order(&game.fixed.parts.grid);
    let first = order.into_iter().find(|company| all.contains(company));
    first.and_then(|company| game.leader(company)).unwrap_or_else(|| game.acting_seat())
}

impl Union {
    fn go_on(self, game: &mut Game, events: &mut Events) -> Play {
        let Some(sfli) = game.fixed.roles.livornese else { return Ok(()) };
        if let Some((between, ssfl)) = self.then {
            game.table.pending.push(Pending::Union(Union { then: None, ..self }));
            let anew = game.fixed.rules.tuscan_step_by_step;
            let decider = if anew { decider(game, &[between, ssfl]) } else { self.decider };
            return merger::unite(game, (between, ssfl, sfli), decider, Some(Tuscan::Last), events);
        }
        if self.acts {
            game.set_due(sfli);
        }
        Ok(())
    }
}

/// 1841-4.6.9-05, 1841-4.6.9-05-v2: Pisa and Firenze.
impl Game {
    /// Whether a hex is Pisa or Firenze.
    pub(super) fn is_pisa_or_firenze(&self, hex: HexId) -> bool {
        self.fixed.geography.tuscan_cities.contains(&hex)
    }

    /// The places among the two where none of these companies has a token and a slot is free: in v1 SFLi
    /// gets one there.
    pub(super) fn tuscan_places_to_fill(&self, companies: &[CompanyId]) -> Vec<(HexId, u8)> {
        if self.fixed.rules.tuscan_keeps_tokens {
            return Vec::new();
        }
        let taken = |hex| companies.iter().any(|company| self.table.board.has_token(*company, hex));
        let bare = self.fixed.geography.tuscan_cities.iter().copied().filter(|hex| !taken(*hex));
        bare.filter_map(|hex| self.free_city(hex).map(|stop| (hex, stop))).collect()
    }

    fn free_city(&self, hex: HexId) -> Option<u8> {
        let stops = self.table.board.face(hex).stops.iter().enumerate();
        let mut cities = stops.filter(|(_, stop)| stop.kind == StopKind::City).map(|(at, _)| at as u8);
        cities.find(|stop| self.table.board.free_slot(hex, *stop).is_some())
    }

    /// 1841-4.6.9-05: puts SFLi's tokens in Pisa and Firenze; without a free slot they stay on the charter (G-34).
    pub(super) fn add_tuscan_tokens(&mut self, sfli: CompanyId) -> Play {
        for (hex, stop) in self.tuscan_places_to_fill(&[sfli]) {
            if self.company(sfli).tokens == 0 {
                break;
            }
            self.table.board.place(sfli, hex, stop)?;
            if let Some(company) = self.company_mut(sfli) {
                company.tokens -= 1;
            }
        }
        Ok(())
    }
}
