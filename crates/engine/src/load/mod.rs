//! Reads the data files of a title and checks everything in them.
//!
//! A title is described by a few TOML files (its board, its companies, its trains …) and the common tile
//! catalogue; an edition may add overlays that change single blocks. All files become one tree ([`tree`]),
//! and the tree becomes [`Components`]. Whatever is wrong is collected, so that the author of a file sees
//! all of it at once: file, line, place, what was found and what was expected.

mod block;
mod board;
mod chart;
mod face;
mod fact;
mod rosters;
mod sides;
mod summary;
mod tiles;
mod tree;

use crate::components::{Components, Names, PlayerCount, Reconstructed};
use crate::map::Layout;
use crate::money::Money;
use crate::name::Name;
use crate::tree::At;
use block::Block;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
pub use summary::{Summary, summary};

/// The common tile catalogue.
pub const CATALOGUE: Source<'static> =
    Source { file: "tiles.toml", text: include_str!("../../data/tiles.toml") };

/// One data file.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its name, for messages.
    pub file: &'a str,
    /// What is written in it.
    pub text: &'a str,
}

/// Something wrong in a data file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The line in it, counted from 1.
    pub line: u32,
    /// The thing it is about: `hex F8`, `company IRSFF`.
    pub place: String,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { file, line, place, found, expected } = self;
        write!(f, "{file}:{line}: {place}: found {found}; expected {expected}")
    }
}

impl std::error::Error for Problem {}

/// Where problems are collected.
struct Desk<'a> {
    sources: &'a [Source<'a>],
    problems: RefCell<Vec<Problem>>,
}

impl Desk<'_> {
    fn files(&self) -> Arc<[String]> {
        self.sources.iter().map(|source| source.file.to_owned()).collect()
    }

    fn report(&self, at: At, place: &str, found: impl Into<String>, expected: impl Into<String>) {
        let file = self.sources.get(at.file as usize).map_or("?", |source| source.file).to_owned();
        let (found, expected) = (found.into(), expected.into());
        let problem = Problem { file, line: at.line, place: place.to_owned(), found, expected };
        self.problems.borrow_mut().push(problem);
    }
}

/// Reads a title: its files in order, overlays after what they change. The tile catalogue is one of the
/// files ([`CATALOGUE`]).
pub fn load(sources: &[Source<'_>]) -> Result<Components, Vec<Problem>> {
    let desk = Desk { sources, problems: RefCell::default() };
    let (tree, removed) = tree::read(&desk);
    let components = assemble(&Block::root(&desk, &tree), &removed);
    let problems = desk.problems.into_inner();
    if problems.is_empty() { Ok(components) } else { Err(problems) }
}

fn assemble(root: &Block<'_>, removed: &HashSet<String>) -> Components {
    let words = Words::read(root);
    let tiles = tiles::read(root, &words);
    let map = board::read(root, &words, removed);
    let (grid, chart_flags) = chart::read(root);
    let mut box_ = Components {
        title: root.need("title").unwrap_or_default(),
        edition: root.need("edition").unwrap_or_default(),
        currency: root.need("currency").unwrap_or_default(),
        players: players(root),
        bank: bank(root),
        map,
        tiles,
        upgrades: Default::default(),
        grid,
        chart_flags,
        companies: Vec::new(),
        trains: rosters::trains(root),
        phases: Vec::new(),
        cards: Vec::new(),
        constants: fact::facts(root, "constants"),
        reconstructed: root.reconstructed(),
        names: Names::default(),
    };
    box_.names = Names::of(&box_);
    box_.companies = rosters::companies(root, &box_);
    box_.names = Names::of(&box_);
    box_.cards = rosters::cards(root, &box_);
    box_.names = Names::of(&box_);
    rosters::link_cards(root, &mut box_);
    box_.phases = rosters::phases(root, &box_, &words);
    box_.names = Names::of(&box_);
    box_.upgrades = tiles::upgrades(root, &box_);
    board::forget_companies(root, &mut box_, removed);
    board::settle_homes(&mut box_);
    summary::check(root, &box_);
    root.ignore(&["reconstructed"]);
    root.finish();
    box_
}

/// The words that a title declares: what else could be a misspelling is an error.
struct Words {
    layout: Layout,
    bands: Vec<Name>,
    regions: Vec<Name>,
    labels: Vec<Name>,
}

impl Words {
    fn read(root: &Block<'_>) -> Words {
        let layout = match root.maybe::<String>("layout").as_deref() {
            None | Some("flat") => Layout::Flat,
            Some("pointy") => Layout::Pointy,
            Some(other) => {
                root.wrong("layout", format!("\"{other}\""), "\"flat\" or \"pointy\"");
                Layout::Flat
            }
        };
        let list = |key| root.maybe::<Vec<Name>>(key).unwrap_or_default();
        Words { layout, bands: list("bands"), regions: list("regions"), labels: list("labels") }
    }
}

fn bank(root: &Block<'_>) -> Option<Money> {
    match root.maybe::<block::Limit>("bank") {
        Some(block::Limit(amount)) => amount.map(Money),
        None => {
            root.missing("bank", "an amount of money or \"unlimited\"");
            None
        }
    }
}

fn players(root: &Block<'_>) -> Vec<PlayerCount> {
    let mut counts: Vec<_> = root.table("players").iter().filter_map(player_count).collect();
    if counts.is_empty() {
        root.missing("players", "a table by number of players");
    }
    counts.sort_by_key(|players| players.count);
    counts
}

fn player_count(block: &Block<'_>) -> Option<PlayerCount> {
    let count = block.key().parse();
    if count.is_err() {
        block.wrong_here(format!("\"{}\"", block.key()), "a number of players");
    }
    let players = PlayerCount {
        count: count.ok()?,
        cash: block.need("cash")?,
        certificate_limit: block.need("certificates")?,
    };
    block.finish();
    Some(players)
}

impl Block<'_> {
    /// The marks `reconstructed` of this block and of all blocks in it.
    fn reconstructed(&self) -> Vec<Reconstructed> {
        let mut marks = Vec::new();
        tree::marks(self.node(), "", &mut |place, reason| {
            marks.push(Reconstructed { place: place.to_owned(), reason: reason.to_owned() });
        });
        marks
    }
}
