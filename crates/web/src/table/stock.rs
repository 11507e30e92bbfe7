//! What the bank has: trains, phases, tiles, cards, and what only this title has.

use super::about;
use super::desk::{Desk, desk};
use super::panels::Fill;
use super::players::{Ways, cards};
use ferrata_client::upgrades::{TileLeft, tiles_left};
use ferrata_draw::{Options, tile};
use leptos::prelude::*;

const WAYS: [(&str, &str); 3] =
    [("trains", "Trains and phases"), ("tiles", "Tiles"), ("more", "Cards and more")];

/// The panel with what the bank has.
#[component]
pub(super) fn StockPanel() -> impl IntoView {
    let way = RwSignal::new("trains");
    let content = move || match way.get() {
        "tiles" => view! { <Tiles /> }.into_any(),
        "more" => view! { <More /><super::sources::Sources /> }.into_any(),
        _ => view! { <Trains /> }.into_any(),
    };
    view! {
        <section class="panel stock" data-panel="stock" aria-label="Bank">
            <h2 class="hidden">"Bank"</h2>
            <Ways ways=&WAYS way />
            <div class="scroll" tabindex="0" role="group" aria-label="What the bank has">{content}</div>
            <Fill panel="stock" />
        </section>
    }
}

#[component]
fn Trains() -> impl IntoView {
    let desk = desk();
    // Few decisions touch the depot: the rows stay as they are until one does.
    let depot = Memo::new(move |_| desk.moment.with(|moment| moment.view.depot.clone()));
    let rows = move || {
        depot
            .get()
            .into_iter()
            .map(|train| {
                let left = train.left.map_or("∞".to_owned(), |left| left.to_string());
                let returned = if train.returned == 0 {
                    String::new()
                } else {
                    format!(" +{} returned", train.returned)
                };
                let rusts = train.rusts_on.map(|train| train.to_string()).unwrap_or_default();
                view! {
                    <tr class:sold=train.for_sale>
                        <th scope="row">{train.train.to_string()}</th>
                        <td>{left} {returned}</td>
                        <td>{desk.money(train.price)}</td>
                        <td>{rusts}</td>
                        <td title="For sale now">{if train.for_sale { "✓" } else { "" }}</td>
                    </tr>
                }
            })
            .collect_view()
    };
    view! {
        <table>
            <caption class="hidden">"Trains"</caption>
            <thead>
                <tr><th scope="col">"Train"</th><th scope="col">"Left"</th><th scope="col">"Price"</th><th scope="col">"Rusts with"</th><th scope="col">"For sale"</th></tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        <Phases />
    }
}

#[component]
fn Phases() -> impl IntoView {
    let desk = desk();
    // Drawn anew only with a new phase: what somebody has opened stays open.
    let now = Memo::new(move |_| desk.moment.with(|moment| moment.view.phase));
    let rows =
        move || {
            let now = now.get();
            desk.parts().phases.iter().map(|phase| {
            let current = phase.name == now;
            view! {
                <li class:now=current>
                    <details open=current>
                        <summary>{format!("Phase {}", phase.name)} {current.then_some(" (now)")}</summary>
                        {about::phase(desk, phase.name)}
                    </details>
                </li>
            }
        })
        .collect_view()
        };
    view! { <ol class="phases">{rows}</ol> }
}

#[component]
fn Tiles() -> impl IntoView {
    let desk = desk();
    let list = move || {
        let moment = desk.moment.get();
        tiles_left(&moment.game, &moment.view).iter().map(|left| tile_card(desk, left)).collect_view()
    };
    view! { <ul class="tile-list">{list}</ul> }
}

fn tile_card(desk: Desk, tile_left: &TileLeft) -> impl IntoView + use<> {
    let parts = desk.parts();
    let found = parts.tiles.id(tile_left.tile).and_then(|id| parts.tiles.tile(id));
    let svg = found.map(|found| tile(found, 0, parts.map.layout, &Options::default())).unwrap_or_default();
    let left = tile_left.left.map_or("any number".to_owned(), |left| format!("{left} left"));
    let becomes: Vec<_> = tile_left.becomes.iter().map(ToString::to_string).collect();
    let becomes = if becomes.is_empty() { "stays".to_owned() } else { format!("→ {}", becomes.join(", ")) };
    view! {
        <li class:gone=tile_left.left == Some(0)>
            <span class="tile" aria-hidden="true" inner_html=svg></span>
            <strong>{tile_left.tile.to_string()}</strong>
            <span>{left}</span>
            <span class="quiet">{becomes}</span>
        </li>
    }
}

#[component]
fn More() -> impl IntoView {
    let desk = desk();

    move || {
        let view = desk.moment.with(|moment| moment.view.clone());
        let panels = view.panels.iter().map(|panel| {
            let rows = panel.rows.iter().map(|row| {
                let cells = row.iter().map(|cell| view! { <td>{desk.say(cell)}</td> }).collect_view();
                view! { <tr>{cells}</tr> }
            });
            let rows = rows.collect_view();
            view! { <h3>{desk.say(&panel.title)}</h3><table><tbody>{rows}</tbody></table> }
        });
        let panels = panels.collect_view();
        let to_have = (!view.cards.is_empty())
            .then(|| view! { <h3>"Privates, concessions and other cards"</h3>{cards(desk, &view.cards)} });
        view! { {to_have}{panels} }
    }
}
