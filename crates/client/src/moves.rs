//! The rounds of a game in which somebody's worth changed most.

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
}

/// The rounds with the largest changes, up or down, the largest first.
pub fn biggest(worth: &[Worth], most: usize) -> Vec<Move> {
    let pairs = worth.iter().zip(worth.iter().skip(1));
    let mut all: Vec<Move> = pairs
        .flat_map(|(before, after)| {
            let players = before.players.iter().zip(&after.players).enumerate();
            players.map(|(seat, (was, is))| Move {
                seat: SeatId(seat as u8),
                round: after.round.clone(),
                number: after.number,
                change: *is - *was,
            })
        })
        .filter(|one| one.change != Money::ZERO)
        .collect();
    all.sort_by_key(|one| (-one.change.0.abs(), one.number, one.seat));
    all.truncate(most);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_changes_come_first_whichever_way_they_go() {
        let at = |number: u64, players: [i32; 2]| Worth {
            number,
            round: format!("round {number}"),
            players: players.map(Money).to_vec(),
        };
        let worth = [at(1, [100, 100]), at(2, [150, 100]), at(3, [150, 20]), at(4, [160, 20])];
        let told: Vec<_> =
            biggest(&worth, 2).into_iter().map(|one| (one.seat, one.round, one.change)).collect();
        let expected =
            [(SeatId(1), "round 3".to_owned(), Money(-80)), (SeatId(0), "round 2".to_owned(), Money(50))];
        assert_eq!(told, expected);
        assert_eq!(biggest(&worth, 9).len(), 3, "who stays where they are has made no move");
        assert!(biggest(&worth[..1], 9).is_empty());
    }
}
