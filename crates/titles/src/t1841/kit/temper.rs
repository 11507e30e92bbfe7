//! How random players play 1841. The players of one game share a temper, chosen by the game's seed, so that a batch
//! of games reaches every part of the rules and every end. The tempers are a table, `tempers.toml`; how they
//! are read off is here.

use crate::t1841::table::{Round, Standing};
use crate::t1841::{Game, LEAVE, STAY};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::id::TrainKind;
use ferrata_engine::kit::{Dice, Player, random_action, tying_sheet};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName};
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::train::TrainSpec;
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
    LazyLock::new(|| toml::from_str(include_str!("tempers.toml")).unwrap_or_default());

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

/// The players of the game of this seed.
pub(super) fn of_seed(seed: u64) -> Temper {
    let tempers: Vec<&Temper> = TEMPERS.values().collect();
    // Not the dice of the game itself, whose first throw is the first decision.
    let mut dice = Dice::new(!seed);
    dice.pick_weighted(&tempers, |temper| temper.weight).copied().copied().unwrap_or_default()
}

/// Whatever they were like, after many rounds the players want an end.
fn in_the_end(game: &Game, temper: Temper) -> Temper {
    let impatient = (stock_rounds(game) > PATIENCE).then(|| TEMPERS.get(IMPATIENT)).flatten();
    impatient.copied().unwrap_or(temper)
}

impl Player<Game> for Temper {
    fn weight(&self, game: &Game, offer: &Offer) -> u32 {
        let temper = in_the_end(game, *self);
        match offer {
            Offer::Pass { .. } => temper.pass,
            Offer::Bid { .. } => 2,
            Offer::Buy { buyer: Party::Company(_), prices, .. } => spare(game, prices.min, temper),
            Offer::Buy { company, percent, from, prices, .. } => {
                let director = *from == Party::Bank && *percent >= 20;
                share_eagerness(game, *company, director, prices.min, temper)
            }
            Offer::Start { company, .. } => start_eagerness(game, *company, temper),
            Offer::Sell { seller, .. } => sale_eagerness(game, *seller, temper),
            Offer::BuyCard { prices, .. } => card_eagerness(game, prices.min),
            Offer::LayTile { hex, .. } => lay_eagerness(game, *hex, temper),
            Offer::PlaceToken { .. } => 12,
            Offer::Run { .. } | Offer::Settle { .. } => 10,
            Offer::BuyTrain { from: Party::Bank, prices, .. } => train_eagerness(game, prices.min, temper),
            Offer::BuyTrain { .. } | Offer::BuySlot { .. } => 3,
            Offer::Merge { .. } => temper.merge,
            Offer::Transform { .. } => temper.transform,
            Offer::Propose { deal, .. } => match **deal {
                Offer::Merge { .. } => temper.merge,
                _ => temper.deal >> passes(game),
            },
            Offer::Accept => 3,
            Offer::Decline => 1,
            _ => 4,
        }
    }

    fn taste(&self, game: &Game, action: &Action) -> u32 {
        let temper = in_the_end(game, *self);
        match action {
            Action::Settle { how } => settle_liking(game, how, temper),
            Action::Bid { amount, .. } => bid_liking(game, *amount),
            Action::Start { price, .. } => 1 + temper.high * (price.0 / 100) as u32,
            Action::Choose { option } if *option == LEAVE => temper.leave,
            Action::Choose { option } if *option == STAY => 4,
            _ => 1,
        }
    }

    /// Bids that are not too high, and sealed bids that tie.
    fn decide(&self, game: &Game, offer: &Offer, dice: &mut Dice) -> Option<Action> {
        match offer {
            Offer::Bid { .. } => {
                let bids: Vec<Action> = (0..4).filter_map(|_| random_action(offer, dice)).collect();
                dice.pick_weighted(&bids, |bid| self.taste(game, bid)).cloned()
            }
            _ => tying_sheet(offer, dice),
        }
    }
}

fn stock_rounds(game: &Game) -> u16 {
    match &game.table.round {
        Round::Stock(round) => round.number,
        Round::Operating(round) => round.set,
        Round::Concession(_) | Round::Over(_) => 0,
    }
}

/// How many players have passed in succession. Trade among players can go on for ever: the more of them have
/// passed, the fewer deals the others suggest.
fn passes(game: &Game) -> u8 {
    match &game.table.round {
        Round::Stock(round) => round.passes,
        _ => 0,
    }
}

fn acting_cash(game: &Game) -> Option<Money> {
    game.acting().ok().map(|company| game.cash(Holder::Company(company)))
}

/// What the acting company wants to have before it spends or pays out.
fn reserve(game: &Game, temper: Temper) -> Money {
    let next = game.table.depot.top().map_or(Money::ZERO, |kind| game.train_price(kind));
    let lasting = |kind: &TrainKind| game.fixed.parts.train_spec(*kind).is_some_and(TrainSpec::permanent);
    let safe = game.acting().is_ok_and(|company| game.company(company).trains.iter().any(lasting));
    let percent = temper.reserve.filter(|_| !safe).unwrap_or(0);
    Money(next.0 * percent / 100)
}

fn is_poor(game: &Game, temper: Temper) -> bool {
    acting_cash(game).is_some_and(|cash| cash < reserve(game, temper))
}

/// The weight of something a company does only with money to spare.
fn spare(game: &Game, price: Money, temper: Temper) -> u32 {
    let reserve = reserve(game, temper);
    if acting_cash(game).is_none_or(|cash| cash >= price + reserve) { temper.invest } else { 0 }
}

/// Shares of frozen companies are money lost, but for the certificate that wakes them; and somebody has to start
/// companies first.
fn share_eagerness(game: &Game, company: CompanyName, director: bool, price: Money, temper: Temper) -> u32 {
    let Turn::Seat(seat) = game.turn() else { return 0 };
    let frozen = game.fixed.parts.company_named(company).is_ok_and(|company| game.unled(company));
    let left = game.table.ledger.seat(seat) - price;
    match director {
        true => 2 * temper.buy,
        false if frozen => 0,
        false if running_companies(game) < FEW && game.table.pending.is_empty() && left < START_CASH => 0,
        false => temper.buy,
    }
}

fn running_companies(game: &Game) -> usize {
    game.table.companies.iter().filter(|company| company.standing == Standing::Running).count()
}

fn card_eagerness(game: &Game, price: Money) -> u32 {
    let Turn::Seat(seat) = game.turn() else { return 0 };
    if game.table.ledger.seat(seat) >= price + START_CASH { 6 } else { 0 }
}

fn start_eagerness(game: &Game, company: CompanyName, temper: Temper) -> u32 {
    let running = running_companies(game);
    let minor = game.fixed.parts.company_named(company).is_ok_and(|company| game.charter(company).minor);
    match minor {
        _ if running >= temper.companies => 0,
        _ if game.acting().is_ok() => temper.invest,
        true => temper.minors,
        false => temper.start,
    }
}

fn sale_eagerness(game: &Game, seller: Party, temper: Temper) -> u32 {
    match seller {
        Party::Company(_) if is_poor(game, temper) => 8,
        _ => temper.sell,
    }
}

fn lay_eagerness(game: &Game, hex: HexName, temper: Temper) -> u32 {
    let Ok(hex) = game.fixed.parts.hex_named(hex) else { return 0 };
    let near = game.fixed.geography.areas.iter().enumerate().any(|(at, area)| {
        game.table.areas >> at.min(15) & 1 == 0
            && (0..6).any(|side| {
                let beyond = game.fixed.parts.map.hex(hex).and_then(|hex| hex.side(side).to);
                beyond.is_some_and(|(beyond, _)| area.contains(&beyond))
            })
    });
    let fresh = game.table.board.laid(hex).is_none();
    temper.build * if near { NEAR_AREA } else { 1 } * if fresh { NEW_TRACK } else { 1 }
}

fn train_eagerness(game: &Game, price: Money, temper: Temper) -> u32 {
    let without = game.acting().is_ok_and(|company| game.company(company).trains.is_empty());
    if without {
        return 20;
    }
    let cash = acting_cash(game).unwrap_or_default();
    if temper.reserve.is_none() || cash >= price + PETTY_CASH { temper.rush } else { 0 }
}

fn settle_liking(game: &Game, how: &Settlement, temper: Temper) -> u32 {
    let liked = if is_poor(game, temper) { Settlement::Withhold } else { Settlement::Pay };
    if temper.reserve.is_some() && *how == liked { 12 } else { 1 }
}

fn bid_liking(game: &Game, amount: Money) -> u32 {
    let Turn::Seat(seat) = game.turn() else { return 1 };
    u32::from(amount * HIGH_BID <= game.table.ledger.seat(seat))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read_and_every_temper_but_the_last_is_drawn() {
        assert!(TEMPERS.contains_key(IMPATIENT));
        let drawn: Vec<Temper> = (0..200).map(of_seed).collect();
        for (name, temper) in TEMPERS.iter() {
            assert_eq!(drawn.contains(temper), name != IMPATIENT, "{name}");
        }
    }
}
