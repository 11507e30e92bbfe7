//! §4.4.1 What a company's trains are to the finder of routes: how far they reach, what their routes must have, and what
//! bonuses they may earn.

use super::crossing;
use super::stops::{self, mark};
use crate::esp::Game;
use crate::esp::fixed::Class;
use crate::esp::table::Train;
use ferrata_engine::board::{ANY_GAUGE, BROAD, NARROW};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::route::{self, Bonus, Breach, Objective, Pay, Requirement, Rules};
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::tile::{StopKind, StopKinds};
use ferrata_engine::train::Reach;
use smallvec::{SmallVec, smallvec};

/// The rules against what can be wrong with a route.
fn cite(breach: Breach) -> Option<&'static str> {
    Some(match breach {
        Breach::Broken | Breach::NoToken | Breach::TooShort => "18ESP-4.4.2-01",
        Breach::TrackTwice | Breach::TrackShared => "18ESP-4.4.2-03",
        // 18ESP-4.4.2-06: two trains may visit the same stop.
        Breach::StopTwice | Breach::StopShared => "18ESP-4.4.2-05",
        Breach::TooLong => "18ESP-4.4.1-01",
        Breach::Through => "18ESP-4.4.2-02",
        Breach::Closed => "18ESP-4.4.3-07",
        Breach::End => "18ESP-4.4.2-07",
        Breach::Gauge => "18ESP-4.4.3-01",
        Breach::Skipped => "18ESP-4.4.1-04",
        Breach::Train => return None,
    })
}

/// The same for majors, to whom nothing but a closed pass is closed. 18ESP-5.2.2-02.
fn cite_major(breach: Breach) -> Option<&'static str> {
    if breach == Breach::Closed { Some("18ESP-5.2.2-02") } else { cite(breach) }
}

fn requirement(marks: u64, at_least: u8, rule: &'static str, says: Text) -> Requirement {
    Requirement { marks, through: false, at_least, at_most: None, rule, says }
}

/// What counts as a town. 18ESP-4.4.1-03, 18ESP-4.2.3-03: mines and harbours do, passes and red areas are like cities.
fn towns() -> StopKinds {
    [StopKind::Town, StopKind::Mine, StopKind::Port].into_iter().collect()
}

/// A train as the route finder reads it. 18ESP-4.4.1-01, 18ESP-4.4.1-02: stops of any kind, and towns besides.
pub(super) fn train(game: &Game, company: CompanyId, at: usize, train: &Train) -> route::Train {
    let (count, towns_besides) = game.reach_of(train);
    // 18ESP-2.2.5-06: the tender adds one town, mine or harbour.
    let acts = game.operating().is_some_and(|operating| operating.company == company);
    let tender = u8::from(acts && game.company_turn().tender == Some(at as u8));
    let parts = [(StopKind::ALL.into_iter().collect(), count), (towns(), towns_besides + tender)];
    let reach = parts.map(|(stops, count)| Reach { stops, count: Some(count) });
    // 18ESP-4.4.3-01: each gauge has its trains; only combined trains change.
    let gauges = match train {
        Train { with: Some(_), .. } => ANY_GAUGE,
        Train { narrow: true, .. } => NARROW,
        _ => BROAD,
    };
    let mut running =
        route::Train::new(at as u8, gauges, reach.into_iter().filter(|part| part.count != Some(0)));
    running.requires = requirements(game, train);
    // 18ESP-4.4.2-04: over a plain tile twice only where tracks pass over each other.
    running.crossings_only = (!game.fixed.switches.tracks_side_by_side).then_some("18ESP-4.4.2-04");
    // 18ESP-7-04, 18ESP-G-24: in the last round the runs of the North count several times.
    if game.is_last_round() && game.class(company) == Class::North {
        running.factor = game.fixed.figures.last_round_factor;
    }
    running
}

/// What the routes of a train must have.
pub(in crate::esp) fn requirements(game: &Game, train: &Train) -> Vec<Requirement> {
    let mut list = Vec::new();
    if train.with.is_some() {
        // 18ESP-5.2.2-01: it crosses one pass, never two.
        let says = say!("a combined train crosses one mountain pass");
        let pass = requirement(mark::PASS, 1, "18ESP-5.2.1-08", says);
        list.push(Requirement { through: true, at_most: Some(1), ..pass });
        list.push(requirement(mark::NORTH, 1, "18ESP-5.2.1-08", say!("it stops on the North map")));
        list.push(requirement(mark::SOUTH, 1, "18ESP-5.2.1-08", say!("it stops on the South map")));
    }
    if game.fixed.switches.hex_once_per_route {
        let one = requirement(mark::PASS, 0, "18ESP-5.2.2-01", say!("at most one mountain pass"));
        list.push(Requirement { at_most: Some(1), ..one });
    }
    if game.is_permanent(train) && !game.table.aranjuez_visited {
        list.extend(first_route(game));
    }
    list
}

/// 18ESP-2.2.3-04, 18ESP-G-29: the first route of the train of private 3 visits Aranjuez, online Madrid too (18ESP-D-25).
fn first_route(game: &Game) -> impl Iterator<Item = Requirement> + '_ {
    let places = game.fixed.privates.first_route.iter().enumerate();
    places.map(|(at, place)| {
        let rule = if *place == game.fixed.aranjuez { "18ESP-2.2.3-04" } else { "18ESP-D-25" };
        let says = say!("its first route visits {hex}", hex = game.hex_name(*place));
        requirement(mark::FIRST_ROUTE << at, 1, rule, says)
    })
}

/// 18ESP-4.4.3-10, 18ESP-4.4.3-11, 18ESP-4.4.3-12: north–south, east–west, and both together. 18ESP-4.4.3-13, 18ESP-G-38: each
/// route earns its own, for the shareholders.
pub(in crate::esp) fn bonuses(game: &Game) -> Vec<Bonus> {
    let figures = &game.fixed.figures.bonuses;
    let bonus = |name: Text, needs: SmallVec<[u64; 2]>, amount: Money| Bonus {
        name,
        needs,
        pays: Pay { revenue: amount, treasury: Money::ZERO },
        once: false,
    };
    let both = figures.both - figures.north_south - figures.east_west;
    let north_south = [mark::BONUS_NORTH, mark::BONUS_SOUTH];
    let mut list = vec![
        bonus(say!("north–south"), SmallVec::from(north_south), figures.north_south),
        bonus(say!("east–west"), smallvec![mark::EAST, mark::WEST], figures.east_west),
    ];
    if both != Money::ZERO {
        let needs = smallvec![mark::BONUS_NORTH, mark::BONUS_SOUTH, mark::EAST, mark::WEST];
        list.push(bonus(say!("both together"), needs, both));
    }
    list
}

/// Hands the rules of running for these trains of a company to `ask`.
pub(super) fn with_rules<T>(
    game: &Game,
    company: CompanyId,
    trains: Vec<route::Train>,
    ask: impl FnOnce(&Rules<'_>) -> T,
) -> T {
    let stop = |hex: HexId, at: u8| stops::rule(game, company, hex, at);
    ask(&Rules {
        stop: &stop,
        trains,
        bonuses: bonuses(game),
        across: Vec::new(),
        objective: Objective::Total,
        cite: if game.is_minor(company) { cite } else { cite_major },
    })
}

/// The trains of a company that do not rest.
fn awake(game: &Game, company: CompanyId) -> impl Iterator<Item = (usize, &Train)> {
    game.company(company).trains.iter().enumerate().filter(|(_, train)| !train.resting)
}

/// Hands the rules of running for all trains of a company to `ask`.
pub(in crate::esp) fn with_all<T>(game: &Game, company: CompanyId, ask: impl FnOnce(&Rules<'_>) -> T) -> T {
    let trains = awake(game, company).map(|(at, own)| train(game, company, at, own)).collect();
    with_rules(game, company, trains, ask)
}

/// Whether the company has any legal route.
pub(in crate::esp) fn has_route(game: &Game, company: CompanyId) -> bool {
    // 18ESP-2.2.5-06: no train needs the tender to have one.
    let own = |train: &Train| match train.with {
        None => crossing::has_route(game, company, train),
        Some(_) => crossing::can_run(game, company, train),
    };
    awake(game, company).any(|(_, train)| own(train))
}
