//! A table for tests: given in the notation of positions, then played by actions.

use super::super::Game;
use super::super::operating::Step;
use super::super::table::Round;
use crate::sheet::Given;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::chart::Field;
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, HexId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CardName, CompanyName, HexName, Name, TileName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Entry, Setup, Title, Turn};
use serde::Serialize;
use std::collections::BTreeMap;
use toml::Value;

/// A table under test. Players are called A, B, C … and named by these letters.
pub(crate) type T = Given<Game>;

/// The set-up of an edition with options, `"v1 lite online"`, for so many players.
pub(crate) fn setup(edition: &str, players: usize) -> Setup {
    let mut words = edition.split_whitespace().map(Name::cut);
    Setup {
        title: Name::cut("1841"),
        edition: words.next().unwrap(),
        options: words.collect(),
        players: (0..players).map(|seat| char::from(b'A' + seat as u8).to_string()).collect(),
        position: None,
    }
}

/// A new game before the concession round.
pub(crate) fn new_game(edition: &str, players: usize) -> T {
    T::begins(setup(edition, players))
}

/// A table without companies at the beginning of the second stock round, A with the priority card. No
/// concession is sold.
pub(crate) fn table(edition: &str, players: usize) -> T {
    T::position(setup(edition, players)).stock_round_begins(2)
}

/// The player of a letter.
pub(crate) fn seat(letter: char) -> SeatId {
    SeatId(letter as u8 - b'A')
}

/// A field by its printed coordinate: `F4`.
pub(crate) fn field(at: &str) -> Field {
    let col = at.as_bytes()[0] - b'A';
    Field { row: at[1..].parse::<u8>().unwrap() - 1, col }
}

impl T {
    /// A company's id.
    pub(crate) fn id(&self, company: &str) -> CompanyId {
        self.game.parts().company(CompanyName::of(company)).unwrap_or_else(|| panic!("no company {company}"))
    }

    /// A hex's id.
    pub(crate) fn hex(&self, hex: &str) -> HexId {
        self.game.parts().hex(HexName::of(hex)).unwrap_or_else(|| panic!("no hex {hex}"))
    }

    fn train(&self, train: &str) -> TrainKind {
        self.game.parts().train(TrainName::of(train)).unwrap_or_else(|| panic!("no train {train}"))
    }

    /// Whoever a word names: `A` a player, `SFTN` a company, `pool`, `ipo`.
    pub(crate) fn holder(&self, who: &str) -> Holder {
        match who {
            "pool" => Holder::Pool,
            "ipo" => Holder::Offering,
            "out" => Holder::Out,
            who if who.len() == 1 => Holder::Seat(seat(who.chars().next().unwrap())),
            who => Holder::Company(self.id(who)),
        }
    }

    fn account(&self, who: &str) -> Account {
        Game::account(self.holder(who)).unwrap_or(Account::Bank)
    }

    // ---- setting up ----

    /// Says one thing of the table: the keys of the notation, and what is written there.
    pub(crate) fn with(mut self, path: &[&str], value: impl Serialize) -> T {
        self.say(path, value);
        self
    }

    /// Gives somebody exactly this much money (from or to the bank).
    pub(crate) fn cash(mut self, who: &str, amount: i32) -> T {
        self.sheet().forget(&["bank"]);
        match who.len() {
            1 => self.with(&["seat", who, "cash"], amount),
            _ => self.with(&["company", who, "treasury"], amount),
        }
    }

    /// Leaves exactly this much in the bank; player A gets or pays the difference.
    pub(crate) fn bank(self, amount: i32) -> T {
        let cash = self.has("A") + self.has("bank") - amount;
        self.cash("A", cash)
    }

    /// A phase with its borders; from four on all concessions are gone. Trains of earlier phases are sold.
    pub(crate) fn phase(mut self, phase: u8) -> T {
        if phase >= 4 {
            self.sheet().forget(&["concession"]);
        }
        self.with(&["phase"], phase.to_string())
    }

    /// A company in operation at a field, held as `"A 40, B 10, pool 20"`; the first holder directs it, the
    /// rest is its initial offering. It has acted before.
    pub(crate) fn company(mut self, name: &str, at: &str, holdings: &str) -> T {
        let price = self.parts().grid.price(field(at)).0;
        let sheet = self.sheet();
        let director = holdings.split_whitespace().next().unwrap();
        // Whatever it was before.
        ["standing", "operated", "homes", "laid"]
            .iter()
            .for_each(|key| sheet.forget(&["company", name, key]));
        sheet.marker(name, at, price);
        sheet.say(&["company", name, "shares"], holdings);
        sheet.say(&["company", name, "director"], director);
        sheet.say(&["company", name, "tokens"], 0);
        self
    }

    /// The company has not acted yet.
    pub(crate) fn fresh(self, company: &str) -> T {
        self.with(&["company", company, "operated"], false)
    }

    /// Trains of a company: `"2 2 3"`; they come from the pile.
    pub(crate) fn trains(mut self, company: &str, trains: &str) -> T {
        let sheet = self.sheet();
        for train in trains.split_whitespace() {
            sheet.add(&["company", company, "trains"], train);
            if let Some(left) = sheet.said(&["depot", train]).and_then(Value::as_integer) {
                sheet.say(&["depot", train], (left - 1).max(0));
            }
        }
        self
    }

    /// Sells all new trains of the sizes below this one.
    pub(crate) fn sold_up_to(self, train: &str) -> T {
        let below = self.train(train);
        let kinds = (0..self.game.parts().trains.len() as u8).map(TrainKind);
        let left = |kind| self.game.table.depot.left(kind).map(|left| if kind < below { 0 } else { left });
        let name = |kind| self.game.parts().train_name(kind).to_string();
        let depot: BTreeMap<_, _> = kinds.filter_map(|kind| Some((name(kind), left(kind)?))).collect();
        self.with(&["depot"], depot)
    }

    /// Tokens on a company's charter.
    pub(crate) fn charter_tokens(self, company: &str, count: u8) -> T {
        self.with(&["company", company, "tokens"], count)
    }

    /// Tokens on the map: `"F8 F16"`, with a stop as `H4.1`. The first is the home.
    pub(crate) fn tokens(mut self, company: &str, places: &str) -> T {
        let sheet = self.sheet();
        for place in places.split_whitespace() {
            let (hex, stop) = place.split_once('.').unwrap_or((place, "0"));
            sheet.add(&["company", company, "stations"], format!("{hex} s{stop}"));
            if sheet.list(&["company", company, "homes"]).is_empty() {
                sheet.add(&["company", company, "homes"], hex);
            }
        }
        self
    }

    /// Tiles on the map: `"E9 202 4, F10 8 1"`; fitted, not checked for connection.
    pub(crate) fn tiles(mut self, tiles: &str) -> T {
        for tile in tiles.split(',') {
            let (hex, tile) = tile.trim().split_once(' ').expect("a tile is `hex number rotation`");
            self.say(&["board", hex], tile);
        }
        self
    }

    /// A concession in a player's hand.
    pub(crate) fn concession(self, card: &str, who: &str) -> T {
        match who.len() {
            1 => self.with(&["concession", card, "seat"], who),
            _ => self.with(&["concession", card], who),
        }
    }

    /// The players sit in this order: `"BEDAC"`; the first has the priority card.
    pub(crate) fn seats(mut self, order: &str) -> T {
        let order: Vec<String> = order.chars().map(String::from).collect();
        self.say(&["order"], &order);
        self.say(&["priority"], &order[0]);
        match self.sheet().said(&["round", "stock"]) {
            Some(_) => self.with(&["round", "stock", "seat"], &order[0]),
            None => self,
        }
    }

    /// It is this player's turn in the stock round.
    pub(crate) fn turn_of(self, letter: char) -> T {
        self.with(&["round", "stock", "seat"], letter)
    }

    /// Says nothing of the round any more, nor of what counts in it only.
    fn no_round(&mut self) {
        let players = self.setup.players.clone();
        let sheet = self.sheet();
        sheet.forget(&["round"]);
        sheet.forget(&["acted"]);
        players.iter().for_each(|player| sheet.forget(&["seat", player, "sold"]));
    }

    /// A stock round begins, A's turn.
    pub(crate) fn stock_round_begins(mut self, number: u16) -> T {
        self.no_round();
        self.say(&["round", "stock", "number"], number);
        self.with(&["round", "stock", "seat"], "A")
    }

    /// It is this company's turn in an operating round, at a step; companies before it in the order
    /// have acted.
    pub(crate) fn operates(mut self, company: &str, step: Step) -> T {
        self.no_round();
        self.say(&["round", "operating", "set"], 2);
        self.say(&["round", "operating", "number"], 1);
        self.say(&["round", "operating", "company"], company);
        self.with(&["round", "operating", "turn", "step"], step)
    }

    /// The operating rounds after this stock round begin.
    pub(crate) fn begin_operating(&mut self, set: u16) {
        self.no_round();
        self.say(&["round", "operating", "set"], set);
        self.say(&["round", "operating", "number"], 1);
    }

    /// This company has run for so much and settles now.
    pub(crate) fn earned(self, company: &str, revenue: i32) -> T {
        self.operates(company, Step::Dividend).with(&["round", "operating", "turn", "revenue"], revenue)
    }

    // ---- playing ----

    /// Whoever must decide.
    pub(crate) fn asked(&self) -> SeatId {
        match self.game.turn() {
            Turn::Seat(seat) => seat,
            Turn::Sealed(seats) => seats[0],
            other => panic!("nobody is asked: {other:?}"),
        }
    }

    /// The letter of whoever must decide.
    pub(crate) fn who(&self) -> char {
        char::from(b'A' + self.asked().0)
    }

    /// Whoever is asked does this; it must be accepted, offered, and leave no breach.
    #[track_caller]
    pub(crate) fn plays(&mut self, action: Action) -> Vec<Event> {
        let seat = self.asked();
        self.by(seat, action)
    }

    #[track_caller]
    pub(crate) fn by(&mut self, seat: SeatId, action: Action) -> Vec<Event> {
        let offers = self.game.offers();
        let offered = ferrata_engine::offer::covered(&offers, &action);
        let events = match self.game.apply(&Entry::seat(seat, action.clone())) {
            Ok(events) => events,
            Err(refusal) => panic!("{action:?} is refused: {refusal}\noffers: {offers:#?}"),
        };
        assert!(offered, "{action:?} is accepted but not offered: {offers:#?}");
        assert_eq!(self.game.breaches(), Vec::<String>::new());
        events
    }

    /// Why whoever is asked may not do this; it must not be offered, and nothing may change.
    #[track_caller]
    pub(crate) fn refused(&self, action: Action) -> Refusal {
        let mut game = self.game.clone();
        let before = game.hash();
        let refusal = game.apply(&Entry::seat(self.asked(), action.clone())).expect_err("must be refused");
        assert_eq!(game.hash(), before);
        assert!(!self.game.offered(&action), "{action:?} is offered but refused: {refusal}");
        refusal
    }

    /// The rule that forbids an action.
    #[track_caller]
    pub(crate) fn rule(&self, action: Action) -> String {
        self.refused(action).rule.map(|rule| rule.to_string()).unwrap_or_default()
    }

    #[track_caller]
    pub(crate) fn pass(&mut self) -> Vec<Event> {
        self.plays(Action::Pass)
    }

    /// Passes, or does the first thing that must be done.
    pub(crate) fn passes_or_must(&mut self) {
        let offers = self.offers();
        let pass = offers.iter().any(|offer| offer.covers(&Action::Pass));
        self.plays(if pass { Action::Pass } else { offers[0].samples()[0].clone() });
    }

    /// Everybody passes until the stock round is over.
    pub(crate) fn pass_stock_round(&mut self) {
        let number = self.stock_round();
        while self.stock_round() == number {
            self.pass();
        }
    }

    /// The number of the stock round; none in other rounds.
    pub(crate) fn stock_round(&self) -> Option<u16> {
        match &self.game.table.round {
            Round::Stock(round) => Some(round.number),
            _ => None,
        }
    }

    // ---- looking ----

    /// Somebody's money.
    pub(crate) fn has(&self, who: &str) -> i32 {
        match who {
            "bank" => self.game.table.ledger.bank().0,
            who => self.game.table.ledger.balance(self.account(who)).0,
        }
    }

    /// How much of a company somebody holds.
    pub(crate) fn percent(&self, company: &str, who: &str) -> u8 {
        self.game.table.shares.percent(self.id(company), self.holder(who))
    }

    /// Who holds the director's certificate.
    pub(crate) fn director(&self, company: &str) -> Holder {
        self.game.table.shares.director(self.id(company))
    }

    /// A company's price.
    pub(crate) fn price(&self, company: &str) -> i32 {
        self.game.price(self.id(company)).0
    }

    /// A company's field as printed: `F4`.
    pub(crate) fn at(&self, company: &str) -> String {
        let field = self.game.table.chart.field(self.id(company)).unwrap();
        format!("{}{}", char::from(b'A' + field.col), field.row + 1)
    }

    /// What may be done now.
    pub(crate) fn offers(&self) -> Vec<Offer> {
        self.game.offers()
    }

    /// What the acting company is at.
    pub(crate) fn step(&self) -> Option<Step> {
        self.game.operating().ok().filter(|round| round.company.is_some()).map(|round| round.turn.step)
    }

    /// The number of the phase.
    pub(crate) fn in_phase(&self) -> u8 {
        self.game.phase_name().as_str().parse().unwrap()
    }

    /// Tiles that may be laid on a hex now, as `tile/rotation`.
    pub(crate) fn lays(&self, hex: &str) -> Vec<String> {
        let mut lays = Vec::new();
        for offer in self.offers() {
            if let Offer::LayTile { hex: on, tile, rotations, .. } = offer
                && on == HexName::of(hex)
            {
                lays.extend(rotations.iter().map(|rotation| format!("{tile}/{rotation}")));
            }
        }
        lays
    }

    /// The hexes that take a token now.
    pub(crate) fn token_places(&self) -> Vec<String> {
        let places = self.offers().into_iter().filter_map(|offer| match offer {
            Offer::PlaceToken { hex, .. } => Some(hex.to_string()),
            _ => None,
        });
        places.collect()
    }
}

// ---- actions in short ----

pub(crate) fn sell(seller: &str, company: &str, percent: u8) -> Action {
    Action::Sell { seller: party(seller), company: CompanyName::of(company), percent }
}

pub(crate) fn buy(buyer: &str, company: &str, percent: u8, from: &str, price: i32) -> Action {
    Action::Buy {
        buyer: party(buyer),
        company: CompanyName::of(company),
        percent,
        from: party(from),
        price: Money(price),
    }
}

pub(crate) fn buy_card(buyer: &str, card: &str, from: &str, price: i32) -> Action {
    Action::BuyCard { buyer: party(buyer), card: CardName::of(card), from: party(from), price: Money(price) }
}

pub(crate) fn start(company: &str, price: i32, percent: u8) -> Action {
    Action::Start { company: CompanyName::of(company), price: Money(price), percent }
}

pub(crate) fn buy_tokens(company: &str, count: u8) -> Action {
    Action::BuyTokens { company: CompanyName::of(company), count }
}

pub(crate) fn place(company: &str, hex: &str, stop: u8) -> Action {
    Action::PlaceToken { company: CompanyName::of(company), hex: HexName::of(hex), stop, by: None }
}

pub(crate) fn lay(hex: &str, tile: &str, rotation: u8) -> Action {
    Action::LayTile { hex: HexName::of(hex), tile: TileName::of(tile), rotation, by: None }
}

pub(crate) fn buy_train(train: &str, from: &str, price: i32) -> Action {
    Action::BuyTrain { train: TrainName::of(train), from: party(from), price: Money(price) }
}

/// A run: one route per train, each as its legs `"F8 s0-4, E9 1-s0"`.
pub(crate) fn run(routes: &[&str]) -> Action {
    let routes = routes.iter().enumerate().map(|(train, legs)| ferrata_engine::action::Route {
        trains: vec![train as u8],
        legs: legs.split(',').map(|leg| leg.trim().parse().unwrap()).collect(),
        skipped: Vec::new(),
    });
    Action::Run { routes: routes.collect() }
}

pub(crate) fn settle(how: ferrata_engine::action::Settlement) -> Action {
    Action::Settle { how }
}

pub(crate) fn choose(option: &str) -> Action {
    Action::Choose { option: ferrata_engine::name::OptionName::of(option) }
}

pub(crate) fn propose(deal: Action) -> Action {
    Action::Propose { deal: Box::new(deal) }
}

pub(crate) fn bid(card: &str, amount: i32) -> Action {
    Action::Bid { card: CardName::of(card), amount: Money(amount) }
}

pub(crate) fn sheet(amounts: &[i32]) -> Action {
    Action::Sheet { amounts: amounts.iter().map(|amount| Money(*amount)).collect() }
}

/// `A` a player, `pool` or `bank` the bank, `ipo` the initial offering, else a company.
pub(crate) fn party(who: &str) -> Party {
    match who {
        "pool" | "bank" => Party::Bank,
        "ipo" => Party::Offering,
        who if who.len() == 1 => Party::Seat(seat(who.chars().next().unwrap())),
        who => Party::Company(CompanyName::of(who)),
    }
}
