//! Positions: a table in the middle of a game, written down and read (see [`ferrata_engine::position`]).

use super::Game;
use super::fixed::Charter;
use super::stock::Stock;
use super::table::{Company, Player, Round, Standing};
use ferrata_engine::components::Components;
use ferrata_engine::id::{CardId, CompanyId, CompanySet, SeatId, TrainKind};
use ferrata_engine::name::PhaseName;
use ferrata_engine::position::{InPlay, Toolbox, Visit, Written};
use ferrata_engine::shares::Holder;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Written for Game {
    fn parts(&self) -> &Arc<Components> {
        &self.fixed.parts
    }

    fn players(&self) -> &[String] {
        &self.fixed.players
    }

    fn visit(&mut self, visit: &mut Visit<'_>) {
        let fixed = self.fixed.clone();
        visit.field("order", &mut self.table.order);
        let first = self.table.order.first().copied().unwrap_or(SeatId(0));
        visit.implied("priority", &mut self.table.priority, first);
        visit.field("phase", &mut self.table.phase);
        self.table.borders = self.borders_in(self.table.phase);
        self.close_charters();
        let mut seats = self.seats();
        let table = &mut self.table;
        let toolbox = Toolbox {
            ledger: &mut table.ledger,
            shares: &mut table.shares,
            chart: &mut table.chart,
            board: &mut table.board,
        };
        visit.table(toolbox, &mut seats, &mut table.companies, |company, place| {
            if let Some(charter) = fixed.charters.get(place.company.index()) {
                start(company, charter, place);
            }
        });
        table.players = seats.iter().map(|seat| Player { out: seat.out, loans: seat.loans }).collect();
        let owned: Vec<TrainKind> =
            table.companies.iter().flat_map(|company| company.trains.iter().copied()).collect();
        let phase_train = fixed.parts.phase_spec(table.phase).and_then(|phase| phase.starts_with);
        visit.depot(&mut table.depot, phase_train, &owned);
        self.visit_concessions(visit);
        self.visit_areas(visit);
        let (split, tuscan) = (self.begun(fixed.unification.split), self.tuscan_due());
        visit.implied("split_done", &mut self.table.split_done, split);
        visit.implied("tuscan_done", &mut self.table.tuscan_done, tuscan);
        visit.field("ending", &mut self.table.ending);
        visit.field("idle_rounds", &mut self.table.idle_rounds);
        self.visit_round(visit, seats);
        visit.field("pending", &mut self.table.pending);
        self.refuse_two_on_a_hex(visit);
    }
}

/// What lies before a player besides money and certificates.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Seat {
    out: bool,
    loans: u8,
    /// 1841-3.1-08: companies of which they sold a share in this stock round.
    sold: CompanySet,
}

/// A company that has a price is in operation and has acted. Its homes are those printed, or where its first station is.
fn start(company: &mut Company, charter: &Charter, place: &InPlay<'_>) {
    let printed = place.parts.company_spec(place.company).map(|spec| spec.homes.as_slice());
    let at_home = |hex| printed.unwrap_or_default().iter().any(|home| home.hex == hex);
    let mut homes: SmallVec<_> = place.stations.iter().copied().filter(|hex| at_home(*hex)).collect();
    if homes.is_empty() {
        homes.extend(place.stations.first().copied());
    }
    *company = Company {
        standing: Standing::Running,
        operated: true,
        tokens: charter.class.tokens_min.saturating_sub(place.stations.len() as u8),
        homes,
        laid: place.stations.iter().copied().collect(),
        ..Company::default()
    };
}

impl Game {
    fn seats(&self) -> Vec<Seat> {
        let sold = |at: usize| match &self.table.round {
            Round::Stock(stock) => stock.sold.get(at).copied().unwrap_or_default(),
            _ => CompanySet::default(),
        };
        let players = self.table.players.iter().enumerate();
        players.map(|(at, player)| Seat { out: player.out, loans: player.loans, sold: sold(at) }).collect()
    }

    /// Whether a phase has begun.
    fn begun(&self, phase: Option<PhaseName>) -> bool {
        let phase = phase.and_then(|phase| self.fixed.parts.phase(phase));
        phase.is_some_and(|phase| self.table.phase >= phase)
    }

    fn tuscan_due(&self) -> bool {
        self.fixed.roles.livornese.is_none() || self.begun(Some(self.fixed.unification.tuscan_merger))
    }

    /// 1841-4.6.2-02: whether the concessions have left the game.
    fn concessions_left(&self) -> bool {
        self.fixed.phases.iter().take(self.table.phase.index() + 1).any(|phase| phase.concessions_leave)
    }

    /// 1841-4.6.2-02: historical companies that are not in operation leave with the concessions.
    fn close_charters(&mut self) {
        if !self.concessions_left() {
            return;
        }
        for (company, charter) in self.table.companies.iter_mut().zip(&self.fixed.charters) {
            if charter.concession.is_some() && company.standing == Standing::Waiting {
                company.standing = Standing::Gone;
            }
        }
    }

    /// The concession of a company in operation is its director's, the others are in the pool, until all have left.
    fn visit_concessions(&mut self, visit: &mut Visit<'_>) {
        let left = self.concessions_left();
        let holder = |card| match self.used(card).map(|company| self.table.shares.director(company)) {
            _ if left => Holder::Out,
            Some(director @ Holder::Seat(_)) => director,
            _ => Holder::Pool,
        };
        let implied: BTreeMap<CardId, Holder> =
            self.concession_ids().map(|card| (card, holder(card))).collect();
        let mut holders: BTreeMap<CardId, Holder> =
            self.concession_ids().map(|card| (card, self.concession_holder(card))).collect();
        visit.implied("concession", &mut holders, implied.clone());
        for (card, place) in self.concession_ids().zip(&mut self.table.concessions) {
            let told = holders.get(&card).or_else(|| implied.get(&card));
            *place = told.copied().unwrap_or(*place);
        }
    }

    /// 1841-1.1-02: off-board areas that were found connected.
    fn visit_areas(&mut self, visit: &mut Visit<'_>) {
        let areas = &self.fixed.geography.areas;
        let mut joined: Vec<bool> = (0..areas.len()).map(|at| self.table.areas >> at & 1 == 1).collect();
        visit.each("area_connected", &mut joined, |parts, at| {
            let hex = areas.get(at).and_then(|hexes| hexes.first()).and_then(|hex| parts.map.hex(*hex));
            hex.and_then(|hex| hex.face.stops.iter().find_map(|stop| stop.group.clone())).unwrap_or_default()
        });
        let bits = joined.iter().enumerate().filter(|(_, joined)| **joined);
        self.table.areas = bits.fold(0, |bits, (at, _)| bits | 1 << at.min(15));
    }

    /// The round; else the first stock round begins. Those have acted who come before the company whose turn it is.
    fn visit_round(&mut self, visit: &mut Visit<'_>, seats: Vec<Seat>) {
        let mut done = self.operating().map(|operating| operating.done).unwrap_or_default();
        let rounds = self.phase_spec().map_or(1, |phase| phase.operating_rounds);
        let players = self.table.players.len();
        let stock = Round::Stock(Stock::new(1, self.table.priority, players));
        visit.implied("round", &mut self.table.round, stock);
        match &mut self.table.round {
            Round::Stock(stock) => stock.sold = seats.into_iter().map(|seat| seat.sold).collect(),
            _ if seats.iter().any(|seat| !seat.sold.is_empty()) => self.refuse_sold(visit, &seats),
            Round::Operating(operating) => {
                operating.done = CompanySet::default();
                let company = operating.company;
                if operating.of == 0 {
                    operating.of = rounds;
                }
                visit.implied("acted", &mut done, self.acted_before(company));
                if let Ok(operating) = self.operating_mut() {
                    operating.done = done;
                }
            }
            Round::Concession(_) | Round::Over(_) => {}
        }
    }

    /// 1841-4.2-08: never two tokens of one company on a hex, in whichever of its cities.
    fn refuse_two_on_a_hex(&self, visit: &mut Visit<'_>) {
        for company in self.company_ids() {
            if let Some(hex) = self.doubled_hex(company) {
                let (name, hex) = (self.name(company).to_string(), self.fixed.parts.hex_name(hex));
                let found = format!("two stations of {name} in {hex}");
                visit.refuse(&["company", &name, "stations"], found, "one station of a company on a hex");
            }
        }
    }

    /// 1841-3.1-08: what was sold counts in the stock round in which it was sold.
    fn refuse_sold(&self, visit: &mut Visit<'_>, seats: &[Seat]) {
        for (name, seat) in self.fixed.players.iter().zip(seats) {
            if !seat.sold.is_empty() {
                visit.refuse(&["seat", name, "sold"], "companies sold in this round", "a stock round");
            }
        }
    }

    fn acted_before(&self, company: Option<CompanyId>) -> CompanySet {
        let order = self.to_act().into_iter();
        order.take_while(|other| company.is_some_and(|company| company != *other)).collect()
    }
}
