//! Where the stops and the track of a face lie: plain geometry, drawn by [`crate::face`].

use crate::geometry::{Curve, Point, direction, outside};
use ferrata_engine::map::Layout;
use ferrata_engine::tile::{End, Face, Stop, StopKind, Track};

/// The radius of a slot for a token.
pub const SLOT: f64 = 25.0;

/// The geometry of a face.
#[derive(Clone, PartialEq, Debug)]
pub struct Sketch {
    /// The stops, in the order of the face.
    pub spots: Vec<Spot>,
    /// The track, in the order of the face.
    pub lines: Vec<Line>,
}

/// Where and how a stop is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Spot {
    /// Its centre.
    pub at: Point,
    /// Its form.
    pub form: Form,
    /// The centres of its slots.
    pub slots: Vec<Point>,
}

/// The form of a stop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    /// Circles on a white ground.
    City,
    /// A bar across the track, which runs in this direction.
    Bar(Point),
    /// A dot.
    Dot,
    /// Circles on a mountain.
    Pass,
    /// An anchor.
    Port,
    /// Hammer and pick.
    Mine,
    /// An area without a place of its own: track only points at it.
    Area,
}

/// How a piece of track is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// The piece of the face.
    pub track: Track,
    /// Its course, from `track.a` to `track.b`.
    pub curve: Curve,
    /// Whether it tapers off towards its end instead of reaching a stop.
    pub tapers: bool,
}

impl Sketch {
    /// Finds a place for everything on a face.
    pub fn of(face: &Face, layout: Layout) -> Sketch {
        let places = Places { face, layout }.settle();
        let spots: Vec<Spot> =
            face.stops.iter().zip(&places).map(|(stop, place)| spot(stop, place)).collect();
        let lines = face.track.iter().map(|track| line(face, layout, track, &spots)).collect();
        Sketch { spots, lines }
    }

    /// The course from one end of track to another, if there is such a piece.
    pub fn course(&self, from: End, to: End) -> Option<Curve> {
        self.lines.iter().find_map(|line| match (line.track.a, line.track.b) {
            (a, b) if (a, b) == (from, to) => Some(line.curve),
            (a, b) if (b, a) == (from, to) => Some(line.curve.reversed()),
            _ => None,
        })
    }
}

fn spot(stop: &Stop, place: &Place) -> Spot {
    let form = match stop.kind {
        StopKind::City => Form::City,
        StopKind::Town => place.heading.map_or(Form::Dot, Form::Bar),
        StopKind::Pass => Form::Pass,
        StopKind::Port => Form::Port,
        StopKind::Mine => Form::Mine,
        StopKind::Offboard => Form::Area,
    };
    Spot { at: place.at, form, slots: slots(place.at, stop.slots) }
}

/// The centres of slots around the centre of a stop.
fn slots(at: Point, count: u8) -> Vec<Point> {
    let gap = SLOT + 1.0;
    match count {
        0 => Vec::new(),
        1 => vec![at],
        2 => {
            // Away from the centre two slots lie side by side along the edge of the hex.
            let across = if at.length() > 20.0 { at.unit().quarter() } else { Point::new(1.0, 0.0) };
            let across = if across.x < 0.0 { -across } else { across };
            vec![at - across * gap, at + across * gap]
        }
        4 => [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| at + Point::new(x, y) * gap)
            .into(),
        n => {
            let step = std::f64::consts::TAU / f64::from(n);
            let radius = gap / (step / 2.0).sin();
            (0..n)
                .map(|i| {
                    let (sin, cos) = (f64::from(i) * step).sin_cos();
                    at + Point::new(sin, -cos) * radius
                })
                .collect()
        }
    }
}

fn line(face: &Face, layout: Layout, track: &Track, spots: &[Spot]) -> Line {
    let spot = |stop: u8| spots.get(stop as usize);
    let at = |stop: u8| spot(stop).map_or(Point::ORIGIN, |spot| spot.at);
    let curve = match (track.a, track.b) {
        (End::Side(a), End::Side(b)) => Curve::between(layout, a, b),
        (End::Side(side), End::Stop(stop)) => Curve::into(layout, side, at(stop)),
        (End::Stop(stop), End::Side(side)) => Curve::into(layout, side, at(stop)).reversed(),
        (End::Stop(a), End::Stop(b)) => Curve::line(at(a), at(b)),
        // No face has a far line.
        (End::Far(_), _) | (_, End::Far(_)) => Curve::line(Point::ORIGIN, Point::ORIGIN),
    };
    let area = |end| match end {
        End::Stop(stop) => face
            .stops
            .get(stop as usize)
            .is_some_and(|stop| stop.kind == StopKind::Offboard && stop.slots == 0),
        End::Side(_) | End::Far(_) => false,
    };
    Line { track: *track, curve, tapers: track.stub || area(track.a) || area(track.b) }
}

/// Where a stop could lie, how much that is against its wishes, and the direction of the track it would
/// lie on.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: Point,
    regret: f64,
    heading: Option<Point>,
}

impl Place {
    fn free(at: Point, regret: f64) -> Place {
        Place { at, regret, heading: None }
    }
}

/// The search for places: each stop wishes to lie on its track, all wish to keep apart.
struct Places<'a> {
    face: &'a Face,
    layout: Layout,
}

impl Places<'_> {
    fn settle(&self) -> Vec<Place> {
        let wishes: Vec<Vec<Place>> = (0..self.face.stops.len()).map(|stop| self.wishes(stop)).collect();
        let mut places: Vec<Place> = wishes.iter().map(|list| best(list, |place| place.regret)).collect();
        if places.len() > 1 {
            for _ in 0..3 {
                for (stop, list) in wishes.iter().enumerate() {
                    let place = best(list, |place| place.regret + self.crowding(stop, place, &places));
                    if let Some(slot) = places.get_mut(stop) {
                        *slot = place;
                    }
                }
            }
        }
        places
    }

    /// The sides that track leads to from a stop.
    fn exits(&self, stop: usize) -> Vec<u8> {
        let mut exits: Vec<u8> = self.face.track.iter().filter_map(|track| exit(track, stop)).collect();
        exits.sort_unstable();
        exits.dedup();
        exits
    }

    fn wishes(&self, index: usize) -> Vec<Place> {
        let Some(stop) = self.face.stops.get(index) else { return Vec::new() };
        if let Some(twelfth) = stop.drawn_at {
            let away = if stop.slots > 1 { 36.0 } else { 46.0 };
            return vec![Place::free(direction(self.layout, twelfth) * away, 0.0)];
        }
        let on_track = matches!(stop.kind, StopKind::Town | StopKind::Mine);
        match (self.exits(index).as_slice(), self.face.stops.len()) {
            (&[a, b], 1) if on_track => vec![self.on_curve(a, b, 0.5)],
            (_, 1) => vec![Place::free(Point::ORIGIN, 0.0)],
            (&[a, b], _) => [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8]
                .map(|share| self.on_curve(a, b, share))
                .into(),
            (&[a], _) => self.near_side(a),
            ([], stops) => self.in_a_row(index, stops),
            _ => self.near_centre(),
        }
    }

    fn on_curve(&self, a: u8, b: u8, share: f64) -> Place {
        let curve = Curve::between(self.layout, a, b);
        let regret = (share - 0.5).abs() * 30.0;
        Place { at: curve.at(share), regret, heading: Some(curve.heading(share)) }
    }

    fn near_side(&self, side: u8) -> Vec<Place> {
        let mut list = Vec::new();
        for (twelfths, aside) in [(0, 0.0), (1, 5.0), (11, 5.0), (2, 9.0), (10, 9.0)] {
            for (away, off) in [(46.0, 0.0), (34.0, 2.0), (54.0, 2.0), (22.0, 5.0)] {
                let at = direction(self.layout, side % 6 * 2 + twelfths) * away;
                list.push(Place::free(at, aside + off));
            }
        }
        list
    }

    fn near_centre(&self) -> Vec<Place> {
        let mut list = vec![Place::free(Point::ORIGIN, 0.0)];
        list.extend((0..12).map(|twelfth| Place::free(direction(self.layout, twelfth) * 25.0, 18.0)));
        list
    }

    /// Stops without track: from left to right.
    fn in_a_row(&self, index: usize, stops: usize) -> Vec<Place> {
        let share = index as f64 / (stops.max(2) - 1) as f64;
        let wish = Point::new(84.0 * share - 42.0, 0.0);
        let mut list = vec![Place::free(wish, 0.0), Place::free(Point::ORIGIN, 12.0)];
        list.extend((0..12).map(|twelfth| {
            let at = direction(self.layout, twelfth) * 46.0;
            Place::free(at, at.distance(wish) * 0.15)
        }));
        list
    }

    /// How much a stop at a place would be in the way of the others and of their track.
    fn crowding(&self, index: usize, place: &Place, places: &[Place]) -> f64 {
        let size = |index: usize| self.face.stops.get(index).map_or(0.0, breadth);
        let others = places.iter().enumerate().filter(|(other, _)| *other != index);
        let near = others.map(|(other, there)| {
            (size(index) + size(other) + 7.0 - place.at.distance(there.at)).max(0.0) * 3.0
        });
        let foreign = self.face.track.iter().filter(|track| !touches(track, index));
        let across = foreign.map(|track| {
            let curve = self.course(track, places);
            let clear = size(index).min(28.0) + 9.0;
            curve.samples(8.0).map(|point| (clear - point.distance(place.at)).max(0.0) * 0.25).sum::<f64>()
        });
        let beyond = (outside(self.layout, place.at) + size(index).min(34.0) + 3.0).max(0.0) * 3.0;
        near.sum::<f64>() + across.sum::<f64>() + beyond
    }

    fn course(&self, track: &Track, places: &[Place]) -> Curve {
        let at = |stop: u8| places.get(stop as usize).map_or(Point::ORIGIN, |place| place.at);
        match (track.a, track.b) {
            (End::Side(a), End::Side(b)) => Curve::between(self.layout, a, b),
            (End::Side(side), End::Stop(stop)) | (End::Stop(stop), End::Side(side)) => {
                Curve::into(self.layout, side, at(stop))
            }
            (End::Stop(a), End::Stop(b)) => Curve::line(at(a), at(b)),
            (End::Far(_), _) | (_, End::Far(_)) => Curve::line(Point::ORIGIN, Point::ORIGIN),
        }
    }
}

/// The place with the least cost, the first of equals.
fn best(list: &[Place], cost: impl Fn(&Place) -> f64) -> Place {
    let least = list.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
    least.copied().unwrap_or(Place::free(Point::ORIGIN, 0.0))
}

fn exit(track: &Track, stop: usize) -> Option<u8> {
    match (track.a, track.b) {
        (End::Stop(at), End::Side(side)) | (End::Side(side), End::Stop(at)) if at as usize == stop => {
            Some(side)
        }
        _ => None,
    }
}

fn touches(track: &Track, stop: usize) -> bool {
    let here = |end| matches!(end, End::Stop(at) if at as usize == stop);
    here(track.a) || here(track.b)
}

/// The radius of the circle a stop needs.
fn breadth(stop: &Stop) -> f64 {
    match (stop.kind, stop.slots) {
        (StopKind::City | StopKind::Pass, 0 | 1) => 29.0,
        (StopKind::City | StopKind::Pass, 2) => 42.0,
        (StopKind::City | StopKind::Pass, _) => 56.0,
        (StopKind::Town, _) => 15.0,
        (StopKind::Mine | StopKind::Port, _) => 19.0,
        (StopKind::Offboard, _) => 36.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{city, face, town};

    #[test]
    fn a_lone_city_lies_in_the_centre() {
        let sketch = Sketch::of(&face(vec![city(1)], "s0-0 s0-1 s0-3"), Layout::Flat);
        assert_eq!(sketch.spots[0].at, Point::ORIGIN);
        assert_eq!(sketch.lines.len(), 3);
    }

    #[test]
    fn a_town_lies_as_a_bar_in_the_middle_of_its_curve() {
        let sketch = Sketch::of(&face(vec![town()], "s0-0 s0-1"), Layout::Flat);
        let curve = Curve::between(Layout::Flat, 0, 1);
        assert!(sketch.spots[0].at.distance(curve.at(0.5)) < 1e-9);
        assert!(matches!(sketch.spots[0].form, Form::Bar(_)));
    }

    #[test]
    fn a_town_where_three_tracks_meet_is_a_dot() {
        let sketch = Sketch::of(&face(vec![town()], "s0-0 s0-1 s0-3"), Layout::Flat);
        assert_eq!(sketch.spots[0].form, Form::Dot);
    }

    /// All shapes of two towns in the catalogue (1, 2, 55, 56, 69, 630 to 633, L79, L113).
    #[test]
    fn two_towns_keep_apart_and_off_each_others_track() {
        for track in [
            "s0-1 s0-3 s1-0 s1-4",
            "s0-0 s0-3 s1-1 s1-2",
            "s0-0 s0-3 s1-1 s1-4",
            "s0-0 s0-2 s1-1 s1-3",
            "s0-0 s0-3 s1-2 s1-4",
            "s0-2 s0-3 s1-0 s1-4",
            "s0-0 s0-1 s1-2 s1-3",
            "s0-0 s0-4 s1-1 s1-5",
            "s0-0 s0-3 s1-1 s1-5",
        ] {
            let sketch = Sketch::of(&face(vec![town(), town()], track), Layout::Flat);
            let [a, b] = [0, 1].map(|i: usize| sketch.spots[i].at);
            assert!(a.distance(b) > 30.0, "{track}: {a:?} {b:?}");
            for (line, other) in [(0, b), (1, b), (2, a), (3, a)] {
                let curve: Curve = sketch.lines[line].curve;
                let nearest = curve.samples(2.0).map(|point| point.distance(other)).fold(f64::MAX, f64::min);
                assert!(nearest > 15.0, "{track}: a town lies {nearest:.0} from foreign track");
            }
        }
    }

    #[test]
    fn two_cities_do_not_touch_whatever_their_track() {
        for track in ["", "s0-0 s1-1", "s0-0 s1-2", "s0-0 s1-3", "s0-1 s0-2 s1-0 s1-4", "s0-1 s1-2 s1-5"] {
            let sketch = Sketch::of(&face(vec![city(1), city(1)], track), Layout::Flat);
            let apart = sketch.spots[0].at.distance(sketch.spots[1].at);
            assert!(apart > 2.0 * SLOT + 4.0, "{track}: {apart:.0}");
            assert!(sketch.spots.iter().all(|spot| outside(Layout::Flat, spot.at) < -SLOT), "{track}");
        }
    }

    #[test]
    fn three_cities_keep_apart() {
        let madrid = face(vec![city(1), city(1), city(1)], "s0-0 s0-1 s1-2 s2-4 s2-0");
        let sketch = Sketch::of(&madrid, Layout::Flat);
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            let apart = sketch.spots[a].at.distance(sketch.spots[b].at);
            assert!(apart > 2.0 * SLOT, "{a}-{b}: {apart:.0}");
        }
    }

    #[test]
    fn slots_touch_but_never_overlap() {
        for count in 1..=6 {
            let sketch = Sketch::of(&face(vec![city(count)], ""), Layout::Flat);
            let slots = &sketch.spots[0].slots;
            assert_eq!(slots.len(), count as usize);
            for (i, a) in slots.iter().enumerate() {
                for b in &slots[i + 1..] {
                    assert!(a.distance(*b) >= 2.0 * SLOT, "{count}: {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn a_course_can_be_followed_in_both_directions() {
        let sketch = Sketch::of(&face(vec![city(1)], "s0-0 1-3"), Layout::Flat);
        let (out, home) = (
            sketch.course(End::Stop(0), End::Side(0)).unwrap(),
            sketch.course(End::Side(0), End::Stop(0)).unwrap(),
        );
        assert_eq!(out.from, home.to);
        assert!(sketch.course(End::Side(3), End::Side(1)).is_some());
        assert!(sketch.course(End::Side(3), End::Side(2)).is_none());
    }
}
