//! The log, grouped by round and turn, and the talk beside it.

use super::desk::{Desk, desk};
use super::players::Ways;
use super::talk::Talk;
use ferrata_client::timeline::{Line, Timeline, TurnOf};
use leptos::html::Div;
use leptos::prelude::*;

/// How many entries are shown before somebody asks for earlier ones.
const PAGE: u64 = 150;

const WAYS: [(&str, &str); 2] = [("log", "Log"), ("talk", "Talk")];

/// The panel with the log.
#[component]
pub(super) fn LogPanel() -> impl IntoView {
    let desk = desk();
    let way = RwSignal::new("log");
    Effect::new(move || {
        if way.get() == "talk" {
            desk.unread.set(0);
        }
    });
    let content = move || match way.get() {
        "talk" => view! { <Talk /> }.into_any(),
        _ => view! { <Entries /> }.into_any(),
    };
    view! {
        <section class="panel log" data-panel="log" aria-label="Log">
            <h2 class="hidden">"Log"</h2>
            <Ways ways=&WAYS way />
            <Show when=move || desk.unread.get() != 0>
                <span class="unread">{move || format!("{} unread", desk.unread.get())}</span>
            </Show>
            {content}
        </section>
    }
}

/// Lines of one turn.
#[derive(Clone, PartialEq, Debug)]
struct Turn {
    round: Option<String>,
    who: String,
    lines: Vec<(u64, String)>,
    taken_back: bool,
}

impl Turn {
    /// What makes it look different: its first entry, how much was added, whether it still holds.
    fn key(&self) -> (u64, usize, bool, Option<String>) {
        let first = self.lines.first().map_or(0, |(number, _)| *number);
        (first, self.lines.len(), self.taken_back, self.round.clone())
    }
}

/// The entries, drawn once; looking back only marks where one is.
#[component]
fn Entries() -> impl IntoView {
    let desk = desk();
    let shown = RwSignal::new(PAGE);
    let holder = NodeRef::<Div>::new();
    let at = Memo::new(move |_| desk.moment.with(|moment| moment.number));
    let from = Memo::new(move |before: Option<&u64>| {
        let usual = desk.timeline.with(Timeline::len).saturating_sub(shown.get());
        if at.get() > usual {
            return usual;
        }
        // Whoever looks further back sees what happened there.
        let around = at.get().saturating_sub(PAGE / 4);
        before.copied().filter(|before| *before < at.get()).unwrap_or(around)
    });
    let turns = Memo::new(move |_| desk.timeline.with(|timeline| turns(timeline, from.get())));
    Effect::new(move || {
        turns.track();
        // On a small screen the list has no height before its panel is chosen.
        desk.tab.track();
        let at = at.get();
        if let Some(element) = holder.get() {
            request_animation_frame(move || show_line(&element, at));
        }
    });
    view! {
        <div class="scroll entries" node_ref=holder tabindex="0" role="group" aria-label="Entries of the game">
            <Show when=move || from.get() != 0>
                <button on:click=move |_| shown.update(|shown| *shown += 4 * PAGE)>"Earlier entries"</button>
            </Show>
            <For each=move || turns.get() key=Turn::key let:turn>
                {turn_lines(desk, at, turn)}
            </For>
        </div>
    }
}

fn turn_lines(desk: Desk, at: Memo<u64>, turn: Turn) -> impl IntoView {
    let first = turn.lines.first().map_or(0, |(number, _)| *number);
    let lines = turn.lines.into_iter().map(|(number, text)| {
        view! {
            <li>
                <button
                    class="line"
                    data-entry=number.to_string()
                    title=format!("Look at the table after entry {number}")
                    on:click=move |_| desk.look_at(number)
                >
                    {text}
                </button>
            </li>
        }
    });
    view! {
        {turn.round.map(|round| view! { <h3>{round}</h3> })}
        <div class="turn-lines" class:taken-back=turn.taken_back class:to-come=move || at.get() < first>
            {(!turn.who.is_empty()).then(|| view! { <h4>{turn.who.clone()}</h4> })}
            <ul class="plain">{lines.collect_view()}</ul>
        </div>
    }
}

/// Brings the line of an entry into sight.
fn show_line(element: &web_sys::HtmlElement, at: u64) {
    let line = element.query_selector(&format!("[data-entry=\"{at}\"]")).ok().flatten();
    match line {
        // Only the list scrolls: the page must not jump.
        Some(line) => {
            let down = line.get_bounding_client_rect().top() - element.get_bounding_client_rect().top();
            let middle = f64::from(element.client_height()) / 2.0;
            element.set_scroll_top(element.scroll_top() + (down - middle) as i32);
        }
        None => element.set_scroll_top(element.scroll_height()),
    }
}

/// The entries after `from`, grouped.
fn turns(timeline: &Timeline, from: u64) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut last: Option<(String, TurnOf, bool)> = None;
    for number in from + 1..=timeline.len() {
        let taken_back = !timeline.in_force(number);
        for line in timeline.lines(number) {
            let key = (line.round.clone(), line.turn_of, taken_back);
            if last.as_ref() != Some(&key) {
                let new_round = last.as_ref().is_none_or(|(round, ..)| *round != line.round);
                let round = new_round.then(|| line.round.clone());
                turns.push(Turn { round, who: who(timeline, line), lines: Vec::new(), taken_back });
                last = Some(key);
            }
            if let Some(turn) = turns.last_mut() {
                turn.lines.push((number, line.text.clone()));
            }
        }
    }
    turns
}

fn who(timeline: &Timeline, line: &Line) -> String {
    match &line.turn_of {
        TurnOf::Company(company) => company.to_string(),
        TurnOf::Seat(seat) => timeline.names().players().get(seat.index()).cloned().unwrap_or_default(),
        TurnOf::Table => String::new(),
    }
}
