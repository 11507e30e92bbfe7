//! Which face may replace which: colour, labels, and all old track and stops kept.

use crate::tile::{End, Face, Gauge, Stop, StopKind, Track};

/// The most stops a face may have.
pub const MAX_STOPS: usize = 6;

const GONE: u8 = u8::MAX;

/// Where each stop of the old face is on the new one; tokens follow it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StopMap([u8; MAX_STOPS]);

impl StopMap {
    pub(super) const EMPTY: StopMap = StopMap([GONE; MAX_STOPS]);

    /// Every stop stays where it is.
    pub(super) fn same() -> StopMap {
        let mut stops = [GONE; MAX_STOPS];
        for (to, from) in stops.iter_mut().zip(0..) {
            *to = from;
        }
        StopMap(stops)
    }

    /// The new place of an old stop; none if it is gone (a dismantled mine).
    pub fn get(&self, old: u8) -> Option<u8> {
        self.0.get(old as usize).copied().filter(|new| *new != GONE)
    }

    pub(super) fn with(mut self, old: usize, new: u8) -> StopMap {
        if let Some(slot) = self.0.get_mut(old) {
            *slot = new;
        }
        self
    }
}

/// What a title asks of a replacement beyond the geometry of track.
#[derive(Clone, Copy, Debug)]
pub struct UpgradeRules {
    /// Whether the letters of the old face admit those of the new one.
    pub labels: fn(&Face, &Face) -> bool,
    /// Whether this stop of the old face can be that stop of the new one.
    pub becomes: fn(&Stop, &Stop) -> bool,
    /// Whether this stop of the old face may be missing on the new one (its track stays).
    pub vanishes: fn(&Stop) -> bool,
}

impl Default for UpgradeRules {
    /// The same letters, the same kinds of stops, nothing vanishes.
    fn default() -> UpgradeRules {
        UpgradeRules {
            labels: |from, to| from.labels == to.labels,
            becomes: |from, to| from.kind == to.kind,
            vanishes: |_| false,
        }
    }
}

/// All ways in which the stops of `from` can be found on `to` with all track kept, best first (each stop
/// at the earliest place in the list). Empty if `to` cannot replace `from`. Colours are not looked at.
///
/// Cities may merge; no other stops do, and no stop appears from nowhere.
pub fn mappings(from: &Face, to: &Face, rules: &UpgradeRules) -> Vec<StopMap> {
    let mut found = Vec::new();
    let stops = from.stops.len();
    if (rules.labels)(from, to) && stops <= MAX_STOPS && plain_track_kept(from, to) {
        extend(from, to, rules, 0, StopMap::EMPTY, &mut found);
    }
    found
}

/// The best of [`mappings`].
pub fn fits(from: &Face, to: &Face, rules: &UpgradeRules) -> Option<StopMap> {
    mappings(from, to, rules).into_iter().next()
}

fn extend(from: &Face, to: &Face, rules: &UpgradeRules, old: usize, map: StopMap, found: &mut Vec<StopMap>) {
    let Some(stop) = from.stops.get(old) else {
        if complete(from, to, map) {
            found.push(map);
        }
        return;
    };
    for (new, candidate) in to.stops.iter().enumerate() {
        let new = new as u8;
        let taken = (0..old as u8).any(|earlier| map.get(earlier) == Some(new));
        let merges = stop.kind == StopKind::City;
        if (merges || !taken) && (rules.becomes)(stop, candidate) && sides_kept(from, to, old as u8, new) {
            extend(from, to, rules, old + 1, map.with(old, new), found);
        }
    }
    if (rules.vanishes)(stop) && ways_through_kept(from, to, old as u8) {
        extend(from, to, rules, old + 1, map, found);
    }
}

/// Every new stop comes from an old one, and track between old stops is still there.
fn complete(from: &Face, to: &Face, map: StopMap) -> bool {
    let from_somewhere = |new: u8| (0..from.stops.len() as u8).any(|old| map.get(old) == Some(new));
    let between = |track: &Track| match (track.a, track.b) {
        (End::Stop(a), End::Stop(b)) => match (map.get(a), map.get(b)) {
            (Some(a), Some(b)) => a == b || has(to, End::Stop(a), End::Stop(b), track.gauge),
            _ => true,
        },
        _ => true,
    };
    (0..to.stops.len() as u8).all(from_somewhere) && from.track.iter().all(between)
}

fn plain_track_kept(from: &Face, to: &Face) -> bool {
    let plain = |track: &&Track| matches!((track.a, track.b), (End::Side(_), End::Side(_)));
    from.track.iter().filter(plain).all(|track| has(to, track.a, track.b, track.gauge))
}

fn sides_kept(from: &Face, to: &Face, old: u8, new: u8) -> bool {
    sides_of(from, old).all(|(side, gauge)| has(to, End::Stop(new), End::Side(side), gauge))
}

/// A stop vanishes but its track does not: each way through it still leads from side to side.
fn ways_through_kept(from: &Face, to: &Face, old: u8) -> bool {
    let joined = |a: u8, b: u8, gauge: Gauge| {
        let by_stop = |stop: u8| {
            has(to, End::Stop(stop), End::Side(a), gauge) && has(to, End::Stop(stop), End::Side(b), gauge)
        };
        has(to, End::Side(a), End::Side(b), gauge) || (0..to.stops.len() as u8).any(by_stop)
    };
    sides_of(from, old).all(|(a, gauge)| sides_of(from, old).all(|(b, _)| a == b || joined(a, b, gauge)))
}

/// The sides to which track leads from a stop.
fn sides_of(face: &Face, stop: u8) -> impl Iterator<Item = (u8, Gauge)> + '_ {
    face.track.iter().filter_map(move |track| match (track.a, track.b) {
        (End::Stop(at), End::Side(side)) | (End::Side(side), End::Stop(at)) if at == stop => {
            Some((side, track.gauge))
        }
        _ => None,
    })
}

fn has(face: &Face, a: End, b: End, gauge: Gauge) -> bool {
    face.track.iter().any(|track| {
        ((track.a, track.b) == (a, b) || (track.b, track.a) == (a, b))
            && (track.gauge == gauge || track.gauge == Gauge::Dual)
    })
}

/// The pieces of track of `to`, as bits by their place in its list, that `from` does not have.
pub fn new_track(from: &Face, to: &Face, map: StopMap) -> u32 {
    let old = |track: &Track| {
        let moved = |end: End| match end {
            End::Stop(stop) => map.get(stop).map(End::Stop),
            side => Some(side),
        };
        let same = |earlier: &Track| match (moved(earlier.a), moved(earlier.b)) {
            (Some(a), Some(b)) => (track.a, track.b) == (a, b) || (track.a, track.b) == (b, a),
            _ => false,
        };
        from.track.iter().any(same) || through_vanished(from, track, map)
    };
    let bits = to.track.iter().take(32).enumerate().filter(|(_, track)| !old(track));
    bits.fold(0, |bits, (at, _)| bits | 1 << at)
}

/// Whether this track is what is left of the two arms of a stop that is gone.
fn through_vanished(from: &Face, track: &Track, map: StopMap) -> bool {
    let (End::Side(a), End::Side(b)) = (track.a, track.b) else { return false };
    let leads = |stop: u8, side: u8| sides_of(from, stop).any(|(at, _)| at == side);
    (0..from.stops.len() as u8).any(|stop| map.get(stop).is_none() && leads(stop, a) && leads(stop, b))
}
