//! 3.4.10 Emergency money raising: treasury stock, the president's cash, the president's stock, all stock at half its price.

use super::bankruptcy;
use super::trains::{self, Purchase, cheapest, face_value, for_sale};
use crate::fb::Game;
use crate::fb::stock::{presidency, sell};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;
use ferrata_engine::view::{Asked, Need};
use smallvec::SmallVec;

/// Who has to raise money next, and how much is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// 18FB-3.4.10-02: the corp sells stock of its treasury first.
    Treasury(Money),
    /// Then the president adds cash: enough is there.
    Cash,
    /// Then the president sells stock.
    President(SeatId, Money),
    /// Nothing can be sold any more.
    Bankrupt,
}

/// 18FB-3.4.10-01, 18FB-3.4.10-07: what the treasury lacks for the cheapest train of the bank, where the corp must have one.
pub(super) fn gap(game: &Game, company: CompanyId) -> Option<Money> {
    if !trains::needs_train(game, company) {
        return None;
    }
    let missing = cheapest(game, company)? - game.table.ledger.company(company);
    (missing > Money::ZERO).then_some(missing)
}

/// How the raising stands.
pub(super) fn stage(game: &Game, company: CompanyId) -> Option<Stage> {
    let missing = gap(game, company)?;
    if treasury_stock(game, company, missing).next().is_some() {
        return Some(Stage::Treasury(missing));
    }
    let seat = game.president(company)?;
    let rest = missing - game.table.ledger.seat(seat);
    if rest <= Money::ZERO {
        Some(Stage::Cash)
    } else if own_stock(game, company, seat, rest).next().is_some() {
        Some(Stage::President(seat, rest))
    } else {
        Some(Stage::Bankrupt)
    }
}

impl Game {
    /// The money that has to be raised now, for people.
    pub fn need(&self) -> Option<Need> {
        let company = self.acting().ok().filter(|_| self.asked() == Asked::Emergency)?;
        let (amount, kind) = (cheapest(self, company)?, cheapest_kinds(self, company).next()?);
        let (train, name) = (self.fixed.parts.train_name(kind), self.name(company));
        let treasury = (Party::Company(name), self.table.ledger.company(company));
        let president = self.president(company).map(|seat| (Party::Seat(seat), self.table.ledger.seat(seat)));
        let what = say!("the {train}-train of {company}", train, company = name);
        Some(Need { what, amount, givers: [Some(treasury), president].into_iter().flatten().collect() })
    }
}

/// 18FB-3.4.10-03, 18FB-G-60: what so much of a corp brings: half of the price of its shares, rounded down once.
pub(in crate::fb) fn proceeds(game: &Game, company: CompanyId, percent: u8) -> Money {
    let price = game.price(company) * game.shares_in(percent);
    price.percent(game.fixed.figures.emergency_percent)
}

/// The amounts up to the first that covers what is missing: no more is sold than needed.
fn needed(game: &Game, company: CompanyId, amounts: SmallVec<[u8; 8]>, missing: Money) -> SmallVec<[u8; 8]> {
    let enough = |percent: &u8| proceeds(game, company, *percent) >= missing;
    let last = amounts.iter().position(enough).map_or(amounts.len(), |at| at + 1);
    amounts.into_iter().take(last).collect()
}

/// Stock in a corp's treasury that may be sold, with the amounts.
fn treasury_stock(
    game: &Game,
    company: CompanyId,
    missing: Money,
) -> impl Iterator<Item = (CompanyId, SmallVec<[u8; 8]>)> + '_ {
    let holder = Holder::Company(company);
    game.corps().filter_map(move |of| {
        let amounts = needed(game, of, super::finance::sellable(game, holder, of), missing);
        (!amounts.is_empty()).then_some((of, amounts))
    })
}

/// 18FB-3.4.10-04: the president's stock that may be sold, with the amounts. 18FB-3.4.10-05: not so much of the operating corp
/// that its presidency changes; of other corps it may (18FB-3.4.10-06).
fn own_stock(
    game: &Game,
    company: CompanyId,
    seat: SeatId,
    missing: Money,
) -> impl Iterator<Item = (CompanyId, SmallVec<[u8; 8]>)> + '_ {
    game.corps().filter_map(move |of| {
        let mut amounts = sell::amounts(game, seat, of);
        if of == company {
            amounts.retain(|percent| presidency::stays(game, of, seat, *percent));
        }
        let amounts = needed(game, of, amounts, missing);
        (!amounts.is_empty()).then_some((of, amounts))
    })
}

pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let offer = |seller: Party| {
        move |(of, percents): (CompanyId, SmallVec<[u8; 8]>)| {
            // Two shares bring the price of one.
            let (price, share) = (game.price(of), u32::from(game.fixed.figures.share));
            let per = share * 100 / game.fixed.figures.emergency_percent.max(1);
            Offer::Sell { seller, company: game.name(of), percents, price, per: per as u8 }
        }
    };
    match stage(game, company) {
        None => Vec::new(),
        Some(Stage::Treasury(missing)) => {
            treasury_stock(game, company, missing).map(offer(Party::Company(game.name(company)))).collect()
        }
        Some(Stage::Cash) => cheapest_kinds(game, company).map(|kind| bank_offer(game, kind)).collect(),
        Some(Stage::President(seat, missing)) => {
            own_stock(game, company, seat, missing).map(offer(Party::Seat(seat))).collect()
        }
        Some(Stage::Bankrupt) => vec![bankruptcy::offer()],
    }
}

fn cheapest_kinds(game: &Game, company: CompanyId) -> impl Iterator<Item = TrainKind> + '_ {
    let price = cheapest(game, company);
    for_sale(game, company).filter(move |kind| Some(face_value(game, *kind)) == price)
}

fn bank_offer(game: &Game, kind: TrainKind) -> Offer {
    let prices = Prices::fixed(face_value(game, kind));
    Offer::BuyTrain { train: game.fixed.parts.train_name(kind), from: Party::Bank, prices }
}

/// The train of an emergency purchase that an action means: the cheapest of the bank, with the president's cash.
pub(super) fn purchase(game: &Game, company: CompanyId, action: &Action) -> Option<TrainKind> {
    let open = stage(game, company) == Some(Stage::Cash);
    cheapest_kinds(game, company).find(|kind| open && bank_offer(game, *kind).covers(action))
}

/// 18FB-G-60: the president pays in exactly what is missing, and the corp buys the train.
pub(super) fn buy(game: &mut Game, company: CompanyId, kind: TrainKind, events: &mut Events) -> Play {
    let seat = game.president(company).ok_or_else(|| Refusal::out_of_place(say!("buy a train")))?;
    let missing = gap(game, company).unwrap_or_default();
    let why = say!("emergency money raising");
    game.table.ledger.pay(Account::Seat(seat), Account::Company(company), missing, why, events)?;
    let price = face_value(game, kind);
    let purchase = Purchase { kind, seller: None, prices: Prices::fixed(price), consent: None };
    trains::buy(game, company, &purchase, price, events)
}

/// Stock is sold at half its price, first the corp's, then the president's.
pub(super) fn sell(game: &mut Game, company: CompanyId, action: &Action, events: &mut Events) -> Play {
    let covered = offers(game, company).iter().any(|offer| offer.covers(action));
    require(covered, "18FB-3.4.10-02", || {
        say!("stock is sold only to raise money for a train: the corp's first, and no more than needed")
    })?;
    let Action::Sell { company: name, percent, .. } = action else { return Ok(()) };
    let of = game.fixed.parts.company_named(*name)?;
    let amount = proceeds(game, of, *percent);
    match stage(game, company) {
        Some(Stage::Treasury(_)) => {
            // Its surplus stays in the treasury, too (18FB-V-48).
            let (holder, treasury) = (Holder::Company(company), Account::Company(company));
            game.table.shares.give_percent(of, *percent, holder, Holder::Pool, events)?;
            // 18FB-G-115: it is not bought back in the financial step.
            game.operating_mut()?.sold.add(of);
            let why = say!("{percent}% of {name}", percent = *percent, name = *name);
            game.table.ledger.pay(Account::Bank, treasury, amount, why, events)
        }
        Some(Stage::President(seat, _)) => {
            sell::hand_over(game, seat, of, *percent, amount, events)?;
            // 18FB-G-14: the price does not move, unless that reading is taken.
            if game.fixed.switches.emergency_moves_price {
                game.price_falls(of, game.shares_in(*percent), events);
            }
            presidency::settle(game, of, events)
        }
        _ => Err(Refusal::out_of_place(say!("raise money"))),
    }
}
