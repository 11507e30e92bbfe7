//! The checks every title gets for free: seeded random play to the end with every invariant looked at
//! after every entry, counts of the tree of offers, and transcripts of whole games.
//!
//! A title implements [`Playable`] and calls
//!
//! - [`play_random`] (or [`play_many`]): plays and checks; a [`Breach`] says what was wrong and where;
//! - [`perft`] and [`perft_text`]: how many sequences of actions there are from a position;
//! - [`transcript`]: a whole random game as readable text.
//!
//! Nothing of it runs in a server or a browser, and no rule knows of it: random players and the areas of the rules that
//! they reach are looked at from outside, by comparing the tables before and after an entry.
//!
//! What is checked after every entry: [`Title::breaches`] is empty; somebody can act until the game is over;
//! the hash is the one a replay gives. In addition, at one entry in [`Plan::full_check_one_in`]:
//!
//! - every sample of every offer, and every suggested run, is accepted;
//! - actions with one field changed, actions of another kind and entries of another author are accepted
//!   exactly if an offer covers them (runs excepted: their routes are the title's own matter), and a
//!   refusal leaves the state as it was;
//! - every movement of money on the table is told by an event, and the sum stays;
//! - view, offers and events survive serialisation;
//! - while decisions are sealed, nobody else sees their content: not in the log, not in the view, not in the
//!   events, not in the hash.
//!
//! When a game ends its log goes through JSON and is folded again to the very same state.

mod check;
mod dice;
mod game;
mod mutate;
mod perft;
mod pick;
mod report;
pub mod routes;
mod sealed;
mod transcript;

pub use dice::Dice;
pub use game::{play_as, play_many, play_on, play_random};
pub use mutate::{Pool, mutants, strangers};
pub use perft::{canonical, perft, perft_text};
pub use pick::{random_action, tying_sheet};
pub use report::{Breach, Check, Counts, Report, Tally};
pub use transcript::transcript;

use crate::action::Action;
use crate::event::{Event, Roster};
use crate::offer::Offer;
use crate::turn::{Entry, Setup, Title};
use std::borrow::Cow;

/// An area of the rules, as the title names it.
pub type Area = Cow<'static, str>;

/// What a title tells the kit beyond the contract. Equality is that of the whole state, sealed content
/// included: the kit uses it to see that a refusal changed nothing.
pub trait Playable: Title + PartialEq {
    /// What ids are called, for transcripts.
    fn roster(&self) -> &dyn Roster;

    /// Legal runs of the company whose trains run now, the most sensible first: the offer of a run has
    /// no samples with routes. All of them must be accepted. Empty if no run is asked for.
    fn suggest_runs(&self) -> Vec<Action>;

    /// How the random players of the game with this seed play, so that games differ.
    fn player(&self, _seed: u64) -> Box<dyn Player<Self>> {
        Box::new(Indifferent)
    }

    /// The areas of the rules that games of this set-up can get to.
    fn areas(&self) -> Vec<Area> {
        Vec::new()
    }

    /// The areas that an entry has been to, seen from outside.
    fn reached(_before: &Self, _entry: &Entry, _events: &[Event], _after: &Self) -> Vec<Area> {
        Vec::new()
    }
}

/// How random players decide.
pub trait Player<G> {
    /// How eagerly they take this offer, compared with offers of other kinds: first a kind is drawn by its highest
    /// weight, then an offer of that kind by its own. Zero: only if nothing else is offered.
    fn weight(&self, _game: &G, _offer: &Offer) -> u32 {
        1
    }

    /// How eagerly they take this action rather than others of the same offer, where an offer lists its actions
    /// (which answer, pay or withhold, how many shares).
    fn taste(&self, _game: &G, _action: &Action) -> u32 {
        1
    }

    /// What somebody does who takes this offer, where the title knows better than [`random_action`]; none: any action
    /// of the offer, to taste.
    fn decide(&self, _game: &G, _offer: &Offer, _dice: &mut Dice) -> Option<Action> {
        None
    }
}

/// Players who like everything equally.
#[derive(Clone, Copy, Debug, Default)]
pub struct Indifferent;

impl<G> Player<G> for Indifferent {}

/// What to play, and how closely to look.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The set-up.
    pub setup: Setup,
    /// The seed: the same plan gives the same game.
    pub seed: u64,
    /// Where a game that does not end is cut off.
    pub max_entries: usize,
    /// At one entry in this many, chosen by the seed, everything is checked; 1 = at every entry, 0 = never.
    pub full_check_one_in: u32,
    /// How many changed actions are tried in a full check.
    pub mutants: usize,
}

impl Plan {
    /// A plan with everything checked at every entry.
    pub fn new(setup: Setup, seed: u64) -> Plan {
        Plan { setup, seed, max_entries: 10_000, full_check_one_in: 1, mutants: 60 }
    }

    /// The same plan with full checks at one entry in `one_in`.
    pub fn checking(self, one_in: u32) -> Plan {
        Plan { full_check_one_in: one_in, ..self }
    }
}
