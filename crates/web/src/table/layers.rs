//! Layers of the board: what can be switched off, the starting board, and how far a company gets.

use super::desk::desk;
use crate::browser;
use ferrata_engine::name::{CompanyName, Name};
use leptos::prelude::*;
use std::collections::BTreeSet;

/// Where it is kept what somebody has switched off.
const KEY: &str = "hidden layers";

/// What can be switched off: the class that hides it, and its name.
const LAYERS: [(&str, &str); 7] = [
    ("hide-names", "Names"),
    ("hide-coordinates", "Coordinates"),
    ("hide-numbers", "Tile numbers"),
    ("hide-revenues", "Revenues"),
    ("hide-terrain", "Terrain costs"),
    ("hide-homes", "Reserved circles"),
    ("hide-routes", "Last routes"),
];

/// What somebody looks at for a while.
#[derive(Clone, Copy, Default)]
pub(super) struct Looks {
    /// The board as it was at the beginning.
    pub(super) beginning: RwSignal<bool>,
    /// How far this company gets.
    pub(super) reach: RwSignal<Option<CompanyName>>,
}

/// Whose reach is shown: of a company with a station on the board.
#[component]
fn ReachChoice(looks: Looks) -> impl IntoView {
    let desk = desk();
    let companies = Memo::new(move |_| {
        desk.moment.with(|moment| {
            let tokens = moment.view.board.tokens.iter();
            tokens.map(|token| token.company).collect::<BTreeSet<CompanyName>>()
        })
    });
    let options = move || {
        let option = |company: CompanyName| {
            let chosen = move || looks.reach.get() == Some(company);
            view! { <option value=company.to_string() selected=chosen>{company.to_string()}</option> }
        };
        companies.get().into_iter().map(option).collect_view()
    };
    let choose = move |word: String| {
        looks.reach.set(Name::new(&word).ok().filter(|_| !word.is_empty()).map(CompanyName))
    };
    view! {
        <label>
            "Reach of "
            <select on:change=move |event| choose(event_target_value(&event))>
                <option value="" selected=move || looks.reach.get().is_none()>"nobody"</option>
                {options}
            </select>
        </label>
    }
}

/// What somebody has switched off, by its class.
#[derive(Clone, Copy)]
pub(super) struct Hidden(RwSignal<BTreeSet<String>>);

impl Hidden {
    /// As it was left in this browser.
    pub(super) fn kept() -> Hidden {
        let kept = browser::kept(KEY).unwrap_or_default();
        Hidden(RwSignal::new(kept.split_whitespace().map(str::to_owned).collect()))
    }

    /// The classes that hide it.
    pub(super) fn classes(self) -> String {
        let classes = LAYERS.iter().map(|(class, _)| *class);
        self.0.with(|hidden| classes.filter(|class| hidden.contains(*class)).collect::<Vec<_>>().join(" "))
    }

    fn show(self, class: &str, shown: bool) {
        self.0.update(|hidden| {
            if shown {
                hidden.remove(class);
            } else {
                hidden.insert(class.to_owned());
            }
        });
        let list: Vec<_> = self.0.get_untracked().into_iter().collect();
        browser::keep(KEY, Some(&list.join(" ")));
    }
}

/// What the board shows.
#[component]
pub(super) fn Layers(hidden: Hidden, looks: Looks) -> impl IntoView {
    let layer = move |(class, name): (&'static str, &'static str)| {
        view! {
            <label>
                <input
                    type="checkbox"
                    prop:checked=move || hidden.0.with(|hidden| !hidden.contains(class))
                    on:change=move |event| hidden.show(class, event_target_checked(&event))
                />
                {name}
            </label>
        }
    };
    view! {
        <details class="layers">
            <summary title="What the board shows">"Layers"</summary>
            <div>
                {LAYERS.map(layer).collect_view()}
                <label><input type="checkbox" bind:checked=looks.beginning /> "Starting board"</label>
                <ReachChoice looks />
            </div>
        </details>
    }
}
