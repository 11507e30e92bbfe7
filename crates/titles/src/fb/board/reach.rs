//! What a company reaches along track: tile legal routes (3.4.1), routes of regionals (3.5.2), connections for acquisitions
//! (3.6.3).

use crate::fb::Game;
use crate::fb::states::State;
use ferrata_engine::board::{BROAD, Board, Reach, Terms, Visit};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::tile::{End, StopKind};
use smallvec::SmallVec;
use std::sync::Arc;

/// Stops from which something is reached.
pub(in crate::fb) type Stops = SmallVec<[(HexId, u8); 8]>;

/// One half of Napoli: its stop, and the side that leads to the other one.
pub(in crate::fb) type HalfEnd = (HexId, u8, u8);

/// The track between the two halves of Napoli.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::fb) struct Joint {
    /// Both halves.
    pub(in crate::fb) ends: [HalfEnd; 2],
}

impl Joint {
    /// The end of a stop, and the other one.
    pub(in crate::fb) fn from(&self, hex: HexId, stop: u8) -> Option<(HalfEnd, HalfEnd)> {
        let [north, south] = self.ends;
        if (north.0, north.1) == (hex, stop) {
            Some((north, south))
        } else if (south.0, south.1) == (hex, stop) {
            Some((south, north))
        } else {
            None
        }
    }
}

impl Game {
    /// The track between the halves of Napoli, if they are joined.
    pub(in crate::fb) fn napoli_joint(&self) -> Option<Joint> {
        let ([north, south], board) = (self.fixed.places.napoli, &self.table.board);
        let end = |from: HexId, to: HexId| {
            let side = (0..6).find(|side| {
                board
                    .map()
                    .hex(from)
                    .and_then(|hex| hex.side(*side).to)
                    .is_some_and(|(beyond, _)| beyond == to)
            })?;
            let track = board.face(from).track.iter().find_map(|track| match (track.a, track.b) {
                (End::Side(at), End::Stop(stop)) | (End::Stop(stop), End::Side(at)) if at == side => {
                    Some(stop)
                }
                _ => None,
            })?;
            Some((from, track, side))
        };
        Some(Joint { ends: [end(north, south)?, end(south, north)?] })
    }

    /// Stops with a company's tokens; a place with several hexes is at all of them.
    pub(in crate::fb) fn stations(&self, company: CompanyId) -> Stops {
        let mut stops = Stops::new();
        for token in self.table.board.tokens_of(company) {
            stops.push((token.hex, token.stop));
            stops.extend(self.fixed.places.also_at(token.hex).map(|hex| (hex, token.stop)));
        }
        stops
    }

    /// Where the tile routes of a company start. 18FB-3.4.1-06, 18FB-3.4.1-07, 18FB-3.4.1-32: cities with own tokens, in 2006
    /// off-map areas too. 18FB-3.4.1-13, 18FB-G-48: the home base before its token is laid. Regionals: the home base
    /// (18FB-3.5.2-09), in 2006 with its token (18FB-3.5.2-10).
    pub(in crate::fb) fn tile_starts(&self, company: CompanyId) -> Stops {
        if let Some(regional) = self.fixed.regional(company)
            && !self.fixed.switches.regionals_have_tokens
        {
            let stops = 0..self.table.board.face(regional.home).stops.len() as u8;
            return stops.map(|stop| (regional.home, stop)).collect();
        }
        let mut starts = self.stations(company);
        if !self.fixed.switches.tile_routes_from_offmap {
            starts.retain(|(hex, stop)| self.stop_kind(*hex, *stop) == Some(StopKind::City));
        }
        starts.extend(self.home_to_come(company));
        starts
    }

    /// 18FB-1.2-10: the home base of a floated corp whose home token is not laid yet.
    pub(in crate::fb) fn home_to_come(&self, company: CompanyId) -> Option<(HexId, u8)> {
        let (hex, printed) = self.main_line(company)?.home;
        let to_come = self.table.board.tokens_of(company).next().is_none();
        (to_come && self.floated(company)).then(|| (hex, self.stop_now(hex, printed)))
    }

    /// What a company reaches for laying tiles.
    pub(in crate::fb) fn tile_reach(&self, company: CompanyId) -> Arc<Reach> {
        let (terms, starts) = (self.tile_terms(company), self.tile_starts(company));
        let key = self.reach_key(company, 0);
        self.cache.reach.get(&self.table.board, key, || self.table.board.reach(&starts, &terms))
    }

    /// What is remembered depends on these besides the board.
    fn reach_key(&self, company: CompanyId, kind: u64) -> u64 {
        let charter = self.charter(company);
        let line = charter.line.map_or(0, |line| u64::from(line) + 1);
        let floated = u64::from(charter.state != State::Unfloated);
        u64::from(company.0) | u64::from(self.table.phase.0) << 8 | line << 16 | floated << 24 | kind << 32
    }

    /// On which terms a company lays tiles.
    pub(in crate::fb) fn tile_terms(
        &self,
        company: CompanyId,
    ) -> Terms<impl Fn(&Board, HexId, u8) -> Visit + '_> {
        let free = self.fixed.regional(company).is_some() && !self.fixed.switches.regionals_have_tokens;
        let joint = if self.one_napoli(company) { self.napoli_joint() } else { None };
        Terms {
            gauges: BROAD,
            borders: self.phase().map_or(0, |phase| phase.borders),
            visit: move |board: &Board, hex, stop| visit(board, company, free, joint, hex, stop),
        }
    }

    /// 18FB-3.6.3-04: what a company reaches without passing a city. A start in one half of Napoli may leave through the other
    /// (18FB-3.4.2-24).
    pub(in crate::fb) fn token_reach(&self, company: CompanyId) -> Arc<Reach> {
        let mut starts = self.stations(company);
        if self.one_napoli(company)
            && let Some(joint) = self.napoli_joint()
        {
            let others: Stops = starts
                .iter()
                .filter_map(|(hex, stop)| joint.from(*hex, *stop))
                .map(|(_, other)| (other.0, other.1))
                .collect();
            starts.extend(others);
        }
        let terms = Terms {
            gauges: BROAD,
            borders: self.phase().map_or(0, |phase| phase.borders),
            visit: |board: &Board, hex: HexId, stop: u8| match kind(board, hex, stop) {
                Some(StopKind::Town) => Visit::Through,
                _ => Visit::End,
            },
        };
        let key = self.reach_key(company, 1);
        self.cache.reach.get(&self.table.board, key, || self.table.board.reach(&starts, &terms))
    }
}

fn kind(board: &Board, hex: HexId, stop: u8) -> Option<StopKind> {
    board.face(hex).stops.get(usize::from(stop)).map(|stop| stop.kind)
}

/// 18FB-3.4.1-08, 18FB-2.5.4-02, 18FB-3.4.1-11: a full city without an own token ends a tile route; 18FB-3.4.1-09,
/// 18FB-2.5.4-07, 18FB-2.5.4-08, 18FB-G-21: only tokens make it full, those of regionals among them (18FB-3.5.2-29). An
/// empty slot or own token in the joined half of Napoli opens the other (18FB-3.4.1-10, 18FB-2.5.3-14). Tokens do not stop
/// regionals in PA23 (18FB-3.5.2-09).
fn visit(board: &Board, company: CompanyId, free: bool, joint: Option<Joint>, hex: HexId, stop: u8) -> Visit {
    match kind(board, hex, stop) {
        Some(StopKind::Town) => Visit::Through,
        Some(StopKind::City) if free || !board.city_full_for(company, hex, stop) => Visit::Through,
        Some(StopKind::City) => {
            let other = joint.and_then(|joint| joint.from(hex, stop)).map(|(_, other)| other);
            let opens = other.is_some_and(|(half, stop, _)| !board.city_full_for(company, half, stop));
            if opens { Visit::Through } else { Visit::End }
        }
        _ => Visit::End,
    }
}
