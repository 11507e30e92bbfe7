//! 5.5 Support cards and 5.6 the purchase of concessions.

use crate::t1883::Game;
use crate::t1883::out_of_place;
use crate::t1883::table::Concession;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// 1883-5.5-01, 1883-5.5-02, 1883-5.5-06: what the next support card costs.
pub(in crate::t1883) fn support_price(game: &Game, seat: SeatId) -> Result<Money, Refusal> {
    let (held, figures) = (game.support(seat), &game.fixed.figures.support_cards);
    let price = figures.cost_by_owned.get(usize::from(held)).copied();
    let most = figures.hand_limit;
    let price = price.ok_or_else(|| {
        Refusal::rule("1883-5.5-02", say!("nobody may hold more than {most} support cards", most))
    })?;
    require(game.support_left() > 0, "1883-5.5-06", || say!("all support cards are out"))?;
    let cash = game.cash(seat);
    require(price <= cash, "1883-5.5-01", || {
        say!("it costs {price}, and only {cash} is there", price, cash)
    })?;
    Ok(price)
}

/// 1883-5.6-01 to 1883-5.6-04, 1883-5.1-09: whether a player may buy a concession for a corporation.
fn check_concession(
    game: &Game,
    seat: SeatId,
    company: CompanyId,
    concession: usize,
) -> Result<Money, Refusal> {
    let (name, charter) = (game.name(company), game.company(company));
    require(company != game.fixed.sarsa, "1883-5.6-04", || say!("{name} never holds concessions", name))?;
    require(game.president(company) == Some(seat), "1883-5.1-01", || {
        say!("concessions are bought for corporations that one presides")
    })?;
    let round = game.table.stock_rounds;
    require(charter.launched_in != round, "1883-5.6-03", || {
        say!("{name} was launched in this stock round", name)
    })?;
    require(charter.concession_in != round, "1883-5.6-02", || {
        say!("{name} has bought a concession in this stock round", name)
    })?;
    let there = game.table.concessions.get(concession) == Some(&Concession::Pool);
    require(there, "1883-5.6-01", || say!("this concession is not for sale"))?;
    let price = game.fixed.concessions.get(concession).map(|spec| spec.price).unwrap_or_default();
    let cash = game.treasury(company);
    require(price <= cash, "1883-5.6-01", || {
        say!("it costs {price}, and the treasury holds {cash}", price, cash)
    })?;
    Ok(price)
}

pub(super) fn offers(game: &Game, seat: SeatId) -> Vec<Offer> {
    let mut offers = Vec::new();
    if let Ok(price) = support_price(game, seat) {
        let card = game.fixed.parts.card_name(game.fixed.support_card);
        let (buyer, prices) = (Party::Seat(seat), Prices::fixed(price));
        offers.push(Offer::BuyCard { buyer, card, from: Party::Bank, prices });
    }
    for company in game.company_ids().filter(|company| game.president(*company) == Some(seat)) {
        for (at, spec) in game.fixed.concessions.iter().enumerate() {
            if let Ok(price) = check_concession(game, seat, company, at) {
                let (buyer, card) =
                    (Party::Company(game.name(company)), game.fixed.parts.card_name(spec.card));
                offers.push(Offer::BuyCard { buyer, card, from: Party::Bank, prices: Prices::fixed(price) });
            }
        }
    }
    offers
}

pub(super) fn buy(game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Play {
    let Action::BuyCard { buyer, card, from: Party::Bank, price } = action else {
        return Err(out_of_place(say!("buy from the bank")));
    };
    let id = game.fixed.parts.card_named(*card)?;
    if id == game.fixed.support_card {
        let own = support_price(game, seat)?;
        if *buyer != Party::Seat(seat) || *price != own {
            return Err(Refusal::rule(
                "1883-5.5-01",
                say!("the next support card costs a player {own}", own),
            ));
        }
        game.pay(Account::Seat(seat), Account::Bank, own, say!("political support"), events)?;
        game.set_support(seat, game.support(seat) + 1);
        return Ok(());
    }
    let Party::Company(company) = buyer else {
        return Err(Refusal::rule("1883-5.6-01", say!("concessions are bought by corporations")));
    };
    let company = game.fixed.parts.company_named(*company)?;
    let concession = game
        .fixed
        .concession_of(id)
        .ok_or_else(|| Refusal::plain(say!("{card} is no concession", card = *card)))?;
    let own = check_concession(game, seat, company, concession)?;
    require(*price == own, "1883-5.6-01", || say!("the concession costs {own}", own))?;
    game.pay(Account::Company(company), Account::Bank, own, say!("concession {card}", card = *card), events)?;
    if let Some(place) = game.table.concessions.get_mut(concession) {
        *place = Concession::Held { by: company, rounds: 0 };
    }
    game.company_mut(company).concession_in = game.table.stock_rounds;
    events.push(Event::Card { card: *card, to: Holder::Company(company) });
    Ok(())
}
