//! What a title tells of its prospects: all that whoever weighs decisions needs to know of a table, in one pass and
//! without the cost of a view.

use crate::Game;
use ferrata_engine::action::Action;
use ferrata_engine::board::{Board, Reach};
use ferrata_engine::chart::{Chart, Edge, Field};
use ferrata_engine::components::Components;
use ferrata_engine::id::{CardId, CompanyId, HexId, SeatId, TrainKind};
use ferrata_engine::map::Map;
use ferrata_engine::money::{Ledger, Money};
use ferrata_engine::name::{Name, TrainName};
use ferrata_engine::route::{self, Estimate, Estimates, Pay, Rules};
use ferrata_engine::shares::{Holder, Shares};
use ferrata_engine::train::Depot;
use ferrata_engine::turn::Title;
use ferrata_engine::view::RoundKind;
use smallvec::SmallVec;
use std::sync::Arc;

/// Trains of a company, by kind.
pub type Trains = SmallVec<[TrainKind; 4]>;

/// Prices of a company, step by step.
pub type Prices = SmallVec<[i32; 16]>;

/// So many steps of a price are looked at in each direction.
const STEPS_RIGHT: usize = 14;
const STEPS_LEFT: usize = 4;

/// So many steps a search for the income of a company takes, about: beyond that it is an estimate.
const STEPS: u64 = 2500;

/// And so many a search for a run that is made.
const LONG: u64 = 100_000;

/// A player as an investor sees them.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Purse {
    /// Money in hand.
    pub cash: i32,
    /// What the final accounting would give them now.
    pub worth: i32,
    /// What their cards bring in a round.
    pub cards: i32,
    /// They have left the game.
    pub out: bool,
    /// They have been bankrupt, and left the game or play on.
    pub bankrupt: bool,
    /// They may buy nothing before they have paid their debts.
    pub barred: bool,
}

/// What a company is to its owners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// It has a price, but does not operate yet.
    Waiting,
    /// It operates.
    Operating,
    /// It pays secured interest instead of earnings: so much for each unit.
    Building(i32),
    /// Nothing more will come of it.
    Frozen,
}

/// A company as an investor sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Firm {
    /// Which.
    pub company: CompanyId,
    /// What it is to its owners.
    pub life: Life,
    /// The price of one unit.
    pub price: i32,
    /// What a dividend makes of its price, as a factor, and what none makes of it.
    pub moves: (f32, f32),
    /// Its price after so many steps to the right, the present one first, and to the left.
    pub steps: (Prices, Prices),
    /// A unit in percent.
    pub unit: u8,
    /// Its treasury.
    pub cash: i32,
    /// Who decides for it.
    pub leader: Option<SeatId>,
    /// What each player holds of it, in percent.
    pub held: SmallVec<[u8; 8]>,
    /// The part of a dividend that goes to its own treasury, in percent.
    pub own: u8,
    /// The part of its earnings that goes to its owners, in percent: 50 where it pays half.
    pub pays: u8,
    /// What its shares of other companies are worth.
    pub portfolio: i32,
    /// Its trains.
    pub trains: Trains,
    /// How many it may have.
    pub limit: u8,
    /// Tokens on the map from which it can run.
    pub bases: u8,
    /// A number that changes with its own tokens on the map, and with whatever else of its own changes what its trains earn.
    pub places: u64,
    /// A dividend raises the price only if it reaches it.
    pub needs_price: bool,
    /// It must own a train.
    pub needs_train: bool,
    /// It must own a train like the others, though it will not live long.
    pub needs_train_too: bool,
    /// Operating rounds that it builds before it earns anything.
    pub to_go: f32,
    /// What its goals will bring to its treasury, less the farther it is from them.
    pub promised: f32,
    /// What it will have when it begins to operate, where the title says so; none once it has begun.
    pub capital: Option<i32>,
    /// What goals that it has not met yet will bring to its treasury by and by, whichever they are.
    pub endowed: f32,
    /// The kind of train whose first sale ends it.
    pub ends_with: Option<TrainKind>,
    /// Times its price that count at the end, once it is frozen.
    pub frozen_times: i32,
}

impl Firm {
    /// Its price after so many steps to the right, or to the left where they are less than nothing.
    pub fn price_after(&self, steps: i32) -> i32 {
        let prices = if steps < 0 { &self.steps.1 } else { &self.steps.0 };
        prices.get(steps.unsigned_abs() as usize).or(prices.last()).copied().unwrap_or(self.price)
    }
}

/// A kind of train in the bank.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stock {
    /// Its price.
    pub price: i32,
    /// How many have not been sold; none = without limit.
    pub left: Option<u16>,
    /// The kind whose first sale makes it leave the game.
    pub rusts_on: Option<TrainKind>,
}

/// What only some titles have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hoped {
    /// A concession whose company has not started.
    Concession,
    /// Cards that answer events.
    Support,
    /// A card whose power may still be used.
    Power,
    /// Shares of a company that does not float yet.
    Waiting,
    /// What mergers and splits to come will make of one's companies.
    Merger,
    /// What will be given for a company that another one takes over.
    Takeover,
    /// What events to come will bring or cost.
    Event,
    /// What companies will bring that are still to be formed out of others.
    Formation,
    /// What is to be paid for trains beside what the plans of companies say: less where other companies pay first, more where it is
    /// borrowed.
    Trains,
}

/// What somebody has that the final accounting would not count now.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hope {
    /// Who.
    pub seat: SeatId,
    /// What it is.
    pub what: Hoped,
    /// What it is worth.
    pub worth: f32,
}

/// What ends the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ending {
    /// The bank, which has so much left.
    Bank(i32),
    /// The first sale of the last kind of train, and so many operating rounds after it.
    LastTrain(TrainKind, f32),
    /// It ends after so many operating rounds.
    After(f32),
}

/// The table.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// The kind of round.
    pub round: RoundKind,
    /// The players.
    pub purses: SmallVec<[Purse; 8]>,
    /// The companies that have a price.
    pub firms: Vec<Firm>,
    /// The trains, by kind.
    pub trains: Vec<Stock>,
    /// The next new train.
    pub next_train: Option<TrainKind>,
    /// What players have that the final accounting would not count now.
    pub hopes: Vec<Hope>,
    /// What ends the game.
    pub ending: Ending,
    /// The highest price of the chart.
    pub top_price: i32,
}

/// What a title tells whoever weighs decisions.
pub trait Prospects: Title {
    /// The same table to try things out on: where the rules ask for a best run that is proven, a good one found soon is enough.
    fn imagined(&self) -> Self {
        self.clone()
    }

    /// The same table once what was done has had its effect on prices, where the rules let them move later: as if the round of
    /// purchases and sales were over. None where they stay as they are.
    fn foreseen(&self) -> Option<Self> {
        None
    }

    /// The table.
    fn outlook(&self) -> Outlook;

    /// What the rules will make of what players have, one day: mergers, splits, takeovers, events and formations that are to come.
    fn foretold(&self, _: &Outlook) -> Vec<Hope> {
        Vec::new()
    }

    /// What a company would earn now with these trains, in whatever order.
    fn income(&self, company: CompanyId, trains: &[TrainKind]) -> Pay;

    /// A number for all that incomes follow from but the company, its trains and its [`Firm::places`].
    fn income_key(&self) -> u64;

    /// Runs for the company that runs now, the best first.
    fn runs(&self) -> Vec<Action>;

    /// A good run for the company that runs now, found soon.
    fn quick_run(&self) -> Option<Action> {
        self.runs().into_iter().next()
    }

    /// What a card is worth to a player who buys it, with so many operating rounds to come.
    fn card_worth(&self, card: CardId, rounds: f32) -> f32;

    /// What lies on a company's network and near it: a value for each stop, less the farther it is away.
    fn potential(&self, company: CompanyId) -> f32;

    /// How far a company is from the destinations that it has to reach, in operating rounds.
    fn to_go(&self, _: CompanyId) -> f32 {
        0.0
    }

    /// What a company's goals will bring to its treasury, less the farther it is from them.
    fn promised(&self, _: CompanyId) -> f32 {
        0.0
    }

    /// Whether a company could ever run a train on the track that it reaches: what it costs and earns is another matter.
    fn suits(&self, _company: CompanyId, _train: TrainName) -> bool {
        true
    }

    /// The company whose turn it is.
    fn acting_company(&self) -> Option<CompanyId>;

    /// A company's treasury.
    fn treasury(&self, company: CompanyId) -> Money;
}

impl Prospects for Game {
    fn imagined(&self) -> Game {
        match self {
            Game::T1841(title) => Game::T1841(title.imagined()),
            _ => self.clone(),
        }
    }

    fn foreseen(&self) -> Option<Game> {
        match self {
            Game::T1841(title) => title.foreseen().map(Game::T1841),
            _ => None,
        }
    }

    fn outlook(&self) -> Outlook {
        whichever!(self, title => title.outlook())
    }

    fn foretold(&self, outlook: &Outlook) -> Vec<Hope> {
        whichever!(self, title => title.foretold(outlook))
    }

    fn income(&self, company: CompanyId, trains: &[TrainKind]) -> Pay {
        whichever!(self, title => title.income(company, trains))
    }

    fn income_key(&self) -> u64 {
        whichever!(self, title => title.income_key())
    }

    fn runs(&self) -> Vec<Action> {
        whichever!(self, title => title.runs())
    }

    fn quick_run(&self) -> Option<Action> {
        whichever!(self, title => title.quick_run())
    }

    fn card_worth(&self, card: CardId, rounds: f32) -> f32 {
        whichever!(self, title => title.card_worth(card, rounds))
    }

    fn potential(&self, company: CompanyId) -> f32 {
        whichever!(self, title => title.potential(company))
    }

    fn to_go(&self, company: CompanyId) -> f32 {
        whichever!(self, title => title.to_go(company))
    }

    fn promised(&self, company: CompanyId) -> f32 {
        whichever!(self, title => title.promised(company))
    }

    fn suits(&self, company: CompanyId, train: TrainName) -> bool {
        whichever!(self, title => title.suits(company, train))
    }

    fn acting_company(&self) -> Option<CompanyId> {
        whichever!(self, title => title.acting_company())
    }

    fn treasury(&self, company: CompanyId) -> Money {
        whichever!(self, title => Prospects::treasury(title, company))
    }
}

/// A good run and what it earns, as far as a short search finds it.
pub(crate) fn short_run(known: &Estimates, board: &Board, rules: &Rules<'_>) -> Arc<Estimate> {
    known.estimate(board, rules, STEPS)
}

/// A very good run in a bounded time, for whoever means to make it.
pub(crate) fn long_run(board: &Board, rules: &Rules<'_>) -> Estimate {
    route::estimate(board, rules, LONG)
}

/// A run as an action.
pub(crate) fn as_action(run: &Estimate) -> Action {
    Action::Run { routes: run.routes.clone() }
}

/// How much of a stop counts by the number of tiles that are missing on the way to it.
const NEARNESS: [f32; 4] = [1.0, 0.5, 0.3, 0.15];

/// The values of the stops that are reached, and of those nearby as far as they are near.
pub(crate) fn potential(board: &Board, reach: &Reach, band: Name) -> f32 {
    let map = board.map();
    let mut seen = vec![false; map.hexes.len()];
    let reached = |hex: &HexId| reach.stops_at(*hex) != 0 || reach.track(*hex) != 0;
    let mut ring: Vec<HexId> = map.ids().filter(reached).collect();
    ring.iter().for_each(|hex| mark(&mut seen, *hex));
    let worth =
        |hex: &HexId| board.face(*hex).stops.iter().map(|stop| stop.value.in_band(band).0).sum::<i32>();
    let mut sum = 0.0;
    for (missing, part) in NEARNESS.iter().enumerate() {
        sum += part * ring.iter().map(worth).sum::<i32>() as f32;
        ring = match missing {
            0 => map.ids().filter(|hex| reach.arrives(*hex) != 0).filter(|hex| !is(&seen, *hex)).collect(),
            _ => around(map, &ring, &seen),
        };
        ring.iter().for_each(|hex| mark(&mut seen, *hex));
    }
    sum
}

fn is(seen: &[bool], hex: HexId) -> bool {
    seen.get(hex.index()).copied().unwrap_or(true)
}

/// Notes that a hex was seen.
fn mark(seen: &mut [bool], hex: HexId) {
    if let Some(seen) = seen.get_mut(hex.index()) {
        *seen = true;
    }
}

/// The hexes beside some, but for those that were seen.
fn around(map: &Map, hexes: &[HexId], seen: &[bool]) -> Vec<HexId> {
    let sides = hexes.iter().filter_map(|hex| map.hex(*hex)).flat_map(|hex| hex.sides.iter());
    let open = sides.filter(|side| !side.impassable && !side.closed_beyond);
    let mut beside: Vec<HexId> =
        open.filter_map(|side| side.to).map(|(hex, _)| hex).filter(|hex| !is(seen, *hex)).collect();
    beside.sort_unstable();
    beside.dedup();
    beside
}

/// The fewest hexes on a way from one of these hexes to another, the last one counted; none if there is no way.
pub(crate) fn tiles_between(map: &Map, from: &[HexId], goal: HexId) -> Option<u32> {
    let mut seen = vec![false; map.hexes.len()];
    let (mut edge, mut next) = (from.to_vec(), Vec::new());
    edge.iter().for_each(|hex| mark(&mut seen, *hex));
    let mut tiles = 0;
    while !edge.is_empty() {
        if edge.contains(&goal) {
            return Some(tiles);
        }
        let sides = edge.iter().filter_map(|hex| map.hex(*hex)).flat_map(|hex| hex.sides.iter());
        let open = sides.filter(|side| !side.impassable && !side.closed_beyond);
        for (hex, _) in open.filter_map(|side| side.to) {
            if !is(&seen, hex) {
                mark(&mut seen, hex);
                next.push(hex);
            }
        }
        edge.clear();
        std::mem::swap(&mut edge, &mut next);
        tiles += 1;
    }
    None
}

/// What all titles keep alike, in the same words.
macro_rules! toolbox {
    ($game:ident, $seats:expr) => {
        impl $game {
            fn toolbox(&self) -> $crate::prospects::Toolbox<'_> {
                let (table, seats): (_, fn(&$game) -> u8) = (&self.table, $seats);
                $crate::prospects::Toolbox {
                    parts: &self.fixed.parts,
                    ledger: &table.ledger,
                    shares: &table.shares,
                    depot: &table.depot,
                    board: &table.board,
                    chart: &table.chart,
                    seats: seats(self),
                }
            }
        }
    };
}
pub(crate) use toolbox;

/// What all titles keep alike.
pub(crate) struct Toolbox<'a> {
    pub(crate) parts: &'a Components,
    pub(crate) ledger: &'a Ledger,
    pub(crate) shares: &'a Shares,
    pub(crate) depot: &'a Depot,
    pub(crate) board: &'a Board,
    pub(crate) chart: &'a Chart,
    pub(crate) seats: u8,
}

impl Toolbox<'_> {
    /// The players: what they are worth, what their cards bring and whether they are out is the title's own matter.
    pub(crate) fn purses(&self, own: impl Fn(SeatId) -> (Money, Money, bool)) -> SmallVec<[Purse; 8]> {
        let purse = |seat: SeatId| {
            let (worth, cards, out) = own(seat);
            Purse {
                cash: self.ledger.seat(seat).0,
                worth: worth.0,
                cards: cards.0,
                out,
                bankrupt: out,
                barred: false,
            }
        };
        (0..self.seats).map(SeatId).map(purse).collect()
    }

    /// A company: who holds it, and whose part of a dividend goes to its treasury. The rest is the title's to fill in.
    pub(crate) fn firm(&self, company: CompanyId, price: Money, unit: u8, own: Holder) -> Firm {
        let mut held: SmallVec<[u8; 8]> = SmallVec::from_elem(0, self.seats.into());
        let mut kept = 0;
        for (holder, percent) in self.shares.holders(company) {
            match holder {
                Holder::Seat(seat) => {
                    if let Some(held) = held.get_mut(seat.index()) {
                        *held += percent;
                    }
                }
                holder if holder == own => kept += percent,
                _ => {}
            }
        }
        Firm {
            company,
            life: Life::Operating,
            price: price.0,
            moves: self.moves(company),
            steps: self.steps(company),
            unit: unit.max(1),
            cash: self.ledger.company(company).0,
            leader: None,
            held,
            own: kept,
            pays: 100,
            portfolio: 0,
            trains: Trains::new(),
            limit: 0,
            bases: 0,
            places: self.places(company),
            needs_price: true,
            needs_train: true,
            needs_train_too: false,
            to_go: 0.0,
            promised: 0.0,
            capital: None,
            endowed: 0.0,
            ends_with: None,
            frozen_times: 1,
        }
    }

    /// What a step to the right and one to the left make of a company's price.
    fn moves(&self, company: CompanyId) -> (f32, f32) {
        let Some(at) = self.chart.field(company) else { return (1.0, 1.0) };
        let grid = &self.parts.grid;
        let now = grid.price(at).0.max(1) as f32;
        let (right, left) = (grid.right(at, |_| true, Edge::Up), grid.left(at, Edge::Down));
        (grid.price(right).0 as f32 / now, grid.price(left).0 as f32 / now)
    }

    /// A company's price after steps to the right, the present one first, and to the left.
    fn steps(&self, company: CompanyId) -> (Prices, Prices) {
        let Some(at) = self.chart.field(company) else { return Default::default() };
        let grid = &self.parts.grid;
        let walk = |step: &dyn Fn(Field) -> Field, count: usize| {
            let (mut field, mut prices) = (at, Prices::new());
            prices.push(grid.price(at).0);
            for _ in 0..count {
                let next = step(field);
                if next == field {
                    break;
                }
                field = next;
                prices.push(grid.price(field).0);
            }
            prices
        };
        let right = walk(&|field| grid.right(field, |_| true, Edge::Up), STEPS_RIGHT);
        (right, walk(&|field| grid.left(field, Edge::Down), STEPS_LEFT))
    }

    /// A number that changes with a company's tokens on the map.
    fn places(&self, company: CompanyId) -> u64 {
        self.board.tokens_of(company).fold(u64::from(company.0), |sum, token| {
            let place = u64::from(token.hex.0) << 8 | u64::from(token.stop);
            (sum ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        })
    }

    /// What a company's shares of others are worth.
    pub(crate) fn portfolio(&self, company: CompanyId, value: impl Fn(CompanyId, u8) -> Money) -> i32 {
        let held = self.shares.held_by(Holder::Company(company));
        held.filter(|(_, cert)| cert.company != company)
            .map(|(_, cert)| value(cert.company, cert.percent).0)
            .sum()
    }

    /// The trains in the bank.
    pub(crate) fn trains(&self) -> Vec<Stock> {
        let stock = |(at, spec): (usize, &ferrata_engine::train::TrainSpec)| Stock {
            price: spec.price.0,
            left: self.depot.left(TrainKind(at as u8)),
            rusts_on: spec.rusts_on,
        };
        self.parts.trains.iter().enumerate().map(stock).collect()
    }

    /// What a card that is bought at its price, pays its income and is sold again or lost is worth to whoever buys it;
    /// `kept` is what comes back, or comes with it, in parts of its price. It is worth its price at least, or nobody would
    /// ever begin.
    pub(crate) fn card_worth(&self, card: CardId, rounds: f32, kept: f32) -> f32 {
        let Some(spec) = self.parts.card_spec(card) else { return 0.0 };
        let face = spec.price.max(spec.min_bid).0 as f32;
        let worth = 0.75 * (spec.revenue.0 as f32 * rounds.min(6.0) + kept * face);
        worth.max(1.05 * face)
    }

    /// The highest price of the chart.
    pub(crate) fn top_price(&self) -> i32 {
        let grid = &self.parts.grid;
        grid.fields().map(|field| grid.price(field).0).max().unwrap_or(i32::MAX)
    }
}
