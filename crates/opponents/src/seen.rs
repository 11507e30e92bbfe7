//! What a seat may know of a table: a program decides by this and nothing else.

use ferrata_engine::id::SeatId;
use ferrata_engine::log::{Broken, Log, redacted};
use ferrata_engine::seals::waits;
use ferrata_engine::turn::{Title, Turn};

/// A table as one seat knows it, and that it is this seat's turn.
#[derive(Clone, Debug)]
pub struct Seen<T> {
    /// The table. While decisions are made in secret, the one before the first of them was handed in: what others have
    /// written is not in it.
    pub game: T,
    /// Whose eyes they are.
    pub seat: SeatId,
    /// Those who decide in secret now, this seat among them; empty where nothing is secret.
    pub sealed: Vec<SeatId>,
}

impl<T: Title> Seen<T> {
    /// The table after a whole log, of which only what the seat may read is used.
    pub fn of(log: &Log, seat: SeatId) -> Result<Seen<T>, Broken> {
        Seen::folded(&redacted::<T>(log, Some(seat))?, seat)
    }

    /// The table after a log that was redacted for the seat.
    pub fn folded(log: &Log, seat: SeatId) -> Result<Seen<T>, Broken> {
        let mut game = T::start(&log.setup).map_err(|why| Broken { entry: 0, why })?;
        let mut before_sealed: Option<T> = None;
        for (at, recorded) in log.entries.iter().enumerate() {
            let turn = game.turn();
            if matches!(turn, Turn::Sealed(_)) && before_sealed.is_none() {
                before_sealed = Some(game.clone());
            }
            game.apply(&recorded.entry).map_err(|why| Broken { entry: at + 1, why })?;
            // What does not wait for others ended its run: another may follow.
            before_sealed = before_sealed.filter(|_| waits(&turn, &game.turn()));
        }
        Ok(Seen::at(before_sealed.unwrap_or(game), seat))
    }

    /// A table of which nothing is sealed: either nobody decides in secret, or nobody has handed anything in yet.
    pub fn at(game: T, seat: SeatId) -> Seen<T> {
        let sealed = match game.turn() {
            Turn::Sealed(seats) => seats,
            _ => Vec::new(),
        };
        Seen { game, seat, sealed }
    }
}
