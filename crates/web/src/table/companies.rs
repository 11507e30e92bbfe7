//! The companies' charters.

use super::about;
use super::desk::{Desk, desk};
use super::players::{cards, company_badge, shares};
use ferrata_engine::name::CompanyName;
use ferrata_engine::view::{CompanyView, View};
use leptos::prelude::*;

/// The panel with the companies.
#[component]
pub(super) fn CompaniesPanel() -> impl IntoView {
    let desk = desk();
    let view = Memo::new(move |_| desk.moment.with(|moment| moment.view.clone()));
    let begun = move || {
        let view = view.get();
        let place =
            |name: CompanyName| view.operating_order.iter().position(|company| company.company == name);
        let mut begun: Vec<_> = view.companies.iter().filter(|company| has_begun(company)).cloned().collect();
        begun.sort_by_key(|company| place(company.name).unwrap_or(usize::MAX));
        begun.into_iter().map(|company| Shown::of(&view, company)).collect::<Vec<_>>()
    };
    let others = Memo::new(move |_| {
        let view = view.get();
        let others = view.companies.iter().filter(|company| !has_begun(company));
        others
            .map(|company| (company.name, company.full_name.clone(), desk.say(&company.standing)))
            .collect::<Vec<_>>()
    });
    let others = move || {
        let line = |(name, full_name, status)| {
            view! {
                <li>
                    <details>
                        <summary>{company_badge(desk, name)} " " {full_name} ", " {status}</summary>
                        {about::company(desk, name)}
                    </details>
                </li>
            }
        };
        others.get().into_iter().map(line).collect_view()
    };
    view! {
        <section class="panel firms" data-panel="firms" aria-label="Companies">
            <h2>"Companies"</h2>
            <Operating />
            <div class="scroll" tabindex="0" role="group" aria-label="Charters">
                <div class="charters">
                    <For each=begun key=|shown| format!("{shown:?}") let:shown>
                        {charter(desk, shown)}
                    </For>
                </div>
                <details>
                    <summary>"Companies not in play"</summary>
                    <ul class="plain">{others}</ul>
                </details>
            </div>
        </section>
    }
}

/// The company that acts, in a line above the list that never scrolls away.
#[component]
fn Operating() -> impl IntoView {
    let desk = desk();
    let operating = Memo::new(move |_| {
        let view = desk.moment.with(|moment| moment.view.clone());
        let company = view.companies.iter().find(|company| Some(company.name) == view.operating)?;
        Some((company.name, director(&view, company), company.cash, company.price, trains(company)))
    });
    move || {
        operating.get().map(|(name, director, cash, price, trains)| {
            view! {
                <p class="pinned">
                    {company_badge(desk, name)}
                    <span>{director}</span>
                    <span>"treasury " {desk.money(cash)}</span>
                    {price.map(|price| view! { <span>"price " {desk.money(price)}</span> })}
                    <span>"trains " {trains}</span>
                </p>
            }
        })
    }
}

fn director(view: &View, company: &CompanyView) -> String {
    let name =
        |seat: ferrata_engine::id::SeatId| view.players.get(seat.index()).map(|player| player.name.clone());
    match company.directed_by {
        Some(by) => format!("{by} ({})", company.director.and_then(name).unwrap_or_default()),
        None => company.director.and_then(name).unwrap_or_else(|| "nobody".to_owned()),
    }
}

fn trains(company: &CompanyView) -> String {
    let trains: Vec<_> = company.trains.iter().map(ToString::to_string).collect();
    if trains.is_empty() { "none".to_owned() } else { trains.join(", ") }
}

/// A company as its charter shows it; a charter is drawn anew only when this changes.
#[derive(Clone, Debug)]
struct Shown {
    company: CompanyView,
    director: String,
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

fn charter(desk: Desk, shown: Shown) -> impl IntoView {
    let Shown { company, director, holders, acts } = shown;
    let trains = trains(&company);
    let figures = [
        ("Director", director),
        ("Treasury", desk.money(company.cash)),
        ("Price", company.price.map_or("–".to_owned(), |price| desk.money(price))),
        ("Trains", trains),
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
        <article class="charter" class:acts=acts>
            <h3>
                {company_badge(desk, company.name)}
                <span class="quiet">{company.full_name.clone()} ", " {desk.say(&company.standing)}</span>
            </h3>
            <dl class="figures">{figures}</dl>
            <p class="holders">{holders}</p>
            {shares(desk, &company.shares)}
            {cards(desk, &company.cards)}
            <ul class="notes">{notes}</ul>
            <details>
                <summary>{format!("About {}", company.name)}</summary>
                {about::company(desk, company.name)}
            </details>
            {(!routes.is_empty()).then(|| view! { <button on:click=move |_| desk.routes.set(routes.clone())>"Show the last run"</button> })}
        </article>
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
