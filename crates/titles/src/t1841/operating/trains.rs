//! Chapter 4.5: buying trains, and the obligation to own one.

use super::emergency::{self, Emergency, FULL};
use super::{bankruptcy, go_on, phases};
use crate::t1841::Game;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// 1841-4.5-01: the company buys any number of trains; they run from its next turn on (1841-4.5-10).
pub(super) struct Trains;

impl Decision<Game> for Trains {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.acting_seat())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Trains
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let Ok(company) = game.acting() else { return Vec::new() };
        if game.full_price() {
            return sale_need(game, company).map_or_else(|_| Vec::new(), |need| game.emergency_offers(need));
        }
        let mut offers = Vec::new();
        if !game.must_buy(company) {
            offers.push(Offer::Pass { means: say!("buy no more trains") });
        }
        let need = game.train_need(company);
        bank_offers(game, company, need, &mut offers);
        company_offers(game, company, &mut offers);
        if let Some(need) = need {
            if !game.covered(need) || game.fixed.rules.as_recorded.emergency_sales {
                offers.extend(game.emergency_offers(need));
            }
            if game.bankrupt(need) {
                offers.push(bankruptcy::offer(game));
            }
        }
        recorded_offers(game, company, &mut offers);
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let company = game.acting()?;
        emergency::sale_first(game, action)?;
        match action {
            Action::Pass => {
                require(!game.must_buy(company), "1841-4.5-09", || {
                    say!("a company without a train must buy one")
                })?;
                go_on(game, events);
                Ok(())
            }
            Action::BuyTrain { .. } => buy(game, company, action, false, events),
            Action::Propose { deal } => game.propose(by.seat()?, deal, events),
            Action::Sell { seller, company: of, percent } => {
                let of = game.fixed.parts.company_named(*of)?;
                let need = sale_need(game, company)?;
                game.emergency_sell(need, *seller, of, *percent, events)
            }
            Action::Choose { option } if *option == FULL && game.fixed.rules.as_recorded.emergency_sales => {
                let need = sale_need(game, company)?;
                emergency::next_at_full_price(game, need)
            }
            Action::Choose { option } => {
                let need = match game.train_need(company) {
                    Some(need) => need,
                    None => game.recorded_bankruptcy(company)?,
                };
                bankruptcy::go_bankrupt(game, need, *option, events)?;
                bankruptcy::end_turn_after(game);
                Ok(())
            }
            _ => Err(Refusal::out_of_place(say!("buy a train or pass"))),
        }
    }
}

/// Whether the company can, or must, buy a train.
pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    let room = game.company(company).trains.len() < game.train_limit(company);
    let cash = game.table.ledger.company(company);
    let bank = game.cheapest_train().is_some_and(|(_, price)| price <= cash);
    let company_train = || cash >= game.fixed.figures.least_price && !others(game, company).is_empty();
    room && (bank || company_train() || game.must_buy(company))
}

/// 1841-4.5-02, 1841-4.5-08: trains of the bank, returned ones among them.
fn bank_offers(game: &Game, company: CompanyId, need: Option<Emergency>, offers: &mut Vec<Offer>) {
    let cash = game.table.ledger.company(company);
    let cheapest = game.cheapest_train().map(|(kind, _)| kind);
    if game.company(company).trains.len() >= game.train_limit(company) {
        return;
    }
    for kind in game.table.depot.for_sale() {
        let price = game.train_price(kind);
        let emergency = Some(kind) == cheapest && need.is_some_and(|need| game.covered(need));
        let allowed = !game.raised() || Some(kind) == cheapest;
        if allowed && (price <= cash || emergency) {
            let train = game.train_name(kind);
            offers.push(Offer::BuyTrain { train, from: Party::Bank, prices: Prices::fixed(price) });
        }
    }
}

/// Trains of other companies.
fn company_offers(game: &Game, company: CompanyId, offers: &mut Vec<Offer>) {
    let (least, cash) = (game.fixed.figures.least_price, game.table.ledger.company(company));
    let room = game.company(company).trains.len() < game.train_limit(company);
    if game.raised() || cash < least || !room {
        return;
    }
    let prices = Prices::between(least, cash);
    for (other, train) in others(game, company) {
        let (train, from) = (game.train_name(train), Party::Company(game.name(other)));
        offers.push(game.with_consent(company, other, Offer::BuyTrain { train, from, prices }));
    }
}

/// What records hold beyond the rules: sales at the full price and without need (O-29), and bankruptcies without
/// need (O-30).
fn recorded_offers(game: &Game, company: CompanyId, offers: &mut Vec<Offer>) {
    if let Ok(need) = sale_need(game, company) {
        offers.extend(emergency::full_price_offer(game, need));
        if game.train_need(company).is_none() {
            offers.extend(game.emergency_offers(need));
        }
    }
    if game.train_need(company).is_none() && game.recorded_bankruptcy(company).is_ok() {
        offers.push(bankruptcy::offer(game));
    }
}

/// The emergency that allows a sale now.
fn sale_need(game: &Game, company: CompanyId) -> Result<Emergency, Refusal> {
    if let Some(need) = game.train_need(company) {
        return Ok(need);
    }
    let recorded = game.fixed.rules.as_recorded.emergency_sales && game.must_buy(company);
    match game.cheapest_train().filter(|_| recorded) {
        Some((_, amount)) => Ok(Emergency { company, amount }),
        None => Err(Refusal::rule(
            "1841-4.5.1-01",
            say!("there is no emergency: the company can pay a train or needs none"),
        )),
    }
}

/// A purchase from the bank or, with consent or without need of it, from a company (1841-4.5.2-01).
pub(super) fn buy(
    game: &mut Game,
    company: CompanyId,
    action: &Action,
    agreed: bool,
    events: &mut Events,
) -> Play {
    let Action::BuyTrain { train, from, price } = action else {
        return Err(Refusal::out_of_place(say!("buy a train")));
    };
    let (kind, limit) = (game.fixed.parts.train_named(*train)?, game.train_limit(company));
    require(game.company(company).trains.len() < limit, "1841-4.5-06", || {
        say!("the company is at its limit of {limit} {limit|train|trains}", limit)
    })?;
    match from {
        Party::Bank => buy_from_bank(game, company, kind, *price, events),
        Party::Company(seller) => {
            let seller = game.fixed.parts.company_named(*seller)?;
            check_seller(game, company, seller, agreed)?;
            buy_from_company(game, (company, seller), kind, *price, events)
        }
        _ => Err(Refusal::rule("1841-4.5-01", say!("trains are bought from the bank or from a company"))),
    }
}

fn buy_from_bank(
    game: &mut Game,
    company: CompanyId,
    kind: TrainKind,
    price: Money,
    events: &mut Events,
) -> Play {
    let (train, due) = (game.train_name(kind), game.train_price(kind));
    require(game.table.depot.for_sale().any(|other| other == kind), "1841-4.5-02", || {
        say!("the bank does not sell {train}-trains now", train)
    })?;
    require(price == due, "1841-4.5-01", || say!("the {train}-train costs {due}", train, due))?;
    let cheapest = game.cheapest_train().map(|(kind, _)| kind) == Some(kind);
    require(!game.raised() || cheapest, "1841-4.5.2-02", || {
        say!("with emergency money the cheapest train must be bought")
    })?;
    let cash = game.table.ledger.company(company);
    if cash < due {
        // 1841-4.5.1-12: as soon as enough is raised the train is bought.
        let need = game.train_need(company).filter(|need| cheapest && game.covered(*need));
        let need = need.ok_or_else(|| {
            let because = say!("the {train}-train costs {due}, the company has {cash}", train, due, cash);
            Refusal::rule("1841-4-05", because)
        })?;
        game.gather(need, events)?;
    }
    let new = game.table.depot.returned(kind) == 0;
    let why = say!("a {train}-train", train);
    game.table.ledger.pay(Account::Company(company), Account::Bank, due, why, events)?;
    game.table.depot.take(kind);
    events.push(Event::Train { train, from: None, to: Some(company) });
    if let Some(charter) = game.company_mut(company) {
        charter.trains.push(kind);
    }
    game.operating_mut()?.turn.raised = false;
    if new { phases::begin_with(game, kind, events) } else { Ok(()) }
}

/// Whether a company may sell the acting one a train.
fn check_seller(game: &Game, company: CompanyId, seller: CompanyId, agreed: bool) -> Play {
    let sells = seller != company && game.running(seller) && game.may_sell_trains(seller);
    let name = || game.name(seller);
    require(sells, "1841-4.5-01", || say!("{seller} cannot sell trains", seller = name()))?;
    require(!game.raised(), "1841-4.5.2-02", || say!("emergency money buys from the bank only"))?;
    let asked = agreed || !game.needs_consent(company, seller);
    require(asked, "1841-4.5-01", || say!("the director of {seller} must agree: propose it", seller = name()))
}

fn buy_from_company(
    game: &mut Game,
    (company, seller): (CompanyId, CompanyId),
    kind: TrainKind,
    price: Money,
    events: &mut Events,
) -> Play {
    let (name, train, least) = (game.name(seller), game.train_name(kind), game.fixed.figures.least_price);
    require(price >= least, "1841-4.5-01", || say!("the price is at least {least}", least))?;
    let cash = game.table.ledger.company(company);
    require(price <= cash, "1841-4.5-01", || {
        say!("the treasury holds {cash}, less than the price of {price}", cash, price)
    })?;
    let at = game.company(seller).trains.iter().position(|train| *train == kind);
    let at =
        at.ok_or_else(|| Refusal::rule("1841-4.5-01", say!("{name} has no {train}-train", name, train)))?;
    let (payer, payee) = (Account::Company(company), Account::Company(seller));
    game.table.ledger.pay(payer, payee, price, say!("a {train}-train", train), events)?;
    if let Some(charter) = game.company_mut(seller) {
        charter.trains.remove(at);
    }
    if let Some(charter) = game.company_mut(company) {
        charter.trains.push(kind);
    }
    events.push(Event::Train { train, from: Some(seller), to: Some(company) });
    Ok(())
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
