//! Chapter 6: operating rounds.
//!
//! | section | module |
//! | --- | --- |
//! | 6.0, 6.3 order and steps | here |
//! | 6.4 tiles | [`track`], [`lays`] |
//! | 6.5 tokens | [`token`] |
//! | 6.6, 6.7 routes and runs | [`run`]: what stops are ([`stops`]), what trains are ([`consist`]) |
//! | 6.7 what becomes of a run | [`dividend`] |
//! | 6.8 trains | [`trains`], [`forced`], [`discard`]; gravity trains: [`gravity`]; bankruptcy: [`bankrupt`] |
//! | 6.9 sale of own shares | [`issue`] |
//! | 6.3-03 what may be done at any moment of a turn | [`meanwhile`] |
//! | 8.2 SARSA | [`coaches`] |
//! | 8.3 the merger as the last action | [`merge`] |

pub(super) mod bankrupt;
pub(super) mod coaches;
pub(super) mod consist;
pub(super) mod discard;
pub(super) mod dividend;
pub(super) mod forced;
pub(super) mod gravity;
pub(super) mod issue;
pub(super) mod lays;
pub(super) mod meanwhile;
pub(super) mod merge;
pub(super) mod run;
pub(super) mod stops;
pub(super) mod token;
pub(super) mod track;
pub(super) mod trains;

use super::agenda::{Pending, Round};
use super::concessions::{self, Expiry};
use super::end::{self, Over};
use super::events::EventStep;
use super::money::Block;
use super::table::MergerState;
use super::{Game, coop, privates, sefta, stock};
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use lays::Lay;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::LazyLock;

/// An operating round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Operating {
    /// Where the round stands.
    pub(super) stage: Stage,
    /// 1883-R-13: who is still to act, in the order fixed after the event.
    pub(super) order: SmallVec<[CompanyId; 9]>,
    /// Who has acted, the present one last.
    pub(super) acted: SmallVec<[CompanyId; 9]>,
    /// Whose turn it is.
    pub(super) company: Option<CompanyId>,
    pub(super) step: Step,
    pub(super) turn: CompanyTurn,
}

/// 1883-6.0-01: where the round stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// Private income, markers, and the event.
    #[default]
    Beginning,
    /// The event is over: the order is fixed next.
    Event,
    /// Corporations act.
    Turns,
    /// Concessions have been checked.
    Checked,
}

/// A step of a turn. 1883-6.3-02: in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Step {
    Coaches,
    Track,
    Token,
    Run,
    Dividend,
    Trains,
    Issue,
    Merge,
    #[default]
    Done,
}

impl Step {
    pub(super) fn decision(self) -> &'static dyn Decision<Game> {
        match self {
            Step::Coaches => &coaches::Coaches,
            Step::Track => &track::Track,
            Step::Token => &token::TokenStep,
            Step::Run => &run::Run,
            Step::Dividend => &dividend::Dividend,
            Step::Trains => &trains::Trains,
            Step::Issue => &issue::Issue,
            Step::Merge | Step::Done => &merge::Merge,
        }
    }

    /// The steps of a turn with what the rulebook calls them.
    pub(super) fn all(game: &Game, company: CompanyId) -> Vec<(Step, Text)> {
        if company == game.fixed.sarsa {
            return vec![
                (Step::Coaches, say!("Coaches")),
                (Step::Dividend, say!("Earnings")),
                (Step::Issue, say!("Shares")),
            ];
        }
        let mut steps = vec![
            (Step::Track, say!("Tiles")),
            (Step::Token, say!("Token")),
            (Step::Run, say!("Run")),
            (Step::Dividend, say!("Earnings")),
            (Step::Trains, say!("Trains")),
            (Step::Issue, say!("Shares")),
        ];
        if game.fixed.merging.contains(&company) {
            steps.push((Step::Merge, say!("Merger")));
        }
        steps
    }

    fn next(self, sarsa: bool) -> Step {
        match self {
            Step::Coaches => Step::Dividend,
            Step::Track => Step::Token,
            Step::Token => Step::Run,
            Step::Run => Step::Dividend,
            Step::Dividend if sarsa => Step::Issue,
            Step::Dividend => Step::Trains,
            Step::Trains => Step::Issue,
            Step::Issue => Step::Merge,
            Step::Merge | Step::Done => Step::Done,
        }
    }

    /// Whether there is something to decide.
    fn waits(self, game: &Game, company: CompanyId) -> bool {
        match self {
            Step::Coaches => coaches::waits(game, company),
            Step::Track => track::waits(game, company),
            Step::Token => token::waits(game, company),
            Step::Run => run::waits(game, company),
            Step::Dividend => game.company_turn().revenue > Money::ZERO,
            Step::Trains => trains::waits(game, company),
            Step::Issue => issue::waits(game, company),
            Step::Merge => merge::waits(game, company),
            Step::Done => false,
        }
    }
}

/// What a corporation has done in its turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CompanyTurn {
    /// Tiles laid, those of privates apart.
    pub(super) lays: SmallVec<[Lay; 3]>,
    /// The run after everything.
    pub(super) revenue: Money,
    /// Of each coach placed beside those on the bases: the bases from which it could start, as bits.
    pub(super) coaches: SmallVec<[u8; 6]>,
    /// 1883-8.2-09: one of them went on a plain hex.
    pub(super) plain: bool,
    /// The prices before shares were sold for a train.
    pub(super) block: Block,
    /// The other president has refused the merger.
    pub(super) refused: bool,
}

impl Game {
    /// What the corporation has done in its turn.
    pub(super) fn company_turn(&self) -> &CompanyTurn {
        static NOTHING: LazyLock<CompanyTurn> = LazyLock::new(CompanyTurn::default);
        self.operating().map_or(&NOTHING, |operating| &operating.turn)
    }

    pub(super) fn note_in_turn(&mut self, change: impl FnOnce(&mut CompanyTurn)) {
        if let Ok(operating) = self.operating_mut() {
            change(&mut operating.turn);
        }
    }

    /// Goes on to the next step of the turn.
    pub(super) fn end_step(&mut self) -> Play {
        let sarsa = self.fixed.sarsa;
        let operating = self.operating_mut()?;
        operating.step = operating.step.next(operating.company == Some(sarsa));
        Ok(())
    }

    pub(super) fn go_to(&mut self, step: Step) {
        if let Ok(operating) = self.operating_mut() {
            operating.step = step;
        }
    }
}

/// 1883-4.0-11, 1883-4.0-13: the operating rounds that follow are scheduled when the stock round ends.
pub(super) fn schedule(game: &mut Game, events: &mut Events) -> Play {
    let rounds = game.phase_spec().map_or(1, |phase| phase.operating_rounds);
    game.table.set = (0, rounds);
    begin(game, events)
}

fn begin(game: &mut Game, events: &mut Events) -> Play {
    let (number, rounds) = game.table.set;
    game.table.set = (number + 1, rounds);
    game.table.operating_rounds = game.table.operating_rounds.saturating_add(1);
    game.table.round = Round::Operating(Operating::default());
    events.push(Event::Round { round: name(game) });
    Ok(())
}

/// The round as players say it.
pub(super) fn name(game: &Game) -> Text {
    let (set, number) = (game.table.stock_rounds, game.table.set.0);
    say!("Operating round {set}.{number}", set, number)
}

/// What follows by itself.
pub(super) fn proceed(game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
    let operating = game.operating()?;
    match operating.stage {
        Stage::Beginning => open(game, events)?,
        Stage::Event => fix_order(game, events)?,
        Stage::Turns => return take_turns(game, events),
        Stage::Checked => end_round(game, events)?,
    }
    Ok(Flow::GoesOn)
}

/// 1883-4.2-01, 1883-6.0-01: privates pay and markers advance, then the event. 1883-7.0-01: none in the first round of the game.
fn open(game: &mut Game, events: &mut Events) -> Play {
    privates::pay_incomes(game, events)?;
    concessions::advance(game);
    game.table.events.end_round();
    game.operating_mut()?.stage = Stage::Event;
    if game.table.operating_rounds > 1 {
        game.interrupt(Pending::EventStep(EventStep::Open));
    }
    Ok(())
}

/// 1883-6.3-01, 1883-R-13: the order of the round.
fn fix_order(game: &mut Game, events: &mut Events) -> Play {
    // 1883-R-46: a merger set off by the event follows it at once.
    if game.table.merger == MergerState::Due {
        return sefta::begin_due(game, events);
    }
    let order = game.price_order();
    let operating = game.operating_mut()?;
    (operating.stage, operating.order) = (Stage::Turns, order);
    Ok(())
}

fn take_turns(game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
    let operating = game.operating()?;
    let (step, Some(company)) = (operating.step, operating.company) else {
        next_company(game, events)?;
        return Ok(Flow::GoesOn);
    };
    match step {
        Step::Done => next_company(game, events)?,
        // 1883-8.1.5-05: closed or frozen in its turn, it has no further steps.
        _ if !game.is_open(company) => game.go_to(Step::Done),
        _ if step.waits(game, company) => return Ok(Flow::Waits),
        Step::Coaches => {
            coaches::run(game, company, events);
            game.end_step()?;
        }
        Step::Run => {
            run::stay(game, company, events);
            game.end_step()?;
        }
        Step::Dividend => {
            // 1883-6.7-13: nothing was earned.
            game.price_left(company, events);
            game.end_step()?;
        }
        _ => game.end_step()?,
    }
    Ok(Flow::GoesOn)
}

fn next_company(game: &mut Game, events: &mut Events) -> Play {
    // 1883-12.1-01: right after the turn in which the first 5-train was bought.
    if game.table.merger == MergerState::Due {
        return sefta::begin_due(game, events);
    }
    let round = game.table.operating_rounds;
    let operating = game.operating_mut()?;
    if operating.order.is_empty() {
        (operating.company, operating.stage) = (None, Stage::Checked);
        game.interrupt(Pending::Expiry(Expiry {}));
        return Ok(());
    }
    let company = operating.order.remove(0);
    if !game.is_open(company) {
        return Ok(());
    }
    let sarsa = company == game.fixed.sarsa;
    let operating = game.operating_mut()?;
    operating.acted.push(company);
    operating.company = Some(company);
    operating.step = if sarsa { Step::Coaches } else { Step::Track };
    operating.turn = CompanyTurn::default();
    let first = game.company(company).first_operated == 0;
    let charter = game.company_mut(company);
    charter.last_operated = round;
    if first {
        charter.first_operated = round;
    }
    events.push(Event::Note { text: say!("{company} operates.", company = game.name(company)) });
    if sarsa {
        coaches::begin(game, first, events)?;
    }
    Ok(())
}

/// 1883-8.1.2-02: at the end of each operating round CCFR's presidency passes on. 1883-9-01, 1883-9-02: the game ends with the set.
fn end_round(game: &mut Game, events: &mut Events) -> Play {
    coop::rotate(game, events);
    let (number, rounds) = game.table.set;
    if number < rounds {
        return begin(game, events);
    }
    if game.table.bank_finished {
        end::finish(game, Over::Bank, events);
        return Ok(());
    }
    stock::begin(game, events)
}
