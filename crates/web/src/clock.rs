//! Time to think: choosing how much there is, and saying it in words.

use crate::fields::{HoursField, Way, number, pick_into, time_of_day};
use crate::programs::LEVELS;
use ferrata_wire::{ClockTerms, Pace, ProgramLevel, QuietHours, TimeUp};
use leptos::prelude::*;

const HOUR: u32 = 60;
const DAY: u32 = 24 * HOUR;

/// Hours that most people sleep.
const NIGHT: QuietHours = QuietHours { from: 22 * 60, to: 8 * 60 };

/// What a clock limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Limit {
    Nothing,
    Entry,
    Game,
}

const LIMITS: [Way<Limit>; 3] = [
    (Limit::Nothing, "none", "No clocks"),
    (Limit::Entry, "move", "A time for every entry"),
    (Limit::Game, "budget", "A time for the whole game"),
];

/// What happens when a time is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Zero {
    Remind,
    Program,
    Vote,
}

const ZEROS: [Way<Zero>; 3] = [
    (Zero::Remind, "remind", "they are reminded every day"),
    (Zero::Program, "program", "a program plays on until they are back"),
    (Zero::Vote, "vote", "more than half of the others can give the seat to a program"),
];

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
        format!(
            "; no clock runs from {} to {} of one's own time",
            time_of_day(night.from),
            time_of_day(night.to)
        )
    });
    let vacation = match terms.vacation {
        0 => String::new(),
        1 => "; 1 day of vacation".to_owned(),
        days => format!("; {days} days of vacation"),
    };
    let zero = match terms.at_zero {
        TimeUp::Remind => "whoever has no time left is reminded every day".to_owned(),
        TimeUp::Program { level } => {
            format!("for whoever has no time left a program ({}) plays on until they are back", level.word())
        }
        TimeUp::Vote => {
            "the seat of whoever has no time left can be given to a program by more than half of the others"
                .to_owned()
        }
    };
    format!("{pace}{}{vacation}; {zero}.", night.unwrap_or_default())
}

/// The fields of terms as they are filled in.
#[derive(Clone, Copy)]
struct Fields {
    limit: RwSignal<Limit>,
    /// Hours for an entry.
    entry: RwSignal<String>,
    /// Days for the game.
    game: RwSignal<String>,
    /// Hours more with every turn.
    increment: RwSignal<String>,
    night: HoursField,
    vacation: RwSignal<String>,
    zero: RwSignal<Zero>,
    level: RwSignal<ProgramLevel>,
}

impl Fields {
    fn of(terms: &ClockTerms) -> Fields {
        let (limit, entry, (game, increment)) = match terms.pace {
            Pace::Unlimited => (Limit::Nothing, 24, (15, 12)),
            Pace::Move { minutes } => (Limit::Entry, (minutes / HOUR).max(1), (15, 12)),
            Pace::Budget { minutes, increment } => {
                (Limit::Game, 24, ((minutes / DAY).max(1), increment / HOUR))
            }
        };
        let (zero, level) = match terms.at_zero {
            TimeUp::Remind => (Zero::Remind, ProgramLevel::Greedy),
            TimeUp::Program { level } => (Zero::Program, level),
            TimeUp::Vote => (Zero::Vote, ProgramLevel::Greedy),
        };
        let text = |number: u32| RwSignal::new(number.to_string());
        Fields {
            limit: RwSignal::new(limit),
            entry: text(entry),
            game: text(game),
            increment: text(increment),
            night: HoursField::new(terms.night, NIGHT),
            vacation: text(terms.vacation.into()),
            zero: RwSignal::new(zero),
            level: RwSignal::new(level),
        }
    }

    /// The terms that are filled in. What is no number counts as none at all: terms then say what is wrong with them.
    fn terms(self) -> ClockTerms {
        let number = |text: RwSignal<String>| text.with(|text| text.trim().parse::<u32>().unwrap_or(0));
        let pace = match self.limit.get() {
            Limit::Nothing => return ClockTerms::default(),
            Limit::Entry => Pace::Move { minutes: number(self.entry).saturating_mul(HOUR) },
            Limit::Game => Pace::Budget {
                minutes: number(self.game).saturating_mul(DAY),
                increment: number(self.increment).saturating_mul(HOUR),
            },
        };
        ClockTerms {
            pace,
            night: self.night.read().unwrap_or_default(),
            vacation: u16::try_from(number(self.vacation)).unwrap_or(u16::MAX),
            at_zero: match self.zero.get() {
                Zero::Remind => TimeUp::Remind,
                Zero::Program => TimeUp::Program { level: self.level.get() },
                Zero::Vote => TimeUp::Vote,
            },
        }
    }
}

/// A choice of terms.
#[component]
pub(crate) fn ClockForm(terms: RwSignal<ClockTerms>) -> impl IntoView {
    let fields = Fields::of(&terms.get_untracked());
    Effect::new(move || {
        let new = fields.terms();
        if terms.get_untracked() != new {
            terms.set(new);
        }
    });
    let limit = fields.limit;
    let fault = move || terms.with(|terms| terms.fault().map(|fault| format!("This cannot be: {fault}.")));
    view! {
        <fieldset class="clock-form">
            <legend>"Time to think"</legend>
            {pick_into("Clocks", &LIMITS, limit)}
            <Show when=move || limit.get() == Limit::Entry>{number("Hours for an entry", (1, 1440), fields.entry)}</Show>
            <Show when=move || limit.get() == Limit::Game>
                {number("Days for the game", (1, 365), fields.game)}
                {number("Hours more with every turn", (0, 1440), fields.increment)}
            </Show>
            <Show when=move || limit.get() != Limit::Nothing>
                {fields.night.show("No clock runs by night, in everybody's own time zone")}
                {number("Days of vacation for everybody", (0, 365), fields.vacation)}
                {pick_into("When somebody's time is up", &ZEROS, fields.zero)}
                <Show when=move || fields.zero.get() == Zero::Program>
                    {pick_into("Which program plays on", &LEVELS, fields.level)}
                </Show>
                <p class="quiet" role="status">{move || fault().unwrap_or_else(|| terms.with(words))}</p>
            </Show>
        </fieldset>
    }
}
