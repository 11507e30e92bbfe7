//! Programs as opponents: chosen for a seat, or three of them at once.

use crate::api;
use crate::browser;
use crate::fields::Way;
use crate::notice::notices;
use crate::person::person;
use ferrata_wire::{ClockTerms, Created, NewTable, ProgramLevel, SeatProgram, UndoPolicy, Visibility};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::use_navigate;
use serde_json::json;

/// The levels.
pub(crate) const LEVELS: [Way<ProgramLevel>; 4] = [
    (ProgramLevel::Novice, "novice", "Novice program"),
    (ProgramLevel::Greedy, "greedy", "Greedy program"),
    (ProgramLevel::Steady, "steady", "Steady program"),
    (ProgramLevel::Strong, "strong", "Strong program"),
];

/// Who plays a seat: a person, or a program of a level.
#[component]
pub(crate) fn LevelChoice(
    label: String,
    level: Signal<Option<ProgramLevel>>,
    give: impl Fn(Option<ProgramLevel>) + Copy + 'static,
) -> impl IntoView {
    let options = LEVELS.map(|(value, word, name)| {
        view! { <option value=word selected=move || level.get() == Some(value)>{name}</option> }
    });
    view! {
        <select
            aria-label=label
            on:change=move |event| give(ProgramLevel::from_word(&event_target_value(&event)))
        >
            <option value="" selected=move || level.get().is_none()>"Person"</option>
            {options.collect_view()}
        </select>
    }
}

/// One click from the first page to a game against three programs.
#[component]
pub(crate) fn AgainstPrograms(title: &'static str, edition: &'static str) -> impl IntoView {
    let (person, notices) = (person(), notices());
    let navigate = StoredValue::new_local(use_navigate());
    let begin = move |_| {
        let (local, name) = (person.is_local(), person.name_untracked());
        spawn_local(async move {
            let table = against_three(title, edition, local, name);
            let made = api::post::<Created>("/api/tables", &table).await;
            let Some(created) = notices.take_done(made) else { return };
            if let Ok(keys) = serde_json::to_string(&created) {
                browser::keep(&format!("keys {}", created.id), Some(&keys));
            }
            if !local {
                let start = format!("/api/tables/{}/start", created.id);
                if notices.take_done(api::post::<serde_json::Value>(&start, &json!({})).await).is_none() {
                    return;
                }
            }
            let page = format!("/table/{}", created.id);
            navigate.with_value(|navigate| navigate(&page, leptos_router::NavigateOptions::default()));
        });
    };
    view! {
        <Show when=move || person.is_local() || person.has_account()>
            <button class="primary" on:click=begin>
                "Play " <span class="hidden">{title} " "</span> "against " <span class="hidden">"three "</span> "programs"
            </button>
        </Show>
    }
}

/// A table with three programs and me. The log tells of players by their names: whoever has none is a player, not "You".
fn against_three(title: &str, edition: &str, local: bool, name: String) -> NewTable {
    let level = ProgramLevel::Greedy;
    let me = if name.is_empty() { "Player".to_owned() } else { name };
    let programs = (1..4).map(|number| format!("Greedy {number}"));
    let players: Vec<String> = std::iter::once(me).chain(programs).collect();
    NewTable {
        name: Some(format!("{title} against three programs")),
        title: title.to_owned(),
        edition: edition.to_owned(),
        options: Vec::new(),
        players,
        position: None,
        undo: UndoPolicy::Free,
        visibility: Visibility::Link,
        local,
        seat: (!local).then_some(0),
        programs: (1..4).map(|seat| SeatProgram { seat, level: Some(level) }).collect(),
        clock: ClockTerms::default(),
    }
}
