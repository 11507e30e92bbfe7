//! `ferrata routes`: the best run in a position of a recorded game.

use crate::output::{Done, Failure, print, print_json};
use crate::search::{Found, search};
use clap::Args;
use ferrata_engine::name::{CompanyName, Name};
use ferrata_engine::route::{Explained, check};
use ferrata_engine::text::{Names, Text};
use ferrata_interop::replay;
use ferrata_titles::Game;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Finds the best run in the position in which an action of a recorded game was taken
#[derive(Args)]
pub(crate) struct Routes {
    /// The recorded game: an export of 18xx.games, or a log of our own
    file: PathBuf,
    /// The action: its id in an export, its number in a log of our own
    #[arg(long, value_name = "ID")]
    at: u64,
    /// The company; without it the one that operates
    #[arg(long, value_name = "COMPANY")]
    company: Option<String>,
    /// Stop after so many milliseconds with the best found so far and the bound that is proven
    #[arg(long, value_name = "MS")]
    deadline: Option<u64>,
    /// Search in so many parts at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    at: u64,
    company: CompanyName,
    #[serde(flatten)]
    found: Found,
    /// With sentences in words.
    explained: Value,
}

impl Routes {
    pub(crate) fn run(self) -> Done {
        let text = std::fs::read_to_string(&self.file)
            .map_err(|error| Failure::problem(format!("cannot read {}: {error}", self.file.display())))?;
        let game = self.position(&text)?;
        let company = self.company.as_deref().map(Name::new).transpose().map_err(Failure::problem)?;
        let deadline = self.deadline.map(Duration::from_millis);
        let ran = game.with_running(company.map(CompanyName), |board, rules| {
            let found = search(board, rules, deadline, self.threads);
            let explained = check(board, rules, &found.routes);
            explained.map(|explained| (found, explained))
        });
        let (company, run) = ran.map_err(Failure::problem)?;
        let (found, explained) = run.map_err(Failure::problem)?;
        if !self.json {
            return print(tell(self.at, company, &found, &explained));
        }
        let mut explained = serde_json::to_value(&explained).map_err(Failure::problem)?;
        in_words(&mut explained, game.roster());
        print_json(&Report { at: self.at, company, found, explained })
    }

    /// The position in which the action was taken.
    fn position(&self, text: &str) -> Result<Game, Failure> {
        let wrong = |error: &dyn ToString| {
            Failure::problem(format!("{}: {}", self.file.display(), error.to_string()))
        };
        let replayed = replay(text, None).map_err(|error| wrong(&error))?;
        let count = replayed.before(self.at).ok_or_else(|| {
            let last = replayed.spans.last().map_or(0, |span| span.id);
            wrong(&format!("there is no action {} that was not undone; the last one is {last}", self.at))
        })?;
        replayed.log.fold(count).map_err(|error| wrong(&error))
    }
}

/// Puts every sentence into words: what is sent to programs as a template with arguments is read by people here.
fn in_words(value: &mut Value, names: &dyn Names) {
    if let Ok(text) = Text::deserialize(&*value) {
        *value = Value::String(text.render(names));
        return;
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| in_words(item, names)),
        Value::Object(fields) => fields.values_mut().for_each(|field| in_words(field, names)),
        _ => {}
    }
}

fn tell(at: u64, company: CompanyName, found: &Found, explained: &Explained) -> String {
    let proven = match found.proven {
        true => "proven best".to_owned(),
        false => format!("best found, at most {}", found.upper_bound),
    };
    let mut text = format!("{company} before action {at}: {} ({proven})", found.revenue);
    let _ = match found.treasury.0 {
        0 => writeln!(text),
        treasury => writeln!(text, ", and {treasury} to the treasury"),
    };
    for (route, run) in found.routes.iter().zip(&explained.routes) {
        let trains: Vec<String> = route.trains.iter().map(ToString::to_string).collect();
        let times = if run.factor == 1 { String::new() } else { format!(" (counted {} times)", run.factor) };
        let _ = writeln!(text, "train {}: {}{times}", trains.join("+"), run.pays.revenue);
        for halt in &run.halts {
            let name = halt.name.as_deref().unwrap_or("");
            let pays = halt.pays.revenue + halt.pays.treasury;
            let line = format!("  {:>4}  {} {name} {}", pays.0, halt.hex, halt.why);
            let _ = writeln!(text, "{}", line.trim_end());
        }
        for extra in &run.extras {
            let _ = writeln!(text, "  {:>4}  {}", extra.pays.revenue.0, extra.name);
        }
    }
    let _ = writeln!(text, "{} routes, {} nodes, {:.3} ms", found.candidates, found.nodes, found.time_ms);
    text
}
