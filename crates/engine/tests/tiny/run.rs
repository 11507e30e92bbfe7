//! Running trains: each train one route, no track twice. What a route is, the toolbox knows; here is what
//! stops pay and what trains reach.

use super::operating::Step;
use super::{Tiny, dividend};
use ferrata_engine::action::Action;
use ferrata_engine::board::BROAD;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{self, Objective, Pay, Rules, StopRule, Train};
use ferrata_engine::say;
use ferrata_engine::tile::StopKind;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The company runs its trains.
pub(super) struct Run;

impl Decision<Tiny> for Run {
    fn turn(&self, game: &Tiny) -> Turn {
        game.acting_director()
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::Run
    }

    fn offers(&self, game: &Tiny) -> Vec<Offer> {
        let Ok(id) = game.acting() else { return Vec::new() };
        let (parts, charter) = (&game.fixed.parts, game.company(id));
        let trains = charter.map(|charter| &charter.trains[..]).unwrap_or_default();
        let trains = trains.iter().map(|kind| parts.train_name(*kind)).collect();
        vec![Offer::Run { company: parts.company_name(id), trains, must_earn: None }]
    }

    fn answer(&self, game: &mut Tiny, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Run { routes } = action else {
            return Err(Refusal::out_of_place(say!("run the trains")));
        };
        let company = game.acting()?;
        let run = with_rules(game, company, |rules| route::check(&game.table.board, rules, routes))?;
        let revenue = run.pays.revenue;
        events.push(Event::Run { company, revenue });
        if let Some(charter) = game.company_mut(company) {
            charter.last_run = Some(revenue);
        }
        game.operating_mut()?.revenue = revenue;
        match revenue == Money::ZERO {
            true => dividend::nothing(game, company, events),
            false => game.go_on(Step::Dividend),
        }
    }
}

/// Whether the company has a train and a route for it.
pub(super) fn can_run(game: &Tiny, company: CompanyId) -> bool {
    with_rules(game, company, |rules| route::has_route(&game.table.board, rules))
}

/// Asks something that depends on the rules of running.
pub(super) fn with_rules<R>(game: &Tiny, company: CompanyId, ask: impl FnOnce(&Rules<'_>) -> R) -> R {
    let stop = |hex, stop| stop_rule(game, company, hex, stop);
    let kinds = game.company(company).map(|company| &company.trains[..]).unwrap_or_default();
    let spec = |(at, kind): (usize, &TrainKind)| {
        let spec = game.fixed.parts.train_spec(*kind)?;
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
    let board = &game.table.board;
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
