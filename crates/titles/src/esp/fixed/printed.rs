//! The box of an edition as the rules read it: whatever they would stumble over is told when it is loaded.

use super::figures::{Figures, Switches};
use super::passes::{self, Pass};
use super::phase::Phase;
use super::privates::{self, Privates};
use super::roster::{self, Role};
use crate::data::whole_shares;
use ferrata_engine::chart::Field;
use ferrata_engine::components::{CardSpec, Components};
use ferrata_engine::fact::Facts;
use ferrata_engine::id::{CompanyId, HexId, PhaseId, TrainKind};
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, Name};
use ferrata_engine::tile::{Face, Gauge};
use ferrata_engine::train::TrainSpec;
use serde::Deserialize;
use smallvec::SmallVec;

/// What the data files say.
#[derive(Debug)]
pub(in crate::esp) struct Printed {
    pub(in crate::esp) figures: Figures,
    pub(in crate::esp) switches: Switches,
    pub(super) roles: Vec<Role>,
    phases: Vec<Phase>,
    pub(in crate::esp) passes: SmallVec<[Pass; 4]>,
    pub(in crate::esp) privates: Privates,
    /// The zigzag of the chart, from its lowest price to its highest.
    pub(in crate::esp) chain: Vec<Field>,
    /// The yellow zone, from its lowest price to its highest.
    pub(in crate::esp) starts: Vec<(Money, Field)>,
    /// 18ESP-1.5.1-01: the companies that the standard set-up leaves in the box.
    pub(in crate::esp) standard_removed: Vec<CompanyId>,
    /// 18ESP-4.3-08: MZA and MZ.
    pub(in crate::esp) shared_circle: [CompanyId; 2],
    pub(in crate::esp) double_cities: SmallVec<[HexId; 3]>,
    pub(in crate::esp) aranjuez: HexId,
    /// The side of Aranjuez's hex that leads to Madrid.
    pub(in crate::esp) to_madrid: u8,
    /// The hexes of the North–South bonus.
    pub(in crate::esp) bonus_north: SmallVec<[HexId; 2]>,
    pub(in crate::esp) bonus_south: SmallVec<[HexId; 2]>,
    /// By hex: whether it lies on the North map.
    north: Vec<bool>,
    /// By tile: whether its track is narrow.
    pub(in crate::esp) narrow_tile: Vec<bool>,
    /// 18ESP-7-01: the train that ends the game.
    pub(in crate::esp) last_train: TrainKind,
    /// All train cards of the box: those of the bank and the one beside private 2 (18ESP-1.5.1-10).
    pub(in crate::esp) train_cards: Vec<TrainSpec>,
}

impl Printed {
    /// Reads everything, or tells the first thing that is wrong.
    pub(in crate::esp) fn read(parts: &Components) -> Result<Printed, Problem> {
        let figures: Figures = parts.constants.read()?;
        let limits = [figures.hold_limit, figures.pool_limit, figures.reserved_share];
        whole_shares(&parts.constants, figures.share, &limits)?;
        let (at, privates) = (&parts.constants, privates::read(parts)?);
        let roles = roster::read(parts, &figures)?;
        let aranjuez = hex_named(parts, at, figures.aranjuez.hex)?;
        let starts = starts(parts, figures.start_prices)?;
        let last = figures.end.train;
        let last_train =
            parts.train(last).ok_or_else(|| at.wrong(format!("\"{last}\""), "a train of this title"))?;
        Ok(Printed {
            switches: figures.switches,
            phases: phases(parts, figures.share, &starts)?,
            passes: passes::read(parts, &figures)?,
            chain: chain(parts)?,
            starts,
            standard_removed: roster::removed(parts, &roles, &figures)?,
            shared_circle: pair(parts, figures.shared_circle)?,
            double_cities: labelled(parts, "OO"),
            aranjuez,
            to_madrid: side_towards(parts, aranjuez, figures.aranjuez.madrid)?,
            bonus_north: hexes(parts, &figures.bonuses.north)?,
            bonus_south: hexes(parts, &figures.bonuses.south)?,
            north: parts.map.hexes.iter().map(|hex| hex.region == Some(Name::cut("north"))).collect(),
            narrow_tile: parts.tiles.tiles.iter().map(|tile| is_narrow(tile.face(0))).collect(),
            last_train,
            train_cards: train_cards(parts, &privates)?,
            roles,
            privates,
            figures,
        })
    }

    pub(in crate::esp) fn role(&self, company: CompanyId) -> Role {
        self.roles.get(company.index()).copied().unwrap_or(Role::NOBODY)
    }

    /// All companies with what they are.
    pub(in crate::esp) fn roles(&self) -> &[Role] {
        &self.roles
    }

    #[allow(clippy::indexing_slicing)] // there are phases (checked when they are read), and `at` is clamped
    pub(in crate::esp) fn phase(&self, at: PhaseId) -> &Phase {
        &self.phases[at.index().min(self.phases.len() - 1)]
    }

    /// All phases, in order.
    pub(in crate::esp) fn phases(&self) -> &[Phase] {
        &self.phases
    }

    /// How many privates there are.
    pub(in crate::esp) fn private_count(&self) -> usize {
        self.privates.cards.len()
    }

    #[allow(clippy::indexing_slicing)] // the places were found in the list when it was read
    pub(in crate::esp) fn private<'a>(&self, parts: &'a Components, private: usize) -> &'a CardSpec {
        &parts.cards[self.privates.cards[private.min(self.privates.cards.len() - 1)]]
    }

    /// All cards of a kind of train, the special one included.
    pub(in crate::esp) fn cards_of(&self, kind: TrainKind) -> u8 {
        self.train_cards.get(kind.index()).and_then(|spec| spec.count).unwrap_or(0) as u8
    }

    /// Whether a hex lies on the North map.
    pub(in crate::esp) fn is_north(&self, hex: HexId) -> bool {
        self.north.get(hex.index()).copied().unwrap_or(false)
    }
}

pub(super) fn hex_named(parts: &Components, at: &Facts, name: HexName) -> Result<HexId, Problem> {
    parts.hex(name).ok_or_else(|| at.wrong(format!("\"{name}\""), "a hex of this map"))
}

fn hexes(parts: &Components, names: &[HexName]) -> Result<SmallVec<[HexId; 2]>, Problem> {
    names.iter().map(|name| hex_named(parts, &parts.constants, *name)).collect()
}

fn pair(parts: &Components, names: [CompanyName; 2]) -> Result<[CompanyId; 2], Problem> {
    let find = |name| {
        let wrong = || parts.constants.wrong(format!("\"{name}\""), "a company of this title");
        parts.company(name).ok_or_else(wrong)
    };
    let [one, other] = names;
    Ok([find(one)?, find(other)?])
}

fn phases(parts: &Components, share: u8, starts: &[(Money, Field)]) -> Result<Vec<Phase>, Problem> {
    let read = |spec| Phase::read(spec, share, starts);
    let phases: Vec<Phase> = parts.phases.iter().map(read).collect::<Result<_, _>>()?;
    match phases.is_empty() {
        true => Err(parts.constants.wrong("no phase", "phases")),
        false => Ok(phases),
    }
}

/// One zigzag: the bottom of each column, then its top; each price higher than the one before.
fn chain(parts: &Components) -> Result<Vec<Field>, Problem> {
    let mut chain: Vec<Field> = parts.grid.fields().collect();
    chain.sort_by_key(|at| (at.col, std::cmp::Reverse(at.row)));
    let rises = |pair: &[Field]| match pair {
        [low, high] => parts.grid.price(*low) < parts.grid.price(*high),
        _ => true,
    };
    match chain.windows(2).all(rises) && !chain.is_empty() {
        true => Ok(chain),
        false => {
            let expected = "a chart whose prices rise along its zigzag: below, above, below and so on";
            Err(parts.constants.wrong("another chart", expected))
        }
    }
}

fn starts(parts: &Components, letter: char) -> Result<Vec<(Money, Field)>, Problem> {
    let mut starts: Vec<_> = parts.grid.flagged(letter).map(|at| (parts.grid.price(at), at)).collect();
    starts.sort_by_key(|(price, _)| *price);
    match starts.is_empty() {
        true => Err(parts.constants.wrong(format!("no field with the letter {letter}"), "start prices")),
        false => Ok(starts),
    }
}

fn labelled(parts: &Components, label: &str) -> SmallVec<[HexId; 3]> {
    let has = |hex: &HexId| {
        let face = parts.map.hex(*hex).map(|hex| &hex.face);
        face.is_some_and(|face| face.labels.iter().any(|name| name.as_str() == label))
    };
    parts.map.ids().filter(has).collect()
}

fn side_towards(parts: &Components, from: HexId, to: HexName) -> Result<u8, Problem> {
    let beyond = hex_named(parts, &parts.constants, to)?;
    let leads = |side: &u8| parts.map.hex(from).and_then(|hex| hex.side(*side).to).map(|(hex, _)| hex);
    let found = (0..6).find(|side| leads(side) == Some(beyond));
    found.ok_or_else(|| parts.constants.wrong(format!("\"{to}\""), "a neighbour of Aranjuez"))
}

fn is_narrow(face: &Face) -> bool {
    face.track.iter().any(|track| track.gauge == Gauge::Narrow)
}

/// Trains have no facts of their own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrainFacts {}

/// The train cards of the box. Both sides of a card cost the same, and that of private 3 nothing.
fn train_cards(parts: &Components, privates: &Privates) -> Result<Vec<TrainSpec>, Problem> {
    let mut cards = parts.trains.clone();
    for (at, card) in cards.iter_mut().enumerate() {
        let TrainFacts {} = card.facts.read()?;
        let kind = TrainKind(at as u8);
        if card.sides.iter().any(|side| side.price != card.price) {
            let found = format!("other prices on the back of the {}-train", card.name);
            return Err(card.facts.wrong(found, format!("{} on both sides", card.price)));
        }
        if kind == privates.permanent_train && (card.price, card.count) != (Money::ZERO, Some(1)) {
            let found = format!("{:?} for {}", card.count, card.price);
            return Err(card.facts.wrong(found, "one train of private 3, without a price"));
        }
        if kind == privates.special_train {
            card.count = card.count.map(|count| count + 1);
        }
    }
    Ok(cards)
}
