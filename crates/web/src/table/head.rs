//! The head of the table: where the game stands, whose turn it is, what is asked.

use super::confirm::LATER;
use super::desk::{Desk, desk};
use super::history::HistoryBar;
use super::strip::TurnStrip;
use crate::browser;
use crate::settings::{SettingsForm, Sounds};
use crate::theme::ThemeChoice;
use ferrata_engine::turn::{Title, Turn};
use leptos::prelude::*;
use leptos_router::components::A;

/// The head.
#[component]
pub(super) fn Head() -> impl IntoView {
    let desk = desk();
    let view = move || desk.moment.with(|moment| moment.view.clone());
    let asked = Memo::new(move |_| asked(desk));
    let mine = move || desk.is_asked_now();
    let title = Memo::new(move |_| {
        let name = desk.info.with(|info| info.name.clone());
        let mark = if mine() { "● " } else { "" };
        format!("{mark}{} – {name} – Ferrata", asked.get())
    });
    Effect::new(move || {
        title.track();
        // The window's title costs more than most panels, and the table is looked at first. The page may be another one by then.
        let show = move || title.try_with_untracked(|title| browser::set_title(title)).unwrap_or_default();
        set_timeout(show, LATER);
    });
    let turn = Memo::new(move |_| mine());
    Effect::new(move |before: Option<bool>| {
        let now = turn.get();
        if now && before == Some(false) && desk.settings.sounds.get_untracked() == Sounds::On {
            browser::chime();
        }
        now
    });
    view! {
        <header class="head">
            <A href="/" attr:class="brand" attr:aria-label="Ferrata: back to the tables">"Ferrata"</A>
            <dl class="standing">
                <div><dt>"Round"</dt><dd>{move || desk.say(&view().round.name)}</dd></div>
                <div><dt>"Phase"</dt><dd>{move || view().phase.to_string()}</dd></div>
                <div>
                    <dt>"Bank"</dt>
                    // A word would take a second line on a phone.
                    <dd title=move || view().bank.is_none().then_some("without limit")>
                        {move || view().bank.map_or("∞".to_owned(), |bank| desk.money(bank))}
                    </dd>
                </div>
            </dl>
            <p class="asked" class:mine=mine role="status">{move || asked.get()}</p>
            <super::time::WaitingClocks />
            <Show when=move || !desk.others.connected.get()>
                <p class="offline" role="status">"Connection lost, trying again …"</p>
            </Show>
            <Show when=move || desk.on_its_way.slow.get()>
                <p class="sending" role="status">"Sending …"</p>
            </Show>
            <HistoryBar />
            <Menu />
            <TurnStrip />
            <super::time::Absence />
        </header>
    }
}

/// Who is asked for what, in a sentence.
fn asked(desk: Desk) -> String {
    desk.moment.with(|moment| {
        let view = &moment.view;
        let name = |seat: ferrata_engine::id::SeatId| {
            view.players.get(seat.index()).map(|player| player.name.as_str()).unwrap_or("?")
        };
        match moment.game.turn() {
            Turn::Seat(seat) if moment.live && desk.is_program(seat) => {
                format!("{} thinks … ({})", name(seat), desk.say(&view.question))
            }
            Turn::Seat(seat) => match view.operating {
                Some(company) => format!("{} for {company}: {}", name(seat), desk.say(&view.question)),
                None => format!("{}: {}", name(seat), desk.say(&view.question)),
            },
            Turn::Sealed(seats) => {
                let names: Vec<_> = seats.into_iter().map(name).collect();
                format!("{}: {}", names.join(", "), desk.say(&view.question))
            }
            Turn::Chance(draw) => format!("Chance decides: {}", desk.say(&draw.what)),
            Turn::Over(outcome) => {
                let winner = outcome
                    .standings
                    .first()
                    .map(|(seat, worth)| format!("{} wins with {}", name(*seat), desk.money(*worth)));
                let reason = desk.say(&outcome.reason);
                format!("The game is over: {reason}. {}", winner.unwrap_or_default())
            }
        }
    })
}

/// Links and choices one needs seldom.
#[component]
fn Menu() -> impl IntoView {
    let desk = desk();
    let id = move || desk.info.with(|info| info.id.clone());
    let export = move || format!("/api/tables/{}/export", id());
    let position = move || format!("/position/{}?at={}", id(), desk.moment.with(|moment| moment.number));
    let title = move || desk.info.with_untracked(|info| info.setup.title.to_string());
    view! {
        <details class="menu">
            <summary aria-label="Menu">"☰"</summary>
            <div class="sheet">
                <ThemeChoice />
                <SettingsForm settings=desk.settings />
                <button on:click=move |_| desk.page.keys.set(true)>"Keys (?)"</button>
                <button on:click=move |_| desk.rules.open(&title())>"Rules"</button>
                <A href="/words">"Words of the family"</A>
                <a href=export download rel="external">"Save the game to a file"</a>
                <A href=position>"This moment as a position"</A>
                <Show when=move || desk.info.with(|info| info.from_position)>
                    <p class="quiet">"This game began with a position."</p>
                </Show>
                <super::wishes::CloseWish />
                <super::waiting::SeatLinks />
                <super::time::SeatsAndTime />
                <super::programs::SeatPrograms />
                <super::advice::Advice />
                <A href="/">"All tables"</A>
            </div>
        </details>
    }
}
