//! The contract between a title and everybody who plays it: whose turn it is, what may be done, and what
//! an entry does.

use crate::action::Action;
use crate::event::Event;
use crate::id::SeatId;
use crate::money::Money;
use crate::name::Name;
use crate::offer::{Offer, covered};
use crate::refusal::Refusal;
use crate::say;
use crate::text::{Arg, Text};
use crate::view::{Asked, View};
use serde::{Deserialize, Serialize};

/// What a game is before the first entry.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Setup {
    /// The title: `1841`.
    pub title: Name,
    /// Its edition: `v1`.
    pub edition: Name,
    /// Its options, in any order.
    #[serde(default)]
    pub options: Vec<Name>,
    /// The players' names, in seat order.
    pub players: Vec<String>,
    /// The position from which it is played, where that is not the beginning (see [`crate::position`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

impl Setup {
    /// A game from the beginning.
    pub fn new(title: &str, edition: &str, options: Vec<Name>, players: Vec<String>) -> Setup {
        Setup { title: Name::cut(title), edition: Name::cut(edition), options, players, position: None }
    }
}

/// Who must decide next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// This player.
    Seat(SeatId),
    /// All these players, each in secret.
    Sealed(Vec<SeatId>),
    /// Chance.
    Chance(Draw),
    /// Nobody: the game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// Why: `the bank is dry`.
    pub reason: Text,
    /// Every player's worth, the winner first.
    pub standings: Vec<(SeatId, Money)>,
}

/// What chance has to decide.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Draw {
    /// What is drawn, for people: `order of the event deck`.
    pub what: Text,
    /// How.
    pub kind: DrawKind,
}

/// The form of an outcome of chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DrawKind {
    /// `count` different numbers below `of`, in the order drawn.
    Pick {
        /// How many.
        count: u16,
        /// Out of how many.
        of: u16,
    },
    /// `count` dice, each showing 1 to `sides`.
    Dice {
        /// How many.
        count: u16,
        /// How many sides.
        sides: u16,
    },
}

impl Draw {
    /// Whether this is a possible outcome.
    pub fn allows(&self, outcome: &[u16]) -> bool {
        match self.kind {
            DrawKind::Pick { count, of } => {
                let mut seen = outcome.to_vec();
                seen.sort_unstable();
                seen.dedup();
                outcome.len() == count as usize && seen.len() == outcome.len() && seen.iter().all(|&n| n < of)
            }
            DrawKind::Dice { count, sides } => {
                outcome.len() == count as usize && outcome.iter().all(|die| (1..=sides).contains(die))
            }
        }
    }

    /// Refuses what does not answer the draw.
    pub fn check(&self, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Drawn { outcome } if self.allows(outcome) => Ok(()),
            _ => Err(Refusal::plain(say!(
                "this is no possible outcome of the draw: {what}",
                what = self.what.clone()
            ))),
        }
    }

    /// Draws, with numbers from `below(n)`, each equally likely among `0..n`.
    pub fn deal(&self, mut below: impl FnMut(u16) -> u16) -> Vec<u16> {
        match self.kind {
            DrawKind::Pick { count, of } => {
                let mut left: Vec<u16> = (0..of).collect();
                let picks = (0..count.min(of)).map(|_| {
                    let at = below(left.len() as u16) as usize % left.len().max(1);
                    left.remove(at)
                });
                picks.collect()
            }
            DrawKind::Dice { count, sides } => {
                (0..count).map(|_| 1 + below(sides.max(1)) % sides.max(1)).collect()
            }
        }
    }

    /// The first possible outcome, for samples.
    pub fn first(&self) -> Vec<u16> {
        self.deal(|_| 0)
    }
}

/// Who made an entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Author {
    /// A player.
    Seat(SeatId),
    /// Chance, by the hand of whoever hosts the game.
    Chance,
}

impl Author {
    /// The player; refused for chance, which has nothing to say where players decide.
    pub fn seat(self) -> Result<SeatId, Refusal> {
        match self {
            Author::Seat(seat) => Ok(seat),
            Author::Chance => Err(Refusal::plain(say!("chance has nothing to decide now"))),
        }
    }
}

/// One entry of a log.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Entry {
    /// By whom.
    pub by: Author,
    /// What.
    pub action: Action,
}

impl Entry {
    /// An entry of a player.
    pub fn seat(seat: SeatId, action: Action) -> Entry {
        Entry { by: Author::Seat(seat), action }
    }

    /// An entry of chance.
    pub fn chance(outcome: Vec<u16>) -> Entry {
        Entry { by: Author::Chance, action: Action::Drawn { outcome } }
    }
}

/// A game that can be played: the whole contract of a title.
pub trait Title: Clone {
    /// Sets up the table, or says what is wrong with the set-up.
    fn start(setup: &Setup) -> Result<Self, Refusal>;

    /// Who must decide next.
    fn turn(&self) -> Turn;

    /// What kind of question is asked.
    fn asked(&self) -> Asked;

    /// Everything that may be done now. While several players decide in secret, what any of them may hand
    /// in.
    fn offers(&self) -> Vec<Offer>;

    /// Carries out an entry. Refused, with the state untouched bit for bit, unless the rules allow it.
    fn apply(&mut self, entry: &Entry) -> Result<Vec<Event>, Refusal>;

    /// The table after an entry, or why it is refused; this one stays as it is.
    fn after(&self, entry: &Entry) -> Result<Self, Refusal> {
        let mut next = self.clone();
        next.apply(entry).map(|_| next)
    }

    /// The table as everybody may see it.
    fn view(&self) -> View;

    /// The stable hash of the table. What is sealed does not count before it is opened, so that everybody
    /// who folds the log has the same.
    fn hash(&self) -> u64;

    /// Why the entry is not accepted now; none if it is.
    fn why_not(&self, entry: &Entry) -> Option<Refusal> {
        self.clone().apply(entry).err()
    }

    /// Whether an offer covers the action.
    fn offered(&self, action: &Action) -> bool {
        covered(&self.offers(), action)
    }

    /// What is wrong with the table; empty as long as the engine is right. Titles list what the toolbox can
    /// check: money, certificates, stock of tiles and tokens, slots.
    fn breaches(&self) -> Vec<String>;
}

/// Refuses an entry whose author is not asked now.
pub fn check_author(turn: &Turn, by: Author) -> Result<(), Refusal> {
    match (turn, by) {
        (Turn::Seat(seat), Author::Seat(author)) if *seat == author => Ok(()),
        (Turn::Sealed(seats), Author::Seat(author)) if seats.contains(&author) => Ok(()),
        (Turn::Chance(_), Author::Chance) => Ok(()),
        (Turn::Over(_), _) => Err(Refusal::plain(say!("the game is over"))),
        (Turn::Seat(seat), _) => Err(Refusal::plain(say!("it is the turn of {seat}", seat = *seat))),
        (Turn::Sealed(seats), _) => {
            let seats: Arg = seats.iter().copied().collect();
            Err(Refusal::plain(say!("only {seats} still {seats|has|have} to hand in a decision", seats)))
        }
        (Turn::Chance(draw), _) => {
            Err(Refusal::plain(say!("chance decides next: {what}", what = draw.what.clone())))
        }
    }
}
