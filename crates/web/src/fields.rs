//! Fields of forms that several pages have.

use ferrata_wire::QuietHours;
use leptos::prelude::*;

/// A way to choose: the value, its word, and what it is called.
pub(crate) type Way<T> = (T, &'static str, &'static str);

/// A choice between a few ways.
pub(crate) fn pick<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    ways: &'static [Way<T>],
    chosen: Signal<T>,
    choose: impl Fn(T) + 'static,
) -> impl IntoView {
    let take = move |word: String| {
        if let Some((way, ..)) = ways.iter().find(|(_, known, _)| *known == word) {
            choose(*way);
        }
    };
    let options = ways.iter().map(move |(way, word, called)| {
        view! { <option value=*word selected=move || chosen.get() == *way>{*called}</option> }
    });
    view! {
        <label class="pick">
            <span>{name}</span>
            <select on:change=move |event| take(event_target_value(&event))>{options.collect_view()}</select>
        </label>
    }
}

/// A choice that is only kept in the form.
pub(crate) fn pick_into<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    ways: &'static [Way<T>],
    chosen: RwSignal<T>,
) -> impl IntoView {
    pick(name, ways, chosen.into(), move |way| chosen.set(way))
}

/// A whole number within bounds.
pub(crate) fn number(
    name: &'static str,
    (least, most): (u32, u32),
    value: RwSignal<String>,
) -> impl IntoView {
    view! {
        <label>
            {name} <input type="number" min=least.to_string() max=most.to_string() required bind:value=value />
        </label>
    }
}

/// Hours of the day that can be switched on: a box to tick, then from when until when.
#[derive(Clone, Copy)]
pub(crate) struct HoursField {
    on: RwSignal<bool>,
    from: RwSignal<String>,
    to: RwSignal<String>,
}

impl HoursField {
    /// These hours; where there are none, `usual` stand there once they are switched on.
    pub(crate) fn new(hours: Option<QuietHours>, usual: QuietHours) -> HoursField {
        let QuietHours { from, to } = hours.unwrap_or(usual);
        HoursField {
            on: RwSignal::new(hours.is_some()),
            from: RwSignal::new(time_of_day(from)),
            to: RwSignal::new(time_of_day(to)),
        }
    }

    /// The hours, none if they are switched off; an error if something is no time of day.
    pub(crate) fn read(self) -> Result<Option<QuietHours>, ()> {
        if !self.on.get() {
            return Ok(None);
        }
        let minute = |text: RwSignal<String>| text.with(|text| minute(text)).ok_or(());
        Ok(Some(QuietHours { from: minute(self.from)?, to: minute(self.to)? }))
    }

    /// The fields, with what is said beside the box.
    pub(crate) fn show(self, what: &'static str) -> impl IntoView {
        let HoursField { on, from, to } = self;
        view! {
            <label class="choice"><input type="checkbox" bind:checked=on /> <span>{what}</span></label>
            <Show when=move || on.get()>
                <div class="row hours">
                    <label>"from" <input type="time" required bind:value=from /></label>
                    <label>"until" <input type="time" required bind:value=to /></label>
                </div>
            </Show>
        }
    }
}

/// Minutes after midnight as a time of day: `07:30`.
pub(crate) fn time_of_day(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Minutes after midnight of a time of day.
pub(crate) fn minute(text: &str) -> Option<u16> {
    let (hour, minute) = text.split_once(':')?;
    let (hour, minute): (u16, u16) = (hour.parse().ok()?, minute.get(..2)?.parse().ok()?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}
