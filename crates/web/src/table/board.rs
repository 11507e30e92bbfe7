//! The board: hexes to look at and to choose.

use super::camera::{Camera, Play};
use super::desk::{Desk, desk};
use super::layers::{Hidden, Layers, Looks};
use super::panels::Fill;
use crate::settings::Colours;
use ferrata_client::reach::reach;
use ferrata_draw::{Options, Overlay, Table, board, centres, hex_group};
use ferrata_engine::action::Action;
use ferrata_engine::name::{CompanyName, HexName, Name};
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::Title;
use ferrata_engine::view::BoardView;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::html::Div;
use leptos::prelude::*;
use std::collections::BTreeSet;
use wasm_bindgen::JsCast;

/// The panel with the board.
#[component]
pub(super) fn BoardPanel() -> impl IntoView {
    let desk = desk();
    let holder = NodeRef::<Div>::new();
    let camera = Camera::new(holder);
    let looks = Looks::default();
    draw_when_it_changes(desk, holder, camera, looks);
    look_at_what_is_in_play(desk, camera);
    see_anew_when_the_panel_changes(desk, camera);
    let hidden = Hidden::kept();
    view! {
        <section class="panel board" data-panel="board" aria-label="Board">
            <div
                node_ref=holder
                class=move || format!("map {}", hidden.classes())
                tabindex="0"
                role="group"
                aria-label="Map: arrow keys move it, plus and minus zoom, 0 shows all of it, R turns a tile"
                on:pointerdown=move |event| camera.down(&event)
                on:pointermove=move |event| camera.moved(&event)
                on:pointerup=move |event| camera.up(&event)
                on:pointercancel=move |event| camera.up(&event)
                on:pointerleave=move |event| camera.up(&event)
                on:wheel=move |event| {
                    if !turn_by_wheel(desk, &event) {
                        camera.wheel(&event);
                    }
                }
                on:click=move |event| {
                    if camera.was_still() {
                        click(desk, &event);
                    }
                }
                on:keydown=move |event| key(desk, camera, &event)
            ></div>
            <div class="map-tools">
                <button aria-label="Zoom in" title="Zoom in (+)" on:click=move |_| camera.zoom(1.4)>"+"</button>
                <button aria-label="Zoom out" title="Zoom out (−)" on:click=move |_| camera.zoom(1.0 / 1.4)>"−"</button>
                <button aria-label="Show the whole board" title="Show all (0)" on:click=move |_| camera.reset()>"⤢"</button>
                <Layers hidden looks />
            </div>
            <Fill panel="board" />
        </section>
    }
}

/// What the element shows.
#[derive(Clone, PartialEq, Debug, Default)]
struct Drawn {
    laid: BoardView,
    overlay: Overlay,
    /// Companies in colours for colour-blind people.
    safe: bool,
}

/// Draws the whole board once, then only the hexes that look different.
fn draw_when_it_changes(desk: Desk, holder: NodeRef<Div>, camera: Camera, looks: Looks) {
    let reached = Memo::new(move |_| {
        let company = looks.reach.get()?;
        desk.moment.with(|moment| Some(reach(&moment.game, company)))
    });
    let overlay = Memo::new(move |_| match looks.beginning.get() {
        true => Overlay::default(),
        false => Overlay { reach: reached.get(), ..overlay(desk) },
    });
    let laid = Memo::new(move |_| match looks.beginning.get() {
        true => desk.timeline.with(|timeline| timeline.game_at(0).unwrap_or(timeline.game()).view().board),
        false => desk.moment.with(|moment| moment.view.board.clone()),
    });
    let drawn = StoredValue::new(None::<Drawn>);
    Effect::new(move || {
        let Some(element) = holder.get() else { return };
        let safe = desk.settings.colours.get() == Colours::Safe;
        let now = Drawn { laid: laid.get(), overlay: overlay.get(), safe };
        match drawn.get_value().filter(|before| can_patch(desk, before, &now)) {
            Some(before) => {
                patch(desk, &element, &before, &now);
                camera.make_room();
            }
            None => {
                let svg = with_table(desk, &now.laid, |table| board(table, &now.overlay, &options()));
                element.set_inner_html(&svg);
                camera.drawn();
            }
        }
        drawn.set_value(Some(now));
    });
}

/// How much is written depends on how large the board is seen: looked at again when its panel gets another place.
fn see_anew_when_the_panel_changes(desk: Desk, camera: Camera) {
    Effect::new(move || {
        desk.page.tab.track();
        desk.layout.track();
        desk.page.full.track();
        request_animation_frame(move || camera.resized());
    });
}

/// Shows the part of the board in play: what can be chosen and where the operating company stands.
fn look_at_what_is_in_play(desk: Desk, camera: Camera) {
    let centres = StoredValue::new(centres(&desk.parts().map));
    let at = move |hex: HexName| {
        let index = desk.parts().map.id(hex)?.index();
        centres.with_value(|centres| centres.get(index).map(|at| (at.x, at.y)))
    };
    let play = Memo::new(move |_| {
        desk.moment.with(|moment| {
            let view = &moment.view;
            let offered = moment.offers.iter().filter_map(hex_of);
            let tokens = view.board.tokens.iter().filter(|token| Some(token.company) == view.operating);
            let tokens = tokens.map(|token| token.hex);
            let built = view.board.tiles.iter().map(|(hex, _, _)| *hex);
            let offered: Vec<_> = offered.filter_map(at).collect();
            let all: Vec<_> = offered.iter().copied().chain(tokens.filter_map(at)).collect();
            let first = match (offered.is_empty(), all.is_empty()) {
                (false, _) => offered,
                (true, false) => all.clone(),
                (true, true) => built.filter_map(at).collect(),
            };
            (view.operating, Play { all, first })
        })
    });
    Effect::new(move |before: Option<(Option<CompanyName>, Play)>| {
        let now = play.get();
        let anew = before.is_some_and(|(company, _)| company != now.0);
        let shown = now.1.clone();
        // The board is drawn, and its panel has its size, by then.
        request_animation_frame(move || camera.rest(shown, anew));
        now
    });
}

/// Whether single hexes suffice: what lies between hexes stays as it is.
fn can_patch(desk: Desk, before: &Drawn, now: &Drawn) -> bool {
    let parts = desk.parts();
    let sides_cost = |hex: &HexName| {
        let found = parts.map.id(*hex).and_then(|id| parts.map.hex(id));
        found.is_none_or(|hex| hex.sides.iter().any(|side| !side.terrain.is_empty()))
    };
    before.safe == now.safe
        && before.overlay.reach == now.overlay.reach
        && before.laid.borders == now.laid.borders
        && !relaid(&before.laid, &now.laid).iter().any(sides_cost)
}

fn patch(desk: Desk, element: &web_sys::HtmlElement, before: &Drawn, now: &Drawn) {
    let fresh = relaid(&before.laid, &now.laid);
    let mut hexes = changed(&before.overlay, &now.overlay);
    hexes.extend(&fresh);
    for hex in hexes {
        let groups = with_table(desk, &now.laid, |table| hex_group(table, &now.overlay, hex, &options()));
        let Some(groups) = groups else { continue };
        for (group, place) in
            groups.iter().zip([format!("[data-ground=\"{hex}\"]"), format!("[data-hex=\"{hex}\"]")])
        {
            let find = || element.query_selector(&place).ok().flatten();
            if let Some(place) = find() {
                place.set_outer_html(group);
            }
            // What has just changed pulses once.
            if let Some(place) = find().filter(|_| fresh.contains(&hex)) {
                let _ = place.class_list().add_1("fresh");
            }
        }
    }
}

/// What only one of two lists has.
pub(super) fn differ<'a, T: PartialEq>(one: &'a [T], other: &'a [T]) -> impl Iterator<Item = &'a T> {
    let only = |these: &'a [T], those: &'a [T]| these.iter().filter(move |this| !those.contains(this));
    only(one, other).chain(only(other, one))
}

/// The hexes on which something else lies.
fn relaid(before: &BoardView, now: &BoardView) -> BTreeSet<HexName> {
    let tiles = differ(&before.tiles, &now.tiles).map(|(hex, _, _)| *hex);
    let tokens = differ(&before.tokens, &now.tokens).map(|token| token.hex);
    let marks = differ(&before.marks, &now.marks).map(|(hex, _)| *hex);
    let markers = differ(&before.markers, &now.markers).map(|marker| marker.hex);
    tiles.chain(tokens).chain(marks).chain(markers).collect()
}

fn options() -> Options {
    Options::default().titled("Board")
}

fn with_table<T>(desk: Desk, view: &BoardView, then: impl FnOnce(&Table) -> T) -> T {
    let (parts, liveries) = (desk.parts(), desk.liveries());
    then(&Table { map: &parts.map, tiles: &parts.tiles, view, liveries: &liveries })
}

/// The hexes that look different.
fn changed(before: &Overlay, now: &Overlay) -> BTreeSet<HexName> {
    let mut hexes = BTreeSet::new();
    let differ = |a: &[HexName], b: &[HexName]| -> Vec<HexName> {
        let only = |these: &[HexName], those: &[HexName]| {
            these.iter().copied().filter(|hex| !those.contains(hex)).collect::<Vec<_>>()
        };
        [only(a, b), only(b, a)].concat()
    };
    hexes.extend(differ(&before.can, &now.can));
    if before.chosen != now.chosen {
        hexes.extend(before.chosen.iter().chain(&now.chosen));
    }
    if before.slots != now.slots {
        hexes.extend(before.slots.iter().chain(&now.slots).map(|(hex, _, _)| *hex));
    }
    if before.ghosts != now.ghosts {
        hexes.extend(before.ghosts.iter().chain(&now.ghosts).map(|(hex, _, _)| *hex));
    }
    if before.routes != now.routes {
        let legs = before.routes.iter().chain(&now.routes).flat_map(|route| &route.legs);
        hexes.extend(legs.map(|leg| leg.hex));
    }
    hexes
}

/// What the board shows on top of the table.
fn overlay(desk: Desk) -> Overlay {
    let mut overlay = Overlay {
        chosen: desk.pointing.chosen.get(),
        routes: desk.pointing.routes.get(),
        ..Overlay::default()
    };
    desk.moment.with(|moment| {
        if overlay.routes.is_empty() {
            overlay.routes = last_routes(&moment.view);
        }
        if desk.actor().is_none() {
            return;
        }
        for offer in moment.offers.iter() {
            let Some(hex) = hex_of(offer) else { continue };
            if !overlay.can.contains(&hex) {
                overlay.can.push(hex);
            }
            if let Offer::PlaceToken { stop, .. } = offer {
                let taken = |slot: u8| {
                    let tokens = &moment.view.board.tokens;
                    tokens.iter().any(|token| (token.hex, token.stop, token.slot) == (hex, *stop, slot))
                };
                let slot = (0..u8::MAX).find(|slot| !taken(*slot)).unwrap_or(0);
                overlay.slots.push((hex, *stop, slot));
            }
        }
    });
    if let Some(Action::LayTile { hex, tile, rotation, .. }) =
        desk.pending.get().map(|pending| pending.action)
    {
        overlay.ghosts.push((hex, tile, rotation));
    }
    overlay
}

/// The routes of the company that operates, or ran last.
fn last_routes(view: &ferrata_engine::view::View) -> Vec<ferrata_engine::action::Route> {
    let of = |name| view.companies.iter().find(|company| Some(company.name) == name);
    of(view.operating).map(|company| company.last_routes.clone()).unwrap_or_default()
}

/// Where on the board an offer takes place.
pub(super) fn hex_of(offer: &Offer) -> Option<HexName> {
    match offer {
        Offer::LayTile { hex, .. }
        | Offer::PlaceToken { hex, .. }
        | Offer::BuildLine { hex, .. }
        | Offer::PlaceMarker { hex, .. }
        | Offer::RemoveToken { hex, .. }
        | Offer::BuySlot { hex, .. } => Some(*hex),
        _ => None,
    }
}

/// One action for each thing that can be done on a hex; a tile comes in its first rotation.
pub(super) fn actions_at(offers: &[Offer], hex: HexName) -> Vec<Action> {
    let there = offers.iter().filter(|offer| hex_of(offer) == Some(hex));
    there.filter_map(|offer| offer.samples().into_iter().next()).collect()
}

fn click(desk: Desk, event: &MouseEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    if let Some(target) = target {
        choose_at(desk, &target);
    }
}

fn choose_at(desk: Desk, target: &web_sys::Element) {
    let attribute = |name: &str| {
        let place = target.closest(&format!("[{name}]")).ok().flatten()?;
        place.get_attribute(name)
    };
    let Some(hex) = attribute("data-hex").and_then(|hex| Name::new(&hex).ok()).map(HexName) else { return };
    if desk.pointing.drawing.get_untracked() {
        let stop = attribute("data-stop").and_then(|stop| stop.parse().ok()).unwrap_or(0);
        let count = desk.pointing.clicked_stop.get_untracked().map_or(0, |(_, _, count)| count + 1);
        desk.pointing.clicked_stop.set(Some((hex, stop, count)));
        return;
    }
    if desk.pointing.chosen.get_untracked() == Some(hex) {
        turn(desk, 1);
    } else {
        choose(desk, hex);
    }
}

/// Chooses a hex and arms the first thing that can be done there.
pub(super) fn choose(desk: Desk, hex: HexName) {
    let first = desk.moment.with_untracked(|moment| actions_at(&moment.offers, hex).into_iter().next());
    match first.filter(|_| desk.actor().is_some()) {
        Some(action) => {
            desk.pointing.chosen.set(Some(hex));
            desk.arm(action);
        }
        None => {
            desk.pointing.chosen.set(None);
            desk.pending.set(None);
        }
    }
}

/// Turns the tile that is about to be laid to its next legal rotation.
pub(super) fn turn(desk: Desk, step: isize) {
    let Some(pending) = desk.pending.get_untracked() else { return };
    let Action::LayTile { hex, tile, rotation, by } = pending.action else { return };
    let rotations = desk.moment.with_untracked(|moment| {
        moment.offers.iter().find_map(|offer| match offer {
            Offer::LayTile { hex: on, tile: which, rotations, by: with, .. }
                if (*on, *which, *with) == (hex, tile, by) =>
            {
                Some(rotations.to_vec())
            }
            _ => None,
        })
    });
    let rotations = rotations.unwrap_or_default();
    let Some(at) = rotations.iter().position(|known| *known == rotation) else { return };
    let next = (at as isize + step).rem_euclid(rotations.len() as isize) as usize;
    if let Some(&rotation) = rotations.get(next) {
        desk.arm(Action::LayTile { hex, tile, rotation, by });
    }
}

/// The wheel over a tile that is about to be laid turns it.
fn turn_by_wheel(desk: Desk, event: &leptos::ev::WheelEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let over = target.and_then(|target| target.closest("[data-hex]").ok().flatten());
    let over = over.and_then(|hex| hex.get_attribute("data-hex"));
    let chosen = desk.pointing.chosen.get_untracked().map(|hex| hex.to_string());
    if over.is_none() || over != chosen {
        return false;
    }
    event.prevent_default();
    turn(desk, if event.delta_y() > 0.0 { 1 } else { -1 });
    true
}

fn key(desk: Desk, camera: Camera, event: &KeyboardEvent) {
    const STEP: f64 = 60.0;
    match event.key().as_str() {
        "ArrowLeft" => camera.pan(STEP, 0.0),
        "ArrowRight" => camera.pan(-STEP, 0.0),
        "ArrowUp" => camera.pan(0.0, STEP),
        "ArrowDown" => camera.pan(0.0, -STEP),
        "+" | "=" => camera.zoom(1.25),
        "-" => camera.zoom(0.8),
        "0" => camera.reset(),
        "Enter" | " " => {
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            if let Some(target) = target {
                choose_at(desk, &target);
            }
        }
        _ => return,
    }
    event.prevent_default();
    event.stop_propagation();
}
