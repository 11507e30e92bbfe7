//! 3.4 Operating rounds: political cards pay, then regionals and corps have their turns, step by step.
//!
//! | section | module |
//! | --- | --- |
//! | 3.4 order and steps of a turn | here |
//! | 3.4.1 tiles | [`tiles`] |
//! | 3.4.2 tokens | [`token`] |
//! | 3.4.3 destination check | [`destination`] |
//! | 3.4.4 secured interest | [`interest`] |
//! | 3.4.5 earnings | [`earnings`] |
//! | 3.4.6 dividend, 3.4.7 price | [`dividend`] |
//! | 3.4.8 trains | [`trains`] |
//! | 3.4.9 financial step | [`finance`] |
//! | 3.4.10 emergency money raising | [`emergency`] |
//! | 3.4.11 bankruptcy | [`bankruptcy`] |
//! | 2.7 powers of political cards | [`powers`] |
//! | 3.6.3 acquisitions | [`acquisition`] |

pub(super) mod acquisition;
pub(super) mod bankruptcy;
pub(super) mod destination;
pub(super) mod dividend;
pub(super) mod earnings;
pub(super) mod emergency;
pub(super) mod finance;
pub(super) mod interest;
pub(super) mod powers;
pub(super) mod tiles;
pub(super) mod token;
pub(super) mod trains;

use super::states::State;
use super::table::Round;
use super::{Game, auction, deal, end, stock};
use dividend::Dividend;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, CompanySet, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use finance::Finance;
use serde::{Deserialize, Serialize};
use tiles::Tiles;
use token::Token;
use trains::Trains;

/// An operating round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Operating {
    /// Whose turn it is; none between two turns.
    pub(super) company: Option<CompanyId>,
    /// Who has had a turn.
    #[serde(rename = "acted", alias = "done")]
    pub(super) done: CompanySet,
    pub(super) step: Step,
    /// Tile steps used.
    pub(super) laid: u8,
    /// Tokens placed.
    pub(super) tokens: u8,
    /// What the trains earned.
    pub(super) revenue: Money,
    /// Trains bought.
    pub(super) trains: u8,
    /// Stock sold in the financial step.
    pub(super) sold: CompanySet,
    /// A certificate was bought in the financial step.
    pub(super) bought: bool,
    /// The owner of a political card was asked whether to use it.
    pub(super) prompted: bool,
}

/// 18FB-3.4-06: the steps of a turn, in strict order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Step {
    #[default]
    Tiles,
    Token,
    /// Interest or earnings: nobody decides.
    Settlement,
    Dividend,
    Trains,
    Finance,
    /// The turn is over.
    Over,
}

impl Step {
    /// The decision of the step.
    pub(super) fn decision(self) -> &'static dyn Decision<Game> {
        match self {
            Step::Tiles => &Tiles,
            Step::Token => &Token,
            Step::Dividend => &Dividend,
            Step::Trains => &Trains,
            Step::Finance => &Finance,
            Step::Settlement | Step::Over => &Nothing,
        }
    }
}

/// Where nobody decides: the game goes on by itself.
struct Nothing;

impl Decision<Game> for Nothing {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_seat()
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Nothing
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, _: &mut Game, _: Author, _: &Action, _: &mut Events) -> Play {
        Err(Refusal::plain(say!("nothing is to be decided now")))
    }
}

impl Game {
    /// Whoever leads the company whose turn it is.
    pub(super) fn acting_seat(&self) -> Turn {
        let leader = self.acting().ok().and_then(|company| self.president(company));
        Turn::Seat(leader.unwrap_or(self.table.priority))
    }

    fn go_on(&mut self, step: Step) -> Play {
        self.operating_mut()?.step = step;
        Ok(())
    }
}

/// 18FB-3.4-01: an OR starts with the income of political cards.
pub(super) fn begin(game: &mut Game, events: &mut Events) -> Play {
    game.table.operating_rounds += 1;
    game.table.unified_now = false;
    game.table.proposed.clear();
    events.push(Event::Round { round: name(game) });
    game.table.round = Round::Operating(Operating::default());
    powers::pay_income(game, events)
}

/// The round as players say it.
pub(super) fn name(game: &Game) -> Text {
    let (set, number) = (game.table.stock_rounds, game.table.operating_rounds);
    say!("Operating Round {set}.{number}", set, number)
}

/// Goes on with the turn as far as nobody has to decide.
pub(super) fn proceed(game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
    let operating = game.operating_mut()?;
    let Some(company) = operating.company else {
        next_company(game, events)?;
        return Ok(Flow::GoesOn);
    };
    let step = operating.step;
    // A corp that closed or merged in its own turn has none any more.
    let gone = game.charter(company).state == State::Closed && step != Step::Over;
    match step {
        _ if gone => game.go_on(Step::Over)?,
        Step::Tiles if tiles::over(game, company) => game.go_on(Step::Token)?,
        Step::Token if token::over(game, company) => game.go_on(Step::Settlement)?,
        Step::Settlement => settle(game, company, events)?,
        Step::Trains if trains::over(game, company) => {
            game.go_on(Step::Finance)?;
            finance::forced_sales(game, company, events)?;
        }
        Step::Finance if finance::over(game, company) => game.go_on(Step::Over)?,
        Step::Over => end_turn(game)?,
        _ => return Ok(Flow::Waits),
    }
    Ok(Flow::GoesOn)
}

/// 18FB-3.4.4-05: interest, or earnings and what becomes of them. 18FB-3.4-10: the state after the token counts.
fn settle(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    if powers::prompt(game, company)? {
        return Ok(());
    }
    let rights = game.rights(company);
    if rights.interest {
        interest::pay(game, company, events)?;
    }
    if !rights.runs {
        return game.go_on(Step::Trains);
    }
    let revenue = earnings::run(game, company, events)?;
    game.operating_mut()?.revenue = revenue;
    match dividend::by_rule(game, company, revenue) {
        Some(how) => {
            dividend::declare(game, company, how, events)?;
            game.go_on(Step::Trains)
        }
        None => game.go_on(Step::Dividend),
    }
}

/// 18FB-3.4-02, 18FB-3.4-03, 18FB-3.4-04: regionals first, in their printed order, then corps by descending price, found anew
/// after each turn (the market's order: further right, then the upper marker).
pub(super) fn next(game: &Game, done: CompanySet) -> Option<CompanyId> {
    let mut regionals: Vec<_> = game.company_ids().filter(|id| game.fixed.regional(*id).is_some()).collect();
    regionals.sort_by_key(|id| game.fixed.regional(*id).map(|regional| regional.order));
    let owned = |id: &CompanyId| matches!(game.table.shares.director(*id), Holder::Seat(_));
    let regional = regionals.into_iter().filter(owned).find(|id| !done.has(*id));
    regional.or_else(|| {
        let order = game.table.chart.order(&game.fixed.parts.grid);
        order.into_iter().find(|id| !done.has(*id) && operates(game, *id))
    })
}

/// 18FB-3.4-08, 18FB-3.4-09: unfloated corps do not operate; one floated in the stock round does. Its price stays otherwise
/// (18FB-2.2.5-07). Nor does a national without any president (18FB-G-72). A frozen corp without
/// president runs by itself (18FB-G-39).
fn operates(game: &Game, company: CompanyId) -> bool {
    let led = game.president(company).is_some() || game.table.shares.director(company) == Holder::Pool;
    game.rights(company).operates && led
}

/// The companies still to come, in the order as it stands now, for clients.
pub(super) fn to_come(game: &Game) -> Vec<CompanyId> {
    let mut done = game.operating().map(|operating| operating.done).unwrap_or_default();
    game.operating()
        .and_then(|operating| operating.company)
        .into_iter()
        .for_each(|company| done.add(company));
    let mut order = Vec::new();
    while let Some(company) = next(game, done) {
        done.add(company);
        order.push(company);
    }
    order
}

fn next_company(game: &mut Game, events: &mut Events) -> Play {
    let done = game.operating_mut()?.done;
    let Some(company) = next(game, done) else { return end_round(game, events) };
    game.table.proposed.clear();
    *game.operating_mut()? = Operating { company: Some(company), done, ..Operating::default() };
    if game.fixed.switches.forced_sales_first {
        finance::forced_sales(game, company, events)?;
    }
    Ok(())
}

/// 18FB-3.4-05: each company operates once in a round.
fn end_turn(game: &mut Game) -> Play {
    let operating = game.operating_mut()?;
    let mut done = operating.done;
    operating.company.into_iter().for_each(|company| done.add(company));
    *operating = Operating { done, ..Operating::default() };
    Ok(())
}

/// The end of an OR: a PH-5 train is removed, then the Regional Companies Round is held if PH5 has just begun.
fn end_round(game: &mut Game, events: &mut Events) -> Play {
    trains::remove_unsold(game, events);
    // 18FB-4-01, 18FB-4-02, 18FB-G-99: an empty bank ends the game after the set.
    if game.table.bank_broken && last_of_set(game) {
        end::finish(game, end::Why::Bank, events);
        return Ok(());
    }
    if game.table.unified_now {
        auction::begin_regionals(game, events);
        return Ok(());
    }
    next_round(game, events)
}

fn last_of_set(game: &Game) -> bool {
    let rounds = game.phase().map_or(0, |phase| phase.operating_rounds);
    game.table.operating_rounds >= rounds
}

/// 18FB-3-01: one SR, then two ORs; a set is always played to its end.
pub(super) fn next_round(game: &mut Game, events: &mut Events) -> Play {
    if last_of_set(game) {
        stock::begin(game, events);
        return Ok(());
    }
    begin(game, events)
}

/// What can be done at any moment of a company's turn besides its step: powers of political cards (18FB-3.4-07),
/// acquisitions (18FB-3.6.3-01), cards of other players in 2006.
fn asides(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers = powers::offers(game, company);
    offers.extend(acquisition::offers(game, company));
    if let Some(seat) = game.president(company) {
        offers.extend(deal::card_offers(game, seat));
    }
    offers
}

/// Carries out what can be done at any moment; none if the action is something else.
fn aside(game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Option<Play> {
    let company = match game.acting() {
        Ok(company) => company,
        Err(refusal) => return Some(Err(refusal)),
    };
    match action {
        Action::UseCard { card } => Some(powers::use_card(game, company, seat, *card, events)),
        Action::Buy { company: name, .. } => {
            let regional = game.fixed.parts.company(*name).filter(|id| game.fixed.regional(*id).is_some())?;
            Some(acquisition::acquire(game, company, regional, action, events))
        }
        Action::Propose { deal } if matches!(**deal, Action::BuyCard { .. }) => {
            Some(deal::propose_card(game, seat, deal, events))
        }
        _ => None,
    }
}

/// Pays from a company's treasury to the bank.
fn pay_bank(game: &mut Game, company: CompanyId, amount: Money, why: Text, events: &mut Events) -> Play {
    game.table.ledger.pay(Account::Company(company), Account::Bank, amount, why, events)
}
