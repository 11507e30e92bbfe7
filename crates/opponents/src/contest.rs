//! Whole games between programs.

use crate::program::{Decision, Program};
use crate::seen::Seen;
use crate::version::{NEWEST, Version};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::kit::Dice;
use ferrata_engine::log::Log;
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::seals::waits;
use ferrata_engine::turn::{Entry, Outcome, Setup, Title, Turn};
use ferrata_engine::view::RoundKind;
use ferrata_titles::Game;
use ferrata_titles::prospects::{Firm, Prospects};
use std::ops::ControlFlow;

/// A game that programs play against each other. Every seat decides by what it may know.
pub struct Contest {
    log: Log,
    game: Game,
    /// The table before the first decision of those that are made in secret now.
    before_sealed: Option<Game>,
    programs: Vec<Program>,
    dice: Dice,
    rounds: u32,
    runs: Vec<(u32, f64)>,
    homes: Vec<Home>,
}

/// A company's first rounds, by which it is told how good its home is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Home {
    /// Operating rounds that began while it had a price.
    begun: u32,
    /// What its trains typically earn in the rounds that count.
    pub typical: f64,
    /// What they earned.
    pub earned: f64,
}

/// The rounds of a company that count: in the first it has no trains, and later its home matters little.
const FIRST_ROUNDS: std::ops::RangeInclusive<u32> = 2..=7;

/// What happened at a step.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Chance drew.
    Drawn,
    /// A seat decided.
    Decided(SeatId, Box<Decision>),
    /// A seat decided something that was refused, or nothing.
    Illegal(SeatId, String),
    /// The game is over.
    Over(Outcome),
}

impl Contest {
    /// A game with a program in each seat; chance draws by the seed.
    pub fn new(setup: &Setup, programs: Vec<Program>, seed: u64) -> Result<Contest, Refusal> {
        let game = Game::start(setup)?;
        let log = Log::new(setup.clone());
        Ok(Contest {
            log,
            game,
            before_sealed: None,
            programs,
            dice: Dice::new(seed),
            rounds: 0,
            runs: Vec::new(),
            homes: Vec::new(),
        })
    }

    /// The table.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What was played.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// How many stock and operating rounds have begun.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// By kind of train: how many trains ran whose company had no other kind, and what they earned in all.
    pub fn runs(&self) -> &[(u32, f64)] {
        &self.runs
    }

    /// By company: what its first rounds told of its home.
    pub fn homes(&self) -> &[Home] {
        &self.homes
    }

    /// Plays an entry and notes what it brought.
    fn play(&mut self, entry: Entry) -> Result<(), Refusal> {
        for event in self.log.play(&mut self.game, entry)? {
            match event {
                Event::Round { .. } => self.note_round(),
                Event::Run { company, revenue } => self.note_run(company, revenue),
                _ => {}
            }
        }
        Ok(())
    }

    /// Auctions and what comes before the first stock round are no rounds as people count them.
    fn note_round(&mut self) {
        let outlook = self.game.outlook();
        self.rounds += u32::from(matches!(outlook.round, RoundKind::Stock | RoundKind::Operating));
        if outlook.round == RoundKind::Operating {
            self.note_homes(&outlook.firms);
        }
    }

    /// What companies' trains would typically earn in the round that begins.
    fn note_homes(&mut self, firms: &[Firm]) {
        let figures = Version::numbered(NEWEST).figures(self.log.setup.title.as_str());
        self.homes.resize(self.game.parts().companies.len(), Home::default());
        for firm in firms {
            let Some(home) = self.homes.get_mut(firm.company.index()) else { continue };
            home.begun += 1;
            if FIRST_ROUNDS.contains(&home.begun) {
                home.typical +=
                    firm.trains.iter().map(|kind| f64::from(figures.earns(kind.index()))).sum::<f64>();
            }
        }
    }

    fn note_run(&mut self, company: CompanyId, revenue: Money) {
        let home = self.homes.get_mut(company.index()).filter(|home| FIRST_ROUNDS.contains(&home.begun));
        if let Some(home) = home {
            home.earned += f64::from(revenue.0);
        }
        let firm = self.game.outlook().firms.into_iter().find(|firm| firm.company == company);
        let trains = firm.map(|firm| firm.trains).unwrap_or_default();
        let Some(first) = trains.first().filter(|first| trains.iter().all(|kind| kind == *first)) else {
            return;
        };
        if self.runs.len() <= first.index() {
            self.runs.resize(first.index() + 1, (0, 0.0));
        }
        if let Some((count, sum)) = self.runs.get_mut(first.index()) {
            *count += trains.len() as u32;
            *sum += f64::from(revenue.0);
        }
    }

    /// The next entry.
    pub fn step(&mut self) -> Step {
        self.step_watched(&mut |_| ControlFlow::Continue(()))
    }

    /// The same; the watcher may stop whoever decides, as in [`Program::decide_watched`].
    pub fn step_watched(&mut self, watch: &mut dyn FnMut(u32) -> ControlFlow<()>) -> Step {
        let turn = self.game.turn();
        let (seat, seen) = match &turn {
            Turn::Over(outcome) => return Step::Over(outcome.clone()),
            Turn::Chance(draw) => {
                let entry = Entry::chance(self.dice.deal(draw));
                return match self.play(entry) {
                    Ok(()) => Step::Drawn,
                    Err(why) => Step::Illegal(SeatId(0), why.to_string()),
                };
            }
            Turn::Seat(seat) => (*seat, Seen::at(self.game.clone(), *seat)),
            Turn::Sealed(seats) => {
                let Some(seat) = seats.first().copied() else {
                    return Step::Illegal(SeatId(0), "nobody is asked".into());
                };
                let before = self.before_sealed.get_or_insert_with(|| self.game.clone());
                (seat, Seen::at(before.clone(), seat))
            }
        };
        let decision =
            self.programs.get_mut(seat.index()).and_then(|program| program.decide_watched(&seen, watch));
        let Some(decision) = decision else { return Step::Illegal(seat, "it found nothing to do".into()) };
        let entry = Entry::seat(seat, decision.action.clone());
        match self.play(entry) {
            Ok(()) => {
                if !waits(&turn, &self.game.turn()) {
                    self.before_sealed = None;
                }
                Step::Decided(seat, Box::new(decision))
            }
            Err(why) => Step::Illegal(seat, why.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use ferrata_titles::catalogue;

    /// Given a game of 1841, when three operating rounds have begun, then the homes have been told of what ran in the second, beside what
    /// its trains typically earn; what ran in the first does not count.
    #[test]
    fn the_first_rounds_tell_of_homes() {
        let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
        let setup = catalogue::find("1841").unwrap().setup("", &[], players).unwrap();
        let programs = (0..3).map(|seat| Program::new(Level::Greedy, seat)).collect();
        let mut contest = Contest::new(&setup, programs, 1).unwrap();
        let begun = |contest: &Contest| contest.homes().iter().map(|home| home.begun).max().unwrap_or(0);
        while begun(&contest) < 2 {
            contest.step();
        }
        assert!(contest.homes().iter().all(|home| home.earned == 0.0));
        let figures = Version::numbered(NEWEST).figures("1841");
        let trains: Vec<_> =
            contest.game().outlook().firms.into_iter().map(|firm| (firm.company, firm.trains)).collect();
        while begun(&contest) < 3 {
            contest.step();
        }
        let told = contest.homes().iter().filter(|home| home.earned > 0.0).count();
        assert!(told > 0);
        for (company, trains) in trains {
            let home = contest.homes()[company.index()];
            let typical: f32 = trains.iter().map(|kind| figures.earns(kind.index())).sum();
            assert!(home.begun < 2 || home.typical >= f64::from(typical), "{company:?}");
        }
    }
}
