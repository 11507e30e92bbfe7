//! What whoever weighs decisions needs to know of a table.

use super::Game;
use super::agenda::Round;
use super::end::worth;
use super::operating::{coaches, consist};
use crate::prospects::{
    Ending, Firm, Life, Outlook, Prospects, as_action, long_run, potential, short_run, toolbox,
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
            ending: match self.table.bank_finished {
                true => Ending::After(f32::from(self.table.set.1.saturating_sub(self.table.set.0)) + 0.5),
                false => Ending::Bank(self.table.ledger.bank().0),
            },
            top_price: toolbox.top_price(),
        }
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
        let besides = stable_hash(&(self.table.phase, &self.table.coaches, self.table.events.raided));
        self.table.board.fingerprint() ^ besides
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
        Firm {
            life: Life::Operating,
            leader: self.president(company),
            trains: charter.trains.iter().copied().collect(),
            limit: self.train_limit(company) as u8,
            bases: self.token_stops(company).len() as u8,
            needs_train: !sarsa,
            ..toolbox.firm(company, self.price(company), self.fixed.figures.share, Holder::Offering)
        }
    }

    fn private_income(&self, seat: SeatId) -> Money {
        let own = self.fixed.privates.iter().zip(&self.table.privates);
        let own = own.filter(|(_, holder)| **holder == Holder::Seat(seat));
        own.filter_map(|(private, _)| self.fixed.parts.card_spec(private.card)).map(|card| card.revenue).sum()
    }
}
