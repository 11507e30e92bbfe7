//! §5.2.1 Whether a combined train could run from map to map: asked for the duty to own a train and before trains are
//! combined, so it is answered fast and remembered until the board changes.

use super::Esp;
use super::state::Train;
use ferrata_engine::board::{ANY_GAUGE, Board, Terms, Visit};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::tile::StopKind;
use smallvec::SmallVec;
use std::sync::{Mutex, PoisonError};

/// Which stops of a way are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    All,
    Cities,
}

/// Answers for one board, by company, passes and reach. It takes no part in comparing states.
#[derive(Debug, Default)]
pub(super) struct Crossings(Mutex<Kept>);

#[derive(Clone, Debug, Default)]
struct Kept {
    fingerprint: u64,
    answers: SmallVec<[(u64, bool); 4]>,
}

impl Clone for Crossings {
    fn clone(&self) -> Crossings {
        Crossings(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

impl Crossings {
    fn get(&self, board: &Board, key: u64, find: impl FnOnce() -> bool) -> bool {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.fingerprint != board.fingerprint() {
            *kept = Kept { fingerprint: board.fingerprint(), answers: SmallVec::new() };
        }
        if let Some((_, answer)) = kept.answers.iter().find(|(known, _)| *known == key) {
            return *answer;
        }
        let answer = find();
        kept.answers.push((key, answer));
        answer
    }
}

impl Esp {
    /// Whether a combined train has any legal route from map to map now.
    pub(super) fn combined_can_run(&self, company: CompanyId, train: &Train) -> bool {
        let (any, towns) = self.reach_of(train);
        let key = [company.0, any, towns]
            .iter()
            .fold(u64::from(self.s.passes.bits()), |key, part| key << 8 | u64::from(*part));
        self.crossings.get(&self.s.board, key, || {
            let within = |least: Option<u8>, limit: u8| least.is_some_and(|least| least <= limit);
            within(self.stops_to_cross(company, Counted::All), any + towns)
                && within(self.stops_to_cross(company, Counted::Cities), any)
                && self.finds_crossing(company, train, any, towns)
        })
    }

    /// Looks for a route with a short reach first: the shortest crossing is found before long ones are tried.
    fn finds_crossing(&self, company: CompanyId, train: &Train, any: u8, towns: u8) -> bool {
        let short = (0..3).map(|more| (any.min(3 + more), towns.min(more)));
        let mut reaches = short.filter(|reach| *reach != (any, towns)).chain([(any, towns)]);
        reaches.any(|(stops, besides)| self.has_crossing(company, train, stops, besides))
    }

    /// The fewest stops of a way from a station over an open pass to a stop behind it; none if no pass that the
    /// company may run through leads on. Where trains may turn is not looked at: a real route never has fewer.
    fn stops_to_cross(&self, company: CompanyId, counted: Counted) -> Option<u8> {
        let reach = self.reach(company);
        let leads_on = |hex: HexId| {
            self.pass_is_open(hex)
                && reach.track(hex).count_ones() > 1
                && self.s.board.visit(company, hex, 0) == Visit::Through
        };
        let passes: SmallVec<[HexId; 4]> =
            self.game.passes.iter().map(|pass| pass.hex).filter(|hex| leads_on(*hex)).collect();
        if passes.is_empty() {
            return None;
        }
        let mut seen: SmallVec<[(HexId, u8); 64]> = self.stations(company).into_iter().collect();
        let mut edge: SmallVec<[(HexId, u8); 16]> = seen.iter().copied().collect();
        let mut stops = 1_u8;
        while !edge.is_empty() {
            if edge.iter().any(|(hex, _)| passes.contains(hex)) {
                // Behind the pass comes one stop more, which may be a town; on both sides if the station is there.
                let beyond = if stops == 1 { 2 } else { 1 };
                return Some(if counted == Counted::All { stops + beyond } else { stops });
            }
            let next = self.next_stops(&edge, counted);
            let through = |&(hex, stop): &(HexId, u8)| {
                let counts = counted == Counted::All || !self.is_town(hex, stop);
                counts && self.pass_is_open(hex) && self.s.board.visit(company, hex, stop) == Visit::Through
            };
            edge = next.into_iter().filter(|stop| !seen.contains(stop)).filter(through).collect();
            seen.extend(edge.iter().copied());
            stops += 1;
        }
        None
    }

    fn is_town(&self, hex: HexId, stop: u8) -> bool {
        let kind = self.s.board.face(hex).stops.get(stop as usize).map(|stop| stop.kind);
        matches!(kind, Some(StopKind::Town | StopKind::Mine | StopKind::Port))
    }

    /// The stops next to these ones; towns between are passed if only cities count.
    fn next_stops(&self, from: &[(HexId, u8)], counted: Counted) -> SmallVec<[(HexId, u8); 16]> {
        let visit = |_: &Board, hex: HexId, stop: u8| match counted {
            Counted::Cities if self.is_town(hex, stop) => Visit::Through,
            _ => Visit::End,
        };
        let reach = self.s.board.reach(from, &Terms { gauges: ANY_GAUGE, borders: 0, visit });
        reach.stops().collect()
    }
}
