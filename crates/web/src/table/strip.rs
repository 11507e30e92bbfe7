//! The strip under the head: the order of the round, the steps of the turn, and what whoever acts has.

use super::desk::{Desk, desk};
use super::offer::scene_of;
use super::players::company_badge;
use ferrata_client::strip::{Chip, Strip, Who, strip};
use ferrata_engine::view::Progress;
use leptos::prelude::*;

/// The strip.
#[component]
pub(super) fn TurnStrip() -> impl IntoView {
    let desk = desk();
    let shown = Memo::new(move |_| scene_of(desk, strip));
    let line = NodeRef::<leptos::html::Div>::new();
    // On a small screen it scrolls sideways: whoever acts stays in sight.
    Effect::new(move || {
        shown.track();
        if let Some(line) = line.get() {
            request_animation_frame(move || keep_now_in_sight(&line));
        }
    });
    view! {
        <div class="strip" role="group" aria-label="Order of play" tabindex="0" node_ref=line>
            {move || {
                let Strip { order, steps, has } = shown.get();
                view! {
                    <ol class="order" tabindex="0">{order.into_iter().map(|chip| show(desk, chip)).collect_view()}</ol>
                    {(!steps.is_empty()).then(|| view! { <Steps steps /> })}
                    <p class="has">{has.join(" · ")}</p>
                }
            }}
        </div>
    }
}

fn show(desk: Desk, chip: Chip) -> impl IntoView {
    let Chip { who, name, notes, progress } = chip;
    let name = match who {
        Who::Company(company) => company_badge(desk, company).into_any(),
        Who::Seat(_) => name.into_any(),
    };
    let notes = (!notes.is_empty()).then(|| view! { <span class="quiet">{notes.join(" · ")}</span> });
    view! {
        <li class="chip" data-progress=word(progress) aria-current=current(progress)>
            {name} " " {notes} <span class="hidden">{said(progress)}</span>
        </li>
    }
}

#[component]
fn Steps(steps: Vec<(String, Progress)>) -> impl IntoView {
    let steps = steps.into_iter().map(|(name, progress)| {
        view! { <li data-progress=word(progress) aria-current=current(progress)>{name}</li> }
    });
    view! { <ol class="steps" aria-label="Steps of the turn">{steps.collect_view()}</ol> }
}

fn word(progress: Progress) -> &'static str {
    match progress {
        Progress::Done => "done",
        Progress::Now => "now",
        Progress::ToCome => "to-come",
    }
}

fn current(progress: Progress) -> Option<&'static str> {
    (progress == Progress::Now).then_some("step")
}

/// For those who do not see how a chip looks.
fn said(progress: Progress) -> &'static str {
    match progress {
        Progress::Done => "has acted",
        Progress::Now => "acts now",
        Progress::ToCome => "",
    }
}

fn keep_now_in_sight(line: &web_sys::HtmlElement) {
    let Ok(Some(now)) = line.query_selector(".order [aria-current]") else { return };
    let from_left = |of: &web_sys::Element| {
        (now.get_bounding_client_rect().left() - of.get_bounding_client_rect().left()) as i32
    };
    // Only the strip scrolls, or the order within it where the steps keep their place: the page must not jump.
    line.set_scroll_left(line.scroll_left() + from_left(line) - 8);
    if let Ok(Some(order)) = line.query_selector(".order") {
        order.set_scroll_left(order.scroll_left() + from_left(&order) - 1);
    }
}
