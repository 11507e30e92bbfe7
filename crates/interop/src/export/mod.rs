//! Our games as 18xx.games writes them down.
//!
//! For every entry of our log there are a few ways in which the site could have recorded it. The first way that
//! our own importer reads back as just these entries is written; so whatever is exported can be imported again and
//! comes to the same table. An entry that the site has no words for ends the export with an error that names it.

mod chains;
mod copies;
mod esp;
mod t1841;
mod words;

use crate::error::Error;
use crate::known;
use crate::record::{Player, Record, Recorded, read_action};
use crate::replay::{self, Importer, Replay};
use crate::table::Table;
use ferrata_engine::action::Action;
use ferrata_engine::kind::action_kind;
use ferrata_engine::log::Log;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_engine::view::View;
use serde_json::{Value, json};

/// How far after an entry the action may stand with which the site implies it: passes of a whole turn.
const LOOK_AHEAD: usize = 12;

/// How a title's entries are written in the site's words.
pub(crate) trait Words: Importer + Clone {
    /// What decided the outcomes of chance: a seed, and the order of the players; or why nothing could have.
    fn fate(_: &Log) -> Result<(Option<u64>, Vec<u16>), String> {
        Ok((None, Vec::new()))
    }

    /// The options of the site that make our set-up, or why there are none.
    fn options(log: &Log) -> Result<Vec<&'static str>, String>;

    /// The ways in which the site may have recorded an entry made in this state, the likeliest first; each is a
    /// list of actions. Or why there is none.
    fn ways(&self, copies: &copies::Copies, state: &Self::Game, entry: &Entry) -> words::Ways;
}

/// A game of ours as an export of 18xx.games.
pub fn export(log: &Log) -> Result<Value, Error> {
    export_while(log, &|| true)
}

/// The same, as long as it is wanted: asked before every entry.
pub fn export_while(log: &Log, wanted: &dyn Fn() -> bool) -> Result<Value, Error> {
    (known::title(log.setup.title.as_str())?.write)(log, wanted)
}

/// The same for a title.
pub(crate) fn write<I: Words>(log: &Log, wanted: &dyn Fn() -> bool) -> Result<Value, Error> {
    Export::<I>::of(log, wanted)
}

/// An entry to be written.
#[derive(Clone, Copy)]
struct Step<'a> {
    entry: &'a Entry,
    /// Its number in our log, counted from 1.
    number: usize,
    /// The stable hash after it.
    hash: u64,
}

/// A game that is being written down, with the importer that reads it along.
struct Export<'a, I: Words> {
    log: &'a Log,
    steps: Vec<Step<'a>>,
    importer: I,
    state: I::Game,
    copies: copies::Copies,
    actions: Vec<Value>,
    /// For which entry of our log each action was written.
    written_for: Vec<usize>,
    /// The entries that the written actions come back as.
    expected: Vec<Entry>,
}

impl<'a, I: Words> Export<'a, I> {
    fn of(log: &'a Log, wanted: &dyn Fn() -> bool) -> Result<Value, Error> {
        let none = |why| Error::NotThere { entry: 0, why };
        let options = I::options(log).map_err(none)?;
        let mut record = record(log, &options);
        let (seed, order) = I::fate(log).map_err(none)?;
        record.seed = seed;
        record.order =
            order.iter().filter_map(|seat| record.players.get(usize::from(*seat))).map(|p| p.id).collect();
        let setup = I::setup(&record)?;
        let mut table = Table::<I::Game>::new(setup).map_err(Error::Setup)?;
        let mut importer = I::new(&record);
        importer.open(&mut table)?;
        let copies = copies::Copies::new();
        let steps = steps::<I::Game>(log)?;
        let drawn = table.log.entries.iter().zip(&steps).take_while(|(read, ours)| read.entry == *ours.entry);
        let mut at = drawn.count();
        if at < table.log.entries.len() {
            return Err(Error::NotThere { entry: at + 1, why: "18xx.games draws otherwise".to_owned() });
        }
        let expected = steps.iter().take(at).map(|step| step.entry.clone()).collect();
        let (state, actions) = (table.state, Vec::new());
        let written_for = Vec::new();
        let mut export = Export { log, steps, importer, state, copies, actions, written_for, expected };
        while at < export.steps.len() {
            if !wanted() {
                return Err(Error::Stopped);
            }
            at += export.step(at)?;
        }
        export.finish(&record)
    }

    fn entry(&self, at: usize) -> Option<&'a Entry> {
        self.steps.get(at).map(|step| step.entry)
    }

    /// Writes what comes next; returns how many entries that was.
    fn step(&mut self, at: usize) -> Result<usize, Error> {
        let mut why = None;
        let mut state = self.state.clone();
        // What has been written for the entries before, where the site comes to our table only later on.
        let mut begun: Vec<Vec<Value>> = vec![Vec::new()];
        for ahead in at..at + LOOK_AHEAD {
            let Some(entry) = self.entry(ahead) else { break };
            let ways = self.importer.ways(&self.copies, &state, entry).unwrap_or_else(|none| {
                why.get_or_insert(none);
                Vec::new()
            });
            let longer = |begun: &Vec<Value>| {
                ways.iter().map(|way| [begun.as_slice(), way].concat()).collect::<Vec<_>>()
            };
            let tries: Vec<_> = begun.iter().flat_map(longer).collect();
            for way in tries {
                match self.try_way(at, &way) {
                    Tried::Written(taken) => return Ok(taken),
                    Tried::Elsewhere if begun.len() < MOST_BEGUN => begun.push(way),
                    Tried::Elsewhere => {}
                    Tried::Refused(refused) => drop(why.get_or_insert(refused)),
                }
            }
            if !may_be_implied(&entry.action) {
                begun.retain(|begun| !begun.is_empty());
            }
            if begun.is_empty() || state.apply(entry).is_err() {
                break;
            }
        }
        let kind = self.entry(at).map_or("entry", |entry| action_kind(&entry.action));
        let why = why.unwrap_or_else(|| format!("18xx.games has no words for such a {kind} here"));
        let entry = self.steps.get(at).map_or(at + 1, |step| step.number);
        Err(Error::NotThere { entry, why })
    }

    /// Lets the importer read these actions; if it comes to our table, they are written.
    fn try_way(&mut self, at: usize, way: &[Value]) -> Tried {
        let before = self.state.view();
        let mut importer = self.importer.clone();
        let mut table = Table::at(&self.state, self.log.setup.clone());
        let written: Vec<Value> = way.iter().zip(self.actions.len() + 1..).map(numbered).collect();
        if let Err(why) = read_along(&mut importer, &mut table, &written) {
            return Tried::Refused(why.to_string());
        }
        let hash = table.state.hash();
        let here = self.steps.iter().skip(at).take(LOOK_AHEAD).position(|step| step.hash == hash);
        let Some(here) = here.filter(|_| !table.log.entries.is_empty()) else { return Tried::Elsewhere };
        self.expected.extend(table.log.entries.into_iter().map(|recorded| recorded.entry));
        self.importer = importer;
        self.state = table.state;
        self.copies.follow(&written, &before, &self.state.view());
        let number = self.steps.get(at).map_or(at + 1, |step| step.number);
        self.written_for.extend(written.iter().map(|_| number));
        self.actions.extend(written);
        Tried::Written(here + 1)
    }

    fn finish(self, record: &Record) -> Result<Value, Error> {
        let file = file(record, &self.state.view(), self.actions);
        let again = replay::import::<I>(&Record::parse(&file.to_string())?, None)
            .map_err(|error| misread(&self.written_for, error))?;
        match first_change(&self.expected, &again) {
            None => Ok(file),
            Some(at) => {
                let why = "it would not come back as it was".to_owned();
                Err(Error::NotThere { entry: at + 1, why })
            }
        }
    }
}

/// What came of an attempt to write something.
enum Tried {
    /// It was written, and stands for so many entries.
    Written(usize),
    /// It can be read, but does not come to our table (yet).
    Elsewhere,
    /// It cannot be read.
    Refused(String),
}

/// How many beginnings are followed that come to our table only later on.
const MOST_BEGUN: usize = 6;

/// Whether the site may leave an entry out: it is implied by something later.
fn may_be_implied(action: &Action) -> bool {
    matches!(
        action,
        Action::Pass
            | Action::Propose { .. }
            | Action::Choose { .. }
            | Action::Loan { .. }
            | Action::Merge { .. }
    )
}

fn numbered((action, id): (&Value, usize)) -> Value {
    let mut action = action.clone();
    if let Some(action) = action.as_object_mut() {
        action.insert("id".into(), json!(id));
    }
    action
}

fn read_along<I: Words>(
    importer: &mut I,
    table: &mut Table<I::Game>,
    written: &[Value],
) -> Result<(), Error> {
    let read: Vec<_> = written.iter().filter_map(|action| read_action(action, None).transpose()).collect();
    let read = read.into_iter().collect::<Result<Vec<_>, _>>()?;
    let read: Vec<&Recorded> = read.iter().collect();
    for (at, action) in read.iter().enumerate() {
        importer.play(table, action, read.get(at + 1..).unwrap_or_default())?;
    }
    Ok(())
}

/// What was written action by action but cannot be read as a whole, told by our entry: nobody sees the action.
fn misread(written_for: &[usize], error: Error) -> Error {
    let Some(place) = error.place() else { return error };
    let entry = place.id.checked_sub(1).and_then(|at| written_for.get(at as usize)).copied();
    let why = format!("written for 18xx.games it would be read otherwise: {error}");
    Error::NotThere { entry: entry.unwrap_or(0), why }
}

/// Where a game that was written and read again first differs.
fn first_change(expected: &[Entry], again: &Replay) -> Option<usize> {
    let read: Vec<&Entry> = again.log.entries.iter().map(|recorded| &recorded.entry).collect();
    let differs = expected.iter().enumerate().position(|(at, entry)| read.get(at) != Some(&entry));
    differs.or_else(|| (read.len() > expected.len()).then_some(expected.len()))
}

/// The entries to be written. A proposal that is declined changes nothing and is not recorded on the site.
fn steps<T: Title>(log: &Log) -> Result<Vec<Step<'_>>, Error> {
    let mut state = T::start(&log.setup).map_err(Error::Setup)?;
    let mut steps: Vec<Step<'_>> = Vec::with_capacity(log.entries.len());
    for (at, recorded) in log.entries.iter().enumerate() {
        let broken =
            |why: ferrata_engine::refusal::Refusal| Error::NotThere { entry: at + 1, why: why.to_string() };
        state.apply(&recorded.entry).map_err(broken)?;
        steps.push(Step { entry: &recorded.entry, number: at + 1, hash: state.hash() });
        if let [.., before, propose, decline] = steps.as_slice()
            && let (Action::Propose { .. }, Action::Decline) = (&propose.entry.action, &decline.entry.action)
            && before.hash == decline.hash
        {
            steps.truncate(steps.len() - 2);
        }
    }
    Ok(steps)
}

/// The record to be filled; the players are numbered from 1.
fn record(log: &Log, options: &[&str]) -> Record {
    let players = log.setup.players.iter().zip(1..).map(|(name, id)| Player { id, name: name.clone() });
    Record {
        title: log.setup.title.to_string(),
        players: players.collect(),
        options: options.iter().map(|option| (*option).to_owned()).collect(),
        seed: None,
        order: Vec::new(),
        actions: Vec::new(),
        result: Vec::new(),
    }
}

fn file(record: &Record, view: &View, actions: Vec<Value>) -> Value {
    let players: Vec<Value> =
        record.players.iter().map(|player| json!({ "id": player.id, "name": player.name })).collect();
    let order = if record.order.is_empty() { Value::Null } else { json!(record.order) };
    let over = matches!(view.turn, Turn::Over(_));
    let acting = match &view.turn {
        Turn::Seat(seat) => vec![seat.0 + 1],
        Turn::Sealed(seats) => seats.iter().map(|seat| seat.0 + 1).collect(),
        _ => Vec::new(),
    };
    let worth =
        |(player, id): (&ferrata_engine::view::PlayerView, usize)| (id.to_string(), json!(player.worth.0));
    let result: serde_json::Map<_, _> = view.players.iter().zip(1..).map(worth).collect();
    json!({
        "id": 0,
        "title": record.title,
        "description": "",
        "user": players.first(),
        "players": players,
        "min_players": players.len(),
        "max_players": players.len(),
        "settings": { "seed": record.seed.unwrap_or(0), "player_order": order, "optional_rules": record.options },
        "status": if over { "finished" } else { "active" },
        "round": view.round.name.to_string(),
        "acting": acting,
        "result": if over { Value::Object(result) } else { json!({}) },
        "actions": actions,
    })
}
