//! The room that panels have: how they are arranged, any of them fills the window and goes back, and the columns are dragged wider.

use super::desk::{Desk, Moment, desk};
use crate::browser;
use crate::settings::Layout;
use ferrata_engine::view::RoundKind;
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// A column is never dragged narrower than this, in pixels.
const NARROWEST: f64 = 200.0;
/// How wide a column is that nobody has dragged, about.
const USUAL: f64 = 320.0;
/// How far a key moves a divider.
const KEY_STEP: f64 = 24.0;

/// The columns that can be dragged: the property of the style that says how wide one is, and what it is called.
const COLUMNS: [(&str, &str); 2] = [("--act", "What can be done"), ("--side", "Players and companies")];

/// Windows at least so wide, in pixels, have room for everything.
const ROOMY: f64 = 1800.0;

/// The panels that have most of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arranged {
    Everything,
    Map,
    Market,
    Holdings,
}

impl Arranged {
    /// Its word in the style.
    pub(super) fn word(self) -> &'static str {
        match self {
            Arranged::Everything => "everything",
            Arranged::Map => "map",
            Arranged::Market => "market",
            Arranged::Holdings => "holdings",
        }
    }

    /// What a round is best looked at with: the chart and the holdings while shares are traded, the board while companies
    /// operate.
    fn by_round(round: RoundKind) -> Arranged {
        match round {
            _ if browser::window_width() >= ROOMY => Arranged::Everything,
            RoundKind::Stock => Arranged::Market,
            RoundKind::Operating | RoundKind::Special => Arranged::Map,
            RoundKind::SetUp | RoundKind::Auction | RoundKind::Over => Arranged::Everything,
        }
    }
}

/// How the panels are arranged: as somebody chose, or by the round that is played now. Whoever looks back does not have
/// them moved under their eyes.
pub(super) fn arranged(layout: RwSignal<Layout>, moment: Memo<Moment>) -> Memo<Arranged> {
    let round = Memo::new(move |before: Option<&RoundKind>| {
        moment.with(|moment| match before {
            Some(before) if !moment.live => *before,
            _ => moment.view.round.kind,
        })
    });
    Memo::new(move |_| match layout.get() {
        Layout::Round => Arranged::by_round(round.get()),
        Layout::Everything => Arranged::Everything,
        Layout::Map => Arranged::Map,
        Layout::Market => Arranged::Market,
        Layout::Holdings => Arranged::Holdings,
    })
}

/// A button that lets its panel fill the window, and go back.
#[component]
pub(super) fn Fill(panel: &'static str) -> impl IntoView {
    let desk = desk();
    let full = move || desk.page.full.get() == Some(panel);
    view! {
        <button
            class="fill"
            aria-label=move || if full() { "Back to all panels" } else { "Fill the window with this panel" }
            title=move || if full() { "Back to all panels (F)" } else { "Fill the window (F)" }
            aria-pressed=move || full().to_string()
            on:click=move |_| toggle(desk, panel)
        >
            "⤢"
        </button>
    }
}

fn toggle(desk: Desk, panel: &'static str) {
    desk.page.full.update(|full| *full = if *full == Some(panel) { None } else { Some(panel) });
}

/// The panel under the mouse, or with the focus, fills the window; if one does already, it goes back.
pub(super) fn fill_or_return(desk: Desk) {
    if desk.page.full.get_untracked().is_some() {
        return desk.page.full.set(None);
    }
    let at_hand = browser::attribute(".panel:hover, .panel:focus-within", "data-panel");
    let found = super::TABS.iter().map(|(panel, _)| *panel).find(|panel| at_hand.as_deref() == Some(*panel));
    desk.page.full.set(Some(found.unwrap_or("board")));
}

/// How wide somebody has dragged the columns, for the style.
#[derive(Clone, Copy)]
pub(super) struct Widths([RwSignal<Option<f64>>; 2]);

impl Widths {
    /// As they were left in this browser.
    pub(super) fn kept() -> Widths {
        Widths(COLUMNS.map(|(column, _)| {
            let kept = browser::kept(&format!("width {column}")).and_then(|width| width.parse().ok());
            RwSignal::new(kept)
        }))
    }

    /// The value of a column's property; empty where nobody has dragged it.
    pub(super) fn of(self, column: usize) -> String {
        let width = self.0.get(column).and_then(RwSignal::get);
        width.map(|width| format!("{width:.0}px")).unwrap_or_default()
    }

    /// The same as a part of the window, for whoever hears the page.
    fn percent(self, column: usize) -> String {
        let width = self.0.get(column).and_then(RwSignal::get).unwrap_or(USUAL);
        format!("{:.0}", 100.0 * width / browser::window_width().max(1.0))
    }

    fn set(self, column: usize, width: f64) {
        let (Some(signal), Some((name, _))) = (self.0.get(column), COLUMNS.get(column)) else { return };
        let most = browser::window_width() * 0.6;
        let width = width.clamp(NARROWEST, most.max(NARROWEST));
        signal.set(Some(width));
        browser::keep(&format!("width {name}"), Some(&format!("{width:.0}")));
    }
}

/// The dividers between the columns: dragged by mouse or finger, moved by arrow keys.
#[component]
pub(super) fn Dividers(widths: Widths) -> impl IntoView {
    let dividers = COLUMNS.iter().enumerate().map(|(column, (_, name))| {
        let drag = move |event: PointerEvent| {
            let Some(divider) = element(&event).filter(|it| it.has_pointer_capture(event.pointer_id()))
            else {
                return;
            };
            if let Some(width) = width_at(&divider, f64::from(event.client_x())) {
                widths.set(column, width);
            }
        };
        let key = move |event: KeyboardEvent| {
            let step = match event.key().as_str() {
                "ArrowLeft" => KEY_STEP,
                "ArrowRight" => -KEY_STEP,
                _ => return,
            };
            event.prevent_default();
            let divider = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            let Some(divider) = divider else { return };
            let place = divider.get_bounding_client_rect();
            if let Some(width) = width_at(&divider, place.left() + place.width() / 2.0 - step) {
                widths.set(column, width);
            }
        };
        view! {
            <div
                class="divider"
                data-column=column.to_string()
                role="separator"
                aria-orientation="vertical"
                aria-label=format!("Width of the column: {name}")
                aria-valuenow=move || widths.percent(column)
                tabindex="0"
                on:pointerdown=move |event| {
                    if let Some(divider) = element(&event) {
                        let _ = divider.set_pointer_capture(event.pointer_id());
                        event.prevent_default();
                    }
                }
                on:pointermove=drag
                on:keydown=key
            ></div>
        }
    });
    dividers.collect_view()
}

fn element(event: &PointerEvent) -> Option<web_sys::Element> {
    event.target()?.dyn_into().ok()
}

/// Pixels between two columns, and around all of them.
const GAP: f64 = 6.75;
/// Pixels from the middle of a divider to the left edge of its column.
const TO_COLUMN: f64 = 3.75;

/// How wide the column to the right of a divider is if the middle of the divider stands at `x`.
fn width_at(divider: &web_sys::Element, x: f64) -> Option<f64> {
    let panels = divider.parent_element()?.get_bounding_client_rect();
    let column = divider.get_attribute("data-column")?;
    let right = match column.as_str() {
        // The first ends where the next begins, if there is a next.
        "0" => divider
            .parent_element()?
            .query_selector(".divider[data-column=\"1\"]")
            .ok()
            .flatten()
            .map(|next| next.get_bounding_client_rect())
            .filter(|next| next.width() > 0.0)
            .map_or(panels.right() - GAP, |next| next.left() + next.width() / 2.0 + TO_COLUMN - GAP),
        _ => panels.right() - GAP,
    };
    Some(right - x - TO_COLUMN)
}
