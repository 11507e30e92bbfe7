//! Who plays which seat, for whoever made the table: a program takes over, or a person again.

use super::desk::desk;
use crate::api;
use crate::programs::LevelChoice;
use ferrata_wire::{ProgramLevel, SeatProgram, TableInfo, TableStatus};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::json;

/// A choice for every seat.
#[component]
pub(super) fn SeatPrograms() -> impl IntoView {
    let desk = desk();
    let give = move |seat: u8, level: Option<ProgramLevel>| {
        spawn_local(async move {
            let path = format!("/api/tables/{}/programs", desk.id());
            let answer = api::post::<TableInfo>(&path, &SeatProgram { seat, level }).await;
            if let Some(info) = desk.notices.take_done(answer) {
                desk.info.set(info);
            }
        });
    };
    // What is known of a table changes with every entry, who sits there does not.
    let names = Memo::new(move |_| {
        desk.info.with(|info| info.seats.iter().map(|own| (own.seat, own.name.clone())).collect::<Vec<_>>())
    });
    let seats = move || {
        let names = names.get().into_iter();
        names
            .map(|(seat, name)| {
                let own = move |info: &TableInfo| info.seats.iter().find(|own| own.seat == seat)?.program;
                let level = Memo::new(move |_| desk.info.with(own));
                let label = format!("Who plays for {name}");
                view! {
                    <li class="row">
                        <span>{name}</span>
                        <LevelChoice label level=level.into() give=move |level| give(seat, level) />
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <Show when=move || desk.info.with(|info| info.mine)>
            <details class="links">
                <summary>"Programs in seats"</summary>
                <ul class="plain">{seats}</ul>
                <PlayRound />
            </details>
        </Show>
    }
}

/// Where only programs sit: they play a round when they are asked to.
#[component]
fn PlayRound() -> impl IntoView {
    let desk = desk();
    let alone = move |info: &TableInfo| {
        info.status == TableStatus::Running && info.seats.iter().all(|seat| seat.program.is_some())
    };
    let play = move |_| {
        spawn_local(async move {
            let path = format!("/api/tables/{}/programs/round", desk.id());
            let answer = api::post::<TableInfo>(&path, &json!({})).await;
            if let Some(info) = desk.notices.take_done(answer) {
                desk.info.set(info);
            }
        });
    };
    view! {
        <Show when=move || desk.info.with(alone)>
            <button on:click=play>"Let them play this round"</button>
        </Show>
    }
}
