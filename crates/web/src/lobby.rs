//! The lobby: my tables, those I want to find again, open tables, a game from a file.

use crate::api;
use crate::app::{Page, loading};
use crate::browser;
use crate::clock::rough;
use crate::notice::{Notices, notices};
use crate::person::person;
use crate::programs::AgainstPrograms;
use ferrata_titles::listing::{Listed, listing};
use ferrata_wire::{Arrived, TableInfo, TableStatus};
use gloo_net::http::Method;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;
use std::collections::BTreeSet;
use std::time::Duration;

/// How often the lists are read again.
const REFRESH: Duration = Duration::from_secs(10);

/// The first page.
#[component]
pub(crate) fn LobbyPage() -> impl IntoView {
    let person = person();
    let mine = RwSignal::new(None::<Vec<TableInfo>>);
    let open = RwSignal::new(None::<Vec<TableInfo>>);
    let favourites = RwSignal::new(None::<Vec<TableInfo>>);
    let stars = Stars::provide();
    let wanted = Wanted::default();
    let notices = notices();
    let refresh = move || {
        let open_path = wanted.path();
        let known = untrack(|| person.is_known());
        spawn_local(async move {
            let mine_path = "/api/tables?which=mine&limit=100".to_owned();
            let favourites_path = "/api/tables?which=favourites&limit=100".to_owned();
            for (list, path) in [(mine, mine_path), (favourites, favourites_path), (open, open_path.clone())]
            {
                let answer = api::get::<Vec<TableInfo>>(&path).await;
                if let Some(mut tables) = notices.take(answer) {
                    tables.sort_by_key(urgency);
                    let _ = list.try_set(Some(tables));
                }
            }
            // Whoever is not known here has none.
            if known {
                stars.refresh().await;
            }
        });
    };
    Effect::new(move || {
        wanted.track();
        if person.0.with(Option::is_some) {
            refresh();
        }
    });
    if let Ok(timer) = set_interval_with_handle(refresh, REFRESH) {
        on_cleanup(move || timer.clear());
    }
    let any = Memo::new(move |_| mine.with(|mine| mine.as_ref().is_some_and(|mine| !mine.is_empty())));
    let has_tables = move || any.get();
    view! {
        <Page title="Tables">
            <p class="lead">
                "Railway games of the 18xx family, by the book: with friends at one screen or over a network, against programs, alone with a recorded game."
            </p>
            <div class="row">
                <A href="/new" attr:class="button primary">"New table"</A>
                <A href="/learn" attr:class="button">"Learn to play"</A>
                // Whoever the server does not know would only be sent away.
                <Show when=move || person.is_known()><ImportButton /></Show>
                <Show when=move || !person.is_local() && !person.has_account()>
                    <A href="/account" attr:class="button">"Sign in or sign up"</A>
                </Show>
            </div>
            // Whoever has tables looks for them first, whoever has none for a game.
            <Show when=has_tables><TableList heading="My tables" tables=mine empty="" /></Show>
            <Games />
            <Show when=move || !has_tables()>
                <TableList heading="My tables" tables=mine empty="No tables yet: choose a game, or bring one from a file." />
            </Show>
            <Show when=move || favourites.with(|tables| tables.as_ref().is_some_and(|tables| !tables.is_empty()))>
                <TableList heading="Favourites" tables=favourites empty="" />
            </Show>
            <TableList heading="Open tables" tables=open empty="No table waits for players now.">
                <Filters wanted />
            </TableList>
            <p class="row"><A href="/archive">"Games that are over"</A> <A href="/ratings">"Ratings"</A></p>
        </Page>
    }
}

/// The games that can be played: what they look like, for whom they are, and the ways to begin.
#[component]
fn Games() -> impl IntoView {
    let games = listing().unwrap_or_default().into_iter().filter_map(|listed| {
        let (title, edition) = (listed.title, listed.editions.first()?.edition);
        Some(view! {
            <li class="game">
                <img src=picture(title) alt="" loading="lazy" />
                <div>
                    <h3>{title}</h3>
                    <p>{listed.about}</p>
                    <p class="quiet">{facts(&listed)}</p>
                    <p class="row">
                        <AgainstPrograms title edition />
                        <A href=format!("/new?title={title}") attr:class="button" attr:aria-label=format!("New table of {title}")>"New table"</A>
                    </p>
                </div>
            </li>
        })
    });
    view! {
        <section aria-label="Games">
            <h2>"Games"</h2>
            <ul class="games">{games.collect_view()}</ul>
        </section>
    }
}

/// Where the small picture of a title's board is.
pub(crate) fn picture(title: &str) -> String {
    format!("/board-{title}.webp")
}

/// For how many players a title is, and how long a game takes.
pub(crate) fn facts(listed: &Listed) -> String {
    let players = listed.editions.iter().flat_map(|edition| edition.players.iter().copied());
    let (least, most) = (players.clone().min().unwrap_or(0), players.max().unwrap_or(0));
    format!("{least}–{most} players, {}–{} hours", listed.hours.0, listed.hours.1)
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
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let list = move || match tables.get() {
        None => loading(),
        Some(tables) if tables.is_empty() => view! { <p class="quiet">{empty}</p> }.into_any(),
        Some(tables) => {
            let cards = tables.into_iter().map(|table| view! { <li class="starred"><TableCard table=table.clone() /><Star table=table.id /></li> });
            view! { <ul class="cards">{cards.collect_view()}</ul> }.into_any()
        }
    };
    view! {
        <section aria-label=heading>
            <h2>{heading}</h2>
            {children.map(|children| children())}
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
        _ if table.my_turn && !table.local => match my_time(&table) {
            Some(time) => format!("your turn, {time}"),
            None => "your turn".to_owned(),
        },
        _ if waiting.is_empty() => "running".to_owned(),
        _ => format!("{waiting} to play"),
    };
    let options: String = table.setup.options.iter().map(|option| format!(", {option}")).collect();
    let beginning = if table.from_position { ", from a position" } else { "" };
    let what = format!("{} {}{options}{beginning}", table.setup.title, table.setup.edition);
    let players: Vec<_> = table.seats.iter().map(|seat| seat.name.clone()).collect();
    let stands = table.round.as_ref().zip(table.phase).filter(|_| table.status == TableStatus::Running);
    let stands = stands.map(|(round, phase)| format!("{round}, phase {phase}"));
    view! {
        <A href=format!("/table/{}", table.id) attr:class="card" attr:data-turn=table.my_turn.to_string()>
            <img src=picture(&table.setup.title.to_string()) alt="" loading="lazy" />
            <strong>{table.name.clone()}</strong>
            <span class="quiet">{what}</span>
            <span class="stands">{stands}</span>
            <span>{players.join(" · ")}</span>
            <span class="turn">{turn}</span>
            <span class="quiet">{browser::ago(table.updated)}</span>
        </A>
    }
}

/// How much time I have, where somebody's clock of mine runs.
fn my_time(table: &TableInfo) -> Option<String> {
    let mine = |seat: u8| table.seats.iter().any(|own| own.seat == seat && own.mine);
    let own = table.clock.as_ref()?.seats.iter().find(|clock| clock.until.is_some() && mine(clock.seat))?;
    Some(match own.until.map_or(0, |until| until - browser::now()) {
        ..=0 => "time is up".to_owned(),
        left => format!("time is up in {}", rough(left)),
    })
}

/// A text as part of an address.
pub(crate) fn encoded(text: &str) -> String {
    String::from(js_sys::encode_uri_component(text))
}

/// Which open tables somebody looks for.
#[derive(Clone, Copy, Default)]
struct Wanted {
    title: RwSignal<String>,
    words: RwSignal<String>,
    free: RwSignal<bool>,
}

impl Wanted {
    fn track(self) {
        self.title.track();
        self.words.track();
        self.free.track();
    }

    fn path(self) -> String {
        let (title, words) = (encoded(&self.title.get_untracked()), encoded(&self.words.get_untracked()));
        let free = self.free.get_untracked();
        format!("/api/tables?which=open&limit=100&title={title}&search={words}&free={free}")
    }
}

/// What open tables one wants to see.
#[component]
fn Filters(wanted: Wanted) -> impl IntoView {
    view! {
        <div class="row filters" role="search">
            <input type="search" aria-label="Search open tables by name or player" placeholder="Table or player" bind:value=wanted.words />
            <TitleFilter title=wanted.title />
            <label class="choice"><input type="checkbox" bind:checked=wanted.free /> <span>"with a free seat"</span></label>
        </div>
    }
}

/// One title, or all of them.
#[component]
pub(crate) fn TitleFilter(title: RwSignal<String>) -> impl IntoView {
    let all = title.get_untracked().is_empty();
    let titles = listing().unwrap_or_default().into_iter().map(move |listed| {
        let own = listed.title;
        view! { <option value=own selected=move || title.with(|title| title == own)>{own}</option> }
    });
    let titles = titles.collect_view();
    view! {
        <label>
            <span class="hidden">"Title"</span>
            <select on:change:target=move |event| title.set(event.target().value())>
                {all.then(|| view! { <option value="">"All titles"</option> })}
                {titles}
            </select>
        </label>
    }
}

/// The tables that somebody wants to find again.
#[derive(Clone, Copy)]
struct Stars(RwSignal<BTreeSet<String>>, Notices);

impl Stars {
    fn provide() -> Stars {
        let stars = Stars(RwSignal::default(), notices());
        provide_context(stars);
        stars
    }

    async fn refresh(self) {
        if let Ok(all) = api::get::<Vec<String>>("/api/me/favourites").await {
            let _ = self.0.try_set(all.into_iter().collect());
        }
    }

    fn turn(self, table: String) {
        let on = self.0.with_untracked(|stars| !stars.contains(&table));
        let method = if on { Method::PUT } else { Method::DELETE };
        let Stars(stars, notices) = self;
        spawn_local(async move {
            let path = format!("/api/me/favourites/{table}");
            if notices.take_done(api::send::<()>(method, &path, &()).await).is_some() {
                stars.update(|stars| {
                    if on {
                        stars.insert(table)
                    } else {
                        stars.remove(&table)
                    };
                });
            }
        });
    }
}

/// Whether one wants to find a table again.
#[component]
fn Star(table: String) -> impl IntoView {
    let stars: Stars = expect_context();
    let person = person();
    let own = StoredValue::new(table);
    let on = Memo::new(move |_| stars.0.with(|stars| own.with_value(|own| stars.contains(own))));
    view! {
        <Show when=move || person.is_known()>
            <button
                class="star plain"
                aria-pressed=move || on.get().to_string()
                aria-label="Favourite"
                title=move || if on.get() { "No longer a favourite" } else { "Keep among my favourites" }
                on:click=move |_| stars.turn(own.get_value())
            >
                {move || if on.get() { "★" } else { "☆" }}
            </button>
        </Show>
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
