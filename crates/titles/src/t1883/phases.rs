//! Chapter 4: a phase begins when the first train of its class is sold or removed, and what follows has a fixed order.

use super::Game;
use super::agenda::{Pending, Procedure};
use super::coop::{self, Capitalisation};
use super::events::{self, EventStep};
use super::operating::discard::Discards;
use super::privates::closing;
use super::table::{MergerState, Standing};
use super::{concessions, sefta};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, PhaseId, TrainKind};
use serde::{Deserialize, Serialize};

/// 1883-4.0-12: the order in which a phase starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    Scrapping,
    Privates,
    Coop,
    Discards,
    Raids,
}

/// A phase starts.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PhaseStart {
    pub(super) train: TrainKind,
    /// The corporation that bought the train, if one did.
    #[serde(default)]
    pub(super) acting: Option<CompanyId>,
    pub(super) stage: Stage,
    /// Another deck of events has come into use.
    #[serde(default)]
    pub(super) new_deck: bool,
}

impl Game {
    /// Gives a train to a corporation; its trains lie in the order of the roster.
    pub(super) fn own_train(&mut self, company: CompanyId, kind: TrainKind) {
        let trains = &mut self.company_mut(company).trains;
        let at = trains.partition_point(|other| *other <= kind);
        trains.insert(at, kind);
    }
}

/// 1883-4.0-01, 1883-6.8-04: a train of the stack was sold or removed: if it begins a phase, that starts at once.
pub(super) fn sold(game: &mut Game, train: TrainKind, acting: Option<CompanyId>) {
    if next_phase(game, train).is_some() {
        let stage = Stage::Scrapping;
        game.interrupt(Pending::PhaseStart(PhaseStart { train, acting, stage, new_deck: false }));
    }
}

fn next_phase(game: &Game, train: TrainKind) -> Option<PhaseId> {
    let phases = game.fixed.parts.phases.iter().enumerate();
    let mut later =
        phases.filter(|(at, phase)| *at > game.table.phase.index() && phase.starts_with == Some(train));
    later.next().map(|(at, _)| PhaseId(at as u8))
}

impl Procedure for PhaseStart {
    fn go_on(&self, game: &mut Game, events: &mut Events) -> Play {
        let then = |stage: Stage, new_deck: bool| {
            Pending::PhaseStart(PhaseStart { stage, new_deck, ..self.clone() })
        };
        match self.stage {
            Stage::Scrapping => {
                let Some(phase) = next_phase(game, self.train) else { return Ok(()) };
                scrap(game, phase, events);
                let new_deck = enter(game, phase, events);
                game.interrupt(then(Stage::Privates, new_deck));
                Ok(())
            }
            Stage::Privates => {
                game.interrupt(then(Stage::Coop, self.new_deck));
                match game.phase().privates_close {
                    true => closing::close_all(game, events),
                    false => Ok(()),
                }
            }
            Stage::Coop => {
                game.interrupt(then(Stage::Discards, self.new_deck));
                give(game, self.train, events);
                Ok(())
            }
            Stage::Discards => {
                game.interrupt(then(Stage::Raids, self.new_deck));
                game.interrupt(Pending::Discards(Discards { first: self.acting }));
                Ok(())
            }
            Stage::Raids => {
                // 1883-12.3-01: the raids come at the latest with the third deck.
                let variant = game.fixed.variants.bombs_away && self.new_deck;
                if variant && events::last_deck(game) && !game.table.events.raided {
                    let step = EventStep::raids(game);
                    game.interrupt(Pending::EventStep(step));
                }
                Ok(())
            }
        }
    }
}

/// 1883-6.8-07, 1883-6.8-28: classes are scrapped everywhere: with corporations, in the pool, in the bank.
fn scrap(game: &mut Game, phase: PhaseId, events: &mut Events) {
    let kinds = game.fixed.parts.phase_spec(phase).map(|phase| phase.scraps.clone()).unwrap_or_default();
    for kind in kinds {
        for company in game.company_ids() {
            game.company_mut(company).trains.retain(|own| *own != kind);
        }
        game.table.depot.scrap(kind);
        events.push(Event::Rusted { train: game.fixed.parts.train_name(kind) });
    }
}

/// Tiles, pars, boxes and anchors follow from the phase. 1883-7.1-01: the deck changes; whether it did.
fn enter(game: &mut Game, phase: PhaseId, events: &mut Events) -> bool {
    game.table.phase = phase;
    if let Some(spec) = game.phase_spec() {
        events.push(Event::Phase { phase: spec.name });
    }
    if game.phase().concessions_end {
        concessions::end_sale(game, events);
    }
    let deck = game.phase().event_deck;
    let fixed = game.fixed.clone();
    let new_deck = game.table.events.deck != deck;
    if new_deck {
        game.table.events.use_deck(&fixed, deck);
    }
    new_deck
}

/// 1883-8.1.4-02, 1883-8.1.4-03: gifts to CCFR; at the first 5-train it is capitalised. 1883-12.1-05: with Mandatory Merging that
/// waits for the merger, if there will be one, with all that belongs to it (1883-12.1-06).
fn give(game: &mut Game, train: TrainKind, events: &mut Events) {
    let ccfr = game.fixed.ccfr;
    if game.phase().ccfr_capitalised && !game.table.coop.capitalised {
        sefta::set_due(game, events);
        if game.table.merger != MergerState::Due {
            game.interrupt(Pending::Capitalisation(Capitalisation {}));
        }
        return;
    }
    let gift = game.fixed.gifts.iter().find(|gift| gift.on == train).copied();
    if let Some(gift) = gift
        && game.is_coop(ccfr)
        && game.company(ccfr).standing == Standing::Open
    {
        coop::exchange(game, gift.exchange, events);
    }
}
