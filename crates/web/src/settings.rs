//! How somebody likes their table: kept in this browser, for each account by itself.

use crate::browser;
use crate::fields::{Way, pick};
use leptos::prelude::*;

/// A thing that can be set.
pub(crate) trait Setting: Copy + PartialEq + Send + Sync + 'static {
    /// What it is kept as.
    const KEY: &'static str;
    /// What it is called.
    const NAME: &'static str;
    /// Its ways: the value, what it is kept as, what it is called. The first holds where nothing was chosen.
    const WAYS: &'static [Way<Self>];
}

macro_rules! setting {
    ($(#[$doc:meta])* $setting:ident $key:literal $name:literal $($way:ident $kept:literal $words:literal),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $setting { $($way,)+ }

        impl Setting for $setting {
            const KEY: &'static str = $key;
            const NAME: &'static str = $name;
            const WAYS: &'static [Way<Self>] = &[$(($setting::$way, $kept, $words),)+];
        }
    };
}

setting! {
    /// What is asked for a second time before it is done.
    Confirmations "confirm" "Confirm"
    All "all" "Everything",
    Final "final" "Only what cannot be undone",
    Nothing "nothing" "Nothing but tiles"
}

setting! {
    /// How companies look.
    Colours "colours" "Colours of companies"
    Printed "printed" "As printed",
    Safe "safe" "For colour-blind people"
}

setting! {
    /// How large the writing on the board is.
    BoardText "board text" "Writing on the board"
    Normal "normal" "Normal",
    Large "large" "Large"
}

setting! {
    /// Whether what changes on the board is shown by a movement.
    Animation "animation" "Show what changes"
    On "on" "With a movement",
    Off "off" "Without"
}

setting! {
    /// Whether one hears that it is one's turn.
    Sounds "sounds" "A sound when it is your turn"
    Off "off" "Off",
    On "on" "On"
}

setting! {
    /// Which panels have most of the window.
    Layout "layout" "Layout"
    Round "round" "By the round",
    Everything "everything" "Everything",
    Map "map" "Map",
    Market "market" "Market",
    Holdings "holdings" "Holdings"
}

/// What somebody has set.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    person: StoredValue<String>,
    pub(crate) confirmations: RwSignal<Confirmations>,
    pub(crate) colours: RwSignal<Colours>,
    pub(crate) board_text: RwSignal<BoardText>,
    pub(crate) animation: RwSignal<Animation>,
    pub(crate) sounds: RwSignal<Sounds>,
    pub(crate) layout: RwSignal<Layout>,
}

impl Settings {
    /// What this person has set in this browser.
    pub(crate) fn of(person: String) -> Settings {
        Settings {
            confirmations: kept(&person),
            colours: kept(&person),
            board_text: kept(&person),
            animation: kept(&person),
            sounds: kept(&person),
            layout: kept(&person),
            person: StoredValue::new(person),
        }
    }

    /// Sets something, now and for the next time.
    pub(crate) fn set<S: Setting>(self, setting: RwSignal<S>, value: S) {
        let word = S::WAYS.iter().find(|(way, _, _)| *way == value).map(|(_, kept, _)| *kept);
        self.person.with_value(|person| browser::keep(&key::<S>(person), word));
        setting.set(value);
    }
}

fn key<S: Setting>(person: &str) -> String {
    format!("setting {} {person}", S::KEY).trim_end().to_owned()
}

#[allow(clippy::indexing_slicing)] // every setting has a first way
fn kept<S: Setting>(person: &str) -> RwSignal<S> {
    let word = browser::kept(&key::<S>(person)).unwrap_or_default();
    let found = S::WAYS.iter().find(|(_, kept, _)| *kept == word);
    RwSignal::new(found.map_or(S::WAYS[0].0, |(way, _, _)| *way))
}

/// Everything that can be set at a table.
#[component]
pub(crate) fn SettingsForm(settings: Settings) -> impl IntoView {
    view! {
        <fieldset class="settings">
            <legend>"Settings of this browser"</legend>
            {choice(settings, settings.layout)}
            {choice(settings, settings.confirmations)}
            {choice(settings, settings.colours)}
            {choice(settings, settings.board_text)}
            {choice(settings, settings.animation)}
            {choice(settings, settings.sounds)}
        </fieldset>
    }
}

/// The choice between the ways of one setting.
fn choice<S: Setting>(settings: Settings, chosen: RwSignal<S>) -> impl IntoView {
    pick(S::NAME, S::WAYS, chosen.into(), move |way| settings.set(chosen, way))
}
