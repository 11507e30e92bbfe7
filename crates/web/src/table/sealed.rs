//! Sealed bids: each seat hands in a sheet, all are opened at once.

use super::desk::{Desk, desk};
use ferrata_client::sheet;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::CardName;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Title, Turn};
use leptos::prelude::*;

/// Who has handed in, and the sheet of whoever has not.
#[component]
pub(super) fn SealedDesk() -> impl IntoView {
    let desk = desk();
    let waiting = move || {
        desk.moment.with(|moment| match moment.game.turn() {
            Turn::Sealed(seats) => seats,
            _ => Vec::new(),
        })
    };
    let handed_in = move || {
        let waiting = waiting();
        desk.moment.with(|moment| {
            let seats = moment.view.players.iter().enumerate();
            seats
                .map(|(seat, player)| {
                    let done = !waiting.contains(&SeatId(seat as u8));
                    let state = if done { "has handed in" } else { "still writes" };
                    view! { <li class:done=done>{format!("{} {state}", player.name)}</li> }
                })
                .collect_view()
        })
    };
    let own = move || desk.sealed_seats();
    // At one screen, each player first says who sits there, so that nobody reads another's sheet.
    let shown = RwSignal::new(None::<SeatId>);
    let sheets = move || {
        let own = own();
        let alone = own.len() == 1 && !desk.info.with(|info| info.local);
        let seat = if alone { own.first().copied() } else { shown.get().filter(|seat| own.contains(seat)) };
        match seat {
            Some(seat) => view! { <SheetForm seat /> }.into_any(),
            None => own
                .into_iter()
                .map(|seat| {
                    view! { <button class="offer" on:click=move |_| shown.set(Some(seat))>{format!("I am {}", desk.name(seat))}</button> }
                })
                .collect_view()
                .into_any(),
        }
    };
    view! {
        <p>"Everybody writes a sheet in secret; all sheets are opened together."</p>
        <ul class="handed-in">{handed_in}</ul>
        {sheets}
    }
}

#[component]
fn SheetForm(seat: SeatId) -> impl IntoView {
    let desk = desk();
    let offer = desk.moment.with_untracked(|moment| {
        moment.offers.iter().find(|offer| matches!(offer, Offer::Sheet { .. })).cloned()
    });
    let Some(offer) = offer else { return ().into_any() };
    let Offer::Sheet { cards, .. } = &offer else { return ().into_any() };
    let cards = cards.clone();
    let amounts = RwSignal::new(vec![String::new(); cards.len()]);
    let checked = Memo::new(move |_| sheet::check(&offer, &amounts.get()));
    let rows = cards.into_iter().enumerate().map(|(at, card)| row(desk, amounts, checked, at, card));
    let rows = rows.collect_view();
    let total = move || {
        let checked = checked.get();
        format!("Total {}, left {}", desk.money(checked.total), desk.money(checked.left))
    };
    let hand_in = move |_| {
        if let Some(action) = checked.get_untracked().action {
            desk.act(seat, action);
        }
    };
    view! {
        <form class="sheet-form" on:submit=move |event| event.prevent_default()>
            <h3>{format!("Sheet of {}", desk.name(seat))}</h3>
            {rows}
            <p role="status">{total}</p>
            <p class="refused" role="status">{move || checked.get().wrong}</p>
            <button
                type="button"
                class="primary"
                disabled=move || checked.get().action.is_none() || desk.busy.get()
                on:click=hand_in
            >
                "Hand in"
            </button>
        </form>
    }
    .into_any()
}

fn row(
    desk: Desk,
    amounts: RwSignal<Vec<String>>,
    checked: Memo<sheet::Checked>,
    at: usize,
    card: CardName,
) -> impl IntoView {
    let name = desk.timeline.with_untracked(|timeline| timeline.names().card(card));
    let write = move |text: String| {
        amounts.update(|amounts| {
            if let Some(amount) = amounts.get_mut(at) {
                *amount = text;
            }
        });
    };
    let wrong = move || checked.get().fields.get(at).cloned().flatten();
    let price = desk.parts().cards.iter().find(|spec| spec.name == card).map(|spec| spec.price);
    view! {
        <label class="bid">
            <span>{name} {price.map(|price: Money| format!(" ({})", desk.money(price)))}</span>
            <input
                type="number"
                inputmode="numeric"
                min="0"
                aria-invalid=move || wrong().is_some().to_string()
                on:input=move |event| write(event_target_value(&event))
            />
            <span class="refused">{wrong}</span>
        </label>
    }
}
