//! Chapters 3.5.2 and 3.5.4: who may hold how much.

use crate::t1841::Game;
use ferrata_engine::decision::Play;
use ferrata_engine::id::{CompanyId, CompanySet, SeatId};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::{Control, Holder};

impl Game {
    /// 1841-3.5.2-01, 1841-3.5.2-03: how many certificates a holder may have.
    fn certificate_limit(&self, holder: Holder) -> usize {
        match holder {
            Holder::Company(_) => self.fixed.figures.company_certificates.into(),
            _ => self.fixed.by_players.certificate_limit.into(),
        }
    }

    /// How many more certificates a holder may take.
    pub(crate) fn certificates_free(&self, holder: Holder) -> usize {
        self.certificate_limit(holder).saturating_sub(self.table.shares.count(holder))
    }

    /// 1841-3.5.2-02, 1841-3.5.3-09: how many certificates a holder has too many.
    pub(crate) fn certificates_over(&self, holder: Holder) -> usize {
        self.table.shares.count(holder).saturating_sub(self.certificate_limit(holder))
    }

    /// The player whose control a holder's shares count for.
    pub(crate) fn player_behind(&self, holder: Holder) -> Option<SeatId> {
        match holder {
            Holder::Seat(seat) => Some(seat),
            Holder::Company(company) => self.leader(company),
            _ => None,
        }
    }

    /// 1841-3.5.4-01: how much of a company a player controls.
    pub(crate) fn controlled(&self, company: CompanyId, seat: SeatId) -> u8 {
        let held = self.table.shares.controlled_percent(company, seat);
        if self.table.companies.iter().all(|charter| charter.led_by != Some(seat)) {
            return held;
        }
        // G-54: what companies of a circle hold counts for whoever decides for them.
        let circle = |by: &CompanyId| *by != company && self.table.shares.control(*by) == Control::Circle;
        let led = self.company_ids().filter(circle).filter(|by| self.leader(*by) == Some(seat));
        held + led.map(|by| self.table.shares.percent(company, Holder::Company(by))).sum::<u8>()
    }

    /// 1841-3.5.4-02: whether a player controls too much of a company.
    pub(crate) fn controls_too_much(&self, company: CompanyId, seat: SeatId) -> bool {
        self.controlled(company, seat) > self.fixed.figures.control_limit
    }

    /// Whether a holder may take this much more of a company in so many certificates.
    pub(crate) fn may_take(&self, holder: Holder, company: CompanyId, percent: u8, certs: usize) -> Play {
        let rule = if matches!(holder, Holder::Company(_)) { "1841-3.5.2-03" } else { "1841-3.2-09" };
        require(self.certificates_free(holder) >= certs, rule, || {
            say!("the limit of certificates would be exceeded")
        })?;
        let control = self.player_behind(holder).map_or(0, |seat| self.controlled(company, seat));
        let limit = self.fixed.figures.control_limit;
        require(control + percent <= limit, "1841-3.2-10", || {
            let company = self.name(company);
            say!(
                "{control}% of {company} are controlled already; the limit is {limit}%",
                control,
                company,
                limit
            )
        })
    }

    /// 1841-3.5.4-03: a company may not own shares of a company that leads it, nor of itself.
    pub(crate) fn may_own(&self, holder: Holder, company: CompanyId) -> Play {
        let Holder::Company(owner) = holder else { return Ok(()) };
        require(owner != company, "1841-4.7.2-04", || say!("a company may not own its own shares"))?;
        require(!self.leads(company, owner), "1841-3.5.4-03", || {
            say!(
                "{company} leads {owner}, which may not own its shares",
                company = self.name(company),
                owner = self.name(owner)
            )
        })
    }

    /// Whether one company leads another, directly or through companies.
    pub(crate) fn leads(&self, above: CompanyId, below: CompanyId) -> bool {
        let mut at = below;
        for _ in 0..self.table.companies.len() {
            match self.table.shares.director(at) {
                Holder::Company(leader) if leader == above => return true,
                Holder::Company(leader) => at = leader,
                _ => return false,
            }
        }
        false
    }

    /// The companies that lead themselves through others. Where sales and purchases may close no circle, an
    /// emergency or a bankruptcy still can, until the circle is sold out of (1841-4.5.1.1-04-v2).
    pub(crate) fn circles(&self) -> CompanySet {
        let mut circles = CompanySet::default();
        if self.fixed.rules.no_circles {
            let circle = |company: &CompanyId| {
                self.running(*company) && self.table.shares.control(*company) == Control::Circle
            };
            self.company_ids().filter(circle).for_each(|company| circles.add(company));
        }
        circles
    }

    /// 1841-3.5.4-03-v2: no circle of ownership may arise beside those there were.
    pub(crate) fn refuse_circles(&self, before: CompanySet) -> Play {
        let circles = self.circles();
        match self.company_ids().find(|company| circles.has(*company) && !before.has(*company)) {
            None => Ok(()),
            Some(company) => {
                let company = self.name(company);
                Err(Refusal::rule(
                    "1841-3.5.4-03-v2",
                    say!("{company} would lead itself through other companies", company),
                ))
            }
        }
    }
}
