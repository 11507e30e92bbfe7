//! §4 Operating rounds: the order of the companies and the steps of a turn.
//!
//! | section | module |
//! | --- | --- |
//! | 4 order, steps | here |
//! | 4.2 track | [`track`], [`lay`] |
//! | 4.3 stations | [`home`], [`station`] |
//! | 4.4 running | [`run`]: what stops are ([`stops`]), what trains are ([`consist`]) |
//! | 4.5 earnings | [`dividend`] |
//! | 4.6 takeovers | [`takeover`] |
//! | 4.7 trains | [`trains`], [`forced`], [`discard`] |
//! | 4.8 privates and tenders | [`meanwhile`], [`last_cards`] |
//! | 4.9 export | [`export`] |
//! | 5.2 passes | [`pass`] |
//! | 5.2.1 combined trains | [`combine`], [`crossing`] |

pub(super) mod combine;
pub(super) mod consist;
pub(super) mod crossing;
pub(super) mod discard;
pub(super) mod dividend;
pub(super) mod export;
pub(super) mod forced;
pub(super) mod home;
pub(super) mod last_cards;
pub(super) mod lay;
pub(super) mod meanwhile;
pub(super) mod pass;
pub(super) mod run;
pub(super) mod station;
pub(super) mod stops;
pub(super) mod takeover;
pub(super) mod track;
pub(super) mod trains;

use super::table::{Finale, Round, Status};
use super::{Game, end, goals, privates, stock};
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::hash::Unhashed;
use ferrata_engine::id::{CompanyId, CompanySet, HexId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::Turn;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An operating round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Operating {
    #[serde(default = "first")]
    pub(super) number: u8,
    /// How many there are in this cycle; a position may leave it to the phase.
    #[serde(default)]
    pub(super) of: u8,
    /// 18ESP-G-51: the companies in the order in which they have their turns.
    #[serde(default)]
    pub(super) order: SmallVec<[CompanyId; 16]>,
    /// Companies that have had (or lost) their turn, the present one among them.
    #[serde(skip)]
    pub(super) done: CompanySet,
    pub(super) company: CompanyId,
    pub(super) step: Step,
    #[serde(default)]
    pub(super) turn: CompanyTurn,
    /// The companies that have had their turn, in this order, the present one last.
    #[serde(skip)]
    pub(super) acted: Unhashed<SmallVec<[CompanyId; 16]>>,
}

fn first() -> u8 {
    1
}

impl Operating {
    /// A round before its first company.
    pub(super) fn new(number: u8, of: u8) -> Operating {
        Operating {
            number,
            of,
            order: SmallVec::new(),
            done: CompanySet::default(),
            company: CompanyId(0),
            step: Step::Done,
            turn: CompanyTurn::default(),
            acted: Unhashed(SmallVec::new()),
        }
    }

    /// Gives the turn to a company.
    pub(super) fn begin_turn(&mut self, company: CompanyId) {
        self.company = company;
        self.done.add(company);
        self.acted.0.push(company);
        self.step = Step::Track;
        self.turn = CompanyTurn::default();
    }
}

/// A step of a company's turn. 18ESP-4-03: in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Step {
    Track,
    Run,
    Dividend,
    Takeover,
    Trains,
    Combine,
    Cards,
    Done,
}

impl Step {
    /// The steps of a turn with what the rulebook calls them, in order.
    pub(super) fn all(game: &Game) -> Vec<(Step, Text)> {
        let mut steps = vec![
            (Step::Track, say!("Track and stations")),
            (Step::Run, say!("Run")),
            (Step::Dividend, say!("Earnings")),
            (Step::Takeover, say!("Takeover")),
            (Step::Trains, say!("Trains")),
        ];
        if game.fixed.switches.combine_after_trains {
            steps.push((Step::Combine, say!("Combined trains")));
            steps.push((Step::Cards, say!("Privates")));
        }
        steps
    }

    /// The decision of the step.
    pub(super) fn decision(self) -> &'static dyn Decision<Game> {
        match self {
            Step::Track => &track::Track,
            Step::Run => &run::Run,
            Step::Dividend => &dividend::Dividend,
            Step::Takeover => &takeover::Takeover,
            Step::Trains => &trains::Trains,
            Step::Combine => &combine::Combine,
            Step::Cards | Step::Done => &last_cards::LastCards,
        }
    }

    /// Whether there is something to decide.
    fn waits(self, game: &Game, company: CompanyId) -> bool {
        match self {
            Step::Track => !track::is_done(game, company),
            Step::Run => run::can_run(game, company),
            Step::Dividend => game.company_turn().revenue > Money::ZERO,
            Step::Takeover => takeover::is_possible(game, company),
            Step::Trains => trains::waits(game, company),
            Step::Combine => combine::is_possible(game, company),
            Step::Cards => privates::purchase::is_possible(game, company),
            Step::Done => false,
        }
    }

    fn next(self, game: &Game) -> Step {
        match self {
            Step::Track => Step::Run,
            Step::Run => Step::Dividend,
            Step::Dividend => Step::Takeover,
            Step::Takeover => Step::Trains,
            Step::Trains if game.fixed.switches.combine_after_trains => Step::Combine,
            Step::Combine => Step::Cards,
            Step::Trains | Step::Cards | Step::Done => Step::Done,
        }
    }
}

/// What a company has done in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CompanyTurn {
    /// Tile actions taken.
    pub(super) tiles: u8,
    /// One of them was an upgrade.
    pub(super) upgraded: bool,
    /// Where the first one was.
    pub(super) first_hex: Option<HexId>,
    pub(super) mine: bool,
    pub(super) station: bool,
    pub(super) pass: bool,
    /// The train that carries the tender.
    pub(super) tender: Option<u8>,
    /// What its trains earned for the shareholders.
    pub(super) revenue: Money,
    /// Mine and harbour income that is not paid yet.
    pub(super) income: Money,
    /// Shares were sold for a forced purchase.
    pub(super) sold: bool,
    /// A loan was taken for a forced purchase: the train has to be bought with it.
    pub(super) borrowed: bool,
    /// Minors whose directors refused a takeover.
    pub(super) refused: CompanySet,
}

impl Game {
    /// The operating round, while one is played.
    pub(super) fn operating(&self) -> Option<&Operating> {
        if let Round::Operating(operating) = &self.table.round { Some(operating) } else { None }
    }

    pub(super) fn operating_mut(&mut self) -> Option<&mut Operating> {
        if let Round::Operating(operating) = &mut self.table.round { Some(operating) } else { None }
    }

    /// The company whose turn it is; refused where there is none.
    pub(super) fn acting(&self) -> Result<CompanyId, Refusal> {
        let acting = self.operating().map(|operating| operating.company);
        acting.ok_or_else(|| Refusal::plain(say!("no company operates now")))
    }

    /// The director of the company whose turn it is.
    pub(super) fn acting_director(&self) -> Turn {
        self.acting().map_or(Turn::Seat(SeatId(0)), |company| self.directors_turn(company))
    }

    /// What the company has done in its turn.
    pub(super) fn company_turn(&self) -> CompanyTurn {
        self.operating().map(|operating| operating.turn).unwrap_or_default()
    }

    /// Whether shares were sold for the bank's train of a forced purchase. 18ESP-G-53; online a sale binds nobody (18ESP-D-29).
    pub(super) fn sold_for_train(&self) -> bool {
        self.company_turn().sold && !self.fixed.switches.sale_before_any_train
    }

    /// 18ESP-4.7.1-06, 18ESP-G-53: the train of a forced purchase comes before everything else.
    pub(super) fn check_train_first(&self) -> Play {
        require(!self.company_turn().borrowed, "18ESP-4.7.1-06", || {
            say!("first the train is bought for which money was lent")
        })?;
        require(!self.sold_for_train(), "18ESP-4.7.1-06", || {
            say!("first the train is bought for which shares were sold")
        })
    }

    pub(super) fn note_in_turn(&mut self, change: impl FnOnce(&mut CompanyTurn)) {
        if let Some(operating) = self.operating_mut() {
            change(&mut operating.turn);
        }
    }

    /// Goes on to a step of the company's turn.
    pub(super) fn go_on(&mut self, step: Step) {
        if let Some(operating) = self.operating_mut() {
            operating.step = step;
        }
    }

    /// Goes on to the step after the present one.
    pub(super) fn end_step(&mut self) -> Play {
        let step = self.operating().map_or(Step::Done, |operating| operating.step);
        self.go_on(step.next(self));
        Ok(())
    }

    /// 18ESP-4-01: from the highest price to the lowest, the top of a stack first.
    pub(super) fn order_by_price(&self) -> SmallVec<[CompanyId; 16]> {
        let order = self.table.chart.order(&self.fixed.parts.grid).into_iter();
        order.filter(|company| self.company(*company).status == Status::Launched).collect()
    }

    /// Who has yet to operate, in order. 18ESP-G-51: as it was when the round began, online as prices are now (18ESP-D-37).
    pub(super) fn still_to_operate(&self) -> impl Iterator<Item = CompanyId> + '_ {
        let done = self.operating().map(|operating| operating.done).unwrap_or_default();
        let order = match self.operating() {
            Some(operating) if self.fixed.switches.order_fixed_in_round => operating.order.clone(),
            _ => self.order_by_price(),
        };
        let order = order.into_iter();
        order.filter(move |&company| self.company(company).status == Status::Launched && !done.has(company))
    }

    /// Whether this is the last operating round of the game.
    pub(super) fn is_last_round(&self) -> bool {
        self.table.finale == Finale::Last
            && self.operating().is_some_and(|operating| operating.number == operating.of)
    }
}

/// After a stock round. 18ESP-4-02, 18ESP-6-02: so many operating rounds as the phase says now, whatever it says later.
/// 18ESP-7-03: after the last stock round a fixed number.
pub(super) fn begin_cycle(game: &mut Game, events: &mut Events) -> Play {
    let rounds = match game.table.finale {
        Finale::Last => game.fixed.figures.last_rounds,
        _ => game.phase().spec.operating_rounds,
    };
    begin(game, 1, rounds, events)
}

/// 18ESP-4.1-01: at the start of each operating round the privates pay.
fn begin(game: &mut Game, number: u8, of: u8, events: &mut Events) -> Play {
    let order =
        if game.fixed.switches.order_fixed_in_round { game.order_by_price() } else { SmallVec::new() };
    game.table.round = Round::Operating(Operating { order, ..Operating::new(number, of) });
    events.push(Event::Round { round: name(game) });
    for company in &mut game.table.companies {
        company.trains.iter_mut().for_each(|train| train.resting = false);
    }
    privates::pay_income(game, events)
}

/// The round as players say it.
pub(super) fn name(game: &Game) -> Text {
    let number = game.operating().map_or(0, |operating| operating.number);
    say!("Operating round {cycle}.{number}", cycle = game.table.cycle, number)
}

/// What follows by itself: steps in which there is nothing to decide, and the turn of the next company.
pub(super) fn proceed(game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
    let Some(operating) = game.operating() else { return Ok(Flow::Waits) };
    let (company, step) = (operating.company, operating.step);
    match step {
        Step::Done => next_company(game, events)?,
        // 18ESP-4.6.1-01, 18ESP-G-25: a company that was frozen or closed in its turn has no further steps.
        _ if game.company(company).status != Status::Launched => game.go_on(Step::Done),
        _ if step.waits(game, company) => return Ok(Flow::Waits),
        Step::Dividend => {
            dividend::withhold(game, company, events)?;
            game.end_step()?;
        }
        _ => game.end_step()?,
    }
    Ok(Flow::GoesOn)
}

fn next_company(game: &mut Game, events: &mut Events) -> Play {
    let next = game.still_to_operate().next();
    let Some(company) = next else { return end_round(game, events) };
    if let Some(operating) = game.operating_mut() {
        operating.begin_turn(company);
    }
    events.push(Event::Note { text: say!("{company} operates.", company = game.name(company)) });
    home::place(game, company, events)?;
    goals::review_destination(game, company, events)
}

fn end_round(game: &mut Game, events: &mut Events) -> Play {
    let Some(operating) = game.operating() else { return Ok(()) };
    let (number, of) = (operating.number, operating.of);
    // 18ESP-7-02: once the end is triggered the rest of the cycle is dropped.
    if number < of && game.table.finale != Finale::Triggered {
        return begin(game, number + 1, of, events);
    }
    if game.table.finale == Finale::Last {
        return end::finish(game, events);
    }
    // 18ESP-4.9-03: the export ends the cycle.
    export::export(game, events)?;
    if game.table.finale == Finale::Triggered {
        game.table.finale = Finale::Last;
    }
    stock::begin(game, events)
}
