//! §3.5: who may hold how much, and who directs.

use super::areas::Area;
use super::rules::{DirectorTie, FrozenDirector, PoolDirector};
use super::state::CompanySet;
use super::{Game, Play};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::{Control, Holder};

/// The most of a company a player may control, in percent (§3.5.4).
pub const CONTROL_LIMIT: u8 = 60;
/// The most certificates of other companies a company may own (§3.5.2-03).
pub const COMPANY_CERTIFICATES: usize = 5;

/// Limits.
impl Game {
    /// §3.5.2: how many more certificates a holder may take.
    pub(crate) fn certificates_free(&self, holder: Holder) -> usize {
        let limit = match holder {
            Holder::Company(_) => COMPANY_CERTIFICATES,
            _ => usize::from(self.fixed.certificate_limit),
        };
        limit.saturating_sub(self.t.shares.count(holder))
    }

    /// §3.5.2-02: how many certificates a holder has too many.
    pub(crate) fn certificates_over(&self, holder: Holder) -> usize {
        let limit = match holder {
            Holder::Company(_) => COMPANY_CERTIFICATES,
            _ => usize::from(self.fixed.certificate_limit),
        };
        self.t.shares.count(holder).saturating_sub(limit)
    }

    /// The player whose control a holder's shares count for.
    pub(crate) fn player_behind(&self, holder: Holder) -> Option<SeatId> {
        match holder {
            Holder::Seat(seat) => Some(seat),
            Holder::Company(company) => self.leader(company),
            _ => None,
        }
    }

    /// §3.5.4: how much of a company a player controls.
    pub(crate) fn controlled(&self, company: CompanyId, seat: SeatId) -> u8 {
        self.t.shares.controlled_percent(company, seat)
    }

    /// Whether a holder may take this much more of a company in so many certificates.
    pub(crate) fn may_take(&self, holder: Holder, company: CompanyId, percent: u8, certs: usize) -> Play {
        let rule = if matches!(holder, Holder::Company(_)) { "1841-3.5.2-03" } else { "1841-3.2-09" };
        require(self.certificates_free(holder) >= certs, rule, || {
            "the limit of certificates would be exceeded".into()
        })?;
        let control = self.player_behind(holder).map_or(0, |seat| self.controlled(company, seat));
        require(control + percent <= CONTROL_LIMIT, "1841-3.2-10", || {
            let name = self.name(company);
            format!("{control}% of {name} are controlled already; the limit is {CONTROL_LIMIT}%")
        })
    }

    /// §3.5.4-03: a company may not own shares of a company that leads it, nor of itself.
    pub(crate) fn may_own(&self, holder: Holder, company: CompanyId) -> Play {
        let Holder::Company(owner) = holder else { return Ok(()) };
        require(owner != company, "1841-4.7.2-04", || "a company may not own its own shares".into())?;
        require(!self.leads(company, owner), "1841-3.5.4-03", || {
            format!("{} leads {}, which may not own its shares", self.name(company), self.name(owner))
        })
    }

    /// Whether one company leads another, directly or through companies.
    pub(crate) fn leads(&self, above: CompanyId, below: CompanyId) -> bool {
        let mut at = below;
        for _ in 0..self.t.companies.len() {
            match self.t.shares.director(at) {
                Holder::Company(leader) if leader == above => return true,
                Holder::Company(leader) => at = leader,
                _ => return false,
            }
        }
        false
    }

    /// The companies that lead themselves through others. Where sales and purchases may close no circle, an
    /// emergency or a bankruptcy still can, until the circle is sold out of (§4.5.1.1-04-v2).
    pub(crate) fn circles(&self) -> CompanySet {
        let mut circles = CompanySet::default();
        if self.rules().no_circles {
            let circle = |company: &CompanyId| {
                self.running(*company) && self.t.shares.control(*company) == Control::Circle
            };
            self.company_ids().filter(circle).for_each(|company| circles.add(company));
        }
        circles
    }

    /// §3.5.4-03-v2: no circle of ownership may arise beside those there were.
    pub(crate) fn refuse_circles(&self, before: CompanySet) -> Play {
        let circles = self.circles();
        match self.company_ids().find(|company| circles.has(*company) && !before.has(*company)) {
            None => Ok(()),
            Some(company) => Err(Refusal::rule(
                "1841-3.5.4-03-v2",
                format!("{} would lead itself through other companies", self.name(company)),
            )),
        }
    }
}

/// Change of director (§3.5.3).
impl Game {
    /// §3.5.3-03: the holder of its concession stays director, whoever holds more.
    pub(crate) fn bound_by_concession(&self, company: CompanyId) -> bool {
        let card = self.charter(company).concession;
        let holder = card.and_then(|card| self.t.concessions.get(card.index()));
        match holder {
            Some(Holder::Seat(_)) => true,
            // §3.2-12-v2: in the pool the certificate waits for whoever buys the concession.
            Some(Holder::Pool) => self.rules().pool_director == PoolDirector::WithConcession,
            _ => false,
        }
    }

    /// §3.5.3: lets a larger shareholder take over at once. `old` is the director before the transaction,
    /// from whom ties are counted.
    pub(crate) fn check_director(&mut self, company: CompanyId) -> Play {
        if !self.running(company) || self.bound_by_concession(company) {
            return Ok(());
        }
        let old = self.t.shares.director(company);
        let Some(heir) = self.heir(company, old) else { return Ok(()) };
        self.t.shares.swap_director(company, heir, &mut self.events)?;
        self.reach(Area::DirectorChange);
        if matches!(heir, Holder::Company(_)) {
            self.reach(Area::CompanyDirects);
        }
        Ok(())
    }

    /// Who takes over from `old`, if anybody does.
    pub(crate) fn heir(&self, company: CompanyId, old: Holder) -> Option<Holder> {
        let needed = 2 * self.charter(company).unit();
        let has = match old {
            Holder::Seat(_) | Holder::Company(_) => self.t.shares.percent(company, old),
            // §4.5.1-15: two ordinary certificates are enough against the pool.
            _ => needed - 1,
        };
        let loses_ties = self.rules().frozen_director == FrozenDirector::LosesTies
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
        let needed = 2 * self.charter(company).unit();
        let mut able = self.t.shares.holders(company);
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

    /// §3.5.3-10: among tied shareholders a player before a company; players by their seat from the old
    /// director, companies by price.
    pub(crate) fn preference(&self, holder: Holder, old: Holder) -> (u8, usize) {
        match holder {
            Holder::Seat(seat) => (0, self.distance_from(old, seat)),
            Holder::Company(company) => {
                let order = self.t.chart.order(&self.parts().grid);
                (1, order.iter().position(|other| *other == company).unwrap_or(usize::MAX))
            }
            _ => (2, 0),
        }
    }

    fn distance_from(&self, old: Holder, seat: SeatId) -> usize {
        let players = self.t.order.len().max(1);
        let place = |seat: SeatId| self.t.order.iter().position(|other| *other == seat).unwrap_or(0);
        let at = place(seat);
        let from = match (old, self.rules().director_tie) {
            (Holder::Seat(old), _) => Some(place(old)),
            // G-11: a company sits where its leader sits.
            (Holder::Company(by), DirectorTie::Right) => self.leader(by).map(place),
            _ => None,
        };
        match (from, self.rules().director_tie) {
            (Some(from), DirectorTie::Right) => (from + players - at) % players,
            (Some(from), DirectorTie::Left) => (at + players - from) % players,
            (None, _) => at,
        }
    }

    /// After certificates moved: every company whose director may have changed is looked at, until nothing
    /// changes any more (a company that becomes frozen may lose others).
    pub(crate) fn settle_directors(&mut self) -> Play {
        for company in self.company_ids() {
            if self.running(company) {
                self.check_director(company)?;
            }
        }
        Ok(())
    }
}
