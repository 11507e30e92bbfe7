//! The sentences of the log.

use super::{Moment, Place, Record, Timeline, deed};
use crate::deal;
use crate::names::TableNames;
use crate::scene::Scene;
use crate::words::action_words;
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::id::SeatId;
use ferrata_engine::name::CompanyName;
use ferrata_engine::say;
use ferrata_engine::text::{Arg, Text};
use ferrata_engine::turn::{Author, Entry, Title, Turn};
use ferrata_titles::Game;
use ferrata_wire::{Because, SeatNote};

/// Whose turn a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnOf {
    /// A company's, in an operating round.
    Company(CompanyName),
    /// A player's.
    Seat(SeatId),
    /// Nobody's: chance, or what happens between turns.
    Table,
}

/// What a line tells, for signs and filters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineKind {
    /// A new round.
    Round,
    /// A new phase, or trains that leave the game.
    Phase,
    /// Money moved.
    Money,
    /// Shares, directors, cards.
    Shares,
    /// A price.
    Price,
    /// Tiles and tokens.
    Track,
    /// Trains and their runs.
    Trains,
    /// What somebody said or decided.
    Said,
    /// Anything else.
    Note,
    /// Something was taken back.
    Undo,
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The record it belongs to.
    pub number: u64,
    /// The round.
    pub round: String,
    /// The turn.
    pub turn_of: TurnOf,
    /// The sentence.
    pub text: String,
    /// What it tells.
    pub kind: LineKind,
}

/// An entry and what is known around it.
pub(super) struct Told<'a> {
    pub(super) number: u64,
    pub(super) entry: &'a Entry,
    pub(super) events: &'a [Event],
    pub(super) place: Place<'a>,
    pub(super) after: &'a Moment,
}

impl Told<'_> {
    /// The lines of an entry that leads from one table to another.
    pub(super) fn lines(&self, before: &Game, then: &Game, names: &TableNames) -> Vec<Line> {
        let Told { number, entry, events, place, after } = *self;
        let mut round = &place.moment.round;
        let mut turn_of = turn_of(place.moment, entry.by);
        let mut lines = Vec::with_capacity(events.len().max(1));
        let about_deal = self.about_deal(before, then, names);
        // What is said of a deal is said here with its terms; titles announce it first and leave them out.
        let announced =
            matches!(events.first(), Some(Event::Said { seat, .. }) if entry.by == Author::Seat(*seat));
        let skip = usize::from(about_deal.is_some() && announced);
        if let Some(text) = about_deal {
            let text = text.render(names);
            lines.push(Line { number, round: round.clone(), turn_of, text, kind: LineKind::Said });
        }
        for sentence in
            deed::told(entry, place.moment.operating, events.get(skip..).unwrap_or_default(), names)
        {
            if sentence.kind == LineKind::Round {
                round = &after.round;
                turn_of = TurnOf::Table;
            }
            let (text, kind) = (closed(sentence.text), sentence.kind);
            lines.push(Line { number, round: round.clone(), turn_of, text, kind });
        }
        if lines.is_empty() {
            let text = silent(entry, before, names);
            lines.push(Line { number, round: round.clone(), turn_of, text, kind: LineKind::Said });
        }
        lines
    }

    /// What to say of a proposal and of its answer.
    fn about_deal(&self, before: &Game, then: &Game, names: &TableNames) -> Option<Text> {
        let Author::Seat(seat) = self.entry.by else { return None };
        let terms = |deal: &Action, from: SeatId| {
            let view = before.view();
            deal::terms(deal, from, &Scene::new(before, &view, names))
        };
        match (&self.entry.action, self.place.proposal) {
            (Action::Propose { deal }, _) => {
                let deal = terms(deal, seat);
                Some(match then.turn() {
                    Turn::Seat(to) if to != seat => say!("{seat} proposes to {to}: {deal}.", seat, to, deal),
                    _ => say!("{seat} proposes: {deal}.", seat, deal),
                })
            }
            (Action::Accept, Some((Author::Seat(from), deal))) => {
                Some(say!("{seat} agrees to the deal: {deal}.", seat, deal = terms(deal, from)))
            }
            (Action::Decline, Some((Author::Seat(from), deal))) => {
                Some(say!("{seat} refuses the deal: {deal}.", seat, deal = terms(deal, from)))
            }
            _ => None,
        }
    }
}

/// A sentence with its full stop.
fn closed(mut text: String) -> String {
    if !text.ends_with(['.', '!', '?', ':']) {
        text.push('.');
    }
    text
}

/// What to say of an entry that moved nothing.
fn silent(entry: &Entry, before: &Game, names: &TableNames) -> String {
    let view = before.view();
    let does = action_words(&entry.action, &Scene::new(before, &view, names));
    let text = match entry.by {
        Author::Seat(seat) => say!("{seat} {does}.", seat, does),
        Author::Chance => say!("Chance {does}.", does),
    };
    text.render(names)
}

fn turn_of(before: &Moment, by: Author) -> TurnOf {
    match (before.operating, by) {
        (_, Author::Chance) => TurnOf::Table,
        (Some(company), _) => TurnOf::Company(company),
        (None, Author::Seat(seat)) => TurnOf::Seat(seat),
    }
}

pub(super) fn kind(event: &Event) -> LineKind {
    match event {
        Event::Paid { .. } => LineKind::Money,
        Event::Shares { .. } | Event::Director { .. } | Event::Card { .. } => LineKind::Shares,
        Event::Price { .. } => LineKind::Price,
        Event::Tile { .. } | Event::Token { .. } => LineKind::Track,
        Event::Run { .. } | Event::Train { .. } => LineKind::Trains,
        Event::Rusted { .. } | Event::Phase { .. } => LineKind::Phase,
        Event::Round { .. } => LineKind::Round,
        Event::Said { .. } => LineKind::Said,
        Event::Note { .. } => LineKind::Note,
    }
}

/// The line of something noted about a seat that is about to be added.
pub(super) fn of_note(timeline: &Timeline, record: &Record, note: &SeatNote) -> Line {
    let who = match record.by {
        Author::Seat(seat) => Arg::from(seat),
        Author::Chance => say!("The host").into(),
    };
    let text = match note {
        SeatNote::TimeUp => say!("{who}'s time is up.", who),
        SeatNote::Program { level, because } => {
            let level = level.word();
            match because {
                Because::Time => {
                    say!("{who}'s time is up: a program ({level}) plays on until they are back.", who, level)
                }
                Because::Wish => say!("{who} lets a program ({level}) play on.", who, level),
                Because::Consent => {
                    say!("The others agreed: a program ({level}) plays on for {who}.", who, level)
                }
                Because::Owner => say!("A program ({level}) plays on for {who}.", who, level),
            }
        }
        SeatNote::Back => say!("{who} is back and plays again.", who),
        SeatNote::Person { name } => say!("{name} takes a seat over.", name = name.clone()),
        SeatNote::Away { days } => {
            say!(
                "{who} is on vacation for {days} {days|day|days}: the clock stands.",
                who,
                days = i64::from(*days)
            )
        }
        SeatNote::Returned => say!("{who} is back from vacation: the clock runs.", who),
        SeatNote::Terms { .. } => say!("All agreed: the clocks run on other terms, and begin anew."),
    };
    Line {
        number: record.number,
        round: timeline.round(record.number.saturating_sub(1)).to_owned(),
        turn_of: TurnOf::Table,
        text: text.render(&timeline.names),
        kind: LineKind::Note,
    }
}

/// The line of an undo that is about to be added.
pub(super) fn of_undo(timeline: &Timeline, record: &Record, to: u64) -> Line {
    let who = match record.by {
        Author::Seat(seat) => Arg::from(seat),
        Author::Chance => say!("The host").into(),
    };
    let goal = timeline.course.tip_at(to);
    let before = |number: u64| timeline.course.before(number);
    let gone = timeline.course.line(timeline.len()).position(|number| before(number) == goal);
    let what = match gone {
        None => say!("{who} returns to the table after record {to}.", who, to = to.to_string()),
        Some(0) => say!("{who} undoes the last entry.", who),
        Some(gone) => say!("{who} undoes the last {many} entries.", who, many = gone as i64 + 1),
    };
    Line {
        number: record.number,
        round: timeline.round(to).to_owned(),
        turn_of: TurnOf::Table,
        text: what.render(&timeline.names),
        kind: LineKind::Undo,
    }
}
