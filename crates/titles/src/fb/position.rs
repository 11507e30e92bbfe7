//! Positions of 18FB, written down and read.

use super::Game;
use super::fixed::CardRole;
use super::operating;
use super::states::State;
use super::stock::Stock;
use super::table::Round;
use ferrata_engine::components::Components;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CardId, CompanySet, SeatId, TrainKind};
use ferrata_engine::position::{Toolbox, Visit, Written};
use ferrata_engine::shares::Holder;
use std::sync::Arc;

impl Written for Game {
    fn parts(&self) -> &Arc<Components> {
        &self.fixed.parts
    }

    fn players(&self) -> &[String] {
        &self.fixed.players
    }

    /// The players sit as they are named, political cards lie in the pool, and the first stock round has begun.
    fn opened(&mut self) {
        let politicals: Vec<CardId> = self.fixed.political_cards().map(|(card, _)| card).collect();
        for card in politicals {
            if let Ok(card) = self.card_mut(card) {
                card.holder = Holder::Pool;
            }
        }
        let table = &mut self.table;
        table.order = (0..self.fixed.by_players.count).map(SeatId).collect();
        (table.priority, table.stock_rounds) = (SeatId(0), 1);
        table.round = Round::Stock(Stock::beginning_with(SeatId(0)));
    }

    fn visit(&mut self, visit: &mut Visit<'_>) {
        let fixed = self.fixed.clone();
        let table = &mut self.table;
        visit.field("order", &mut table.order);
        visit.field("priority", &mut table.priority);
        visit.field("phase", &mut table.phase);
        visit.money_on_cards("deposit", &mut table.ledger);
        let toolbox = Toolbox {
            ledger: &mut table.ledger,
            shares: &mut table.shares,
            chart: &mut table.chart,
            board: &mut table.board,
        };
        let mut seats = vec![Nothing {}; fixed.players.len()];
        let phase = fixed.phase(table.phase);
        visit.table(toolbox, &mut seats, &mut table.companies, |company, in_play| {
            // A corp with a price is floated: building before PH5, definitive afterwards.
            let bourbon = phase.is_some_and(|phase| phase.bourbon());
            company.par = in_play.price;
            company.state = if bourbon { State::Building } else { State::Definitive };
            company.steps = phase.map_or(0, |phase| phase.says().steps);
        });
        let owned: Vec<TrainKind> =
            table.companies.iter().flat_map(|company| company.trains.to_vec()).collect();
        visit.depot(&mut table.depot, phase.and_then(|phase| phase.starts_with), &owned);
        visit.each("card", &mut table.cards, |parts, at| parts.card_name(CardId(at as u8)).to_string());
        visit.field("stock_rounds", &mut table.stock_rounds);
        visit.field("bank_broken", &mut table.bank_broken);
        visit.field("falcon", &mut table.falcon);
        visit.field("unified_now", &mut table.unified_now);
        visit.field("proposed", &mut table.proposed);
        visit.field("round", &mut table.round);
        let operating = matches!(table.round, Round::Operating(_));
        visit.implied("operating_rounds", &mut table.operating_rounds, u8::from(operating));
        visit.field("pending", &mut table.pending);
        self.follow();
        if !visit.has("round.operating.acted") {
            self.follow_order();
        }
    }
}

impl Game {
    /// 18FB-3.4-02, 18FB-3.4-04: those have had a turn who come before the company whose turn it is.
    fn follow_order(&mut self) {
        let mut before = CompanySet::default();
        let turn = self.operating().and_then(|operating| operating.company);
        while let Some(other) = operating::next(self, before).filter(|other| Some(*other) != turn) {
            before.add(other);
        }
        if let (Some(_), Ok(operating)) = (turn, self.operating_mut()) {
            operating.done = before;
        }
    }

    /// What follows for cards from companies and phase: concessions of floated corps are their presidents'; from PH5 on there
    /// are no cards any more, nor shares that lie with them.
    fn follow(&mut self) {
        for card in (0..self.table.cards.len() as u8).map(CardId) {
            let company = match self.fixed.card(card) {
                Some(CardRole::Concession(concession)) => Some(concession.company),
                _ => None,
            };
            let leader =
                company.filter(|company| self.floated(*company)).and_then(|company| self.president(company));
            let holder = match (self.card(card).holder, leader) {
                _ if !self.bourbon() => Holder::Out,
                (Holder::Offering, Some(seat)) => Holder::Seat(seat),
                (holder, _) => holder,
            };
            if let Ok(card) = self.card_mut(card) {
                card.holder = holder;
            }
        }
        if !self.bourbon() {
            for company in self.company_ids() {
                let left = self.percent(company, Holder::Reserved);
                let (from, to) = (Holder::Reserved, Holder::Offering);
                // Nothing is left there in a game, so nothing can be refused.
                let _ = self.table.shares.give_percent(company, left, from, to, &mut Events::new());
            }
        }
    }
}

/// A seat has nothing but money, certificates and cards.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}
