//! 18ESP: railways of two gauges in Spain, for 3 to 6 players.
//!
//! Editions `rulebook` (the usual one) and `online`; set-ups `standard` (the usual one) and `random`, given as an
//! option. The modules follow the chapters of the rulebook: [`setup`] §1, [`privates`] and [`auction`] §2, [`stock`] §3,
//! [`operating`] §4, [`goals`] §5.1, [`phases`] §6, [`end`] §7.

mod areas;
mod auction;
mod board;
mod crossing;
pub mod data;
mod end;
mod game;
mod goals;
mod inquiry;
mod kit;
mod operating;
mod phases;
mod privates;
mod questions;
mod rules;
mod setup;
mod state;
mod stock;
mod table;
mod temper;
mod view;
mod witness;

#[cfg(test)]
mod tests;

use ferrata_engine::action::Action;
use ferrata_engine::board::{Board, ReachCache, Token};
use ferrata_engine::chart::Chart;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::kit::{check_board, check_money, check_shares, check_trains};
use ferrata_engine::money::{Ledger, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::{Holder, Shares};
use ferrata_engine::train::Depot;
use ferrata_engine::turn::{Author, Entry, Setup, Title, Turn, check_author};
use ferrata_engine::view::View;
use game::Game;
use smallvec::SmallVec;
use state::{Finale, HomeToken, KINDS, PRIVATES, Round, Seat, Stage, State, Status, Tenders};
use std::sync::Arc;

/// A game of 18ESP.
#[derive(Clone, Debug)]
pub struct Esp {
    game: Arc<Game>,
    s: State,
    cache: ReachCache,
    crossings: crossing::Crossings,
    areas: areas::Areas,
}

impl PartialEq for Esp {
    fn eq(&self, other: &Esp) -> bool {
        self.s == other.s
    }
}

impl Title for Esp {
    fn start(setup: &Setup) -> Result<Esp, Refusal> {
        let game = Arc::new(Game::new(setup)?);
        let mut esp = Esp {
            s: opening(&game),
            game,
            cache: ReachCache::default(),
            crossings: crossing::Crossings::default(),
            areas: areas::Areas::default(),
        };
        esp.pay_start_money(&mut Events::default())?;
        Ok(esp)
    }

    fn turn(&self) -> Turn {
        if let Some(question) = self.s.asked.last() {
            return Turn::Seat(self.asked_seat(question));
        }
        match &self.s.round {
            Round::Setup(stage) => Turn::Chance(self.draw(*stage)),
            Round::Auction(auction) => Turn::Seat(auction.at),
            Round::Stock(stock) => Turn::Seat(stock.at),
            Round::Operating(or) => Turn::Seat(self.director(or.at).unwrap_or(SeatId(0))),
            Round::Over(ended) => Turn::Over((*ended.0).clone()),
        }
    }

    fn offers(&self) -> Vec<Offer> {
        if let Some(question) = self.s.asked.last() {
            return self.question_offers(question);
        }
        match &self.s.round {
            Round::Setup(stage) => vec![Offer::Drawn { draw: self.draw(*stage) }],
            Round::Auction(auction) => self.auction_offers(auction),
            Round::Stock(stock) => self.stock_offers(stock),
            Round::Operating(or) => self.or_offers(or),
            Round::Over(_) => Vec::new(),
        }
    }

    fn apply(&mut self, entry: &Entry) -> Result<Vec<Event>, Refusal> {
        check_author(&self.turn(), entry.by)?;
        let mut next = self.clone();
        let mut events = Events::default();
        next.play(entry, &mut events)?;
        next.proceed(&mut events)?;
        next.areas = witness::areas(self, &next, &entry.action, &events);
        *self = next;
        Ok(events)
    }

    fn view(&self) -> View {
        self.show()
    }

    fn hash(&self) -> u64 {
        stable_hash(&self.s)
    }

    fn breaches(&self) -> Vec<String> {
        let mut wrong = check_money(&self.s.ledger, Money::ZERO);
        wrong.extend(check_shares(&self.s.shares, self.s.seats.len()));
        let may_stack = |token: &Token| self.partner(token.company).is_some();
        let left = |company| self.tokens_left(company);
        wrong.extend(check_board(&self.s.board, &self.game.parts, left, may_stack));
        let trains = self.s.companies.iter().flat_map(|company| &company.trains);
        wrong.extend(check_trains(&self.s.depot, &self.game.cards, trains.map(|train| train.kind)));
        wrong.extend(self.table_breaches());
        wrong
    }
}

impl Esp {
    fn play(&mut self, entry: &Entry, ev: &mut Events) -> Result<(), Refusal> {
        let action = &entry.action;
        if let Some(question) = self.s.asked.last().cloned() {
            return self.play_question(&question, action, ev);
        }
        if let (Action::Propose { deal }, Author::Seat(by)) = (action, entry.by) {
            return self.propose(by, deal, ev);
        }
        match self.s.round.clone() {
            Round::Setup(stage) => match action {
                Action::Drawn { outcome } => self.play_draw(stage, outcome, ev),
                _ => Err(Refusal::plain("chance decides next")),
            },
            Round::Auction(auction) => self.play_auction(auction, action, ev),
            Round::Stock(stock) => self.play_stock(&stock, action, ev),
            Round::Operating(_) => self.play_or(action, ev),
            Round::Over(_) => Err(Refusal::plain("the game is over")),
        }
    }

    /// Everything that follows by itself, until somebody has to decide.
    fn proceed(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        loop {
            self.ask_about_trains();
            if !self.s.asked.is_empty() {
                return Ok(());
            }
            let goes_on = match &self.s.round {
                Round::Setup(_) | Round::Over(_) => false,
                Round::Auction(auction) => self.auction_goes_on(auction.clone(), ev)?,
                Round::Stock(stock) => self.stock_goes_on(&stock.clone(), ev)?,
                Round::Operating(_) => self.or_goes_on(ev)?,
            };
            if !goes_on {
                return Ok(());
            }
        }
    }
}

/// The table before chance sets it up.
fn opening(game: &Game) -> State {
    let parts = &game.parts;
    let sets = parts.companies.iter().map(|company| company.certificates.as_slice());
    let seats = game.names.len();
    let mut depot = Depot::new(&parts.trains);
    // The permanent train and the card beside private 2 are not in the bank's pile.
    depot.take_new(game.permanent_kind);
    if game.parts.train_spec(game.special_kind).and_then(|spec| spec.count) == Some(11) {
        depot.take_new(game.special_kind);
    }
    State {
        ledger: Ledger::new(Money::ZERO, seats, parts.companies.len()),
        shares: Shares::new(sets, Holder::Offering),
        chart: Chart::new(parts.companies.len()),
        depot,
        board: Board::new(game.table.clone()),
        companies: table::companies(game),
        seats: SmallVec::from_elem(Seat::default(), seats),
        order: (0..seats as u8).map(SeatId).collect(),
        privates: [Holder::Offering; PRIVATES],
        beside: [None; 2],
        tenders: Tenders { private: game.rules.tenders_for_sale, bank: 0 },
        recyclable: [0; KINDS],
        discarded: [0; KINDS],
        passes: board::Passes::default(),
        phase: 0,
        last_trains_sold: 0,
        aranjuez_visited: false,
        cycle: 0,
        finale: Finale::Not,
        round: Round::Setup(Stage::Seats),
        asked: Vec::new(),
    }
}

impl Esp {
    /// What is wrong with the table beyond what the toolbox checks.
    /// The tokens on a company's charter, locked or not, and those that wait on a double city; none if it is not in play.
    fn tokens_left(&self, company: CompanyId) -> Option<u8> {
        let state = self.company(company);
        let waiting = u8::from(state.home != HomeToken::Placed) + u8::from(state.waiting_at.is_some());
        let there = !matches!(state.status, Status::Absent | Status::Gone);
        there.then_some(state.free_tokens + state.locked_tokens + waiting)
    }

    fn table_breaches(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for company in self.all_companies() {
            let state = self.company(company);
            let over = self.counted_trains(company) > self.train_limit(company) && self.s.asked.is_empty();
            if over && state.status == Status::Launched {
                wrong.push(format!("{} owns too many trains", self.name(company)));
            }
            if self.s.shares.percent(company, Holder::Pool) > self.game.figures.pool_limit {
                wrong.push(format!("more than half of {} lies in the open market", self.name(company)));
            }
        }
        wrong
    }
}
