//! The table as clients draw it.

use super::Esp;
use super::operating::TENDER;
use super::state::{Finale, Goal, HomeToken, PRIVATES, Round, Status, Step};
use ferrata_engine::components::Components;
use ferrata_engine::event::Names;
use ferrata_engine::id::{CompanyId, HexId, SeatId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, Name, TrainName};
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::Title;
use ferrata_engine::view::{
    BoardView, CardView, CompanyView, DepotView, Panel, PlayerView, ShareView, TokenView, View,
};
use std::borrow::Cow;
use std::sync::Arc;

impl Names for Esp {
    fn seat(&self, seat: SeatId) -> Cow<'_, str> {
        self.game.names.get(seat.index()).map_or("?".into(), |name| name.as_str().into())
    }

    fn company(&self, company: CompanyId) -> Cow<'_, str> {
        self.name(company).to_string().into()
    }

    fn hex(&self, hex: HexId) -> Cow<'_, str> {
        let name = self.hex_name(hex);
        match self.game.parts.map.hex(hex).and_then(|hex| hex.place.as_deref()) {
            Some(place) => format!("{place} ({name})").into(),
            None => name.to_string().into(),
        }
    }

    fn money(&self, amount: Money) -> String {
        self.game.parts.money(amount)
    }
}

impl Esp {
    /// The box.
    pub fn parts(&self) -> &Arc<Components> {
        &self.game.parts
    }

    pub(super) fn show(&self) -> View {
        View {
            title: Name::cut("18ESP"),
            edition: self.game.edition,
            round: self.round_name(),
            phase: self.phase().name,
            asked: self.asked_for(),
            turn: self.turn(),
            operating: self.operating_company().map(|company| self.name(company)),
            bank: None,
            currency: self.game.parts.currency.clone(),
            players: (0..self.s.seats.len() as u8).map(|seat| self.show_player(SeatId(seat))).collect(),
            order: self.s.order.to_vec(),
            companies: self.all_companies().map(|company| self.show_company(company)).collect(),
            operating_order: self.still_to_operate().map(|company| self.name(company)).collect(),
            board: self.show_board(),
            depot: self.show_depot(),
            tiles: self.show_tiles(),
            cards: self.show_open_cards(),
            panels: vec![self.goals_panel(), self.passes_panel()],
        }
    }

    fn operating_company(&self) -> Option<CompanyId> {
        self.or().filter(|or| or.step != Step::Done).map(|or| or.at)
    }

    fn round_name(&self) -> String {
        match &self.s.round {
            Round::Setup(_) => "Set-up".into(),
            Round::Auction(_) => "Auction of the privates".into(),
            Round::Stock(_) => format!("Stock round {}", self.s.cycle),
            Round::Operating(or) => format!("Operating round {}.{}", self.s.cycle, or.number),
            Round::Over(_) => "The end".into(),
        }
    }

    fn asked_for(&self) -> String {
        use super::state::Question;
        let text = match (self.s.asked.last(), &self.s.round) {
            (Some(Question::Par { .. }), _) => "set the par of the company of private 7",
            (Some(Question::Claim { .. }), _) => "claim the destination",
            (Some(Question::Face { .. }), _) => "choose a side of the train of private 2",
            (Some(Question::Discard { .. }), _) => "give up a train",
            (Some(Question::Circle { .. }), _) => "place a home token",
            (Some(Question::Swap { .. }), _) => "decide about the token of the minor",
            (Some(Question::Deal { .. }), _) => "agree to a deal or decline it",
            (None, Round::Setup(_)) => "wait for chance",
            (None, Round::Auction(_)) => "bid or pass",
            (None, Round::Stock(_)) => "sell, repay, buy or pass",
            (None, Round::Over(_)) => "",
            (None, Round::Operating(or)) => match or.step {
                Step::Track => "lay track, build stations and passes",
                Step::Run => "run the trains",
                Step::Settle => "pay or keep the earnings",
                Step::Takeover => "take over a minor",
                Step::Trains => "buy trains",
                Step::Combine => "combine trains",
                Step::Cards | Step::Done => "buy privates or a tender",
            },
        };
        text.to_owned()
    }

    fn show_player(&self, seat: SeatId) -> PlayerView {
        let debt = self.owed(seat);
        PlayerView {
            name: self.game.names.get(seat.index()).cloned().unwrap_or_default(),
            cash: self.s.ledger.seat(seat),
            worth: self.worth(seat),
            liquidity: self.s.ledger.seat(seat) + self.raisable_in_stock(seat),
            certificates: self.certificates(seat) as u8,
            certificate_limit: self.game.players.certificate_limit,
            priority: self.s.order.first() == Some(&seat),
            out: false,
            debt,
            shares: self.show_shares(Holder::Seat(seat)),
            cards: self.show_cards(Holder::Seat(seat)),
        }
    }

    /// What a player could raise now by selling, each company in one lot.
    fn raisable_in_stock(&self, seat: SeatId) -> Money {
        let best = |company| {
            let most = self.sellable(seat, company, true).last().copied().unwrap_or(0);
            self.price(company) * i32::from(most / 10)
        };
        self.all_companies().map(best).sum()
    }

    fn show_shares(&self, holder: Holder) -> Vec<ShareView> {
        let mut shares = Vec::new();
        for company in self.all_companies() {
            let percent = self.s.shares.percent(company, holder);
            if percent > 0 {
                let director = self.s.shares.director(company) == holder;
                shares.push(ShareView { company: self.name(company), percent, director });
            }
        }
        shares
    }

    fn show_private(&self, private: usize) -> CardView {
        let card = self.private(private);
        let other = private == super::setup::SIXTH && self.s.beside[0] != self.crb();
        let side = card.facts.text("other_side").ok().filter(|_| other);
        let text = side.unwrap_or(&card.full_name).to_owned();
        CardView { card: card.name, text, price: Some(card.price) }
    }

    fn show_cards(&self, holder: Holder) -> Vec<CardView> {
        let held = (0..PRIVATES).filter(|&private| self.private_owner(private) == holder);
        held.map(|private| self.show_private(private)).collect()
    }

    fn show_open_cards(&self) -> Vec<CardView> {
        let mut cards = self.show_cards(Holder::Offering);
        if self.s.tenders.bank > 0 {
            let text = format!("{} tenders on the open market", self.s.tenders.bank);
            let price = Some(self.game.figures.tender);
            cards.push(CardView { card: CardName::of(TENDER), text, price });
        }
        cards
    }

    fn status(&self, company: CompanyId) -> &'static str {
        let state = self.company(company);
        match state.status {
            Status::Absent | Status::Gone => "closed",
            Status::Waiting if state.par.is_some() => "started",
            Status::Waiting => "not started",
            Status::Launched => "in operation",
            Status::Frozen => "frozen",
        }
    }

    fn show_company(&self, company: CompanyId) -> CompanyView {
        let (state, spec) = (self.company(company), self.game.parts.company_spec(company));
        let field = self.s.chart.field(company);
        let stack = field.map(|field| self.s.chart.stack(field)).unwrap_or_default();
        let home = u8::from(state.home == HomeToken::Charter && state.status != Status::Gone);
        let director = self.director(company);
        let shares = &self.s.shares;
        CompanyView {
            name: self.name(company),
            full_name: spec.map(|spec| spec.full_name.clone()).unwrap_or_default(),
            kind: spec.map(|spec| spec.kind).unwrap_or_default(),
            status: self.status(company).to_owned(),
            director,
            directed_by: None,
            cash: self.s.ledger.company(company),
            price: field.map(|_| self.price(company)),
            field,
            stack: stack.iter().position(|other| *other == company).unwrap_or(0) as u8,
            trains: self.show_trains(company),
            train_limit: self.train_limit(company) as u8,
            tokens_left: state.free_tokens + home,
            offering: shares.percent(company, Holder::Offering),
            pool: shares.percent(company, Holder::Pool),
            reserved: shares.percent(company, Holder::Reserved),
            shares: Vec::new(),
            cards: self.show_company_cards(company),
            last_run: state.last_run,
            last_routes: state.last_routes.0.as_deref().cloned().unwrap_or_default(),
            notes: self.notes(company),
        }
    }

    fn show_company_cards(&self, company: CompanyId) -> Vec<CardView> {
        let mut cards = self.show_cards(Holder::Company(company));
        if self.company(company).tender {
            let text = "one more town, mine or harbour for one train".to_owned();
            cards.push(CardView { card: CardName::of(TENDER), text, price: None });
        }
        cards
    }

    /// The names of a company's trains; the one that carries the tender now has a `+1` behind it.
    pub(super) fn show_trains(&self, company: CompanyId) -> Vec<TrainName> {
        let carrier = self.or().filter(|or| or.at == company).and_then(|or| or.turn.tender);
        let name = |(at, train): (usize, &super::state::Train)| {
            let name = self.train_name(train);
            match carrier == Some(at as u8) {
                true => TrainName(Name::cut(&format!("{name}+1"))),
                false => name,
            }
        };
        self.company(company).trains.iter().enumerate().map(name).collect()
    }

    fn notes(&self, company: CompanyId) -> Vec<String> {
        let state = self.company(company);
        let mut notes = Vec::new();
        if let Some(par) = state.par.filter(|_| !self.is_minor(company)) {
            notes.push(format!("par {}", self.game.parts.money(par)));
        }
        if state.locked_tokens > 0 {
            notes.push(format!("{} tokens locked", state.locked_tokens));
        }
        notes
    }

    fn show_board(&self) -> BoardView {
        let tile = |(hex, tile, rotation): (HexId, ferrata_engine::id::TileId, u8)| {
            let name = self.game.parts.tiles.tile(tile).map(|tile| tile.name)?;
            Some((self.hex_name(hex), name, rotation))
        };
        let token = |token: &ferrata_engine::board::Token| TokenView {
            company: self.name(token.company),
            hex: self.hex_name(token.hex),
            stop: token.stop,
            slot: token.slot,
        };
        let mut tokens: Vec<_> = self.s.board.tokens().iter().map(token).collect();
        tokens.extend(self.waiting_tokens());
        BoardView {
            tiles: self.s.board.laid_tiles().filter_map(tile).collect(),
            tokens,
            borders: Vec::new(),
            marks: self.pass_marks(),
        }
    }

    /// Tokens on double cities without a tile.
    fn waiting_tokens(&self) -> Vec<TokenView> {
        let mut tokens = Vec::new();
        for company in self.all_companies() {
            let state = self.company(company);
            let home = (state.home == HomeToken::Waiting).then(|| self.game.role(company).home);
            for hex in home.into_iter().chain(state.waiting_at) {
                let (company, hex) = (self.name(company), self.hex_name(hex));
                tokens.push(TokenView { company, hex, stop: 0, slot: 0 });
            }
        }
        tokens
    }

    fn pass_marks(&self) -> Vec<(ferrata_engine::name::HexName, String)> {
        let passes = self.game.passes.iter().enumerate();
        let mark = |(at, pass): (usize, &super::game::Pass)| {
            let text = if self.s.passes.is_open(at) { "open" } else { "closed" };
            (self.hex_name(pass.hex), text.to_owned())
        };
        passes.map(mark).collect()
    }

    fn show_depot(&self) -> Vec<DepotView> {
        let top = self.s.depot.top();
        let kinds = self.game.parts.trains.iter().enumerate();
        let kinds = kinds.filter(|(at, _)| *at != self.game.permanent_kind.index());
        let depot = |(at, spec): (usize, &ferrata_engine::train::TrainSpec)| {
            let kind = TrainKind(at as u8);
            let rusts_on = spec.rusts_on.and_then(|kind| self.game.parts.train_spec(kind));
            DepotView {
                train: spec.name,
                left: self.s.depot.left(kind),
                returned: 0,
                price: spec.price,
                for_sale: top == Some(kind),
                rusts_on: rusts_on.map(|spec| spec.name),
            }
        };
        kinds.map(depot).collect()
    }

    fn show_tiles(&self) -> Vec<(ferrata_engine::name::TileName, Option<u16>)> {
        let tiles = self.game.parts.tiles.tiles.iter().enumerate();
        let left = |(at, tile): (usize, &ferrata_engine::tile::Tile)| {
            (tile.name, self.s.board.left(ferrata_engine::id::TileId(at as u16)))
        };
        tiles.filter(|(_, tile)| tile.color() != Color::White).map(left).collect()
    }

    fn goals_panel(&self) -> Panel {
        let mut rows = Vec::new();
        for company in self.all_companies() {
            let state = self.company(company);
            if state.status != Status::Launched || self.is_minor(company) || state.full_capital {
                continue;
            }
            let mark = |goal| if state.met(goal) { "met" } else { "open" }.to_owned();
            rows.push(vec![
                self.name(company).to_string(),
                mark(Goal::Destination),
                mark(Goal::RedArea),
                mark(Goal::Third),
            ]);
        }
        Panel { title: "Goals: destination, red area, third".into(), rows }
    }

    fn passes_panel(&self) -> Panel {
        let row = |(at, pass): (usize, &super::game::Pass)| {
            let open = if self.s.passes.is_open(at) { "open" } else { "closed" };
            vec![
                self.hex(pass.hex).into_owned(),
                open.to_owned(),
                self.game.parts.money(pass.cost),
                self.game.parts.money(pass.value),
            ]
        };
        let mut rows: Vec<_> = self.game.passes.iter().enumerate().map(row).collect();
        if self.s.finale != Finale::Not {
            rows.push(vec!["the end of the game is triggered".into()]);
        }
        Panel { title: "Mountain passes: cost, value".into(), rows }
    }
}
