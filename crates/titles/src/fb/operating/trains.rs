//! 3.4.8 Train buying, and the trains of regionals (3.5.2).

use super::{Step, aside, asides, bankruptcy, emergency};
use crate::fb::fixed::Class;
use crate::fb::{Game, deal, phases};
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

/// The company buys trains.
pub(super) struct Trains;

/// A train that can be bought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::fb) struct Purchase {
    pub(in crate::fb) kind: TrainKind,
    /// None: the bank.
    pub(in crate::fb) seller: Option<CompanyId>,
    pub(in crate::fb) prices: Prices,
    /// Who else has to agree.
    pub(in crate::fb) consent: Option<SeatId>,
}

/// Whether a kind is one that a company may own by buying it: ordinary and converted ones for corps, regional ones for regionals
/// (18FB-2.6-01, 18FB-2.6-02, 18FB-2.6-03, 18FB-3.5.2-21).
fn suits(game: &Game, company: CompanyId, kind: TrainKind) -> bool {
    let regional = game.fixed.regional(company).is_some();
    game.fixed.train(kind).is_some_and(|train| train.is_regional() == regional)
}

/// The trains a company can buy from the bank: those of closed corps (18FB-3.4.8-07, 18FB-G-106) and those of the pile
/// (18FB-2.6-06).
pub(in crate::fb) fn for_sale(game: &Game, company: CompanyId) -> impl Iterator<Item = TrainKind> + '_ {
    let top =
        game.fixed.train_kinds().find(|(kind, train)| train.class == Class::Ordinary && left(game, *kind));
    let top = top.map(|(kind, _)| kind);
    let kinds = game.fixed.train_kinds().map(|(kind, _)| kind);
    kinds.filter(move |kind| {
        let new = Some(*kind) == top || regional_is_out(game, *kind);
        suits(game, company, *kind) && (new || game.table.depot.returned(*kind) > 0)
    })
}

fn left(game: &Game, kind: TrainKind) -> bool {
    game.table.depot.left(kind) != Some(0)
}

/// 18FB-G-06: regional trains are for sale from their phase on; by the other reading those of PH6 when those of PH5 are sold
/// out.
fn regional_is_out(game: &Game, kind: TrainKind) -> bool {
    let Some(Class::Regional(from, _)) = game.fixed.train(kind).map(|train| train.class) else {
        return false;
    };
    let earlier_left = || {
        let earlier = game.fixed.train_kinds().filter(|(other, train)| train.is_regional() && *other < kind);
        earlier.map(|(other, _)| other).any(|other| left(game, other))
    };
    let first = game.fixed.train_kinds().find(|(_, train)| train.is_regional()).map(|(kind, _)| kind);
    let open = match game.fixed.switches.regional_trains_start_phases && first != Some(kind) {
        true => !earlier_left() && !game.bourbon(),
        false => game.reached(from),
    };
    open && left(game, kind)
}

/// The face value of a kind.
pub(in crate::fb) fn face_value(game: &Game, kind: TrainKind) -> Money {
    game.fixed.train(kind).map_or(Money::ZERO, |train| train.price)
}

/// 18FB-3.4.8-08: everything a company can buy now with what it has.
pub(in crate::fb) fn purchases(game: &Game, company: CompanyId) -> Vec<Purchase> {
    let mut purchases = from_bank(game, company);
    purchases.extend(from_companies(game, company));
    purchases
}

/// 18FB-3.4.8-02: bank trains cost their printed price.
fn from_bank(game: &Game, company: CompanyId) -> Vec<Purchase> {
    let means = game.table.ledger.company(company) + help(game, company);
    let bank = for_sale(game, company).filter(|kind| face_value(game, *kind) <= means);
    let purchase = |kind| {
        let prices = Prices::fixed(face_value(game, kind));
        Purchase { kind, seller: None, prices, consent: None }
    };
    bank.map(purchase).collect()
}

/// What the owner of a regional may add: 18FB-3.5.2-24: cash in hand, if it has no train and cannot pay one; and what the
/// president of a corp must add (3.4.10).
fn help(game: &Game, company: CompanyId) -> Money {
    let Some(seat) = game.president(company) else { return Money::ZERO };
    let trainless = game.charter(company).trains.is_empty();
    match game.fixed.regional(company) {
        Some(_)
            if trainless
                && cheapest(game, company)
                    .is_some_and(|price| price > game.table.ledger.company(company)) =>
        {
            game.table.ledger.seat(seat)
        }
        _ => Money::ZERO,
    }
}

/// The lowest price of a train that the bank sells.
pub(in crate::fb) fn cheapest(game: &Game, company: CompanyId) -> Option<Money> {
    for_sale(game, company).map(|kind| face_value(game, kind)).min()
}

/// 18FB-3.4.8-03, 18FB-G-59: trains of other companies of the same kind, at any agreed price; 18FB-3.4.8-04, 18FB-3.6.1-33:
/// nationals at face value.
fn from_companies(game: &Game, company: CompanyId) -> Vec<Purchase> {
    let (cash, president) = (game.table.ledger.company(company), game.president(company));
    let mut purchases = Vec::new();
    // 18FB-G-59: regionals trade among themselves only, also where a corp has a regional train.
    let regional = |id: CompanyId| game.fixed.regional(id).is_some();
    let trades = |other: &CompanyId| *other != company && regional(*other) == regional(company);
    for seller in game.company_ids().filter(|other| trades(other) && may_sell(game, *other)) {
        let mut kinds = for_resale(game, seller);
        kinds.dedup();
        for kind in kinds.into_iter().filter(|kind| suits(game, company, *kind)) {
            let national = game.fixed.national(company).is_some() || game.fixed.national(seller).is_some();
            let prices = match national {
                true => Prices::fixed(face_value(game, kind)),
                false => Prices::between(game.fixed.figures.lowest_train_price, cash),
            };
            let owner = game.president(seller);
            let consent = owner.filter(|_| owner != president);
            let asked = consent.is_none() || president.is_some_and(|seat| deal::may_propose(game, seat));
            if prices.min <= prices.max && prices.min <= cash && owner.is_some() && asked {
                purchases.push(Purchase { kind, seller: Some(seller), prices, consent });
            }
        }
    }
    purchases
}

/// Whether a company may sell trains: not a frozen one (18FB-G-41); regionals that somebody owns.
fn may_sell(game: &Game, company: CompanyId) -> bool {
    match game.fixed.regional(company) {
        Some(_) => game.president(company).is_some(),
        None => game.rights(company).sells_trains,
    }
}

/// The trains a company could sell: leased ones stay (18FB-G-76).
fn for_resale(game: &Game, company: CompanyId) -> Vec<TrainKind> {
    let charter = game.charter(company);
    let mut trains = charter.trains.to_vec();
    let leased = phases::leased_kind(game);
    for _ in 0..charter.leased {
        if let Some(at) = trains.iter().position(|kind| Some(*kind) == leased) {
            trains.remove(at);
        }
    }
    trains
}

/// Whether no train can be bought any more in this turn. 18FB-3.5.2-21: a regional buys at most one.
pub(super) fn over(game: &Game, company: CompanyId) -> bool {
    let bought = game.operating().map_or(0, |operating| operating.trains);
    let regional = game.fixed.regional(company).is_some();
    let allowed = regional || game.rights(company).buys_trains;
    !allowed || game.president(company).is_none() || (regional && bought > 0)
}

/// 18FB-3.4.8-05, 18FB-3.4.8-09: the company must own a train at the end of its turn and has none. 18FB-3.5.2-22,
/// 18FB-3.5.2-23: never a regional.
pub(super) fn needs_train(game: &Game, company: CompanyId) -> bool {
    let duty = game.fixed.regional(company).is_none() && game.rights(company).needs_train;
    duty && game.charter(company).trains.is_empty() && cheapest(game, company).is_some()
}

fn party(game: &Game, seller: Option<CompanyId>) -> Party {
    seller.map_or(Party::Bank, |company| Party::Company(game.name(company)))
}

impl Decision<Game> for Trains {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_seat()
    }

    fn asked(&self, game: &Game) -> Asked {
        let raising = game.acting().is_ok_and(|company| emergency::gap(game, company).is_some());
        if raising { Asked::Emergency } else { Asked::Trains }
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let Ok(company) = game.acting() else { return Vec::new() };
        let mut offers = Vec::new();
        if !needs_train(game, company) {
            offers.push(Offer::Pass { means: say!("buy no more trains") });
        }
        for Purchase { kind, seller, prices, consent } in purchases(game, company) {
            let (train, from) = (game.fixed.parts.train_name(kind), party(game, seller));
            let offer = Offer::BuyTrain { train, from, prices };
            offers.push(match consent {
                Some(to) => Offer::Propose { to, deal: Box::new(offer) },
                None => offer,
            });
        }
        offers.extend(emergency::offers(game, company));
        offers.extend(asides(game, company));
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, company) = (by.seat()?, game.acting()?);
        match action {
            Action::Pass => {
                require(!needs_train(game, company), "18FB-3.4.8-05", || {
                    say!("{company} must own a train at the end of its turn", company = game.name(company))
                })?;
                game.go_on(Step::Finance)?;
                super::finance::forced_sales(game, company, events)
            }
            Action::BuyTrain { price, .. } => match emergency::purchase(game, company, action) {
                Some(kind) => emergency::buy(game, company, kind, events),
                None => {
                    let purchase = find(game, company, action, None)?;
                    buy(game, company, &purchase, *price, events)
                }
            },
            Action::Propose { deal } if matches!(**deal, Action::BuyTrain { .. }) => {
                let purchase = find(game, company, deal, Some(()))?;
                let owner = purchase.consent.ok_or_else(|| Refusal::out_of_place(say!("buy the train")))?;
                deal::propose(game, (seat, owner), deal, say!("suggests to buy a train"), events)
            }
            Action::Sell { .. } => emergency::sell(game, company, action, events),
            Action::Choose { .. } => bankruptcy::declare(game, company, action, events),
            other => aside(game, seat, other, events)
                .unwrap_or_else(|| Err(Refusal::out_of_place(say!("buy trains or pass")))),
        }
    }
}

/// The purchase that an action means.
fn find(game: &Game, company: CompanyId, action: &Action, consent: Option<()>) -> Result<Purchase, Refusal> {
    let wrong = || {
        Refusal::rule("18FB-3.4.8-01", say!("there is no such train for sale to this company at this price"))
    };
    let Action::BuyTrain { train, from, price } = action else { return Err(wrong()) };
    let kind = game.fixed.parts.train_named(*train)?;
    let meant = |purchase: &Purchase| {
        purchase.kind == kind
            && party(game, purchase.seller) == *from
            && purchase.prices.contains(*price)
            && purchase.consent.is_some() == consent.is_some()
    };
    purchases(game, company).into_iter().find(meant).ok_or_else(wrong)
}

/// A purchase to which the seller's president has agreed.
pub(in crate::fb) fn carry_out(game: &mut Game, action: &Action, events: &mut Events) -> Play {
    let company = game.acting()?;
    let Action::BuyTrain { price, .. } = action else { return Ok(()) };
    // The proposal is on the table no longer: the same purchase is looked for as if it were not made yet.
    let proposed = std::mem::take(&mut game.table.proposed);
    let purchase = find(game, company, action, Some(()));
    game.table.proposed = proposed;
    buy(game, company, &purchase?, *price, events)
}

/// Money and train change hands; the first train of a phase begins it at once (18FB-G-05).
pub(super) fn buy(
    game: &mut Game,
    company: CompanyId,
    purchase: &Purchase,
    price: Money,
    events: &mut Events,
) -> Play {
    let (kind, seller) = (purchase.kind, purchase.seller);
    let missing = price - game.table.ledger.company(company);
    if missing > Money::ZERO && seller.is_none() && missing <= help(game, company) {
        let seat = game.president(company).ok_or_else(|| Refusal::out_of_place(say!("buy a train")))?;
        let why = say!("help for a train");
        game.table.ledger.pay(Account::Seat(seat), Account::Company(company), missing, why, events)?;
    }
    let payee = seller.map_or(Account::Bank, Account::Company);
    let train = game.fixed.parts.train_name(kind);
    let why = say!("train {train}", train);
    game.table.ledger.pay(Account::Company(company), payee, price, why, events)?;
    hand_over(game, kind, seller, company, events)?;
    game.operating_mut()?.trains += 1;
    if seller.is_none() {
        phases::train_sold(game, company, kind, events)?;
    }
    Ok(())
}

fn hand_over(
    game: &mut Game,
    kind: TrainKind,
    from: Option<CompanyId>,
    to: CompanyId,
    events: &mut Events,
) -> Play {
    match from {
        Some(seller) => {
            let trains = &mut game.charter_mut(seller)?.trains;
            if let Some(at) = trains.iter().position(|train| *train == kind) {
                trains.remove(at);
            }
        }
        None => {
            let taken = game.table.depot.take(kind);
            require(taken, "18FB-2.6-09", || say!("none of these trains is left"))?;
        }
    }
    let trains = &mut game.charter_mut(to)?.trains;
    trains.push(kind);
    trains.sort_unstable();
    events.push(Event::Train { train: game.fixed.parts.train_name(kind), from, to: Some(to) });
    Ok(())
}

/// 18FB-2.6-07, 18FB-G-08: after each OR from PH5 on an unsold PH-5 train leaves the game.
pub(super) fn remove_unsold(game: &mut Game, events: &mut Events) {
    let waits = game.table.unified_now && game.fixed.switches.removal_from_next_round;
    if game.bourbon() || waits {
        return;
    }
    let removed: Vec<TrainKind> =
        game.fixed.train_kinds().filter(|(_, train)| train.removed).map(|(kind, _)| kind).collect();
    for kind in removed {
        for _ in 0..game.fixed.figures.removed_trains {
            if game.table.depot.take_new(kind) {
                events.push(Event::Train { train: game.fixed.parts.train_name(kind), from: None, to: None });
            }
        }
    }
}
