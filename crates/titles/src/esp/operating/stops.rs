//! §4.4.3 What stops are to a company whose trains run: what they pay, and what they count for.

use crate::esp::Game;
use crate::reason;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::name::Name;
use ferrata_engine::route::{self, Pay, StopRule};
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::tile::{End, Stop, StopKind};
use smallvec::SmallVec;

/// What bonuses and requirements ask of stops.
pub(in crate::esp) mod mark {
    pub(in crate::esp) const EAST: u64 = 1;
    pub(in crate::esp) const WEST: u64 = 1 << 1;
    pub(in crate::esp) const BONUS_NORTH: u64 = 1 << 2;
    pub(in crate::esp) const BONUS_SOUTH: u64 = 1 << 3;
    pub(in crate::esp) const PASS: u64 = 1 << 4;
    pub(in crate::esp) const NORTH: u64 = 1 << 5;
    pub(in crate::esp) const SOUTH: u64 = 1 << 6;
    /// The first place of the first route of the train of private 3; the others follow.
    pub(in crate::esp) const FIRST_ROUTE: u64 = 1 << 32;
}

fn has_label(labels: &[Name], label: &str) -> bool {
    labels.iter().any(|name| name.as_str() == label)
}

/// What a stop is to a company whose trains run.
pub(super) fn rule(game: &Game, company: CompanyId, hex: HexId, at: u8) -> StopRule {
    let board = &game.table.board;
    let Some(stop) = board.face(hex).stops.get(at as usize) else { return StopRule::closed(StopKind::Town) };
    let minor = game.is_minor(company);
    // 18ESP-4.4.3-07: red areas are closed to minors.
    if !game.pass_is_open(hex) || (minor && stop.kind == StopKind::Offboard) {
        return StopRule::closed(stop.kind);
    }
    let (pays, why) = pays(game, company, hex, at, stop);
    StopRule {
        why,
        // 18ESP-4.4.2-02, 18ESP-5.2-08: a city or pass full of others' tokens ends a route.
        visit: board.visit(company, hex, at),
        base: board.has_token_at(company, hex, at),
        // 18ESP-4.4.2-07: a minor's route does not end in a pass (18ESP-D-18). 18ESP-5.2.2-02: others may.
        may_end: !minor || game.pass_at(hex).is_none() || game.fixed.switches.minor_ends_in_pass,
        marks: marks(game, hex, at),
        groups: groups(game, hex, stop),
        ..StopRule::new(stop.kind, pays)
    }
}

/// What a stop pays, and why.
fn pays(game: &Game, company: CompanyId, hex: HexId, at: u8, stop: &Stop) -> (Pay, Text) {
    let band = game.phase().spec.band;
    // 18ESP-4.2.3-02, 18ESP-4.4.3-04: by the colour of the phase. 18ESP-G-34: nothing where none is printed for it.
    let value = stop.value.in_band(band);
    match stop.kind {
        // 18ESP-4.4.3-03: mines and harbours pay the treasury.
        StopKind::Mine | StopKind::Port => {
            (Pay { revenue: Money::ZERO, treasury: value }, say!("to the treasury"))
        }
        // 18ESP-4.4.3-05: a pass pays whoever has a station there.
        StopKind::Pass => match game.pass_at(hex).and_then(|pass| game.fixed.passes.get(pass)) {
            Some(pass) if game.table.board.has_token_at(company, hex, at) => {
                (Pay { revenue: pass.value, treasury: Money::ZERO }, say!("for the station in the pass"))
            }
            _ => (Pay { revenue: value, treasury: Money::ZERO }, say!("no station in the pass")),
        },
        _ => (Pay { revenue: value, treasury: Money::ZERO }, reason::of_value(&stop.value, band)),
    }
}

/// What a stop counts for.
pub(in crate::esp) fn marks(game: &Game, hex: HexId, at: u8) -> u64 {
    let labels = &game.table.board.face(hex).labels;
    let is = |holds: bool, mark: u64| if holds { mark } else { 0 };
    let (pass, north) = (game.pass_at(hex).is_some(), game.fixed.is_north(hex));
    let first_route = game.fixed.privates.first_route.iter().enumerate();
    let first_route = first_route.filter(|(_, place)| is_place(game, **place, hex, at));
    is(has_label(labels, "E"), mark::EAST)
        | is(has_label(labels, "W"), mark::WEST)
        | is(game.fixed.bonus_north.contains(&hex), mark::BONUS_NORTH)
        | is(game.fixed.bonus_south.contains(&hex), mark::BONUS_SOUTH)
        | is(pass, mark::PASS)
        | is(!pass && north, mark::NORTH)
        | is(!pass && !north, mark::SOUTH)
        | first_route.fold(0, |marks, (place, _)| marks | mark::FIRST_ROUTE << place)
}

/// Whether a stop is the place that a hex means. 18ESP-G-35: Aranjuez is the town whose track leads to Madrid.
fn is_place(game: &Game, place: HexId, hex: HexId, at: u8) -> bool {
    let to_madrid = End::Side(game.fixed.to_madrid);
    let leads = || {
        game.table.board.face(hex).track.iter().any(|track| {
            (track.a, track.b) == (End::Stop(at), to_madrid)
                || (track.b, track.a) == (End::Stop(at), to_madrid)
        })
    };
    hex == place && (hex != game.fixed.aranjuez || leads())
}

/// What a route may visit only once: the circles of Madrid and Barcelona (18ESP-G-36), town and mine of one tile
/// (18ESP-4.2.3-04), a red area, and the places of one letter (18ESP-4.4.3-08, 18ESP-G-37). 18ESP-4.4.3-06: both cities of a
/// double city may be visited. Online no other hex may be visited twice (18ESP-D-18).
pub(in crate::esp) fn groups(game: &Game, hex: HexId, stop: &Stop) -> SmallVec<[u32; 2]> {
    let face = game.table.board.face(hex);
    let mut groups: SmallVec<[u32; 2]> = SmallVec::new();
    let either = face.stops.iter().any(|stop| stop.kind == StopKind::Mine);
    let circles = has_label(&face.labels, "M") || has_label(&face.labels, "B");
    let once = game.fixed.switches.hex_once_per_route && !game.fixed.double_cities.contains(&hex);
    if face.stops.len() > 1 && (either || circles || once) {
        groups.push(u32::from(hex.0));
    }
    if let Some(name) = &stop.group {
        groups.push(route::group(name));
    }
    for letter in ["E", "W"] {
        if has_label(&face.labels, letter) {
            groups.push(route::group(letter));
        }
    }
    groups
}
