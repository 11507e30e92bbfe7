//! Money left on the table, at the end of a game: looked for in a worker, when somebody wants to know.

use super::desk::{Desk, desk};
use super::players::company_badge;
use crate::forgone::{self, Word};
use crate::worker::Work;
use ferrata_client::forgone::Forgone;
use leptos::prelude::*;

/// How far it is known what companies left on the table.
#[derive(Clone, PartialEq)]
enum Left {
    Unasked,
    Looking(usize, usize),
    Known,
    Failed(String),
}

/// What companies could have run for and did not.
#[component]
pub(super) fn LeftOnTheTable() -> impl IntoView {
    let desk = desk();
    // What is known stays known when somebody looks at a run and comes back.
    let known = desk.page.forgone.with_untracked(Option::is_some);
    let left = RwSignal::new(if known { Left::Known } else { Left::Unasked });
    let work = StoredValue::new_local(None::<Work>);
    let look = move |_| {
        let hear = move |word| {
            let _ = left.try_set(match word {
                Word::Looking(at, all) => Left::Looking(at, all),
                Word::Found(companies) => {
                    let _ = desk.page.forgone.try_set(Some(companies));
                    Left::Known
                }
                Word::Failed(why) => Left::Failed(why),
            });
        };
        let begun = desk.timeline.with_untracked(|timeline| forgone::begin(timeline, hear));
        left.set(match begun {
            Some(_) => Left::Looking(0, 1),
            None => Left::Failed("this browser runs no workers".to_owned()),
        });
        work.set_value(begun);
    };
    on_cleanup(move || work.set_value(None));
    let stop = move |_| {
        work.set_value(None);
        left.set(Left::Unasked);
    };
    let told = move || {
        match left.get() {
        Left::Unasked => view! {
            <p class="quiet">"The best possible run of every company's trains, against the run that was made."</p>
            <button on:click=look>"Look for better runs"</button>
        }
        .into_any(),
        Left::Looking(at, all) => view! {
            <p role="status">
                <progress aria-label="Looking through the game" max=all.to_string() value=at.to_string()></progress>
                {(at != 0).then(|| format!(" {at} of {all} entries "))}
            </p>
            <button on:click=stop>"Stop looking"</button>
        }
        .into_any(),
        Left::Known => left_by(desk, &desk.page.forgone.get().unwrap_or_default()).into_any(),
        Left::Failed(why) => view! { <p class="refused" role="status">{why}</p> }.into_any(),
    }
    };
    view! {
        <section class="forgone" aria-label="Money left on the table">
            <h3>"Money left on the table"</h3>
            {told}
        </section>
    }
}

fn left_by(desk: Desk, companies: &[Forgone]) -> impl IntoView + use<> {
    let rows = companies.iter().map(|one| {
        let worst = one.worst.map(|(number, left)| {
            let words = format!("{} at entry {number}", desk.money(left));
            view! { <button class="point" on:click=move |_| desk.look_at(number.saturating_sub(1))>{words}</button> }
        });
        view! {
            <tr>
                <th scope="row">{company_badge(desk, one.company)}</th>
                <td>{one.runs}</td>
                <td>{desk.money(one.taken)}</td>
                <td>{desk.money(one.possible)}</td>
                <td>{desk.money(one.left())}</td>
                <td>{worst}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    view! {
        <table class="results">
            <caption class="hidden">"Money left on the table, by company"</caption>
            <thead>
                <tr>
                    <th scope="col">"Company"</th>
                    <th scope="col">"Runs"</th>
                    <th scope="col">"Ran for"</th>
                    <th scope="col">"Could have"</th>
                    <th scope="col">"Left"</th>
                    <th scope="col">"Most at once"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}
