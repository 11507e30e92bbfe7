//! §2.2, §4.8 Buying privates from players, and tenders, at any moment of a company's turn.

use super::{FIFTH, SECOND, SEVENTH, side, tenders};
use crate::esp::{Game, privates};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CardName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// The highest price at which a company may buy a private in this phase, if it may. 18ESP-2.2-02, 18ESP-2.2-03.
pub(in crate::esp) fn price_cap(game: &Game, private: usize) -> Option<Money> {
    let percent = game.phase().private_price_cap?;
    (private != SEVENTH).then(|| game.private(private).price.percent(percent))
}

/// The price range of a private that a company may buy now, and its owner.
pub(in crate::esp) fn check(
    game: &Game,
    company: CompanyId,
    private: usize,
) -> Result<(SeatId, Prices), Refusal> {
    let card = game.private(private).name;
    let cap = price_cap(game, private).ok_or_else(|| {
        let rule = if private == SEVENTH { "18ESP-2.2.7-03" } else { "18ESP-2.2-02" };
        Refusal::rule(rule, say!("{card} cannot be sold to a company now", card))
    })?;
    // 18ESP-G-44: companies do not sell privates.
    let Holder::Seat(owner) = game.private_owner(private) else {
        return Err(Refusal::rule("18ESP-4.8-01", say!("{card} is not a player's to sell", card)));
    };
    let cash = game.table.ledger.company(company);
    require(cash >= Money(1), "18ESP-2.2-03", || say!("the treasury is empty"))?;
    Ok((owner, Prices::between(Money(1), cap.min(cash))))
}

pub(in crate::esp) fn is_possible(game: &Game, company: CompanyId) -> bool {
    tenders::sources(game, company).next().is_some()
        || game.private_ids().any(|private| check(game, company, private).is_ok())
}

pub(in crate::esp) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let buyer = Party::Company(game.name(company));
    let director = game.director(company);
    let mut offers = Vec::new();
    for private in game.private_ids() {
        let Ok((owner, prices)) = check(game, company, private) else { continue };
        let (card, from) = (game.private(private).name, Party::Seat(owner));
        let offer = Offer::BuyCard { buyer, card, from, prices };
        offers.push(match director == Some(owner) {
            true => offer,
            false => Offer::Propose { to: owner, deal: Box::new(offer) },
        });
    }
    // 18ESP-2.2.5-04: at any moment of the turn.
    let prices = Prices::fixed(game.fixed.privates.tenders.price);
    for from in tenders::sources(game, company) {
        let offer = Offer::BuyCard { buyer, card: tenders::TENDER, from, prices };
        offers.push(match tenders::seller(game, company, from) {
            None => offer,
            Some(to) => Offer::Propose { to, deal: Box::new(offer) },
        });
    }
    offers
}

/// The private that an action names, and its owner, if a company may buy it so.
fn named(
    game: &Game,
    company: CompanyId,
    card: CardName,
    from: Party,
    price: Money,
) -> Result<(usize, SeatId), Refusal> {
    let private = game.private_named(card);
    let private = private.ok_or_else(|| Refusal::plain(say!("there is no private {card}", card)))?;
    let (owner, prices) = check(game, company, private)?;
    require(from == Party::Seat(owner), "18ESP-4.8-01", || say!("{card} is another player's", card))?;
    require(prices.contains(price), "18ESP-2.2-03", || {
        say!("{card} is sold for {min} to {max}", card, min = prices.min, max = prices.max)
    })?;
    Ok((private, owner))
}

/// Buys a private or a tender. `agreed` is the owner who has consented to a proposal.
pub(in crate::esp) fn buy(
    game: &mut Game,
    company: CompanyId,
    action: &Action,
    agreed: Option<SeatId>,
    events: &mut Events,
) -> Play {
    let Action::BuyCard { buyer, card, from, price } = *action else {
        return Err(Refusal::plain(say!("a private or a tender is bought here")));
    };
    check_buyer(game, company, buyer)?;
    if card == tenders::TENDER {
        return tenders::buy(game, company, (from, price), agreed, events);
    }
    let (private, owner) = named(game, company, card, from, price)?;
    let consent = game.director(company) == Some(owner) || agreed == Some(owner);
    require(consent, "18ESP-2.2-03", || say!("the owner of {card} has to agree: propose it to them", card))?;
    let (payer, payee) = (Account::Company(company), Account::Seat(owner));
    game.table.ledger.pay(payer, payee, price, say!("private {card}", card), events)?;
    privates::give(game, private, Holder::Company(company), events);
    match private {
        SECOND => side::bought(game, company, events),
        FIFTH => tenders::bought(game, company, events),
        _ => {}
    }
    Ok(())
}

/// 18ESP-4.8-01: a company buys for itself. 18ESP-4.7.1-06: not with money that was raised for a train.
fn check_buyer(game: &Game, company: CompanyId, buyer: Party) -> Play {
    let name = game.name(company);
    require(buyer == Party::Company(name), "18ESP-4.8-01", || say!("only {name} buys now", name))?;
    game.check_train_first()
}

/// To whom a purchase of a private has to be proposed.
pub(in crate::esp) fn consent(game: &Game, company: CompanyId, action: &Action) -> Result<SeatId, Refusal> {
    let Action::BuyCard { buyer, card, from, price } = *action else {
        return Err(Refusal::plain(say!("this needs nobody's consent")));
    };
    check_buyer(game, company, buyer)?;
    if card == tenders::TENDER {
        return tenders::consent(game, company, from, price);
    }
    let (_, owner) = named(game, company, card, from, price)?;
    require(game.director(company) != Some(owner), "18ESP-2.2-03", || {
        say!("it is the director's own: no consent is needed")
    })?;
    Ok(owner)
}
