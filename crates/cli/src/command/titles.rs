//! `ferrata titles`: what can be played.

use crate::output::{Done, Failure, print, print_json};
use clap::Args;
use ferrata_titles::listing::{Listed, ListedEdition, ListedOption, listing};
use serde::Serialize;
use std::fmt::Write;

/// Lists the titles with their editions, options and numbers of players
#[derive(Args)]
pub(crate) struct Titles {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listing {
    titles: Vec<Listed>,
}

impl Titles {
    pub(crate) fn run(self) -> Done {
        let titles = listing().map_err(Failure::problem)?;
        if self.json { print_json(&Listing { titles }) } else { print(text(&titles)) }
    }
}

fn text(titles: &[Listed]) -> String {
    let mut text = String::new();
    for title in titles {
        let _ = writeln!(text, "{}  {} ({})", title.title, title.about, title.designers);
        for ListedEdition { edition, about, players } in &title.editions {
            let players = match (players.iter().min(), players.iter().max()) {
                (Some(least), Some(most)) => format!("{least} to {most} players"),
                _ => String::new(),
            };
            let _ = writeln!(text, "  edition {edition:<14} {about}; {players}");
        }
        for ListedOption { option, about } in &title.options {
            let _ = writeln!(text, "  option  {option:<14} {about}");
        }
    }
    text
}
