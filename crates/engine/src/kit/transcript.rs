//! A whole game as text, for people and for golden files.

use super::game::Game;
use super::{Plan, Playable};
use crate::event::Roster;
use crate::kind::{offer_kind, words};
use crate::offer::Offer;
use crate::text::Text;
use crate::turn::{Author, Turn};
use crate::view::View;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Plays the plan's game (without its checks) and writes it down: before each entry the table when the round
/// has changed and what is offered, then what was done and what came of it.
pub fn transcript<T: Playable>(plan: &Plan) -> String {
    let mut text = format!(
        "{} {}, players {}, seed {}\n",
        plan.setup.title,
        plan.setup.edition,
        plan.setup.players.join(" "),
        plan.seed
    );
    match T::start(&plan.setup) {
        Ok(state) => write_game(&mut text, Game::new(plan, state.player(plan.seed), state)),
        Err(why) => text.push_str(&format!("the set-up is refused: {why}\n")),
    }
    text
}

fn write_game<T: Playable>(text: &mut String, mut game: Game<'_, T>) {
    let mut round = Text::default();
    while game.report.log.entries.len() < game.plan.max_entries {
        let (turn, view) = (game.state.turn(), game.state.view());
        if view.round.name != round {
            table(text, &view);
            round.clone_from(&view.round.name);
        }
        let offers = game.state.offers();
        let Some(entry) = game.choose(&turn, &offers) else {
            return end(text, &turn, &view);
        };
        let number = game.report.log.entries.len() + 1;
        let _ =
            writeln!(text, "\n{number}. {}: {}", asked(&turn, &view, game.state.roster()), offered(&offers));
        let _ = writeln!(text, "  > {}{}", author(entry.by, &turn, &view), words(&entry.action));
        let events = game.enter(&entry);
        for event in events.iter().flatten() {
            let _ = writeln!(text, "    {}", event.sentence(game.state.roster()));
        }
        if events.is_none() {
            let _ = writeln!(text, "    REFUSED");
            return;
        }
    }
    text.push_str("\ncut off here\n");
}

fn table(text: &mut String, view: &View) {
    let bank = view.bank.map_or("without limit".into(), |bank| bank.to_string());
    let _ = writeln!(text, "\n== {}, phase {}, bank {bank}", view.round.name, view.phase);
    for player in &view.players {
        let shares: Vec<_> = player.shares.iter().map(|s| format!("{} {}%", s.company, s.percent)).collect();
        let _ = writeln!(
            text,
            "   {} {} worth {} [{}]",
            player.name,
            player.cash,
            player.worth,
            shares.join(", ")
        );
    }
    for company in view.companies.iter().filter(|company| company.price.is_some()) {
        let trains: Vec<_> = company.trains.iter().map(|train| train.as_str()).collect();
        let price = company.price.map_or(String::new(), |price| price.to_string());
        let _ = writeln!(
            text,
            "   {} {} price {price} trains [{}] tokens {}",
            company.name,
            company.cash,
            trains.join(" "),
            company.tokens_left
        );
    }
}

fn asked(turn: &Turn, view: &View, roster: &dyn Roster) -> String {
    let name = |seat: usize| view.players.get(seat).map_or("?", |player| &player.name[..]);
    match turn {
        Turn::Seat(seat) => {
            let company = view.operating.map(|company| format!(" for {company}")).unwrap_or_default();
            format!("{}{company} ({})", name(seat.index()), view.question.render(roster))
        }
        Turn::Sealed(seats) => {
            let waiting: Vec<_> = seats.iter().map(|seat| name(seat.index())).collect();
            format!("in secret {} ({})", waiting.join(", "), view.question.render(roster))
        }
        Turn::Chance(draw) => format!("chance ({})", draw.what),
        Turn::Over(_) => "nobody".into(),
    }
}

/// Who acts, where that is not clear from the turn.
fn author(by: Author, turn: &Turn, view: &View) -> String {
    match (by, turn) {
        (Author::Seat(seat), Turn::Sealed(_)) => {
            view.players.get(seat.index()).map_or(String::new(), |player| format!("{}: ", player.name))
        }
        _ => String::new(),
    }
}

/// The offers: all where they are few, else how many of each kind.
fn offered(offers: &[Offer]) -> String {
    if let [only] = offers {
        return words(only);
    }
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for offer in offers {
        *kinds.entry(offer_kind(offer)).or_default() += 1;
    }
    let kinds = kinds
        .into_iter()
        .map(|(kind, count)| if count == 1 { kind.into() } else { format!("{count} {kind}") });
    kinds.collect::<Vec<_>>().join(", ")
}

fn end(text: &mut String, turn: &Turn, view: &View) {
    let Turn::Over(outcome) = turn else {
        text.push_str("\nSTUCK\n");
        return;
    };
    let _ = writeln!(text, "\n== the end: {}", outcome.reason);
    for (seat, worth) in &outcome.standings {
        let name = view.players.get(seat.index()).map_or("?", |player| &player.name[..]);
        let _ = writeln!(text, "   {name} {worth}");
    }
}
