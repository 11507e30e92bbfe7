//! Buying trains: from the bank at the printed price, from the other company at any price (its director has
//! to agree, unless he is the same). The first train of a kind may begin a phase.

use super::operating::end_turn;
use super::state::{Operating, Step};
use super::{Tiny, deal, out_of_place};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, PhaseId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::TrainName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::Refusal;
use smallvec::SmallVec;

/// A train that can be bought.
struct Purchase {
    kind: TrainKind,
    seller: Option<CompanyId>,
    prices: Prices,
    needs_consent: bool,
}

fn purchases(game: &Tiny, operating: &Operating) -> Vec<Purchase> {
    let company = operating.company;
    let owned = game.company(company).map_or(0, |company| company.trains.len());
    if owned >= game.train_limit() {
        return Vec::new();
    }
    let cash = game.now.ledger.company(company);
    let from_bank = game.now.depot.for_sale().filter_map(|kind| {
        let price = game.printed.from.train_spec(kind)?.price;
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
    from_bank.chain(from_others).filter(|purchase| !purchase.needs_consent || !operating.proposed).collect()
}

fn party(game: &Tiny, seller: Option<CompanyId>) -> Party {
    seller.map_or(Party::Bank, |company| Party::Company(game.company_name(company)))
}

fn train_name(game: &Tiny, kind: TrainKind) -> TrainName {
    game.printed.from.train_spec(kind).map(|train| train.name).unwrap_or_default()
}

pub(super) fn offers(game: &Tiny, operating: &Operating) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "buy no (more) train".into() }];
    for purchase in purchases(game, operating) {
        let (train, from) = (train_name(game, purchase.kind), party(game, purchase.seller));
        let offer = Offer::BuyTrain { train, from, prices: purchase.prices };
        offers.push(match (purchase.needs_consent, purchase.seller) {
            (true, Some(seller)) => Offer::Propose { to: game.director(seller), deal: Box::new(offer) },
            _ => offer,
        });
    }
    offers
}

pub(super) fn apply(
    game: &mut Tiny,
    operating: Operating,
    action: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    match action {
        Action::Pass => end_turn(game, operating, events),
        Action::BuyTrain { .. } => {
            let purchase = find(game, &operating, action, false)?;
            buy(game, operating.company, &purchase, price_of(action), events)
        }
        Action::Propose { deal } => {
            let seller = find(game, &operating, deal, true)?.seller.unwrap_or(operating.company);
            let (by, to) = (game.director(operating.company), game.director(seller));
            deal::propose(game, by, to, deal, "suggests to buy a train", events);
            game.now.step = Step::Operating(Operating { proposed: true, ..operating });
            Ok(())
        }
        _ => Err(out_of_place("buy a train or pass")),
    }
}

fn price_of(action: &Action) -> Money {
    if let Action::BuyTrain { price, .. } = action { *price } else { Money::ZERO }
}

/// The purchase that an action means.
fn find(game: &Tiny, operating: &Operating, action: &Action, consent: bool) -> Result<Purchase, Refusal> {
    let wrong = || Refusal::plain("there is no such train for sale to this company at this price");
    let Action::BuyTrain { train, from, price } = action else { return Err(wrong()) };
    let meant = |purchase: &Purchase| {
        train_name(game, purchase.kind) == *train
            && party(game, purchase.seller) == *from
            && purchase.prices.contains(*price)
            && purchase.needs_consent == consent
    };
    purchases(game, operating).into_iter().find(meant).ok_or_else(wrong)
}

/// Carries out a purchase to which the other director has agreed.
pub(super) fn carry_out(game: &mut Tiny, action: &Action, events: &mut Events) -> Result<(), Refusal> {
    let Step::Operating(operating) = game.now.step.clone() else {
        return Err(out_of_place("no company buys trains"));
    };
    let purchase = find(game, &Operating { proposed: false, ..operating.clone() }, action, true)?;
    buy(game, operating.company, &purchase, price_of(action), events)
}

fn buy(
    game: &mut Tiny,
    company: CompanyId,
    purchase: &Purchase,
    price: Money,
    events: &mut Events,
) -> Result<(), Refusal> {
    let payee = purchase.seller.map_or(Account::Bank, Account::Company);
    game.now.ledger.pay(Account::Company(company), payee, price, "train", events)?;
    let kind = purchase.kind;
    match purchase.seller.and_then(|seller| game.company_mut(seller)) {
        Some(seller) => {
            if let Some(at) = seller.trains.iter().position(|train| *train == kind) {
                seller.trains.remove(at);
            }
        }
        None => {
            if !game.now.depot.take(kind) {
                return Err(Refusal::plain("none of these trains is left"));
            }
        }
    }
    if let Some(charter) = game.company_mut(company) {
        charter.trains.push(kind);
        charter.trains.sort_unstable();
    }
    events.push(Event::Train { train: train_name(game, kind), from: purchase.seller, to: Some(company) });
    begin_phase(game, kind, events);
    Ok(())
}

/// The first train of a kind begins its phase: old trains leave the game, and companies with too many give
/// trains back.
fn begin_phase(game: &mut Tiny, kind: TrainKind, events: &mut Events) {
    let printed = game.printed.clone();
    let phases = printed.from.phases.iter().enumerate();
    let later = phases.skip(game.now.phase.index() + 1).find(|(_, phase)| phase.starts_with == Some(kind));
    let Some((at, phase)) = later else { return };
    game.now.phase = PhaseId(at as u8);
    events.push(Event::Phase { phase: phase.name });
    for scrapped in &phase.scraps {
        game.now.depot.scrap(*scrapped);
        for company in &mut game.now.companies {
            company.trains.retain(|train| train != scrapped);
        }
        events.push(Event::Rusted { train: train_name(game, *scrapped) });
    }
    let limit = game.train_limit();
    let too_many: SmallVec<[CompanyId; 2]> = game
        .company_ids()
        .filter(|company| game.company(*company).is_some_and(|company| company.trains.len() > limit))
        .collect();
    game.now.to_discard = too_many;
}
