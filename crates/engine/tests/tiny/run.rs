//! Running trains: each train one route, no track twice.

use super::operating::go_on;
use super::state::{OpStep, Operating};
use super::walk::{Piece, Walk, follow};
use super::{Tiny, out_of_place, settle};
use ferrata_engine::action::{Action, Route};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;

/// Whether the company has a train and a route for it.
pub(super) fn can_run(game: &Tiny, company: CompanyId) -> bool {
    let trains = game.company(company).map_or(0, |company| company.trains.len());
    trains > 0 && game.reach(company).stops().nth(1).is_some()
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
    let revenue = revenue(game, company, routes)?;
    events.push(Event::Run { company, revenue });
    if let Some(charter) = game.company_mut(company) {
        charter.last_run = Some(revenue);
    }
    match revenue == Money::ZERO {
        true => settle::keep_nothing(game, operating, events),
        false => go_on(game, operating, OpStep::Settle(revenue)),
    }
}

/// What the routes earn together, or what is wrong with them.
fn revenue(game: &Tiny, company: CompanyId, routes: &[Route]) -> Result<Money, Refusal> {
    let mut used: Vec<Piece> = Vec::new();
    let mut trains: Vec<u8> = Vec::new();
    let mut sum = Money::ZERO;
    for route in routes {
        let [train] = route.trains[..] else { return Err(Refusal::plain("a route is run by one train")) };
        let length = length(game, company, train).ok_or_else(|| Refusal::plain("there is no such train"))?;
        let walk = follow(game, company, &route.legs)?;
        if trains.contains(&train) || walk.track.iter().any(|piece| used.contains(piece)) {
            return Err(Refusal::plain("each train runs once, and no track is used twice"));
        }
        if walk.stops.len() > length || !route.skipped.is_empty() {
            return Err(Refusal::plain(format!("the train runs to {length} stops and skips none")));
        }
        sum += value(game, &walk);
        trains.push(train);
        used.extend(walk.track);
    }
    Ok(sum)
}

/// How many stops a train of the company reaches.
pub(super) fn length(game: &Tiny, company: CompanyId, train: u8) -> Option<usize> {
    let kind = *game.company(company)?.trains.get(train as usize)?;
    let reach = game.printed.from.train_spec(kind)?.reach.first()?;
    Some(reach.count.map_or(usize::MAX, usize::from))
}

/// What a route earns.
pub(super) fn value(game: &Tiny, walk: &Walk) -> Money {
    let band = game.phase().map(|phase| phase.band).unwrap_or_default();
    let worth = |(hex, stop): &(HexId, u8)| {
        let stop = game.now.board.face(*hex).stops.get(*stop as usize);
        stop.map_or(Money::ZERO, |stop| stop.value.in_band(band))
    };
    walk.stops.iter().map(worth).sum()
}
