//! Talk at the table, and notes for oneself.

use super::desk::desk;
use crate::api;
use crate::notice::notices;
use ferrata_wire::{Note, Say};
use gloo_net::http::Method;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Lines of chat with a field for the next one, and a private note.
#[component]
pub(super) fn Talk() -> impl IntoView {
    let desk = desk();
    let notices = notices();
    let text = RwSignal::new(String::new());
    let path = move || format!("/api/tables/{}/chat", desk.info.with_untracked(|info| info.id.clone()));
    let say = move || {
        let (path, line) = (path(), text.get_untracked());
        if line.trim().is_empty() {
            return;
        }
        spawn_local(async move {
            if notices
                .take(api::post::<serde_json::Value>(&path, &Say { text: line, seat: None }).await)
                .is_some()
            {
                text.set(String::new());
            }
        });
    };
    Effect::new(move || {
        desk.chat.track();
        desk.unread.set(0);
    });
    view! {
        <div class="scroll talk" role="log" aria-label="Talk" tabindex="0">
            <For each=move || desk.chat.get() key=|line| line.number let:line>
                <p><strong>{line.author.clone()}</strong> " " {line.text.clone()}</p>
            </For>
        </div>
        <form
            class="row"
            on:submit=move |event| {
                event.prevent_default();
                say();
            }
        >
            <input aria-label="Say something to the table" placeholder="Say something" maxlength="2000" bind:value=text />
            <button>"Send"</button>
        </form>
        <PrivateNote />
    }
}

/// A note only its writer sees.
#[component]
fn PrivateNote() -> impl IntoView {
    let desk = desk();
    let notices = notices();
    let text = RwSignal::new(String::new());
    let path = format!("/api/tables/{}/note", desk.info.with_untracked(|info| info.id.clone()));
    let load = path.clone();
    spawn_local(async move {
        if let Ok(note) = api::get::<Note>(&load).await {
            let _ = text.try_set(note.text);
        }
    });
    let save = move |_| {
        let (path, body) = (path.clone(), Note { text: text.get_untracked() });
        spawn_local(async move {
            notices.take(api::send::<()>(Method::PUT, &path, &body).await);
        });
    };
    view! {
        <details>
            <summary>"My private note"</summary>
            <textarea aria-label="My private note" rows="4" maxlength="20000" bind:value=text on:change=save></textarea>
        </details>
    }
}
