//! 6.8 Buying trains.

use super::forced::{self, Forced};
use super::{bankrupt, gravity, meanwhile};
use crate::t1883::money::Block;
use crate::t1883::stock::sell;
use crate::t1883::{Game, deal, out_of_place, phases};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The corporation buys trains, one at a time.
pub(super) struct Trains;

impl Decision<Game> for Trains {
    fn turn(&self, game: &Game) -> Turn {
        meanwhile::turn(game)
    }

    fn asked(&self, game: &Game) -> Asked {
        let forced = game.acting().ok().and_then(|company| forced::forced(game, company));
        if forced.is_some() { Asked::Emergency } else { Asked::Trains }
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let Ok(company) = game.acting() else { return Vec::new() };
        let mut offers = offers(game, company);
        if game.company_turn().block.is_empty() {
            offers.extend(meanwhile::offers(game));
        }
        match forced::forced(game, company) {
            Some(forced) if forced.short > forced.raisable => {
                offers.push(Offer::Pass { means: say!("go bankrupt: the money cannot be raised") });
            }
            None if !forced::must_buy(game, company) => {
                offers.push(Offer::Pass { means: say!("buy no more trains") });
            }
            _ => {}
        }
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, company) = (by.seat()?, game.acting()?);
        if game.company_turn().block.is_empty()
            && let Some(done) = meanwhile::answer(game, seat, action, events)
        {
            return done;
        }
        match action {
            Action::Pass => pass(game, company, seat, events),
            Action::Sell { seller: Party::Seat(seller), company: of, percent } if *seller == seat => {
                let of = game.fixed.parts.company_named(*of)?;
                sell_for(game, company, (seat, of, *percent), events)
            }
            Action::BuyTrain { from: Party::Bank | Party::Offering, .. } => {
                buy_new(game, company, action, events)
            }
            Action::BuyTrain { .. } => {
                let (_, _, owner) = check_deal(game, company, action)?;
                require(owner == seat, "1883-6.8-02", || say!("the other president has to agree"))?;
                buy_from_corporation(game, action, events)
            }
            Action::Propose { deal } if matches!(**deal, Action::BuyTrain { .. }) => {
                let (_, _, owner) = check_deal(game, company, deal)?;
                require(owner != seat, "1883-6.8-02", || say!("nobody else has to agree: buy it"))?;
                deal::propose(game, (seat, owner), deal, events);
                Ok(())
            }
            _ => Err(out_of_place(say!("buy a train, or go on"))),
        }
    }
}

/// Whether there is something to decide.
pub(super) fn waits(game: &Game, company: CompanyId) -> bool {
    !offers(game, company).is_empty() || meanwhile::waits(game, company) || forced::must_buy(game, company)
}

fn pass(game: &mut Game, company: CompanyId, seat: SeatId, events: &mut Events) -> Play {
    match forced::forced(game, company) {
        // 1883-6.8-19.
        Some(forced) if forced.short > forced.raisable => {
            bankrupt::bankrupt(game, seat, Some(company), events)
        }
        forced => {
            let duty = forced.is_some() || forced::must_buy(game, company);
            require(!duty, "1883-6.8-01", || say!("a railway with a possible route must own a train"))?;
            game.end_step()
        }
    }
}

/// 1883-6.8-05, 1883-6.8-09, 1883-6.8-23, 1883-6.8-28: whether the corporation may own one more train of a kind.
fn may_own(game: &Game, company: CompanyId, kind: TrainKind) -> Play {
    let name = game.name(company);
    require(company != game.fixed.sarsa, "1883-8.2-17", || say!("{name} never buys trains", name))?;
    if kind == game.fixed.gravity.kind {
        let (own, beside) = gravity::count(game, company);
        return require(own < beside, "1883-6.8-09", || {
            say!("{name} may not own more 2G than trains of class 2, 3 and 3bis", name)
        });
    }
    let limit = game.train_limit(company);
    require(game.proper_trains(company) < limit, "1883-6.8-23", || {
        say!("{name} owns as many trains as it may: {limit}", name, limit)
    })
}

/// 1883-5.0-03: whether the bank sells a train of a kind, out of stack or pool. `new`: from the stack although the pool has one, too.
fn sells(game: &Game, kind: TrainKind, new: bool) -> bool {
    let depot = &game.table.depot;
    if kind == game.fixed.gravity.kind {
        return !new && (depot.left(kind) != Some(0) || depot.returned(kind) > 0);
    }
    // 1883-6.8-03: the smallest class that is left.
    let top = depot.top() == Some(kind);
    if new { top && depot.returned(kind) > 0 } else { top || depot.returned(kind) > 0 }
}

fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers = Vec::new();
    let forced = forced::forced(game, company);
    let selling = !game.company_turn().block.is_empty();
    if !selling {
        offers.extend(bank_offers(game, company));
        offers.extend(deal_offers(game, company));
    }
    let Some(Forced { kind, price, short, raisable }) = forced else { return offers };
    let seat = game.acting_president();
    if short <= Money::ZERO {
        offers.extend(places(game, kind, price));
    } else if short <= raisable {
        let block = &game.company_turn().block;
        offers.extend(sell::offers(game, seat, Some(company), block, Some(short)));
    }
    offers
}

/// 1883-6.8-02: what the treasury can pay of stack, pool and gravity trains.
fn bank_offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers = Vec::new();
    for kind in (0..game.fixed.parts.trains.len() as u8).map(TrainKind) {
        let price = game.train_price(kind);
        if price > game.treasury(company) || may_own(game, company, kind).is_err() {
            continue;
        }
        offers.extend(places(game, kind, price));
    }
    offers
}

/// From where the bank sells a train of a kind: out of the pool, else out of the stack, or out of the stack although the pool has
/// one.
fn places(game: &Game, kind: TrainKind, price: Money) -> impl Iterator<Item = Offer> {
    let train = game.fixed.parts.train_name(kind);
    let places = [(false, Party::Bank), (true, Party::Offering)].into_iter();
    let places = places.filter(move |(new, _)| sells(game, kind, *new));
    places.map(move |(_, from)| Offer::BuyTrain { train, from, prices: Prices::fixed(price) })
}

/// 1883-6.8-02: trains of other corporations. 1883-8.1.4-05: the co-operative neither buys nor sells there.
fn deal_offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let prices = Prices::between(game.fixed.figures.train_price_least, game.treasury(company));
    let Some(president) = game.president(company) else { return Vec::new() };
    if game.is_coop(company) || prices.min > prices.max {
        return Vec::new();
    }
    let mut offers = Vec::new();
    for other in game.company_ids().filter(|other| *other != company && !game.is_coop(*other)) {
        let Some(owner) = game.president(other) else { continue };
        let mut kinds = game.company(other).trains.to_vec();
        kinds.dedup();
        for kind in kinds.into_iter().filter(|kind| may_own(game, company, *kind).is_ok()) {
            let (train, from) = (game.fixed.parts.train_name(kind), Party::Company(game.name(other)));
            let offer = Offer::BuyTrain { train, from, prices };
            offers.push(match owner == president {
                true => offer,
                false => Offer::Propose { to: owner, deal: Box::new(offer) },
            });
        }
    }
    offers
}

/// A purchase from another corporation: the train, whose it is, and who has to agree.
fn check_deal(
    game: &Game,
    company: CompanyId,
    action: &Action,
) -> Result<(TrainKind, CompanyId, SeatId), Refusal> {
    let Action::BuyTrain { train, from: Party::Company(from), price } = action else {
        return Err(out_of_place(say!("buy a train of another corporation")));
    };
    let (kind, other) = (game.fixed.parts.train_named(*train)?, game.fixed.parts.company_named(*from)?);
    let coop = game.is_coop(company) || game.is_coop(other);
    require(!coop, "1883-8.1.4-05", || {
        say!(
            "before its capitalisation {ccfr} neither buys trains of corporations nor sells any",
            ccfr = game.name(game.fixed.ccfr)
        )
    })?;
    let owns = other != company && game.company(other).trains.contains(&kind);
    require(owns, "1883-6.8-02", || say!("{from} has no {train}-train", from = *from, train = *train))?;
    may_own(game, company, kind)?;
    let prices = Prices::between(game.fixed.figures.train_price_least, game.treasury(company));
    let Prices { min, max, .. } = prices;
    require(prices.contains(*price), "1883-6.8-26", || {
        say!("the treasury pays {min} to {max} for a train of another corporation", min, max)
    })?;
    let selling = !game.company_turn().block.is_empty();
    require(!selling, "1883-6.8-26", || {
        say!("the president's money never pays a train of another corporation")
    })?;
    Ok((kind, other, game.president_of(other)?))
}

/// 1883-6.8-08: a train changes hands in the buyer's turn.
pub(in crate::t1883) fn buy_from_corporation(game: &mut Game, action: &Action, events: &mut Events) -> Play {
    let company = game.acting()?;
    let (kind, other, _) = check_deal(game, company, action)?;
    let Action::BuyTrain { train, price, .. } = action else { return Ok(()) };
    let (from, to) = (Account::Company(company), Account::Company(other));
    game.pay(from, to, *price, say!("{train}-train", train = *train), events)?;
    let trains = &mut game.company_mut(other).trains;
    if let Some(at) = trains.iter().position(|own| *own == kind) {
        trains.remove(at);
    }
    game.own_train(company, kind);
    events.push(Event::Train { train: *train, from: Some(other), to: Some(company) });
    gravity::settle(game, other, events);
    Ok(())
}

/// A train of the bank: from the stack, from the pool, or a gravity train.
fn buy_new(game: &mut Game, company: CompanyId, action: &Action, events: &mut Events) -> Play {
    let Action::BuyTrain { train, from, price } = action else { return Ok(()) };
    let kind = game.fixed.parts.train_named(*train)?;
    let new = *from == Party::Offering;
    require(sells(game, kind, new), "1883-6.8-03", || {
        say!("no {train}-train is for sale there", train = *train)
    })?;
    may_own(game, company, kind)?;
    let own = game.train_price(kind);
    require(*price == own, "1883-6.8-02", || say!("it costs {own}", own))?;
    pay_for(game, company, kind, own, events)?;
    let from_stack = new || game.table.depot.returned(kind) == 0;
    if new {
        game.table.depot.take_new(kind);
    } else {
        game.table.depot.take(kind);
    }
    game.own_train(company, kind);
    events.push(Event::Train { train: *train, from: None, to: Some(company) });
    if from_stack {
        phases::sold(game, kind, Some(company));
    }
    // 1883-5.8-01: what was sold for it closes before the phase starts.
    let block = std::mem::take(&mut game.operating_mut()?.turn.block);
    sell::end_block(game, &block);
    Ok(())
}

/// 1883-6.8-17, 1883-6.8-18: the treasury, and in a forced purchase the president. 1883-A1-03: never else.
fn pay_for(game: &mut Game, company: CompanyId, kind: TrainKind, price: Money, events: &mut Events) -> Play {
    let (treasury, train) = (game.treasury(company), game.fixed.parts.train_name(kind));
    let why = say!("{train}-train", train);
    if price <= treasury {
        return game.pay(Account::Company(company), Account::Bank, price, why, events);
    }
    let forced = forced::forced(game, company).filter(|forced| forced.kind == kind);
    let enough = forced.is_some_and(|forced| forced.short <= Money::ZERO);
    require(enough, "1883-6.3-04", || {
        say!("it costs {price}, and the treasury holds {treasury}", price, treasury)
    })?;
    let seat = game.president_of(company)?;
    game.pay(Account::Company(company), Account::Bank, treasury, why.clone(), events)?;
    game.pay(Account::Seat(seat), Account::Bank, price - treasury, why, events)
}

/// 1883-6.8-18, 1883-6.8-26: the president sells shares while money is short.
fn sell_for(game: &mut Game, company: CompanyId, sale: (SeatId, CompanyId, u8), events: &mut Events) -> Play {
    let forced = forced::forced(game, company).filter(|forced| forced.short > Money::ZERO);
    let Some(forced) = forced.filter(|forced| forced.short <= forced.raisable) else {
        let because = say!("shares are sold only for a train that must be bought, while money is short");
        return Err(Refusal::rule("1883-6.8-26", because));
    };
    let mut block: Block = game.company_turn().block.clone();
    sell::sell_needed(game, sale, (Some(company), forced.short), &mut block, events)?;
    // 1883-R-59: if the sale has brought the needy corporation down, it closes and needs no train.
    if game.has_fallen(company) {
        sell::end_block(game, &block);
        block.clear();
    }
    game.note_in_turn(|turn| turn.block = block);
    Ok(())
}
