//! The words of the family, on a page of their own.

use crate::app::Page;
use ferrata_client::glossary::{Word, found};
use leptos::prelude::*;

/// The page.
#[component]
pub(crate) fn GlossaryPage() -> impl IntoView {
    let wanted = RwSignal::new(String::new());
    let words = move || {
        let line = |Word { word, means }: Word| view! { <dt>{word}</dt><dd>{means}</dd> };
        found(&wanted.get()).map(line).collect_view()
    };
    view! {
        <Page title="Words of the family">
            <p class="lead">"What players of these games say, in our own words. A title's rules count where they differ."</p>
            <input type="search" aria-label="Search the words" placeholder="Search" bind:value=wanted />
            <dl class="glossary">{words}</dl>
        </Page>
    }
}
