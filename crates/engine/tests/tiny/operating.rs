//! Operating rounds: the weather, what cards pay, and one company after the other, step by step.

use super::dividend::Dividend;
use super::run::Run;
use super::station::Station;
use super::table::{Pending, Round};
use super::track::Track;
use super::trains::Trains;
use super::{Tiny, end, stock};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Draw, DrawKind, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An operating round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Operating {
    /// Who acts; none before the first and between two.
    pub(crate) company: Option<CompanyId>,
    /// The companies that have acted.
    pub(crate) done: SmallVec<[CompanyId; 2]>,
    /// The companies to come.
    pub(crate) queue: SmallVec<[CompanyId; 2]>,
    /// What the company is at.
    pub(crate) step: Step,
    /// What its trains have earned.
    pub(crate) revenue: Money,
    pub(crate) snow: bool,
    /// It has suggested a deal in this turn.
    pub(crate) proposed: bool,
}

/// The steps of a company's turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Step {
    #[default]
    Track,
    Station,
    Run,
    Dividend,
    Trains,
}

impl Step {
    /// All steps with their names, in order.
    pub(super) fn all() -> [(Step, Text); 5] {
        [
            (Step::Track, say!("Track")),
            (Step::Station, say!("Station")),
            (Step::Run, say!("Run")),
            (Step::Dividend, say!("Dividend")),
            (Step::Trains, say!("Trains")),
        ]
    }

    /// The decision of the step.
    pub(super) fn decision(self) -> &'static dyn Decision<Tiny> {
        match self {
            Step::Track => &Track,
            Step::Station => &Station,
            Step::Run => &Run,
            Step::Dividend => &Dividend,
            Step::Trains => &Trains,
        }
    }
}

impl Tiny {
    /// The operating round; refused where there is none.
    pub(super) fn operating(&self) -> Result<&Operating, Refusal> {
        match &self.table.round {
            Round::Operating(operating) => Ok(operating),
            _ => Err(Refusal::plain(say!("no company operates now"))),
        }
    }

    pub(super) fn operating_mut(&mut self) -> Result<&mut Operating, Refusal> {
        match &mut self.table.round {
            Round::Operating(operating) => Ok(operating),
            _ => Err(Refusal::plain(say!("no company operates now"))),
        }
    }

    /// The company whose turn it is; refused where there is none.
    pub(super) fn acting(&self) -> Result<CompanyId, Refusal> {
        self.operating()?.company.ok_or_else(|| Refusal::plain(say!("no company operates now")))
    }

    /// The director of the company whose turn it is.
    pub(super) fn acting_director(&self) -> Turn {
        Turn::Seat(self.acting().map_or(SeatId(0), |company| self.director(company)))
    }

    /// Goes on to a step of the company's turn.
    pub(super) fn go_on(&mut self, step: Step) -> Play {
        self.operating_mut()?.step = step;
        Ok(())
    }
}

pub(super) fn begin(game: &mut Tiny, events: &mut Events) -> Play {
    game.table.operating_rounds += 1;
    game.table.rounds_left = game.table.rounds_left.saturating_sub(1);
    events.push(Event::Round { round: name(game) });
    game.table.round = Round::Operating(Operating::default());
    game.table.pending.push(Pending::Weather(Weather));
    Ok(())
}

/// The round as players say it.
pub(super) fn name(game: &Tiny) -> Text {
    say!("Operating round {number}", number = game.table.operating_rounds)
}

/// Gives the turn to the next company; after the last one the round ends.
pub(super) fn proceed(game: &mut Tiny, events: &mut Events) -> Result<Flow, Refusal> {
    let operating = game.operating_mut()?;
    if operating.company.is_some() {
        return Ok(Flow::Waits);
    }
    match operating.queue.is_empty() {
        true => end_round(game, events)?,
        false => operating.company = Some(operating.queue.remove(0)),
    }
    Ok(Flow::GoesOn)
}

/// The company's turn is over.
pub(super) fn end_turn(game: &mut Tiny) -> Play {
    let operating = game.operating_mut()?;
    operating.done.extend(operating.company);
    *operating = Operating {
        done: std::mem::take(&mut operating.done),
        queue: std::mem::take(&mut operating.queue),
        snow: operating.snow,
        ..Operating::default()
    };
    Ok(())
}

fn end_round(game: &mut Tiny, events: &mut Events) -> Play {
    let grid = &game.fixed.parts.grid;
    let at_the_end = grid.flagged('e').any(|field| !game.table.chart.stack(field).is_empty());
    if game.table.ledger.bank() <= Money::ZERO {
        end::finish(game, end::Why::Bank, events);
    } else if at_the_end {
        end::finish(game, end::Why::Price, events);
    } else if game.table.operating_rounds >= game.fixed.figures.rounds {
        end::finish(game, end::Why::LastRound, events);
    } else if game.table.rounds_left > 0 {
        return begin(game, events);
    } else {
        return stock::begin(game, events);
    }
    Ok(())
}

/// The weather is drawn before the first company acts.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Weather;

impl Decision<Tiny> for Weather {
    fn turn(&self, _: &Tiny) -> Turn {
        Turn::Chance(Draw { what: say!("weather"), kind: DrawKind::Dice { count: 1, sides: 6 } })
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::Draw
    }

    fn offers(&self, _: &Tiny) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, game: &mut Tiny, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        let snow = action.drawn()? == [1];
        let text = if snow { say!("It snows: every tile costs more.") } else { say!("The weather is fine.") };
        events.push(Event::Note { text });
        pay_cards(game, events)?;
        let queue = game.table.chart.order(&game.fixed.parts.grid).into_iter().collect();
        let operating = game.operating_mut()?;
        (operating.snow, operating.queue) = (snow, queue);
        Ok(())
    }
}

fn pay_cards(game: &mut Tiny, events: &mut Events) -> Play {
    for (card, holder) in game.fixed.parts.cards.iter().zip(&game.table.cards) {
        if let Holder::Seat(seat) = holder {
            let why = say!("from the {card}", card = card.name);
            game.table.ledger.pay(Account::Bank, Account::Seat(*seat), card.revenue, why, events)?;
        }
    }
    Ok(())
}
