//! A moment of a game as a position: to be copied, or to begin a new table with.

use crate::api;
use crate::app::Page;
use crate::browser;
use crate::from_position::bring;
use crate::notice::notices;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::components::A;
use leptos_router::hooks::{use_navigate, use_params_map, use_query_map};

/// The page of a position: of this table, after this record.
#[component]
pub(crate) fn PositionPage() -> impl IntoView {
    let notices = notices();
    let id = use_params_map().with_untracked(|params| params.get("id").unwrap_or_default());
    let at = use_query_map().with_untracked(|query| query.get("at").unwrap_or_default());
    let path = format!("/api/tables/{id}/position?at={at}");
    let text = RwSignal::new(None::<String>);
    spawn_local(async move {
        if let Some(position) = notices.take(api::get_text(&path).await) {
            let _ = text.try_set(Some(position));
        }
    });
    let navigate = StoredValue::new_local(use_navigate());
    let begin = move |_| {
        text.with_untracked(|text| bring(text.as_deref().unwrap_or_default()));
        navigate.with_value(|navigate| navigate("/new", NavigateOptions::default()));
    };
    let copy = move |_| {
        text.with_untracked(|text| browser::copy(text.as_deref().unwrap_or_default()));
        notices.tell("The position is copied.", "Paste it where a table is made, or into a message.");
    };
    let waits = move || text.with(Option::is_none);
    view! {
        <Page title="Position">
            <p>{format!("The table after entry {at}, written down. Whoever has it can begin a table with it.")}</p>
            <label class="position">
                "Position"
                <textarea
                    readonly
                    rows="20"
                    spellcheck="false"
                    prop:value=move || text.with(|text| text.clone().unwrap_or_default())
                ></textarea>
            </label>
            <div class="row">
                <button class="primary" disabled=waits on:click=copy>"Copy"</button>
                <button disabled=waits on:click=begin>"Begin a table with it"</button>
                <A href=format!("/table/{id}?at={at}") attr:class="button">"Back to the table"</A>
            </div>
        </Page>
    }
}
