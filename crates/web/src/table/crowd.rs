//! Writing on a board that is seen from afar: names that would lie over others, over what stops pay or over the letters that
//! tiles must have go, and notes on slots before them.

use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element};

/// Pixels by which writing may overlap: letters do not fill their boxes.
const SLACK: f64 = 2.5;

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// What a stop pays, or the letter of a tile: no rule is played without them.
    Needed,
    /// What a place is called, or whose a slot is.
    Helpful,
}

/// A piece of writing.
struct Piece {
    element: Element,
    place: DomRect,
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

    /// What helps gives way to everything before it; what is needed only to its like: several hexes of one place say the same.
    fn gives_way_to(&self, other: &Piece) -> bool {
        let alike = self.kind == other.kind && self.text == other.text;
        self.overlaps(other) && (self.kind == Kind::Helpful || alike)
    }
}

/// Hides the writing that lies over something more important, and shows all other.
pub(super) fn thin_out(board: &Element) {
    for one in all(board, ".crowded") {
        let _ = one.class_list().remove_1("crowded");
    }
    let mut names = all(board, ".name");
    // Short names in large letters stay first.
    names.sort_by_key(|name| name.class_list().length());
    let needed = all(board, ".revenue, .label").into_iter().map(|one| (one, Kind::Needed));
    let helpful = names.into_iter().chain(all(board, ".mark")).map(|one| (one, Kind::Helpful));
    let writing: Vec<_> = needed.chain(helpful).collect();
    let pieces: Vec<Piece> = writing.iter().filter_map(|(one, kind)| piece(one, *kind)).collect();
    let mut stays: Vec<&Piece> = Vec::new();
    for piece in &pieces {
        if stays.iter().any(|other| piece.gives_way_to(other)) {
            let _ = piece.element.class_list().add_1("crowded");
        } else {
            stays.push(piece);
        }
    }
}

fn all(board: &Element, selector: &str) -> Vec<Element> {
    let Ok(found) = board.query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect()
}

/// A piece of writing, if it is shown.
fn piece(element: &Element, kind: Kind) -> Option<Piece> {
    let place = element.get_bounding_client_rect();
    let text = element.text_content().unwrap_or_default();
    (place.width() > 0.0).then(|| Piece { element: element.clone(), place, text, kind })
}
