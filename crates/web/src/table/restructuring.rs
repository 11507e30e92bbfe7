//! Companies before and after a merger, a takeover, a split or a transformation, as a card.

use super::desk::Desk;
use super::players::company_badge;
use ferrata_client::restructuring::{Firm, Holding, Restructuring, Station};
use ferrata_engine::action::Party;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, TrainName};
use leptos::prelude::*;

/// The card.
pub(super) fn card(desk: Desk, found: Restructuring) -> AnyView {
    let Restructuring { gone, stay, holders, money, trains_kept, trains_lost, stations, assumed } = found;
    let firms = gone.iter().map(|one| firm(desk, one, "goes"));
    let stay = stay.iter().map(|one| firm(desk, one, if one.comes { "comes" } else { "goes on" }));
    let firms = firms.chain(stay).collect_view();
    let holders = holders.iter().map(|one| holding(desk, one)).collect_view();
    let money = money.iter().map(|(who, before, then)| {
        let (before, then) = (desk.money(*before), desk.money(*then));
        view! { <tr><th scope="row">{party(desk, *who)}</th><td>{before}</td><td>{then}</td></tr> }
    });
    let money = match money.len() {
        0 => view! { <p class="money quiet">"Nobody's money changes."</p> }.into_any(),
        _ => {
            let rows = money.collect_view();
            view! {
                <table class="money">
                    <caption>"Money"</caption>
                    <thead><tr><td></td><th scope="col">"Before"</th><th scope="col">"After"</th></tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            }
            .into_any()
        }
    };
    let assumed = assumed.then(|| {
        view! { <p class="quiet">"If everybody who is still asked takes the plain answer; their choices may change it."</p> }
    });
    view! {
        <div class="restructuring" role="group" aria-label="Before and after">
            <table>
                <caption>"Companies"</caption>
                <thead><tr><td></td><th scope="col">"Price"</th><th scope="col">"Treasury"</th><th scope="col">"Trains"</th><th scope="col">"Director"</th></tr></thead>
                <tbody>{firms}</tbody>
            </table>
            <table>
                <caption>"Shares"</caption>
                <thead><tr><td></td><th scope="col">"Before"</th><th scope="col">"After"</th></tr></thead>
                <tbody>{holders}</tbody>
            </table>
            {money}
            <p>"Trains kept: " {trains(&trains_kept)} ". Trains lost: " {trains(&trains_lost)} "."</p>
            {(!stations.is_empty()).then(|| view! { <p>{stations_line(desk, &stations)}</p> })}
            {assumed}
        </div>
    }
    .into_any()
}

fn firm(desk: Desk, firm: &Firm, what: &'static str) -> impl IntoView + use<> {
    let price = firm.price.map_or("–".to_owned(), |price: Money| desk.money(price));
    let director = firm.director.map_or("nobody".to_owned(), |seat| desk.name(seat));
    view! {
        <tr>
            <th scope="row">{company_badge(desk, firm.name)} " " <span class="quiet">{what}</span></th>
            <td>{price}</td>
            <td>{desk.money(firm.cash)}</td>
            <td>{trains(&firm.trains)}</td>
            <td>{director}</td>
        </tr>
    }
}

fn holding(desk: Desk, holding: &Holding) -> impl IntoView + use<> {
    let part = |part: &[(CompanyName, u16)]| {
        let list: Vec<_> = part.iter().map(|(company, percent)| format!("{percent}% {company}")).collect();
        if list.is_empty() { "–".to_owned() } else { list.join(", ") }
    };
    let (before, after) = (part(&holding.before), part(&holding.after));
    view! { <tr><th scope="row">{party(desk, holding.who)}</th><td>{before}</td><td>{after}</td></tr> }
}

/// Somebody who holds shares or money; the bank holds shares in its pool.
fn party(desk: Desk, party: Party) -> String {
    match party {
        Party::Seat(seat) => desk.name(seat),
        Party::Company(company) => company.to_string(),
        Party::Offering => "Initial offering".to_owned(),
        Party::Bank => "Pool".to_owned(),
    }
}

fn trains(trains: &[TrainName]) -> String {
    let list: Vec<_> = trains.iter().map(ToString::to_string).collect();
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}

fn stations_line(desk: Desk, stations: &[Station]) -> String {
    let place = |station: &Station| {
        let hex = desk.timeline.with_untracked(|timeline| timeline.names().place(station.hex));
        match station.then {
            Some(company) => format!("{hex} to {company}"),
            None => format!("{hex} leaves the map"),
        }
    };
    let list: Vec<_> = stations.iter().map(place).collect();
    format!("Stations: {}.", list.join(", "))
}
