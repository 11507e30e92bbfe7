//! §3.1 and §4.7.1: selling shares to the pool. Players and companies sell by the same rules.

use super::areas::Area;
use super::rules::MarkerMoves;
use super::state::Round;
use super::{Game, Play};
use ferrata_engine::action::Party;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

impl Game {
    /// §3.1-07: how much more of a company the pool takes: up to 40% of a minor, 50% of a major.
    pub(crate) fn pool_room(&self, company: CompanyId) -> u8 {
        let limit: u8 = if self.charter(company).minor { 40 } else { 50 };
        limit.saturating_sub(self.t.shares.percent(company, Holder::Pool))
    }

    /// Who holds the certificates a seller sells: a company's own come from its offering.
    pub(crate) fn source(seller: Holder, company: CompanyId) -> Holder {
        if seller == Holder::Company(company) { Holder::Offering } else { seller }
    }

    /// How much of a company a holder can part with: all ordinary certificates and, if somebody else can
    /// take over the directorship, what the swap gives him for it (§3.5.3-06).
    pub(crate) fn partable(&self, source: Holder, company: CompanyId) -> u8 {
        let held = self.t.shares.percent(company, source);
        let directs = self.t.shares.director(company) == source;
        if !directs || self.can_shed(source, company) {
            return held;
        }
        held.saturating_sub(2 * self.charter(company).unit())
    }

    /// §3.5.3-06, -07: another shareholder must hold two ordinary certificates.
    fn can_shed(&self, director: Holder, company: CompanyId) -> bool {
        if director == Holder::Offering || self.bound_by_concession(company) {
            return false;
        }
        self.heir_of_sale(company, director).is_some()
    }

    /// The amounts of a company a holder may sell now.
    pub(crate) fn sellable(&self, seller: Holder, company: CompanyId) -> SmallVec<[u8; 8]> {
        let mut percents = SmallVec::new();
        let held = self.t.shares.percent(company, Game::source(seller, company));
        if held == 0 || self.may_sell(seller, company).is_err() {
            return percents;
        }
        let most = self.partable(Game::source(seller, company), company).min(self.pool_room(company));
        let unit = self.charter(company).unit();
        let mut percent = unit;
        while percent <= most {
            if self.keeps_out_of_circles(seller, company, percent) {
                percents.push(percent);
            }
            percent += unit;
        }
        percents
    }

    /// §3.5.4-03-v2: a sale may not close a circle. Only a director's sale can, and only if a company could take
    /// over, so only that is tried out.
    fn keeps_out_of_circles(&self, seller: Holder, company: CompanyId, percent: u8) -> bool {
        if !self.rules().no_circles || self.t.shares.director(company) != seller {
            return true;
        }
        if !matches!(self.heir_of_sale(company, seller), Some(Holder::Company(_))) {
            return true;
        }
        let mut after = self.clone();
        after.hand_over(seller, company, percent).is_ok() && after.refuse_circles(self.circles()).is_ok()
    }

    /// Whether shares of a company may be sold at all: it must have acted (§3.1-06, §4.7.1-02).
    fn may_sell(&self, seller: Holder, company: CompanyId) -> Play {
        let own = seller == Holder::Company(company);
        let acted = self.company(company).operated || (own && self.rules().offering_sold_in_first_turn);
        let rule = if own { "1841-4.7.1-02-v2" } else { "1841-3.1-06" };
        require(self.running(company), "1841-3.1-01", || "this company is not in operation".into())?;
        require(acted, rule, || {
            format!(
                "{} has not acted in an operating round yet, so its shares cannot be sold",
                self.name(company)
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
                    per: self.charter(company).unit(),
                });
            }
        }
    }

    /// Leaves of all possible sales those of companies that must be sold; online whoever must sell may sell anything
    /// first (O-38).
    pub(crate) fn keep_due(&self, due: &[CompanyName], offers: &mut Vec<Offer>) {
        let listed = |offer: &Offer| matches!(offer, Offer::Sell { company, .. } if due.contains(company));
        if !self.rules().as_recorded.any_forced_sale || !offers.iter().any(listed) {
            offers.retain(listed);
        }
    }

    /// Sells shares to the pool at the market price.
    pub(crate) fn sell(&mut self, seller: Holder, company: CompanyId, percent: u8) -> Play {
        self.may_sell(seller, company)?;
        let unit = self.charter(company).unit();
        require(percent > 0 && percent.is_multiple_of(unit), "1841-3.1-04", || {
            format!("one unit is {unit}%")
        })?;
        let room = self.pool_room(company);
        require(percent <= room, "1841-3.1-07", || {
            format!("the pool takes only {room}% more of this company")
        })?;
        let part = self.partable(Game::source(seller, company), company);
        require(percent <= part, "1841-3.1-11", || {
            format!(
                "only {part}% can be sold; a director's certificate stays unless another shareholder takes over"
            )
        })?;
        let (units, circles) = (percent / unit, self.circles());
        self.hand_over(seller, company, percent)?;
        self.refuse_circles(circles)?;
        let account = Game::account(seller).unwrap_or(Account::Bank);
        let name = self.name(company);
        self.pay(
            Account::Bank,
            account,
            self.price(company) * i32::from(units),
            format!("{percent}% of {name}"),
        )?;
        self.note_sale(company, units);
        self.settle_directors()
    }

    /// The certificates go to the pool; a director who parts with his certificate swaps it first.
    pub(crate) fn hand_over(&mut self, seller: Holder, company: CompanyId, percent: u8) -> Play {
        let source = Game::source(seller, company);
        let held = self.t.shares.percent(company, source);
        let directs = self.t.shares.director(company) == source;
        let ordinary = held - if directs { 2 * self.charter(company).unit() } else { 0 };
        if percent > ordinary {
            // The largest other shareholder takes the certificate; what the seller keeps is less.
            let heir = self.heir_of_sale(company, source);
            let heir = heir.ok_or_else(|| {
                Refusal::rule("1841-3.5.3-07", "nobody else can take over the directorship")
            })?;
            self.t.shares.swap_director(company, heir, &mut self.events)?;
            self.reach(Area::DirectorChange);
        }
        self.t.shares.give_percent(company, percent, source, Holder::Pool, &mut self.events)?;
        self.check_director(company)
    }

    /// Who takes over when a director sells out of his certificate: the largest other shareholder.
    pub(crate) fn heir_of_sale(&self, company: CompanyId, director: Holder) -> Option<Holder> {
        self.largest_heir(company, director, |_| true)
    }

    /// §3.1-02 to -05: the markers move after the payment; by the book all of a step together, the lowest
    /// price first.
    fn note_sale(&mut self, company: CompanyId, units: u8) {
        if self.rules().marker_moves == MarkerMoves::AtOnce {
            return self.move_down(company, units);
        }
        let unmoved = match &mut self.t.round {
            Round::Stock(round) => &mut round.turn.unmoved,
            Round::Operating(round) => &mut round.turn.unmoved,
            _ => return self.move_down(company, units),
        };
        match unmoved.iter_mut().find(|(other, _)| *other == company) {
            Some((_, sum)) => *sum += units,
            None => unmoved.push((company, units)),
        }
    }

    /// The sale step is over: markers move, the lowest price first (§3.1-05).
    pub(crate) fn move_sold_markers(&mut self) {
        let unmoved = match &mut self.t.round {
            Round::Stock(round) => &mut round.turn.unmoved,
            Round::Operating(round) => &mut round.turn.unmoved,
            _ => return,
        };
        let sold = std::mem::take(unmoved);
        let order = self.t.chart.order(&self.parts().grid);
        for company in order.into_iter().rev() {
            if let Some((_, units)) = sold.iter().find(|(other, _)| *other == company) {
                self.move_down(company, *units);
            }
        }
    }

    /// A holder as actions name him.
    pub(crate) fn party(&self, holder: Holder) -> Party {
        match holder {
            Holder::Seat(seat) => Party::Seat(seat),
            Holder::Company(company) => Party::Company(self.name(company)),
            Holder::Offering => Party::Offering,
            _ => Party::Bank,
        }
    }

    /// Half the price of this much of a company sold together (§4.5.1-06).
    pub(crate) fn half_price(&self, company: CompanyId, percent: u8) -> Money {
        let full = self.price_of(company, percent);
        match self.rules().half_price {
            super::rules::HalfPrice::Down => full.percent(50),
            super::rules::HalfPrice::Up => full.percent_up(50),
        }
    }
}
