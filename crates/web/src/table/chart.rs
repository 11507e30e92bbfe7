//! The price chart, with ghosts of where markers would go.

use super::desk::{Desk, desk};
use super::panels::Fill;
use super::start::Picking;
use crate::browser;
use ferrata_client::preview;
use ferrata_draw::{Chart, Liveries, Options, chart, markers};
use ferrata_engine::chart::Field;
use ferrata_engine::turn::Entry;
use leptos::ev::MouseEvent;
use leptos::html::Div;
use leptos::prelude::*;
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
        desk.full.track();
        desk.tab.track();
        request_animation_frame(look);
    });
    let resized = window_event_listener(leptos::ev::resize, move |_| look());
    on_cleanup(move || resized.remove());
    flat
}

/// The panel with the chart.
#[component]
pub(super) fn ChartPanel() -> impl IntoView {
    let desk = desk();
    let ghosts = Memo::new(move |_| {
        let entry = desk.pending.get().map(|pending| Entry::seat(pending.seat, pending.action));
        let preview = desk.moment.with(|moment| preview::after(&moment.game, &entry?));
        // What moves nothing looks like nothing: the chart is not drawn anew for it.
        preview.map(|preview| preview.ghosts).unwrap_or_default()
    });
    let companies = Memo::new(move |_| desk.moment.with(|moment| markers(&moment.view.companies)));
    let holder = NodeRef::<Div>::new();
    let flat = lies_flat(desk, holder);
    let drawing = move || {
        let (parts, liveries, markers) = (desk.parts(), desk.liveries(), companies.get());
        let ghosts = ghosts.get();
        let can = desk.picking.with(|picking| picking.as_ref().map(fields).unwrap_or_default());
        let flat = flat.get();
        let drawn = Chart { ghosts: &ghosts, can: &can, flat, ..Chart::of_box(&parts, &markers, &liveries) };
        chart(&drawn, &Options::default().titled("Share prices"))
    };
    let pick = move |event: MouseEvent| {
        let field = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let field = field.and_then(|target| target.closest(".field.can").ok().flatten());
        let number = |name: &str| field.as_ref()?.get_attribute(name)?.parse().ok();
        if let (Some(row), Some(col)) = (number("data-row"), number("data-col")) {
            desk.picking.update(|picking| {
                let Some(picking) = picking else { return };
                let at = Field { row, col };
                if let Some(start) = picking.starts.iter().find(|start| start.field == Some(at)) {
                    picking.price = start.price;
                }
            });
        }
    };
    // Where markers lie is in sight from the beginning, and when the panel gets another size.
    Effect::new(move || {
        desk.layout.track();
        desk.tab.track();
        flat.track();
        if holder.get().is_some() {
            request_animation_frame(|| browser::centre(".panel.chart .scroll", ".token, .par"));
        }
    });
    view! {
        <section class="panel chart" data-panel="chart" aria-label="Share prices">
            <div class="scroll" tabindex="0" role="group" aria-label="Price chart" node_ref=holder on:click=pick inner_html=drawing></div>
            <Fill panel="chart" />
        </section>
    }
}
