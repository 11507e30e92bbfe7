//! Guided first rounds: a table of one's own that begins with a lesson's position, and what is said there.

use crate::api;
use crate::app::Page;
use crate::browser;
use crate::lobby::picture;
use crate::notice::notices;
use crate::person::person;
use ferrata_client::lesson::{Lesson, lessons};
use ferrata_wire::{ClockTerms, Created, NewTable, UndoPolicy, Visibility};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;

/// Where this browser keeps which lesson a table is.
fn key(table: &str) -> String {
    format!("lesson {table}")
}

/// The lesson that a table is, if it is one.
pub(crate) fn lesson_at(table: &str) -> Option<Lesson> {
    let name = browser::kept(&key(table))?;
    lessons().into_iter().find(|lesson| lesson.name == name)
}

/// The page of all lessons.
#[component]
pub(crate) fn LearnPage() -> impl IntoView {
    let person = person();
    let lessons = lessons().into_iter().map(|lesson| view! { <li class="game"><LessonCard lesson /></li> });
    // Whether there is nobody to whom the table of a lesson could belong.
    let stranger = move || person.0.with(|me| me.as_ref().is_some_and(|me| !me.known));
    view! {
        <Page title="Learn">
            <p class="lead">
                "A first stock round and a first operating round of each title, one thing at a time. You play all seats, and everything can be undone."
            </p>
            <Show when=stranger>
                <p>"A lesson is a table, which belongs to an account: " <A href="/account">"sign up or sign in"</A> " first."</p>
            </Show>
            <ul class="games">{lessons.collect_view()}</ul>
            <p><A href="/words">"Words of the family"</A></p>
        </Page>
    }
}

#[component]
fn LessonCard(lesson: Lesson) -> impl IntoView {
    let (person, notices, navigate) = (person(), notices(), use_navigate());
    let Lesson { name, about, .. } = lesson.clone();
    let picture = picture(&name);
    let begin = move |_| {
        let Some(wish) = table_of(&lesson) else { return };
        let (navigate, name) = (navigate.clone(), lesson.name.clone());
        spawn_local(async move {
            let made = api::post::<Created>("/api/tables", &wish).await;
            let Some(created) = notices.take_done(made) else { return };
            browser::keep(&key(&created.id), Some(&name));
            navigate(&format!("/table/{}", created.id), NavigateOptions::default());
        });
    };
    view! {
        <img src=picture alt="" />
        <div>
            <h2>{name.clone()}</h2>
            <p>{about}</p>
            <p class="row">
                <button class="primary" disabled=move || !person.is_known() aria-label=format!("Begin the lesson: {name}") on:click=begin>
                    "Begin"
                </button>
            </p>
        </div>
    }
}

/// A table at one screen that begins with the lesson's position.
fn table_of(lesson: &Lesson) -> Option<NewTable> {
    let (setup, _) = ferrata_titles::position::read("lesson", &lesson.position).ok()?;
    Some(NewTable {
        name: Some(format!("Lesson: {}", lesson.name)),
        title: setup.title.to_string(),
        edition: setup.edition.to_string(),
        options: setup.options.iter().map(ToString::to_string).collect(),
        players: setup.players,
        position: Some(lesson.position.clone()),
        undo: UndoPolicy::Free,
        visibility: Visibility::Seats,
        local: true,
        seat: None,
        programs: Vec::new(),
        clock: ClockTerms::default(),
    })
}
