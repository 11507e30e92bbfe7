//! 6.7 Running trains.

use super::gravity::GravityDice;
use super::{Step, consist, meanwhile};
use crate::t1883::Game;
use crate::t1883::agenda::Pending;
use crate::t1883::events;
use crate::t1883::fixed::Effect;
use crate::t1883::out_of_place;
use crate::t1883::privates::moment::{self, Before};
use crate::t1883::table::LastRun;
use ferrata_engine::action::{Action, Route};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::hash::Unhashed;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::route::{self, Explained};
use ferrata_engine::say;
use ferrata_engine::tile::End;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use smallvec::SmallVec;
use std::sync::Arc;

/// The corporation runs its trains. 1883-6.7-09, 1883-R-16: any legal set of routes.
pub(super) struct Run;

impl Decision<Game> for Run {
    fn turn(&self, game: &Game) -> Turn {
        meanwhile::turn(game)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Run
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let Ok(company) = game.acting() else { return Vec::new() };
        let trains = game.company(company).trains.iter();
        let trains = trains.map(|kind| game.fixed.parts.train_name(*kind)).collect();
        let mut offers = vec![Offer::Run { company: game.name(company), trains, must_earn: None }];
        offers.extend(meanwhile::offers(game));
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        if let Some(done) = meanwhile::answer(game, by.seat()?, action, events) {
            return done;
        }
        match action {
            Action::Run { routes } => run(game, game.acting()?, routes, events),
            _ => Err(out_of_place(say!("run the trains"))),
        }
    }
}

/// Whether there is anything to run. 1883-11-03b: not where the corporation is struck.
pub(super) fn waits(game: &Game, company: CompanyId) -> bool {
    !game.table.events.struck.has(company) && consist::has_route(game, company)
}

/// The best run of a corporation.
pub(in crate::t1883) fn best(game: &Game, company: CompanyId) -> Vec<Route> {
    consist::with_all(game, company, |rules| route::best_routes(&game.table.board, rules).routes)
}

/// What a run would earn, or what is wrong with it.
pub(in crate::t1883) fn explain(
    game: &Game,
    company: CompanyId,
    routes: &[Route],
) -> Result<Explained, Refusal> {
    check_lines(game, company, routes)?;
    consist::with_all(game, company, |rules| route::check(&game.table.board, rules, routes))
}

/// Says why a state line that a route uses is closed: 1883-11-10, 1883-6.6-05. To the finder of routes it is not there at all.
fn check_lines(game: &Game, company: CompanyId, routes: &[Route]) -> Play {
    let used = |end: End| game.fixed.lines.iter().find(|line| end == End::Far(line.number));
    for line in routes.iter().flat_map(|route| &route.legs).filter_map(|leg| used(leg.to)) {
        require(!game.event_is(&Effect::RedWeek), "1883-11-10", || {
            say!("no state line is used during the Red Week")
        })?;
        let place = game.fixed.parts.hex_name(line.station);
        require(!game.table.board.city_full_for(company, line.station, 0), "1883-6.6-05", || {
            say!("{place} is full of others' tokens: its state line is closed", place)
        })?;
    }
    Ok(())
}

/// 1883-6.7-15: all routes are declared, then the dice of the gravity trains are rolled, then events change the total.
fn run(game: &mut Game, company: CompanyId, routes: &[Route], events: &mut Events) -> Play {
    let explained = explain(game, company, routes)?;
    let gravity = game.fixed.gravity.kind;
    let trains = game.company(company).trains.clone();
    let falls = |trains_run: &[u8]| {
        let kinds = trains_run.iter().filter_map(|at| trains.get(usize::from(*at)));
        kinds.into_iter().any(|kind| *kind == gravity)
    };
    let (mut base, mut runs) = (Money::ZERO, SmallVec::new());
    for route in &explained.routes {
        match falls(&route.trains) {
            true => runs.push(route.pays.revenue),
            false => base += route.pays.revenue,
        }
    }
    let last = LastRun { revenue: None, routes: Arc::new(routes.to_vec()) };
    game.company_mut(company).last_run = Unhashed(last);
    if runs.is_empty() {
        return finish(game, company, base, events);
    }
    game.interrupt(Pending::GravityDice(GravityDice { company, base, runs }));
    Ok(())
}

/// The run after the dice. 1883-6.7-06, 1883-6.8-16.
pub(super) fn finish(game: &mut Game, company: CompanyId, earned: Money, events: &mut Events) -> Play {
    note(game, company, earned, events);
    game.go_to(Step::Dividend);
    if game.company_turn().revenue > Money::ZERO {
        // 1883-R-56: the owner of CNP can still have a part of it.
        moment::ask(game, company, game.acting_president(), Before::Dividend);
    }
    Ok(())
}

/// Events change what was earned; what is left is paid and compared with the price.
pub(super) fn note(game: &mut Game, company: CompanyId, earned: Money, events: &mut Events) {
    let revenue = events::changed(game, company, earned);
    if revenue != earned {
        let name = game.name(company);
        let text =
            say!("The event makes {revenue} of the {earned} that {name} has earned.", revenue, earned, name);
        events.push(Event::Note { text });
    }
    game.note_in_turn(|turn| turn.revenue = revenue);
    game.company_mut(company).last_run.0.revenue = Some(revenue);
    events.push(Event::Run { company, revenue });
}

/// Nothing runs.
pub(super) fn stay(game: &mut Game, company: CompanyId, events: &mut Events) {
    if game.table.events.struck.has(company) {
        let name = game.name(company);
        events.push(Event::Note { text: say!("{name} is on strike and does not run.", name) });
    }
    game.company_mut(company).last_run =
        Unhashed(LastRun { revenue: Some(Money::ZERO), routes: Arc::default() });
    game.note_in_turn(|turn| turn.revenue = Money::ZERO);
}
