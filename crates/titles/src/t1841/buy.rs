//! §3.2 and §4.7.2: buying shares and concessions, and deals between players.

use super::areas::Area;
use super::rules::PoolDirector;
use super::state::{CompanySet, Round, Step, StockRound};
use super::{Game, Play};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CardName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;

/// What a concession costs in the pool (§3.2-02).
pub(super) const CONCESSION_PRICE: Money = Money(50);

/// One certificate to be bought from pool or offering.
#[derive(Clone, Copy)]
pub(super) struct Purchase {
    pub(super) buyer: Holder,
    pub(super) company: CompanyId,
    pub(super) percent: u8,
    pub(super) from: Party,
    pub(super) price: Money,
    /// The companies of which the buyer has sold shares, so that he may not buy them.
    pub(super) sold: CompanySet,
}

impl Purchase {
    /// Who holds the certificate.
    fn source(&self) -> Result<Holder, Refusal> {
        match self.from {
            Party::Bank => Ok(Holder::Pool),
            Party::Offering => Ok(Holder::Offering),
            _ => Err(Refusal::plain("players must agree: propose the purchase to them")),
        }
    }
}

impl Game {
    /// What a player may buy now.
    pub(super) fn purchase_offers(&self, round: &StockRound, offers: &mut Vec<Offer>) {
        let seat = round.seat;
        let sold = round.sold.get(seat.index()).copied().unwrap_or_default();
        self.share_offers(Holder::Seat(seat), sold, offers);
        self.concession_offers(round, offers);
        if self.rules().peer_purchases {
            self.peer_offers(seat, offers);
        }
    }

    /// The certificates of pool and offerings that a holder could pay, at the market price: what can be told quickly
    /// is asked first.
    fn purchases(&self, buyer: Holder, sold: CompanySet) -> impl Iterator<Item = Purchase> + '_ {
        let cash = self.cash(buyer);
        let running = self.company_ids().filter(|company| self.running(*company));
        let all = running.flat_map(move |company| {
            let unit = self.charter(company).unit();
            let ways = [(Party::Bank, unit), (Party::Bank, 2 * unit), (Party::Offering, unit)];
            ways.map(|(from, percent)| {
                let price = self.price_of(company, percent);
                Purchase { buyer, company, percent, from, price, sold }
            })
        });
        all.filter(move |purchase| purchase.price <= cash && self.lies_there(purchase))
    }

    /// Whether there is a certificate of this size where it is to be bought.
    fn lies_there(&self, purchase: &Purchase) -> bool {
        let Ok(source) = purchase.source() else { return false };
        let mut there = self.t.shares.of_held_by(purchase.company, source);
        there.any(|(_, cert)| cert.percent == purchase.percent)
    }

    /// Shares from pool and initial offerings that a holder may buy.
    pub(crate) fn share_offers(&self, buyer: Holder, sold: CompanySet, offers: &mut Vec<Offer>) {
        let legal = self.purchases(buyer, sold).filter(|purchase| self.may_buy(purchase).is_ok());
        offers.extend(legal.map(|Purchase { company, percent, from, price, .. }| {
            let (buyer, company) = (self.party(buyer), self.name(company));
            Offer::Buy { buyer, company, percent, from, prices: Prices::fixed(price) }
        }));
    }

    /// Whether any share can be bought from pool or offering.
    pub(crate) fn can_buy_share(&self, buyer: Holder, sold: CompanySet) -> bool {
        self.purchases(buyer, sold).any(|purchase| self.may_buy(&purchase).is_ok())
    }

    fn may_buy(&self, purchase: &Purchase) -> Play {
        self.may_buy_plain(purchase)?;
        self.buys_into_circle(purchase)
    }

    /// Everything but the circles of v2, which only a trial shows.
    fn may_buy_plain(&self, purchase: &Purchase) -> Play {
        let Purchase { buyer, company, percent, price, sold, .. } = *purchase;
        let source = purchase.source()?;
        let unit = self.charter(company).unit();
        require(self.running(company), "1841-3.2-04", || "this company is not in operation".into())?;
        let director = self.t.shares.director(company) == source;
        if percent == 2 * unit && director && source == Holder::Pool {
            self.may_buy_pool_director(company)?;
        } else {
            require(percent == unit, "1841-3.2-01", || format!("one share of {unit}% can be bought"))?;
            require(self.lies_there(purchase), "1841-3.2-03", || "no such share is for sale there".into())?;
        }
        let due = self.price_of(company, percent);
        require(price == due, "1841-3.1-10", || format!("the market price is {due}"))?;
        require(self.cash(buyer) >= price, "1841-4-05", || format!("it costs {price}"))?;
        let rule = if matches!(buyer, Holder::Seat(_)) { "1841-3.2-11" } else { "1841-4.7.2-02" };
        require(!sold.has(company), rule, || format!("{} was sold in this round", self.name(company)))?;
        self.may_own(buyer, company)?;
        self.may_take(buyer, company, percent, 1)
    }

    /// §3.2-12: a director's certificate in the pool.
    fn may_buy_pool_director(&self, company: CompanyId) -> Play {
        let with_concession = self.rules().pool_director == PoolDirector::WithConcession
            && self.charter(company).concession.is_some_and(|card| self.in_game(card));
        require(!with_concession, "1841-3.2-12-v2", || {
            "before phase four this certificate is bought with its concession".into()
        })
    }

    fn in_game(&self, card: CardId) -> bool {
        self.t.concessions.get(card.index()).is_some_and(|holder| *holder != Holder::Out)
    }

    /// §3.5.4-03-v2: a purchase may not close a circle. Only a new director can, so only that is tried out.
    fn buys_into_circle(&self, purchase: &Purchase) -> Play {
        let Purchase { buyer, company, percent, .. } = *purchase;
        if !self.rules().no_circles || !matches!(buyer, Holder::Company(_)) {
            return Ok(());
        }
        let shares = &self.t.shares;
        let stays = match shares.director(company) {
            director @ (Holder::Seat(_) | Holder::Company(_)) => {
                shares.percent(company, buyer) + percent <= shares.percent(company, director)
            }
            _ => false,
        };
        if stays {
            return Ok(());
        }
        let mut after = self.clone();
        after.take_share(buyer, company, percent, purchase.source()?)?;
        after.refuse_circles(self.circles())
    }

    fn take_share(&mut self, buyer: Holder, company: CompanyId, percent: u8, source: Holder) -> Play {
        let director = self.t.shares.director_certificate(company);
        match director {
            Some(cert) if percent == 2 * self.charter(company).unit() => {
                self.t.shares.give(cert, buyer, &mut self.events)?;
                // In v1 the concession goes with its director's certificate (3.1-11).
                let card = self.charter(company).concession.filter(|card| self.in_game(*card));
                if let (Some(card), Holder::Seat(_)) = (card, buyer) {
                    self.give_concession(card, buyer);
                }
                self.reach(Area::PoolDirector);
            }
            _ => self.t.shares.give_percent(company, percent, source, buyer, &mut self.events)?,
        }
        self.settle_directors()
    }

    /// §3.2-03, -04, §4.7.2-01: buys one certificate from the pool or an initial offering.
    pub(super) fn buy_share(&mut self, purchase: &Purchase) -> Play {
        self.may_buy_plain(purchase)?;
        let Purchase { buyer, company, percent, price, .. } = *purchase;
        let source = purchase.source()?;
        let payee = match source {
            Holder::Offering => Account::Company(company),
            _ => Account::Bank,
        };
        let payer = Game::account(buyer).unwrap_or(Account::Bank);
        let (name, circles) = (self.name(company), self.circles());
        self.pay(payer, payee, price, format!("{percent}% of {name}"))?;
        self.take_share(buyer, company, percent, source)?;
        self.refuse_circles(circles)
    }
}

/// Concessions from the bank (§3.2-02).
impl Game {
    fn concession_offers(&self, round: &StockRound, offers: &mut Vec<Offer>) {
        for card in (0..self.t.concessions.len() as u8).map(CardId) {
            if let Ok(price) = self.may_buy_concession(round.seat, card, round.number) {
                offers.push(Offer::BuyCard {
                    buyer: Party::Seat(round.seat),
                    card: self.card_name(card),
                    from: Party::Bank,
                    prices: Prices::fixed(price),
                });
            }
        }
    }

    /// What a concession in the pool costs the player, or why he cannot have it.
    fn may_buy_concession(&self, seat: SeatId, card: CardId, round: u16) -> Result<Money, Refusal> {
        let there = self.t.concessions.get(card.index()) == Some(&Holder::Pool);
        require(there, "1841-3.2-02", || "this concession is not in the pool".into())?;
        require(round > 1, "1841-3.2-02", || "no concession is sold in the first stock round".into())?;
        let company = self.fixed.concessions.get(card.index()).copied().flatten();
        let price = match company.filter(|company| self.running(*company)) {
            None => CONCESSION_PRICE,
            Some(company) => {
                // §3.2-12-v2: the director's certificate comes with it.
                let director = self.t.shares.director(company) == Holder::Pool;
                let sold = director && self.rules().pool_director == PoolDirector::WithConcession;
                require(sold, "1841-8-02", || {
                    "a used concession goes with the director's certificate".into()
                })?;
                let percent = 2 * self.charter(company).unit();
                self.may_take(Holder::Seat(seat), company, percent, 1)?;
                CONCESSION_PRICE + self.price_of(company, percent)
            }
        };
        let cash = self.t.ledger.seat(seat);
        require(cash >= price, "1841-3.2-02", || format!("it costs {price}, you have {cash}"))?;
        Ok(price)
    }

    /// §3.2-02: a concession from the pool.
    pub(super) fn buy_concession(&mut self, seat: SeatId, card: CardName, price: Money, round: u16) -> Play {
        let card = self.find_card(card)?;
        let due = self.may_buy_concession(seat, card, round)?;
        require(price == due, "1841-3.2-02", || format!("it costs {due}"))?;
        let name = self.card_name(card);
        self.pay(Account::Seat(seat), Account::Bank, price, format!("concession {name}"))?;
        self.give_concession(card, Holder::Seat(seat));
        self.reach(Area::ConcessionFromBank);
        let company = self.fixed.concessions.get(card.index()).copied().flatten();
        if let Some(company) = company.filter(|company| self.running(*company))
            && let Some(cert) = self.t.shares.director_certificate(company)
        {
            self.t.shares.give(cert, Holder::Seat(seat), &mut self.events)?;
            self.reach(Area::PoolDirector);
            self.settle_directors()?;
        }
        Ok(())
    }
}

/// Deals between players (§3.2-05 to -07).
impl Game {
    fn peer_offers(&self, buyer: SeatId, offers: &mut Vec<Offer>) {
        let cash = self.t.ledger.seat(buyer);
        for seller in self.left_of(buyer).into_iter().filter(|seat| *seat != buyer) {
            for company in self.company_ids().filter(|company| self.running(*company)) {
                let unit = self.charter(company).unit();
                let held = self.t.shares.percent(company, Holder::Seat(seller));
                let mut percent = unit;
                while percent <= held {
                    let min = Money(i32::from(percent / unit));
                    if cash >= min && self.may_trade(buyer, seller, company, percent).is_ok() {
                        let deal = Offer::Buy {
                            buyer: Party::Seat(buyer),
                            company: self.name(company),
                            percent,
                            from: Party::Seat(seller),
                            prices: Prices::between(min, cash),
                        };
                        offers.push(Offer::Propose { to: seller, deal: Box::new(deal) });
                    }
                    percent += unit;
                }
            }
            for card in (0..self.t.concessions.len() as u8).map(CardId) {
                if cash >= Money(1) && self.may_trade_card(buyer, seller, card).is_ok() {
                    let deal = Offer::BuyCard {
                        buyer: Party::Seat(buyer),
                        card: self.card_name(card),
                        from: Party::Seat(seller),
                        prices: Prices::between(Money(1), cash),
                    };
                    offers.push(Offer::Propose { to: seller, deal: Box::new(deal) });
                }
            }
        }
    }

    /// G-07: the limits of the buyer apply; a director's certificate goes last, and not while its
    /// concession binds it.
    fn may_trade(&self, buyer: SeatId, seller: SeatId, company: CompanyId, percent: u8) -> Play {
        let unit = self.charter(company).unit();
        let from = Holder::Seat(seller);
        let held = self.t.shares.percent(company, from);
        require(percent > 0 && percent <= held && percent.is_multiple_of(unit), "1841-3.2-05", || {
            format!("the seller has {held}%")
        })?;
        let certs = self.traded(company, percent, from)?;
        self.may_take(Holder::Seat(buyer), company, percent, certs.len())
    }

    /// The certificates that make up a trade.
    fn traded(
        &self,
        company: CompanyId,
        percent: u8,
        from: Holder,
    ) -> Result<Vec<ferrata_engine::id::CertId>, Refusal> {
        if let Some(certs) = self.t.shares.ordinary(company, percent, from) {
            return Ok(certs);
        }
        require(!self.bound_by_concession(company), "1841-3.2-08", || {
            "the director's certificate goes only with its concession".into()
        })?;
        let cert = self.t.shares.director_certificate(company);
        let cert = cert.filter(|cert| self.t.shares.holder(*cert) == from);
        let rest = percent.checked_sub(2 * self.charter(company).unit());
        let rest = rest.and_then(|rest| self.t.shares.ordinary(company, rest, from));
        match (cert, rest) {
            (Some(cert), Some(mut certs)) => {
                certs.push(cert);
                Ok(certs)
            }
            _ => Err(Refusal::rule("1841-3.2-05", "the seller has no certificates that make up this amount")),
        }
    }

    fn may_trade_card(&self, buyer: SeatId, seller: SeatId, card: CardId) -> Play {
        let held = self.t.concessions.get(card.index()) == Some(&Holder::Seat(seller));
        require(held, "1841-3.2-06", || "the seller does not have this concession".into())?;
        let company = self.fixed.concessions.get(card.index()).copied().flatten();
        match company.filter(|company| self.running(*company)) {
            None => Ok(()),
            Some(company) => {
                let directs = self.t.shares.director(company) == Holder::Seat(seller);
                require(directs, "1841-3.2-07", || "the director's certificate goes with it".into())?;
                self.may_take(Holder::Seat(buyer), company, 2 * self.charter(company).unit(), 1)
            }
        }
    }

    /// Proposes a deal: checked as if it were done, then the other is asked.
    pub(crate) fn propose(&mut self, from: SeatId, deal: &Action) -> Play {
        let to = self.partner(from, deal)?;
        let mut trial = self.clone();
        trial.carry_out(from, deal)?;
        self.said(from, "proposes a deal");
        self.t.steps.push(Step::Consent { from, to, deal: Box::new(deal.clone()) });
        Ok(())
    }

    /// Who has to agree to a deal; only what needs consent can be proposed.
    fn partner(&self, from: SeatId, deal: &Action) -> Result<SeatId, Refusal> {
        let in_stock = matches!(self.t.round, Round::Stock(_)) && self.t.steps.is_empty();
        let to = match deal {
            Action::Buy { from: Party::Seat(seller), buyer, .. }
                if in_stock && *buyer == Party::Seat(from) =>
            {
                Some(*seller)
            }
            Action::BuyCard { card, buyer: Party::Seat(buyer), from: seller, .. }
                if *card == super::stock::PRIORITY =>
            {
                let sale = self.t.steps.last() == Some(&Step::SellPriority) && from == self.t.priority;
                (sale && *seller == Party::Seat(from)).then_some(*buyer)
            }
            Action::BuyCard { from: Party::Seat(seller), buyer, .. }
                if in_stock && *buyer == Party::Seat(from) =>
            {
                Some(*seller)
            }
            _ => self.operating_partner(deal),
        };
        let to = to.ok_or_else(|| Refusal::plain("this is no deal that needs somebody's consent now"))?;
        if to == from || self.out(to) {
            return Err(Refusal::plain("a deal needs another player"));
        }
        Ok(to)
    }

    /// Carries out a deal that both sides want.
    pub(crate) fn carry_out(&mut self, from: SeatId, deal: &Action) -> Play {
        match deal {
            Action::Buy { company, percent, from: Party::Seat(seller), price, .. } => {
                let company = self.find_company(*company)?;
                self.trade_shares(from, *seller, company, *percent, *price)
            }
            Action::BuyCard { card, buyer: Party::Seat(buyer), price, .. }
                if *card == super::stock::PRIORITY =>
            {
                require(*price >= Money(1), "1841-7.2-01", || "the price is at least 1".into())?;
                require(self.rules().priority_card, "1841-7.2-01", || "the card is not for sale".into())?;
                self.hand_priority(*buyer, *price)
            }
            Action::BuyCard { card, from: Party::Seat(seller), price, .. } => {
                let card = self.find_card(*card)?;
                self.trade_card(from, *seller, card, *price)
            }
            _ => self.carry_out_operating(deal),
        }
    }

    fn trade_shares(
        &mut self,
        buyer: SeatId,
        seller: SeatId,
        company: CompanyId,
        percent: u8,
        price: Money,
    ) -> Play {
        require(self.rules().peer_purchases, "1841-3.2-05-v2", || {
            "players do not buy from each other in this game".into()
        })?;
        require(self.running(company), "1841-3.2-05", || "this company is not in operation".into())?;
        self.may_trade(buyer, seller, company, percent)?;
        let min = Money(i32::from(percent / self.charter(company).unit()));
        require(price >= min, "1841-3.2-05", || format!("at least 1 per share, {min} in all"))?;
        let (name, circles) = (self.name(company), self.circles());
        self.finish_sale_step();
        self.pay(Account::Seat(buyer), Account::Seat(seller), price, format!("{percent}% of {name}"))?;
        for cert in self.traded(company, percent, Holder::Seat(seller))? {
            self.t.shares.give(cert, Holder::Seat(buyer), &mut self.events)?;
        }
        self.settle_directors()?;
        self.refuse_circles(circles)?;
        self.reach(Area::PeerPurchase);
        super::stock::note_bought(self);
        Ok(())
    }

    fn trade_card(&mut self, buyer: SeatId, seller: SeatId, card: CardId, price: Money) -> Play {
        require(self.rules().peer_purchases, "1841-3.2-05-v2", || {
            "players do not buy from each other in this game".into()
        })?;
        self.may_trade_card(buyer, seller, card)?;
        require(price >= Money(1), "1841-3.2-06", || "the price is at least 1".into())?;
        let name = self.card_name(card);
        self.finish_sale_step();
        self.pay(Account::Seat(buyer), Account::Seat(seller), price, format!("concession {name}"))?;
        self.give_concession(card, Holder::Seat(buyer));
        let company = self.fixed.concessions.get(card.index()).copied().flatten();
        // §3.5.3-04: the director's certificate goes with it.
        if let Some(company) = company.filter(|company| self.running(*company))
            && let Some(cert) = self.t.shares.director_certificate(company)
        {
            self.t.shares.give(cert, Holder::Seat(buyer), &mut self.events)?;
            self.settle_directors()?;
        }
        self.reach(Area::PeerPurchase);
        super::stock::note_bought(self);
        Ok(())
    }

    fn finish_sale_step(&mut self) {
        self.move_sold_markers();
    }
}

/// §3.2, §4.4, §4.5, §4.7.4: the answer to a proposal.
pub(super) fn answer(game: &mut Game, seat: SeatId, action: &Action) -> Play {
    let Some(Step::Consent { from, deal, .. }) = game.t.steps.pop() else { return Ok(()) };
    match action {
        Action::Accept => {
            game.said(seat, "agrees");
            game.carry_out(from, &deal)
        }
        Action::Decline => {
            game.said(seat, "refuses");
            Ok(())
        }
        _ => Err(game.wrong("agree to the deal or refuse it")),
    }
}
