//! Positions: a table in the middle of a game, written down and read (see [`ferrata_engine::position`]).

use super::Game;
use super::board::Passes;
use super::fixed::Class;
use super::phases;
use super::setup;
use super::stock::Stock;
use super::table::{Company, HomeToken, Round, Status};
use ferrata_engine::components::Components;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CardId, CompanySet, HexId, SeatId, TrainKind};
use ferrata_engine::position::{InPlay, Toolbox, Visit, Written};
use ferrata_engine::shares::Holder;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Written for Game {
    fn parts(&self) -> &Arc<Components> {
        &self.fixed.parts
    }

    fn players(&self) -> &[String] {
        &self.fixed.players
    }

    /// The order cards are dealt by seat, the privates are gone, and the first stock round has begun.
    fn opened(&mut self) {
        // The box has the certificates that are set aside: nothing can be refused.
        let _ = setup::set_aside(self, &mut Events::new());
        self.table.privates.fill(Holder::Out);
        self.table.cycle = 1;
        self.table.round = Round::Stock(Stock::new(SeatId(0)));
    }

    fn visit(&mut self, visit: &mut Visit<'_>) {
        let fixed = self.fixed.clone();
        visit.field("order", &mut self.table.order);
        visit.field("phase", &mut self.table.phase);
        let full_capital = self.phase().full_capital();
        if full_capital {
            // What the phase did when it began; nothing where that is done already, and nothing that can be refused.
            let _ = phases::end_of_minors(self, &mut Events::new());
        }
        let table = &mut self.table;
        let toolbox = Toolbox {
            ledger: &mut table.ledger,
            shares: &mut table.shares,
            chart: &mut table.chart,
            board: &mut table.board,
        };
        visit.table(toolbox, &mut table.seats, &mut table.companies, |company, place| {
            let role = fixed.role(place.company);
            launch(company, place, role.home);
            if full_capital && role.class == Class::Minor {
                company.status = Status::Frozen;
            }
        });
        let owned: Vec<TrainKind> = table
            .companies
            .iter()
            .flat_map(|company| company.trains.iter().map(|train| train.kind))
            .collect();
        visit.depot(&mut table.depot, Some(fixed.phase(table.phase).starts_with), &owned);
        let private = |parts: &Components, at: usize| {
            let card = fixed.privates.cards.get(at).copied().unwrap_or(at);
            parts.card_name(CardId(card as u8)).to_string()
        };
        visit.each("private", &mut table.privates, private);
        visit.field("beside", &mut table.beside);
        visit.fields("tenders", &mut table.tenders);
        let train = |parts: &Components, at: usize| parts.train_name(TrainKind(at as u8)).to_string();
        visit.each("discarded", &mut table.discarded, train);
        self.visit_recyclable(visit);
        let table = &mut self.table;
        let all = || fixed.passes.iter().enumerate();
        let open = all().filter(|(at, _)| table.passes.is_open(*at)).map(|(_, pass)| pass.hex);
        let mut open: Vec<HexId> = open.collect();
        visit.field("open_passes", &mut open);
        table.passes = Passes::of(all().filter(|(_, pass)| open.contains(&pass.hex)).map(|(at, _)| at));
        visit.field("last_trains_sold", &mut table.last_trains_sold);
        visit.field("aranjuez_visited", &mut table.aranjuez_visited);
        visit.field("cycle", &mut table.cycle);
        visit.field("finale", &mut table.finale);
        self.visit_round(visit);
        visit.field("pending", &mut self.table.pending);
    }
}

impl Game {
    /// 18ESP-5.2.1-03: all cards of a kind that has rusted can be recycled but those that were discarded or are combined.
    fn visit_recyclable(&mut self, visit: &mut Visit<'_>) {
        let kinds = || (0..self.fixed.parts.trains.len() as u8).map(TrainKind);
        let trains = self.table.companies.iter().flat_map(|company| &company.trains);
        let combined: Vec<TrainKind> = trains.filter_map(|train| train.with).map(|(kind, _)| kind).collect();
        let left = |kind: TrainKind| {
            let gone = combined.iter().filter(|other| **other == kind).count() as u8;
            let lost = self.table.discarded.get(kind.index()).copied().unwrap_or(0);
            let cards = if self.has_rusted(kind) { self.fixed.cards_of(kind) } else { 0 };
            cards.saturating_sub(lost).saturating_sub(gone)
        };
        let implied: BTreeMap<TrainKind, u8> = kinds().map(|kind| (kind, left(kind))).collect();
        let mut now: BTreeMap<TrainKind, u8> = kinds().zip(self.table.recyclable.iter().copied()).collect();
        visit.implied("recyclable", &mut now, implied.clone());
        let told = |(kind, implied)| now.get(&kind).copied().unwrap_or(implied);
        self.table.recyclable = implied.into_iter().map(told).collect();
    }

    /// The round. In an operating round those have acted who come before the company whose turn it is.
    fn visit_round(&mut self, visit: &mut Visit<'_>) {
        let mut done = self.operating().map(|operating| operating.done).unwrap_or_default();
        let rounds = self.phase().spec.operating_rounds;
        let order = self.order_by_price();
        let fixed_order = self.fixed.switches.order_fixed_in_round;
        visit.field("round", &mut self.table.round);
        let Some(operating) = self.operating_mut() else { return };
        operating.done = CompanySet::default();
        let company = operating.company;
        if operating.of == 0 {
            operating.of = rounds;
        }
        if fixed_order && operating.order.is_empty() {
            operating.order = order;
        }
        let mut before: CompanySet = self.still_to_operate().take_while(|other| *other != company).collect();
        before.add(company);
        visit.implied("acted", &mut done, before);
        if let Some(operating) = self.operating_mut() {
            operating.done = done;
            operating.acted.0 = done.iter().filter(|other| *other != company).chain([company]).collect();
        }
    }
}

/// What follows for a company that has a price: it operates, and its stations came from its charter.
fn launch(company: &mut Company, place: &InPlay<'_>, home: HexId) {
    company.status = Status::Launched;
    company.par = place.price;
    company.operated = true;
    company.ran = true;
    let at_home = place.stations.contains(&home);
    company.home = if at_home { HomeToken::Placed } else { HomeToken::Charter };
    let mut built = place.stations.len() as u8 - u8::from(at_home);
    for tokens in [&mut company.free_tokens, &mut company.locked_tokens] {
        let taken = built.min(*tokens);
        *tokens -= taken;
        built -= taken;
    }
}
