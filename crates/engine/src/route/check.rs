//! Routes made by hand: what is wrong with them, or what they earn and why.

use super::class::constraints;
use super::graph::{PlainTrack, far, hexside, inner, plain_track, side_by_side};
use super::rules::{Bonus, Breach, Far, Pay, Rules, StopRule, Train, far_stop};
use crate::action::{Leg, Route};
use crate::board::{Board, Visit};
use crate::id::HexId;
use crate::name::HexName;
use crate::refusal::Refusal;
use crate::say;
use crate::text::{Arg, Text};
use crate::tile::{End, StopKind};
use serde::{Deserialize, Serialize};

/// A stop on a route and what it pays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Halt {
    /// The hex.
    pub hex: HexName,
    /// The stop of the hex.
    pub stop: u8,
    /// The name of the place.
    pub name: Option<String>,
    /// Its kind.
    pub kind: StopKind,
    /// What it pays, before the train's factor.
    pub pays: Pay,
    /// Why.
    pub why: Text,
    /// The train passes without halting.
    pub passed: bool,
}

/// Extra pay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Extra {
    /// Its name.
    pub name: Text,
    /// What it pays.
    pub pays: Pay,
}

/// A route explained.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplainedRoute {
    /// The trains that run it.
    pub trains: Vec<u8>,
    /// Its stops.
    pub halts: Vec<Halt>,
    /// Its bonuses, before the train's factor.
    pub extras: Vec<Extra>,
    /// Its revenue counts so many times.
    pub factor: i32,
    /// Only half of what its stops pay counts.
    #[serde(default)]
    pub halved: bool,
    /// What it brings in all.
    pub pays: Pay,
}

/// A run explained.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Explained {
    /// The routes.
    pub routes: Vec<ExplainedRoute>,
    /// Bonuses of all routes together.
    pub across: Vec<Extra>,
    /// What the run brings.
    pub pays: Pay,
}

struct Walked {
    stops: Vec<(HexId, u8, StopRule)>,
    uses: Vec<u32>,
    plain: Vec<PlainTrack>,
    marks: u64,
}

/// Checks a run and says what it earns, or what is wrong with it.
pub fn check(board: &Board, rules: &Rules<'_>, routes: &[Route]) -> Result<Explained, Refusal> {
    let mut explained = Explained::default();
    let mut walked: Vec<(Walked, &Train)> = Vec::new();
    for route in routes {
        let train = train_of(rules, route)?;
        if walked.iter().any(|(_, other)| other.trains.iter().any(|at| train.trains.contains(at))) {
            return Err(rules.refuse(Breach::Train, say!("a train runs one route only")));
        }
        let walk = walk(board, rules, route, train)?;
        for (other, before) in &walked {
            apart(board, rules, (other, *before), (&walk, train))?;
        }
        walked.push((walk, train));
    }
    for ((walk, train), route) in walked.iter().zip(routes) {
        explained.routes.push(explain(board, rules, walk, train, route));
    }
    claim_once(rules, &walked, &mut explained);
    let marks = walked.iter().fold(0, |marks, (walk, _)| marks | walk.marks);
    let across = rules.across.iter().filter(|bonus| bonus.applies(marks)).map(extra);
    explained.across = across.collect();
    explained.pays = explained.routes.iter().map(|route| route.pays).sum::<Pay>()
        + explained.across.iter().map(|extra| extra.pays).sum();
    Ok(explained)
}

fn extra(bonus: &Bonus) -> Extra {
    Extra { name: bonus.name.clone(), pays: bonus.pays }
}

fn train_of<'a>(rules: &'a Rules<'_>, route: &Route) -> Result<&'a Train, Refusal> {
    let runs = |train: &&Train| train.trains.as_slice() == route.trains.as_slice();
    rules.trains.iter().find(runs).ok_or_else(|| {
        let listed = |trains: &[u8]| format!("{trains:?}");
        let trains: Arg = rules.trains.iter().map(|train| listed(&train.trains)).collect();
        let train = listed(&route.trains);
        rules.refuse(
            Breach::Train,
            say!("there is no train {train} that can run; there are {trains}", train, trains),
        )
    })
}

fn apart(
    board: &Board,
    rules: &Rules<'_>,
    (one, runs): (&Walked, &Train),
    (other, runs_too): (&Walked, &Train),
) -> Result<(), Refusal> {
    if runs.layer == runs_too.layer && one.uses.iter().any(|used| other.uses.contains(used)) {
        return Err(rules.refuse(Breach::TrackShared, say!("two routes use the same piece of track")));
    }
    let shared = one.stops.iter().find(|(hex, stop, rule)| {
        rule.once && other.stops.iter().any(|(there, at, _)| (there, at) == (hex, stop))
    });
    match shared {
        Some((hex, _, _)) => {
            let place = place(board, *hex);
            Err(rules.refuse(Breach::StopShared, say!("only one route may use {place}", place)))
        }
        None => Ok(()),
    }
}

fn place(board: &Board, hex: HexId) -> HexName {
    board.map().hex(hex).map(|hex| hex.name).unwrap_or_default()
}

/// Follows the legs of a route and sees to everything that concerns it alone.
fn walk(board: &Board, rules: &Rules<'_>, route: &Route, train: &Train) -> Result<Walked, Refusal> {
    let mut walked = Walked { stops: Vec::new(), uses: Vec::new(), plain: Vec::new(), marks: 0 };
    let mut gauges = train.gauges;
    let mut arrived_by_stub = false;
    let mut before: Option<(HexId, End)> = None;
    for (at, leg) in route.legs.iter().enumerate() {
        let broken = || {
            rules.refuse(Breach::Broken, say!("there is no such track as {leg} here", leg = leg.to_string()))
        };
        let hex = board.map().id(leg.hex).ok_or_else(broken)?;
        let wiring = board.wiring(hex).ok_or_else(broken)?;
        let joins = before.is_none_or(|before| joins(board, rules, before, (hex, leg)));
        let starts = before.is_some() || matches!(leg.from, End::Stop(_));
        if !joins || !starts {
            return Err(rules
                .refuse(Breach::Broken, say!("{leg} does not continue the route", leg = leg.to_string())));
        }
        if at == 0
            && let End::Stop(stop) = leg.from
        {
            walked.stops.push((hex, stop, (rules.stop)(hex, stop)));
        }
        let line = far_line(rules, hex, leg);
        let pieces: Vec<_> = wiring.at(leg.from).filter(|(_, _, to)| *to == leg.to).collect();
        if pieces.is_empty() && line.is_none() {
            return Err(broken());
        }
        if let End::Stop(stop) = leg.from {
            gauges = train.gauges;
            if at > 0 {
                let stub = line.is_none() && pieces.iter().all(|(_, piece, _)| piece.stub);
                through(board, rules, hex, stop, arrived_by_stub || stub)?;
            }
        }
        if line.is_none() {
            gauges &= pieces.iter().fold(0, |gauges, (_, piece, _)| gauges | piece.gauges);
        }
        if gauges == 0 {
            return Err(rules.refuse(
                Breach::Gauge,
                say!("the train cannot run on the gauge of {leg}", leg = leg.to_string()),
            ));
        }
        used(board, rules, hex, leg, &mut walked)?;
        passes_once(board, train, hex, leg, &mut walked)?;
        if let End::Stop(stop) = leg.to {
            walked.stops.push((hex, stop, (rules.stop)(hex, stop)));
            arrived_by_stub = line.is_none() && pieces.iter().all(|(_, piece, _)| piece.stub);
        }
        if let (End::Far(number), Some(line)) = (leg.to, &line) {
            walked.stops.push((hex, far_stop(number), line.rule()));
        }
        before = Some((hex, leg.to));
    }
    if !matches!(before, Some((_, End::Stop(_)))) {
        return Err(rules.refuse(Breach::Broken, say!("a route runs from stop to stop")));
    }
    stops_right(board, rules, route, train, &mut walked)?;
    Ok(walked)
}

/// Whether a piece of track begins where the last one ended.
fn joins(board: &Board, rules: &Rules<'_>, before: (HexId, End), (hex, leg): (HexId, &Leg)) -> bool {
    let next = (hex, leg.from);
    match before {
        (hex, End::Stop(stop)) => next == (hex, End::Stop(stop)),
        (hex, End::Side(side)) => {
            let beyond = board.map().hex(hex).and_then(|hex| hex.side(side).to);
            beyond.is_some_and(|(there, side)| next == (there, End::Side(side)))
        }
        (from, End::Far(line)) => {
            leg.from == End::Far(line) && far_line(rules, hex, leg).is_some_and(|far| far.to.0 == from)
        }
    }
}

/// The far line that a leg runs along: both its ends name it.
fn far_line(rules: &Rules<'_>, hex: HexId, leg: &Leg) -> Option<Far> {
    let ((End::Stop(stop), End::Far(line)) | (End::Far(line), End::Stop(stop))) = (leg.from, leg.to) else {
        return None;
    };
    let far = (rules.stop)(hex, stop).far.into_iter().find(|far| far.line == line)?;
    let back = (rules.stop)(far.to.0, far.to.1).far;
    back.iter().any(|other| other.line == line && other.to == (hex, stop)).then_some(far)
}

/// What a piece of track uses that no other route may; none for the last piece of a chain, whose hexside
/// belongs to the piece before it.
fn uses(board: &Board, hex: HexId, from: End, to: End) -> Option<u32> {
    match (from, to) {
        (_, End::Side(side)) => Some(hexside(board, hex, side)),
        (End::Stop(a), End::Stop(b)) => Some(inner(hex, a, b)),
        (End::Far(line), _) | (_, End::Far(line)) => Some(far(line, hex)),
        (End::Side(_), End::Stop(_)) => None,
    }
}

/// What a piece of track uses, whichever way it is run.
pub(super) fn uses_of(board: &Board, leg: &Leg) -> Option<u32> {
    let hex = board.map().id(leg.hex)?;
    uses(board, hex, leg.from, leg.to).or_else(|| uses(board, hex, leg.to, leg.from))
}

/// Where the title says so, a tile without stops is passed twice only on tracks that cross.
fn passes_once(
    board: &Board,
    train: &Train,
    hex: HexId,
    leg: &Leg,
    walked: &mut Walked,
) -> Result<(), Refusal> {
    let (Some(rule), Some(track)) = (train.crossings_only, plain_track(board, hex, leg.from, leg.to)) else {
        return Ok(());
    };
    if walked.plain.iter().any(|other| side_by_side(track, *other)) {
        let hex = place(board, hex);
        return Err(Refusal::rule(
            rule,
            say!("the route passes {hex} twice on tracks that do not cross", hex),
        ));
    }
    walked.plain.push(track);
    Ok(())
}

fn used(board: &Board, rules: &Rules<'_>, hex: HexId, leg: &Leg, walked: &mut Walked) -> Result<(), Refusal> {
    let Some(uses) = uses(board, hex, leg.from, leg.to) else { return Ok(()) };
    if walked.uses.contains(&uses) {
        return Err(rules
            .refuse(Breach::TrackTwice, say!("the route uses track twice at {leg}", leg = leg.to_string())));
    }
    walked.uses.push(uses);
    Ok(())
}

fn through(board: &Board, rules: &Rules<'_>, hex: HexId, stop: u8, stub: bool) -> Result<(), Refusal> {
    let rule = (rules.stop)(hex, stop);
    let terminal = board.face(hex).stops.get(stop as usize).is_none_or(|stop| stop.terminal);
    if stub || terminal || !(rule.visit == Visit::Through || rule.base) {
        let place = place(board, hex);
        return Err(rules.refuse(Breach::Through, say!("no route may run through {place}", place)));
    }
    Ok(())
}

fn stops_right(
    board: &Board,
    rules: &Rules<'_>,
    route: &Route,
    train: &Train,
    walked: &mut Walked,
) -> Result<(), Refusal> {
    let Walked { stops, marks, .. } = walked;
    let named = |hex: HexId| place(board, hex);
    if stops.len() < 2 {
        return Err(rules.refuse(Breach::TooShort, say!("a route joins at least two stops")));
    }
    for (at, (hex, stop, rule)) in stops.iter().enumerate() {
        if rule.visit == Visit::No && !rule.base {
            return Err(
                rules.refuse(Breach::Closed, say!("{place} is closed to the company", place = named(*hex)))
            );
        }
        let twice = |(there, other, earlier): &&(HexId, u8, StopRule)| {
            (there, other) == (hex, stop) || earlier.groups.iter().any(|group| rule.groups.contains(group))
        };
        if stops.iter().take(at).any(|earlier| twice(&earlier)) {
            return Err(
                rules.refuse(Breach::StopTwice, say!("the route visits {place} twice", place = named(*hex)))
            );
        }
        let passed = route.skipped.contains(&(at as u8));
        let end = at == 0 || at + 1 == stops.len();
        if passed && (end || !train.passes_by.contains(rule.kind)) {
            return Err(
                rules.refuse(Breach::Skipped, say!("the train must call at {place}", place = named(*hex)))
            );
        }
        if end && !rule.may_end {
            return Err(rules.refuse(Breach::End, say!("no route may end at {place}", place = named(*hex))));
        }
    }
    let halted = || {
        let halted = stops.iter().enumerate().filter(|(at, _)| !route.skipped.contains(&(*at as u8)));
        halted.map(|(at, (_, _, rule))| (at, rule))
    };
    if !stops.iter().any(|(_, _, rule)| rule.base) {
        return Err(rules.refuse(Breach::NoToken, say!("the route has no token of the company")));
    }
    for (kinds, limit) in constraints(&train.reach) {
        let count = halted().filter(|(_, rule)| kinds.contains(rule.kind)).count();
        if count > usize::from(limit) {
            let because =
                say!("the route calls at {count} stops where the train reaches {limit}", count, limit);
            return Err(rules.refuse(Breach::TooLong, because));
        }
    }
    for requirement in &train.requires {
        let interior = |at: usize| at > 0 && at + 1 < stops.len();
        let all = stops.iter().enumerate().map(|(at, (_, _, rule))| (at, rule));
        let marked = |(at, rule): &(usize, &StopRule)| {
            rule.marks & requirement.marks != 0 && (!requirement.through || interior(*at))
        };
        let count = match requirement.through {
            true => all.filter(|stop| marked(stop)).count(),
            false => halted().filter(|stop| marked(stop)).count(),
        };
        let most = requirement.at_most.map_or(usize::MAX, usize::from);
        if count < usize::from(requirement.at_least) || count > most {
            let because = say!(
                "the route has {count}, but must have {needed}",
                count,
                needed = requirement.says.clone()
            );
            return Err(Refusal::rule(requirement.rule, because));
        }
    }
    *marks = halted().fold(0, |marks, (_, rule)| marks | rule.marks);
    Ok(())
}

fn explain(board: &Board, rules: &Rules<'_>, walk: &Walked, train: &Train, route: &Route) -> ExplainedRoute {
    let last = walk.stops.len().saturating_sub(1);
    let halt = |(at, (hex, stop, rule)): (usize, &(HexId, u8, StopRule))| {
        let passed = route.skipped.contains(&(at as u8));
        let ends = if at == 0 || at == last { rule.ends } else { Pay::default() };
        let place = board.map().hex(*hex);
        let named = board.face(*hex).stops.get(*stop as usize).and_then(|stop| stop.name.clone());
        Halt {
            hex: place.map_or(HexName::of(""), |hex| hex.name),
            stop: *stop,
            name: named.or_else(|| place.and_then(|hex| hex.place.clone())),
            kind: rule.kind,
            pays: if passed { Pay::default() } else { rule.pays + ends },
            why: rule.why.clone(),
            passed,
        }
    };
    let halts: Vec<Halt> = walk.stops.iter().enumerate().map(halt).collect();
    let extras = rules.bonuses.iter().filter(|bonus| !bonus.once && bonus.applies(walk.marks));
    let extras: Vec<Extra> = extras.map(extra).collect();
    let times = |pay: Pay| Pay { revenue: pay.revenue * train.factor, ..pay };
    let stops = times(halts.iter().map(|halt| halt.pays).sum());
    let stops = Pay { revenue: train.counted(stops.revenue), ..stops };
    let pays = stops + times(extras.iter().map(|extra| extra.pays).sum());
    let halved = train.half.is_some();
    ExplainedRoute { trains: route.trains.clone(), halts, extras, factor: train.factor, halved, pays }
}

/// A bonus that only one route may claim goes to the one for which it is worth most.
fn claim_once(rules: &Rules<'_>, walked: &[(Walked, &Train)], explained: &mut Explained) {
    for bonus in rules.bonuses.iter().filter(|bonus| bonus.once) {
        let times = |train: &Train| Pay { revenue: bonus.pays.revenue * train.factor, ..bonus.pays };
        let claims = walked.iter().enumerate().filter(|(_, (walk, _))| bonus.applies(walk.marks));
        let best = claims
            .max_by_key(|(at, (_, train))| (rules.objective.worth(times(train)), std::cmp::Reverse(*at)));
        if let Some((at, (_, train))) = best
            && rules.objective.worth(times(train)) > 0
            && let Some(route) = explained.routes.get_mut(at)
        {
            route.extras.push(extra(bonus));
            route.pays = route.pays + times(train);
        }
    }
}
