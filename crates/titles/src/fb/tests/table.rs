//! A table for tests: read from a position, played by actions, asked for figures.

use crate::fb::Game;
use crate::fb::states::Standing;
use crate::fb::table::Company;
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CardId, CompanyId, HexId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CardName, CompanyName, HexName, Name, OptionName, TileName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::position;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Entry, Title, Turn};

/// The players.
pub(super) const A: SeatId = SeatId(0);
pub(super) const B: SeatId = SeatId(1);
pub(super) const C: SeatId = SeatId(2);
pub(super) const D: SeatId = SeatId(3);

/// The depot when all ordinary trains up to PH4 are sold.
pub(super) const SOLD_OUT: &str = "[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = 0\n";

/// A game that a test looks at.
pub(super) struct Table {
    pub(super) game: Game,
    /// What the last entry did.
    pub(super) events: Vec<Event>,
}

/// A position of PA23 with four players.
pub(super) fn pa23(text: &str) -> Table {
    read("PA23", &[], text)
}

/// A position of 2006 with four players.
pub(super) fn y2006(text: &str) -> Table {
    read("2006", &[], text)
}

/// The same position in both editions.
pub(super) fn both(text: &str) -> [Table; 2] {
    [pa23(text), y2006(text)]
}

/// A position of PA23 with an option.
pub(super) fn option(option: &str, text: &str) -> Table {
    read("PA23", &[option], text)
}

/// A position of an edition with options.
pub(super) fn read(edition: &str, options: &[&str], text: &str) -> Table {
    let options: Vec<String> = options.iter().map(|option| format!("\"{option}\"")).collect();
    let header = format!(
        "title = \"18FB\"\nedition = \"{edition}\"\noptions = [{}]\nplayers = [\"A\", \"B\", \"C\", \"D\"]\n",
        options.join(", ")
    );
    match position::read::<Game>("a test", &format!("{header}{text}")) {
        Ok((_, game)) => Table { game, events: Vec::new() },
        Err(problems) => {
            panic!("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        }
    }
}

/// A game at its Political Round, in seat order.
pub(super) fn fresh(edition: &str, players: usize) -> Table {
    let game = Game::start(&super::play::setup(edition, &[], players)).unwrap();
    let mut table = Table { game, events: Vec::new() };
    let order = (0..players as u16).collect();
    table.events = table.game.apply(&Entry::chance(order)).unwrap();
    table
}

impl Table {
    /// Whose turn it is.
    pub(super) fn seat(&self) -> SeatId {
        match self.game.turn() {
            Turn::Seat(seat) => seat,
            other => panic!("nobody's turn: {other:?}"),
        }
    }

    /// Plays an action for whoever has to decide.
    pub(super) fn play(&mut self, action: Action) -> &mut Table {
        let by = self.seat();
        assert!(self.offers(&action), "not offered: {action:?}\n{:?}", self.game.offers());
        self.events = match self.game.apply(&Entry::seat(by, action.clone())) {
            Ok(events) => events,
            Err(why) => panic!("{action:?}: {why}"),
        };
        assert_eq!(ferrata_engine::decision::Rulebook::check(&self.game), Vec::<String>::new());
        self
    }

    /// Plays an outcome of chance.
    pub(super) fn draw(&mut self, outcome: &[u16]) -> &mut Table {
        self.events = self.game.apply(&Entry::chance(outcome.to_vec())).unwrap();
        self
    }

    pub(super) fn pass(&mut self) -> &mut Table {
        self.play(Action::Pass)
    }

    pub(super) fn passes(&mut self, times: usize) -> &mut Table {
        for _ in 0..times {
            self.pass();
        }
        self
    }

    /// The rule by which an action is refused; it must not be offered.
    pub(super) fn refused(&mut self, action: Action) -> String {
        assert!(!self.offers(&action), "offered: {action:?}");
        let (by, before) = (self.seat(), self.game.clone());
        let refusal = self.game.apply(&Entry::seat(by, action.clone())).expect_err("it is refused");
        assert!(self.game == before, "a refusal changes nothing");
        refusal.rule.map_or_else(|| "plain".to_owned(), |rule| rule.to_string())
    }

    pub(super) fn offers(&self, action: &Action) -> bool {
        self.game.offers().iter().any(|offer| offer.covers(action))
    }

    /// The lines that may be built to a hex: cost and markers, and the action of each.
    pub(super) fn lines(&self, to: &str) -> Vec<((i32, u8), Action)> {
        let mut lines: Vec<_> = self.game.offers().iter().filter_map(|offer| line(offer, to)).collect();
        lines.sort_by_key(|(figures, _)| *figures);
        lines
    }

    /// Cost and markers of the lines to a hex.
    pub(super) fn costs(&self, to: &str) -> Vec<(i32, u8)> {
        self.lines(to).into_iter().map(|(figures, _)| figures).collect()
    }

    /// Builds the cheapest line to a hex.
    pub(super) fn build(&mut self, to: &str) -> &mut Table {
        let (_, action) = self.lines(to).remove(0);
        self.play(action)
    }

    pub(super) fn id(&self, company: &str) -> CompanyId {
        self.game.fixed.parts.company(CompanyName(Name::cut(company))).unwrap()
    }

    pub(super) fn hex(&self, hex: &str) -> HexId {
        self.game.fixed.parts.hex(HexName(Name::cut(hex))).unwrap()
    }

    pub(super) fn card(&self, card: &str) -> CardId {
        self.game.fixed.parts.card(CardName(Name::cut(card))).unwrap()
    }

    pub(super) fn company(&self, company: &str) -> &Company {
        self.game.charter(self.id(company))
    }

    /// The company whose turn it is.
    pub(super) fn acting(&self) -> Option<String> {
        self.game.acting().ok().map(|company| self.game.name(company).to_string())
    }

    pub(super) fn standing(&self, company: &str) -> Standing {
        self.game.standing(self.id(company))
    }

    pub(super) fn president(&self, company: &str) -> Option<SeatId> {
        self.game.president(self.id(company))
    }

    pub(super) fn cash(&self, seat: SeatId) -> i32 {
        self.game.table.ledger.seat(seat).0
    }

    pub(super) fn bank(&self) -> i32 {
        self.game.table.ledger.bank().0
    }

    pub(super) fn treasury(&self, company: &str) -> i32 {
        self.game.table.ledger.company(self.id(company)).0
    }

    pub(super) fn deposit(&self, card: &str) -> i32 {
        self.game.table.ledger.card(self.card(card)).0
    }

    pub(super) fn owner(&self, card: &str) -> Holder {
        self.game.card(self.card(card)).holder
    }

    pub(super) fn price(&self, company: &str) -> i32 {
        self.game.price(self.id(company)).0
    }

    /// The field of a company's marker: column letter and row, as positions have it.
    pub(super) fn place(&self, company: &str) -> String {
        let field = self.game.field(self.id(company)).unwrap();
        format!("{}{}", char::from(b'A' + field.col), field.row + 1)
    }

    /// How much of a company a player has.
    pub(super) fn held(&self, company: &str, seat: SeatId) -> u8 {
        self.game.percent(self.id(company), Holder::Seat(seat))
    }

    pub(super) fn pool(&self, company: &str) -> u8 {
        self.game.percent(self.id(company), Holder::Pool)
    }

    pub(super) fn offering(&self, company: &str) -> u8 {
        self.game.percent(self.id(company), Holder::Offering)
    }

    /// How much of a company another one has.
    pub(super) fn invested(&self, company: &str, investor: &str) -> u8 {
        self.game.percent(self.id(company), Holder::Company(self.id(investor)))
    }

    pub(super) fn trains(&self, company: &str) -> Vec<String> {
        let names = self.company(company).trains.iter().map(|kind| self.game.fixed.parts.train_name(*kind));
        names.map(|name| name.to_string()).collect()
    }

    pub(super) fn markers(&self, company: &str) -> u8 {
        self.company(company).markers
    }

    /// Where a company's tokens lie.
    pub(super) fn tokens(&self, company: &str) -> Vec<String> {
        let tokens = self.game.table.board.tokens_of(self.id(company));
        let mut names: Vec<_> =
            tokens.map(|token| self.game.fixed.parts.hex_name(token.hex).to_string()).collect();
        names.sort();
        names
    }

    pub(super) fn phase(&self) -> String {
        self.game.phase().map(|phase| phase.name.to_string()).unwrap_or_default()
    }

    /// What the round is called.
    pub(super) fn round(&self) -> String {
        self.game.view().round.name.to_string()
    }

    /// What was paid by the last entry: payer, payee, amount.
    pub(super) fn paid(&self) -> Vec<(Account, Account, i32)> {
        let paid = self.events.iter().filter_map(|event| match event {
            Event::Paid { from, to, amount, .. } => Some((*from, *to, amount.0)),
            _ => None,
        });
        paid.collect()
    }
}

fn line(offer: &Offer, to: &str) -> Option<((i32, u8), Action)> {
    match offer {
        Offer::BuildLine { company, hex, stop, route, cost, markers, by } if hex.as_str() == to => {
            let action = Action::BuildLine {
                company: *company,
                hex: *hex,
                stop: *stop,
                route: route.clone(),
                by: *by,
            };
            Some(((cost.0, *markers), action))
        }
        Offer::Propose { deal, .. } => {
            let (figures, deal) = line(deal, to)?;
            Some((figures, Action::Propose { deal: Box::new(deal) }))
        }
        _ => None,
    }
}

pub(super) fn company(name: &str) -> CompanyName {
    CompanyName(Name::cut(name))
}

pub(super) fn card(name: &str) -> CardName {
    CardName(Name::cut(name))
}

pub(super) fn bid(on: &str, amount: i32) -> Action {
    Action::Bid { card: card(on), amount: Money(amount) }
}

pub(super) fn choose(option: &str) -> Action {
    Action::Choose { option: OptionName(Name::cut(option)) }
}

pub(super) fn sell(seat: SeatId, of: &str, percent: u8) -> Action {
    Action::Sell { seller: Party::Seat(seat), company: company(of), percent }
}

pub(super) fn corp_sells(seller: &str, of: &str, percent: u8) -> Action {
    Action::Sell { seller: Party::Company(company(seller)), company: company(of), percent }
}

/// A share from the initial offering.
pub(super) fn buy(seat: SeatId, of: &str, price: i32) -> Action {
    share(Party::Seat(seat), of, Party::Offering, price)
}

/// A share from the pool.
pub(super) fn buy_pool(seat: SeatId, of: &str, price: i32) -> Action {
    share(Party::Seat(seat), of, Party::Bank, price)
}

pub(super) fn corp_buys(buyer: &str, of: &str, price: i32) -> Action {
    share(Party::Company(company(buyer)), of, Party::Offering, price)
}

pub(super) fn corp_buys_pool(buyer: &str, of: &str, price: i32) -> Action {
    share(Party::Company(company(buyer)), of, Party::Bank, price)
}

fn share(buyer: Party, of: &str, from: Party, price: i32) -> Action {
    Action::Buy { buyer, company: company(of), percent: 10, from, price: Money(price) }
}

/// A regional from the pool, or from its owner.
pub(super) fn regional(buyer: Party, of: &str, from: Party, price: i32) -> Action {
    Action::Buy { buyer, company: company(of), percent: 100, from, price: Money(price) }
}

/// A concession or a political card of the bank.
pub(super) fn buy_card(seat: SeatId, name: &str, price: i32) -> Action {
    Action::BuyCard { buyer: Party::Seat(seat), card: card(name), from: Party::Bank, price: Money(price) }
}

/// A political card of another player.
pub(super) fn ask_card(seat: SeatId, name: &str, from: SeatId, price: i32) -> Action {
    let deal = Action::BuyCard {
        buyer: Party::Seat(seat),
        card: card(name),
        from: Party::Seat(from),
        price: Money(price),
    };
    Action::Propose { deal: Box::new(deal) }
}

pub(super) fn use_card(name: &str) -> Action {
    Action::UseCard { card: card(name) }
}

pub(super) fn start(name: &str, price: i32) -> Action {
    Action::Start { company: company(name), price: Money(price), percent: 20 }
}

pub(super) fn lay(hex: &str, tile: &str, rotation: u8) -> Action {
    Action::LayTile { hex: HexName(Name::cut(hex)), tile: TileName(Name::cut(tile)), rotation, by: None }
}

pub(super) fn token(of: &str, hex: &str, stop: u8) -> Action {
    Action::PlaceToken { company: company(of), hex: HexName(Name::cut(hex)), stop, by: None }
}

pub(super) fn settle(how: Settlement) -> Action {
    Action::Settle { how }
}

/// A train of the bank.
pub(super) fn train(name: &str, price: i32) -> Action {
    Action::BuyTrain { train: TrainName(Name::cut(name)), from: Party::Bank, price: Money(price) }
}

/// A train of another company.
pub(super) fn train_of(seller: &str, name: &str, price: i32) -> Action {
    Action::BuyTrain {
        train: TrainName(Name::cut(name)),
        from: Party::Company(company(seller)),
        price: Money(price),
    }
}

pub(super) fn propose(deal: Action) -> Action {
    Action::Propose { deal: Box::new(deal) }
}
