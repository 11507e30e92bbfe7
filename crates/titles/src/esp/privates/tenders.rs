//! §2.2.5 Private 5: tenders, from its owner or from the open market.

use super::FIFTH;
use crate::esp::{Game, privates};
use ferrata_engine::action::Party;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CardName;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// What a tender is called.
pub(in crate::esp) const TENDER: CardName = CardName::of("Tender");

/// Where a company may buy a tender.
pub(super) fn sources(game: &Game, company: CompanyId) -> impl Iterator<Item = Party> + '_ {
    let price = game.fixed.privates.tenders.price;
    let may = !game.company(company).tender && game.table.ledger.company(company) >= price;
    sellers(game).filter(move |_| may)
}

/// Who has tenders to sell.
fn sellers(game: &Game) -> impl Iterator<Item = Party> + use<> {
    // 18ESP-2.2.5-01: only a player sells them.
    let private = match game.private_owner(FIFTH) {
        Holder::Seat(seat) if game.table.tenders.private > 0 => Some(Party::Seat(seat)),
        _ => None,
    };
    let bank = (game.table.tenders.bank > 0).then_some(Party::Bank);
    private.into_iter().chain(bank)
}

/// Whether a company may buy a tender there at this price.
fn check(game: &Game, company: CompanyId, from: Party, price: Money) -> Play {
    require(!game.company(company).tender, "18ESP-2.2.5-03", || say!("a company owns at most one tender"))?;
    let there = sellers(game).any(|seller| seller == from);
    require(there, "18ESP-2.2.5-01", || say!("no tender can be bought there"))?;
    let (cost, cash) = (game.fixed.privates.tenders.price, game.table.ledger.company(company));
    require(price == cost, "18ESP-2.2.5-01", || say!("a tender costs {cost}", cost))?;
    require(cost <= cash, "18ESP-2.2.5-01", || {
        say!("a tender costs {cost}, and only {cash} is there", cost, cash)
    })
}

/// 18ESP-2.2.5-01: who has to agree to a purchase: the owner of private 5 can sell, and need not; online they are not asked
/// (18ESP-D-36).
pub(super) fn seller(game: &Game, company: CompanyId, from: Party) -> Option<SeatId> {
    let Party::Seat(owner) = from else { return None };
    let asked = game.fixed.switches.tender_needs_consent && game.director(company) != Some(owner);
    asked.then_some(owner)
}

/// To whom the purchase of a tender has to be proposed.
pub(super) fn consent(game: &Game, company: CompanyId, from: Party, price: Money) -> Result<SeatId, Refusal> {
    check(game, company, from, price)?;
    seller(game, company, from).ok_or_else(|| Refusal::plain(say!("this tender needs nobody's consent")))
}

/// 18ESP-2.2.5-01: a part of the price goes to the owner of private 5. `agreed` is whoever has consented to a proposal.
pub(super) fn buy(
    game: &mut Game,
    company: CompanyId,
    (from, price): (Party, Money),
    agreed: Option<SeatId>,
    events: &mut Events,
) -> Play {
    check(game, company, from, price)?;
    let consent = seller(game, company, from).is_none_or(|seller| agreed == Some(seller));
    require(consent, "18ESP-2.2.5-01", || say!("the owner of private 5 has to agree: propose it to them"))?;
    let tenders = game.fixed.privates.tenders;
    let cost = tenders.price;
    let (treasury, ledger) = (Account::Company(company), &mut game.table.ledger);
    if let Party::Seat(owner) = from {
        game.table.tenders.private -= 1;
        ledger.pay(treasury, Account::Seat(owner), tenders.to_owner, say!("tender"), events)?;
        ledger.pay(treasury, Account::Bank, cost - tenders.to_owner, say!("tender"), events)?;
    } else {
        game.table.tenders.bank -= 1;
        ledger.pay(treasury, Account::Bank, cost, say!("tender"), events)?;
    }
    take(game, company, events);
    Ok(())
}

/// A tender comes to a company. 18ESP-2.2.5-03: a second one goes to the open market. 18ESP-2.2.5-07: it never rusts.
pub(in crate::esp) fn take(game: &mut Game, company: CompanyId, events: &mut Events) {
    if game.company(company).tender {
        game.table.tenders.bank += 1;
    } else {
        game.company_mut(company).tender = true;
        events.push(Event::Card { card: TENDER, to: Holder::Company(company) });
    }
}

/// 18ESP-2.2.5-02, 18ESP-G-32: a company has bought private 5, which closes; it gets the tenders that were not for sale and
/// those that were not sold, and keeps one.
pub(super) fn bought(game: &mut Game, company: CompanyId, events: &mut Events) {
    let tenders = game.fixed.privates.tenders;
    let unsold = std::mem::take(&mut game.table.tenders.private);
    for _ in 0..tenders.tenders - tenders.for_sale + unsold {
        take(game, company, events);
    }
    privates::close(game, FIFTH, events);
}
