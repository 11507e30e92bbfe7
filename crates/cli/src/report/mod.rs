//! A table as data: what `ferrata position` prints with `--json`, described in docs/position.md and
//! docs/position.schema.json.

mod happened;

pub(crate) use happened::Happened;

use ferrata_engine::event::Roster;
use ferrata_engine::turn::{Setup, Title, Turn};
use ferrata_engine::view::{
    Asked, CompanyStatus, CompanyView, DepotView, OperatingView, PlayerView, Progress, RoundKind, View,
};
use ferrata_engine::{Money, Offer, SeatId};
use ferrata_titles::Game;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A table, who is to act and what is offered.
#[derive(Serialize, ToSchema)]
pub(crate) struct Report {
    title: String,
    edition: String,
    options: Vec<String>,
    phase: String,
    round: Round,
    /// What kind of question is asked.
    step: Asked,
    question: String,
    turn: Who,
    operating: Option<String>,
    steps: Vec<Step>,
    bank: Option<Money>,
    order: Vec<String>,
    seats: Vec<Seat>,
    companies: Vec<Company>,
    operating_order: Vec<OperatingView>,
    tiles: BTreeMap<String, (String, u8)>,
    depot: Vec<DepotView>,
    /// Cards that nobody holds and that can be had.
    cards: Vec<String>,
    panels: Vec<Panel>,
    offers: Vec<Offer>,
}

#[derive(Serialize, ToSchema)]
struct Round {
    kind: RoundKind,
    name: String,
}

/// Who is to act.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Who {
    Seat(String),
    Sealed(Vec<String>),
    Chance(String),
    Over { reason: String, standings: Vec<(String, Money)> },
}

#[derive(Serialize, ToSchema)]
struct Step {
    asked: Asked,
    name: String,
    progress: Progress,
}

#[derive(Serialize, ToSchema)]
struct Seat {
    name: String,
    cash: Money,
    worth: Money,
    debt: Money,
    certificates: u8,
    certificate_limit: u8,
    priority: bool,
    passed: bool,
    out: bool,
    /// Percent by company.
    shares: BTreeMap<String, u8>,
    directs: Vec<String>,
    cards: Vec<String>,
    notes: Vec<String>,
}

#[derive(Serialize, ToSchema)]
struct Company {
    name: String,
    kind: String,
    state: CompanyStatus,
    standing: String,
    price: Option<Money>,
    /// Row and column of its marker, from 0, and its place in the stack there.
    place: Option<(u8, u8, u8)>,
    treasury: Money,
    /// Percent by holder; `pool`, `offering`, `reserve` besides players and companies.
    shares: BTreeMap<String, u8>,
    director: Option<String>,
    directed_by: Option<String>,
    trains: Vec<String>,
    train_limit: u8,
    stations: Vec<Station>,
    tokens_left: u8,
    cards: Vec<String>,
    last_run: Option<Money>,
    notes: Vec<String>,
}

#[derive(Serialize, ToSchema)]
struct Station {
    hex: String,
    stop: u8,
    slot: u8,
}

#[derive(Serialize, ToSchema)]
struct Panel {
    title: String,
    rows: Vec<Vec<String>>,
}

impl Report {
    /// The report of a table.
    pub(crate) fn of(setup: &Setup, game: &Game) -> Report {
        let (view, roster) = (game.view(), game.roster());
        let name = |seat: SeatId| roster.seat(seat).into_owned();
        Report {
            title: view.title.to_string(),
            edition: view.edition.to_string(),
            options: setup.options.iter().map(ToString::to_string).collect(),
            phase: view.phase.to_string(),
            round: Round { kind: view.round.kind, name: view.round.name.render(roster) },
            step: view.asked,
            question: view.question.render(roster),
            turn: who(&view.turn, roster),
            operating: view.operating.map(|company| company.to_string()),
            steps: steps(&view, roster),
            bank: view.bank,
            order: view.order.iter().map(|seat| name(*seat)).collect(),
            seats: view.players.iter().map(|player| seat(player, roster)).collect(),
            companies: view.companies.iter().map(|it| company(it, &view, roster)).collect(),
            operating_order: view.operating_order.clone(),
            tiles: tiles(&view),
            depot: view.depot.clone(),
            cards: view.cards.iter().map(|card| card.card.to_string()).collect(),
            panels: panels(&view, roster),
            offers: game.offers(),
        }
    }
}

fn who(turn: &Turn, roster: &dyn Roster) -> Who {
    let name = |seat: &SeatId| roster.seat(*seat).into_owned();
    match turn {
        Turn::Seat(seat) => Who::Seat(name(seat)),
        Turn::Sealed(seats) => Who::Sealed(seats.iter().map(name).collect()),
        Turn::Chance(draw) => Who::Chance(draw.what.render(roster)),
        Turn::Over(outcome) => Who::Over {
            reason: outcome.reason.render(roster),
            standings: outcome.standings.iter().map(|(seat, worth)| (name(seat), *worth)).collect(),
        },
    }
}

fn steps(view: &View, roster: &dyn Roster) -> Vec<Step> {
    let step = |step: &ferrata_engine::view::StepView| Step {
        asked: step.asked,
        name: step.name.render(roster),
        progress: step.progress,
    };
    view.steps.iter().map(step).collect()
}

fn seat(player: &PlayerView, roster: &dyn Roster) -> Seat {
    let shares = player.shares.iter();
    Seat {
        name: player.name.clone(),
        cash: player.cash,
        worth: player.worth,
        debt: player.debt,
        certificates: player.certificates,
        certificate_limit: player.certificate_limit,
        priority: player.priority,
        passed: player.passed,
        out: player.out,
        shares: shares.clone().map(|share| (share.company.to_string(), share.percent)).collect(),
        directs: shares.filter(|share| share.director).map(|share| share.company.to_string()).collect(),
        cards: player.cards.iter().map(|card| card.card.to_string()).collect(),
        notes: player.notes.iter().map(|note| note.render(roster)).collect(),
    }
}

fn company(it: &CompanyView, view: &View, roster: &dyn Roster) -> Company {
    let tokens = view.board.tokens.iter().filter(|token| token.company == it.name);
    let station = |token: &ferrata_engine::view::TokenView| Station {
        hex: token.hex.to_string(),
        stop: token.stop,
        slot: token.slot,
    };
    Company {
        name: it.name.to_string(),
        kind: it.kind.to_string(),
        state: it.status,
        standing: it.standing.render(roster),
        price: it.price,
        place: it.field.map(|field| (field.row, field.col, it.stack)),
        treasury: it.cash,
        shares: holders(it, view),
        director: it.director.map(|seat| roster.seat(seat).into_owned()),
        directed_by: it.directed_by.map(|company| company.to_string()),
        trains: it.trains.iter().map(ToString::to_string).collect(),
        train_limit: it.train_limit,
        stations: tokens.map(station).collect(),
        tokens_left: it.tokens_left,
        cards: it.cards.iter().map(|card| card.card.to_string()).collect(),
        last_run: it.last_run,
        notes: it.notes.iter().map(|note| note.render(roster)).collect(),
    }
}

fn holders(it: &CompanyView, view: &View) -> BTreeMap<String, u8> {
    let mut holders = BTreeMap::new();
    let mut add = |name: &str, percent: u8| {
        if percent > 0 {
            holders.insert(name.to_owned(), percent);
        }
    };
    for player in &view.players {
        add(
            &player.name,
            player.shares.iter().filter(|share| share.company == it.name).map(|s| s.percent).sum(),
        );
    }
    for other in &view.companies {
        let held =
            other.shares.iter().filter(|share| share.company == it.name).map(|share| share.percent).sum();
        add(other.name.as_str(), held);
    }
    add("pool", it.pool);
    add("offering", it.offering);
    add("reserve", it.reserved);
    holders
}

fn tiles(view: &View) -> BTreeMap<String, (String, u8)> {
    let tiles = view.board.tiles.iter();
    tiles.map(|(hex, tile, rotation)| (hex.to_string(), (tile.to_string(), *rotation))).collect()
}

fn panels(view: &View, roster: &dyn Roster) -> Vec<Panel> {
    let panel = |panel: &ferrata_engine::view::Panel| Panel {
        title: panel.title.render(roster),
        rows: panel.rows.iter().map(|row| row.iter().map(|cell| cell.render(roster)).collect()).collect(),
    };
    view.panels.iter().map(panel).collect()
}
