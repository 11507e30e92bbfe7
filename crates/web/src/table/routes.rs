//! Running trains: the proven best run is filled in at once; any route can be redrawn by clicking stops.

use super::comparing::Compared;
use super::desk::{Desk, desk};
use crate::rules::rule_button;
use crate::solver::{self, Word};
use crate::worker::Work;
use ferrata_client::compare::Others;
use ferrata_client::draw_route::Draft;
use ferrata_engine::action::{Action, Route};
use ferrata_engine::name::{CompanyName, HexName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{Best, Explained, ExplainedRoute, Halt, Pay};
use ferrata_titles::Game;
use leptos::prelude::*;

/// How the search stands.
#[derive(Clone, PartialEq, Debug)]
enum State {
    Searching { best: i32, bound: Option<i32>, nodes: u64 },
    Found(Box<Best>),
    Stopped,
    Failed(String),
}

/// A run while it is put together: routes taken as they are, or drawn by hand.
#[derive(Clone, Debug)]
pub(super) struct Run {
    drawing: Draft,
    taken: Option<Vec<Route>>,
}

impl Run {
    fn new(game: &Game, company: CompanyName) -> Result<Run, Refusal> {
        Draft::new(game, company).map(|drawing| Run { drawing, taken: None })
    }

    /// Takes these routes; they can be redrawn from there.
    pub(super) fn take(&mut self, routes: Vec<Route>) {
        self.drawing.set(&routes);
        self.taken = Some(routes);
    }

    fn click(&mut self, hex: HexName, stop: u8) -> Result<(), Refusal> {
        self.drawing.click(hex, stop)?;
        self.taken = None;
        Ok(())
    }

    fn clear(&mut self) {
        self.drawing.clear();
        self.taken = None;
    }

    pub(super) fn routes(&self) -> Vec<Route> {
        self.taken.clone().unwrap_or_else(|| self.drawing.routes())
    }

    fn check(&self) -> Result<Explained, Refusal> {
        self.drawing.explain(&self.routes())
    }

    fn trains(&self) -> Vec<String> {
        self.drawing.drawings().iter().map(|drawing| drawing.name.clone()).collect()
    }
}

/// The desk on which a run is put together.
#[component]
pub(super) fn RouteDesk() -> impl IntoView {
    let desk = desk();
    let offer = desk.moment.with_untracked(|moment| {
        moment.offers.iter().find_map(|offer| match offer {
            Offer::Run { company, trains, must_earn } => Some((*company, trains.clone(), *must_earn)),
            _ => None,
        })
    });
    let Some((company, trains, must_earn)) = offer else { return ().into_any() };
    let draft = desk.moment.with_untracked(|moment| Run::new(&moment.game, company));
    let draft = match draft {
        Ok(draft) => RwSignal::new(draft),
        Err(refusal) => return view! { <p class="refused">{refused(desk, &refusal)}</p> }.into_any(),
    };
    let state = RwSignal::new(State::Searching { best: 0, bound: None, nodes: 0 });
    let others = RwSignal::new(Others::default());
    let search = StoredValue::new_local(None::<Work>);
    let begin = move || {
        state.set(State::Searching { best: 0, bound: None, nodes: 0 });
        others.set(Others::default());
        let at = desk.moment.with_untracked(|moment| moment.number);
        let begun = desk.timeline.with_untracked(|timeline| {
            solver::search(timeline, at, Some(company), None, move |word| hear(word, state, others, draft))
        });
        if begun.is_none() {
            state.set(State::Failed("this browser runs no workers; edit the routes yourself".into()));
        }
        search.set_value(begun);
    };
    begin();
    on_cleanup(move || search.set_value(None));
    show_on_board(desk, draft);
    follow_clicks(desk, draft);
    let explained = Memo::new(move |_| draft.with(Run::check));
    let best = Signal::derive(move || {
        state.with(|state| match state {
            State::Found(best) => Some(best.pays),
            _ => None,
        })
    });
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
            let use_best = move |_| draft.update(|draft| draft.take(again.clone()));
            view! {
                <p role="status">{format!("{pays}: {proof}, {} compared", counted(best.candidates, "route", "routes"))}</p>
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
            <Drawn explained trains=trains.clone() />
            <Compared company trains must_earn best others draft explained />
            <DrawTools draft />
            <RunButton draft explained />
        </fieldset>
    }
    .into_any()
}

fn hear(word: Word, state: RwSignal<State>, others: RwSignal<Others>, draft: RwSignal<Run>) {
    match word {
        Word::Searching { nodes, best, bound } => {
            drop(state.try_set(State::Searching { best, bound, nodes }))
        }
        Word::Found(best) => {
            draft.try_update(|draft| {
                // What somebody has drawn by hand meanwhile stays.
                if draft.routes().is_empty() {
                    draft.take(best.routes.clone());
                }
            });
            let _ = state.try_set(State::Found(best));
        }
        Word::Failed(why) => drop(state.try_set(State::Failed(why))),
        Word::Others(found) => drop(others.try_set(found)),
        // Nobody asked here.
        Word::Through(_) => {}
    }
}

fn show_on_board(desk: Desk, draft: RwSignal<Run>) {
    Effect::new(move || desk.pointing.routes.set(draft.with(Run::routes)));
}

/// Clicks on stops draw the route of the chosen train.
fn follow_clicks(desk: Desk, draft: RwSignal<Run>) {
    let seen = StoredValue::new(desk.pointing.clicked_stop.get_untracked());
    Effect::new(move || {
        let clicked = desk.pointing.clicked_stop.get();
        if clicked == seen.get_value() {
            return;
        }
        seen.set_value(clicked);
        if let Some((hex, stop, _)) = clicked {
            let result = draft.try_update(|draft| draft.click(hex, stop));
            if let Some(Err(refusal)) = result {
                desk.notices.tell("No track leads there.", desk.refusal(&refusal));
            }
        }
    });
}

/// A refusal, with its rule to be read.
fn refused(desk: Desk, refusal: &Refusal) -> AnyView {
    let rule = refusal.rule.map(|rule| rule_button(desk.rules, rule.to_string()));
    view! { {desk.say(&refusal.because)} " " {rule} }.into_any()
}

/// The routes with the reason for every figure.
#[component]
fn Drawn(explained: Memo<Result<Explained, Refusal>>, trains: Vec<TrainName>) -> impl IntoView {
    let desk = desk();

    move || match explained.get() {
        Err(refusal) => view! { <p class="refused" role="status">{refused(desk, &refusal)}</p> }.into_any(),
        Ok(explained) => {
            let routes =
                explained.routes.iter().enumerate().map(|(at, route)| explain(desk, at, route, &trains));
            let routes = routes.collect_view();
            let across = explained.across.iter().map(
                |extra| view! { <li>{format!("{}: {}", desk.say(&extra.name), pay(desk, extra.pays))}</li> },
            );
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

fn explain(desk: Desk, at: usize, route: &ExplainedRoute, trains: &[TrainName]) -> impl IntoView + use<> {
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
        .map(|extra| view! { <li>{format!("{}: {}", desk.say(&extra.name), pay(desk, extra.pays))}</li> });
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
    view! { <li>{format!("{name} {value}")} " " <span class="quiet">{desk.say(&halt.why)}</span></li> }
}

pub(super) fn pay(desk: Desk, pay: Pay) -> String {
    match pay.treasury.0 {
        0 => desk.money(pay.revenue),
        _ => format!("{} and {} to the treasury", desk.money(pay.revenue), desk.money(pay.treasury)),
    }
}

/// `1 route`, `2 routes`.
fn counted(many: u64, one: &str, more: &str) -> String {
    format!("{many} {}", if many == 1 { one } else { more })
}

/// Which train is drawn, and whether clicks draw.
#[component]
fn DrawTools(draft: RwSignal<Run>) -> impl IntoView {
    let desk = desk();
    let trains = move || {
        let list = draft.with(Run::trains);
        list.into_iter().enumerate().map(|(at, name)| {
            let chosen = move || draft.with(|draft| draft.drawing.current() == at);
            view! {
                <button aria-pressed=move || chosen().to_string() on:click=move |_| draft.update(|draft| draft.drawing.select(at))>
                    {name}
                </button>
            }
        })
        .collect_view()
    };
    view! {
        <div class="row">
            <button
                aria-pressed=move || desk.pointing.drawing.get().to_string()
                on:click=move |_| {
                    desk.pointing.drawing.update(|drawing| *drawing = !*drawing);
                    if desk.pointing.drawing.get_untracked() {
                        desk.page.tab.set("board");
                    }
                }
            >
                "Edit routes"
            </button>
            <Show when=move || desk.pointing.drawing.get()>
                <button on:click=move |_| draft.update(Run::clear)>"Clear this train"</button>
            </Show>
        </div>
        <Show when=move || desk.pointing.drawing.get()>
            <p class="quiet">"Click the stops of the chosen train one after another; click the last one again for another way."</p>
            <div class="row" role="group" aria-label="Train to draw">{trains}</div>
        </Show>
    }
}

#[component]
fn RunButton(draft: RwSignal<Run>, explained: Memo<Result<Explained, Refusal>>) -> impl IntoView {
    let desk = desk();
    let action = move || Action::Run { routes: draft.with(Run::routes) };
    let label = move || match explained.get() {
        Ok(explained) => format!("Run for {}", pay(desk, explained.pays)),
        Err(_) => "Run".to_owned(),
    };
    let armed = move || {
        let routes: Vec<Route> = draft.with(Run::routes);
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
