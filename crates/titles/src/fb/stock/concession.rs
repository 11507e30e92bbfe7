//! 3.2.2 Acquiring a railroad concession, 3.2.3 its withdrawal.

use super::buy::sold_before;
use super::riseis::{self, Attempt};
use super::start::{self, Home, Par};
use super::{Stock, presidency, within_limits};
use crate::fb::Game;
use crate::fb::fixed::{Deposit, Power};
use crate::fb::states::State;
use crate::fb::table::Pending;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CardName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// How a concession is acquired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(in crate::fb) struct Terms {
    /// By the concession right of a political card (18FB-2.7-43).
    pub(in crate::fb) discount: bool,
    /// With the 50% card (18FB-2.7-10, 18FB-2.7-11).
    pub(in crate::fb) half: bool,
}

/// 18FB-3.2.2-02: the deposit due. 18FB-G-27, 18FB-G-92: discounts multiply, a waiver makes it nothing.
pub(in crate::fb) fn deposit(game: &Game, card: CardId, terms: Terms) -> Money {
    let Some(concession) = game.fixed.concession(card) else { return Money::ZERO };
    let due = game.phase().and_then(|phase| phase.says().deposit).unwrap_or(Deposit::Free);
    // 18FB-2.7-44: the discount comes before the phase that would bring it.
    let due = if terms.discount { due.next() } else { due };
    // 18FB-3.2.2-31, 18FB-G-36: free once the other concession has ever been acquired.
    let waived = concession.free_after.is_some_and(|other| game.card(other).holder != Holder::Offering);
    // 18FB-3.2.3-07: nothing is due for a definitive corp.
    let definitive = game.charter(concession.company).state == State::Definitive;
    let amount = match due {
        _ if waived || definitive => Money::ZERO,
        Deposit::Full => concession.full,
        Deposit::Half => concession.half,
        Deposit::Free => Money::ZERO,
    };
    if terms.half { amount.percent(game.fixed.figures.half_deposit_percent) } else { amount }
}

/// What acquiring a concession costs at once: the deposit, and the president's certificate if it lies in the pool
/// (18FB-G-39).
fn cost(game: &Game, card: CardId, company: CompanyId, terms: Terms) -> Money {
    deposit(game, card, terms) + pool_president(game, company)
}

/// What the president's certificate costs if it lies in the pool.
fn pool_president(game: &Game, company: CompanyId) -> Money {
    let in_pool = game.table.shares.director(company) == Holder::Pool;
    let price = game.price(company) * game.shares_in(game.president_percent(company));
    if in_pool { price } else { Money::ZERO }
}

/// Whether a player can acquire a concession now.
pub(super) fn check(game: &Game, seat: SeatId, card: CardId, terms: Terms) -> Play {
    let name = game.fixed.parts.card_name(card);
    let concession = game.fixed.concession(card);
    let concession = concession.ok_or_else(|| Refusal::plain(say!("{name} is no concession", name)))?;
    require(game.bourbon(), "18FB-3.5-05", || say!("there are no concessions any more"))?;
    match game.card(card).holder {
        Holder::Offering => check_new(game, seat, card, concession.company, terms),
        Holder::Pool => check_withdrawn(game, seat, card, concession.company, terms),
        _ => Err(Refusal::rule("18FB-3.2.2-01", say!("{name} is not for sale", name))),
    }
}

/// 18FB-2.3-04: the president's certificate is within the limits.
fn check_limits(game: &Game, seat: SeatId, card: CardId, company: CompanyId) -> Play {
    require(within_limits(game, seat, company, game.president_percent(company)), "18FB-2.3-04", || {
        let name = game.fixed.parts.card_name(card);
        say!("the president's certificate of {name} would be beyond the limits", name)
    })
}

/// 18FB-G-33: deposit and president's certificate at once, within the limits.
fn check_new(game: &Game, seat: SeatId, card: CardId, company: CompanyId, terms: Terms) -> Play {
    check_limits(game, seat, card, company)?;
    let lowest = start::pars(game, Money(i32::MAX), company).map(|(_, price)| price).min();
    let price = lowest.map(|par| par * game.shares_in(game.president_percent(company))).unwrap_or_default();
    let due = deposit(game, card, terms) + price;
    require(due <= game.table.ledger.seat(seat), "18FB-3.2.2-01", || {
        let name = game.fixed.parts.card_name(card);
        say!("{name} needs at least {due} for deposit and president's certificate", name, due)
    })
}

/// 18FB-3.2.3-06, 18FB-3.2.3-07, 18FB-3.2.3-08: one that was withdrawn, with the president's certificate if that lies in the
/// pool (18FB-G-39).
fn check_withdrawn(game: &Game, seat: SeatId, card: CardId, company: CompanyId, terms: Terms) -> Play {
    let name = game.fixed.parts.card_name(card);
    let later = game.charter(company).withdrawn != game.table.stock_rounds;
    require(later, "18FB-3.2.3-06", || {
        say!("{name} was withdrawn in this round: it can be acquired in the next one", name)
    })?;
    let led_by_another = game.president(company).is_some_and(|other| other != seat);
    require(!game.fixed.switches.president_only || !led_by_another, "18FB-3.2.3-08", || {
        say!("only the president may acquire {name}", name)
    })?;
    if pool_president(game, company) > Money::ZERO {
        require(!sold_before(game, seat, company), "18FB-3.2.1-02", || {
            say!("this player sold {name} in this round", name)
        })?;
        check_limits(game, seat, card, company)?;
    }
    let due = cost(game, card, company, terms);
    require(due <= game.table.ledger.seat(seat), "18FB-3.2.3-07", || say!("{name} costs {due}", name, due))
}

/// The concession of a company, at the regular deposit and by the right of a political card.
pub(super) fn offers(game: &Game, stock: &Stock, company: CompanyId) -> Vec<Offer> {
    let mut offers = Vec::new();
    let Some(card) = game.concession_of(company) else { return offers };
    let (seat, regular) = (stock.asked, Terms { discount: false, half: stock.half });
    if check(game, seat, card, regular).is_ok() {
        offers.push(card_offer(game, seat, card, company, regular));
    }
    let discounted = Terms { discount: true, ..regular };
    if let Some(right) = concession_right(game, seat, card, discounted)
        && check(game, seat, card, discounted).is_ok()
    {
        let (name, price) = (game.fixed.parts.card_name(card), cost(game, card, company, discounted));
        let means = say!("acquire the concession {name} for {price}", name, price);
        offers.push(Offer::UseCard { card: game.fixed.parts.card_name(right), means });
    }
    offers
}

/// The offer of a concession.
pub(super) fn card_offer(game: &Game, seat: SeatId, card: CardId, company: CompanyId, terms: Terms) -> Offer {
    Offer::BuyCard {
        buyer: Party::Seat(seat),
        card: game.fixed.parts.card_name(card),
        from: Party::Bank,
        prices: Prices::fixed(cost(game, card, company, terms)),
    }
}

/// 18FB-3.2.2-23, 18FB-3.2.2-24: the player's political card that gives a right to this concession, where it saves something.
fn concession_right(game: &Game, seat: SeatId, card: CardId, terms: Terms) -> Option<CardId> {
    let company = game.fixed.concession(card)?.company;
    let saves = deposit(game, card, terms) < deposit(game, card, Terms { discount: false, ..terms });
    let mut rights = game
        .fixed
        .political_cards()
        .filter(|(_, political)| political.company.is_some_and(|(of, _)| of == company));
    rights.find(|(id, _)| saves && game.card(*id).holder == Holder::Seat(seat)).map(|(id, _)| id)
}

/// The player's 50% card, where a deposit is due somewhere.
pub(super) fn half_card(game: &Game, seat: SeatId, due: Money) -> Option<CardId> {
    let card = game.unused_card(seat, |power| matches!(power, Power::HalfDeposit));
    card.filter(|_| due > Money::ZERO)
}

/// The 50% card is laid out before a concession is acquired.
pub(super) fn half_offer(game: &Game, stock: &Stock) -> Option<Offer> {
    let concessions = game.company_ids().filter_map(|company| game.concession_of(company));
    let open = |card: &CardId| matches!(game.card(*card).holder, Holder::Offering | Holder::Pool);
    let due = concessions.filter(open).map(|card| deposit(game, card, Terms::default())).max();
    let card = half_card(game, stock.asked, due.unwrap_or_default()).filter(|_| !stock.half)?;
    let means = say!("pay half of the deposit for the concession that is acquired next");
    Some(Offer::UseCard { card: game.fixed.parts.card_name(card), means })
}

/// A turn action: the concession at its regular deposit.
pub(super) fn acquire(game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Play {
    let Action::BuyCard { buyer, card: name, from, price } = action else { return Ok(()) };
    let card = game.fixed.parts.card_named(*name)?;
    let terms = Terms { discount: false, half: game.stock_mut()?.half };
    check(game, seat, card, terms)?;
    let company = game.fixed.concession(card).map(|concession| concession.company);
    let asked = company.map_or(Money::ZERO, |company| cost(game, card, company, terms));
    require(*buyer == Party::Seat(seat) && *from == Party::Bank && *price == asked, "18FB-3.2.2-02", || {
        say!("the concession {name} costs {asked}", name = *name, asked)
    })?;
    riseis::attempt(game, seat, Attempt::Concession { card, terms }, events)
}

/// A political card in the SR: the 50% card is laid out, or the right to a concession is used as the action of the turn.
pub(super) fn use_card(game: &mut Game, seat: SeatId, name: CardName, events: &mut Events) -> Play {
    let used = game.fixed.parts.card_named(name)?;
    let stock = game.stock_mut()?.clone();
    if let Some(Offer::UseCard { card, .. }) = half_offer(game, &stock)
        && card == name
    {
        game.stock_mut()?.half = true;
        events.push(Event::Said { seat, what: say!("lays out {name}", name) });
        return Ok(());
    }
    let company =
        game.fixed.political(used).and_then(|political| political.company).map(|(company, _)| company);
    let card = company.and_then(|company| game.concession_of(company));
    let terms = Terms { discount: true, half: stock.half };
    let right = card.and_then(|card| concession_right(game, seat, card, terms));
    match card.filter(|_| right == Some(used)) {
        Some(card) => {
            check(game, seat, card, terms)?;
            riseis::attempt(game, seat, Attempt::Concession { card, terms }, events)
        }
        None => Err(Refusal::rule("18FB-2.7-23", say!("{name} cannot be used now", name))),
    }
}

/// The acquisition itself, whoever's turn it is. 18FB-3.2.2-01: the deposit is paid, then par and president's certificate.
pub(super) fn carry_out(
    game: &mut Game,
    seat: SeatId,
    card: CardId,
    terms: Terms,
    to_bank: bool,
    events: &mut Events,
) -> Play {
    check(game, seat, card, terms)?;
    let company = game.fixed.concession(card).map(|concession| concession.company);
    let company = company.ok_or_else(|| Refusal::out_of_place(say!("acquire a concession")))?;
    let withdrawn = game.card(card).holder == Holder::Pool;
    take(game, seat, card, terms, events)?;
    if withdrawn {
        return take_over_charter(game, seat, company, events);
    }
    // 18FB-3.2.2-27, 18FB-G-37: FP chooses its home, after the par.
    if game.fixed.major(company).is_some_and(|major| major.lines.len() > 1) {
        game.table.pending.push(Pending::Home(Home { company, seat }));
    }
    game.table.pending.push(Pending::Par(Par { company, seat, to_bank }));
    Ok(())
}

/// 18FB-3.2.2-03: the deposit lies on the concession.
fn take(game: &mut Game, seat: SeatId, card: CardId, terms: Terms, events: &mut Events) -> Play {
    let (name, due) = (game.fixed.parts.card_name(card), deposit(game, card, terms));
    let payee = Account::Card(card);
    game.table.ledger.pay(Account::Seat(seat), payee, due, say!("deposit for {name}", name), events)?;
    game.card_mut(card)?.holder = Holder::Seat(seat);
    events.push(Event::Card { card: name, to: Holder::Seat(seat) });
    // 18FB-2.7-10, 18FB-2.7-11: where nothing was due, nothing was saved, and the card is not used.
    let half = half_card(game, seat, due).filter(|_| terms.half);
    if let Some(half) = half {
        game.card_mut(half)?.used = true;
    }
    Ok(())
}

/// 18FB-3.3-17, 18FB-G-35: the corp is as it was before it froze; a president's certificate in the pool is bought, too
/// (18FB-G-39).
fn take_over_charter(game: &mut Game, seat: SeatId, company: CompanyId, events: &mut Events) -> Play {
    let (name, price) = (game.name(company), pool_president(game, company));
    game.charter_mut(company)?.withdrawn = 0;
    if price == Money::ZERO {
        return Ok(());
    }
    let why = say!("president's certificate of {name}", name);
    game.table.ledger.pay(Account::Seat(seat), Account::Bank, price, why, events)?;
    if let Some(cert) = game.table.shares.director_certificate(company) {
        game.table.shares.give(cert, Holder::Seat(seat), events)?;
    }
    events.push(Event::Director { company, director: Holder::Seat(seat) });
    presidency::settle(game, company, events)
}

/// 18FB-3.2.3-01, 18FB-3.2.3-02: a concession is withdrawn: it goes to the pool, the deposit still on it is lost, the corp
/// freezes. A new president may acquire it at once (18FB-3.2.3-05).
pub(in crate::fb) fn withdraw(
    game: &mut Game,
    company: CompanyId,
    heir: Option<SeatId>,
    events: &mut Events,
) -> Play {
    let Some(card) = game.concession_of(company) else { return Ok(()) };
    let lost = game.table.ledger.card(card);
    game.table.ledger.pay(Account::Card(card), Account::Bank, lost, say!("deposit lost"), events)?;
    game.card_mut(card)?.holder = Holder::Pool;
    game.charter_mut(company)?.withdrawn = game.table.stock_rounds;
    events.push(Event::Card { card: game.fixed.parts.card_name(card), to: Holder::Pool });
    let text =
        say!("The concession of {company} is withdrawn, {company} is frozen.", company = game.name(company));
    events.push(Event::Note { text });
    if let Some(seat) = heir {
        game.table.pending.push(Pending::Reacquire(Reacquire { company, seat, half: false }));
    }
    Ok(())
}

/// 18FB-3.2.3-05, 18FB-G-38: the new president decides at once, outside of the order of turns.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct Reacquire {
    company: CompanyId,
    seat: SeatId,
    /// The 50% card is laid out; a concession right is no help here (18FB-2.7-48).
    #[serde(default)]
    half: bool,
}

impl Reacquire {
    fn terms(&self) -> Terms {
        Terms { discount: false, half: self.half }
    }

    /// The concession and what it costs.
    fn price(&self, game: &Game, terms: Terms) -> Option<(CardId, Money)> {
        let card = game.concession_of(self.company)?;
        Some((card, deposit(game, card, terms)))
    }

    /// The 50% card that would make it cheaper.
    fn half_card(&self, game: &Game) -> Option<CardId> {
        let (_, due) = self.price(game, Terms::default())?;
        half_card(game, self.seat, due).filter(|_| !self.half)
    }
}

impl Decision<Game> for Reacquire {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Choice
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let name = game.name(self.company);
        let mut offers = vec![Offer::Pass { means: say!("leave {name} frozen", name) }];
        if let Some((card, price)) = self.price(game, self.terms())
            && price <= game.table.ledger.seat(self.seat)
        {
            let (buyer, card) = (Party::Seat(self.seat), game.fixed.parts.card_name(card));
            offers.push(Offer::BuyCard { buyer, card, from: Party::Bank, prices: Prices::fixed(price) });
        }
        if let Some(card) = self.half_card(game) {
            let means = say!("pay half of the deposit");
            offers.push(Offer::UseCard { card: game.fixed.parts.card_name(card), means });
        }
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let seat = by.seat()?;
        game.table.pending.pop();
        match action {
            Action::Pass => {
                let company = game.name(self.company);
                events.push(Event::Said {
                    seat,
                    what: say!("leaves the concession of {company} in the pool", company),
                });
                Ok(())
            }
            Action::UseCard { card } => {
                let used = game.fixed.parts.card_named(*card)?;
                require(self.half_card(game) == Some(used), "18FB-2.7-48", || {
                    say!("{card} cannot be used for this", card = *card)
                })?;
                game.table.pending.push(Pending::Reacquire(Reacquire { half: true, ..self.clone() }));
                events.push(Event::Said { seat, what: say!("lays out {card}", card = *card) });
                Ok(())
            }
            Action::BuyCard { buyer, card, from, price } => {
                let id = game.fixed.parts.card_named(*card)?;
                let asked = self.price(game, self.terms());
                let meant =
                    *buyer == Party::Seat(seat) && *from == Party::Bank && asked == Some((id, *price));
                require(meant, "18FB-3.2.3-05", || {
                    say!("the new president may acquire the withdrawn concession, or not")
                })?;
                take(game, seat, id, self.terms(), events)?;
                game.charter_mut(self.company)?.withdrawn = 0;
                Ok(())
            }
            _ => Err(Refusal::out_of_place(say!("acquire the withdrawn concession, or pass"))),
        }
    }
}
