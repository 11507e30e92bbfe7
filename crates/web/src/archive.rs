//! Games that are over: found by a word, a player or a title.

use crate::api;
use crate::app::{Page, loading};
use crate::browser;
use crate::lobby::{TitleFilter, encoded};
use crate::notice::notices;
use ferrata_engine::turn::Turn;
use ferrata_wire::{TableInfo, TableStatus};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::components::A;

/// How many are read at once.
const PAGE: usize = 30;

/// The archive.
#[component]
pub(crate) fn ArchivePage() -> impl IntoView {
    let notices = notices();
    let (words, title) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let tables = RwSignal::new(None::<Vec<TableInfo>>);
    let more = RwSignal::new(false);
    let asked = StoredValue::new(0_u32);
    let read = move |from: Option<TableInfo>| {
        asked.update_value(|asked| *asked += 1);
        let this = asked.get_value();
        let after = from.as_ref().map(|last| format!("&before={}&after_id={}", last.updated, last.id));
        let path = format!(
            "/api/tables?which=archive&limit={PAGE}&search={}&title={}{}",
            encoded(&words.get_untracked()),
            encoded(&title.get_untracked()),
            after.unwrap_or_default()
        );
        spawn_local(async move {
            let answer = notices.take(api::get::<Vec<TableInfo>>(&path).await);
            // Whoever has asked for something else meanwhile sees that.
            let (Some(read), true) = (answer, asked.try_get_value() == Some(this)) else { return };
            more.set(read.len() == PAGE);
            tables.update(|tables| match (tables, from) {
                (Some(tables), Some(_)) => tables.extend(read),
                (tables, _) => *tables = Some(read),
            });
        });
    };
    Effect::new(move || {
        words.track();
        title.track();
        read(None);
    });
    let list = move || {
        let Some(tables) = tables.get() else { return loading() };
        let cards = tables.into_iter().map(|table| view! { <li>{card(table)}</li> }).collect::<Vec<_>>();
        match cards.is_empty() {
            true => view! { <p class="quiet">"No game that is over fits."</p> }.into_any(),
            false => view! { <ul class="cards">{cards}</ul> }.into_any(),
        }
    };
    view! {
        <Page title="Archive">
            <p class="lead">"Games that are over: mine, and those that all may watch."</p>
            <div class="row filters" role="search">
                <input type="search" aria-label="Search by table or player" placeholder="Table or player" bind:value=words />
                <TitleFilter title />
            </div>
            <div aria-live="polite">{list}</div>
            <Show when=move || more.get()>
                <button on:click=move |_| read(tables.with_untracked(|tables| tables.as_ref()?.last().cloned()))>
                    "Earlier games"
                </button>
            </Show>
        </Page>
    }
}

fn card(table: TableInfo) -> impl IntoView {
    let places = match &table.turn {
        Some(Turn::Over(outcome)) => {
            let name = |seat: usize| table.seats.get(seat).map(|seat| seat.name.clone()).unwrap_or_default();
            let places =
                outcome.standings.iter().map(|(seat, worth)| format!("{} {}", name(seat.index()), worth.0));
            places.collect::<Vec<_>>().join(" · ")
        }
        _ => table.seats.iter().map(|seat| seat.name.clone()).collect::<Vec<_>>().join(" · "),
    };
    let end = if table.status == TableStatus::Closed { "ended without a result" } else { "finished" };
    view! {
        <A href=format!("/table/{}", table.id) attr:class="card">
            <strong>{table.name.clone()}</strong>
            <span class="quiet">{format!("{} {}", table.setup.title, table.setup.edition)}</span>
            <span>{places}</span>
            <span class="turn">{end} ", " {browser::ago(table.updated)}</span>
        </A>
    }
}
