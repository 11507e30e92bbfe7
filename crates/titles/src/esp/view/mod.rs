//! The table as clients draw it.

mod board;
mod cards;
mod companies;
mod panels;
mod players;

use super::Game;
use super::operating::{self, Operating, Step};
use super::stock;
use super::table::Round;
use ferrata_engine::decision::Rulebook;
use ferrata_engine::id::SeatId;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::Title;
use ferrata_engine::view::{Asked, OperatingView, Progress, RoundKind, RoundView, StepView, View};

/// The whole table. 18ESP-1.6-01: everything is open.
pub(super) fn view(game: &Game) -> View {
    let (parts, asked) = (&game.fixed.parts, game.decision().asked(game));
    View {
        title: parts.title,
        edition: parts.edition,
        round: round(game),
        phase: game.phase().spec.name,
        asked,
        question: question(asked),
        turn: game.turn(),
        operating: game.operating_company(),
        steps: steps(game),
        bank: None,
        currency: parts.currency.clone(),
        players: (0..game.table.seats.len() as u8).map(|seat| players::player(game, SeatId(seat))).collect(),
        order: game.table.order.to_vec(),
        companies: game.company_ids().map(|company| companies::company(game, company)).collect(),
        operating_order: operating_order(game),
        board: board::board(game),
        depot: board::depot(game),
        tiles: board::tiles(game),
        cards: cards::open(game),
        panels: vec![panels::goals(game), panels::passes(game), panels::bonuses(game), panels::phases(game)],
    }
}

/// The operating round while a company has the turn.
pub(super) fn at_work(game: &Game) -> Option<&Operating> {
    game.operating().filter(|operating| operating.step != Step::Done)
}

pub(super) fn round(game: &Game) -> RoundView {
    let (kind, name) = match &game.table.round {
        Round::SetUp(_) => (RoundKind::SetUp, say!("Set-up")),
        Round::Auction(_) => (RoundKind::Auction, say!("Auction of the privates")),
        Round::Stock(_) => (RoundKind::Stock, stock::name(game)),
        Round::Operating(_) => (RoundKind::Operating, operating::name(game)),
        Round::Over(_) => (RoundKind::Over, say!("The end")),
    };
    RoundView { kind, name }
}

fn question(asked: Asked) -> Text {
    match asked {
        Asked::Draw => say!("wait for chance"),
        Asked::Bid => say!("bid or pass"),
        Asked::StartPrice => say!("set the par of the company of private 7"),
        Asked::StockTurn => say!("sell, repay, buy or pass"),
        Asked::Home => say!("choose the circle of the token"),
        Asked::Track => say!("lay track, build stations and passes"),
        Asked::Run => say!("run the trains"),
        Asked::Dividend => say!("pay or withhold the earnings"),
        Asked::Takeover => say!("take over a minor"),
        Asked::Choice => say!("decide about the token of the minor"),
        Asked::Trains => say!("buy trains"),
        Asked::Combine => say!("combine trains"),
        Asked::Cards => say!("buy privates or a tender"),
        Asked::Card => say!("choose a side of the train of private 2"),
        Asked::Goal => say!("claim the destination"),
        Asked::Discard => say!("give up a train"),
        Asked::Deal => say!("agree to a deal or decline it"),
        _ => Text::default(),
    }
}

/// The steps of the operating company's turn.
fn steps(game: &Game) -> Vec<StepView> {
    let Some(operating) = at_work(game) else { return Vec::new() };
    let view = |(step, name): (Step, Text)| StepView {
        asked: step.decision().asked(game),
        name,
        progress: Progress::at(step as usize, operating.step as usize),
    };
    Step::all(game).into_iter().map(view).collect()
}

fn operating_order(game: &Game) -> Vec<OperatingView> {
    let now = at_work(game).map(|operating| operating.company);
    let acted = game.operating().map(|operating| operating.acted.0.as_slice()).unwrap_or_default();
    let acted = acted.iter().map(|company| {
        let progress = if now == Some(*company) { Progress::Now } else { Progress::Done };
        (*company, progress)
    });
    let to_come = game.still_to_operate().map(|company| (company, Progress::ToCome));
    let view = |(company, progress)| OperatingView { company: game.name(company), progress };
    acted.chain(to_come).map(view).collect()
}

crate::shape::names_of_the_box!(Game);
