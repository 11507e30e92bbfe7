//! Positions of 1883.

use super::Game;
use super::agenda::Round;
use super::stock::Stock;
use super::table::Standing;
use ferrata_engine::components::Components;
use ferrata_engine::id::{SeatId, TrainKind};
use ferrata_engine::position::{Toolbox, Visit, Written};
use std::sync::Arc;

impl Written for Game {
    fn parts(&self) -> &Arc<Components> {
        &self.fixed.parts
    }

    fn players(&self) -> &[String] {
        &self.fixed.players
    }

    /// The players sit as they are named, and the first stock round has begun; nobody has got a private.
    fn opened(&mut self) {
        let table = &mut self.table;
        table.order = (0..self.fixed.players.len() as u8).map(SeatId).collect();
        table.priority = SeatId(0);
        table.stock_rounds = 1;
        table.privates.iter_mut().for_each(|holder| *holder = ferrata_engine::shares::Holder::Out);
        table.round = Round::Stock(Stock::new(SeatId(0)));
    }

    fn visit(&mut self, visit: &mut Visit<'_>) {
        let (table, fixed) = (&mut self.table, &self.fixed);
        visit.field("order", &mut table.order);
        visit.field("priority", &mut table.priority);
        let tells_deck = visit.has("events");
        visit.field("phase", &mut table.phase);
        visit.money_on_cards("on_cards", &mut table.ledger);
        let toolbox = Toolbox {
            ledger: &mut table.ledger,
            shares: &mut table.shares,
            chart: &mut table.chart,
            board: &mut table.board,
        };
        let ccfr = fixed.ccfr;
        visit.table(toolbox, &mut table.seats, &mut table.companies, |company, in_play| {
            // What the set-up says of CCFR stays; others are launched with their price as par.
            if in_play.company != ccfr {
                company.standing = Standing::Open;
                company.par = in_play.price;
            }
            let printed = in_play.parts.company_spec(in_play.company).map_or(0, |spec| spec.tokens.len());
            company.tokens = printed.saturating_sub(in_play.stations.len()) as u8;
        });
        let owned: Vec<TrainKind> =
            table.companies.iter().flat_map(|company| company.trains.to_vec()).collect();
        let begins = fixed.parts.phase_spec(table.phase).and_then(|phase| phase.starts_with);
        visit.depot(&mut table.depot, begins, &owned);
        let privates = |_: &Components, at: usize| {
            let card = fixed.privates.get(at).map(|private| private.card);
            card.map(|card| fixed.parts.card_name(card).to_string()).unwrap_or_default()
        };
        visit.each("private", &mut table.privates, privates);
        visit.each("private_tile_laid", &mut table.tiles_laid, privates);
        visit.each("concession", &mut table.concessions, |_, at| {
            let card = fixed.concessions.get(at).map(|concession| concession.card);
            card.map(|card| fixed.parts.card_name(card).to_string()).unwrap_or_default()
        });
        visit.field("anchors", &mut table.anchors);
        visit.field("coaches", &mut table.coaches);
        visit.field("coop", &mut table.coop);
        if !tells_deck {
            table.events.use_deck(fixed, fixed.phase(table.phase).event_deck);
        }
        visit.field("events", &mut table.events);
        visit.field("merger", &mut table.merger);
        visit.field("stock_rounds", &mut table.stock_rounds);
        visit.field("operating_rounds", &mut table.operating_rounds);
        visit.field("set", &mut table.set);
        visit.field("limit_players", &mut table.limit_players);
        visit.field("bank_finished", &mut table.bank_finished);
        visit.field("round", &mut table.round);
        visit.field("pending", &mut table.pending);
    }
}
