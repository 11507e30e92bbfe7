//! Routes on the board: following one piece by piece, and finding all short ones.

use super::Tiny;
use ferrata_engine::action::Leg;
use ferrata_engine::board::Visit;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::tile::End;

/// A piece of track: its hex and its place in the list of the face.
pub(super) type Piece = (HexId, u8);

/// A route as far as it goes.
#[derive(Clone, Default)]
pub(super) struct Walk {
    pub(super) legs: Vec<Leg>,
    pub(super) track: Vec<Piece>,
    pub(super) stops: Vec<(HexId, u8)>,
}

/// Follows a route from end to end, or says where it breaks.
pub(super) fn follow(game: &Tiny, company: CompanyId, legs: &[Leg]) -> Result<Walk, Refusal> {
    let torn = |leg: &Leg| Refusal::plain(format!("the route breaks at {leg}"));
    let start = legs.first().ok_or_else(|| Refusal::plain("a route has at least one piece of track"))?;
    let hex = |leg: &Leg| game.printed.from.hex(leg.hex).ok_or_else(|| torn(leg));
    let (mut at, mut end) = (hex(start)?, start.from);
    let mut walk = Walk::default();
    if let End::Stop(stop) = end {
        walk.stops.push((at, stop));
    }
    for leg in legs {
        let through = walk.legs.is_empty() || may_leave(game, company, at, end);
        if hex(leg)? != at || leg.from != end || !through {
            return Err(torn(leg));
        }
        let (next, reached) = step(game, &walk, at, end, leg.to).ok_or_else(|| torn(leg))?;
        walk.push(*leg, next);
        (at, end) = reached;
        if let End::Stop(stop) = end {
            walk.visit((at, stop)).ok_or_else(|| torn(leg))?;
        }
    }
    match complete(game, company, &walk, end) {
        true => Ok(walk),
        false => Err(Refusal::plain("a route runs from stop to stop and has a token of the company")),
    }
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
    let track = &game.now.board.face(at).track;
    let place = track
        .iter()
        .position(|track| (track.a, track.b) == (from, to) || (track.b, track.a) == (from, to))?;
    let piece = (at, place as u8);
    let beyond = match to {
        End::Stop(_) => Some((at, to)),
        End::Side(side) => {
            game.printed.from.map.hex(at)?.side(side).to.map(|(hex, side)| (hex, End::Side(side)))
        }
    };
    Some((piece, beyond?)).filter(|_| !walk.track.contains(&piece))
}

/// Whether a train may run on: through a side always, through a stop unless it is full of others' tokens or
/// every route ends there.
fn may_leave(game: &Tiny, company: CompanyId, at: HexId, end: End) -> bool {
    let End::Stop(stop) = end else { return true };
    let terminal = game.now.board.face(at).stops.get(stop as usize).is_some_and(|stop| stop.terminal);
    !terminal && game.now.board.visit(company, at, stop) == Visit::Through
}

fn complete(game: &Tiny, company: CompanyId, walk: &Walk, end: End) -> bool {
    let from_stop = walk.legs.first().is_some_and(|leg| matches!(leg.from, End::Stop(_)));
    let token = walk.stops.iter().any(|(hex, stop)| game.now.board.has_token_at(company, *hex, *stop));
    from_stop && matches!(end, End::Stop(_)) && walk.stops.len() > 1 && token
}

/// All routes of at most `length` stops, each in one direction.
pub(super) fn routes(game: &Tiny, company: CompanyId, length: usize) -> Vec<Walk> {
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
    let Some(hex) = game.printed.from.map.hex(at) else { return };
    if !walk.legs.is_empty() && !may_leave(game, company, at, end) {
        return;
    }
    for track in &game.now.board.face(at).track {
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
