//! What can I do: everything that is offered, and what is looked for but not possible now.

use super::board::hex_of;
use super::desk::{Desk, desk};
use super::offer::{HexChoice, OfferForm, with_scene};
use super::routes::RouteDesk;
use super::sealed::SealedDesk;
use ferrata_client::cannot::cannot;
use ferrata_client::words::{self, Group};
use ferrata_engine::name::HexName;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Title, Turn};
use ferrata_wire::Wish;
use leptos::prelude::*;

/// The panel with all offers.
#[component]
pub(super) fn ActionsPanel() -> impl IntoView {
    let desk = desk();
    let content = move || {
        let moment = desk.moment.get();
        if !moment.live {
            return view! { <Past /> }.into_any();
        }
        match moment.game.turn() {
            Turn::Seat(seat) if desk.is_mine(seat) => {
                view! { <Offers offers=moment.offers.to_vec() /> }.into_any()
            }
            Turn::Seat(seat) => {
                view! { <p class="quiet">{format!("Waiting for {}.", desk.name(seat))}</p> }.into_any()
            }
            Turn::Sealed(_) => view! { <SealedDesk /> }.into_any(),
            Turn::Chance(draw) => {
                view! { <p class="quiet">{format!("Chance decides: {}.", draw.what)}</p> }.into_any()
            }
            Turn::Over(outcome) => view! { <Result outcome /> }.into_any(),
        }
    };
    view! {
        <section class="panel act" data-panel="act" aria-label="What can I do">
            <h2>{move || heading(desk)}</h2>
            <ConsentQuestion />
            {content}
            <div class="row foot">
                <button
                    disabled=move || desk.moment.with(|moment| moment.number == 0 || !moment.live)
                    on:click=move |_| desk.take_back()
                >
                    "Take back"
                </button>
            </div>
        </section>
    }
}

fn heading(desk: Desk) -> String {
    desk.moment.with(|moment| match (moment.live, moment.game.turn()) {
        (true, Turn::Seat(seat)) if desk.is_mine(seat) => {
            let who = desk.name(seat);
            match moment.view.operating {
                Some(company) => format!("{who} for {company}"),
                None => who,
            }
        }
        _ => "At the table".to_owned(),
    })
}

#[component]
fn Past() -> impl IntoView {
    let desk = desk();
    let number = desk.moment.with_untracked(|moment| moment.number);
    view! {
        <p>{format!("You are looking back at the table after entry {number}.")}</p>
        <button class="primary" on:click=move |_| desk.at.set(None)>"Back to now"</button>
    }
}

/// Somebody asks for the others' consent.
#[component]
fn ConsentQuestion() -> impl IntoView {
    let desk = desk();

    move || {
        let asked = desk.asked.get()?;
        let seat = ferrata_engine::id::SeatId(asked.seat);
        let own = desk.is_mine(seat);
        let name = desk.name(seat);
        let (label, words) = match asked.wish {
            Wish::Undo { to } => ("A wish to take back", format!("{name} asks to go back to entry {to}.")),
            Wish::Rules => {
                ("A question about the rules", format!("{name} asks to go on by the rules as they are now."))
            }
            Wish::Close => {
                ("A wish to end the game", format!("{name} asks to end the game here, without a result."))
            }
        };
        let request = StoredValue::new(asked.id);
        let answer = move |agree: bool| desk.answer(request.get_value(), agree);
        Some(view! {
            <div class="question" role="alertdialog" aria-label=label>
                <p>{words}</p>
                <Show when=move || !own>
                    <div class="row">
                        <button class="primary" on:click=move |_| answer(true)>"Agree"</button>
                        <button on:click=move |_| answer(false)>"Decline"</button>
                    </div>
                </Show>
            </div>
        })
    }
}

#[component]
fn Offers(offers: Vec<Offer>) -> impl IntoView {
    let desk = desk();
    let runs = offers.iter().any(|offer| matches!(offer, Offer::Run { .. }));
    let mut groups: Vec<(Group, Vec<Offer>)> = Vec::new();
    for offer in offers.iter().filter(|offer| !on_board_only(offer)) {
        let group = words::group(offer);
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, list)) => list.push(offer.clone()),
            None => groups.push((group, vec![offer.clone()])),
        }
    }
    groups.sort_by_key(|(group, _)| *group);
    let groups = groups.into_iter().map(|(group, offers)| view! { <OfferGroup group offers /> });
    let groups = groups.collect_view();
    let tiles = hexes(desk, &offers, |offer| matches!(offer, Offer::LayTile { .. }));
    view! {
        {(!tiles.is_empty()).then(|| view! { <HexChoice label="Lay a tile" hexes=tiles /> })}
        {runs.then(|| view! { <RouteDesk /> })}
        {groups}
        <Impossible />
    }
}

/// Offers that belong together. Deals with other players are many and seldom meant: they wait to be opened.
#[component]
fn OfferGroup(group: Group, offers: Vec<Offer>) -> impl IntoView {
    let closed = group == Group::Deals;
    let forms = move || offers.iter().map(|offer| view! { <OfferForm offer=offer.clone() /> }).collect_view();
    if closed {
        return view! { <details class="group"><summary>{group.title()}</summary>{forms()}</details> }
            .into_any();
    }
    view! { <fieldset class="group"><legend>{group.title()}</legend>{forms()}</fieldset> }.into_any()
}

/// Offers that are taken up on the board, or have a desk of their own.
fn on_board_only(offer: &Offer) -> bool {
    matches!(offer, Offer::LayTile { .. } | Offer::Run { .. })
}

fn hexes(desk: Desk, offers: &[Offer], which: impl Fn(&Offer) -> bool) -> Vec<(HexName, String)> {
    let mut hexes: Vec<HexName> = offers.iter().filter(|offer| which(offer)).filter_map(hex_of).collect();
    hexes.sort();
    hexes.dedup();
    let place = |hex: HexName| desk.timeline.with_untracked(|timeline| timeline.names().place(hex));
    hexes.into_iter().map(|hex| (hex, place(hex))).collect()
}

/// What players look for but cannot do now, with the reason and the rule; worked out when it is opened.
#[component]
fn Impossible() -> impl IntoView {
    let desk = desk();
    let open = RwSignal::new(false);
    let list = move || {
        open.get().then(|| {
            let all = with_scene(desk, |scene| {
                cannot(scene, &desk.moment.with_untracked(|moment| moment.offers.clone()))
            });
            let lines = all.into_iter().map(|cannot| {
                let rule = cannot.rule.map(|rule| view! { <span class="rule">{rule.to_string()}</span> });
                view! { <li><strong>{cannot.words}</strong> ": " {cannot.reason} " " {rule}</li> }
            });
            view! { <ul class="cannot">{lines.collect_view()}</ul> }
        })
    };
    view! {
        <details on:toggle=move |_| open.update(|open| *open = !*open)>
            <summary>"What is not possible now, and why"</summary>
            {list}
        </details>
    }
}

#[component]
fn Result(outcome: ferrata_engine::turn::Outcome) -> impl IntoView {
    let desk = desk();
    let rows = outcome.standings.into_iter().enumerate().map(|(place, (seat, worth))| {
        view! { <li>{format!("{}. {} {}", place + 1, desk.name(seat), desk.money(worth))}</li> }
    });
    view! {
        <p>{format!("The game is over: {}.", outcome.reason)}</p>
        <ol class="plain">{rows.collect_view()}</ol>
    }
}
