//! 3.1 The Political Round and 3.5.1 the Regional Companies Round: cards and regionals are put up for auction one by one.

use super::stock::presidency;
use super::table::Round;
use super::{Game, deal, regionals, stock};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CardName, OptionName};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A round of auctions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Auction {
    pub(super) of: Lots,
    /// Who chooses what is put up.
    pub(super) starter: SeatId,
    /// What is put up now.
    pub(super) bidding: Option<Bidding>,
}

/// What is auctioned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Lots {
    PoliticalCards,
    Regionals,
}

/// The bids for one lot.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bidding {
    lot: Lot,
    asked: SeatId,
    /// The highest bid so far.
    best: Option<(SeatId, Money)>,
    /// Who is still in.
    bidders: SmallVec<[SeatId; 6]>,
}

/// Something to bid for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Lot {
    Card(CardId),
    Regional(CompanyId),
}

/// 18FB-3-02: the Political Round happens once, at the start.
pub(super) fn begin_political(game: &mut Game, events: &mut Events) {
    begin(game, Lots::PoliticalCards, events);
}

/// 18FB-3-03, 18FB-3.5.1-04: the Regional Companies Round; the Priority holder chooses first.
pub(super) fn begin_regionals(game: &mut Game, events: &mut Events) {
    begin(game, Lots::Regionals, events);
}

fn begin(game: &mut Game, of: Lots, events: &mut Events) {
    events.push(Event::Round { round: of.name() });
    game.table.proposed.clear();
    game.table.round = Round::Auction(Auction { of, starter: game.table.priority, bidding: None });
}

impl Lots {
    /// The round as players say it.
    pub(super) fn name(self) -> Text {
        match self {
            Lots::PoliticalCards => say!("Political Round"),
            Lots::Regionals => say!("Regional Companies Round"),
        }
    }

    /// What is still to be auctioned.
    fn left(self, game: &Game) -> SmallVec<[Lot; 8]> {
        match self {
            Lots::PoliticalCards => {
                let cards = game.fixed.political_cards().map(|(card, _)| card);
                cards.filter(|card| game.card(*card).holder == Holder::Offering).map(Lot::Card).collect()
            }
            Lots::Regionals => {
                let waiting = |id: &CompanyId| game.table.shares.director(*id) == Holder::Offering;
                let regionals = game.company_ids().filter(|id| game.fixed.regional(*id).is_some());
                regionals.filter(waiting).map(Lot::Regional).collect()
            }
        }
    }
}

impl Lot {
    fn name(self, game: &Game) -> CardName {
        match self {
            Lot::Card(card) => game.fixed.parts.card_name(card),
            Lot::Regional(company) => CardName(game.name(company).0),
        }
    }

    /// 18FB-3.1-05, 18FB-3.5.1-05: the printed cost, or the nominal value.
    fn cost(self, game: &Game) -> Money {
        match self {
            Lot::Card(card) => game.fixed.political(card).map_or(Money::ZERO, |card| card.cost),
            Lot::Regional(company) => {
                game.fixed.regional(company).map_or(Money::ZERO, |regional| regional.nominal)
            }
        }
    }

    /// 18FB-2.3-12: regionals count for the certificate limit, political cards do not.
    fn may_bid(self, game: &Game, seat: SeatId) -> bool {
        matches!(self, Lot::Card(_)) || stock::certificates(game, seat) < stock::certificate_limit(game)
    }

    /// The bids open to a player: from the cost, or one step above the last bid, up to all cash (18FB-3.1-06, 18FB-3.1-07).
    fn prices(self, game: &Game, seat: SeatId, best: Option<Money>) -> Option<Prices> {
        let step = game.fixed.figures.bid_step;
        let min = best.map_or(self.cost(game), |best| best + step);
        let prices = Prices { min, max: game.table.ledger.seat(seat), step };
        (min <= prices.max && self.may_bid(game, seat)).then_some(prices)
    }
}

impl Decision<Game> for Auction {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat())
    }

    fn asked(&self, _: &Game) -> Asked {
        if self.bidding.is_some() { Asked::Bid } else { Asked::Nominate }
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = Vec::new();
        let mut bid = |lot: Lot, seat, best| {
            let card = lot.name(game);
            offers.extend(lot.prices(game, seat, best).map(|prices| Offer::Bid { card, prices }));
        };
        match &self.bidding {
            Some(bidding) => {
                bid(bidding.lot, bidding.asked, bidding.best.map(|(_, bid)| bid));
                offers.push(Offer::Pass { means: say!("leave this auction") });
            }
            None => {
                let left = self.of.left(game);
                left.iter().for_each(|lot| bid(*lot, self.starter, None));
                let option = |lot: &Lot| {
                    let name = lot.name(game);
                    (OptionName(name.0), say!("put up {name} and pass", name))
                };
                let about = say!("put something up for auction without a bid");
                offers.push(Offer::Choose { about, options: left.iter().map(option).collect() });
            }
        }
        offers.extend(deal::card_offers(game, self.seat()));
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, bidding) = (by.seat()?, self.bidding.clone());
        match (bidding, action) {
            (_, Action::Propose { deal }) => deal::propose_card(game, seat, deal, events),
            (Some(bidding), Action::Pass) => {
                events.push(Event::Said { seat, what: say!("passes") });
                self.go_on(game, bidding.without(seat), events)
            }
            (Some(bidding), Action::Bid { card, amount }) => {
                let bidding = bidding.with_bid(game, seat, *card, *amount)?;
                events.push(Event::Said {
                    seat,
                    what: say!("bids {amount} for {card}", amount = *amount, card = *card),
                });
                self.go_on(game, bidding, events)
            }
            (None, Action::Bid { card, amount }) => {
                let bidding = self.put_up(game, *card)?.with_bid(game, seat, *card, *amount)?;
                events.push(Event::Said {
                    seat,
                    what: say!("bids {amount} for {card}", amount = *amount, card = *card),
                });
                self.go_on(game, bidding, events)
            }
            // 18FB-G-30: the starter may pass after choosing; passing is final.
            (None, Action::Choose { option }) => {
                let bidding = self.put_up(game, CardName(option.0))?;
                events
                    .push(Event::Said { seat, what: say!("puts up {option} and passes", option = *option) });
                self.go_on(game, bidding.without(seat), events)
            }
            (Some(_), _) => Err(Refusal::out_of_place(say!("bid or pass"))),
            (None, _) => Err(Refusal::out_of_place(say!("choose what is auctioned"))),
        }
    }
}

impl Auction {
    /// Who has to decide.
    pub(super) fn seat(&self) -> SeatId {
        self.bidding.as_ref().map_or(self.starter, |bidding| bidding.asked)
    }

    /// 18FB-3.1-01: the starter chooses any lot that is left.
    fn put_up(&self, game: &Game, name: CardName) -> Result<Bidding, Refusal> {
        let lot = self.of.left(game).into_iter().find(|lot| lot.name(game) == name);
        let lot = lot.ok_or_else(|| {
            let left: Vec<CardName> = self.of.left(game).iter().map(|lot| lot.name(game)).collect();
            Refusal::rule(
                "18FB-3.1-01",
                say!("{name} is not up for auction; {left} {left|is|are}", name, left),
            )
        })?;
        let bidders = game.table.order.clone();
        Ok(Bidding { lot, asked: self.starter, best: None, bidders })
    }

    /// Asks the next bidder, or ends the auction of this lot.
    fn go_on(&self, game: &mut Game, mut bidding: Bidding, events: &mut Events) -> Play {
        let left = bidding.bidders.len();
        match bidding.best {
            // 18FB-3.1-02: until all but the highest bidder have passed.
            Some((seat, price)) if left == 1 => award(game, bidding.lot, seat, price, events)?,
            // 18FB-3.1-09, 18FB-3.5.1-07: if all pass, it goes to the pool.
            None if left == 0 => unsold(game, bidding.lot, events)?,
            _ => {
                bidding.asked = bidding.next(game);
                game.table.round = Round::Auction(Auction { bidding: Some(bidding), ..self.clone() });
                return Ok(());
            }
        }
        // 18FB-3.1-04: the player next to the one who started, also after an unsold lot (18FB-G-30).
        let starter = game.after(self.starter);
        game.table.proposed.clear();
        game.table.round = Round::Auction(Auction { of: self.of, starter, bidding: None });
        if self.of.left(game).is_empty() { end(game, self.of, events) } else { Ok(()) }
    }
}

impl Bidding {
    /// Whether a player is still in.
    pub(super) fn is_in(&self, seat: SeatId) -> bool {
        self.bidders.contains(&seat)
    }

    /// 18FB-3.1-08: who has passed may not re-enter.
    fn without(mut self, seat: SeatId) -> Bidding {
        self.bidders.retain(|bidder| *bidder != seat);
        self
    }

    fn with_bid(
        mut self,
        game: &Game,
        seat: SeatId,
        card: CardName,
        amount: Money,
    ) -> Result<Bidding, Refusal> {
        let name = self.lot.name(game);
        let prices = self.lot.prices(game, seat, self.best.map(|(_, bid)| bid));
        if card != name {
            return Err(Refusal::rule("18FB-3.1-02", say!("now {name} is up for auction", name)));
        }
        let Some(Prices { min, max, step }) = prices else {
            return Err(Refusal::rule(
                "18FB-3.1-07",
                say!("this player cannot bid for {name} any more", name),
            ));
        };
        if !(Prices { min, max, step }).contains(amount) {
            return Err(Refusal::rule(
                "18FB-3.1-06",
                say!("bid from {min} to {max} in steps of {step} for {name}", min, max, step, name),
            ));
        }
        self.best = Some((seat, amount));
        Ok(self)
    }

    fn next(&self, game: &Game) -> SeatId {
        game.seats_after(self.asked).find(|seat| self.bidders.contains(seat)).unwrap_or(self.asked)
    }
}

fn award(game: &mut Game, lot: Lot, seat: SeatId, price: Money, events: &mut Events) -> Play {
    match lot {
        Lot::Card(card) => award_card(game, card, seat, price, events),
        Lot::Regional(company) => regionals::sell(game, company, seat, price, events),
    }
}

/// 18FB-3.1-03, 18FB-3.1-10, 18FB-3.1-11, 18FB-3.1-12: the printed cost goes to the bank, what is bid beyond it to the company
/// of which the card brings a share, else to the bank too (18FB-C-14).
fn award_card(game: &mut Game, card: CardId, seat: SeatId, price: Money, events: &mut Events) -> Play {
    let (name, political) = (game.fixed.parts.card_name(card), game.fixed.political(card));
    let cost = political.map_or(price, |card| card.cost);
    let company = political.and_then(|card| card.company).map(|(company, _)| company);
    let (payer, surplus) = (Account::Seat(seat), price - cost);
    game.table.ledger.pay(payer, Account::Bank, cost, say!("for {name}", name), events)?;
    let payee = company.map_or(Account::Bank, Account::Company);
    game.table.ledger.pay(payer, payee, surplus, say!("bid beyond the cost of {name}", name), events)?;
    take_card(game, card, seat, events)
}

/// A player takes a political card; the first to do so takes the share that lies with it (18FB-2.7-22, 18FB-2.7-27,
/// 18FB-2.7-32, 18FB-2.7-36, 18FB-2.7-47, 18FB-G-28).
pub(super) fn take_card(game: &mut Game, card: CardId, seat: SeatId, events: &mut Events) -> Play {
    let to = Holder::Seat(seat);
    game.card_mut(card)?.holder = to;
    events.push(Event::Card { card: game.fixed.parts.card_name(card), to });
    let company = game.fixed.political(card).and_then(|card| card.company).map(|(company, _)| company);
    let share = game.fixed.figures.share;
    match company.filter(|company| game.percent(*company, Holder::Reserved) >= share) {
        Some(company) => {
            game.table.shares.give_percent(company, share, Holder::Reserved, to, events)?;
            // 18FB-3.2.5-01: bought in the SR, the share may be what was missing for the presidency.
            presidency::settle(game, company, events)
        }
        None => Ok(()),
    }
}

fn unsold(game: &mut Game, lot: Lot, events: &mut Events) -> Play {
    match lot {
        Lot::Card(card) => {
            game.card_mut(card)?.holder = Holder::Pool;
            events.push(Event::Card { card: game.fixed.parts.card_name(card), to: Holder::Pool });
            Ok(())
        }
        Lot::Regional(company) => regionals::to_pool(game, company, events),
    }
}

/// 18FB-3.1-13: the round ends when everything has been auctioned.
fn end(game: &mut Game, of: Lots, events: &mut Events) -> Play {
    match of {
        Lots::PoliticalCards => {
            // 18FB-3.1-14, 18FB-3.1-15, 18FB-3.1-17: most cash first; players with equal cash keep their order.
            let ledger = &game.table.ledger;
            game.table.order.sort_by_key(|seat| std::cmp::Reverse(ledger.seat(*seat)));
            game.table.priority = game.table.order.first().copied().unwrap_or(SeatId(0));
            let order = game.table.order.to_vec();
            events.push(Event::Note { text: say!("The order of play is {order}.", order) });
            // 18FB-3.1-16: the first SR follows.
            stock::begin(game, events);
            Ok(())
        }
        // 18FB-3.5.1-08, 18FB-3.5.1-09: the Priority card does not move; the next round follows.
        Lots::Regionals => regionals::end_round(game, events),
    }
}
