//! The companies' charters.

use super::desk::{Desk, desk};
use super::players::{cards, company_badge, shares};
use ferrata_engine::name::CompanyName;
use ferrata_engine::view::{CompanyView, View};
use leptos::prelude::*;

/// The panel with the companies.
#[component]
pub(super) fn CompaniesPanel() -> impl IntoView {
    let desk = desk();
    let lists = move || {
        let view = desk.moment.with(|moment| moment.view.clone());
        let place = |name: CompanyName| {
            view.operating_order.iter().position(|company| *company == name).unwrap_or(usize::MAX)
        };
        let mut begun: Vec<&CompanyView> =
            view.companies.iter().filter(|company| has_begun(company)).collect();
        begun.sort_by_key(|company| place(company.name));
        let charters = begun.iter().map(|company| charter(desk, &view, company)).collect_view();
        let others = view.companies.iter().filter(|company| !has_begun(company));
        let others = others.map(|company| {
            view! { <li>{company_badge(desk, company.name)} " " {company.full_name.clone()} ", " {company.status.clone()}</li> }
        });
        let others = others.collect_view();
        view! { <div class="charters">{charters}</div><details><summary>"Companies not in play"</summary><ul class="plain">{others}</ul></details> }
    };
    view! {
        <section class="panel firms" data-panel="firms" aria-label="Companies">
            <h2>"Companies"</h2>
            <div class="scroll" tabindex="0" role="group" aria-label="Charters">{lists}</div>
        </section>
    }
}

fn has_begun(company: &CompanyView) -> bool {
    company.director.is_some() || company.price.is_some() || company.cash.0 != 0 || !company.trains.is_empty()
}

fn charter(desk: Desk, view: &View, company: &CompanyView) -> impl IntoView + use<> {
    let name =
        |seat: ferrata_engine::id::SeatId| view.players.get(seat.index()).map(|player| player.name.clone());
    let director = match company.directed_by {
        Some(by) => format!("{by} ({})", company.director.and_then(name).unwrap_or_default()),
        None => company.director.and_then(name).unwrap_or_else(|| "nobody".to_owned()),
    };
    let trains: Vec<_> = company.trains.iter().map(ToString::to_string).collect();
    let trains = if trains.is_empty() { "none".to_owned() } else { trains.join(", ") };
    let figures = [
        ("Director", director),
        ("Treasury", desk.money(company.cash)),
        ("Price", company.price.map_or("–".to_owned(), |price| desk.money(price))),
        ("Trains", trains),
        ("Train limit", company.train_limit.to_string()),
        ("Tokens left", company.tokens_left.to_string()),
        ("Last run", company.last_run.map_or("–".to_owned(), |run| desk.money(run))),
    ];
    let figures =
        figures.into_iter().map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> });
    let figures = figures.collect_view();
    let routes = company.last_routes.clone();
    let notes = company.notes.iter().map(|note| view! { <li>{note.clone()}</li> }).collect_view();
    let acts = view.operating == Some(company.name);
    view! {
        <article class="charter" class:acts=acts>
            <h3>
                {company_badge(desk, company.name)}
                <span class="quiet">{company.full_name.clone()} ", " {company.status.clone()}</span>
            </h3>
            <dl class="figures">{figures}</dl>
            {holders(view, company)}
            {shares(desk, &company.shares)}
            {cards(desk, &company.cards)}
            <ul class="notes">{notes}</ul>
            {(!routes.is_empty()).then(|| view! { <button on:click=move |_| desk.routes.set(routes.clone())>"Show the last run"</button> })}
        </article>
    }
}

/// Who has how much of a company.
fn holders(view: &View, company: &CompanyView) -> impl IntoView + use<> {
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
    view! { <p class="holders">{list.join(" · ")}</p> }
}
