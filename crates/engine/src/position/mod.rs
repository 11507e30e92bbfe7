//! Positions written down: a table in the middle of a game as a short text that people read and type.
//!
//! What is left out has its value from the set-up, so that a situation takes a few lines; a table from a log is written
//! out in full and read back with the same hash. One description serves both directions: a title implements [`Written`]
//! by visiting what is on its table ([`Visit`]), and the same visit writes or reads. A file is checked like data: names,
//! stock, slots, money and certificates must add up, and what is wrong is told with its line.
//!
//! ```toml
//! title = "tiny"
//! edition = "one"
//! players = ["Ada", "Ben"]
//! phase = "2"
//!
//! [seat.Ada]
//! cash = 120
//!
//! [company.Alpha]
//! price = 60
//! treasury = 200
//! shares = "Ada 40, Ben 20, pool 20"
//! stations = ["A4"]
//! trains = ["2"]
//!
//! [round.stock]
//! asked = "Ben"
//! ```

mod board;
mod depot;
mod holders;
pub mod json;
mod marker;
mod names;
mod table;
mod visit;

pub use visit::{InPlay, Toolbox, Visit};

use crate::components::Components;
use crate::decision::{self, Rulebook};
use crate::event::Events;
use crate::load::Problem;
use crate::name::Name;
use crate::refusal::Refusal;
use crate::say;
use crate::text::Text;
use crate::tree::{At, Nameless, Node, Table, Value, from_node, parse, to_node, to_toml};
use crate::turn::Setup;
use std::sync::Arc;

/// A title whose positions can be written down.
pub trait Written: Rulebook {
    /// The box.
    fn parts(&self) -> &Arc<Components>;

    /// The players' names, by seat.
    fn players(&self) -> &[String];

    /// What a position takes for granted: a table that was just set up becomes one at which play has begun.
    fn opened(&mut self) {}

    /// Visits everything that is on the table and counts for its hash.
    fn visit(&mut self, visit: &mut Visit<'_>);
}

/// The keys of a set-up, which come first.
const HEADER: [&str; 4] = ["title", "edition", "options", "players"];

/// The set-up that a position names.
pub fn setup(file: &str, text: &str) -> Result<Setup, Vec<Problem>> {
    let document = Document::parse(file, text)?;
    document.setup()
}

/// Reads a position: everything that is wrong with it, or its set-up and the game.
pub fn read<G: Written>(file: &str, text: &str) -> Result<(Setup, G), Vec<Problem>> {
    let setup = setup(file, text)?;
    let game = read_as(file, text, &setup)?;
    Ok((setup, game))
}

/// Reads a position of a set-up, which may be spelt otherwise than in the file. Players are called in the file as its
/// own header says, whoever plays them in the set-up.
pub fn read_as<G: Written>(file: &str, text: &str, setup: &Setup) -> Result<G, Vec<Problem>> {
    let document = &Document::parse(file, text)?;
    let refused = |place: &str, why: &Refusal| {
        vec![document.problem(At { file: 0, line: 1 }, place, why.to_string(), "a table that can be played")]
    };
    let mut game = opening::<G>(setup).map_err(|why| refused("the set-up", &why))?;
    let (parts, players) = (game.parts().clone(), document.setup()?.players);
    if players.len() != setup.players.len() {
        let (found, expected) = (players.len(), setup.players.len());
        let (found, expected) = (format!("{found} players"), format!("{expected}, as in the set-up"));
        return Err(vec![document.problem(At { file: 0, line: 1 }, "the set-up", found, expected)]);
    }
    let mut visit = Visit::reading(document, &parts, &players);
    game.visit(&mut visit);
    let problems = visit.finish();
    if !problems.is_empty() {
        return Err(problems);
    }
    decision::proceed(&mut game, &mut Events::new()).map_err(|why| refused("the position", &why))?;
    let breach = |what: String| {
        document.problem(At { file: 0, line: 1 }, "the position", what, "a table that adds up")
    };
    let breaches: Vec<_> = game.check().into_iter().map(breach).collect();
    if breaches.is_empty() { Ok(game) } else { Err(breaches) }
}

/// Writes a position out in full.
pub fn write<G: Written>(setup: &Setup, game: &G) -> Result<String, Refusal> {
    let mut header = Table::new();
    let unwritable = |error: &dyn std::fmt::Display| Refusal::plain(Text::words(error.to_string()));
    let node = to_node(setup, &Nameless).map_err(|error| unwritable(&error))?;
    for key in HEADER {
        if let Some(node) =
            node.get(key).filter(|node| !matches!(&node.value, Value::List(list) if list.is_empty()))
        {
            header.push((key.to_owned(), node.clone()));
        }
    }
    let before = written(&mut opening::<G>(setup)?)?;
    let now = written(&mut game.clone())?;
    header.extend(now.changed(&before));
    Ok(to_toml(&header))
}

/// The table that positions of a set-up are told from.
fn opening<G: Written>(setup: &Setup) -> Result<G, Refusal> {
    let mut game = G::set_up(setup)?;
    decision::proceed(&mut game, &mut Events::new())?;
    game.opened();
    Ok(game)
}

fn written<G: Written>(game: &mut G) -> Result<visit::Page, Refusal> {
    let (parts, players) = (game.parts().clone(), game.players().to_vec());
    let mut visit = Visit::writing(&parts, &players);
    game.visit(&mut visit);
    visit.page().map_err(|error| Refusal::plain(say!("the position cannot be written: {error}", error)))
}

/// A file being read.
pub(crate) struct Document<'a> {
    file: &'a str,
    root: Node,
}

impl<'a> Document<'a> {
    fn parse(file: &'a str, text: &str) -> Result<Document<'a>, Vec<Problem>> {
        let (table, errors) = parse(0, text);
        let root = Node { at: At { file: 0, line: 1 }, value: Value::Table(table) };
        let document = Document { file, root };
        let problem = |(at, found)| document.problem(at, "the file", found, "valid TOML");
        let problems: Vec<_> = errors.into_iter().map(problem).collect();
        if problems.is_empty() { Ok(document) } else { Err(problems) }
    }

    fn problem(&self, at: At, place: &str, found: impl Into<String>, expected: impl Into<String>) -> Problem {
        let (file, found, expected) = (self.file.to_owned(), found.into(), expected.into());
        Problem { file, line: at.line, place: place.to_owned(), found, expected }
    }

    fn setup(&self) -> Result<Setup, Vec<Problem>> {
        let table = self.root.table().into_iter().flatten();
        let mut header: Table = table.filter(|(key, _)| HEADER.contains(&key.as_str())).cloned().collect();
        if self.root.get("edition").is_none() {
            header.push(("edition".to_owned(), Node::text(Name::default().as_str())));
        }
        let node = Node { at: self.root.at, value: Value::Table(header) };
        from_node(&node, &Nameless).map_err(|error| {
            vec![self.problem(error.at.unwrap_or(node.at), "the set-up", error.found, error.expected)]
        })
    }
}
