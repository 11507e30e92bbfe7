//! What a company will do to the end of the game, round by round: what it pays, what it saves and buys, where its price goes.

use crate::income::Income;
use crate::value::Evaluation;
use crate::weights::Weights;
use ferrata_engine::id::TrainKind;
use ferrata_titles::prospects::{Firm, Life, Outlook};
use smallvec::SmallVec;

/// What a company is expected to do to the end of the game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Projection {
    /// Dividends of all of it.
    pub(crate) dividends: f32,
    /// Its price at the end.
    pub(crate) price: f32,
    /// What its leader will have to pay.
    pub(crate) liability: f32,
}

/// A further train earns such a part of what it would earn alone: the best track is taken.
const FURTHER: f32 = 0.7;

/// Goals are met within so many rounds.
const ENDOWED_IN: f32 = 5.0;

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

/// A train that will be bought.
#[derive(Clone, Copy)]
struct Further {
    /// The rounds in which it runs.
    from: f32,
    to: f32,
    /// What it will earn once there is track for it.
    earns: f32,
    /// The part of that which is missing still.
    gap: f32,
}

impl Further {
    /// Runs in a round; what that earns. Like the company's other trains it finds its track by and by.
    fn run(&mut self, round: f32, gap: f32) -> f32 {
        if round < self.from || round >= self.to {
            return 0.0;
        }
        self.gap *= gap;
        self.earns * (1.0 - self.gap)
    }
}

/// A company on its way to the end of the game.
#[derive(Clone)]
pub(crate) struct Course<'a> {
    firm: &'a Firm,
    needs_train: bool,
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
    bought: SmallVec<[Further; 4]>,
    discount: f32,
    price: f32,
    /// Steps on the chart since now, if prices walk on it; else each step is as large as the next one is.
    steps: Option<i32>,
    top: f32,
    dividends: f32,
    liability: f32,
}

impl<'a> Course<'a> {
    pub(crate) fn new(
        evaluation: &Evaluation,
        outlook: &Outlook,
        firm: &'a Firm,
        trains: &[TrainKind],
        income: Income,
        rounds: f32,
    ) -> Course<'a> {
        let weights = &evaluation.weights;
        let earns = |kind: TrainKind| evaluation.earns(firm.company, kind);
        let life = |kind: TrainKind| evaluation.life(outlook, kind);
        let lives: SmallVec<[(f32, f32); 4]> =
            trains.iter().map(|kind| (life(*kind), earns(*kind))).collect();
        let typical = lives.iter().map(|(_, earns)| earns).sum::<f32>().max(1.0);
        let last = lives.iter().map(|(life, _)| *life).fold(0.0, f32::max);
        let price_of = |kind: TrainKind| outlook.trains.get(kind.index()).map(|stock| stock.price as f32);
        let next = outlook.next_train.and_then(|kind| Some((price_of(kind)?, earns(kind), life(kind))));
        let needs_train = firm.needs_train || (weights.endowed && firm.needs_train_too);
        let renewal = (needs_train && last < rounds).then(|| {
            let by = trains.iter().filter_map(|kind| outlook.trains.get(kind.index())?.rusts_on).max();
            let kind = by.max(outlook.next_train)?;
            Some((price_of(kind)?, earns(kind)))
        });
        let goal = (weights.reached * typical).max(1.05 * income.0);
        Course {
            firm,
            needs_train,
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
            steps: weights.walks.then_some(0),
            top: outlook.top_price as f32,
            dividends: 0.0,
            liability: 0.0,
        }
    }

    /// How it goes by the best of its plans.
    pub(crate) fn best(self, own: bool, cash: f32, weights: &Weights) -> Projection {
        let units = 100.0 / f32::from(self.firm.unit);
        let part = if weights.leads { self.leaders_part() } else { 1.0 };
        let worth =
            |told: &Projection| part * (told.dividends + weights.price * told.price * units) - told.liability;
        let grows = own && self.firm.trains.len() < usize::from(self.firm.limit);
        let mut best = self.clone().told(Plan::Pays, own, cash, weights);
        for (plan, makes_sense) in [(Plan::Renews, self.renewal.is_some()), (Plan::Grows, grows)] {
            if makes_sense {
                let told = self.clone().told(plan, own, cash, weights);
                best = if worth(&told) > worth(&best) { told } else { best };
            }
        }
        best
    }

    /// The part of the company that is its leader's, who alone decides, and alone pays for trains that it cannot pay.
    fn leaders_part(&self) -> f32 {
        let held = self.firm.leader.and_then(|leader| self.firm.held.get(leader.index()));
        held.map_or(1.0, |held| f32::from(*held).max(10.0) / 100.0)
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
            let forced = if self.income.0 > 0.0 && self.needs_train { 1.0 } else { 0.3 };
            self.liability -= self.funds * forced;
            self.funds = 0.0;
        }
        self.round = 1.0;
        if self.firm.life == Life::Operating {
            self.fall();
        }
    }

    /// A round.
    fn step(&mut self, plan: Plan, weights: &Weights) {
        if weights.endowed && self.round < ENDOWED_IN {
            self.funds += self.firm.endowed / ENDOWED_IN;
        }
        self.grow(weights);
        let alive: f32 =
            self.lives.iter().filter(|(life, _)| *life > self.round).map(|(_, earns)| earns).sum();
        let gone = alive == 0.0 && self.bought.iter().all(|train| train.to <= self.round);
        if gone
            && !self.renewed
            && let Some((price, _)) = self.renewal
        {
            self.liability += self.discount * (price - self.funds).max(0.0);
            self.funds = (self.funds - price).max(0.0);
            self.renewed = true;
            self.fall();
            return self.next_round(weights);
        }
        let mut revenue = (self.goal - self.gap).max(0.0) * alive / self.typical;
        if self.renewed {
            revenue = revenue.max(weights.reached * self.renewal.map_or(0.0, |(_, earns)| earns));
        }
        self.gap *= weights.gap;
        let gap = weights.gap;
        revenue += self.bought.iter_mut().map(|train| train.run(self.round, gap)).sum::<f32>();
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

    /// Buys a further train when it can and that pays; not before the next round, or it would never be bought now.
    fn grow(&mut self, weights: &Weights) {
        let Some((price, earns, life)) = self.next else { return };
        let lives = life.min(self.rounds - self.round - 1.0);
        let gain = FURTHER * weights.reached * earns;
        let room = self.round >= 1.0 && self.count < usize::from(self.firm.limit);
        if room && self.funds >= price && gain * lives > 0.5 * price {
            self.funds -= price;
            self.count += 1;
            let from = self.round + 1.0;
            self.bought.push(Further { from, to: from + lives, earns: gain, gap: 1.0 });
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
        if keeps && revenue > 0.0 {
            self.funds += revenue + self.income.1;
            self.fall();
        } else {
            self.funds += revenue * f32::from(self.firm.own) / 100.0 + self.income.1;
            self.dividends += self.discount * revenue;
            if revenue <= 0.0 {
                self.fall();
            } else if !self.firm.needs_price || revenue > self.price {
                self.rise();
            }
        }
        self.price = self.price.clamp(10.0, self.top);
    }

    /// The price goes to the right.
    fn rise(&mut self) {
        self.walk(1, self.firm.moves.0);
    }

    /// The price goes to the left.
    fn fall(&mut self) {
        self.walk(-1, self.firm.moves.1);
    }

    fn walk(&mut self, step: i32, factor: f32) {
        match &mut self.steps {
            Some(steps) => {
                *steps += step;
                self.price = self.firm.price_after(*steps) as f32;
            }
            None => self.price *= factor,
        }
    }

    fn next_round(&mut self, weights: &Weights) {
        self.round += 1.0;
        self.discount *= weights.discount;
    }
}
