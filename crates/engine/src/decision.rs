//! A decision is a value, and one driver plays every title.
//!
//! Every point at which somebody decides is a small plain value that says who is asked, what may be done and what an
//! answer does. A title keeps the decisions that interrupt its rounds on a stack, `pending`: its top asks, below it
//! asks the round. Whatever interrupts a turn pushes, whoever answers pops, and the interrupted turn goes on by itself.
//!
//! A title implements [`Rulebook`]; the driver below makes a [`Title`] of it.

use crate::action::Action;
use crate::event::{Event, Events};
use crate::hash::stable_hash;
use crate::offer::{Offer, covered};
use crate::refusal::Refusal;
use crate::say;
use crate::turn::{Author, Entry, Setup, Title, Turn, check_author};
use crate::view::{Asked, View};
use std::hash::Hash;

/// Whether something could be carried out.
pub type Play = Result<(), Refusal>;

/// A point at which somebody has to decide.
pub trait Decision<G> {
    /// Who: a seat, several in secret, chance; or that the game is over.
    fn turn(&self, game: &G) -> Turn;

    /// What kind of question it is.
    fn asked(&self, game: &G) -> Asked;

    /// What may be done. To chance, the driver offers what it has to draw.
    fn offers(&self, game: &G) -> Vec<Offer>;

    /// Carries out the answer of somebody who was asked. The game is a copy of the one that asks: whatever is half
    /// done when it is refused, nobody will see.
    fn answer(&self, game: &mut G, by: Author, action: &Action, events: &mut Events) -> Play;
}

/// Whether a game goes on by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Something was done, and more may follow.
    GoesOn,
    /// Somebody has to decide.
    Waits,
}

/// How many steps may follow from one entry without anybody deciding: a guard that none goes on for ever.
const MAX_STEPS: usize = 1000;

/// What a title tells the driver: its whole rulebook.
pub trait Rulebook: Clone + Sized {
    /// What changes during a game: plain data whose hash is the same for everybody who may fold the log (what is
    /// sealed, and what only clients look at, takes no part in it).
    type Table: Hash;

    /// Sets up the table, or says what is wrong with the set-up.
    fn set_up(setup: &Setup) -> Result<Self, Refusal>;

    /// What changes.
    fn table(&self) -> &Self::Table;

    /// The decision that is due: the top of `pending`, or that of the round.
    fn decision(&self) -> &dyn Decision<Self>;

    /// Takes one step that follows by itself, if there is one.
    fn proceed(&mut self, events: &mut Events) -> Result<Flow, Refusal>;

    /// What becomes of a game that goes on and on by itself.
    fn standstill(&mut self, _events: &mut Events) -> Play {
        Err(Refusal::plain(say!("the game would go on for ever without anybody deciding")))
    }

    /// The table as everybody may see it.
    fn show(&self) -> View;

    /// What is wrong with the table; empty as long as the rules are right.
    fn check(&self) -> Vec<String>;
}

/// Lets a game go on by itself until somebody has to decide.
pub fn proceed<G: Rulebook>(game: &mut G, events: &mut Events) -> Play {
    for _ in 0..MAX_STEPS {
        if game.proceed(events)? == Flow::Waits {
            return Ok(());
        }
    }
    game.standstill(events)
}

impl<G: Rulebook> Title for G {
    fn start(setup: &Setup) -> Result<G, Refusal> {
        let mut game = G::set_up(setup)?;
        proceed(&mut game, &mut Events::new())?;
        Ok(game)
    }

    fn turn(&self) -> Turn {
        self.decision().turn(self)
    }

    fn asked(&self) -> Asked {
        self.decision().asked(self)
    }

    fn offers(&self) -> Vec<Offer> {
        let decision = self.decision();
        match decision.turn(self) {
            Turn::Chance(draw) => vec![Offer::Drawn { draw }],
            Turn::Over(_) => Vec::new(),
            Turn::Seat(_) | Turn::Sealed(_) => decision.offers(self),
        }
    }

    fn apply(&mut self, entry: &Entry) -> Result<Vec<Event>, Refusal> {
        let mut next = self.clone();
        let events = answer(self, &mut next, entry)?;
        *self = next;
        Ok(events)
    }

    fn after(&self, entry: &Entry) -> Result<G, Refusal> {
        let mut next = self.clone();
        answer(self, &mut next, entry).map(|_| next)
    }

    fn view(&self) -> View {
        self.show()
    }

    fn hash(&self) -> u64 {
        stable_hash(self.table())
    }

    fn why_not(&self, entry: &Entry) -> Option<Refusal> {
        answer(self, &mut self.clone(), entry).err()
    }

    fn offered(&self, action: &Action) -> bool {
        covered(&self.offers(), action)
    }

    fn breaches(&self) -> Vec<String> {
        self.check()
    }
}

/// Plays an entry on a copy of the game.
fn answer<G: Rulebook>(game: &G, copy: &mut G, entry: &Entry) -> Result<Vec<Event>, Refusal> {
    let decision = game.decision();
    let turn = decision.turn(game);
    check_author(&turn, entry.by)?;
    if let Turn::Chance(draw) = &turn {
        draw.check(&entry.action)?;
    }
    let mut events = Events::new();
    decision.answer(copy, entry.by, &entry.action, &mut events)?;
    proceed(copy, &mut events)?;
    Ok(events)
}
