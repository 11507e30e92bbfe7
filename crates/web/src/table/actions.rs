//! What can I do: everything that is offered, and what is looked for but not possible now.

use super::about;
use super::board::hex_of;
use super::desk::{Desk, Moment, desk};
use super::emergency::EmergencyDesk;
use super::end::EndOfGame;
use super::history::{ForkButton, TakeBackTo};
use super::offer::{HexChoice, OfferForm, with_scene};
use super::orders::Orders;
use super::panels::Fill;
use super::restructuring;
use super::routes::RouteDesk;
use super::sealed::SealedDesk;
use super::wishes::Trouble;
use crate::browser::is_open;
use crate::learn::lesson_at;
use crate::rules::rule_button;
use ferrata_client::cannot::cannot;
use ferrata_client::deal::Deal;
use ferrata_client::restructuring::ahead;
use ferrata_client::scene::capital;
use ferrata_client::words::{self, Group};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::name::HexName;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Outcome, Title, Turn};
use leptos::ev::Event;
use leptos::prelude::*;
use leptos_router::components::A;

/// What the panel shows. It is drawn anew only when this changes: what is being typed stays.
#[derive(Clone, PartialEq, Debug)]
enum Shown {
    /// The past, after this entry.
    Past(u64),
    /// What may be done.
    Offers(Moment),
    /// Somebody else decides.
    Waiting(SeatId),
    /// Decisions in secret.
    Sealed,
    /// Chance decides this.
    Chance(String),
    /// The end.
    Over(Outcome),
}

impl Shown {
    fn now(desk: Desk) -> Shown {
        desk.moment.with(|moment| match moment.game.turn() {
            _ if !moment.live => Shown::Past(moment.number),
            Turn::Seat(seat) if desk.is_mine(seat) => Shown::Offers(moment.clone()),
            Turn::Seat(seat) => Shown::Waiting(seat),
            Turn::Sealed(_) => Shown::Sealed,
            Turn::Chance(draw) => Shown::Chance(desk.say(&draw.what)),
            Turn::Over(outcome) => Shown::Over(outcome),
        })
    }
}

/// The panel with all offers.
#[component]
pub(super) fn ActionsPanel() -> impl IntoView {
    let desk = desk();
    let shown = Memo::new(move |_| Shown::now(desk));
    // Whether the reasons against the rest are open: they stay so from one decision to the next.
    let reasons = RwSignal::new(false);
    let content = move || match shown.get() {
        Shown::Past(number) => view! { <Past number /> }.into_any(),
        Shown::Offers(moment) => view! { <Offers offers=moment.offers.to_vec() reasons /> }.into_any(),
        Shown::Waiting(seat) => {
            view! { <p class="quiet">{format!("Waiting for {}.", desk.name(seat))}</p> }.into_any()
        }
        Shown::Sealed => view! { <SealedDesk /> }.into_any(),
        Shown::Chance(what) => view! { <p class="quiet">{format!("Chance decides: {what}.")}</p> }.into_any(),
        Shown::Over(outcome) => view! { <EndOfGame outcome /> }.into_any(),
    };
    let panel = NodeRef::<leptos::html::Section>::new();
    Effect::new(move || {
        shown.track();
        // A new decision is read from its beginning. With the next picture: now all of the page would be measured for it.
        if let Some(panel) = panel.get() {
            request_animation_frame(move || panel.set_scroll_top(0));
        }
    });
    view! {
        <section class="panel act" data-panel="act" aria-label="What can I do" tabindex="-1" node_ref=panel>
            <h2>{move || heading(desk)}</h2>
            <LessonBox />
            <ConsentQuestion />
            <Trouble />
            <DealOnTable />
            <EmergencyDesk />
            {content}
            <Orders />
            <Show when=move || desk.plays()>
                <div class="row foot">
                    <button disabled=move || !desk.may_take_back() on:click=move |_| desk.take_back()>
                        "Undo"
                    </button>
                </div>
            </Show>
            <Fill panel="act" />
        </section>
    }
}

/// What a lesson says now, at a table that is one.
#[component]
fn LessonBox() -> impl IntoView {
    let desk = desk();
    let lesson = desk.info.with_untracked(|info| lesson_at(&info.id));
    move || {
        let live = desk.moment.with(|moment| moment.live);
        let lesson = lesson.as_ref().filter(|_| live)?;
        let (says, begins) =
            desk.timeline.with(|timeline| (lesson.says(timeline).to_owned(), timeline.is_empty()));
        let first = lesson.first.clone();
        let show =
            begins.then(|| view! { <button on:click=move |_| desk.arm(first.clone())>"Show me"</button> });
        Some(view! { <div class="lesson"><p role="status">{says}</p> {show}</div> })
    }
}

/// The deal that somebody is asked about: its terms, and what both sides have before and after. Everybody may read it.
#[component]
fn DealOnTable() -> impl IntoView {
    let desk = desk();
    let deal = Memo::new(move |_| desk.deal());
    move || {
        let Deal { from, to, terms, money } = deal.get()?;
        let agreed = Entry::seat(to, Action::Accept);
        let restructured = desk.moment.with_untracked(|moment| ahead(&moment.game, &agreed));
        let who = |party: Party| match party {
            Party::Seat(seat) => desk.name(seat),
            Party::Company(company) => company.to_string(),
            Party::Offering | Party::Bank => String::new(),
        };
        let rows = money.into_iter().map(|(party, before, then)| {
            let change = format!("{} → {}", desk.money(before), desk.money(then));
            view! { <tr><th scope="row">{who(party)}</th><td>{change}</td></tr> }
        });
        let rows = rows.collect_view();
        let money = match rows.is_empty() {
            true => view! { <p class="money quiet">"Nobody's money changes."</p> }.into_any(),
            false => view! {
                <table class="money">
                    <caption class="quiet">"Money before and after"</caption>
                    <tbody>{rows}</tbody>
                </table>
            }
            .into_any(),
        };
        Some(view! {
            <div class="deal" role="group" aria-label="The deal on the table">
                <p class="quiet">{format!("{} proposes to {}:", desk.name(from), desk.name(to))}</p>
                <p class="terms">{terms} "."</p>
                {match restructured {
                    Some(found) => restructuring::card(desk, found),
                    None => money,
                }}
            </div>
        })
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
fn Past(number: u64) -> impl IntoView {
    let desk = desk();
    let position = format!("/position/{}?at={number}", desk.info.with_untracked(|info| info.id.clone()));
    view! {
        <p>{format!("You are looking back at the table after entry {number}.")}</p>
        <div class="row">
            <button class="primary" on:click=move |_| desk.at.set(None)>"Back to now"</button>
            <A href=position attr:class="button">"Copy as a position"</A>
        </div>
        // On a phone held sideways the head has no room for what else one does from here.
        <div class="row sideways"><TakeBackTo /><ForkButton /></div>
    }
}

/// Somebody asks for the others' consent.
#[component]
fn ConsentQuestion() -> impl IntoView {
    let desk = desk();

    move || {
        let asked = desk.others.asked.get()?;
        let asks_me = desk.is_asked(&asked);
        let (label, words) = super::wishes::words(desk, &asked);
        let lost = super::wishes::losses(desk, &asked.wish);
        let request = StoredValue::new(asked.id);
        let answer = move |agree: bool| desk.answer(request.get_value(), agree);
        Some(view! {
            <div class="question" role="alertdialog" aria-label=label>
                <p>{words}</p>
                {lost}
                <Show when=move || asks_me>
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
fn Offers(offers: Vec<Offer>, reasons: RwSignal<bool>) -> impl IntoView {
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
    // Who has to raise money looks for sales first.
    let raises = desk.moment.with_untracked(|moment| moment.game.need().is_some());
    groups.sort_by_key(|(group, _)| (!(raises && *group == Group::Sell), *group));
    for (_, offers) in &mut groups {
        offers.sort_by_key(words::rank);
    }
    let groups = groups.into_iter().map(|(group, offers)| view! { <OfferGroup group offers /> });
    let groups = groups.collect_view();
    let tiles = hexes(desk, &offers, |offer| matches!(offer, Offer::LayTile { .. }));
    // An event that is answered on the board says here what it is; others say it beside their answers.
    let told = offers.iter().any(|offer| matches!(offer, Offer::Choose { .. }));
    let events = (!told).then(|| about::events(desk)).flatten();
    view! {
        {events}
        {(!tiles.is_empty()).then(|| view! { <HexChoice label="Lay a tile" hexes=tiles /> })}
        {runs.then(|| view! { <RouteDesk /> })}
        {groups}
        <Impossible open=reasons />
    }
}

/// Offers that belong together. Deals with other players are many and seldom meant: they wait to be opened.
#[component]
fn OfferGroup(group: Group, offers: Vec<Offer>) -> impl IntoView {
    let closed = group == Group::Deals;
    let forms = move || offers.iter().map(|offer| view! { <OfferForm offer=offer.clone() /> }).collect_view();
    if closed {
        // What nobody has opened is not drawn; what is closed again keeps what was typed.
        let drawn = RwSignal::new(false);
        let forms = move || drawn.get().then(&forms);
        let toggled = move |event: Event| {
            if is_open(&event) && !drawn.get_untracked() {
                drawn.set(true);
            }
        };
        return view! { <details class="group" on:toggle=toggled><summary>{group.title()}</summary>{forms}</details> }
            .into_any();
    }
    // Whoever passes need not scroll past all that could be done instead.
    let passes = group == Group::Pass;
    view! { <fieldset class="group" class:pass=passes><legend>{group.title()}</legend>{forms()}</fieldset> }
        .into_any()
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

/// What players look for but cannot do now, with the reason and the rule; worked out while it is open.
#[component]
fn Impossible(open: RwSignal<bool>) -> impl IntoView {
    let desk = desk();
    let list = move || {
        open.get().then(|| {
            let offers = desk.moment.with(|moment| moment.offers.clone());
            let all = with_scene(desk, |scene| cannot(scene, &offers));
            if all.is_empty() {
                return view! { <p class="cannot quiet">"Whatever belongs to this decision is possible."</p> }.into_any();
            }
            let lines = all.into_iter().map(|cannot| {
                let rule = cannot.rule.map(|rule| rule_button(desk.rules, rule.to_string()));
                view! { <li><strong>{capital(&cannot.words)}</strong> ": " {cannot.reason} " " {rule}</li> }
            });
            view! { <ul class="cannot">{lines.collect_view()}</ul> }.into_any()
        })
    };
    // The page says whether it is open, not we: it may be the same element as at the decision before.
    let toggled = move |event: Event| open.set(is_open(&event));
    view! {
        <details prop:open=move || open.get() on:toggle=toggled>
            <summary>"What is not possible now, and why"</summary>
            {list}
        </details>
    }
}
