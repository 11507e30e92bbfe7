//! A good set of routes in a bounded number of steps: exact where the network is small, nothing proven where it is not.

use super::check::check;
use super::class::Class;
use super::graph::Graph;
use super::hunt::Hunt;
use super::list::{List, Making};
use super::listing::classes;
use super::memory::{Estimates, print};
use super::pack::{Packing, Picks};
use super::rules::{Pay, Rules};
use super::solve::packing;
use super::tell::Teller;
use super::uses::{closes, uses, width};
use crate::action::Route;
use crate::board::Board;
use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Good routes, and what they bring.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Estimate {
    /// The routes; a train without one stays at home.
    pub routes: Vec<Route>,
    /// What they bring.
    pub pays: Pay,
}

/// Good routes, and what they bring. Every class of trains gets about `steps` steps of listing, and as many again for its
/// best route where that was not enough; the set is searched in as many.
pub fn estimate(board: &Board, rules: &Rules<'_>, steps: u64) -> Estimate {
    on(Graph::new(board, rules), board, rules, steps)
}

impl Estimates {
    /// The same, remembered by the company's network and trains.
    pub fn estimate(&self, board: &Board, rules: &Rules<'_>, steps: u64) -> Arc<Estimate> {
        let graph = Graph::new(board, rules);
        self.get(print(&graph, rules, steps), || on(graph, board, rules, steps))
    }
}

fn on(graph: Graph, board: &Board, rules: &Rules<'_>, steps: u64) -> Estimate {
    let routes = match width(&graph, rules) {
        0..=64 => sized::<1>(graph, board, rules, steps),
        65..=128 => sized::<2>(graph, board, rules, steps),
        129..=256 => sized::<4>(graph, board, rules, steps),
        257..=512 => sized::<8>(graph, board, rules, steps),
        _ => sized::<32>(graph, board, rules, steps),
    };
    let pays = check(board, rules, &routes).map(|explained| explained.pays).unwrap_or_default();
    Estimate { routes, pays }
}

/// The same on sets of one width.
fn sized<const W: usize>(graph: Graph, board: &Board, rules: &Rules<'_>, steps: u64) -> Vec<Route> {
    let (uses, closes) = (uses::<W>(&graph, rules), closes(&graph));
    let list = |class: &Class<W>| {
        let mut go_on = |taken: u64| match taken < steps {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let most = steps as usize;
        let making = Making {
            graph: &graph,
            class,
            closes: &closes,
            uses: &uses.by_node,
            floor: 1,
            most,
            rising: false,
            go_on: &mut go_on,
        };
        some_routes(making)
    };
    let mut all: Vec<_> = classes(&graph, &uses, rules)
        .into_iter()
        .map(|class| {
            let list = list(&class);
            (class, list)
        })
        .collect();
    all.sort_by_key(|(_, list)| Reverse(list.routes.first().map_or(0, |route| route.worth)));
    let across = super::solve::across(rules);
    let mut packing = packing(&all, across);
    packing.greedy();
    hunt(&mut packing, steps);
    let teller = Teller {
        names: board.map().hexes.iter().map(|hex| hex.name).collect(),
        members: all.iter().map(|(class, _)| class.members.clone()).collect(),
        trains: rules.trains.iter().map(|train| train.trains.to_vec()).collect(),
        lists: all.into_iter().map(|(_, list)| list).collect(),
        graph,
    };
    teller.set(&packing.picks)
}

/// The first routes of a class. Where there are more, the best one as well, as far as it is found.
fn some_routes<const W: usize>(mut making: Making<'_, W>) -> List<W> {
    let (mut list, _) = List::new(&mut making);
    if !list.complete {
        making.floor = list.routes.first().map_or(0, |route| route.worth) + 1;
        making.rising = true;
        let (best, _) = List::new(&mut making);
        list.put_first(best);
    }
    list
}

/// Looks for a better set for a while. Which of equals comes first does not matter.
fn hunt<const W: usize>(packing: &mut Packing<W>, work: u64) {
    let mut first = |_: &Picks, _: &Picks| false;
    let mut go_on = |_, _, _| ControlFlow::Continue(());
    let asked = (packing.nodes, work);
    let _ = packing.hunt(&mut Hunt { work, asked, part: (0, 1), first: &mut first, go_on: &mut go_on });
}
