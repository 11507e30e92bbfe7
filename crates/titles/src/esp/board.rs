//! The map as a company sees it: what it reaches, where its home is, which passes are open.

use super::Game;
use super::table::HomeToken;
use ferrata_engine::board::{ANY_GAUGE, Board, Reach, Terms, Visit};
use ferrata_engine::id::{CompanyId, HexId};
use smallvec::SmallVec;
use std::sync::Arc;

/// Which mountain passes are open, one bit each. 18ESP-1.5.1-12: none at first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Passes(u8);

impl Passes {
    pub(super) fn is_open(self, pass: usize) -> bool {
        self.0 >> pass & 1 == 1
    }

    pub(super) fn bits(self) -> u8 {
        self.0
    }

    pub(super) fn open(&mut self, pass: usize) {
        self.0 |= 1 << pass;
    }

    /// These ones are open.
    pub(super) fn of(open: impl IntoIterator<Item = usize>) -> Passes {
        let mut passes = Passes::default();
        open.into_iter().for_each(|pass| passes.open(pass));
        passes
    }
}

impl Game {
    /// The pass on a hex.
    pub(super) fn pass_at(&self, hex: HexId) -> Option<usize> {
        self.fixed.passes.iter().position(|pass| pass.hex == hex)
    }

    pub(super) fn pass_is_open(&self, hex: HexId) -> bool {
        self.pass_at(hex).is_none_or(|pass| self.table.passes.is_open(pass))
    }

    /// The stations of a company.
    pub(super) fn stations(&self, company: CompanyId) -> SmallVec<[(HexId, u8); 8]> {
        self.table.board.tokens_of(company).map(|token| (token.hex, token.stop)).collect()
    }

    /// What a company does at a stop. 18ESP-4.2.1-10: a closed pass and a city full of others' tokens end its way.
    pub(super) fn terms(&self, company: CompanyId) -> Terms<impl Fn(&Board, HexId, u8) -> Visit + '_> {
        let visit = move |board: &Board, hex: HexId, stop: u8| {
            if self.pass_is_open(hex) { board.visit(company, hex, stop) } else { Visit::End }
        };
        Terms { gauges: ANY_GAUGE, borders: 0, visit }
    }

    /// What a company is connected with.
    pub(super) fn reach(&self, company: CompanyId) -> Arc<Reach> {
        let key = u64::from(company.0) | u64::from(self.table.passes.0) << 8;
        self.cache.reach.get(&self.table.board, key, || {
            self.table.board.reach(&self.stations(company), &self.terms(company))
        })
    }

    /// 18ESP-5.1.1-03: unbroken track from the home station to the destination, ignoring all tokens on the way; online from any
    /// station (18ESP-D-20).
    pub(super) fn reaches_destination(&self, company: CompanyId) -> bool {
        let Some(destination) = self.fixed.role(company).destination else { return false };
        let anywhere = self.fixed.switches.destination_from_any_station;
        let home = self.fixed.role(company).home;
        let mut from = self.stations(company);
        from.retain(|(hex, _)| anywhere || *hex == home);
        let closed = if anywhere { Visit::Through } else { Visit::End };
        let visit =
            |_: &Board, hex: HexId, _: u8| if self.pass_is_open(hex) { Visit::Through } else { closed };
        let reach = self.table.board.reach(&from, &Terms { gauges: ANY_GAUGE, borders: 0, visit });
        reach.track(destination) != 0 || reach.stops_at(destination) != 0
    }

    /// How many slots of a stop are kept for companies that have not placed their home token. 18ESP-4.3-02, 18ESP-G-41.
    pub(super) fn kept_slots(&self, hex: HexId, stop: u8, by: CompanyId) -> u8 {
        let mut kept = 0;
        let mut madrid = false;
        for company in self.company_ids().filter(|&company| company != by) {
            if !self.keeps_home(company, hex, stop) {
                continue;
            }
            // 18ESP-4.3-08: MZ and MZA share one circle.
            if self.shares_slot(company) {
                let partner_there = self
                    .partner(company)
                    .is_some_and(|other| other == by || self.table.board.has_token_at(other, hex, stop));
                kept += u8::from(!madrid && !partner_there);
                madrid = true;
            } else {
                kept += 1;
            }
        }
        kept
    }

    fn keeps_home(&self, company: CompanyId, hex: HexId, stop: u8) -> bool {
        let (role, state) = (self.fixed.role(company), self.company(company));
        let in_play = state.in_play();
        let single = self.table.board.face(hex).stops.len() == 1;
        let here = state.home_stop.map_or(single, |kept| kept == stop);
        in_play && role.home == hex && state.home != HomeToken::Placed && here
    }

    /// 18ESP-4.3-06: whether a home company still waits to choose its circle on a double city.
    pub(super) fn double_city_waits(&self, hex: HexId, by: CompanyId) -> bool {
        let double = self.fixed.double_cities.contains(&hex);
        double
            && self.company_ids().any(|company| {
                let (role, state) = (self.fixed.role(company), self.company(company));
                let in_play = state.in_play();
                company != by && in_play && role.home == hex && state.home != HomeToken::Placed
            })
    }

    pub(super) fn shares_slot(&self, company: CompanyId) -> bool {
        self.fixed.shared_circle.contains(&company)
    }

    /// MZA for MZ and the other way round.
    pub(super) fn partner(&self, company: CompanyId) -> Option<CompanyId> {
        let [a, b] = self.fixed.shared_circle;
        match company {
            _ if company == a => Some(b),
            _ if company == b => Some(a),
            _ => None,
        }
    }
}
