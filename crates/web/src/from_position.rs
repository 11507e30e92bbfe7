//! Tables that begin in the middle of a game: a position is pasted, taken from an example of the rulebooks, or brought
//! along from a moment of another table.

use crate::api;
use crate::browser;
use crate::notice::notices;
use crate::person::person;
use ferrata_engine::load::Problem;
use ferrata_engine::log::Log;
use ferrata_engine::turn::{Setup, Title, Turn};
use ferrata_titles::Game;
use ferrata_wire::{Arrived, Example};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

/// Where a position waits that is brought along to the page of new tables.
const BROUGHT: &str = "position";

/// Keeps a position for the page of new tables.
pub(crate) fn bring(position: &str) {
    browser::keep_in_tab(BROUGHT, Some(position));
}

/// The position that was brought along, once.
pub(crate) fn brought() -> String {
    let position = browser::kept_in_tab(BROUGHT).unwrap_or_default();
    browser::keep_in_tab(BROUGHT, None);
    position
}

/// What is wrong with a position, line by line; the first few.
pub(crate) fn wrong(position: &str) -> Option<String> {
    read(position).err()
}

fn read(position: &str) -> Result<(Setup, Game), String> {
    let told = |mut problems: Vec<Problem>| {
        problems.sort_by_key(|problem| problem.line);
        problems.iter().take(5).map(Problem::to_string).collect::<Vec<_>>().join("\n")
    };
    let (setup, game) = ferrata_titles::position::read("position", position).map_err(told)?;
    Ok((Setup { position: Some(position.to_owned()), ..setup }, game))
}

/// What a position is of: the game, who plays, whose turn it is.
fn summary(position: &str) -> Option<String> {
    let (setup, game) = read(position).ok()?;
    let options: String = setup.options.iter().map(|option| format!(", {option}")).collect();
    let (title, edition, players) = (setup.title, setup.edition, setup.players.join(", "));
    let turn = match game.turn() {
        Turn::Seat(seat) => setup.players.get(seat.index()).map(|name| format!("; {name} is to play")),
        Turn::Over(_) => Some("; the game is over".to_owned()),
        Turn::Sealed(_) | Turn::Chance(_) => None,
    };
    Some(format!("{title} {edition}{options} with {players}{}.", turn.unwrap_or_default()))
}

/// Where a position is written, pasted or chosen.
#[component]
pub(crate) fn FromPosition(position: RwSignal<String>) -> impl IntoView {
    let open = position.with_untracked(|position| !position.is_empty());
    let given = move || position.with(|position| !position.trim().is_empty());
    view! {
        <details class="options" open=open>
            <summary>"Begin with a position"</summary>
            <fieldset>
                <legend class="hidden">"Position"</legend>
                <label class="position">
                    "Position: title, edition, players and the table as it stands"
                    <textarea rows="10" spellcheck="false" bind:value=position></textarea>
                </label>
                <Show when=given>
                    <p class="summary" role="status">{move || position.with(|position| summary(position))}</p>
                    <button type="button" on:click=move |_| position.set(String::new())>"No position"</button>
                </Show>
                <Examples position />
            </fieldset>
        </details>
    }
}

/// The rulebooks' examples: each can be looked at, or taken for a table of one's own.
#[component]
fn Examples(position: RwSignal<String>) -> impl IntoView {
    let notices = notices();
    let examples = RwSignal::new(Vec::<Example>::new());
    spawn_local(async move {
        if let Some(all) = notices.take(api::get("/api/examples").await) {
            let _ = examples.try_set(all);
        }
    });
    view! {
        <h2>"Examples of the rulebooks"</h2>
        <ul class="plain examples">
            <For each=move || examples.get() key=|example| (example.title.clone(), example.name.clone()) let:example>
                <ExampleLine example position />
            </For>
        </ul>
    }
}

#[component]
fn ExampleLine(example: Example, position: RwSignal<String>) -> impl IntoView {
    let person = person();
    let notices = notices();
    let navigate = use_navigate();
    let name = format!("{}: {}", example.title, example.name);
    let (taken, seen) = (example.position.clone(), example.position);
    let see = move |_| {
        let Ok((setup, _)) = read(&seen) else { return };
        let navigate = navigate.clone();
        spawn_local(async move {
            let made = api::post::<Arrived>("/api/import", &Log::new(setup)).await;
            if let Some(table) = notices.take_done(made) {
                navigate(&format!("/table/{}", table.id), NavigateOptions::default());
            }
        });
    };
    let see_name = format!("See it: {name}");
    let take_name = format!("Begin with it: {name}");
    view! {
        <li>
            <p><strong>{name}</strong> " " {example.about}</p>
            <div class="row">
                <button type="button" disabled=move || !person.is_known() aria-label=see_name on:click=see>"See it"</button>
                <button type="button" aria-label=take_name on:click=move |_| position.set(taken.clone())>
                    "Begin with it"
                </button>
            </div>
        </li>
    }
}
