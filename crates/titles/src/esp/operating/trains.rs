//! §4.7 Buying trains: the duty to own one, from the bank and from other companies.

use super::{Step, combine, crossing, discard, forced, meanwhile};
use crate::esp::fixed::Class;
use crate::esp::privates::{self, SEVENTH, purchase};
use crate::esp::table::{Status, Train};
use crate::esp::{Game, phases};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::TrainName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The company buys trains. 18ESP-4.7-06: one at a time.
pub(super) struct Trains;

impl Decision<Game> for Trains {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_director()
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Trains
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let must = game.acting().is_ok_and(|company| must_buy(game, company));
        let pass = (!must).then(|| say!("buy no more trains"));
        meanwhile::offers(game, |company| offers(game, company), pass)
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        meanwhile::answer(game, by, action, events, |game, company, events| {
            play(game, company, action, events)
        })
    }
}

fn play(game: &mut Game, company: CompanyId, action: &Action, events: &mut Events) -> Play {
    let bank = matches!(action, Action::BuyTrain { from: Party::Bank, .. });
    if game.company_turn().borrowed && !bank {
        game.check_train_first()?;
    }
    match *action {
        Action::BuyTrain { train, from: Party::Bank, price } => {
            buy_from_bank(game, company, train, price, events)
        }
        Action::BuyTrain { from: Party::Company(_), .. } => {
            buy_from_company(game, company, action, None, events)
        }
        Action::Discard { company: whose, train } => {
            let own = game.company_named(whose)? == company;
            let may = own && must_buy(game, company) && !game.has_train_room(company);
            require(may, "18ESP-4.7-08", || {
                say!("a train is given up only to make room for one the company can use")
            })?;
            discard::give_up(game, company, train, events)
        }
        Action::Sell { .. } => forced::sell(game, company, action, events),
        Action::Loan { amount } => forced::borrow(game, company, amount, events),
        Action::Choose { option } if !game.fixed.switches.combine_after_trains => {
            combine::combine(game, company, option, events)
        }
        Action::Pass => {
            require(!must_buy(game, company), "18ESP-4.7-01", || {
                say!("{company} must own a train that it can use", company = game.name(company))
            })?;
            game.end_step()
        }
        _ => Err(meanwhile::not_now(say!("now trains are bought"))),
    }
}

/// Whether a company can use a train. 18ESP-4.7-01, 18ESP-5.2.2-03: it has a route for it now; 18ESP-4.7-03: a combined train
/// one from map to map. 18ESP-G-13: with no route for either side of its card, a train of the own map's gauge.
pub(super) fn is_usable(game: &Game, company: CompanyId, train: &Train) -> bool {
    if game.is_permanent(train) {
        return false;
    }
    if train.with.is_some() {
        return crossing::can_run(game, company, train);
    }
    if crossing::has_route(game, company, train) {
        return true;
    }
    let own = train.narrow == (game.class(company) == Class::North);
    let other = Train::plain(train.kind, !train.narrow);
    own && (game.is_minor(company) || !crossing::has_route(game, company, &other))
}

/// 18ESP-4.7-01: at least one train the company can use; online any train (18ESP-D-29). 18ESP-2.2.3-03: that of private 3 does
/// not count.
pub(in crate::esp) fn must_buy(game: &Game, company: CompanyId) -> bool {
    let by_gauge = game.fixed.switches.train_duty_by_gauge;
    let counts = |train: &Train| {
        if by_gauge { is_usable(game, company, train) } else { !game.is_permanent(train) }
    };
    // Plain trains first: they are looked at faster.
    let trains = &game.company(company).trains;
    let any = |combined: bool| trains.iter().any(|train| train.with.is_some() == combined && counts(train));
    !any(false) && !any(true)
}

/// What every purchase of a train asks, wherever it comes from.
fn check_may_own(game: &Game, company: CompanyId, train: &Train) -> Play {
    let (name, buyer) = (game.train_name(train), game.name(company));
    // 18ESP-G-27: a minor buys no narrow train from another company either.
    let wide = !game.is_minor(company) || (!train.narrow && train.with.is_none());
    require(wide, "18ESP-4.4.1-05", || say!("a minor owns Iberian trains only, not a {name}", name))?;
    require(game.has_train_room(company), "18ESP-4.7-07", || {
        say!("{buyer} owns as many trains as it may", buyer)
    })?;
    // 18ESP-4.7-02: only the duty cannot be got round so; 18ESP-G-52: strictly, no such train is bought at all.
    let switches = &game.fixed.switches;
    let free = !switches.train_duty_by_gauge || is_usable(game, company, train);
    let beside = !switches.strict_gauge && !must_buy(game, company);
    require(free || beside, "18ESP-4.7-02", || say!("{buyer} cannot use a {name}", buyer, name))
}

/// The train on offer. 18ESP-1.5.1-11, 18ESP-4.7-04: the lowest kind that is left, at its face value.
pub(super) fn on_offer(game: &Game) -> Option<(TrainKind, Money)> {
    let kind = game.table.depot.top()?;
    game.fixed.parts.train_spec(kind).map(|spec| (kind, spec.price))
}

pub(super) fn waits(game: &Game, company: CompanyId) -> bool {
    if must_buy(game, company) {
        return true;
    }
    if game.fixed.switches.trains_asked_with_any_cash {
        let price = on_offer(game).map_or(Money(i32::MAX), |(_, price)| price);
        let cheapest = if of_others(game, company).next().is_some() { Money(1) } else { price };
        return game.has_train_room(company) && game.table.ledger.company(company) >= cheapest;
    }
    !offers(game, company).is_empty() || purchase::is_possible(game, company)
}

/// The trains of other companies that are not out of reach for good.
fn of_others(game: &Game, company: CompanyId) -> impl Iterator<Item = (CompanyId, Train)> + '_ {
    let others = game.company_ids().filter(move |&other| other != company);
    // 18ESP-4.6.1-01, 18ESP-G-23: frozen minors sell nothing.
    let open = others.filter(|&other| game.company(other).status == Status::Launched);
    open.flat_map(move |other| game.company(other).trains.iter().map(move |train| (other, *train)))
        .filter(|(_, train)| !game.is_permanent(train))
}

fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers = bank_offers(game, company);
    if game.company_turn().borrowed {
        return offers;
    }
    offers.extend(company_offers(game, company));
    offers.extend(forced::offers(game, company));
    // 18ESP-4.7-08: with no usable train and no room, a train is discarded first.
    if must_buy(game, company) && !game.has_train_room(company) {
        offers.extend(discard::offers(game, company));
    }
    if !game.fixed.switches.combine_after_trains {
        offers.extend(combine::offer(game, company));
    }
    offers
}

/// Both sides of the card.
fn bank_offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let Some((kind, price)) = on_offer(game) else { return Vec::new() };
    let sides = [false, true].map(|narrow| Train::plain(kind, narrow));
    let may = |train: &&Train| {
        check_may_own(game, company, train).is_ok() && forced::check_funds(game, company, price).is_ok()
    };
    let offer = |train: &Train| {
        let train = game.train_name(train);
        Offer::BuyTrain { train, from: Party::Bank, prices: Prices::fixed(price) }
    };
    sides.iter().filter(may).map(offer).collect()
}

/// The prices at which another company's train may change hands. 18ESP-4.7-05.
fn company_prices(
    game: &Game,
    company: CompanyId,
    from: CompanyId,
    train: &Train,
) -> Result<Prices, Refusal> {
    require(game.phase().trains_between, "18ESP-4.7-05", || {
        say!("trains cannot be bought from other companies in this phase yet")
    })?;
    // 18ESP-G-53: what was sold was sold for the bank's train.
    require(!game.sold_for_train(), "18ESP-4.7.1-01", || {
        say!(
            "shares were sold for a train of the bank: another company's is not bought with a forced purchase"
        )
    })?;
    let open = game.company(from).status == Status::Launched && from != company;
    require(open, "18ESP-4.7-05", || say!("{company} sells no train", company = game.name(from)))?;
    require(!game.is_permanent(train), "18ESP-2.2.3-06", || say!("the train of private 3 cannot be sold"))?;
    check_may_own(game, company, train)?;
    let cash = game.table.ledger.company(company);
    let max = cash.max(helped_price(game, company, train));
    require(max >= Money(1), "18ESP-4.7-05", || say!("the treasury is empty"))?;
    Ok(Prices::between(Money(1), max))
}

/// 18ESP-D-29: online a director may add money for another company's train up to its face value; what they lack is lent to
/// them, unless they have sold shares.
fn helped_price(game: &Game, company: CompanyId, train: &Train) -> Money {
    let Some(director) = game.director(company) else { return Money::ZERO };
    if !game.fixed.switches.help_for_company_trains || !must_buy(game, company) {
        return Money::ZERO;
    }
    let face = game.fixed.parts.train_spec(train.kind).map(|spec| spec.price).unwrap_or_default();
    match game.company_turn().sold {
        true => face.min(game.table.ledger.company(company) + game.table.ledger.seat(director)),
        false => face,
    }
}

fn company_offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    if !game.phase().trains_between || !game.has_train_room(company) {
        return offers;
    }
    for (from, train) in of_others(game, company) {
        let Ok(prices) = company_prices(game, company, from, &train) else { continue };
        let source = Party::Company(game.name(from));
        let deal = Offer::BuyTrain { train: game.train_name(&train), from: source, prices };
        let offer = match game.director(from) {
            Some(to) if game.director(company) != Some(to) => Offer::Propose { to, deal: Box::new(deal) },
            _ => deal,
        };
        if !offers.contains(&offer) {
            offers.push(offer);
        }
    }
    offers
}

fn why(train: TrainName) -> Text {
    say!("{train}-train", train)
}

fn buy_from_bank(
    game: &mut Game,
    company: CompanyId,
    name: TrainName,
    price: Money,
    events: &mut Events,
) -> Play {
    let (kind, cost) = on_offer(game).ok_or_else(|| Refusal::plain(say!("the bank has no train")))?;
    let sides = [false, true].map(|narrow| Train::plain(kind, narrow));
    let train = sides.into_iter().find(|train| game.train_name(train) == name);
    let train = train.ok_or_else(|| {
        let sides: Vec<TrainName> = sides.iter().map(|train| game.train_name(train)).collect();
        Refusal::rule("18ESP-4.7-04", say!("the bank sells {sides} now", sides))
    })?;
    check_may_own(game, company, &train)?;
    require(price == cost, "18ESP-4.7-04", || say!("it costs {cost}", cost))?;
    forced::check_funds(game, company, cost)?;
    forced::draw_on_director(game, company, cost, events)?;
    game.table.ledger.pay(Account::Company(company), Account::Bank, cost, why(name), events)?;
    game.table.depot.take(kind);
    game.company_mut(company).trains.push(train);
    events.push(Event::Train { train: name, from: None, to: Some(company) });
    // 18ESP-4.7.1-07: one train per forced purchase.
    game.note_in_turn(|turn| (turn.sold, turn.borrowed) = (false, false));
    has_bought(game, company, events);
    phases::train_left_bank(game, kind, events)
}

/// 18ESP-2.2.7-02: private 7 closes when its North major buys its first train.
fn has_bought(game: &mut Game, company: CompanyId, events: &mut Events) {
    if game.table.beside[1] == Some(company) && !game.company(company).bought_train {
        privates::close(game, SEVENTH, events);
    }
    game.company_mut(company).bought_train = true;
}

/// A train of another company that an action names.
struct Purchase {
    from: CompanyId,
    train: Train,
    name: TrainName,
    price: Money,
}

/// The purchase that an action means, if it may be made at this price.
fn purchase_of(game: &Game, company: CompanyId, action: &Action) -> Result<Purchase, Refusal> {
    let Action::BuyTrain { train: name, from: Party::Company(from), price } = *action else {
        return Err(Refusal::plain(say!("this needs nobody's consent")));
    };
    let from = game.company_named(from)?;
    let train = game.train_named(from, name)?;
    let prices = company_prices(game, company, from, &train)?;
    require(prices.contains(price), "18ESP-4.7-05", || {
        say!("the price is {min} to {max}", min = prices.min, max = prices.max)
    })?;
    Ok(Purchase { from, train, name, price })
}

/// To whom the purchase of a company's train has to be proposed.
pub(in crate::esp) fn consent(game: &Game, company: CompanyId, action: &Action) -> Result<SeatId, Refusal> {
    let in_step = game.operating().is_some_and(|operating| operating.step == Step::Trains);
    require(in_step && !game.company_turn().borrowed, "18ESP-4-03", || {
        say!("trains are bought at the end of the turn")
    })?;
    let from = purchase_of(game, company, action)?.from;
    let to = game.director(from).filter(|to| game.director(company) != Some(*to));
    to.ok_or_else(|| Refusal::plain(say!("both companies have the same director: no consent is needed")))
}

pub(in crate::esp) fn buy_from_company(
    game: &mut Game,
    company: CompanyId,
    action: &Action,
    agreed: Option<SeatId>,
    events: &mut Events,
) -> Play {
    let Purchase { from, train, name, price } = purchase_of(game, company, action)?;
    let seller = game.director(from);
    let consent = seller == game.director(company) || (agreed.is_some() && agreed == seller);
    require(consent, "18ESP-4.7-05", || say!("the other director has to agree: propose it to them"))?;
    forced::draw_on_director(game, company, price, events)?;
    let (payer, payee) = (Account::Company(company), Account::Company(from));
    game.table.ledger.pay(payer, payee, price, why(name), events)?;
    discard::take_from(game, from, name);
    game.company_mut(company).trains.push(train);
    events.push(Event::Train { train: name, from: Some(from), to: Some(company) });
    has_bought(game, company, events);
    Ok(())
}
