//! What a table may need all its players for: an end without a result, rules that changed, a log that cannot go on.

use super::desk::{Desk, desk};
use crate::api;
use crate::clock;
use ferrata_engine::id::SeatId;
use ferrata_wire::{Asked, Damage, RulesChanged, Successor, TableStatus, Wish, WishAnswer};
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

/// What somebody asks for: in a few words, and in a sentence.
pub(super) fn words(desk: Desk, asked: &Asked) -> (&'static str, String) {
    let name = desk.name(SeatId(asked.seat));
    let of = |seat: &u8| desk.name(SeatId(*seat));
    match &asked.wish {
        Wish::Undo { to } => ("A wish to undo", format!("{name} asks to go back to entry {to}.")),
        Wish::Rules => {
            ("A question about the rules", format!("{name} asks to go on by the rules as they are now."))
        }
        Wish::Close => {
            ("A wish to end the game", format!("{name} asks to end the game here, without a result."))
        }
        Wish::Replace { of: seat, successor: Successor::Program { level } } => (
            "A wish about a seat",
            format!("{name} asks that a program ({}) plays on for {}.", level.word(), of(seat)),
        ),
        Wish::Replace { of: seat, successor: Successor::Person { name: new } } => {
            ("A wish about a seat", format!("{name} asks that {new} plays on for {}.", of(seat)))
        }
        Wish::Return { of: seat } => ("A wish to come back", format!("{} asks to come back.", of(seat))),
        Wish::Clock { terms } => {
            ("A question about the clocks", format!("{name} asks for these clocks: {}", clock::words(terms)))
        }
    }
}

/// How many entries are told one by one before the others are only counted.
const TOLD: usize = 12;

/// What would be lost if something were taken back: everybody sees it before they agree.
pub(super) fn losses(desk: Desk, wish: &Wish) -> Option<impl IntoView + use<>> {
    let Wish::Undo { to } = wish else { return None };
    let lines = desk.timeline.with(|timeline| timeline.lost_after(*to));
    let more = lines.len().saturating_sub(TOLD);
    let heading = match lines.len() {
        0 => return None,
        1 => "This would be lost:".to_owned(),
        many => format!("These {many} entries would be lost:"),
    };
    let shown = lines.into_iter().take(TOLD).map(|(number, text)| {
        view! { <li value=number.to_string()>{text}</li> }
    });
    Some(view! {
        <p>{heading}</p>
        <ol class="lost">{shown.collect_view()}</ol>
        {(more != 0).then(|| view! { <p class="quiet">{format!("and {more} more.")}</p> })}
    })
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
