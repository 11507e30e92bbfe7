//! The table as clients draw it. 1883-A1-01: everything is open but the order of the event cards.

mod board;
mod cards;
mod companies;
mod panels;
mod players;

use super::Game;
use super::agenda::Round;
use super::operating::{self, Operating, Step};
use ferrata_engine::decision::Rulebook;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::Title;
use ferrata_engine::view::{Asked, OperatingView, Progress, RoundKind, RoundView, StepView, View};

/// The whole table.
pub(super) fn view(game: &Game) -> View {
    let (parts, asked) = (&game.fixed.parts, game.decision().asked(game));
    let at_work = at_work(game).and_then(|operating| operating.company);
    View {
        title: parts.title,
        edition: parts.edition,
        round: round(game),
        phase: game.phase_spec().map(|phase| phase.name).unwrap_or_default(),
        asked,
        question: question(asked),
        turn: game.turn(),
        operating: at_work.map(|company| game.name(company)),
        steps: steps(game),
        bank: Some(game.table.ledger.bank()),
        currency: parts.currency.clone(),
        players: (0..game.table.seats.len() as u8).map(|seat| players::player(game, SeatId(seat))).collect(),
        order: order(game),
        companies: game.company_ids().map(|company| companies::company(game, company)).collect(),
        operating_order: operating_order(game),
        board: board::board(game),
        depot: board::depot(game),
        tiles: board::tiles(game),
        cards: cards::open(game),
        panels: panels::all(game),
    }
}

/// The order of play, the next to act first.
fn order(game: &Game) -> Vec<SeatId> {
    let next = match &game.table.round {
        Round::Auction(auction) => auction.asked,
        Round::Stock(stock) => stock.asked,
        _ => game.table.priority,
    };
    game.clockwise_from(next).to_vec()
}

/// The operating round while a corporation has the turn.
fn at_work(game: &Game) -> Option<&Operating> {
    game.operating().ok().filter(|operating| operating.company.is_some() && operating.step != Step::Done)
}

pub(super) fn round(game: &Game) -> RoundView {
    let (kind, name) = match &game.table.round {
        Round::Seating => (RoundKind::SetUp, say!("Set-up")),
        Round::Auction(_) => (RoundKind::Auction, say!("Distribution of the private companies")),
        Round::Stock(_) => (RoundKind::Stock, say!("Stock round {number}", number = game.table.stock_rounds)),
        Round::Operating(_) => (RoundKind::Operating, operating::name(game)),
        Round::Over(_) => (RoundKind::Over, say!("The end")),
    };
    RoundView { kind, name }
}

fn question(asked: Asked) -> Text {
    match asked {
        Asked::Draw => say!("wait for chance"),
        Asked::Bid => say!("buy, offer, or pass"),
        Asked::StartPrice => say!("set the par of FSF"),
        Asked::StockTurn => say!("sell, buy, or pass"),
        Asked::Track => say!("lay tiles"),
        Asked::Station => say!("place a token"),
        Asked::Marker => say!("place coaches"),
        Asked::Run => say!("run the trains"),
        Asked::Dividend => say!("pay out or withhold the run"),
        Asked::Trains => say!("buy trains"),
        Asked::Emergency => say!("raise money"),
        Asked::Shares => say!("sell shares of the initial offers"),
        Asked::Merger => say!("merge"),
        Asked::Exchange => say!("buy a share, or give up the odd one"),
        Asked::Tokens => say!("choose the city that loses its token"),
        Asked::Card => say!("swap the private company"),
        Asked::Event => say!("answer the event"),
        Asked::Choice => say!("decide about the bonus"),
        Asked::Discard => say!("give up a train"),
        Asked::Deal => say!("agree to a deal or decline it"),
        _ => Text::default(),
    }
}

/// The steps of the operating corporation's turn.
fn steps(game: &Game) -> Vec<StepView> {
    let Some(operating) = at_work(game) else { return Vec::new() };
    let Some(company) = operating.company else { return Vec::new() };
    let view = |(step, name): (Step, Text)| StepView {
        asked: step.asked(),
        name,
        progress: Progress::at(step as usize, operating.step as usize),
    };
    Step::all(game, company).into_iter().map(view).collect()
}

impl Step {
    /// What is asked in it as a rule.
    fn asked(self) -> Asked {
        match self {
            Step::Coaches => Asked::Marker,
            Step::Track => Asked::Track,
            Step::Token => Asked::Station,
            Step::Run => Asked::Run,
            Step::Dividend => Asked::Dividend,
            Step::Trains => Asked::Trains,
            Step::Issue => Asked::Shares,
            Step::Merge | Step::Done => Asked::Merger,
        }
    }
}

fn operating_order(game: &Game) -> Vec<OperatingView> {
    let view = |company: CompanyId, progress| OperatingView { company: game.name(company), progress };
    let Some(operating) =
        game.operating().ok().filter(|operating| operating.stage != operating::Stage::Beginning)
    else {
        return game.price_order().into_iter().map(|company| view(company, Progress::ToCome)).collect();
    };
    let now = at_work(game).and_then(|operating| operating.company);
    let acted = operating.acted.iter().map(|company| {
        let progress = if now == Some(*company) { Progress::Now } else { Progress::Done };
        view(*company, progress)
    });
    let to_come = match operating.stage {
        operating::Stage::Event => game.price_order(),
        _ => operating.order.clone(),
    };
    let to_come = to_come.into_iter().filter(|company| game.is_open(*company));
    acted.chain(to_come.map(|company| view(company, Progress::ToCome))).collect()
}

crate::shape::names_of_the_box!(Game);
