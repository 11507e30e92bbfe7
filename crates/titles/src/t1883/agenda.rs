//! Where the game stands: the rounds, and what interrupts them.
//!
//! What interrupts lies on a stack, the innermost on top. Some of it asks somebody ([`Decision`]); the rest are procedures
//! that go on by themselves, step by step, and put questions on top of themselves ([`Procedure`]).

use super::Game;
use super::concessions::{Expiry, Split};
use super::coop::{Capitalisation, CoopDie};
use super::deal::Deal;
use super::end::Over;
use super::events::{EventQuestion, EventStep};
use super::money::{Raise, Raising};
use super::operating::{
    Operating,
    discard::{Discard, Discards},
    gravity::GravityDice,
};
use super::phases::PhaseStart;
use super::privates::{auction::Auction, closing::LastSwap, duel::Duel, moment::SwapMoment, par::FirstPar};
use super::sefta::{Merger, MergerQuestion};
use super::setup::Seating;
use super::stock::{Stock, closing::Closing};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use serde::{Deserialize, Serialize};

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Round {
    Seating,
    Auction(Auction),
    Stock(Stock),
    Operating(Operating),
    Over(Over),
}

impl Round {
    /// What it asks where nothing interrupts it.
    pub(super) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            Round::Seating => &Seating,
            Round::Auction(auction) => auction,
            Round::Stock(stock) => stock,
            Round::Operating(operating) => operating.step.decision(),
            Round::Over(over) => over,
        }
    }
}

/// What interrupts a round: it is settled first, then the round goes on.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Pending {
    // Questions.
    Duel(Duel),
    FirstPar(FirstPar),
    LastSwap(LastSwap),
    SwapMoment(SwapMoment),
    Deal(Deal),
    Split(Split),
    Discard(Discard),
    GravityDice(GravityDice),
    Raising(Raising),
    EventQuestion(EventQuestion),
    MergerQuestion(MergerQuestion),
    CoopDie(CoopDie),
    // Procedures.
    PhaseStart(PhaseStart),
    Discards(Discards),
    Closing(Closing),
    Expiry(Expiry),
    Raise(Raise),
    EventStep(EventStep),
    Merger(Merger),
    Capitalisation(Capitalisation),
}

/// A procedure that goes on by itself. It has been taken off the stack when it is asked to go on: whatever of it is left
/// it puts back, below the questions that come first.
pub(super) trait Procedure {
    fn go_on(&self, game: &mut Game, events: &mut Events) -> Play;
}

/// Something on the stack.
pub(super) enum Item<'a> {
    Asks(&'a dyn Decision<Game>),
    GoesOn(&'a dyn Procedure),
}

impl Pending {
    pub(super) fn item(&self) -> Item<'_> {
        match self {
            Pending::Duel(duel) => Item::Asks(duel),
            Pending::FirstPar(par) => Item::Asks(par),
            Pending::LastSwap(swap) => Item::Asks(swap),
            Pending::SwapMoment(moment) => Item::Asks(moment),
            Pending::Deal(deal) => Item::Asks(deal),
            Pending::Split(split) => Item::Asks(split),
            Pending::Discard(discard) => Item::Asks(discard),
            Pending::GravityDice(dice) => Item::Asks(dice),
            Pending::Raising(raising) => Item::Asks(raising),
            Pending::EventQuestion(question) => Item::Asks(question.decision()),
            Pending::MergerQuestion(question) => Item::Asks(question.decision()),
            Pending::CoopDie(die) => Item::Asks(die),
            Pending::PhaseStart(start) => Item::GoesOn(start),
            Pending::Discards(discards) => Item::GoesOn(discards),
            Pending::Closing(closing) => Item::GoesOn(closing),
            Pending::Expiry(expiry) => Item::GoesOn(expiry),
            Pending::Raise(raise) => Item::GoesOn(raise),
            Pending::EventStep(step) => Item::GoesOn(step),
            Pending::Merger(merger) => Item::GoesOn(merger),
            Pending::Capitalisation(capitalisation) => Item::GoesOn(capitalisation),
        }
    }
}

impl Game {
    /// Interrupts whatever is under way.
    pub(super) fn interrupt(&mut self, by: Pending) {
        self.table.pending.push(by);
    }
}
