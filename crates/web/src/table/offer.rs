//! An offer as a button or a small form.

use super::about;
use super::board::choose;
use super::desk::{Desk, desk};
use super::dividend::dividend;
use ferrata_client::scene::Scene;
use ferrata_client::words;
use ferrata_engine::action::Action;
use ferrata_engine::money::Money;
use ferrata_engine::name::HexName;
use ferrata_engine::offer::{Offer, Prices};
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
            priced(desk, heading, prices, wrap, move |price| Action::BuyTrain { train, from, price })
        }
        Offer::Loan { amounts } => priced(desk, heading, amounts, wrap, |amount| Action::Loan { amount }),
        Offer::Sell { seller, company, percents, price, per } => {
            // What each amount brings stands on its button.
            let brings = move |percent: u8| Money(price.0 * i32::from(percent) / i32::from(per.max(1)));
            let sell = move |percent| {
                let label = format!("{percent}% for {}", desk.money(brings(percent)));
                (label, Action::Sell { seller, company, percent })
            };
            several(desk, heading, percents.into_iter().map(sell).collect(), wrap)
        }
        Offer::BuyTokens { company, min, max, .. } => {
            let buy = move |count: u8| (count.to_string(), Action::BuyTokens { company, count });
            several(desk, heading, (min..=max).map(buy).collect(), wrap)
        }
        Offer::Settle { ways, .. } => dividend(desk, &heading, &ways),
        Offer::Merge { with, into } => {
            let merge = move |into: ferrata_engine::name::CompanyName| {
                (into.to_string(), Action::Merge { with, into })
            };
            several(desk, heading, into.into_iter().map(merge).collect(), wrap)
        }
        Offer::Transform { into } => {
            let transform =
                |into: ferrata_engine::name::CompanyName| (into.to_string(), Action::Transform { into });
            several(desk, heading, into.into_iter().map(transform).collect(), wrap)
        }
        Offer::Choose { options, .. } => {
            let labels = with_scene(desk, |scene| words::option_labels(&options, scene));
            let answers = labels.into_iter().map(|(option, means)| (means, Action::Choose { option }));
            several(desk, heading, answers.collect(), wrap)
        }
        Offer::Start { company, starts } => {
            view! { <StartForm heading company starts wrap=Wrapped(wrap) /> }.into_any()
        }
        Offer::Propose { deal, .. } => {
            form(desk, heading, *deal, &|action| Action::Propose { deal: Box::new(action) })
        }
        // Tiles and tokens are chosen on the board, routes and sheets have forms of their own.
        Offer::LayTile { .. } | Offer::Run { .. } | Offer::Sheet { .. } | Offer::Drawn { .. } => {
            ().into_any()
        }
        simple @ (Offer::Pass { .. }
        | Offer::UseCard { .. }
        | Offer::PlaceToken { .. }
        | Offer::BuildLine { .. }
        | Offer::PlaceMarker { .. }
        | Offer::RemoveToken { .. }
        | Offer::Discard { .. }
        | Offer::Accept
        | Offer::Decline) => {
            let action = simple.samples().into_iter().next();
            action.map(|action| single(desk, heading, wrap(action))).into_any()
        }
    }
}

/// One button.
fn single(desk: Desk, heading: String, action: Action) -> AnyView {
    let armed = armed(desk, action.clone());
    view! {
        <button
            class="offer"
            aria-pressed=move || armed.get().to_string()
            on:click=move |_| desk.arm_or_do(action.clone())
        >
            {heading}
        </button>
    }
    .into_any()
}

/// Whether an action is the one that waits to be confirmed.
pub(super) fn armed(desk: Desk, action: Action) -> Memo<bool> {
    Memo::new(move |_| {
        desk.pending.with(|pending| pending.as_ref().is_some_and(|pending| pending.action == action))
    })
}

/// A heading with a button for each of a few answers.
fn several(desk: Desk, heading: String, choices: Vec<(String, Action)>, wrap: Wrap) -> AnyView {
    let label = heading.clone();
    let buttons = choices.into_iter().map(move |(name, action)| {
        let action = wrap(action);
        let armed = armed(desk, action.clone());
        view! {
            <button
                aria-label=format!("{label}: {name}")
                aria-pressed=move || armed.get().to_string()
                on:click=move |_| desk.arm_or_do(action.clone())
            >
                {name.clone()}
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
        return single(desk, heading + &price, wrap(action(prices.min)));
    }
    let amount = RwSignal::new(prices.min.0.to_string());
    let read = move || amount.get().trim().parse().ok().map(Money).filter(|price| prices.contains(*price));
    let wrong = move || read().is_none().then(|| bounds(desk, prices));
    let shown = move || read().map_or("?".to_owned(), |price| desk.money(price));
    let label = format!("{heading}: amount");
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
                <button aria-label=move || format!("{heading} for {}", shown()) disabled=move || read().is_none()>
                    {shown}
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

/// A way to hand in actions that a component can own.
#[derive(Clone, Copy)]
struct Wrapped(Wrap);

/// A company to be started: price and first shares.
#[component]
fn StartForm(
    heading: String,
    company: ferrata_engine::name::CompanyName,
    starts: Vec<(Money, smallvec::SmallVec<[u8; 4]>)>,
    wrap: Wrapped,
) -> impl IntoView {
    let desk = desk();
    let starts = StoredValue::new(starts);
    let price =
        RwSignal::new(starts.with_value(|starts| starts.first().map_or(Money::ZERO, |(price, _)| *price)));
    let percents = Memo::new(move |_| {
        starts.with_value(|starts| {
            let found = starts.iter().find(|(at, _)| *at == price.get());
            found.map(|(_, percents)| percents.to_vec()).unwrap_or_default()
        })
    });
    let prices = starts.with_value(|starts| starts.iter().map(|(price, _)| *price).collect::<Vec<_>>());
    let options =
        prices.into_iter().map(|at| view! { <option value=at.0.to_string()>{desk.money(at)}</option> });
    let options = options.collect_view();
    let label = heading.clone();
    let buttons = move || {
        let label = label.clone();
        percents
            .get()
            .into_iter()
            .map(move |percent| {
                let action = (wrap.0)(Action::Start { company, price: price.get(), percent });
                let armed = armed(desk, action.clone());
                view! {
                    <button
                        aria-label=format!("{label} with {percent}%")
                        aria-pressed=move || armed.get().to_string()
                        on:click=move |_| desk.arm_or_do(action.clone())
                    >
                        {format!("{percent}%")}
                    </button>
                }
            })
            .collect_view()
    };
    view! {
        <div class="offer several" role="group" aria-label=heading.clone()>
            <span>{heading.clone()}</span>
            <span class="row">
                <select
                    aria-label=format!("{heading}: price")
                    on:change=move |event| price.set(Money(event_target_value(&event).parse().unwrap_or(0)))
                >
                    {options}
                </select>
                {buttons}
            </span>
        </div>
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
        let chosen = move || desk.chosen.get() == Some(hex);
        view! { <option value=hex.to_string() selected=chosen>{place}</option> }
    });
    let options = options.collect_view();
    view! {
        <label class="offer">
            {label}
            <select on:change=move |event| pick(event_target_value(&event))>
                <option value="" selected=move || desk.chosen.get().is_none()>"Choose on the board or here"</option>
                {options}
            </select>
        </label>
    }
}
