//! Before the start: who sits where, and the links that let people in.

use super::desk::desk;
use super::owner::{self, OwnerDesk};
use crate::api;
use crate::app::Page;
use crate::browser;
use crate::clock;
use crate::invitation;
use crate::live::{Live, News};
use crate::lobby::picture;
use crate::new_table::{UNDO, VISIBILITY};
use crate::notice::notices;
use crate::person::person;
use ferrata_titles::listing::listing;
use ferrata_wire::{ChatLine, Created, Join, LiveEvent, Say, TableInfo, UndoPolicy, Visibility};
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
    let said = RwSignal::new(Vec::<ChatLine>::new());
    let talk_id = id.clone();
    let live =
        StoredValue::new_local(Some(Live::listen(
            format!("/api/tables/{id}/live"),
            move |news| match news {
                News::Event(LiveEvent::Table(table)) => drop(info.try_set(Some(*table))),
                News::Event(LiveEvent::Chat(line)) => hear(said, line),
                _ => {}
            },
        )));
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
    let invitation_id = StoredValue::new(id.clone());
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
    let board = info.with_untracked(|info| info.as_ref().map(|info| picture(&info.setup.title.to_string())));
    let what = move || table().map(|table| what(&table)).unwrap_or_default();
    view! {
        <Page title=heading>
            <div class="game">
                <img src=board alt="" />
                <div>
                    <p>{what} ", waiting for players."</p>
                    {move || table().map(|table| terms(&table))}
                </div>
            </div>
            <ul class="plain" aria-live="polite">{seats}</ul>
            <div class="row">
                <Show when=move || mine()>
                    <button class:primary=full disabled=move || !full() on:click=move |_| send.with_value(|send| send("start", json!({})))>"Start the game"</button>
                </Show>
                <Show when=move || !full()><Invite id=invitation_id.get_value() /></Show>
                <Show when=move || may_come() && !person.has_account()>
                    <A href=join.get_value() attr:class="button">"Sign up or in to take a seat"</A>
                </Show>
                <Show when=move || sitting()>
                    <button on:click=move |_| send.with_value(|send| send("leave", json!({})))>"Leave the seat"</button>
                </Show>
            </div>
            <Show when=move || mine() && !full()>
                <p class="quiet">"The game can start when every seat is taken."</p>
            </Show>
            <Links id />
            <RoomTalk id=talk_id lines=said sitting=Signal::derive(sitting) />
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

/// What has been agreed on, in plain words.
fn terms(table: &TableInfo) -> impl IntoView + use<> {
    let listed = listing().unwrap_or_default();
    let listed = listed.into_iter().find(|listed| table.setup.title.as_str() == listed.title);
    let options = table.setup.options.iter().map(|option| {
        let about = listed
            .as_ref()
            .and_then(|listed| listed.options.iter().find(|one| one.option == option.as_str()));
        let about = about.map_or_else(|| option.to_string(), |one| format!("{}: {}", one.option, one.about));
        view! { <li>{about}</li> }
    });
    let options = options.collect_view();
    let of = |list: &[(UndoPolicy, &'static str)]| {
        list.iter().find(|(one, _)| *one == table.undo).map(|(_, words)| *words)
    };
    let undo = of(&UNDO);
    let seen = VISIBILITY.iter().find(|(one, _)| *one == table.visibility).map(|(_, words)| *words);
    let clock = table.clock.as_ref().map(|clock| clock::words(&clock.terms));
    view! {
        <ul class="terms" aria-label="What is played here">
            {options}
            <li>{undo}</li>
            <li>{seen}</li>
            <li>{clock.unwrap_or_else(|| "No clocks: everybody takes the time they need.".to_owned())}</li>
        </ul>
    }
}

fn hear(said: RwSignal<Vec<ChatLine>>, line: ChatLine) {
    said.try_update(|lines| {
        if lines.iter().all(|known| known.number != line.number) {
            lines.push(line);
        }
    });
}

/// Talk before the start.
#[component]
fn RoomTalk(id: String, lines: RwSignal<Vec<ChatLine>>, sitting: Signal<bool>) -> impl IntoView {
    let (notices, person) = (notices(), person());
    let path = StoredValue::new(format!("/api/tables/{id}/chat"));
    let text = RwSignal::new(String::new());
    spawn_local(async move {
        if let Some(read) = notices.take(api::get::<Vec<ChatLine>>(&path.get_value()).await) {
            read.into_iter().for_each(|line| hear(lines, line));
        }
    });
    let say = move || {
        let line = text.get_untracked();
        if line.trim().is_empty() {
            return;
        }
        spawn_local(async move {
            let said =
                api::post::<serde_json::Value>(&path.get_value(), &Say { text: line, seat: None }).await;
            if notices.take_done(said).is_some() {
                text.set(String::new());
            }
        });
    };
    view! {
        <section class="room-talk" aria-label="Talk">
            <h2>"Talk"</h2>
            <div role="log" aria-label="What was said" tabindex="0" class="scroll">
                <For each=move || lines.get() key=|line| line.number let:line>
                    <p>
                        <time title=browser::moment(line.at)>{browser::time(line.at)}</time> " "
                        <strong>{line.author.clone()}</strong> " " {line.watching.then_some("(watching) ")} {line.text.clone()}
                    </p>
                </For>
            </div>
            <Show when=move || sitting.get() || person.has_account()>
                <form
                    class="row"
                    on:submit=move |event| {
                        event.prevent_default();
                        say();
                    }
                >
                    <input aria-label="Say something to the table" placeholder="Say something" maxlength="1000" bind:value=text />
                    <button>"Send"</button>
                </form>
            </Show>
        </section>
    }
}

/// The links of a running table.
#[component]
pub(super) fn SeatLinks() -> impl IntoView {
    let id = desk().info.with_untracked(|info| info.id.clone());
    view! { <Links id /> }
}

/// The keys of a table that was made in this browser.
fn keys_of(id: &str) -> Option<Created> {
    serde_json::from_str(&browser::kept(&format!("keys {id}"))?).ok()
}

/// One click for what is to be done next: the link to any free seat, to be sent to others.
#[component]
fn Invite(id: String) -> impl IntoView {
    let copied = RwSignal::new(false);
    let link = keys_of(&id).map(|keys| format!("{}/join/{id}#{}", browser::origin(), keys.invite));
    link.map(|link| {
        let copy = move |_| {
            browser::copy(&link);
            copied.set(true);
        };
        view! {
            <button class="primary" on:click=copy>"Copy an invitation"</button>
            <span role="status">{move || copied.get().then_some("Copied: send it to whoever is to play.")}</span>
        }
    })
}

/// The links that let people in, for whoever made the table in this browser.
#[component]
fn Links(id: String) -> impl IntoView {
    let Some(keys) = keys_of(&id) else { return ().into_any() };
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
