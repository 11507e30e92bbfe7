//! A company's network: its bases and what it reaches from them.

use crate::t1841::Game;
use ferrata_engine::board::{ANY_GAUGE, Board, Reach, Terms, Visit};
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::tile::StopKind;
use smallvec::SmallVec;
use std::sync::Arc;

/// A company's bases: tokens in cities.
pub(super) type Bases = SmallVec<[(HexId, u8); 8]>;

impl Game {
    /// 1841-4.1.2-05: the bases of a company: its tokens in cities, not on passes (G-15).
    pub(crate) fn bases(&self, company: CompanyId) -> Bases {
        let tokens = self.table.board.tokens_of(company).map(|token| (token.hex, token.stop));
        tokens.filter(|(hex, stop)| self.is_city(*hex, *stop)).collect()
    }

    /// From where a company lays tokens and is joined to a partner: its bases; in v1 passes serve as well (1841-4.2-09, G-15).
    pub(crate) fn stations(&self, company: CompanyId) -> Bases {
        match self.fixed.rules.pass_stations {
            true => self.table.board.tokens_of(company).map(|token| (token.hex, token.stop)).collect(),
            false => self.bases(company),
        }
    }

    /// Whether a stop is a city.
    pub(crate) fn is_city(&self, hex: HexId, stop: u8) -> bool {
        let stop = self.table.board.face(hex).stops.get(stop as usize);
        stop.is_some_and(|stop| stop.kind == StopKind::City)
    }

    /// What a company reaches from some of its bases; trains end where all slots are foreign, and a free slot blocks
    /// nobody (1841-4.2-01, 1841-4.2-05, 1841-4.2-06).
    pub(crate) fn reach_from(&self, company: CompanyId, from: &[(HexId, u8)], borders: u16) -> Arc<Reach> {
        let (board, key) = (&self.table.board, stable_hash(&(company, from, borders)));
        self.found.reach.get(board, key, || board.reach(from, &terms(company, borders)))
    }

    /// What a company reaches, borders aside or not.
    pub(crate) fn reach_of(&self, company: CompanyId, borders: u16) -> Arc<Reach> {
        self.reach_from(company, &self.bases(company), borders)
    }
}

/// On which terms a company's network is walked.
pub(super) fn terms(company: CompanyId, borders: u16) -> Terms<impl Fn(&Board, HexId, u8) -> Visit> {
    Terms {
        gauges: ANY_GAUGE,
        borders,
        visit: move |board: &Board, hex, stop| board.visit(company, hex, stop),
    }
}
