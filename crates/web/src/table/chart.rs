//! The price chart, with ghosts of where markers would go.

use super::desk::desk;
use super::panels::Fill;
use super::start::Picking;
use crate::browser;
use ferrata_client::preview;
use ferrata_draw::{Chart, Options, chart, markers};
use ferrata_engine::chart::Field;
use ferrata_engine::turn::Entry;
use leptos::ev::MouseEvent;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The fields that can be picked, and whether each is the one picked.
fn fields(picking: &Picking) -> Vec<(Field, bool)> {
    let starts = picking.starts.iter();
    starts.filter_map(|start| start.field.map(|field| (field, start.price == picking.price))).collect()
}

/// The panel with the chart.
#[component]
pub(super) fn ChartPanel() -> impl IntoView {
    let desk = desk();
    let ghosts = Memo::new(move |_| {
        let pending = desk.pending.get()?;
        let entry = Entry::seat(pending.seat, pending.action);
        desk.moment.with(|moment| preview::after(&moment.game, &entry)).map(|preview| preview.ghosts)
    });
    let companies = Memo::new(move |_| desk.moment.with(|moment| markers(&moment.view.companies)));
    let drawing = move || {
        let (parts, liveries, markers) = (desk.parts(), desk.liveries(), companies.get());
        let ghosts = ghosts.get().unwrap_or_default();
        let can = desk.picking.with(|picking| picking.as_ref().map(fields).unwrap_or_default());
        let drawn = Chart { ghosts: &ghosts, can: &can, ..Chart::of_box(&parts, &markers, &liveries) };
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
    // Where markers lie is in sight from the beginning.
    let holder = NodeRef::<Div>::new();
    Effect::new(move || {
        if holder.get().is_some() {
            request_animation_frame(|| browser::centre(".panel.chart .scroll", ".token, .par"));
        }
    });
    view! {
        <section class="panel chart" data-panel="chart" aria-label="Share prices">
            <div class="scroll" tabindex="0" role="group" aria-label="Price chart" node_ref=holder on:click=pick inner_html=drawing></div>
            <button
                class="enlarge"
                aria-pressed=move || desk.large_chart.get().to_string()
                on:click=move |_| desk.large_chart.update(|large| *large = !*large)
            >
                "Enlarge"
            </button>
            <Fill panel="chart" />
        </section>
    }
}
