//! `ferrata map`: the board as a picture, empty or as it lies in a position.

use super::choice::Choice;
use super::position;
use crate::output::{Done, Failure, print};
use clap::{Args, ValueEnum};
use ferrata_draw::{Liveries, Options, Overlay, Table, Theme, board, opening};
use ferrata_engine::turn::Title;
use std::path::PathBuf;

/// Draws the board of a title as SVG: empty, or with what lies on it in a position
#[derive(Args)]
pub(crate) struct Map {
    #[command(flatten)]
    choice: Choice,
    /// Where to write the picture; `-` is standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// A position of that title, whose tiles and tokens are drawn
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
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
        let (info, mut setup) = self.choice.setup(0)?;
        let lying = self.position.as_deref().map(position::read).transpose()?;
        if let Some((written, _)) = &lying {
            if written.title != setup.title {
                let told = format!("the position is one of {}, not of {}", written.title, setup.title);
                return Err(Failure::problem(told));
            }
            setup = written.clone();
        }
        let components = info.components(&setup).map_err(Failure::problem)?;
        let lying = lying.map(|(_, game)| game.view().board);
        let (view, liveries) = (lying.unwrap_or_else(|| opening(&components)), Liveries::of_box(&components));
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
