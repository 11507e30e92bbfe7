//! A roll-out: a candidate is played on by the one-ply policy until the next stock round begins.

use crate::fate::Fate;
use crate::level::RollOuts;
use crate::policy::{Look, greedy, is_track};
use crate::terms::Terms;
use crate::value::{Clock, Evaluation};
use crate::watch::Watch;
use ferrata_engine::event::Event;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::{Author, Entry, Title, Turn};
use ferrata_engine::view::{Asked, RoundKind};
use ferrata_titles::Game;
use ferrata_titles::prospects::Prospects;
use smallvec::SmallVec;

/// No roll-out is longer than so many entries.
const LONGEST: usize = 300;

/// Plays on until a stock round begins after an operating round, or the game is over; what the table is worth then. None if it
/// was stopped.
pub(crate) fn roll_out(
    evaluation: &mut Evaluation,
    game: Game,
    seat: SeatId,
    (numbers, rounds, stage): (&RollOuts, f32, usize),
    fate: Fate,
    watch: &mut Watch<'_>,
) -> Option<Terms> {
    evaluation.incomes.freeze(game.income_key());
    let look = numbers.look(evaluation.figures.lays);
    let mut line = RollOut {
        evaluation,
        numbers,
        look,
        fate,
        game,
        rounds,
        operated: false,
        sets: numbers.sets,
        over: 0,
    };
    for _ in 0..LONGEST {
        if !watch.goes_on() {
            return None;
        }
        if line.is_far_enough() {
            break;
        }
        let Some(entry) = line.next_entry(watch) else { break };
        if !line.play(&entry) {
            break;
        }
    }
    Some(line.worth(seat, stage))
}

/// A roll-out under way.
struct RollOut<'a> {
    evaluation: &'a mut Evaluation,
    numbers: &'a RollOuts,
    look: Look,
    fate: Fate,
    game: Game,
    /// The rounds to come by the clock of the decision.
    rounds: f32,
    /// Whether companies have operated since the last stock round.
    operated: bool,
    /// Stock rounds that must begin before it ends.
    sets: u32,
    /// Operating rounds that are over.
    over: u32,
}

impl RollOut<'_> {
    /// Whether the stock round begins with which it ends.
    fn is_far_enough(&mut self) -> bool {
        match self.game.asked() {
            Asked::StockTurn if self.operated => {
                self.sets = self.sets.saturating_sub(1);
                self.operated = false;
                self.sets == 0
            }
            Asked::Track | Asked::Run | Asked::Dividend | Asked::Trains | Asked::Station => {
                self.operated = true;
                false
            }
            _ => false,
        }
    }

    /// What whoever is asked does by one ply, or what chance brings; none if nothing is left to do.
    fn next_entry(&mut self, watch: &mut Watch<'_>) -> Option<Entry> {
        let seat = match self.game.turn() {
            Turn::Over(_) => return None,
            Turn::Chance(draw) => return Some(Entry::chance(self.fate.of_chance().deal(&draw))),
            Turn::Seat(seat) => seat,
            Turn::Sealed(seats) => seats.first().copied()?,
        };
        let offers = self.game.offers();
        let dice = self.fate.of_seat(&self.game, seat, self.over);
        let action = greedy(self.evaluation, &self.game, &offers, seat, self.look, dice, watch)?;
        Some(Entry { by: Author::Seat(seat), action })
    }

    /// Plays an entry; whether it goes on after it.
    fn play(&mut self, entry: &Entry) -> bool {
        let builder = self.game.acting_company();
        let Ok(events) = self.game.apply(entry) else { return false };
        if events.iter().any(|event| matches!(event, Event::Round { .. })) {
            if self.game.outlook().round == RoundKind::Operating {
                self.rounds = (self.rounds - 1.0).max(1.0);
            }
            self.over += u32::from(self.operated);
            if self.operated && self.over == self.numbers.rounds {
                return false;
            }
        }
        if let (Some(company), true) = (builder, is_track(&entry.action)) {
            self.evaluation.incomes.refresh(company, self.game.income_key());
        }
        true
    }

    /// What the table is worth to a seat by the clock of the decision.
    fn worth(self, seat: SeatId, stage: usize) -> Terms {
        let RollOut { evaluation, game, rounds, .. } = self;
        evaluation.set_clock(Some(Clock { rounds, sold: SmallVec::new(), stage }));
        let values = evaluation.values(&game);
        evaluation.set_clock(None);
        evaluation.utility(&values, seat)
    }
}
