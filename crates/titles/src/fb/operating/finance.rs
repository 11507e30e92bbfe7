//! 3.4.9 Financial step: corps trade in stock with the pool and the initial offering.

use super::{Step, aside, asides};
use crate::fb::market::Zone;
use crate::fb::stock::buy::{Source, payee};
use crate::fb::stock::sell;
use crate::fb::{Game, unification};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use smallvec::SmallVec;

/// The corp trades in stock.
pub(super) struct Finance;

/// 18FB-3.4.9-03, 18FB-3.4.9-15: the amounts of a corp's stock that a holder may sell of its own will: within the pool limit, of
/// corps that have operated, never a president's certificate.
pub(super) fn sellable(game: &Game, holder: Holder, company: CompanyId) -> SmallVec<[u8; 8]> {
    if !sell::has_operated(game, company) {
        return SmallVec::new();
    }
    let share = game.fixed.figures.share.max(1);
    let amounts = (1..=game.percent(company, holder) / share).map(|shares| shares * share);
    amounts
        .filter(|percent| {
            sell::pool_has_room(game, company, *percent)
                && game.table.shares.ordinary(company, *percent, holder).is_some()
        })
        .collect()
}

/// What a corp may buy: 18FB-3.4.9-05, 18FB-3.4.9-06: its own stock from the pool, stock of others from pool or initial offering;
/// one certificate of each other (18FB-3.4.9-07), none in a blue zone (18FB-3.4.9-16), none it has just sold (18FB-3.4.9-08), and
/// never a president's certificate (18FB-3.4.9-13).
fn may_buy(game: &Game, company: CompanyId, of: CompanyId, from: Source) -> bool {
    let operating = game.operating();
    let sold = operating.is_some_and(|operating| operating.sold.has(of));
    let own = of == company;
    let held = game.percent(of, Holder::Company(company));
    from.has_share(game, of)
        && !sold
        && game.zone(of) == Zone::White
        && (own || (held == 0 && game.zone(company) != Zone::Dark))
        && (!own || from == Source::Pool)
        && from.price(game, of) <= game.table.ledger.company(company)
}

const SOURCES: [(Source, Party); 2] = [(Source::Offering, Party::Offering), (Source::Pool, Party::Bank)];

/// 18FB-3.4.9-01, 18FB-3.4.9-04: whether the step is over: only operational corps trade, and buy one certificate; regionals
/// never (18FB-3.5.2-25).
pub(super) fn over(game: &Game, company: CompanyId) -> bool {
    let bought = game.operating().is_some_and(|operating| operating.bought);
    let regional = game.fixed.regional(company).is_some();
    regional || bought || !game.rights(company).trades || game.president(company).is_none()
}

impl Decision<Game> for Finance {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_seat()
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Shares
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let Ok(company) = game.acting() else { return Vec::new() };
        let (party, share) = (Party::Company(game.name(company)), game.fixed.figures.share);
        let mut offers = vec![Offer::Pass { means: say!("end the turn") }];
        for of in game.corps() {
            let percents = sellable(game, Holder::Company(company), of);
            if !percents.is_empty() {
                let price = game.price(of);
                offers.push(Offer::Sell {
                    seller: party,
                    company: game.name(of),
                    percents,
                    price,
                    per: share,
                });
            }
            for (source, from) in
                SOURCES.into_iter().filter(|(source, _)| may_buy(game, company, of, *source))
            {
                let prices = Prices::fixed(source.price(game, of));
                offers.push(Offer::Buy {
                    buyer: party,
                    company: game.name(of),
                    percent: share,
                    from,
                    prices,
                });
            }
        }
        offers.extend(asides(game, company));
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, company) = (by.seat()?, game.acting()?);
        match action {
            Action::Pass => game.go_on(Step::Over),
            Action::Sell { .. } => sell(game, company, action, events),
            Action::Buy { company: name, .. } => {
                let of = game.fixed.parts.company_named(*name)?;
                match game.fixed.regional(of) {
                    Some(_) => aside(game, seat, action, events).unwrap_or(Ok(())),
                    None => buy(game, company, of, action, events),
                }
            }
            other => aside(game, seat, other, events)
                .unwrap_or_else(|| Err(Refusal::out_of_place(say!("trade in stock, or end the turn")))),
        }
    }
}

/// 18FB-3.4.9-02, 18FB-2.2.5-02: sales come first, at the market price, which does not move.
fn sell(game: &mut Game, company: CompanyId, action: &Action, events: &mut Events) -> Play {
    let Action::Sell { seller, company: name, percent } = action else { return Ok(()) };
    let of = game.fixed.parts.company_named(*name)?;
    let holder = Holder::Company(company);
    let meant = *seller == Party::Company(game.name(company)) && sellable(game, holder, of).contains(percent);
    require(meant, "18FB-3.4.9-15", || {
        say!("a corp sells stock of its treasury, of corps that have operated, within the pool limit")
    })?;
    let why = say!("{percent}% of {name}", percent = *percent, name = *name);
    let amount = game.price(of) * game.shares_in(*percent);
    game.table.shares.give_percent(of, *percent, holder, Holder::Pool, events)?;
    game.table.ledger.pay(Account::Bank, Account::Company(company), amount, why, events)?;
    game.operating_mut()?.sold.add(of);
    Ok(())
}

/// 18FB-3.4.9-09, 18FB-3.4.9-14: from the treasury: pool at market price to the bank, initial offering at par to the company
/// bought.
fn buy(game: &mut Game, company: CompanyId, of: CompanyId, action: &Action, events: &mut Events) -> Play {
    let wrong =
        || Refusal::rule("18FB-3.4.9-07", say!("a corp cannot buy this stock now, or not at this price"));
    let Action::Buy { buyer, percent, from, price, .. } = action else { return Ok(()) };
    let source =
        SOURCES.into_iter().find(|(_, party)| party == from).map(|(source, _)| source).ok_or_else(wrong)?;
    let meant = *buyer == Party::Company(game.name(company))
        && *percent == game.fixed.figures.share
        && *price == source.price(game, of)
        && may_buy(game, company, of, source);
    if !meant {
        return Err(wrong());
    }
    let (name, holder) = (game.name(of), Holder::Company(company));
    let (payee, from) = match source {
        Source::Offering => (payee(game, of, source), Holder::Offering),
        Source::Pool => (Account::Bank, Holder::Pool),
    };
    game.table.ledger.pay(
        Account::Company(company),
        payee,
        *price,
        say!("a share of {name}", name),
        events,
    )?;
    game.table.shares.give_percent(of, *percent, from, holder, events)?;
    game.operating_mut()?.bought = true;
    unification::float_if_sold(game, of, events)
}

/// 18FB-2.2.3-01, 18FB-2.2.3-02, 18FB-2.2.4-01, 18FB-2.2.4-02, 18FB-3.4.9-10, 18FB-3.4.9-11, 18FB-3.4.9-12: stock in a blue
/// zone is sold, and everything by a corp whose own price is dark blue; no selling limit holds (18FB-C-13, 18FB-C-37).
/// 18FB-G-100: so is a second certificate of a company.
pub(super) fn forced_sales(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let holder = Holder::Company(company);
    let everything = game.zone(company) == Zone::Dark;
    let corps: Vec<CompanyId> = game.corps().filter(|of| game.percent(*of, holder) > 0).collect();
    for of in corps {
        let (held, share) = (ordinary(game, of, holder), game.fixed.figures.share);
        let percent = match of == company {
            _ if everything || game.zone(of) != Zone::White => held,
            true => 0,
            false => held.saturating_sub(share),
        };
        if percent == 0 {
            continue;
        }
        let name = game.name(of);
        let amount = game.price(of) * game.shares_in(percent);
        game.table.shares.give_percent(of, percent, holder, Holder::Pool, events)?;
        let why = say!("forced sale of {percent}% of {name}", percent, name);
        game.table.ledger.pay(Account::Bank, Account::Company(company), amount, why, events)?;
        if let Ok(operating) = game.operating_mut() {
            operating.sold.add(of);
        }
    }
    Ok(())
}

/// How much of a company somebody holds in ordinary certificates.
fn ordinary(game: &Game, company: CompanyId, holder: Holder) -> u8 {
    let held = game.table.shares.of_held_by(company, holder).filter(|(_, cert)| !cert.director);
    held.map(|(_, cert)| cert.percent).sum()
}
