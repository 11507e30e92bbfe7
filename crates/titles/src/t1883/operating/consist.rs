//! 6.7, 6.8 What a corporation's trains are to the finder of routes.

use super::stops::{Ground, mark};
use crate::t1883::Game;
use ferrata_engine::board::BROAD;
use ferrata_engine::id::{CompanyId, HexId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::route::{self, Bonus, Breach, Objective, Pay, Requirement, Rules};
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::tile::StopKind;
use ferrata_engine::train::Reach;
use smallvec::smallvec;

/// Routes of gravity trains may use the track of others (1883-6.8-14), but not of each other (1883-6.8-24).
const GRAVITY: u8 = 1;

/// The rules against what can be wrong with a route.
fn cite(breach: Breach) -> Option<&'static str> {
    Some(match breach {
        Breach::Broken | Breach::NoToken | Breach::TooShort => "1883-6.7-01",
        Breach::TrackTwice | Breach::StopTwice => "1883-6.7-04",
        Breach::TrackShared | Breach::StopShared => "1883-6.7-05",
        Breach::TooLong | Breach::Skipped => "1883-6.7-02",
        Breach::Through => "1883-6.5-09",
        Breach::Closed => "1883-6.6-05",
        Breach::End => "1883-6.6-08",
        Breach::Gauge | Breach::Train => return None,
    })
}

fn at_most(marks: u64, count: u8, rule: &'static str, says: Text) -> Requirement {
    Requirement { marks, through: false, at_least: 0, at_most: Some(count), rule, says }
}

/// A train of a kind as the finder of routes reads it; `at` is its place among those of the corporation.
fn train(game: &Game, kind: TrainKind, at: u8) -> route::Train {
    let reach = game.fixed.parts.train_spec(kind).map(|spec| spec.reach.clone()).unwrap_or_default();
    let mut train = route::Train::new(at, BROAD, reach);
    if kind == game.fixed.gravity.kind {
        train.layer = GRAVITY;
        // 1883-6.8-13, 1883-R-20: half of both stops, rounded up.
        train.half = Some(game.fixed.figures.run_unit);
        train.requires = downhill(game);
    } else {
        let says = say!("with the state railway one box only");
        train.requires = vec![at_most(mark::FS_OR_BOX, 2, "1883-6.6-06", says)];
    }
    train
}

/// 1883-6.8-11, 1883-6.8-12: two stops, the one higher than the other; a box can only be the upper end.
fn downhill(game: &Game) -> Vec<Requirement> {
    let rule = "1883-6.8-11";
    let says = || say!("a gravity train runs downhill between two stops of different height");
    let mut list = vec![
        at_most(mark::NO_HEIGHT, 0, rule, says()),
        at_most(mark::PLAIN, 1, rule, says()),
        at_most(mark::HILL, 1, rule, says()),
        at_most(mark::MOUNTAIN, 1, rule, says()),
    ];
    let upper = say!("a box can only be the upper end of a gravity run");
    list.push(at_most(mark::HILL_BOX | mark::MOUNTAIN, 1, "1883-6.8-12", upper));
    if !game.fixed.switches.mountain_to_plain {
        let says = say!("a gravity train runs from mountain to hill or from hill to plain");
        list.push(at_most(mark::PLAIN | mark::MOUNTAIN, 1, "1883-R-19", says));
    }
    list
}

/// 1883-3.2-09, 1883-3.2-10, 1883-3.2-17: every train that meets an own anchor earns the bonus for it.
fn bonuses(game: &Game, company: CompanyId) -> Vec<Bonus> {
    let own = game.table.anchors.iter().filter(|anchor| anchor.of == company);
    let worth = game.phase().anchor;
    let bonus = |(at, anchor): (usize, &crate::t1883::table::Anchor)| Bonus {
        name: say!("anchor in {hex}", hex = game.fixed.parts.hex_name(anchor.hex)),
        needs: smallvec![mark::ANCHOR << at],
        pays: Pay { revenue: worth, treasury: Money::ZERO },
        once: false,
    };
    own.enumerate().map(bonus).collect()
}

fn with_rules<T>(
    game: &Game,
    company: CompanyId,
    trains: Vec<route::Train>,
    lines: bool,
    ask: impl FnOnce(&Rules<'_>) -> T,
) -> T {
    let ground = Ground::new(game, company, lines);
    let stop = |hex: HexId, at: u8| ground.rule(hex, at);
    let bonuses = bonuses(game, company);
    ask(&Rules { stop: &stop, trains, bonuses, across: Vec::new(), objective: Objective::Revenue, cite })
}

/// Hands the rules of running for all trains of a corporation to `ask`.
pub(in crate::t1883) fn with_all<T>(game: &Game, company: CompanyId, ask: impl FnOnce(&Rules<'_>) -> T) -> T {
    let trains = game.company(company).trains.iter().enumerate();
    let trains = trains.map(|(at, kind)| train(game, *kind, at as u8)).collect();
    with_rules(game, company, trains, true, ask)
}

fn of_size(count: u8) -> route::Train {
    let stops = StopKind::ALL.into_iter().collect();
    route::Train::new(0, BROAD, [Reach { stops, count: Some(count) }])
}

/// Hands the rules for links between places to `ask`: any length, no state lines (1883-5.6-11).
pub(in crate::t1883) fn with_link_rules<T>(
    game: &Game,
    company: CompanyId,
    ask: impl FnOnce(&Rules<'_>) -> T,
) -> T {
    let ground = Ground::new(game, company, false);
    let stop = |hex: HexId, at: u8| ground.passed(hex, at);
    let (trains, bonuses) = (vec![of_size(u8::MAX)], Vec::new());
    ask(&Rules { stop: &stop, trains, bonuses, across: Vec::new(), objective: Objective::Revenue, cite })
}

/// Whether ordinary track leads from a token to a stop on another hex: then every train of two stops or more has a route, since no
/// stop is skipped on the way. Two stops of one hex (1883-R-30) are left to the finder of routes.
fn leaves_home(game: &Game, company: CompanyId) -> bool {
    let board = &game.table.board;
    game.reach(company).stops().any(|(hex, _)| !board.has_token(company, hex))
}

/// Whether any of the corporation's trains has a route.
pub(super) fn has_route(game: &Game, company: CompanyId) -> bool {
    let board = &game.table.board;
    if game.company(company).trains.is_empty() {
        return false;
    }
    game.proper_trains(company) > 0 && leaves_home(game, company)
        || with_all(game, company, |rules| route::has_route(board, rules))
}

/// 1883-6.8-25, 1883-R-45: whether the corporation must own a train: a token and one more stop by ordinary track, or a state line that
/// the train that would have to be bought can run.
pub(super) fn has_possible_route(game: &Game, company: CompanyId, bought: TrainKind) -> bool {
    let board = &game.table.board;
    leaves_home(game, company)
        || with_rules(game, company, vec![of_size(2)], false, |rules| route::has_route(board, rules))
        || with_rules(game, company, vec![train(game, bought, 0)], true, |rules| {
            route::has_route(board, rules)
        })
}
