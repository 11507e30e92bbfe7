//! Chapter 3.5.3: change of director.

use crate::t1841::Game;
use crate::t1841::rules::{DirectorTie, FrozenDirector, PoolDirector};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::shares::Holder;

impl Game {
    /// 1841-3.5.3-03: the holder of its concession stays director, whoever holds more.
    pub(crate) fn bound_by_concession(&self, company: CompanyId) -> bool {
        match self.charter(company).concession.map(|card| self.concession_holder(card)) {
            Some(Holder::Seat(_)) => true,
            // 1841-3.2-12-v2: in the pool the certificate waits for whoever buys the concession.
            Some(Holder::Pool) => self.fixed.rules.pool_director == PoolDirector::WithConcession,
            _ => false,
        }
    }

    /// 1841-3.5.3-02, 1841-3.5.3-05: lets a larger shareholder take over at once.
    pub(crate) fn check_director(&mut self, company: CompanyId, events: &mut Events) -> Play {
        if !self.running(company) || self.bound_by_concession(company) {
            return Ok(());
        }
        let old = self.table.shares.director(company);
        let Some(heir) = self.heir(company, old) else { return Ok(()) };
        self.table.shares.swap_director(company, heir, events)
    }

    /// 1841-3.5.3-01: who takes over from `old`, if anybody does: whoever holds strictly more.
    pub(crate) fn heir(&self, company: CompanyId, old: Holder) -> Option<Holder> {
        let needed = self.charter(company).directorship();
        let has = match old {
            Holder::Seat(_) | Holder::Company(_) => self.table.shares.percent(company, old),
            // 1841-4.5.1-15: two ordinary certificates are enough against the pool; without them the company is
            // frozen (1841-4.5.1-16).
            _ => needed - 1,
        };
        let loses_ties = self.fixed.rules.frozen_director == FrozenDirector::LosesTies
            && matches!(old, Holder::Company(by) if self.frozen(by));
        self.largest_heir(company, old, |percent| percent > has || (loses_ties && percent == has))
    }

    /// The largest shareholder besides the director who can give two units for the certificate and holds enough.
    pub(crate) fn largest_heir(
        &self,
        company: CompanyId,
        director: Holder,
        enough: impl Fn(u8) -> bool,
    ) -> Option<Holder> {
        let needed = self.charter(company).directorship();
        let mut able = self.table.shares.holders(company);
        able.retain(|(holder, percent)| {
            matches!(holder, Holder::Seat(_) | Holder::Company(_))
                && *holder != director
                && *percent >= needed
                && enough(*percent)
        });
        let most = able.iter().map(|(_, percent)| *percent).max()?;
        let tied = able.into_iter().filter(|(_, percent)| *percent == most).map(|(holder, _)| holder);
        tied.min_by_key(|holder| self.preference(*holder, director))
    }

    /// 1841-3.5.3-10, 1841-3.5.3-10-v2: among tied shareholders a player before a company; players by their seat from the old
    /// director, companies by price.
    pub(crate) fn preference(&self, holder: Holder, old: Holder) -> (u8, usize) {
        match holder {
            Holder::Seat(seat) => (0, self.distance_from(old, seat)),
            Holder::Company(company) => {
                let order = self.table.chart.order(&self.fixed.parts.grid);
                (1, order.iter().position(|other| *other == company).unwrap_or(usize::MAX))
            }
            _ => (2, 0),
        }
    }

    fn distance_from(&self, old: Holder, seat: SeatId) -> usize {
        let players = self.table.order.len().max(1);
        let place = |seat: SeatId| self.table.order.iter().position(|other| *other == seat).unwrap_or(0);
        let at = place(seat);
        let from = match (old, self.fixed.rules.director_tie) {
            (Holder::Seat(old), _) => Some(place(old)),
            // G-11: a company sits where its leader sits.
            (Holder::Company(by), DirectorTie::Right) => self.leader(by).map(place),
            _ => None,
        };
        match (from, self.fixed.rules.director_tie) {
            (Some(from), DirectorTie::Right) => (from + players - at) % players,
            (Some(from), DirectorTie::Left) => (at + players - from) % players,
            (None, _) => at,
        }
    }

    /// After certificates moved: every company whose director may have changed is looked at.
    pub(crate) fn settle_directors(&mut self, events: &mut Events) -> Play {
        for company in self.company_ids() {
            if self.running(company) {
                self.check_director(company, events)?;
            }
        }
        Ok(())
    }
}
