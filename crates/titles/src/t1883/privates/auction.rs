//! 3.3 Distribution: in turn players pass, buy the cheapest private, or make offers for dearer ones.

use super::duel::Duel;
use super::par::FirstPar;
use super::{give, pay_incomes};
use crate::t1883::Game;
use crate::t1883::agenda::{Pending, Round};
use crate::t1883::out_of_place;
use crate::t1883::stock;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CardName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The distribution of the privates.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Auction {
    #[serde(rename = "seat", alias = "asked")]
    pub(in crate::t1883) asked: SeatId,
    /// Passes in succession.
    #[serde(default)]
    pub(in crate::t1883) passes: u8,
    /// 1883-3.3-15: by how much the price of TCB has fallen.
    #[serde(default)]
    pub(in crate::t1883) fallen: Money,
    /// 1883-3.3-07, 1883-3.3-18: the money set aside, one offer of a player for a private at most.
    #[serde(default)]
    pub(in crate::t1883) bids: SmallVec<[Bid; 8]>,
}

/// An offer for a private.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Bid {
    pub(in crate::t1883) private: u8,
    pub(in crate::t1883) seat: SeatId,
    pub(in crate::t1883) amount: Money,
}

/// 1883-3.3-01: the Priority holder begins.
pub(in crate::t1883) fn begin(game: &mut Game, events: &mut Events) {
    let asked = game.table.priority;
    events.push(Event::Round { round: say!("Distribution of the private companies") });
    let (passes, fallen, bids) = (0, Money::ZERO, SmallVec::new());
    game.table.round = Round::Auction(Auction { asked, passes, fallen, bids });
}

impl Game {
    pub(in crate::t1883) fn auction(&self) -> Result<&Auction, Refusal> {
        match &self.table.round {
            Round::Auction(auction) => Ok(auction),
            _ => Err(Refusal::plain(say!("no privates are for sale now"))),
        }
    }

    pub(in crate::t1883) fn auction_mut(&mut self) -> Result<&mut Auction, Refusal> {
        match &mut self.table.round {
            Round::Auction(auction) => Ok(auction),
            _ => Err(Refusal::plain(say!("no privates are for sale now"))),
        }
    }

    /// The privates nobody has yet, by rising value.
    fn unsold(&self) -> impl Iterator<Item = usize> + '_ {
        let privates = self.table.privates.iter().enumerate();
        privates.filter(|(_, holder)| **holder == Holder::Pool).map(|(at, _)| at)
    }
}

impl Auction {
    pub(in crate::t1883) fn bids_on(&self, private: usize) -> impl Iterator<Item = &Bid> {
        self.bids.iter().filter(move |bid| usize::from(bid.private) == private)
    }

    pub(in crate::t1883) fn bid_of(&self, private: usize, seat: SeatId) -> Money {
        self.bids_on(private).find(|bid| bid.seat == seat).map(|bid| bid.amount).unwrap_or_default()
    }

    pub(in crate::t1883) fn highest(&self, private: usize) -> Option<Money> {
        self.bids_on(private).map(|bid| bid.amount).max()
    }

    /// 1883-3.3-07: the cash of a player that is not set aside.
    pub(in crate::t1883) fn free(&self, game: &Game, seat: SeatId) -> Money {
        let set_aside: Money = self.bids.iter().filter(|bid| bid.seat == seat).map(|bid| bid.amount).sum();
        game.cash(seat) - set_aside
    }

    /// 1883-3.3-04, 1883-3.3-05, 1883-3.3-06, 1883-R-04: what may be bid.
    pub(in crate::t1883) fn prices(&self, game: &Game, private: usize, seat: SeatId) -> Prices {
        let step = game.fixed.figures.bid_step;
        let printed = game.fixed.privates.get(private).map(|private| private.price).unwrap_or_default();
        let min = self.highest(private).unwrap_or(printed) + step;
        let max = self.free(game, seat) + self.bid_of(private, seat);
        Prices { min, max, step }
    }

    /// What the cheapest private costs: 1883-3.3-15, 1883-3.3-16.
    fn price(&self, game: &Game, private: usize) -> Money {
        let printed = game.fixed.privates.get(private).map(|private| private.price).unwrap_or_default();
        if private == 0 { printed - self.fallen } else { printed }
    }

    /// 1883-3.3-18: a higher offer of a player replaces the one before.
    pub(in crate::t1883) fn set_bid(&mut self, private: usize, seat: SeatId, amount: Money) {
        let old = self.bids.iter_mut().find(|bid| usize::from(bid.private) == private && bid.seat == seat);
        match old {
            Some(bid) => bid.amount = amount,
            None => self.bids.push(Bid { private: private as u8, seat, amount }),
        }
    }

    fn check_bid(&self, game: &Game, card: CardName, amount: Money) -> Result<usize, Refusal> {
        let id = game.fixed.parts.card_named(card)?;
        let private = game.fixed.private_of(id).filter(|at| game.unsold().skip(1).any(|other| other == *at));
        let private = private.ok_or_else(|| {
            let because =
                say!("offers are made for private companies that are left, but not for the cheapest");
            Refusal::rule("1883-3.3-02", because)
        })?;
        let Prices { min, max, step } = self.prices(game, private, self.asked);
        let rule = if amount > max { "1883-3.3-07" } else { "1883-3.3-05" };
        require(Prices { min, max, step }.contains(amount), rule, || {
            say!("offer from {min} to {max} in steps of {step} for {card}", min, max, step, card)
        })?;
        Ok(private)
    }

    /// Carries out what the player does; the private that was bought outright, if one was.
    fn act(
        &self,
        game: &mut Game,
        seat: SeatId,
        action: &Action,
        events: &mut Events,
    ) -> Result<Option<usize>, Refusal> {
        match action {
            Action::Bid { card, amount } => {
                let private = self.check_bid(game, *card, *amount)?;
                game.auction_mut()?.set_bid(private, seat, *amount);
                let what = say!("offers {amount} for {card}", amount = *amount, card = *card);
                events.push(Event::Said { seat, what });
                Ok(None)
            }
            Action::BuyCard { buyer, card, from: Party::Bank, price } if *buyer == Party::Seat(seat) => {
                let cheapest = game.unsold().next().ok_or_else(|| out_of_place(say!("all are sold")))?;
                let id = game.fixed.parts.card_named(*card)?;
                let own = self.price(game, cheapest);
                // 1883-3.3-03, 1883-R-03.
                let is_cheapest = game.fixed.private_of(id) == Some(cheapest);
                require(is_cheapest && *price == own && own <= self.free(game, seat), "1883-3.3-03", || {
                    say!(
                        "only the cheapest private company can be bought, for {own} that is not set aside",
                        own
                    )
                })?;
                Ok(Some(cheapest))
            }
            _ => Err(out_of_place(say!(
                "pass, buy the cheapest private company, or make an offer for another"
            ))),
        }
    }
}

impl Decision<Game> for Auction {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.asked)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Bid
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = vec![Offer::Pass { means: say!("do nothing in this turn") }];
        let name = |private: usize| {
            let card = game.fixed.privates.get(private).map(|private| private.card);
            card.map(|card| game.fixed.parts.card_name(card)).unwrap_or_default()
        };
        for (place, private) in game.unsold().enumerate() {
            if place == 0 {
                let price = self.price(game, private);
                if price <= self.free(game, self.asked) {
                    let (buyer, card, prices) =
                        (Party::Seat(self.asked), name(private), Prices::fixed(price));
                    offers.push(Offer::BuyCard { buyer, card, from: Party::Bank, prices });
                }
                continue;
            }
            let prices = self.prices(game, private, self.asked);
            if prices.min <= prices.max {
                offers.push(Offer::Bid { card: name(private), prices });
            }
        }
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let seat = by.seat()?;
        if *action == Action::Pass {
            events.push(Event::Said { seat, what: say!("passes") });
            return passed(game, seat, events);
        }
        let bought = self.act(game, seat, action, events)?;
        let next = game.left_of(seat);
        let auction = game.auction_mut()?;
        (auction.passes, auction.asked) = (0, next);
        match bought {
            Some(private) => award(game, private, seat, self.price(game, private), events),
            None => Ok(()),
        }
    }
}

/// 1883-3.3-13, 1883-3.3-14: once all have passed in a row privates pay, and TCB gets cheaper; offers stay.
fn passed(game: &mut Game, seat: SeatId, events: &mut Events) -> Play {
    let (next, players) = (game.left_of(seat), game.table.order.len());
    let tcb_is_left = game.unsold().next() == Some(0);
    let step = game.fixed.figures.first_card_falls;
    let auction = game.auction_mut()?;
    auction.asked = next;
    auction.passes += 1;
    if usize::from(auction.passes) < players {
        return Ok(());
    }
    auction.passes = 0;
    if tcb_is_left {
        auction.fallen += step;
    }
    events.push(Event::Note { text: say!("All have passed: private companies pay their income.") });
    pay_incomes(game, events)
}

/// 1883-3.3-08: after each action the cheapest private is looked at, again and again.
pub(in crate::t1883) fn proceed(game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
    let auction = game.auction()?.clone();
    let Some(cheapest) = game.unsold().next() else {
        // 1883-3.3-12, 1883-3.3-19: whoever's turn it would be starts the first stock round.
        game.table.priority = auction.asked;
        stock::begin(game, events)?;
        return Ok(Flow::GoesOn);
    };
    let mut bids: SmallVec<[Bid; 4]> = auction.bids_on(cheapest).copied().collect();
    bids.sort_by_key(|bid| bid.amount);
    match bids.as_slice() {
        [] if auction.price(game, cheapest) <= Money::ZERO => {
            // 1883-3.3-17: it is free, and counts as a purchase.
            let next = game.left_of(auction.asked);
            game.auction_mut()?.asked = next;
            award(game, cheapest, auction.asked, Money::ZERO, events)?;
        }
        [] => return Ok(Flow::Waits),
        // 1883-3.3-11: whose turn it is does not change.
        [only] => award(game, cheapest, only.seat, only.amount, events)?,
        several => {
            let order = several.iter().map(|bid| bid.seat).collect();
            game.interrupt(Pending::Duel(Duel { private: cheapest as u8, order, at: 0 }));
        }
    }
    Ok(Flow::GoesOn)
}

/// Somebody gets a private, with what comes with it.
pub(super) fn award(
    game: &mut Game,
    private: usize,
    seat: SeatId,
    price: Money,
    events: &mut Events,
) -> Play {
    let fixed = game.fixed.clone();
    let Some(spec) = fixed.privates.get(private) else { return Ok(()) };
    let card = fixed.parts.card_name(spec.card);
    game.auction_mut()?.bids.retain(|bid| usize::from(bid.private) != private);
    game.pay(Account::Seat(seat), Account::Bank, price, say!("{card}", card), events)?;
    give(game, private, Holder::Seat(seat), events);
    let Some(gives) = spec.gives else { return Ok(()) };
    if gives.percent == game.presidents_percent() {
        // 1883-3.2-15: the presidency; the private closes at once, so no corporation ever buys it (1883-3.4-03).
        game.interrupt(Pending::FirstPar(FirstPar { seat, private: private as u8 }));
        return Ok(());
    }
    // 1883-3.2-12, 1883-3.2-14.
    game.table.shares.give_percent(gives.company, gives.percent, Holder::Offering, Holder::Seat(seat), events)
}
