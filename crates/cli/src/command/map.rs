//! `ferrata map`: the empty board as a picture.

use super::choice::Choice;
use crate::output::{Done, Failure, print};
use clap::{Args, ValueEnum};
use ferrata_draw::{Liveries, Options, Overlay, Table, Theme, board, opening};
use std::path::PathBuf;

/// Draws the empty board of a title as SVG
#[derive(Args)]
pub(crate) struct Map {
    #[command(flatten)]
    choice: Choice,
    /// Where to write the picture; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// The colours of the paper
    #[arg(long, value_enum, default_value = "light")]
    theme: Paper,
}

#[derive(Clone, Copy, ValueEnum)]
enum Paper {
    Light,
    Dark,
}

impl Map {
    pub(crate) fn run(self) -> Done {
        let (info, setup) = self.choice.setup(0)?;
        let components = info.components(&setup).map_err(Failure::problem)?;
        let (view, liveries) = (opening(&components), Liveries::of_box(&components));
        let table =
            Table { map: &components.map, tiles: &components.tiles, view: &view, liveries: &liveries };
        let theme = match self.theme {
            Paper::Light => Theme::Light,
            Paper::Dark => Theme::Dark,
        };
        let title = format!("The board of {} {}", info.title, info.box_name(&setup));
        let picture = board(&table, &Overlay::default(), &Options::file(theme).titled(title));
        if self.output.as_os_str() == "-" {
            return print(picture);
        }
        let unwritable = |error| Failure::problem(format!("cannot write {}: {error}", self.output.display()));
        std::fs::write(&self.output, picture).map_err(unwritable)
    }
}
