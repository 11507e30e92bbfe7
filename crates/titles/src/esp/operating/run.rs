//! §4.4 Running trains: every route its own train, and goals met on the way.

use super::{Step, consist, meanwhile};
use crate::esp::fixed::{Class, ThirdGoal};
use crate::esp::table::{Goal, Train};
use crate::esp::{Game, goals};
use ferrata_engine::action::{Action, Route};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::hash::Unhashed;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Account;
use ferrata_engine::name::{Name, OptionName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::route::{self, Explained, ExplainedRoute, Pay};
use ferrata_engine::say;
use ferrata_engine::tile::StopKind;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use std::sync::Arc;

/// The company runs its trains. 18ESP-4-04, 18ESP-4.4.3-02: it must, but its director chooses the routes.
pub(super) struct Run;

impl Decision<Game> for Run {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_director()
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Run
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let own = |company| {
            let trains = game.shown_trains(company);
            let run = Offer::Run { company: game.name(company), trains, must_earn: None };
            [run].into_iter().chain(tender_offer(game, company)).collect()
        };
        meanwhile::offers(game, own, None)
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        meanwhile::answer(game, by, action, events, |game, company, events| match action {
            Action::Run { routes } => run(game, company, routes, events),
            Action::Choose { option } => assign_tender(game, company, *option),
            _ => Err(Refusal::rule("18ESP-4-04", say!("now the trains run"))),
        })
    }
}

/// Whether the company is asked for a run: by the book if it has a legal route; online if it has a train for a map it is on
/// and track leads from one of its stations to another stop.
pub(super) fn can_run(game: &Game, company: CompanyId) -> bool {
    let trains = &game.company(company).trains;
    if trains.iter().all(|train| train.resting) {
        return false;
    }
    if game.fixed.switches.must_run {
        return consist::has_route(game, company);
    }
    let leads_on = |station: &(HexId, u8)| {
        let reach = game.table.board.reach(std::slice::from_ref(station), &game.terms(company));
        reach.stops().nth(1).is_some()
    };
    trains.iter().any(|train| may_run(game, company, train)) && game.stations(company).iter().any(leads_on)
}

/// Whether a train may run now: it does not rest, and there is a station on its map. 18ESP-4.4.3-09: a train of the other
/// map's gauge needs a station there or in a pass.
pub(in crate::esp) fn may_run(game: &Game, company: CompanyId, train: &Train) -> bool {
    let away = match game.class(company) {
        Class::North => !train.narrow,
        _ => train.narrow,
    };
    let there = |hex: HexId| game.pass_at(hex).is_some() || game.fixed.is_north(hex) == train.narrow;
    !train.resting
        && (train.with.is_some() || !away || game.stations(company).iter().any(|(hex, _)| there(*hex)))
}

/// The best run of a company.
pub(in crate::esp) fn best(game: &Game, company: CompanyId) -> Vec<Route> {
    consist::with_all(game, company, |rules| route::best_routes(&game.table.board, rules).routes)
}

/// What a run would earn, or what is wrong with it.
pub(in crate::esp) fn explain(
    game: &Game,
    company: CompanyId,
    routes: &[Route],
) -> Result<Explained, Refusal> {
    consist::with_all(game, company, |rules| route::check(&game.table.board, rules, routes))
}

/// 18ESP-2.2.5-05: the director assigns the tender to a train, anew in each round.
fn tender_offer(game: &Game, company: CompanyId) -> Option<Offer> {
    if !game.company(company).tender || game.company_turn().tender.is_some() {
        return None;
    }
    let trains = game.company(company).trains.iter().enumerate();
    let option = |(at, train): (usize, &Train)| {
        let train = game.train_name(train);
        (OptionName(Name::from(at as u32)), say!("the tender goes with the {train}-train", train))
    };
    let options: Vec<_> = trains.filter(|(_, train)| may_run(game, company, train)).map(option).collect();
    (!options.is_empty()).then(|| Offer::Choose { about: say!("assign the tender"), options })
}

fn assign_tender(game: &mut Game, company: CompanyId, option: OptionName) -> Play {
    let may = game.company(company).tender && game.company_turn().tender.is_none();
    require(may, "18ESP-2.2.5-05", || say!("the company has no tender to assign (any more)"))?;
    let at = option.as_str().parse::<u8>().ok();
    let train = at.and_then(|at| game.company(company).trains.get(at as usize));
    let runs = train.is_some_and(|train| may_run(game, company, train));
    // The answer is written in one way only: 1, not 01 or +1.
    let plain = at.is_some_and(|at| OptionName(Name::from(u32::from(at))) == option);
    require(runs && plain, "18ESP-2.2.5-05", || say!("{option} is no train that runs now", option))?;
    game.note_in_turn(|turn| turn.tender = at);
    Ok(())
}

fn run(game: &mut Game, company: CompanyId, routes: &[Route], events: &mut Events) -> Play {
    let runs = !routes.is_empty() || !game.fixed.switches.must_run;
    require(runs, "18ESP-4-04", || say!("a company that can run must run"))?;
    let explained = explain(game, company, routes)?;
    meet_goals(game, company, &explained, events)?;
    let Pay { revenue, treasury } = explained.pays;
    if game.fixed.switches.income_with_dividend {
        game.note_in_turn(|turn| turn.income = treasury);
    } else {
        // 18ESP-4.4.3-03: at once.
        let why = say!("mines and harbours");
        game.table.ledger.pay(Account::Bank, Account::Company(company), treasury, why, events)?;
    }
    note_first_run(game, company, &explained);
    game.note_in_turn(|turn| (turn.revenue, turn.tender) = (revenue, None));
    let state = game.company_mut(company);
    state.ran |= !routes.is_empty();
    state.last_run = Some(revenue);
    state.last_routes = Unhashed(Some(Arc::new(routes.to_vec())));
    events.push(Event::Run { company, revenue });
    game.go_on(Step::Dividend);
    Ok(())
}

/// The train of private 3 has made its first run.
fn note_first_run(game: &mut Game, company: CompanyId, explained: &Explained) {
    let permanent = |at: &u8| {
        let train = game.company(company).trains.get(*at as usize);
        train.is_some_and(|train| game.is_permanent(train))
    };
    if explained.routes.iter().any(|route| route.trains.iter().any(permanent)) {
        game.table.aranjuez_visited = true;
    }
}

/// 18ESP-5.1.1-04: goals that are met when a route is run; 18ESP-G-45: the red area first.
fn meet_goals(game: &mut Game, company: CompanyId, explained: &Explained, events: &mut Events) -> Play {
    if game.is_minor(company) {
        return Ok(());
    }
    let calls = |route: &ExplainedRoute, kind: StopKind| route.halts.iter().any(|halt| halt.kind == kind);
    let any = |wanted: &dyn Fn(&ExplainedRoute) -> bool| explained.routes.iter().any(wanted);
    if any(&|route| calls(route, StopKind::Offboard)) {
        goals::meet(game, company, Goal::RedArea, events)?;
    }
    // 18ESP-5.1.1-01, 18ESP-G-39: mine and harbour on one route, even if the mine pays nothing.
    let third = match game.fixed.role(company).third_goal {
        Some(ThirdGoal::Harbour) => any(&|route| calls(route, StopKind::Port)),
        Some(ThirdGoal::MineAndHarbour) => {
            any(&|route| calls(route, StopKind::Port) && calls(route, StopKind::Mine))
        }
        Some(ThirdGoal::Takeover) | None => false,
    };
    if third { goals::meet(game, company, Goal::Third, events) } else { Ok(()) }
}
