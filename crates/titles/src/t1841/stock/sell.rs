//! Chapters 3.1 and 4.7.1: selling shares to the pool. Players and companies sell by the same rules.

use crate::t1841::Game;
use crate::t1841::rules::{HalfPrice, MarkerMoves};
use crate::t1841::table::Round;
use ferrata_engine::action::Party;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

impl Game {
    /// 1841-3.1-07, 1841-8-01: how much more of a company the pool takes.
    pub(crate) fn pool_room(&self, company: CompanyId) -> u8 {
        let limit = self.charter(company).class.pool_limit;
        limit.saturating_sub(self.table.shares.percent(company, Holder::Pool))
    }

    /// Who holds the certificates a seller sells: a company's own come from its offering.
    pub(crate) fn source(seller: Holder, company: CompanyId) -> Holder {
        if seller == Holder::Company(company) { Holder::Offering } else { seller }
    }

    /// How much of a company a holder can part with: all ordinary certificates and, if somebody else can
    /// take over the directorship, what the swap gives for it (1841-3.5.3-06).
    pub(crate) fn partable(&self, source: Holder, company: CompanyId) -> u8 {
        let held = self.table.shares.percent(company, source);
        let directs = self.table.shares.director(company) == source;
        if !directs || self.can_shed(source, company) {
            return held;
        }
        held.saturating_sub(self.charter(company).directorship())
    }

    /// 1841-3.5.3-06, 1841-3.5.3-07: another shareholder must hold two ordinary certificates.
    fn can_shed(&self, director: Holder, company: CompanyId) -> bool {
        if director == Holder::Offering || self.bound_by_concession(company) {
            return false;
        }
        self.heir_of_sale(company, director).is_some()
    }

    /// The amounts of a company a holder may sell now.
    pub(crate) fn sellable(&self, seller: Holder, company: CompanyId) -> SmallVec<[u8; 8]> {
        let mut percents = SmallVec::new();
        let held = self.table.shares.percent(company, Game::source(seller, company));
        if held == 0 || self.may_sell(seller, company).is_err() {
            return percents;
        }
        let most = self.partable(Game::source(seller, company), company).min(self.pool_room(company));
        let unit = self.charter(company).unit;
        let mut percent = unit;
        while percent <= most {
            if self.keeps_out_of_circles(seller, company, percent) {
                percents.push(percent);
            }
            percent += unit;
        }
        percents
    }

    /// 1841-3.5.4-03-v2: a sale may not close a circle. Only a director's sale can, and only if a company could take
    /// over, so only that is tried out.
    fn keeps_out_of_circles(&self, seller: Holder, company: CompanyId, percent: u8) -> bool {
        if !self.fixed.rules.no_circles || self.table.shares.director(company) != seller {
            return true;
        }
        if !matches!(self.heir_of_sale(company, seller), Some(Holder::Company(_))) {
            return true;
        }
        let mut after = self.clone();
        after.hand_over(seller, company, percent, &mut Events::new()).is_ok()
            && after.refuse_circles(self.circles()).is_ok()
    }

    /// 1841-3.1-06, 1841-3.3.3-04, 1841-4.7.1-02: whether shares of a company may be sold at all: it must have acted; its
    /// own, in v1, also in its first turn (1841-4.7.1-02-v2, G-40).
    fn may_sell(&self, seller: Holder, company: CompanyId) -> Play {
        let own = seller == Holder::Company(company);
        let acted = self.company(company).operated || (own && self.fixed.rules.offering_sold_in_first_turn);
        let rule = if own { "1841-4.7.1-02-v2" } else { "1841-3.1-06" };
        require(self.running(company), "1841-3.1-01", || say!("this company is not in operation"))?;
        require(acted, rule, || {
            say!(
                "{company} has not acted in an operating round yet, so its shares cannot be sold",
                company = self.name(company)
            )
        })
    }

    /// Whether a holder can sell anything.
    pub(crate) fn can_sell(&self, seller: Holder) -> bool {
        self.company_ids().any(|company| !self.sellable(seller, company).is_empty())
    }

    /// What may be sold by a holder, company by company.
    pub(crate) fn sale_offers(&self, seller: Holder, offers: &mut Vec<Offer>) {
        for company in self.company_ids() {
            let percents = self.sellable(seller, company);
            if !percents.is_empty() {
                offers.push(Offer::Sell {
                    seller: self.party(seller),
                    company: self.name(company),
                    percents,
                    price: self.price(company),
                    per: self.charter(company).unit,
                });
            }
        }
    }

    /// Leaves of all possible sales those of companies that must be sold; online whoever must sell may sell anything
    /// first (O-38).
    pub(crate) fn keep_due(&self, due: &[CompanyName], offers: &mut Vec<Offer>) {
        let listed = |offer: &Offer| matches!(offer, Offer::Sell { company, .. } if due.contains(company));
        if !self.fixed.rules.as_recorded.any_forced_sale || !offers.iter().any(listed) {
            offers.retain(listed);
        }
    }

    /// 1841-3.1-01, 1841-3.1-02, 1841-3.1-10, 1841-4.7.1-01: sells shares to the pool at the market price, all together
    /// at the price before the drop (1841-3.1-03).
    pub(crate) fn sell(
        &mut self,
        seller: Holder,
        company: CompanyId,
        percent: u8,
        events: &mut Events,
    ) -> Play {
        self.may_sell(seller, company)?;
        let unit = self.charter(company).unit;
        require(percent > 0 && percent.is_multiple_of(unit), "1841-3.1-04", || {
            say!("one unit is {unit}%", unit)
        })?;
        let room = self.pool_room(company);
        require(percent <= room, "1841-3.1-07", || {
            say!("the pool takes only {room}% more of this company", room)
        })?;
        let part = self.partable(Game::source(seller, company), company);
        let bound = self.bound_by_concession(company);
        require(percent <= part, "1841-3.1-11", || match part {
            _ if bound => {
                say!("only {part}% can be sold; the director's certificate goes with its concession", part)
            }
            0 => say!("a director's certificate cannot be sold unless another shareholder takes over"),
            _ => say!(
                "only {part}% can be sold; a director's certificate stays unless another shareholder takes over",
                part
            ),
        })?;
        let (units, circles, former) = (percent / unit, self.circles(), self.player_behind(seller));
        self.hand_over(seller, company, percent, events)?;
        self.refuse_circles(circles)?;
        let (account, due) =
            (Game::account(seller).unwrap_or(Account::Bank), self.price_of(company, percent));
        let why = say!("{percent}% of {company}", percent, company = self.name(company));
        self.table.ledger.pay(Account::Bank, account, due, why, events)?;
        self.note_sale(company, units, events);
        self.settle_directors_after(former, events)
    }

    /// The certificates go to the pool; a director who parts with the certificate swaps it first
    /// (1841-3.5.3-05, 1841-3.5.3-06, 1841-4.7.1-03).
    pub(crate) fn hand_over(
        &mut self,
        seller: Holder,
        company: CompanyId,
        percent: u8,
        events: &mut Events,
    ) -> Play {
        let source = Game::source(seller, company);
        let held = self.table.shares.percent(company, source);
        let directs = self.table.shares.director(company) == source;
        let ordinary = held - if directs { self.charter(company).directorship() } else { 0 };
        if percent > ordinary {
            // The largest other shareholder takes the certificate; what the seller keeps is less.
            let heir = self.heir_of_sale(company, source);
            let heir = heir.ok_or_else(|| {
                Refusal::rule("1841-3.5.3-07", say!("nobody else can take over the directorship"))
            })?;
            self.table.shares.swap_director(company, heir, events)?;
        }
        self.table.shares.give_percent(company, percent, source, Holder::Pool, events)?;
        self.check_director(company, events)
    }

    /// Who takes over when a director sells out of the certificate: the largest other shareholder.
    pub(crate) fn heir_of_sale(&self, company: CompanyId, director: Holder) -> Option<Holder> {
        self.largest_heir(company, director, |_, _| true)
    }

    /// 1841-3.1-04: a row per unit, after the payment; by the book all of a step together, online at once (O-05).
    fn note_sale(&mut self, company: CompanyId, units: u8, events: &mut Events) {
        if self.fixed.rules.marker_moves == MarkerMoves::AtOnce {
            return self.move_down(company, units, events);
        }
        let unmoved = match &mut self.table.round {
            Round::Stock(round) => &mut round.turn.unmoved,
            Round::Operating(round) => &mut round.turn.unmoved,
            _ => return self.move_down(company, units, events),
        };
        match unmoved.iter_mut().find(|(other, _)| *other == company) {
            Some((_, sum)) => *sum += units,
            None => unmoved.push((company, units)),
        }
    }

    /// 1841-3.1-05: the sale step is over: markers move, the lowest price first.
    pub(crate) fn move_sold_markers(&mut self, events: &mut Events) {
        let unmoved = match &mut self.table.round {
            Round::Stock(round) => &mut round.turn.unmoved,
            Round::Operating(round) => &mut round.turn.unmoved,
            _ => return,
        };
        let sold = std::mem::take(unmoved);
        let order = self.table.chart.order(&self.fixed.parts.grid);
        for company in order.into_iter().rev() {
            if let Some((_, units)) = sold.iter().find(|(other, _)| *other == company) {
                self.move_down(company, *units, events);
            }
        }
    }

    /// A holder as actions name it.
    pub(crate) fn party(&self, holder: Holder) -> Party {
        match holder {
            Holder::Seat(seat) => Party::Seat(seat),
            Holder::Company(company) => Party::Company(self.name(company)),
            Holder::Offering => Party::Offering,
            _ => Party::Bank,
        }
    }

    /// 1841-4.5.1-06, 1841-4.5.1-06-v2: half the price of this much of a company sold together.
    pub(crate) fn half_price(&self, company: CompanyId, percent: u8) -> Money {
        let (full, half) = (self.price_of(company, percent), self.fixed.figures.emergency_percent);
        match self.fixed.rules.half_price {
            HalfPrice::Down => full.percent(half),
            HalfPrice::Up => full.percent_up(half),
        }
    }
}
