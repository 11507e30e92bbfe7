//! Running trains: the proven best run is filled in at once; any route can be redrawn by clicking stops.

use super::desk::{Desk, desk};
use super::draft::Draft;
use crate::solver::{Search, Word};
use ferrata_engine::action::{Action, Route};
use ferrata_engine::offer::Offer;
use ferrata_engine::route::{Best, Explained, ExplainedRoute, Halt, Pay};
use leptos::prelude::*;

/// How the search stands.
#[derive(Clone, PartialEq, Debug)]
enum State {
    Searching { best: i32, bound: Option<i32>, nodes: u64 },
    Found(Box<Best>),
    Stopped,
    Failed(String),
}

/// The desk on which a run is put together.
#[component]
pub(super) fn RouteDesk() -> impl IntoView {
    let desk = desk();
    let offer = desk.moment.with_untracked(|moment| {
        moment.offers.iter().find_map(|offer| match offer {
            Offer::Run { company, trains, .. } => Some((*company, trains.clone())),
            _ => None,
        })
    });
    let Some((company, trains)) = offer else { return ().into_any() };
    let draft = desk.moment.with_untracked(|moment| Draft::new(&moment.game, Some(company)));
    let draft = match draft {
        Ok(draft) => RwSignal::new(draft),
        Err(refusal) => return view! { <p class="refused">{refusal.to_string()}</p> }.into_any(),
    };
    let state = RwSignal::new(State::Searching { best: 0, bound: None, nodes: 0 });
    let search = StoredValue::new_local(None::<Search>);
    let begin = move || {
        state.set(State::Searching { best: 0, bound: None, nodes: 0 });
        let at = desk.moment.with_untracked(|moment| moment.number);
        let begun = desk.timeline.with_untracked(|timeline| {
            Search::begin(timeline, at, Some(company), move |word| hear(word, state, draft))
        });
        if begun.is_none() {
            state.set(State::Failed("this browser runs no workers; draw the routes by hand".into()));
        }
        search.set_value(begun);
    };
    begin();
    on_cleanup(move || search.set_value(None));
    show_on_board(desk, draft);
    let explained =
        Memo::new(move |_| desk.moment.with(|moment| draft.with(|draft| draft.check(&moment.game))));
    let stop = move |_| {
        search.set_value(None);
        state.set(State::Stopped);
    };
    let status = move || {
        match state.get() {
        State::Searching { best, bound, nodes } => {
            let bound = bound.map(|bound| format!(", at most {bound}")).unwrap_or_default();
            view! {
                <p role="status">
                    <progress aria-label="Searching for the best run"></progress>
                    {format!(" Searching: best so far {best}{bound} ({nodes} steps)")}
                </p>
                <button on:click=stop>"Stop searching"</button>
            }
            .into_any()
        }
        State::Found(best) => {
            let proof = if best.proven { "proven best" } else { "best found" };
            let pays = pay(desk, best.pays);
            let again = best.routes.clone();
            let use_best = move |_| draft.update(|draft| draft.set(again.clone()));
            view! {
                <p role="status">{format!("{pays}: {proof}, {} routes compared", best.candidates)}</p>
                <button on:click=use_best>"Take the best run"</button>
            }
            .into_any()
        }
        State::Stopped => view! { <p role="status">"Search stopped."</p><button on:click=move |_| begin()>"Search again"</button> }.into_any(),
        State::Failed(why) => view! { <p class="refused" role="status">{why}</p> }.into_any(),
    }
    };
    view! {
        <fieldset class="group run">
            <legend>{format!("Run the trains of {company}")}</legend>
            {status}
            <Drawn explained trains />
            <RunButton draft explained />
        </fieldset>
    }
    .into_any()
}

fn hear(word: Word, state: RwSignal<State>, draft: RwSignal<Draft>) {
    match word {
        Word::Searching { nodes, best, bound } => {
            drop(state.try_set(State::Searching { best, bound, nodes }))
        }
        Word::Found(best) => {
            draft.try_update(|draft| {
                // What somebody has drawn by hand meanwhile stays.
                if draft.routes().is_empty() {
                    draft.set(best.routes.clone());
                }
            });
            let _ = state.try_set(State::Found(best));
        }
        Word::Failed(why) => drop(state.try_set(State::Failed(why))),
        Word::Ready => {}
    }
}

fn show_on_board(desk: Desk, draft: RwSignal<Draft>) {
    Effect::new(move || desk.routes.set(draft.with(Draft::routes)));
}

/// The routes with the reason for every figure.
#[component]
fn Drawn(
    explained: Memo<Result<Explained, ferrata_engine::refusal::Refusal>>,
    trains: Vec<ferrata_engine::name::TrainName>,
) -> impl IntoView {
    let desk = desk();

    move || match explained.get() {
        Err(refusal) => view! { <p class="refused" role="status">{refusal.to_string()}</p> }.into_any(),
        Ok(explained) => {
            let routes =
                explained.routes.iter().enumerate().map(|(at, route)| explain(desk, at, route, &trains));
            let routes = routes.collect_view();
            let across = explained
                .across
                .iter()
                .map(|extra| view! { <li>{format!("{}: {}", extra.name, pay(desk, extra.pays))}</li> });
            let across = across.collect_view();
            view! {
                <ol class="routes">{routes}</ol>
                <ul class="plain">{across}</ul>
                <p class="total"><strong>{format!("Total {}", pay(desk, explained.pays))}</strong></p>
            }
            .into_any()
        }
    }
}

fn explain(
    desk: Desk,
    at: usize,
    route: &ExplainedRoute,
    trains: &[ferrata_engine::name::TrainName],
) -> impl IntoView + use<> {
    let names: Vec<_> = route
        .trains
        .iter()
        .filter_map(|train| trains.get(usize::from(*train)))
        .map(ToString::to_string)
        .collect();
    let halts = route.halts.iter().map(|halt| halt_line(desk, halt)).collect_view();
    let extras = route
        .extras
        .iter()
        .map(|extra| view! { <li>{format!("{}: {}", extra.name, pay(desk, extra.pays))}</li> });
    let extras = extras.collect_view();
    let times = (route.factor != 1).then(|| format!(" ×{}", route.factor));
    view! {
        <li class="route" data-route=at.to_string()>
            <details>
                <summary>{format!("{}-train: {}", names.join(" and "), pay(desk, route.pays))} {times}</summary>
                <ul class="plain">{halts}{extras}</ul>
            </details>
        </li>
    }
}

fn halt_line(desk: Desk, halt: &Halt) -> impl IntoView + use<> {
    let name = halt.name.clone().unwrap_or_else(|| halt.hex.to_string());
    let value = if halt.passed { "passed".to_owned() } else { pay(desk, halt.pays) };
    view! { <li>{format!("{name} {value}")} " " <span class="quiet">{halt.why.clone()}</span></li> }
}

fn pay(desk: Desk, pay: Pay) -> String {
    match pay.treasury.0 {
        0 => desk.money(pay.revenue),
        _ => format!("{} and {} to the treasury", desk.money(pay.revenue), desk.money(pay.treasury)),
    }
}

#[component]
fn RunButton(
    draft: RwSignal<Draft>,
    explained: Memo<Result<Explained, ferrata_engine::refusal::Refusal>>,
) -> impl IntoView {
    let desk = desk();
    let action = move || Action::Run { routes: draft.with(Draft::routes) };
    let label = move || match explained.get() {
        Ok(explained) => format!("Run for {}", pay(desk, explained.pays)),
        Err(_) => "Run".to_owned(),
    };
    let armed = move || {
        let routes: Vec<Route> = draft.with(Draft::routes);
        desk.pending.with(|pending| {
            pending.as_ref().is_some_and(
                |pending| matches!(&pending.action, Action::Run { routes: armed } if *armed == routes),
            )
        })
    };
    view! {
        <button
            class="offer primary"
            aria-pressed=move || armed().to_string()
            disabled=move || explained.get().is_err()
            on:click=move |_| desk.arm_or_do(action())
        >
            {label}
        </button>
    }
}
