//! The lobby: my tables, open tables, a game from a file.

use crate::api;
use crate::app::Page;
use crate::browser;
use crate::notice::{Notices, notices};
use crate::person::person;
use crate::programs::AgainstPrograms;
use ferrata_wire::{Arrived, TableInfo, TableStatus};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;
use std::time::Duration;

/// How often the lists are read again.
const REFRESH: Duration = Duration::from_secs(10);

/// The first page.
#[component]
pub(crate) fn LobbyPage() -> impl IntoView {
    let person = person();
    let mine = RwSignal::new(None::<Vec<TableInfo>>);
    let open = RwSignal::new(None::<Vec<TableInfo>>);
    let notices = notices();
    let refresh = move || {
        spawn_local(async move {
            for (list, which) in [(mine, "mine"), (open, "open")] {
                let answer =
                    api::get::<Vec<TableInfo>>(&format!("/api/tables?which={which}&limit=100")).await;
                if let Some(mut tables) = notices.take(answer) {
                    tables.sort_by_key(urgency);
                    list.set(Some(tables));
                }
            }
        });
    };
    Effect::new(move || {
        if person.0.with(Option::is_some) {
            refresh();
        }
    });
    if let Ok(timer) = set_interval_with_handle(refresh, REFRESH) {
        on_cleanup(move || timer.clear());
    }
    view! {
        <Page title="Tables">
            <p class="lead">
                "Railway games of the 18xx family, by the book: at one screen, over a network, alone with a recorded game."
            </p>
            <div class="row">
                <A href="/new" attr:class="button primary">"New table"</A>
                <A href="/learn" attr:class="button">"Learn to play"</A>
                <ImportButton />
                <Show when=move || !person.is_local() && !person.has_account()>
                    <A href="/account" attr:class="button">"Sign in or sign up"</A>
                </Show>
            </div>
            <AgainstPrograms />
            <TableList heading="My tables" tables=mine empty="No tables yet: make one, or bring a game from a file." />
            <TableList heading="Open tables" tables=open empty="Nobody waits for players." />
        </Page>
    }
}

/// What comes first: tables at which others wait for me, those who wait longest before all; then those that are played,
/// those that wait for players, and those that are over, each with what happened last first.
fn urgency(table: &TableInfo) -> (u8, i64) {
    match table.status {
        TableStatus::Running if table.my_turn && !table.local => (0, table.since),
        TableStatus::Running => (1, -table.updated),
        TableStatus::Open => (2, -table.updated),
        TableStatus::Over | TableStatus::Closed => (3, -table.updated),
    }
}

#[component]
fn TableList(
    heading: &'static str,
    tables: RwSignal<Option<Vec<TableInfo>>>,
    empty: &'static str,
) -> impl IntoView {
    let list = move || match tables.get() {
        None => view! { <p class="quiet">"Loading …"</p> }.into_any(),
        Some(tables) if tables.is_empty() => view! { <p class="quiet">{empty}</p> }.into_any(),
        Some(tables) => {
            let cards = tables.into_iter().map(|table| view! { <li><TableCard table /></li> });
            view! { <ul class="cards">{cards.collect_view()}</ul> }.into_any()
        }
    };
    view! {
        <section aria-label=heading>
            <h2>{heading}</h2>
            {list}
        </section>
    }
}

#[component]
fn TableCard(table: TableInfo) -> impl IntoView {
    let waiting = table.waiting_for().join(", ");
    let turn = match table.status {
        TableStatus::Open => {
            let free = table.seats.iter().filter(|seat| !seat.taken).count();
            format!("{free} of {} seats free", table.seats.len())
        }
        TableStatus::Over => "finished".to_owned(),
        TableStatus::Closed => "closed".to_owned(),
        _ if table.my_turn && !table.local => "your turn".to_owned(),
        _ if waiting.is_empty() => "running".to_owned(),
        _ => format!("{waiting} to play"),
    };
    let options: String = table.setup.options.iter().map(|option| format!(", {option}")).collect();
    let beginning = if table.from_position { ", from a position" } else { "" };
    let what = format!("{} {}{options}{beginning}", table.setup.title, table.setup.edition);
    let players: Vec<_> = table.seats.iter().map(|seat| seat.name.clone()).collect();
    view! {
        <A href=format!("/table/{}", table.id) attr:class="card" attr:data-turn=table.my_turn.to_string()>
            <strong>{table.name.clone()}</strong>
            <span class="quiet">{what}</span>
            <span>{players.join(" · ")}</span>
            <span class="turn">{turn} ", " {browser::ago(table.updated)}</span>
        </A>
    }
}

/// Brings a game from a file to study it.
#[component]
fn ImportButton() -> impl IntoView {
    let notices = notices();
    let navigate = use_navigate();
    let busy = RwSignal::new(false);
    let take = move |input: web_sys::HtmlInputElement| {
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        let navigate = navigate.clone();
        busy.set(true);
        spawn_local(async move {
            if let Some(id) = import(file, notices).await {
                navigate(&format!("/table/{id}?at=0"), leptos_router::NavigateOptions::default());
            }
            let _ = busy.try_set(false);
            input.set_value("");
        });
    };
    view! {
        <label class="button file" class:busy=move || busy.get()>
            {move || if busy.get() { "Reading the game …" } else { "Import a game" }}
            <input
                type="file"
                accept=".json,application/json"
                aria-label="Import a game: a file of Ferrata or an export of 18xx.games"
                on:change:target=move |event| take(event.target())
            />
        </label>
    }
}

async fn import(file: web_sys::File, notices: Notices) -> Option<String> {
    let text = wasm_bindgen_futures::JsFuture::from(file.text()).await.ok()?.as_string()?;
    let game: serde_json::Value = match serde_json::from_str(&text) {
        Ok(game) => game,
        Err(error) => {
            notices.warn(
                format!("{} is no game.", file.name()),
                format!("It is not JSON ({error}). Choose a file saved by Ferrata or by 18xx.games."),
            );
            return None;
        }
    };
    notices.take_done(api::post::<Arrived>("/api/import", &game).await).map(|arrived| arrived.id)
}
