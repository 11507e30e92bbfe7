//! Random legal play to the end, with checks after every entry.

use super::check::authors;
use super::pick::{action_to_taste, pick_offer};
use super::report::{Breach, Check, Report, Tally};
use super::{Dice, Plan, Playable, Player};
use crate::action::Action;
use crate::event::Event;
use crate::kind::{action_kind, event_kind, offer_kind, words};
use crate::log::Log;
use crate::offer::Offer;
use crate::turn::{Entry, Turn};

/// Plays a game with the title's own random players (see [`Playable::player`]).
pub fn play_random<T: Playable>(plan: &Plan) -> Report {
    start(plan, |state: &T| state.player(plan.seed))
}

/// Plays a game with these players: to reach what is rare.
pub fn play_as<T: Playable>(plan: &Plan, player: Box<dyn Player<T>>) -> Report {
    start(plan, |_| player)
}

/// Plays on from a table in the middle of a game. Its log begins there, so it is not folded again at the end.
pub fn play_on<T: Playable>(plan: &Plan, state: T) -> Report {
    let player = state.player(plan.seed);
    Game { from_the_start: false, ..Game::new(plan, player, state) }.play()
}

fn start<T: Playable>(plan: &Plan, player: impl FnOnce(&T) -> Box<dyn Player<T>>) -> Report {
    match T::start(&plan.setup) {
        Ok(state) => Game::new(plan, player(&state), state).play(),
        Err(why) => {
            let mut report = Report::new(&plan.setup);
            let what = format!("the set-up is refused: {why}");
            report.breaches.push(Breach { seed: plan.seed, entries: 0, check: Check::Start, what });
            report
        }
    }
}

/// Plays `games` games with the plan's seed and the seeds after it.
pub fn play_many<T: Playable>(plan: &Plan, games: u64) -> Tally {
    let mut tally = Tally::default();
    for game in 0..games {
        let plan = Plan { seed: plan.seed.wrapping_add(game), ..plan.clone() };
        tally.add(&play_random::<T>(&plan));
    }
    tally
}

/// A game being played.
pub(super) struct Game<'a, T: Playable> {
    pub(super) plan: &'a Plan,
    player: Box<dyn Player<T>>,
    pub(super) dice: Dice,
    pub(super) state: T,
    pub(super) report: Report,
    from_the_start: bool,
}

impl<'a, T: Playable> Game<'a, T> {
    pub(super) fn new(plan: &'a Plan, player: Box<dyn Player<T>>, state: T) -> Game<'a, T> {
        let (dice, mut report) = (Dice::new(plan.seed), Report::new(&plan.setup));
        report.counts.areas = state.areas().into_iter().map(|area| (area, 0)).collect();
        Game { plan, player, dice, state, report, from_the_start: true }
    }

    fn play(mut self) -> Report {
        self.check_table();
        while self.report.breaches.is_empty() && self.report.log.entries.len() < self.plan.max_entries {
            let turn = self.state.turn();
            if let Turn::Over(outcome) = turn {
                self.report.outcome = Some(outcome);
                break;
            }
            self.step(&turn);
        }
        self.check_end();
        self.report
    }

    fn step(&mut self, turn: &Turn) {
        let offers = self.state.offers();
        self.check_offers(turn, &offers);
        if !self.report.breaches.is_empty() {
            return;
        }
        let full = self.dice.one_in(self.plan.full_check_one_in);
        if full {
            self.check_position(turn, &offers);
        }
        let Some(entry) = self.choose(turn, &offers) else {
            return self.breach(Check::Offers, format!("no action lies within the offers to {turn:?}"));
        };
        let before = self.state.clone();
        let Some(events) = self.enter(&entry) else { return };
        self.check_table();
        for area in T::reached(&before, &entry, &events, &self.state) {
            *self.report.counts.areas.entry(area).or_default() += 1;
        }
        if full {
            self.check_payments(&before.view(), &self.state.view(), &events);
            if matches!(turn, Turn::Sealed(_)) && self.from_the_start {
                self.check_sealed(&before, &entry, &events);
            }
        }
    }

    /// Something is offered, and to chance just what it has to draw.
    fn check_offers(&mut self, turn: &Turn, offers: &[Offer]) {
        for offer in offers {
            *self.report.counts.offers.entry(offer_kind(offer)).or_default() += 1;
        }
        let drawn =
            |offer: &Offer| matches!((turn, offer), (Turn::Chance(a), Offer::Drawn { draw: b }) if a == b);
        if matches!(turn, Turn::Chance(_)) && !offers.iter().all(drawn) {
            self.breach(Check::Offers, format!("{turn:?} is not what is offered"));
        }
        if offers.is_empty() {
            self.breach(Check::Offers, format!("nothing is offered to {turn:?}"));
        }
    }

    /// What a random player does now; none if nothing is offered.
    pub(super) fn choose(&mut self, turn: &Turn, offers: &[Offer]) -> Option<Entry> {
        let by = *self.dice.pick(&authors(turn))?;
        let (state, player) = (&self.state, &self.player);
        let offer = pick_offer(offers, &mut self.dice, |offer| player.weight(state, offer))?;
        let action = match offer {
            Offer::Run { .. } => self.choose_run(),
            other => match player.decide(state, other, &mut self.dice) {
                Some(action) => action,
                None => action_to_taste(other, &mut self.dice, &|action| player.taste(state, action))?,
            },
        };
        Some(Entry { by, action })
    }

    fn choose_run(&mut self) -> Action {
        let runs = self.state.suggest_runs();
        let first = runs.first().filter(|_| !self.dice.one_in(4));
        first.or(self.dice.pick(&runs)).cloned().unwrap_or(Action::Run { routes: Vec::new() })
    }

    /// Makes the entry; none if it was refused.
    pub(super) fn enter(&mut self, entry: &Entry) -> Option<Vec<Event>> {
        match self.report.log.play(&mut self.state, entry.clone()) {
            Ok(events) => {
                *self.report.counts.actions.entry(action_kind(&entry.action)).or_default() += 1;
                for event in &events {
                    *self.report.counts.events.entry(event_kind(event)).or_default() += 1;
                }
                Some(events)
            }
            Err(why) => {
                self.breach(Check::Accepted, format!("offered but refused: {}: {why}", words(&entry.action)));
                None
            }
        }
    }

    fn check_table(&mut self) {
        for what in self.state.breaches() {
            self.breach(Check::Table, what);
        }
    }

    /// The log goes through JSON and folds to the very same state; nothing is offered any more.
    fn check_end(&mut self) {
        if self.report.outcome.is_some() && !self.state.offers().is_empty() {
            self.breach(Check::Offers, "the game is over, but something is still offered".into());
        }
        if !self.from_the_start {
            return;
        }
        let log = &self.report.log;
        let back = serde_json::to_string(log).and_then(|text| serde_json::from_str::<Log>(&text));
        match back {
            Err(error) => self.breach(Check::Archive, format!("the log cannot be archived: {error}")),
            Ok(back) if back != *log => {
                self.breach(Check::Archive, "the log comes back different from its archive".into());
            }
            Ok(back) => match back.state::<T>() {
                Err(broken) => self.breach(Check::Replay, broken.to_string()),
                Ok(state) if state != self.state => {
                    self.breach(
                        Check::Replay,
                        "folding the log gives another state with the same hash".into(),
                    );
                }
                Ok(_) => {}
            },
        }
    }

    pub(super) fn breach(&mut self, check: Check, what: String) {
        let entries = self.report.log.entries.len();
        self.report.breaches.push(Breach { seed: self.plan.seed, entries, check, what });
    }
}
