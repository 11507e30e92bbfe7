//! Points, hexes and the curves of track, without a word of SVG.
//!
//! A hex has its centre at the origin and its corners [`RADIUS`] away. As on screen, y grows downwards.
//! Directions are counted in twelfths of the way round: twelfth 0 points at the middle of side 0,
//! twelfth 1 at the corner between sides 0 and 1, and so on clockwise.

use ferrata_engine::map::Layout;
use std::ops::{Add, Mul, Neg, Sub};

/// From the centre of a hex to a corner; also the length of a side.
pub const RADIUS: f64 = 100.0;

/// From the centre of a hex to the middle of a side.
pub const APOTHEM: f64 = RADIUS * HALF_SQRT_3;

const HALF_SQRT_3: f64 = 0.866_025_403_784_438_6;

/// A point, or the way from one point to another.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The centre of a hex.
    pub const ORIGIN: Point = Point { x: 0.0, y: 0.0 };

    /// A point.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The scalar product.
    pub fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product: positive if `other` lies clockwise of `self` on screen.
    pub fn cross(self, other: Point) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The distance from the origin.
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The distance to another point.
    pub fn distance(self, other: Point) -> f64 {
        (other - self).length()
    }

    /// The same direction with length one; to the right if there is no direction.
    pub fn unit(self) -> Point {
        let length = self.length();
        if length < 1e-9 { Point::new(1.0, 0.0) } else { self * (1.0 / length) }
    }

    /// Turned clockwise by a quarter.
    pub fn quarter(self) -> Point {
        Point::new(-self.y, self.x)
    }

    /// Some of the way to another point.
    pub fn towards(self, other: Point, share: f64) -> Point {
        self + (other - self) * share
    }

    /// The angle in degrees, clockwise from the right.
    pub fn degrees(self) -> f64 {
        self.y.atan2(self.x).to_degrees()
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, factor: f64) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}

impl Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        self * -1.0
    }
}

/// The unit vector of a twelfth.
pub fn direction(layout: Layout, twelfth: u8) -> Point {
    // Side 0 lies at 90 degrees on a flat-topped hex and at 120 on a pointy one.
    let first = match layout {
        Layout::Flat => 3,
        Layout::Pointy => 4,
    };
    let (h, r) = (0.5, HALF_SQRT_3);
    let (x, y) = match (twelfth as u16 + first) % 12 {
        0 => (1.0, 0.0),
        1 => (r, h),
        2 => (h, r),
        3 => (0.0, 1.0),
        4 => (-h, r),
        5 => (-r, h),
        6 => (-1.0, 0.0),
        7 => (-r, -h),
        8 => (-h, -r),
        9 => (0.0, -1.0),
        10 => (h, -r),
        _ => (r, -h),
    };
    Point::new(x, y)
}

/// The middle of a side.
pub fn side(layout: Layout, side: u8) -> Point {
    direction(layout, side % 6 * 2) * APOTHEM
}

/// The corner between a side and the next one clockwise.
pub fn corner(layout: Layout, side: u8) -> Point {
    direction(layout, side % 6 * 2 + 1) * RADIUS
}

/// The two ends of a side, clockwise.
pub fn side_ends(layout: Layout, side: u8) -> (Point, Point) {
    (corner(layout, side % 6 + 5), corner(layout, side))
}

/// The six corners of a hex, clockwise.
pub fn corners(layout: Layout) -> [Point; 6] {
    std::array::from_fn(|side| corner(layout, side as u8))
}

/// The centre of a hex from its place on the map: column and half-row; on a pointy-topped map half-column
/// and row.
pub fn centre(layout: Layout, at: (i16, i16)) -> Point {
    let (x, y) = (f64::from(at.0), f64::from(at.1));
    match layout {
        Layout::Flat => Point::new(x * 1.5 * RADIUS, y * APOTHEM),
        Layout::Pointy => Point::new(x * APOTHEM, y * 1.5 * RADIUS),
    }
}

/// How far a point lies outside a hex; negative inside.
pub fn outside(layout: Layout, point: Point) -> f64 {
    let beyond = (0..6).map(|side| direction(layout, side * 2).dot(point) - APOTHEM);
    beyond.fold(f64::NEG_INFINITY, f64::max)
}

/// A piece of track: a straight line or an arc of a circle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// What it is.
    pub bend: Bend,
}

/// How a curve bends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bend {
    /// Not at all.
    Straight,
    /// Around a centre.
    Around {
        /// The centre of the circle.
        centre: Point,
        /// Its radius.
        radius: f64,
        /// The angle from begin to end in radians, positive clockwise on screen.
        sweep: f64,
    },
}

impl Curve {
    /// A straight line.
    pub fn line(from: Point, to: Point) -> Curve {
        Curve { from, to, bend: Bend::Straight }
    }

    /// The one arc that leaves `from` in the direction `heading` and reaches `to`.
    pub fn leaving(from: Point, heading: Point, to: Point) -> Curve {
        let (heading, way) = (heading.unit(), to - from);
        let aside = heading.cross(way);
        if aside.abs() < 1e-3 * way.length().max(1.0) {
            return Curve::line(from, to);
        }
        let radius = way.dot(way) / (2.0 * aside.abs());
        let centre = from + heading.quarter() * (radius * aside.signum());
        // Twice the angle between heading and chord.
        let sweep = 2.0 * aside.atan2(heading.dot(way));
        Curve { from, to, bend: Bend::Around { centre, radius, sweep } }
    }

    /// Track between two sides: a straight, a gentle or a sharp curve, square to both sides.
    pub fn between(layout: Layout, a: u8, b: u8) -> Curve {
        Curve::into(layout, a, side(layout, b))
    }

    /// Track from a side, square to it, to a point of the hex.
    pub fn into(layout: Layout, from: u8, to: Point) -> Curve {
        Curve::leaving(side(layout, from), -direction(layout, from % 6 * 2), to)
    }

    /// A point on the way: 0 is the beginning, 1 the end.
    pub fn at(&self, share: f64) -> Point {
        match self.bend {
            Bend::Straight => self.from.towards(self.to, share),
            Bend::Around { centre, sweep, .. } => {
                let (sin, cos) = (sweep * share).sin_cos();
                let arm = self.from - centre;
                centre + arm * cos + arm.quarter() * sin
            }
        }
    }

    /// The direction on the way.
    pub fn heading(&self, share: f64) -> Point {
        match self.bend {
            Bend::Straight => (self.to - self.from).unit(),
            Bend::Around { centre, sweep, .. } => (self.at(share) - centre).unit().quarter() * sweep.signum(),
        }
    }

    /// How long it is.
    pub fn length(&self) -> f64 {
        match self.bend {
            Bend::Straight => self.from.distance(self.to),
            Bend::Around { radius, sweep, .. } => radius * sweep.abs(),
        }
    }

    /// The same track in the other direction.
    pub fn reversed(&self) -> Curve {
        let bend = match self.bend {
            Bend::Straight => Bend::Straight,
            Bend::Around { centre, radius, sweep } => Bend::Around { centre, radius, sweep: -sweep },
        };
        Curve { from: self.to, to: self.from, bend }
    }

    /// Points along the track, at most `step` apart, both ends among them.
    pub fn samples(&self, step: f64) -> impl Iterator<Item = Point> + '_ {
        let count = (self.length() / step).ceil().clamp(1.0, 64.0) as u32;
        (0..=count).map(move |i| self.at(f64::from(i) / f64::from(count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAT: Layout = Layout::Flat;

    fn near(a: Point, b: Point) -> bool {
        a.distance(b) < 1e-6
    }

    #[test]
    fn sides_run_clockwise_from_the_south() {
        assert!(near(side(FLAT, 0), Point::new(0.0, APOTHEM)));
        assert!(side(FLAT, 1).x < 0.0 && side(FLAT, 1).y > 0.0, "side 1 is south-west");
        assert!(near(side(FLAT, 3), Point::new(0.0, -APOTHEM)));
        assert!(side(FLAT, 5).x > 0.0 && side(FLAT, 5).y > 0.0, "side 5 is south-east");
        assert!(side(Layout::Pointy, 0).x < 0.0 && side(Layout::Pointy, 0).y > 0.0);
    }

    #[test]
    fn a_side_lies_in_the_middle_of_its_two_corners() {
        for layout in [FLAT, Layout::Pointy] {
            for s in 0..6 {
                let (a, b) = side_ends(layout, s);
                assert!(near(a.towards(b, 0.5), side(layout, s)));
                assert!((a.distance(b) - RADIUS).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn neighbours_meet_at_their_common_side() {
        // South-east of (2, 4) is (3, 5), south is (2, 6).
        let here = centre(FLAT, (2, 4));
        assert!(near(here + side(FLAT, 5), centre(FLAT, (3, 5)) + side(FLAT, 2)));
        assert!(near(here + side(FLAT, 0), centre(FLAT, (2, 6)) + side(FLAT, 3)));
        // On a pointy map south-west of (2, 4) is (1, 5).
        let pointy = Layout::Pointy;
        let here = centre(pointy, (2, 4));
        assert!(near(here + side(pointy, 0), centre(pointy, (1, 5)) + side(pointy, 3)));
    }

    #[test]
    fn curves_are_square_to_the_sides_they_join() {
        for layout in [FLAT, Layout::Pointy] {
            for a in 0..6 {
                for b in (0..6).filter(|&b| b != a) {
                    let curve = Curve::between(layout, a, b);
                    assert!(near(curve.at(0.0), side(layout, a)) && near(curve.at(1.0), side(layout, b)));
                    assert!(near(curve.heading(0.0), -direction(layout, a * 2)));
                    assert!(near(curve.heading(1.0), direction(layout, b * 2)), "{a}-{b}");
                    assert!(curve.samples(5.0).all(|point| outside(layout, point) < 1e-6));
                }
            }
        }
    }

    #[test]
    fn sharp_gentle_and_straight_track_have_their_radii() {
        let radius = |b| match Curve::between(FLAT, 0, b).bend {
            Bend::Straight => f64::INFINITY,
            Bend::Around { radius, .. } => radius,
        };
        assert!((radius(1) - 50.0).abs() < 1e-6);
        assert!((radius(2) - 150.0).abs() < 1e-6);
        assert_eq!(radius(3), f64::INFINITY);
        assert!((radius(4) - 150.0).abs() < 1e-6);
    }

    #[test]
    fn a_stop_on_a_curve_splits_it_into_two_parts_of_the_same_circle() {
        let whole = Curve::between(FLAT, 0, 2);
        let half = Curve::into(FLAT, 2, whole.at(0.5));
        let (Bend::Around { centre: a, .. }, Bend::Around { centre: b, .. }) = (whole.bend, half.bend) else {
            panic!("both are arcs");
        };
        assert!(near(a, b));
        assert!((whole.length() / 2.0 - half.length()).abs() < 1e-6);
    }

    #[test]
    fn turning_a_curve_round_keeps_its_points() {
        let curve = Curve::between(FLAT, 1, 2);
        assert!(near(curve.reversed().at(0.25), curve.at(0.75)));
    }
}
