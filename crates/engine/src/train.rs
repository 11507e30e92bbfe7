//! Trains: the roster, what is left in the bank, and what was returned to it.

use crate::fact::Facts;
use crate::id::TrainKind;
use crate::money::Money;
use crate::name::TrainName;
use crate::tile::{Gauge, StopKinds};

/// Part of a train's reach: so many stops of these kinds. Every stop that a route counts is counted by one
/// part; a stop whose kind no part names may be passed but does not count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reach {
    /// The kinds.
    pub stops: StopKinds,
    /// How many; none = without limit.
    pub count: Option<u8>,
}

/// Another side of a train's card (the narrow-gauge side in 18ESP).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainSide {
    /// Its name.
    pub name: TrainName,
    /// Its price.
    pub price: Money,
    /// The track it runs on.
    pub gauge: Gauge,
    /// How far it reaches.
    pub reach: Vec<Reach>,
}

/// A kind of train as printed on its cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrainSpec {
    /// Its name.
    pub name: TrainName,
    /// How many there are; none = without limit.
    pub count: Option<u16>,
    /// Its price.
    pub price: Money,
    /// Buying the first train of this kind makes this kind leave the game.
    pub rusts_on: Option<TrainKind>,
    /// The track it runs on.
    pub gauge: Gauge,
    /// How far it reaches.
    pub reach: Vec<Reach>,
    /// The other sides of its card.
    pub sides: Vec<TrainSide>,
    /// What its first sale sets off, in the title's own words.
    pub events: Vec<String>,
    /// What else the title knows about it.
    pub facts: Facts,
}

impl TrainSpec {
    /// It never leaves the game.
    pub fn permanent(&self) -> bool {
        self.rusts_on.is_none()
    }
}

/// The bank's trains.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Depot {
    /// By kind: how many have not been sold yet; none = without limit.
    left: Vec<Option<u16>>,
    /// By kind: how many were returned and can be bought again.
    returned: Vec<u16>,
}

impl Depot {
    /// A full depot.
    pub fn new(roster: &[TrainSpec]) -> Depot {
        Depot { left: roster.iter().map(|kind| kind.count).collect(), returned: vec![0; roster.len()] }
    }

    /// How many of a kind have not been sold; none = without limit.
    pub fn left(&self, kind: TrainKind) -> Option<u16> {
        self.left.get(kind.index()).copied().unwrap_or(Some(0))
    }

    /// How many of a kind were returned.
    pub fn returned(&self, kind: TrainKind) -> u16 {
        self.returned.get(kind.index()).copied().unwrap_or_default()
    }

    /// The kind on top of the pile: the first that is not sold out.
    pub fn top(&self) -> Option<TrainKind> {
        self.left.iter().position(|left| *left != Some(0)).map(|at| TrainKind(at as u8))
    }

    /// The kinds for sale now: returned ones and the top of the pile, in roster order.
    pub fn for_sale(&self) -> impl Iterator<Item = TrainKind> + '_ {
        let top = self.top();
        let kinds = (0..self.left.len() as u8).map(TrainKind);
        kinds.filter(move |&kind| Some(kind) == top || self.returned(kind) > 0)
    }

    /// Takes a train: a returned one if there is one, else from the pile. False if there is none.
    pub fn take(&mut self, kind: TrainKind) -> bool {
        match (self.returned.get_mut(kind.index()), self.left.get_mut(kind.index())) {
            (Some(returned), _) if *returned > 0 => *returned -= 1,
            (_, Some(None)) => {}
            (_, Some(Some(left))) if *left > 0 => *left -= 1,
            _ => return false,
        }
        true
    }

    /// Takes a train from the pile, never a returned one (export, events). False if there is none.
    pub fn take_new(&mut self, kind: TrainKind) -> bool {
        match self.left.get_mut(kind.index()) {
            Some(None) => true,
            Some(Some(left)) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        }
    }

    /// Puts a returned train back for sale.
    pub fn give_back(&mut self, kind: TrainKind) {
        if let Some(returned) = self.returned.get_mut(kind.index()) {
            *returned += 1;
        }
    }

    /// Lets so many of a kind be left and returned.
    pub(crate) fn set(&mut self, kind: TrainKind, left: Option<u16>, returned: u16) {
        if let (Some(places), Some(place)) =
            (self.left.get_mut(kind.index()), self.returned.get_mut(kind.index()))
        {
            (*places, *place) = (left, returned);
        }
    }

    /// A kind leaves the game: neither new nor returned ones are for sale any more.
    pub fn scrap(&mut self, kind: TrainKind) {
        if let Some(left) = self.left.get_mut(kind.index()) {
            *left = Some(0);
        }
        if let Some(returned) = self.returned.get_mut(kind.index()) {
            *returned = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roster() -> Vec<TrainSpec> {
        let kind = |name, count, price, rusts_on| TrainSpec {
            name: TrainName::of(name),
            count,
            price: Money(price),
            rusts_on,
            ..TrainSpec::default()
        };
        vec![
            kind("2", Some(1), 100, Some(TrainKind(1))),
            kind("3", Some(2), 200, None),
            kind("8", None, 900, None),
        ]
    }

    #[test]
    fn trains_are_sold_in_order_and_returned_ones_beside_them() {
        let mut depot = Depot::new(&roster());
        assert_eq!(depot.top(), Some(TrainKind(0)));
        assert!(depot.take(TrainKind(0)) && !depot.take(TrainKind(0)));
        depot.give_back(TrainKind(0));
        assert_eq!(depot.for_sale().collect::<Vec<_>>(), [TrainKind(0), TrainKind(1)]);
        depot.scrap(TrainKind(0));
        assert_eq!(depot.for_sale().collect::<Vec<_>>(), [TrainKind(1)]);
        assert!(depot.take(TrainKind(2)) && depot.take(TrainKind(2)), "the last kind has no limit");
    }
}
