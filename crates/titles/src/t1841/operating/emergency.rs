//! Chapter 4.5.1: emergency money, up the chain of leading companies to a player.
//!
//! Nothing about the progress has to be remembered: who gives next follows from what everybody has left.

use super::bankruptcy;
use crate::t1841::Game;
use crate::t1841::table::Pending;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Title, Turn};
use ferrata_engine::view::{Asked, Need};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A bankrupt player leaves the game.
pub const LEAVE: OptionName = OptionName::of("leave");
/// A bankrupt player takes money from the bank and plays on.
pub const STAY: OptionName = OptionName::of("stay");
/// Online only: the next sale is at the full price, as records without a price have it.
pub const FULL: OptionName = OptionName::of("full price");

/// Money that a company must raise: for a train in the step of trains; on the stack for something else
/// (1841-4.7.6-08-v2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Emergency {
    /// For which company.
    pub(crate) company: CompanyId,
    /// How much it must have.
    pub(crate) amount: Money,
}

impl Emergency {
    /// It is over when the money is there.
    pub(in crate::t1841) fn proceed(self, game: &mut Game) -> Result<Flow, Refusal> {
        if !game.covered(self) {
            return Ok(Flow::Waits);
        }
        game.table.pending.pop();
        Ok(Flow::GoesOn)
    }
}

impl Decision<Game> for Emergency {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.deciding(self.company))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Emergency
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = game.emergency_offers(*self);
        if game.full_price() {
            return offers;
        }
        offers.extend(full_price_offer(game, *self));
        if game.bankrupt(*self) {
            offers.push(bankruptcy::offer(game));
        }
        offers
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        sale_first(game, action)?;
        match action {
            Action::Sell { seller, company, percent } => {
                let company = game.fixed.parts.company_named(*company)?;
                game.emergency_sell(*self, *seller, company, *percent, events)
            }
            Action::Choose { option } if *option == FULL && game.fixed.rules.as_recorded.emergency_sales => {
                next_at_full_price(game, *self)
            }
            Action::Choose { option } => {
                bankruptcy::go_bankrupt(game, *self, *option, events)?;
                if matches!(game.table.pending.last(), Some(Pending::Emergency(_))) {
                    game.table.pending.pop();
                }
                Ok(())
            }
            _ => Err(Refusal::out_of_place(say!("raise the money"))),
        }
    }
}

/// For people.
impl Game {
    /// The money that has to be raised now.
    pub fn need(&self) -> Option<Need> {
        let (need, what) = match self.table.pending.last() {
            Some(Pending::Emergency(need)) => {
                (*need, say!("tokens of {company}", company = self.name(need.company)))
            }
            Some(_) => return None,
            None => {
                let company = self.acting().ok().filter(|_| self.asked() == Asked::Trains)?;
                let (train, _) = self.cheapest_train()?;
                let (train, name) = (self.train_name(train), self.name(company));
                (self.train_need(company)?, say!("the {train}-train of {company}", train, company = name))
            }
        };
        let givers = self.givers(need.company).into_iter().map(|giver| (self.party(giver), self.cash(giver)));
        Some(Need { what, amount: need.amount, givers: givers.collect() })
    }
}

impl Game {
    /// Whoever gives in turn: the company, the companies above it, the player at the end.
    pub(crate) fn givers(&self, company: CompanyId) -> SmallVec<[Holder; 6]> {
        let mut givers: SmallVec<[Holder; 6]> = SmallVec::new();
        givers.push(Holder::Company(company));
        givers.extend(self.table.shares.chain_above(company).into_iter().map(Holder::Company));
        if let Some(seat) = self.leader(company) {
            givers.push(Holder::Seat(seat));
        }
        givers
    }

    /// What is still missing when everybody up to and including the `upto`th giver has given their cash.
    fn missing(&self, need: Emergency, upto: usize) -> Money {
        let cash = self.givers(need.company).into_iter().take(upto + 1).map(|giver| self.cash(giver));
        need.amount - cash.sum()
    }

    /// 1841-4.5.1-11: the companies whose director may not change.
    fn guarded(&self, need: Emergency, company: CompanyId) -> bool {
        company == need.company || self.table.shares.chain_above(need.company).contains(&company)
    }

    /// How much of a company a giver could sell at most.
    pub(super) fn most(&self, need: Emergency, giver: Holder, company: CompanyId) -> u8 {
        let source = Game::source(giver, company);
        let held = self.table.shares.percent(company, source);
        let certificate = self.charter(company).directorship();
        if self.table.shares.director(company) != source || held == 0 {
            return held;
        }
        if self.bound_by_concession(company) {
            // G-26: the holder of the concession stays director.
            return held.saturating_sub(certificate);
        }
        if !self.guarded(need, company) {
            return held;
        }
        // 1841-4.5.1-11: they must keep the certificate, and as much as any other shareholder.
        let rivals = self
            .table
            .order
            .iter()
            .map(|seat| Holder::Seat(*seat))
            .chain(self.company_ids().map(Holder::Company));
        let rivals = rivals.filter(|rival| *rival != source);
        let most = rivals.map(|rival| self.table.shares.percent(company, rival)).max().unwrap_or(0);
        held.saturating_sub(most.max(certificate))
    }

    /// What this much of a company brings a giver: half, or online the full price where the record says so.
    fn emergency_price(&self, company: CompanyId, percent: u8) -> Money {
        if self.full_price() { self.price_of(company, percent) } else { self.half_price(company, percent) }
    }

    /// O-29: whether a sale at the full price comes next, and nothing else.
    pub(crate) fn full_price(&self) -> bool {
        self.operating().is_ok_and(|operating| operating.turn.full_price)
    }

    /// 1841-4.5.1-05, 1841-4.5.1-05-v2: the amounts that a giver may sell: no unit more than needed (G-23), and a part of a
    /// director's certificate only if somebody takes over or the pool has a share to swap.
    fn emergency_percents(
        &self,
        need: Emergency,
        giver: Holder,
        company: CompanyId,
        missing: Money,
    ) -> SmallVec<[u8; 8]> {
        let unit = self.charter(company).unit;
        let most = self.most(need, giver, company);
        let any_order = self.fixed.rules.as_recorded.emergency_sales;
        let mut percents = SmallVec::new();
        // G-23, option `sell-all`: a company that begins to sell sells all it has.
        let all = self.fixed.rules.sell_all && matches!(giver, Holder::Company(_));
        let mut percent = if all { most.max(unit) } else { unit };
        while percent <= most {
            if self.can_part(giver, company, percent) {
                percents.push(percent);
                if !any_order && self.half_price(company, percent) >= missing {
                    break;
                }
            }
            percent += unit;
        }
        percents
    }

    /// Whether certificates can be found that make up the sale.
    fn can_part(&self, giver: Holder, company: CompanyId, percent: u8) -> bool {
        let source = Game::source(giver, company);
        let held = self.table.shares.percent(company, source);
        let certificate = self.charter(company).directorship();
        let ordinary = held - if self.table.shares.director(company) == source { certificate } else { 0 };
        let unit = self.charter(company).unit;
        percent <= ordinary
            || percent >= certificate
                && self.table.shares.ordinary(company, percent - certificate, source).is_some()
            || self.heir_of_sale(company, source).is_some()
            || self.table.shares.ordinary(company, unit, Holder::Pool).is_some()
    }

    /// 1841-4.5.1-03, 1841-4.5.1-04, 1841-4.5.1-08, 1841-4.5.1-09, 1841-4.5.1-10: who sells now: treasury before
    /// offering, the company before its leaders, the player last. None if nobody can.
    pub(super) fn seller(&self, need: Emergency) -> Option<(usize, Holder, bool)> {
        let givers = self.givers(need.company);
        for (at, giver) in givers.iter().enumerate() {
            if at > 0 && self.missing(need, at) <= Money::ZERO {
                return None;
            }
            let mine = |company: &CompanyId| Holder::Company(*company) == *giver;
            let sells = |company: &CompanyId| self.running(*company) && self.most(need, *giver, *company) > 0;
            let mut others = self.company_ids().filter(|company| !mine(company));
            if others.any(|company| sells(&company)) {
                return Some((at, *giver, false));
            }
            if self.company_ids().filter(mine).any(|company| sells(&company)) {
                return Some((at, *giver, true));
            }
        }
        None
    }

    /// Whether cash alone, without a further sale, reaches the amount: then the purchase can be made.
    pub(crate) fn covered(&self, need: Emergency) -> bool {
        if self.table.ledger.company(need.company) >= need.amount {
            return true;
        }
        let givers = self.givers(need.company);
        match self.seller(need) {
            Some((at, ..)) => at > 0 && self.missing(need, at - 1) <= Money::ZERO,
            None => self.missing(need, givers.len()) <= Money::ZERO,
        }
    }

    /// What may be sold now to raise the money.
    pub(crate) fn emergency_offers(&self, need: Emergency) -> Vec<Offer> {
        let mut offers = Vec::new();
        let sellers: SmallVec<[(usize, Holder, bool); 6]> = if self.fixed.rules.as_recorded.emergency_sales {
            let givers = self.givers(need.company);
            givers
                .iter()
                .enumerate()
                .flat_map(|(at, giver)| [(at, *giver, false), (at, *giver, true)])
                .collect()
        } else {
            self.seller(need).into_iter().collect()
        };
        for (at, giver, own) in sellers {
            let missing = self.missing(need, at);
            for company in self.company_ids().filter(|company| self.running(*company)) {
                if own != (giver == Holder::Company(company)) {
                    continue;
                }
                let percents = self.emergency_percents(need, giver, company, missing);
                if !percents.is_empty() {
                    let per = self.charter(company).unit;
                    let price = self.emergency_price(company, per);
                    let (seller, company) = (self.party(giver), self.name(company));
                    offers.push(Offer::Sell { seller, company, percents, price, per });
                }
            }
        }
        offers
    }

    /// A sale (1841-4.5.1-02: the pool may then hold more than half of a company; 1841-4.5.1-07: markers fall).
    pub(crate) fn emergency_sell(
        &mut self,
        need: Emergency,
        seller: Party,
        company: CompanyId,
        percent: u8,
        events: &mut Events,
    ) -> Play {
        let givers = self.givers(need.company);
        let found = givers.iter().position(|giver| self.party(*giver) == seller);
        let Some((at, giver)) = found.and_then(|at| givers.get(at).map(|giver| (at, *giver))) else {
            let because = say!("only the company and those who lead it raise the money");
            return Err(Refusal::rule("1841-4.5.1-08", because));
        };
        if !self.fixed.rules.as_recorded.emergency_sales {
            let own = giver == Holder::Company(company);
            let due = self.seller(need);
            require(due == Some((at, giver, own)), "1841-4.5.1-03", || {
                say!("treasury shares go before the initial offering, the company before those who lead it")
            })?;
        }
        require(self.running(company), "1841-3.1-01", || say!("this company is not in operation"))?;
        let fitting =
            self.emergency_percents(need, giver, company, self.missing(need, at)).contains(&percent);
        require(fitting, "1841-4.5.1-11", || {
            say!(
                "so much cannot be sold: no more than needed, and no director of the company or its leaders may change"
            )
        })?;
        self.emergency_bundle(need, giver, company, percent, events)?;
        if self.fixed.rules.sell_all && matches!(giver, Holder::Company(_)) {
            self.sell_the_rest(need, giver, events)?;
        }
        if let Ok(operating) = self.operating_mut() {
            (operating.turn.raised, operating.turn.full_price) = (true, false);
        }
        self.sweep_up_to(need, at, events)?;
        if self.fixed.rules.as_recorded.emergency_sales { Ok(()) } else { self.sweep_exhausted(need, events) }
    }

    /// What is sold together is paid and moves its marker.
    fn emergency_bundle(
        &mut self,
        need: Emergency,
        giver: Holder,
        company: CompanyId,
        percent: u8,
        events: &mut Events,
    ) -> Play {
        let (units, former) = (percent / self.charter(company).unit, self.player_behind(giver));
        let proceeds = self.emergency_price(company, percent);
        self.part_with(giver, company, percent, events)?;
        self.note_emergency_sale(giver, company);
        let why = say!("{percent}% of {company} in an emergency", percent, company = self.name(company));
        // The seller is paid; what the company still lacks is taken from the cash of those above it.
        let payee = Game::account(giver).unwrap_or(Account::Company(need.company));
        self.table.ledger.pay(Account::Bank, payee, proceeds, why, events)?;
        self.move_down(company, units, events);
        self.settle_directors_after(former, events)
    }

    /// 1841-4.7.2-02: what a company sells in an emergency it does not buy in its own turn of the round.
    fn note_emergency_sale(&mut self, giver: Holder, company: CompanyId) {
        let Holder::Company(by) = giver else { return };
        if !self.fixed.rules.no_buying_back {
            return;
        }
        let Ok(operating) = self.operating_mut() else { return };
        match operating.sold.iter_mut().find(|(seller, _)| *seller == by) {
            Some((_, sold)) => sold.add(company),
            None => operating.sold.push((by, [company].into_iter().collect())),
        }
    }

    /// G-23, option `sell-all`: everything else a company owns goes, too, treasury before offering.
    fn sell_the_rest(&mut self, need: Emergency, giver: Holder, events: &mut Events) -> Play {
        for own in [false, true] {
            let companies = self.company_ids().filter(|company| (giver == Holder::Company(*company)) == own);
            for company in companies {
                let most = self.most(need, giver, company);
                if self.running(company) && most > 0 && self.can_part(giver, company, most) {
                    self.emergency_bundle(need, giver, company, most, events)?;
                }
            }
        }
        Ok(())
    }

    /// 1841-3.5.3-08: the certificates go to the pool, director's certificates too.
    pub(super) fn part_with(
        &mut self,
        giver: Holder,
        company: CompanyId,
        percent: u8,
        events: &mut Events,
    ) -> Play {
        let source = Game::source(giver, company);
        let certificate = self.charter(company).directorship();
        let director = self.table.shares.director(company) == source;
        let held = self.table.shares.percent(company, source);
        let ordinary = held - if director { certificate } else { 0 };
        if percent <= ordinary {
            return self.table.shares.give_percent(company, percent, source, Holder::Pool, events);
        }
        if self.heir_of_sale(company, source).is_some() {
            return self.hand_over(giver, company, percent, events);
        }
        let cert = self.table.shares.director_certificate(company);
        let cert = cert.ok_or_else(|| Refusal::plain(say!("this company has no certificates")))?;
        let back = certificate.saturating_sub(percent);
        // Part of the certificate: the pool gives an ordinary one back.
        self.table.shares.give_percent(company, back, Holder::Pool, source, events)?;
        self.table.shares.give(cert, Holder::Pool, events)?;
        let rest = percent.saturating_sub(certificate);
        self.table.shares.give_percent(company, rest, source, Holder::Pool, events)
    }

    /// A giver's cash goes to the company, as far as it is needed.
    fn sweep(&mut self, need: Emergency, giver: Holder, events: &mut Events) -> Play {
        let missing = need.amount - self.table.ledger.company(need.company);
        let amount = missing.min(self.cash(giver));
        match Game::account(giver) {
            Some(account) if amount > Money::ZERO && giver != Holder::Company(need.company) => {
                let (to, why) = (Account::Company(need.company), say!("emergency money"));
                self.table.ledger.pay(account, to, amount, why, events)
            }
            _ => Ok(()),
        }
    }

    fn sweep_up_to(&mut self, need: Emergency, last: usize, events: &mut Events) -> Play {
        for giver in self.givers(need.company).into_iter().take(last + 1) {
            self.sweep(need, giver, events)?;
        }
        Ok(())
    }

    /// 1841-4.5.1-08: a leading company gives its cash when those below it have nothing left to sell.
    fn sweep_exhausted(&mut self, need: Emergency, events: &mut Events) -> Play {
        let upto = self.seller(need).map_or(usize::MAX, |(at, ..)| at);
        for (at, giver) in self.givers(need.company).into_iter().enumerate() {
            if at <= upto && matches!(giver, Holder::Company(_)) {
                self.sweep(need, giver, events)?;
            }
        }
        Ok(())
    }

    /// Gathers the cash for a purchase that is covered.
    pub(crate) fn gather(&mut self, need: Emergency, events: &mut Events) -> Play {
        for giver in self.givers(need.company) {
            self.sweep(need, giver, events)?;
        }
        Ok(())
    }
}

/// O-29: a sale recorded without a price was paid in full.
pub(super) fn full_price_offer(game: &Game, need: Emergency) -> Option<Offer> {
    let recorded = game.fixed.rules.as_recorded.emergency_sales && !game.full_price();
    if !recorded || game.emergency_offers(need).is_empty() {
        return None;
    }
    let options = vec![(FULL, say!("the next sale is at the full price"))];
    Some(Offer::Choose { about: say!("sales as recorded"), options })
}

/// O-29: the next entry is a sale, and it is at the full price.
pub(super) fn next_at_full_price(game: &mut Game, need: Emergency) -> Play {
    if full_price_offer(game, need).is_none() {
        return Err(Refusal::out_of_place(say!("sell, if anything can be sold")));
    }
    game.operating_mut()?.turn.full_price = true;
    Ok(())
}

/// O-29: what was said to be sold at the full price is sold before anything else.
pub(super) fn sale_first(game: &Game, action: &Action) -> Play {
    if game.full_price() && !matches!(action, Action::Sell { .. }) {
        return Err(Refusal::out_of_place(say!("make the sale at the full price")));
    }
    Ok(())
}
