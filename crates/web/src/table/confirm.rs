//! What is about to be done, what it would change, and the choice between what can be done on a hex.

use super::board::{actions_at, turn};
use super::desk::{Desk, Pending, desk};
use super::offer::{cost_of, with_scene, words_of};
use super::restructuring;
use ferrata_client::restructuring::ahead;
use ferrata_client::{preview, weigh};
use ferrata_draw::{Options, tile};
use ferrata_engine::action::Action;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::Entry;
use leptos::prelude::*;
use std::time::Duration;

/// After so long begins what can wait until the table is on the screen: a search, a question to the server.
pub(super) const LATER: Duration = Duration::from_millis(40);

/// The bar with the armed action.
#[component]
pub(super) fn ConfirmBar() -> impl IntoView {
    let desk = desk();
    let armed = move || desk.pending.with(Option::is_some);
    view! {
        <div class="confirm" role="region" aria-label="To be confirmed" aria-live="polite" hidden=move || !armed()>
            {move || desk.pending.get().map(|pending| view! { <Armed pending /> })}
        </div>
    }
}

#[component]
fn Armed(pending: Pending) -> impl IntoView {
    let desk = desk();
    // A sentence, as the log will tell it.
    let words = format!("{} {}", desk.name(pending.seat), words_of(desk, &pending.action));
    let turns = matches!(pending.action, Action::LayTile { .. });
    let effects = effects(desk, &pending);
    let entry = Entry::seat(pending.seat, pending.action.clone());
    let restructured = desk.moment.with_untracked(|moment| ahead(&moment.game, &entry));
    let later = runs_later(desk, entry);
    let cancel = move || {
        desk.pending.set(None);
        desk.pointing.chosen.set(None);
    };
    view! {
        <Alternatives chosen=pending.action.clone() />
        <div class="armed">
            <p>
                <strong>{words}</strong>
                {cost_of(desk, &pending.action).map(|cost| format!(" for {cost}"))}
            </p>
            {match restructured {
                Some(found) => restructuring::card(desk, found),
                None => view! { <ul class="effects">{lines(effects)} {move || lines(later.get())}</ul> }.into_any(),
            }}
        </div>
        <div class="row">
            <Show when=move || turns>
                <button title="Turn the tile (R)" on:click=move |_| turn(desk, 1)>"Turn"</button>
            </Show>
            <button
                class="primary"
                title="Confirm (Enter)"
                disabled=move || desk.on_its_way.busy.get()
                on:click=move |_| desk.confirm()
            >
                "Confirm"
            </button>
            <button title="Cancel (Escape)" on:click=move |_| cancel()>"Cancel"</button>
        </div>
    }
}

fn lines(all: Vec<String>) -> impl IntoView {
    all.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()
}

/// What a tile, a station or a train does to runs. It is searched for once the rest is on the screen.
pub(super) fn runs_later(desk: Desk, entry: Entry) -> RwSignal<Vec<String>> {
    let found = RwSignal::new(Vec::new());
    let builds = matches!(
        entry.action,
        Action::LayTile { .. }
            | Action::PlaceToken { .. }
            | Action::BuyTrain { .. }
            | Action::BuildLine { .. }
    );
    if !builds {
        return found;
    }
    set_timeout(
        move || {
            let Some(game) = desk.moment.try_with_untracked(|moment| moment.game.clone()) else { return };
            let own = weigh::own_run(&game, &entry).into_iter();
            let blocks = matches!(entry.action, Action::PlaceToken { .. });
            let blocked = if blocks { weigh::blocked(&game, &entry) } else { Vec::new() };
            let words = own.map(|change| desk.say(&weigh::run_words(&change)));
            let blocked =
                blocked.iter().map(|change| format!("blocks: {}", desk.say(&weigh::run_words(change))));
            let _ = found.try_set(words.chain(blocked).collect());
        },
        LATER,
    );
    found
}

/// What the action would change, in short lines.
fn effects(desk: Desk, pending: &Pending) -> Vec<String> {
    let entry = Entry::seat(pending.seat, pending.action.clone());
    let preview = desk.moment.with_untracked(|moment| preview::after(&moment.game, &entry));
    let Some(preview) = preview else { return Vec::new() };
    let signed = |amount: Money| match amount.0 {
        ..0 => format!("−{}", desk.money(-amount)),
        _ => format!("+{}", desk.money(amount)),
    };
    let price = |price: Option<Money>| price.map_or("–".to_owned(), |price| desk.money(price));
    let prices = preview.prices.iter();
    let prices = prices
        .map(|change| format!("{}: price {} → {}", change.company, price(change.from), price(change.to)));
    let companies =
        preview.companies.iter().map(|(company, change)| format!("{company}: treasury {}", signed(*change)));
    let players = preview
        .players
        .iter()
        .map(|(seat, change)| format!("{}: cash {}", desk.name(*seat), signed(*change)));
    let worth = preview.worth_of(pending.seat);
    let worth =
        (worth != Money::ZERO).then(|| format!("{}: worth {}", desk.name(pending.seat), signed(worth)));
    let facts = facts(desk, &entry);
    facts.into_iter().chain(prices).chain(companies).chain(players).chain(worth).collect()
}

/// What is to be known of a tile or a train beside its price.
fn facts(desk: Desk, entry: &Entry) -> Vec<String> {
    let cost = || {
        let offered = desk.moment.with_untracked(|moment| moment.offers.clone());
        offered.iter().find_map(|offer| match offer {
            Offer::LayTile { cost, .. } if offer.covers(&entry.action) => Some(*cost),
            _ => None,
        })
    };
    with_scene(desk, |scene| {
        let facts = match entry.action {
            Action::LayTile { .. } => weigh::tile(scene, &entry.action, cost().unwrap_or_default()),
            Action::BuyTrain { .. } => weigh::train(scene, entry),
            _ => Vec::new(),
        };
        facts.iter().map(|fact| scene.say(fact)).collect()
    })
}

/// Everything that can be done on the chosen hex; tiles as pictures.
#[component]
fn Alternatives(chosen: Action) -> impl IntoView {
    let desk = desk();
    let actions = desk
        .pointing
        .chosen
        .get_untracked()
        .map(|hex| desk.moment.with_untracked(|moment| actions_at(&moment.offers, hex)));
    let actions = actions.unwrap_or_default();
    if actions.len() < 2 {
        return ().into_any();
    }
    let buttons = actions.into_iter().map(|action| {
        let same = same_thing(&action, &chosen);
        let words = words_of(desk, &action);
        let content = match picture(desk, &action) {
            Some(svg) => view! { <span class="tile" aria-hidden="true" inner_html=svg></span> }.into_any(),
            None => view! { <span>{words.clone()}</span> }.into_any(),
        };
        view! {
            <button
                class="alternative"
                aria-pressed=same.to_string()
                aria-label=words.clone()
                title=words
                on:click=move |_| desk.arm(action.clone())
            >
                {content}
            </button>
        }
    });
    view! { <div class="alternatives" role="group" aria-label="What can be done on this hex">{buttons.collect_view()}</div> }
        .into_any()
}

/// Whether two actions differ in nothing but how a tile is turned.
fn same_thing(one: &Action, other: &Action) -> bool {
    match (one, other) {
        (Action::LayTile { hex, tile, by, .. }, Action::LayTile { hex: on, tile: which, by: with, .. }) => {
            (hex, tile, by) == (on, which, with)
        }
        _ => one == other,
    }
}

fn picture(desk: Desk, action: &Action) -> Option<String> {
    let Action::LayTile { tile: name, rotation, .. } = action else { return None };
    let parts = desk.parts();
    let found = parts.tiles.tile(parts.tiles.id(*name)?)?;
    Some(tile(found, *rotation, parts.map.layout, &Options::default()))
}
