//! Writing on a board that is seen from afar: names that would lie over others, or over what stops pay, go.

use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element};

/// Pixels by which writing may overlap: letters do not fill their boxes.
const SLACK: f64 = 2.5;

/// A piece of writing.
struct Piece {
    element: Element,
    place: DomRect,
    text: String,
    is_name: bool,
}

impl Piece {
    fn overlaps(&self, other: &Piece) -> bool {
        let (one, other) = (&self.place, &other.place);
        one.left() + SLACK < other.right()
            && other.left() + SLACK < one.right()
            && one.top() + SLACK < other.bottom()
            && other.top() + SLACK < one.bottom()
    }

    /// A name gives way to everything before it; what a stop pays only to its like: several hexes of one place say the same.
    fn gives_way_to(&self, other: &Piece) -> bool {
        self.overlaps(other) && (self.is_name || !other.is_name && self.text == other.text)
    }
}

/// Hides the writing that lies over something more important, and shows all other.
pub(super) fn thin_out(board: &Element) {
    let (revenues, mut names) = (all(board, ".revenue"), all(board, ".name"));
    for one in revenues.iter().chain(&names) {
        let _ = one.class_list().remove_1("crowded");
    }
    // Short names in large letters stay first.
    names.sort_by_key(|name| name.class_list().length());
    let of = |is_name: bool| move |element: &Element| piece(element, is_name);
    let pieces: Vec<Piece> =
        revenues.iter().filter_map(of(false)).chain(names.iter().filter_map(of(true))).collect();
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
fn piece(element: &Element, is_name: bool) -> Option<Piece> {
    let place = element.get_bounding_client_rect();
    let text = element.text_content().unwrap_or_default();
    (place.width() > 0.0).then(|| Piece { element: element.clone(), place, text, is_name })
}
