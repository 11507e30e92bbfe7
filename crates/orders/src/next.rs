//! What orders do when their owner's turn comes.

use crate::Standing;
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::board::Board;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::route::{Best, Rules, best};
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_engine::view::Asked;
use ferrata_titles::Game;
use ferrata_wire::{Cause, Order, OrderState};
use std::ops::ControlFlow;

/// How long the best routes are searched for, in steps: if they are not proven by then, their owner decides.
const STEPS: u64 = 400_000;

/// What an order comes to on its owner's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// This is done.
    Does(Action),
    /// It is not asked here: its owner, or another order, decides.
    Waits,
    /// It ends.
    Ends(OrderState),
}

impl Standing {
    /// What it does, if it is the seat's turn. `last` is the entry made last; `follows` tells that this very order has just
    /// acted in this turn.
    pub fn next(&self, seat: SeatId, game: &Game, last: Option<&Entry>, follows: bool) -> Reach {
        if game.turn() != Turn::Seat(seat) {
            return Reach::Waits;
        }
        let reached = match &self.order {
            Order::PassUntil { .. } | Order::PassRound => pass(game),
            Order::Buy { company, from, most, .. } => {
                let buy = Buy { company: *company, from: *from, most: *most };
                buy.next(seat, game, follows)
            }
            Order::Bid { card, most } => bid(game, *card, *most),
            Order::Run { company, settle } => run(game, *company, *settle),
            Order::Decline { deal } => decline(game, deal, last),
        };
        match reached {
            // What the rules would not accept is left to the owner.
            Reach::Does(action) if game.why_not(&Entry::seat(seat, action.clone())).is_some() => Reach::Waits,
            other => other,
        }
    }

    /// What ends the turn in which it has done all that was wanted, if something has to.
    pub fn end_turn(&self, seat: SeatId, game: &Game) -> Option<Action> {
        let ends = game.turn() == Turn::Seat(seat) && matches!(self.order, Order::Buy { .. });
        match pass(game) {
            Reach::Does(action) if ends => Some(action),
            _ => None,
        }
    }

    /// What it would do if its owner's turn came on this table: exact on their turn, else as far as it can be told.
    pub fn outlook(&self, seat: SeatId, game: &Game, last: Option<&Entry>) -> Option<Action> {
        if game.turn() == Turn::Seat(seat) {
            return match self.next(seat, game, last, false) {
                Reach::Does(action) => Some(action),
                Reach::Waits | Reach::Ends(_) => None,
            };
        }
        match &self.order {
            Order::PassUntil { .. } | Order::PassRound => Some(Action::Pass),
            Order::Decline { .. } => Some(Action::Decline),
            // What is offered to whoever acts would be offered to the owner, too.
            Order::Buy { company, from, most, .. } => {
                let buy = Buy { company: *company, from: *from, most: *most };
                let (price, percent) =
                    buy.cheapest(game, |_| true).filter(|_| game.asked() == Asked::StockTurn)?;
                (price <= *most).then(|| buy.of(seat, price, percent))
            }
            Order::Bid { card, most } => match bid(game, *card, *most) {
                Reach::Does(action) => Some(action),
                Reach::Waits | Reach::Ends(_) => None,
            },
            Order::Run { .. } => None,
        }
    }
}

fn can_pass(game: &Game) -> bool {
    game.offers().iter().any(|offer| matches!(offer, Offer::Pass { .. }))
}

fn pass(game: &Game) -> Reach {
    if game.asked() == Asked::StockTurn && can_pass(game) { Reach::Does(Action::Pass) } else { Reach::Waits }
}

struct Buy {
    company: CompanyName,
    from: Party,
    most: Money,
}

impl Buy {
    fn next(&self, seat: SeatId, game: &Game, follows: bool) -> Reach {
        if game.asked() != Asked::StockTurn {
            return Reach::Waits;
        }
        match self.cheapest(game, |buyer| buyer == seat) {
            Some((price, percent)) if price <= self.most => Reach::Does(self.of(seat, price, percent)),
            // What was bought in this turn was the turn.
            _ if follows && can_pass(game) => Reach::Does(Action::Pass),
            Some(_) => Reach::Ends(OrderState::Over { cause: Cause::Expensive }),
            None => Reach::Waits,
        }
    }

    /// The least that is asked for a share, and how much of the company that is.
    fn cheapest(&self, game: &Game, is_buyer: impl Fn(SeatId) -> bool) -> Option<(Money, u8)> {
        let offers = game.offers();
        let found = offers.iter().filter_map(|offer| match offer {
            Offer::Buy { buyer: Party::Seat(buyer), company, percent, from, prices }
                if is_buyer(*buyer) && (*company, *from) == (self.company, self.from) =>
            {
                Some((prices.min, *percent))
            }
            _ => None,
        });
        found.min()
    }

    fn of(&self, seat: SeatId, price: Money, percent: u8) -> Action {
        Action::Buy { buyer: Party::Seat(seat), company: self.company, percent, from: self.from, price }
    }
}

fn bid(game: &Game, card: ferrata_engine::name::CardName, most: Money) -> Reach {
    if game.asked() != Asked::Bid {
        return Reach::Waits;
    }
    let offers = game.offers();
    let mut least = None;
    for offer in &offers {
        if let Offer::Bid { card: on, prices } = offer {
            if *on != card {
                // Another card is auctioned.
                return Reach::Waits;
            }
            least = Some(prices.min);
        }
    }
    match least {
        Some(amount) if amount <= most => Reach::Does(Action::Bid { card, amount }),
        Some(_) if can_pass(game) => Reach::Does(Action::Pass),
        _ => Reach::Waits,
    }
}

fn run(game: &Game, company: CompanyName, settle: Settlement) -> Reach {
    let offers = game.offers();
    let offered = offers.iter().find_map(|offer| match offer {
        Offer::Run { company: runs, .. } if *runs == company => Some(true),
        Offer::Settle { ways, .. } if ways.contains(&settle) => Some(false),
        _ => None,
    });
    match offered {
        Some(true) => match game.with_running(Some(company), quick_best) {
            Ok((_, found)) if found.proven => Reach::Does(Action::Run { routes: found.routes }),
            _ => Reach::Waits,
        },
        Some(false) if game.view().operating == Some(company) => Reach::Does(Action::Settle { how: settle }),
        _ => Reach::Waits,
    }
}

/// The best routes, as far as they are found soon.
fn quick_best(board: &Board, rules: &Rules<'_>) -> Best {
    best(board, rules, |progress| match progress.nodes > STEPS {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    })
}

fn decline(game: &Game, deal: &Action, last: Option<&Entry>) -> Reach {
    let asked = game.asked() == Asked::Deal && game.offers().contains(&Offer::Decline);
    let same = matches!(last.map(|entry| &entry.action), Some(Action::Propose { deal: proposed }) if **proposed == *deal);
    if asked && same { Reach::Does(Action::Decline) } else { Reach::Waits }
}
