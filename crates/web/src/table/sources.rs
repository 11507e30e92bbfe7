//! What of a box is not known from the printed game, and how whoever owns it can correct that.

use super::desk::{Desk, desk};
use ferrata_engine::components::Reconstructed;
use leptos::prelude::*;
use std::collections::BTreeMap;

/// What is reconstructed, with its reasons; nothing where the box is known.
#[component]
pub(super) fn Sources() -> impl IntoView {
    let desk = desk();
    let parts = desk.parts();
    if parts.reconstructed.is_empty() {
        return ().into_any();
    }
    let lines = by_reason(&parts.reconstructed).into_iter().map(|(places, reason)| {
        view! { <li><strong>{places}</strong> ": " {reason}</li> }
    });
    view! {
        <details class="sources">
            <summary>"What is reconstructed in this edition, and why"</summary>
            <p>
                {format!("Not everything printed in {} is known to us. ", title(desk))}
                "Whoever owns the printed game can correct the data files of the title, where each of these parts is marked."
            </p>
            <ul>{lines.collect_view()}</ul>
        </details>
    }
    .into_any()
}

fn title(desk: Desk) -> String {
    desk.info.with_untracked(|info| info.setup.title.to_string())
}

/// Each reason once, with its place, or with the number of its places.
fn by_reason(all: &[Reconstructed]) -> Vec<(String, String)> {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for one in all {
        reasons.entry(&one.reason).or_default().push(&one.place);
    }
    let places = |places: &[&str]| match places {
        [one] => (*one).to_owned(),
        many => format!("{} places", many.len()),
    };
    reasons.into_iter().map(|(reason, at)| (places(&at), reason.to_owned())).collect()
}
