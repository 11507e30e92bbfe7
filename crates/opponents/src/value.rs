//! What a table is worth to every seat, as a sum of named terms: what one has, what one's companies will pay and be worth,
//! and what one will have to pay for them.

use crate::course::{Course, Projection};
use crate::figures::Figures;
use crate::income::Judged;
use crate::stages::Stages;
use crate::terms::{Term, Terms};
use crate::version::Version;
use crate::weights::Weights;
use ferrata_engine::components::Components;
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_titles::prospects::{Ending, Firm, Life, Outlook, Prospects, Trains};
use smallvec::SmallVec;

/// What money in a treasury is worth to its owners.
pub(crate) const TREASURY: f32 = 0.7;

/// What all trains that are left cost, but for those of the last kind.
fn to_be_paid(outlook: &Outlook) -> f32 {
    let before = outlook.trains.split_last().map_or(&[][..], |(_, before)| before);
    before.iter().map(|stock| stock.left.map_or(0, i32::from) * stock.price).sum::<i32>() as f32
}

/// What companies will pay out in a round, in parts of what they earn now: the more kinds of trains are to come, the more earnings
/// grow; at the end they do not, and some of them are kept or go to nobody.
fn growth(outlook: &Outlook) -> f32 {
    let kinds = outlook.trains.len().saturating_sub(1).max(1);
    let to_come = kinds.saturating_sub(Stages::stage(outlook));
    0.9 + 0.6 * to_come as f32 / kinds as f32
}

/// Weighs tables. Keeps what it found out about incomes.
pub struct Evaluation {
    pub(crate) weights: Weights,
    pub(crate) figures: Figures,
    stages: Stages,
    /// By company: the part of what is typical that it earns where its home is; others all of it.
    homes: Vec<f32>,
    pub(crate) incomes: Judged,
    /// By which tables are weighed, where it is not each table that says it.
    clock: Option<Clock>,
}

/// What is to come, as the table says on which a decision is made.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    /// Operating rounds.
    pub(crate) rounds: f32,
    /// By kind of train: operating rounds until the first of them is sold, where that is kept.
    pub(crate) sold: SmallVec<[f32; 12]>,
    /// The stage of the game, which says how much each term counts.
    pub(crate) stage: usize,
}

/// A table as it is weighed: its outlook, and the rounds that are still to come.
pub(crate) struct Prospect {
    pub(crate) outlook: Outlook,
    pub(crate) rounds: f32,
    pub(crate) key: u64,
}

impl Evaluation {
    /// For tables of a title, by the weights of a version or by others.
    pub fn new(title: &str, version: &Version, weights: Option<Weights>) -> Evaluation {
        let weights = weights.unwrap_or_else(|| version.weights(title));
        let (figures, stages) = (version.figures(title), version.stages(title));
        Evaluation { weights, figures, stages, homes: Vec::new(), incomes: Judged::default(), clock: None }
    }

    /// The same for tables with this box: companies earn what is typical of their homes.
    #[must_use]
    pub fn at_home(mut self, parts: &Components) -> Evaluation {
        self.homes = self.figures.homes(parts);
        self
    }

    /// Looks at a table.
    pub(crate) fn prospect<T: Prospects>(&mut self, game: &T) -> Prospect {
        let foreseen = if self.weights.foresees { game.foreseen() } else { None };
        let mut outlook = foreseen.as_ref().unwrap_or(game).outlook();
        if self.weights.foretells {
            let foretold = foreseen.as_ref().unwrap_or(game).foretold(&outlook);
            outlook.hopes.extend(foretold);
        }
        let mut prospect = Prospect { outlook, rounds: 0.0, key: game.income_key() };
        prospect.rounds = match (prospect.outlook.ending, &self.clock) {
            (Ending::Bank(_) | Ending::LastTrain(..), Some(clock)) => clock.rounds,
            _ => self.rounds(game, &prospect),
        };
        prospect
    }

    /// The clock of a table on which a decision is made.
    pub(crate) fn clock_of(&self, prospect: &Prospect) -> Clock {
        let outlook = &prospect.outlook;
        let kinds = (0..outlook.trains.len() as u8).map(TrainKind);
        let sold = kinds.map(|kind| self.until_sold(outlook, kind)).collect();
        Clock { rounds: prospect.rounds, sold, stage: Stages::stage(outlook) }
    }

    /// From now on tables are weighed by this clock, if candidates have one; what it was before.
    pub(crate) fn set_clock(&mut self, clock: Option<Clock>) -> Option<Clock> {
        let clock = clock.filter(|_| self.weights.one_clock);
        std::mem::replace(&mut self.clock, clock)
    }

    /// How much each term counts at a table: by the stage of the decision that is made, if one is. None where all of them simply add
    /// up.
    pub(crate) fn counts(&self, outlook: &Outlook) -> Option<&Terms> {
        let stage = self.clock.as_ref().map_or_else(|| Stages::stage(outlook), |clock| clock.stage);
        self.stages.at(stage)
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
                let left = left.max(0) as f32 + self.weights.refill * to_be_paid(outlook);
                let growth = if self.weights.refill > 0.0 { growth(outlook) } else { 1.5 };
                let by_income = left / (growth * per_round.max(100.0));
                by_income.clamp(1.0, self.figures.rounds)
            }
        }
    }

    /// What a train typically earns for a company.
    pub(crate) fn earns(&self, company: CompanyId, kind: TrainKind) -> f32 {
        self.figures.earns(kind.index()) * self.homes.get(company.index()).copied().unwrap_or(1.0)
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
        if let Some(until) = self.clock.as_ref().and_then(|clock| clock.sold.get(kind.index())) {
            return *until;
        }
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
    pub(crate) fn fleet(&self, outlook: &Outlook, firm: &Firm) -> (Trains, bool, f32) {
        let mut trains = firm.trains.clone();
        let units = 100.0 / f32::from(firm.unit);
        let cash = match firm.capital.filter(|_| self.weights.endowed) {
            _ if firm.life != Life::Waiting => firm.cash as f32,
            Some(capital) => capital as f32,
            // What does not operate yet will have some of its capital.
            None => firm.price as f32 * units * 0.3,
        };
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
        let (trains, own, cash) = self.fleet(outlook, firm);
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
        let mut values = self.plain_values(game, prospect, self.stages.count() > 0);
        if let Some(counts) = self.counts(&prospect.outlook) {
            values.iter_mut().for_each(|terms| *terms = terms.scaled(counts));
        }
        // Whoever is out of the game has nothing more to hope for.
        for (terms, _) in values.iter_mut().zip(&prospect.outlook.purses).filter(|(_, purse)| purse.out) {
            terms.add(Term::Liabilities, -2000.0);
        }
        values
    }

    /// The terms of every seat as they are, before it is said how much each counts, and the stage of the game.
    pub fn plain_terms<T: Prospects>(&mut self, game: &T) -> (SmallVec<[Terms; 8]>, usize) {
        let prospect = self.prospect(game);
        (self.plain_values(game, &prospect, true), Stages::stage(&prospect.outlook))
    }

    fn plain_values<T: Prospects>(
        &mut self,
        game: &T,
        prospect: &Prospect,
        present: bool,
    ) -> SmallVec<[Terms; 8]> {
        let outlook = &prospect.outlook;
        let over = outlook.round == ferrata_engine::view::RoundKind::Over;
        let mut values: SmallVec<[Terms; 8]> = SmallVec::new();
        for purse in &outlook.purses {
            let mut terms = Terms::default();
            terms.add(Term::Cash, purse.cash as f32);
            terms.add(Term::Shares, (purse.worth - purse.cash) as f32);
            if !over {
                terms.add(Term::Cards, purse.cards as f32 * prospect.rounds.min(5.0));
                terms.add(Term::Cash, if purse.barred { -self.weights.barred } else { 0.0 });
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
        if present {
            self.add_present(game, prospect, &mut values);
        }
        values
    }

    /// What companies earn and have now, which only counts where a fit has said how much.
    fn add_present<T: Prospects>(&mut self, game: &T, prospect: &Prospect, values: &mut [Terms]) {
        let outlook = &prospect.outlook;
        for firm in outlook.firms.iter().filter(|firm| firm.life != Life::Frozen) {
            let earned = match (firm.bases, firm.life) {
                (_, Life::Building(interest)) => interest as f32 * 100.0 / f32::from(firm.unit),
                (0, _) => 0.0,
                _ if firm.trains.is_empty() => 0.0,
                _ => self.incomes.of(game, prospect.key, firm, &firm.trains).0,
            };
            for (terms, held) in values.iter_mut().zip(&firm.held).filter(|(_, held)| **held > 0) {
                let part = earned * f32::from(*held) / 100.0 * f32::from(firm.pays) / 100.0;
                terms.add(Term::Earnings, part);
            }
            if let Some(terms) = firm.leader.and_then(|leader| values.get_mut(leader.index())) {
                let price =
                    |kind: &TrainKind| outlook.trains.get(kind.index()).map_or(0, |stock| stock.price);
                terms.add(Term::Treasuries, firm.cash as f32);
                terms.add(Term::Trains, firm.trains.iter().map(price).sum::<i32>() as f32);
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_engine::turn::Title;
    use ferrata_titles::{Game, catalogue};

    /// A table at its beginning.
    fn table() -> Game {
        let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
        Game::start(&catalogue::find("18ESP").unwrap().setup("", &[], players).unwrap()).unwrap()
    }

    /// A company with a train for good, at a price that goes up and down by so much.
    fn firm(price: i32, step: i32) -> Firm {
        Firm {
            company: ferrata_engine::id::CompanyId(0),
            life: Life::Operating,
            price,
            moves: ((price + step) as f32 / price as f32, (price - step) as f32 / price as f32),
            steps: (
                (0..15).map(|steps| price + step * steps).collect(),
                (0..5).map(|steps| price - step * steps).collect(),
            ),
            unit: 10,
            cash: 1000,
            leader: Some(SeatId(0)),
            held: SmallVec::from_slice(&[60, 0, 0]),
            own: 0,
            pays: 100,
            portfolio: 0,
            trains: Trains::from_slice(&[TrainKind(4)]),
            limit: 1,
            bases: 1,
            places: 0,
            needs_price: false,
            needs_train: false,
            needs_train_too: false,
            to_go: 0.0,
            promised: 0.0,
            capital: None,
            endowed: 0.0,
            ends_with: None,
            frozen_times: 1,
        }
    }

    /// Given a table whose trains decide how long the game lasts, when tables are weighed by the clock of a decision, then that
    /// says what is to come, and no longer what each table has left; unless the version has no such clock.
    #[test]
    fn candidates_have_one_clock() {
        let game = table();
        for (number, one_clock) in [(2, false), (3, true)] {
            let mut evaluation = Evaluation::new("18ESP", Version::numbered(number), None);
            let own = evaluation.prospect(&game);
            let until = evaluation.life(&own.outlook, TrainKind(0));
            let sold = SmallVec::from_elem(1.5, own.outlook.trains.len());
            let clock = Clock { rounds: 2.5, sold, stage: 0 };
            evaluation.set_clock(Some(clock));
            let by_clock = evaluation.prospect(&game);
            let rounds = if one_clock { 2.5 } else { own.rounds };
            let life = if one_clock { 1.5 } else { until };
            assert!((by_clock.rounds - rounds).abs() < 1e-6, "version {number}");
            assert!(
                (evaluation.life(&by_clock.outlook, TrainKind(0)) - life).abs() < 1e-6,
                "version {number}"
            );
            evaluation.set_clock(None);
            assert!((evaluation.prospect(&game).rounds - own.rounds).abs() < 1e-6, "version {number}");
        }
    }

    /// Given a player whom a debt bars from all purchases, when the table is weighed, then it is worth less to them by what that costs,
    /// and as much as before to the others; in a version that does not know of it, nothing changes.
    #[test]
    fn whoever_may_not_buy_has_less() {
        let game = table();
        for barred in [0.0, 200.0] {
            let weights = Weights { barred, ..Version::numbered(5).weights("18ESP") };
            let mut evaluation = Evaluation::new("18ESP", Version::numbered(5), Some(weights));
            let mut prospect = evaluation.prospect(&game);
            let before = evaluation.values_of(&game, &prospect);
            prospect.outlook.purses[0].barred = true;
            let after = evaluation.values_of(&game, &prospect);
            let lost = |seat: usize| before[seat].sum() - after[seat].sum();
            assert!((lost(0) - barred).abs() < 1e-3 && lost(1).abs() < 1e-3, "{barred}");
        }
    }

    /// Given a table that ends with the bank, when what trains cost comes back to it, then all kinds but the last count, and what is
    /// paid out grows the less the fewer kinds are to come.
    #[test]
    fn trains_that_will_be_bought_fill_the_bank() {
        let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
        let game = Game::start(&catalogue::find("1841").unwrap().setup("", &[], players).unwrap()).unwrap();
        let mut outlook = game.outlook();
        assert!((to_be_paid(&outlook) - 8850.0).abs() < 1e-3);
        assert!((growth(&outlook) - 1.5).abs() < 1e-6);
        outlook.next_train = Some(TrainKind(3));
        assert!((growth(&outlook) - 1.2).abs() < 1e-6);
        outlook.next_train = Some(TrainKind(6));
        assert!((growth(&outlook) - 0.9).abs() < 1e-6);
    }

    /// Given two companies that earn the same, one of them at half the price, when prices walk on the chart, then theirs rise by the
    /// same steps; when every step is as large a part as the next one, then the cheap one would rise by far more, and whoever withholds
    /// would be better off.
    #[test]
    fn prices_walk_on_the_chart() {
        let game = table();
        let rise = |walks: bool, price: i32| {
            let weights = Weights { walks, ..Version::numbered(5).weights("18ESP") };
            let mut evaluation = Evaluation::new("18ESP", Version::numbered(5), Some(weights));
            let mut prospect = evaluation.prospect(&game);
            prospect.rounds = 10.0;
            evaluation.project(&game, &prospect, &firm(price, 10)).price - price as f32
        };
        assert!((rise(true, 50) - rise(true, 100)).abs() < 1e-3 && rise(true, 50) > 10.0);
        assert!(rise(false, 50) > rise(false, 100) + 10.0);
    }

    /// Given a company of which its leader has a fifth and whose train will soon be gone, when the best plan for the leader is taken, then it
    /// keeps more for the next one than by the best plan for all: what it has not, the leader pays alone.
    #[test]
    fn a_leader_plans_for_themselves() {
        let (game, rusty) = (table(), TrainKind(0));
        let short = Firm {
            trains: Trains::from_slice(&[rusty]),
            held: SmallVec::from_slice(&[20, 40, 40]),
            cash: 0,
            needs_train: true,
            ..firm(100, 1)
        };
        let liability = |leads: bool| {
            let weights = Weights { leads, walks: true, ..Version::numbered(5).weights("18ESP") };
            let mut evaluation = Evaluation::new("18ESP", Version::numbered(5), Some(weights));
            let mut prospect = evaluation.prospect(&game);
            prospect.rounds = 10.0;
            prospect.outlook.trains.iter_mut().take(2).for_each(|stock| stock.left = Some(2));
            evaluation.project(&game, &prospect, &short).liability
        };
        assert!(liability(true) < liability(false), "{} < {}", liability(true), liability(false));
    }

    /// Given a company that does not operate yet, when the capital that the title says counts, then it cannot pay for its first train
    /// out of less; and what goals will bring pays for trains of later.
    #[test]
    fn companies_count_on_their_capital() {
        let game = table();
        let liability = |endowed: bool, firm: &Firm, left: u16| {
            let weights = Weights { endowed, walks: true, ..Version::numbered(5).weights("18ESP") };
            let mut evaluation = Evaluation::new("18ESP", Version::numbered(5), Some(weights));
            let mut prospect = evaluation.prospect(&game);
            prospect.rounds = 10.0;
            prospect.outlook.trains.iter_mut().take(2).for_each(|stock| stock.left = Some(left));
            evaluation.project(&game, &prospect, firm).liability
        };
        let waiting = Firm { life: Life::Waiting, capital: Some(40), trains: Trains::new(), ..firm(50, 5) };
        assert!(liability(false, &waiting, 9) < 0.01, "a part of its price");
        assert!(liability(true, &waiting, 9) > 10.0, "40 do not pay for a train");
        let poor =
            Firm { trains: Trains::from_slice(&[TrainKind(0)]), cash: 0, needs_train: true, ..firm(50, 5) };
        let promising = Firm { endowed: 400.0, ..poor.clone() };
        assert!(liability(true, &promising, 2) < liability(true, &poor, 2));
        assert!((liability(false, &promising, 2) - liability(false, &poor, 2)).abs() < 0.01);
        // What will not live long must own a train, too, if that counts.
        let minor = Firm { needs_train: false, needs_train_too: true, ..poor };
        assert!(liability(true, &minor, 2) > liability(false, &minor, 2));
    }

    /// Given two companies of 1841 of which one has the better home, when the homes of the box are known, then it earns more with the same
    /// trains, and will pay more; without them both are alike.
    #[test]
    fn companies_earn_what_their_homes_let_them() {
        let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
        let game = Game::start(&catalogue::find("1841").unwrap().setup("", &[], players).unwrap()).unwrap();
        let named = |name: &str| game.parts().company(ferrata_engine::name::CompanyName::of(name)).unwrap();
        let (good, poor) = (named("IRSFF"), named("SFTC"));
        let dividends = |evaluation: &mut Evaluation, company| {
            let mut prospect = evaluation.prospect(&game);
            prospect.rounds = 10.0;
            evaluation.project(&game, &prospect, &Firm { company, bases: 0, ..firm(100, 10) }).dividends
        };
        let mut plain = Evaluation::new("1841", Version::numbered(8), None);
        assert!((dividends(&mut plain, good) - dividends(&mut plain, poor)).abs() < 1e-3);
        let mut knows = Evaluation::new("1841", Version::numbered(8), None).at_home(game.parts());
        assert!(dividends(&mut knows, good) > 3.0 * dividends(&mut knows, poor));
        assert!(knows.earns(good, TrainKind(1)) > plain.earns(good, TrainKind(1)));
        assert!(knows.earns(poor, TrainKind(1)) < plain.earns(poor, TrainKind(1)));
    }
}
