//! What one wants to know of a train, a tile or a station before one pays for it.

use crate::scene::{Scene, a_train, list_of_trains};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::CompanyId;
use ferrata_engine::map::Terrain;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, HexName, TrainName};
use ferrata_engine::say;
use ferrata_engine::text::{Arg, Text};
use ferrata_engine::turn::{Entry, Title};
use ferrata_titles::Game;
use ferrata_titles::prospects::{Prospects, Trains};

/// What a train that is bought does at the table: how many are left, what it opens and rusts, how many the company then has.
pub fn train(scene: &Scene<'_>, entry: &Entry) -> Vec<Text> {
    let Action::BuyTrain { train, from, .. } = entry.action else { return Vec::new() };
    let mut next = scene.game.clone();
    if next.apply(entry).is_err() {
        return Vec::new();
    }
    let then = next.view();
    let mut says = Vec::new();
    says.extend(left(scene, train).filter(|_| from == Party::Bank));
    if then.phase != scene.view.phase {
        says.push(say!("opens phase {phase}", phase = then.phase));
    }
    for (old, new) in scene.view.companies.iter().zip(&then.companies) {
        let lost = without(&old.trains, &new.trains);
        let trades = scene.view.operating == Some(old.name) || from == Party::Company(old.name);
        if !lost.is_empty() && !trades {
            says.push(say!("{company} loses {trains}", company = old.name, trains = list_of_trains(&lost)));
        }
    }
    let acting =
        scene.view.operating.and_then(|acting| then.companies.iter().find(|company| company.name == acting));
    if let Some(company) = acting.filter(|company| company.train_limit != u8::MAX) {
        let (n, limit) = (company.trains.len(), company.train_limit);
        says.push(say!("then {n} of at most {limit} {limit|train|trains}", n, limit));
    }
    says
}

/// How many of a kind the bank has.
fn left(scene: &Scene<'_>, train: TrainName) -> Option<Text> {
    let depot = scene.view.depot.iter().find(|depot| depot.train == train)?;
    let n = depot.left?;
    let rusts = depot.rusts_on.map(|on| say!(", rusts with the first {on}-train", on)).unwrap_or_default();
    Some(say!("{n} left{rusts}", n, rusts))
}

/// Those of the first list that are not in the second, as often as they are missing there.
pub(crate) fn without(all: &[TrainName], kept: &[TrainName]) -> Vec<TrainName> {
    let mut lost = all.to_vec();
    for train in kept {
        if let Some(at) = lost.iter().position(|other| other == train) {
            lost.remove(at);
        }
    }
    lost
}

/// What the best run of a company would become, as far as a short search finds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunChange {
    /// Whose.
    pub company: CompanyName,
    /// Now.
    pub now: Money,
    /// Then.
    pub then: Money,
    /// The company has no train: it is the run of the next one that the bank sells.
    pub with: Option<TrainName>,
}

/// What an entry changes in the best run of the company that acts; none where nothing runs before or after.
pub fn own_run(game: &Game, entry: &Entry) -> Option<RunChange> {
    let company = game.acting_company()?;
    let next = after(game, entry)?;
    let next_train = matches!(entry.action, Action::LayTile { .. } | Action::PlaceToken { .. });
    let trains = trains(game, company);
    let with = (trains.is_empty() && next_train).then(|| game.outlook().next_train).flatten();
    let (now, then) = match with {
        Some(kind) => (game.income(company, &[kind]), next.income(company, &[kind])),
        None => (game.income(company, &trains), next.income(company, &self::trains(&next, company))),
    };
    let (now, then) = (now.revenue + now.treasury, then.revenue + then.treasury);
    let parts = game.parts();
    let with = with.map(|kind| parts.train_name(kind));
    let change = RunChange { company: parts.company_name(company), now, then, with };
    (now != Money::ZERO || then != Money::ZERO).then_some(change)
}

/// The other companies whose best run an entry makes worse: whom a station blocks.
pub fn blocked(game: &Game, entry: &Entry) -> Vec<RunChange> {
    let Some(next) = after(game, entry) else { return Vec::new() };
    let (acting, parts) = (game.acting_company(), game.parts());
    let others = game.outlook().firms.into_iter().filter(|firm| Some(firm.company) != acting);
    let change = |firm: ferrata_titles::prospects::Firm| {
        let income = |game: &Game| {
            let pay = game.income(firm.company, &firm.trains);
            pay.revenue + pay.treasury
        };
        let (now, then) = (income(game), income(&next));
        let company = parts.company_name(firm.company);
        (then < now).then_some(RunChange { company, now, then, with: None })
    };
    others.filter(|firm| !firm.trains.is_empty()).filter_map(change).collect()
}

fn after(game: &Game, entry: &Entry) -> Option<Game> {
    let mut next = game.clone();
    next.apply(entry).ok().map(|_| next)
}

fn trains(game: &Game, company: CompanyId) -> Trains {
    let firms = game.outlook().firms;
    firms.into_iter().find(|firm| firm.company == company).map(|firm| firm.trains).unwrap_or_default()
}

/// A change of a run in words.
pub fn run_words(change: &RunChange) -> Text {
    let RunChange { company, now, then, with } = *change;
    let with = with.map(|train| say!(" with {train}", train = a_train(train))).unwrap_or_default();
    match now == then {
        true => say!("best run of {company}{with}: {now}, as before", company, with, now),
        false => say!("best run of {company}{with}: {now} → {then}", company, with, now, then),
    }
}

/// What a tile is laid for: how many are left, and what its cost is made up of.
pub fn tile(scene: &Scene<'_>, action: &Action, cost: Money) -> Vec<Text> {
    let Action::LayTile { hex, tile, by, .. } = *action else { return Vec::new() };
    let left = scene.view.tiles.iter().find(|(name, _)| *name == tile).and_then(|(_, left)| *left);
    let left = left.map(|n| match n {
        1 => say!("the last tile {tile}", tile),
        n => say!("{n} tiles {tile} left", n = i64::from(n), tile),
    });
    left.into_iter().chain(terms(scene, hex, by, cost)).collect()
}

/// The terms of a cost: what is in the ground, and what a card takes off.
fn terms(scene: &Scene<'_>, hex: HexName, by: Option<CardName>, cost: Money) -> Option<Text> {
    let parts = scene.names.parts();
    let laid = scene.view.board.tiles.iter().any(|(on, _, _)| *on == hex);
    let ground = parts.hex(hex).and_then(|id| parts.map.hex(id)).filter(|_| !laid)?;
    let of = |terrain: &Terrain| {
        let (kind, cost) = (terrain.kind, terrain.cost);
        Arg::from(say!("{kind} {cost}", kind, cost))
    };
    let sum: Money = ground.terrain.iter().map(|terrain| terrain.cost).sum();
    let mut list: Vec<Arg> = ground.terrain.iter().map(of).collect();
    match (cost - sum, by) {
        (more, _) if more > Money::ZERO => list.push(say!("sides and track {more}", more).into()),
        (less, Some(card)) if less < Money::ZERO => {
            list.push(say!("{card} −{less}", card = scene.card(card), less = -less).into());
        }
        (less, None) if less < Money::ZERO => list.push(say!("discount −{less}", less = -less).into()),
        _ => {}
    }
    (!list.is_empty()).then(|| say!("cost: {list}", list = Arg::List(list)))
}
