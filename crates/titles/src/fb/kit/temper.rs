//! How random players play: every one has a temper, which comes with the seed and the seat, so that games differ and every part
//! of the rules is reached. A weight says how eagerly something is done compared with the rest.

use crate::fb::Game;
use crate::fb::operating::Step;
use crate::fb::states::{Standing, State};
use crate::fb::table::{Pending, Round};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::kit::{Dice, Player};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, HexName, TrainName};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::shares::Holder;
use ferrata_engine::train::TrainSpec;
use ferrata_engine::turn::{Title, Turn};

/// What a random player likes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Temper {
    /// Lines to the destinations, dividends, and their own corps sold out.
    Builder,
    /// Buying and selling, and what others lead.
    Raider,
    /// Money: they withhold, buy no train that they need not, and start few corps.
    Miser,
    /// New corps, cards and deals.
    Founder,
}

const TEMPERS: [Temper; 4] = [Temper::Builder, Temper::Raider, Temper::Founder, Temper::Miser];

/// At one table in so many everybody is a builder: prices rise to the end of the chart.
const BUILDERS: u64 = 3;

/// At one table in so many hardly any company that could merge is started, and those that are buy trains as fast as they can:
/// nationals form of companies that nobody has started.
const QUIET: u64 = 6;

/// At one table in so many all but one pay out what their corps earn and buy no train that lasts before it is due, while that one
/// hurries to the trains that scrap theirs: many go bankrupt, and sometimes only one is left.
const RECKLESS: u64 = 6;

/// The players of one game.
pub(super) struct Players {
    number: u64,
}

impl Players {
    pub(super) fn of(seed: u64) -> Players {
        Players { number: stable_hash(&seed) }
    }

    fn temper(&self, game: &Game) -> Temper {
        let Turn::Seat(SeatId(seat)) = game.turn() else { return Temper::Builder };
        if self.number.is_multiple_of(BUILDERS) {
            return Temper::Builder;
        }
        let at = ((self.number >> 8) as usize + usize::from(seat)) % TEMPERS.len();
        TEMPERS.get(at).copied().unwrap_or(Temper::Builder)
    }

    fn reckless(&self) -> bool {
        (self.number >> 24).is_multiple_of(RECKLESS)
    }

    /// Whether whoever decides is the one at a reckless table who hurries.
    fn hurries(&self, game: &Game) -> bool {
        let Turn::Seat(SeatId(seat)) = game.turn() else { return false };
        let players = u64::from(game.fixed.by_players.count.max(1));
        self.reckless() && (self.number >> 48) % players == u64::from(seat)
    }

    /// Whether whoever decides has to fear that one.
    fn spends(&self, game: &Game) -> bool {
        self.reckless() && !self.hurries(game)
    }

    fn quiet(&self) -> bool {
        (self.number >> 24) % QUIET == 1
    }

    /// At a quiet table: so many companies that could merge may be started.
    fn mergeable(&self) -> usize {
        (self.number >> 40) as usize % 3
    }

    /// Whether a quiet table starts this company: one that never merges, or one of few others.
    fn starts(&self, game: &Game, company: CompanyId) -> bool {
        let merges = |id: CompanyId| {
            game.corps()
                .filter_map(|corp| game.fixed.national(corp))
                .any(|into| into.formed_from.contains(&id))
        };
        let started = game.corps().filter(|id| merges(*id) && game.started(*id)).count();
        !self.quiet() || !merges(company) || started < self.mergeable()
    }
}

impl Player<Game> for Players {
    fn weight(&self, game: &Game, offer: &Offer) -> u32 {
        match (game.table.pending.last(), &game.table.round) {
            (Some(pending), _) => self.eager_to_answer(game, pending, offer),
            (None, Round::Auction(_)) => self.eager_to_bid(game, offer),
            (None, Round::Stock(_)) => self.eager_in_stock(game, offer),
            _ => self.eager_in_operating(game, offer),
        }
    }

    fn taste(&self, game: &Game, action: &Action) -> u32 {
        match (action, self.temper(game)) {
            (Action::Settle { how: Settlement::Pay }, _) if self.spends(game) => 60,
            (Action::Settle { how: Settlement::Withhold }, _) if self.hurries(game) => 30,
            (Action::Settle { how: Settlement::Withhold }, _) if self.quiet() => 30,
            (Action::Settle { how: Settlement::Pay }, Temper::Builder) => 30,
            (Action::Settle { how: Settlement::Withhold }, Temper::Miser) => 6,
            (Action::Settle { how: Settlement::Pay }, _) => 4,
            // Into the blue zones.
            (Action::Sell { percent, .. }, Temper::Raider) => u32::from(*percent),
            _ => 1,
        }
    }

    /// Bids and prices are mostly the lowest: money is needed later.
    fn decide(&self, game: &Game, offer: &Offer, dice: &mut Dice) -> Option<Action> {
        let low = |prices: &Prices, dice: &mut Dice| {
            let steps = if dice.one_in(3) { dice.below(4) as i32 } else { 0 };
            let price = prices.min + Money(prices.step.0.max(1) * steps);
            if prices.contains(price) { price } else { prices.min }
        };
        match offer {
            _ if self.spends(game) => None,
            Offer::Bid { card, prices } => Some(Action::Bid { card: *card, amount: low(prices, dice) }),
            Offer::Buy { buyer, company, percent, from, prices } => Some(Action::Buy {
                buyer: *buyer,
                company: *company,
                percent: *percent,
                from: *from,
                price: low(prices, dice),
            }),
            _ => None,
        }
    }
}

impl Players {
    fn eager_to_bid(&self, game: &Game, offer: &Offer) -> u32 {
        let Turn::Seat(seat) = game.turn() else { return 1 };
        let rich = game.table.ledger.seat(seat) > Money(500);
        match offer {
            Offer::Bid { .. } if rich || self.spends(game) => 6,
            Offer::Bid { .. } => 2,
            Offer::Pass { .. } => 4,
            _ => 1,
        }
    }

    fn eager_to_answer(&self, game: &Game, pending: &Pending, offer: &Offer) -> u32 {
        match (pending, offer) {
            (Pending::Riseis(_) | Pending::Prompt(_), Offer::Pass { .. }) => 2,
            (Pending::Reacquire(_), Offer::Pass { .. }) => 3,
            (Pending::Deal(_), Offer::Accept) => 3,
            (Pending::Deal(_), _) => 1,
            _ if self.temper(game) == Temper::Founder => 4,
            _ => 3,
        }
    }

    fn eager_in_stock(&self, game: &Game, offer: &Offer) -> u32 {
        let temper = self.temper(game);
        let Turn::Seat(seat) = game.turn() else { return 1 };
        match offer {
            Offer::Pass { .. } => 2,
            Offer::Buy { company, from, .. } => self.eager_to_buy(game, seat, *company, *from),
            // A concession or a card.
            Offer::BuyCard { card, .. }
                if !concession(game, *card).is_none_or(|id| self.starts(game, id)) =>
            {
                0
            }
            Offer::UseCard { .. } if self.quiet() => 0,
            Offer::Start { company, .. }
                if !game.fixed.parts.company(*company).is_none_or(|id| self.starts(game, id)) =>
            {
                0
            }
            Offer::BuyCard { .. } | Offer::UseCard { .. } => {
                if temper == Temper::Founder {
                    14
                } else {
                    8
                }
            }
            Offer::Start { .. } => {
                if temper == Temper::Founder {
                    20
                } else {
                    8
                }
            }
            Offer::Sell { company, .. } => eager_to_sell(game, temper, seat, *company),
            Offer::Propose { .. } => 1,
            _ => 2,
        }
    }

    /// Builders buy what they lead, raiders what others lead.
    fn eager_to_buy(&self, game: &Game, seat: SeatId, company: CompanyName, from: Party) -> u32 {
        let Some(id) = game.fixed.parts.company(company) else { return 1 };
        let own = game.president(id) == Some(seat);
        let waits = game.charter(id).state == State::Unfloated && game.started(id);
        let held = u32::from(game.percent(id, Holder::Seat(seat)));
        match self.temper(game) {
            _ if waits => 40,
            _ if self.spends(game) => 2,
            _ if game.fixed.regional(id).is_some() => 6,
            Temper::Raider if !own && held > 0 => 30 + held,
            Temper::Raider => 6,
            Temper::Builder if own => 30,
            Temper::Miser => 2,
            _ if from == Party::Offering => 10,
            _ => 6,
        }
    }

    fn eager_in_operating(&self, game: &Game, offer: &Offer) -> u32 {
        let temper = self.temper(game);
        let Ok(acting) = game.acting() else { return 1 };
        match offer {
            // A train that need not be bought is not.
            Offer::Pass { .. } if self.spends(game) && at(game, Step::Trains) => 60,
            Offer::Pass { .. } => eager_to_pass(game, temper, acting),
            Offer::LayTile { hex, .. } => eager_to_lay(game, acting, *hex),
            Offer::BuildLine { hex, by, .. } => eager_to_build(game, acting, *hex, by.is_some()),
            Offer::PlaceToken { .. } => 60,
            Offer::BuyTrain { train, from: Party::Bank, .. } if self.spends(game) => {
                if lasts(game, *train) {
                    1
                } else {
                    200
                }
            }
            Offer::BuyTrain { from: Party::Bank, .. } if self.quiet() || self.hurries(game) => 200,
            Offer::BuyTrain { from: Party::Bank, .. } if temper == Temper::Miser => 4,
            Offer::BuyTrain { from: Party::Bank, .. } => 10,
            Offer::BuyTrain { .. } => 2,
            Offer::Buy { percent: 100, .. } => 30,
            Offer::Buy { .. } if self.spends(game) => 60,
            Offer::Buy { .. } if temper == Temper::Raider => 12,
            Offer::Buy { .. } => 3,
            Offer::Sell { .. } => 2,
            Offer::UseCard { .. } if temper == Temper::Miser => 0,
            Offer::UseCard { .. } => 6,
            Offer::Propose { deal, .. } if matches!(**deal, Offer::BuildLine { .. }) => 20,
            Offer::Propose { .. } => 1,
            _ => 4,
        }
    }
}

/// The company of a concession.
fn concession(game: &Game, card: CardName) -> Option<CompanyId> {
    game.fixed.concession(game.fixed.parts.card(card)?).map(|concession| concession.company)
}

/// Whether a train is never scrapped.
fn lasts(game: &Game, train: TrainName) -> bool {
    let kind = game.fixed.parts.train_named(train).ok();
    kind.and_then(|kind| game.fixed.parts.train_spec(kind)).is_some_and(TrainSpec::permanent)
}

fn at(game: &Game, step: Step) -> bool {
    game.operating().is_some_and(|operating| operating.step == step)
}

/// Raiders sell what they do not lead; others seldom sell.
fn eager_to_sell(game: &Game, temper: Temper, seat: SeatId, company: CompanyName) -> u32 {
    let own = game.fixed.parts.company(company).and_then(|id| game.president(id)) == Some(seat);
    match temper {
        Temper::Raider if own => 3,
        Temper::Raider => 6,
        Temper::Builder => 0,
        _ => 1,
    }
}

fn eager_to_pass(game: &Game, temper: Temper, acting: CompanyId) -> u32 {
    let regional = game.fixed.regional(acting).is_some();
    match game.operating().map(|operating| operating.step) {
        Some(Step::Tiles) if regional => 8,
        Some(Step::Tiles) if temper == Temper::Miser => 6,
        Some(Step::Tiles | Step::Token) => 1,
        Some(Step::Trains) if game.charter(acting).trains.is_empty() => 2,
        Some(Step::Trains) if temper == Temper::Miser => 20,
        Some(Step::Trains) => 12,
        Some(Step::Finance) => 10,
        _ => 3,
    }
}

/// The next destination of a corp.
fn goals(game: &Game, company: CompanyId) -> impl Iterator<Item = HexId> + '_ {
    let (line, charter) = (game.main_line(company), game.charter(company));
    let open = charter.intermediate.is_none();
    line.into_iter().flat_map(move |line| {
        let intermediate = line.intermediate.iter().copied().filter(move |_| open);
        intermediate.chain((!open && !charter.arrived).then_some(line.last))
    })
}

fn distance(game: &Game, from: HexId, to: HexId) -> u32 {
    let at = |hex: HexId| game.fixed.parts.map.hex(hex).map_or((0, 0), |hex| hex.at);
    let (from, to) = (at(from), at(to));
    let columns = u32::from(from.0.abs_diff(to.0));
    let rows = u32::from(from.1.abs_diff(to.1));
    columns.max((columns + rows) / 2)
}

/// Nearer to the goal is better.
fn eager_to_lay(game: &Game, company: CompanyId, hex: HexName) -> u32 {
    let Some(hex) = game.fixed.parts.hex(hex) else { return 1 };
    let nearest = goals(game, company).map(|goal| distance(game, hex, goal)).min();
    let frozen = game.standing(company) == Standing::Frozen;
    match nearest {
        _ if frozen => 10,
        Some(far) => 40 + 4000 / (1 + far * far * far),
        None => 40,
    }
}

fn eager_to_build(game: &Game, company: CompanyId, hex: HexName, card: bool) -> u32 {
    let goal = game.fixed.parts.hex(hex).is_some_and(|hex| goals(game, company).any(|goal| goal == hex));
    match (goal, card) {
        (true, _) => 600,
        (false, true) => 60,
        _ => 40,
    }
}
