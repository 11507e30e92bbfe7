//! Writing on a board that is seen from afar: names that would lie over others, over what stops pay or over the letters that
//! tiles must have go, and notes on slots before them. What several hexes of one place say is said once.

use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element};

/// Pixels by which writing may overlap: letters do not fill their boxes.
const SLACK: f64 = 2.5;

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// What a stop pays, or the letter of a tile: no rule is played without them.
    Needed,
    /// What an area beyond the board pays.
    Area,
    /// What a place is called.
    Name,
    /// Whose a slot is.
    Mark,
}

impl Kind {
    /// Whether neighbours that say the same are one place.
    fn is_of_a_place(self) -> bool {
        matches!(self, Kind::Area | Kind::Name)
    }

    /// Whether it goes where there is no room.
    fn gives_way(self) -> bool {
        matches!(self, Kind::Name | Kind::Mark)
    }
}

/// A piece of writing.
struct Piece {
    element: Element,
    place: DomRect,
    /// Where its hex lies.
    hex: Option<DomRect>,
    text: String,
    kind: Kind,
}

impl Piece {
    fn overlaps(&self, other: &Piece) -> bool {
        let (one, other) = (&self.place, &other.place);
        one.left() + SLACK < other.right()
            && other.left() + SLACK < one.right()
            && one.top() + SLACK < other.bottom()
            && other.top() + SLACK < one.bottom()
    }

    /// Whether it says of the next hex what the other says of its own.
    fn continues(&self, other: &Piece) -> bool {
        let alike = self.kind.is_of_a_place() && self.kind == other.kind && self.text == other.text;
        let (Some(one), Some(other), true) = (&self.hex, &other.hex, alike) else { return false };
        // The middles of neighbours are less than the width of a hex apart, those of others half as much again.
        distance(middle(one), middle(other)) < 1.1 * one.width().max(one.height())
    }
}

fn middle(place: &DomRect) -> (f64, f64) {
    (place.left() + place.width() / 2.0, place.top() + place.height() / 2.0)
}

fn distance(one: (f64, f64), other: (f64, f64)) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

/// Hides the writing that lies over something more important or that is said beside it, and shows all other.
pub(super) fn thin_out(board: &Element) {
    for one in all(board, ".crowded") {
        let _ = one.class_list().remove_1("crowded");
    }
    let mut names = all(board, ".name");
    // Short names in large letters stay first.
    names.sort_by_key(|name| name.class_list().length());
    let boxes = all(board, ".revenue, .label").into_iter();
    let needed = boxes.map(|one| {
        let area = one.query_selector(".band").ok().flatten().is_some();
        (one, if area { Kind::Area } else { Kind::Needed })
    });
    let names = names.into_iter().map(|one| (one, Kind::Name));
    let marks = all(board, ".mark").into_iter().map(|one| (one, Kind::Mark));
    let writing: Vec<_> = needed.chain(names).chain(marks).collect();
    let pieces: Vec<Piece> = writing.into_iter().filter_map(|(one, kind)| piece(one, kind)).collect();
    let far = board.get_attribute("data-far").is_some_and(|far| far != "0");
    let mut stays: Vec<&Piece> = Vec::new();
    for mut place in places(&pieces, far) {
        let room = |piece: &&Piece| !stays.iter().any(|other| piece.overlaps(other));
        let needed = place.first().filter(|first| !first.kind.gives_way()).map(|_| 0);
        let shown = place.iter().position(room).or(needed).map(|at| place.swap_remove(at));
        stays.extend(shown);
        for piece in place {
            let _ = piece.element.class_list().add_1("crowded");
        }
    }
}

/// The writing by places; from afar neighbours that say the same are one, what lies in their middle first.
fn places(pieces: &[Piece], far: bool) -> Vec<Vec<&Piece>> {
    let mut rest: Vec<&Piece> = pieces.iter().collect();
    rest.reverse();
    let mut places = Vec::new();
    while let Some(first) = rest.pop() {
        let mut place = vec![first];
        let mut known = 0;
        while far && known < place.len() {
            known = place.len();
            let more = |piece: &mut &Piece| place.iter().any(|other| piece.continues(other));
            let found: Vec<&Piece> = rest.extract_if(.., more).collect();
            place.extend(found);
        }
        sort_from_middle(&mut place);
        places.push(place);
    }
    places
}

fn sort_from_middle(place: &mut [&Piece]) {
    let count = place.len() as f64;
    let sum = place
        .iter()
        .map(|piece| middle(&piece.place))
        .fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let away = |piece: &Piece| distance(middle(&piece.place), (sum.0 / count, sum.1 / count));
    place.sort_by(|one, other| away(one).total_cmp(&away(other)));
}

fn all(board: &Element, selector: &str) -> Vec<Element> {
    let Ok(found) = board.query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect()
}

/// A piece of writing, if it is shown.
fn piece(element: Element, kind: Kind) -> Option<Piece> {
    let place = element.get_bounding_client_rect();
    if place.width() <= 0.0 {
        return None;
    }
    let text: String = element.text_content().unwrap_or_default().split_whitespace().collect();
    let hex = || element.closest(".hex").ok()??.query_selector(".ground").ok()?;
    let hex = hex().filter(|_| kind.is_of_a_place()).map(|hex| hex.get_bounding_client_rect());
    Some(Piece { element, place, hex, text, kind })
}
