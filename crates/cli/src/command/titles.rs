//! `ferrata titles`: what can be played.

use crate::output::{Done, Failure, print, print_json};
use clap::Args;
use ferrata_titles::catalogue::{Info, TITLES};
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
    titles: Vec<Title>,
}

#[derive(Serialize)]
struct Title {
    title: &'static str,
    about: &'static str,
    designers: &'static str,
    editions: Vec<Edition>,
    options: Vec<Choice>,
}

#[derive(Serialize)]
struct Edition {
    edition: &'static str,
    about: &'static str,
    players: Vec<u8>,
}

#[derive(Serialize)]
struct Choice {
    option: &'static str,
    about: &'static str,
}

impl Titles {
    pub(crate) fn run(self) -> Done {
        let titles = TITLES.iter().map(Title::of).collect::<Result<Vec<_>, _>>()?;
        if self.json { print_json(&Listing { titles }) } else { print(text(&titles)) }
    }
}

impl Title {
    fn of(info: &Info) -> Result<Title, Failure> {
        let editions = info.editions.iter().map(|(edition, about)| {
            let setup = info.setup(edition, &[], Vec::new()).map_err(Failure::problem)?;
            let components = info.components(&setup).map_err(Failure::problem)?;
            let players = components.players.iter().map(|players| players.count).collect();
            Ok(Edition { edition, about, players })
        });
        Ok(Title {
            title: info.title,
            about: info.about,
            designers: info.designers,
            editions: editions.collect::<Result<_, Failure>>()?,
            options: info.options.iter().map(|(option, about)| Choice { option, about }).collect(),
        })
    }
}

fn text(titles: &[Title]) -> String {
    let mut text = String::new();
    for title in titles {
        let _ = writeln!(text, "{}  {} ({})", title.title, title.about, title.designers);
        for Edition { edition, about, players } in &title.editions {
            let players = match (players.iter().min(), players.iter().max()) {
                (Some(least), Some(most)) => format!("{least} to {most} players"),
                _ => String::new(),
            };
            let _ = writeln!(text, "  edition {edition:<14} {about}; {players}");
        }
        for Choice { option, about } in &title.options {
            let _ = writeln!(text, "  option  {option:<14} {about}");
        }
    }
    text
}
