//! What a table may need all its players for: an end without a result, rules that changed, a log that cannot go on.

use super::desk::{Desk, desk};
use crate::api;
use ferrata_wire::{Damage, RulesChanged, TableStatus, WishAnswer};
use leptos::prelude::*;
use leptos::task::spawn_local;

impl Desk {
    /// Asks the others to agree to something that the table's address names.
    fn wish(self, what: &'static str, asked: &'static str) {
        let notices = self.notices;
        let path = format!("/api/tables/{}/{what}", self.info.with_untracked(|info| info.id.clone()));
        spawn_local(async move {
            match notices.take_done(api::post::<WishAnswer>(&path, &()).await) {
                Some(answer) if !answer.done => notices.tell(asked, "The others have to agree."),
                _ => {}
            }
        });
    }
}

/// The wish to end the game here, for who plays it.
#[component]
pub(super) fn CloseWish() -> impl IntoView {
    let desk = desk();
    let running = move || desk.info.with(|info| info.status == TableStatus::Running) && desk.plays();
    view! {
        <Show when=running>
            <details>
                <summary>"End the game here"</summary>
                <p class="quiet">"It ends without a result when all players agree. It stays readable."</p>
                <button class="danger" on:click=move |_| desk.wish("close", "You asked to end the game.")>
                    "Ask to end it"
                </button>
            </details>
        </Show>
    }
}

/// What is wrong with the log of this table, and the way on.
#[component]
pub(super) fn Trouble() -> impl IntoView {
    let desk = desk();
    let changed = Memo::new(move |_| desk.info.with(|info| info.changed));
    let damage = Memo::new(move |_| desk.info.with(|info| info.damage.clone()));
    let closed = Memo::new(move |_| desk.info.with(|info| info.status == TableStatus::Closed));
    move || {
        let closed =
            closed.get().then(|| view! { <p class="question">"This game was ended without a result."</p> });
        let changed = changed.get().map(|changed| rules(desk, changed));
        let damage = damage.get().map(|damage| broken(desk, damage));
        view! { {closed} {changed} {damage} }
    }
}

fn rules(desk: Desk, changed: RulesChanged) -> impl IntoView + use<> {
    let RulesChanged { since, then, now } = changed;
    let words = format!(
        "The rules have changed since entry {since}: it was made by version {then} of them, this is version {now}. Every entry \
         is still legal, but the table is another one than it was. Play goes on when all players agree."
    );
    view! {
        <div class="question" role="group" aria-label="The rules have changed">
            <p>{words}</p>
            <Show when=move || desk.plays()>
                <button class="primary" on:click=move |_| desk.wish("rules", "You asked to go on by the rules of today.")>
                    "Go on by the rules of today"
                </button>
            </Show>
        </div>
    }
}

fn broken(desk: Desk, damage: Damage) -> impl IntoView + use<> {
    let Damage { good_until, why } = damage;
    let words = format!(
        "The rules no longer accept entry {}: {why}. All before it can be read; play goes on from there when it is undone.",
        good_until + 1
    );
    view! {
        <div class="question" role="group" aria-label="The log cannot go on">
            <p>{words}</p>
            <Show when=move || desk.plays()>
                <button class="primary" on:click=move |_| desk.take_back_to(good_until)>
                    {format!("Undo back to entry {good_until}")}
                </button>
            </Show>
        </div>
    }
}
