//! §4.7 Buying trains: the duty to own one, from the bank and from other companies.

use crate::esp::Esp;
use crate::esp::setup::SEVENTH;
use crate::esp::state::{OrTurn, Question, Status, Step, Train};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::TrainName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};

impl Esp {
    /// Whether a company can use a train: it has a station or a connection on the map of its gauge; a
    /// combined train must be able to run from map to map now.
    pub(in crate::esp) fn is_usable(&self, company: CompanyId, train: &Train) -> bool {
        match train.with {
            _ if train.kind == self.game.permanent_kind => false,
            Some(_) => self.combined_can_run(company, train),
            None => self.is_on_map(company, train.narrow),
        }
    }

    // 18ESP §4.7: at least one train the company can use; online any train but that of private 3.
    pub(in crate::esp) fn must_buy_train(&self, company: CompanyId) -> bool {
        let by_gauge = self.game.rules.train_duty_by_gauge;
        let counts = |train: &Train| {
            if by_gauge { self.is_usable(company, train) } else { train.kind != self.game.permanent_kind }
        };
        // Plain trains first: they are looked at faster.
        let trains = &self.company(company).trains;
        let any =
            |combined: bool| trains.iter().any(|train| train.with.is_some() == combined && counts(train));
        !any(false) && !any(true)
    }

    fn has_train_room(&self, company: CompanyId) -> bool {
        self.counted_trains(company) < self.train_limit(company)
    }

    /// What every purchase of a train asks, wherever it comes from.
    fn check_may_own(&self, company: CompanyId, train: &Train) -> Result<(), Refusal> {
        let name = self.train_name(train);
        let wide = !self.is_minor(company) || (!train.narrow && train.with.is_none());
        require(wide, "18ESP-4.4.1-05", || format!("a minor owns Iberian trains only, not a {name}"))?;
        require(self.has_train_room(company), "18ESP-4.7-07", || {
            format!("{} owns as many trains as it may", self.name(company))
        })?;
        let free = !self.game.rules.train_duty_by_gauge || self.is_usable(company, train);
        require(free, "18ESP-4.7-02", || format!("{} cannot use a {name}", self.name(company)))
    }

    pub(super) fn bank_train(&self) -> Option<(TrainKind, Money)> {
        let kind = self.s.depot.top()?;
        self.game.parts.train_spec(kind).map(|spec| (kind, spec.price))
    }

    pub(super) fn trains_wait(&self, company: CompanyId) -> bool {
        if self.must_buy_train(company) {
            return true;
        }
        if self.game.rules.trains_asked_with_any_cash {
            let price = self.bank_train().map_or(Money(i32::MAX), |(_, price)| price);
            let cheapest = if self.others_trains(company).next().is_some() { Money(1) } else { price };
            return self.has_train_room(company) && self.s.ledger.company(company) >= cheapest;
        }
        !self.train_offers(company).is_empty() || self.can_buy_cards(company)
    }

    /// The trains of other companies that are not out of reach for good.
    fn others_trains(&self, company: CompanyId) -> impl Iterator<Item = (CompanyId, Train)> + '_ {
        let others = self.all_companies().filter(move |&other| other != company);
        let open = others.filter(|&other| self.company(other).status == Status::Launched);
        open.flat_map(move |other| self.company(other).trains.iter().map(move |train| (other, *train)))
            .filter(|(_, train)| train.kind != self.game.permanent_kind)
    }

    pub(super) fn train_offers(&self, company: CompanyId) -> Vec<Offer> {
        let mut offers = self.bank_offers(company);
        let turn = self.or().map(|or| or.turn).unwrap_or_default();
        if turn.borrowed {
            return offers;
        }
        offers.extend(self.company_train_offers(company));
        offers.extend(self.forced_offers(company));
        offers.extend(self.make_room_offers(company));
        if !self.game.rules.combine_after_trains {
            offers.extend(self.combine_offers(company));
        }
        offers
    }

    fn bank_offers(&self, company: CompanyId) -> Vec<Offer> {
        let Some((kind, price)) = self.bank_train() else { return Vec::new() };
        let sides = [false, true].map(|narrow| Train { kind, narrow, with: None, resting: false });
        let may = |train: &&Train| {
            self.check_may_own(company, train).is_ok() && self.check_funds(company, price).is_ok()
        };
        let offer = |train: &Train| {
            let train = self.train_name(train);
            Offer::BuyTrain { train, from: Party::Bank, prices: Prices::fixed(price) }
        };
        sides.iter().filter(may).map(offer).collect()
    }

    /// The prices at which another company's train may change hands.
    fn company_train_prices(
        &self,
        company: CompanyId,
        from: CompanyId,
        train: &Train,
    ) -> Result<Prices, Refusal> {
        require(self.phase().trains_between, "18ESP-4.7-05", || {
            "trains are bought from other companies from phase 3 on".into()
        })?;
        let open = self.company(from).status == Status::Launched && from != company;
        require(open, "18ESP-4.7-05", || format!("{} sells no train", self.name(from)))?;
        require(train.kind != self.game.permanent_kind, "18ESP-2.2.3-06", || {
            "the train of private 3 cannot be sold".into()
        })?;
        self.check_may_own(company, train)?;
        let cash = self.s.ledger.company(company);
        let max = cash.max(self.helped_price(company, train));
        require(max >= Money(1), "18ESP-4.7-05", || "the treasury is empty".into())?;
        Ok(Prices::between(Money(1), max))
    }

    // Online (D-29): a director may add money for another company's train up to its face value; what he lacks is
    // lent to him, unless he has sold shares.
    fn helped_price(&self, company: CompanyId, train: &Train) -> Money {
        let Some(director) = self.director(company) else { return Money::ZERO };
        if !self.game.rules.help_for_company_trains || !self.must_buy_train(company) {
            return Money::ZERO;
        }
        let face = self.game.parts.train_spec(train.kind).map(|spec| spec.price).unwrap_or_default();
        let sold = self.or().is_some_and(|or| or.turn.sold);
        match sold {
            true => face.min(self.s.ledger.company(company) + self.s.ledger.seat(director)),
            false => face,
        }
    }

    fn company_train_offers(&self, company: CompanyId) -> Vec<Offer> {
        let mut offers: Vec<Offer> = Vec::new();
        if !self.phase().trains_between || !self.has_train_room(company) {
            return offers;
        }
        for (from, train) in self.others_trains(company) {
            let Ok(prices) = self.company_train_prices(company, from, &train) else { continue };
            let source = Party::Company(self.name(from));
            let deal = Offer::BuyTrain { train: self.train_name(&train), from: source, prices };
            let offer = match self.director(from) {
                Some(to) if self.director(company) != Some(to) => Offer::Propose { to, deal: Box::new(deal) },
                _ => deal,
            };
            if !offers.contains(&offer) {
                offers.push(offer);
            }
        }
        offers
    }

    // 18ESP §4.7: with no usable train and no room, a train is discarded first.
    fn make_room_offers(&self, company: CompanyId) -> Vec<Offer> {
        if !self.must_buy_train(company) || self.has_train_room(company) {
            return Vec::new();
        }
        self.discard_offers(company)
    }

    pub(in crate::esp) fn discard_offers(&self, company: CompanyId) -> Vec<Offer> {
        let mut offers: Vec<Offer> = Vec::new();
        let trains = self.company(company).trains.iter();
        for train in trains.filter(|train| train.kind != self.game.permanent_kind) {
            let offer = Offer::Discard { company: self.name(company), train: self.train_name(train) };
            if !offers.contains(&offer) {
                offers.push(offer);
            }
        }
        offers
    }

    pub(super) fn play_trains(
        &mut self,
        company: CompanyId,
        turn: &OrTurn,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let train_first = !turn.borrowed || matches!(action, Action::BuyTrain { from: Party::Bank, .. });
        require(train_first, "18ESP-4.7.1-06", || {
            "first the train is bought for which money was lent".into()
        })?;
        match *action {
            Action::BuyTrain { train, from: Party::Bank, price } => {
                self.buy_bank_train(company, train, price, ev)
            }
            Action::BuyTrain { train, from: Party::Company(from), price } => {
                let from = self.company_named(from)?;
                self.buy_company_train(company, from, train, price, None, ev)
            }
            Action::Discard { company: whose, train } => {
                let own = self.company_named(whose)? == company;
                let may = own && self.must_buy_train(company) && !self.has_train_room(company);
                require(may, "18ESP-4.7-08", || {
                    "a train is given up only to make room for one the company can use".into()
                })?;
                self.discard(company, train, ev)
            }
            Action::Sell { seller, company: of, percent } => {
                self.forced_sale(company, seller, self.company_named(of)?, percent, ev)
            }
            Action::Loan { amount } => self.forced_loan(company, amount, ev),
            Action::Choose { option } if !self.game.rules.combine_after_trains => {
                self.combine(company, option, ev)
            }
            Action::Pass => {
                let must = self.must_buy_train(company);
                require(!must, "18ESP-4.7-01", || {
                    format!("{} must own a train that it can use", self.name(company))
                })?;
                self.leave_step(company, Step::Trains, ev)
            }
            _ => Err(Refusal::rule("18ESP-4-03", "now trains are bought")),
        }
    }

    fn buy_bank_train(
        &mut self,
        company: CompanyId,
        name: TrainName,
        price: Money,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let (kind, cost) = self.bank_train().ok_or_else(|| Refusal::plain("the bank has no train"))?;
        let side = |narrow| Train { kind, narrow, with: None, resting: false };
        let train = [side(false), side(true)].into_iter().find(|train| self.train_name(train) == name);
        let train = train.ok_or_else(|| {
            let because = format!("the bank sells {} now", self.train_name(&side(false)));
            Refusal::rule("18ESP-4.7-04", because)
        })?;
        self.check_may_own(company, &train)?;
        require(price == cost, "18ESP-4.7-04", || format!("it costs {cost}"))?;
        self.check_funds(company, cost)?;
        self.draw_on_director(company, cost, ev)?;
        self.s.ledger.pay(Account::Company(company), Account::Bank, cost, format!("{name}-train"), ev)?;
        self.s.depot.take(kind);
        self.company_mut(company).trains.push(train);
        ev.push(Event::Train { train: name, from: None, to: Some(company) });
        self.turn_mut(|turn| (turn.sold, turn.borrowed) = (false, false));
        self.company_bought_train(company, ev);
        self.train_left_bank(kind, ev)
    }

    // 18ESP §2.2.7: private 7 closes when its North major buys its first train.
    fn company_bought_train(&mut self, company: CompanyId, ev: &mut Events) {
        if self.s.beside[1] == Some(company) && !self.company(company).bought_train {
            self.close_private(SEVENTH, ev);
        }
        self.company_mut(company).bought_train = true;
    }

    /// To whom the purchase of a company's train has to be proposed.
    pub(in crate::esp) fn train_deal(&self, company: CompanyId, action: &Action) -> Result<SeatId, Refusal> {
        let Action::BuyTrain { train, from: Party::Company(from), price } = *action else {
            return Err(Refusal::plain("this needs nobody's consent"));
        };
        let in_step = self.or().is_some_and(|or| or.step == Step::Trains && !or.turn.borrowed);
        require(in_step, "18ESP-4-03", || "trains are bought at the end of the turn".into())?;
        let from = self.company_named(from)?;
        let owned = self.find_train(from, train)?;
        let prices = self.company_train_prices(company, from, &owned)?;
        require(prices.contains(price), "18ESP-4.7-05", || {
            format!("the price is {} to {}", prices.min, prices.max)
        })?;
        let to = self.director(from).filter(|to| self.director(company) != Some(*to));
        to.ok_or_else(|| Refusal::plain("both companies have the same director: no consent is needed"))
    }

    fn find_train(&self, company: CompanyId, name: TrainName) -> Result<Train, Refusal> {
        let mut trains = self.company(company).trains.iter();
        let train = trains.find(|train| self.train_name(train) == name).copied();
        train.ok_or_else(|| Refusal::plain(format!("{} owns no {name}-train", self.name(company))))
    }

    pub(in crate::esp) fn buy_company_train(
        &mut self,
        company: CompanyId,
        from: CompanyId,
        name: TrainName,
        price: Money,
        agreed: Option<SeatId>,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let train = self.find_train(from, name)?;
        let prices = self.company_train_prices(company, from, &train)?;
        require(prices.contains(price), "18ESP-4.7-05", || {
            format!("the price is {} to {}", prices.min, prices.max)
        })?;
        let seller = self.director(from);
        let consent = seller == self.director(company) || (agreed.is_some() && agreed == seller);
        require(consent, "18ESP-4.7-05", || "the other director has to agree: propose it to him".into())?;
        self.draw_on_director(company, price, ev)?;
        let why = format!("{name}-train");
        self.s.ledger.pay(Account::Company(company), Account::Company(from), price, why, ev)?;
        self.take_train_from(from, name);
        self.company_mut(company).trains.push(train);
        ev.push(Event::Train { train: name, from: Some(from), to: Some(company) });
        self.company_bought_train(company, ev);
        Ok(())
    }

    fn take_train_from(&mut self, company: CompanyId, name: TrainName) {
        let at = self.company(company).trains.iter().position(|train| self.train_name(train) == name);
        if let Some(at) = at {
            self.company_mut(company).trains.remove(at);
        }
    }

    // 18ESP §4.7: trains given up leave the game; they did not rust and cannot be recycled.
    fn discard(&mut self, company: CompanyId, name: TrainName, ev: &mut Events) -> Result<(), Refusal> {
        let train = self.find_train(company, name)?;
        require(train.kind != self.game.permanent_kind, "18ESP-2.2.3-03", || {
            "the train of private 3 does not count against the limit and is never given up".into()
        })?;
        self.take_train_from(company, name);
        if let Some(count) = self.s.discarded.get_mut(train.kind.index()) {
            *count += 1;
        }
        ev.push(Event::Train { train: name, from: Some(company), to: None });
        Ok(())
    }

    pub(in crate::esp) fn play_discard(
        &mut self,
        company: CompanyId,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let Action::Discard { company: whose, train } = *action else {
            let because = format!("{} owns too many trains and gives one up first", self.name(company));
            return Err(Refusal::rule("18ESP-4.4.1-06", because));
        };
        let own = self.company_named(whose)? == company;
        require(own, "18ESP-4.4.1-06", || format!("{} has to give up a train", self.name(company)))?;
        self.discard(company, train, ev)?;
        self.s.asked.retain(|question| *question != Question::Discard { company });
        Ok(())
    }
}
