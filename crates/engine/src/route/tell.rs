//! Sets of routes in words of the table, and which of two equally good ones comes first.

use super::graph::{Graph, Step};
use super::list::List;
use super::pack::Picks;
use crate::action::{Leg, Route};
use crate::id::HexId;
use crate::name::HexName;
use std::collections::BTreeMap;

/// What is needed to tell routes.
pub(super) struct Teller<const W: usize> {
    pub(super) graph: Graph,
    /// By hex.
    pub(super) names: Vec<HexName>,
    /// By class, as ordered for the search: its routes.
    pub(super) lists: Vec<List<W>>,
    /// And the places of its trains in the rules.
    pub(super) members: Vec<Vec<usize>>,
    /// By place in the rules: the trains that run.
    pub(super) trains: Vec<Vec<u8>>,
}

/// A route: its track, and the stops it passes by.
type Told = (Vec<Leg>, Vec<u8>);

impl<const W: usize> Teller<W> {
    /// A route of a list in the direction that comes first in order.
    fn told(&self, pool: usize, at: u32) -> Told {
        let list = self.lists.get(pool);
        let Some((list, entry)) = list.and_then(|list| Some((list, list.routes.get(at as usize)?))) else {
            return Told::default();
        };
        let (start, chains, passed) = list.chains(entry, &self.graph);
        let legs = self.legs(start, &chains);
        let back: Vec<Leg> = legs.iter().rev().copied().map(turned).collect();
        let places = |passed: &mut dyn Iterator<Item = &bool>| {
            passed.enumerate().filter(|(_, passed)| **passed).map(|(at, _)| at as u8).collect::<Vec<u8>>()
        };
        match back < legs {
            true => (back, places(&mut passed.iter().rev())),
            false => (legs, places(&mut passed.iter())),
        }
    }

    fn legs(&self, start: u16, chains: &[u16]) -> Vec<Leg> {
        let name = |hex: HexId| self.names.get(hex.index()).copied();
        let leg = |step: &Step| name(step.hex).map(|hex| Leg { hex, from: step.from, to: step.to });
        let (mut here, mut legs) = (start, Vec::new());
        for at in chains {
            let Some(chain) = self.graph.chains.get(*at as usize) else { continue };
            if chain.a == here {
                legs.extend(chain.steps.iter().filter_map(leg));
                here = chain.b;
            } else {
                legs.extend(chain.steps.iter().rev().filter_map(leg).map(turned));
                here = chain.a;
            }
        }
        legs
    }

    /// The routes of a set, by train.
    pub(super) fn set(&self, picks: &Picks) -> Vec<Route> {
        Ties::new(self).set(picks)
    }
}

fn turned(leg: Leg) -> Leg {
    Leg { hex: leg.hex, from: leg.to, to: leg.from }
}

/// Tells which of equally good sets comes first; remembers the routes it told.
pub(super) struct Ties<'a, const W: usize> {
    teller: &'a Teller<W>,
    told: BTreeMap<(usize, u32), Told>,
}

impl<'a, const W: usize> Ties<'a, W> {
    pub(super) fn new(teller: &'a Teller<W>) -> Ties<'a, W> {
        Ties { teller, told: BTreeMap::new() }
    }

    /// Whether the one set comes before the other: by train, then by track.
    pub(super) fn first(&mut self, one: &Picks, other: &Picks) -> bool {
        let order = |routes: Vec<Route>| -> Vec<_> {
            routes.into_iter().map(|route| (route.trains, route.legs, route.skipped)).collect()
        };
        order(self.set(one)) < order(self.set(other))
    }

    /// The routes of a set, by train. Of trains that run alike, the first gets the route that comes first.
    fn set(&mut self, picks: &Picks) -> Vec<Route> {
        let mut routes: Vec<(usize, Route)> = Vec::new();
        let mut at = 0;
        for (pool, members) in self.teller.members.iter().enumerate() {
            let picked = picks.iter().skip(at).take(members.len()).flatten();
            let mut told: Vec<Told> = picked.map(|item| self.told(pool, *item)).collect();
            told.sort();
            at += members.len();
            for ((legs, skipped), train) in told.into_iter().zip(members) {
                let trains = self.teller.trains.get(*train).cloned().unwrap_or_default();
                routes.push((*train, Route { trains, legs, skipped }));
            }
        }
        routes.sort_by_key(|(train, _)| *train);
        routes.into_iter().map(|(_, route)| route).collect()
    }

    fn told(&mut self, pool: usize, at: u32) -> Told {
        self.told.entry((pool, at)).or_insert_with(|| self.teller.told(pool, at)).clone()
    }
}
