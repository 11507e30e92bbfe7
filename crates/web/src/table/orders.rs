//! Standing orders: what is to be done when my turn comes, what it would do now, and what it did.

use super::confirm::LATER;
use super::desk::{Desk, desk};
use super::offer::words_of;
use super::order_forms::NewOrders;
use crate::api;
use crate::notice::notices;
use ferrata_client::words;
use ferrata_engine::id::SeatId;
use ferrata_wire::{Cause, NewOrder, Order, OrderInfo, OrderState};
use gloo_net::http::Method;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// My orders, and buttons for more.
#[component]
pub(super) fn Orders() -> impl IntoView {
    let desk = desk();
    let notices = notices();
    let path =
        StoredValue::new(format!("/api/tables/{}/orders", desk.info.with_untracked(|info| info.id.clone())));
    let all = RwSignal::new(Vec::<OrderInfo>::new());
    let refresh = move || {
        // The page may be another one by now.
        let Some(path) = path.try_get_value() else { return };
        spawn_local(async move {
            if let Ok(list) = api::get(&path).await {
                let _ = all.try_set(list);
            }
        });
    };
    // On a machine of their own players sit together: there are no orders.
    let gives = Memo::new(move |_| desk.plays() && desk.info.with(|info| !info.local));
    // What an order did or would do changes with the table. It is asked for once the table is on the screen.
    let number = Memo::new(move |_| desk.moment.with(|moment| moment.number));
    Effect::new(move || {
        number.track();
        if gives.get() {
            set_timeout(refresh, LATER);
        }
    });
    let seat = move || desk.info.with(|info| info.seats.iter().find(|seat| seat.mine).map(|seat| seat.seat));
    let give = move |order: Order| {
        let Some(seat) = seat() else { return };
        spawn_local(async move {
            let given = api::post::<Vec<OrderInfo>>(&path.get_value(), &NewOrder { seat, order }).await;
            if let Some(list) = notices.take_done(given) {
                all.set(list);
                desk.catch_up().await;
            }
        });
    };
    let take_back = move |id: String| {
        spawn_local(async move {
            let path = format!("{}/{id}", path.get_value());
            if notices.take_done(api::send::<()>(Method::DELETE, &path, &()).await).is_some() {
                refresh();
            }
        });
    };
    view! {
        <Show when=move || gives.get()>
            <details class="orders">
                <summary>
                    "Standing orders"
                    {move || match all.with(|all| all.iter().filter(|order| order.state == OrderState::Active).count()) {
                        0 => String::new(),
                        count => format!(" ({count})"),
                    }}
                </summary>
                <p class="quiet">"Done for you at once when your turn comes. Nobody else sees them."</p>
                <ul class="plain">
                    <For
                        each=move || all.get()
                        key=|order| format!("{order:?}")
                        let:order
                    >
                        <li><OrderLine order take_back /></li>
                    </For>
                </ul>
                <NewOrders seat=Signal::derive(move || SeatId(seat().unwrap_or_default())) give />
            </details>
        </Show>
    }
}

#[component]
fn OrderLine(order: OrderInfo, take_back: impl Fn(String) + Copy + Send + Sync + 'static) -> impl IntoView {
    let desk = desk();
    let active = order.state == OrderState::Active;
    let would = match &order.would {
        Some(action) => format!("Would do now: {}.", words_of(desk, action)),
        None if active => "Waits for its moment.".to_owned(),
        None => String::new(),
    };
    let did = match order.did.as_slice() {
        [] => String::new(),
        numbers => {
            let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
            format!("Made record {}.", numbers.join(", "))
        }
    };
    let state = match order.state {
        OrderState::Active => "",
        OrderState::Done => "Done.",
        OrderState::Over { cause } => why(cause),
    };
    let id = StoredValue::new(order.id);
    view! {
        <span>
            <strong>{told(desk, &order.order)}</strong> " " <span class="quiet">{would} " " {did} " " {state}</span>
        </span>
        <Show when=move || active>
            <button on:click=move |_| take_back(id.get_value())>"Cancel"</button>
        </Show>
    }
}

/// An order in words.
fn told(desk: Desk, order: &Order) -> String {
    match order {
        Order::PassUntil { .. } => "Pass until something changes".to_owned(),
        Order::PassRound => "Pass for the rest of this stock round".to_owned(),
        Order::Buy { company, most, until, .. } => {
            format!("Buy {company} for up to {} until I hold {until} %", desk.money(*most))
        }
        Order::Bid { card, most } => format!("Bid for {card} up to {}", desk.money(*most)),
        Order::Run { company, settle } => {
            format!("Run {company} and {}", desk.say(&words::settlement(*settle)))
        }
        Order::Decline { .. } => "Decline the same deal".to_owned(),
    }
}

/// Why an order is over.
fn why(cause: Cause) -> &'static str {
    match cause {
        Cause::Holdings => "Over: what you hold has changed.",
        Cause::Sale => "Over: shares were sold.",
        Cause::Purchase => "Over: shares were bought.",
        Cause::Price => "Over: the price of shares you hold has changed.",
        Cause::Company => "Over: a company was started or closed.",
        Cause::Priority => "Over: the priority has changed.",
        Cause::Round => "Over with its round.",
        Cause::Expensive => "Over: it costs more than you allowed.",
        Cause::Gone => "Over: it is not to be had any more.",
        Cause::Hand => "Over: you acted yourself.",
        Cause::Undo => "Over: something was undone.",
        Cause::Owner => "Cancelled.",
        Cause::Seat => "Over: somebody else played the seat.",
    }
}
