//! What is given: a table in the middle of a game, written in the notation of positions.

use super::table::{Table, called};
use crate::esp::Game;
use crate::esp::operating::{Step, lay};
use crate::esp::table::{Company, Finale, HomeToken, Status, Train};
use ferrata_engine::board::Candidate;
use ferrata_engine::id::{CompanyId, HexId, SeatId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, Name, TileName};
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{Color, End, StopKind};
use ferrata_engine::turn::{Entry, Title};
use serde::Serialize;
use std::collections::BTreeMap;

impl Table {
    pub(super) fn draw(&mut self, outcome: &[u16]) {
        self.game.apply(&Entry::chance(outcome.to_vec())).unwrap();
    }

    pub(super) fn id(&self, company: &str) -> CompanyId {
        self.game.fixed.parts.company(CompanyName(Name::cut(company))).unwrap()
    }

    pub(super) fn hex(&self, hex: &str) -> HexId {
        self.game.fixed.parts.hex(HexName(Name::cut(hex))).unwrap()
    }

    pub(super) fn company(&self, company: &str) -> &Company {
        self.game.company(self.id(company))
    }

    /// Says one thing of a company.
    pub(super) fn of(&mut self, company: &str, key: &str, value: impl Serialize) {
        self.say(&["company", company, key], value);
    }

    pub(super) fn cash(&mut self, seat: SeatId, amount: i32) {
        self.sheet().forget(&["bank"]);
        self.say(&["seat", &called(seat), "cash"], amount);
    }

    pub(super) fn debt(&mut self, seat: SeatId, amount: i32) {
        self.say(&["seat", &called(seat), "debt"], amount);
    }

    pub(super) fn treasury(&mut self, company: &str, amount: i32) {
        self.sheet().forget(&["bank"]);
        self.of(company, "treasury", amount);
    }

    /// The order cards.
    pub(super) fn order(&mut self, seats: [SeatId; 4]) {
        self.say(&["order"], seats.map(called));
    }

    /// A phase; the piles before it are sold out.
    pub(super) fn phase(&mut self, number: u8) {
        let kinds = (0..number.min(7) - 2).map(TrainKind);
        for train in kinds.map(|kind| self.game.fixed.parts.train_name(kind).to_string()).collect::<Vec<_>>()
        {
            if self.sheet().said(&["depot"]).is_some() {
                self.say(&["depot", &train], 0);
            }
        }
        self.say(&["phase"], number.to_string());
    }

    pub(super) fn stock(&mut self, at: SeatId) {
        self.no_round();
        self.say(&["round", "stock", "seat"], called(at));
    }

    /// Says nothing of the round any more, nor of what interrupts it.
    fn no_round(&mut self) {
        ["round", "acted", "pending"].iter().for_each(|key| self.sheet().forget(&[key]));
    }

    /// A launched company: its director, its par, its price.
    pub(super) fn launch(&mut self, company: &str, director: SeatId, par: i32, price: i32) {
        let id = self.id(company);
        let cert = self.game.table.shares.director_certificate(id).unwrap();
        let percent = self.game.table.shares.certificate(cert).unwrap().percent;
        self.give(company, percent, director);
        self.of(company, "director", called(director));
        self.price(company, price);
        self.of(company, "status", Status::Launched);
        self.of(company, "par", par);
        self.of(company, "operated", true);
        self.of(company, "ran", true);
    }

    /// A launched company with its station at home: its director, its par, its price, its treasury.
    pub(super) fn found(&mut self, company: &str, director: SeatId, par: i32, price: i32, treasury: i32) {
        self.launch(company, director, par, price);
        self.treasury(company, treasury);
        let id = self.id(company);
        let (home, stop) = (self.game.fixed.role(id).home, self.company(company).home_stop.unwrap_or(0));
        let hex = self.game.hex_name(home).to_string();
        self.station(company, &hex, stop);
    }

    /// Track from FdLR's home to two passes, Alar del Rey and País Vasco 1.
    pub(super) fn track_to_two_passes(&mut self) {
        self.track("H8", Color::Yellow, &[0, 5]);
        self.track("H10", Color::Yellow, &[0, 3]);
        self.track("I9", Color::Yellow, &[2, 4]);
        self.track("J8", Color::Yellow, &[0, 1]);
    }

    pub(super) fn price(&mut self, company: &str, price: i32) {
        let fixed = self.game.fixed.clone();
        let field = fixed.chain.iter().find(|at| fixed.parts.grid.price(**at) == Money(price)).unwrap();
        let place = format!("{}{}", char::from(b'A' + field.col), field.row + 1);
        self.sheet().marker(company, &place, price);
    }

    /// Ordinary shares from the initial offering.
    pub(super) fn give(&mut self, company: &str, percent: u8, to: SeatId) {
        self.shares(company, percent, Holder::Offering, Holder::Seat(to));
    }

    pub(super) fn pool(&mut self, company: &str, percent: u8) {
        self.shares(company, percent, Holder::Offering, Holder::Pool);
    }

    pub(super) fn shares(&mut self, company: &str, percent: u8, from: Holder, to: Holder) {
        let mut held = self.holdings(company);
        *held.entry(to).or_default() += percent;
        *held.entry(from).or_default() -= percent;
        let told = held.iter().filter(|(holder, held)| **holder != Holder::Offering && **held > 0);
        let told: Vec<String> =
            told.map(|(holder, held)| format!("{} {held}", self.holder(*holder))).collect();
        let director = self.holder(self.game.table.shares.director(self.id(company)));
        self.of(company, "shares", told.join(", "));
        if self.sheet().said(&["company", company, "director"]).is_none() {
            self.of(company, "director", director);
        }
    }

    /// Who holds how much of a company, as it is said or set up.
    fn holdings(&mut self, company: &str) -> BTreeMap<Holder, u8> {
        let said = self
            .sheet()
            .said(&["company", company, "shares"])
            .and_then(|said| said.as_str().map(str::to_owned));
        let Some(said) = said else {
            return self.game.table.shares.holders(self.id(company)).into_iter().collect();
        };
        let mut held = BTreeMap::from([(Holder::Offering, 100)]);
        for (who, percent) in said.split(", ").filter_map(|one| one.rsplit_once(' ')) {
            let percent = percent.split('+').map(|part| part.parse::<u8>().unwrap()).sum();
            let seats = (0..self.game.table.seats.len() as u8).map(|seat| Holder::Seat(SeatId(seat)));
            let companies = self.game.company_ids().map(Holder::Company);
            let mut all = seats.chain(companies).chain([Holder::Pool, Holder::Reserved, Holder::Out]);
            let holder = all.find(|holder| self.holder(*holder) == who).unwrap();
            held.insert(holder, percent);
            *held.entry(Holder::Offering).or_default() -= percent;
        }
        held
    }

    /// What the notation calls a holder.
    fn holder(&self, holder: Holder) -> String {
        match holder {
            Holder::Seat(seat) => called(seat),
            Holder::Company(company) => self.game.name(company).to_string(),
            Holder::Pool => "pool".to_owned(),
            Holder::Offering => "offering".to_owned(),
            Holder::Reserved => "reserve".to_owned(),
            Holder::Out => "out".to_owned(),
        }
    }

    pub(super) fn private(&mut self, number: usize, to: Holder) {
        let (card, who) = (format!("P{number}"), self.holder(to));
        self.sheet().forget(&["private", &card]);
        match to {
            Holder::Seat(_) => self.say(&["private", &card, "seat"], who),
            Holder::Company(_) => self.say(&["private", &card, "company"], who),
            _ => self.say(&["private", &card], who),
        }
    }

    /// The company whose certificate lies beside private 6 (0) or 7 (1).
    pub(super) fn beside(&mut self, at: usize, company: &str) {
        let mut beside =
            self.game.table.beside.map(|beside| beside.map(|beside| self.game.name(beside).to_string()));
        beside[at] = Some(company.to_owned());
        self.say(&["beside"], beside);
    }

    pub(super) fn owner(&self, company: &str) -> Holder {
        Holder::Company(self.id(company))
    }

    pub(super) fn train(&mut self, company: &str, name: &str) {
        let train = self.train_called(name);
        self.add_train(company, train);
    }

    fn add_train(&mut self, company: &str, train: Train) {
        let card = |kind| self.game.fixed.parts.train_name(kind).to_string();
        let mut told = toml::Table::from_iter([("kind".to_owned(), card(train.kind).into())]);
        told.insert("narrow".to_owned(), train.narrow.into());
        if let Some((kind, narrow)) = train.with {
            told.insert("with".to_owned(), vec![toml::Value::from(card(kind)), narrow.into()].into());
        }
        let card = card(train.kind);
        let sheet = self.sheet();
        if let Some(left) = sheet.said(&["depot", &card]).and_then(toml::Value::as_integer) {
            sheet.say(&["depot", &card], (left - 1).max(0));
        }
        sheet.add(&["company", company, "trains"], told);
    }

    /// No card can be recycled: whatever rusted was never sold.
    pub(super) fn nothing_recyclable(&mut self) {
        let parts = self.game.fixed.parts.clone();
        let kinds = (0..parts.trains.len() as u8).map(TrainKind);
        let none: BTreeMap<String, u8> = kinds.map(|kind| (parts.train_name(kind).to_string(), 0)).collect();
        self.say(&["recyclable"], none);
    }

    /// No train of a kind is left in the bank.
    pub(super) fn sold_out(&mut self, train: &str) {
        let parts = self.game.fixed.parts.clone();
        let kinds = (0..parts.trains.len() as u8).map(TrainKind);
        let left = |kind| Some((parts.train_name(kind).to_string(), self.game.table.depot.left(kind)?));
        let depot: BTreeMap<String, u16> = kinds.filter_map(left).collect();
        self.say(&["depot"], depot);
        self.say(&["depot", train], 0);
    }

    pub(super) fn no_trains(&mut self, company: &str) {
        self.of(company, "trains", [""; 0]);
    }

    pub(super) fn train_called(&self, name: &str) -> Train {
        let kinds = (0..self.game.fixed.parts.trains.len() as u8).map(ferrata_engine::id::TrainKind);
        let mut all = kinds.flat_map(|kind| [false, true].map(|narrow| Train::plain(kind, narrow)));
        all.find(|train| self.game.train_name(train).as_str() == name).unwrap()
    }

    pub(super) fn combined(&mut self, company: &str, main: &str, with: &str) {
        let with = self.train_called(with);
        let train = Train { with: Some((with.kind, with.narrow)), ..self.train_called(main) };
        self.add_train(company, train);
    }

    /// A company's station, the home token included, free and without questions.
    pub(super) fn station(&mut self, company: &str, hex: &str, stop: u8) {
        let id = self.id(company);
        let home = self.game.fixed.role(id).home == self.hex(hex);
        if self.game.is_minor(id) {
            // Its only token, wherever it is.
            self.of(company, "home", HomeToken::Placed);
        } else if self.sheet().said(&["company", company, "home"]).is_some() {
            // Its charter is told, too.
            let (free, locked) = (self.company(company).free_tokens, self.company(company).locked_tokens);
            match (home, free) {
                (true, _) => self.of(company, "home", HomeToken::Placed),
                (false, 0) => self.of(company, "locked_tokens", locked - 1),
                (false, _) => self.of(company, "free_tokens", free - 1),
            }
        }
        self.sheet().add(&["company", company, "stations"], format!("{hex} s{stop}"));
    }

    /// So many tokens of its charter are free, the others locked.
    pub(super) fn free_tokens(&mut self, company: &str, free: u8) {
        let tokens = self.company(company).free_tokens + self.company(company).locked_tokens;
        self.of(company, "free_tokens", free);
        self.of(company, "locked_tokens", tokens - free);
    }

    pub(super) fn open_pass(&mut self, hex: &str) {
        self.sheet().add(&["open_passes"], hex);
    }

    pub(super) fn no_pass(&mut self) {
        self.say(&["open_passes"], [""; 0]);
    }

    /// Lays tiles on a hex up to one of this colour with track to (at least) these sides.
    pub(super) fn track(&mut self, hex: &str, color: Color, sides: &[u8]) {
        let wanted = sides.iter().fold(0_u8, |bits, side| bits | 1 << side);
        let after = build(&self.game, self.hex(hex), color, wanted);
        let after = after.unwrap_or_else(|| panic!("no {color:?} tile on {hex} leads to {sides:?}"));
        self.laid(hex, &after);
    }

    /// Lays this tile, turned so.
    pub(super) fn put(&mut self, hex: &str, tile: &str, rotation: u8) {
        let (at, id) = (self.hex(hex), self.game.fixed.parts.tile(TileName::of(tile)).unwrap());
        let to = self.game.table.board.candidate(at, id, rotation);
        let to = to.unwrap_or_else(|why| panic!("{tile} turned by {rotation} on {hex}: {why}"));
        let mut after = self.game.clone();
        lay::put(&mut after, at, &to);
        self.laid(hex, &after);
    }

    /// The tiles and stations of another table.
    pub(super) fn board_of(&mut self, other: &Table) {
        let (other, mut said) = (other.clone(), Vec::new());
        let board = &other.game.table.board;
        for (hex, tile, rotation) in board.laid_tiles() {
            let tile = format!("{} {rotation}", other.game.fixed.parts.tile_name(tile));
            said.push((other.game.hex_name(hex).to_string(), tile));
        }
        self.sheet().forget(&["board"]);
        said.iter().for_each(|(hex, tile)| self.say(&["board", hex], tile));
    }

    /// Says what lies on a hex after a tile was laid there, with the stations and homes that follow their stops.
    fn laid(&mut self, hex: &str, after: &Game) {
        let at = self.hex(hex);
        let Some((tile, rotation)) = after.table.board.laid(at) else { return };
        let tile = after.fixed.parts.tile_name(tile);
        let before = self.game.clone();
        self.say(&["board", hex], format!("{tile} {rotation}"));
        for company in after.company_ids() {
            let name = after.name(company).to_string();
            let (then, now) = (before.company(company).home_stop, after.company(company).home_stop);
            if let Some(stop) = now.filter(|_| then != now) {
                self.of(&name, "home_stop", stop);
            }
            let mut stations: Vec<String> = Vec::new();
            for token in after.table.board.tokens_of(company) {
                let hex = after.hex_name(token.hex);
                stations.push(format!("{hex} s{}", token.stop));
            }
            if after.table.board.tokens_of(company).any(|token| token.hex == at) {
                self.of(&name, "stations", stations);
            }
        }
    }

    /// Whether track on a hex joins these two sides.
    pub(super) fn joins(&self, hex: &str, a: u8, b: u8) -> bool {
        let (a, b) = (End::Side(a), End::Side(b));
        let track = &self.game.table.board.face(self.hex(hex)).track;
        track.iter().any(|piece| (piece.a, piece.b) == (a, b) || (piece.b, piece.a) == (a, b))
    }

    /// An operating round in which a company is at a step of its turn, the first to have it.
    pub(super) fn operate(&mut self, company: &str, step: Step) {
        self.no_round();
        if self.game.fixed.switches.order_fixed_in_round {
            let order = self.game.order_by_price();
            let order: Vec<String> =
                order.iter().map(|company| self.game.name(*company).to_string()).collect();
            self.operating_round("order", order);
        }
        self.say(&["round", "operating", "company"], company);
        self.say(&["round", "operating", "step"], step);
        self.say(&["acted"], [company]);
    }

    /// Says one thing of the operating round.
    pub(super) fn operating_round(&mut self, key: &str, value: impl Serialize) {
        self.say(&["round", "operating", key], value);
    }

    /// Says one thing of the company's turn.
    pub(super) fn turn(&mut self, key: &str, value: impl Serialize) {
        self.say(&["round", "operating", "turn", key], value);
    }

    pub(super) fn last_round(&mut self) {
        let rounds = self.game.operating().unwrap().of;
        self.say(&["finale"], Finale::Last);
        self.operating_round("number", rounds);
    }
}

/// The game after tiles were laid on a hex up to one of this colour with track to these sides.
fn build(game: &Game, hex: HexId, color: Color, wanted: u8) -> Option<Game> {
    let face = game.table.board.face(hex);
    if face.color == color {
        return (face.exits() & wanted == wanted).then(|| game.clone());
    }
    let all = [Color::Yellow, Color::Green, Color::Brown, Color::Gray];
    let fits = |to: &Candidate| {
        let narrow = game.fixed.narrow_tile[to.tile.index()];
        let mine = |stops: &[ferrata_engine::tile::Stop]| stops.iter().any(|s| s.kind == StopKind::Mine);
        let kept = to.color != Color::Yellow
            || mine(&face.stops) == mine(&game.fixed.parts.tiles.tile(to.tile).unwrap().face(0).stops);
        narrow == game.fixed.is_north(hex) && kept
    };
    game.table.board.candidates(hex, &all).filter(fits).find_map(|to| {
        let mut after = game.clone();
        lay::put(&mut after, hex, &to);
        build(&after, hex, color, wanted)
    })
}
