//! §7 The end of the game and the winner.

use super::Esp;
use super::game::Class;
use super::state::{Ended, PRIVATES, Round, Status};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Outcome;
use std::sync::Arc;

impl Esp {
    // 18ESP §7.1: cash, shares at the chart price, frozen minors twice, less debt and interest. While privates are
    // open (never at the end) they count with their face value.
    pub(super) fn worth(&self, seat: SeatId) -> Money {
        let held = self.s.shares.held_by(Holder::Seat(seat));
        let value = |company: CompanyId, percent: u8| {
            let price = self.price(company);
            match self.company(company).status {
                Status::Frozen => price * self.game.figures.frozen_factor,
                // A minor still in operation is worth its price.
                _ if self.is_minor(company) => price,
                _ => price * i32::from(percent / 10),
            }
        };
        let shares: Money = held.map(|(_, cert)| value(cert.company, cert.percent)).sum();
        let own = |private: &usize| self.private_owner(*private) == Holder::Seat(seat);
        let privates: Money = (0..PRIVATES).filter(own).map(|private| self.private(private).price).sum();
        self.s.ledger.seat(seat) + shares + privates - self.owed(seat)
    }

    /// The North company with the highest price, the top of the stack among equals.
    fn best_north(&self) -> Option<CompanyId> {
        let order = self.s.chart.order(&self.game.parts.grid);
        order.into_iter().find(|&company| self.class(company) == Class::North)
    }

    // 18ESP §7.1: ties: most shares of the best North company, then the lowest order card.
    pub(super) fn standings(&self) -> Vec<(SeatId, Money)> {
        let best = self.best_north();
        let north = |seat| best.map_or(0, |company| self.s.shares.percent(company, Holder::Seat(seat)));
        let mut standings: Vec<_> = self.s.order.iter().map(|&seat| (seat, self.worth(seat))).collect();
        standings.sort_by_key(|&(seat, worth)| std::cmp::Reverse((worth, north(seat))));
        standings
    }

    pub(super) fn end_game(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        let reason = "the last operating round is over".to_owned();
        let outcome = Outcome { reason, standings: self.standings() };
        self.s.round = Round::Over(Ended(Arc::new(outcome)));
        ev.push(Event::Note { text: "The game is over.".into() });
        Ok(())
    }
}
