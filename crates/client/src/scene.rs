//! A moment of a game with everything that words need: the table, its picture, and the names.

use crate::names::TableNames;
use ferrata_engine::action::Party;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, HexName, Name, TrainName};
use ferrata_engine::say;
use ferrata_engine::text::{Arg, Names, Text};
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

    /// A sentence in the words of this table.
    pub fn say(&self, text: &Text) -> String {
        text.render(self.names)
    }

    /// Somebody who buys or sells.
    pub(crate) fn party(&self, party: Party) -> Arg {
        party_words(party)
    }

    /// Where shares come from.
    pub(crate) fn holder(&self, party: Party) -> Arg {
        holder_words(party)
    }

    /// `for IRSFF` with a space before it, unless the player to decide acts for themselves.
    pub(crate) fn on_behalf_of(&self, party: Party) -> Text {
        match party {
            Party::Seat(seat) if Some(seat) == self.seat() => Text::default(),
            other => say!(" for {party}", party = self.party(other)),
        }
    }

    /// `held by IRSFF` with a space before it, unless the player to decide sells what is theirs.
    pub(crate) fn held_by(&self, party: Party) -> Text {
        match party {
            Party::Seat(seat) if Some(seat) == self.seat() => Text::default(),
            other => say!(" held by {party}", party = self.party(other)),
        }
    }

    /// `with P4` with a space before it, where a card allows something.
    pub(crate) fn with_card(&self, card: Option<CardName>) -> Text {
        card.map(|card| say!(" with {card}", card = self.card(card))).unwrap_or_default()
    }

    /// A hex with its place name.
    pub fn place(&self, hex: HexName) -> String {
        self.names.place(hex)
    }

    /// A stop of a hex, told apart from others on the same hex.
    pub fn stop(&self, hex: HexName, stop: u8) -> Text {
        let parts = self.names.parts();
        let Some(printed) = parts.hex(hex).and_then(|id| parts.map.hex(id)) else {
            return say!("{hex}", hex);
        };
        let laid = self.view.board.tiles.iter().find(|(on, _, _)| *on == hex);
        let face = match laid.and_then(|(_, tile, rotation)| Some((parts.tile(*tile)?, *rotation))) {
            Some((tile, rotation)) => {
                parts.tiles.tile(tile).map_or(&printed.face, |tile| tile.face(rotation))
            }
            None => &printed.face,
        };
        let own = face.stops.get(stop as usize).and_then(|stop| stop.name.as_ref());
        match (own, face.stops.len()) {
            (Some(name), _) => say!("{name} ({hex})", name = name.to_string(), hex = hex.to_string()),
            (None, 0 | 1) => say!("{hex}", hex),
            (None, _) => say!("{hex}, circle {number}", hex, number = stop + 1),
        }
    }

    /// A card as players call it.
    pub fn card(&self, card: CardName) -> Text {
        match self.names.parts().card(card) {
            Some(_) => Text::words(self.names.card(card)),
            None => say!("the {card} card", card = card.as_str().to_lowercase()),
        }
    }
}

/// Somebody who buys or sells.
pub(crate) fn party_words(party: Party) -> Arg {
    match party {
        Party::Seat(seat) => seat.into(),
        Party::Company(company) => company.into(),
        Party::Offering => say!("the initial offering").into(),
        Party::Bank => say!("the bank").into(),
    }
}

/// Where shares come from.
fn holder_words(party: Party) -> Arg {
    match party {
        Party::Bank => say!("the pool").into(),
        other => party_words(other),
    }
}

/// Who buys which shares from whom for how much, as a sentence without its full stop.
pub(crate) fn purchase_words(
    buyer: Party,
    company: CompanyName,
    percent: u8,
    from: Party,
    price: Money,
) -> Text {
    let (buyer, from) = (party_words(buyer), holder_words(from));
    say!("{buyer} buys {percent}% of {company} from {from} for {price}", buyer, percent, company, from, price)
}

/// `a 3-train`, `an 8-train`.
pub(crate) fn a_train(train: TrainName) -> Text {
    match train.as_str().starts_with('8') {
        true => say!("an {train}-train", train),
        false => say!("a {train}-train", train),
    }
}

/// `a coach`, `an anchor`: what lies beside the slots, as the title calls it.
pub(crate) fn a_marker(marker: Name) -> Text {
    match marker.as_str().starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => say!("an {marker}", marker),
        false => say!("a {marker}", marker),
    }
}

/// `the 3-train`, `the trains 2, 2 and 3`.
pub(crate) fn trains(trains: &[TrainName]) -> Text {
    match trains {
        [] => say!("no train"),
        [one] => say!("the {train}-train", train = *one),
        all => say!("the trains {trains}", trains = all.iter().copied().collect::<Arg>()),
    }
}

/// `2`, `2 and 3`.
pub(crate) fn list_of_trains(trains: &[TrainName]) -> Arg {
    trains.iter().copied().collect()
}

/// The text with a capital at the beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
