//! The table as clients draw it. 18FB-1.3-01, 18FB-1.3-02: everything is open.

mod board;
mod cards;
mod companies;
mod panels;
mod players;

use super::Game;
use super::auction::Lots;
use super::operating::{self, Operating, Step};
use super::stock;
use super::table::{Pending, Round};
use ferrata_engine::decision::Rulebook;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::Title;
use ferrata_engine::view::{Asked, OperatingView, Progress, RoundKind, RoundView, StepView, View};

pub(super) fn view(game: &Game) -> View {
    let (parts, asked) = (&game.fixed.parts, game.decision().asked(game));
    View {
        title: parts.title,
        edition: parts.edition,
        round: round(game),
        phase: game.phase().map(|phase| phase.name).unwrap_or_default(),
        asked,
        question: question(game, asked),
        turn: game.turn(),
        operating: game.acting().ok().map(|company| game.name(company)),
        steps: steps(game),
        bank: Some(game.table.ledger.bank()),
        currency: parts.currency.clone(),
        players: (0..game.fixed.by_players.count).map(|seat| players::player(game, SeatId(seat))).collect(),
        order: game.seats_from(next_seat(game)).collect(),
        companies: game.company_ids().map(|company| companies::company(game, company)).collect(),
        operating_order: operating_order(game),
        board: board::board(game),
        depot: board::depot(game),
        tiles: board::tiles(game),
        cards: cards::open(game),
        panels: panels::all(game),
    }
}

/// The player with whom the order is told: whose turn it is in rounds of players, else the Priority holder.
fn next_seat(game: &Game) -> SeatId {
    match &game.table.round {
        Round::Stock(stock) => stock.asked,
        Round::Auction(auction) => auction.seat(),
        _ => game.table.priority,
    }
}

pub(super) fn round(game: &Game) -> RoundView {
    let (kind, name) = match &game.table.round {
        Round::MoveOrder(_) => (RoundKind::SetUp, say!("Set-up")),
        Round::Auction(auction) => match auction.of {
            Lots::PoliticalCards => (RoundKind::Auction, auction.of.name()),
            Lots::Regionals => (RoundKind::Special, auction.of.name()),
        },
        Round::Stock(_) => (RoundKind::Stock, stock::name(game)),
        Round::Operating(_) => (RoundKind::Operating, operating::name(game)),
        Round::Over(_) => (RoundKind::Over, say!("The end")),
    };
    RoundView { kind, name }
}

fn question(game: &Game, asked: Asked) -> Text {
    match game.table.pending.last() {
        Some(Pending::Riseis(riseis)) => {
            let (by, wants) = (riseis.by, riseis.attempt.says(game));
            return say!("{by} {wants}: take it by Riseis?", by, wants);
        }
        Some(Pending::Reacquire(_)) => {
            return say!("acquire the withdrawn concession, or leave the corp frozen");
        }
        _ => {}
    }
    match asked {
        Asked::Draw => say!("wait for chance"),
        Asked::Nominate => say!("put something up for auction"),
        Asked::Bid => say!("bid or pass"),
        Asked::StockTurn => say!("sell stock, then do one thing, or pass"),
        Asked::StartPrice => say!("set the par"),
        Asked::Home => say!("choose the home base"),
        Asked::Track => say!("lay or upgrade a tile"),
        Asked::Station => say!("place a token"),
        Asked::Dividend => say!("pay, pay half or withhold"),
        Asked::Trains => say!("buy trains"),
        Asked::Emergency => say!("raise money for a train"),
        Asked::Shares => say!("trade in stock"),
        Asked::Merger => say!("decide about the merger"),
        Asked::Deal => say!("accept or decline the deal"),
        Asked::Card => say!("use the political card, or not"),
        Asked::Nothing => say!("nothing: the game is over"),
        _ => say!("decide"),
    }
}

/// The steps of the turn, with the state of the corp.
fn steps(game: &Game) -> Vec<StepView> {
    let Some(Operating { company: Some(company), step: now, .. }) = game.operating() else {
        return Vec::new();
    };
    let rights = game.rights(*company);
    let regional = game.fixed.regional(*company).is_some();
    let all = [
        (Step::Tiles, say!("Tiles"), true),
        (Step::Token, say!("Token"), rights.tokens && !regional),
        (Step::Settlement, if rights.interest { say!("Interest") } else { say!("Earnings") }, true),
        (Step::Dividend, say!("Dividend"), rights.chooses_dividend && !regional),
        (Step::Trains, say!("Trains"), rights.buys_trains || regional),
        (Step::Finance, say!("Finance"), rights.trades && !regional),
    ];
    let own = all.into_iter().filter(|(_, _, own)| *own);
    own.map(|(step, name, _)| StepView {
        asked: step.decision().asked(game),
        name,
        progress: Progress::at(step as usize, *now as usize),
    })
    .collect()
}

fn operating_order(game: &Game) -> Vec<OperatingView> {
    let view = |company: CompanyId, progress| OperatingView { company: game.name(company), progress };
    let (done, now) = match game.operating() {
        Some(operating) => (operating.done, operating.company),
        None => Default::default(),
    };
    let done =
        game.company_ids().filter(|company| done.has(*company)).map(|company| view(company, Progress::Done));
    let now = now.map(|company| view(company, Progress::Now));
    let to_come = operating::to_come(game).into_iter().map(|company| view(company, Progress::ToCome));
    done.chain(now).chain(to_come).collect()
}

crate::shape::names_of_the_box!(Game);
