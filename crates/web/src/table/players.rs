//! The players: cash, holdings, worth; the spreadsheet; worth over time.

use super::about;
use super::desk::{Desk, Moment, desk};
use super::numbered::Numbered;
use super::panels::Fill;
use ferrata_client::spread;
use ferrata_draw::{Options, Series, badge, lines};
use ferrata_engine::id::SeatId;
use ferrata_engine::name::CompanyName;
use ferrata_engine::turn::{Title, Turn};
use ferrata_engine::view::{CardView, PlayerView, ShareView};
use leptos::prelude::*;

/// The ways to look at the players.
const WAYS: [(&str, &str); 3] =
    [("players", "Players"), ("spread", "Spreadsheet"), ("worth", "Worth over time")];

/// The panel with the players.
#[component]
pub(super) fn PlayersPanel() -> impl IntoView {
    let way = RwSignal::new("players");
    let content = move || match way.get() {
        "spread" => view! { <Spreadsheet /> }.into_any(),
        "worth" => view! { <Worth /> }.into_any(),
        _ => view! { <Players /> }.into_any(),
    };
    view! {
        <section class="panel people" data-panel="people" aria-label="Players">
            <h2 class="hidden">"Players"</h2>
            <Ways ways=&WAYS way />
            <Show when=move || way.get() != "players"><Asked /></Show>
            <div class="scroll" tabindex="0" role="group" aria-label="Players">{content}</div>
            <Fill panel="people" />
        </section>
    }
}

/// Whoever is to decide, in a line above what does not show them at a glance. (Among the cards theirs never scrolls away.)
#[component]
fn Asked() -> impl IntoView {
    let desk = desk();
    let asked = Memo::new(move |_| {
        desk.moment.with(|moment| match moment.game.turn() {
            Turn::Seat(seat) => moment.view.players.get(seat.index()).cloned(),
            _ => None,
        })
    });
    move || {
        asked.get().map(|player| {
            let PlayerView { name, cash, certificates, certificate_limit, .. } = player;
            view! {
                <p class="pinned">
                    <strong>{name}</strong>
                    <span>{desk.money(cash)}</span>
                    <span class="quiet">{format!("{certificates}/{certificate_limit} certificates")}</span>
                </p>
            }
        })
    }
}

/// A choice between ways to look at the same thing.
#[component]
pub(super) fn Ways(
    ways: &'static [(&'static str, &'static str)],
    way: RwSignal<&'static str>,
) -> impl IntoView {
    let buttons = ways.iter().map(|(key, name)| {
        view! {
            <button class="way" aria-pressed=move || (way.get() == *key).to_string() on:click=move |_| way.set(key)>
                {*name}
            </button>
        }
    });
    view! { <div class="ways" role="group">{buttons.collect_view()}</div> }
}

#[component]
fn Players() -> impl IntoView {
    let desk = desk();
    let count = Memo::new(move |_| desk.moment.with(|moment| moment.view.players.len()));
    let asked = Memo::new(move |_| {
        desk.moment.with(|moment| match moment.game.turn() {
            Turn::Seat(seat) => vec![seat],
            Turn::Sealed(seats) => seats,
            _ => Vec::new(),
        })
    });
    let cards = move || (0..count.get()).map(|seat| card(desk, seat, asked)).collect_view();
    view! { <div class="player-cards">{cards}</div> }
}

/// A part of a player's card.
#[derive(Clone, PartialEq, Debug)]
enum Part {
    /// What is marked beside the name.
    Mark(Mark),
    /// Money in hand, and all other figures, each with what it is.
    Purse(String, Vec<(&'static str, String)>),
    Share(ShareView),
    Card(CardView),
}

/// What is marked beside a name.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Mark {
    Priority,
    Here,
    Out,
}

/// A player's card. Each part of it is drawn anew only when it changes: who is asked changes with nearly every entry, what
/// most players have does not.
fn card(desk: Desk, seat: usize, asked: Memo<Vec<SeatId>>) -> impl IntoView {
    let of = move |parts: fn(Desk, &PlayerView) -> Vec<Part>| {
        let player = move |moment: &Moment| moment.view.players.get(seat).map(|player| parts(desk, player));
        parts_of(desk, Memo::new(move |_| desk.moment.with(player).unwrap_or_default()))
    };
    let out =
        move || desk.moment.with(|moment| moment.view.players.get(seat).is_some_and(|player| player.out));
    let name = desk.name(SeatId(seat as u8));
    let is_asked = move || asked.with(|asked| asked.iter().any(|asked| asked.index() == seat));
    view! {
        <article
            class="player"
            data-seat=seat.to_string()
            class:asked=is_asked
            class:out=out
        >
            <h3>{name} {of(marks)}</h3>
            {of(purse)}
            <ul class="shares">{of(|_, player| player.shares.iter().cloned().map(Part::Share).collect())}</ul>
            <div class="chips">{of(|_, player| player.cards.iter().cloned().map(Part::Card).collect())}</div>
        </article>
    }
}

/// Parts of which those that stay as they are are kept; what is open stays open, too.
fn parts_of(desk: Desk, parts: Memo<Vec<Part>>) -> impl IntoView {
    let numbered = Numbered::new();
    view! {
        <For each=move || numbered.now(parts.get()) key=|(number, _)| *number let:part>
            {drawn(desk, part.1)}
        </For>
    }
}

fn drawn(desk: Desk, part: Part) -> AnyView {
    match part {
        Part::Mark(Mark::Priority) => {
            view! { <span class="mark" title="Priority deal">"★ priority"</span> }.into_any()
        }
        Part::Mark(Mark::Here) => {
            view! { <span class="mark here" title="At the table now">"● here"</span> }.into_any()
        }
        Part::Mark(Mark::Out) => view! { <span class="mark">"out"</span> }.into_any(),
        Part::Purse(cash, figures) => {
            let figures = figures.into_iter().map(|(name, value)| view! { <span title=name>{value}</span> });
            view! { <p class="purse"><span class="cash" title="Cash">{cash}</span>{figures.collect_view()}</p> }.into_any()
        }
        Part::Share(share) => holding(desk, &share).into_any(),
        Part::Card(card) => chip(desk, &card).into_any(),
    }
}

fn marks(desk: Desk, player: &PlayerView) -> Vec<Part> {
    let here = desk.others.present.with(|present| present.contains(&player.name));
    let marks = [(player.priority, Mark::Priority), (here, Mark::Here), (player.out, Mark::Out)];
    marks.into_iter().filter(|(shown, _)| *shown).map(|(_, mark)| Part::Mark(mark)).collect()
}

fn purse(desk: Desk, player: &PlayerView) -> Vec<Part> {
    // Who has nothing to sell could raise what they have.
    let sales = Some(player.liquidity).filter(|liquidity| *liquidity != player.cash);
    let debt = (player.debt.0 != 0).then(|| format!("owes {}", desk.money(player.debt)));
    let figures = [
        ("Certificates", Some(format!("{}/{} certs", player.certificates, player.certificate_limit))),
        ("Worth", Some(format!("worth {}", desk.money(player.worth)))),
        ("Could raise by sales", sales.map(|sum| format!("raise {}", desk.money(sum)))),
        ("Owes", debt),
    ];
    let figures = figures.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    vec![Part::Purse(desk.money(player.cash), figures)]
}

/// A card by its short name, with its price; what it pays and does is read by pointing at it or opening it.
fn chip(desk: Desk, card: &CardView) -> impl IntoView + use<> {
    let price = card.price.map(|price| format!(" {}", desk.money(price)));
    let text = full_text(desk, card);
    view! {
        <details class="chip">
            <summary title=text.clone()>{card.card.to_string()} {price}</summary>
            <p class="quiet">{text.clone()}</p>
            {about::card(desk, card.card)}
        </details>
    }
}

/// The full name of a card, and what is worth knowing of it now: its income, what it still can do.
fn full_text(desk: Desk, card: &CardView) -> String {
    let notes = card.notes.iter().map(|note| desk.say(note));
    std::iter::once(card.full_name.clone()).chain(notes).collect::<Vec<_>>().join("; ")
}

/// Holdings as badges with percentages.
pub(super) fn shares(desk: Desk, shares: &[ShareView]) -> impl IntoView + use<> {
    let list = shares.iter().map(|share| holding(desk, share)).collect_view();
    view! { <ul class="shares">{list}</ul> }
}

fn holding(desk: Desk, share: &ShareView) -> impl IntoView + use<> {
    let director = if share.director { "*" } else { "" };
    let title = if share.director { "with the director's certificate" } else { "" };
    view! { <li title=title>{company_badge(desk, share.company)} {format!("{}%{director}", share.percent)}</li> }
}

/// Cards as a list.
pub(super) fn cards(desk: Desk, cards: &[CardView]) -> impl IntoView + use<> {
    let list = cards.iter().map(|card| {
        let price = card.price.map(|price| format!(" ({})", desk.money(price)));
        let text = full_text(desk, card);
        view! { <li title=text.clone()><strong>{card.card.to_string()}</strong> {price} " " <span class="quiet">{text.clone()}</span></li> }
    });
    view! { <ul class="held">{list.collect_view()}</ul> }
}

/// A company's token with its name beside it.
pub(super) fn company_badge(desk: Desk, company: CompanyName) -> impl IntoView {
    let svg = badge(company, &desk.liveries(), &Options::default());
    view! { <span class="company"><span class="badge" aria-hidden="true" inner_html=svg></span>{company.to_string()}</span> }
}

#[component]
fn Spreadsheet() -> impl IntoView {
    let desk = desk();

    move || {
        let moment = desk.moment.get();
        let sheet = spread::spread(&moment.view);
        let head =
            sheet.columns.iter().map(|name| view! { <th scope="col">{name.clone()}</th> }).collect_view();
        let rows = sheet.rows.iter().map(|row| {
            let cells = row.cells.iter().map(|cell| view! { <td>{cell.clone()}</td> }).collect_view();
            let name = match row.company {
                Some(company) => company_badge(desk, company).into_any(),
                None => row.name.clone().into_any(),
            };
            view! { <tr class:figures-row=row.company.is_none()><th scope="row">{name}</th>{cells}</tr> }
        });
        let rows = rows.collect_view();
        view! {
            <table class="spread">
                <caption class="hidden">"Everyone and every company"</caption>
                <thead><tr><th scope="col">"Company"</th>{head}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        }
    }
}

/// The lines of everybody's worth, round by round.
#[component]
pub(super) fn Worth() -> impl IntoView {
    let desk = desk();
    let drawing = move || {
        let worth = desk.timeline.with(|timeline| timeline.worth());
        let moments: Vec<String> = worth.iter().map(|worth| worth.round.clone()).collect();
        let players = desk
            .moment
            .with(|moment| moment.view.players.iter().map(|player| player.name.clone()).collect::<Vec<_>>());
        let series: Vec<Series> = players
            .into_iter()
            .enumerate()
            .map(|(seat, name)| {
                let values =
                    worth.iter().filter_map(|worth| worth.players.get(seat).map(|money| i64::from(money.0)));
                Series { name, values: values.collect() }
            })
            .collect();
        lines(&series, &moments, &Options::default().titled("Worth over time"))
    };
    view! { <div class="worth" inner_html=drawing></div> }
}
