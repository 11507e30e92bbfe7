//! The rounds of a game in which somebody got ahead of the others most, or fell behind.

use crate::timeline::Worth;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;

/// What a round did to somebody's worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Whose.
    pub seat: SeatId,
    /// In which round.
    pub round: String,
    /// The last record of that round.
    pub number: u64,
    /// By how much it changed.
    pub change: Money,
    /// By how much more than that of the others, on the average; less than zero for who fell behind.
    pub ahead: Money,
}

/// The rounds in which somebody got ahead or fell behind most, the largest difference first: one of each round.
pub fn biggest(worth: &[Worth], most: usize) -> Vec<Move> {
    let pairs = worth.iter().zip(worth.iter().skip(1));
    let mut all: Vec<Move> = pairs.filter_map(|(before, after)| in_round(before, after)).collect();
    all.sort_by_key(|one| (-one.ahead.0.abs(), one.number));
    all.truncate(most);
    all
}

/// The largest move of a round, if there was one.
fn in_round(before: &Worth, after: &Worth) -> Option<Move> {
    let changes: Vec<i32> = before.players.iter().zip(&after.players).map(|(was, is)| is.0 - was.0).collect();
    let others = i32::try_from(changes.len()).unwrap_or(i32::MAX) - 1;
    let sum: i32 = changes.iter().sum();
    let moves = changes.iter().enumerate().map(|(seat, change)| Move {
        seat: SeatId(seat as u8),
        round: after.round.clone(),
        number: after.number,
        change: Money(*change),
        ahead: Money(change - (sum - change).checked_div(others).unwrap_or(0)),
    });
    moves.filter(|one| one.ahead != Money::ZERO).max_by_key(|one| one.ahead.0.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gets_ahead_or_falls_behind_most_comes_first_once_in_each_round() {
        let at = |number: u64, players: [i32; 3]| Worth {
            number,
            round: format!("round {number}"),
            players: players.map(Money).to_vec(),
        };
        // All gain alike, one gains, one loses.
        let worth = [at(1, [100; 3]), at(2, [900; 3]), at(3, [950, 900, 900]), at(4, [950, 800, 900])];
        let told: Vec<_> =
            biggest(&worth, 9).into_iter().map(|one| (one.seat, one.number, one.change, one.ahead)).collect();
        let expected = [(SeatId(1), 4, Money(-100), Money(-100)), (SeatId(0), 3, Money(50), Money(50))];
        assert_eq!(told, expected, "a round that is the same for all is no move");
        assert_eq!(biggest(&worth, 1).len(), 1);
        assert!(biggest(&worth[..1], 9).is_empty());
    }
}
