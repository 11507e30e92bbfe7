//! The table as clients draw it.

use super::Game;
use super::state::{Activity, Round, Standing, Step};
use ferrata_engine::id::{CardId, CompanyId, SeatId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::name::{Name, PhaseName};
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;
use ferrata_engine::view::{
    BoardView, CardView, CompanyView, DepotView, Panel, PlayerView, ShareView, TokenView, View,
};

impl Game {
    pub(super) fn draw_view(&self) -> View {
        let parts = self.parts();
        let seats = (0..self.t.players.len() as u8).map(SeatId);
        View {
            title: Name::cut("1841"),
            edition: Name::cut(self.rules().data_key()),
            round: self.round_name(),
            phase: PhaseName(Name::from(u32::from(self.t.phase))),
            asked: self.asked_words().into(),
            turn: self.turn(),
            operating: self.acting().map(|company| self.name(company)),
            bank: Some(self.t.ledger.bank()),
            currency: parts.currency.clone(),
            players: seats.map(|seat| self.player_view(seat)).collect(),
            order: self.t.order.to_vec(),
            companies: self.company_ids().map(|company| self.company_view(company)).collect(),
            operating_order: self.order_view(),
            board: self.board_view(),
            depot: (0..parts.trains.len() as u8).map(|kind| self.depot_view(TrainKind(kind))).collect(),
            tiles: parts
                .tiles
                .tiles
                .iter()
                .zip(0..)
                .map(|(tile, id)| (tile.name, self.t.board.left(ferrata_engine::id::TileId(id))))
                .collect(),
            cards: self.cards_of(Holder::Pool),
            panels: self.panels(),
        }
    }

    fn round_name(&self) -> String {
        match &self.t.round {
            Round::Concession => "Concession round".into(),
            Round::Stock(round) => format!("Stock round {}", round.number),
            Round::Operating(round) => format!("Operating round {}.{}", round.set, round.number),
            Round::Over(_) => "The end".into(),
        }
    }

    fn asked_words(&self) -> &'static str {
        match self.t.steps.last() {
            Some(step) => step_words(step),
            None => match &self.t.round {
                Round::Concession => "wait",
                Round::Stock(_) => "sell, then buy or start a company",
                Round::Operating(round) => activity_words(round.turn.activity),
                Round::Over(why) => why.words(),
            },
        }
    }

    fn order_view(&self) -> Vec<ferrata_engine::name::CompanyName> {
        let order = self.t.chart.order(&self.parts().grid);
        order.into_iter().filter(|company| self.running(*company)).map(|company| self.name(company)).collect()
    }

    fn shares_of(&self, holder: Holder) -> Vec<ShareView> {
        let held = |company: CompanyId| {
            let percent = self.t.shares.percent(company, holder);
            let director = self.t.shares.director(company) == holder;
            (percent > 0).then(|| ShareView { company: self.name(company), percent, director })
        };
        self.company_ids().filter_map(held).collect()
    }

    fn cards_of(&self, holder: Holder) -> Vec<CardView> {
        let cards = (0..self.t.concessions.len() as u8).map(CardId);
        let held = cards.filter(|card| self.t.concessions.get(card.index()) == Some(&holder));
        held.filter_map(|card| {
            let spec = self.parts().card_spec(card)?;
            let number = spec.number.unwrap_or(card.0 + 1);
            let text = format!("{number}: {}", spec.full_name);
            Some(CardView { card: spec.name, text, price: Some(spec.price) })
        })
        .collect()
    }

    fn player_view(&self, seat: SeatId) -> PlayerView {
        let holder = Holder::Seat(seat);
        let player = self.t.players.get(seat.index()).copied().unwrap_or_default();
        PlayerView {
            name: self.fixed.players.get(seat.index()).cloned().unwrap_or_default(),
            cash: self.t.ledger.seat(seat),
            worth: self.worth(seat),
            liquidity: self.liquidity(seat),
            certificates: self.t.shares.count(holder) as u8,
            certificate_limit: self.fixed.certificate_limit,
            priority: self.t.priority == seat,
            out: player.out,
            debt: super::emergency::LOAN * i32::from(player.loans),
            shares: self.shares_of(holder),
            cards: self.cards_of(holder),
        }
    }

    /// What a player could raise now: his cash and what he may sell, in an emergency at half price.
    fn liquidity(&self, seat: SeatId) -> Money {
        let emergency = matches!(&self.t.round, Round::Operating(_));
        let sold = self.company_ids().map(|company| {
            let most = self.sellable(Holder::Seat(seat), company).last().copied().unwrap_or(0);
            if emergency { self.half_price(company, most) } else { self.price_of(company, most) }
        });
        self.t.ledger.seat(seat) + sold.sum()
    }

    fn company_view(&self, company: CompanyId) -> CompanyView {
        let things = self.company(company);
        let spec = self.parts().company_spec(company);
        let field = self.t.chart.field(company);
        let stack = field.map(|field| self.t.chart.stack(field)).unwrap_or_default();
        let status = match things.standing {
            Standing::Waiting => "not started",
            Standing::Gone => "closed",
            Standing::Dissolving => "dissolving",
            Standing::Running if self.frozen(company) => "frozen",
            Standing::Running => "in operation",
        };
        let directed_by = match self.t.shares.director(company) {
            Holder::Company(by) => Some(self.name(by)),
            _ => None,
        };
        CompanyView {
            name: self.name(company),
            full_name: spec.map(|spec| spec.full_name.clone()).unwrap_or_default(),
            kind: spec.map_or(Name::cut("major"), |spec| spec.kind),
            status: status.into(),
            director: self.leader(company).filter(|_| self.running(company)),
            directed_by,
            cash: self.t.ledger.company(company),
            price: field.map(|field| self.parts().grid.price(field)),
            field,
            stack: stack.iter().position(|other| *other == company).unwrap_or(0) as u8,
            trains: things.trains.iter().map(|train| self.train_name(*train)).collect(),
            train_limit: self.train_limit(company) as u8,
            tokens_left: things.tokens,
            offering: self.t.shares.percent(company, Holder::Offering),
            pool: self.t.shares.percent(company, Holder::Pool),
            reserved: 0,
            shares: self.shares_of(Holder::Company(company)),
            cards: Vec::new(),
            last_run: things.last_run,
            last_routes: self
                .t
                .routes
                .get(company.index())
                .cloned()
                .flatten()
                .map(|r| r.to_vec())
                .unwrap_or_default(),
            notes: self.company_notes(company),
        }
    }

    fn company_notes(&self, company: CompanyId) -> Vec<String> {
        let mut notes = Vec::new();
        if self.running(company) && !self.company(company).operated {
            notes.push("has not acted yet: its shares cannot be sold".into());
        }
        if self.running(company) && self.bound_by_concession(company) {
            notes.push("directed by the holder of its concession".into());
        }
        notes
    }

    fn board_view(&self) -> BoardView {
        let board = &self.t.board;
        let tile = |id| self.parts().tiles.tile(id).map(|tile| tile.name);
        BoardView {
            tiles: board
                .laid_tiles()
                .filter_map(|(hex, id, rotation)| Some((self.hex_name(hex), tile(id)?, rotation)))
                .collect(),
            tokens: board
                .tokens()
                .iter()
                .map(|token| TokenView {
                    company: self.name(token.company),
                    hex: self.hex_name(token.hex),
                    stop: token.stop,
                    slot: token.slot,
                })
                .collect(),
            borders: self.printed_borders(),
            marks: Vec::new(),
        }
    }

    fn depot_view(&self, kind: TrainKind) -> DepotView {
        let spec = self.parts().train_spec(kind);
        DepotView {
            train: self.train_name(kind),
            left: self.t.depot.left(kind),
            returned: self.t.depot.returned(kind),
            price: self.train_price(kind),
            for_sale: self.t.depot.for_sale().any(|other| other == kind),
            rusts_on: spec.and_then(|spec| spec.rusts_on).map(|kind| self.train_name(kind)),
        }
    }

    fn panels(&self) -> Vec<Panel> {
        let areas = self.fixed.geography.areas.iter().enumerate().map(|(at, hexes)| {
            let place = hexes.first().and_then(|hex| self.parts().map.hex(*hex));
            let name = place.and_then(|hex| hex.place.clone()).unwrap_or_default();
            vec![name, if self.t.areas >> at & 1 == 1 { "connected".into() } else { String::new() }]
        });
        vec![Panel { title: "Off-board areas".into(), rows: areas.collect() }]
    }
}

fn step_words(step: &Step) -> &'static str {
    match step {
        Step::Sheets(_) => "hand in a sheet of bids",
        Step::Lots(_) => "lots decide between identical sheets",
        Step::TieAuction(_) | Step::OpenAuction(_) => "raise the bid or drop out",
        Step::Nominate(_) => "nominate a concession or pass",
        Step::FirstShares { .. } => "buy further first shares",
        Step::Homes { .. } => "place the home token",
        Step::Tokens { .. } => "buy the tokens of the new company",
        Step::Consent { .. } => "agree to the deal or refuse it",
        Step::Discard { .. } => "return a surplus train",
        Step::Emergency(_) => "raise emergency money",
        Step::Split(split) => Game::split_asks(split),
        Step::Merger(merger) => Game::merger_asks(merger),
        Step::Transformation(change) => Game::transformation_asks(change),
        Step::TuscanDue | Step::Union(_) => "wait for the Tuscan merger",
        Step::SellPriority => "sell the priority card or keep it",
        Step::ExtraRound => "demand one more operating round or pass",
    }
}

fn activity_words(activity: Activity) -> &'static str {
    match activity {
        Activity::Track => "lay a tile",
        Activity::Token => "lay a token",
        Activity::Run => "run the trains",
        Activity::Settle => "pay or keep the revenue",
        Activity::Slot => "buy a token slot",
        Activity::Trains => "buy trains",
        Activity::Shares => "sell shares, then buy one or start a company",
        Activity::Merge => "merge",
        Activity::Transform => "transform",
        Activity::Done => "nothing",
    }
}
