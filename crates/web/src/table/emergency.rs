//! Money that has to be raised: who gives in which order, and what is still missing.

use super::desk::{Desk, desk};
use super::offer::scene_of;
use ferrata_client::emergency::{Emergency, emergency, missing_after};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Money;
use leptos::prelude::*;

/// The sum as it runs; everybody may read it.
#[component]
pub(super) fn EmergencyDesk() -> impl IntoView {
    let desk = desk();
    let found = Memo::new(move |_| {
        let offers = desk.moment.with(|moment| moment.offers.clone());
        scene_of(desk, |scene| emergency(scene, &offers))
    });
    move || found.get().map(|found| sum(desk, &found))
}

fn sum(desk: Desk, found: &Emergency) -> impl IntoView + use<> {
    let who = |party: Party| match party {
        Party::Seat(seat) => desk.name(seat),
        Party::Company(company) => format!("Treasury of {company}"),
        Party::Offering | Party::Bank => "Bank".to_owned(),
    };
    let rows = found.givers.iter().map(|(party, cash, left)| {
        view! {
            <tr>
                <th scope="row">{who(*party)}</th>
                <td>{desk.money(*cash)}</td>
                <td>{desk.money(*left)}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    let end = match (found.missing, found.next) {
        (Money::ZERO, _) => "The money is there: buy.".to_owned(),
        (missing, Some(next)) => {
            let seller = match next {
                Party::Company(company) => company.to_string(),
                next => who(next),
            };
            format!("{} is missing. {seller} sells next.", desk.money(missing))
        }
        (missing, None) => format!("{} is missing, and nobody can sell.", desk.money(missing)),
    };
    view! {
        <div class="emergency" role="group" aria-label="Money to be raised">
            <table>
                <caption>{format!("{} for {}", desk.money(found.amount), desk.say(&found.what))}</caption>
                <thead><tr><td></td><th scope="col">"Has"</th><th scope="col">"Then missing"</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
            <p><strong>{end}</strong></p>
        </div>
    }
}

/// What is still missing after a sale, for its button.
pub(super) fn still_missing(desk: Desk, sale: &Action) -> Option<String> {
    let seat = untrack(|| desk.actor())?;
    let missing = desk.moment.with_untracked(|moment| missing_after(&moment.game, seat, sale))?;
    Some(match missing {
        Money::ZERO => ", enough".to_owned(),
        missing => format!(", {} still missing", desk.money(missing)),
    })
}
