//! How random players play: every one has a temper, drawn with the set-up, so that games differ and every part of
//! the rules is reached. A weight says how eagerly something is done compared with the rest.

use super::Esp;
use super::game::Class;
use super::state::{Question, Round, Status, Step};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::name::{CardName, CompanyName};
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Title, Turn};

/// What a random player likes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Temper {
    /// Track, stations and passes.
    Builder,
    /// Shares of companies that are nearly sold out, selling them again, and a good price for his privates.
    Trader,
    /// His own companies: their shares, takeovers, other companies' trains.
    Collector,
    /// Money: he keeps the earnings and his privates, and buys no share and no train that he need not.
    Miser,
    /// Nothing at all: he passes.
    Watcher,
}

const TEMPERS: [Temper; 4] = [Temper::Builder, Temper::Trader, Temper::Collector, Temper::Miser];

/// At one table in so many one player, a collector or a miser, plays alone: all others watch, and have the same
/// money at the end.
const LONELY_TABLES: u64 = 12;

impl Esp {
    fn temper(&self) -> Temper {
        let Turn::Seat(SeatId(seat)) = self.turn() else { return Temper::Builder };
        let number = self.areas.drawn >> 32;
        let player = number % self.s.seats.len().max(1) as u64;
        // Watchers wake up where the game would not end without them.
        let stalls = self.phase().full_capital && !self.is_anything_launched();
        if number.is_multiple_of(LONELY_TABLES) && !stalls {
            let alone = if self.areas.drawn >> 24 & 1 == 0 { Temper::Collector } else { Temper::Miser };
            return if player == u64::from(seat) { alone } else { Temper::Watcher };
        }
        let at = (number as usize + usize::from(seat)) % TEMPERS.len();
        TEMPERS.get(at).copied().unwrap_or(Temper::Builder)
    }

    /// Without a launched company some editions export no train.
    fn is_anything_launched(&self) -> bool {
        self.s.companies.iter().any(|company| company.status == Status::Launched)
    }

    /// How eagerly the player whose turn it is takes an offer.
    pub(super) fn eagerness(&self, offer: &Offer) -> u32 {
        match &self.s.round {
            _ if !self.s.asked.is_empty() => self.eager_to_agree(offer),
            Round::Auction(_) => self.eager_to_bid(offer),
            Round::Stock(_) => self.eager_in_stock(offer),
            _ => self.eager_in_operating(offer),
        }
    }

    /// How eagerly the player takes this action rather than others of the same offer.
    pub(super) fn preference(&self, action: &Action) -> u32 {
        match action {
            Action::Settle { how: Settlement::Pay } => match self.temper() {
                Temper::Miser => 1,
                Temper::Trader => 16,
                _ => 6,
            },
            // Whoever wants many shares of his own company starts it cheaply.
            Action::Start { price, .. } if price.0 <= 75 && self.temper() == Temper::Collector => 8,
            Action::Choose { option } if option.as_str().starts_with("P4") => 6,
            Action::Choose { option } if option.as_str() == "destination" => 6,
            _ => 1,
        }
    }

    fn eager_to_bid(&self, offer: &Offer) -> u32 {
        // Some tables are slow to bid: prices fall and privates bring income meanwhile.
        let slow = self.areas.drawn >> 20 & 3 == 0;
        match offer {
            Offer::Bid { .. } if self.temper() == Temper::Watcher => 0,
            Offer::Bid { .. } if slow => 1,
            _ => 6,
        }
    }

    fn eager_in_stock(&self, offer: &Offer) -> u32 {
        let temper = self.temper();
        if temper == Temper::Watcher {
            return u32::from(matches!(offer, Offer::Pass { .. }));
        }
        match offer {
            Offer::Pass { .. } => 1,
            Offer::Buy { company, .. } => self.eager_to_buy(*company),
            Offer::Start { company, .. } => {
                let minor = self.company_named(*company).is_ok_and(|company| self.is_minor(company));
                if minor { 3 } else { 5 }
            }
            Offer::Sell { .. } if temper == Temper::Trader => 3,
            Offer::Sell { .. } => 1,
            _ => 3,
        }
    }

    fn eager_to_buy(&self, company: CompanyName) -> u32 {
        let Ok(company) = self.company_named(company) else { return 1 };
        let Turn::Seat(seat) = self.turn() else { return 1 };
        if let Some(eager) = self.eager_to_overload(seat, company) {
            return eager;
        }
        match self.temper() {
            _ if self.room_for_certificates(seat) <= 2 => 40,
            Temper::Collector | Temper::Builder if self.hopes_for_a_share(seat, company) => 60,
            Temper::Collector if self.director(company) == Some(seat) => 40,
            Temper::Trader => 2 + u32::from(self.percent_sold(company)) / 4,
            Temper::Miser if self.is_anything_launched() => 0,
            _ => 8,
        }
    }

    /// Whoever loses a company gets two certificates for one: a director with as many as he may hold is then over the
    /// limit. Random players would hardly ever meet that, so everybody looks for it.
    fn eager_to_overload(&self, seat: SeatId, company: CompanyId) -> Option<u32> {
        let director = self.director(company).filter(|&director| director != seat)?;
        let held = |seat: SeatId| self.s.shares.percent(company, Holder::Seat(seat));
        let missing = held(director).saturating_sub(held(seat)) / 10;
        match (self.room_for_certificates(director), missing) {
            (0, 0) => Some(400),
            (0..=2, 1..=2) => Some(60),
            (1..=2, 0) => Some(1),
            _ => None,
        }
    }

    /// Whether he leads both a South major that has taken over nobody and a minor: the takeover may lift him beyond what
    /// he may buy.
    fn hopes_for_a_share(&self, seat: SeatId, major: CompanyId) -> bool {
        let leads = |company: CompanyId| {
            self.director(company) == Some(seat) && self.company(company).status == Status::Launched
        };
        let minors = || self.all_companies().any(|company| self.is_minor(company) && leads(company));
        self.class(major) == Class::South
            && self.director(major) == Some(seat)
            && self.company(major).takeovers == 0
            && minors()
    }

    fn room_for_certificates(&self, seat: SeatId) -> usize {
        usize::from(self.game.players.certificate_limit).saturating_sub(self.certificates(seat))
    }

    fn eager_in_operating(&self, offer: &Offer) -> u32 {
        let temper = self.temper();
        match offer {
            Offer::Pass { .. } => self.eager_to_pass(temper),
            Offer::LayTile { by: Some(_), .. } => 24,
            Offer::LayTile { .. } => 8,
            Offer::PlaceToken { .. } => 4,
            Offer::BuyTrain { from: Party::Bank, .. } => 5,
            Offer::BuyTrain { .. } if temper == Temper::Collector => 4,
            Offer::BuyCard { card, .. } => self.eager_for_card(temper, *card),
            Offer::Merge { with, into } => self.eager_to_merge(temper, *with, into),
            Offer::Run { .. } | Offer::Choose { .. } => 6,
            Offer::Propose { deal, .. } => match &**deal {
                Offer::Merge { with, into } => self.eager_to_merge(temper, *with, into),
                Offer::BuyCard { card, .. } => self.eager_for_card(temper, *card) / 2,
                _ if temper == Temper::Collector => 3,
                _ => 1,
            },
            Offer::Loan { .. } => 3,
            _ => 2,
        }
    }

    fn eager_to_pass(&self, temper: Temper) -> u32 {
        match self.or().map(|or| or.step) {
            Some(Step::Track) if temper == Temper::Builder => 1,
            Some(Step::Trains) if temper == Temper::Miser => 8,
            Some(Step::Trains) => 2,
            _ => 3,
        }
    }

    /// A collector first buys as many shares of his company as he may: the takeover brings one more.
    fn eager_to_merge(&self, temper: Temper, minor: CompanyName, into: &[CompanyName]) -> u32 {
        let major = into.first().and_then(|major| self.company_named(*major).ok());
        let (Some(major), Ok(minor)) = (major, self.company_named(minor)) else { return 1 };
        let Some(owner) = self.director(minor) else { return 6 };
        if self.company(minor).status == Status::Frozen {
            return 24;
        }
        let held = self.s.shares.percent(major, Holder::Seat(owner));
        match held >= self.game.figures.hold_limit {
            true => 24,
            false if matches!(temper, Temper::Collector | Temper::Builder) && held > 20 => 1,
            false if temper == Temper::Collector => 1,
            false => 6,
        }
    }

    /// A company that is connected to a closed pass wants private 4; a trader sells in phase 4, a miser never.
    fn eager_for_card(&self, temper: Temper, card: CardName) -> u32 {
        let passes = self.or().is_some_and(|or| self.buildings(or.at).next().is_some());
        let fourth = self.private_named(card) == Some(super::operating::FOURTH);
        let last_chance = self.phase().combining;
        match temper {
            _ if fourth && passes => 60,
            Temper::Miser => 0,
            Temper::Trader if !last_chance => 0,
            Temper::Trader => 8,
            Temper::Collector => 6,
            _ => 2,
        }
    }

    fn eager_to_agree(&self, offer: &Offer) -> u32 {
        let Some(Question::Deal { deal, .. }) = self.s.asked.last() else { return 1 };
        let private = matches!(**deal, Action::BuyCard { .. });
        match (offer, self.temper()) {
            (Offer::Accept, Temper::Miser) if private => 0,
            (Offer::Accept, Temper::Trader) if private && !self.phase().combining => 0,
            (Offer::Accept, _) => 2,
            _ => 1,
        }
    }
}
