//! Whole games between programs.

use crate::program::{Decision, Program};
use crate::seen::Seen;
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
use ferrata_titles::prospects::Prospects;

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
}

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
        let counts = matches!(self.game.outlook().round, RoundKind::Stock | RoundKind::Operating);
        self.rounds += u32::from(counts);
    }

    fn note_run(&mut self, company: CompanyId, revenue: Money) {
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
        let decision = self.programs.get_mut(seat.index()).and_then(|program| program.decide(&seen));
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
