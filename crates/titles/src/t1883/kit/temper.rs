//! How random players play: tables have moods, so that games differ and every part of the rules is reached.

use super::bus;
use crate::t1883::Game;
use crate::t1883::agenda::{Pending, Round};
use crate::t1883::operating::Step;
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CompanyId, TrainKind};
use ferrata_engine::kit::Player;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::train::TrainSpec;
use ferrata_engine::turn::{Title, Turn};

/// The players of one game.
pub(super) struct Players {
    mood: u64,
}

/// What a random player likes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Temper {
    /// Track, tokens, concessions.
    Builder,
    /// Shares, bought and sold.
    Trader,
    /// Money for themselves: they loot, withhold, buy no train that they need not.
    Rogue,
}

impl Players {
    pub(super) fn new(seed: u64) -> Players {
        Players { mood: stable_hash(&seed) }
    }

    fn temper(&self, game: &Game) -> Temper {
        let seat = match game.turn() {
            Turn::Seat(seat) => u64::from(seat.0),
            _ => 0,
        };
        match (self.mood >> 8).wrapping_add(seat) % 3 {
            0 => Temper::Builder,
            1 => Temper::Trader,
            _ => Temper::Rogue,
        }
    }

    /// A table at which something is liked that others do not like: one in so many.
    fn table_likes(&self, bit: u32, one_in: u64) -> bool {
        (self.mood >> bit).is_multiple_of(one_in)
    }
}

impl Player<Game> for Players {
    fn weight(&self, game: &Game, offer: &Offer) -> u32 {
        if let Some(pending) = game.table.pending.last() {
            return self.eager_to_answer(game, pending, offer);
        }
        let bus = match &game.table.round {
            _ if !self.believes_in_the_bus() => None,
            Round::Stock(_) => bus::in_stock(game, offer),
            _ => bus::in_its_turn(game, offer),
        };
        if let Some(weight) = bus {
            return weight;
        }
        match &game.table.round {
            Round::Auction(_) => match offer {
                Offer::Pass { .. } if self.table_likes(3, 4) => 8,
                _ => 3,
            },
            Round::Stock(_) => self.eager_in_stock(game, offer),
            _ => self.eager_in_operating(game, offer),
        }
    }

    fn taste(&self, game: &Game, action: &Action) -> u32 {
        let temper = self.temper(game);
        if let Some(taste) = bus::taste(game, action).filter(|_| self.believes_in_the_bus()) {
            return taste;
        }
        match action {
            Action::Settle { how: Settlement::Loot }
                if temper == Temper::Rogue || self.table_likes(17, 4) =>
            {
                12
            }
            Action::Settle { how: Settlement::Loot } => 1,
            Action::Settle { how: Settlement::Withhold } if needs_money(game) => 30,
            Action::Settle { how: Settlement::Withhold } if temper == Temper::Rogue => 4,
            Action::Settle { .. } => 8,
            Action::Start { price, .. } if price.0 >= 100 => 6,
            _ => 1,
        }
    }
}

impl Players {
    fn eager_to_answer(&self, _: &Game, pending: &Pending, offer: &Offer) -> u32 {
        match (pending, offer) {
            (Pending::Deal(deal), Offer::Accept) => {
                if matches!(*deal.action, Action::Merge { .. }) {
                    6
                } else {
                    1
                }
            }
            _ => 2,
        }
    }

    fn eager_in_stock(&self, game: &Game, offer: &Offer) -> u32 {
        let temper = self.temper(game);
        match offer {
            Offer::Pass { .. } => 3,
            Offer::Start { .. } if !self.is_reckless() && is_poor(game, 1) && !is_idle(game) => 0,
            Offer::Start { .. } => 14,
            Offer::Buy { .. } | Offer::BuyCard { .. } if !self.is_reckless() && is_poor(game, 0) => 1,
            Offer::Buy { .. } if temper == Temper::Rogue => 5,
            Offer::Buy { .. } => 12,
            Offer::Sell { .. } if temper == Temper::Trader => 5,
            Offer::Sell { .. } => 1,
            Offer::BuyCard { buyer: Party::Company(_), .. } if temper == Temper::Builder => 6,
            Offer::BuyCard { .. } => 2,
            _ => 1,
        }
    }

    fn eager_in_operating(&self, game: &Game, offer: &Offer) -> u32 {
        let temper = self.temper(game);
        let step = game.operating().map_or(Step::Done, |operating| operating.step);
        match offer {
            Offer::Pass { .. } if step == Step::Trains && temper != Temper::Rogue => 2,
            Offer::Pass { .. } if step == Step::Issue && needs_money(game) => 1,
            Offer::Pass { .. } if step == Step::Issue => 8,
            Offer::Sell { .. } if step == Step::Issue && needs_money(game) => 12,
            Offer::BuyTrain { from: Party::Bank | Party::Offering, .. } if trains_of_acting(game) < 2 => 30,
            Offer::Pass { .. } if step == Step::Merge => 1,
            Offer::Pass { .. } => 2,
            Offer::LayTile { by: Some(_), .. } => 20,
            Offer::LayTile { .. } => 12,
            Offer::PlaceToken { .. } if needs_money(game) => 1,
            Offer::PlaceToken { .. } | Offer::PlaceMarker { .. } => 6,
            Offer::Run { .. } | Offer::Settle { .. } => 10,
            Offer::BuyTrain { from: Party::Bank | Party::Offering, .. } if temper == Temper::Rogue => 2,
            Offer::BuyTrain { from: Party::Bank | Party::Offering, .. } => 8,
            Offer::Merge { .. } => 10,
            Offer::Propose { deal, .. } if matches!(**deal, Offer::Merge { .. }) => 10,
            Offer::UseCard { .. } if !self.table_likes(11, 3) => 0,
            _ => 1,
        }
    }
}

impl Players {
    fn believes_in_the_bus(&self) -> bool {
        self.table_likes(29, 6)
    }

    /// At some tables nobody thinks of tomorrow.
    fn is_reckless(&self) -> bool {
        self.table_likes(23, 4)
    }
}

/// The price of the next train of the stack.
fn next_train(game: &Game) -> Money {
    game.table.depot.top().map(|kind| game.train_price(kind)).unwrap_or_default()
}

/// Whether the player whose turn it is could not pay trains for all their corporations and so many more.
fn is_poor(game: &Game, more: i32) -> bool {
    let Turn::Seat(seat) = game.turn() else { return false };
    let led = game.company_ids().filter(|company| game.president(*company) == Some(seat));
    let safe = |company: CompanyId| {
        let lasts = game.company(company).trains.iter().any(|kind| is_permanent(game, *kind));
        lasts || game.treasury(company) >= next_train(game)
    };
    let risky = led.filter(|company| *company != game.fixed.sarsa && !safe(*company)).count();
    game.cash(seat) < next_train(game) * (risky as i32 + more)
}

/// Whether nothing is in play: then somebody has to dare something.
fn is_idle(game: &Game) -> bool {
    !game.company_ids().any(|company| game.is_railway(company) && game.is_open(company))
}

fn is_permanent(game: &Game, kind: TrainKind) -> bool {
    game.fixed.parts.train_spec(kind).is_some_and(TrainSpec::permanent)
}

fn trains_of_acting(game: &Game) -> usize {
    game.acting().map_or(0, |company| game.proper_trains(company))
}

/// Whether the corporation whose turn it is should save for a train.
fn needs_money(game: &Game) -> bool {
    let Ok(company) = game.acting() else { return false };
    let lasts = game.company(company).trains.iter().any(|kind| is_permanent(game, *kind));
    company != game.fixed.sarsa && !lasts && game.treasury(company) < next_train(game)
}
