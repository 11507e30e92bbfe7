//! 6.6, 6.7 What stops are to a corporation whose trains run.

use crate::reason;
use crate::t1883::Game;
use crate::t1883::fixed::{Effect, FsLine, Height};
use ferrata_engine::board::Visit;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::name::Name;
use ferrata_engine::route::{self, Far, Pay, StopRule};
use ferrata_engine::say;
use ferrata_engine::tile::{Stop, StopKind, Value};
use smallvec::SmallVec;

/// What bonuses and requirements ask of stops.
pub(super) mod mark {
    /// 1883-6.6-06: a box, and a state line.
    pub(in super::super) const FS_OR_BOX: u64 = 1;
    pub(in super::super) const PLAIN: u64 = 1 << 1;
    pub(in super::super) const HILL: u64 = 1 << 2;
    pub(in super::super) const MOUNTAIN: u64 = 1 << 3;
    /// A box of a hill: it can only be the upper end of a gravity run.
    pub(in super::super) const HILL_BOX: u64 = 1 << 4;
    /// A box without a symbol.
    pub(in super::super) const NO_HEIGHT: u64 = 1 << 5;
    /// The first anchor of the railway; the others follow.
    pub(in super::super) const ANCHOR: u64 = 1 << 8;
}

const PASS: Name = Name::cut("pass");
const END: Name = Name::cut("end");

/// What a stop is worth at most: where it differs, to a train that ends there.
pub(in crate::t1883) fn highest(value: &Value, band: Name) -> Money {
    value.in_band(band).max(value.in_band(PASS)).max(value.in_band(END))
}

/// What a stop pays to a train that passes, and besides to one that ends there. 1883-6.7-08: Sassuolo, brown and grey.
fn pays(value: &Value, band: Name) -> (Money, Money) {
    match value {
        Value::Bands(bands) if bands.iter().any(|(name, _)| *name == END) => {
            let passing = value.in_band(PASS);
            (passing, value.in_band(END) - passing)
        }
        _ => (value.in_band(band), Money::ZERO),
    }
}

/// What holds for all stops of a run.
pub(super) struct Ground<'g> {
    game: &'g Game,
    company: CompanyId,
    band: Name,
    /// 1883-6.7-07: by how much boxes are worth more.
    boxes: Vec<(HexId, Money)>,
    /// 1883-11-10: state lines may be used.
    lines: bool,
}

impl<'g> Ground<'g> {
    pub(super) fn new(game: &'g Game, company: CompanyId, lines: bool) -> Ground<'g> {
        let event = game.table.events.current.and_then(|card| game.fixed.event_card(card));
        let boxes = event.map(|event| event.boxes(&game.fixed.parts)).unwrap_or_default();
        let lines = lines && !game.event_is(&Effect::RedWeek);
        Ground { game, company, band: game.band(), boxes, lines }
    }

    /// What a stop is.
    pub(super) fn rule(&self, hex: HexId, at: u8) -> StopRule {
        let board = &self.game.table.board;
        let face = board.face(hex);
        let Some(stop) = face.stops.get(usize::from(at)) else { return StopRule::closed(StopKind::Town) };
        let is_box = is_box(stop);
        let (mut passing, ending) = pays(&stop.value, self.band);
        if let Some((_, by)) = self.boxes.iter().find(|(changed, _)| *changed == hex) {
            passing += *by;
        }
        let revenue = |amount| Pay { revenue: amount, treasury: Money::ZERO };
        StopRule {
            visit: self.visit(hex, at, stop),
            base: board.has_token_at(self.company, hex, at),
            ends: revenue(ending),
            marks: self.marks(hex, is_box),
            groups: groups(hex, face.stops.len(), stop),
            why: reason::of_value(&stop.value, self.band),
            far: self.far(hex, at),
            ..StopRule::new(stop.kind, revenue(passing))
        }
    }

    /// 1883-6.7-03: a box is an end. 1883-6.5-01, 1883-6.5-02: so is a city full of others' tokens.
    fn visit(&self, hex: HexId, at: u8, stop: &Stop) -> Visit {
        if is_box(stop) { Visit::End } else { self.game.table.board.visit(self.company, hex, at) }
    }

    /// What a stop is to a link between places, whatever it pays.
    pub(super) fn passed(&self, hex: HexId, at: u8) -> StopRule {
        let board = &self.game.table.board;
        let Some(stop) = board.face(hex).stops.get(usize::from(at)) else {
            return StopRule::closed(StopKind::Town);
        };
        StopRule {
            visit: self.visit(hex, at, stop),
            base: board.has_token_at(self.company, hex, at),
            ..StopRule::new(stop.kind, Pay::default())
        }
    }

    fn marks(&self, hex: HexId, is_box: bool) -> u64 {
        let height = match (self.game.fixed.ground(hex).height, is_box) {
            (None, _) => mark::NO_HEIGHT,
            (Some(Height::Plain), _) => mark::PLAIN,
            (Some(Height::Hill), false) => mark::HILL,
            (Some(Height::Hill), true) => mark::HILL | mark::HILL_BOX,
            (Some(Height::Mountain), _) => mark::MOUNTAIN,
        };
        let own = self.game.table.anchors.iter().filter(|anchor| anchor.of == self.company);
        let anchors = own.enumerate().filter(|(_, anchor)| anchor.hex == hex);
        let anchors = anchors.fold(0, |marks, (at, _)| marks | mark::ANCHOR << at);
        height | anchors | if is_box { mark::FS_OR_BOX } else { 0 }
    }

    /// 1883-6.6-01, 1883-6.6-02, 1883-6.6-05: the state lines that begin here. 1883-6.6-03: each counts as a stop of its own, so that
    /// the T location counts twice and nothing shorter than a 3 can use one (1883-6.6-10); 1883-6.6-04: what lies between is ignored.
    /// 1883-6.6-07: each line is track of its own, so that two trains do not use the same.
    fn far(&self, hex: HexId, at: u8) -> SmallVec<[Far; 1]> {
        if !self.lines || at != 0 {
            return SmallVec::new();
        }
        let open = |line: &&FsLine| !self.game.table.board.city_full_for(self.company, line.station, 0);
        let lines = self.game.fixed.lines.iter().filter(|line| line.station == hex || line.beyond == hex);
        let far = |line: &FsLine| Far {
            line: line.number,
            to: (if line.station == hex { line.beyond } else { line.station }, 0),
            kind: StopKind::City,
            marks: mark::FS_OR_BOX,
            why: say!("with the state railway the place counts twice"),
        };
        lines.filter(open).map(far).collect()
    }
}

fn is_box(stop: &Stop) -> bool {
    stop.kind == StopKind::Offboard
}

/// 1883-6.7-04, 1883-R-30: one train visits only one stop of a hex.
fn groups(hex: HexId, stops: usize, stop: &Stop) -> SmallVec<[u32; 2]> {
    let mut groups: SmallVec<[u32; 2]> = SmallVec::new();
    if stops > 1 {
        groups.push(u32::from(hex.0));
    }
    groups.extend(stop.group.as_ref().map(|name| route::group(name)));
    groups
}
