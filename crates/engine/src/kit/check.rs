//! The full check of one position.

use super::Playable;
use super::game::Game;
use super::mutate::{Pool, mutants, strangers};
use super::report::Check;
use crate::action::Action;
use crate::event::Event;
use crate::id::SeatId;
use crate::kind::words;
use crate::money::{Account, Money};
use crate::offer::{Offer, covered};
use crate::refusal::Refusal;
use crate::turn::{Author, Entry, Turn};
use crate::view::View;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Of so many actions that are offered one is carried out on a copy, too.
const ONE_AFTER_IN: u64 = 16;

/// Whoever may make an entry now.
pub(super) fn authors(turn: &Turn) -> Vec<Author> {
    match turn {
        Turn::Seat(seat) => vec![Author::Seat(*seat)],
        Turn::Sealed(seats) => seats.iter().copied().map(Author::Seat).collect(),
        Turn::Chance(_) => vec![Author::Chance],
        Turn::Over(_) => Vec::new(),
    }
}

impl<T: Playable> Game<'_, T> {
    /// Looks at everything there is to be seen before the next entry.
    pub(super) fn check_position(&mut self, turn: &Turn, offers: &[Offer]) {
        self.report.counts.full_checks += 1;
        let view = self.state.view();
        self.check_view(turn, &view, offers);
        self.check_samples(turn, offers);
        self.check_mutants(turn, offers, &Pool::new(&view, offers));
    }

    fn check_view(&mut self, turn: &Turn, view: &View, offers: &[Offer]) {
        if view.turn != *turn {
            self.breach(Check::View, format!("the view says {:?}, the title {turn:?}", view.turn));
        }
        self.check_survival("the view", view);
        for offer in offers {
            self.check_survival("an offer", offer);
        }
    }

    /// Whether a value comes back from JSON as it was.
    pub(super) fn check_survival<V>(&mut self, what: &str, value: &V)
    where
        V: Serialize + DeserializeOwned + PartialEq,
    {
        let text = match serde_json::to_string(value) {
            Ok(text) => text,
            Err(error) => return self.breach(Check::View, format!("{what} cannot be written: {error}")),
        };
        let back = serde_json::from_str::<V>(&text);
        let start = || text.chars().take(200).collect::<String>();
        match back {
            Ok(back) if back == *value => {}
            Ok(_) => self.breach(Check::View, format!("{what} comes back different: {}", start())),
            Err(error) => self.breach(Check::View, format!("{what} cannot be read: {error}: {}", start())),
        }
    }

    /// Every sample of every offer, and every suggested run, is accepted from everybody who may act.
    fn check_samples(&mut self, turn: &Turn, offers: &[Offer]) {
        for offer in offers {
            for action in offer.samples() {
                if !offer.covers(&action) {
                    let what = format!("{} does not cover its own sample {}", words(offer), words(&action));
                    self.breach(Check::Covered, what);
                }
            }
            let actions = match offer {
                Offer::Run { .. } => self.state.suggest_runs(),
                _ => offer.samples(),
            };
            for by in authors(turn) {
                for action in &actions {
                    self.check_accepted(Entry { by, action: action.clone() });
                }
            }
        }
    }

    fn check_accepted(&mut self, entry: Entry) {
        self.report.counts.samples += 1;
        let mut probe = self.state.clone();
        if let Err(why) = probe.apply(&entry) {
            self.breach(Check::Accepted, format!("offered but refused: {}: {why}", words(&entry.action)));
            self.check_untouched(&probe, &entry);
        }
        if self.report.counts.samples.is_multiple_of(ONE_AFTER_IN) {
            self.check_after(&entry, &probe);
        }
    }

    /// The table after an entry is the one that the entry makes of this one.
    fn check_after(&mut self, entry: &Entry, made: &T) {
        if self.state.after(entry).as_ref().unwrap_or(&self.state) != made {
            let what = format!("the table after {} is not the one that it makes", words(&entry.action));
            self.breach(Check::Accepted, what);
        }
    }

    fn check_untouched(&mut self, probe: &T, entry: &Entry) -> bool {
        let same = *probe == self.state;
        if !same {
            let what = format!("the refusal of {} by {:?} changes the state", words(&entry.action), entry.by);
            self.breach(Check::Untouched, what);
        }
        same
    }

    /// Changed actions, actions of other kinds and entries of others are accepted exactly if covered.
    fn check_mutants(&mut self, turn: &Turn, offers: &[Offer], pool: &Pool) {
        let mut entries = self.changed_entries(turn, offers, pool);
        self.dice.keep(&mut entries, self.plan.mutants);
        let mut probe = self.state.clone();
        for entry in entries {
            self.report.counts.mutants += 1;
            let accepted = probe.apply(&entry);
            self.judge(turn, offers, &entry, accepted.as_ref().err());
            let spoiled = accepted.is_ok() || !self.check_untouched(&probe, &entry);
            if spoiled {
                probe = self.state.clone();
            }
        }
        if probe.hash() != self.state.hash() {
            self.breach(Check::Untouched, "an equal state has another hash".into());
        }
    }

    fn judge(&mut self, turn: &Turn, offers: &[Offer], entry: &Entry, refused: Option<&Refusal>) {
        let asked = authors(turn).contains(&entry.by);
        let covered = asked && covered(offers, &entry.action);
        let text = || format!("{} by {:?}", words(&entry.action), entry.by);
        match (refused, covered) {
            (None, true) => self.report.counts.legal_mutants += 1,
            (None, false) if asked && placeholder(turn, &entry.action) => {}
            (None, false) => self.breach(Check::Covered, format!("accepted but not offered: {}", text())),
            (Some(_), true) if is_run(&entry.action) => {}
            (Some(why), true) => {
                self.breach(Check::Accepted, format!("offered but refused: {}: {why}", text()));
            }
            (Some(_), false) => {}
        }
    }

    /// Entries beside the legal ones: a few actions of every offer, each changed in every way.
    fn changed_entries(&mut self, turn: &Turn, offers: &[Offer], pool: &Pool) -> Vec<Entry> {
        let mut samples: Vec<Action> = offers.iter().flat_map(Offer::samples).collect();
        if offers.iter().any(|offer| matches!(offer, Offer::Run { .. })) {
            samples.extend(self.state.suggest_runs());
        }
        self.dice.keep(&mut samples, 12);
        let asked = authors(turn);
        let seats = (0..=pool.seats).map(|seat| Author::Seat(SeatId(seat)));
        let strange: Vec<_> = seats.chain([Author::Chance]).filter(|by| !asked.contains(by)).collect();
        let mut entries = Vec::new();
        for action in &samples {
            entries.extend(strange.iter().map(|&by| Entry { by, action: action.clone() }));
        }
        for action in samples.iter().flat_map(|sample| mutants(sample, pool)).chain(strangers(pool)) {
            entries.extend(asked.first().map(|&by| Entry { by, action }));
        }
        entries
    }

    /// Every movement of money between two views is told by an event, and the sum stays.
    pub(super) fn check_payments(&mut self, before: &View, after: &View, events: &[Event]) {
        for (account, told) in net(events, after) {
            let (Some(had), Some(has)) = (cash(before, account), cash(after, account)) else { continue };
            if has - had != told {
                let what = format!("{account:?} had {had} and has {has}, but the events tell {told}");
                self.breach(Check::Money, what);
            }
        }
        if let (Some(had), Some(has)) = (total(before), total(after))
            && had != has
        {
            self.breach(Check::Money, format!("all money on the table was {had} and is {has}"));
        }
        for event in events {
            self.check_survival("an event", event);
        }
    }
}

/// The form in which others see a sealed decision: accepted, though nobody is offered it.
fn placeholder(turn: &Turn, action: &Action) -> bool {
    matches!((turn, action), (Turn::Sealed(_), Action::Hidden))
}

fn is_run(action: &Action) -> bool {
    match action {
        Action::Run { .. } => true,
        Action::Propose { deal } => is_run(deal),
        _ => false,
    }
}

fn cash(view: &View, account: Account) -> Option<Money> {
    match account {
        Account::Bank => view.bank,
        Account::Seat(seat) => view.players.get(seat.index()).map(|player| player.cash),
        Account::Company(company) => view.companies.get(company.index()).map(|company| company.cash),
        Account::Card(_) => None,
    }
}

fn total(view: &View) -> Option<Money> {
    let players = view.players.iter().map(|player| player.cash).sum::<Money>();
    let companies = view.companies.iter().map(|company| company.cash).sum::<Money>();
    let held = view.players.iter().flat_map(|player| &player.cards).chain(&view.cards);
    let held = held.map(|card| card.holds).sum::<Money>();
    view.bank.map(|bank| bank + players + companies + held)
}

/// What the events tell that each account gained or lost.
fn net(events: &[Event], view: &View) -> Vec<(Account, Money)> {
    let seats = (0..view.players.len() as u8).map(|seat| Account::Seat(SeatId(seat)));
    let companies =
        (0..view.companies.len() as u8).map(|company| Account::Company(crate::id::CompanyId(company)));
    let mut all: Vec<_> =
        seats.chain(companies).chain([Account::Bank]).map(|who| (who, Money::ZERO)).collect();
    for event in events {
        if let Event::Paid { from, to, amount, .. } = event {
            for (account, sum) in &mut all {
                *sum -= if account == from { *amount } else { Money::ZERO };
                *sum += if account == to { *amount } else { Money::ZERO };
            }
        }
    }
    all
}
