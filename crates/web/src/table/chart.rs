//! The price chart, with ghosts of where markers would go.

use super::board::differ;
use super::desk::{Desk, desk};
use super::panels::Fill;
use super::start::Picking;
use crate::browser;
use crate::settings::Colours;
use ferrata_client::preview;
use ferrata_draw::{Chart, Liveries, Marker, Options, chart, field_group, ghosts_group, markers};
use ferrata_engine::chart::Field;
use ferrata_engine::name::CompanyName;
use ferrata_engine::turn::Entry;
use leptos::ev::MouseEvent;
use leptos::html::Div;
use leptos::prelude::*;
use std::collections::BTreeSet;
use wasm_bindgen::JsCast;

/// Panels narrower than this, in pixels, are moved by a finger: a chart there is as high as it is.
const WIDE: f64 = 500.0;
/// Pixels that a panel may be too low by: what is rounded is not too low.
const HAIR: f64 = 4.0;

/// The fields that can be picked, and whether each is the one picked.
fn fields(picking: &Picking) -> Vec<(Field, bool)> {
    let starts = picking.starts.iter();
    starts.filter_map(|start| start.field.map(|field| (field, start.price == picking.price))).collect()
}

/// Whether the chart is drawn flat: where its panel is too low for all of it otherwise.
fn lies_flat(desk: Desk, holder: NodeRef<Div>) -> RwSignal<bool> {
    let flat = RwSignal::new(false);
    let shape = Chart::of_box(&desk.parts(), &[], &Liveries::default()).height_by_width();
    let look = move || {
        let Some(area) = holder.get_untracked().map(|holder| holder.get_bounding_client_rect()) else {
            return;
        };
        let low = area.height() + HAIR < area.width() * shape;
        // A panel out of sight has no size.
        if area.width() >= WIDE && flat.try_get_untracked().is_some_and(|flat| flat != low) {
            flat.set(low);
        }
    };
    Effect::new(move || {
        holder.track();
        desk.layout.track();
        desk.page.full.track();
        desk.page.tab.track();
        request_animation_frame(look);
    });
    let resized = window_event_listener(leptos::ev::resize, move |_| look());
    on_cleanup(move || resized.remove());
    flat
}

/// What the element shows.
#[derive(Clone, PartialEq, Debug, Default)]
struct Drawn {
    markers: Vec<Marker>,
    ghosts: Vec<(CompanyName, Field)>,
    /// The fields that can be picked.
    can: Vec<(Field, bool)>,
    flat: bool,
    /// Companies in colours for colour-blind people.
    safe: bool,
}

impl Drawn {
    /// The fields that look different from before.
    fn changed(&self, before: &Drawn) -> BTreeSet<Field> {
        let markers = differ(&before.markers, &self.markers).map(|marker| marker.field);
        let can = differ(&before.can, &self.can).map(|(field, _)| *field);
        markers.chain(can).collect()
    }
}

/// Draws the whole chart once, then only the fields that look different.
fn draw_when_it_changes(desk: Desk, holder: NodeRef<Div>, flat: RwSignal<bool>) {
    let ghosts = Memo::new(move |_| {
        let entry = desk.pending.get().map(|pending| Entry::seat(pending.seat, pending.action));
        let preview = desk.moment.with(|moment| preview::after(&moment.game, &entry?));
        // What moves nothing looks like nothing: the chart is not drawn anew for it.
        preview.map(|preview| preview.ghosts).unwrap_or_default()
    });
    let now = Memo::new(move |_| Drawn {
        markers: desk.moment.with(|moment| markers(&moment.view.companies)),
        ghosts: ghosts.get(),
        can: desk.pointing.picking.with(|picking| picking.as_ref().map(fields).unwrap_or_default()),
        flat: flat.get(),
        safe: desk.settings.colours.get() == Colours::Safe,
    });
    Effect::new(move |before: Option<Option<Drawn>>| {
        let (element, now) = (holder.get()?, now.get());
        let (parts, liveries) = (desk.parts(), desk.liveries());
        let Drawn { markers, ghosts, can, flat, .. } = &now;
        let drawing = Chart { ghosts, can, flat: *flat, ..Chart::of_box(&parts, markers, &liveries) };
        match before.flatten().filter(|before| (before.flat, before.safe) == (now.flat, now.safe)) {
            Some(before) => patch(&element, &drawing, &before, &now),
            None => element.set_inner_html(&chart(&drawing, &options())),
        }
        Some(now)
    });
}

fn options() -> Options {
    Options::default().titled("Share prices")
}

fn patch(element: &web_sys::HtmlElement, drawing: &Chart, before: &Drawn, now: &Drawn) {
    let replace = |place: &str, group: &str| {
        if let Ok(Some(place)) = element.query_selector(place) {
            place.set_outer_html(group);
        }
    };
    for at in now.changed(before) {
        if let Some(group) = field_group(drawing, at, &options()) {
            replace(&format!(".field[data-row=\"{}\"][data-col=\"{}\"]", at.row, at.col), &group);
        }
    }
    // An arrow begins where its marker lies.
    if now.ghosts != before.ghosts || !now.ghosts.is_empty() && now.markers != before.markers {
        replace(".ghosts", &ghosts_group(drawing, &options()));
    }
}

/// The panel with the chart.
#[component]
pub(super) fn ChartPanel() -> impl IntoView {
    let desk = desk();
    let holder = NodeRef::<Div>::new();
    let flat = lies_flat(desk, holder);
    draw_when_it_changes(desk, holder, flat);
    let pick = move |event: MouseEvent| {
        let field = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let field = field.and_then(|target| target.closest(".field.can").ok().flatten());
        let number = |name: &str| field.as_ref()?.get_attribute(name)?.parse().ok();
        if let (Some(row), Some(col)) = (number("data-row"), number("data-col")) {
            desk.pointing.picking.update(|picking| {
                let Some(picking) = picking else { return };
                let at = Field { row, col };
                if let Some(start) = picking.starts.iter().find(|start| start.field == Some(at)) {
                    picking.price = start.price;
                }
            });
        }
    };
    // Where markers lie, that of whoever operates first, is in sight from the beginning, and when the panel gets another size.
    let operating = Memo::new(move |_| desk.moment.with(|moment| moment.view.operating));
    Effect::new(move || {
        desk.layout.track();
        desk.page.tab.track();
        flat.track();
        let own = operating.get().map(|company| format!(".token[data-company=\"{company}\"]"));
        if holder.get().is_some() {
            request_animation_frame(move || {
                let centre = |thing: &str| browser::centre(".panel.chart .scroll", thing);
                if !own.is_some_and(|own| centre(&own)) {
                    centre(".token, .par");
                }
            });
        }
    });
    view! {
        <section class="panel chart" data-panel="chart" aria-label="Share prices">
            <div class="scroll" tabindex="0" role="group" aria-label="Price chart" node_ref=holder on:click=pick></div>
            <Fill panel="chart" />
        </section>
    }
}
