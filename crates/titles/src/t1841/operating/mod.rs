//! Chapter 4, the operating round: whose turn it is and which step of a turn follows which.
//!
//! | chapter | module |
//! | --- | --- |
//! | a company's network | [`network`] |
//! | 4.1 track | [`track`] |
//! | 4.2 tokens | [`station`] |
//! | 4.3 trains run, dividend | [`run`], [`dividend`] |
//! | 4.4 token slots | [`slot`] |
//! | 4.5 trains | [`obligation`], [`trains`], [`discard`] |
//! | 4.5.1 emergency money, bankruptcy | [`emergency`], [`bankruptcy`] |
//! | 4.5.1.1 frozen companies | [`frozen`] |
//! | 4.6 phases | [`phases`] |
//! | 4.6.8 the split of the Ferdinandea | [`split`] |
//! | 4.6.9 the Tuscan merger | [`tuscan`] |
//! | 4.7.1 to 4.7.3 shares of companies | [`shares`] |
//! | 4.7.4, 4.7.5 mergers | [`merger`] |
//! | 4.7.6 transformation | [`transformation`] |
//! | what split, mergers and transformation share | [`successor`], [`share_offer`] |
//! | deals with other companies | [`deals`] |
//! | 7.2 one more round | [`extra_round`] |

pub(crate) mod bankruptcy;
pub(super) mod deals;
mod discard;
mod dividend;
pub(crate) mod emergency;
mod extra_round;
mod frozen;
pub(crate) mod merger;
mod network;
mod obligation;
mod phases;
mod run;
mod share_offer;
mod shares;
mod slot;
pub(crate) mod split;
mod station;
mod successor;
pub(super) mod track;
mod trains;
pub(crate) mod transformation;
pub(crate) mod tuscan;

pub(crate) use discard::Discard;
pub(crate) use extra_round::ExtraRound;
#[cfg(any(test, feature = "kit"))]
pub(super) use shares::forced_sales;

use super::Game;
use super::end::{self, Ending};
use super::stock;
use super::table::Round;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, CompanySet, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use track::Lay;

/// An operating round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Operating {
    /// The number of the stock round before it.
    #[serde(default = "first")]
    pub(crate) set: u16,
    /// Its own number in the set, from 1.
    #[serde(default = "first")]
    pub(crate) number: u8,
    /// How many the set has; in a position none where the phase says it.
    #[serde(default)]
    pub(crate) of: u8,
    /// Companies that have acted, or may not act any more, in this round. (Positions tell it beside the round.)
    #[serde(skip)]
    pub(crate) done: CompanySet,
    /// Who acts; none before the first and between two.
    pub(crate) company: Option<CompanyId>,
    /// The turn of `company`.
    #[serde(default)]
    pub(crate) turn: OperatingTurn,
    /// 1841-4.7.2-02: companies that sold shares in an emergency of this round, and of which companies.
    #[serde(default)]
    pub(crate) sold: SmallVec<[(CompanyId, CompanySet); 2]>,
    /// The bank was already dry when it began, or it is the round after a dry stock round (1841-5-04).
    #[serde(default)]
    pub(crate) last: bool,
    /// The holder of the priority card has demanded one more round, or could have (1841-7.2-02).
    #[serde(default)]
    pub(crate) extended: bool,
}

fn first<T: From<u8>>() -> T {
    T::from(1)
}

/// A company's turn in an operating round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct OperatingTurn {
    /// What it is at.
    pub(crate) step: Step,
    /// Tiles laid in this turn.
    pub(crate) lays: SmallVec<[Lay; 4]>,
    /// 1841-4.3.2-02: the best that can be run, once it is known.
    pub(crate) best: Option<Money>,
    /// What the run earned.
    pub(crate) revenue: Money,
    /// 1841-4.5.2-02: emergency money was raised: the next train must be the cheapest of the bank.
    pub(crate) raised: bool,
    /// O-29: the next emergency sale is at the full price.
    pub(crate) full_price: bool,
    /// 1841-4.7.2-02: companies of which it sold shares in this turn.
    pub(crate) sold: CompanySet,
    /// Units sold in this turn whose markers have not moved yet.
    pub(crate) unmoved: SmallVec<[(CompanyId, u8); 4]>,
}

/// 1841-4-01, 1841-4.7-01: the steps of a company's turn, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Step {
    #[default]
    Track,
    Station,
    Run,
    Dividend,
    Slot,
    Trains,
    Shares,
    Merger,
    Transformation,
    /// The turn is over.
    Done,
}

impl Step {
    /// All steps with their names, in order.
    pub(super) fn all() -> [(Step, Text); 9] {
        [
            (Step::Track, say!("Track")),
            (Step::Station, say!("Token")),
            (Step::Run, say!("Run")),
            (Step::Dividend, say!("Dividend")),
            (Step::Slot, say!("Slot")),
            (Step::Trains, say!("Trains")),
            (Step::Shares, say!("Shares")),
            (Step::Merger, say!("Merger")),
            (Step::Transformation, say!("Transformation")),
        ]
    }

    /// The decision of the step.
    pub(super) fn decision(self) -> &'static dyn Decision<Game> {
        match self {
            Step::Track => &track::Track,
            Step::Station => &station::Station,
            Step::Run => &run::Run,
            Step::Dividend => &dividend::Dividend,
            Step::Slot => &slot::Slot,
            Step::Trains => &trains::Trains,
            Step::Shares => &shares::Shares,
            Step::Merger => &merger::Merge,
            Step::Transformation => &transformation::Transform,
            Step::Done => &Nothing,
        }
    }

    /// The step after this one.
    fn next(self) -> Step {
        match self {
            Step::Track => Step::Station,
            Step::Station => Step::Run,
            Step::Run => Step::Dividend,
            Step::Dividend => Step::Slot,
            Step::Slot => Step::Trains,
            Step::Trains => Step::Shares,
            Step::Shares => Step::Merger,
            Step::Merger => Step::Transformation,
            Step::Transformation | Step::Done => Step::Done,
        }
    }
}

/// Where nobody is asked: the game goes on by itself.
pub(crate) struct Nothing;

impl Decision<Game> for Nothing {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.table.priority)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Nothing
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, _: &mut Game, _: Author, _: &Action, _: &mut Events) -> Play {
        Err(Refusal::plain(say!("there is nothing to decide now")))
    }
}

impl Game {
    /// The operating round; refused where there is none.
    pub(crate) fn operating(&self) -> Result<&Operating, Refusal> {
        match &self.table.round {
            Round::Operating(operating) => Ok(operating),
            _ => Err(Refusal::plain(say!("no company operates now"))),
        }
    }

    /// The operating round, to change it.
    pub(crate) fn operating_mut(&mut self) -> Result<&mut Operating, Refusal> {
        match &mut self.table.round {
            Round::Operating(operating) => Ok(operating),
            _ => Err(Refusal::plain(say!("no company operates now"))),
        }
    }

    /// The company whose turn it is; refused where there is none.
    pub(crate) fn acting(&self) -> Result<CompanyId, Refusal> {
        self.operating()?.company.ok_or_else(|| Refusal::plain(say!("no company operates now")))
    }

    /// 1841-4-04: who runs the company whose turn it is: its director, or the player at the end of the chain. Without one
    /// whoever has the priority card decides where somebody has to.
    pub(crate) fn acting_seat(&self) -> SeatId {
        self.acting().map_or(self.table.priority, |company| self.deciding(company))
    }

    /// Goes on to a step.
    pub(crate) fn go_to(&mut self, step: Step) {
        if let Ok(operating) = self.operating_mut() {
            operating.turn.step = step;
        }
    }

    /// 1841-4-02, 1841-4-03, G-13: the companies that have still to act, in order.
    pub(crate) fn to_act(&self) -> Vec<CompanyId> {
        let Ok(operating) = self.operating() else { return Vec::new() };
        let order = self.table.chart.order(&self.fixed.parts.grid);
        order.into_iter().filter(|company| self.running(*company) && !operating.done.has(*company)).collect()
    }

    /// The company does not act (any more) in this operating round.
    pub(crate) fn set_done(&mut self, company: CompanyId) {
        if let Ok(operating) = self.operating_mut() {
            operating.done.add(company);
        }
    }

    /// The company may still act in this operating round.
    pub(crate) fn set_due(&mut self, company: CompanyId) {
        if let Ok(operating) = self.operating_mut() {
            operating.done.remove(company);
        }
    }

    /// Whether a company has acted, or is acting, in this operating round.
    pub(crate) fn has_acted(&self, company: CompanyId) -> bool {
        match self.operating() {
            Ok(operating) => operating.done.has(company) || operating.company == Some(company),
            Err(_) => true,
        }
    }
}

/// 1841-4-07: begins the operating rounds after a stock round; how many is settled now.
pub(super) fn begin_set(game: &mut Game, set: u16, events: &mut Events) -> Play {
    let of = game.phase_spec().map_or(1, |phase| phase.operating_rounds);
    begin(game, set, 1, of, false, events);
    Ok(())
}

fn begin(game: &mut Game, set: u16, number: u8, of: u8, extended: bool, events: &mut Events) {
    let operating = Operating {
        set,
        number,
        of,
        done: CompanySet::default(),
        company: None,
        turn: OperatingTurn::default(),
        sold: SmallVec::new(),
        last: game.table.ending.is_some(),
        extended,
    };
    events.push(Event::Round { round: name(&operating) });
    game.table.round = Round::Operating(operating);
}

/// The round as players say it.
pub(super) fn name(operating: &Operating) -> Text {
    say!("Operating round {set}.{number}", set = operating.set, number = operating.number)
}

/// Gives the turn to the next company, and takes the steps in which it has nothing to decide.
pub(super) fn proceed(game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
    let operating = game.operating()?;
    let Some(company) = operating.company else {
        next_company(game, events)?;
        return Ok(Flow::GoesOn);
    };
    let step = operating.turn.step;
    // It may have merged, been split, or lost its director in its own turn.
    if step == Step::Done || !game.running(company) || game.unled(company) {
        end_turn(game, company, events);
        return Ok(Flow::GoesOn);
    }
    let asks = match step {
        Step::Track => track::asks(game, company),
        Step::Station => station::asks(game, company),
        Step::Run => run::asks(game, company)?,
        Step::Dividend => dividend::asks(game, company, events)?,
        Step::Slot => slot::asks(game, company),
        Step::Trains => trains::asks(game, company),
        Step::Shares => shares::asks(game, company),
        Step::Merger => merger::asks(game, company),
        Step::Transformation => transformation::asks(game, company),
        Step::Done => false,
    };
    if asks {
        return Ok(Flow::Waits);
    }
    go_on(game, events);
    Ok(Flow::GoesOn)
}

/// Goes on to the next step.
fn go_on(game: &mut Game, events: &mut Events) {
    let Ok(step) = game.operating().map(|operating| operating.turn.step) else { return };
    if step == Step::Shares {
        game.move_sold_markers(events);
    }
    if step == Step::Track {
        end::check_areas(game);
    }
    game.go_to(step.next());
}

fn next_company(game: &mut Game, events: &mut Events) -> Play {
    let Some(company) = game.to_act().first().copied() else { return end(game, events) };
    if game.unled(company) {
        return frozen::pass_over(game, company, events);
    }
    game.table.idle_rounds = 0;
    let operating = game.operating_mut()?;
    (operating.company, operating.turn) = (Some(company), OperatingTurn::default());
    Ok(())
}

/// The turn of a company is over; an end triggered in it takes effect (1841-5-01).
fn end_turn(game: &mut Game, company: CompanyId, events: &mut Events) {
    game.move_sold_markers(events);
    if let Some(charter) = game.company_mut(company) {
        charter.operated = true;
    }
    if let Ok(operating) = game.operating_mut() {
        operating.done.add(company);
        (operating.company, operating.turn) = (None, OperatingTurn::default());
    }
    if let Some(Ending::Now(_) | Ending::Turn(_)) = game.table.ending {
        end::finish(game, events);
    }
}

/// The round is over.
fn end(game: &mut Game, events: &mut Events) -> Play {
    if game.table.ending.is_some() {
        end::finish(game, events);
        return Ok(());
    }
    let &Operating { set, number, of, extended, .. } = game.operating()?;
    if number < of {
        begin(game, set, number + 1, of, extended, events);
        return Ok(());
    }
    if game.fixed.rules.priority_card && !extended {
        extra_round::begin(game);
        return Ok(());
    }
    stock::begin(game, set.saturating_add(1), events)
}
