//! The table as clients see it.

use super::state::{OpStep, Step};
use super::{Tiny, end};
use ferrata_engine::components::CardSpec;
use ferrata_engine::event::Names;
use ferrata_engine::id::{CompanyId, HexId, SeatId, TileId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;
use ferrata_engine::view::{
    BoardView, CardView, CompanyView, DepotView, PlayerView, ShareView, TokenView, View,
};
use std::borrow::Cow;

pub(super) fn view(game: &Tiny) -> View {
    let from = &game.printed.from;
    View {
        title: from.title,
        edition: from.edition,
        round: round(game),
        phase: game.phase().map(|phase| phase.name).unwrap_or_default(),
        asked: asked(game).into(),
        turn: game.turn(),
        operating: operating(game).map(|company| game.company_name(company)),
        bank: Some(game.now.ledger.bank()),
        currency: from.currency.clone(),
        players: (0..game.players.len() as u8).map(|seat| player(game, SeatId(seat))).collect(),
        order: game.now.order.to_vec(),
        companies: game.company_ids().map(|id| company(game, id)).collect(),
        operating_order: game.now.chart.order(&from.grid).iter().map(|id| game.company_name(*id)).collect(),
        board: board(game),
        depot: depot(game),
        tiles: tiles(game),
        cards: cards(game, Holder::Out),
        panels: Vec::new(),
    }
}

fn round(game: &Tiny) -> String {
    match &game.now.step {
        Step::Seating => "Seating".into(),
        Step::Sheets(_) => "Sealed bids".into(),
        Step::Auction(_) => "Auction".into(),
        Step::Stock(_) => format!("Stock round {}", game.now.stock_rounds),
        Step::Weather | Step::Operating(_) => format!("Operating round {}", game.now.operating_rounds),
        Step::Over(_) => "The end".into(),
    }
}

fn asked(game: &Tiny) -> &'static str {
    if game.now.deal.is_some() {
        return "answer the deal";
    }
    if !game.now.to_discard.is_empty() {
        return "give back a train";
    }
    match &game.now.step {
        Step::Seating | Step::Weather => "draw",
        Step::Sheets(_) => "hand in a sheet of bids",
        Step::Auction(_) => "bid or pass",
        Step::Stock(_) => "start, buy, sell or pass",
        Step::Operating(operating) => match operating.step {
            OpStep::Lay => "lay a tile",
            OpStep::Token => "place a token",
            OpStep::Run => "run trains",
            OpStep::Settle(_) => "settle the earnings",
            OpStep::Trains => "buy trains",
        },
        Step::Over(_) => "nothing",
    }
}

fn operating(game: &Tiny) -> Option<CompanyId> {
    if let Step::Operating(operating) = &game.now.step { Some(operating.company) } else { None }
}

fn player(game: &Tiny, seat: SeatId) -> PlayerView {
    let holder = Holder::Seat(seat);
    PlayerView {
        name: Names::seat(game, seat).into_owned(),
        cash: game.now.ledger.seat(seat),
        worth: end::worth(game, seat),
        liquidity: end::worth(game, seat),
        certificates: game.now.shares.count(holder) as u8,
        certificate_limit: game
            .printed
            .from
            .players(game.players.len() as u8)
            .map_or(0, |p| p.certificate_limit),
        priority: game.now.order.first() == Some(&seat),
        out: false,
        debt: Money::ZERO,
        shares: game.company_ids().filter_map(|company| share(game, company, holder)).collect(),
        cards: cards(game, holder),
    }
}

fn share(game: &Tiny, company: CompanyId, holder: Holder) -> Option<ShareView> {
    let percent = game.now.shares.percent(company, holder);
    let director = game.now.shares.director(company) == holder;
    (percent > 0).then_some(ShareView { company: game.company_name(company), percent, director })
}

fn cards(game: &Tiny, holder: Holder) -> Vec<CardView> {
    let cards = game.printed.from.cards.iter().zip(&game.now.cards);
    let view = |card: &CardSpec| CardView {
        card: card.name,
        text: format!("{}, pays {}", card.full_name, card.revenue),
        price: Some(card.price),
    };
    cards.filter(|(_, by)| **by == holder).map(|(card, _)| view(card)).collect()
}

fn company(game: &Tiny, id: CompanyId) -> CompanyView {
    let (spec, charter) = (game.printed.from.company_spec(id), game.company(id));
    let shares = &game.now.shares;
    let field = game.now.chart.field(id);
    let stack = field.map(|field| game.now.chart.stack(field)).unwrap_or_default();
    CompanyView {
        name: game.company_name(id),
        full_name: spec.map(|spec| spec.full_name.clone()).unwrap_or_default(),
        kind: spec.map(|spec| spec.kind).unwrap_or_default(),
        status: if game.started(id) { "in operation" } else { "not started" }.into(),
        director: game.started(id).then(|| game.director(id)),
        directed_by: None,
        cash: game.now.ledger.company(id),
        price: field.map(|field| game.printed.from.grid.price(field)),
        field,
        stack: stack.iter().position(|other| *other == id).unwrap_or(0) as u8,
        trains: charter
            .iter()
            .flat_map(|charter| &charter.trains)
            .filter_map(|kind| train(game, *kind))
            .collect(),
        train_limit: game.train_limit() as u8,
        tokens_left: charter.map_or(0, |charter| charter.tokens),
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
    game.printed.from.train_spec(kind).map(|train| train.name)
}

fn board(game: &Tiny) -> BoardView {
    let from = &game.printed.from;
    let tiles = game.now.board.laid_tiles().filter_map(|(hex, tile, rotation)| {
        Some((from.map.hex(hex)?.name, from.tiles.tile(tile)?.name, rotation))
    });
    let tokens = game.now.board.tokens().iter().filter_map(|token| {
        let hex = from.map.hex(token.hex)?.name;
        let company = game.company_name(token.company);
        Some(TokenView { company, hex, stop: token.stop, slot: token.slot })
    });
    BoardView { tiles: tiles.collect(), tokens: tokens.collect(), ..BoardView::default() }
}

fn depot(game: &Tiny) -> Vec<DepotView> {
    let depot = &game.now.depot;
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
    game.printed.from.trains.iter().enumerate().map(view).collect()
}

fn tiles(game: &Tiny) -> Vec<(ferrata_engine::name::TileName, Option<u16>)> {
    let tiles = game.printed.from.tiles.tiles.iter().enumerate();
    tiles.map(|(at, tile)| (tile.name, game.now.board.left(TileId(at as u16)))).collect()
}

impl Names for Tiny {
    fn seat(&self, seat: SeatId) -> Cow<'_, str> {
        self.players.get(seat.index()).map_or("?".into(), |name| name.as_str().into())
    }

    fn company(&self, company: CompanyId) -> Cow<'_, str> {
        self.printed.from.company_spec(company).map_or("?".into(), |spec| spec.name.as_str().into())
    }

    fn hex(&self, hex: HexId) -> Cow<'_, str> {
        let Some(hex) = self.printed.from.map.hex(hex) else { return "?".into() };
        match &hex.place {
            Some(place) => format!("{place} ({})", hex.name).into(),
            None => hex.name.as_str().into(),
        }
    }

    fn money(&self, amount: Money) -> String {
        self.printed.from.money(amount)
    }
}
