//! The account: sign up, sign in, password, access tokens for programs.

use crate::api;
use crate::app::Page;
use crate::invitation;
use crate::lobby::encoded;
use crate::notice::{Notices, notices};
use crate::person::person;
use crate::telling::{TellingSettings, confirm_address};
use ferrata_wire::{ByName, Credentials, Farewell as Goodbye, FreshToken, Me, NewPassword, NewToken, Token};
use gloo_net::http::Method;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;

/// The page of the account.
#[component]
pub(crate) fn AccountPage() -> impl IntoView {
    let person = person();
    let navigate = use_navigate();
    // Whatever else becomes known about them, the page stays as it is while somebody writes there.
    let known = Memo::new(move |_| person.0.with(|me| me.as_ref().and_then(|me| me.name.clone())));
    // Whoever came here on the way to a seat goes on to it, everybody else to the tables.
    let go_on = StoredValue::new(move || {
        let page = invitation::waiting_page().unwrap_or_else(|| "/".to_owned());
        navigate(&page, leptos_router::NavigateOptions::default());
    });
    confirm_address(notices());
    view! {
        <Page title="Account">
            {move || match known.get() {
                Some(name) => view! { <SignedIn name /> }.into_any(),
                None => view! {
                    <Show when=move || person.is_local()>
                        <p>"This server is for this machine alone: tables here need no account."</p>
                    </Show>
                    <SignIn new=false then=move || go_on.with_value(|go_on| go_on()) />
                }
                .into_any(),
            }}
        </Page>
    }
}

/// Signs in, or up with a new account.
#[component]
pub(crate) fn SignIn(
    /// Whether a new account is what is wanted most likely.
    new: bool,
    /// What happens when somebody is signed in.
    then: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let person = person();
    let notices = notices();
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let busy = RwSignal::new(false);
    let send = move |path: &'static str| {
        if busy.get_untracked() {
            return;
        }
        let body = Credentials { name: name.get_untracked(), password: password.get_untracked() };
        busy.set(true);
        spawn_local(async move {
            let signed_in = notices.take_done(api::post::<Me>(path, &body).await);
            let _ = busy.try_set(false);
            if let Some(me) = signed_in {
                person.0.set(Some(me));
                then();
            }
        });
    };
    const IN: &str = "/api/session";
    const UP: &str = "/api/users";
    let (first, second) =
        if new { ((UP, "Sign up"), (IN, "Sign in")) } else { ((IN, "Sign in"), (UP, "Sign up")) };
    view! {
        <form
            class="narrow"
            on:submit=move |event| {
                event.prevent_default();
                send(first.0);
            }
        >
            <label>"Name" <input autocomplete="username" required minlength="2" maxlength="24" bind:value=name /></label>
            <label>
                "Password (at least 8 characters)"
                <input
                    type="password"
                    autocomplete=if new { "new-password" } else { "current-password" }
                    required
                    minlength="8"
                    bind:value=password
                />
            </label>
            <div class="row">
                <button class="primary" disabled=move || busy.get()>{first.1}</button>
                <button type="button" disabled=move || busy.get() on:click=move |_| send(second.0)>{second.1}</button>
            </div>
            <Show when=move || !new>
                <button type="button" class="quiet" on:click=move |_| forgotten(name.get_untracked(), notices)>
                    "I have forgotten my password"
                </button>
            </Show>
        </form>
    }
}

/// Asks for a link by mail with which another password can be chosen.
fn forgotten(name: String, notices: Notices) {
    if name.trim().is_empty() {
        return notices.warn("Whose password?", "Write your name above first.");
    }
    spawn_local(async move {
        if notices.take(api::post::<()>("/api/password/forgotten", &ByName { name }).await).is_some() {
            notices.tell(
                "A mail is on its way.",
                "If this account has a confirmed mail address, it gets a link to choose another password.",
            );
        }
    });
}

#[component]
fn SignedIn(name: String) -> impl IntoView {
    let person = person();
    let notices = notices();
    let leave = move |path: &'static str| {
        spawn_local(async move {
            if notices.take_done(api::send::<()>(Method::DELETE, path, &()).await).is_some() {
                person.0.set(None);
                person.refresh();
            }
        });
    };
    view! {
        <p>"Signed in as " <strong>{name.clone()}</strong> ". " <A href=format!("/people/{}", encoded(&name))>"My games and results"</A></p>
        <div class="row">
            <button on:click=move |_| leave("/api/session")>"Sign out"</button>
            <button on:click=move |_| leave("/api/sessions")>"Sign out everywhere"</button>
        </div>
        <TellingSettings />
        <Password />
        <Tokens />
        <h2>"What is stored about you"</h2>
        <p>
            <a class="button" href="/api/me/export" download="ferrata-about-me.json" rel="external">"Save it all to a file"</a>
        </p>
        <Farewell />
    }
}

#[component]
fn Password() -> impl IntoView {
    let notices = notices();
    let (old, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let change = move || {
        let body = NewPassword { old: old.get_untracked(), new: new.get_untracked() };
        spawn_local(async move {
            if notices.take_done(api::post::<()>("/api/me/password", &body).await).is_some() {
                notices.tell(
                    "The password is changed.",
                    "All other browsers are signed out, and access tokens are taken back.",
                );
                old.set(String::new());
                new.set(String::new());
            }
        });
    };
    view! {
        <h2>"Change the password"</h2>
        <form
            class="narrow"
            on:submit=move |event| {
                event.prevent_default();
                change();
            }
        >
            <label>
                "Old password" <input type="password" autocomplete="current-password" required bind:value=old />
            </label>
            <label>
                "New password"
                <input type="password" autocomplete="new-password" required minlength="8" bind:value=new />
            </label>
            <button>"Change it"</button>
        </form>
    }
}

#[component]
fn Tokens() -> impl IntoView {
    let notices = notices();
    let tokens = RwSignal::new(Vec::<Token>::new());
    let label = RwSignal::new(String::new());
    let fresh = RwSignal::new(None::<String>);
    let refresh = move || {
        spawn_local(async move {
            if let Some(list) = notices.take(api::get("/api/me/tokens").await) {
                tokens.set(list);
            }
        });
    };
    refresh();
    let make = move || {
        let body = NewToken { label: label.get_untracked(), days: None };
        spawn_local(async move {
            if let Some(made) = notices.take_done(api::post::<FreshToken>("/api/me/tokens", &body).await) {
                fresh.set(Some(made.token));
                label.set(String::new());
                refresh();
            }
        });
    };
    let remove = move |id: String| {
        spawn_local(async move {
            let path = format!("/api/me/tokens/{id}");
            if notices.take_done(api::send::<()>(Method::DELETE, &path, &()).await).is_some() {
                refresh();
            }
        });
    };
    view! {
        <h2>"Access tokens for programs"</h2>
        <p class="quiet">"A token may play for you and nothing else."</p>
        <ul class="plain">
            <For each=move || tokens.get() key=|token| token.id.clone() let:token>
                <li class="row">
                    <span>{token.label.clone()}</span>
                    <button on:click=move |_| remove(token.id.clone())>"Remove"</button>
                </li>
            </For>
        </ul>
        <Show when=move || fresh.get().is_some()>
            <p class="key" aria-live="polite">
                "Copy the token now, it is not shown again: " <code>{move || fresh.get()}</code>
            </p>
        </Show>
        <form
            class="narrow"
            on:submit=move |event| {
                event.prevent_default();
                make();
            }
        >
            <label>"What is it for?" <input required maxlength="40" bind:value=label /></label>
            <button>"Make a token"</button>
        </form>
    }
}

#[component]
fn Farewell() -> impl IntoView {
    let person = person();
    let notices = notices();
    let password = RwSignal::new(String::new());
    let delete = move || {
        let body = Goodbye { password: password.get_untracked() };
        spawn_local(async move {
            if notices.take_done(api::send::<()>(Method::DELETE, "/api/me", &body).await).is_some() {
                person.0.set(None);
                person.refresh();
            }
        });
    };
    view! {
        <details>
            <summary>"Delete the account"</summary>
            <p>
                "What belongs to you alone is deleted: notes, access tokens, tables at which nobody else sits. Where others play, a
                former player stays in the game; your name and what you wrote there are removed. There is no way back."
            </p>
            <form
                class="narrow"
                on:submit=move |event| {
                    event.prevent_default();
                    delete();
                }
            >
                <label>
                    "Password" <input type="password" autocomplete="current-password" required bind:value=password />
                </label>
                <button class="danger">"Delete my account"</button>
            </form>
        </details>
    }
}
