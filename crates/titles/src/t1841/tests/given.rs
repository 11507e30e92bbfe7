//! More words for tables under test: routes, runs, what lies where.

use super::super::operating::Step;
use super::super::table::Round;
use super::builder::T;
use ferrata_engine::action::{Action, Route, Settlement};
use ferrata_engine::name::{CompanyName, HexName, TileName};
use ferrata_engine::tile::Color;
use ferrata_engine::turn::{Entry, Title};
use std::collections::BTreeSet;

/// The colours of tiles that are laid.
pub(crate) const COLORS: [Color; 3] = [Color::Yellow, Color::Green, Color::Brown];

/// A route of a company's n-th train: `"H4 s0-5, I5 2-s0"`.
pub(crate) fn route(train: u8, legs: &str) -> Route {
    let legs = legs.split(',').map(|leg| leg.trim().parse().unwrap()).collect();
    Route { trains: vec![train], legs, skipped: Vec::new() }
}

pub(crate) fn run_routes(routes: &[Route]) -> Action {
    Action::Run { routes: routes.to_vec() }
}

pub(crate) fn keeps() -> Action {
    Action::Settle { how: Settlement::Withhold }
}

pub(crate) fn pays() -> Action {
    Action::Settle { how: Settlement::Pay }
}

pub(crate) fn buy_slot(from: &str, hex: &str, stop: u8, price: i32) -> Action {
    let (from, hex) = (CompanyName::of(from), HexName::of(hex));
    Action::BuySlot { from, hex, stop, price: ferrata_engine::money::Money(price) }
}

/// Words as a set.
pub(crate) fn set(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

impl T {
    /// The hexes of a company's homes.
    pub(crate) fn homes(self, company: &str, homes: &str) -> T {
        let homes: Vec<&str> = homes.split_whitespace().collect();
        self.with(&["company", company, "homes"], homes)
    }

    /// The best that a company's trains can earn now.
    pub(crate) fn best(&self, company: &str) -> i32 {
        self.game.best_revenue(self.id(company)).0
    }

    /// The acting company runs as well as it can.
    #[track_caller]
    pub(crate) fn runs(&mut self) {
        let company = self.game.acting().expect("a company acts");
        let routes = self.game.best_run(company).routes;
        self.plays(Action::Run { routes });
    }

    /// The rule that a run breaks. (Offers of runs do not list routes.)
    #[track_caller]
    pub(crate) fn run_rule(&self, routes: &[Route]) -> String {
        let mut game = self.game.clone();
        let entry = Entry::seat(self.asked(), run_routes(routes));
        let refusal = game.apply(&entry).expect_err("must be refused");
        assert_eq!(game.hash(), self.game.hash());
        refusal.rule.map(|rule| rule.to_string()).unwrap_or_default()
    }

    /// The tiles that fit on a hex in some rotation, whoever lays them.
    pub(crate) fn fitting(&self, hex: &str) -> BTreeSet<String> {
        let hex = self.hex(hex);
        let upgrades = &self.game.parts().upgrades;
        let list = match self.game.table.board.laid(hex) {
            Some((tile, _)) => upgrades.from_tile(tile),
            None => upgrades.from_hex(hex),
        };
        let tiles = self.game.table.board.candidates(hex, &COLORS).map(|to| to.tile);
        let tiles = tiles.filter(|tile| list.is_none_or(|list| list.contains(tile)));
        tiles.map(|tile| self.game.parts().tiles.tile(tile).unwrap().name.to_string()).collect()
    }

    /// How many tiles of a number are left.
    pub(crate) fn left(&self, tile: &str) -> u16 {
        let tile = self.game.parts().tile(TileName::of(tile)).unwrap();
        self.game.table.board.left(tile).unwrap()
    }

    /// Where a company's tokens lie.
    pub(crate) fn placed(&self, company: &str) -> Vec<String> {
        let tokens = self.game.table.board.tokens_of(self.id(company));
        tokens.map(|token| self.game.hex_name(token.hex).to_string()).collect()
    }

    /// The hexes on which a tile may be laid now.
    pub(crate) fn building_sites(&self) -> BTreeSet<String> {
        let sites = self.offers().into_iter().filter_map(|offer| match offer {
            ferrata_engine::offer::Offer::LayTile { hex, .. } => Some(hex.to_string()),
            _ => None,
        });
        sites.collect()
    }

    /// Whether the border between two hexes is in force.
    pub(crate) fn border(&self, a: &str, b: &str) -> bool {
        let (a, b) = (self.hex(a), self.hex(b));
        let map = self.game.table.board.map();
        let side = map.hex(a).unwrap().sides.iter().find(|side| side.to.is_some_and(|(to, _)| to == b));
        side.expect("they are neighbours").borders & self.game.table.borders != 0
    }

    /// The name of the company that acts.
    pub(crate) fn acts(&self) -> Option<String> {
        self.game.acting().ok().map(|company| self.game.name(company).to_string())
    }

    /// The companies that have still to act, in order.
    pub(crate) fn order(&self) -> Vec<String> {
        self.game.to_act().into_iter().map(|company| self.game.name(company).to_string()).collect()
    }

    /// The acting company does no more than it must: it passes, runs, keeps, until its turn is over.
    pub(crate) fn ends_turn(&mut self) {
        let company = self.game.acting().expect("a company acts");
        let round = |t: &T| t.game.operating().ok().map(|round| (round.set, round.number));
        let begun = round(self);
        while self.game.acting().ok() == Some(company) && round(self) == begun {
            match self.step() {
                Some(Step::Run) => self.runs(),
                Some(Step::Dividend) => {
                    self.plays(keeps());
                }
                _ => {
                    self.pass();
                }
            }
        }
    }

    /// Whether the game is over.
    pub(crate) fn over(&self) -> bool {
        matches!(self.game.table.round, Round::Over(_))
    }
}
