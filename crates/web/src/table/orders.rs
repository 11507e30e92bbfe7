//! Standing orders: what is to be done when my turn comes, what it would do now, and what it did.

use super::desk::{Desk, desk};
use super::offer::words_of;
use crate::api;
use crate::notice::notices;
use ferrata_client::words;
use ferrata_engine::action::{Party, Settlement};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, Name};
use ferrata_engine::view::RoundKind;
use ferrata_wire::{Cause, Change, NewOrder, Order, OrderInfo, OrderState};
use gloo_net::http::Method;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The changes until which one passes: whatever touches a player's plans.
const CHANGES: [Change; 5] =
    [Change::Holdings, Change::Sale, Change::Price, Change::Company, Change::Priority];

/// My orders, and buttons for more.
#[component]
pub(super) fn Orders() -> impl IntoView {
    let desk = desk();
    let notices = notices();
    let path =
        StoredValue::new(format!("/api/tables/{}/orders", desk.info.with_untracked(|info| info.id.clone())));
    let all = RwSignal::new(Vec::<OrderInfo>::new());
    let refresh = move || {
        spawn_local(async move {
            if let Ok(list) = api::get(&path.get_value()).await {
                let _ = all.try_set(list);
            }
        });
    };
    // What an order did or would do changes with the table.
    let number = Memo::new(move |_| desk.moment.with(|moment| moment.number));
    Effect::new(move || {
        number.track();
        if desk.plays() {
            refresh();
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
        <Show when=move || desk.plays() && desk.info.with(|info| !info.local)>
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
                        key=|order| (order.id.clone(), order.did.len(), order.state == OrderState::Active)
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
    let would = order.would.as_ref().map(|action| {
        let words = words_of(desk, action);
        format!("Would do now: {words}.")
    });
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
            <button on:click=move |_| take_back(id.get_value())>"Take it back"</button>
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
        Cause::Owner => "Taken back.",
        Cause::Seat => "Over: somebody else played the seat.",
    }
}

/// Buttons for orders that make sense now.
#[component]
fn NewOrders(seat: Signal<SeatId>, give: impl Fn(Order) + Copy + Send + Sync + 'static) -> impl IntoView {
    let desk = desk();
    let stock = move || desk.moment.with(|moment| moment.view.round.kind == RoundKind::Stock);
    let directed = move || {
        desk.moment.with(|moment| {
            let mine = moment.view.companies.iter().filter(|company| company.director == Some(seat.get()));
            mine.map(|company| company.name).collect::<Vec<CompanyName>>()
        })
    };
    let pass_until = move |_| give(Order::PassUntil { changes: CHANGES.to_vec() });
    view! {
        <div class="row">
            <Show when=stock>
                <button on:click=pass_until>"Pass until something changes"</button>
                <button on:click=move |_| give(Order::PassRound)>"Pass the rest of this stock round"</button>
            </Show>
            <For each=directed key=|company| *company let:company>
                <button on:click=move |_| give(Order::Run { company, settle: Settlement::Pay })>
                    "Run " {company.to_string()} " and pay out"
                </button>
            </For>
        </div>
        <Show when=stock>
            <BuyForm desk give />
        </Show>
    }
}

/// An order to buy shares.
#[component]
fn BuyForm(desk: Desk, give: impl Fn(Order) + Copy + Send + Sync + 'static) -> impl IntoView {
    let notices = notices();
    let (company, from) = (RwSignal::new(String::new()), RwSignal::new("bank".to_owned()));
    let (most, until) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let names = move || {
        desk.moment.with(|moment| {
            let traded = moment.view.companies.iter().filter(|company| company.price.is_some());
            traded.map(|company| company.name.to_string()).collect::<Vec<_>>()
        })
    };
    let send = move || {
        let number = |signal: RwSignal<String>| signal.with_untracked(|text| text.trim().parse::<i32>().ok());
        let name = company.with_untracked(|name| Name::new(name).ok().filter(|_| !name.is_empty()));
        let until = number(until).and_then(|until| u8::try_from(until).ok());
        let (Some(name), Some(most), Some(until)) = (name, number(most), until) else {
            return notices
                .warn("Something is missing.", "Choose a company, a price and how much you want to hold.");
        };
        let from = if from.with_untracked(|from| from == "bank") { Party::Bank } else { Party::Offering };
        give(Order::Buy { company: CompanyName(name), from, most: Money(most), until });
    };
    view! {
        <form
            class="row"
            on:submit=move |event| {
                event.prevent_default();
                send();
            }
        >
            <label>
                "Buy "
                <select on:change:target=move |event| company.set(event.target().value())>
                    <option value="">"which company?"</option>
                    {move || names().into_iter().map(|name| view! { <option value=name.clone()>{name.clone()}</option> }).collect_view()}
                </select>
            </label>
            <label>
                "from "
                <select on:change:target=move |event| from.set(event.target().value())>
                    <option value="bank">"the pool"</option>
                    <option value="offering">"the initial offering"</option>
                </select>
            </label>
            <label>"while a share costs at most " <input type="number" min="1" required bind:value=most /></label>
            <label>"until I hold % " <input type="number" min="1" max="100" required bind:value=until /></label>
            <button>"Give the order"</button>
        </form>
    }
}
