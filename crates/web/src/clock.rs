//! Time to think: choosing how much there is, and saying it in words.

use crate::programs::LevelChoice;
use crate::telling::{clock, minute};
use ferrata_wire::{ClockTerms, Pace, ProgramLevel, QuietHours, TimeUp};
use leptos::prelude::*;

const HOUR: u32 = 60;
const DAY: u32 = 24 * HOUR;

/// How much time there is, as people say it: `2 days`, `36 hours`, `90 minutes`.
pub(crate) fn span(minutes: u32) -> String {
    let many = |count: u32, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    match minutes {
        minutes if minutes >= 2 * DAY && minutes.is_multiple_of(DAY) => many(minutes / DAY, "day"),
        minutes if minutes >= 2 * HOUR && minutes.is_multiple_of(HOUR) => many(minutes / HOUR, "hour"),
        minutes => many(minutes, "minute"),
    }
}

/// How much time is left, roughly: `3 d 4 h`.
pub(crate) fn rough(millis: i64) -> String {
    let minutes = (millis / 60_000).max(0);
    match (minutes / 1440, minutes / 60 % 24, minutes % 60) {
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}

/// The terms of clocks in plain words.
pub(crate) fn words(terms: &ClockTerms) -> String {
    let pace = match terms.pace {
        Pace::Unlimited => return "All the time in the world.".to_owned(),
        Pace::Move { minutes } => format!("{} for every entry", span(minutes)),
        Pace::Budget { minutes, increment: 0 } => format!("{} for the whole game", span(minutes)),
        Pace::Budget { minutes, increment } => {
            format!("{} for the whole game, {} more with every turn", span(minutes), span(increment))
        }
    };
    let night = terms.night.map(|night| {
        format!("; no clock runs from {} to {} of one's own time", clock(night.from), clock(night.to))
    });
    let vacation = match terms.vacation {
        0 => String::new(),
        1 => "; 1 day of vacation".to_owned(),
        days => format!("; {days} days of vacation"),
    };
    let zero = match terms.at_zero {
        TimeUp::Remind => "whoever has none left is reminded every day".to_owned(),
        TimeUp::Program { level } => {
            format!("then a program ({}) plays on until they are back", level.word())
        }
        TimeUp::Vote => "then more than half of the others can give the seat to a program".to_owned(),
    };
    format!("{pace}{}{vacation}; {zero}.", night.unwrap_or_default())
}

/// A choice of terms.
#[component]
pub(crate) fn ClockForm(terms: RwSignal<ClockTerms>) -> impl IntoView {
    let now = terms.get_untracked();
    let hours = |minutes: u32| (minutes / HOUR).max(1).to_string();
    let (a_move, game, increment) = match now.pace {
        Pace::Move { minutes } => (hours(minutes), "15".to_owned(), "12".to_owned()),
        Pace::Budget { minutes, increment } => {
            ("24".to_owned(), (minutes / DAY).max(1).to_string(), (increment / HOUR).to_string())
        }
        Pace::Unlimited => ("24".to_owned(), "15".to_owned(), "12".to_owned()),
    };
    let pace = RwSignal::new(match now.pace {
        Pace::Unlimited => "none",
        Pace::Move { .. } => "move",
        Pace::Budget { .. } => "budget",
    });
    let (a_move, game, increment) = (RwSignal::new(a_move), RwSignal::new(game), RwSignal::new(increment));
    let night = RwSignal::new(now.night.is_some());
    let from = RwSignal::new(clock(now.night.map_or(22 * 60, |night| night.from)));
    let to = RwSignal::new(clock(now.night.map_or(8 * 60, |night| night.to)));
    let vacation = RwSignal::new(now.vacation.to_string());
    let zero = RwSignal::new(match now.at_zero {
        TimeUp::Remind => "remind",
        TimeUp::Program { .. } => "program",
        TimeUp::Vote => "vote",
    });
    let level = RwSignal::new(match now.at_zero {
        TimeUp::Program { level } => level,
        TimeUp::Remind | TimeUp::Vote => ProgramLevel::Greedy,
    });
    Effect::new(move || {
        let number = |text: RwSignal<String>| text.with(|text| text.trim().parse::<u32>().unwrap_or(0));
        let chosen = match pace.get() {
            "move" => Pace::Move { minutes: number(a_move).saturating_mul(HOUR) },
            "budget" => Pace::Budget {
                minutes: number(game).saturating_mul(DAY),
                increment: number(increment).saturating_mul(HOUR),
            },
            _ => Pace::Unlimited,
        };
        let hours = from.with(|from| minute(from)).zip(to.with(|to| minute(to)));
        let limited = chosen != Pace::Unlimited;
        let new = ClockTerms {
            pace: chosen,
            night: hours.filter(|_| limited && night.get()).map(|(from, to)| QuietHours { from, to }),
            vacation: if limited { u16::try_from(number(vacation)).unwrap_or(u16::MAX) } else { 0 },
            at_zero: match zero.get() {
                "program" if limited => TimeUp::Program { level: level.get() },
                "vote" if limited => TimeUp::Vote,
                _ => TimeUp::Remind,
            },
        };
        if terms.get_untracked() != new {
            terms.set(new);
        }
    });
    let give_level = move |chosen: Option<ProgramLevel>| level.set(chosen.unwrap_or(ProgramLevel::Greedy));
    let limited = move || pace.get() != "none";
    let fault = move || terms.with(|terms| terms.fault().map(|fault| format!("This cannot be: {fault}.")));
    view! {
        <fieldset class="clock-form">
            <legend>"Time to think"</legend>
            <label>
                "Clocks"
                <select on:change:target=move |event| pace.set(known(&event.target().value(), &["none", "move", "budget"]))>
                    <option value="none" selected=move || pace.get() == "none">"No clocks"</option>
                    <option value="move" selected=move || pace.get() == "move">"A time for every entry"</option>
                    <option value="budget" selected=move || pace.get() == "budget">"A time for the whole game"</option>
                </select>
            </label>
            <Show when=move || pace.get() == "move">
                <label>"Hours for an entry" <input type="number" min="1" max="1440" required bind:value=a_move /></label>
            </Show>
            <Show when=move || pace.get() == "budget">
                <label>"Days for the game" <input type="number" min="1" max="365" required bind:value=game /></label>
                <label>"Hours more with every turn" <input type="number" min="0" max="1440" required bind:value=increment /></label>
            </Show>
            <Show when=limited>
                <label class="choice">
                    <input type="checkbox" bind:checked=night />
                    <span>"No clock runs by night, in everybody's own time zone"</span>
                </label>
                <Show when=move || night.get()>
                    <label>"Night from" <input type="time" required bind:value=from /></label>
                    <label>"until" <input type="time" required bind:value=to /></label>
                </Show>
                <label>"Days of vacation for everybody" <input type="number" min="0" max="365" bind:value=vacation /></label>
                <label>
                    "When somebody's time is up"
                    <select on:change:target=move |event| zero.set(known(&event.target().value(), &["remind", "program", "vote"]))>
                        <option value="remind" selected=move || zero.get() == "remind">"they are reminded every day"</option>
                        <option value="program" selected=move || zero.get() == "program">"a program plays on until they are back"</option>
                        <option value="vote" selected=move || zero.get() == "vote">"more than half of the others can give the seat to a program"</option>
                    </select>
                </label>
                <Show when=move || zero.get() == "program">
                    <LevelChoice
                        label="Which program plays on".to_owned()
                        level=Signal::derive(move || Some(level.get()))
                        give=give_level
                    />
                </Show>
                <p class="quiet" role="status">{move || fault().unwrap_or_else(|| terms.with(words))}</p>
            </Show>
        </fieldset>
    }
}

/// The word of a list that was chosen.
fn known(chosen: &str, words: &[&'static str]) -> &'static str {
    words.iter().find(|word| **word == chosen).or(words.first()).copied().unwrap_or_default()
}
