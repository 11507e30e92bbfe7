//! Looking back: a slider, keys, round jumps, and a fork from any moment.

use super::desk::{Desk, desk};
use super::wishes::losses;
use crate::api;
use crate::notice::notices;
use ferrata_client::timeline::Timeline;
use ferrata_engine::turn::Author;
use ferrata_wire::{Arrived, Fork, TableStatus, UndoPolicy, Wish};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

/// Where to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Jump {
    Start,
    RoundBack,
    Back,
    Forward,
    RoundForward,
    Now,
}

const JUMPS: [(Jump, &str, &str); 6] = [
    (Jump::Start, "|«", "To the start (Home)"),
    (Jump::RoundBack, "«", "A round back (Page Up)"),
    (Jump::Back, "‹", "An entry back (Left)"),
    (Jump::Forward, "›", "An entry forward (Right)"),
    (Jump::RoundForward, "»", "A round forward (Page Down)"),
    (Jump::Now, "»|", "To now (End)"),
];

impl Desk {
    pub(super) fn jump(self, jump: Jump) {
        let at = self.moment.with_untracked(|moment| moment.number);
        let to = self.timeline.with_untracked(|timeline| match jump {
            Jump::Start => 0,
            Jump::Back => at.saturating_sub(1),
            Jump::Forward => at + 1,
            Jump::Now => timeline.len(),
            Jump::RoundBack => round_before(timeline, at),
            Jump::RoundForward => round_after(timeline, at),
        });
        self.look_at(to);
    }

    /// Looks at the table after a record; the last one is now.
    pub(super) fn look_at(self, number: u64) {
        let last = self.timeline.with_untracked(Timeline::len);
        self.at.set((number < last).then_some(number));
    }
}

fn round_before(timeline: &Timeline, at: u64) -> u64 {
    let starts = timeline.rounds().into_iter().map(|(first, _)| first);
    starts.filter(|first| *first < at).max().unwrap_or(0)
}

fn round_after(timeline: &Timeline, at: u64) -> u64 {
    let starts = timeline.rounds().into_iter().map(|(first, _)| first);
    starts.filter(|first| *first > at).min().unwrap_or(timeline.len())
}

/// The slider with its buttons.
#[component]
pub(super) fn HistoryBar() -> impl IntoView {
    let desk = desk();
    let last = move || desk.timeline.with(Timeline::len);
    let number = move || desk.moment.with(|moment| moment.number);
    let live = move || desk.moment.with(|moment| moment.live);
    let buttons = JUMPS.map(|(jump, sign, name)| {
        view! { <button class="plain" aria-label=name title=name on:click=move |_| desk.jump(jump)>{sign}</button> }
    });
    view! {
        <div
            class="history"
            role="group"
            aria-label="History"
            class:past=move || !live()
            class:sending=move || desk.on_its_way.busy.get()
        >
            {buttons.collect_view()}
            <input
                type="range"
                min="0"
                max=move || last().to_string()
                prop:value=move || number().to_string()
                aria-label="Moment of the game"
                aria-valuetext=move || format!("entry {} of {}", number(), last())
                on:input=move |event| desk.look_at(event_target_value(&event).parse().unwrap_or(0))
            />
            <span class="moment">{move || format!("{} / {}", number(), last())}</span>
            <Show when=move || live() && desk.may_redo()>
                <button class="redo" title="Do again what was undone last" on:click=move |_| desk.redo()>"Redo"</button>
            </Show>
            <Show when=move || !live()>
                <TakeBackTo />
                <ForkButton />
            </Show>
        </div>
    }
}

impl Desk {
    /// Whether the table's policy lets this browser take back everything after a record, or ask the others to agree.
    fn may_take_back_to(self, to: u64) -> bool {
        let last = self.timeline.with(|timeline| timeline.last_of_a_player(|_| false));
        let own = |by: Author| matches!(by, Author::Seat(seat) if self.is_mine(seat));
        let allowed = match self.info.with(|info| info.undo) {
            UndoPolicy::Free | UndoPolicy::Consent => true,
            UndoPolicy::Own => last.is_some_and(|(by, before)| own(by) && before == to),
        };
        let running =
            self.info.with(|info| info.status == TableStatus::Running || info.status == TableStatus::Over);
        running && allowed && self.plays()
    }

    /// Whether what was taken back last can be done again.
    fn may_redo(self) -> bool {
        let own = |by: Author| matches!(by, Author::Seat(seat) if self.is_mine(seat));
        let only_own = self.info.with(|info| info.undo == UndoPolicy::Own);
        let undo = self.timeline.with(Timeline::last_undo);
        self.plays() && undo.is_some_and(|(by, _)| !only_own || own(by))
    }

    /// Does again what was taken back last, or asks the others.
    fn redo(self) {
        if let Some((_, before)) = self.timeline.with_untracked(Timeline::last_undo) {
            self.take_back_to(before);
        }
    }
}

/// Takes everything back that follows on the moment one looks at: what that is comes first.
#[component]
pub(super) fn TakeBackTo() -> impl IntoView {
    let desk = desk();
    let to = Memo::new(move |_| desk.moment.with(|moment| moment.number));
    let asks = move || desk.info.with(|info| info.undo == UndoPolicy::Consent);
    let take_back = move |_| {
        let to = to.get_untracked();
        desk.at.set(None);
        desk.take_back_to(to);
    };
    view! {
        <Show when=move || desk.may_take_back_to(to.get())>
            <details class="menu take-back">
                <summary>"Undo back to here"</summary>
                <div class="sheet">
                    {move || losses(desk, &Wish::Undo { to: to.get() })}
                    <button class="danger" on:click=take_back>
                        {move || if asks() { "Ask the others to undo this" } else { "Undo this" }}
                    </button>
                </div>
            </details>
        </Show>
    }
}

/// Begins a new table with the moment one looks at.
#[component]
pub(super) fn ForkButton() -> impl IntoView {
    let desk = desk();
    let notices = notices();
    let navigate = use_navigate();
    let fork = move |_| {
        let at = desk.moment.with_untracked(|moment| moment.number);
        let path = format!("/api/tables/{}/fork", desk.info.with_untracked(|info| info.id.clone()));
        let navigate = navigate.clone();
        spawn_local(async move {
            if let Some(fork) = notices.take_done(api::post::<Arrived>(&path, &Fork { at }).await) {
                navigate(&format!("/table/{}", fork.id), NavigateOptions::default());
            }
        });
    };
    view! { <button class="fork" title="A new table that begins with this moment" on:click=fork>"Fork from here"</button> }
}
