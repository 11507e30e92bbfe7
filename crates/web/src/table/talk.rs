//! Talk at the table, and notes for oneself.

use super::desk::{Desk, desk};
use super::players::Ways;
use crate::api;
use crate::browser;
use crate::notice::notices;
use crate::person::person;
use ferrata_client::talk::{Piece, pieces_at};
use ferrata_client::timeline::Timeline;
use ferrata_wire::{ChatLine, Note, Say};
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
    let watches = move || !desk.plays();
    let may_say = move || desk.plays() || person.has_account();
    let hint = move || if watches() { "Say something to those who watch" } else { "Say something" };
    let room = RwSignal::new("all");
    let shown = move || {
        let room = room.get();
        desk.others.chat.with(|lines| {
            let fits = |line: &&ChatLine| match room {
                "table" => !line.watching,
                "watching" => line.watching,
                _ => true,
            };
            lines.iter().filter(fits).cloned().collect::<Vec<_>>()
        })
    };
    let both = move || desk.others.chat.with(|lines| lines.iter().any(|line| line.watching));
    Effect::new(move || {
        desk.others.chat.track();
        desk.others.unread.set(0);
    });
    view! {
        <Show when=both>
            <Ways ways=&ROOMS way=room />
        </Show>
        <div class="scroll talk" role="log" aria-label="Talk" tabindex="0">
            <For each=shown key=|line| line.number let:line>
                {said(desk, line)}
            </For>
        </div>
        <Show when=move || may_say()>
            <form
                class="row"
                on:submit=move |event| {
                    event.prevent_default();
                    say();
                }
            >
                <input aria-label="Say something to the table" placeholder=hint maxlength="1000" bind:value=text />
                <PointAt text />
                <button>"Send"</button>
            </form>
        </Show>
        <Show when=move || person.is_known()>
            <PrivateNote />
        </Show>
    }
}

/// Whose talk is shown.
const ROOMS: [(&str, &str); 3] = [("all", "All"), ("table", "Players"), ("watching", "Watching")];

/// A line with when it was said, and what it points at.
fn said(desk: Desk, line: ChatLine) -> impl IntoView {
    let pieces = desk.timeline.with_untracked(|timeline| pieces_at(&line.text, timeline.names()));
    let pieces = pieces.into_iter().map(|piece| show(desk, piece)).collect::<Vec<_>>();
    view! {
        <p id=format!("chat-{}", line.number) class:watching=line.watching>
            <time title=browser::moment(line.at)>{browser::time(line.at)}</time> " "
            <strong>{line.author}</strong> " " {line.watching.then(|| view! { <span class="quiet">"(watching) "</span> })}
            {pieces}
        </p>
    }
}

fn show(desk: Desk, piece: Piece) -> AnyView {
    match piece {
        Piece::Words(words) => words.into_any(),
        Piece::Mention(name) => view! { <strong class="mention">"@" {name}</strong> }.into_any(),
        Piece::Entry(number) => {
            let go = move |_| {
                desk.look_at(number);
                desk.page.tab.set("board");
            };
            let known = number <= desk.timeline.with_untracked(Timeline::len);
            match known {
                true => view! { <button class="point" title="Look at the table after this entry" on:click=go>"#" {number}</button> }.into_any(),
                false => format!("#{number}").into_any(),
            }
        }
        Piece::Hex(hex) => {
            let go = move |_| {
                desk.page.tab.set("board");
                desk.pointing.chosen.set(Some(hex));
            };
            view! { <button class="point" title=desk.timeline.with_untracked(|timeline| timeline.names().place(hex)) on:click=go>{hex.to_string()}</button> }.into_any()
        }
        Piece::Company(company) => {
            let go = move |_| {
                desk.page.tab.set("firms");
                browser::reveal(&format!("[data-company=\"{company}\"]"));
            };
            let full = desk.timeline.with_untracked(|timeline| timeline.names().full_name(company));
            view! { <button class="point" title=full on:click=go>{company.to_string()}</button> }.into_any()
        }
    }
}

/// Puts what one looks at into the line that is being written.
#[component]
fn PointAt(text: RwSignal<String>) -> impl IntoView {
    let desk = desk();
    let what = move || match desk.pointing.chosen.get() {
        Some(hex) => hex.to_string(),
        None => format!("#{}", desk.moment.with(|moment| moment.number)),
    };
    let put = move |_| {
        let what = what();
        text.update(|text| {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
            text.push_str(&what);
            text.push(' ');
        });
    };
    view! { <button type="button" title="Point at the hex that is chosen, or at the entry that is shown" on:click=put>{what}</button> }
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
