//! The run on the board against the best one, and others that could be made: without a stop, a train or a bonus of it, or
//! through a place that somebody chooses.

use super::desk::{Desk, desk};
use super::routes::{Run, pay};
use crate::solver::{self, Word};
use crate::worker::Work;
use ferrata_client::compare::{Apart, Other, Others, total};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, TrainName};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{Explained, Pay, Place};
use leptos::prelude::*;

/// What was said about the place that was chosen last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sought {
    Nothing,
    Searching,
    Impossible,
}

#[component]
pub(super) fn Compared(
    company: CompanyName,
    trains: Vec<TrainName>,
    must_earn: Option<Money>,
    best: Signal<Option<Pay>>,
    others: RwSignal<Others>,
    draft: RwSignal<Run>,
    explained: Memo<Result<Explained, Refusal>>,
) -> impl IntoView {
    let desk = desk();
    let trains = StoredValue::new(trains);
    let less = move || {
        let (best, own) = (total(best.get()?), total(explained.get().ok()?.pays));
        (own < best).then(|| format!("{} less than the best run.", desk.money(best - own)))
    };
    let rows = move || {
        let most = best.get().map(total).unwrap_or_default();
        let all = others.with(|others| others.runs.clone());
        let row = |other: Other| {
            let words = trains.with_value(|trains| told(desk, &other, most, trains));
            view! { <OtherRun words other draft /> }
        };
        all.into_iter().map(row).collect_view()
    };
    let must = must_earn.map(|amount| {
        format!("The rules ask for {}: a run that brings less can only be looked at.", desk.money(amount))
    });
    let must = StoredValue::new(must);
    let some = move || others.with(|others| !others.runs.is_empty() || !others.places.is_empty());
    view! {
        <p class="quiet" role="status">{less}</p>
        <Show when=move || best.get().is_some() && some()>
            <details class="other-runs">
                <summary>"Compare with other runs"</summary>
                {must.get_value().map(|must| view! { <p class="quiet">{must}</p> })}
                <div class="row" role="group" aria-label="Other runs">{rows}</div>
                <Through company others draft />
            </details>
        </Show>
    }
}

#[component]
fn OtherRun(words: String, other: Other, draft: RwSignal<Run>) -> impl IntoView {
    let shown = StoredValue::new(other.routes);
    let is_shown = move || draft.with(|draft| shown.with_value(|shown| draft.routes() == *shown));
    view! {
        <button
            aria-pressed=move || is_shown().to_string()
            on:click=move |_| draft.update(|draft| draft.take(shown.get_value()))
        >
            {words}
        </button>
    }
}

/// A run in words: what it brings, and how it differs from the best one.
fn told(desk: Desk, other: &Other, most: Money, trains: &[TrainName]) -> String {
    let less = match most - total(other.pays) {
        Money(0) => "as much".to_owned(),
        less => format!("{} less", desk.money(less)),
    };
    let apart = match &other.apart {
        Apart::Without(place) => format!("without {place}"),
        Apart::Idle(train) => match trains.get(usize::from(*train)) {
            Some(train) => format!("the {train}-train stays at home"),
            None => "a train stays at home".to_owned(),
        },
        Apart::Unclaimed(bonus) => format!("without \"{}\"", desk.say(bonus)),
        Apart::Through(place) => format!("through {place}"),
    };
    format!("{} ({less}): {apart}", pay(desk, other.pays))
}

/// A place to run to instead.
#[component]
fn Through(company: CompanyName, others: RwSignal<Others>, draft: RwSignal<Run>) -> impl IntoView {
    let desk = desk();
    let sought = RwSignal::new(Sought::Nothing);
    let search = StoredValue::new_local(None::<Work>);
    on_cleanup(move || search.set_value(None));
    let hear = move |word: Word| match word {
        Word::Through(Some(other)) => {
            let _ = sought.try_set(Sought::Nothing);
            draft.try_update(|draft| draft.take(other.routes.clone()));
            others.try_update(|others| {
                others.runs.retain(|known| known.apart != other.apart);
                others.runs.push(other);
            });
        }
        Word::Through(None) | Word::Failed(_) => drop(sought.try_set(Sought::Impossible)),
        _ => {}
    };
    let seek = move |place: Place| {
        let at = desk.moment.with_untracked(|moment| moment.number);
        let begun = desk
            .timeline
            .with_untracked(|timeline| solver::search(timeline, at, Some(company), Some(place), hear));
        sought.set(if begun.is_some() { Sought::Searching } else { Sought::Impossible });
        search.set_value(begun);
    };
    let choose = move |chosen: String| {
        let place = chosen.parse::<usize>().ok();
        let place =
            place.and_then(|at| others.with_untracked(|others| others.places.get(at).map(|one| one.0)));
        match place {
            Some(place) => seek(place),
            None => sought.set(Sought::Nothing),
        }
    };
    // Runs that are found are added to the others: the list of places stays as it is.
    let places = Memo::new(move |_| others.with(|others| others.places.clone()));
    let options = move || {
        let option = |(at, (_, name)): (usize, (Place, String))| view! { <option value=at.to_string()>{name}</option> };
        places.get().into_iter().enumerate().map(option).collect_view()
    };
    let said = move || match sought.get() {
        Sought::Nothing => "",
        Sought::Searching => "Searching …",
        Sought::Impossible => "No run can call there.",
    };
    view! {
        <Show when=move || places.with(|places| !places.is_empty())>
            <label>
                "The best run through "
                <select on:change:target=move |event| choose(event.target().value())>
                    <option value="">"which place?"</option>
                    {options}
                </select>
            </label>
        </Show>
        <p class="quiet" role="status">{said}</p>
    }
}
