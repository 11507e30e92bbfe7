//! The keys of the table, and the page that lists them.

use super::desk::{Desk, desk};
use super::history::Jump;
use crate::browser;
use crate::settings::{Layout, Setting};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// What the keys do, as the page of keys lists them.
const KEYS: [(&str, &str); 18] = [
    ("?", "This page"),
    ("1 … 7", "To a panel: board, do, chart, players, companies, log, bank"),
    ("F", "Fill the window with the panel under the mouse or with the focus, and back"),
    ("Tab, Shift+Tab", "To the next or the last thing that can be pressed"),
    ("Space, Enter", "Press it"),
    ("Enter", "Confirm what is chosen"),
    ("Escape", "Cancel what is chosen, close this page"),
    ("R", "Turn the tile that is about to be laid"),
    ("L", "The next layout: everything, map, market, holdings"),
    ("B", "The rules"),
    ("Arrows, on a divider", "Make the column beside it wider or narrower"),
    ("Left, Right", "An entry back or forward"),
    ("Page Up, Page Down", "A round back or forward"),
    ("Home, End", "To the start, to now"),
    ("Arrows, on the board", "Move the board"),
    ("+ and −, on the board", "Larger or smaller"),
    ("0, on the board", "The whole board"),
    ("Wheel, over a tile to be laid", "Turn it"),
];

/// The keys of the whole table, wherever nothing is being typed.
pub(super) fn follow_keys(desk: Desk) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| key(desk, &event));
    on_cleanup(move || handle.remove());
}

fn key(desk: Desk, event: &KeyboardEvent) {
    if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let on_button = match event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) {
        Some(target) => {
            if target.closest("input, select, textarea").is_ok_and(|field| field.is_some()) {
                // What was chosen in a list is confirmed there: the bar with its button is far away for Tab.
                let in_list = target.closest("select").is_ok_and(|list| list.is_some());
                if in_list && event.key() == "Enter" && desk.pending.with_untracked(Option::is_some) {
                    event.prevent_default();
                    desk.confirm();
                }
                return;
            }
            target.closest("button, a, summary, [role=button]").is_ok_and(|button| button.is_some())
        }
        None => false,
    };
    match event.key().as_str() {
        "Home" => desk.jump(Jump::Start),
        "End" => desk.jump(Jump::Now),
        "ArrowLeft" => desk.jump(Jump::Back),
        "ArrowRight" => desk.jump(Jump::Forward),
        "PageUp" => desk.jump(Jump::RoundBack),
        "PageDown" => desk.jump(Jump::RoundForward),
        "r" | "R" => super::board::turn(desk, 1),
        "l" | "L" => next_layout(desk),
        "f" | "F" => super::panels::fill_or_return(desk),
        "b" | "B" => desk.rules.open(&desk.info.with_untracked(|info| info.setup.title.to_string())),
        "?" => desk.page.keys.update(|shown| *shown = !*shown),
        "Escape" if desk.page.keys.get_untracked() => desk.page.keys.set(false),
        "Escape" if desk.page.full.get_untracked().is_some() => desk.page.full.set(None),
        "Escape" => {
            desk.pending.set(None);
            desk.pointing.chosen.set(None);
        }
        "Enter" if !on_button => desk.confirm(),
        digit => match digit.parse::<usize>().ok().and_then(|at| super::TABS.get(at.checked_sub(1)?)) {
            Some((panel, _)) => go_to(desk, panel),
            None => return,
        },
    }
    event.prevent_default();
}

fn next_layout(desk: Desk) {
    let layout = desk.settings.layout;
    let ways = Layout::WAYS.iter().map(|(way, _, _)| *way);
    let next = ways.cycle().skip_while(|way| *way != layout.get_untracked()).nth(1);
    if let Some(next) = next {
        desk.settings.set(layout, next);
    }
}

/// Shows a panel on a small screen, and goes to the first thing in it that can be pressed or scrolled.
fn go_to(desk: Desk, panel: &'static str) {
    desk.page.tab.set(panel);
    request_animation_frame(move || {
        browser::focus(&format!(
            "[data-panel={panel}] :is(button, select, input, summary, a, [tabindex='0']):not(:disabled)"
        ));
    });
}

/// The page of keys.
#[component]
pub(super) fn KeysPage() -> impl IntoView {
    let desk = desk();
    let rows =
        || KEYS.map(|(key, does)| view! { <tr><th scope="row"><kbd>{key}</kbd></th><td>{does}</td></tr> });
    view! {
        <Show when=move || desk.page.keys.get()>
            <div class="keys" role="dialog" aria-label="Keys">
                <div class="row">
                    <h2>"Keys"</h2>
                    <button on:click=move |_| desk.page.keys.set(false)>"Close"</button>
                </div>
                <table><tbody>{rows().collect_view()}</tbody></table>
            </div>
        </Show>
    }
}
