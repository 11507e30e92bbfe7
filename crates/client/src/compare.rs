//! Runs to compare the best one with: what a company would earn if it left a stop, a train or a bonus of it alone, or called
//! at a place that its player chooses.

use ferrata_engine::action::Route;
use ferrata_engine::board::{Board, Visit};
use ferrata_engine::id::HexId;
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{
    Best, Bonus, Explained, Halt, Network, Pay, Place, Progress, Rules, StopRule, best, check,
};
use ferrata_engine::text::Text;
use ferrata_titles::Game;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// So many other runs that leave a stop alone are shown at most.
const MOST: usize = 3;
/// A search that takes longer than so many steps is given up: what it has found so far is another run, too.
const STEPS: u64 = 200_000;
/// More than any run brings: a search for the most finds a run that earns this first.
const PRIZE: i32 = 100_000;

/// How a run differs from the best one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Apart {
    /// It leaves this place alone.
    Without(String),
    /// This train, by its place among the company's, stays at home.
    Idle(u8),
    /// It does without this bonus.
    Unclaimed(Text),
    /// It calls at this place.
    Through(String),
}

/// A run that is not the best one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Other {
    /// Its routes.
    pub routes: Vec<Route>,
    /// What it brings.
    pub pays: Pay,
    /// How it differs from the best one.
    pub apart: Apart,
}

/// What the best run can be compared with.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Others {
    /// Other runs: those that do without a bonus, a stop, a train.
    pub runs: Vec<Other>,
    /// The places at which the best run does not call though the company's track leads there, by name.
    pub places: Vec<(Place, String)>,
}

/// What the best run can be compared with.
pub fn others(game: &Game, company: Option<CompanyName>, best_run: &Best) -> Result<Others, Refusal> {
    let (_, found) = game.with_running(company, |board, rules| {
        let Ok(explained) = check(board, rules, &best_run.routes) else { return Others::default() };
        let mut stops = without_stops(board, rules, &explained);
        stops.sort_by_key(|other| (-total(other.pays).0, other.routes.len()));
        let trains = without_trains(board, rules, best_run);
        let bonuses = without_bonuses(board, rules, &explained);
        let mut runs: Vec<Other> = Vec::new();
        // What does without a bonus often leaves its stop alone, too: the bonus says more.
        for (others, most) in [(bonuses, usize::MAX), (stops, MOST), (trains, usize::MAX)] {
            let is_new = |other: &Other| {
                !other.routes.is_empty()
                    && other.routes != best_run.routes
                    && runs.iter().all(|known| known.routes != other.routes)
            };
            let mut fresh: Vec<Other> = Vec::new();
            for other in others.into_iter().filter(is_new) {
                if fresh.len() < most && fresh.iter().all(|known| known.routes != other.routes) {
                    fresh.push(other);
                }
            }
            runs.extend(fresh);
        }
        Others { runs, places: places(board, rules, &explained) }
    })?;
    Ok(found)
}

/// The best run that calls at a place; none if none can.
pub fn through(
    game: &Game,
    company: Option<CompanyName>,
    (name, stop): Place,
) -> Result<Option<Other>, Refusal> {
    let (_, found) = game.with_running(company, |board, rules| {
        let hex = board.map().id(name)?;
        let asked = |bonus: &Bonus| bonus.needs.iter().fold(0, |all, need| all | need);
        let required = rules.trains.iter().flat_map(|train| &train.requires);
        let used = required.fold(0, |all, one| all | one.marks)
            | rules.bonuses.iter().chain(&rules.across).map(asked).fold(0, |all, marks| all | marks);
        // A mark that no rule asks for, at this stop alone.
        let mark = 1u64.checked_shl(used.trailing_ones())?;
        let marked = |at: HexId, of: u8| {
            let rule = (rules.stop)(at, of);
            let marks = if (at, of) == (hex, stop) { rule.marks | mark } else { rule.marks & !mark };
            StopRule { marks, ..rule }
        };
        let mut wanted = Rules { stop: &marked, ..copied(rules) };
        let needs = std::iter::once(mark).collect();
        wanted.across.push(Bonus { name: Text::default(), needs, pays: Pay::revenue(PRIZE), once: true });
        let apart = Apart::Through(place_name(board, hex, (name, stop)));
        let (other, explained) = search(board, rules, &wanted, apart)?;
        halts(&explained).any(|halt| (halt.hex, halt.stop) == (name, stop)).then_some(other)
    })?;
    Ok(found)
}

/// All that a run brings.
pub fn total(pays: Pay) -> Money {
    pays.revenue + pays.treasury
}

/// The best run by other rules, with what it brings by those of the game.
fn search(board: &Board, rules: &Rules<'_>, others: &Rules<'_>, apart: Apart) -> Option<(Other, Explained)> {
    let routes = best(board, others, patience()).routes;
    let explained = check(board, rules, &routes).ok()?;
    Some((Other { routes, pays: explained.pays, apart }, explained))
}

fn without_stops(board: &Board, rules: &Rules<'_>, explained: &Explained) -> Vec<Other> {
    let mut seen = BTreeSet::new();
    let stops = halts(explained).filter(|halt| seen.insert((halt.hex, halt.stop)));
    let without = |halt: &Halt| {
        let out = (board.map().id(halt.hex)?, halt.stop);
        let closed = |hex: HexId, stop: u8| {
            let rule = (rules.stop)(hex, stop);
            if (hex, stop) == out { StopRule::closed(rule.kind) } else { rule }
        };
        let apart = Apart::Without(halt.name.clone().unwrap_or_else(|| halt.hex.to_string()));
        search(board, rules, &Rules { stop: &closed, ..copied(rules) }, apart).map(|(other, _)| other)
    };
    stops.filter_map(without).collect()
}

fn without_trains(board: &Board, rules: &Rules<'_>, best_run: &Best) -> Vec<Other> {
    let trains: BTreeSet<u8> =
        best_run.routes.iter().flat_map(|route| route.trains.iter().copied()).collect();
    let without = |idle: &u8| {
        let mut others = copied(rules);
        others.trains.retain(|train| !train.trains.contains(idle));
        search(board, rules, &others, Apart::Idle(*idle)).map(|(other, _)| other)
    };
    trains.iter().filter_map(without).collect()
}

fn without_bonuses(board: &Board, rules: &Rules<'_>, explained: &Explained) -> Vec<Other> {
    let claimed = |explained: &Explained| -> Vec<Text> {
        let extras = explained.routes.iter().flat_map(|route| &route.extras).chain(&explained.across);
        let gains = extras.filter(|extra| total(extra.pays) > Money::ZERO);
        gains.map(|extra| extra.name.clone()).collect()
    };
    let mut names = claimed(explained);
    names.dedup();
    let without = |name: &Text| {
        let mut others = copied(rules);
        let all = others.bonuses.iter_mut().chain(&mut others.across);
        // Where it only brought nothing, the same run would be best again.
        all.filter(|bonus| bonus.name == *name).for_each(|bonus| bonus.pays = Pay::revenue(-PRIZE));
        let (other, found) = search(board, rules, &others, Apart::Unclaimed(name.clone()))?;
        (!claimed(&found).contains(name)).then_some(other)
    };
    names.iter().filter_map(without).collect()
}

/// The places that trains reach and the best run leaves out.
fn places(board: &Board, rules: &Rules<'_>, explained: &Explained) -> Vec<(Place, String)> {
    let called: BTreeSet<Place> = halts(explained).map(|halt| (halt.hex, halt.stop)).collect();
    let all = Network::new(board, rules).places().into_iter().filter(|place| !called.contains(place));
    let pays = |(name, stop): Place| {
        let hex = board.map().id(name)?;
        let rule = (rules.stop)(hex, stop);
        let worth = total(rule.pays) + total(rule.ends);
        let open = rule.visit != Visit::No && worth > Money::ZERO;
        open.then(|| ((name, stop), place_name(board, hex, (name, stop))))
    };
    let mut places: Vec<_> = all.filter_map(pays).collect();
    places.sort_by(|one, other| (&one.1, one.0).cmp(&(&other.1, other.0)));
    places
}

fn place_name(board: &Board, hex: HexId, (name, stop): Place) -> String {
    let face = board.face(hex);
    let own = face.stops.get(usize::from(stop)).and_then(|stop| stop.name.clone());
    let place = own.or_else(|| board.map().hex(hex)?.place.clone());
    let several = if face.stops.len() > 1 { format!(", {}", stop + 1) } else { String::new() };
    match place {
        Some(place) => format!("{place} ({name}{several})"),
        None => format!("{name}{several}"),
    }
}

fn halts(explained: &Explained) -> impl Iterator<Item = &Halt> {
    explained.routes.iter().flat_map(|route| &route.halts).filter(|halt| !halt.passed)
}

/// Ends a search after some time.
fn patience() -> impl FnMut(Progress) -> ControlFlow<()> {
    |progress| if progress.nodes < STEPS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// The same rules, to be changed.
fn copied<'a>(rules: &Rules<'a>) -> Rules<'a> {
    Rules {
        stop: rules.stop,
        trains: rules.trains.clone(),
        bonuses: rules.bonuses.clone(),
        across: rules.across.clone(),
        objective: rules.objective,
        cite: rules.cite,
    }
}
