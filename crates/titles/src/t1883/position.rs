//! Positions of 1883.

use super::Game;
use super::agenda::Round;
use super::coop;
use super::operating::Stage;
use super::stock::{Stock, launch};
use super::table::Standing;
use ferrata_engine::components::Components;
use ferrata_engine::event::Events;
use ferrata_engine::id::{PhaseId, SeatId, TrainKind};
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
        let fixed = self.fixed.clone();
        visit.field("order", &mut self.table.order);
        visit.field("priority", &mut self.table.priority);
        visit.field("phase", &mut self.table.phase);
        self.follow_phase(visit);
        let table = &mut self.table;
        visit.money_on_cards("on_cards", &mut table.ledger);
        let toolbox = Toolbox {
            ledger: &mut table.ledger,
            shares: &mut table.shares,
            chart: &mut table.chart,
            board: &mut table.board,
        };
        let begun = u16::from(table.phase > PhaseId(0));
        // SARSA without coaches has had no turn.
        let parked = if visit.has("coaches") { None } else { Some(fixed.sarsa) };
        visit.table(toolbox, &mut table.seats, &mut table.companies, |company, in_play| {
            // What the set-up says of CCFR stays; others are launched with their price as par, and had a turn.
            if in_play.company != fixed.ccfr {
                company.standing = Standing::Open;
                company.par = in_play.price;
                if Some(in_play.company) != parked {
                    (company.first_operated, company.last_operated) = (begun, begun);
                }
            }
            let printed = in_play.parts.company_spec(in_play.company).map_or(0, |spec| spec.tokens.len());
            company.tokens = printed.saturating_sub(in_play.stations.len()) as u8;
        });
        self.forget_price(visit);
        self.place_homes(visit);
        let table = &mut self.table;
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
        // In an operating round somebody leads it where nothing is told, but not before the first president is found.
        match table.round {
            Round::Operating(_) => visit.stated("coop", &mut table.coop),
            _ => visit.fields("coop", &mut table.coop),
        }
        self.visit_events(visit);
        let table = &mut self.table;
        visit.field("merger", &mut table.merger);
        visit.field("limit_players", &mut table.limit_players);
        visit.field("bank_finished", &mut table.bank_finished);
        self.visit_round(visit);
        visit.field("pending", &mut self.table.pending);
    }
}

impl Game {
    /// What the phases that have begun brought for CCFR, where the position does not tell it: its trains (1883-8.1.4-02,
    /// 1883-8.1.4-03). From its capitalisation on it waits for somebody to launch it, as if everybody had looted it before
    /// (1883-8.1.8-04).
    fn follow_phase(&mut self, visit: &Visit<'_>) {
        let (fixed, ccfr) = (self.fixed.clone(), self.fixed.ccfr);
        let events = &mut Events::new();
        if visit.tells(ccfr, "trains") {
            return;
        }
        let begun = fixed.parts.phases.iter().take(self.table.phase.index() + 1);
        let trains: Vec<TrainKind> = begun.filter_map(|phase| phase.starts_with).collect();
        for gift in fixed.gifts.iter().filter(|gift| trains.contains(&gift.on)) {
            coop::exchange(self, gift.exchange, events);
        }
        let capitalised = (0..=self.table.phase.0).any(|phase| fixed.phase(PhaseId(phase)).ccfr_capitalised);
        if capitalised {
            coop::exchange(self, fixed.capitalised, events);
            self.table.coop.capitalised = true;
        }
        if capitalised && !visit.tells(ccfr, "shares") {
            self.company_mut(ccfr).trains.clear();
            // All certificates exist: nothing can be refused.
            let _ = coop::become_waiting(self, events);
        }
    }

    /// 1883-5.8-01: CCFR has a par and a price from the set-up on, and none when it has closed. A position that tells how it
    /// stands, but no par or price, means that it has none.
    fn forget_price(&mut self, visit: &Visit<'_>) {
        let ccfr = self.fixed.ccfr;
        if !visit.tells(ccfr, "standing") || self.is_open(ccfr) {
            return;
        }
        if !visit.tells(ccfr, "par") {
            self.company_mut(ccfr).par = None;
        }
        if !visit.tells(ccfr, "price") && !visit.tells(ccfr, "place") {
            self.table.chart.remove(&self.fixed.parts.grid, ccfr, &mut Events::new());
        }
    }

    /// 1883-6.5-03: a corporation in play has a token on each starting city, where the position does not tell its stations.
    fn place_homes(&mut self, visit: &Visit<'_>) {
        for company in self.company_ids() {
            if !self.is_open(company) || visit.tells(company, "stations") {
                continue;
            }
            let told = visit.tells(company, "tokens").then(|| self.company(company).tokens);
            // Every starting city takes a token, beside its slots if need be.
            let _ = launch::place_homes(self, company, &mut Events::new());
            if let Some(tokens) = told {
                self.company_mut(company).tokens = tokens;
            }
        }
    }

    /// 1883-7.1-01: the deck is that of the phase where none is told, and complete where its cards are not.
    fn visit_events(&mut self, visit: &mut Visit<'_>) {
        let (fixed, events) = (self.fixed.clone(), &mut self.table.events);
        if !visit.has("events.deck") {
            events.use_deck(&fixed, fixed.phase(self.table.phase).event_deck);
        }
        visit.fields("events", events);
        if visit.has("events.deck") && !visit.has("events.left") {
            events.use_deck(&fixed, events.deck);
        }
    }

    /// 1883-8.1.2-02: the first who holds a share leads CCFR, where the position does not tell who does.
    fn lead_coop(&mut self) {
        let ccfr = self.fixed.ccfr;
        let mut holders = self.table.order.iter().filter(|seat| self.held(ccfr, **seat) > 0);
        let first = holders.next().copied().filter(|_| self.is_coop(ccfr) && self.is_open(ccfr));
        self.table.coop.president = first;
    }

    /// The round and how many there were. After the first phase the first rounds are over; those have acted in an operating
    /// round who come before the corporation whose turn it is.
    fn visit_round(&mut self, visit: &mut Visit<'_>) {
        visit.field("round", &mut self.table.round);
        let begun = u16::from(self.table.phase > PhaseId(0));
        let operating = matches!(self.table.round, Round::Operating(_));
        visit.implied("stock_rounds", &mut self.table.stock_rounds, 1 + begun);
        visit.implied("operating_rounds", &mut self.table.operating_rounds, begun + u16::from(operating));
        let rounds = self.phase_spec().map_or(1, |phase| phase.operating_rounds);
        visit.implied("set", &mut self.table.set, if operating { (1, rounds) } else { (0, 0) });
        if operating && !visit.has("coop") {
            self.lead_coop();
        }
        let order = self.price_order();
        let Ok(operating) = self.operating_mut() else { return };
        let turns = operating.company.is_some() && operating.stage == Stage::Beginning;
        if let Some(company) = operating.company.filter(|_| turns) {
            operating.stage = Stage::Turns;
            let at = order.iter().position(|other| *other == company).unwrap_or(order.len());
            let before = order.iter().take(at).copied().chain([company]);
            if operating.acted.is_empty() {
                operating.acted = before.collect();
            }
            if operating.order.is_empty() {
                operating.order = order.iter().skip(at + 1).copied().collect();
            }
        }
    }
}
