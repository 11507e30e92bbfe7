//! A table for tests: given in the notation of positions in the middle of a game, played by actions, asked for figures.

use crate::esp::Game;
use crate::esp::operating::{Step, stops};
use crate::esp::table::Pending;
use crate::sheet::Given;
use ferrata_engine::action::{Action, Leg, Party, Route, Settlement};
use ferrata_engine::event::Event;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, HexName, Name, OptionName, TileName, TrainName};
use ferrata_engine::offer::covered;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{Color, End, StopKind};
use ferrata_engine::turn::{Entry, Title, Turn};

/// The players.
pub(super) const A: SeatId = SeatId(0);
pub(super) const B: SeatId = SeatId(1);
pub(super) const C: SeatId = SeatId(2);
pub(super) const D: SeatId = SeatId(3);

/// A game that a test looks at.
pub(super) type Table = Given<Game>;

/// What a player is called.
pub(super) fn called(seat: SeatId) -> String {
    format!("Player {}", seat.0 + 1)
}

/// A fresh game of an edition and set-up, before the first draw.
pub(super) fn fresh(edition: &str, option: &str, players: usize) -> Table {
    Table::begins(super::play::setup(edition, option, players))
}

/// A standard game by the book at its auction; private 7 goes with FdSB.
pub(super) fn auction(players: usize) -> Table {
    let mut table = fresh("rulebook", "standard", players);
    table.draw(&(0..players as u16).collect::<Vec<_>>());
    table.draw(&[0]);
    table
}

/// A standard game by the book in a stock round: privates closed, nobody has anything, 1000 each.
pub(super) fn book() -> Table {
    stock_round("rulebook", "standard", 4)
}

/// The same in the edition `online`.
pub(super) fn online() -> Table {
    stock_round("online", "standard", 4)
}

pub(super) fn stock_round(edition: &str, option: &str, players: usize) -> Table {
    let mut table = fresh(edition, option, players);
    table.draw(&(0..players as u16).collect::<Vec<_>>());
    while matches!(table.game.turn(), Turn::Chance(_)) {
        let Turn::Chance(draw) = table.game.turn() else { break };
        table.draw(&draw.first());
    }
    (1..=table.game.table.privates.len()).for_each(|number| table.private(number, Holder::Out));
    table.say(&["cycle"], 3);
    table.nothing_recyclable();
    for seat in 0..players as u8 {
        table.cash(SeatId(seat), 1000);
    }
    table.stock(A);
    table
}

/// FdSB in Santander with a 2+3 and track to Laredo, phase 3, at the run.
pub(super) fn coast(edition: &str, price: i32) -> Table {
    let mut table = stock_round(edition, "standard", 4);
    table.phase(3);
    table.found("FdSB", A, 90, price, 0);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.train("FdSB", "2+3");
    table.operate("FdSB", Step::Run);
    table
}

impl Table {
    // ---- playing ---------------------------------------------------------------------------------

    /// Plays an action for whoever must decide.
    pub(super) fn play(&mut self, action: Action) -> Vec<Event> {
        let Turn::Seat(seat) = self.game.turn() else { panic!("{:?}", self.game.turn()) };
        let offered = covered(&self.game.offers(), &action);
        let result = self.game.apply(&Entry::seat(seat, action.clone()));
        let events = result.unwrap_or_else(|why| panic!("{action:?} is refused: {why}"));
        assert!(offered, "{action:?} was accepted but not offered");
        events
    }

    /// The rule by which an action is refused; the table stays as it was.
    pub(super) fn refused(&mut self, action: Action) -> String {
        let Turn::Seat(seat) = self.game.turn() else { panic!("{:?}", self.game.turn()) };
        let before = self.game.clone();
        assert!(
            !covered(&self.game.offers(), &action) || matches!(action, Action::Run { .. }),
            "{action:?} is offered"
        );
        let why = self.game.apply(&Entry::seat(seat, action.clone()));
        let why = why.err().unwrap_or_else(|| panic!("{action:?} is accepted"));
        assert!(self.game == before, "a refusal changes nothing");
        why.rule.map(|rule| rule.to_string()).unwrap_or(why.to_string())
    }

    /// The sentence with which an action is refused.
    pub(super) fn told(&mut self, action: Action) -> String {
        self.refused(action.clone());
        let by = Entry::seat(self.seat(), action);
        self.game.clone().apply(&by).unwrap_err().because.to_string()
    }

    /// The rule by which a step of a company's turn refuses an action, also where the game would not stop at it.
    pub(super) fn refused_at(&self, company: &str, step: Step, action: Action) -> String {
        let mut asked = self.clone();
        let company = self.id(company);
        let operating = asked.game.operating_mut().unwrap();
        operating.begin_turn(company);
        operating.step = step;
        asked.refused(action)
    }

    pub(super) fn pass(&mut self) -> Vec<Event> {
        self.play(Action::Pass)
    }

    pub(super) fn seat(&self) -> SeatId {
        match self.game.turn() {
            Turn::Seat(seat) => seat,
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn offers(&self, action: &Action) -> bool {
        covered(&self.game.offers(), action)
    }

    pub(super) fn asked(&self) -> Option<&Pending> {
        self.game.table.pending.last()
    }

    pub(super) fn step(&self) -> Step {
        self.game.operating().unwrap().step
    }

    pub(super) fn phase_name(&self) -> String {
        self.game.phase().spec.name.to_string()
    }

    pub(super) fn operating(&self) -> String {
        self.game.name(self.game.operating().unwrap().company).to_string()
    }

    // ---- asking ----------------------------------------------------------------------------------

    pub(super) fn has(&self, seat: SeatId) -> i32 {
        self.game.table.ledger.seat(seat).0
    }

    pub(super) fn funds(&self, company: &str) -> i32 {
        self.game.table.ledger.company(self.id(company)).0
    }

    pub(super) fn at(&self, company: &str) -> i32 {
        self.game.price(self.id(company)).0
    }

    pub(super) fn percent(&self, company: &str, holder: Holder) -> u8 {
        self.game.table.shares.percent(self.id(company), holder)
    }

    pub(super) fn held(&self, company: &str, seat: SeatId) -> u8 {
        self.percent(company, Holder::Seat(seat))
    }

    pub(super) fn trains(&self, company: &str) -> Vec<String> {
        let trains = self.company(company).trains.iter();
        trains.map(|train| self.game.train_name(train).to_string()).collect()
    }

    pub(super) fn tokens(&self, company: &str) -> Vec<String> {
        let tokens = self.game.table.board.tokens_of(self.id(company));
        tokens.map(|token| self.game.hex_name(token.hex).to_string()).collect()
    }

    // ---- routes ----------------------------------------------------------------------------------

    /// A route over these hexes. `E19:mine` asks for the mine of a hex, `D6:1` for its stop 1.
    pub(super) fn route(&self, train: u8, hexes: &str) -> Route {
        let places: Vec<(&str, Option<&str>)> = hexes
            .split_whitespace()
            .map(|text| text.split_once(':').map_or((text, None), |(hex, stop)| (hex, Some(stop))))
            .collect();
        let mut legs = Vec::new();
        for (at, (name, wanted)) in places.iter().enumerate() {
            let hex = HexName(Name::cut(name));
            let side = |other: usize| {
                let (to, _) = places[other];
                self.game.side_towards(hex, HexName(Name::cut(to))).unwrap_or_else(|| panic!("{name} {to}"))
            };
            let from = (at > 0).then(|| End::Side(side(at - 1)));
            let to = (at + 1 < places.len()).then(|| End::Side(side(at + 1)));
            legs.extend(self.pieces(hex, from, to, *wanted));
        }
        Route { trains: vec![train], legs, skipped: Vec::new() }
    }

    fn pieces(&self, hex: HexName, from: Option<End>, to: Option<End>, wanted: Option<&str>) -> Vec<Leg> {
        let face = self.game.face(hex).unwrap();
        let joins = |a: End, b: End| face.track.iter().any(|t| (t.a, t.b) == (a, b) || (t.b, t.a) == (a, b));
        let fits = |stop: &u8| {
            let kind = face.stops[*stop as usize].kind;
            let meant = match wanted {
                Some("mine") => kind == StopKind::Mine,
                Some("town") => kind == StopKind::Town,
                Some(number) => number == stop.to_string(),
                None => true,
            };
            let at = End::Stop(*stop);
            meant && [from, to].into_iter().flatten().all(|side| joins(at, side))
        };
        let stop = (0..face.stops.len() as u8).find(fits).map(End::Stop);
        match (from, to, stop) {
            (Some(from), Some(to), None) => vec![Leg { hex, from, to }],
            (from, to, Some(stop)) => {
                let into = from.map(|from| Leg { hex, from, to: stop });
                let out = to.map(|to| Leg { hex, from: stop, to });
                into.into_iter().chain(out).collect()
            }
            _ => panic!("no track at {hex}"),
        }
    }

    pub(super) fn run(&mut self, routes: &[&str]) -> Vec<Event> {
        let routes = routes.iter().enumerate().map(|(at, hexes)| self.route(at as u8, hexes)).collect();
        self.play(Action::Run { routes })
    }

    /// What a run would earn: revenue and treasury; or the rule against it.
    pub(super) fn earns(&self, routes: &[(u8, &str)]) -> Result<(i32, i32), String> {
        let routes: Vec<Route> = routes.iter().map(|(train, hexes)| self.route(*train, hexes)).collect();
        match self.game.explain_run(&routes) {
            Ok(run) => Ok((run.pays.revenue.0, run.pays.treasury.0)),
            Err(why) => Err(why.rule.map(|rule| rule.to_string()).unwrap_or(why.to_string())),
        }
    }
}

impl Game {
    /// The groups of a stop of which a route may visit only one.
    pub(super) fn stop_groups_of(&self, hex: &str, stop: usize) -> Vec<u32> {
        let hex = self.fixed.parts.hex(HexName(Name::cut(hex))).unwrap();
        stops::groups(self, hex, &self.table.board.face(hex).stops[stop]).to_vec()
    }
}

// ---- actions -------------------------------------------------------------------------------------

fn named(text: &str) -> Name {
    Name::new(text).unwrap()
}

pub(super) fn bid(private: u8, amount: i32) -> Action {
    Action::Bid { card: CardName(named(&format!("P{private}"))), amount: Money(amount) }
}

pub(super) fn start(company: &str, price: i32) -> Action {
    Action::Start { company: CompanyName(named(company)), price: Money(price), percent: 20 }
}

pub(super) fn start_minor(company: &str, price: i32) -> Action {
    Action::Start { company: CompanyName(named(company)), price: Money(price), percent: 100 }
}

pub(super) fn sell(seat: SeatId, company: &str, percent: u8) -> Action {
    Action::Sell { seller: Party::Seat(seat), company: CompanyName(named(company)), percent }
}

pub(super) fn buy(seat: SeatId, company: &str, from: Party, price: i32) -> Action {
    let company = CompanyName(named(company));
    Action::Buy { buyer: Party::Seat(seat), company, percent: 10, from, price: Money(price) }
}

pub(super) fn loan(amount: i32) -> Action {
    Action::Loan { amount: Money(amount) }
}

pub(super) fn lay(hex: &str, tile: &str, rotation: u8) -> Action {
    Action::LayTile { hex: HexName(named(hex)), tile: TileName(named(tile)), rotation, by: None }
}

pub(super) fn lay_by(card: &str, hex: &str, tile: &str, rotation: u8) -> Action {
    let by = Some(CardName(named(card)));
    Action::LayTile { hex: HexName(named(hex)), tile: TileName(named(tile)), rotation, by }
}

pub(super) fn token(company: &str, hex: &str, stop: u8) -> Action {
    Action::PlaceToken { company: CompanyName(named(company)), hex: HexName(named(hex)), stop, by: None }
}

pub(super) fn choose(option: &str) -> Action {
    Action::Choose { option: OptionName(named(option)) }
}

pub(super) fn settle(how: Settlement) -> Action {
    Action::Settle { how }
}

pub(super) fn bank_train(train: &str, price: i32) -> Action {
    Action::BuyTrain { train: TrainName(named(train)), from: Party::Bank, price: Money(price) }
}

pub(super) fn company_train(train: &str, from: &str, price: i32) -> Action {
    let from = Party::Company(CompanyName(named(from)));
    Action::BuyTrain { train: TrainName(named(train)), from, price: Money(price) }
}

pub(super) fn discard(company: &str, train: &str) -> Action {
    Action::Discard { company: CompanyName(named(company)), train: TrainName(named(train)) }
}

pub(super) fn merge(minor: &str, major: &str) -> Action {
    Action::Merge { with: CompanyName(named(minor)), into: CompanyName(named(major)) }
}

pub(super) fn card(company: &str, card: &str, from: Party, price: i32) -> Action {
    let buyer = Party::Company(CompanyName(named(company)));
    Action::BuyCard { buyer, card: CardName(named(card)), from, price: Money(price) }
}

pub(super) fn propose(deal: Action) -> Action {
    Action::Propose { deal: Box::new(deal) }
}
