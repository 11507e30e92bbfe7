//! §4.8, §2.2 Buying privates from players, and tenders, at any moment of a company's turn.

use crate::esp::Esp;
use crate::esp::state::{Question, Train};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CardName, OptionName};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;

/// Privates 2 and 5, counted from 0.
const SECOND: usize = 1;
const FIFTH: usize = 4;

/// What a tender is called.
pub(in crate::esp) const TENDER: &str = "Tender";

impl Esp {
    /// The price range of a private that a company may buy now, and its owner.
    pub(super) fn check_private(
        &self,
        company: CompanyId,
        private: usize,
    ) -> Result<(SeatId, Prices), Refusal> {
        let name = self.private(private).name;
        let cap = self.private_price_cap(private);
        let cap = cap.ok_or_else(|| {
            let seventh = private == crate::esp::setup::SEVENTH;
            let rule = if seventh { "18ESP-2.2.7-03" } else { "18ESP-2.2-02" };
            Refusal::rule(rule, format!("{name} cannot be sold to a company now"))
        })?;
        let Holder::Seat(owner) = self.private_owner(private) else {
            return Err(Refusal::rule("18ESP-4.8-01", format!("{name} is not a player's to sell")));
        };
        let cash = self.s.ledger.company(company);
        require(cash >= Money(1), "18ESP-2.2-03", || "the treasury is empty".into())?;
        Ok((owner, Prices::between(Money(1), cap.min(cash))))
    }

    /// Where a company may buy a tender.
    fn tender_sources(&self, company: CompanyId) -> impl Iterator<Item = Party> + '_ {
        let figures = &self.game.figures;
        let may = !self.company(company).tender && self.s.ledger.company(company) >= figures.tender;
        let private = match self.private_owner(FIFTH) {
            Holder::Seat(seat) if self.s.tenders.private > 0 => Some(Party::Seat(seat)),
            _ => None,
        };
        let bank = (self.s.tenders.bank > 0).then_some(Party::Bank);
        private.into_iter().chain(bank).filter(move |_| may)
    }

    pub(super) fn can_buy_cards(&self, company: CompanyId) -> bool {
        self.tender_sources(company).next().is_some()
            || (0..crate::esp::state::PRIVATES).any(|private| self.check_private(company, private).is_ok())
    }

    pub(super) fn card_offers(&self, company: CompanyId) -> Vec<Offer> {
        let buyer = Party::Company(self.name(company));
        let director = self.director(company);
        let mut offers = Vec::new();
        for private in 0..crate::esp::state::PRIVATES {
            let Ok((owner, prices)) = self.check_private(company, private) else { continue };
            let (card, from) = (self.private(private).name, Party::Seat(owner));
            let offer = Offer::BuyCard { buyer, card, from, prices };
            offers.push(match director == Some(owner) {
                true => offer,
                false => Offer::Propose { to: owner, deal: Box::new(offer) },
            });
        }
        let prices = Prices::fixed(self.game.figures.tender);
        for from in self.tender_sources(company) {
            offers.push(Offer::BuyCard { buyer, card: CardName::of(TENDER), from, prices });
        }
        offers
    }

    pub(super) fn buy_card(
        &mut self,
        company: CompanyId,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        self.buy_card_agreed(company, action, None, ev)
    }

    /// Buys a private or a tender. `agreed` is the owner who has consented to a proposal.
    pub(in crate::esp) fn buy_card_agreed(
        &mut self,
        company: CompanyId,
        action: &Action,
        agreed: Option<SeatId>,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let Action::BuyCard { buyer, card, from, price } = *action else {
            return Err(Refusal::plain("a private or a tender is bought here"));
        };
        let own = buyer == Party::Company(self.name(company));
        require(own, "18ESP-4.8-01", || format!("only {} buys now", self.name(company)))?;
        let borrowed = self.or().is_some_and(|or| or.turn.borrowed);
        require(!borrowed, "18ESP-4.7.1-06", || "first the train is bought for which money was lent".into())?;
        if card == CardName::of(TENDER) {
            return self.buy_tender(company, from, price, ev);
        }
        let private = self.private_named(card);
        let private = private.ok_or_else(|| Refusal::plain(format!("there is no private {card}")))?;
        let (owner, prices) = self.check_private(company, private)?;
        require(from == Party::Seat(owner), "18ESP-4.8-01", || format!("{card} is another player's"))?;
        require(prices.contains(price), "18ESP-2.2-03", || {
            format!("{card} is sold for {} to {}", prices.min, prices.max)
        })?;
        let consent = self.director(company) == Some(owner) || agreed == Some(owner);
        require(consent, "18ESP-2.2-03", || format!("the owner of {card} has to agree: propose it to him"))?;
        let why = format!("private {card}");
        self.s.ledger.pay(Account::Company(company), Account::Seat(owner), price, why, ev)?;
        self.give_private(private, Holder::Company(company), ev);
        match private {
            SECOND => self.take_card_of_private_2(company, ev),
            FIFTH => self.take_tenders(company, ev),
            _ => {}
        }
        Ok(())
    }

    /// To whom a purchase of a private would have to be proposed, if to anybody.
    pub(in crate::esp) fn card_deal(&self, company: CompanyId, action: &Action) -> Result<SeatId, Refusal> {
        let Action::BuyCard { card, from, price, .. } = *action else {
            return Err(Refusal::plain("this needs nobody's consent"));
        };
        let private = self.private_named(card);
        let private = private.ok_or_else(|| Refusal::plain(format!("{card} needs nobody's consent")))?;
        let (owner, prices) = self.check_private(company, private)?;
        require(from == Party::Seat(owner), "18ESP-4.8-01", || format!("{card} is another player's"))?;
        require(prices.contains(price), "18ESP-2.2-03", || {
            format!("{card} is sold for {} to {}", prices.min, prices.max)
        })?;
        let foreign = self.director(company) != Some(owner);
        require(foreign, "18ESP-2.2-03", || "it is the director's own: no consent is needed".into())?;
        Ok(owner)
    }

    // 18ESP §2.2.5: 80, of which 20 go to the owner of private 5.
    fn buy_tender(
        &mut self,
        company: CompanyId,
        from: Party,
        price: Money,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let figures = &self.game.figures;
        let (cost, to_owner) = (figures.tender, figures.tender_to_owner);
        require(!self.company(company).tender, "18ESP-2.2.5-03", || {
            "a company owns at most one tender".into()
        })?;
        let there = self.tender_sources(company).any(|source| source == from);
        require(there, "18ESP-2.2.5-01", || "no tender can be bought there".into())?;
        require(price == cost, "18ESP-2.2.5-01", || format!("a tender costs {cost}"))?;
        let treasury = Account::Company(company);
        if let Party::Seat(owner) = from {
            self.s.tenders.private -= 1;
            self.s.ledger.pay(treasury, Account::Seat(owner), to_owner, "tender", ev)?;
            self.s.ledger.pay(treasury, Account::Bank, cost - to_owner, "tender", ev)?;
        } else {
            self.s.tenders.bank -= 1;
            self.s.ledger.pay(treasury, Account::Bank, cost, "tender", ev)?;
        }
        self.company_mut(company).tender = true;
        ev.push(Event::Card { card: CardName::of(TENDER), to: Holder::Company(company) });
        Ok(())
    }

    /// A tender comes to a company; a second one goes to the open market.
    pub(in crate::esp) fn take_tender(&mut self, company: CompanyId, ev: &mut Events) {
        if self.company(company).tender {
            self.s.tenders.bank += 1;
        } else {
            self.company_mut(company).tender = true;
            ev.push(Event::Card { card: CardName::of(TENDER), to: Holder::Company(company) });
        }
    }

    // 18ESP §2.2.5: the private closes; its buyer keeps one tender, the unsold ones go on sale.
    fn take_tenders(&mut self, company: CompanyId, ev: &mut Events) {
        self.s.tenders.bank += std::mem::take(&mut self.s.tenders.private);
        self.take_tender(company, ev);
        self.close_private(FIFTH, ev);
    }

    // 18ESP §2.2.2: the private closes and the company gets its train, a minor the Iberian side.
    fn take_card_of_private_2(&mut self, company: CompanyId, ev: &mut Events) {
        if self.has_rusted(self.game.special_kind) {
            self.close_private(SECOND, ev);
        } else if self.is_minor(company) {
            self.take_special_train(company, false, ev);
        } else {
            self.s.asked.push(Question::Face { company });
        }
    }

    fn take_special_train(&mut self, company: CompanyId, narrow: bool, ev: &mut Events) {
        self.close_private(SECOND, ev);
        let train = Train { kind: self.game.special_kind, narrow, with: None, resting: true };
        let name = self.train_name(&train);
        let state = self.company_mut(company);
        state.trains.push(train);
        ev.push(Event::Train { train: name, from: None, to: Some(company) });
    }

    pub(in crate::esp) fn face_offers(&self) -> Vec<Offer> {
        let side = |narrow: bool| {
            let train = Train { kind: self.game.special_kind, narrow, with: None, resting: false };
            OptionName(self.train_name(&train).0)
        };
        let options = vec![(side(false), "the Iberian side".into()), (side(true), "the narrow side".into())];
        vec![Offer::Choose { about: "the train of private 2".into(), options }]
    }

    pub(in crate::esp) fn play_face(
        &mut self,
        company: CompanyId,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let Action::Choose { option } = *action else {
            return Err(Refusal::rule(
                "18ESP-2.2.2-04",
                "first the side of the train of private 2 is chosen",
            ));
        };
        let side = |narrow: bool| {
            let train = Train { kind: self.game.special_kind, narrow, with: None, resting: false };
            self.train_name(&train).0
        };
        let narrow = match option.0 {
            name if name == side(false) => false,
            name if name == side(true) => true,
            _ => return Err(Refusal::rule("18ESP-2.2.2-04", format!("{option} is no side of this train"))),
        };
        self.s.asked.pop();
        self.take_special_train(company, narrow, ev);
        Ok(())
    }
}
