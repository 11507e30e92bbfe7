//! What whoever weighs decisions needs to know of a table.

use super::Game;
use super::end::worth;
use super::fixed::Class;
use super::operating::{consist, run::may_run};
use super::privates::{SEVENTH, SIXTH};
use super::table::{Finale, Goal, Round, Status, Train};
use crate::prospects::{
    Ending, Firm, Hope, Life, Outlook, Prospects, Trains, as_action, long_run, potential, short_run,
    tiles_between, toolbox,
};
use ferrata_engine::action::Action;
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CardId, CompanyId, HexId, SeatId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::name::TrainName;
use ferrata_engine::route::{Pay, Rules};
use ferrata_engine::shares::Holder;
use ferrata_engine::view::RoundKind;

/// How likely a goal stays with every tile that is missing.
const CHANCE_BY_TILE: f32 = 0.85;

/// The part of what goals bring that is counted on.
const GOALS_MET: f32 = 0.7;

/// Kinds of trains in one order, whatever order they came in.
fn sorted(kinds: impl Iterator<Item = TrainKind>) -> Trains {
    let mut sorted: Trains = kinds.collect();
    sorted.sort_unstable();
    sorted
}

toolbox!(Game, |game| game.table.seats.len() as u8);

impl Prospects for Game {
    fn outlook(&self) -> Outlook {
        let toolbox = self.toolbox();
        let purse = |seat| (worth(self, seat), self.private_income(seat), false);
        let mut purses = toolbox.purses(purse);
        // 18ESP-3.2-01: whoever has any debt may not buy.
        for (purse, seat) in purses.iter_mut().zip((0..).map(SeatId)) {
            purse.barred = self.owed(seat) > Money::ZERO;
        }
        let priced = self
            .company_ids()
            .filter(|company| self.company(*company).in_play() && self.table.chart.field(*company).is_some());
        Outlook {
            round: match self.table.round {
                Round::SetUp(_) => RoundKind::SetUp,
                Round::Auction(_) => RoundKind::Auction,
                Round::Stock(_) => RoundKind::Stock,
                Round::Operating(_) => RoundKind::Operating,
                Round::Over(_) => RoundKind::Over,
            },
            purses,
            firms: priced.map(|company| self.firm(company)).collect(),
            trains: toolbox.trains(),
            next_train: self.table.depot.top(),
            hopes: Vec::new(),
            ending: self.ending(),
            top_price: toolbox.top_price(),
        }
    }

    fn foretold(&self, outlook: &Outlook) -> Vec<Hope> {
        self.foretold_of(outlook)
    }

    fn income(&self, company: CompanyId, trains: &[TrainKind]) -> Pay {
        if trains.is_empty() {
            return Pay::default();
        }
        let narrow = self.class(company) == Class::North;
        let plain = |kind: &TrainKind| Train::plain(*kind, narrow);
        // Its own trains are what they are: combined, or of the other gauge.
        let own = self.company(company).trains.iter().map(|train| train.kind);
        let mut with = self.clone();
        if sorted(own) != sorted(trains.iter().copied()) {
            with.company_mut(company).trains = trains.iter().map(plain).collect();
        }
        consist::with_all(&with, company, |rules| {
            short_run(&self.cache.estimates, &with.table.board, rules).pays
        })
    }

    fn income_key(&self) -> u64 {
        let besides =
            (&self.table.passes, self.table.phase, self.is_last_round(), self.table.aranjuez_visited);
        let besides = stable_hash(&besides);
        self.table.board.fingerprint() ^ besides
    }

    fn runs(&self) -> Vec<Action> {
        let Some(company) = self.acting_company() else { return Vec::new() };
        let best = consist::with_all(self, company, |rules| long_run(&self.table.board, rules)).routes;
        let part = best.iter().take(1).cloned().collect();
        let mut runs = vec![Action::Run { routes: best }, Action::Run { routes: part }];
        runs.dedup();
        runs
    }

    fn quick_run(&self) -> Option<Action> {
        let company = self.operating()?.company;
        let run = |rules: &Rules<'_>| short_run(&self.cache.estimates, &self.table.board, rules);
        Some(as_action(&consist::with_all(self, company, run)))
    }

    /// 18ESP-2.2-03: most privates are sold to a company, at up to twice their face value. 18ESP-2.2.6-01, 18ESP-2.2.7-01: the
    /// last two come with a share and with a director's certificate; 18ESP-2.2.7-03: the last one is never sold.
    fn card_worth(&self, card: CardId, rounds: f32) -> f32 {
        match self.fixed.privates.cards.iter().position(|at| *at == card.index()) {
            Some(SIXTH) => self.toolbox().card_worth(card, rounds, 1.3),
            Some(SEVENTH) => self.toolbox().card_worth(card, rounds.min(2.0), 1.2),
            _ => self.toolbox().card_worth(card, rounds, 0.8),
        }
    }

    fn potential(&self, company: CompanyId) -> f32 {
        potential(&self.table.board, &self.reach(company), self.phase().spec.band)
    }

    /// 18ESP-5.1.2-01: each goal brings capital, the later ones more. The destination is the farther away the more tiles are missing.
    fn promised(&self, company: CompanyId) -> f32 {
        let state = self.company(company);
        let Some(destination) = self.fixed.role(company).destination else { return 0.0 };
        if state.status != Status::Launched || state.full_capital || state.met(Goal::Destination) {
            return 0.0;
        }
        let factor = self.fixed.figures.goal_capital.get(state.goals.count()).copied().unwrap_or(0);
        let reach = self.reach(company);
        let from: Vec<HexId> = reach.hexes().collect();
        // Multiplied step by step, it is the same on every machine.
        let chance = |tiles: u32| (0..tiles).fold(1.0, |chance, _| chance * CHANCE_BY_TILE);
        let missing = tiles_between(&self.fixed.parts.map, &from, destination);
        (state.par.unwrap_or_default() * factor).0 as f32 * missing.map_or(0.0, chance)
    }

    /// 18ESP-4.4.3-01: trains run on the track of their gauge only, which is the company's own map's, and the other one's for whoever
    /// has a station there or in a pass.
    fn suits(&self, company: CompanyId, train: TrainName) -> bool {
        let north = self.class(company) == Class::North;
        let mut kinds = (0..self.fixed.parts.trains.len() as u8).map(TrainKind);
        let other = kinds.find_map(|kind| {
            let other = Train::plain(kind, !north);
            (self.train_name(&other) == train).then_some(other)
        });
        other.is_none_or(|other| may_run(self, company, &other))
    }

    fn acting_company(&self) -> Option<CompanyId> {
        self.operating().map(|operating| operating.company)
    }

    fn treasury(&self, company: CompanyId) -> Money {
        self.table.ledger.company(company)
    }
}

impl Game {
    fn firm(&self, company: CompanyId) -> Firm {
        let (toolbox, charter) = (self.toolbox(), self.company(company));
        let minor = self.is_minor(company);
        let unit = if minor { 100 } else { self.fixed.figures.share };
        let plain = toolbox.firm(company, self.price(company), unit, Holder::Pool);
        Firm {
            life: match charter.status {
                Status::Launched => Life::Operating,
                Status::Waiting => Life::Waiting,
                _ => Life::Frozen,
            },
            leader: self.director(company),
            // 18ESP-4.5-03: minors pay half to their owner and keep half.
            own: if minor { 50 } else { plain.own },
            pays: if minor { 50 } else { 100 },
            trains: charter.trains.iter().map(|train| train.kind).collect(),
            limit: self.train_limit(company) as u8,
            bases: self.stations(company).len() as u8,
            places: plain.places ^ self.peculiar_trains(company),
            promised: self.promised(company),
            capital: self.first_capital(company),
            endowed: self.endowed(company),
            needs_price: false,
            needs_train: !minor,
            // 18ESP-4.7-01: every company must own a train that it can use.
            needs_train_too: minor,
            ends_with: minor.then(|| self.minors_end_with()).flatten(),
            frozen_times: if minor { self.fixed.figures.frozen_minor } else { 1 },
            ..plain
        }
    }

    /// A number for trains that earn otherwise than plain ones of their kind: combined ones, those of the other gauge, those that rest
    /// and the one with the tender. 0 where there are none.
    fn peculiar_trains(&self, company: CompanyId) -> u64 {
        let (trains, narrow) = (&self.company(company).trains, self.class(company) == Class::North);
        let acting = self.acting_company() == Some(company);
        let tender = self.company_turn().tender.filter(|_| acting);
        let plain = |train: &Train| *train == Train::plain(train.kind, narrow);
        match trains.iter().all(plain) && tender.is_none() {
            true => 0,
            false => stable_hash(&(trains, tender)),
        }
    }

    /// 18ESP-3.2.2-04, 18ESP-3.2.2-06: what a major that is not launched yet will have then.
    fn first_capital(&self, company: CompanyId) -> Option<i32> {
        let par = self.company(company).par?;
        self.float(self.fixed.parts.company_name(company), par).map(|(_, capital)| capital.0)
    }

    /// 18ESP-5.1.2-01: what the goals of a major that are left will bring. Nearly all of them are met by and by, most without any
    /// detour: whoever builds reaches places, and minors can be taken over to the end.
    fn endowed(&self, company: CompanyId) -> f32 {
        let state = self.company(company);
        let launched = state.status == Status::Launched && !state.full_capital;
        let waits = state.status == Status::Waiting && !self.phase().full_capital();
        if self.is_minor(company) || !(launched || waits) {
            return 0.0;
        }
        let left: i32 = self.fixed.figures.goal_capital.iter().skip(state.goals.count()).sum();
        GOALS_MET * (state.par.unwrap_or_default() * left).0 as f32
    }

    /// The train whose first sale freezes the minors: that of the first phase in which they may have none.
    fn minors_end_with(&self) -> Option<TrainKind> {
        let minor = |company: &CompanyId| self.is_minor(*company);
        let kind = self.company_ids().find(minor).and_then(|id| self.fixed.parts.company_spec(id))?.kind;
        let ends = self.fixed.parts.phases.iter().find(|phase| phase.train_limit(kind) == 0)?;
        ends.starts_with
    }

    fn private_income(&self, seat: SeatId) -> Money {
        let own = |private: &usize| self.private_owner(*private) == Holder::Seat(seat);
        self.private_ids().filter(own).map(|private| self.private(private).revenue).sum()
    }

    /// 18ESP-7-01: the last kind of train triggers the end.
    fn ending(&self) -> Ending {
        match (self.table.finale, &self.table.round) {
            (Finale::Not, _) => Ending::LastTrain(self.fixed.last_train, 4.0),
            (Finale::Last, Round::Operating(operating)) => {
                Ending::After(f32::from(operating.of.saturating_sub(operating.number)) + 0.5)
            }
            (Finale::Last, _) => Ending::After(3.0),
            (Finale::Triggered, _) => Ending::After(3.5),
        }
    }
}
