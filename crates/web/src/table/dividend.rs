//! What becomes of the earnings, as a table: a column for each way, chosen by its head, with what it brings to whom.

use super::desk::Desk;
use super::offer::armed;
use ferrata_client::preview::{self, Preview};
use ferrata_client::scene::capital;
use ferrata_client::words;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::turn::Entry;
use ferrata_engine::view::CompanyView;
use leptos::prelude::*;

/// What changes, and in each column by how much.
type Row = (String, Vec<String>);

/// The table.
pub(super) fn dividend(desk: Desk, heading: &str, ways: &[Settlement]) -> AnyView {
    let heads = ways.iter().map(|how| {
        let (action, name) = (Action::Settle { how: *how }, desk.say(&words::settlement(*how)));
        let armed = armed(desk, action.clone());
        view! {
            <th scope="col">
                <button
                    aria-label=format!("{heading}: {name}")
                    aria-pressed=move || armed.get().to_string()
                    on:click=move |_| desk.arm_or_do(action.clone())
                >
                    {capital(&name)}
                </button>
            </th>
        }
    });
    let heads = heads.collect_view();
    let rows = rows(desk, ways).into_iter().map(|(label, cells)| {
        let cells = cells.into_iter().map(|cell| view! { <td>{cell}</td> }).collect_view();
        view! { <tr><th scope="row">{label}</th>{cells}</tr> }
    });
    view! {
        <table class="dividend">
            <caption>{heading.to_owned()}</caption>
            <thead><tr><td></td>{heads}</tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

/// Treasuries, players, prices: whatever at least one of the ways changes.
fn rows(desk: Desk, ways: &[Settlement]) -> Vec<Row> {
    let Some(seat) = untrack(|| desk.actor()) else { return Vec::new() };
    let previews: Vec<Preview> = desk.moment.with_untracked(|moment| {
        let after =
            |how: &Settlement| preview::after(&moment.game, &Entry::seat(seat, Action::Settle { how: *how }));
        ways.iter().map(|how| after(how).unwrap_or_default()).collect()
    });
    let mut rows: Vec<Row> = Vec::new();
    let mut put = |label: String, column: usize, text: String| {
        let at = rows.iter().position(|(known, _)| *known == label).unwrap_or_else(|| {
            rows.push((label, vec![String::new(); ways.len()]));
            rows.len() - 1
        });
        if let Some(cell) = rows.get_mut(at).and_then(|(_, cells)| cells.get_mut(column)) {
            *cell = text;
        }
    };
    let signed = |amount: Money| match amount.0 {
        ..0 => format!("−{}", desk.money(-amount)),
        _ => format!("+{}", desk.money(amount)),
    };
    let price = |price: Option<Money>| price.map_or("–".to_owned(), |price| desk.money(price));
    for (column, preview) in previews.iter().enumerate() {
        if let Some(amount) = for_ten_percent(desk, preview) {
            put("For 10%".to_owned(), column, signed(amount));
        }
    }
    for (column, preview) in previews.iter().enumerate() {
        for (company, change) in &preview.companies {
            put(format!("Treasury of {company}"), column, signed(*change));
        }
    }
    for (column, preview) in previews.iter().enumerate() {
        for (seat, change) in &preview.players {
            put(desk.name(*seat), column, signed(*change));
        }
    }
    for (column, preview) in previews.iter().enumerate() {
        for change in &preview.prices {
            let text = format!("{} → {}", price(change.from), price(change.to));
            put(price_of(change.company), column, text);
        }
    }
    // A price that stays is said, too.
    for (label, cells) in &mut rows {
        let company = desk.moment.with_untracked(|moment| {
            let named = |company: &&CompanyView| *label == price_of(company.name);
            moment.view.companies.iter().find(named).and_then(|company| company.price)
        });
        for cell in cells.iter_mut().filter(|cell| company.is_some() && cell.is_empty()) {
            *cell = price(company);
        }
    }
    rows
}

fn price_of(company: CompanyName) -> String {
    format!("Price of {company}")
}

/// What every 10 % of the company gets, as far as somebody who holds some of it shows it.
fn for_ten_percent(desk: Desk, preview: &Preview) -> Option<Money> {
    desk.moment.with_untracked(|moment| {
        let company = moment.view.operating?;
        preview.players.iter().find_map(|(seat, change)| {
            let shares = &moment.view.players.get(seat.index())?.shares;
            let percent = i32::from(shares.iter().find(|share| share.company == company)?.percent);
            let ten = change.0.checked_mul(10)?;
            (change.0 > 0 && ten.checked_rem(percent)? == 0).then(|| Money(ten / percent))
        })
    })
}
