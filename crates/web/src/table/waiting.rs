//! Before the start: who sits where, and the links that let people in.

use super::desk::desk;
use super::owner::{self, OwnerDesk};
use crate::api;
use crate::app::Page;
use crate::browser;
use crate::invitation;
use crate::live::{Live, News};
use crate::notice::notices;
use crate::person::person;
use ferrata_wire::{Created, Join, LiveEvent, TableInfo, Visibility};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::components::A;
use serde_json::json;

/// A table that has not started.
#[component]
pub(super) fn WaitingRoom(info: RwSignal<Option<TableInfo>>) -> impl IntoView {
    let notices = notices();
    let person = person();
    let id = info.with_untracked(|info| info.as_ref().map(|info| info.id.clone()).unwrap_or_default());
    let live = StoredValue::new_local(Some(Live::listen(format!("/api/tables/{id}/live"), move |news| {
        if let News::Event(LiveEvent::Table(table)) = news {
            let _ = info.try_set(Some(*table));
        }
    })));
    on_cleanup(move || live.set_value(None));
    let send = {
        let id = id.clone();
        move |what: &'static str, body: serde_json::Value| {
            let id = id.clone();
            spawn_local(async move {
                if notices
                    .take_done(
                        api::post::<serde_json::Value>(&format!("/api/tables/{id}/{what}"), &body).await,
                    )
                    .is_some()
                    && let Some(table) =
                        notices.take(api::get::<TableInfo>(&format!("/api/tables/{id}")).await)
                {
                    info.set(Some(table));
                }
            });
        }
    };
    let send = StoredValue::new(send);
    let table = move || info.get();
    let seats = move || {
        table().map(|table| {
            let sitting = table.seats.iter().any(|seat| seat.mine);
            table.seats.iter().map(|seat| {
                let number = seat.seat;
                let free = !seat.taken && !sitting;
                // Who was invited brings the key along, to whichever seat they choose.
                let key = invitation::key_for(&table.id);
                // Who made the table may make room.
                let removable = table.mine && seat.taken && !seat.mine && !table.local;
                let remove = {
                    let id = table.id.clone();
                    move |_| {
                        let id = id.clone();
                        spawn_local(async move {
                            let gone = notices.take_done(owner::remove(&id, number).await).is_some();
                            if gone && let Some(table) =
                                notices.take(api::get::<TableInfo>(&format!("/api/tables/{id}")).await)
                            {
                                info.set(Some(table));
                            }
                        });
                    }
                };
                let sit = move |_| {
                    let key = key.clone();
                    send.with_value(|send| send("join", json!(Join { seat: Some(number), key })));
                };
                view! {
                    <li class="row">
                        <span>{format!("Seat {}: {}", number + 1, if seat.taken { seat.name.as_str() } else { "free" })}</span>
                        {(free && person.has_account()).then(|| view! {
                            <button aria-label=format!("Sit on seat {}", number + 1) on:click=sit>"Sit here"</button>
                        })}
                        {removable.then(|| view! {
                            <button aria-label=format!("Remove {} from seat {}", seat.name, number + 1) on:click=remove>"Remove"</button>
                        })}
                    </li>
                }
            })
            .collect_view()
        })
    };
    let full = move || table().is_some_and(|table| table.seats.iter().all(|seat| seat.taken));
    let mine = move || table().is_some_and(|table| table.mine);
    let sitting = move || table().is_some_and(|table| table.seats.iter().any(|seat| seat.mine));
    // Whoever may sit here but has no account yet makes one on the way.
    let join = StoredValue::new(format!("/join/{id}"));
    let invited = invitation::key_for(&id).is_some();
    let may_come = move || {
        table().is_some_and(|table| !table.local && (invited || table.visibility == Visibility::Open))
    };
    let heading = info.with_untracked(|info| info.as_ref().map(|info| info.name.clone()).unwrap_or_default());
    let what = move || table().map(|table| what(&table)).unwrap_or_default();
    view! {
        <Page title=heading>
            <p>{what} ", waiting for players."</p>
            <ul class="plain" aria-live="polite">{seats}</ul>
            <div class="row">
                <Show when=move || mine()>
                    <button class="primary" disabled=move || !full() on:click=move |_| send.with_value(|send| send("start", json!({})))>"Start the game"</button>
                </Show>
                <Show when=move || may_come() && !person.has_account()>
                    <A href=join.get_value() attr:class="button">"Sign up or in to take a seat"</A>
                </Show>
                <Show when=move || sitting()>
                    <button on:click=move |_| send.with_value(|send| send("leave", json!({})))>"Leave the seat"</button>
                </Show>
            </div>
            <Links id />
            <Show when=move || mine()>
                <OwnerDesk info />
            </Show>
        </Page>
    }
}

/// What is played, and from where.
fn what(table: &TableInfo) -> String {
    let options: String = table.setup.options.iter().map(|option| format!(", {option}")).collect();
    let beginning = if table.from_position { ", from a position" } else { "" };
    format!("{} {}{options}{beginning}", table.setup.title, table.setup.edition)
}

/// The links of a running table.
#[component]
pub(super) fn SeatLinks() -> impl IntoView {
    let id = desk().info.with_untracked(|info| info.id.clone());
    view! { <Links id /> }
}

/// The links that let people in, for whoever made the table in this browser.
#[component]
fn Links(id: String) -> impl IntoView {
    let keys =
        browser::kept(&format!("keys {id}")).and_then(|keys| serde_json::from_str::<Created>(&keys).ok());
    let Some(keys) = keys else { return ().into_any() };
    let link = |key: &str| format!("{}/join/{id}#{key}", browser::origin());
    let any = ("Any free seat".to_owned(), link(&keys.invite));
    let seats =
        keys.seat_keys.iter().enumerate().map(|(seat, key)| (format!("Seat {}", seat + 1), link(key)));
    let rows = std::iter::once(any).chain(seats).map(|(name, link)| {
        let copied = link.clone();
        view! {
            <li class="row">
                <label>{name} <input readonly prop:value=link /></label>
                <button on:click=move |_| browser::copy(&copied)>"Copy"</button>
            </li>
        }
    });
    view! {
        <details class="links">
            <summary>"Links that let people in"</summary>
            <ul class="plain">{rows.collect_view()}</ul>
        </details>
    }
    .into_any()
}
