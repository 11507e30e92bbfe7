//! A moment of a game with everything that words need: the table, its picture, and the names.

use crate::names::TableNames;
use ferrata_engine::action::Party;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, HexName, TrainName};
use ferrata_engine::text::Names;
use ferrata_engine::turn::Turn;
use ferrata_engine::view::{CompanyView, View};
use ferrata_titles::Game;

/// A moment of a game.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The table.
    pub game: &'a Game,
    /// Its picture.
    pub view: &'a View,
    /// What everything is called.
    pub names: &'a TableNames,
}

impl<'a> Scene<'a> {
    /// A moment, with the picture already drawn.
    pub fn new(game: &'a Game, view: &'a View, names: &'a TableNames) -> Scene<'a> {
        Scene { game, view, names }
    }

    /// The player who must decide, if it is a single one.
    pub fn seat(&self) -> Option<SeatId> {
        match self.view.turn {
            Turn::Seat(seat) => Some(seat),
            Turn::Sealed(_) | Turn::Chance(_) | Turn::Over(_) => None,
        }
    }

    /// A company's things.
    pub fn company(&self, company: CompanyName) -> Option<&'a CompanyView> {
        self.view.companies.iter().find(|view| view.name == company)
    }

    /// An amount with the currency sign.
    pub fn money(&self, amount: Money) -> String {
        self.names.money(amount)
    }

    /// A player's name.
    pub fn player(&self, seat: SeatId) -> String {
        self.names.seat(seat).into_owned()
    }

    /// Somebody who buys or sells.
    pub fn party(&self, party: Party) -> String {
        match party {
            Party::Seat(seat) => self.player(seat),
            Party::Company(company) => company.to_string(),
            Party::Offering => "the initial offering".into(),
            Party::Bank => "the bank".into(),
        }
    }

    /// Where shares come from.
    pub(crate) fn holder(&self, party: Party) -> String {
        match party {
            Party::Bank => "the pool".into(),
            other => self.party(other),
        }
    }

    /// `for IRSFF` with a space before it, unless the player to decide acts for themselves.
    pub(crate) fn on_behalf_of(&self, party: Party) -> String {
        match party {
            Party::Seat(seat) if Some(seat) == self.seat() => String::new(),
            other => format!(" for {}", self.party(other)),
        }
    }

    /// `held by IRSFF` with a space before it, unless the player to decide sells what is theirs.
    pub(crate) fn held_by(&self, party: Party) -> String {
        match party {
            Party::Seat(seat) if Some(seat) == self.seat() => String::new(),
            other => format!(" held by {}", self.party(other)),
        }
    }

    /// A hex with its place name.
    pub fn place(&self, hex: HexName) -> String {
        self.names.place(hex)
    }

    /// A stop of a hex, told apart from others on the same hex.
    pub fn stop(&self, hex: HexName, stop: u8) -> String {
        let parts = self.names.parts();
        let Some(printed) = parts.hex(hex).and_then(|id| parts.map.hex(id)) else { return hex.to_string() };
        let laid = self.view.board.tiles.iter().find(|(on, _, _)| *on == hex);
        let face = match laid.and_then(|(_, tile, rotation)| Some((parts.tile(*tile)?, *rotation))) {
            Some((tile, rotation)) => {
                parts.tiles.tile(tile).map_or(&printed.face, |tile| tile.face(rotation))
            }
            None => &printed.face,
        };
        let own = face.stops.get(stop as usize).and_then(|stop| stop.name.as_ref());
        match (own, face.stops.len()) {
            (Some(name), _) => format!("{name} ({hex})"),
            (None, 0 | 1) => self.place(hex),
            (None, _) => format!("{}, circle {}", self.place(hex), stop + 1),
        }
    }

    /// A card as players call it.
    pub fn card(&self, card: CardName) -> String {
        match self.names.parts().card(card) {
            Some(_) => self.names.card(card),
            None => format!("the {} card", card.as_str().to_lowercase()),
        }
    }
}

/// `a 3-train`, `an 8-train`.
pub(crate) fn a_train(train: TrainName) -> String {
    let article = if train.as_str().starts_with('8') { "an" } else { "a" };
    format!("{article} {train}-train")
}

/// `2- and 3-train`, `two 2-trains and a 3-train` in short: `2, 2, 3`.
pub(crate) fn trains(trains: &[TrainName]) -> String {
    let names: Vec<_> = trains.iter().map(|train| train.as_str()).collect();
    match names.as_slice() {
        [] => "no train".into(),
        [one] => format!("the {one}-train"),
        all => format!("the trains {}", all.join(", ")),
    }
}

/// `1 token`, `2 tokens`.
pub(crate) fn count(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// The text with a capital at the beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
