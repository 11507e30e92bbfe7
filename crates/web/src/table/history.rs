//! Looking back: a slider, keys, round jumps, and a fork from any moment.

use super::desk::{Desk, desk};
use crate::api;
use crate::notice::notices;
use ferrata_client::timeline::Timeline;
use ferrata_wire::{Arrived, Fork};
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
        <div class="history" role="group" aria-label="History" class:past=move || !live()>
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
            <Show when=move || !live()>
                <ForkButton />
            </Show>
        </div>
    }
}

#[component]
fn ForkButton() -> impl IntoView {
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
