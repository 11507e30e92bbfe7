//! What a table is worth to every seat, as a sum of named terms: what one has, what one's companies will pay and be worth,
//! and what one will have to pay for them.

use crate::figures::Figures;
use crate::income::{Income, Incomes};
use crate::weights::Weights;
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_titles::prospects::{Ending, Firm, Life, Outlook, Prospects, Trains};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// The parts of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// Money in hand, less debts.
    Cash,
    /// Shares at their price now.
    Shares,
    /// Dividends to come.
    Dividends,
    /// What prices will rise or fall.
    Prices,
    /// Income of cards.
    Cards,
    /// What will have to be paid for trains of one's companies.
    Liabilities,
    /// What track will bring.
    Track,
    /// What others have: half of their mean, taken off.
    Rivals,
}

impl Term {
    /// All of them.
    pub const ALL: [Term; 8] = [
        Term::Cash,
        Term::Shares,
        Term::Dividends,
        Term::Prices,
        Term::Cards,
        Term::Liabilities,
        Term::Track,
        Term::Rivals,
    ];
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Term::Cash => "cash",
            Term::Shares => "shares at their price",
            Term::Dividends => "dividends to come",
            Term::Prices => "prices to come",
            Term::Cards => "cards",
            Term::Liabilities => "trains to be paid",
            Term::Track => "track",
            Term::Rivals => "what others have",
        })
    }
}

/// A value, term by term.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Terms([f32; 8]);

impl Terms {
    /// A term.
    pub fn get(&self, term: Term) -> f32 {
        self.0.get(term as usize).copied().unwrap_or(0.0)
    }

    /// Adds to a term.
    pub fn add(&mut self, term: Term, amount: f32) {
        if let Some(sum) = self.0.get_mut(term as usize) {
            *sum += amount;
        }
    }

    /// All terms together.
    pub fn sum(&self) -> f32 {
        self.0.iter().sum()
    }

    /// These terms so many times.
    pub fn times(mut self, factor: f32) -> Terms {
        self.0.iter_mut().for_each(|term| *term *= factor);
        self
    }

    /// Both together.
    pub fn plus(mut self, other: &Terms) -> Terms {
        self.0.iter_mut().zip(other.0).for_each(|(term, more)| *term += more);
        self
    }

    /// What these have more than others.
    pub fn minus(self, other: &Terms) -> Terms {
        self.plus(&other.times(-1.0))
    }
}

/// What a company is expected to do to the end of the game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Projection {
    /// Dividends of all of it.
    pub dividends: f32,
    /// Its price at the end.
    pub price: f32,
    /// What its leader will have to pay.
    pub liability: f32,
}

/// Weighs tables. Keeps what it found out about incomes.
pub struct Evaluation {
    pub(crate) weights: Weights,
    figures: &'static Figures,
    incomes: Incomes,
    /// In roll-outs: what was worked out on boards that are not those of its keys.
    about: Incomes,
    /// While candidates are weighed and in a roll-out: the board by which each company is judged, which is that of its own last
    /// lay. A tile changes every company's board, and hardly any company's income.
    boards: Option<Vec<u64>>,
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
        Evaluation {
            weights,
            figures: Figures::of(title),
            incomes: Incomes::default(),
            about: Incomes::default(),
            boards: None,
        }
    }

    pub(crate) fn income<T: Prospects>(
        &mut self,
        game: &T,
        company: CompanyId,
        places: u64,
        trains: &[TrainKind],
    ) -> Income {
        self.incomes.of(game, game.income_key() ^ places, company, trains)
    }

    fn income_on<T: Prospects>(&mut self, game: &T, key: u64, firm: &Firm, trains: &[TrainKind]) -> Income {
        let company = firm.company;
        let frozen = self.boards.as_ref().and_then(|boards| boards.get(company.index()).copied());
        match frozen {
            Some(frozen) if frozen != key => {
                let frozen = frozen ^ firm.places;
                match self.incomes.known(frozen, company, trains) {
                    Some(income) => income,
                    None => self.about.of(game, frozen, company, trains),
                }
            }
            _ => self.incomes.of(game, key ^ firm.places, company, trains),
        }
    }

    /// A decision begins: what was only about right in those before is forgotten, so that it rests on its table alone.
    pub(crate) fn begin_decision(&mut self) {
        self.about.clear();
    }

    /// From now on companies are judged by the board with this key, until they build or place tokens of their own.
    pub(crate) fn freeze_boards(&mut self, key: u64) {
        match &mut self.boards {
            Some(boards) => boards.fill(key),
            None => self.boards = Some(vec![key; 64]),
        }
    }

    /// Whether companies are judged by the board of a moment before.
    pub(crate) fn is_frozen(&self) -> bool {
        self.boards.is_some()
    }

    /// A company has built: its income is worked out anew.
    pub(crate) fn refresh_board(&mut self, company: CompanyId, key: u64) {
        if let Some(board) = self.boards.as_mut().and_then(|boards| boards.get_mut(company.index())) {
            *board = key;
        }
    }

    /// Companies are judged by the board as it is.
    pub(crate) fn thaw_boards(&mut self) {
        self.boards = None;
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
                    firms.map(|firm| self.income_on(game, prospect.key, firm, &firm.trains).0).sum();
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
    fn life(&self, outlook: &Outlook, kind: TrainKind) -> f32 {
        let rusts = outlook.trains.get(kind.index()).and_then(|stock| stock.rusts_on);
        rusts.map_or(99.0, |by| self.until_sold(outlook, by))
    }

    /// The trains by which a company is judged (its own, or those that it can buy now), whether they are its own, and the
    /// money that is left then.
    pub(crate) fn fleet(outlook: &Outlook, firm: &Firm) -> (Trains, bool, f32) {
        let mut trains = firm.trains.clone();
        // What does not operate yet will have some of its capital.
        let units = 100.0 / f32::from(firm.unit);
        let mut cash =
            if firm.life == Life::Waiting { firm.price as f32 * units * 0.3 } else { firm.cash as f32 };
        let own = !trains.is_empty();
        let mut next = outlook.next_train.filter(|_| !own);
        let most = usize::from(firm.limit.clamp(1, 2));
        let mut bought = 0;
        while let Some((kind, stock)) = next.and_then(|kind| Some((kind, outlook.trains.get(kind.index())?)))
        {
            let price = stock.price as f32;
            if trains.len() >= most || (cash < price && !trains.is_empty()) {
                break;
            }
            trains.push(kind);
            cash -= price;
            bought += 1;
            if stock.left.is_some_and(|left| left <= bought) {
                (next, bought) = (Some(TrainKind(kind.0 + 1)), 0);
            }
        }
        (trains, own, cash)
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
            _ => self.income_on(game, prospect.key, firm, &trains),
        };
        let units = 100.0 / f32::from(firm.unit);
        let course = Course::new(self, outlook, firm, &trains, now, rounds);
        let grows = own && firm.trains.len() < usize::from(firm.limit);
        let mut best: Option<(f32, Projection)> = None;
        for plan in [Plan::Pays, Plan::Renews, Plan::Grows] {
            let pointless = match plan {
                Plan::Pays => false,
                Plan::Renews => course.renewal.is_none(),
                Plan::Grows => !grows,
            };
            if pointless {
                continue;
            }
            let told = course.clone().told(plan, own, cash, &weights);
            let worth = told.dividends + weights.price * told.price * units - told.liability;
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, told));
            }
        }
        best.map(|(_, told)| told).unwrap_or_default()
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
        for firm in &outlook.firms {
            let plan = self.project(game, prospect, firm);
            for (terms, held) in values.iter_mut().zip(&firm.held).filter(|(_, held)| **held > 0) {
                let part = f32::from(*held) / 100.0;
                terms.add(Term::Dividends, plan.dividends * part * f32::from(firm.pays) / 100.0);
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

/// What a company does with what it earns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    /// It pays always; whoever leads it pays for the next train.
    Pays,
    /// It keeps what it needs for the train that replaces its last one.
    Renews,
    /// It keeps until it can buy a further train.
    Grows,
}

/// A company on its way to the end of the game.
#[derive(Clone)]
struct Course<'a> {
    firm: &'a Firm,
    rounds: f32,
    /// By train: how long it lives, and what it typically earns.
    lives: SmallVec<[(f32, f32); 4]>,
    typical: f32,
    income: Income,
    goal: f32,
    /// Price, earnings and life of the next train.
    next: Option<(f32, f32, f32)>,
    /// What will have to be bought when the last train is gone: price and earnings.
    renewal: Option<(f32, f32)>,
    last: f32,
    round: f32,
    funds: f32,
    count: usize,
    gap: f32,
    renewed: bool,
    bought: SmallVec<[(f32, f32); 4]>,
    discount: f32,
    price: f32,
    top: f32,
    dividends: f32,
    liability: f32,
}

impl<'a> Course<'a> {
    fn new(
        evaluation: &Evaluation,
        outlook: &Outlook,
        firm: &'a Firm,
        trains: &[TrainKind],
        income: Income,
        rounds: f32,
    ) -> Course<'a> {
        let (figures, weights) = (evaluation.figures, &evaluation.weights);
        let earns = |kind: TrainKind| figures.earns(kind.index());
        let life = |kind: TrainKind| evaluation.life(outlook, kind);
        let lives: SmallVec<[(f32, f32); 4]> =
            trains.iter().map(|kind| (life(*kind), earns(*kind))).collect();
        let typical = lives.iter().map(|(_, earns)| earns).sum::<f32>().max(1.0);
        let last = lives.iter().map(|(life, _)| *life).fold(0.0, f32::max);
        let price_of = |kind: TrainKind| outlook.trains.get(kind.index()).map(|stock| stock.price as f32);
        let next = outlook.next_train.and_then(|kind| Some((price_of(kind)?, earns(kind), life(kind))));
        let renewal = (firm.needs_train && last < rounds).then(|| {
            let by = trains.iter().filter_map(|kind| outlook.trains.get(kind.index())?.rusts_on).max();
            let kind = by.max(outlook.next_train)?;
            Some((price_of(kind)?, earns(kind)))
        });
        let goal = (weights.reached * typical).max(1.05 * income.0);
        Course {
            firm,
            rounds,
            typical,
            income,
            goal,
            next,
            renewal: renewal.flatten(),
            last,
            round: 0.0,
            funds: 0.0,
            count: lives.len(),
            lives,
            gap: goal - income.0,
            renewed: false,
            bought: SmallVec::new(),
            discount: 1.0,
            price: firm.price as f32,
            top: outlook.top_price as f32,
            dividends: 0.0,
            liability: 0.0,
        }
    }

    /// How it goes by a plan.
    fn told(mut self, plan: Plan, own: bool, cash: f32, weights: &Weights) -> Projection {
        self.begin(own, cash);
        while self.round + 0.5 <= self.rounds {
            self.step(plan, weights);
        }
        Projection {
            dividends: self.dividends,
            price: self.price,
            liability: self.liability * weights.liability,
        }
    }

    /// Before the first round: a company without trains buys, and runs one round later.
    fn begin(&mut self, own: bool, cash: f32) {
        self.funds = cash + 0.5 * self.firm.portfolio as f32;
        if own {
            return;
        }
        if self.funds < 0.0 {
            // It cannot pay for its first train. Without a route nothing forces it to.
            let forced = if self.income.0 > 0.0 && self.firm.needs_train { 1.0 } else { 0.3 };
            self.liability -= self.funds * forced;
            self.funds = 0.0;
        }
        self.round = 1.0;
        if self.firm.life == Life::Operating {
            self.price *= self.firm.moves.1;
        }
    }

    /// A round.
    fn step(&mut self, plan: Plan, weights: &Weights) {
        self.grow(weights);
        let alive: f32 =
            self.lives.iter().filter(|(life, _)| *life > self.round).map(|(_, earns)| earns).sum();
        let gone = alive == 0.0 && self.bought.iter().all(|(end, _)| *end <= self.round);
        if gone
            && !self.renewed
            && let Some((price, _)) = self.renewal
        {
            self.liability += self.discount * (price - self.funds).max(0.0);
            self.funds = (self.funds - price).max(0.0);
            self.renewed = true;
            self.price *= self.firm.moves.1;
            return self.next_round(weights);
        }
        let mut revenue = (self.goal - self.gap).max(0.0) * alive / self.typical;
        if self.renewed {
            revenue = revenue.max(weights.reached * self.renewal.map_or(0.0, |(_, earns)| earns));
        }
        self.gap *= weights.gap;
        revenue +=
            self.bought.iter().filter(|(end, _)| *end > self.round).map(|(_, earns)| earns).sum::<f32>();
        if let Life::Building(interest) = self.firm.life
            && self.round < self.firm.to_go
        {
            // Interest comes from outside, and the price stays where it is.
            self.dividends += self.discount * interest as f32 * 100.0 / f32::from(self.firm.unit);
            return self.next_round(weights);
        }
        self.settle(revenue, plan);
        self.next_round(weights);
    }

    /// Buys a further train when it can and that pays.
    fn grow(&mut self, weights: &Weights) {
        let Some((price, earns, life)) = self.next else { return };
        let lives = life.min(self.rounds - self.round - 1.0);
        let gain = 0.6 * weights.reached * earns;
        let room = self.count < usize::from(self.firm.limit);
        if room && self.funds >= price && gain * lives > 0.5 * price {
            self.funds -= price;
            self.count += 1;
            self.bought.push((self.round + 1.0 + lives, gain));
        }
    }

    /// Pays, or keeps what is needed for the next train.
    fn settle(&mut self, revenue: f32, plan: Plan) {
        let short = self.renewal.map_or(0.0, |(price, _)| price - self.funds);
        let due = self.last - self.round;
        let keeps = match plan {
            Plan::Pays => false,
            Plan::Renews => !self.renewed && short > 0.0 && due <= 1.0 + short / revenue.max(1.0),
            Plan::Grows => self.bought.is_empty() && self.next.is_some(),
        };
        let (rise, fall) = self.firm.moves;
        if keeps && revenue > 0.0 {
            self.funds += revenue + self.income.1;
            self.price *= fall;
        } else {
            self.funds += revenue * f32::from(self.firm.own) / 100.0 + self.income.1;
            self.dividends += self.discount * revenue;
            if revenue <= 0.0 {
                self.price *= fall;
            } else if !self.firm.needs_price || revenue > self.price {
                self.price *= rise;
            }
        }
        self.price = self.price.clamp(10.0, self.top);
    }

    fn next_round(&mut self, weights: &Weights) {
        self.round += 1.0;
        self.discount *= weights.discount;
    }
}
