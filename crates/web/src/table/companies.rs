//! The companies' charters.

use super::about;
use super::desk::{Desk, desk};
use super::numbered::Numbered;
use super::panels::Fill;
use super::players::{cards, company_badge, shares};
use crate::browser::is_open;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, Name};
use ferrata_engine::view::{CompanyView, View};
use leptos::ev::Event;
use leptos::prelude::*;
use std::collections::BTreeSet;

/// The panel with the companies.
#[component]
pub(super) fn CompaniesPanel() -> impl IntoView {
    let desk = desk();
    let view = Memo::new(move |_| desk.moment.with(|moment| moment.view.clone()));
    let numbered = Numbered::new();
    let begun = move || {
        let view = view.get();
        let place =
            |name: CompanyName| view.operating_order.iter().position(|company| company.company == name);
        let acts = |company: &CompanyView| Some(company.name) == view.operating;
        let shown = |company: &&CompanyView| has_begun(company) || acts(company);
        let mut begun: Vec<_> = view.companies.iter().filter(shown).cloned().collect();
        begun.sort_by_key(|company| place(company.name).unwrap_or(usize::MAX));
        numbered.now(begun.into_iter().map(|company| Shown::of(&view, company)).collect())
    };
    let opened = RwSignal::new(BTreeSet::new());
    view! {
        <section class="panel firms" data-panel="firms" aria-label="Companies">
            <h2>"Companies"</h2>
            <div class="scroll" tabindex="0" role="group" aria-label="Charters">
                <div class="charters">
                    // Where there is room the figures stand in columns under their heads; elsewhere each says what it is.
                    <p class="heads" aria-hidden="true">
                        <span>"company"</span>
                        {CELLS.map(|(name, label)| view! { <span title=name>{label}</span> }).collect_view()}
                    </p>
                    <For each=begun key=|(number, _)| *number let:shown>
                        {charter(desk, shown.1, opened)}
                    </For>
                </div>
                <Others />
            </div>
            <Fill panel="firms" />
        </section>
    }
}

/// A company not in play: its name, its full name, how it stands.
type Line = (CompanyName, String, String);

/// The companies not in play, by kind as the title groups them.
#[component]
fn Others() -> impl IntoView {
    let desk = desk();
    let kinds = Memo::new(move |_| {
        let view = desk.moment.with(|moment| moment.view.clone());
        let mut kinds: Vec<(Name, Vec<Line>)> = Vec::new();
        for company in view.companies.iter().filter(|company| !has_begun(company)) {
            let line = (company.name, company.full_name.clone(), desk.say(&company.standing));
            match kinds.iter_mut().find(|(kind, _)| *kind == company.kind) {
                Some((_, lines)) => lines.push(line),
                None => kinds.push((company.kind, vec![line])),
            }
        }
        kinds
    });
    let line = move |(name, full_name, status)| {
        view! {
            <li>
                <details>
                    <summary>{company_badge(desk, name)} " " {full_name} ", " {status}</summary>
                    {about::company(desk, name)}
                </details>
            </li>
        }
    };
    move || {
        let group = |(kind, lines): (Name, Vec<_>)| {
            let title = format!("Not in play: {kind} ({})", lines.len());
            view! {
                <details class="kind">
                    <summary>{title}</summary>
                    <ul class="plain">{lines.into_iter().map(line).collect_view()}</ul>
                </details>
            }
        };
        kinds.get().into_iter().map(group).collect_view()
    }
}

/// What is said where nobody directs a company.
const NOBODY: &str = "nobody";

fn director(view: &View, company: &CompanyView) -> Option<String> {
    let name =
        |seat: ferrata_engine::id::SeatId| view.players.get(seat.index()).map(|player| player.name.clone());
    match (company.directed_by, company.director.and_then(name)) {
        (Some(by), Some(name)) => Some(format!("{by} ({name})")),
        // Whose director is still to be found, as in the middle of a merger.
        (Some(by), None) => Some(by.to_string()),
        (None, name) => name,
    }
}

fn trains(company: &CompanyView) -> String {
    let trains: Vec<_> = company.trains.iter().map(ToString::to_string).collect();
    if trains.is_empty() { "none".to_owned() } else { trains.join(", ") }
}

/// A company as its charter shows it; a charter is drawn anew only when this changes.
#[derive(Clone, PartialEq, Debug)]
struct Shown {
    company: CompanyView,
    director: Option<String>,
    holders: String,
    acts: bool,
}

impl Shown {
    fn of(view: &View, company: CompanyView) -> Shown {
        let director = director(view, &company);
        let (holders, acts) = (holders(view, &company), view.operating == Some(company.name));
        Shown { company, director, holders, acts }
    }
}

fn has_begun(company: &CompanyView) -> bool {
    company.director.is_some() || company.price.is_some() || company.cash.0 != 0 || !company.trains.is_empty()
}

/// A company as a line that opens to its charter.
fn charter(desk: Desk, shown: Shown, opened: RwSignal<BTreeSet<CompanyName>>) -> impl IntoView {
    let Shown { company, director, holders, acts } = shown;
    let name = company.name;
    let row = row(desk, &company, director.as_deref());
    let open_now = opened.with_untracked(|opened| opened.contains(&name));
    // What nobody has opened is not drawn.
    let drawn = RwSignal::new(open_now);
    let charter = move || drawn.get().then(|| inside(desk, &company, director.as_deref(), &holders));
    let toggled = move |event: Event| {
        let open = is_open(&event);
        if open && !drawn.get_untracked() {
            drawn.set(true);
        }
        opened.update_untracked(|opened| {
            if open {
                opened.insert(name);
            } else {
                opened.remove(&name);
            }
        });
    };
    view! {
        <details
            class="charter"
            data-company=name.to_string()
            class:acts=acts
            prop:open=open_now
            on:toggle=toggled
        >
            // Whoever acts is never scrolled away.
            <summary class:pinned=acts>{row}</summary>
            {charter}
        </details>
    }
}

/// The figures of a line: their names, and the words above or before them, which are short.
const CELLS: [(&str, &str); 8] = [
    ("Price", "price"),
    ("Treasury", "treasury"),
    ("Trains", "trains"),
    ("Last run", "last run"),
    ("Director", "director"),
    ("Tokens left", "tokens"),
    ("Initial offering", "IPO"),
    ("Pool", "pool"),
];

/// A figure of a line.
struct Cell {
    text: String,
    /// It takes no room where there is little.
    nothing: bool,
    /// A player's name, which says by itself what it is.
    named: bool,
}

impl Cell {
    fn of(text: String) -> Cell {
        Cell { text, nothing: false, named: false }
    }

    fn left(count: u8) -> Cell {
        Cell { nothing: count == 0, ..Cell::of(count.to_string()) }
    }

    fn percent(percent: u8) -> Cell {
        match percent {
            0 => Cell { nothing: true, ..Cell::of(String::new()) },
            _ => Cell::of(format!("{percent}%")),
        }
    }

    fn director(name: Option<&str>) -> Cell {
        Cell { named: name.is_some(), ..Cell::of(name.unwrap_or(NOBODY).to_owned()) }
    }
}

/// What one looks for first, in a line: price, treasury, trains, last run, director, stations, shares to be had.
fn row(desk: Desk, company: &CompanyView, director: Option<&str>) -> impl IntoView + use<> {
    let money = |amount: Option<Money>| Cell::of(amount.map_or("–".to_owned(), |amount| desk.money(amount)));
    let cells = [
        money(company.price),
        money(Some(company.cash)),
        Cell::of(trains(company)),
        money(company.last_run),
        Cell::director(director),
        Cell::left(company.tokens_left),
        Cell::percent(company.offering),
        Cell::percent(company.pool),
    ];
    let cells = CELLS.into_iter().zip(cells).map(|((name, label), cell)| {
        let Cell { text, nothing, named } = cell;
        view! { <span class="cell" class:nothing=nothing class:named=named title=name><small>{label}</small>" "{text}</span> }
    });
    view! { {company_badge(desk, company.name)} {cells.collect_view()} }
}

/// The charter.
fn inside(desk: Desk, company: &CompanyView, director: Option<&str>, holders: &str) -> impl IntoView + use<> {
    let figures = [
        ("Director", director.unwrap_or(NOBODY).to_owned()),
        ("Treasury", desk.money(company.cash)),
        ("Price", company.price.map_or("–".to_owned(), |price| desk.money(price))),
        ("Trains", trains(company)),
        ("Train limit", limit(company.train_limit)),
        ("Tokens left", company.tokens_left.to_string()),
        ("Last run", company.last_run.map_or("–".to_owned(), |run| desk.money(run))),
    ];
    let figures =
        figures.into_iter().map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> });
    let figures = figures.collect_view();
    let routes = company.last_routes.clone();
    let notes = company.notes.iter().map(|note| view! { <li>{desk.say(note)}</li> }).collect_view();
    view! {
        <p class="quiet">{company.full_name.clone()} ", " {desk.say(&company.standing)}</p>
        <dl class="figures">{figures}</dl>
        <p class="holders">{holders.to_owned()}</p>
        {shares(desk, &company.shares)}
        {cards(desk, &company.cards)}
        <ul class="notes">{notes}</ul>
        <details>
            <summary>{format!("About {}", company.name)}</summary>
            {about::company(desk, company.name)}
        </details>
        {(!routes.is_empty()).then(|| view! { <button on:click=move |_| desk.pointing.routes.set(routes.clone())>"Show the last run"</button> })}
    }
}

/// A limit of trains; the highest number stands for none.
fn limit(trains: u8) -> String {
    if trains == u8::MAX { "none".to_owned() } else { trains.to_string() }
}

/// Who has how much of a company.
fn holders(view: &View, company: &CompanyView) -> String {
    let of = company.name;
    let percent = |shares: &[ferrata_engine::view::ShareView]| {
        shares.iter().filter(|share| share.company == of).map(|share| u32::from(share.percent)).sum::<u32>()
    };
    let players = view.players.iter().map(|player| (player.name.clone(), percent(&player.shares)));
    let companies = view.companies.iter().map(|other| (other.name.to_string(), percent(&other.shares)));
    let rest =
        [("initial offering", company.offering), ("pool", company.pool), ("set aside", company.reserved)];
    let rest = rest.into_iter().map(|(name, percent)| (name.to_owned(), u32::from(percent)));
    let list = players.chain(companies).chain(rest).filter(|(_, percent)| *percent != 0);
    let list: Vec<_> = list.map(|(name, percent)| format!("{name} {percent}%")).collect();
    list.join(" · ")
}
