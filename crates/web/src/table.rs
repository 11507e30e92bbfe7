//! The table: everything one sees and does while a game runs.

mod about;
mod actions;
mod advice;
mod board;
mod camera;
mod chart;
mod companies;
mod comparing;
mod confirm;
mod crowd;
mod desk;
mod dividend;
mod emergency;
mod end;
mod fresh;
mod head;
mod history;
mod keys;
mod layers;
mod left;
mod log;
mod numbered;
mod offer;
mod order_forms;
mod orders;
mod owner;
mod panels;
mod players;
mod programs;
mod restructuring;
mod routes;
mod sealed;
mod seen;
mod sources;
mod start;
mod stock;
mod strip;
mod talk;
mod time;
mod waiting;
mod wishes;

use crate::api;
use crate::browser;
use crate::notice::notices;
use crate::person::person;
use crate::rules::rules;
use crate::settings::{Animation, BoardText, Settings};
use desk::Desk;
use ferrata_engine::turn::{Title, Turn};
use ferrata_wire::{TableInfo, TableStatus};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::{use_params_map, use_query_map};

/// The tabs of a small screen; on a large one all panels are there at once.
const TABS: [(&str, &str); 7] = [
    ("board", "Board"),
    ("act", "Do"),
    ("chart", "Chart"),
    ("people", "Players"),
    ("firms", "Companies"),
    ("log", "Log"),
    ("stock", "Bank"),
];

/// From so many players on their panel gets more of the height.
const MANY: usize = 4;

/// The page of a table.
#[component]
pub(crate) fn TablePage() -> impl IntoView {
    let params = use_params_map();
    let person = person();
    notices().turn_page();
    let id = Memo::new(move |_| params.with(|params| params.get("id").unwrap_or_default()));
    let ready = Memo::new(move |_| person.0.with(Option::is_some));
    move || match ready.get() {
        true => view! { <Loaded id=id.get() /> }.into_any(),
        false => view! { <Loading /> }.into_any(),
    }
}

#[component]
fn Loading() -> impl IntoView {
    view! { <main class="page"><h1 class="hidden">"Table"</h1><p class="quiet" role="status">"Fetching the table …"</p></main> }
}

/// A table of this id once it is fetched.
#[component]
fn Loaded(id: String) -> impl IntoView {
    let notices = notices();
    let info = RwSignal::new(None::<TableInfo>);
    let failed = RwSignal::new(false);
    let fetch = move || {
        let path = format!("/api/tables/{id}");
        spawn_local(async move {
            match notices.take(api::get::<TableInfo>(&path).await) {
                Some(table) => info.set(Some(table)),
                None => failed.set(true),
            }
        });
    };
    fetch();
    let started = Memo::new(move |_| {
        info.with(|info| info.as_ref().is_some_and(|info| info.status != TableStatus::Open))
    });
    let known = Memo::new(move |_| info.with(Option::is_some));
    let name = Memo::new(move |_| info.with(|info| info.as_ref().map(|info| info.name.clone())));
    move || match (known.get(), started.get(), info.get_untracked()) {
        (true, true, Some(info)) => view! { <Running info /> }.into_any(),
        (true, false, Some(_)) => {
            name.track();
            view! { <waiting::WaitingRoom info /> }.into_any()
        }
        _ if failed.get() => view! {
            <crate::app::Page title="No table">
                <p>"There is no such table, or it is not for you to see."</p>
            </crate::app::Page>
        }
        .into_any(),
        _ => view! { <Loading /> }.into_any(),
    }
}

/// A table that has started: fetches the log, then shows it.
#[component]
fn Running(info: TableInfo) -> impl IntoView {
    let notices = notices();
    let at = use_query_map().with_untracked(|query| query.get("at").and_then(|at| at.parse().ok()));
    let settings = Settings::of(person().name_untracked());
    let desk = match Desk::new(info, at, notices, rules(), settings) {
        Ok(desk) => desk,
        Err(refusal) => {
            notices.warn("This table cannot be shown.", refusal.to_string());
            return view! { <Loading /> }.into_any();
        }
    };
    provide_context(desk);
    let ready = RwSignal::new(false);
    spawn_local(async move {
        desk.catch_up().await;
        let _ = ready.try_set(true);
        desk.listen();
    });
    let shown = move || match ready.get() {
        true => view! { <Panels /> }.into_any(),
        false => view! { <Loading /> }.into_any(),
    };
    shown.into_any()
}

/// A phone begins with what can be done where one is asked for something that is not done on the board, and with the result of a game
/// that is over.
fn begin_where_one_is_asked(desk: Desk) {
    let on_board =
        desk.moment.with_untracked(|moment| moment.offers.iter().any(|offer| board::hex_of(offer).is_some()));
    let plain = use_query_map().with_untracked(|query| query.get("at").is_none());
    let over = desk.moment.with_untracked(|moment| matches!(moment.game.turn(), Turn::Over(_)));
    let here = over || untrack(|| desk.is_asked_now()) && !on_board;
    if plain && here && browser::shows_one_panel() {
        desk.page.tab.set("act");
    }
}

/// All panels of the table.
#[component]
fn Panels() -> impl IntoView {
    let desk = desk::desk();
    let (tab, settings) = (desk.page.tab, desk.settings);
    let widths = panels::Widths::kept();
    begin_where_one_is_asked(desk);
    keys::follow_keys(desk);
    seen::follow_looks(desk);
    fresh::follow_changes(desk);
    let tabs = TABS.map(|(key, name)| {
        view! {
            <button
                class="tab"
                aria-pressed=move || (tab.get() == key).to_string()
                // Whoever is asked sees where the answer is given.
                data-mine=move || (key == "act" && desk.is_asked_now()).then_some("")
                on:click=move |_| tab.set(key)
            >
                {name}
                <Show when=move || key == "log" && desk.others.unread.get() != 0>
                    <span class="unread" aria-label="unread messages">{move || desk.others.unread.get()}</span>
                </Show>
            </button>
        }
    });
    view! {
        <div class="table" data-tab=move || tab.get() data-layout=move || desk.layout.get().word()>
            <head::Head />
            <main
                class="panels"
                data-layout=move || desk.layout.get().word()
                data-many=move || (desk.info.with(|info| info.seats.len()) >= MANY).then_some("")
                data-text=move || (settings.board_text.get() == BoardText::Large).then_some("large")
                data-still=move || (settings.animation.get() == Animation::Off).then_some("")
                data-portrait=move || desk.is_portrait().then_some("")
                data-full=move || desk.page.full.get()
                style=("--act", move || widths.of(0))
                style=("--side", move || widths.of(1))
            >
                <h1 class="hidden">{move || desk.info.with(|info| info.name.clone())}</h1>
                <board::BoardPanel />
                <actions::ActionsPanel />
                <chart::ChartPanel />
                <players::PlayersPanel />
                <companies::CompaniesPanel />
                <log::LogPanel />
                <stock::StockPanel />
                <panels::Dividers widths />
                <confirm::ConfirmBar />
            </main>
            <keys::KeysPage />
            <nav class="tabs" aria-label="Panels">{tabs.collect_view()}</nav>
        </div>
    }
}
