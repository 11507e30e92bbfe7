//! What would a program do here, and why did one do what it did: the best three candidates and what tells them apart.

use super::desk::{Desk, desk};
use crate::adviser::{self, Candidate, Question, Word};
use crate::worker::Work;
use ferrata_client::scene::Scene;
use ferrata_client::words::heading;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::turn::{Author, Title, Turn};
use ferrata_opponents::{Level, Term, seed_of};
use ferrata_wire::ProgramLevel;
use leptos::prelude::*;

/// What has been asked, and how far the answer is.
#[derive(Clone, PartialEq)]
enum State {
    Nothing,
    Thinking(u32),
    Told(Vec<Candidate>, u32, u64),
    Failed(String),
}

/// Two questions and their answer.
#[component]
pub(super) fn Advice() -> impl IntoView {
    let desk = desk();
    let state = RwSignal::new(State::Nothing);
    let asking = StoredValue::new_local(None::<Work>);
    let ask = move |question: Option<(Question, u64)>| {
        let Some((question, number)) = question else { return };
        state.set(State::Thinking(0));
        let hear = move |word| {
            let _ = match word {
                Word::Thinking(iterations) => state.try_set(State::Thinking(iterations)),
                Word::Advice(best, iterations) => state.try_set(State::Told(best, iterations, number)),
                Word::Failed(why) => state.try_set(State::Failed(why)),
            };
        };
        asking.set_value(adviser::ask(question, hear));
    };
    let stop = move || {
        asking.set_value(None);
        state.set(State::Nothing);
    };
    let told = move || {
        match state.get() {
        State::Nothing => ().into_any(),
        State::Thinking(iterations) => view! {
            <p role="status">{format!("Thinking … {iterations} roll-outs ")} <button on:click=move |_| stop()>"Stop"</button></p>
        }
        .into_any(),
        State::Failed(why) => view! { <p role="status">{format!("No advice: {why}.")}</p> }.into_any(),
        State::Told(best, iterations, number) => answer(desk, &best, iterations, number).into_any(),
    }
    };
    view! {
        <details class="links advice">
            <summary>"Ask a program"</summary>
            <button on:click=move |_| ask(here(desk))>"What would the strong one do here?"</button>
            <Show when=move || why(desk).is_some()>
                <button on:click=move |_| ask(why(desk))>"Why did the program do this?"</button>
            </Show>
            {told}
        </details>
    }
}

/// What the strong one would do at the moment shown.
fn here(desk: Desk) -> Option<(Question, u64)> {
    let number = desk.moment.with_untracked(|moment| moment.number);
    let seat = desk.moment.with_untracked(|moment| match moment.game.turn() {
        Turn::Seat(seat) => Some(seat),
        Turn::Sealed(_) => desk.sealed_seats().first().copied(),
        _ => None,
    })?;
    Some((question(desk, number, seat, Level::Strong), number))
}

/// Why a program made the record at the moment shown.
fn why(desk: Desk) -> Option<(Question, u64)> {
    let number = desk.moment.with(|moment| moment.number);
    let by = desk.timeline.with(|timeline| timeline.record(number).map(|record| record.by))?;
    let Author::Seat(seat) = by else { return None };
    let program = |seats: &[ferrata_wire::SeatInfo]| seats.iter().find(|own| own.seat == seat.0)?.program;
    let level = level(desk.info.with(|info| program(&info.seats))?);
    Some((question(desk, number - 1, seat, level), number - 1))
}

fn level(program: ProgramLevel) -> Level {
    match program {
        ProgramLevel::Novice => Level::Novice,
        ProgramLevel::Greedy => Level::Greedy,
        ProgramLevel::Steady => Level::Steady,
        ProgramLevel::Strong => Level::Strong,
    }
}

fn question(desk: Desk, number: u64, seat: SeatId, level: Level) -> Question {
    let seed = seed_of(&desk.id(), seat);
    desk.timeline.with_untracked(|timeline| Question {
        setup: timeline.setup().clone(),
        entries: timeline.entries(number),
        seat,
        level,
        seed,
    })
}

/// The candidates in words and figures.
fn answer(desk: Desk, best: &[Candidate], iterations: u32, number: u64) -> impl IntoView + use<> {
    let first = best.first().map(|first| first.terms).unwrap_or_default();
    let rows = best.iter().enumerate().map(|(place, candidate)| {
        let behind = candidate.terms.minus(&first);
        let mut terms: Vec<(Term, f32)> = Term::ALL.map(|term| (term, behind.get(term))).to_vec();
        terms.retain(|(_, amount)| amount.abs() >= 0.5);
        terms.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let said: Vec<String> = terms.iter().take(3).map(|(term, amount)| format!("{term} {amount:+.0}")).collect();
        let beside = match place {
            0 => format!("worth {:.0}", candidate.terms.sum()),
            _ => format!("{:+.0} beside the best: {}", behind.sum(), said.join(", ")),
        };
        view! { <li><strong>{in_words(desk, &candidate.action, number)}</strong> " " <span class="quiet">{beside}</span></li> }
    });
    view! {
        <ol class="best">{rows.collect_view()}</ol>
        <p class="quiet">{format!("{iterations} roll-outs")}</p>
    }
}

/// An action as the offer that covers it is called, with its price.
fn in_words(desk: Desk, action: &Action, number: u64) -> String {
    desk.timeline.with_untracked(|timeline| {
        let Some(game) = timeline.game_at(number) else { return String::new() };
        let view = game.view();
        let scene = Scene::new(game, &view, timeline.names());
        let offer = game.offers().into_iter().find(|offer| offer.covers(action));
        let called = offer.map(|offer| heading(&offer, &scene)).unwrap_or_default();
        match figure(action) {
            Some(figure) => format!("{called}: {figure}"),
            None => called,
        }
    })
}

/// What an action says beyond what its offer is called.
fn figure(action: &Action) -> Option<String> {
    let money = |amount: &Money| Some(amount.0.to_string());
    match action {
        Action::Bid { amount, .. } => money(amount),
        Action::Sell { percent, .. } => Some(format!("{percent} %")),
        Action::Start { price, percent, .. } => Some(format!("{percent} % at {}", price.0)),
        Action::BuyTrain { price, .. } | Action::BuyCard { price, .. } => money(price),
        Action::Choose { option } => Some(option.to_string()),
        Action::Settle { how } => Some(
            match how {
                ferrata_engine::action::Settlement::Pay => "pay",
                ferrata_engine::action::Settlement::Half => "half",
                ferrata_engine::action::Settlement::Withhold => "withhold",
                ferrata_engine::action::Settlement::Loot => "loot",
            }
            .to_owned(),
        ),
        _ => None,
    }
}
