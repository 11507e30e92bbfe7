//! The dice of a roll-out.

use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::SeatId;
use ferrata_engine::kit::Dice;
use ferrata_titles::Game;
use ferrata_titles::prospects::Prospects;

/// The dice of a roll-out. Candidates are compared by roll-outs with the same seeds; but once one of them asks for one throw more, all
/// that follows differs, and what differs says nothing about the candidates. Common dice are thrown anew for everything that is
/// asked: the same cards come up, and the same company looks at the same lays, whatever was done before.
pub(crate) struct Fate {
    seed: u64,
    dice: Dice,
    common: bool,
    draws: u32,
}

impl Fate {
    pub(crate) fn new(seed: u64, common: bool) -> Fate {
        Fate { seed, dice: Dice::new(seed), common, draws: 0 }
    }

    /// For what chance decides.
    pub(crate) fn of_chance(&mut self) -> &mut Dice {
        self.draws += 1;
        self.thrown(stable_hash(&self.draws))
    }

    /// For what a seat decides after so many operating rounds.
    pub(crate) fn of_seat(&mut self, game: &Game, seat: SeatId, rounds: u32) -> &mut Dice {
        let asked = if self.common { stable_hash(&(game.acting_company(), seat, rounds)) } else { 0 };
        self.thrown(asked)
    }

    fn thrown(&mut self, asked: u64) -> &mut Dice {
        if self.common {
            self.dice = Dice::new(self.seed ^ asked);
        }
        &mut self.dice
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Given two roll-outs of a seed, when one of them throws once more, then chance still brings the same to both, if their dice
    /// are common.
    #[test]
    fn common_dice_bring_the_same_whatever_was_thrown_before() {
        for common in [true, false] {
            let (mut one, mut other) = (Fate::new(7, common), Fate::new(7, common));
            let first = (one.of_chance().bits(), other.of_chance().bits());
            assert_eq!(first.0, first.1);
            one.dice.bits();
            let second = (one.of_chance().bits(), other.of_chance().bits());
            assert_eq!(second.0 == second.1, common);
            assert_ne!(first.0, second.0);
        }
    }
}
