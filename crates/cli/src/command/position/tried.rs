//! `ferrata position try`: entries played in a position, one after the other.

use super::{read, text_of, words};
use crate::output::{Done, Failure, print, print_json};
use crate::report::{Happened, Report};
use clap::Args;
use ferrata_engine::action::Action;
use ferrata_engine::turn::{Author, Entry, Setup, Title, Turn};
use ferrata_engine::{Arg, Refusal, SeatId, say};
use ferrata_titles::{Game, position};
use serde::Serialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use utoipa::ToSchema;

/// Tries entries in a position: prints what changed, or the refusal of the first that is refused
#[derive(Args)]
pub(super) struct Try {
    /// The position; `-` is standard input
    file: PathBuf,
    /// Actions as JSON, each in quotes, or files of them, one a line: `'{"do":"pass"}'`. `"seat":"Ada"` says who acts
    /// where several may
    #[arg(required = true, value_name = "ENTRY")]
    entries: Vec<String>,
    /// Print JSON (docs/position.md describes it)
    #[arg(long)]
    json: bool,
}

/// What became of all entries.
#[derive(Serialize, ToSchema)]
pub(super) struct Tried {
    accepted: Vec<Accepted>,
    refused: Option<Refused>,
    /// The table afterwards.
    after: Report,
    /// And as a position.
    position: String,
}

#[derive(Serialize, ToSchema)]
struct Accepted {
    by: String,
    action: Action,
    /// What happened, as data and in words.
    events: Vec<Happened>,
    words: Vec<String>,
}

#[derive(Serialize, ToSchema)]
struct Refused {
    /// Which entry, from 1.
    entry: usize,
    text: String,
    because: String,
    rule: Option<String>,
}

impl Try {
    pub(super) fn run(self) -> Done {
        let (setup, mut game) = read(&self.file)?;
        let (mut accepted, mut refused) = (Vec::new(), None);
        for (at, text) in self.lines()?.into_iter().enumerate() {
            match play(&mut game, &text) {
                Ok(done) => accepted.push(done),
                Err(why) => {
                    let because = why.render(game.roster());
                    let rule = why.rule.map(|rule| rule.to_string());
                    refused = Some(Refused { entry: at + 1, text, because, rule });
                    break;
                }
            }
        }
        let failed = refused.is_some();
        self.tell(&setup, &game, accepted, refused)?;
        if failed { Err(Failure::Reported) } else { Ok(()) }
    }

    /// Every entry that was given: an argument is one, or the name of a file of them.
    fn lines(&self) -> Result<Vec<String>, Failure> {
        let mut lines = Vec::new();
        for entry in &self.entries {
            if entry.trim_start().starts_with('{') {
                lines.push(entry.clone());
                continue;
            }
            let text = text_of(Path::new(entry))?;
            lines.extend(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
        }
        Ok(lines)
    }

    fn tell(&self, setup: &Setup, game: &Game, accepted: Vec<Accepted>, refused: Option<Refused>) -> Done {
        let position = position::write(setup, game).map_err(Failure::problem)?;
        if self.json {
            return print_json(&Tried { accepted, refused, after: Report::of(setup, game), position });
        }
        let mut text = String::new();
        for done in &accepted {
            text.push_str(&format!("{}: {}\n", done.by, ferrata_engine::kind::words(&done.action)));
            done.words.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
        }
        if let Some(Refused { entry, text: line, because, rule }) = refused {
            let rule = rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
            text.push_str(&format!("entry {entry} is refused: {because}{rule}\n  {line}\n"));
            return print(text);
        }
        text.push('\n');
        text.push_str(&words::table(game));
        text.push('\n');
        text.push_str(&position);
        print(text)
    }
}

fn play(game: &mut Game, text: &str) -> Result<Accepted, Refusal> {
    let (by, action) = entry(game, text)?;
    let events = game.apply(&Entry { by, action: action.clone() })?;
    let roster = game.roster();
    let words = events.iter().map(|event| event.sentence(roster)).collect();
    let events = events.iter().map(|event| Happened::of(event, roster)).collect();
    let by = match by {
        Author::Seat(seat) => roster.seat(seat).into_owned(),
        Author::Chance => "chance".to_owned(),
    };
    Ok(Accepted { by, action, events, words })
}

/// An action as it was typed, and who does it: whoever is asked, unless it says so itself.
fn entry(game: &Game, text: &str) -> Result<(Author, Action), Refusal> {
    let wrong = |error: serde_json::Error| {
        Refusal::plain(say!("this is no action as JSON: {error}", error = error.to_string()))
    };
    let mut value: Value = serde_json::from_str(text).map_err(wrong)?;
    let named = value.as_object_mut().and_then(take_author);
    let action: Action = serde_json::from_value(value).map_err(wrong)?;
    let by = match named {
        Some(name) => author(game, &name)?,
        None => match game.turn() {
            Turn::Seat(seat) => Author::Seat(seat),
            Turn::Sealed(seats) => Author::Seat(seats.first().copied().unwrap_or(SeatId(0))),
            Turn::Chance(_) => Author::Chance,
            Turn::Over(_) => Author::Seat(SeatId(0)),
        },
    };
    Ok((by, action))
}

/// Who acts, where it is said: `"seat":"Ada"`, or `"by"` as logs have it (where that is a word it may be the card by whose
/// power a tile is laid).
fn take_author(fields: &mut serde_json::Map<String, Value>) -> Option<Value> {
    let logged = fields.get("by").is_some_and(|by| by.is_object() || by == "chance");
    let by = if logged { fields.remove("by") } else { None };
    fields.remove("seat").or_else(|| by.map(|by| by.get("seat").cloned().unwrap_or(by)))
}

fn author(game: &Game, name: &Value) -> Result<Author, Refusal> {
    let players = game.view().players;
    let seat = match name {
        Value::Number(number) => number.as_u64().and_then(|at| usize::try_from(at).ok()),
        Value::String(text) if text == "chance" => return Ok(Author::Chance),
        Value::String(text) => players.iter().position(|player| player.name == *text),
        _ => None,
    };
    let known: Arg = players.iter().map(|player| player.name.clone()).collect();
    let seat = seat.filter(|at| *at < players.len());
    let seat = seat.ok_or_else(|| {
        Refusal::plain(say!("{name} is no player; there are {known}", name = name.to_string(), known))
    })?;
    Ok(Author::Seat(SeatId(seat as u8)))
}
