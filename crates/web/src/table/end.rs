//! The end of a game: who won with what, how it came, and what to do next.

use super::desk::{Desk, desk};
use super::left::LeftOnTheTable;
use super::players::{Worth, company_badge};
use crate::api;
use crate::browser;
use crate::notice::notices;
use ferrata_client::moves::biggest;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::turn::Outcome;
use ferrata_engine::view::{ShareView, View};
use ferrata_wire::{Arrived, Created, NewTable, SeatProgram};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

/// So many of the biggest moves are told.
const MOVES: usize = 5;

/// The result, the lines of worth, and what to do next.
#[component]
pub(super) fn EndOfGame(outcome: Outcome) -> impl IntoView {
    let desk = desk();
    let view = desk.moment.with_untracked(|moment| moment.view.clone());
    let owes = view.players.iter().any(|player| player.debt != Money::ZERO);
    let rows = outcome
        .standings
        .iter()
        .zip(1..)
        .map(|((seat, worth), place)| row(desk, place, (*seat, *worth), owes, &view));
    let rows = rows.collect_view();
    let export = format!("/api/tables/{}/export", desk.info.with_untracked(|info| info.id.clone()));
    view! {
        <p>{format!("The game is over: {}.", desk.say(&outcome.reason))}</p>
        <table class="standings">
            <caption class="hidden">"The result"</caption>
            <thead>
                <tr>
                    <th scope="col"><span class="hidden">"Place"</span></th>
                    <th scope="col">"Player"</th>
                    <th scope="col">"Worth"</th>
                    <th scope="col">"Cash"</th>
                    <th scope="col">"Shares"</th>
                    {owes.then(|| view! { <th scope="col">"Owes"</th> })}
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        <Worth />
        <BiggestMoves />
        <LeftOnTheTable />
        <div class="row">
            <button on:click=move |_| desk.look_at(0)>"Replay from the start"</button>
            <a class="button" href=export download rel="external">"Save the game to a file"</a>
            <Show when=move || desk.plays()>
                <Rematch />
            </Show>
        </div>
    }
}

/// A line of the result, and below it what is held: beside it there is no room. What is neither cash nor owed is in shares
/// and cards.
fn row(
    desk: Desk,
    place: usize,
    (seat, worth): (SeatId, Money),
    owes: bool,
    view: &View,
) -> impl IntoView + use<> {
    let player = view.players.get(seat.index());
    let held = player.map(|player| player.shares.as_slice()).unwrap_or_default();
    let held = held.iter().map(|share| held_at_the_end(desk, share, view)).collect_view();
    let (cash, debt) = player.map_or((Money::ZERO, Money::ZERO), |player| (player.cash, player.debt));
    let shares = worth - cash + debt;
    view! {
        <tr class:winner=place == 1>
            <td>{place}</td>
            <th scope="row">{desk.name(seat)}</th>
            <td>{desk.money(worth)}</td>
            <td>{desk.money(cash)}</td>
            <td>{desk.money(shares)}</td>
            {owes.then(|| view! { <td>{desk.money(debt)}</td> })}
        </tr>
        <tr class="holdings" class:winner=place == 1>
            <td></td>
            <td colspan=if owes { "5" } else { "4" }><ul class="shares">{held}</ul></td>
        </tr>
    }
}

/// Shares of one company, and what each was worth.
fn held_at_the_end(desk: Desk, share: &ShareView, view: &View) -> impl IntoView + use<> {
    let company = view.companies.iter().find(|company| company.name == share.company);
    let price = company.and_then(|company| company.price).map(|price| format!(" at {}", desk.money(price)));
    let director = if share.director { "*" } else { "" };
    view! { <li>{company_badge(desk, share.company)} {format!("{}%{director}", share.percent)} {price}</li> }
}

/// The rounds that changed most.
#[component]
fn BiggestMoves() -> impl IntoView {
    let desk = desk();
    let moves = desk.timeline.with_untracked(|timeline| biggest(&timeline.worth(), MOVES));
    let rows = moves.into_iter().map(|one| {
        let sum = |amount: Money| desk.money(Money(amount.0.abs()));
        let way = if one.change < Money::ZERO { "loses" } else { "gains" };
        let against = if one.ahead < Money::ZERO { "less" } else { "more" };
        let words = format!("{} {way} {}", desk.name(one.seat), sum(one.change));
        let than = format!(", {} {against} than the others on average", sum(one.ahead));
        view! {
            <li>
                {words} " in " <button class="point" on:click=move |_| desk.look_at(one.number)>{one.round}</button> {than}
            </li>
        }
    });
    view! {
        <section aria-label="Biggest moves">
            <h3>"Biggest moves"</h3>
            <ul class="plain">{rows.collect_view()}</ul>
        </section>
    }
}

/// A new table of the same game for the same people.
#[component]
fn Rematch() -> impl IntoView {
    let desk = desk();
    let notices = notices();
    let navigate = use_navigate();
    let again = move |_| {
        let wish = desk.info.with_untracked(|info| NewTable {
            name: Some(info.name.clone()),
            title: info.setup.title.to_string(),
            edition: info.setup.edition.to_string(),
            options: info.setup.options.iter().map(ToString::to_string).collect(),
            players: info.setup.players.clone(),
            position: info.setup.position.clone(),
            undo: info.undo,
            visibility: info.visibility,
            local: info.local,
            seat: info.seats.iter().find(|seat| seat.mine && !info.local).map(|seat| seat.seat),
            programs: info
                .seats
                .iter()
                .filter(|seat| seat.program.is_some())
                .map(|seat| SeatProgram { seat: seat.seat, level: seat.program })
                .collect(),
            clock: info.clock.as_ref().map(|clock| clock.terms).unwrap_or_default(),
        });
        let navigate = navigate.clone();
        let again = desk.info.with_untracked(|info| {
            (!info.local && info.seats.iter().any(|seat| seat.mine)).then(|| info.id.clone())
        });
        spawn_local(async move {
            // Over a network all who were there are invited, and only one such table is made.
            if let Some(id) = again {
                let made = api::post::<Arrived>(&format!("/api/tables/{id}/rematch"), &()).await;
                if let Some(next) = notices.take_done(made) {
                    navigate(&format!("/table/{}", next.id), NavigateOptions::default());
                }
                return;
            }
            let made = api::post::<Created>("/api/tables", &wish).await;
            let Some(created) = notices.take_done(made) else { return };
            if let Ok(keys) = serde_json::to_string(&created) {
                browser::keep(&format!("keys {}", created.id), Some(&keys));
            }
            navigate(&format!("/table/{}", created.id), NavigateOptions::default());
        });
    };
    view! { <button class="primary" on:click=again>"Play again"</button> }
}
