//! From an invitation to a seat: the link is followed, whoever has no account makes one or signs in right there, and the
//! table opens with them seated.

use crate::account::SignIn;
use crate::api;
use crate::app::Page;
use crate::browser;
use crate::notice::{Notices, notices};
use crate::person::person;
use ferrata_wire::{Join, ProblemKind, TableInfo};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::components::A;
use leptos_router::hooks::{use_navigate, use_params_map};

/// The table whose invitation waits for somebody to sign in.
const WAITING: &str = "invited to";

/// The key with which this tab was invited to a table. It is in the fragment of the link, which browsers do not send,
/// and kept in the tab: neither signing up nor a reload loses it.
pub(crate) fn key_for(id: &str) -> Option<String> {
    browser::kept_in_tab(&place(id))
}

fn place(id: &str) -> String {
    format!("invitation {id}")
}

/// Where whoever has just signed in goes on, if an invitation waits for them.
pub(crate) fn waiting_page() -> Option<String> {
    browser::kept_in_tab(WAITING).map(|id| format!("/join/{id}"))
}

/// Where an invitation stands.
#[derive(Clone, PartialEq, Debug)]
enum Stage {
    /// The seat is being taken.
    Joining,
    /// First somebody has to sign up or in.
    SignIn,
    /// It leads to no seat.
    Refused(String),
}

/// Takes the seat that a link is for, then goes to the table.
#[component]
pub(crate) fn JoinPage() -> impl IntoView {
    let person = person();
    let notices = notices();
    let navigate = use_navigate();
    let id = use_params_map().with_untracked(|params| params.get("id").unwrap_or_default());
    let key = take_key(&id);
    let stage = RwSignal::new(Stage::Joining);
    let join = StoredValue::new({
        let id = id.clone();
        move || {
            let (id, key, navigate) = (id.clone(), key.clone(), navigate.clone());
            stage.set(Stage::Joining);
            spawn_local(async move {
                match take_seat(&id, &key, notices).await {
                    Some(next) => drop(stage.try_set(next)),
                    None => {
                        browser::keep_in_tab(WAITING, None);
                        let replace = NavigateOptions { replace: true, ..Default::default() };
                        navigate(&format!("/table/{id}"), replace);
                    }
                }
            });
        }
    });
    // The server says who is here before anything is tried, once; from then on the form decides.
    let known = Memo::new(move |_| person.0.with(|me| me.as_ref().map(|me| me.known)));
    let begun = StoredValue::new(false);
    Effect::new(move || {
        let Some(known) = known.get().filter(|_| !begun.get_value()) else { return };
        begun.set_value(true);
        if known {
            return join.with_value(|join| join());
        }
        browser::keep_in_tab(WAITING, Some(&id));
        stage.set(Stage::SignIn);
    });
    move || match stage.get() {
        Stage::Joining => {
            view! { <Page title="Taking a seat …"><p role="status">"One moment."</p></Page> }.into_any()
        }
        Stage::SignIn => view! {
            <Page title="You are invited to a game">
                <p class="lead">"Choose a name and a password, and you have a seat at the table."</p>
                <SignIn new=true then=move || join.with_value(|join| join()) />
            </Page>
        }
        .into_any(),
        Stage::Refused(why) => view! {
            <Page title="This invitation leads to no seat">
                <p>{why}</p>
                <p>"Ask whoever invited you for another link." " " <A href="/">"To the tables"</A></p>
            </Page>
        }
        .into_any(),
    }
}

/// The key in the address, or the one that was kept when the link was first opened.
fn take_key(id: &str) -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    let key = hash.trim_start_matches('#');
    if key.is_empty() {
        return key_for(id).unwrap_or_default();
    }
    browser::keep_in_tab(&place(id), Some(key));
    key.to_owned()
}

/// Takes the seat; none if that is done.
async fn take_seat(id: &str, key: &str, notices: Notices) -> Option<Stage> {
    let body = Join { seat: None, key: Some(key.to_owned()) };
    let answer = api::post::<TableInfo>(&format!("/api/tables/{id}/join"), &body).await;
    match answer {
        Ok(_) => {
            notices.turn_page();
            None
        }
        Err(problem) if problem.kind == ProblemKind::SignIn => {
            browser::keep_in_tab(WAITING, Some(id));
            Some(Stage::SignIn)
        }
        Err(problem) if api::is_silence(&problem) => {
            notices.problem(&problem);
            Some(Stage::Refused("The server did not answer. Open the link again when it does.".to_owned()))
        }
        Err(problem) => {
            browser::keep_in_tab(WAITING, None);
            Some(Stage::Refused(sentence(&problem.detail)))
        }
    }
}

/// A reason as a sentence.
fn sentence(detail: &str) -> String {
    let mut letters = detail.chars();
    let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}
