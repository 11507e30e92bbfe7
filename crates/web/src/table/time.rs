//! Time at the table: who has how much left, vacation, and seats that somebody else plays.

use super::desk::{Desk, desk};
use crate::api;
use crate::browser;
use crate::clock::{ClockForm, rough, words};
use crate::fields::pick_into;
use crate::programs::LEVELS;
use ferrata_engine::id::SeatId;
use ferrata_wire::{
    ClockTerms, Join, ProgramLevel, SeatClock, SeatInfo, Successor, TableInfo, TableStatus, TimeUp, Vacation,
    WishAnswer,
};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;

/// What time it is, every half minute.
fn now() -> RwSignal<i64> {
    let now = RwSignal::new(browser::now());
    if let Ok(timer) = set_interval_with_handle(move || now.set(browser::now()), Duration::from_secs(30)) {
        on_cleanup(move || timer.clear());
    }
    now
}

impl Desk {
    fn seat_clock(self, seat: u8) -> Option<SeatClock> {
        self.info.with(|info| info.clock.as_ref()?.seats.get(usize::from(seat)).cloned())
    }

    /// Asks for something about a seat that the others may have to agree to.
    fn about_seat(self, path: String, body: serde_json::Value, asked: &'static str) {
        let notices = self.notices;
        spawn_local(async move {
            let answer = api::post::<WishAnswer>(&path, &body).await;
            match notices.take_done(answer) {
                Some(answer) if !answer.done => notices.tell(asked, "The others have to agree."),
                _ => {}
            }
        });
    }
}

/// How a clock stands, in a few words: what a narrow window leaves out, and the rest.
fn stands(clock: &SeatClock, now: i64) -> (&'static str, String) {
    match (clock.away_until, clock.until) {
        (Some(until), _) if until > now => ("on vacation for ", rough(until - now)),
        _ if clock.out => ("", "time is up".to_owned()),
        (_, Some(until)) if until <= now => ("", "time is up".to_owned()),
        // Nights and vacation are in between: more than what is left.
        (_, Some(until)) => ("time is up in ", rough(until - now)),
        (_, None) => ("", format!("{} left", rough(clock.left))),
    }
}

/// The clocks of those the table waits for, in the head.
#[component]
pub(super) fn WaitingClocks() -> impl IntoView {
    let desk = desk();
    let now = now();
    let clocks = move || {
        let clock = desk.info.with(|info| info.clock.clone())?;
        let waiting = clock.seats.into_iter().filter(|seat| seat.until.is_some());
        let chips: Vec<_> = waiting
            .map(|clock| {
                let short = clock.out || clock.until.is_some_and(|until| until - now.get() < 3_600_000);
                let name = desk.name(SeatId(clock.seat));
                let (lead, rest) = stands(&clock, now.get());
                let all = format!("{name}: {lead}{rest}");
                view! {
                    <span class="clock" class:short=short data-clock=clock.seat.to_string() title=all>
                        "◷ " <span class="whose">{name} ": " {lead}</span> {rest}
                    </span>
                }
            })
            .collect();
        (!chips.is_empty())
            .then(|| view! { <div class="clocks" role="group" aria-label="Time left">{chips}</div> })
    };
    view! { {clocks} }
}

/// What concerns me when a seat of mine is played by a program, or one is offered to me.
#[component]
pub(super) fn Absence() -> impl IntoView {
    let desk = desk();
    let mine = move || {
        desk.info.with(|info| {
            let of = |seat: &&SeatInfo| seat.stands_in_for.as_ref().is_some_and(|absent| absent.me);
            info.seats
                .iter()
                .find(of)
                .map(|seat| (seat.seat, seat.stands_in_for.as_ref().is_some_and(|absent| absent.consent)))
        })
    };
    let offered =
        move || desk.info.with(|info| info.seats.iter().find(|seat| seat.offered).map(|seat| seat.seat));
    let take_back = move |seat: u8| {
        let path = format!("/api/tables/{}/seats/{seat}/return", desk.id());
        desk.about_seat(path, serde_json::json!({}), "You asked to come back.");
    };
    let accept = move |seat: u8| {
        spawn_local(async move {
            let path = format!("/api/tables/{}/join", desk.id());
            let join = Join { seat: Some(seat), key: None };
            if desk.notices.take_done(api::post::<TableInfo>(&path, &join).await).is_some() {
                browser::reload();
            }
        });
    };
    move || {
        let back = mine().map(|(seat, consent)| {
            let label = if consent { "Ask to come back" } else { "Take my seat back" };
            view! {
                <div class="question absence" role="group" aria-label="My seat">
                    <p>"A program plays your seat."</p>
                    <button class="primary" on:click=move |_| take_back(seat)>{label}</button>
                </div>
            }
        });
        let come = offered().map(|seat| {
            view! {
                <div class="question absence" role="group" aria-label="A seat for me">
                    <p>{format!("All agreed that you play on for {}.", desk.name(SeatId(seat)))}</p>
                    <button class="primary" on:click=move |_| accept(seat)>"Take the seat"</button>
                </div>
            }
        });
        view! { {back} {come} }
    }
}

/// Seats and clocks in the menu: how they stand, vacation, and who plays on.
#[component]
pub(super) fn SeatsAndTime() -> impl IntoView {
    let desk = desk();
    let running = Memo::new(move |_| {
        desk.info.with(|info| info.status == TableStatus::Running && !info.local) && desk.plays()
    });
    let count = Memo::new(move |_| desk.info.with(|info| info.seats.len() as u8));
    let rows = move || (0..count.get()).map(|seat| view! { <SeatRow seat /> }).collect_view();
    let terms = move || desk.info.with(|info| info.clock.as_ref().map(|clock| words(&clock.terms)));
    view! {
        <Show when=move || running.get()>
            <details class="links seats-and-time">
                <summary>"Seats and time"</summary>
                {move || terms().map(|terms| view! { <p class="quiet">{terms}</p> })}
                <ul class="plain">{rows}</ul>
                <OtherTerms />
            </details>
        </Show>
    }
}

#[component]
fn SeatRow(seat: u8) -> impl IntoView {
    let desk = desk();
    let now = now();
    let own = Memo::new(move |_| desk.info.with(|info| info.seats.get(usize::from(seat)).cloned()));
    let clock = move || {
        desk.seat_clock(seat).map(|clock| {
            let (lead, rest) = stands(&clock, now.get());
            format!("{lead}{rest}")
        })
    };
    let is_mine = Memo::new(move |_| own.with(|own| own.as_ref().is_some_and(|own| own.mine)));
    let by_program =
        Memo::new(move |_| own.with(|own| own.as_ref().is_some_and(|own| own.program.is_some())));
    let name = move || own.with(|own| own.as_ref().map(|own| own.name.clone()).unwrap_or_default());
    let plays = move || {
        own.with(|own| {
            own.as_ref().and_then(|own| own.program).map(|level| format!("a program ({})", level.word()))
        })
    };
    view! {
        <li data-seat=seat.to_string()>
            <div class="row">
                <strong>{name}</strong>
                <span class="quiet">{plays}</span>
                <span>{clock}</span>
            </div>
            <Show when=move || is_mine.get()>
                <VacationForm seat />
            </Show>
            <Show when=move || !by_program.get()>
                <HandOver seat is_mine />
            </Show>
        </li>
    }
}

#[component]
fn VacationForm(seat: u8) -> impl IntoView {
    let desk = desk();
    let days = RwSignal::new("1".to_owned());
    let clock = Memo::new(move |_| desk.seat_clock(seat));
    let left = move || clock.with(|clock| clock.as_ref().map_or(0, |clock| clock.vacation));
    let away = move || clock.with(|clock| clock.as_ref().is_some_and(|clock| clock.away_until.is_some()));
    let go = move |days: u16| {
        spawn_local(async move {
            let path = format!("/api/tables/{}/vacation", desk.id());
            let answer = api::post::<TableInfo>(&path, &Vacation { seat, days }).await;
            if let Some(info) = desk.notices.take_done(answer) {
                desk.info.set(info);
            }
        });
    };
    view! {
        <Show when=away>
            <button on:click=move |_| go(0)>"I am back from vacation"</button>
        </Show>
        <Show when=move || !away() && left() != 0>
            <form
                class="row"
                on:submit=move |event| {
                    event.prevent_default();
                    go(days.with_untracked(|days| days.trim().parse().unwrap_or(0)));
                }
            >
                <label>
                    {move || format!("Vacation: days, of {} left", left())}
                    <input type="number" min="1" max=move || left().to_string() required bind:value=days />
                </label>
                <button>"Stop my clock"</button>
            </form>
        </Show>
    }
}

/// Who plays a seat on.
#[component]
fn HandOver(seat: u8, is_mine: Memo<bool>) -> impl IntoView {
    let desk = desk();
    let level = RwSignal::new(ProgramLevel::Greedy);
    let person = RwSignal::new(String::new());
    let ask = move |successor: Successor| {
        let path = format!("/api/tables/{}/seats/{seat}/successor", desk.id());
        if let Ok(body) = serde_json::to_value(&successor) {
            desk.about_seat(path, body, "You asked who plays on.");
        }
    };
    let votes = move || {
        let vote = desk
            .info
            .with(|info| info.clock.as_ref().is_some_and(|clock| clock.terms.at_zero == TimeUp::Vote));
        vote && desk.seat_clock(seat).is_some_and(|clock| clock.out)
    };
    let rule = move || match (is_mine.get(), votes()) {
        (true, _) => {
            "A program plays on at once, until you are back. Another person comes when all others agree."
        }
        (false, true) => "The time is up: more than half of you are enough.",
        (false, false) => "All others have to agree.",
    };
    view! {
        <details>
            <summary>{move || if is_mine.get() { "Let somebody else play my seat" } else { "Give this seat to somebody else" }}</summary>
            <p class="quiet">{rule}</p>
            <div class="row">
                {pick_into("Which program", &LEVELS, level)}
                <button on:click=move |_| ask(Successor::Program { level: level.get_untracked() })>"To a program"</button>
            </div>
            <form
                class="row"
                on:submit=move |event| {
                    event.prevent_default();
                    ask(Successor::Person { name: person.get_untracked().trim().to_owned() });
                }
            >
                <label>"Name of an account" <input required maxlength="24" bind:value=person /></label>
                <button>"To this person"</button>
            </form>
        </details>
    }
}

/// Other terms for the clocks, when all agree.
#[component]
fn OtherTerms() -> impl IntoView {
    let desk = desk();
    let now = desk.info.with_untracked(|info| info.clock.as_ref().map(|clock| clock.terms));
    let terms = RwSignal::new(now.unwrap_or_default());
    let ask = move |_| {
        let wanted: ClockTerms = terms.get_untracked();
        if let Ok(body) = serde_json::to_value(wanted) {
            desk.about_seat(format!("/api/tables/{}/clock", desk.id()), body, "You asked for other terms.");
        }
    };
    view! {
        <details>
            <summary>"Ask for other clocks"</summary>
            <ClockForm terms />
            <button disabled=move || terms.with(|terms| terms.fault().is_some()) on:click=ask>"Ask the others"</button>
        </details>
    }
}
