//! The price chart, with ghosts of where markers would go.

use super::desk::desk;
use crate::browser;
use ferrata_client::preview;
use ferrata_draw::{Chart, Options, chart, markers};
use ferrata_engine::turn::Entry;
use leptos::html::Div;
use leptos::prelude::*;

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
        let drawn = Chart { ghosts: &ghosts, ..Chart::of_box(&parts, &markers, &liveries) };
        chart(&drawn, &Options::default().titled("Share prices"))
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
            <div class="scroll" tabindex="0" role="group" aria-label="Price chart" node_ref=holder inner_html=drawing></div>
            <button
                class="enlarge"
                aria-pressed=move || desk.large_chart.get().to_string()
                on:click=move |_| desk.large_chart.update(|large| *large = !*large)
            >
                "Enlarge"
            </button>
        </section>
    }
}
