//! Chapter 3.5.3: change of director.

use crate::t1841::Game;
use crate::t1841::rules::{DirectorTie, FrozenDirector, PoolDirector};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

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
        let heir = self.heir(company, None).or_else(|| self.heir_of_frozen(company));
        heir.map_or(Ok(()), |heir| self.make_director(company, heir, events))
    }

    /// The director has sold to a player: of those who hold more than whoever has the certificate now, equal ones are counted from
    /// the old director (1841-3.5.3-10).
    pub(crate) fn check_director_after(
        &mut self,
        company: CompanyId,
        old: SeatId,
        events: &mut Events,
    ) -> Play {
        let now = self.table.shares.director(company);
        let has = self.table.shares.percent(company, now);
        let may_change = self.may_change(company);
        let heir = self.largest_heir(company, Holder::Seat(old), |_, percent| may_change && percent > has);
        heir.map_or(Ok(()), |heir| self.make_director(company, heir, events))
    }

    /// The director's certificate changes hands; out of the pool a concession goes with it (1841-3.1-11).
    fn make_director(&mut self, company: CompanyId, heir: Holder, events: &mut Events) -> Play {
        let from_pool = self.table.shares.director(company) == Holder::Pool;
        self.table.shares.swap_director(company, heir, events)?;
        let card = self.charter(company).concession.filter(|_| from_pool);
        let card = card.filter(|card| self.concession_holder(*card) == Holder::Pool);
        if let (Some(card), Holder::Seat(_)) = (card, heir) {
            self.give_concession(card, heir, events);
        }
        Ok(())
    }

    /// Whether nothing keeps the directorship of a company where it is.
    fn may_change(&self, company: CompanyId) -> bool {
        self.running(company) && !self.bound_by_concession(company)
    }

    /// 1841-3.5.3-01: who takes over a company, if anybody does: whoever holds strictly more. `former` is a player whose
    /// directorships have just gone to the pool: there they are the old director.
    fn heir(&self, company: CompanyId, former: Option<SeatId>) -> Option<Holder> {
        if !self.may_change(company) {
            return None;
        }
        let (old, needed) = (self.table.shares.director(company), self.charter(company).directorship());
        match old {
            Holder::Seat(_) | Holder::Company(_) => {
                let has = self.table.shares.percent(company, old);
                self.largest_heir(company, old, |_, percent| percent > has)
            }
            // 1841-4.5.1-15: two ordinary certificates are enough against the pool; without them the company is
            // frozen (1841-4.5.1-16).
            _ => {
                let right = self.fixed.rules.director_tie == DirectorTie::Right;
                let old = former.filter(|_| right).map_or(old, Holder::Seat);
                self.largest_heir(company, old, |_, percent| percent >= needed)
            }
        }
    }

    /// G-28: who takes over from a frozen company because it holds as much; not another one that nobody leads.
    fn heir_of_frozen(&self, company: CompanyId) -> Option<Holder> {
        let old = self.table.shares.director(company);
        let Holder::Company(by) = old else { return None };
        let loses_ties = self.fixed.rules.frozen_director == FrozenDirector::LosesTies;
        if !loses_ties || !self.frozen(by) || !self.may_change(company) {
            return None;
        }
        let has = self.table.shares.percent(company, old);
        let led = |holder| !matches!(holder, Holder::Company(other) if self.unled(other));
        self.largest_heir(company, old, |holder, percent| percent >= has && led(holder))
    }

    /// The largest shareholder besides the director who can give two units for the certificate and holds enough.
    pub(crate) fn largest_heir(
        &self,
        company: CompanyId,
        director: Holder,
        enough: impl Fn(Holder, u8) -> bool,
    ) -> Option<Holder> {
        let needed = self.charter(company).directorship();
        let mut able = self.table.shares.holders(company);
        able.retain(|(holder, percent)| {
            matches!(holder, Holder::Seat(_) | Holder::Company(_))
                && *holder != director
                && *percent >= needed
                && enough(*holder, *percent)
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
        self.settle_directors_after(None, events)
    }

    /// The same after a player gave up shares. Whoever holds more takes over everywhere before it is asked who is frozen and
    /// loses ties, and all who take over do so together: the order of companies decides nothing.
    pub(crate) fn settle_directors_after(&mut self, former: Option<SeatId>, events: &mut Events) -> Play {
        for _ in 0..=self.table.companies.len() {
            let larger =
                self.company_ids().filter_map(|company| Some((company, self.heir(company, former)?)));
            let mut heirs: Heirs = larger.collect();
            if heirs.is_empty() {
                let tied =
                    self.company_ids().filter_map(|company| Some((company, self.heir_of_frozen(company)?)));
                heirs = tied.collect();
            }
            if heirs.is_empty() {
                break;
            }
            for (company, heir) in heirs {
                self.make_director(company, heir, events)?;
            }
        }
        self.settle_circles(former);
        Ok(())
    }
}

/// Who takes over which company.
type Heirs = SmallVec<[(CompanyId, Holder); 4]>;

/// G-54: companies that lead themselves through others. (In v2 no circle arises, or it is frozen.)
impl Game {
    /// The player who decides for a company that leads itself, or is led by one that does.
    pub(crate) fn circle_leader(&self, company: CompanyId) -> Option<SeatId> {
        self.circle_above(company).into_iter().find_map(|member| self.company(member).led_by)
    }

    fn circle_above(&self, company: CompanyId) -> SmallVec<[CompanyId; 4]> {
        let above = self.table.shares.chain_above(company);
        std::iter::once(company).chain(above).collect()
    }

    /// Notes for every company of a circle who decides for it.
    fn settle_circles(&mut self, former: Option<SeatId>) {
        if self.fixed.rules.no_circles {
            return;
        }
        for company in self.company_ids() {
            let circle = self.running(company) && self.leads(company, company);
            let leader = if circle { self.largest_in_circle(company, former) } else { None };
            if let Some(charter) = self.company_mut(company) {
                charter.led_by = leader;
            }
        }
    }

    /// The player with the largest holding in any company of the circle, at least two shares; of equal ones whoever decides
    /// already, else the next to the right of the old director.
    fn largest_in_circle(&self, company: CompanyId, former: Option<SeatId>) -> Option<SeatId> {
        let circle = self.circle_above(company);
        let holding = |seat: SeatId| {
            let of = |member: CompanyId| self.table.shares.percent(member, Holder::Seat(seat));
            let enough = circle.iter().filter(|member| of(**member) >= self.charter(**member).directorship());
            enough.map(|member| of(*member)).max()
        };
        let players = self.left_of(self.table.priority);
        let most = players.iter().filter_map(|seat| holding(*seat)).max()?;
        let tied = players.into_iter().filter(|seat| holding(*seat) == Some(most));
        let (now, old) = (self.circle_leader(company), Holder::Seat(former.unwrap_or(self.table.priority)));
        tied.min_by_key(|seat| (Some(*seat) != now, self.distance_from(old, *seat)))
    }
}
