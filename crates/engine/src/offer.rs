//! What may be done now: every legal action is covered by an offer.

use crate::action::{Action, Leg, Party, Settlement};
use crate::id::SeatId;
use crate::money::Money;
use crate::name::{CardName, CompanyName, HexName, Name, OptionName, TileName, TrainName};
use crate::text::Text;
use crate::turn::Draw;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Prices from `min` to `max`, both included, in steps of `step` above `min`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Prices {
    /// The lowest.
    pub min: Money,
    /// The highest.
    pub max: Money,
    /// The step; 1 for any whole amount.
    pub step: Money,
}

impl Prices {
    /// Exactly one price.
    pub const fn fixed(price: Money) -> Prices {
        Prices { min: price, max: price, step: Money(1) }
    }

    /// Any whole amount between two bounds.
    pub const fn between(min: Money, max: Money) -> Prices {
        Prices { min, max, step: Money(1) }
    }

    /// Whether this price is among them.
    pub fn contains(&self, price: Money) -> bool {
        let within = self.min <= price && price <= self.max;
        within && (self.step.0 <= 1 || (price - self.min).0 % self.step.0 == 0)
    }
}

/// Something that may be done now, with the ranges of every choice in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "may")]
pub enum Offer {
    /// Pass.
    Pass {
        /// What passing means here: `end the turn`, `lay no (more) tile`.
        means: Text,
    },
    /// Bid for a card.
    Bid {
        /// Which.
        card: CardName,
        /// The amounts.
        prices: Prices,
    },
    /// Hand in a sealed sheet.
    Sheet {
        /// The cards in the order of the amounts.
        cards: Vec<CardName>,
        /// A bid is nothing or at least this.
        min: Money,
        /// The sum may not exceed this.
        budget: Money,
        /// Who still has to hand in a sheet.
        waiting: Vec<SeatId>,
        /// A sheet that breaks the rules is accepted too, and annulled when opened (1841 §2.1).
        faulty_accepted: bool,
    },
    /// Sell shares to the pool.
    Sell {
        /// Who sells.
        seller: Party,
        /// Shares of which company.
        company: CompanyName,
        /// The amounts that may be sold.
        percents: SmallVec<[u8; 8]>,
        /// What `per` percent brings.
        price: Money,
        /// The unit of the price.
        per: u8,
    },
    /// Buy shares.
    Buy {
        /// Who buys.
        buyer: Party,
        /// Shares of which company.
        company: CompanyName,
        /// How much.
        percent: u8,
        /// From whom.
        from: Party,
        /// The price of all of it.
        prices: Prices,
    },
    /// Buy a card.
    BuyCard {
        /// Who buys.
        buyer: Party,
        /// Which.
        card: CardName,
        /// From whom.
        from: Party,
        /// The price.
        prices: Prices,
    },
    /// Use a card.
    UseCard {
        /// Which.
        card: CardName,
        /// What that does.
        means: Text,
    },
    /// Start a company.
    Start {
        /// Which.
        company: CompanyName,
        /// Start prices, each with the amounts of the company that may be bought at once.
        starts: Vec<(Money, SmallVec<[u8; 4]>)>,
    },
    /// Buy tokens.
    BuyTokens {
        /// For whom.
        company: CompanyName,
        /// At least this many.
        min: u8,
        /// At most this many.
        max: u8,
        /// What each costs.
        each: Money,
    },
    /// Place a token.
    PlaceToken {
        /// Whose.
        company: CompanyName,
        /// Where.
        hex: HexName,
        /// At which stop.
        stop: u8,
        /// What it costs.
        cost: Money,
        /// By the power of this card.
        by: Option<CardName>,
    },
    /// Build a line.
    BuildLine {
        /// Whose.
        company: CompanyName,
        /// Where the token goes.
        hex: HexName,
        /// At which stop.
        stop: u8,
        /// Along which track.
        route: Vec<Leg>,
        /// What it costs.
        cost: Money,
        /// How many town markers it brings.
        markers: u8,
        /// By the power of this card.
        by: Option<CardName>,
    },
    /// Take a token off the map.
    RemoveToken {
        /// Whose.
        company: CompanyName,
        /// Where.
        hex: HexName,
        /// At which stop.
        stop: u8,
    },
    /// Place a marker that is no station.
    PlaceMarker {
        /// Whose.
        company: CompanyName,
        /// What, in the title's own words.
        marker: Name,
        /// Where.
        hex: HexName,
        /// What it costs.
        cost: Money,
    },
    /// Buy another company's slot.
    BuySlot {
        /// Whose.
        from: CompanyName,
        /// Where.
        hex: HexName,
        /// At which stop.
        stop: u8,
        /// The price.
        prices: Prices,
    },
    /// Lay a tile.
    LayTile {
        /// Where.
        hex: HexName,
        /// Which.
        tile: TileName,
        /// In which rotations.
        rotations: SmallVec<[u8; 6]>,
        /// What it costs.
        cost: Money,
        /// By the power of this card.
        by: Option<CardName>,
    },
    /// Run trains: any set of legal routes the title accepts; the best one can be computed from the state.
    Run {
        /// Whose trains.
        company: CompanyName,
        /// Its trains, in the order in which routes refer to them.
        trains: Vec<TrainName>,
        /// The total that has to be run, where the rules demand the best one.
        must_earn: Option<Money>,
    },
    /// Settle the earnings.
    Settle {
        /// What was earned.
        revenue: Money,
        /// The ways.
        ways: SmallVec<[Settlement; 3]>,
    },
    /// Buy a train.
    BuyTrain {
        /// Which kind.
        train: TrainName,
        /// From whom.
        from: Party,
        /// The price.
        prices: Prices,
    },
    /// Give back a train.
    Discard {
        /// Whose.
        company: CompanyName,
        /// Which kind.
        train: TrainName,
    },
    /// Merge.
    Merge {
        /// With whom.
        with: CompanyName,
        /// Into which company.
        into: Vec<CompanyName>,
    },
    /// Transform.
    Transform {
        /// Into which company.
        into: Vec<CompanyName>,
    },
    /// Take or pay back a loan.
    Loan {
        /// The amounts.
        amounts: Prices,
    },
    /// Answer a question.
    Choose {
        /// The question.
        about: Text,
        /// The answers, each with what it means.
        options: Vec<(OptionName, Text)>,
    },
    /// Suggest a deal to somebody.
    Propose {
        /// Who would have to agree.
        to: SeatId,
        /// The deals.
        #[cfg_attr(feature = "schema", schema(no_recursion))]
        deal: Box<Offer>,
    },
    /// Agree to the deal on the table.
    Accept,
    /// Refuse the deal on the table.
    Decline,
    /// Chance's outcome.
    Drawn {
        /// What is to be drawn.
        draw: Draw,
    },
}

impl Offer {
    /// Whether the action lies within this offer. Routes are judged by the title alone, so a [`Offer::Run`]
    /// covers every run.
    pub fn covers(&self, action: &Action) -> bool {
        match (self, action) {
            (Offer::Pass { .. }, Action::Pass)
            | (Offer::Run { .. }, Action::Run { .. })
            | (Offer::Accept, Action::Accept)
            | (Offer::Decline, Action::Decline) => true,
            (Offer::Bid { card, prices }, Action::Bid { card: on, amount }) => {
                card == on && prices.contains(*amount)
            }
            (Offer::Sheet { cards, min, budget, faulty_accepted, .. }, Action::Sheet { amounts }) => {
                amounts.len() == cards.len() && (*faulty_accepted || sheet_is_valid(amounts, *min, *budget))
            }
            (
                Offer::Sell { seller, company, percents, .. },
                Action::Sell { seller: by, company: of, percent },
            ) => (seller, company) == (by, of) && percents.contains(percent),
            (
                Offer::Buy { buyer, company, percent, from, prices },
                Action::Buy { buyer: by, company: of, percent: much, from: whom, price },
            ) => (buyer, company, percent, from) == (by, of, much, whom) && prices.contains(*price),
            (
                Offer::BuyCard { buyer, card, from, prices },
                Action::BuyCard { buyer: by, card: which, from: whom, price },
            ) => (buyer, card, from) == (by, which, whom) && prices.contains(*price),
            (Offer::UseCard { card, .. }, Action::UseCard { card: which }) => card == which,
            (Offer::Start { company, starts }, Action::Start { company: which, price, percent }) => {
                company == which
                    && starts.iter().any(|(at, percents)| at == price && percents.contains(percent))
            }
            (Offer::BuyTokens { company, min, max, .. }, Action::BuyTokens { company: of, count }) => {
                company == of && (min..=max).contains(&count)
            }
            (
                Offer::PlaceToken { company, hex, stop, by, .. },
                Action::PlaceToken { company: of, hex: on, stop: at, by: with },
            ) => (company, hex, stop, by) == (of, on, at, with),
            (
                Offer::BuildLine { company, hex, stop, route, by, .. },
                Action::BuildLine { company: of, hex: on, stop: at, route: along, by: with },
            ) => (company, hex, stop, by) == (of, on, at, with) && route == along,
            (
                Offer::RemoveToken { company, hex, stop },
                Action::RemoveToken { company: of, hex: on, stop: at },
            ) => (company, hex, stop) == (of, on, at),
            (
                Offer::PlaceMarker { company, marker, hex, .. },
                Action::PlaceMarker { company: of, marker: what, hex: on },
            ) => (company, marker, hex) == (of, what, on),
            (
                Offer::BuySlot { from, hex, stop, prices },
                Action::BuySlot { from: of, hex: on, stop: at, price },
            ) => (from, hex, stop) == (of, on, at) && prices.contains(*price),
            (
                Offer::LayTile { hex, tile, rotations, by, .. },
                Action::LayTile { hex: on, tile: which, rotation, by: with },
            ) => (hex, tile, by) == (on, which, with) && rotations.contains(rotation),
            (Offer::Settle { ways, .. }, Action::Settle { how }) => ways.contains(how),
            (
                Offer::BuyTrain { train, from, prices },
                Action::BuyTrain { train: which, from: whom, price },
            ) => (train, from) == (which, whom) && prices.contains(*price),
            (Offer::Discard { company, train }, Action::Discard { company: of, train: which }) => {
                (company, train) == (of, which)
            }
            (Offer::Merge { with, into }, Action::Merge { with: whom, into: what }) => {
                with == whom && into.contains(what)
            }
            (Offer::Transform { into }, Action::Transform { into: what }) => into.contains(what),
            (Offer::Loan { amounts }, Action::Loan { amount }) => amounts.contains(*amount),
            (Offer::Choose { options, .. }, Action::Choose { option }) => {
                options.iter().any(|(name, _)| name == option)
            }
            (Offer::Propose { deal, .. }, Action::Propose { deal: action }) => deal.covers(action),
            (Offer::Drawn { draw }, Action::Drawn { outcome }) => draw.allows(outcome),
            _ => false,
        }
    }

    /// Actions within this offer: all of them where they are few, else its ends and a middle. A run is
    /// represented by an empty one, which the title may refuse.
    pub fn samples(&self) -> Vec<Action> {
        match self {
            Offer::Pass { .. } => vec![Action::Pass],
            Offer::Bid { card, prices } => each(prices, |amount| Action::Bid { card: *card, amount }),
            Offer::Sheet { cards, min, budget, .. } => sheet_samples(cards.len(), *min, *budget),
            Offer::Sell { seller, company, percents, .. } => {
                let sell = |&percent| Action::Sell { seller: *seller, company: *company, percent };
                percents.iter().map(sell).collect()
            }
            Offer::Buy { buyer, company, percent, from, prices } => each(prices, |price| Action::Buy {
                buyer: *buyer,
                company: *company,
                percent: *percent,
                from: *from,
                price,
            }),
            Offer::BuyCard { buyer, card, from, prices } => {
                each(prices, |price| Action::BuyCard { buyer: *buyer, card: *card, from: *from, price })
            }
            Offer::UseCard { card, .. } => vec![Action::UseCard { card: *card }],
            Offer::Start { company, starts } => {
                let start = |price, percent| Action::Start { company: *company, price, percent };
                starts
                    .iter()
                    .flat_map(|(price, all)| all.iter().map(move |&much| start(*price, much)))
                    .collect()
            }
            Offer::BuyTokens { company, min, max, .. } => {
                (*min..=*max).map(|count| Action::BuyTokens { company: *company, count }).collect()
            }
            Offer::PlaceToken { company, hex, stop, by, .. } => {
                vec![Action::PlaceToken { company: *company, hex: *hex, stop: *stop, by: *by }]
            }
            Offer::BuildLine { company, hex, stop, route, by, .. } => vec![Action::BuildLine {
                company: *company,
                hex: *hex,
                stop: *stop,
                route: route.clone(),
                by: *by,
            }],
            Offer::RemoveToken { company, hex, stop } => {
                vec![Action::RemoveToken { company: *company, hex: *hex, stop: *stop }]
            }
            Offer::PlaceMarker { company, marker, hex, .. } => {
                vec![Action::PlaceMarker { company: *company, marker: *marker, hex: *hex }]
            }
            Offer::BuySlot { from, hex, stop, prices } => {
                each(prices, |price| Action::BuySlot { from: *from, hex: *hex, stop: *stop, price })
            }
            Offer::LayTile { hex, tile, rotations, by, .. } => {
                let lay = |&rotation| Action::LayTile { hex: *hex, tile: *tile, rotation, by: *by };
                rotations.iter().map(lay).collect()
            }
            Offer::Run { .. } => vec![Action::Run { routes: Vec::new() }],
            Offer::Settle { ways, .. } => ways.iter().map(|&how| Action::Settle { how }).collect(),
            Offer::BuyTrain { train, from, prices } => {
                each(prices, |price| Action::BuyTrain { train: *train, from: *from, price })
            }
            Offer::Discard { company, train } => vec![Action::Discard { company: *company, train: *train }],
            Offer::Merge { with, into } => {
                into.iter().map(|&into| Action::Merge { with: *with, into }).collect()
            }
            Offer::Transform { into } => into.iter().map(|&into| Action::Transform { into }).collect(),
            Offer::Loan { amounts } => each(amounts, |amount| Action::Loan { amount }),
            Offer::Choose { options, .. } => {
                options.iter().map(|(option, _)| Action::Choose { option: *option }).collect()
            }
            Offer::Propose { deal, .. } => {
                deal.samples().into_iter().map(|deal| Action::Propose { deal: Box::new(deal) }).collect()
            }
            Offer::Accept => vec![Action::Accept],
            Offer::Decline => vec![Action::Decline],
            Offer::Drawn { draw } => vec![Action::Drawn { outcome: draw.first() }],
        }
    }
}

/// Whether any of the offers covers the action.
pub fn covered(offers: &[Offer], action: &Action) -> bool {
    offers.iter().any(|offer| offer.covers(action))
}

/// Whether a sheet of bids keeps to the rules: each bid nothing or at least `min`, the sum above zero and
/// within the budget.
pub fn sheet_is_valid(amounts: &[Money], min: Money, budget: Money) -> bool {
    let sum: i64 = amounts.iter().map(|amount| i64::from(amount.0)).sum();
    amounts.iter().all(|&amount| amount == Money::ZERO || amount >= min)
        && 0 < sum
        && sum <= i64::from(budget.0)
}

fn each(prices: &Prices, action: impl Fn(Money) -> Action) -> Vec<Action> {
    let steps = ((prices.max - prices.min).0 / prices.step.0.max(1)).max(0);
    let mut picked: Vec<_> = [0, steps / 2, steps].map(|steps| prices.min + prices.step * steps).to_vec();
    picked.dedup();
    picked.retain(|price| prices.contains(*price));
    picked.into_iter().map(action).collect()
}

fn sheet_samples(cards: usize, min: Money, budget: Money) -> Vec<Action> {
    let min = min.max(Money(1));
    let one = |at: usize| (0..cards).map(|card| if card == at { min } else { Money::ZERO }).collect();
    let affordable = min <= budget;
    (0..cards).filter(|_| affordable).map(|at| Action::Sheet { amounts: one(at) }).collect()
}
