//! A table from a position, and short ways to play and to look.

use crate::t1883::Game;
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CardName, CompanyName, HexName, Name, OptionName, TileName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::position;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Entry, Title, Turn};

/// A table that is played at.
pub(super) struct Desk {
    pub(super) game: Game,
    /// What the last entry brought about.
    pub(super) events: Vec<Event>,
}

/// A table of three: Ada, Ben and Cleo sit clockwise, Ada has Priority.
pub(super) fn at(text: &str) -> Desk {
    with(&[], text)
}

/// The same with options.
pub(super) fn with(options: &[&str], text: &str) -> Desk {
    let header = format!(
        "title = \"1883\"\nedition = \"living\"\noptions = {options:?}\nplayers = [\"Ada\", \"Ben\", \"Cleo\"]\n"
    );
    match position::read::<Game>("test", &format!("{header}{text}")) {
        Ok((_, game)) => Desk { game, events: Vec::new() },
        Err(problems) => panic!("{problems:#?}"),
    }
}

/// A game from its beginning, the players seated as they are named.
pub(super) fn opening(players: &[&str]) -> Desk {
    let setup = ferrata_engine::turn::Setup::new(
        "1883",
        "living",
        Vec::new(),
        players.iter().map(|name| (*name).to_owned()).collect(),
    );
    let mut desk = Desk { game: Game::start(&setup).unwrap(), events: Vec::new() };
    let order: Vec<u16> = (0..players.len() as u16).collect();
    desk.draw(&order);
    desk
}

impl Desk {
    pub(super) fn company(&self, name: &str) -> CompanyId {
        self.game.fixed.parts.company_named(CompanyName::of_text(name)).unwrap()
    }

    pub(super) fn seat(&self, name: &str) -> SeatId {
        let at = self.game.fixed.players.iter().position(|player| player == name);
        SeatId(at.unwrap_or_else(|| panic!("no player {name}")) as u8)
    }

    /// Who is asked.
    pub(super) fn asked(&self) -> String {
        match self.game.turn() {
            Turn::Seat(seat) => self.game.fixed.players[seat.index()].clone(),
            Turn::Chance(_) => "chance".to_owned(),
            Turn::Over(outcome) => outcome.reason.to_string(),
            Turn::Sealed(_) => "several".to_owned(),
        }
    }

    fn author(&self) -> SeatId {
        match self.game.turn() {
            Turn::Seat(seat) => seat,
            other => panic!("nobody is asked: {other:?}"),
        }
    }

    /// Plays for whoever is asked.
    pub(super) fn play(&mut self, action: Action) -> &mut Desk {
        let entry = Entry::seat(self.author(), action);
        self.enter(&entry)
    }

    fn enter(&mut self, entry: &Entry) -> &mut Desk {
        match self.game.apply(entry) {
            Ok(events) => self.events = events,
            Err(why) => panic!("{entry:?}: {why}"),
        }
        let breaches = self.game.breaches();
        assert!(breaches.is_empty(), "{breaches:?}");
        self
    }

    /// What chance draws.
    pub(super) fn draw(&mut self, outcome: &[u16]) -> &mut Desk {
        self.enter(&Entry::chance(outcome.to_vec()))
    }

    pub(super) fn pass(&mut self) -> &mut Desk {
        self.play(Action::Pass)
    }

    pub(super) fn choose(&mut self, option: &str) -> &mut Desk {
        self.play(choose(option))
    }

    /// The rule that refuses an action of whoever is asked.
    pub(super) fn refused(&self, action: Action) -> String {
        let why = self.game.why_not(&Entry::seat(self.author(), action.clone()));
        let why = why.unwrap_or_else(|| panic!("{action:?} is accepted"));
        let run = matches!(action, Action::Run { .. });
        assert!(run || !self.game.offered(&action), "{action:?} is refused but offered");
        why.rule.map_or_else(|| why.to_string(), |rule| rule.to_string())
    }

    /// Whether an action is accepted; then it must be offered, too.
    pub(super) fn may(&self, action: Action) -> bool {
        let accepted = self.game.why_not(&Entry::seat(self.author(), action.clone())).is_none();
        let run = matches!(action, Action::Run { .. });
        assert!(run || accepted == self.game.offered(&action), "{action:?}: offers and refusals differ");
        accepted
    }

    /// Runs the best routes.
    pub(super) fn run_best(&mut self) -> &mut Desk {
        let routes = self.game.best_routes();
        self.play(Action::Run { routes })
    }

    pub(super) fn pay_out(&mut self) -> &mut Desk {
        self.play(Action::Settle { how: Settlement::Pay })
    }

    pub(super) fn withhold(&mut self) -> &mut Desk {
        self.play(Action::Settle { how: Settlement::Withhold })
    }

    pub(super) fn loot(&mut self) -> &mut Desk {
        self.play(Action::Settle { how: Settlement::Loot })
    }

    /// Passes until somebody is asked for something of another kind, or another corporation acts.
    pub(super) fn end_turn(&mut self) -> &mut Desk {
        let company = self.acting();
        while self.acting() == company && self.game.offered(&Action::Pass) {
            self.pass();
        }
        self
    }

    pub(super) fn acting(&self) -> String {
        self.game.acting().map_or_else(|_| "none".to_owned(), |company| self.game.name(company).to_string())
    }

    /// What is sold by whoever is asked.
    pub(super) fn sale(&self, company: &str, percent: u8) -> Action {
        let seller = Party::Seat(self.author());
        Action::Sell { seller, company: CompanyName::of_text(company), percent }
    }

    pub(super) fn sell(&mut self, company: &str, percent: u8) -> &mut Desk {
        let sale = self.sale(company, percent);
        self.play(sale)
    }

    /// A purchase from the pool or the initial offers.
    pub(super) fn purchase(&self, company: &str, from: Party) -> Action {
        let id = self.company(company);
        let price = match from {
            Party::Bank => self.game.price(id),
            _ => self.game.company(id).par.unwrap_or_default(),
        };
        let buyer = Party::Seat(self.author());
        Action::Buy { buyer, company: CompanyName::of_text(company), percent: 10, from, price }
    }

    pub(super) fn buy(&mut self, company: &str, from: Party) -> &mut Desk {
        let purchase = self.purchase(company, from);
        self.play(purchase)
    }

    /// A support card.
    pub(super) fn support(&self, price: i32) -> Action {
        let (buyer, card) = (Party::Seat(self.author()), CardName::of("support"));
        Action::BuyCard { buyer, card, from: Party::Bank, price: Money(price) }
    }

    /// Looks.
    pub(super) fn cash(&self, player: &str) -> i32 {
        self.game.cash(self.seat(player)).0
    }

    pub(super) fn treasury(&self, company: &str) -> i32 {
        self.game.table.ledger.balance(Account::Company(self.company(company))).0
    }

    pub(super) fn bank(&self) -> i32 {
        self.game.table.ledger.bank().0
    }

    pub(super) fn price(&self, company: &str) -> i32 {
        self.game.price(self.company(company)).0
    }

    /// How much of a corporation a player, `pool` or `offering` has.
    pub(super) fn held(&self, company: &str, by: &str) -> u8 {
        let holder = match by {
            "pool" => Holder::Pool,
            "offering" => Holder::Offering,
            player => Holder::Seat(self.seat(player)),
        };
        self.game.percent(self.company(company), holder)
    }

    pub(super) fn president(&self, company: &str) -> Option<String> {
        let seat = self.game.president(self.company(company))?;
        Some(self.game.fixed.players[seat.index()].clone())
    }

    pub(super) fn trains(&self, company: &str) -> Vec<String> {
        let trains = &self.game.company(self.company(company)).trains;
        trains.iter().map(|kind| self.game.fixed.parts.train_name(*kind).to_string()).collect()
    }

    /// Trains of a kind in the stack and in the pool.
    pub(super) fn depot(&self, train: &str) -> (u16, u16) {
        let kind = self.game.fixed.parts.train_named(TrainName::of_text(train)).unwrap();
        (self.game.table.depot.left(kind).unwrap(), self.game.table.depot.returned(kind))
    }

    pub(super) fn cards(&self, player: &str) -> u8 {
        self.game.support(self.seat(player))
    }

    pub(super) fn phase(&self) -> String {
        self.game.phase_spec().map(|phase| phase.name.to_string()).unwrap_or_default()
    }

    /// The offers of a kind.
    pub(super) fn offers(&self, kind: impl Fn(&Offer) -> bool) -> usize {
        self.game.offers().iter().filter(|offer| kind(offer)).count()
    }

    /// Whether a sentence was said by the last entry.
    pub(super) fn said(&self, words: &str) -> bool {
        self.events.iter().any(|event| event.sentence(&self.game).contains(words))
    }
}

/// Names from text.
pub(super) trait OfText {
    fn of_text(text: &str) -> Self;
}

macro_rules! of_text {
    ($($name:ident)*) => {
        $(impl OfText for $name {
            fn of_text(text: &str) -> $name {
                $name(Name::new(text).unwrap())
            }
        })*
    };
}

of_text!(CompanyName CardName HexName TileName TrainName OptionName);

pub(super) fn choose(option: &str) -> Action {
    Action::Choose { option: OptionName::of_text(option) }
}

pub(super) fn start(company: &str, par: i32) -> Action {
    Action::Start { company: CompanyName::of_text(company), price: Money(par), percent: 20 }
}

pub(super) fn bid(card: &str, amount: i32) -> Action {
    Action::Bid { card: CardName::of_text(card), amount: Money(amount) }
}

pub(super) fn concession(company: &str, card: &str, price: i32) -> Action {
    let buyer = Party::Company(CompanyName::of_text(company));
    Action::BuyCard { buyer, card: CardName::of_text(card), from: Party::Bank, price: Money(price) }
}

pub(super) fn lay(hex: &str, tile: &str, rotation: u8) -> Action {
    Action::LayTile { hex: HexName::of_text(hex), tile: TileName::of_text(tile), rotation, by: None }
}

pub(super) fn token(company: &str, hex: &str) -> Action {
    let (company, hex) = (CompanyName::of_text(company), HexName::of_text(hex));
    Action::PlaceToken { company, hex, stop: 0, by: None }
}

pub(super) fn marker(company: &str, marker: &str, hex: &str) -> Action {
    let (company, hex) = (CompanyName::of_text(company), HexName::of_text(hex));
    Action::PlaceMarker { company, marker: Name::new(marker).unwrap(), hex }
}

pub(super) fn train(kind: &str, price: i32) -> Action {
    Action::BuyTrain { train: TrainName::of_text(kind), from: Party::Bank, price: Money(price) }
}

pub(super) fn train_of(company: &str, kind: &str, price: i32) -> Action {
    let from = Party::Company(CompanyName::of_text(company));
    Action::BuyTrain { train: TrainName::of_text(kind), from, price: Money(price) }
}

pub(super) fn issue(company: &str, percent: u8) -> Action {
    let company = CompanyName::of_text(company);
    Action::Sell { seller: Party::Company(company), company, percent }
}

/// A run of routes, each with the place of its train and its legs.
pub(super) fn run(routes: &[(u8, &[&str])]) -> Action {
    let route = |(train, legs): &(u8, &[&str])| ferrata_engine::action::Route {
        trains: vec![*train],
        legs: legs.iter().map(|leg| leg.parse().unwrap()).collect(),
        skipped: Vec::new(),
    };
    Action::Run { routes: routes.iter().map(route).collect() }
}
