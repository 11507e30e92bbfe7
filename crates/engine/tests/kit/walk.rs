//! All routes of the tiny title, found by trying everything: what the toolbox says about runs is compared
//! with it.

use super::setup;
use crate::tiny::Tiny;
use crate::tiny::operating::{Operating, Step};
use crate::tiny::table::Round;
use ferrata_engine::action::{Action, Leg, Route};
use ferrata_engine::board::Visit;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::kit::{Plan, Playable, play_random};
use ferrata_engine::money::Money;
use ferrata_engine::tile::End;
use ferrata_engine::turn::{Author, Entry, Title, Turn};

/// A piece of track: its hex and its place in the list of the face.
type Piece = (HexId, u8);

/// A route as far as it goes.
#[derive(Clone, Default)]
struct Walk {
    legs: Vec<Leg>,
    track: Vec<Piece>,
    stops: Vec<(HexId, u8)>,
}

impl Walk {
    fn push(&mut self, leg: Leg, piece: Piece) {
        self.legs.push(leg);
        self.track.push(piece);
    }

    /// Adds a stop; none if it has been visited.
    fn visit(&mut self, stop: (HexId, u8)) -> Option<()> {
        (!self.stops.contains(&stop)).then(|| self.stops.push(stop))
    }
}

/// Runs along the unused piece between two ends of a hex; says which it is and where it leads.
fn step(game: &Tiny, walk: &Walk, at: HexId, from: End, to: End) -> Option<(Piece, (HexId, End))> {
    let track = &game.table.board.face(at).track;
    let place = track
        .iter()
        .position(|track| (track.a, track.b) == (from, to) || (track.b, track.a) == (from, to))?;
    let piece = (at, place as u8);
    let beyond = match to {
        End::Stop(_) => Some((at, to)),
        End::Side(side) => {
            game.fixed.parts.map.hex(at)?.side(side).to.map(|(hex, side)| (hex, End::Side(side)))
        }
        End::Far(_) => None,
    };
    Some((piece, beyond?)).filter(|_| !walk.track.contains(&piece))
}

/// Whether a train may run on: through a side always, through a stop unless it is full of others' tokens or
/// every route ends there.
fn may_leave(game: &Tiny, company: CompanyId, at: HexId, end: End) -> bool {
    let End::Stop(stop) = end else { return true };
    let terminal = game.table.board.face(at).stops.get(stop as usize).is_some_and(|stop| stop.terminal);
    !terminal && game.table.board.visit(company, at, stop) == Visit::Through
}

fn complete(game: &Tiny, company: CompanyId, walk: &Walk, end: End) -> bool {
    let from_stop = walk.legs.first().is_some_and(|leg| matches!(leg.from, End::Stop(_)));
    let token = walk.stops.iter().any(|(hex, stop)| game.table.board.has_token_at(company, *hex, *stop));
    from_stop && matches!(end, End::Stop(_)) && walk.stops.len() > 1 && token
}

/// All routes of at most `length` stops, each in one direction.
fn routes(game: &Tiny, company: CompanyId, length: usize) -> Vec<Walk> {
    let mut found = Vec::new();
    for (hex, stop) in game.reach(company).stops() {
        let start = Walk { stops: vec![(hex, stop)], ..Walk::default() };
        grow(game, company, length, start, (hex, End::Stop(stop)), &mut found);
    }
    found.retain(|walk| walk.stops.first() < walk.stops.last());
    found
}

fn grow(
    game: &Tiny,
    company: CompanyId,
    length: usize,
    walk: Walk,
    (at, end): (HexId, End),
    found: &mut Vec<Walk>,
) {
    let Some(hex) = game.fixed.parts.map.hex(at) else { return };
    if !walk.legs.is_empty() && !may_leave(game, company, at, end) {
        return;
    }
    for track in &game.table.board.face(at).track {
        let to = if track.a == end { track.b } else { track.a };
        let Some((piece, reached)) =
            step(game, &walk, at, end, to).filter(|_| track.a == end || track.b == end)
        else {
            continue;
        };
        let mut longer = walk.clone();
        longer.push(Leg { hex: hex.name, from: end, to }, piece);
        if let (hex, End::Stop(stop)) = reached {
            if longer.stops.len() == length || longer.visit((hex, stop)).is_none() {
                continue;
            }
            if complete(game, company, &longer, reached.1) {
                found.push(longer.clone());
            }
        }
        grow(game, company, length, longer, reached, found);
    }
}

/// How many stops a train of the company reaches.
fn length(game: &Tiny, company: CompanyId, train: usize) -> usize {
    let kind = game.company(company).unwrap().trains[train];
    game.fixed.parts.train_spec(kind).unwrap().reach[0].count.unwrap().into()
}

/// What a route earns.
fn value(game: &Tiny, walk: &Walk) -> Money {
    let band = game.phase().unwrap().band;
    let worth =
        |(hex, stop): &(HexId, u8)| game.table.board.face(*hex).stops[*stop as usize].value.in_band(band);
    walk.stops.iter().map(worth).sum()
}

/// The most that the trains from `train` on can earn beside the track in use.
fn most(game: &Tiny, by_train: &[Vec<Walk>], used: &[Piece]) -> Money {
    let Some((routes, rest)) = by_train.split_first() else { return Money::ZERO };
    let free = routes.iter().filter(|walk| walk.track.iter().all(|piece| !used.contains(piece)));
    let with = free.map(|walk| value(game, walk) + most(game, rest, &[used, &walk.track[..]].concat()));
    with.chain([most(game, rest, used)]).max().unwrap_or_default()
}

/// What the run earns, by the events.
fn earned(game: &Tiny, by: Author, routes: Vec<Route>) -> Option<Money> {
    let mut after = game.clone();
    after.apply(&Entry { by, action: Action::Run { routes } }).ok()?;
    match &after.table.round {
        Round::Operating(Operating { step: Step::Dividend, revenue, .. }) => Some(*revenue),
        _ => Some(Money::ZERO),
    }
}

#[test]
fn routes_and_best_runs_are_those_that_trying_everything_finds() {
    let mut runs = 0;
    for seed in 0..60 {
        let log = play_random::<Tiny>(&Plan::new(setup(2), seed).checking(0)).log;
        let mut game = Tiny::start(&log.setup).unwrap();
        for recorded in &log.entries {
            if let Round::Operating(Operating { company: Some(company), step: Step::Run, .. }) =
                game.table.round
            {
                check_runs(&game, company);
                runs += 1;
            }
            game.apply(&recorded.entry).unwrap();
        }
    }
    println!("{runs} runs compared");
    assert!(runs > 100);
}

fn check_runs(game: &Tiny, company: CompanyId) {
    let Turn::Seat(seat) = game.turn() else { panic!("a run is asked of a player") };
    let by = Author::Seat(seat);
    let trains = game.company(company).unwrap().trains.len();
    let by_train: Vec<_> =
        (0..trains).map(|train| routes(game, company, length(game, company, train))).collect();
    for (train, walks) in by_train.iter().enumerate() {
        for walk in walks {
            let route = Route { trains: vec![train as u8], legs: walk.legs.clone(), skipped: Vec::new() };
            assert_eq!(earned(game, by, vec![route]), Some(value(game, walk)), "{:?}", walk.legs);
        }
    }
    let Some(Action::Run { routes }) = game.suggest_runs().into_iter().next() else { panic!("no run") };
    assert_eq!(earned(game, by, routes), Some(most(game, &by_train, &[])));
}
