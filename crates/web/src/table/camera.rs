//! Looking at the board: pan and zoom by mouse, touch and keys.

use super::crowd;
use leptos::ev::{PointerEvent, WheelEvent};
use leptos::html::Div;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// A part of the drawing: left, top, width, height.
pub(super) type Frame = [f64; 4];

/// Movements shorter than this are clicks.
const STILL: f64 = 6.0;
const CLOSEST: f64 = 12.0;
/// Pixels per unit of the drawing from which its smallest writing, twelve units high, is nine pixels high.
const READABLE: f64 = 0.75;
/// Pixels per unit of the drawing below which writing grows, or the least of it makes room: what the style does at each step
/// keeps all that is shown nine pixels high.
const STEPS: [(f64, &str); 4] = [(0.25, "4"), (0.333, "3"), (0.5, "2"), (READABLE, "1")];
/// Pixels per unit of the drawing below which even the largest letters of the style are lower than nine pixels.
const LEAST: f64 = 0.2;
/// Windows narrower than this are filled by the board, and fingers move it: all of it could not be read.
const NARROW: f64 = 500.0;
/// The same for windows lower than this.
const LOW: f64 = 400.0;
/// Around what is in play so much is seen, too.
const MARGIN: f64 = 130.0;

/// A finger or the mouse on the board.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Finger {
    id: i32,
    x: f64,
    y: f64,
}

/// What is in play: middles of hexes.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Play {
    /// Where something can be done, and where the company that operates has tokens.
    pub all: Vec<(f64, f64)>,
    /// What a small screen shows rather than land on which nothing happens: where something can be done, or else what has
    /// been built.
    pub first: Vec<(f64, f64)>,
}

/// Which part of the board one sees.
#[derive(Clone, Copy)]
pub(super) struct Camera {
    holder: NodeRef<Div>,
    whole: RwSignal<Frame>,
    frame: RwSignal<Frame>,
    /// What is in play, as far as anything is.
    play: StoredValue<Play>,
    /// Somebody chose themselves what to look at.
    chosen: StoredValue<bool>,
    fingers: StoredValue<Vec<Finger>>,
    way: StoredValue<f64>,
    /// Whether writing is about to make room.
    crowded: StoredValue<bool>,
}

impl Camera {
    /// A camera for the drawing in this element.
    pub(super) fn new(holder: NodeRef<Div>) -> Camera {
        let camera = Camera {
            holder,
            whole: RwSignal::new([0.0; 4]),
            frame: RwSignal::new([0.0; 4]),
            play: StoredValue::default(),
            chosen: StoredValue::new(false),
            fingers: StoredValue::default(),
            way: StoredValue::new(0.0),
            crowded: StoredValue::new(false),
        };
        Effect::new(move || {
            camera.frame.track();
            camera.apply();
        });
        let resized = window_event_listener(leptos::ev::resize, move |_| camera.resized());
        on_cleanup(move || resized.remove());
        camera
    }

    fn svg(self) -> Option<web_sys::Element> {
        self.holder.get_untracked()?.query_selector("svg").ok()?
    }

    /// A drawing was put into the element: what was seen before stays in sight if it has the same size.
    pub(super) fn drawn(self) {
        let Some(text) = self.svg().and_then(|svg| svg.get_attribute("viewBox")) else { return };
        let numbers: Vec<f64> = text.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        let Ok(whole) = Frame::try_from(numbers) else { return };
        if self.whole.get_untracked() != whole {
            self.whole.set(whole);
            self.frame.set(whole);
        }
        self.apply();
        self.make_room();
    }

    fn apply(self) {
        let [x, y, width, height] = self.frame.get_untracked();
        if let (Some(svg), true) = (self.svg(), width > 0.0) {
            let _ = svg.set_attribute("viewBox", &format!("{x:.1} {y:.1} {width:.1} {height:.1}"));
            self.fit_writing();
        }
    }

    /// Tells the style from how far away the board is seen.
    fn fit_writing(self) {
        let (Some((scale, _)), Some(holder)) = (self.scale(), self.holder.get_untracked()) else { return };
        // A hair more than a step counts as that step.
        let pixels = 1.0 / scale.max(f64::EPSILON) + 1e-3;
        let step = STEPS.iter().find(|(below, _)| pixels < *below).map_or("0", |(_, step)| *step);
        if holder.get_attribute("data-far").as_deref() != Some(step) {
            let _ = holder.set_attribute("data-far", step);
            self.make_room();
        }
    }

    /// The board has got another size: a phone was turned, perhaps. What is in play stays in sight, and can still be read.
    pub(super) fn resized(self) {
        if self.chosen.try_get_value() == Some(false)
            && let Some((frame, _)) = self.resting(&self.play.get_value())
        {
            self.frame.set(frame);
        }
        self.fit_writing();
        self.make_room();
    }

    /// Where writing has grown so far that names would lie over each other or over figures, the lesser ones go.
    /// All writing has to be measured for that: once for all that changes together, and before it is painted.
    pub(super) fn make_room(self) {
        if self.crowded.try_get_value() != Some(false) {
            return;
        }
        self.crowded.set_value(true);
        spawn_local(async move {
            // The page may be another one by now.
            if self.crowded.try_set_value(false).is_none()
                && let Some(holder) = self.holder.get_untracked()
            {
                crowd::thin_out(&holder);
            }
        });
    }

    /// Everything in sight.
    pub(super) fn reset(self) {
        self.chosen.set_value(true);
        self.frame.set(self.whole.get_untracked());
    }

    /// Shows the part of the board that is in play, so large that it can be read, unless somebody looks elsewhere by
    /// their own choice. `anew` ends that choice: another company operates.
    pub(super) fn rest(self, play: Play, anew: bool) {
        // The page may be another one by now.
        let Some(chosen) = self.chosen.try_get_value() else { return };
        self.play.set_value(play.clone());
        if anew {
            self.chosen.set_value(false);
        }
        let Some((frame, narrow)) = self.resting(&play) else { return };
        let (seen, whole) = (self.frame.get_untracked(), self.whole.get_untracked());
        let play = around_points(play.all.into_iter());
        // What is in play is in sight: nothing moves. (On a narrow screen nothing can be read while all is in sight.)
        let in_sight = play.is_some_and(|play| contains(seen, play)) && !(narrow && seen == whole);
        if anew || !chosen && !in_sight {
            self.frame.set(frame);
        }
    }

    /// What is shown where nobody chose anything else, and whether the board is too small for all of it; none while there is
    /// nothing to see.
    fn resting(self, play: &Play) -> Option<(Frame, bool)> {
        let area = self.holder.get_untracked()?.get_bounding_client_rect();
        let (width, height, whole) = (area.width(), area.height(), self.whole.get_untracked());
        if whole[2] <= 0.0 || width < 1.0 || height < 1.0 {
            return None;
        }
        let narrow = width < NARROW || height < LOW;
        // A phone shows as much of the board as fills it: writing on all of it would be too low.
        let fills = (width / whole[2]).max(height / whole[3]).clamp(LEAST, READABLE);
        let middle = [whole[0] + whole[2] / 2.0, whole[1] + whole[3] / 2.0, 0.0, 0.0];
        let frame = match (around_points(play.all.iter().copied()), narrow) {
            (Some(play), false) => around(play, whole, READABLE, (width, height)),
            (None, false) => whole,
            (play, true)
                if play.is_some_and(|[_, _, wide, high]| wide * fills <= width && high * fills <= height) =>
            {
                around(play.unwrap_or(middle), whole, fills, (width, height))
            }
            // All of it would be too small to be read, or be empty land between two ends: as much of it as is near each other.
            (_, true) => {
                let near = crowd_of(&play.first, (width / fills, height / fills));
                around(near.unwrap_or(middle), whole, fills, (width, height))
            }
        };
        Some((frame, narrow))
    }

    /// Units of the drawing per pixel of the screen, and the element's place on the screen.
    fn scale(self) -> Option<(f64, web_sys::DomRect)> {
        let area = self.holder.get_untracked()?.get_bounding_client_rect();
        let [_, _, width, height] = self.frame.get_untracked();
        let scale = (width / area.width().max(1.0)).max(height / area.height().max(1.0));
        Some((scale, area))
    }

    /// Moves by pixels of the screen.
    pub(super) fn pan(self, dx: f64, dy: f64) {
        let Some((scale, _)) = self.scale() else { return };
        self.chosen.set_value(true);
        self.frame.update(|[x, y, ..]| {
            *x -= dx * scale;
            *y -= dy * scale;
        });
    }

    /// Zooms around the middle of the element.
    pub(super) fn zoom(self, factor: f64) {
        let Some((_, area)) = self.scale() else { return };
        self.zoom_at(factor, area.left() + area.width() / 2.0, area.top() + area.height() / 2.0);
    }

    /// Zooms around a point of the screen, which stays where it is.
    fn zoom_at(self, factor: f64, x: f64, y: f64) {
        let Some((scale, area)) = self.scale() else { return };
        let whole = self.whole.get_untracked();
        self.chosen.set_value(true);
        self.frame.update(|frame| {
            let [left, top, width, height] = *frame;
            let new_width = (width / factor).clamp(whole[2] / CLOSEST, whole[2] * 1.2);
            let factor = width / new_width;
            // From the middle of the element to the point, in units of the drawing.
            let from_middle = |point: f64, start: f64, size: f64| (point - start - size / 2.0) * scale;
            let (px, py) =
                (from_middle(x, area.left(), area.width()), from_middle(y, area.top(), area.height()));
            let (middle_x, middle_y) = (left + width / 2.0, top + height / 2.0);
            let (new_x, new_y) = (middle_x + px - px / factor, middle_y + py - py / factor);
            *frame = [new_x - new_width / 2.0, new_y - height / factor / 2.0, new_width, height / factor];
        });
    }

    /// The wheel zooms.
    pub(super) fn wheel(self, event: &WheelEvent) {
        event.prevent_default();
        let factor = (-event.delta_y() * 0.0015).exp();
        self.zoom_at(factor, f64::from(event.client_x()), f64::from(event.client_y()));
    }

    /// A finger comes down.
    pub(super) fn down(self, event: &PointerEvent) {
        let finger =
            Finger { id: event.pointer_id(), x: event.client_x().into(), y: event.client_y().into() };
        self.fingers.update_value(|fingers| {
            if fingers.is_empty() {
                self.way.set_value(0.0);
            }
            fingers.retain(|known| known.id != finger.id);
            fingers.push(finger);
        });
    }

    /// A finger moves: one pans, two pinch.
    pub(super) fn moved(self, event: &PointerEvent) {
        let to = Finger { id: event.pointer_id(), x: event.client_x().into(), y: event.client_y().into() };
        let fingers = self.fingers.get_value();
        let Some(from) = fingers.iter().find(|finger| finger.id == to.id).copied() else { return };
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        self.way.update_value(|way| *way += dx.hypot(dy));
        if self.was_still() {
            return;
        }
        match fingers.iter().find(|finger| finger.id != to.id) {
            None => self.pan(dx, dy),
            Some(other) => {
                let apart = |finger: Finger| (finger.x - other.x).hypot(finger.y - other.y).max(1.0);
                self.zoom_at(apart(to) / apart(from), (to.x + other.x) / 2.0, (to.y + other.y) / 2.0);
            }
        }
        self.fingers.update_value(|fingers| {
            if let Some(finger) = fingers.iter_mut().find(|finger| finger.id == to.id) {
                *finger = to;
            }
        });
    }

    /// A finger goes up.
    pub(super) fn up(self, event: &PointerEvent) {
        self.fingers.update_value(|fingers| fingers.retain(|finger| finger.id != event.pointer_id()));
    }

    /// Whether the last touch was a click rather than a movement.
    pub(super) fn was_still(self) -> bool {
        self.way.get_value() < STILL
    }
}

fn contains(outer: Frame, inner: Frame) -> bool {
    let ends = |[left, top, width, height]: Frame| (left, top, left + width, top + height);
    let ((left, top, right, bottom), (l, t, r, b)) = (ends(outer), ends(inner));
    left <= l && top <= t && right >= r && bottom >= b
}

/// The part of the whole that shows what is in play in an area of the screen: in the scale that is wanted, unless all of it
/// would not be in sight then.
fn around(play: Frame, whole: Frame, wanted: f64, (width, height): (f64, f64)) -> Frame {
    let [left, top, play_width, play_height] = play;
    let fits = (width / play_width.max(1.0)).min(height / play_height.max(1.0));
    let shows_all = (width / whole[2]).min(height / whole[3]);
    let scale = wanted.min(fits).max(shows_all);
    let (seen_width, seen_height) = (width / scale, height / scale);
    // Not beyond the edges of the board, where it is larger than what is seen.
    let place = |middle: f64, seen: f64, start: f64, size: f64| {
        if seen >= size {
            start + (size - seen) / 2.0
        } else {
            (middle - seen / 2.0).clamp(start, start + size - seen)
        }
    };
    let x = place(left + play_width / 2.0, seen_width, whole[0], whole[2]);
    let y = place(top + play_height / 2.0, seen_height, whole[1], whole[3]);
    [x, y, seen_width, seen_height]
}

/// The part around that point of some which has most of the others within a frame of this size.
fn crowd_of(points: &[(f64, f64)], (width, height): (f64, f64)) -> Option<Frame> {
    let room = |size: f64| (size / 2.0 - MARGIN).max(0.0);
    let near = |(x, y): (f64, f64)| {
        points
            .iter()
            .copied()
            .filter(move |(a, b)| (a - x).abs() <= room(width) && (b - y).abs() <= room(height))
    };
    // The first of several is enough.
    let most = points.iter().copied().rev().max_by_key(|point| near(*point).count())?;
    around_points(near(most))
}

/// The part of the board around some points of it.
pub(super) fn around_points(points: impl Iterator<Item = (f64, f64)>) -> Option<Frame> {
    let mut ends: Option<[f64; 4]> = None;
    for (x, y) in points {
        let [left, top, right, bottom] = ends.unwrap_or([x, y, x, y]);
        ends = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
    let [left, top, right, bottom] = ends?;
    Some([left - MARGIN, top - MARGIN, right - left + 2.0 * MARGIN, bottom - top + 2.0 * MARGIN])
}
