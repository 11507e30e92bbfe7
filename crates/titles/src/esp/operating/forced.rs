//! §4.7.1 Forced purchase: the treasury, the director's cash, then either shares or a loan. 18ESP-4.7.1-08: nobody goes
//! bankrupt.

use super::trains;
use crate::esp::Game;
use crate::esp::stock::{loan, sell};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::Title;
use ferrata_engine::view::{Asked, Need};

/// What is missing for the train on offer after treasury and director's cash, if the company is forced to buy it
/// (18ESP-4.7.1-01): at most zero if they are enough (18ESP-4.7.1-02).
fn missing(game: &Game, company: CompanyId) -> Option<Money> {
    let (_, price) = trains::on_offer(game)?;
    let director = game.director(company)?;
    let treasury = game.table.ledger.company(company);
    let forced = game.has_train_room(company) && treasury < price && trains::must_buy(game, company);
    forced.then(|| price - treasury - game.table.ledger.seat(director))
}

impl Game {
    /// The money that has to be raised now, for people.
    pub fn need(&self) -> Option<Need> {
        let company = self.acting().ok().filter(|_| self.asked() == Asked::Trains)?;
        missing(self, company).filter(|missing| *missing > Money::ZERO)?;
        let ((kind, amount), director) = (trains::on_offer(self)?, self.director(company)?);
        let (train, name) = (self.fixed.parts.train_name(kind), self.name(company));
        let (treasury, cash) = (self.table.ledger.company(company), self.table.ledger.seat(director));
        let givers = vec![(Party::Company(name), treasury), (Party::Seat(director), cash)];
        Some(Need { what: say!("the {train}-train of {company}", train, company = name), amount, givers })
    }
}

/// What shares may be sold for: by the book what a forced purchase lacks; online whatever the next train of the bank costs
/// beyond treasury and cash, forced or not (18ESP-D-29).
fn missing_for_sale(game: &Game, company: CompanyId) -> Option<Money> {
    if !game.fixed.switches.sale_before_any_train {
        return missing(game, company);
    }
    let (_, price) = trains::on_offer(game)?;
    let director = game.director(company)?;
    Some(price - game.table.ledger.company(company) - game.table.ledger.seat(director))
}

/// Whether the bank's train can be paid: from the treasury, or forced with the director's cash.
pub(super) fn check_funds(game: &Game, company: CompanyId, price: Money) -> Play {
    let treasury = game.table.ledger.company(company);
    if treasury >= price {
        return Ok(());
    }
    match missing(game, company) {
        Some(missing) => require(missing <= Money::ZERO, "18ESP-4.7.1-03", || {
            say!("{missing} is missing: the director sells shares or takes a loan first", missing)
        }),
        None => {
            let because = say!("it costs {price}, and only {treasury} is there", price, treasury);
            Err(Refusal::rule("18ESP-4.7.1-01", because))
        }
    }
}

/// 18ESP-4.7.1-02, 18ESP-G-16: the company pays all it has, the director adds the rest.
pub(super) fn draw_on_director(
    game: &mut Game,
    company: CompanyId,
    price: Money,
    events: &mut Events,
) -> Play {
    let short = price - game.table.ledger.company(company);
    if short <= Money::ZERO {
        return Ok(());
    }
    let director = director(game, company)?;
    let (from, to) = (Account::Seat(director), Account::Company(company));
    let lent = short - game.table.ledger.seat(director);
    if lent > Money::ZERO && game.fixed.switches.help_for_company_trains {
        loan::lend(game, director, lent, events)?;
    }
    game.table.ledger.pay(from, to, short, say!("the director adds to the train"), events)
}

fn director(game: &Game, company: CompanyId) -> Result<SeatId, Refusal> {
    game.director(company).ok_or_else(|| Refusal::plain(say!("the company has no director")))
}

/// 18ESP-4.7.1-03, 18ESP-G-15: shares or a loan, as the director likes.
pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let Some(director) = game.director(company) else { return Vec::new() };
    let lacks = |missing: &Money| *missing > Money::ZERO;
    let sale = missing_for_sale(game, company).filter(lacks);
    let mut offers = sale.map_or(Vec::new(), |missing| sale_offers(game, director, missing));
    let loan = missing(game, company).filter(lacks);
    if let Some(missing) = loan.filter(|missing| check_loan(game, company, *missing).is_ok()) {
        offers.push(Offer::Loan { amounts: Prices::fixed(missing) });
    }
    offers
}

fn sale_offers(game: &Game, director: SeatId, missing: Money) -> Vec<Offer> {
    let mut offers = sell::offers(game, director, false);
    for offer in &mut offers {
        if let Offer::Sell { company, percents, .. } = offer
            && let Ok(company) = game.company_named(*company)
        {
            percents.retain(|percent| check_sale(game, director, company, *percent, missing).is_ok());
        }
    }
    offers.retain(|offer| !matches!(offer, Offer::Sell { percents, .. } if percents.is_empty()));
    offers
}

/// 18ESP-4.7.1-04: no more shares than needed, and no change of director.
fn check_sale(game: &Game, seat: SeatId, company: CompanyId, percent: u8, missing: Money) -> Play {
    sell::check(game, seat, company, percent, false)?;
    let price = game.price(company);
    let count = game.shares_in(percent);
    require(price * (count - 1) < missing, "18ESP-4.7.1-04", || {
        say!("{missing} is missing: fewer shares are enough", missing)
    })?;
    let left = missing - price * count;
    if left <= Money::ZERO || game.fixed.switches.sale_before_any_train {
        return Ok(());
    }
    let mut after = game.clone();
    sell::carry_out(&mut after, seat, company, percent, None, &mut Events::new())?;
    require(sell::raisable(&after, seat, false) >= left, "18ESP-4.7.1-05", || {
        say!("selling would not raise enough, so a loan has to be taken")
    })
}

pub(super) fn sell(game: &mut Game, company: CompanyId, action: &Action, events: &mut Events) -> Play {
    let Action::Sell { seller, company: of, percent } = *action else {
        return Err(Refusal::plain(say!("shares are sold here")));
    };
    let (of, seat) = (game.company_named(of)?, director(game, company)?);
    sell::check_self(seller, seat)?;
    let missing = missing_for_sale(game, company).filter(|missing| *missing > Money::ZERO);
    let missing = missing.ok_or_else(|| {
        let because = say!("shares are sold here only if a train cannot be paid otherwise");
        Refusal::rule("18ESP-4.7.1-01", because)
    })?;
    check_sale(game, seat, of, percent, missing)?;
    sell::carry_out(game, seat, of, percent, None, events)?;
    game.note_in_turn(|turn| turn.sold = true);
    Ok(())
}

fn check_loan(game: &Game, company: CompanyId, missing: Money) -> Play {
    let forced = missing > Money::ZERO || (trains::must_buy(game, company) && game.has_train_room(company));
    require(forced, "18ESP-4.7.1-01", || {
        say!("{company} has no train to buy by force now: nothing is lent", company = game.name(company))
    })?;
    require(missing > Money::ZERO, "18ESP-4.7.1-02", || {
        say!("{company} can pay its train without a loan", company = game.name(company))
    })?;
    // 18ESP-D-29: online shares may be sold that do not raise enough; then only a loan is left.
    let stuck =
        || game.director(company).is_none_or(|director| sell::raisable(game, director, false) < missing);
    require(!game.company_turn().sold || stuck(), "18ESP-4.7.1-03", || {
        say!("shares were sold: no loan is possible any more")
    })
}

/// 18ESP-4.7.1-06: a loan of exactly the missing amount.
pub(super) fn borrow(game: &mut Game, company: CompanyId, amount: Money, events: &mut Events) -> Play {
    let seat = director(game, company)?;
    let missing = missing(game, company).unwrap_or(Money::ZERO);
    check_loan(game, company, missing)?;
    require(amount == missing, "18ESP-4.7.1-06", || say!("exactly {missing} is lent", missing))?;
    loan::lend(game, seat, amount, events)?;
    game.note_in_turn(|turn| turn.borrowed = true);
    Ok(())
}
