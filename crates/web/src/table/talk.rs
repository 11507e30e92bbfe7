//! Talk at the table, and notes for oneself.

use super::desk::{Desk, desk};
use crate::api;
use crate::browser;
use crate::notice::notices;
use crate::person::person;
use ferrata_wire::{Note, Say};
use gloo_net::http::Method;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;

/// How long nothing is typed before a note is sent.
const PAUSE: Duration = Duration::from_millis(600);

/// Lines of chat with a field for the next one, and a private note.
#[component]
pub(super) fn Talk() -> impl IntoView {
    let desk = desk();
    let notices = notices();
    let person = person();
    let text = RwSignal::new(String::new());
    let path = move || format!("/api/tables/{}/chat", desk.info.with_untracked(|info| info.id.clone()));
    let say = move || {
        let (path, line) = (path(), text.get_untracked());
        if line.trim().is_empty() {
            return;
        }
        spawn_local(async move {
            let said = api::post::<serde_json::Value>(&path, &Say { text: line, seat: None }).await;
            if notices.take_done(said).is_some() {
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
        <Show when=move || desk.plays()>
            <form
                class="row"
                on:submit=move |event| {
                    event.prevent_default();
                    say();
                }
            >
                <input aria-label="Say something to the table" placeholder="Say something" maxlength="1000" bind:value=text />
                <button>"Send"</button>
            </form>
        </Show>
        <Show when=move || person.is_known()>
            <PrivateNote />
        </Show>
    }
}

/// Where a private note stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kept {
    /// Not read yet.
    Loading,
    /// As the server has it.
    Saved,
    /// Only in this browser, and about to be sent.
    Here,
    /// Only in this browser: the server does not take it.
    OnlyHere,
}

impl Kept {
    fn words(self) -> &'static str {
        match self {
            Kept::Loading => "Fetching …",
            Kept::Saved => "Saved. Nobody else can read it.",
            Kept::Here => "Saving …",
            Kept::OnlyHere => "Not saved on the server yet; this browser keeps it and tries again.",
        }
    }
}

/// A note on its way to the server. What is typed is kept in this browser at once and sent when nothing more is typed, so
/// that neither a reload nor a lost connection takes it away.
#[derive(Clone, Copy)]
struct Draft {
    text: RwSignal<String>,
    kept: RwSignal<Kept>,
    /// Counts what was typed, to know the last.
    typed: StoredValue<u32>,
    path: StoredValue<String>,
    /// Where this browser keeps what is not sent.
    place: StoredValue<String>,
}

impl Draft {
    fn new(desk: Desk, who: &str) -> Draft {
        let id = desk.info.with_untracked(|info| info.id.clone());
        let draft = Draft {
            text: RwSignal::default(),
            kept: RwSignal::new(Kept::Loading),
            typed: StoredValue::new(0),
            path: StoredValue::new(format!("/api/tables/{id}/note")),
            place: StoredValue::new(format!("note {id} {who}")),
        };
        match browser::kept(&draft.place.get_value()) {
            Some(unsent) => {
                draft.text.set(unsent);
                draft.send();
            }
            None => draft.load(),
        }
        draft
    }

    fn load(self) {
        let path = self.path.get_value();
        spawn_local(async move {
            let note = api::get::<Note>(&path).await;
            // Whoever has begun to write meanwhile is not interrupted.
            if self.kept.try_get_untracked() != Some(Kept::Loading) {
                return;
            }
            if let Ok(note) = note {
                let _ = self.text.try_set(note.text);
                let _ = self.kept.try_set(Kept::Saved);
            }
        });
    }

    fn write(self, text: String) {
        browser::keep(&self.place.get_value(), Some(&text));
        self.text.set(text);
        self.kept.set(Kept::Here);
        self.later();
    }

    /// Sends it when nothing more is typed.
    fn later(self) {
        let Some(now) = self.typed.try_update_value(|typed| {
            *typed += 1;
            *typed
        }) else {
            return;
        };
        let if_last = move || {
            if self.typed.try_get_value() == Some(now) {
                self.send();
            }
        };
        set_timeout(if_last, PAUSE);
    }

    fn send(self) {
        let (path, text) = (self.path.get_value(), self.text.get_untracked());
        self.kept.set(Kept::Here);
        spawn_local(async move {
            let sent = api::send::<()>(Method::PUT, &path, &Note { text: text.clone() }).await;
            if self.text.try_get_untracked() != Some(text) {
                return;
            }
            match sent {
                Ok(()) => {
                    let _ = self.kept.try_set(Kept::Saved);
                    if let Some(place) = self.place.try_get_value() {
                        browser::keep(&place, None);
                    }
                }
                Err(_) => {
                    let _ = self.kept.try_set(Kept::OnlyHere);
                    set_timeout(move || self.later(), 5 * PAUSE);
                }
            }
        });
    }
}

/// A note only its writer sees.
#[component]
fn PrivateNote() -> impl IntoView {
    let who = person().name_untracked();
    let draft = Draft::new(desk(), &who);
    view! {
        <details class="note">
            <summary>"My private note"</summary>
            <textarea
                aria-label="My private note"
                rows="4"
                maxlength="20000"
                prop:value=move || draft.text.get()
                on:input=move |event| draft.write(event_target_value(&event))
            ></textarea>
            <p class="kept" role="status">{move || draft.kept.get().words()}</p>
        </details>
    }
}
