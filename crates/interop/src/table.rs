//! The table at which a recorded game is played again: it finds the author of each entry, supplies the
//! consent that the record does not show, and passes where the site did not ask.

use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::log::Log;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::{Entry, Setup, Title, Turn};

/// How many passes may be supplied before one recorded action: more than a turn has steps and a round has
/// players.
const PASSES: usize = 16;

/// A game in progress with its log.
pub struct Table<T> {
    /// The state after the last entry.
    pub state: T,
    /// The entries so far; of a copy on which something is tried out none.
    pub log: Log,
    tries_out: bool,
}

impl<T: Title> Table<T> {
    /// A fresh table.
    pub fn new(setup: Setup) -> Result<Table<T>, Refusal> {
        Ok(Table { state: T::start(&setup)?, log: Log::new(setup), tries_out: false })
    }

    /// A table at some point of a game, with a log that begins there.
    pub fn at(state: &T, setup: Setup) -> Table<T> {
        Table { state: state.clone(), log: Log::new(setup), tries_out: false }
    }

    /// A table at some point of a game, to try something out: nothing is written down there.
    pub fn trial(state: &T, setup: Setup) -> Table<T> {
        Table { tries_out: true, ..Table::at(state, setup) }
    }

    /// The player who must decide, if it is a single one.
    pub fn seat(&self) -> Option<SeatId> {
        match self.state.turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// Plays an action for whoever must decide. A deal that needs consent is proposed and agreed to.
    pub fn play(&mut self, action: &Action) -> Result<(), Refusal> {
        let seat = self.seat().ok_or_else(|| Refusal::plain(say!("no single player is to decide now")))?;
        self.play_as(seat, action)
    }

    /// Plays an action of a given player.
    pub fn play_as(&mut self, seat: SeatId, action: &Action) -> Result<(), Refusal> {
        let direct = self.enter(Entry::seat(seat, action.clone()));
        let Err(refusal) = direct else { return Ok(()) };
        let proposal = Action::Propose { deal: Box::new(action.clone()) };
        if self.enter(Entry::seat(seat, proposal)).is_err() {
            return Err(refusal);
        }
        self.agree()
    }

    /// Lets the other party agree to the deal on the table.
    fn agree(&mut self) -> Result<(), Refusal> {
        let seat = self.seat().ok_or_else(|| Refusal::plain(say!("nobody is asked to agree")))?;
        self.enter(Entry::seat(seat, Action::Accept))
    }

    /// Plays an entry and, unless it is only tried out, writes it down with the hash of the table after it.
    fn enter(&mut self, entry: Entry) -> Result<(), Refusal> {
        match self.tries_out {
            true => self.state.apply(&entry).map(drop),
            false => self.log.play(&mut self.state, entry).map(drop),
        }
    }

    /// Plays an action, passing first as often as it takes. If that does not help either, the table stays
    /// as it is and the refusal of the action itself is returned.
    pub fn reach(&mut self, action: &Action) -> Result<(), Refusal> {
        let Err(refusal) = self.play(action) else { return Ok(()) };
        let Some(passes) = self.passes_until(|table| table.play(action).is_ok()) else { return Err(refusal) };
        for _ in 0..passes {
            self.play(&Action::Pass)?;
        }
        self.play(action)
    }

    /// A table at the same point of the game, to try something out: nothing is written down there.
    pub fn copy(&self) -> Table<T> {
        Table::trial(&self.state, self.log.setup.clone())
    }

    /// How many passes it takes until `done` holds on a copy of the table; none if no number helps.
    pub fn passes_until(&self, done: impl Fn(&mut Table<T>) -> bool) -> Option<usize> {
        let mut copy = self.copy();
        for passes in 1..=PASSES {
            copy.play(&Action::Pass).ok()?;
            if done(&mut copy.copy()) {
                return Some(passes);
            }
        }
        None
    }

    /// Whether an action would be accepted now.
    pub fn accepts(&self, action: &Action) -> bool {
        self.copy().play(action).is_ok()
    }
}
