//! A tiny made-up title, used only in tests, and the model for how a title is written: its data in one
//! readable file, a step per file with `offers` and `apply` side by side, and every entry played on a copy
//! that replaces the game only if nothing was refused.
//!
//! The rules in short. Chance seats the players. They bid for the ferry and the mill by sealed sheets; what
//! is left over, and the inn, is auctioned. Stock rounds and operating rounds alternate. In a stock round
//! players start companies and buy and sell shares; a card changes hands if its owner agrees. In an
//! operating round the weather is drawn, cards pay, and each company lays a tile, places a token, runs its
//! trains, settles the earnings and buys trains. The game ends with the eighth operating round, or when the
//! bank is broken, a price reaches the end of the chart, or nobody wants to build.

mod auction;
mod deal;
mod discard;
mod end;
mod lay;
mod operating;
mod playable;
mod printed;
mod run;
mod seating;
mod settle;
mod sheets;
pub(crate) mod state;
mod stock;
mod token;
mod trains;
mod view;

use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::SeatId;
use ferrata_engine::kit::{check_board, check_money, check_shares, check_trains};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::{Author, Entry, Setup, Title, Turn, check_author};
use ferrata_engine::view::View;
pub(crate) use printed::Printed;
use state::{OpStep, State, Step};
use std::sync::Arc;

/// A game of the tiny title: what is printed, shared by all games, and what changes.
#[derive(Clone)]
pub(crate) struct Tiny {
    pub(crate) printed: Arc<Printed>,
    pub(crate) players: Arc<[String]>,
    pub(crate) now: State,
}

impl PartialEq for Tiny {
    fn eq(&self, other: &Tiny) -> bool {
        self.now == other.now
    }
}

impl Title for Tiny {
    fn start(setup: &Setup) -> Result<Tiny, Refusal> {
        let printed = printed::printed()?;
        let count = setup.players.len() as u8;
        let figures = printed
            .from
            .players(count)
            .ok_or_else(|| Refusal::plain(format!("{count} players cannot play this title; 2 to 4 can")))?;
        let now = State::new(&printed, figures)?;
        Ok(Tiny { printed, players: setup.players.clone().into(), now })
    }

    fn turn(&self) -> Turn {
        if let Some(deal) = &self.now.deal {
            return Turn::Seat(deal.to);
        }
        if let Some(company) = self.now.to_discard.first() {
            return Turn::Seat(self.director(*company));
        }
        match &self.now.step {
            Step::Seating => Turn::Chance(seating::draw(self)),
            Step::Sheets(sheets) => Turn::Sealed(sheets::waiting(sheets)),
            Step::Auction(auction) => Turn::Seat(auction.asked),
            Step::Stock(stock) => Turn::Seat(stock.asked),
            Step::Weather => Turn::Chance(operating::weather()),
            Step::Operating(operating) => Turn::Seat(self.director(operating.company)),
            Step::Over(reason) => Turn::Over(end::outcome(self, reason)),
        }
    }

    fn offers(&self) -> Vec<Offer> {
        if self.now.deal.is_some() {
            return deal::offers();
        }
        if let Some(company) = self.now.to_discard.first() {
            return discard::offers(self, *company);
        }
        match &self.now.step {
            Step::Seating => vec![Offer::Drawn { draw: seating::draw(self) }],
            Step::Sheets(sheets) => sheets::offers(self, sheets),
            Step::Auction(auction) => auction::offers(self, auction),
            Step::Stock(stock) => stock::offers(self, stock),
            Step::Weather => vec![Offer::Drawn { draw: operating::weather() }],
            Step::Operating(operating) => match operating.step {
                OpStep::Lay => lay::offers(self, operating),
                OpStep::Token => token::offers(self, operating.company),
                OpStep::Run => run::offers(self, operating.company),
                OpStep::Settle(revenue) => settle::offers(revenue),
                OpStep::Trains => trains::offers(self, operating),
            },
            Step::Over(_) => Vec::new(),
        }
    }

    fn apply(&mut self, entry: &Entry) -> Result<Vec<Event>, Refusal> {
        check_author(&self.turn(), entry.by)?;
        // The universal transaction: play on a copy, and replace the game only if nothing was refused.
        let mut copy = self.clone();
        let mut events = Events::new();
        copy.play(entry, &mut events)?;
        *self = copy;
        Ok(events)
    }

    fn view(&self) -> View {
        view::view(self)
    }

    fn hash(&self) -> u64 {
        stable_hash(&self.now)
    }

    fn breaches(&self) -> Vec<String> {
        let (now, from) = (&self.now, &self.printed.from);
        let owned = now.companies.iter().flat_map(|company| company.trains.iter().copied());
        let tokens_left = |company| self.company(company).map(|company| company.tokens);
        let mut wrong = check_money(&now.ledger, from.bank.unwrap_or(Money::ZERO));
        wrong.extend(check_shares(&now.shares, self.players.len()));
        wrong.extend(check_trains(&now.depot, &from.trains, owned));
        wrong.extend(check_board(&now.board, from, tokens_left, |_| false));
        wrong
    }
}

impl Tiny {
    fn play(&mut self, entry: &Entry, events: &mut Events) -> Result<(), Refusal> {
        let action = &entry.action;
        match entry.by {
            Author::Chance => self.play_chance(action, events),
            Author::Seat(seat) => self.play_seat(seat, action, events),
        }
    }

    fn play_chance(&mut self, action: &Action, events: &mut Events) -> Result<(), Refusal> {
        let (Turn::Chance(draw), Action::Drawn { outcome }) = (self.turn(), action) else {
            return Err(Refusal::plain("chance writes down what was drawn, and nothing else"));
        };
        if !draw.allows(outcome) {
            return Err(Refusal::plain(format!("{outcome:?} is no possible outcome of: {}", draw.what)));
        }
        match self.now.step {
            Step::Seating => seating::apply(self, outcome, events),
            _ => operating::apply_weather(self, outcome, events),
        }
    }

    fn play_seat(&mut self, seat: SeatId, action: &Action, events: &mut Events) -> Result<(), Refusal> {
        if self.now.deal.is_some() {
            return deal::answer(self, seat, action, events);
        }
        if let Some(company) = self.now.to_discard.first().copied() {
            return discard::apply(self, company, action, events);
        }
        match self.now.step.clone() {
            Step::Sheets(sheets) => sheets::apply(self, sheets, seat, action, events),
            Step::Auction(auction) => auction::apply(self, auction, action, events),
            Step::Stock(stock) => stock::apply(self, stock, action, events),
            Step::Operating(operating) => match operating.step {
                OpStep::Lay => lay::apply(self, operating, action, events),
                OpStep::Token => token::apply(self, operating, action, events),
                OpStep::Run => run::apply(self, operating, action, events),
                OpStep::Settle(revenue) => settle::apply(self, operating, revenue, action, events),
                OpStep::Trains => trains::apply(self, operating, action, events),
            },
            Step::Seating | Step::Weather | Step::Over(_) => Err(out_of_place("waiting for nobody")),
        }
    }
}

/// The refusal of an action of the wrong kind.
fn out_of_place(asked: &str) -> Refusal {
    Refusal::plain(format!("this is out of place now: {asked}"))
}
