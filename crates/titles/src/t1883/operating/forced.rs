//! 6.8.6 A train that must be bought.

use super::consist;
use crate::t1883::Game;
use crate::t1883::agenda::Pending;
use crate::t1883::stock::sell;
use ferrata_engine::action::Party;
use ferrata_engine::id::{CompanyId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::say;
use ferrata_engine::turn::Title;
use ferrata_engine::view::{Asked, Need};

/// A train that the corporation must buy with the help of its president.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Forced {
    /// 1883-6.8-26: the cheapest of stack and pool, 2G excluded.
    pub(super) kind: TrainKind,
    pub(super) price: Money,
    /// What is missing after treasury and the president's cash; nothing if zero or less.
    pub(super) short: Money,
    /// 1883-6.8-29: what the president could raise by sales.
    pub(super) raisable: Money,
}

impl Game {
    /// The money that has to be raised now, for people.
    pub fn need(&self) -> Option<Need> {
        if let Some(Pending::Raising(raising)) = self.table.pending.last() {
            return Some(raising.need(self));
        }
        let company = self.acting().ok().filter(|_| self.asked() == Asked::Emergency)?;
        let (Forced { kind, price, .. }, seat) = (forced(self, company)?, self.president(company)?);
        let (train, name) = (self.fixed.parts.train_name(kind), self.name(company));
        let givers =
            vec![(Party::Company(name), self.treasury(company)), (Party::Seat(seat), self.cash(seat))];
        Some(Need {
            what: say!("the {train}-train of {company}", train, company = name),
            amount: price,
            givers,
        })
    }
}

/// The cheapest train that the bank or the pool sells.
pub(super) fn cheapest(game: &Game) -> Option<TrainKind> {
    let kinds = game.table.depot.for_sale().filter(|kind| *kind != game.fixed.gravity.kind);
    kinds.min_by_key(|kind| game.train_price(*kind))
}

/// 1883-6.8-01, 1883-6.8-10: whether the corporation must buy a train now.
pub(super) fn must_buy(game: &Game, company: CompanyId) -> bool {
    game.proper_trains(company) == 0
        && company != game.fixed.sarsa
        && cheapest(game).is_some_and(|kind| consist::has_possible_route(game, company, kind))
}

/// 1883-6.8-17: what must be bought although the treasury cannot pay it.
pub(super) fn forced(game: &Game, company: CompanyId) -> Option<Forced> {
    let kind = cheapest(game)?;
    let (price, treasury) = (game.train_price(kind), game.treasury(company));
    if price <= treasury || !must_buy(game, company) {
        return None;
    }
    let seat = game.president(company)?;
    let short = price - treasury - game.cash(seat);
    let raisable = sell::raisable(game, seat, Some(company), &game.company_turn().block);
    Some(Forced { kind, price, short, raisable })
}
