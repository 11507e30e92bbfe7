//! What whoever weighs decisions needs to know of a table.

use super::Game;
use super::agenda::Round;
use super::end::worth;
use super::fixed::Concession as ConcessionSpec;
use super::foretold;
use super::operating::{coaches, consist};
use super::table::Concession;
use crate::prospects::{
    Ending, Firm, Hope, Hoped, Life, Outlook, Prospects, as_action, long_run, potential, short_run, toolbox,
};
use ferrata_engine::action::Action;
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CardId, CompanyId, SeatId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::route::{Pay, Rules};
use ferrata_engine::shares::Holder;
use ferrata_engine::view::RoundKind;

toolbox!(Game, |game| game.table.seats.len() as u8);

impl Prospects for Game {
    fn outlook(&self) -> Outlook {
        let toolbox = self.toolbox();
        let purse = |seat| (worth(self, seat), self.private_income(seat), self.seat(seat).out);
        let open = self.company_ids().filter(|company| self.is_open(*company));
        Outlook {
            round: match self.table.round {
                Round::Seating => RoundKind::SetUp,
                Round::Auction(_) => RoundKind::Auction,
                Round::Stock(_) => RoundKind::Stock,
                Round::Operating(_) => RoundKind::Operating,
                Round::Over(_) => RoundKind::Over,
            },
            purses: toolbox.purses(purse),
            firms: open.map(|company| self.firm(company)).collect(),
            trains: toolbox.trains(),
            next_train: self.table.depot.top(),
            hopes: self.hopes(),
            ending: match self.table.bank_finished {
                true => Ending::After(f32::from(self.table.set.1.saturating_sub(self.table.set.0)) + 0.5),
                false => Ending::Bank(self.table.ledger.bank().0),
            },
            top_price: toolbox.top_price(),
        }
    }

    fn foretold(&self, outlook: &Outlook) -> Vec<Hope> {
        foretold::hopes(self, outlook)
    }

    fn income(&self, company: CompanyId, trains: &[TrainKind]) -> Pay {
        if company == self.fixed.sarsa {
            // 1883-8.2: SARSA runs its best group of coaches.
            return Pay { revenue: coaches::best_group(self), treasury: Money::ZERO };
        }
        if trains.is_empty() {
            return Pay::default();
        }
        let mut with = self.clone();
        with.company_mut(company).trains = trains.iter().copied().collect();
        consist::with_all(&with, company, |rules| {
            short_run(&self.cache.estimates, &with.table.board, rules).pays
        })
    }

    fn income_key(&self) -> u64 {
        let events = (self.table.events.raided, self.table.events.current);
        self.table.board.fingerprint() ^ stable_hash(&(self.table.phase, &self.table.coaches, events))
    }

    fn runs(&self) -> Vec<Action> {
        let Some(company) = self.acting_company() else { return Vec::new() };
        vec![as_action(&consist::with_all(self, company, |rules| long_run(&self.table.board, rules)))]
    }

    fn quick_run(&self) -> Option<Action> {
        let company = self.acting().ok()?;
        let run = |rules: &Rules<'_>| short_run(&self.cache.estimates, &self.table.board, rules);
        Some(as_action(&consist::with_all(self, company, run)))
    }

    /// 1883-3.2-12, 1883-3.2-14, 1883-3.2-15: some privates come with a share.
    fn card_worth(&self, card: CardId, rounds: f32) -> f32 {
        let private = self.fixed.privates.iter().find(|private| private.card == card);
        let gives = private.is_some_and(|private| private.gives.is_some());
        self.toolbox().card_worth(card, rounds, if gives { 1.2 } else { 0.7 })
    }

    fn potential(&self, company: CompanyId) -> f32 {
        potential(&self.table.board, &self.reach(company), self.band())
    }

    /// 1883-5.6-10, 1883-5.6-15: a concession brings its bonus if the link is made in time, and costs if it is not.
    fn promised(&self, company: CompanyId) -> f32 {
        let held = self.table.concessions.iter().zip(&self.fixed.concessions);
        let worth = |(state, spec): (&Concession, &ConcessionSpec)| match state {
            Concession::Held { by, rounds } if *by == company => {
                let reach = self.reach(company);
                let reached = spec.places.iter().filter(|hex| reach.stops_at(**hex) != 0).count();
                let part = reached as f32 / spec.places.len().max(1) as f32;
                let late = spec.due.saturating_sub(*rounds) <= 1 && part < 1.0;
                let chance = if late { 0.1 } else { 0.2 + 0.7 * part };
                let (bonus, price) = (spec.bonus(self.band()).0 as f32, spec.price.0 as f32);
                chance * bonus - (1.0 - chance) * 2.0 * price
            }
            _ => 0.0,
        };
        held.map(worth).sum()
    }

    fn acting_company(&self) -> Option<CompanyId> {
        self.acting().ok()
    }

    fn treasury(&self, company: CompanyId) -> Money {
        self.table.ledger.company(company)
    }
}

impl Game {
    fn firm(&self, company: CompanyId) -> Firm {
        let (toolbox, charter) = (self.toolbox(), self.company(company));
        let sarsa = company == self.fixed.sarsa;
        let plain = toolbox.firm(company, self.price(company), self.fixed.figures.share, Holder::Offering);
        Firm {
            places: plain.places ^ self.anchored(company),
            life: Life::Operating,
            leader: self.president(company),
            trains: charter.trains.iter().copied().collect(),
            limit: self.train_limit(company) as u8,
            bases: self.token_stops(company).len() as u8,
            needs_train: !sarsa,
            promised: self.promised(company),
            ..plain
        }
    }

    /// A number for the anchors of a corporation on the board; 0 where there are none.
    fn anchored(&self, company: CompanyId) -> u64 {
        let own = self.table.anchors.iter().filter(|anchor| anchor.of == company);
        own.fold(0, |sum, anchor| sum ^ stable_hash(&anchor.hex))
    }

    /// 1883-5.5-01: a support card answers an event; it is worth what the first one costs.
    fn hopes(&self) -> Vec<Hope> {
        let cost = self.fixed.figures.support_cards.cost_by_owned.first().copied().unwrap_or_default();
        let seats = (0..self.table.seats.len() as u8).map(SeatId);
        let worth = |seat| 0.8 * (cost * i32::from(self.support(seat))).0 as f32;
        seats.map(|seat| Hope { seat, what: Hoped::Support, worth: worth(seat) }).collect()
    }

    fn private_income(&self, seat: SeatId) -> Money {
        let own = self.fixed.privates.iter().zip(&self.table.privates);
        let own = own.filter(|(_, holder)| **holder == Holder::Seat(seat));
        own.filter_map(|(private, _)| self.fixed.parts.card_spec(private.card)).map(|card| card.revenue).sum()
    }
}
