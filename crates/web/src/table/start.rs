//! A company to be started: its price, here or on the chart, its first shares, and what it would have.

use super::desk::desk;
use super::offer::{Wrapped, armed, with_scene};
use ferrata_client::par::{self, Start};
use ferrata_engine::action::Action;
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use leptos::prelude::*;

/// Prices of one company that can be picked on the chart, and the one that is picked.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Picking {
    pub(super) company: CompanyName,
    pub(super) starts: Vec<Start>,
    pub(super) price: Money,
}

/// The form. Where several companies may be started, the chart shows the prices of the one last touched.
#[component]
pub(super) fn StartForm(heading: String, offer: Offer, wrap: Wrapped) -> impl IntoView {
    let desk = desk();
    let Offer::Start { company, starts } = offer.clone() else { return ().into_any() };
    let first = starts.first().map_or(Money::ZERO, |(price, _)| *price);
    let price = RwSignal::new(first);
    let facts = StoredValue::new(with_scene(desk, |scene| par::starts(scene, &offer)));
    let pick = move |at: Money| {
        price.set(at);
        desk.pointing.picking.set(Some(Picking { company, starts: facts.get_value(), price: at }));
    };
    // The first company offered can be picked on the chart from the beginning.
    if desk.pointing.picking.with_untracked(Option::is_none) {
        pick(first);
    }
    on_cleanup(move || drop(desk.pointing.picking.try_set(None)));
    Effect::new(move || {
        let on_chart = desk.pointing.picking.with(|picking| {
            picking.as_ref().filter(|picking| picking.company == company).map(|picking| picking.price)
        });
        if let Some(at) = on_chart.filter(|at| *at != price.get_untracked()) {
            price.set(at);
        }
    });
    let options = starts.iter().map(|(at, _)| {
        let at = *at;
        view! { <option value=at.0.to_string() selected=move || price.get() == at>{desk.money(at)}</option> }
    });
    let options = options.collect_view();
    let label = heading.clone();
    let buttons = move || {
        let percents = starts.iter().find(|(at, _)| *at == price.get()).map(|(_, all)| all.to_vec());
        let label = label.clone();
        let button = move |percent: u8| {
            let start = Action::Start { company, price: price.get(), percent };
            let costs = with_scene(desk, |scene| par::cost(scene, &start));
            let costs = costs.map(|cost| format!(" for {}", desk.money(cost))).unwrap_or_default();
            let action = (wrap.0)(start);
            let armed = armed(desk, action.clone());
            view! {
                <button
                    aria-label=format!("{label} with {percent}%{costs}")
                    aria-pressed=move || armed.get().to_string()
                    on:click=move |_| desk.arm_or_do(action.clone())
                >
                    {format!("{percent}%{costs}")}
                </button>
            }
        };
        percents.unwrap_or_default().into_iter().map(button).collect_view()
    };
    let says = move || {
        let found = facts.with_value(|facts| facts.iter().find(|start| start.price == price.get()).cloned());
        let says = found.map(|start| par::words(&start)).unwrap_or_default();
        says.iter().map(|says| view! { <li>{desk.say(says)}</li> }).collect_view()
    };
    view! {
        <div class="offer several" role="group" aria-label=heading.clone() on:focusin=move |_| pick(price.get_untracked())>
            <span>{heading.clone()}</span>
            <span class="row">
                <select
                    aria-label=format!("{heading}: price")
                    on:change=move |event| pick(Money(event_target_value(&event).parse().unwrap_or(0)))
                >
                    {options}
                </select>
                {buttons}
            </span>
            <ul class="facts plain">{says}</ul>
        </div>
    }
    .into_any()
}
