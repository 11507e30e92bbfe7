//! Somebody's games and results, and how strong all are at a title.

use crate::api;
use crate::app::{Page, loading};
use crate::browser;
use crate::lobby::{TitleFilter, encoded};
use crate::notice::notices;
use ferrata_titles::catalogue::TITLES;
use ferrata_wire::{PlayedGame, Profile, Rated, Rating, TitleRecord};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::components::A;
use leptos_router::hooks::use_params_map;

fn strength(rating: Rating) -> String {
    format!("{} ± {}", rating.rating, 2 * rating.deviation)
}

/// A name that leads to its profile.
fn person_link(name: String) -> impl IntoView {
    let href = format!("/people/{}", encoded(&name));
    view! { <A href>{name}</A> }
}

/// The page of somebody.
#[component]
pub(crate) fn ProfilePage() -> impl IntoView {
    let notices = notices();
    let params = use_params_map();
    let name = move || params.with(|params| params.get("name").unwrap_or_default());
    let profile = RwSignal::new(None::<Profile>);
    Effect::new(move || {
        let path = format!("/api/people/{}", encoded(&name()));
        spawn_local(async move {
            if let Some(found) = notices.take(api::get::<Profile>(&path).await) {
                let _ = profile.try_set(Some(found));
            }
        });
    });
    view! {
        <Page title="Games and results">
            {move || profile.get().map_or_else(loading, |profile| shown(profile).into_any())}
        </Page>
    }
}

fn shown(profile: Profile) -> impl IntoView {
    let who = match profile.program {
        Some(level) => format!("The program of the level \"{}\"", level.word()),
        None => format!("{}, here since {}", profile.name, browser::day(profile.since)),
    };
    let titles = match profile.titles.is_empty() {
        true => view! { <p class="quiet">"No game over a network has come to its end yet."</p> }.into_any(),
        false => by_title(profile.titles).into_any(),
    };
    let none = profile.games.is_empty();
    let games = profile.games.into_iter().map(|game| view! { <li>{played(game)}</li> }).collect_view();
    view! {
        <h2>{who}</h2>
        {titles}
        {(!none).then(|| view! { <h2>"Last games"</h2><ul class="cards">{games}</ul> })}
        <p><A href="/ratings">"Ratings"</A></p>
    }
}

fn by_title(titles: Vec<TitleRecord>) -> impl IntoView {
    let rows = titles.into_iter().map(|record| {
        view! {
            <tr>
                <th scope="row">{record.title}</th>
                <td>{record.played}</td>
                <td>{record.won}</td>
                <td>{record.rating.map(strength)}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    view! {
        <table class="results">
            <thead><tr><th scope="col">"Title"</th><th scope="col">"Played"</th><th scope="col">"Won"</th><th scope="col">"Strength"</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

fn played(game: PlayedGame) -> impl IntoView {
    let places =
        game.places.iter().map(|placed| format!("{}. {} {}", placed.place, placed.name, placed.worth));
    let places = places.collect::<Vec<_>>().join(" · ");
    view! {
        <A href=format!("/table/{}", game.table) attr:class="card">
            <strong>{game.name}</strong>
            <span class="quiet">{game.title} ", " {browser::day(game.at)}</span>
            <span>{places}</span>
        </A>
    }
}

/// How strong all are at a title.
#[component]
pub(crate) fn RatingsPage() -> impl IntoView {
    let notices = notices();
    let first = TITLES.first().map(|info| info.title);
    let title = RwSignal::new(first.unwrap_or_default().to_owned());
    let rated = RwSignal::new(None::<Vec<Rated>>);
    Effect::new(move || {
        let path = format!("/api/ratings?title={}", encoded(&title.get()));
        rated.set(None);
        spawn_local(async move {
            if let Some(found) = notices.take(api::get::<Vec<Rated>>(&path).await) {
                let _ = rated.try_set(Some(found));
            }
        });
    });
    let table = move || {
        let Some(rows) = rated.get() else { return loading() };
        if rows.is_empty() {
            return view! { <p class="quiet">"Nobody has finished a game of it against others yet."</p> }
                .into_any();
        }
        let rows = rows.into_iter().enumerate().map(|(at, one)| {
            let kind = one.program.map(|_| "program");
            view! {
                <tr>
                    <td>{at + 1}</td>
                    <th scope="row">{person_link(one.name)} " " <span class="quiet">{kind}</span></th>
                    <td>{strength(one.rating)}</td>
                    <td>{one.played}</td>
                </tr>
            }
        });
        let rows = rows.collect_view();
        view! {
            <table class="results">
                <thead><tr><th scope="col">"Place"</th><th scope="col">"Who"</th><th scope="col">"Strength"</th><th scope="col">"Games"</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        }
        .into_any()
    };
    view! {
        <Page title="Ratings">
            <p class="lead">
                "Glicko-2 from every finished game over a network, each title for itself: 1500 is where everybody begins; a strength lies most likely within the range behind it."
            </p>
            <div class="row filters"><TitleFilter title /></div>
            <div aria-live="polite">{table}</div>
        </Page>
    }
}
