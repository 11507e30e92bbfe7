//! §2.3 The auction of the privates: one at a time, with a falling price for the first and income rounds for
//! the others.

use super::par::Par;
use super::{FIRST, SEVENTH, SIXTH};
use crate::esp::table::{Pending, Round};
use crate::esp::{Game, deal, privates, stock};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{SeatId, SeatSet};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// The auction of one private.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct Auction {
    /// Which private, counted from 0.
    pub(in crate::esp) private: u8,
    /// The lowest opening bid.
    pub(in crate::esp) opening: Money,
    /// Who may bid next.
    pub(in crate::esp) seat: SeatId,
    pub(in crate::esp) bid: Option<(SeatId, Money)>,
    /// Who has passed.
    #[serde(default)]
    pub(in crate::esp) out: SeatSet,
}

/// 18ESP-2.3-01: puts a private up for auction; after the last one the first stock round begins.
pub(in crate::esp) fn begin(game: &mut Game, private: u8, events: &mut Events) -> Play {
    if usize::from(private) >= game.fixed.private_count() {
        // 18ESP-2.3-09: for the first stock round least cash goes first.
        stock::deal_order(game, |cash| cash);
        return stock::begin(game, events);
    }
    put_up(game, private, game.private(private.into()).price, events);
    Ok(())
}

fn put_up(game: &mut Game, private: u8, opening: Money, events: &mut Events) {
    let seat = starter(game, private);
    game.table.round = Round::Auction(Auction { private, opening, seat, bid: None, out: SeatSet::default() });
    let name = game.private(private.into()).full_name.clone();
    events.push(Event::Round { round: say!("Auction of {name} from {opening}", name, opening) });
}

/// 18ESP-2.3-02: player k starts the auction of private k.
fn starter(game: &Game, private: u8) -> SeatId {
    let players = game.table.order.len().max(1);
    game.table.order.get(usize::from(private) % players).copied().unwrap_or(SeatId(0))
}

impl Auction {
    /// 18ESP-2.3-03: at least the face value, then a step more each time.
    fn lowest_bid(&self, game: &Game) -> Money {
        self.bid.map_or(self.opening, |(_, bid)| bid + game.fixed.figures.auction_step)
    }

    fn step(&self, game: &Game) -> Money {
        match game.fixed.switches.bids_in_steps {
            true => game.fixed.figures.auction_step.max(Money(1)),
            false => Money(1),
        }
    }

    /// What the player whose turn it is may bid; none if nothing. 18ESP-G-03: no more than the cash in hand.
    fn prices(&self, game: &Game) -> Option<Prices> {
        let (min, cash) = (self.lowest_bid(game), game.table.ledger.seat(self.seat));
        let step = self.step(game);
        let max = cash - Money((cash - min).0.rem_euclid(step.0));
        (min <= cash).then_some(Prices { min, max, step })
    }

    fn check(&self, game: &Game, amount: Money) -> Play {
        let (min, cash) = (self.lowest_bid(game), game.table.ledger.seat(self.seat));
        require(amount >= min, "18ESP-2.3-03", || say!("the lowest bid is {min}", min))?;
        require(amount <= cash, "18ESP-G-03", || {
            say!("a bid of {amount} is more than {cash} in hand", amount, cash)
        })?;
        let step = self.step(game);
        require((amount - min).0 % step.0 == 0, "18ESP-2.3-03", || {
            say!("bids go up in steps of {step} from {min}", step, min)
        })
    }

    /// The next one who has not passed.
    fn next_bidder(&self, game: &Game) -> SeatId {
        game.clockwise(self.seat).find(|seat| !self.out.has(*seat)).unwrap_or(self.seat)
    }
}

impl Decision<Game> for Auction {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Bid
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let card = game.private(self.private.into()).name;
        let pass = Offer::Pass { means: say!("bid no more for this private") };
        let bid = self.prices(game).map(|prices| Offer::Bid { card, prices });
        bid.into_iter().chain([pass]).collect()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, mut auction) = (self.seat, self.clone());
        match *action {
            Action::Bid { card, amount } => {
                let name = game.private(self.private.into()).name;
                require(card == name, "18ESP-2.3-01", || {
                    say!("{name} is up for auction, not {card}", name, card)
                })?;
                self.check(game, amount)?;
                auction.bid = Some((seat, amount));
                events.push(Event::Said { seat, what: say!("bids {amount} for {name}", amount, name) });
            }
            // 18ESP-2.3-04: whoever passes is out of this auction.
            Action::Pass => {
                auction.out.add(seat);
                events.push(Event::Said { seat, what: say!("passes") });
            }
            _ => return Err(deal::out_of_place(action, say!("in the auction a player bids or passes"))),
        }
        auction.seat = auction.next_bidder(game);
        game.table.round = Round::Auction(auction);
        Ok(())
    }
}

/// What follows by itself: an auction ends, or somebody cannot go on.
pub(in crate::esp) fn proceed(game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
    let Round::Auction(auction) = &game.table.round else { return Ok(Flow::Waits) };
    let mut auction = auction.clone();
    let inside = game.table.order.iter().filter(|seat| !auction.out.has(**seat)).count();
    match auction.bid {
        Some((winner, price)) if inside == 1 => award(game, auction.private.into(), winner, price, events)?,
        None if inside == 0 => nobody_bids(game, &auction, events)?,
        // 18ESP-G-03: whoever cannot pay the next bid has passed.
        _ if auction.prices(game).is_none() => {
            auction.out.add(auction.seat);
            events.push(Event::Said { seat: auction.seat, what: say!("cannot bid any more") });
            auction.seat = auction.next_bidder(game);
            game.table.round = Round::Auction(auction);
        }
        _ => return Ok(Flow::Waits),
    }
    Ok(Flow::GoesOn)
}

fn nobody_bids(game: &mut Game, auction: &Auction, events: &mut Events) -> Play {
    let (private, step) = (auction.private, game.fixed.figures.auction_step);
    if usize::from(private) != FIRST {
        // 18ESP-2.3-08: there is an income round, and the same auction again.
        privates::pay_income(game, events)?;
        put_up(game, private, auction.opening, events);
    } else if auction.opening > step {
        // 18ESP-2.3-06: the price of the first private falls.
        put_up(game, private, auction.opening - step, events);
    } else {
        // 18ESP-2.3-07: the starter takes it for nothing.
        award(game, FIRST, starter(game, private), Money::ZERO, events)?;
    }
    Ok(())
}

/// 18ESP-2.3-05: the winner pays and takes the private with whatever lies beside it.
fn award(game: &mut Game, private: usize, winner: SeatId, price: Money, events: &mut Events) -> Play {
    let card = game.private(private).name;
    game.table.ledger.pay(
        Account::Seat(winner),
        Account::Bank,
        price,
        say!("private {card}", card),
        events,
    )?;
    privates::give(game, private, Holder::Seat(winner), events);
    // 18ESP-2.2.6-01: private 6 comes with a share.
    if private == SIXTH
        && let Some(company) = game.table.beside[0]
    {
        let share = game.fixed.figures.share;
        game.table.shares.give_percent(company, share, Holder::Offering, Holder::Seat(winner), events)?;
    }
    if private == SEVENTH {
        game.table.pending.push(Pending::Par(Par { seat: winner }));
        return Ok(());
    }
    begin(game, private as u8 + 1, events)
}
