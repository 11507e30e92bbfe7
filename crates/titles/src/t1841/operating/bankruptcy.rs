//! Chapter 4.5.1: bankruptcy.

use super::Step;
use super::emergency::{Emergency, LEAVE, STAY};
use crate::t1841::Game;
use crate::t1841::end::{Ending, Why};
use crate::t1841::lookup::said;
use crate::t1841::rules::Surrender;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

impl Game {
    /// Whether the player at the end of the chain is bankrupt: nothing can be sold and it does not suffice.
    pub(crate) fn bankrupt(&self, need: Emergency) -> bool {
        if self.fixed.rules.as_recorded.leaders_keep_cash {
            let train = self.cheapest_train().map_or(need.amount, |(_, price)| price);
            return self.power_as_recorded(need) < train;
        }
        !self.covered(need) && self.seller(need).is_none()
    }

    /// O-37: what counts online when somebody declares bankruptcy: the company's cash, what the companies could sell
    /// at half price, the cash of those beyond the first that can sell, and what the player has. While a company can
    /// sell, their shares count at the full price as far as a stock round would take them, else at half price.
    fn power_as_recorded(&self, need: Emergency) -> Money {
        let mut power = self.table.ledger.company(need.company);
        let mut selling = false;
        for giver in self.givers(need.company) {
            if selling || matches!(giver, Holder::Seat(_)) {
                power += self.cash(giver);
            }
            power += match giver {
                Holder::Seat(_) if selling => self.stock_worth(giver),
                _ => self.emergency_worth(need, giver),
            };
            selling |= self.emergency_worth(need, giver) > Money::ZERO;
        }
        power
    }

    /// What a stock round would pay a holder at most, company by company.
    fn stock_worth(&self, holder: Holder) -> Money {
        let running = self.company_ids().filter(|company| self.running(*company));
        let most = |company| self.partable(holder, company).min(self.pool_room(company));
        running.map(|company| self.price_of(company, most(company))).sum()
    }

    /// What a giver could raise at half price.
    fn emergency_worth(&self, need: Emergency, giver: Holder) -> Money {
        let running = self.company_ids().filter(|company| self.running(*company));
        running.map(|company| self.half_price(company, self.most(need, giver, company))).sum()
    }
}

/// 1841-4.5.1-17: the bankrupt player takes money from the bank and plays on, or leaves.
pub(super) fn offer(game: &Game) -> Offer {
    let stay = say!("take {loan} and play on", loan = game.fixed.figures.loan);
    Offer::Choose {
        about: say!("the money cannot be raised: bankruptcy"),
        options: vec![(STAY, stay), (LEAVE, say!("leave the game"))],
    }
}

/// 1841-4.5.1-13, 1841-4.5.1-17: somebody is bankrupt.
pub(super) fn go_bankrupt(game: &mut Game, need: Emergency, option: OptionName, events: &mut Events) -> Play {
    require(game.bankrupt(need), "1841-4.5.1-13", || say!("the money can still be raised"))?;
    if option != STAY && option != LEAVE {
        return Err(Refusal::out_of_place(say!("take money from the bank and stay, or leave")));
    }
    let Some(seat) = game.leader(need.company) else { return Ok(()) };
    said(seat, say!("is bankrupt"), events);
    gather_all(game, need, events)?;
    if game.fixed.rules.surrender == Surrender::SellableMovesMarkers {
        sell_all_moving(game, need, seat, events)?;
    }
    surrender(game, need, seat, events)?;
    let used_only = !game.fixed.rules.bankrupt_loses_concessions && option == STAY;
    forfeit_concessions(game, seat, used_only, events);
    // 1841-3.5.3-10, 1841-4.5.1-15: whoever takes over from the bankrupt player, who is the old director of all they had.
    game.settle_directors_after(Some(seat), events)?;
    if option == STAY {
        let (loan, why) = (game.fixed.figures.loan, say!("to play on"));
        game.table.ledger.pay(Account::Bank, Account::Seat(seat), loan, why, events)?;
        if let Some(player) = game.table.players.get_mut(seat.index()) {
            player.loans += 1;
        }
    } else {
        leave(game, seat, events);
        if game.table.ending == Some(Ending::Now(Why::OnePlayer))
            && game.fixed.rules.as_recorded.frozen_before_the_end
        {
            pass_over_frozen(game, events)?;
        }
    }
    Ok(())
}

/// 1841-4.5.1-13: all cash goes to the company; online that of the player only (O-37).
fn gather_all(game: &mut Game, need: Emergency, events: &mut Events) -> Play {
    let player_only = game.fixed.rules.as_recorded.leaders_keep_cash;
    for giver in game.givers(need.company) {
        if player_only && !matches!(giver, Holder::Seat(_)) {
            continue;
        }
        let amount = game.cash(giver);
        if let Some(account) = Game::account(giver).filter(|_| giver != Holder::Company(need.company)) {
            let (to, why) = (Account::Company(need.company), say!("emergency money"));
            game.table.ledger.pay(account, to, amount, why, events)?;
        }
    }
    Ok(())
}

/// O-18: what could have been sold moves markers.
fn sell_all_moving(game: &mut Game, need: Emergency, seat: SeatId, events: &mut Events) -> Play {
    for company in game.company_ids().filter(|company| game.running(*company)).collect::<Vec<_>>() {
        let giver = Holder::Seat(seat);
        let most = game.most(need, giver, company);
        if most == 0 {
            continue;
        }
        let proceeds = game.half_price(company, most);
        game.part_with(giver, company, most, events)?;
        let (to, why) = (Account::Company(need.company), say!("bankruptcy"));
        game.table.ledger.pay(Account::Bank, to, proceeds, why, events)?;
        game.move_down(company, most / game.charter(company).unit, events);
        game.settle_directors(events)?;
    }
    Ok(())
}

/// Everything left goes to the pool at half price without moving markers.
fn surrender(game: &mut Game, need: Emergency, seat: SeatId, events: &mut Events) -> Play {
    for company in game.company_ids() {
        let held = game.table.shares.percent(company, Holder::Seat(seat));
        if held == 0 {
            continue;
        }
        let proceeds = game.half_price(company, held);
        let certs: Vec<_> =
            game.table.shares.of_held_by(company, Holder::Seat(seat)).map(|(cert, _)| cert).collect();
        for cert in certs {
            game.table.shares.give(cert, Holder::Pool, events)?;
        }
        let (to, why) = (Account::Company(need.company), say!("bankruptcy"));
        game.table.ledger.pay(Account::Bank, to, proceeds, why, events)?;
    }
    Ok(())
}

/// 1841-4.5.1-18-v2: concessions go to the bank; in v1 only used ones, with their director's certificate.
fn forfeit_concessions(game: &mut Game, seat: SeatId, used_only: bool, events: &mut Events) {
    for card in game.concession_ids() {
        let held = game.concession_holder(card) == Holder::Seat(seat);
        if held && (game.used(card).is_some() || !used_only) {
            game.give_concession(card, Holder::Pool, events);
        }
    }
}

/// They leave the game; the last one left wins at once (1841-4.5.1-18-v2, G-52).
fn leave(game: &mut Game, seat: SeatId, events: &mut Events) {
    said(seat, say!("leaves the game"), events);
    if let Some(player) = game.table.players.get_mut(seat.index()) {
        player.out = true;
    }
    // Online the card stays where it is until the next stock round; there the next player begins.
    if game.table.priority == seat && !game.fixed.rules.as_recorded.priority_stays {
        game.table.priority = game.left_of(seat).first().copied().unwrap_or(seat);
    }
    let left = game.table.players.iter().filter(|player| !player.out).count();
    if left <= 1 {
        game.trigger(Ending::Now(Why::OnePlayer));
    }
}

/// 1841-4.5.1-14: after a bankruptcy the company's turn is over.
pub(super) fn end_turn_after(game: &mut Game) {
    game.go_to(Step::Done);
}

/// O-39: the site gives the turn on before it sees that the game is over: frozen companies that come next still move.
fn pass_over_frozen(game: &mut Game, events: &mut Events) -> Play {
    let acting = game.acting().ok();
    let next = |game: &Game| game.to_act().into_iter().find(|company| Some(*company) != acting);
    while let Some(company) = next(game).filter(|company| game.unled(*company)) {
        super::frozen::pass_over(game, company, events)?;
    }
    Ok(())
}
