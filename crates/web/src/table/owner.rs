//! Before the start: what who made a table may change about it.

use crate::api;
use crate::browser;
use crate::clock::ClockForm;
use crate::new_table::{UNDO, VISIBILITY, radios};
use crate::notice::notices;
use ferrata_titles::listing::{Listed, listing};
use ferrata_wire::{Created, SeatKey, TableChange, TableInfo, UndoPolicy, Visibility};
use gloo_net::http::Method;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use std::collections::BTreeSet;

/// Name, options, taking back, who may see it; and an end to it.
#[component]
pub(super) fn OwnerDesk(info: RwSignal<Option<TableInfo>>) -> impl IntoView {
    let notices = notices();
    let Some(table) = info.get_untracked() else { return ().into_any() };
    let path = StoredValue::new(format!("/api/tables/{}", table.id));
    let name = RwSignal::new(table.name.clone());
    let (undo, visibility) = (RwSignal::new(table.undo), RwSignal::new(table.visibility));
    let clock = RwSignal::new(table.clock.as_ref().map(|clock| clock.terms).unwrap_or_default());
    let local = table.local;
    let options: BTreeSet<String> = table.setup.options.iter().map(ToString::to_string).collect();
    let options = RwSignal::new(options);
    let save = move || {
        let change = TableChange {
            name: Some(name.get_untracked()),
            options: Some(options.get_untracked().into_iter().collect()),
            undo: Some(undo.get_untracked()),
            visibility: Some(visibility.get_untracked()),
            clock: (!local).then(|| clock.get_untracked()),
        };
        spawn_local(async move {
            let changed = api::send::<TableInfo>(Method::PATCH, &path.get_value(), &change).await;
            if let Some(table) = notices.take_done(changed) {
                info.set(Some(table));
                notices.tell("The table is changed.", "Everybody at it sees it so.");
            }
        });
    };
    let navigate = StoredValue::new_local(use_navigate());
    let delete = move |_| {
        spawn_local(async move {
            let deleted = api::send::<()>(Method::DELETE, &path.get_value(), &()).await;
            if notices.take_done(deleted).is_some() {
                navigate.with_value(|navigate| navigate("/", NavigateOptions::default()));
            }
        });
    };
    view! {
        <details class="owner">
            <summary>"Change the table"</summary>
            <form
                class="new-table"
                on:submit=move |event| {
                    event.prevent_default();
                    save();
                }
            >
                <label>"Name of the table" <input required maxlength="60" bind:value=name /></label>
                <Options title=table.setup.title.to_string() options />
                <fieldset>
                    <legend>"Undo"</legend>
                    {radios("undo", UNDO, UndoPolicy::word, undo)}
                </fieldset>
                <fieldset>
                    <legend>"Who may see it"</legend>
                    {radios("visibility", VISIBILITY, Visibility::word, visibility)}
                </fieldset>
                {(!local).then(|| view! { <ClockForm terms=clock /> })}
                <button class="primary">"Save the changes"</button>
            </form>
            <details>
                <summary>"Delete the table"</summary>
                <p>"It has not begun, so nothing is lost but the seats that were taken."</p>
                <button class="danger" on:click=delete>"Delete this table"</button>
            </details>
        </details>
    }
    .into_any()
}

/// The options of the title.
#[component]
fn Options(title: String, options: RwSignal<BTreeSet<String>>) -> impl IntoView {
    let all = listing().unwrap_or_default();
    let all = all.into_iter().find(|listed: &Listed| listed.title == title);
    let boxes = all.map(|listed| listed.options).unwrap_or_default().into_iter().map(move |option| {
        let name = option.option;
        let toggle = move |on: bool| {
            options.update(|options| {
                if on {
                    options.insert(name.to_owned());
                } else {
                    options.remove(name);
                }
            });
        };
        view! {
            <label class="choice">
                <input
                    type="checkbox"
                    name="option"
                    value=name
                    prop:checked=move || options.with(|options| options.contains(name))
                    on:change=move |event| toggle(event_target_checked(&event))
                />
                <strong>{name}</strong>
                <span>{option.about}</span>
            </label>
        }
    });
    view! {
        <fieldset>
            <legend>"Options"</legend>
            {boxes.collect_view()}
        </fieldset>
    }
}

/// Removes who sits on a seat. The link they came by is good no more: its place takes a new one.
pub(super) async fn remove(table: &str, seat: u8) -> api::Answer<()> {
    let path = format!("/api/tables/{table}/seats/{seat}");
    api::send::<()>(Method::DELETE, &path, &()).await?;
    let fresh = api::post::<SeatKey>(&format!("{path}/key"), &()).await?;
    let place = format!("keys {table}");
    let kept = browser::kept(&place).and_then(|keys| serde_json::from_str::<Created>(&keys).ok());
    if let Some(mut keys) = kept {
        if let Some(key) = keys.seat_keys.get_mut(usize::from(seat)) {
            *key = fresh.key;
        }
        browser::keep(&place, serde_json::to_string(&keys).ok().as_deref());
    }
    Ok(())
}
