//! §2.3 The auction of the privates: one at a time, with a falling price for the first and income rounds for
//! the others.

use super::Esp;
use super::setup::{SEVENTH, SIXTH};
use super::state::{Auction, PRIVATES, Question, Round};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;

impl Esp {
    /// Puts a private up for auction. Player k starts the auction of private k.
    pub(super) fn begin_auction(&mut self, private: u8, ev: &mut Events) -> Result<(), Refusal> {
        if usize::from(private) >= PRIVATES {
            // 18ESP §2.3: the order of the first stock round: least cash first.
            self.deal_order(|cash| cash);
            return self.begin_stock(ev);
        }
        let opening = self.private(private as usize).price;
        self.put_up(private, opening, ev);
        Ok(())
    }

    fn put_up(&mut self, private: u8, opening: Money, ev: &mut Events) {
        let at = self.starter(private);
        self.s.round = Round::Auction(Auction { private, opening, at, bid: None, out: 0 });
        let name = &self.private(private as usize).full_name;
        let round = format!("Auction of {name} from {}", self.game.parts.money(opening));
        ev.push(Event::Round { round });
    }

    fn starter(&self, private: u8) -> SeatId {
        let players = self.s.order.len().max(1);
        self.s.order.get(private as usize % players).copied().unwrap_or(SeatId(0))
    }

    fn min_bid(&self, auction: &Auction) -> Money {
        auction.bid.map_or(auction.opening, |(_, bid)| bid + self.game.figures.auction_step)
    }

    fn bid_prices(&self, auction: &Auction) -> Option<Prices> {
        let (min, cash) = (self.min_bid(auction), self.s.ledger.seat(auction.at));
        let step = if self.game.rules.bids_in_steps { self.game.figures.auction_step } else { Money(1) };
        let max = cash - Money((cash - min).0.rem_euclid(step.0.max(1)));
        (min <= cash).then_some(Prices { min, max, step })
    }

    pub(super) fn auction_offers(&self, auction: &Auction) -> Vec<Offer> {
        let card = self.private(auction.private as usize).name;
        let pass = Offer::Pass { means: "bid no more for this private".into() };
        let bid = self.bid_prices(auction).map(|prices| Offer::Bid { card, prices });
        bid.into_iter().chain([pass]).collect()
    }

    pub(super) fn play_auction(
        &mut self,
        mut auction: Auction,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        match *action {
            Action::Bid { card, amount } => {
                let name = self.private(auction.private as usize).name;
                require(card == name, "18ESP-2.3-01", || format!("{name} is up for auction, not {card}"))?;
                self.check_bid(&auction, amount)?;
                auction.bid = Some((auction.at, amount));
                let what = format!("bids {} for {name}", self.game.parts.money(amount));
                ev.push(Event::Said { seat: auction.at, what: what.into() });
            }
            Action::Pass => {
                auction.out |= 1 << auction.at.0;
                ev.push(Event::Said { seat: auction.at, what: "passes".into() });
            }
            _ => return Err(Refusal::plain("in the auction a player bids or passes")),
        }
        auction.at = self.next_bidder(&auction);
        self.s.round = Round::Auction(auction);
        Ok(())
    }

    fn check_bid(&self, auction: &Auction, amount: Money) -> Result<(), Refusal> {
        let (min, cash) = (self.min_bid(auction), self.s.ledger.seat(auction.at));
        require(amount >= min, "18ESP-2.3-03", || format!("the lowest bid is {min}"))?;
        require(amount <= cash, "18ESP-G-03", || format!("a bid of {amount} is more than {cash} in hand"))?;
        let step = self.game.figures.auction_step.0.max(1);
        let fits = !self.game.rules.bids_in_steps || (amount - min).0 % step == 0;
        require(fits, "18ESP-2.3-03", || format!("bids go up in steps of {step} from {min}"))
    }

    fn next_bidder(&self, auction: &Auction) -> SeatId {
        self.clockwise(auction.at).find(|seat| auction.out >> seat.0 & 1 == 0).unwrap_or(auction.at)
    }

    /// The other players in order, beginning after one.
    pub(super) fn clockwise(&self, from: SeatId) -> impl Iterator<Item = SeatId> + '_ {
        let order = &self.s.order;
        let at = order.iter().position(|seat| *seat == from).unwrap_or(0);
        (1..=order.len()).filter_map(move |step| order.get((at + step) % order.len().max(1)).copied())
    }

    /// What follows by itself; false if somebody has to decide.
    pub(super) fn auction_goes_on(&mut self, mut auction: Auction, ev: &mut Events) -> Result<bool, Refusal> {
        let inside = self.s.order.iter().filter(|seat| auction.out >> seat.0 & 1 == 0).count();
        match auction.bid {
            Some((winner, price)) if inside == 1 => {
                self.award(auction.private as usize, winner, price, ev)?;
                Ok(true)
            }
            None if inside == 0 => self.nobody_bids(&auction, ev).map(|()| true),
            // 18ESP-G-03: whoever cannot pay the next bid has passed.
            _ if self.bid_prices(&auction).is_none() => {
                auction.out |= 1 << auction.at.0;
                ev.push(Event::Said { seat: auction.at, what: "cannot bid any more".into() });
                auction.at = self.next_bidder(&auction);
                self.s.round = Round::Auction(auction);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    // 18ESP §2.3: the price of the first private falls; for the others there is an income round.
    fn nobody_bids(&mut self, auction: &Auction, ev: &mut Events) -> Result<(), Refusal> {
        let step = self.game.figures.auction_step;
        if auction.private > 0 {
            self.pay_private_income(ev)?;
            self.put_up(auction.private, auction.opening, ev);
        } else if auction.opening > step {
            self.put_up(0, auction.opening - step, ev);
        } else {
            self.award(0, self.starter(0), Money::ZERO, ev)?;
        }
        Ok(())
    }

    // 18ESP §2.3: the winner pays and takes the private with whatever lies beside it.
    fn award(
        &mut self,
        private: usize,
        winner: SeatId,
        price: Money,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let card = self.private(private).name;
        self.s.ledger.pay(Account::Seat(winner), Account::Bank, price, format!("private {card}"), ev)?;
        self.give_private(private, Holder::Seat(winner), ev);
        if private == SIXTH
            && let Some(company) = self.s.beside[0]
        {
            self.s.shares.give_percent(company, 10, Holder::Offering, Holder::Seat(winner), ev)?;
        }
        if private == SEVENTH {
            self.s.asked.push(Question::Par { seat: winner });
            return Ok(());
        }
        self.begin_auction(private as u8 + 1, ev)
    }
}
