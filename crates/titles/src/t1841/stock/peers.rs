//! Chapter 3.2: purchases from other players, who must agree (1841-3.2-05 to 1841-3.2-07).

use super::{note_bought, note_sold_by};
use crate::t1841::Game;
use crate::t1841::table::Round;
use ferrata_engine::action::Party;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CardId, CertId, CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// What a player may ask others to sell.
pub(super) fn offers(game: &Game, buyer: SeatId, offers: &mut Vec<Offer>) {
    let cash = game.table.ledger.seat(buyer);
    for seller in game.left_of(buyer).into_iter().filter(|seat| *seat != buyer) {
        let mut propose = |deal| offers.push(Offer::Propose { to: seller, deal: Box::new(deal) });
        for company in game.company_ids().filter(|company| game.running(*company)) {
            let unit = game.charter(company).unit;
            let held = game.table.shares.percent(company, Holder::Seat(seller));
            for percent in (unit..=held).step_by(unit.into()) {
                let min = least(game, company, percent);
                if cash >= min && may_trade(game, buyer, seller, company, percent).is_ok() {
                    propose(Offer::Buy {
                        buyer: Party::Seat(buyer),
                        company: game.name(company),
                        percent,
                        from: Party::Seat(seller),
                        prices: Prices::between(min, cash),
                    });
                }
            }
        }
        let least = game.fixed.figures.least_price;
        for card in game.concession_ids() {
            if cash >= least && may_trade_card(game, buyer, seller, card).is_ok() {
                propose(Offer::BuyCard {
                    buyer: Party::Seat(buyer),
                    card: game.card_name(card),
                    from: Party::Seat(seller),
                    prices: Prices::between(least, cash),
                });
            }
        }
    }
}

/// The least price of this much of a company.
fn least(game: &Game, company: CompanyId, percent: u8) -> Money {
    game.fixed.figures.least_price * i32::from(percent / game.charter(company).unit)
}

/// G-07: the limits of the buyer, the ban on buying back and, in v1, the rule against selling too early apply; a director's
/// certificate goes last, and not while its concession binds it.
fn may_trade(game: &Game, buyer: SeatId, seller: SeatId, company: CompanyId, percent: u8) -> Play {
    let (unit, from) = (game.charter(company).unit, Holder::Seat(seller));
    let held = game.table.shares.percent(company, from);
    require(percent > 0 && percent <= held && percent.is_multiple_of(unit), "1841-3.2-05", || {
        say!("the seller has {held}%", held)
    })?;
    require_unsold(game, buyer, company)?;
    require_acted(game, company)?;
    let certs = traded(game, company, percent, from)?;
    game.may_take(Holder::Seat(buyer), company, percent, certs.len())
}

/// 1841-3.2-11: whoever has sold shares of a company in this stock round buys none of it again, from whomever.
pub(super) fn require_unsold(game: &Game, buyer: SeatId, company: CompanyId) -> Play {
    let Round::Stock(stock) = &game.table.round else { return Ok(()) };
    let sold = stock.sold.get(buyer.index()).is_some_and(|sold| sold.has(company));
    require(!sold || !game.fixed.rules.no_buying_back, "1841-3.2-11", || {
        say!("{company} was sold in this round", company = game.name(company))
    })
}

/// The certificates that make up a trade.
fn traded(game: &Game, company: CompanyId, percent: u8, from: Holder) -> Result<Vec<CertId>, Refusal> {
    let shares = &game.table.shares;
    if let Some(certs) = shares.ordinary(company, percent, from) {
        return Ok(certs);
    }
    require(!game.bound_by_concession(company), "1841-3.2-08", || {
        say!("the director's certificate goes only with its concession")
    })?;
    let cert = shares.director_certificate(company).filter(|cert| shares.holder(*cert) == from);
    let rest = percent.checked_sub(game.charter(company).directorship());
    let rest = rest.and_then(|rest| shares.ordinary(company, rest, from));
    match (cert, rest) {
        (Some(cert), Some(mut certs)) => {
            certs.push(cert);
            Ok(certs)
        }
        _ => {
            Err(Refusal::rule("1841-3.2-05", say!("the seller has no certificates that make up this amount")))
        }
    }
}

/// 1841-3.2-06, 1841-3.2-07: an unused concession, or a used one with the director's certificate.
fn may_trade_card(game: &Game, buyer: SeatId, seller: SeatId, card: CardId) -> Play {
    let held = game.concession_holder(card) == Holder::Seat(seller);
    require(held, "1841-3.2-06", || say!("the seller does not have this concession"))?;
    let Some(company) = game.used(card) else { return Ok(()) };
    let directs = game.table.shares.director(company) == Holder::Seat(seller);
    require(directs, "1841-3.2-07", || say!("the director's certificate goes with it"))?;
    require_unsold(game, buyer, company)?;
    require_acted(game, company)?;
    game.may_take(Holder::Seat(buyer), company, game.charter(company).directorship(), 1)
}

/// 1841-3.3.3-04: no share is sold before its company has acted, to whomever.
fn require_acted(game: &Game, company: CompanyId) -> Play {
    let early = game.fixed.rules.deals_before_acting;
    require(early || game.company(company).operated, "1841-3.3.3-04", || {
        say!(
            "{company} has not acted in an operating round yet, so its shares cannot be sold",
            company = game.name(company)
        )
    })
}

/// 1841-3.2-05-v2.
fn require_peers(game: &Game) -> Play {
    require(game.fixed.rules.peer_purchases, "1841-3.2-05-v2", || {
        say!("players do not buy from each other in this game")
    })
}

/// 1841-3.1-08: who has sold to a player has sold, too (G-07); online only sales to the pool count.
fn note_sold_to_player(game: &mut Game, seller: SeatId, company: CompanyId) {
    if game.fixed.rules.no_buying_back {
        note_sold_by(game, seller, company);
    }
}

/// 1841-3.2-05: shares change hands.
pub(super) fn trade_shares(
    game: &mut Game,
    (buyer, seller): (SeatId, SeatId),
    (company, percent): (CompanyId, u8),
    price: Money,
    events: &mut Events,
) -> Play {
    require_peers(game)?;
    require(game.running(company), "1841-3.2-05", || say!("this company is not in operation"))?;
    may_trade(game, buyer, seller, company, percent)?;
    let min = least(game, company, percent);
    require(price >= min, "1841-3.2-05", || say!("these shares cost at least {min}", min))?;
    let circles = game.circles();
    game.move_sold_markers(events);
    let why = say!("{percent}% of {company}", percent, company = game.name(company));
    game.table.ledger.pay(Account::Seat(buyer), Account::Seat(seller), price, why, events)?;
    let directed = game.table.shares.director(company);
    for cert in traded(game, company, percent, Holder::Seat(seller))? {
        game.table.shares.give(cert, Holder::Seat(buyer), events)?;
    }
    if directed == Holder::Seat(seller) {
        game.check_director_after(company, seller, events)?;
    }
    game.settle_directors(events)?;
    game.refuse_circles(circles)?;
    note_sold_to_player(game, seller, company);
    note_bought(game);
    Ok(())
}

/// 1841-3.2-06, 1841-3.2-07: a concession changes hands.
pub(super) fn trade_card(
    game: &mut Game,
    (buyer, seller): (SeatId, SeatId),
    card: CardId,
    price: Money,
    events: &mut Events,
) -> Play {
    require_peers(game)?;
    may_trade_card(game, buyer, seller, card)?;
    let least = game.fixed.figures.least_price;
    require(price >= least, "1841-3.2-06", || say!("the price is at least {least}", least))?;
    game.move_sold_markers(events);
    let why = say!("concession {card}", card = game.card_name(card));
    game.table.ledger.pay(Account::Seat(buyer), Account::Seat(seller), price, why, events)?;
    game.give_with_director(card, buyer, events)?;
    if let Some(company) = game.used(card) {
        note_sold_to_player(game, seller, company);
    }
    note_bought(game);
    Ok(())
}
