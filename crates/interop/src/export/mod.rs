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
use crate::record::{Player, Record, read_action};
use crate::replay::{self, Importer, Replay};
use crate::table::Table;
use ferrata_engine::action::Action;
use ferrata_engine::kit::action_kind;
use ferrata_engine::log::{Log, Recorded as Ours};
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_engine::view::View;
use serde_json::{Value, json};

/// How far after an entry the action may stand with which the site implies it: passes of a whole turn.
const LOOK_AHEAD: usize = 12;

/// How a title's entries are written in the site's words.
pub(crate) trait Words: Importer + Clone {
    /// Kinds of trains of which the first copy is not among those in the bank.
    const SPECIAL: &'static [&'static str] = &[];

    /// What decided the outcomes of chance: a seed, and the order of the players; or why nothing could have.
    fn fate(_: &Log) -> Result<(Option<u64>, Vec<u16>), String> {
        Ok((None, Vec::new()))
    }

    /// The options of the site that make our set-up, or why there are none.
    fn options(log: &Log) -> Result<Vec<&'static str>, String>;

    /// The ways in which the site may have recorded an entry made in this state, the likeliest first; each is a
    /// list of actions. Or why there is none.
    fn ways(copies: &copies::Copies, state: &Self::Game, entry: &Entry) -> words::Ways;
}

/// A game of ours as an export of 18xx.games.
pub fn export(log: &Log) -> Result<Value, Error> {
    match log.setup.title.as_str() {
        "1841" => Export::<crate::t1841::Import>::of(log),
        "18ESP" => Export::<crate::esp::Import>::of(log),
        title => Err(Error::UnknownTitle { title: title.to_owned(), known: crate::TITLES }),
    }
}

/// A game that is being written down, with the importer that reads it along.
struct Export<'a, I: Words> {
    log: &'a Log,
    /// The stable hash after each entry.
    hashes: Vec<u64>,
    importer: I,
    state: I::Game,
    copies: copies::Copies,
    actions: Vec<Value>,
    /// Our entries that the written actions come back as.
    expected: Vec<&'a Entry>,
}

impl<'a, I: Words> Export<'a, I> {
    fn of(log: &'a Log) -> Result<Value, Error> {
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
        let copies = copies::Copies::new(I::SPECIAL);
        let hashes = hashes::<I::Game>(log)?;
        let drawn =
            table.log.entries.iter().zip(&log.entries).take_while(|(read, ours)| read.entry == ours.entry);
        let mut at = drawn.count();
        if at < table.log.entries.len() {
            return Err(Error::NotThere { entry: at + 1, why: "18xx.games draws otherwise".to_owned() });
        }
        let expected = log.entries.iter().take(at).map(|recorded| &recorded.entry).collect();
        let (state, actions) = (table.state, Vec::new());
        let mut export = Export { log, hashes, importer, state, copies, actions, expected };
        while at < log.entries.len() {
            at += export.step(at)?;
        }
        export.finish(&record)
    }

    fn entry(&self, at: usize) -> Option<&'a Entry> {
        self.log.entries.get(at).map(|recorded: &Ours| &recorded.entry)
    }

    /// Writes what comes next; returns how many entries that was.
    fn step(&mut self, at: usize) -> Result<usize, Error> {
        if let Some(skipped) = self.declined(at) {
            return Ok(skipped);
        }
        let mut why = None;
        let mut state = self.state.clone();
        for ahead in at..at + LOOK_AHEAD {
            let Some(entry) = self.entry(ahead) else { break };
            match I::ways(&self.copies, &state, entry) {
                Ok(ways) => {
                    if let Some(taken) = ways.into_iter().find_map(|way| self.try_way(at, way)) {
                        return Ok(taken);
                    }
                }
                Err(none) => why = why.or(Some(none)),
            }
            // Only what the site may leave out can be implied by something later.
            let implied = matches!(
                entry.action,
                Action::Pass
                    | Action::Propose { .. }
                    | Action::Choose { .. }
                    | Action::Loan { .. }
                    | Action::Merge { .. }
            );
            if !implied || state.apply(entry).is_err() {
                break;
            }
        }
        let kind = self.entry(at).map_or("entry", |entry| action_kind(&entry.action));
        let why = why.unwrap_or_else(|| format!("18xx.games has no words for such a {kind} here"));
        Err(Error::NotThere { entry: at + 1, why })
    }

    /// A proposal that is declined changes nothing and is not recorded on the site.
    fn declined(&self, at: usize) -> Option<usize> {
        let (Action::Propose { .. }, Action::Decline) =
            (&self.entry(at)?.action, &self.entry(at + 1)?.action)
        else {
            return None;
        };
        (self.hashes.get(at + 1) == Some(&self.state.hash())).then_some(2)
    }

    /// Lets the importer read these actions; if it comes to our entries, they are written. Returns how many entries
    /// they stand for.
    fn try_way(&mut self, at: usize, way: Vec<Value>) -> Option<usize> {
        let before = self.state.view();
        let mut importer = self.importer.clone();
        let mut table = Table { state: self.state.clone(), log: Log::new(self.log.setup.clone()) };
        let mut written = Vec::with_capacity(way.len());
        for mut action in way {
            let id = self.actions.len() + written.len() + 1;
            action.as_object_mut()?.insert("id".into(), json!(id));
            let recorded = read_action(&action, None).ok()??;
            importer.play(&mut table, &recorded, &[]).ok()?;
            written.push(action);
        }
        let taken = table.log.entries.len();
        let read = table.log.entries.iter().map(|recorded| &recorded.entry);
        let same = read.enumerate().all(|(more, read)| self.is_same(at + more, read));
        let hash = self.hashes.get((at + taken).checked_sub(1)?);
        if taken == 0 || !same || hash != Some(&table.state.hash()) {
            return None;
        }
        let log = self.log;
        self.expected.extend(log.entries.iter().skip(at).take(taken).map(|recorded| &recorded.entry));
        self.importer = importer;
        self.state = table.state;
        self.copies.follow(&written, &before, &self.state.view());
        self.actions.extend(written);
        Some(taken)
    }

    /// Whether an entry came back as ours.
    fn is_same(&self, at: usize, read: &Entry) -> bool {
        self.entry(at).is_some_and(|ours| stands_for(ours, read))
    }

    fn finish(self, record: &Record) -> Result<Value, Error> {
        let file = file(record, &self.state.view(), self.actions);
        let again = replay::import::<I>(&Record::parse(&file.to_string())?, None)?;
        match first_change(&self.expected, &again) {
            None => Ok(file),
            Some(at) => {
                let why = "it would not come back as it was".to_owned();
                Err(Error::NotThere { entry: at + 1, why })
            }
        }
    }
}

/// Whether an entry that was read is as good as ours: a run may name its equal trains in another order. That the table
/// is the same is seen by its hash.
fn stands_for(ours: &Entry, read: &Entry) -> bool {
    let run = |entry: &Entry| matches!(entry.action, Action::Run { .. });
    ours == read || (ours.by == read.by && run(ours) && run(read))
}

/// Where a game that was written and read again first differs.
fn first_change(expected: &[&Entry], again: &Replay) -> Option<usize> {
    let same = |(at, ours): (usize, &&Entry)| {
        let read = again.log.entries.get(at).map(|recorded| &recorded.entry);
        read.is_some_and(|read| stands_for(ours, read))
    };
    let differs = expected.iter().enumerate().position(|entry| !same(entry));
    differs.or_else(|| (again.log.entries.len() > expected.len()).then_some(expected.len()))
}

fn hashes<T: Title>(log: &Log) -> Result<Vec<u64>, Error> {
    let mut state = T::start(&log.setup).map_err(Error::Setup)?;
    let mut hashes = Vec::with_capacity(log.entries.len());
    for (at, recorded) in log.entries.iter().enumerate() {
        let broken =
            |why: ferrata_engine::refusal::Refusal| Error::NotThere { entry: at + 1, why: why.to_string() };
        state.apply(&recorded.entry).map_err(broken)?;
        hashes.push(state.hash());
    }
    Ok(hashes)
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
        "round": view.round,
        "acting": acting,
        "result": if over { Value::Object(result) } else { json!({}) },
        "actions": actions,
    })
}
