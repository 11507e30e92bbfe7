//! What the rules will make of companies, one day: what that brings or costs each player beside what the plans of their companies
//! say. Only what is open on the table counts, and no route is searched: a company is taken to earn what it earned last.
//!
//! | what is ahead | module |
//! | --- | --- |
//! | a company as its owners see it, and what becomes of two | [`part`] |
//! | 4.6.8 the split of the Ferdinandea | [`split`] |
//! | 4.6.9 the Tuscan merger | [`tuscan`] |
//! | 4.7.4, 4.7.5 mergers that a leader may make | [`mergers`] |
//! | 4.5.1 companies that lead others | [`chains`] |

mod chains;
mod mergers;
mod part;
mod split;
mod tuscan;

use super::Game;
use crate::prospects::{Ending, Firm, Hope, Hoped, Outlook};
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::name::PhaseName;
use ferrata_engine::view::RoundKind;
use part::Part;
use smallvec::SmallVec;

/// Trains that a company buys in a round: by that a phase is so many rounds away.
const PACE: f32 = 0.4;

/// What is so many rounds away happens so much less likely: 1 / (1 + rounds × this).
const DOUBT: f32 = 0.12;

/// At most so many rounds of dividends are looked at.
const MOST_ROUNDS: f32 = 8.0;

/// What is paid out grows until the bank is dry.
const GROWTH: f32 = 1.3;

impl Game {
    /// What is to come of mergers, the split, and companies that stand behind others.
    pub(super) fn foretold_of(&self, outlook: &Outlook) -> Vec<Hope> {
        if outlook.round == RoundKind::Over || outlook.firms.is_empty() {
            return Vec::new();
        }
        let ahead = Ahead::new(self, outlook);
        let (mut merged, mut relieved) = (Sums::of(outlook), Sums::of(outlook));
        split::add(&ahead, &mut merged);
        tuscan::add(&ahead, &mut merged);
        mergers::add(&ahead, &mut merged);
        chains::add(&ahead, &mut relieved);
        merged.hopes(Hoped::Merger).chain(relieved.hopes(Hoped::Trains)).collect()
    }
}

/// What each player gains or loses.
struct Sums(SmallVec<[f32; 8]>);

impl Sums {
    fn of(outlook: &Outlook) -> Sums {
        Sums(SmallVec::from_elem(0.0, outlook.purses.len()))
    }

    fn add(&mut self, seat: SeatId, worth: f32) {
        if let Some(sum) = self.0.get_mut(seat.index()) {
            *sum += worth;
        }
    }

    /// What becomes of the shares of some companies, so much of it.
    fn add_exchange(&mut self, before: &[&Part], after: &[&Part], part: f32) {
        for (at, sum) in self.0.iter_mut().enumerate() {
            *sum += part * exchanged(before, after, at);
        }
    }

    fn hopes(&self, what: Hoped) -> impl Iterator<Item = Hope> + '_ {
        let seats = (0..).map(SeatId).zip(&self.0);
        seats.filter(|(_, worth)| **worth != 0.0).map(move |(seat, worth)| Hope { seat, what, worth: *worth })
    }
}

/// What a seat's shares of some companies become worth more when these turn into others.
fn exchanged(before: &[&Part], after: &[&Part], seat: usize) -> f32 {
    let worth = |parts: &[&Part]| parts.iter().map(|part| part.worth_to(seat)).sum::<f32>();
    worth(after) - worth(before)
}

/// The table, and how far away what is to come is.
struct Ahead<'a> {
    game: &'a Game,
    outlook: &'a Outlook,
    /// Purchases of trains in a round.
    pace: f32,
    /// Operating rounds that are looked at.
    rounds: f32,
}

impl<'a> Ahead<'a> {
    fn new(game: &'a Game, outlook: &'a Outlook) -> Ahead<'a> {
        let buyers = outlook.firms.iter().filter(|firm| firm.leader.is_some()).count();
        let earned: i32 = outlook.firms.iter().map(|firm| earned(game, firm)).sum();
        let rounds = match outlook.ending {
            Ending::Bank(left) => left.max(0) as f32 / (GROWTH * earned.max(100) as f32),
            _ => MOST_ROUNDS,
        };
        let pace = (PACE * buyers as f32).max(1.0);
        Ahead { game, outlook, pace, rounds: rounds.clamp(1.0, MOST_ROUNDS) }
    }

    /// A company in operation as an investor sees it.
    fn firm(&self, company: CompanyId) -> Option<&'a Firm> {
        self.outlook.firms.iter().find(|firm| firm.company == company)
    }

    /// Operating rounds until the first train of a kind is sold.
    fn until(&self, kind: TrainKind) -> f32 {
        let before = self.outlook.trains.iter().take(kind.index());
        before.map(|stock| stock.left.map_or(0.0, f32::from)).sum::<f32>() / self.pace
    }

    /// The train that begins a phase which is still to come, and the number of that phase.
    fn begins(&self, phase: PhaseName) -> Option<(TrainKind, usize)> {
        let mut phases = self.game.fixed.parts.phases.iter().enumerate();
        let (at, spec) = phases.find(|(_, spec)| spec.name == phase)?;
        spec.starts_with.filter(|_| at > self.game.table.phase.index()).map(|kind| (kind, at))
    }

    /// 1841-4.6.2-02: rounds until the concession of a company has left the game; none if it never will.
    fn until_concession_leaves(&self, company: CompanyId) -> Option<f32> {
        if self.game.concession_is_gone(company) {
            return Some(0.0);
        }
        let now = self.game.table.phase.index();
        let phases = self.game.fixed.parts.phases.iter().zip(&self.game.fixed.phases).skip(now + 1);
        let mut leave = phases.filter(|(_, facts)| facts.concessions_leave);
        leave.find_map(|(spec, _)| spec.starts_with).map(|kind| self.until(kind))
    }

    /// Whether trains of a kind are still there in a phase.
    fn outlives(&self, kind: TrainKind, phase: usize) -> bool {
        let begun = self.game.fixed.parts.phases.iter().take(phase + 1);
        !begun.flat_map(|phase| &phase.scraps).any(|scrapped| *scrapped == kind)
    }
}

/// How likely something is that is so many rounds away.
fn likely(rounds: f32) -> f32 {
    1.0 / (1.0 + DOUBT * rounds)
}

/// What a company earned last, as long as it has trains.
fn earned(game: &Game, firm: &Firm) -> i32 {
    let last = game.company(firm.company).last_run.filter(|_| !firm.trains.is_empty());
    last.map_or(0, |run| run.0)
}
