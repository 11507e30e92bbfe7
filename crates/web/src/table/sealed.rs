//! Sealed bids: each seat hands in a sheet, all are opened at once.

use super::about;
use super::desk::{Desk, desk};
use ferrata_client::sheet::{self, Checked};
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
    let handed_in = move || {
        desk.moment.with(|moment| {
            let waiting = match moment.game.turn() {
                Turn::Sealed(seats) => seats,
                _ => Vec::new(),
            };
            let seats = (0..).map(SeatId).zip(&moment.view.players);
            seats
                .map(|(seat, player)| {
                    let done = !waiting.contains(&seat);
                    let state = if done { "has handed in" } else { "still bids" };
                    view! { <li class:done=done>{format!("{} {state}", player.name)}</li> }
                })
                .collect_view()
        })
    };
    let own = Memo::new(move |_| desk.sealed_seats());
    // At one screen, each player first says who sits there, so that nobody reads another's sheet. Who plays there alone
    // against programs need not.
    let alone = move || {
        desk.info
            .with(|info| !info.local || info.seats.iter().filter(|seat| seat.program.is_none()).count() == 1)
    };
    let said = RwSignal::new(None::<SeatId>);
    // The sheet stays on the screen while others hand in theirs: only whose it is may change it.
    let writes = Memo::new(move |_| {
        own.with(|own| match own.as_slice() {
            [only] if alone() => Some(*only),
            _ => said.get().filter(|seat| own.contains(seat)),
        })
    });
    let sheets = move || {
        match writes.get() {
        Some(seat) => view! { <SheetForm seat /> }.into_any(),
        None => own
            .get()
            .into_iter()
            .map(|seat| {
                view! { <button class="offer" on:click=move |_| said.set(Some(seat))>{format!("I am {}", desk.name(seat))}</button> }
            })
            .collect_view()
            .into_any(),
    }
    };
    view! {
        <p>"Everybody bids in secret; all sealed bids are opened together."</p>
        <ul class="handed-in">{handed_in}</ul>
        {sheets}
    }
}

#[component]
fn SheetForm(seat: SeatId) -> impl IntoView {
    let desk = desk();
    let offers = desk.moment.with_untracked(|moment| moment.offers.clone());
    let cards = offers.iter().find_map(|offer| match offer {
        Offer::Sheet { cards, .. } => Some(cards.clone()),
        _ => None,
    });
    let Some(cards) = cards else { return ().into_any() };
    begin(desk, seat, cards.len());
    let texts =
        move || desk.sheet.with(|sheet| sheet.as_ref().map(|(_, texts)| texts.clone()).unwrap_or_default());
    let checked = Memo::new(move |_| sheet::check(&offers, &texts()));
    let rows = cards.into_iter().enumerate().map(|(at, card)| row(desk, checked, at, card));
    let rows = rows.collect_view();
    let total = move || {
        let checked = checked.get();
        format!("Total {}, left {}", desk.money(checked.total), desk.money(checked.left))
    };
    let faulty = move || checked.with(|checked| checked.is_faulty() && checked.action.is_some());
    let hand_in = move |_| {
        if let Some(action) = checked.get_untracked().action {
            desk.act(seat, action);
        }
    };
    let closed = move || checked.with(|checked| checked.action.is_none()) || desk.on_its_way.busy.get();
    view! {
        <form class="sheet-form" on:submit=move |event| event.prevent_default()>
            <h3>{format!("Sealed bids of {}", desk.name(seat))}</h3>
            {rows}
            <p role="status">{total}</p>
            <p class="refused" role="status">{move || checked.get().wrong}</p>
            <button type="button" class:primary=move || !faulty() class:danger=faulty disabled=closed on:click=hand_in>
                {move || if faulty() { "Hand in all the same: none of its bids will count" } else { "Hand in" }}
            </button>
        </form>
    }
    .into_any()
}

/// Takes an empty sheet, unless this seat has begun one already.
fn begin(desk: Desk, seat: SeatId, fields: usize) {
    let begun = |sheet: &Option<(SeatId, Vec<String>)>| {
        sheet.as_ref().is_some_and(|(of, texts)| *of == seat && texts.len() == fields)
    };
    if !desk.sheet.with_untracked(begun) {
        desk.sheet.set(Some((seat, vec![String::new(); fields])));
    }
}

fn row(desk: Desk, checked: Memo<Checked>, at: usize, card: CardName) -> impl IntoView {
    let name = desk.timeline.with_untracked(|timeline| timeline.names().card(card));
    let written = move || {
        desk.sheet
            .with(|sheet| sheet.as_ref().and_then(|(_, texts)| texts.get(at).cloned()).unwrap_or_default())
    };
    let write = move |text: String| {
        desk.sheet.update(|sheet| {
            if let Some(place) = sheet.as_mut().and_then(|(_, texts)| texts.get_mut(at)) {
                *place = text;
            }
        });
    };
    let wrong = move || checked.with(|checked| checked.fields.get(at).cloned().flatten());
    let price = desk.parts().cards.iter().find(|spec| spec.name == card).map(|spec| spec.price);
    view! {
        <label class="bid">
            <span>{name} {price.map(|price: Money| format!(" ({})", desk.money(price)))}</span>
            <input
                type="number"
                inputmode="numeric"
                prop:value=written
                aria-invalid=move || wrong().is_some().to_string()
                on:input=move |event| write(event_target_value(&event))
            />
            <span class="refused">{wrong}</span>
        </label>
        {about::card(desk, card)}
    }
}
