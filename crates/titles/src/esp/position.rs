//! Positions: a table in the middle of a game, written down and read (see [`ferrata_engine::position`]).

use super::Game;
use super::board::Passes;
use super::setup;
use super::stock::Stock;
use super::table::{Company, HomeToken, Round, Status};
use ferrata_engine::components::Components;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CardId, HexId, SeatId, TrainKind};
use ferrata_engine::position::{InPlay, Toolbox, Visit, Written};
use ferrata_engine::shares::Holder;
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
        let (fixed, table) = (self.fixed.clone(), &mut self.table);
        visit.field("order", &mut table.order);
        visit.field("phase", &mut table.phase);
        let toolbox = Toolbox {
            ledger: &mut table.ledger,
            shares: &mut table.shares,
            chart: &mut table.chart,
            board: &mut table.board,
        };
        visit.table(toolbox, &mut table.seats, &mut table.companies, |company, place| {
            launch(company, place, fixed.role(place.company).home);
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
        visit.field("tenders", &mut table.tenders);
        let train = |parts: &Components, at: usize| parts.train_name(TrainKind(at as u8)).to_string();
        visit.each("recyclable", &mut table.recyclable, train);
        visit.each("discarded", &mut table.discarded, train);
        let all = || fixed.passes.iter().enumerate();
        let open = all().filter(|(at, _)| table.passes.is_open(*at)).map(|(_, pass)| pass.hex);
        let mut open: Vec<HexId> = open.collect();
        visit.field("open_passes", &mut open);
        table.passes = Passes::of(all().filter(|(_, pass)| open.contains(&pass.hex)).map(|(at, _)| at));
        visit.field("last_trains_sold", &mut table.last_trains_sold);
        visit.field("aranjuez_visited", &mut table.aranjuez_visited);
        visit.field("cycle", &mut table.cycle);
        visit.field("finale", &mut table.finale);
        visit.field("round", &mut table.round);
        visit.field("pending", &mut table.pending);
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
