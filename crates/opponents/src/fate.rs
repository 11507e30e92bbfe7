//! The dice of a roll-out.

use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::SeatId;
use ferrata_engine::kit::Dice;
use ferrata_engine::turn::Title;
use ferrata_engine::view::Asked;
use ferrata_titles::Game;
use ferrata_titles::prospects::Prospects;

/// The dice of a roll-out. Candidates are compared by roll-outs with the same seeds; but once one of them asks for one throw more, all
/// that follows differs, and what differs says nothing about the candidates. Common dice are thrown anew for everything that is
/// asked: the same cards come up, and the same company looks at the same lays, whatever was done before.
/// Where track is the same, dice for track are thrown from the board alone: roll-outs come to boards that were met before, on
/// which everything is known already.
pub(crate) struct Fate {
    seed: u64,
    dice: Dice,
    common: bool,
    same_track: bool,
    draws: u32,
}

impl Fate {
    pub(crate) fn new(seed: u64, common: bool, same_track: bool) -> Fate {
        Fate { seed, dice: Dice::new(seed), common, same_track, draws: 0 }
    }

    /// For what chance decides.
    pub(crate) fn of_chance(&mut self) -> &mut Dice {
        self.draws += 1;
        self.thrown(stable_hash(&self.draws))
    }

    /// For what a seat decides after so many operating rounds.
    pub(crate) fn of_seat(&mut self, game: &Game, seat: SeatId, rounds: u32) -> &mut Dice {
        if self.same_track && matches!(game.asked(), Asked::Track | Asked::Station) {
            self.dice = Dice::new(stable_hash(&(game.acting_company(), game.income_key())));
            return &mut self.dice;
        }
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
    use crate::contest::Contest;
    use crate::level::Level;
    use crate::program::Program;
    use ferrata_titles::catalogue;

    /// Given two roll-outs of a seed, when one of them throws once more, then chance still brings the same to both, if their dice
    /// are common.
    #[test]
    fn common_dice_bring_the_same_whatever_was_thrown_before() {
        for common in [true, false] {
            let (mut one, mut other) = (Fate::new(7, common, false), Fate::new(7, common, false));
            let first = (one.of_chance().bits(), other.of_chance().bits());
            assert_eq!(first.0, first.1);
            one.dice.bits();
            let second = (one.of_chance().bits(), other.of_chance().bits());
            assert_eq!(second.0 == second.1, common);
            assert_ne!(first.0, second.0);
        }
    }

    /// Given a company that builds, when roll-outs have different seeds, then it looks at the same lays in all of them if track is
    /// the same, and at others if not; what is no track stays the seed's.
    #[test]
    fn a_company_builds_the_same_on_the_same_board() {
        let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
        let setup = catalogue::find("18ESP").unwrap().setup("", &[], players).unwrap();
        let programs = (0..3).map(|seat| Program::new(Level::Greedy, seat)).collect();
        let mut contest = Contest::new(&setup, programs, 1).unwrap();
        let mut thrown = |builds: bool, same_track: bool| {
            while (contest.game().asked() == Asked::Track) != builds {
                contest.step();
            }
            let game = contest.game();
            [7, 8].map(|seed| Fate::new(seed, true, same_track).of_seat(game, SeatId(0), 0).bits())
        };
        for (builds, same_track, same) in [(false, true, false), (true, true, true), (true, false, false)] {
            let [one, other] = thrown(builds, same_track);
            assert_eq!(one == other, same, "builds: {builds}, the same track: {same_track}");
        }
    }
}
