//! Buying trains: from the bank at the printed price, from the other company at any price (its director has
//! to agree, unless they are the same). The first train of a kind may begin a phase.

use super::discard::Discard;
use super::operating::end_turn;
use super::table::Pending;
use super::{Tiny, deal};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, PhaseId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use smallvec::SmallVec;

/// The company buys trains.
pub(super) struct Trains;

impl Decision<Tiny> for Trains {
    fn turn(&self, game: &Tiny) -> Turn {
        game.acting_director()
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::Trains
    }

    fn offers(&self, game: &Tiny) -> Vec<Offer> {
        let mut offers = vec![Offer::Pass { means: say!("buy no more trains") }];
        let (Ok(company), Ok(operating)) = (game.acting(), game.operating()) else { return offers };
        for purchase in purchases(game, company, operating.proposed) {
            let (train, from) = (game.fixed.parts.train_name(purchase.kind), party(game, purchase.seller));
            let offer = Offer::BuyTrain { train, from, prices: purchase.prices };
            offers.push(match (purchase.needs_consent, purchase.seller) {
                (true, Some(seller)) => Offer::Propose { to: game.director(seller), deal: Box::new(offer) },
                _ => offer,
            });
        }
        offers
    }

    fn answer(&self, game: &mut Tiny, by: Author, action: &Action, events: &mut Events) -> Play {
        let company = game.acting()?;
        match action {
            Action::Pass => end_turn(game),
            Action::BuyTrain { .. } => {
                let purchase = find(game, action, false)?;
                buy(game, company, &purchase, price_of(action), events)
            }
            Action::Propose { deal } => {
                let seller = find(game, deal, true)?.seller.unwrap_or(company);
                let between = (by.seat()?, game.director(seller));
                deal::propose(game, between, deal, say!("suggests to buy a train"), events);
                game.operating_mut()?.proposed = true;
                Ok(())
            }
            _ => Err(Refusal::out_of_place(say!("buy a train or pass"))),
        }
    }
}

/// A train that can be bought.
struct Purchase {
    kind: TrainKind,
    seller: Option<CompanyId>,
    prices: Prices,
    needs_consent: bool,
}

fn purchases(game: &Tiny, company: CompanyId, proposed: bool) -> Vec<Purchase> {
    let owned = game.company(company).map_or(0, |company| company.trains.len());
    if owned >= game.train_limit() {
        return Vec::new();
    }
    let cash = game.table.ledger.company(company);
    let from_bank = game.table.depot.for_sale().filter_map(|kind| {
        let price = game.fixed.parts.train_spec(kind)?.price;
        let prices = Prices::fixed(price);
        (price <= cash).then_some(Purchase { kind, seller: None, prices, needs_consent: false })
    });
    let others = game.company_ids().filter(|other| *other != company && cash > Money::ZERO);
    let from_others = others.flat_map(|other| {
        let needs_consent = game.director(other) != game.director(company);
        let prices = Prices::between(Money(1), cash);
        let mut kinds = game.company(other).map(|other| other.trains.clone()).unwrap_or_default();
        kinds.dedup();
        kinds.into_iter().map(move |kind| Purchase { kind, seller: Some(other), prices, needs_consent })
    });
    from_bank.chain(from_others).filter(|purchase| !purchase.needs_consent || !proposed).collect()
}

fn party(game: &Tiny, seller: Option<CompanyId>) -> Party {
    seller.map_or(Party::Bank, |company| Party::Company(game.fixed.parts.company_name(company)))
}

fn price_of(action: &Action) -> Money {
    if let Action::BuyTrain { price, .. } = action { *price } else { Money::ZERO }
}

/// The purchase that an action means.
fn find(game: &Tiny, action: &Action, consent: bool) -> Result<Purchase, Refusal> {
    let wrong = || Refusal::plain(say!("there is no such train for sale to this company at this price"));
    let Action::BuyTrain { train, from, price } = action else { return Err(wrong()) };
    let meant = |purchase: &Purchase| {
        game.fixed.parts.train_name(purchase.kind) == *train
            && party(game, purchase.seller) == *from
            && purchase.prices.contains(*price)
            && purchase.needs_consent == consent
    };
    purchases(game, game.acting()?, game.operating()?.proposed).into_iter().find(meant).ok_or_else(wrong)
}

/// Carries out a purchase to which the other director has agreed.
pub(super) fn carry_out(game: &mut Tiny, action: &Action, events: &mut Events) -> Play {
    game.operating_mut()?.proposed = false;
    let purchase = find(game, action, true)?;
    game.operating_mut()?.proposed = true;
    buy(game, game.acting()?, &purchase, price_of(action), events)
}

fn buy(game: &mut Tiny, company: CompanyId, purchase: &Purchase, price: Money, events: &mut Events) -> Play {
    let payee = purchase.seller.map_or(Account::Bank, Account::Company);
    game.table.ledger.pay(Account::Company(company), payee, price, say!("train"), events)?;
    let kind = purchase.kind;
    match purchase.seller.and_then(|seller| game.company_mut(seller)) {
        Some(seller) => {
            if let Some(at) = seller.trains.iter().position(|train| *train == kind) {
                seller.trains.remove(at);
            }
        }
        None => {
            if !game.table.depot.take(kind) {
                return Err(Refusal::plain(say!("none of these trains is left")));
            }
        }
    }
    if let Some(charter) = game.company_mut(company) {
        charter.trains.push(kind);
        charter.trains.sort_unstable();
    }
    events.push(Event::Train {
        train: game.fixed.parts.train_name(kind),
        from: purchase.seller,
        to: Some(company),
    });
    begin_phase(game, kind, events);
    Ok(())
}

/// The first train of a kind begins its phase: old trains leave the game, and companies with too many give
/// trains back.
fn begin_phase(game: &mut Tiny, kind: TrainKind, events: &mut Events) {
    let fixed = game.fixed.clone();
    let phases = fixed.parts.phases.iter().enumerate();
    let later = phases.skip(game.table.phase.index() + 1).find(|(_, phase)| phase.starts_with == Some(kind));
    let Some((at, phase)) = later else { return };
    game.table.phase = PhaseId(at as u8);
    events.push(Event::Phase { phase: phase.name });
    for scrapped in &phase.scraps {
        game.table.depot.scrap(*scrapped);
        for company in &mut game.table.companies {
            company.trains.retain(|train| train != scrapped);
        }
        events.push(Event::Rusted { train: game.fixed.parts.train_name(*scrapped) });
    }
    let limit = game.train_limit();
    let too_many =
        |company: &CompanyId| game.company(*company).is_some_and(|company| company.trains.len() > limit);
    // The last one pushed is asked first.
    let too_many: SmallVec<[CompanyId; 2]> = game.company_ids().rev().filter(too_many).collect();
    game.table.pending.extend(too_many.into_iter().map(|company| Pending::Discard(Discard { company })));
}
