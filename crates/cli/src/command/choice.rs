//! Which game a command is about: title, edition, options.

use crate::output::Failure;
use clap::Args;
use ferrata_engine::turn::Setup;
use ferrata_titles::catalogue::{self, Info};

/// A title in one edition with its options.
#[derive(Args)]
pub(crate) struct Choice {
    /// The title: `ferrata titles` lists them
    title: String,
    /// The edition; without it the usual one
    #[arg(long, short, default_value = "", hide_default_value = true)]
    edition: String,
    /// An option of the title; may be given several times
    #[arg(long = "option", short = 'O', value_name = "OPTION")]
    options: Vec<String>,
}

impl Choice {
    /// The title and the set-up with so many players.
    pub(crate) fn setup(&self, players: usize) -> Result<(&'static Info, Setup), Failure> {
        let info = catalogue::find(&self.title).map_err(Failure::problem)?;
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        let players = (1..=players).map(|seat| format!("Player {seat}")).collect();
        let setup = info.setup(&self.edition, &options, players).map_err(Failure::problem)?;
        Ok((info, setup))
    }
}
