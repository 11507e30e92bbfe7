//! Finding a free place for writing on a hex that is already full of track.

use crate::geometry::{Point, outside};
use ferrata_engine::map::Layout;

/// What is in the way.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Disc(Point, f64),
    Rect(Rect),
}

/// An upright rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rect {
    pub(crate) centre: Point,
    /// Half its width and height.
    pub(crate) half: Point,
}

impl Rect {
    pub(crate) fn new(centre: Point, width: f64, height: f64) -> Rect {
        Rect { centre, half: Point::new(width / 2.0, height / 2.0) }
    }

    /// The distance to a disc or rectangle; negative if they overlap.
    fn gap(&self, shape: &Shape) -> f64 {
        let beyond = |centre: Point, half: Point| {
            let way = centre - self.centre;
            Point::new(way.x.abs() - self.half.x - half.x, way.y.abs() - self.half.y - half.y)
        };
        let distance = |d: Point| {
            let positive = Point::new(d.x.max(0.0), d.y.max(0.0));
            positive.length() + d.x.max(d.y).min(0.0)
        };
        match *shape {
            Shape::Disc(centre, radius) => distance(beyond(centre, Point::ORIGIN)) - radius,
            Shape::Rect(other) => distance(beyond(other.centre, other.half)),
        }
    }

    fn corners(&self) -> [Point; 4] {
        let Point { x, y } = self.half;
        [(x, y), (-x, y), (x, -y), (-x, -y)].map(|(x, y)| self.centre + Point::new(x, y))
    }
}

/// Everything on a hex that writing should keep off.
pub(crate) struct Crowd {
    layout: Layout,
    shapes: Vec<(Shape, f64)>,
}

/// Writing over a slot or other writing is much worse than over track.
const SOLID: f64 = 4.0;
const LIGHT: f64 = 0.8;

impl Crowd {
    pub(crate) fn new(layout: Layout) -> Crowd {
        Crowd { layout, shapes: Vec::new() }
    }

    /// A slot, a sign.
    pub(crate) fn disc(&mut self, at: Point, radius: f64) {
        self.shapes.push((Shape::Disc(at, radius), SOLID));
    }

    /// A point of track.
    pub(crate) fn track(&mut self, at: Point) {
        self.shapes.push((Shape::Disc(at, 7.0), LIGHT));
    }

    /// Writing that has its place already.
    pub(crate) fn rect(&mut self, rect: Rect) {
        self.shapes.push((Shape::Rect(rect), SOLID));
    }

    /// Takes the best place for something of this size, as near as possible to where it wishes to be.
    pub(crate) fn claim(&mut self, width: f64, height: f64, wish: Point) -> Point {
        let rect = |at| Rect::new(at, width, height);
        let grid = (-6..=6)
            .flat_map(|x| (-7..=7).map(move |y| Point::new(f64::from(x) * 11.0, f64::from(y) * 10.0)));
        let cost = |at: Point| self.cost(&rect(at)) + at.distance(wish) * 0.12;
        let mut best = (wish, cost(wish));
        for at in grid {
            let cost = cost(at);
            if cost < best.1 {
                best = (at, cost);
            }
        }
        self.rect(rect(best.0));
        best.0
    }

    fn cost(&self, rect: &Rect) -> f64 {
        let close = self.shapes.iter().map(|(shape, weight)| (3.0 - rect.gap(shape)).max(0.0) * weight);
        let beyond =
            rect.corners().into_iter().map(|corner| (outside(self.layout, corner) + 4.0).max(0.0) * 3.0);
        close.sum::<f64>() + beyond.sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_keeps_off_slots_and_inside_the_hex() {
        let mut crowd = Crowd::new(Layout::Flat);
        crowd.disc(Point::ORIGIN, 27.0);
        let first = crowd.claim(80.0, 18.0, Point::new(0.0, 45.0));
        let second = crowd.claim(30.0, 30.0, Point::new(0.0, 45.0));
        assert!(first.y.abs() >= 36.0, "{first:?}");
        let rect = Rect::new(second, 30.0, 30.0);
        assert!(rect.gap(&Shape::Rect(Rect::new(first, 80.0, 18.0))) >= 0.0, "{first:?} {second:?}");
        assert!(rect.gap(&Shape::Disc(Point::ORIGIN, 27.0)) >= 0.0);
        assert!(rect.corners().into_iter().all(|corner| outside(Layout::Flat, corner) <= 0.0));
    }

    #[test]
    fn with_room_enough_a_wish_is_granted() {
        let wish = Point::new(13.0, -17.0);
        assert_eq!(Crowd::new(Layout::Flat).claim(40.0, 18.0, wish), wish);
    }
}
