//! How random players play 1841. The players of one game share a temper, chosen by the game's seed, so that a batch
//! of games reaches every part of the rules and every end. The tempers are a table, `data/tempers.toml`; how they
//! are read off is here.

use super::Game;
use super::emergency::{LEAVE, STAY};
use super::state::{Round, Standing};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::id::TrainKind;
use ferrata_engine::kit::{Dice, random_action, tying_sheet};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName};
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Title, Turn};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A line of the table; what the numbers mean stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Temper {
    weight: u32,
    pass: u32,
    buy: u32,
    invest: u32,
    sell: u32,
    start: u32,
    minors: u32,
    companies: usize,
    high: u32,
    build: u32,
    rush: u32,
    reserve: Option<i32>,
    deal: u32,
    merge: u32,
    transform: u32,
    leave: u32,
}

/// The table by name. (That it can be read is tested; without it everybody just passes.)
static TEMPERS: LazyLock<BTreeMap<String, Temper>> =
    LazyLock::new(|| toml::from_str(include_str!("data/tempers.toml")).unwrap_or_default());

/// Whatever they were like, after so many stock rounds the players want an end …
const PATIENCE: u16 = 30;
/// … and have this temper.
const IMPATIENT: &str = "restless";

/// A company with a train buys another only if this much stays for tiles and tokens.
const PETTY_CASH: Money = Money(100);
/// Who buys a concession has this much left to start its company.
const START_CASH: Money = Money(240);
/// With fewer companies than this, money is kept to start one.
const FEW: usize = 3;
/// A bid of more than one part in so many of the cash is a high one.
const HIGH_BID: i32 = 5;
/// Off-board areas draw those who build near them, new track those who build.
const NEAR_AREA: u32 = 4;
const NEW_TRACK: u32 = 2;

/// The temper of the game of this seed.
pub(super) fn of_seed(seed: u64) -> Option<&'static Temper> {
    let tempers: Vec<&Temper> = TEMPERS.values().collect();
    // Not the dice of the game itself, whose first throw is the first decision.
    let mut dice = Dice::new(!seed);
    dice.pick_weighted(&tempers, |temper| temper.weight).copied()
}

impl Game {
    fn temper(&self) -> Temper {
        let late = self.stock_rounds() > PATIENCE;
        let impatient = late.then(|| TEMPERS.get(IMPATIENT)).flatten();
        impatient.or(self.temper).copied().unwrap_or_default()
    }

    fn stock_rounds(&self) -> u16 {
        match &self.t.round {
            Round::Stock(round) => round.number,
            Round::Operating(round) => round.set,
            Round::Concession | Round::Over(_) => 0,
        }
    }

    /// How many players have passed in succession. Trade among players can go on for ever: the more of them have
    /// passed, the fewer deals the others suggest.
    fn passes(&self) -> u8 {
        match &self.t.round {
            Round::Stock(round) => round.passes,
            _ => 0,
        }
    }

    /// How eagerly the players take an offer.
    pub(super) fn eagerness(&self, offer: &Offer) -> u32 {
        let temper = self.temper();
        match offer {
            Offer::Pass { .. } => temper.pass,
            Offer::Bid { .. } => 2,
            Offer::Buy { buyer: Party::Company(_), prices, .. } => self.spare(prices.min, temper.invest),
            Offer::Buy { company, percent, from, prices, .. } => {
                let director = *from == Party::Bank && *percent >= 20;
                self.share_eagerness(*company, director, prices.min, temper)
            }
            Offer::Start { company, .. } => self.start_eagerness(*company, temper),
            Offer::Sell { seller, .. } => self.sale_eagerness(*seller, temper),
            Offer::BuyCard { prices, .. } => self.card_eagerness(prices.min),
            Offer::LayTile { hex, .. } => self.lay_eagerness(*hex, temper),
            Offer::PlaceToken { .. } => 12,
            Offer::Run { .. } | Offer::Settle { .. } => 10,
            Offer::BuyTrain { from: Party::Bank, prices, .. } => self.train_eagerness(prices.min, temper),
            Offer::BuyTrain { .. } | Offer::BuySlot { .. } => 3,
            Offer::Merge { .. } => temper.merge,
            Offer::Transform { .. } => temper.transform,
            Offer::Propose { deal, .. } => match **deal {
                Offer::Merge { .. } => temper.merge,
                _ => temper.deal >> self.passes(),
            },
            Offer::Accept => 3,
            Offer::Decline => 1,
            _ => 4,
        }
    }

    fn acting_cash(&self) -> Option<Money> {
        self.acting().map(|company| self.cash(Holder::Company(company)))
    }

    /// What the acting company wants to have before it spends or pays out.
    fn reserve(&self, temper: Temper) -> Money {
        let next = self.t.depot.top().map_or(Money::ZERO, |kind| self.train_price(kind));
        let lasting = |kind: &TrainKind| self.parts().train_spec(*kind).is_some_and(|train| train.permanent);
        let safe = self.acting().is_some_and(|company| self.company(company).trains.iter().any(lasting));
        let percent = temper.reserve.filter(|_| !safe).unwrap_or(0);
        Money(next.0 * percent / 100)
    }

    fn is_poor(&self, temper: Temper) -> bool {
        self.acting_cash().is_some_and(|cash| cash < self.reserve(temper))
    }

    /// The weight of something a company does only with money to spare.
    fn spare(&self, price: Money, weight: u32) -> u32 {
        let reserve = self.reserve(self.temper());
        if self.acting_cash().is_none_or(|cash| cash >= price + reserve) { weight } else { 0 }
    }

    /// Shares of frozen companies are money lost, but for the certificate that wakes them; and somebody has to start
    /// companies first.
    fn share_eagerness(&self, company: CompanyName, director: bool, price: Money, temper: Temper) -> u32 {
        let Turn::Seat(seat) = self.turn() else { return 0 };
        let frozen = self.find_company(company).is_ok_and(|company| self.frozen(company));
        let left = self.t.ledger.seat(seat) - price;
        match director {
            true => 2 * temper.buy,
            false if frozen => 0,
            false if self.running_companies() < FEW && self.t.steps.is_empty() && left < START_CASH => 0,
            false => temper.buy,
        }
    }

    fn running_companies(&self) -> usize {
        self.t.companies.iter().filter(|company| company.standing == Standing::Running).count()
    }

    fn card_eagerness(&self, price: Money) -> u32 {
        let Turn::Seat(seat) = self.turn() else { return 0 };
        if self.t.ledger.seat(seat) >= price + START_CASH { 6 } else { 0 }
    }

    fn start_eagerness(&self, company: CompanyName, temper: Temper) -> u32 {
        let running = self.running_companies();
        let minor = self.find_company(company).is_ok_and(|company| self.charter(company).minor);
        match minor {
            _ if running >= temper.companies => 0,
            _ if self.acting().is_some() => temper.invest,
            true => temper.minors,
            false => temper.start,
        }
    }

    fn sale_eagerness(&self, seller: Party, temper: Temper) -> u32 {
        match seller {
            Party::Company(_) if self.is_poor(temper) => 8,
            _ => temper.sell,
        }
    }

    fn lay_eagerness(&self, hex: HexName, temper: Temper) -> u32 {
        let Ok(hex) = self.find_hex(hex) else { return 0 };
        let near = self.fixed.geography.areas.iter().enumerate().any(|(at, area)| {
            self.t.areas >> at.min(15) & 1 == 0
                && (0..6).any(|side| {
                    let beyond = self.parts().map.hex(hex).and_then(|hex| hex.side(side).to);
                    beyond.is_some_and(|(beyond, _)| area.contains(&beyond))
                })
        });
        let fresh = self.t.board.laid(hex).is_none();
        temper.build * if near { NEAR_AREA } else { 1 } * if fresh { NEW_TRACK } else { 1 }
    }

    fn train_eagerness(&self, price: Money, temper: Temper) -> u32 {
        let without = self.acting().is_some_and(|company| self.company(company).trains.is_empty());
        if without {
            return 20;
        }
        let cash = self.acting_cash().unwrap_or_default();
        if temper.reserve.is_none() || cash >= price + PETTY_CASH { temper.rush } else { 0 }
    }

    /// How eagerly the players take this action rather than others of the same offer.
    pub(super) fn liking(&self, action: &Action) -> u32 {
        let temper = self.temper();
        match action {
            Action::Settle { how } => self.settle_liking(how, temper),
            Action::Bid { amount, .. } => self.bid_liking(*amount),
            Action::Start { price, .. } => 1 + temper.high * (price.0 / 100) as u32,
            Action::Choose { option } if *option == LEAVE => temper.leave,
            Action::Choose { option } if *option == STAY => 4,
            _ => 1,
        }
    }

    /// Bids that are not too high, and sheets that tie.
    pub(super) fn decision(&self, offer: &Offer, dice: &mut Dice) -> Option<Action> {
        match offer {
            Offer::Bid { .. } => {
                let bids: Vec<Action> = (0..4).filter_map(|_| random_action(offer, dice)).collect();
                dice.pick_weighted(&bids, |bid| self.liking(bid)).cloned()
            }
            _ => tying_sheet(offer, dice),
        }
    }

    fn settle_liking(&self, how: &Settlement, temper: Temper) -> u32 {
        let liked = if self.is_poor(temper) { Settlement::Withhold } else { Settlement::Pay };
        if temper.reserve.is_some() && *how == liked { 12 } else { 1 }
    }

    fn bid_liking(&self, amount: Money) -> u32 {
        let Turn::Seat(seat) = self.turn() else { return 1 };
        u32::from(amount * HIGH_BID <= self.t.ledger.seat(seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read_and_every_temper_but_the_last_is_drawn() {
        assert!(TEMPERS.contains_key(IMPATIENT));
        let drawn: Vec<&Temper> = (0..200).filter_map(of_seed).collect();
        for (name, temper) in TEMPERS.iter() {
            assert_eq!(drawn.contains(&temper), name != IMPATIENT, "{name}");
        }
    }
}
