//! How random players play: every one has a temper, which comes with what chance draws for the set-up, so that games differ
//! and every part of the rules is reached. A weight says how eagerly something is done compared with the rest.

use crate::esp::Game;
use crate::esp::fixed::Class;
use crate::esp::operating::{Step, pass};
use crate::esp::privates::FOURTH;
use crate::esp::stock::launch;
use crate::esp::table::{Pending, Round, Status};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::kit::{Dice, Player};
use ferrata_engine::name::{CardName, CompanyName};
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Title, Turn};
use std::cell::Cell;

/// What a random player likes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Temper {
    /// Track, stations and passes.
    Builder,
    /// Shares of companies that are nearly sold out, selling them again, and a good price for their privates.
    Trader,
    /// Their own companies: their shares, takeovers, other companies' trains.
    Collector,
    /// Money: they withhold the earnings, keep their privates, and buy no share and no train that they need not.
    Miser,
    /// Nothing at all: they pass.
    Watcher,
}

const TEMPERS: [Temper; 4] = [Temper::Builder, Temper::Trader, Temper::Collector, Temper::Miser];

/// At one table in so many one player, a collector or a miser, plays alone: all others watch, and have the same
/// money at the end.
const LONELY_TABLES: u64 = 12;

/// The players of one game.
pub(super) struct Players {
    /// What chance has drawn, mixed into a number: it decides about the tempers.
    drawn: Cell<u64>,
}

impl Players {
    /// The players of a game that is to be set up; where it has been, the seed decides instead of the draws.
    pub(super) fn of(game: &Game, seed: u64) -> Players {
        let fresh = matches!(game.table.round, Round::SetUp(_));
        Players { drawn: Cell::new(if fresh { 0 } else { stable_hash(&seed) }) }
    }
}

impl Player<Game> for Players {
    fn weight(&self, game: &Game, offer: &Offer) -> u32 {
        match &game.table.round {
            _ if !game.table.pending.is_empty() => self.eager_to_agree(game, offer),
            Round::Auction(_) => self.eager_to_bid(game, offer),
            Round::Stock(_) => self.eager_in_stock(game, offer),
            _ => self.eager_in_operating(game, offer),
        }
    }

    fn taste(&self, game: &Game, action: &Action) -> u32 {
        match action {
            Action::Settle { how: Settlement::Pay } => match self.temper(game) {
                Temper::Miser => 1,
                Temper::Trader => 16,
                _ => 6,
            },
            // Whoever wants many shares of their own company starts it cheaply.
            Action::Start { price, .. } if price.0 <= 75 && self.temper(game) == Temper::Collector => 8,
            Action::Choose { option } if option.as_str().starts_with("P4") => 6,
            Action::Choose { option } if option.as_str() == "destination" => 6,
            _ => 1,
        }
    }

    /// Only looks at what chance draws.
    fn decide(&self, _: &Game, offer: &Offer, dice: &mut Dice) -> Option<Action> {
        let Offer::Drawn { draw } = offer else { return None };
        let outcome = dice.deal(draw);
        let mix = |drawn: u64, number: &u16| (drawn ^ u64::from(*number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.drawn.set(outcome.iter().fold(self.drawn.get().rotate_left(7), mix));
        Some(Action::Drawn { outcome })
    }
}

impl Players {
    fn temper(&self, game: &Game) -> Temper {
        let Turn::Seat(SeatId(seat)) = game.turn() else { return Temper::Builder };
        let number = self.drawn.get() >> 32;
        let player = number % game.table.seats.len().max(1) as u64;
        // Watchers wake up where the game would not end without them.
        let stalls = game.phase().full_capital() && !is_anything_launched(game);
        if number.is_multiple_of(LONELY_TABLES) && !stalls {
            let alone = if self.drawn.get() >> 24 & 1 == 0 { Temper::Collector } else { Temper::Miser };
            return if player == u64::from(seat) { alone } else { Temper::Watcher };
        }
        let at = (number as usize + usize::from(seat)) % TEMPERS.len();
        TEMPERS.get(at).copied().unwrap_or(Temper::Builder)
    }

    fn eager_to_bid(&self, game: &Game, offer: &Offer) -> u32 {
        // Some tables are slow to bid: prices fall and privates bring income meanwhile.
        let slow = self.drawn.get() >> 20 & 3 == 0;
        match offer {
            Offer::Bid { .. } if self.temper(game) == Temper::Watcher => 0,
            Offer::Bid { .. } if slow => 1,
            _ => 6,
        }
    }

    fn eager_in_stock(&self, game: &Game, offer: &Offer) -> u32 {
        let temper = self.temper(game);
        if temper == Temper::Watcher {
            return u32::from(matches!(offer, Offer::Pass { .. }));
        }
        match offer {
            Offer::Pass { .. } => 1,
            Offer::Buy { company, .. } => self.eager_to_buy(game, *company),
            Offer::Start { company, .. } => {
                let minor = game.company_named(*company).is_ok_and(|company| game.is_minor(company));
                if minor { 3 } else { 5 }
            }
            Offer::Sell { .. } if temper == Temper::Trader => 3,
            Offer::Sell { .. } => 1,
            _ => 3,
        }
    }

    fn eager_to_buy(&self, game: &Game, company: CompanyName) -> u32 {
        let Ok(company) = game.company_named(company) else { return 1 };
        let Turn::Seat(seat) = game.turn() else { return 1 };
        if let Some(eager) = eager_to_overload(game, seat, company) {
            return eager;
        }
        match self.temper(game) {
            _ if room_for_certificates(game, seat) <= 2 => 40,
            Temper::Collector | Temper::Builder if hopes_for_a_share(game, seat, company) => 60,
            Temper::Collector if game.director(company) == Some(seat) => 40,
            Temper::Trader => 2 + u32::from(launch::percent_sold(game, company)) / 4,
            Temper::Miser if is_anything_launched(game) => 0,
            _ => 8,
        }
    }

    fn eager_in_operating(&self, game: &Game, offer: &Offer) -> u32 {
        let temper = self.temper(game);
        match offer {
            Offer::Pass { .. } => eager_to_pass(game, temper),
            Offer::LayTile { by: Some(_), .. } => 24,
            Offer::LayTile { .. } => 8,
            Offer::PlaceToken { .. } => 4,
            Offer::BuyTrain { from: Party::Bank, .. } => 5,
            Offer::BuyTrain { .. } if temper == Temper::Collector => 4,
            Offer::BuyCard { card, .. } => eager_for_card(game, temper, *card),
            Offer::Merge { with, into } => eager_to_merge(game, temper, *with, into),
            Offer::Run { .. } | Offer::Choose { .. } => 6,
            Offer::Propose { deal, .. } => match &**deal {
                Offer::Merge { with, into } => eager_to_merge(game, temper, *with, into),
                Offer::BuyCard { card, .. } => eager_for_card(game, temper, *card) / 2,
                _ if temper == Temper::Collector => 3,
                _ => 1,
            },
            Offer::Loan { .. } => 3,
            _ => 2,
        }
    }

    fn eager_to_agree(&self, game: &Game, offer: &Offer) -> u32 {
        let Some(Pending::Deal(deal)) = game.table.pending.last() else { return 1 };
        let private = matches!(deal.action, Action::BuyCard { .. });
        match (offer, self.temper(game)) {
            (Offer::Accept, Temper::Miser) if private => 0,
            (Offer::Accept, Temper::Trader) if private && !game.phase().combining => 0,
            (Offer::Accept, _) => 2,
            _ => 1,
        }
    }
}

/// Without a launched company some editions export no train.
fn is_anything_launched(game: &Game) -> bool {
    game.table.companies.iter().any(|company| company.status == Status::Launched)
}

fn room_for_certificates(game: &Game, seat: SeatId) -> usize {
    usize::from(game.certificate_limit()).saturating_sub(game.certificates(seat))
}

/// Whoever loses a company gets two certificates for one: a director with as many as they may hold is then over the
/// limit. Random players would hardly ever meet that, so everybody looks for it.
fn eager_to_overload(game: &Game, seat: SeatId, company: CompanyId) -> Option<u32> {
    let director = game.director(company).filter(|&director| director != seat)?;
    let held = |seat: SeatId| game.table.shares.percent(company, Holder::Seat(seat));
    let missing = held(director).saturating_sub(held(seat)) / 10;
    match (room_for_certificates(game, director), missing) {
        (0, 0) => Some(400),
        (0..=2, 1..=2) => Some(60),
        (1..=2, 0) => Some(1),
        _ => None,
    }
}

/// Whether they lead both a South major that has taken over nobody and a minor: the takeover may lift them beyond what
/// they may buy.
fn hopes_for_a_share(game: &Game, seat: SeatId, major: CompanyId) -> bool {
    let leads = |company: CompanyId| {
        game.director(company) == Some(seat) && game.company(company).status == Status::Launched
    };
    let minors = || game.company_ids().any(|company| game.is_minor(company) && leads(company));
    game.class(major) == Class::South
        && game.director(major) == Some(seat)
        && game.company(major).takeovers == 0
        && minors()
}

fn eager_to_pass(game: &Game, temper: Temper) -> u32 {
    match game.operating().map(|operating| operating.step) {
        Some(Step::Track) if temper == Temper::Builder => 1,
        Some(Step::Trains) if temper == Temper::Miser => 8,
        Some(Step::Trains) => 2,
        _ => 3,
    }
}

/// A collector first buys as many shares of their company as they may: the takeover brings one more.
fn eager_to_merge(game: &Game, temper: Temper, minor: CompanyName, into: &[CompanyName]) -> u32 {
    let major = into.first().and_then(|major| game.company_named(*major).ok());
    let (Some(major), Ok(minor)) = (major, game.company_named(minor)) else { return 1 };
    let Some(owner) = game.director(minor) else { return 6 };
    if game.company(minor).status == Status::Frozen {
        return 24;
    }
    let held = game.table.shares.percent(major, Holder::Seat(owner));
    match held >= game.fixed.figures.hold_limit {
        true => 24,
        false if matches!(temper, Temper::Collector | Temper::Builder) && held > 20 => 1,
        false if temper == Temper::Collector => 1,
        false => 6,
    }
}

/// A company that is connected to a closed pass wants private 4; a trader sells in phase 4, a miser never.
fn eager_for_card(game: &Game, temper: Temper, card: CardName) -> u32 {
    let passes = game.acting().is_ok_and(|company| pass::buildings(game, company).next().is_some());
    let fourth = game.private_named(card) == Some(FOURTH);
    let last_chance = game.phase().combining;
    match temper {
        _ if fourth && passes => 60,
        Temper::Miser => 0,
        Temper::Trader if !last_chance => 0,
        Temper::Trader => 8,
        Temper::Collector => 6,
        _ => 2,
    }
}
