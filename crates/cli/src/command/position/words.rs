//! A table in words.

use ferrata_engine::event::Roster;
use ferrata_engine::kind::words;
use ferrata_engine::turn::{Title, Turn};
use ferrata_engine::view::{CompanyStatus, CompanyView, PlayerView, View};
use ferrata_titles::Game;
use std::fmt::Write;

/// The table, who is to act, what is offered.
pub(super) fn table(game: &Game) -> String {
    let (view, roster) = (game.view(), game.roster());
    let mut text = String::new();
    let bank = view.bank.map_or("without limit".to_owned(), |bank| roster.money(bank));
    let round = view.round.name.render(roster);
    let _ = writeln!(text, "{} {}, {round}, phase {}, bank {bank}", view.title, view.edition, view.phase);
    for player in &view.players {
        let _ = writeln!(text, "  {}", seat(player, roster));
    }
    for company in view
        .companies
        .iter()
        .filter(|it| !matches!(it.status, CompanyStatus::Absent | CompanyStatus::Waiting))
    {
        let _ = writeln!(text, "  {}", company_line(company, &view, roster));
    }
    let _ = writeln!(text, "{}", asked(&view, roster));
    for offer in game.offers() {
        let _ = writeln!(text, "  {}", words(&offer));
    }
    text
}

fn asked(view: &View, roster: &dyn Roster) -> String {
    let question = view.question.render(roster);
    let company = view.operating.map(|company| format!(" for {company}")).unwrap_or_default();
    match &view.turn {
        Turn::Seat(seat) => format!("{}{company}: {question}", roster.seat(*seat)),
        Turn::Sealed(seats) => {
            let waiting: Vec<_> = seats.iter().map(|seat| roster.seat(*seat)).collect();
            format!("in secret {}: {question}", waiting.join(", "))
        }
        Turn::Chance(draw) => format!("chance: {}", draw.what.render(roster)),
        Turn::Over(outcome) => format!("over: {}", outcome.reason.render(roster)),
    }
}

fn seat(player: &PlayerView, roster: &dyn Roster) -> String {
    let mut line =
        format!("{} {}, worth {}", player.name, roster.money(player.cash), roster.money(player.worth));
    for share in &player.shares {
        let _ =
            write!(line, ", {} {}%{}", share.company, share.percent, if share.director { "*" } else { "" });
    }
    for card in &player.cards {
        let _ = write!(line, ", {}", card.card);
    }
    line
}

fn company_line(it: &CompanyView, view: &View, roster: &dyn Roster) -> String {
    let price = it.price.map_or("no price".to_owned(), |price| roster.money(price));
    let mut line =
        format!("{} {price}, treasury {}, {}", it.name, roster.money(it.cash), it.standing.render(roster));
    if let Some(director) = it.director {
        let _ = write!(line, ", {}", roster.seat(director));
    }
    let trains: Vec<_> = it.trains.iter().map(ToString::to_string).collect();
    let _ = write!(line, ", trains [{}]", trains.join(" "));
    let stations = view.board.tokens.iter().filter(|token| token.company == it.name);
    let stations: Vec<_> = stations.map(|token| token.hex.to_string()).collect();
    let _ = write!(line, ", stations [{}] and {} more", stations.join(" "), it.tokens_left);
    for (what, percent) in [("offering", it.offering), ("pool", it.pool), ("reserve", it.reserved)] {
        if percent > 0 {
            let _ = write!(line, ", {what} {percent}%");
        }
    }
    line
}
