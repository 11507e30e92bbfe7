//! §4.5: buying trains, the obligation to own one, and returning surplus trains.

use super::areas::Area;
use super::emergency::{self, Emergency};
use super::state::Step;
use super::{Game, Play, operating};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::tile::StopKind;

impl Game {
    /// §4.5-05: how many trains a company may own.
    pub(crate) fn train_limit(&self, company: CompanyId) -> usize {
        let kind = self.parts().company_spec(company).map(|spec| spec.kind);
        let limit = kind.and_then(|kind| self.phase_spec().map(|phase| phase.train_limit(kind)));
        usize::from(limit.unwrap_or(0))
    }

    /// What a kind of train costs in the bank.
    pub(crate) fn train_price(&self, kind: TrainKind) -> Money {
        self.parts().train_spec(kind).map_or(Money::ZERO, |spec| spec.price)
    }

    /// The cheapest train of the bank, returned ones included.
    pub(crate) fn cheapest_train(&self) -> Option<(TrainKind, Money)> {
        let trains = self.t.depot.for_sale().map(|kind| (kind, self.train_price(kind)));
        trains.min_by_key(|(_, price)| *price)
    }

    /// §4.5-09, G-22: whether a route exists: two countable stops joined by open track to one base.
    pub(crate) fn route_exists(&self, company: CompanyId) -> bool {
        self.bases(company).into_iter().any(|base| {
            let reach = self.reach_from(company, &[base], 0);
            let mut areas: Vec<usize> = Vec::new();
            let mut stops = 0;
            for (hex, stop) in reach.stops() {
                let Some(place) = self.t.board.face(hex).stops.get(stop as usize) else { continue };
                match place.kind {
                    StopKind::City | StopKind::Town => stops += 1,
                    StopKind::Offboard => {
                        let area = self.fixed.geography.areas.iter().position(|area| area.contains(&hex));
                        if let Some(area) = area.filter(|area| !areas.contains(area)) {
                            areas.push(area);
                            stops += 1;
                        }
                    }
                    _ => {}
                }
            }
            stops >= 2
        })
    }

    /// §4.5-09: whether a company must buy a train now.
    pub(crate) fn must_buy(&self, company: CompanyId) -> bool {
        self.company(company).trains.is_empty() && self.t.depot.top().is_some() && self.route_exists(company)
    }

    /// The money that has to be raised for a train, if the company cannot pay the cheapest (§4.5.1-01).
    fn train_need(&self, company: CompanyId) -> Option<Emergency> {
        let (_, price) = self.cheapest_train()?;
        let short = self.t.ledger.company(company) < price;
        (short && self.must_buy(company)).then_some(Emergency { company, amount: price })
    }

    /// O-30: a company whose leader could not pay the cheapest train goes bankrupt, though it need not buy one.
    fn recorded_bankruptcy(&self, company: CompanyId) -> Result<Emergency, Refusal> {
        let no_emergency = || Refusal::rule("1841-4.5.1-01", "there is no emergency");
        let (_, amount) = self.cheapest_train().ok_or_else(no_emergency)?;
        let need = Emergency { company, amount };
        let accepted = self.rules().as_recorded.bankruptcy_without_need && self.bankrupt(need);
        if accepted { Ok(need) } else { Err(no_emergency()) }
    }

    /// Whether somebody can agree to the sale of a company's train; nobody has to in records (O-32).
    fn may_sell_trains(&self, company: CompanyId) -> bool {
        self.rules().as_recorded.frozen_sell_trains || !self.frozen(company)
    }

    fn raised(&self) -> bool {
        self.operating().is_some_and(|round| round.turn.raised)
    }
}

/// Trains of other companies: who has which.
fn others(game: &Game, company: CompanyId) -> Vec<(CompanyId, TrainKind)> {
    let mut found = Vec::new();
    for other in game.company_ids().filter(|other| *other != company && game.running(*other)) {
        let mut trains = game.company(other).trains.clone();
        trains.sort_unstable();
        trains.dedup();
        if game.may_sell_trains(other) {
            found.extend(trains.into_iter().map(|train| (other, train)));
        }
    }
    found
}

pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    let room = game.company(company).trains.len() < game.train_limit(company);
    let cash = game.t.ledger.company(company);
    let bank = game.cheapest_train().is_some_and(|(_, price)| price <= cash);
    let company_train = || cash >= Money(1) && !others(game, company).is_empty();
    room && (bank || company_train() || game.must_buy(company))
}

pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    if game.full_price() {
        return emergency_now(game, company).map_or_else(|_| Vec::new(), |need| game.emergency_offers(need));
    }
    let mut offers = Vec::new();
    let must = game.must_buy(company);
    if !must {
        offers.push(Offer::Pass { means: "buy no (more) train".into() });
    }
    let need = game.train_need(company);
    bank_offers(game, company, need, &mut offers);
    let cash = game.t.ledger.company(company);
    if !game.raised() && cash >= Money(1) && game.company(company).trains.len() < game.train_limit(company) {
        let prices = Prices::between(Money(1), cash);
        for (other, train) in others(game, company) {
            let (train, from) = (game.train_name(train), Party::Company(game.name(other)));
            offers.push(game.with_consent(company, other, Offer::BuyTrain { train, from, prices }));
        }
    }
    if let Some(need) = need {
        if !game.covered(need) || game.rules().as_recorded.emergency_sales {
            offers.extend(game.emergency_offers(need));
        }
        if game.bankrupt(need) {
            offers.push(game.bankrupt_offer());
        }
    }
    recorded_offers(game, company, &mut offers);
    offers
}

fn bank_offers(game: &Game, company: CompanyId, need: Option<Emergency>, offers: &mut Vec<Offer>) {
    let cash = game.t.ledger.company(company);
    let cheapest = game.cheapest_train().map(|(kind, _)| kind);
    if game.company(company).trains.len() >= game.train_limit(company) {
        return;
    }
    for kind in game.t.depot.for_sale() {
        let price = game.train_price(kind);
        let emergency = Some(kind) == cheapest && need.is_some_and(|need| game.covered(need));
        let allowed = !game.raised() || Some(kind) == cheapest;
        if allowed && (price <= cash || emergency) {
            let train = game.train_name(kind);
            offers.push(Offer::BuyTrain { train, from: Party::Bank, prices: Prices::fixed(price) });
        }
    }
}

/// What records hold beyond the rules: sales at the full price and without need (O-29), and bankruptcies without
/// need (O-30).
fn recorded_offers(game: &Game, company: CompanyId, offers: &mut Vec<Offer>) {
    if let Ok(need) = emergency_now(game, company) {
        offers.extend(emergency::full_price_offer(game, need));
        if game.train_need(company).is_none() {
            offers.extend(game.emergency_offers(need));
        }
    }
    if game.train_need(company).is_none() && game.recorded_bankruptcy(company).is_ok() {
        offers.push(game.bankrupt_offer());
    }
}

pub(super) fn play(game: &mut Game, seat: SeatId, company: CompanyId, action: &Action) -> Play {
    emergency::sale_first(game, action)?;
    match action {
        Action::Pass => {
            require(!game.must_buy(company), "1841-4.5-09", || {
                "a company without a train must buy one".into()
            })?;
            operating::go_on(game);
            Ok(())
        }
        Action::BuyTrain { .. } => buy(game, company, action, false),
        Action::Propose { deal } => game.propose(seat, deal),
        Action::Sell { seller, company: of, percent } => {
            let of = game.find_company(*of)?;
            let need = emergency_now(game, company)?;
            game.emergency_sell(need, *seller, of, *percent)
        }
        Action::Choose { option }
            if *option == emergency::FULL && game.rules().as_recorded.emergency_sales =>
        {
            let need = emergency_now(game, company)?;
            emergency::next_at_full_price(game, need)
        }
        Action::Choose { option } => {
            let need = match game.train_need(company) {
                Some(need) => need,
                None => game.recorded_bankruptcy(company)?,
            };
            game.go_bankrupt(need, *option)?;
            emergency::end_turn_after(game);
            Ok(())
        }
        _ => Err(game.wrong("buy a train or pass")),
    }
}

/// The emergency that allows a sale now.
fn emergency_now(game: &Game, company: CompanyId) -> Result<Emergency, Refusal> {
    if let Some(need) = game.train_need(company) {
        return Ok(need);
    }
    let recorded = game.rules().as_recorded.emergency_sales && game.must_buy(company);
    match game.cheapest_train().filter(|_| recorded) {
        Some((_, amount)) => Ok(Emergency { company, amount }),
        None => Err(Refusal::rule(
            "1841-4.5.1-01",
            "there is no emergency: the company can pay a train or needs none",
        )),
    }
}

/// A purchase from the bank or, with consent or without need of it, from a company.
pub(super) fn buy(game: &mut Game, company: CompanyId, action: &Action, agreed: bool) -> Play {
    let Action::BuyTrain { train, from, price } = action else { return Err(game.wrong("buy a train")) };
    let kind = game.find_train(*train)?;
    let limit = game.train_limit(company);
    require(game.company(company).trains.len() < limit, "1841-4.5-06", || {
        format!("the company is at its limit of {limit} trains")
    })?;
    match from {
        Party::Bank => buy_from_bank(game, company, kind, *price),
        Party::Company(seller) => {
            let seller = game.find_company(*seller)?;
            buy_from_company(game, company, seller, kind, *price, agreed)
        }
        _ => Err(Refusal::rule("1841-4.5-01", "trains are bought from the bank or from a company")),
    }
}

fn buy_from_bank(game: &mut Game, company: CompanyId, kind: TrainKind, price: Money) -> Play {
    let due = game.train_price(kind);
    let name = game.train_name(kind);
    require(game.t.depot.for_sale().any(|other| other == kind), "1841-4.5-02", || {
        format!("the bank does not sell {name}-trains now")
    })?;
    require(price == due, "1841-4.5-01", || format!("the {name}-train costs {due}"))?;
    let cheapest = game.cheapest_train().map(|(kind, _)| kind) == Some(kind);
    require(!game.raised() || cheapest, "1841-4.5.2-02", || {
        "with emergency money the cheapest train must be bought".into()
    })?;
    if game.t.ledger.company(company) < due {
        let need = game.train_need(company).filter(|need| cheapest && game.covered(*need));
        let need = need.ok_or_else(|| {
            let cash = game.t.ledger.company(company);
            Refusal::rule("1841-4-05", format!("the {name}-train costs {due}, the company has {cash}"))
        })?;
        game.gather(need)?;
    }
    let new = game.t.depot.returned(kind) == 0;
    game.pay(Account::Company(company), Account::Bank, due, format!("a {name}-train"))?;
    game.t.depot.take(kind);
    game.events.push(Event::Train { train: name, from: None, to: Some(company) });
    if let Some(things) = game.company_mut(company) {
        things.trains.push(kind);
    }
    if let Some(turn) = game.op_turn() {
        turn.raised = false;
    }
    if new { super::phases::begin_with(game, kind) } else { Ok(()) }
}

fn buy_from_company(
    game: &mut Game,
    company: CompanyId,
    seller: CompanyId,
    kind: TrainKind,
    price: Money,
    agreed: bool,
) -> Play {
    let (name, train) = (game.name(seller), game.train_name(kind));
    require(
        seller != company && game.running(seller) && game.may_sell_trains(seller),
        "1841-4.5-01",
        || format!("{name} cannot sell trains"),
    )?;
    require(!game.raised(), "1841-4.5.2-02", || "emergency money buys from the bank only".into())?;
    let asked = agreed || !game.needs_consent(company, seller);
    require(asked, "1841-4.5-01", || format!("the director of {name} must agree: propose it"))?;
    require(price >= Money(1), "1841-4.5-01", || "the price is at least 1".into())?;
    let at = game.company(seller).trains.iter().position(|train| *train == kind);
    let at = at.ok_or_else(|| Refusal::rule("1841-4.5-01", format!("{name} has no {train}-train")))?;
    game.pay(Account::Company(company), Account::Company(seller), price, format!("a {train}-train"))?;
    if let Some(things) = game.company_mut(seller) {
        things.trains.remove(at);
    }
    if let Some(things) = game.company_mut(company) {
        things.trains.push(kind);
    }
    game.reach(Area::TrainFromCompany);
    game.events.push(Event::Train { train, from: Some(seller), to: Some(company) });
    Ok(())
}

// ---- §4.5-07, §4.6.7: surplus trains ----

impl Game {
    /// Every company above its limit returns trains, one after another.
    pub(crate) fn check_surplus(&mut self) {
        let over: Vec<_> = self.t.chart.order(&self.parts().grid);
        for company in over.into_iter().rev() {
            if self.running(company) && self.company(company).trains.len() > self.train_limit(company) {
                self.t.steps.push(Step::Discard { company });
            }
        }
    }
}

pub(super) fn discard_offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut trains = game.company(company).trains.clone();
    trains.sort_unstable();
    trains.dedup();
    let name = game.name(company);
    trains.into_iter().map(|train| Offer::Discard { company: name, train: game.train_name(train) }).collect()
}

/// §4.5-07: a train goes back to the bank without compensation.
pub(super) fn discard(game: &mut Game, company: CompanyId, action: &Action) -> Play {
    let Action::Discard { company: of, train } = action else {
        return Err(game.wrong("return a surplus train"));
    };
    let (of, kind) = (game.find_company(*of)?, game.find_train(*train)?);
    let at = game.company(company).trains.iter().position(|other| *other == kind).filter(|_| of == company);
    let Some(at) = at else {
        return Err(Refusal::rule(
            "1841-4.5-07",
            format!("{} has no such train to return", game.name(company)),
        ));
    };
    return_train(game, company, at, kind);
    Ok(())
}

fn return_train(game: &mut Game, company: CompanyId, at: usize, kind: TrainKind) {
    if let Some(things) = game.company_mut(company) {
        things.trains.remove(at);
    }
    game.t.depot.give_back(kind);
    game.reach(Area::TrainReturned);
    let train = game.train_name(kind);
    game.events.push(Event::Train { train, from: Some(company), to: None });
}

/// Whether a discard step is over; a frozen company, which decides nothing, returns its oldest trains.
pub(super) fn discard_over(game: &mut Game, company: CompanyId) -> bool {
    let over = |game: &Game| {
        game.company(company).trains.len() <= game.train_limit(company) || !game.running(company)
    };
    while !over(game) {
        let mut trains = game.company(company).trains.clone();
        trains.sort_unstable();
        trains.dedup();
        let only = trains.len() == 1 || game.frozen(company);
        let kind = trains.first().copied().filter(|_| only);
        let at = game.company(company).trains.iter().position(|other| Some(*other) == kind);
        match kind.zip(at) {
            Some((kind, at)) => return_train(game, company, at, kind),
            None => return false,
        }
    }
    true
}
