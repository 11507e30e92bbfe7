//! Light, dark, or as the system says.

use crate::browser;
use leptos::prelude::*;

const KEY: &str = "theme";
const THEMES: [(&str, &str); 3] =
    [("", "Colours of the system"), ("light", "Light colours"), ("dark", "Dark colours")];

/// Applies what was chosen earlier.
pub(crate) fn restore() {
    apply(&browser::kept(KEY).unwrap_or_default());
}

fn apply(theme: &str) {
    let Some(root) = web_sys::window().and_then(|window| window.document()?.document_element()) else {
        return;
    };
    let _ = match theme {
        "" => root.remove_attribute("data-theme"),
        theme => root.set_attribute("data-theme", theme),
    };
}

/// The choice of a theme.
#[component]
pub(crate) fn ThemeChoice() -> impl IntoView {
    let chosen = RwSignal::new(browser::kept(KEY).unwrap_or_default());
    let choose = move |theme: String| {
        browser::keep(KEY, Some(theme.as_str()).filter(|theme| !theme.is_empty()));
        apply(&theme);
        chosen.set(theme);
    };
    view! {
        <label class="theme">
            <span class="hidden">"Colours"</span>
            <select on:change=move |event| choose(event_target_value(&event)) prop:value=move || chosen.get()>
                {THEMES
                    .map(|(value, name)| {
                        view! { <option value=value selected=move || chosen.get() == value>{name}</option> }
                    })
                    .collect_view()}
            </select>
        </label>
    }
}
