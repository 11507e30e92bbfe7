//! What a table is worth to every seat, as a sum of named terms: what one has, what one's companies will pay and be worth,
//! and what one will have to pay for them.

use crate::course::{Course, Projection};
use crate::figures::Figures;
use crate::income::Judged;
use crate::terms::{Term, Terms};
use crate::weights::Weights;
use ferrata_engine::id::{SeatId, TrainKind};
use ferrata_titles::prospects::{Ending, Firm, Life, Outlook, Prospects, Trains};
use smallvec::SmallVec;

/// What money in a treasury is worth to its owners.
pub(crate) const TREASURY: f32 = 0.7;

/// Weighs tables. Keeps what it found out about incomes.
pub struct Evaluation {
    pub(crate) weights: Weights,
    pub(crate) figures: &'static Figures,
    pub(crate) incomes: Judged,
}

/// A table as it is weighed: its outlook, and the rounds that are still to come.
pub(crate) struct Prospect {
    pub(crate) outlook: Outlook,
    pub(crate) rounds: f32,
    pub(crate) key: u64,
}

impl Evaluation {
    /// For tables of a title, by its weights or by others.
    pub fn new(title: &str, weights: Option<Weights>) -> Evaluation {
        let weights = weights.unwrap_or_else(|| Weights::of(title));
        Evaluation { weights, figures: Figures::of(title), incomes: Judged::default() }
    }

    /// Looks at a table.
    pub(crate) fn prospect<T: Prospects>(&mut self, game: &T) -> Prospect {
        let outlook = game.outlook();
        let mut prospect = Prospect { outlook, rounds: 0.0, key: game.income_key() };
        prospect.rounds = self.rounds(game, &prospect);
        prospect
    }

    /// Operating rounds still to come, the present one among them.
    fn rounds<T: Prospects>(&mut self, game: &T, prospect: &Prospect) -> f32 {
        let outlook = &prospect.outlook;
        match outlook.ending {
            Ending::After(rounds) => rounds,
            Ending::LastTrain(kind, after) => {
                let until = self.until_sold(outlook, kind);
                (until * 0.85 + after).clamp(1.0, self.figures.rounds)
            }
            Ending::Bank(left) => {
                let firms = outlook.firms.iter();
                let per_round: f32 =
                    firms.map(|firm| self.incomes.of(game, prospect.key, firm, &firm.trains).0).sum();
                // Earnings grow while the bank empties; and a game is not longer than games are.
                let by_income = left.max(0) as f32 / (1.5 * per_round.max(100.0));
                by_income.clamp(1.0, self.figures.rounds)
            }
        }
    }

    /// What a company loses by a round in which it does not earn: what its longest train would.
    pub(crate) fn delay(&self, longest: TrainKind) -> f32 {
        self.figures.earns(longest.index())
    }

    /// Purchases of trains in a round.
    fn pace(&self, outlook: &Outlook) -> f32 {
        let buyers = outlook.firms.iter().filter(|firm| firm.life != Life::Frozen && firm.leader.is_some());
        (self.weights.pace * buyers.count() as f32).max(1.0)
    }

    /// Operating rounds until the first train of a kind is sold.
    fn until_sold(&self, outlook: &Outlook, kind: TrainKind) -> f32 {
        let before = outlook.trains.iter().take(kind.index());
        let left: f32 = before.map(|stock| stock.left.map_or(0.0, f32::from)).sum();
        left / self.pace(outlook)
    }

    /// Operating rounds that a train lives.
    pub(crate) fn life(&self, outlook: &Outlook, kind: TrainKind) -> f32 {
        let rusts = outlook.trains.get(kind.index()).and_then(|stock| stock.rusts_on);
        rusts.map_or(99.0, |by| self.until_sold(outlook, by))
    }

    /// The trains by which a company is judged (its own, or the next one, at credit), whether they are its own, and the money that is
    /// left then.
    pub(crate) fn fleet(outlook: &Outlook, firm: &Firm) -> (Trains, bool, f32) {
        let mut trains = firm.trains.clone();
        // What does not operate yet will have some of its capital.
        let units = 100.0 / f32::from(firm.unit);
        let cash =
            if firm.life == Life::Waiting { firm.price as f32 * units * 0.3 } else { firm.cash as f32 };
        let next = outlook.next_train.and_then(|kind| Some((kind, outlook.trains.get(kind.index())?.price)));
        match next.filter(|_| trains.is_empty()) {
            // One: further ones are bought later, as they are by a company that has one.
            Some((kind, price)) => {
                trains.push(kind);
                (trains, false, cash - price as f32)
            }
            None => (trains, true, cash),
        }
    }

    /// What a company will do: the best of its plans.
    pub(crate) fn project<T: Prospects>(&mut self, game: &T, prospect: &Prospect, firm: &Firm) -> Projection {
        if firm.life == Life::Frozen {
            let price = (firm.price * firm.frozen_times) as f32;
            return Projection { price, ..Projection::default() };
        }
        let (weights, outlook) = (self.weights, &prospect.outlook);
        let mut rounds = prospect.rounds.min(weights.horizon);
        if let Some(kind) = firm.ends_with {
            rounds = rounds.min(self.until_sold(outlook, kind) + 0.5);
        }
        let (trains, own, cash) = Evaluation::fleet(outlook, firm);
        let now = match firm.bases {
            0 => (0.0, 0.0),
            _ => self.incomes.of(game, prospect.key, firm, &trains),
        };
        let course = Course::new(self, outlook, firm, &trains, now, rounds);
        course.best(own, cash, &weights)
    }

    /// The value of the table to every seat.
    pub fn values<T: Prospects>(&mut self, game: &T) -> SmallVec<[Terms; 8]> {
        let prospect = self.prospect(game);
        self.values_of(game, &prospect)
    }

    pub(crate) fn values_of<T: Prospects>(&mut self, game: &T, prospect: &Prospect) -> SmallVec<[Terms; 8]> {
        let outlook = &prospect.outlook;
        let over = outlook.round == ferrata_engine::view::RoundKind::Over;
        let mut values: SmallVec<[Terms; 8]> = SmallVec::new();
        for purse in &outlook.purses {
            let mut terms = Terms::default();
            terms.add(Term::Cash, purse.cash as f32);
            terms.add(Term::Shares, (purse.worth - purse.cash) as f32);
            if !over {
                terms.add(Term::Cards, purse.cards as f32 * prospect.rounds.min(5.0));
            }
            // Whoever is out of the game has nothing more to hope for.
            if purse.out {
                terms.add(Term::Liabilities, -2000.0);
            }
            values.push(terms);
        }
        if over {
            return values;
        }
        for hope in &outlook.hopes {
            if let Some(terms) = values.get_mut(hope.seat.index()) {
                terms.add(hope.what.into(), hope.worth);
            }
        }
        for firm in &outlook.firms {
            let plan = self.project(game, prospect, firm);
            for (terms, held) in values.iter_mut().zip(&firm.held).filter(|(_, held)| **held > 0) {
                let part = f32::from(*held) / 100.0;
                terms.add(Term::Dividends, plan.dividends * part * f32::from(firm.pays) / 100.0);
                terms.add(Term::Goals, firm.promised * part * TREASURY);
                let units = f32::from(*held) / f32::from(firm.unit);
                terms.add(Term::Prices, (plan.price - firm.price as f32) * units * self.weights.price);
            }
            if let Some(terms) = firm.leader.and_then(|leader| values.get_mut(leader.index())) {
                terms.add(Term::Liabilities, -plan.liability);
            }
        }
        values
    }

    /// What the table is worth to a seat, beside what it is worth to the others.
    pub fn utility(&self, values: &[Terms], seat: SeatId) -> Terms {
        let mut own = values.get(seat.index()).copied().unwrap_or_default();
        let others = values.len().saturating_sub(1).max(1) as f32;
        let sum: f32 =
            values.iter().enumerate().filter(|(at, _)| *at != seat.index()).map(|(_, v)| v.sum()).sum();
        own.add(Term::Rivals, -self.weights.rivals * sum / others);
        own
    }
}
