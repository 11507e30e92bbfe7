//! The table as clients see it.

use super::operating::{self, Operating, Step};
use super::stock::Stock;
use super::table::{Pending, Round, Standing};
use super::{Game, stock};
use ferrata_engine::decision::Rulebook;
use ferrata_engine::id::{CardId, CompanyId, SeatId, SeatSet, TileId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::name::{Name, TileName};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::{Names, Text};
use ferrata_engine::turn::Title;
use ferrata_engine::view::{
    Asked, BoardView, CardView, CompanyStatus, CompanyView, DepotView, OperatingView, Panel, PlayerView,
    Progress, RoundKind, RoundView, ShareView, StepView, TokenView, View,
};

pub(super) fn view(game: &Game) -> View {
    let (parts, asked) = (&game.fixed.parts, game.decision().asked(game));
    View {
        title: parts.title,
        edition: Name::cut(game.fixed.rules.data_key()),
        round: round(game),
        phase: game.phase_name(),
        asked,
        question: question(game, asked),
        turn: game.turn(),
        operating: game.acting().ok().map(|company| game.name(company)),
        steps: steps(game),
        bank: Some(game.table.ledger.bank()),
        currency: parts.currency.clone(),
        players: (0..game.table.players.len() as u8).map(|seat| player(game, SeatId(seat))).collect(),
        order: game.table.order.to_vec(),
        companies: game.company_ids().map(|id| company(game, id)).collect(),
        operating_order: operating_order(game),
        board: board(game),
        depot: (0..parts.trains.len() as u8).map(|kind| depot(game, TrainKind(kind))).collect(),
        tiles: tiles(game),
        cards: cards(game, Holder::Pool),
        panels: vec![areas(game)],
    }
}

pub(super) fn round(game: &Game) -> RoundView {
    let (kind, name) = match &game.table.round {
        Round::Concession(_) => (RoundKind::Auction, say!("Concession round")),
        Round::Stock(stock) => (RoundKind::Stock, stock::name(stock)),
        Round::Operating(operating) => (RoundKind::Operating, operating::name(operating)),
        Round::Over(_) => (RoundKind::Over, say!("The end")),
    };
    RoundView { kind, name }
}

/// The question in words: what interrupts a turn says more than its kind.
fn question(game: &Game, asked: Asked) -> Text {
    match (game.table.pending.last(), asked) {
        (Some(Pending::FirstShares(_)), _) => say!("buy further first shares"),
        (Some(Pending::Tokens(_)), _) => say!("buy the tokens of the new company"),
        (Some(Pending::Splitting(_)), Asked::Exchange) => say!("exchange shares of the Ferdinandea"),
        (Some(Pending::Splitting(_)), Asked::Split) => say!("decide about the successors of the Ferdinandea"),
        (_, asked) => kind_of_question(asked),
    }
}

fn kind_of_question(asked: Asked) -> Text {
    match asked {
        Asked::Draw => say!("lots decide between identical bids"),
        Asked::SealedBids => say!("hand in sealed bids"),
        Asked::Nominate => say!("nominate a concession or pass"),
        Asked::Bid => say!("raise the bid or drop out"),
        Asked::StockTurn => say!("sell, then buy or start a company"),
        Asked::StartPrice => say!("choose the price of the new company"),
        Asked::FirstShares => say!("buy a share or not"),
        Asked::Home => say!("place the home token"),
        Asked::Tokens => say!("settle the tokens of the new company"),
        Asked::Track => say!("lay a tile"),
        Asked::Station => say!("lay a token"),
        Asked::Run => say!("run the trains"),
        Asked::Dividend => say!("pay or withhold the revenue"),
        Asked::Slot => say!("buy a token slot"),
        Asked::Trains => say!("buy trains"),
        Asked::Discard => say!("return a surplus train"),
        Asked::Shares => say!("sell shares, then buy one or start a company"),
        Asked::Emergency => say!("raise emergency money"),
        Asked::Merger => say!("merge"),
        Asked::Transformation => say!("transform"),
        Asked::Exchange => say!("exchange shares"),
        Asked::Deal => say!("agree to the deal or decline it"),
        Asked::Card => say!("sell the priority card or keep it"),
        Asked::Choice => say!("demand one more operating round or pass"),
        _ => say!("nothing"),
    }
}

/// The steps of the operating company's turn.
fn steps(game: &Game) -> Vec<StepView> {
    let Round::Operating(Operating { company: Some(_), turn, .. }) = &game.table.round else {
        return Vec::new();
    };
    let view = |(step, name): (Step, Text)| StepView {
        asked: step.decision().asked(game),
        name,
        progress: Progress::at(step as usize, turn.step as usize),
    };
    Step::all().into_iter().map(view).collect()
}

/// 1841-4-02: by price; what has acted in this round first.
fn operating_order(game: &Game) -> Vec<OperatingView> {
    let order = game.table.chart.order(&game.fixed.parts.grid);
    let running = || order.iter().copied().filter(|company| game.running(*company));
    let view = |company, progress| OperatingView { company: game.name(company), progress };
    let Ok(operating) = game.operating() else {
        return running().map(|company| view(company, Progress::ToCome)).collect();
    };
    let acts = |company: &CompanyId| operating.company == Some(*company);
    let done = running().filter(|company| operating.done.has(*company) && !acts(company));
    let now = running().filter(acts);
    let to_come = game.to_act().into_iter().filter(|company| !acts(company));
    done.map(|company| view(company, Progress::Done))
        .chain(now.map(|company| view(company, Progress::Now)))
        .chain(to_come.map(|company| view(company, Progress::ToCome)))
        .collect()
}

fn player(game: &Game, seat: SeatId) -> PlayerView {
    let holder = Holder::Seat(seat);
    PlayerView {
        name: Names::seat(game, seat).into_owned(),
        cash: game.table.ledger.seat(seat),
        worth: game.worth(seat),
        liquidity: liquidity(game, seat),
        certificates: game.table.shares.count(holder) as u8,
        certificate_limit: game.fixed.by_players.certificate_limit,
        priority: game.table.priority == seat,
        passed: passed(game, seat),
        out: game.out(seat),
        debt: game.debt(seat),
        shares: shares(game, holder),
        cards: cards(game, holder),
        notes: player_notes(game, seat),
    }
}

fn passed(game: &Game, seat: SeatId) -> bool {
    let passed = match &game.table.round {
        Round::Stock(Stock { passed, .. }) => passed.0,
        Round::Concession(concession) => concession.passed(),
        _ => SeatSet::default(),
    };
    passed.has(seat)
}

fn player_notes(game: &Game, seat: SeatId) -> Vec<Text> {
    let limit = game.certificates_over(Holder::Seat(seat));
    let over = (limit > 0).then(|| say!("must sell {n} {n|certificate|certificates}", n = limit));
    let monopolies =
        game.company_ids().filter(|company| game.running(*company) && game.controls_too_much(*company, seat));
    let monopolies = monopolies.map(|company| {
        let (percent, company) = (game.controlled(company, seat), game.name(company));
        say!("controls {percent}% of {company}: shares of it must be sold", percent, company)
    });
    over.into_iter().chain(monopolies).collect()
}

/// What a player could raise now: cash and what may be sold, in an emergency at half price.
fn liquidity(game: &Game, seat: SeatId) -> Money {
    let emergency = matches!(&game.table.round, Round::Operating(_));
    let sold = game.company_ids().map(|company| {
        let most = game.sellable(Holder::Seat(seat), company).last().copied().unwrap_or(0);
        if emergency { game.half_price(company, most) } else { game.price_of(company, most) }
    });
    game.table.ledger.seat(seat) + sold.sum()
}

fn shares(game: &Game, holder: Holder) -> Vec<ShareView> {
    let held = |company: CompanyId| {
        let percent = game.table.shares.percent(company, holder);
        let director = game.table.shares.director(company) == holder;
        (percent > 0).then(|| ShareView { company: game.name(company), percent, director })
    };
    game.company_ids().filter_map(held).collect()
}

fn cards(game: &Game, holder: Holder) -> Vec<CardView> {
    let held = game.concession_ids().filter(|card| game.concession_holder(*card) == holder);
    held.filter_map(|card| card_view(game, card)).collect()
}

fn card_view(game: &Game, card: CardId) -> Option<CardView> {
    let spec = game.fixed.parts.card_spec(card)?;
    let mut notes = Vec::new();
    notes.extend(spec.number.map(|number| say!("concession {number}", number)));
    notes.push(match game.company_of(card) {
        None => say!("pays {income} at the end of every stock round", income = spec.revenue),
        Some(company) if game.running(company) => {
            say!(
                "{company} is in operation: it goes with the director's certificate",
                company = game.name(company)
            )
        }
        Some(company) => say!("starts {company}", company = game.name(company)),
    });
    let full_name = spec.full_name.clone();
    Some(CardView { card: spec.name, full_name, notes, price: Some(spec.price), holds: Money::ZERO })
}

pub(super) fn company(game: &Game, id: CompanyId) -> CompanyView {
    let (spec, charter) = (game.fixed.parts.company_spec(id), game.company(id));
    let field = game.table.chart.field(id);
    let stack = field.map(|field| game.table.chart.stack(field)).unwrap_or_default();
    let directed_by = match game.table.shares.director(id) {
        Holder::Company(by) => Some(game.name(by)),
        _ => None,
    };
    let (status, standing) = status(game, id);
    CompanyView {
        name: game.name(id),
        full_name: spec.map(|spec| spec.full_name.clone()).unwrap_or_default(),
        kind: spec.map(|spec| spec.kind).unwrap_or_default(),
        status,
        standing,
        director: game.leader(id).filter(|_| game.running(id)),
        directed_by,
        cash: game.table.ledger.company(id),
        price: field.map(|field| game.fixed.parts.grid.price(field)),
        field,
        stack: stack.iter().position(|other| *other == id).unwrap_or(0) as u8,
        trains: charter.trains.iter().map(|train| game.train_name(*train)).collect(),
        train_limit: game.train_limit(id) as u8,
        tokens_left: charter.tokens,
        locked_tokens: 0,
        offering: game.table.shares.percent(id, Holder::Offering),
        pool: game.table.shares.percent(id, Holder::Pool),
        reserved: 0,
        shares: shares(game, Holder::Company(id)),
        cards: Vec::new(),
        last_run: charter.last_run,
        last_routes: game
            .table
            .routes
            .0
            .get(id.index())
            .and_then(Option::as_ref)
            .map(|routes| routes.to_vec())
            .unwrap_or_default(),
        notes: company_notes(game, id),
    }
}

fn status(game: &Game, id: CompanyId) -> (CompanyStatus, Text) {
    match game.company(id).standing {
        Standing::Waiting => (CompanyStatus::Waiting, say!("not started")),
        Standing::Gone => (CompanyStatus::Closed, say!("closed")),
        Standing::Dissolving => (CompanyStatus::Dissolving, say!("dissolving")),
        Standing::Running if game.frozen(id) => (CompanyStatus::Frozen, say!("frozen")),
        Standing::Running if game.unled(id) => (CompanyStatus::Frozen, say!("led by a frozen company")),
        Standing::Running if !game.company(id).operated => {
            (CompanyStatus::Started, say!("started, has not acted yet"))
        }
        Standing::Running => (CompanyStatus::Operating, say!("in operation")),
    }
}

fn company_notes(game: &Game, id: CompanyId) -> Vec<Text> {
    let mut notes = Vec::new();
    if game.running(id) && !game.company(id).operated {
        notes.push(say!("has not acted yet: its shares cannot be sold"));
    }
    if game.running(id) && game.bound_by_concession(id) {
        notes.push(say!("directed by the holder of its concession"));
    }
    notes
}

fn board(game: &Game) -> BoardView {
    let (board, parts) = (&game.table.board, &game.fixed.parts);
    let tiles = board.laid_tiles();
    let tiles = tiles.map(|(hex, tile, rotation)| (parts.hex_name(hex), parts.tile_name(tile), rotation));
    let tokens = board.tokens().iter().map(|token| TokenView {
        company: game.name(token.company),
        hex: parts.hex_name(token.hex),
        stop: token.stop,
        slot: token.slot,
    });
    BoardView {
        markers: Vec::new(),
        tiles: tiles.collect(),
        tokens: tokens.collect(),
        borders: game.printed_borders(),
        marks: Vec::new(),
    }
}

/// 1841-1.2-05: trains and tiles left are public.
fn depot(game: &Game, kind: TrainKind) -> DepotView {
    let spec = game.fixed.parts.train_spec(kind);
    DepotView {
        train: game.train_name(kind),
        left: game.table.depot.left(kind),
        returned: game.table.depot.returned(kind),
        price: game.train_price(kind),
        for_sale: game.table.depot.for_sale().any(|other| other == kind),
        rusts_on: spec.and_then(|spec| spec.rusts_on).map(|kind| game.train_name(kind)),
    }
}

fn tiles(game: &Game) -> Vec<(TileName, Option<u16>)> {
    let tiles = game.fixed.parts.tiles.tiles.iter().enumerate();
    tiles.map(|(at, tile)| (tile.name, game.table.board.left(TileId(at as u16)))).collect()
}

/// 1841-1.1-02: which off-board areas are joined to a city.
fn areas(game: &Game) -> Panel {
    let areas = game.fixed.geography.areas.iter().enumerate().map(|(at, hexes)| {
        let place = hexes.first().and_then(|hex| game.fixed.parts.map.hex(*hex));
        let name = place.and_then(|hex| hex.place.clone()).unwrap_or_default();
        let joined = game.table.areas >> at & 1 == 1;
        vec![Text::words(name), if joined { say!("connected") } else { Text::default() }]
    });
    Panel { title: say!("Off-board areas"), rows: areas.collect() }
}

crate::shape::names_of_the_box!(Game);
