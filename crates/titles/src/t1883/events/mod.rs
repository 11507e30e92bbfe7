//! Chapters 7 and 11: random events.
//!
//! | what | module |
//! | --- | --- |
//! | the step of an operating round | here |
//! | what a card does when it is drawn | [`effects`] |
//! | support cards that answer it | [`support`] |
//! | 13 Air Raids | [`raids`] |
//! | 23 War Effort | [`war`] |
//! | 28 Magnacucchi | [`lots`] |

mod effects;
mod lots;
mod raids;
mod support;
mod war;

use super::Game;
use super::agenda::{Pending, Procedure};
use super::fixed::Effect;
use super::table::EventDeck;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, CompanySet, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Draw, DrawKind, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

pub(super) use lots::Lots;
pub(super) use raids::{Raid, Rebuild};
pub(super) use support::Support;
pub(super) use war::WarTrain;

/// What is left of the event step of an operating round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EventStep {
    /// 1883-11-26c: Hot Autumn first, if it lies open.
    Open,
    /// 1883-6.2-01: a card is drawn.
    Draw,
    /// 1883-7.0-03: presidents decide for their corporations, in this order.
    Corporations { card: CardId, left: SmallVec<[CompanyId; 9]> },
    /// 1883-7.0-02: players decide, in this order.
    Players { card: CardId, left: SmallVec<[SeatId; 4]> },
    /// 1883-11-13a: so many bombs are left.
    Raids { left: u8, roller: SeatId },
    /// 1883-11-23a: these railways lose a train.
    War { card: CardId, left: SmallVec<[CompanyId; 9]> },
}

/// What is asked in the event step.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EventQuestion {
    Card,
    Support(Support),
    Raid(Raid),
    Rebuild(Rebuild),
    WarTrain(WarTrain),
    Lots(Lots),
}

impl EventQuestion {
    pub(super) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            EventQuestion::Card => &NextCard,
            EventQuestion::Support(support) => support,
            EventQuestion::Raid(raid) => raid,
            EventQuestion::Rebuild(rebuild) => rebuild,
            EventQuestion::WarTrain(train) => train,
            EventQuestion::Lots(lots) => lots,
        }
    }
}

impl EventStep {
    /// 1883-11-13a, 1883-11-13d: ten bombs in all, players in turn from the Priority holder.
    pub(super) fn raids(game: &mut Game) -> EventStep {
        let bombs = game.fixed.event_cards.iter().find_map(|card| match card.effect {
            Effect::AirRaids(bombs) => Some(bombs),
            _ => None,
        });
        game.table.events.raided = true;
        EventStep::Raids { left: bombs.unwrap_or(0), roller: game.table.priority }
    }
}

impl Procedure for EventStep {
    fn go_on(&self, game: &mut Game, events: &mut Events) -> Play {
        match self {
            EventStep::Open => {
                game.interrupt(Pending::EventStep(EventStep::Draw));
                if let Some(card) = game.table.events.hot_autumn {
                    effects::strike_all(game, card);
                }
                Ok(())
            }
            EventStep::Draw => {
                // 1883-7.1-02: an empty deck brings nothing.
                if !game.table.events.left.is_empty() {
                    game.interrupt(Pending::EventQuestion(EventQuestion::Card));
                }
                Ok(())
            }
            EventStep::Corporations { card, left } => {
                let Some((company, left)) = left.split_first() else { return Ok(()) };
                let (card, left) = (*card, left.into());
                game.interrupt(Pending::EventStep(EventStep::Corporations { card, left }));
                support::ask_corporation(game, card, *company, events)
            }
            EventStep::Players { card, left } => {
                let Some((seat, left)) = left.split_first() else { return Ok(()) };
                let (card, left) = (*card, left.into());
                game.interrupt(Pending::EventStep(EventStep::Players { card, left }));
                support::ask_player(game, card, *seat, events)
            }
            EventStep::Raids { left: 0, .. } => Ok(()),
            EventStep::Raids { left, roller } => {
                let next = EventStep::Raids { left: left - 1, roller: game.left_of(*roller) };
                game.interrupt(Pending::EventStep(next));
                game.interrupt(Pending::EventQuestion(EventQuestion::Raid(Raid { roller: *roller })));
                Ok(())
            }
            EventStep::War { card, left } => {
                let Some((company, left)) = left.split_first() else { return Ok(()) };
                let (card, left) = (*card, left.into());
                game.interrupt(Pending::EventStep(EventStep::War { card, left }));
                war::ask(game, card, *company, events)
            }
        }
    }
}

/// The next card of the deck; which it is nobody knows before it is drawn.
struct NextCard;

impl Decision<Game> for NextCard {
    fn turn(&self, game: &Game) -> Turn {
        let kind = DrawKind::Pick { count: 1, of: game.table.events.left.len() as u16 };
        Turn::Chance(Draw { what: say!("the next event"), kind })
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Draw
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        let at = usize::from(action.drawn()?.first().copied().unwrap_or(0));
        if at >= game.table.events.left.len() {
            return Ok(());
        }
        // 1883-7.0-05: a used card leaves the game.
        let card = game.table.events.left.remove(at);
        game.table.events.current = Some(card);
        events.push(Event::Note { text: say!("Event: {name}.", name = card_name(game, card)) });
        effects::happen(game, card, events)
    }
}

/// The name of an event card.
pub(super) fn card_name(game: &Game, card: CardId) -> Text {
    let number = game.fixed.event_card(card).map_or(0, |event| event.number);
    let name = game.fixed.parts.card_spec(card).map(|spec| spec.full_name.clone()).unwrap_or_default();
    say!("{number} {name}", number, name)
}

impl EventDeck {
    /// 1883-11-32: what an event has brought about ends with its operating round.
    pub(super) fn end_round(&mut self) {
        self.current = None;
        (self.struck, self.reduced) = (CompanySet::default(), CompanySet::default());
    }
}

impl Game {
    /// Whether the event of this operating round does something.
    pub(super) fn event_is(&self, effect: &Effect) -> bool {
        let card = self.table.events.current.and_then(|card| self.fixed.event_card(card));
        card.is_some_and(|card| card.effect == *effect)
    }

    fn effect(&self, card: CardId) -> Option<&Effect> {
        self.fixed.event_card(card).map(|card| &card.effect)
    }
}

/// Whether the last deck is in use.
pub(super) fn last_deck(game: &Game) -> bool {
    let last = game.fixed.event_cards.iter().map(|card| card.era).max();
    last == Some(game.table.events.deck)
}

/// 1883-R-20: rounded down, or up, to the unit of runs.
fn round(amount: Money, unit: Money, up: bool) -> Money {
    let (amount, unit) = (amount.0, unit.0.max(1));
    let rest = amount.rem_euclid(unit);
    Money(amount - rest + if up && rest > 0 { unit } else { 0 })
}

/// 1883-6.7-15: what events make of a run.
pub(super) fn changed(game: &Game, company: CompanyId, earned: Money) -> Money {
    let unit = game.fixed.figures.run_unit;
    let effect = game.table.events.current.and_then(|card| game.effect(card));
    match effect {
        // 1883-11-07, 1883-11-14, 1883-11-24.
        Some(Effect::RailroadStrike(percent) | Effect::Autarchy(percent) | Effect::BusStrike(percent))
            if game.table.events.reduced.has(company) =>
        {
            round(earned.percent(*percent), unit, false)
        }
        // 1883-11-22: railways, CCFR included.
        Some(Effect::TrainsOnTime(percent)) if company != game.fixed.sarsa => {
            earned + round(earned.percent_up(*percent), unit, true)
        }
        _ => earned,
    }
}
