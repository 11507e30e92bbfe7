//! Running trains: each train one route, no track twice. What a route is, the toolbox knows; here is what
//! stops pay and what trains reach.

use super::operating::go_on;
use super::state::{OpStep, Operating};
use super::{Tiny, out_of_place, settle};
use ferrata_engine::action::Action;
use ferrata_engine::board::BROAD;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{self, Objective, Pay, Rules, StopRule, Train};
use ferrata_engine::tile::StopKind;

/// Whether the company has a train and a route for it.
pub(super) fn can_run(game: &Tiny, company: CompanyId) -> bool {
    with_rules(game, company, |rules| route::has_route(&game.now.board, rules))
}

/// Asks something that depends on the rules of running.
pub(super) fn with_rules<R>(game: &Tiny, company: CompanyId, ask: impl FnOnce(&Rules<'_>) -> R) -> R {
    let stop = |hex, stop| stop_rule(game, company, hex, stop);
    let kinds = game.company(company).map(|company| &company.trains[..]).unwrap_or_default();
    let spec = |(at, kind): (usize, &TrainKind)| {
        let spec = game.printed.from.train_spec(*kind)?;
        Some(Train::new(at as u8, BROAD, spec.reach.iter().copied()))
    };
    ask(&Rules {
        stop: &stop,
        trains: kinds.iter().enumerate().filter_map(spec).collect(),
        bonuses: Vec::new(),
        across: Vec::new(),
        objective: Objective::Revenue,
        cite: |_| None,
    })
}

fn stop_rule(game: &Tiny, company: CompanyId, hex: HexId, at: u8) -> StopRule {
    let board = &game.now.board;
    let Some(stop) = board.face(hex).stops.get(at as usize) else {
        return StopRule::closed(StopKind::Town);
    };
    let band = game.phase().map(|phase| phase.band).unwrap_or_default();
    StopRule {
        visit: board.visit(company, hex, at),
        base: board.has_token_at(company, hex, at),
        ..StopRule::new(stop.kind, Pay::revenue(stop.value.in_band(band).0))
    }
}

pub(super) fn offers(game: &Tiny, company: CompanyId) -> Vec<Offer> {
    let trains = game.company(company).map(|company| &company.trains[..]).unwrap_or_default();
    let name = |kind: &TrainKind| game.printed.from.train_spec(*kind).map(|train| train.name);
    let trains = trains.iter().filter_map(name).collect();
    vec![Offer::Run { company: game.company_name(company), trains, must_earn: None }]
}

pub(super) fn apply(
    game: &mut Tiny,
    operating: Operating,
    action: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    let Action::Run { routes } = action else { return Err(out_of_place("run the trains")) };
    let company = operating.company;
    let run = with_rules(game, company, |rules| route::check(&game.now.board, rules, routes))?;
    let revenue = run.pays.revenue;
    events.push(Event::Run { company, revenue });
    if let Some(charter) = game.company_mut(company) {
        charter.last_run = Some(revenue);
    }
    match revenue == Money::ZERO {
        true => settle::keep_nothing(game, operating, events),
        false => go_on(game, operating, OpStep::Settle(revenue)),
    }
}
