//! 3.2.4 Buying stock.

use super::riseis::{self, Attempt};
use super::{presidency, within_limits};
use crate::fb::table::Round;
use crate::fb::{Game, regionals, unification};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use serde::{Deserialize, Serialize};

/// Where a certificate comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::fb) enum Source {
    /// The initial offering, at par.
    Offering,
    /// The pool, at the market price.
    Pool,
}

impl Source {
    fn holder(self) -> Holder {
        match self {
            Source::Offering => Holder::Offering,
            Source::Pool => Holder::Pool,
        }
    }

    fn party(self) -> Party {
        match self {
            Source::Offering => Party::Offering,
            Source::Pool => Party::Bank,
        }
    }

    /// 18FB-3.2.4-02: what a share costs.
    pub(in crate::fb) fn price(self, game: &Game, company: CompanyId) -> Money {
        match self {
            Source::Offering => game.charter(company).par.unwrap_or_default(),
            Source::Pool => game.price(company),
        }
    }

    /// Whether a single share of a started corp is there (18FB-3.2.4-04, 18FB-3.2.4-05).
    pub(in crate::fb) fn has_share(self, game: &Game, company: CompanyId) -> bool {
        let share = game.fixed.figures.share;
        game.started(company)
            && game.fixed.regional(company).is_none()
            && game.table.shares.ordinary(company, share, self.holder()).is_some()
    }
}

const SOURCES: [Source; 2] = [Source::Offering, Source::Pool];

/// 18FB-3.2.1-02, 18FB-G-87: whoever sold stock of a corp buys none of it in this round, its president's certificate included.
pub(super) fn sold_before(game: &Game, seat: SeatId, company: CompanyId) -> bool {
    matches!(&game.table.round, Round::Stock(stock) if stock.has_sold(seat, company))
}

/// 18FB-3.2.4-01: whether a player may and can buy a share.
pub(super) fn may_buy(game: &Game, seat: SeatId, company: CompanyId, from: Source) -> bool {
    from.has_share(game, company)
        && !sold_before(game, seat, company)
        && within_limits(game, seat, company, game.fixed.figures.share)
        && from.price(game, company) <= game.table.ledger.seat(seat)
}

pub(super) fn offers(game: &Game, seat: SeatId, company: CompanyId) -> Vec<Offer> {
    let buyer = Party::Seat(seat);
    let mut offers = Vec::new();
    for from in SOURCES.into_iter().filter(|from| may_buy(game, seat, company, *from)) {
        offers.push(share_offer(game, seat, company, from));
    }
    if let Some(prices) = regionals::pool_prices(game, seat, company) {
        offers.push(Offer::Buy {
            buyer,
            company: game.name(company),
            percent: 100,
            from: Party::Bank,
            prices,
        });
    }
    if let Some(price) = idle_president_price(game, seat, company) {
        let (company_name, percent) = (game.name(company), game.president_percent(company));
        let (from, prices) = (Party::Company(company_name), Prices::fixed(price));
        offers.push(Offer::Buy { buyer, company: company_name, percent, from, prices });
    }
    offers
}

/// The offer of one share.
pub(super) fn share_offer(game: &Game, seat: SeatId, company: CompanyId, from: Source) -> Offer {
    Offer::Buy {
        buyer: Party::Seat(seat),
        company: game.name(company),
        percent: game.fixed.figures.share,
        from: from.party(),
        prices: Prices::fixed(from.price(game, company)),
    }
}

pub(super) fn buy(game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Play {
    let Action::Buy { buyer, company: name, percent, from, price } = action else { return Ok(()) };
    let company = game.fixed.parts.company_named(*name)?;
    require(*buyer == Party::Seat(seat), "18FB-3.2.4-01", || say!("players buy for themselves"))?;
    if game.fixed.regional(company).is_some() {
        require(*percent == 100 && *from == Party::Bank, "18FB-3.5.1-07", || {
            say!("a regional is one certificate, bought from the pool")
        })?;
        regionals::buy_from_pool(game, seat, company, *price, events)?;
        game.stock_mut()?.acted = true;
        return Ok(());
    }
    if *from == Party::Company(*name) {
        return buy_idle_president(game, seat, company, (*percent, *price), events);
    }
    let source = SOURCES.into_iter().find(|source| source.party() == *from);
    let source = source.ok_or_else(|| {
        Refusal::rule("18FB-3.2.4-05", say!("stock is bought from the initial offering or the pool only"))
    })?;
    check(game, seat, company, source)?;
    let asked = source.price(game, company);
    require(*percent == game.fixed.figures.share && *price == asked, "18FB-3.2.4-02", || {
        say!("one share of {name} costs {asked}", name = *name, asked)
    })?;
    riseis::attempt(game, seat, Attempt::Share { company, from: source }, events)
}

fn check(game: &Game, seat: SeatId, company: CompanyId, from: Source) -> Play {
    let (name, share) = (game.name(company), game.fixed.figures.share);
    require(from.has_share(game, company), "18FB-3.2.4-01", || {
        say!("there is no share of {name} to buy there", name)
    })?;
    require(within_limits(game, seat, company, share), "18FB-2.3-06", || {
        let (limit, certificates) = (game.fixed.figures.hold_limit, super::certificate_limit(game));
        say!(
            "nobody may own more than {limit}% of {name} or more than {certificates} certificates",
            limit,
            name,
            certificates
        )
    })?;
    require(may_buy(game, seat, company, from), "18FB-3.2.1-02", || {
        say!("this player sold {name} in this round, or cannot pay", name)
    })
}

/// The purchase of a share, whoever's turn it is. 18FB-3.2.4-03: pool purchases are paid to the bank, those of the initial
/// offering to the corp's treasury, which is all its capital (18FB-3.2.4-06), before a float at 60% to the bank (18FB-G-63).
pub(super) fn carry_out(
    game: &mut Game,
    seat: SeatId,
    company: CompanyId,
    from: Source,
    to_bank: bool,
    events: &mut Events,
) -> Play {
    check(game, seat, company, from)?;
    let (name, share) = (game.name(company), game.fixed.figures.share);
    let price = from.price(game, company);
    let payee = if to_bank { Account::Bank } else { payee(game, company, from) };
    game.table.ledger.pay(Account::Seat(seat), payee, price, say!("a share of {name}", name), events)?;
    game.table.shares.give_percent(company, share, from.holder(), Holder::Seat(seat), events)?;
    unification::float_if_sold(game, company, events)?;
    presidency::settle(game, company, events)
}

/// Who gets the money for a share.
pub(in crate::fb) fn payee(game: &Game, company: CompanyId, from: Source) -> Account {
    match from {
        Source::Offering if game.floated(company) => Account::Company(company),
        _ => Account::Bank,
    }
}

/// 18FB-G-72, 18FB-C-12: the president's certificate of a national without any president is for sale in its treasury.
fn idle_president_price(game: &Game, seat: SeatId, company: CompanyId) -> Option<Money> {
    let idle = game.fixed.national(company).is_some()
        && game.floated(company)
        && game.table.shares.director(company) == Holder::Company(company)
        && game.president(company).is_none();
    let percent = game.president_percent(company);
    let price = game.price(company) * game.shares_in(percent);
    let open = !sold_before(game, seat, company) && within_limits(game, seat, company, percent);
    let able = idle && open && price <= game.table.ledger.seat(seat);
    able.then_some(price)
}

fn buy_idle_president(
    game: &mut Game,
    seat: SeatId,
    company: CompanyId,
    (percent, price): (u8, Money),
    events: &mut Events,
) -> Play {
    let name = game.name(company);
    require(!sold_before(game, seat, company), "18FB-3.2.1-02", || {
        say!("this player sold {name} in this round", name)
    })?;
    let asked = idle_president_price(game, seat, company);
    require(asked == Some(price) && percent == game.president_percent(company), "18FB-C-12", || {
        say!("players do not buy from the treasury of {name}", name)
    })?;
    let (payer, payee) = (Account::Seat(seat), Account::Company(company));
    game.table.ledger.pay(payer, payee, price, say!("president's certificate of {name}", name), events)?;
    if let Some(cert) = game.table.shares.director_certificate(company) {
        game.table.shares.give(cert, Holder::Seat(seat), events)?;
    }
    events.push(Event::Director { company, director: Holder::Seat(seat) });
    game.stock_mut()?.acted = true;
    Ok(())
}
