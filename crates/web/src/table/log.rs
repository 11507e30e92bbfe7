//! The log, grouped by round and turn, and the talk beside it.

use super::desk::{Desk, desk};
use super::panels::Fill;
use super::players::Ways;
use super::restructuring;
use super::talk::Talk;
use ferrata_client::bids::{Bids, Rank};
use ferrata_client::timeline::{Line, Timeline, TurnOf};
use ferrata_engine::money::Money;
use leptos::html::Div;
use leptos::prelude::*;

/// How many entries are shown before somebody asks for earlier ones.
const PAGE: u64 = 150;

/// How many turns at the end of the log have their true height at all times, at least: it is read from there.
const END: usize = 35;
/// So many turns at once join those further up.
const JOIN: usize = 10;

const WAYS: [(&str, &str); 2] = [("log", "Log"), ("talk", "Talk")];

/// The panel with the log.
#[component]
pub(super) fn LogPanel() -> impl IntoView {
    let desk = desk();
    let way = RwSignal::new("log");
    Effect::new(move || {
        if way.get() == "talk" {
            desk.others.unread.set(0);
        }
    });
    let content = move || match way.get() {
        "talk" => view! { <Talk /> }.into_any(),
        _ => view! { <Entries /> }.into_any(),
    };
    view! {
        <section class="panel log" data-panel="log" aria-label="Log">
            <h2 class="hidden">"Log"</h2>
            <div class="row">
                <Ways ways=&WAYS way />
                <Show when=move || desk.others.unread.get() != 0>
                    <span class="unread">{move || format!("{} unread", desk.others.unread.get())}</span>
                </Show>
            </div>
            {content}
            <Fill panel="log" />
        </section>
    }
}

/// Lines of one turn.
#[derive(Clone, PartialEq, Debug)]
struct Turn {
    /// The entry it begins with, and with which of its lines: an entry may end one turn and begin another.
    begins: (u64, usize),
    round: Option<String>,
    who: String,
    lines: Vec<(u64, String)>,
    /// The sealed bids that were opened at its end.
    bids: Option<Bids>,
    /// The entries after which companies have become others.
    restructured: Vec<u64>,
    taken_back: bool,
    /// What was looked for when it was found; empty where all is shown.
    found_by: String,
}

impl Turn {
    /// What makes it look different: where it begins, how much was added, what it says last (another record may come in the
    /// place of one that was expected), whether it still holds. No two turns have the same, or the list would lose one of them.
    fn key(&self) -> Key {
        Key {
            begins: self.begins,
            lines: self.lines.len(),
            last: self.lines.last().map(|(_, text)| text.clone()),
            cards: (self.bids.is_some(), self.restructured.len()),
            taken_back: self.taken_back,
            round: self.round.clone(),
            found_by: self.found_by.clone(),
        }
    }
}

/// What makes a turn look different from others.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    begins: (u64, usize),
    lines: usize,
    last: Option<String>,
    cards: (bool, usize),
    taken_back: bool,
    round: Option<String>,
    found_by: String,
}

/// The entries, drawn once; looking back only marks where one is.
#[component]
fn Entries() -> impl IntoView {
    let desk = desk();
    let shown = RwSignal::new(PAGE);
    let wanted = RwSignal::new(String::new());
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
    let turns = Memo::new(move |_| {
        let wanted = wanted.with(|wanted| wanted.trim().to_lowercase());
        desk.timeline.with(|timeline| match wanted.is_empty() {
            true => turns(timeline, from.get()),
            // What somebody looks for may be anywhere.
            false => found(turns(timeline, 0), &wanted),
        })
    });
    // Most entries change the last turns alone: what is further up is not even looked through for them.
    let far = Memo::new(move |_| turns.with(|turns| turns.len().saturating_sub(END) / JOIN * JOIN));
    let further_up =
        Memo::new(move |_| turns.with(|turns| turns.iter().take(far.get()).cloned().collect::<Vec<_>>()));
    let last =
        Memo::new(move |_| turns.with(|turns| turns.iter().skip(far.get()).cloned().collect::<Vec<_>>()));
    // Nothing is to come after now, whatever its number.
    let seen = Memo::new(move |_| desk.moment.with(|moment| (!moment.live).then_some(moment.number)));
    let lines = move || turns.with(|turns| turns.iter().map(|turn| turn.lines.len()).sum::<usize>());
    let follow = Follow::new(holder);
    Effect::new(move || {
        turns.track();
        // On a small screen the list has no height before its panel is chosen.
        desk.page.tab.track();
        match desk.moment.with(|moment| moment.live) {
            true => follow.to_newest(),
            false => follow.to_entry(at.get()),
        }
    });
    view! {
        <div class="row search" role="search">
            <input type="search" aria-label="Search the log" placeholder="Search the log" bind:value=wanted />
            <Show when=move || wanted.with(|wanted| !wanted.trim().is_empty())>
                <span class="quiet" role="status">{move || match lines() {
                    1 => "1 line".to_owned(),
                    many => format!("{many} lines"),
                }}</span>
            </Show>
        </div>
        <div
            class="scroll entries"
            node_ref=holder
            tabindex="0"
            role="group"
            aria-label="Entries of the game"
            on:scroll=move |_| follow.scrolled()
        >
            <Show when=move || from.get() != 0 && wanted.with(|wanted| wanted.trim().is_empty())>
                <button on:click=move |_| shown.update(|shown| *shown += 4 * PAGE)>"Earlier entries"</button>
            </Show>
            <div class="further-up">{turn_list(desk, seen, further_up)}</div>
            {turn_list(desk, seen, last)}
        </div>
        <Show when=move || follow.away.get()>
            <button class="newest" on:click=move |_| follow.resume(desk)>"Newest entry ↓"</button>
        </Show>
    }
}

fn turn_list(desk: Desk, seen: Memo<Option<u64>>, turns: Memo<Vec<Turn>>) -> impl IntoView {
    view! { <For each=move || turns.get() key=Turn::key let:turn>{turn_lines(desk, seen, turn)}</For> }
}

fn turn_lines(desk: Desk, seen: Memo<Option<u64>>, turn: Turn) -> impl IntoView {
    let first = turn.begins.0;
    let to_come = move || seen.get().is_some_and(|seen| seen < first);
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
        <div class="turn-lines" class:taken-back=turn.taken_back class:to-come=to_come>
            {(!turn.who.is_empty()).then(|| view! { <h4>{turn.who.clone()}</h4> })}
            <ul class="plain">{lines.collect_view()}</ul>
            {turn.bids.map(|bids| bid_table(desk, bids))}
            {turn.restructured.into_iter().map(|number| before_and_after(desk, number)).collect_view()}
        </div>
    }
}

/// What has become of companies, for whoever opens it.
fn before_and_after(desk: Desk, number: u64) -> impl IntoView {
    let open = RwSignal::new(false);
    let card = move || {
        let found =
            open.get().then(|| desk.timeline.with_untracked(|timeline| timeline.restructured(number)));
        found.flatten().map(|found| restructuring::card(desk, found))
    };
    view! {
        <details on:toggle=move |_| open.set(true)>
            <summary>"Before and after"</summary>
            {card}
        </details>
    }
}

/// The sealed bids of a round side by side: a row per card that anybody wanted, a column per player.
fn bid_table(desk: Desk, bids: Bids) -> impl IntoView {
    let Bids { cards, sheets } = bids;
    let head = sheets.iter().map(|sheet| {
        let annulled = sheet.annulled.then(|| view! { <span class="annulled">"annulled"</span> });
        view! { <th scope="col">{desk.name(sheet.seat)} " " {annulled}</th> }
    });
    let head = head.collect_view();
    let wanted = cards.iter().enumerate().filter(|(at, _)| {
        sheets.iter().any(|sheet| sheet.bids.get(*at).is_some_and(|bid| bid.amount != Money::ZERO))
    });
    let rows = wanted.map(|(at, card)| {
        let cells = sheets.iter().map(|sheet| {
            let bid = sheet.bids.get(at).copied();
            let amount = bid.filter(|bid| bid.amount != Money::ZERO).map(|bid| desk.money(bid.amount));
            let rank = bid.map_or(Rank::Below, |bid| bid.rank);
            let mark = match rank {
                Rank::Highest => Some("✓ wins"),
                Rank::Tied => Some("= tie"),
                Rank::Below => None,
            };
            let mark = mark.map(|mark| view! { <span class="rank">{mark}</span> });
            view! { <td class:highest=rank == Rank::Highest class:tied=rank == Rank::Tied>{amount} " " {mark}</td> }
        });
        let cells = cells.collect_view();
        view! { <tr><th scope="row">{card.to_string()}</th>{cells}</tr> }
    });
    let rows = rows.collect_view();
    let totals = sheets.iter().map(|sheet| view! { <td>{desk.money(sheet.total)}</td> }).collect_view();
    view! {
        <div class="bids" role="group" aria-label="Sealed bids, opened" tabindex="0">
            <table>
                <caption>"Sealed bids, opened"</caption>
                <thead><tr><td></td>{head}</tr></thead>
                <tbody>{rows}</tbody>
                <tfoot><tr><th scope="row">"Total"</th>{totals}</tr></tfoot>
            </table>
        </div>
    }
}

/// How near to its end a list counts as being there.
const NEAR: i32 = 24;
/// How many pictures a list may take to settle: what was never shown has only a guessed height.
const SETTLE: u8 = 8;

/// Keeps the newest entry in sight, unless somebody reads further up.
#[derive(Clone, Copy)]
struct Follow {
    list: NodeRef<Div>,
    /// Whether somebody reads further up.
    away: RwSignal<bool>,
    /// Whether the list scrolls because we want it, not its reader.
    ours: StoredValue<bool>,
    /// Counts what we wanted, to know the last.
    wish: StoredValue<u32>,
}

impl Follow {
    fn new(list: NodeRef<Div>) -> Follow {
        let (ours, wish) = (StoredValue::new(false), StoredValue::new(0));
        Follow { list, away: RwSignal::new(false), ours, wish }
    }

    /// The list was scrolled, by us or by its reader.
    fn scrolled(self) {
        let Some(list) = self.list.get_untracked().filter(|_| !self.ours.get_value()) else { return };
        let away = list.client_height() > 0 && from_end(&list) > NEAR;
        if self.away.get_untracked() != away {
            self.away.set(away);
        }
    }

    fn to_newest(self) {
        if !self.away.get_untracked() {
            self.settle(|list| {
                unmark(list);
                list.set_scroll_top(list.scroll_height());
            });
        }
    }

    /// To the newest entry, and to now.
    fn resume(self, desk: Desk) {
        self.away.set(false);
        desk.at.set(None);
        self.to_newest();
    }

    fn to_entry(self, number: u64) {
        self.settle(move |list| show_line(list, number));
    }

    /// Scrolls until the heights of what has come into sight are known.
    fn settle(self, scroll: impl Fn(&web_sys::HtmlElement) + 'static) {
        self.wish.update_value(|wish| *wish += 1);
        self.ours.set_value(true);
        self.scroll_again(self.wish.get_value(), SETTLE, scroll);
    }

    fn scroll_again(self, wish: u32, left: u8, scroll: impl Fn(&web_sys::HtmlElement) + 'static) {
        request_animation_frame(move || {
            let Some(list) = self.list.try_get_untracked().flatten() else { return };
            if self.wish.try_get_value() != Some(wish) {
                return;
            }
            let before = list.scroll_top();
            scroll(&list);
            if left > 0 && (left > SETTLE - 3 || list.scroll_top() != before) {
                self.scroll_again(wish, left - 1, scroll);
            } else {
                self.ours.set_value(false);
            }
        });
    }
}

fn from_end(list: &web_sys::HtmlElement) -> i32 {
    list.scroll_height() - list.scroll_top() - list.client_height()
}

fn unmark(list: &web_sys::HtmlElement) {
    if let Ok(Some(marked)) = list.query_selector("[aria-current]") {
        let _ = marked.remove_attribute("aria-current");
    }
}

/// Brings the line of an entry into sight and marks it.
fn show_line(list: &web_sys::HtmlElement, number: u64) {
    unmark(list);
    let line = list.query_selector(&format!("[data-entry=\"{number}\"]")).ok().flatten();
    match line {
        // Only the list scrolls: the page must not jump.
        Some(line) => {
            let _ = line.set_attribute("aria-current", "true");
            let down = line.get_bounding_client_rect().top() - list.get_bounding_client_rect().top();
            let middle = f64::from(list.client_height()) / 2.0;
            list.set_scroll_top(list.scroll_top() + (down - middle) as i32);
        }
        None => list.set_scroll_top(if number == 0 { 0 } else { list.scroll_height() }),
    }
}

/// The entries after `from`, grouped.
fn turns(timeline: &Timeline, from: u64) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut last: Option<(String, TurnOf, bool)> = None;
    for number in from + 1..=timeline.len() {
        let taken_back = !timeline.in_force(number);
        let mut first = None;
        for (place, line) in timeline.lines(number).iter().enumerate() {
            let key = (line.round.clone(), line.turn_of, taken_back);
            if last.as_ref() != Some(&key) {
                let new_round = last.as_ref().is_none_or(|(round, ..)| *round != line.round);
                let round = new_round.then(|| line.round.clone());
                let (begins, who) = ((number, place), who(timeline, line));
                turns.push(Turn {
                    begins,
                    round,
                    who,
                    lines: Vec::new(),
                    bids: None,
                    restructured: Vec::new(),
                    taken_back,
                    found_by: String::new(),
                });
                last = Some(key);
            }
            first = first.or(turns.len().checked_sub(1));
            if let Some(turn) = turns.last_mut() {
                turn.lines.push((number, line.text.clone()));
            }
        }
        // Where they were handed in, not in the round that begins with them.
        if let (Some(bids), Some(turn)) =
            (timeline.opened_bids(number), first.and_then(|at| turns.get_mut(at)))
        {
            turn.bids = Some(bids);
        }
        if let Some(turn) =
            first.and_then(|at| turns.get_mut(at)).filter(|_| timeline.has_restructured(number))
        {
            turn.restructured.push(number);
        }
    }
    turns
}

/// Only the lines that have these words in them, or whose turn or round has.
fn found(turns: Vec<Turn>, wanted: &str) -> Vec<Turn> {
    let has = |text: &str| text.to_lowercase().contains(wanted);
    let mut round = String::new();
    let mut told = String::new();
    turns
        .into_iter()
        .filter_map(|mut turn| {
            if let Some(new) = turn.round.take() {
                round = new;
            }
            if !has(&turn.who) && !has(&round) {
                turn.lines.retain(|(_, text)| has(text));
                turn.bids = None;
                turn.restructured.clear();
            }
            wanted.clone_into(&mut turn.found_by);
            // A round is named where its first line was found.
            let first = !turn.lines.is_empty() && told != round;
            if first {
                told.clone_from(&round);
                turn.round = Some(round.clone());
            }
            (!turn.lines.is_empty()).then_some(turn)
        })
        .collect()
}

fn who(timeline: &Timeline, line: &Line) -> String {
    match &line.turn_of {
        TurnOf::Company(company) => company.to_string(),
        TurnOf::Seat(seat) => timeline.names().players().get(seat.index()).cloned().unwrap_or_default(),
        TurnOf::Table => String::new(),
    }
}
