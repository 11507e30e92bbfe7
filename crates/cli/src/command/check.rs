//! `ferrata check`: reads the data files of a title and counts what is in the box.

use super::choice::Choice;
use crate::output::{Done, Failure, print, print_json};
use clap::Args;
use ferrata_engine::components::Components;
use ferrata_engine::load::{Source, Summary, summary};
use ferrata_titles::catalogue::Info;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::path::{Path, PathBuf};

/// Reads and verifies the data files of a title and counts what is in the box
#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    choice: Choice,
    /// Take files of the same name from this folder instead of the built-in ones
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    title: &'static str,
    edition: String,
    #[serde(flatten)]
    counts: Summary,
}

impl Check {
    pub(crate) fn run(self) -> Done {
        let (info, setup) = self.choice.setup(0)?;
        let edition = info.box_name(&setup);
        let counts = match &self.data {
            None => summary(&*info.shelf.components(&edition).map_err(Failure::problem)?),
            Some(folder) => summary(&read_own(info, &edition, folder)?),
        };
        let report = Report { title: info.title, edition, counts };
        if self.json { print_json(&report) } else { print(text(&report)) }
    }
}

/// Reads the title with the TOML files of a folder instead of the built-in ones of the same name.
fn read_own(info: &Info, edition: &str, folder: &Path) -> Result<Components, Failure> {
    let files = toml_files(folder)?;
    if files.is_empty() {
        let names: Vec<_> = info.shelf.files.iter().map(|source| source.file).collect();
        let expected = format!("expected some of {}", names.join(", "));
        return Err(Failure::problem(format!("{}: no data file; {expected}", folder.display())));
    }
    let own: Vec<Source<'_>> = files.iter().map(|(file, text)| Source { file, text }).collect();
    info.shelf.load_from(edition, &own).map_err(Failure::problem)
}

/// The TOML files of a folder, by name.
fn toml_files(folder: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let unreadable =
        |path: &Path, error: std::io::Error| Failure::problem(format!("{}: {error}", path.display()));
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(|error| unreadable(folder, error))? {
        let path = entry.map_err(|error| unreadable(folder, error))?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = std::fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
            files.insert(path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text);
        }
    }
    Ok(files)
}

fn text(report: &Report) -> String {
    let Report { title, edition, counts } = report;
    let mut text = format!("{title} {edition}: the data are sound\n");
    let mut line = |what: &str, count: usize, parts: String| {
        let _ = writeln!(text, "{}", format!("{what:<14} {count:>4}  {parts}").trim_end());
    };
    line("hexes", counts.hexes, parts(&counts.hexes_by_color));
    line("stops", counts.stops.values().sum(), parts(&counts.stops));
    line("tiles", counts.tiles.values().sum(), parts(&counts.tiles));
    line("kinds of tiles", counts.tile_kinds, String::new());
    line("companies", counts.companies.values().sum(), parts(&counts.companies));
    line("cards", counts.cards.values().sum(), parts(&counts.cards));
    line("trains", counts.trains, String::new());
    line("closed sides", counts.impassable, String::new());
    line("border sides", counts.borders, String::new());
    line("reconstructed", counts.reconstructed, String::new());
    text
}

fn parts<K: Display>(counts: &BTreeMap<K, usize>) -> String {
    counts.iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
}
