//! An offer as a button or a small form.

use super::about;
use super::board::choose;
use super::confirm::{LATER, runs_later};
use super::desk::{Desk, desk};
use super::dividend::dividend;
use super::emergency::still_missing;
use super::start::StartForm;
use ferrata_client::scene::{Scene, capital};
use ferrata_client::{preview, weigh, words};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::turn::Entry;
use leptos::prelude::*;

/// An action in words.
pub(super) fn words_of(desk: Desk, action: &Action) -> String {
    with_scene(desk, |scene| scene.say(&words::action_words(action, scene)))
}

/// Words need the table around them.
pub(super) fn with_scene<T>(desk: Desk, then: impl FnOnce(&Scene<'_>) -> T) -> T {
    desk.timeline.with_untracked(|timeline| {
        desk.moment.with_untracked(|moment| then(&Scene::new(&moment.game, &moment.view, timeline.names())))
    })
}

/// The same for what must follow the table.
pub(super) fn scene_of<T>(desk: Desk, then: impl FnOnce(&Scene<'_>) -> T) -> T {
    desk.moment.track();
    with_scene(desk, then)
}

/// What an action on the board costs.
pub(super) fn cost_of(desk: Desk, action: &Action) -> Option<String> {
    let cost = desk.moment.with_untracked(|moment| {
        moment.offers.iter().find(|offer| offer.covers(action)).and_then(|offer| match offer {
            Offer::LayTile { cost, .. }
            | Offer::PlaceToken { cost, .. }
            | Offer::BuildLine { cost, .. }
            | Offer::PlaceMarker { cost, .. } => Some(*cost),
            _ => None,
        })
    });
    cost.filter(|cost| *cost != Money::ZERO).map(|cost| desk.money(cost))
}

/// An offer of any kind.
#[component]
pub(super) fn OfferForm(offer: Offer) -> impl IntoView {
    let desk = desk();
    let heading = with_scene(desk, |scene| words::heading(&offer, scene));
    match about::offered(desk, &offer) {
        Some(about) => {
            view! { <div class="explained">{form(desk, heading, offer, &|action| action)} {about}</div> }
                .into_any()
        }
        None => form(desk, heading, offer, &|action| action),
    }
}

/// How the action that a form makes is handed in: as it is, or wrapped into a proposal.
type Wrap = &'static (dyn Fn(Action) -> Action + Send + Sync);

/// The same, for a component to own.
#[derive(Clone, Copy)]
pub(super) struct Wrapped(pub(super) Wrap);

fn form(desk: Desk, heading: String, offer: Offer, wrap: Wrap) -> AnyView {
    match offer {
        Offer::Bid { card, prices } => {
            priced(desk, heading, prices, wrap, move |amount| Action::Bid { card, amount })
        }
        Offer::Buy { buyer, company, percent, from, prices } => {
            priced(desk, heading, prices, wrap, move |price| Action::Buy {
                buyer,
                company,
                percent,
                from,
                price,
            })
        }
        Offer::BuyCard { buyer, card, from, prices } => {
            priced(desk, heading, prices, wrap, move |price| Action::BuyCard { buyer, card, from, price })
        }
        Offer::BuySlot { from, hex, stop, prices } => {
            priced(desk, heading, prices, wrap, move |price| Action::BuySlot { from, hex, stop, price })
        }
        Offer::BuyTrain { train, from, prices } => {
            let bought = move |price| Action::BuyTrain { train, from, price };
            let form = priced(desk, heading, prices, wrap, bought);
            view! { <div class="explained">{form} {train_facts(desk, bought(prices.min))}</div> }.into_any()
        }
        Offer::Loan { amounts } => priced(desk, heading, amounts, wrap, |amount| Action::Loan { amount }),
        Offer::Sell { seller, company, percents, price, per } => {
            // What each amount brings stands on its button.
            let brings = move |percent: u8| Money(price.0 * i32::from(percent) / i32::from(per.max(1)));
            let sell = move |percent| {
                let action = Action::Sell { seller, company, percent };
                let missing = still_missing(desk, &action).unwrap_or_default();
                (format!("{percent}% for {}{missing}", desk.money(brings(percent))), action)
            };
            let moved = price_moves(desk, company, &percents, seller);
            several_with(desk, heading, percents.into_iter().map(sell).collect(), Some(moved), wrap)
        }
        Offer::BuyTokens { company, min, max, each } => {
            let costs = move |count: u8| match each.0 * i32::from(count) {
                0 => String::new(),
                cost => format!(" for {}", desk.money(Money(cost))),
            };
            let buy =
                move |count: u8| (format!("{count}{}", costs(count)), Action::BuyTokens { company, count });
            several(desk, heading, (min..=max).map(buy).collect(), wrap)
        }
        Offer::Settle { ways, .. } => dividend(desk, &heading, &ways),
        // Where there is nothing to choose, the heading says it all.
        Offer::Merge { with, into } if into.len() == 1 => {
            let into = into.first().copied().unwrap_or(with);
            single(desk, heading, wrap(Action::Merge { with, into }))
        }
        Offer::Merge { with, into } => {
            let merge = move |into: CompanyName| (format!("into {into}"), Action::Merge { with, into });
            several(desk, heading, into.into_iter().map(merge).collect(), wrap)
        }
        Offer::Transform { into } => {
            let transform = |into: CompanyName| (format!("into {into}"), Action::Transform { into });
            several(desk, heading, into.into_iter().map(transform).collect(), wrap)
        }
        Offer::Choose { options, .. } => {
            let labels = with_scene(desk, |scene| words::option_labels(&options, scene));
            let answers = labels.into_iter().map(|(option, means)| (means, Action::Choose { option }));
            several(desk, heading, answers.collect(), wrap)
        }
        offer @ Offer::Start { .. } => view! { <StartForm heading offer wrap=Wrapped(wrap) /> }.into_any(),
        Offer::Propose { deal, .. } => {
            form(desk, heading, *deal, &|action| Action::Propose { deal: Box::new(action) })
        }
        // Tiles and tokens are chosen on the board, routes and sheets have forms of their own.
        Offer::LayTile { .. } | Offer::Run { .. } | Offer::Sheet { .. } | Offer::Drawn { .. } => {
            ().into_any()
        }
        Offer::PlaceToken { cost, .. } | Offer::BuildLine { cost, .. } | Offer::PlaceMarker { cost, .. } => {
            let action = offer.samples().into_iter().next();
            let heading =
                if cost > Money::ZERO { format!("{heading} for {}", desk.money(cost)) } else { heading };
            action.map(|action| single(desk, heading, wrap(action))).into_any()
        }
        simple @ (Offer::Pass { .. }
        | Offer::UseCard { .. }
        | Offer::RemoveToken { .. }
        | Offer::Discard { .. }
        | Offer::Accept
        | Offer::Decline) => {
            let action = simple.samples().into_iter().next();
            action.map(|action| single(desk, heading, wrap(action))).into_any()
        }
    }
}

/// What is to be known of a train before it is bought; its best run follows when it is found.
fn train_facts(desk: Desk, action: Action) -> impl IntoView {
    let entry = untrack(|| desk.actor()).map(|seat| Entry::seat(seat, action));
    let facts = entry.as_ref().map(|entry| {
        with_scene(desk, |scene| {
            weigh::train(scene, entry).iter().map(|fact| scene.say(fact)).collect::<Vec<_>>()
        })
    });
    let facts = facts.unwrap_or_default();
    let run = entry.map(|entry| runs_later(desk, entry));
    view! {
        <p class="facts">
            {move || {
                let found = run.map(|run| run.get()).unwrap_or_default();
                [facts.clone(), found].concat().join(" · ")
            }}
        </p>
    }
}

/// Where the price goes with each amount sold, in the order of the amounts; worked out once the buttons are there.
fn price_moves(desk: Desk, company: CompanyName, percents: &[u8], seller: Party) -> RwSignal<Vec<String>> {
    let moves = RwSignal::new(Vec::new());
    let (seat, percents) = (untrack(|| desk.actor()), percents.to_vec());
    set_timeout(
        move || {
            let Some(game) = desk.moment.try_with_untracked(|moment| moment.game.clone()) else { return };
            let moved = |percent: u8| {
                let entry = Entry::seat(seat?, Action::Sell { seller, company, percent });
                let preview = preview::after(&game, &entry)?;
                let change = preview.prices.iter().find(|change| change.company == company)?;
                Some(format!("price {} → {}", desk.money(change.from?), desk.money(change.to?)))
            };
            let all = percents.iter().map(|percent| moved(*percent).unwrap_or_default());
            let _ = moves.try_set(all.collect());
        },
        LATER,
    );
    moves
}

/// One button.
fn single(desk: Desk, heading: String, action: Action) -> AnyView {
    single_with(desk, heading, None, action)
}

/// One button, with something quiet behind its name, which is no part of the name (the style writes it).
fn single_with(desk: Desk, heading: String, quiet: Option<String>, action: Action) -> AnyView {
    let armed = armed(desk, action.clone());
    view! {
        <button
            class="offer"
            aria-label=heading.clone()
            aria-description=quiet.clone()
            data-quiet=quiet
            aria-pressed=move || armed.get().to_string()
            on:click=move |_| desk.arm_or_do(action.clone())
        >
            {heading.clone()}
        </button>
    }
    .into_any()
}

/// What the buyer of shares has left.
fn left_after(desk: Desk, action: &Action, price: Money) -> Option<String> {
    let Action::Buy { buyer, .. } = action else { return None };
    let cash = desk.moment.with_untracked(|moment| match buyer {
        Party::Seat(seat) => moment.view.players.get(seat.index()).map(|player| player.cash),
        Party::Company(company) => {
            moment.view.companies.iter().find(|view| view.name == *company).map(|view| view.cash)
        }
        Party::Offering | Party::Bank => None,
    });
    cash.filter(|cash| *cash >= price).map(|cash| format!("{} left", desk.money(cash - price)))
}

/// Whether an action is the one that waits to be confirmed.
pub(super) fn armed(desk: Desk, action: Action) -> Memo<bool> {
    Memo::new(move |_| {
        desk.pending.with(|pending| pending.as_ref().is_some_and(|pending| pending.action == action))
    })
}

/// A heading with a button for each of a few answers.
fn several(desk: Desk, heading: String, choices: Vec<(String, Action)>, wrap: Wrap) -> AnyView {
    several_with(desk, heading, choices, None, wrap)
}

/// The same with something quiet below the name of each button, once that is known.
fn several_with(
    desk: Desk,
    heading: String,
    choices: Vec<(String, Action)>,
    quiet: Option<RwSignal<Vec<String>>>,
    wrap: Wrap,
) -> AnyView {
    let label = heading.clone();
    let buttons = choices.into_iter().enumerate().map(move |(at, (name, action))| {
        let action = wrap(action);
        let armed = armed(desk, action.clone());
        let below = move || quiet.map(|quiet| quiet.with(|all| all.get(at).cloned().unwrap_or_default()));
        view! {
            <button
                aria-label=format!("{label}: {name}")
                aria-description=below
                data-quiet=below
                aria-pressed=move || armed.get().to_string()
                on:click=move |_| desk.arm_or_do(action.clone())
            >
                {capital(&name)}
            </button>
        }
    });
    let buttons = buttons.collect_view();
    view! { <div class="offer several" role="group" aria-label=heading.clone()><span>{heading.clone()}</span><span class="row">{buttons}</span></div> }
        .into_any()
}

/// A fixed price is a button; a range is a field with a button.
fn priced(
    desk: Desk,
    heading: String,
    prices: Prices,
    wrap: Wrap,
    action: impl Fn(Money) -> Action + Copy + Send + Sync + 'static,
) -> AnyView {
    if prices.min == prices.max {
        let price = Some(prices.min).filter(|price| *price > Money::ZERO);
        let price = price.map(|price| format!(" for {}", desk.money(price))).unwrap_or_default();
        let action = wrap(action(prices.min));
        let left = left_after(desk, &action, prices.min);
        return single_with(desk, heading + &price, left, action);
    }
    let amount = RwSignal::new(prices.min.0.to_string());
    let read = move || amount.get().trim().parse().ok().map(Money).filter(|price| prices.contains(*price));
    let wrong = move || read().is_none().then(|| bounds(desk, prices));
    let shown = move || read().map_or("?".to_owned(), |price| desk.money(price));
    let label = format!("{heading}: amount");
    // `Bid L.20`, `Buy for L.20`: the button says by itself what it does. What stands above it whoever hears the page hears again.
    let (verb, rest) = heading.split_once(' ').unwrap_or((&heading, ""));
    let (verb, rest) = (verb.to_owned(), format!(" {rest} "));
    let is_amount = ["Bid", "Take", "Pay"].contains(&verb.as_str());
    view! {
        <form
            class="offer priced"
            on:submit=move |event| {
                event.prevent_default();
                if let Some(price) = read() {
                    desk.arm_or_do(wrap(action(price)));
                }
            }
        >
            <span>{heading.clone()}</span>
            <span class="row">
                <input
                    type="number"
                    inputmode="numeric"
                    aria-label=label
                    min=prices.min.0.to_string()
                    max=prices.max.0.to_string()
                    step=prices.step.0.max(1).to_string()
                    bind:value=amount
                />
                <button disabled=move || read().is_none()>
                    {verb} " " <span class="hidden">{rest}</span> <span class:hidden=is_amount>"for "</span> {shown}
                </button>
            </span>
            <span class="quiet">{bounds(desk, prices)}</span>
            <span class="refused" role="status">{wrong}</span>
        </form>
    }
    .into_any()
}

/// The range of a price in words.
fn bounds(desk: Desk, prices: Prices) -> String {
    let range = format!("{} to {}", desk.money(prices.min), desk.money(prices.max));
    match prices.step.0 {
        ..=1 => range,
        step => format!("{range} in steps of {step}"),
    }
}

/// Hexes on which something can be done, as a list for those who do not use the map.
#[component]
pub(super) fn HexChoice(
    /// What the choice is for.
    label: &'static str,
    hexes: Vec<(HexName, String)>,
) -> impl IntoView {
    let desk = desk();
    let pick = move |name: String| {
        if let Ok(name) = ferrata_engine::name::Name::new(&name) {
            choose(desk, HexName(name));
        }
    };
    let options = hexes.into_iter().map(|(hex, place)| {
        let chosen = move || desk.pointing.chosen.get() == Some(hex);
        view! { <option value=hex.to_string() selected=chosen>{place}</option> }
    });
    let options = options.collect_view();
    view! {
        <label class="offer">
            {label}
            <select on:change=move |event| pick(event_target_value(&event))>
                <option value="" selected=move || desk.pointing.chosen.get().is_none()>"Choose on the board or here"</option>
                {options}
            </select>
        </label>
    }
}
