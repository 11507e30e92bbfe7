//! Chapter 3, the stock round: whose turn it is, what a turn consists of, and how the round ends (§3.4).

use super::areas::Area;
use super::buy::Purchase;
use super::shares::CONTROL_LIMIT;
use super::state::{CompanySet, Ending, Round, Step, StockRound, StockTurn, Why};
use super::{Game, Play};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

/// What the Bayard pays at the end of every stock round (§3.4-05).
pub const BAYARD: Money = Money(20);

/// So many stock rounds in which everybody only passes end the game, if no company can act either (G-53): by then all
/// prices have come to rest.
pub(super) const IDLE_ROUNDS: u8 = 20;

/// Begins a stock round with the holder of the priority card (§3-01).
pub(super) fn begin(game: &mut Game, number: u16) -> Play {
    let seat = game.left_of(game.t.priority).first().copied().unwrap_or(game.t.priority);
    game.t.round = Round::Stock(StockRound {
        number,
        seat,
        passes: 0,
        last_actor: None,
        sold: SmallVec::from_elem(CompanySet::default(), game.t.players.len()),
        turn: StockTurn::default(),
    });
    game.events.push(Event::Round { round: format!("Stock round {number}") });
    Ok(())
}

/// What somebody must sell before he may do anything else (§3.1-12, §3.1-13).
fn forced_sales(game: &Game, seat: SeatId) -> Vec<Offer> {
    let holder = Holder::Seat(seat);
    let over_limit = game.certificates_over(holder) > 0;
    let mut offers = Vec::new();
    if over_limit {
        game.sale_offers(holder, &mut offers);
        return offers;
    }
    // Whoever holds nothing of a company himself cannot sell it.
    let over = |company: &CompanyId| {
        game.t.shares.percent(*company, holder) > 0 && game.controlled(*company, seat) > CONTROL_LIMIT
    };
    let monopolies: Vec<_> = game.company_ids().filter(over).map(|company| game.name(company)).collect();
    if !monopolies.is_empty() {
        game.sale_offers(holder, &mut offers);
        game.keep_due(&monopolies, &mut offers);
    }
    offers
}

pub(super) fn offers(game: &Game, round: &StockRound) -> Vec<Offer> {
    let forced = forced_sales(game, round.seat);
    if !forced.is_empty() {
        return forced;
    }
    let mut offers = Vec::new();
    let means = if round.turn.acted { "end the turn" } else { "pass" };
    offers.push(Offer::Pass { means: means.into() });
    game.sale_offers(Holder::Seat(round.seat), &mut offers);
    game.purchase_offers(round, &mut offers);
    game.start_offers(Holder::Seat(round.seat), &mut offers);
    offers
}

/// Whether a player whose turn it is has anything to decide: the likeliest is looked at first.
pub(super) fn has_choice(game: &Game, round: &StockRound) -> bool {
    let holder = Holder::Seat(round.seat);
    let sold = round.sold.get(round.seat.index()).copied().unwrap_or_default();
    game.can_buy_share(holder, sold)
        || game.can_sell(holder)
        || offers(game, round).len() > 1
        || (game.rules().as_recorded.treasury_looks_for_sale && looks_affordable(game, round))
}

/// O-33: online a player is asked to pass as long as some certificate in a company's hands looks affordable: treasury
/// shares are looked at too, although they are not for sale, and only for the first of them it is asked whether
/// he sold shares of that company.
fn looks_affordable(game: &Game, round: &StockRound) -> bool {
    let seat = Holder::Seat(round.seat);
    let cash = game.cash(seat);
    let sold = round.sold.get(round.seat.index()).copied().unwrap_or_default();
    game.company_ids().filter(|company| game.running(*company)).any(|company| {
        let own = game.t.shares.of_held_by(company, Holder::Offering);
        let treasury: Vec<_> = game.t.shares.held_by(Holder::Company(company)).collect();
        let own: Vec<_> = own.collect();
        let unsold = match own.is_empty() {
            true => treasury.iter().any(|(_, cert)| !sold.has(cert.company)),
            false => !sold.has(company),
        };
        let all = || own.iter().chain(&treasury).map(|(_, cert)| cert);
        let smallest = all().map(|cert| cert.percent).min().unwrap_or(0);
        let affordable = |cert: &ferrata_engine::shares::Certificate| {
            cash >= game.price_of(cert.company, cert.percent)
                && game.may_take(seat, cert.company, cert.percent, 1).is_ok()
        };
        unsold && all().filter(|cert| cert.percent == smallest).any(affordable)
    })
}

/// One action of a player's turn (§3-02).
pub(super) fn play(game: &mut Game, seat: SeatId, action: &Action) -> Play {
    let Round::Stock(round) = &game.t.round else { return Ok(()) };
    let (number, sold) = (round.number, round.sold.get(seat.index()).copied().unwrap_or_default());
    if let Action::Sell { seller, company, percent } = action {
        require_self(*seller, seat)?;
        let company = game.find_company(*company)?;
        let forced = check_forced(game, seat, Some(company))?;
        game.sell(Holder::Seat(seat), company, *percent)?;
        if forced {
            game.reach(Area::ForcedSale);
        }
        note_sold(game, seat, company);
        return Ok(());
    }
    check_forced(game, seat, None)?;
    if let Action::Propose { deal } = action {
        // The sale step goes on until the other agrees.
        return game.propose(seat, deal);
    }
    // The sale step is over: the markers of what was sold move now (§3.1-02).
    game.move_sold_markers();
    match action {
        Action::Pass => {
            game.said(seat, "passes");
            return end_turn(game);
        }
        Action::Buy { buyer, company, percent, from, price } => {
            require_self(*buyer, seat)?;
            let company = game.find_company(*company)?;
            let (buyer, percent, from, price) = (Holder::Seat(seat), *percent, *from, *price);
            game.buy_share(&Purchase { buyer, company, percent, from, price, sold })?;
        }
        Action::BuyCard { buyer, card, from: Party::Bank, price } => {
            require_self(*buyer, seat)?;
            game.buy_concession(seat, *card, *price, number)?;
        }
        Action::Start { company, price, percent } => {
            let company = game.find_company(*company)?;
            game.start_company(Holder::Seat(seat), company, *price, *percent)?;
        }
        _ => return Err(game.wrong("sell, buy, start a company or pass")),
    }
    note_bought(game);
    Ok(())
}

fn require_self(party: Party, seat: SeatId) -> Play {
    if party == Party::Seat(seat) {
        return Ok(());
    }
    Err(Refusal::plain("in a stock round everybody acts for himself"))
}

/// Whether the player must sell first; then only what has to be sold is accepted.
fn check_forced(game: &Game, seat: SeatId, selling: Option<CompanyId>) -> Result<bool, Refusal> {
    let forced = forced_sales(game, seat);
    let asked = |company: CompanyId| {
        let name = game.name(company);
        forced.iter().any(|offer| matches!(offer, Offer::Sell { company, .. } if *company == name))
    };
    let fine = forced.is_empty() || selling.is_some_and(asked);
    require(fine, "1841-3.1-12", || {
        "you hold more than the limits allow and must sell first (§3.5.2, §3.5.4)".into()
    })?;
    Ok(!forced.is_empty())
}

fn note_sold(game: &mut Game, seat: SeatId, company: CompanyId) {
    if let Round::Stock(round) = &mut game.t.round {
        round.turn.acted = true;
        round.last_actor = Some(seat);
        if let Some(sold) = round.sold.get_mut(seat.index()) {
            sold.add(company);
        }
    }
}

/// A purchase or start was made: it counts as acting, and it is the last part of the turn.
pub(super) fn note_bought(game: &mut Game) {
    if let Round::Stock(round) = &mut game.t.round {
        round.turn.acted = true;
        round.turn.bought = true;
        round.last_actor = Some(round.seat);
    }
}

/// The turn passes to the left (§3-01).
pub(super) fn end_turn(game: &mut Game) -> Play {
    let Round::Stock(round) = &game.t.round else { return Ok(()) };
    let (seat, passes) = (round.seat, if round.turn.acted { 0 } else { round.passes + 1 });
    let players = game.left_of(seat);
    // He may have left the game meanwhile; then the list begins with the next.
    let next = players.iter().copied().find(|other| *other != seat).unwrap_or(seat);
    if usize::from(passes) >= players.len() {
        return end(game);
    }
    if let Round::Stock(round) = &mut game.t.round {
        round.seat = next;
        round.passes = passes;
        round.turn = StockTurn::default();
    }
    Ok(())
}

/// §3.4: the end of the round.
fn end(game: &mut Game) -> Play {
    let Round::Stock(round) = &game.t.round else { return Ok(()) };
    let (number, last_actor) = (round.number, round.last_actor);
    game.t.idle_rounds = if last_actor.is_none() { game.t.idle_rounds + 1 } else { 0 };
    if game.t.idle_rounds >= IDLE_ROUNDS {
        game.trigger(Ending::Now(Why::Standstill));
    }
    if let Some(last) = last_actor {
        let left = game.left_of(last);
        game.t.priority = left.iter().copied().find(|seat| *seat != last).unwrap_or(last);
    }
    if game.rules().stock_end_by_company {
        pay_bayard(game)?;
        move_markers_one_by_one(game);
    } else {
        move_markers(game);
    }
    return_concessions(game);
    if !game.rules().stock_end_by_company {
        pay_bayard(game)?;
    }
    if matches!(game.t.ending, Some(Ending::Now(_) | Ending::Turn(_))) {
        return super::end::finish(game);
    }
    if game.rules().priority_card {
        game.t.steps.push(Step::SellPriority);
    }
    super::operating::begin_set(game, number)
}

fn sold_out(game: &Game, company: CompanyId) -> bool {
    let unsold = |holder| game.t.shares.percent(company, holder);
    unsold(Holder::Pool) == 0 && unsold(Holder::Offering) == 0
}

/// §3.4-02, -03: down with shares in the pool (frozen two rows), then up when sold out.
fn move_markers(game: &mut Game) {
    let order = game.t.chart.order(&game.parts().grid);
    for &company in &order {
        drop_for_pool(game, company);
    }
    for &company in &order {
        if sold_out(game, company) {
            game.move_up(company);
        }
    }
}

fn drop_for_pool(game: &mut Game, company: CompanyId) {
    if game.t.shares.percent(company, Holder::Pool) > 0 {
        let rows = if game.frozen(company) { 2 } else { 1 };
        game.move_down(company, rows);
    }
}

/// O-08: company by company in operating order; a frozen one never rises.
fn move_markers_one_by_one(game: &mut Game) {
    for company in game.t.chart.order(&game.parts().grid) {
        if sold_out(game, company) && !game.frozen(company) {
            game.move_up(company);
        }
        drop_for_pool(game, company);
    }
}

/// §3.4-04: unused concessions go back to the pool, except the Bayard.
fn return_concessions(game: &mut Game) {
    for card in (0..game.t.concessions.len() as u8).map(CardId) {
        let held = matches!(game.t.concessions.get(card.index()), Some(Holder::Seat(_)));
        if held && game.unused(card) {
            game.give_concession(card, Holder::Pool);
        }
    }
}

fn pay_bayard(game: &mut Game) -> Play {
    for card in 0..game.t.concessions.len() {
        let bayard = game.fixed.concessions.get(card) == Some(&None);
        if let Some(Holder::Seat(seat)) = game.t.concessions.get(card).copied().filter(|_| bayard) {
            game.pay(Account::Bank, Account::Seat(seat), BAYARD, "Bayard")?;
        }
    }
    Ok(())
}

impl Game {
    /// §8-02: a concession that could still start its company.
    pub(crate) fn unused(&self, card: CardId) -> bool {
        let company = self.fixed.concessions.get(card.index()).copied().flatten();
        company.is_some_and(|company| !self.running(company))
    }
}

// ---- §7.2-01: the priority card is for sale ----

pub(super) fn priority_offers(game: &Game) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "keep the priority card".into() }];
    for seat in game.left_of(game.t.priority).into_iter().filter(|seat| *seat != game.t.priority) {
        let cash = game.t.ledger.seat(seat);
        if cash >= Money(1) {
            let deal = Offer::BuyCard {
                buyer: Party::Seat(seat),
                card: PRIORITY,
                from: Party::Seat(game.t.priority),
                prices: ferrata_engine::offer::Prices::between(Money(1), cash),
            };
            offers.push(Offer::Propose { to: seat, deal: Box::new(deal) });
        }
    }
    offers
}

/// The priority card as actions name it.
pub const PRIORITY: ferrata_engine::name::CardName = ferrata_engine::name::CardName::of("priority");

pub(super) fn sell_priority(game: &mut Game, seat: SeatId, action: &Action) -> Play {
    match action {
        Action::Pass => {
            game.t.steps.pop();
            Ok(())
        }
        Action::Propose { deal } => game.propose(seat, deal),
        _ => Err(game.wrong("offer the priority card to somebody, or pass")),
    }
}

impl Game {
    /// The card changes hands after both agreed.
    pub(crate) fn hand_priority(&mut self, to: SeatId, price: Money) -> Play {
        let from = self.t.priority;
        self.pay(Account::Seat(to), Account::Seat(from), price, "the priority card")?;
        self.t.priority = to;
        self.reach(Area::PriorityCardSold);
        if self.t.steps.last() == Some(&Step::SellPriority) {
            self.t.steps.pop();
        }
        Ok(())
    }
}
