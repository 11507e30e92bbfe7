//! Forms for standing orders: those that make sense now.

use super::desk::{Desk, desk};
use crate::fields::{Way, pick_into};
use crate::notice::notices;
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, Name};
use ferrata_engine::offer::Offer;
use ferrata_engine::view::RoundKind;
use ferrata_wire::{Change, Order};
use leptos::prelude::*;
use std::collections::BTreeSet;

/// The changes until which one passes: whatever touches a player's plans.
const CHANGES: [Change; 5] =
    [Change::Holdings, Change::Sale, Change::Price, Change::Company, Change::Priority];

/// What becomes of what a run brings.
const SETTLEMENTS: [Way<Settlement>; 3] = [
    (Settlement::Pay, "pay", "pay out"),
    (Settlement::Half, "half", "pay out half"),
    (Settlement::Withhold, "withhold", "withhold"),
];

/// Forms for orders that make sense now.
#[component]
pub(super) fn NewOrders(
    seat: Signal<SeatId>,
    give: impl Fn(Order) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let desk = desk();
    let stock = move || desk.moment.with(|moment| moment.view.round.kind == RoundKind::Stock);
    let pass_until = move |_| give(Order::PassUntil { changes: CHANGES.to_vec() });
    // The deal that is put to me now.
    let proposed = move || {
        let number = desk.moment.with(|moment| moment.number);
        desk.actor()?;
        desk.timeline.with(|timeline| timeline.proposal(number).map(|(_, deal)| deal.clone()))
    };
    let decline = move |_| {
        if let Some(deal) = untrack(proposed) {
            give(Order::Decline { deal: Box::<Action>::new(deal) });
        }
    };
    view! {
        <div class="row">
            <Show when=stock>
                <button on:click=pass_until>"Pass until something changes"</button>
                <button on:click=move |_| give(Order::PassRound)>"Pass the rest of this stock round"</button>
            </Show>
            <Show when=move || proposed().is_some()>
                <button on:click=decline>"Decline this deal, now and whenever it is proposed"</button>
            </Show>
        </div>
        <BidForm give />
        <RunForm seat give />
        <Show when=stock>
            <BuyForm desk give />
        </Show>
    }
}

/// An order to bid for what is auctioned.
#[component]
fn BidForm(give: impl Fn(Order) + Copy + Send + Sync + 'static) -> impl IntoView {
    let desk = desk();
    let most = RwSignal::new(String::new());
    // Where one of several is to be nominated there is no auction yet.
    let card = Memo::new(move |_| {
        desk.moment.with(|moment| {
            let card = |offer: &Offer| match offer {
                Offer::Bid { card, .. } => Some(*card),
                _ => None,
            };
            let cards: BTreeSet<CardName> = moment.offers.iter().filter_map(card).collect();
            cards.first().copied().filter(|_| cards.len() == 1)
        })
    });
    let send = move || {
        let amount = most.with_untracked(|text| text.trim().parse().ok());
        if let (Some(card), Some(most)) = (card.get_untracked(), amount) {
            give(Order::Bid { card, most: Money(most) });
        }
    };
    let name = move || card.get().map(|card: CardName| card.to_string());
    view! {
        <Show when=move || card.get().is_some()>
            <form
                class="row"
                on:submit=move |event| {
                    event.prevent_default();
                    send();
                }
            >
                <label>"Bid for " {name} " up to " <input type="number" min="1" required bind:value=most /></label>
                <button>"Give the order to bid"</button>
            </form>
        </Show>
    }
}

/// An order to run the trains of a company that one directs.
#[component]
fn RunForm(seat: Signal<SeatId>, give: impl Fn(Order) + Copy + Send + Sync + 'static) -> impl IntoView {
    let desk = desk();
    let settle = RwSignal::new(Settlement::Pay);
    let directed = Memo::new(move |_| {
        desk.moment.with(|moment| {
            let mine = moment.view.companies.iter().filter(|company| company.director == Some(seat.get()));
            mine.map(|company| company.name).collect::<Vec<CompanyName>>()
        })
    });
    view! {
        <Show when=move || directed.with(|all| !all.is_empty())>
            <div class="row">
                <span>"Run the best routes of"</span>
                <For each=move || directed.get() key=|company| *company let:company>
                    <button
                        aria-label=format!("Run {company} when its turn comes")
                        on:click=move |_| give(Order::Run { company, settle: settle.get_untracked() })
                    >
                        {company.to_string()}
                    </button>
                </For>
                {pick_into("and", &SETTLEMENTS, settle)}
            </div>
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
