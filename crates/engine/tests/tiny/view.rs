//! The table as clients see it.

use super::operating::{Operating, Step};
use super::table::Round;
use super::{Tiny, end, operating, stock};
use ferrata_engine::components::CardSpec;
use ferrata_engine::decision::Rulebook;
use ferrata_engine::event::Roster;
use ferrata_engine::id::{CompanyId, HexId, SeatId, TileId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::{Names, Text};
use ferrata_engine::turn::Title;
use ferrata_engine::view::{
    Asked, BoardView, CardView, CompanyStatus, CompanyView, DepotView, OperatingView, PlayerView, Progress,
    RoundKind, RoundView, ShareView, StepView, TokenView, View,
};
use std::borrow::Cow;

pub(super) fn view(game: &Tiny) -> View {
    let (from, asked) = (&game.fixed.parts, game.decision().asked(game));
    View {
        title: from.title,
        edition: from.edition,
        round: round(game),
        phase: game.phase().map(|phase| phase.name).unwrap_or_default(),
        asked,
        question: question(asked),
        turn: game.turn(),
        operating: game.acting().ok().map(|company| from.company_name(company)),
        steps: steps(game),
        bank: Some(game.table.ledger.bank()),
        currency: from.currency.clone(),
        players: (0..game.fixed.players.len() as u8).map(|seat| player(game, SeatId(seat))).collect(),
        order: game.table.order.to_vec(),
        companies: game.company_ids().map(|id| company(game, id)).collect(),
        operating_order: operating_order(game),
        board: board(game),
        depot: depot(game),
        tiles: tiles(game),
        cards: cards(game, Holder::Out),
        panels: Vec::new(),
    }
}

fn round(game: &Tiny) -> RoundView {
    let (kind, name) = match &game.table.round {
        Round::Seating => (RoundKind::SetUp, say!("Seating")),
        Round::SealedBids(_) => (RoundKind::Auction, say!("Sealed bids")),
        Round::Auction(_) => (RoundKind::Auction, say!("Auction")),
        Round::Stock(_) => (RoundKind::Stock, stock::name(game)),
        Round::Operating(_) => (RoundKind::Operating, operating::name(game)),
        Round::Over(_) => (RoundKind::Over, say!("The end")),
    };
    RoundView { kind, name }
}

fn question(asked: Asked) -> Text {
    match asked {
        Asked::Draw => say!("draw"),
        Asked::SealedBids => say!("hand in sealed bids"),
        Asked::Bid => say!("bid or pass"),
        Asked::StockTurn => say!("start, buy, sell or pass"),
        Asked::Track => say!("lay a tile"),
        Asked::Station => say!("place a token"),
        Asked::Run => say!("run trains"),
        Asked::Dividend => say!("settle the earnings"),
        Asked::Trains => say!("buy trains"),
        Asked::Discard => say!("give back a train"),
        Asked::Deal => say!("answer the deal"),
        _ => say!("nothing"),
    }
}

/// The steps of the operating company's turn.
fn steps(game: &Tiny) -> Vec<StepView> {
    let Round::Operating(Operating { company: Some(_), step: now, .. }) = &game.table.round else {
        return Vec::new();
    };
    let view = |(step, name): (Step, Text)| StepView {
        asked: step.decision().asked(game),
        name,
        progress: Progress::at(step as usize, *now as usize),
    };
    Step::all().into_iter().map(view).collect()
}

fn operating_order(game: &Tiny) -> Vec<OperatingView> {
    let view = |(id, progress)| OperatingView { company: game.fixed.parts.company_name(id), progress };
    match &game.table.round {
        Round::Operating(round) if round.company.is_some() => {
            let done = round.done.iter().map(|id| (*id, Progress::Done));
            let now = round.company.iter().map(|id| (*id, Progress::Now));
            let to_come = round.queue.iter().map(|id| (*id, Progress::ToCome));
            done.chain(now).chain(to_come).map(view).collect()
        }
        _ => {
            let order = game.table.chart.order(&game.fixed.parts.grid);
            order.into_iter().map(|id| view((id, Progress::ToCome))).collect()
        }
    }
}

fn player(game: &Tiny, seat: SeatId) -> PlayerView {
    let holder = Holder::Seat(seat);
    PlayerView {
        name: Names::seat(game, seat).into_owned(),
        cash: game.table.ledger.seat(seat),
        worth: end::worth(game, seat),
        liquidity: end::worth(game, seat),
        certificates: game.table.shares.count(holder) as u8,
        certificate_limit: game.fixed.by_players.certificate_limit,
        priority: game.table.order.first() == Some(&seat),
        passed: false,
        out: false,
        debt: Money::ZERO,
        shares: game.company_ids().filter_map(|company| share(game, company, holder)).collect(),
        cards: cards(game, holder),
        notes: Vec::new(),
    }
}

fn share(game: &Tiny, company: CompanyId, holder: Holder) -> Option<ShareView> {
    let percent = game.table.shares.percent(company, holder);
    let director = game.table.shares.director(company) == holder;
    (percent > 0).then_some(ShareView { company: game.fixed.parts.company_name(company), percent, director })
}

fn cards(game: &Tiny, holder: Holder) -> Vec<CardView> {
    let cards = game.fixed.parts.cards.iter().zip(&game.table.cards);
    let view = |card: &CardSpec| CardView {
        card: card.name,
        full_name: card.full_name.clone(),
        notes: vec![say!("pays {income}", income = card.revenue)],
        price: Some(card.price),
        holds: Money::ZERO,
    };
    cards.filter(|(_, by)| **by == holder).map(|(card, _)| view(card)).collect()
}

fn company(game: &Tiny, id: CompanyId) -> CompanyView {
    let (spec, charter) = (game.fixed.parts.company_spec(id), game.company(id));
    let shares = &game.table.shares;
    let field = game.table.chart.field(id);
    let stack = field.map(|field| game.table.chart.stack(field)).unwrap_or_default();
    CompanyView {
        name: game.fixed.parts.company_name(id),
        full_name: spec.map(|spec| spec.full_name.clone()).unwrap_or_default(),
        kind: spec.map(|spec| spec.kind).unwrap_or_default(),
        status: if game.started(id) { CompanyStatus::Operating } else { CompanyStatus::Waiting },
        standing: if game.started(id) { say!("in operation") } else { say!("not started") },
        director: game.started(id).then(|| game.director(id)),
        directed_by: None,
        cash: game.table.ledger.company(id),
        price: field.map(|field| game.fixed.parts.grid.price(field)),
        field,
        stack: stack.iter().position(|other| *other == id).unwrap_or(0) as u8,
        trains: charter
            .iter()
            .flat_map(|charter| &charter.trains)
            .filter_map(|kind| train(game, *kind))
            .collect(),
        train_limit: game.train_limit() as u8,
        tokens_left: charter.map_or(0, |charter| charter.tokens),
        locked_tokens: 0,
        offering: shares.percent(id, Holder::Offering),
        pool: shares.percent(id, Holder::Pool),
        reserved: 0,
        shares: Vec::new(),
        cards: Vec::new(),
        last_run: charter.and_then(|charter| charter.last_run),
        last_routes: Vec::new(),
        notes: Vec::new(),
    }
}

fn train(game: &Tiny, kind: TrainKind) -> Option<ferrata_engine::name::TrainName> {
    game.fixed.parts.train_spec(kind).map(|train| train.name)
}

fn board(game: &Tiny) -> BoardView {
    let from = &game.fixed.parts;
    let tiles = game.table.board.laid_tiles().filter_map(|(hex, tile, rotation)| {
        Some((from.map.hex(hex)?.name, from.tiles.tile(tile)?.name, rotation))
    });
    let tokens = game.table.board.tokens().iter().filter_map(|token| {
        let hex = from.map.hex(token.hex)?.name;
        let company = game.fixed.parts.company_name(token.company);
        Some(TokenView { company, hex, stop: token.stop, slot: token.slot })
    });
    BoardView { tiles: tiles.collect(), tokens: tokens.collect(), ..BoardView::default() }
}

fn depot(game: &Tiny) -> Vec<DepotView> {
    let depot = &game.table.depot;
    let view = |(at, spec): (usize, &ferrata_engine::train::TrainSpec)| {
        let kind = TrainKind(at as u8);
        DepotView {
            train: spec.name,
            left: depot.left(kind),
            returned: depot.returned(kind),
            price: spec.price,
            for_sale: depot.for_sale().any(|other| other == kind),
            rusts_on: spec.rusts_on.and_then(|kind| train(game, kind)),
        }
    };
    game.fixed.parts.trains.iter().enumerate().map(view).collect()
}

fn tiles(game: &Tiny) -> Vec<(ferrata_engine::name::TileName, Option<u16>)> {
    let tiles = game.fixed.parts.tiles.tiles.iter().enumerate();
    tiles.map(|(at, tile)| (tile.name, game.table.board.left(TileId(at as u16)))).collect()
}

impl Names for Tiny {
    fn seat(&self, seat: SeatId) -> Cow<'_, str> {
        self.fixed.players.get(seat.index()).map_or("?".into(), |name| name.as_str().into())
    }

    fn money(&self, amount: Money) -> String {
        self.fixed.parts.money(amount)
    }

    fn hex(&self, hex: HexName) -> Cow<'_, str> {
        self.fixed.parts.place(hex)
    }
}

impl Roster for Tiny {
    fn company(&self, company: CompanyId) -> CompanyName {
        self.fixed.parts.company_name(company)
    }

    fn hex_name(&self, hex: HexId) -> HexName {
        self.fixed.parts.hex_name(hex)
    }
}
