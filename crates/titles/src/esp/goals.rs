//! §5.1 Goals, the capital they bring, and the stations they unlock.

use super::Game;
use super::fixed::ThirdGoal;
use super::table::{Goal, Pending, Status};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

const CLAIM: OptionName = OptionName::of("destination");
const LATER: OptionName = OptionName::of("later");

/// 18ESP-D-20: a company is connected to its destination and says so, now or later.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    pub(super) company: CompanyId,
}

impl Decision<Game> for Claim {
    fn turn(&self, game: &Game) -> Turn {
        game.directors_turn(self.company)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Goal
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        let options = vec![(CLAIM, say!("the destination is reached")), (LATER, say!("say so later"))];
        vec![Offer::Choose { about: say!("a goal is met"), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let claims = match *action {
            Action::Choose { option } if option == CLAIM => true,
            Action::Choose { option } if option == LATER => false,
            _ => {
                let company = game.name(self.company);
                let because = say!("first {company} claims its destination or puts it off", company);
                return Err(Refusal::rule("18ESP-D-20", because));
            }
        };
        game.table.pending.pop();
        if claims { claim(game, self.company, events) } else { Ok(()) }
    }
}

/// Whether a company has goals: a major that was launched before phase 5.
fn has_goals(game: &Game, company: CompanyId) -> bool {
    let state = game.company(company);
    !game.is_minor(company) && state.status == Status::Launched && !state.full_capital
}

/// Whether the destination is reached and not credited yet.
fn is_destination_due(game: &Game, company: CompanyId) -> bool {
    has_goals(game, company)
        && !game.company(company).met(Goal::Destination)
        && game.reaches_destination(company)
}

/// Looks whether the operating company is connected to its destination. 18ESP-G-46: in its own turn.
pub(super) fn review_destination(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    if !is_destination_due(game, company) {
        return Ok(());
    }
    if !game.fixed.switches.destination_is_claimed {
        return claim(game, company, events);
    }
    let claim = Pending::Claim(Claim { company });
    if !game.table.pending.contains(&claim) {
        // Whatever else is asked is answered first.
        game.table.pending.insert(0, claim);
    }
    Ok(())
}

/// What a company that has put off its claim may say at any moment of its turn.
pub(super) fn late_claim_offer(game: &Game, company: CompanyId) -> Option<Offer> {
    let options = || vec![(CLAIM, say!("the destination is reached"))];
    may_claim(game, company).then(|| Offer::Choose { about: say!("a goal is met"), options: options() })
}

fn may_claim(game: &Game, company: CompanyId) -> bool {
    game.fixed.switches.destination_is_claimed && is_destination_due(game, company)
}

/// Whether an action is a claim that was put off.
pub(super) fn is_late_claim(game: &Game, company: CompanyId, action: &Action) -> bool {
    *action == Action::Choose { option: CLAIM } && may_claim(game, company)
}

/// The destination is credited.
pub(super) fn claim(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    meet(game, company, Goal::Destination, events)
}

/// 18ESP-5.1.2-01: capital into the treasury, more for each goal; each goal once. 18ESP-5.1.3-01: tokens are unlocked.
/// 18ESP-G-47: both may be used at once.
pub(super) fn meet(game: &mut Game, company: CompanyId, goal: Goal, events: &mut Events) -> Play {
    if !has_goals(game, company) || game.company(company).met(goal) {
        return Ok(());
    }
    let (third, figures) = (game.fixed.role(company).third_goal, &game.fixed.figures);
    let takeover = goal == Goal::Third && third == Some(ThirdGoal::Takeover);
    let tokens = if takeover { figures.takeover_tokens } else { figures.goal_tokens };
    let before = game.company(company).goals.count();
    let factor = figures.goal_capital.get(before).copied().unwrap_or(0);
    let state = game.company_mut(company);
    state.goals.add(goal);
    let unlocked = tokens.min(state.locked_tokens);
    state.locked_tokens -= unlocked;
    state.free_tokens += unlocked;
    let capital = state.par.unwrap_or_default() * factor;
    let what = match goal {
        Goal::Destination => say!("its destination"),
        Goal::RedArea => say!("a red area"),
        Goal::Third => match third {
            Some(ThirdGoal::Takeover) => say!("a takeover"),
            Some(ThirdGoal::Harbour) => say!("a harbour"),
            _ => say!("mine and harbour"),
        },
    };
    let name = game.name(company);
    events.push(Event::Note { text: say!("{company} meets a goal: {what}.", company = name, what) });
    let to = Account::Company(company);
    game.table.ledger.pay(Account::Bank, to, capital, say!("capital for a goal"), events)
}

impl Game {
    /// 18ESP-5.1.1-02: whether a takeover is a goal of the company.
    pub(super) fn third_is_takeover(&self, company: CompanyId) -> bool {
        self.fixed.role(company).third_goal == Some(ThirdGoal::Takeover)
    }
}
