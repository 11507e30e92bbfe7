//! Playing a recorded game again, and saying what came of it.

use crate::compare::{Difference, facts, first_difference};
use crate::error::{Error, Place};
use crate::record::{Player, Record, Recorded};
use crate::table::Table;
use crate::trace::{Facts, Trace};
use ferrata_engine::action::Action;
use ferrata_engine::log::Log;
use ferrata_engine::money::Money;
use ferrata_engine::turn::{Setup, Title, Turn};
use ferrata_engine::view::View;
use serde::Serialize;
use serde_json::json;

/// How the recorded games of one title are read.
pub trait Importer: Sized {
    /// What the site calls the title, and so do we.
    const TITLE: &'static str;

    /// Its rules.
    type Game: Title;

    /// Our set-up for the record.
    fn setup(record: &Record) -> Result<Setup, Error>;

    /// What has to be remembered between actions, before the first one.
    fn new(record: &Record) -> Self;

    /// Plays what the record implies before its first action (the outcome of a random set-up).
    fn open(&mut self, _table: &mut Table<Self::Game>) -> Result<(), Error> {
        Ok(())
    }

    /// Plays one recorded action; `ahead` are the ones after it.
    fn play(
        &mut self,
        table: &mut Table<Self::Game>,
        action: &Recorded,
        ahead: &[&Recorded],
    ) -> Result<(), Error>;

    /// Facts that mean nothing at this moment and are not compared: in the middle of a procedure the site
    /// shows what its own way of working leaves behind.
    fn ignores(_view: &View, _fact: &str) -> bool {
        false
    }

    /// Brings our facts into the form the site uses where that is only a matter of form.
    fn adjust(_view: &View, _facts: &mut Facts) {}
}

/// A player's final (or present) worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standing {
    /// Who.
    pub player: String,
    /// Their worth.
    pub worth: Money,
}

/// What came of a game that was played again.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Replay {
    /// The title.
    pub title: String,
    /// The edition.
    pub edition: String,
    /// How many entries our log has.
    pub entries: usize,
    /// The players by worth, the richest first.
    pub standings: Vec<Standing>,
    /// Where our table first differs from the trace.
    pub first_difference: Option<Difference>,
    /// Our log.
    #[serde(skip)]
    pub log: Log,
    /// How many recorded actions were played (and compared, if there is a trace).
    #[serde(skip)]
    pub actions: usize,
    /// Why the game ended; none if it is not over.
    #[serde(skip)]
    pub ended: Option<String>,
    /// Which entries of our log each recorded action became, in order.
    #[serde(skip)]
    pub spans: Vec<Span>,
}

/// The entries of our log that one recorded action became: from the one after so many, to so many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The recorded action (in a log of our own, the number of the entry).
    pub id: u64,
    /// How many entries there were before it.
    pub from: usize,
    /// How many after it.
    pub to: usize,
}

impl Replay {
    /// How many entries had been played when the recorded action was about to be taken. Where it is a run,
    /// that is right before the trains run, whatever had to be passed before it.
    pub fn before(&self, id: u64) -> Option<usize> {
        let span = self.spans.iter().find(|span| span.id == id)?;
        let runs = |at: &usize| {
            let entry = self.log.entries.get(*at);
            entry.is_some_and(|recorded| matches!(recorded.entry.action, Action::Run { .. }))
        };
        Some((span.from..span.to).find(runs).unwrap_or(span.from))
    }
}

/// Plays a recorded game and compares it with its trace, if there is one, after every action.
pub fn import<I: Importer>(record: &Record, trace: Option<&Trace>) -> Result<Replay, Error> {
    let mut table = Table::<I::Game>::new(I::setup(record)?).map_err(Error::Setup)?;
    let mut importer = I::new(record);
    let mut checker = trace.map(|trace| Checker::<I>::new(trace, &record.players));
    importer.open(&mut table)?;
    let actions: Vec<&Recorded> = record.actions.iter().collect();
    let mut rest = actions.as_slice();
    let mut played = 0;
    let mut spans = Vec::with_capacity(rest.len());
    while let Some((action, ahead)) = rest.split_first() {
        rest = ahead;
        let from = table.log.entries.len();
        let ways = |error: Error, table: &Table<I::Game>, action: &Recorded| {
            error.parted(|| asked(table), || action.in_words(&record.players))
        };
        importer.play(&mut table, action, ahead).map_err(|error| ways(error, &table, action))?;
        for (at, then) in action.then.iter().enumerate() {
            let ahead: Vec<_> = action.then.iter().skip(at + 1).chain(ahead.iter().copied()).collect();
            importer.play(&mut table, then, &ahead).map_err(|error| ways(error, &table, then))?;
        }
        spans.push(Span { id: action.place.id, from, to: table.log.entries.len() });
        if let Some(difference) = checker.as_mut().and_then(|checker| checker.after(&action.place, &table)) {
            return Ok(report(table.state, table.log, played, Some(difference), spans));
        }
        played += 1;
    }
    let difference = checker.and_then(|checker| checker.at_the_end(&table));
    Ok(report(table.state, table.log, played, difference, spans))
}

/// What the table asks, and whom.
fn asked<T: Title>(table: &Table<T>) -> String {
    let view = table.state.view();
    let who = match &view.turn {
        Turn::Seat(seat) => view.players.get(seat.index()).map_or("nobody", |player| player.name.as_str()),
        Turn::Over(_) => return "nobody, the game is over".to_owned(),
        _ => "the players",
    };
    let company = view.operating.map(|company| format!(" for {company}")).unwrap_or_default();
    format!("{who}{company} to {} ({})", view.question, view.round.name)
}

/// Plays a log of our own.
pub fn fold<T: Title>(log: Log) -> Result<Replay, Error> {
    let state = log.state::<T>().map_err(|broken| Error::Damaged(broken.to_string()))?;
    let entries = log.entries.len();
    let spans = (0..entries).map(|at| Span { id: at as u64 + 1, from: at, to: at + 1 }).collect();
    Ok(report(state, log, entries, None, spans))
}

fn report<T: Title>(
    state: T,
    log: Log,
    actions: usize,
    first_difference: Option<Difference>,
    spans: Vec<Span>,
) -> Replay {
    let ended = match state.turn() {
        Turn::Over(outcome) => Some(outcome.reason.to_string()),
        _ => None,
    };
    Replay {
        title: log.setup.title.to_string(),
        edition: log.setup.edition.to_string(),
        entries: log.entries.len(),
        standings: standings(&state),
        first_difference,
        log,
        actions,
        ended,
        spans,
    }
}

fn standings<T: Title>(state: &T) -> Vec<Standing> {
    let view = state.view();
    let all = view.players.into_iter();
    let mut standings: Vec<_> = match state.turn() {
        Turn::Over(outcome) => {
            let names: Vec<_> = all.map(|player| player.name).collect();
            let named = |(seat, worth): (ferrata_engine::id::SeatId, Money)| {
                names.get(seat.index()).map(|name| Standing { player: name.clone(), worth })
            };
            return outcome.standings.into_iter().filter_map(named).collect();
        }
        _ => all.map(|player| Standing { player: player.name, worth: player.worth }).collect(),
    };
    standings.sort_by_key(|standing| std::cmp::Reverse(standing.worth));
    standings
}

/// Walks the trace beside the game.
struct Checker<'a, I> {
    trace: &'a Trace,
    players: &'a [Player],
    theirs: Facts,
    next: usize,
    title: std::marker::PhantomData<I>,
}

impl<'a, I: Importer> Checker<'a, I> {
    fn new(trace: &'a Trace, players: &'a [Player]) -> Self {
        Checker { trace, players, theirs: trace.setup.clone(), next: 0, title: std::marker::PhantomData }
    }

    /// Compares after an action. Lines of the trace before it belong to entries without effect of their own.
    fn after(&mut self, place: &Place, table: &Table<I::Game>) -> Option<Difference> {
        while let Some(step) = self.trace.steps.get(self.next).filter(|step| step.id <= place.id) {
            step.apply(&mut self.theirs);
            self.next += 1;
        }
        let view = table.state.view();
        let mut ours = facts(&view, self.players);
        I::adjust(&view, &mut ours);
        let compared = |fact: &str| !I::ignores(&view, fact);
        first_difference(&ours, &self.theirs, compared, place)
    }

    /// Compares the result.
    fn at_the_end(&self, table: &Table<I::Game>) -> Option<Difference> {
        let place = Place { id: self.trace.steps.last()?.id, kind: self.trace.steps.last()?.kind.clone() };
        let view = table.state.view();
        let ours = |id: u64| {
            let seat = self.players.iter().position(|player| player.id == id)?;
            view.players.get(seat).map(|player| i64::from(player.worth.0))
        };
        let differs = |&&(id, worth): &&(u64, i64)| ours(id) != Some(worth);
        let &(id, worth) = self.trace.result.iter().find(differs)?;
        Some(Difference {
            action: place.id,
            kind: place.kind,
            field: format!("result/{id}"),
            ours: json!(ours(id)),
            theirs: json!(worth),
        })
    }
}
