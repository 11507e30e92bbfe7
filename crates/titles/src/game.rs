//! Any title behind one type: what servers, clients and the command line play.

use crate::catalogue;
use crate::esp::Esp;
use crate::t1841;
use ferrata_engine::board::Board;
use ferrata_engine::components::Components;
use ferrata_engine::event::Event;
use ferrata_engine::id::TileId;
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::Rules;
use ferrata_engine::turn::{Entry, Setup, Title, Turn};
use ferrata_engine::view::View;
use std::sync::Arc;

/// A game of the title its set-up names.
#[derive(Clone, Debug)]
pub enum Game {
    /// 1841.
    T1841(t1841::Game),
    /// 18ESP.
    Esp(Esp),
}

/// Does the same with whichever title it is.
macro_rules! whichever {
    ($game:expr, $title:ident => $what:expr) => {
        match $game {
            Game::T1841($title) => $what,
            Game::Esp($title) => $what,
        }
    };
}

impl Game {
    /// The box it is played with.
    pub fn parts(&self) -> &Arc<Components> {
        match self {
            Game::T1841(title) => &title.fixed.parts,
            Game::Esp(title) => title.parts(),
        }
    }

    /// The tiles that may replace a tile.
    pub fn replacements(&self, tile: TileId) -> Vec<TileId> {
        whichever!(self, title => title.replacements(tile))
    }

    /// Hands the rules for running a company's trains (without a name, those of the one that operates) to
    /// `with`: for searches that are watched, split or stopped.
    pub fn with_running<R>(
        &self,
        company: Option<CompanyName>,
        with: impl FnOnce(&Board, &Rules<'_>) -> R,
    ) -> Result<(CompanyName, R), Refusal> {
        whichever!(self, title => title.with_running(company, with))
    }
}

impl Title for Game {
    /// Starts the title that the set-up names; its edition may carry options (`v1-lite`).
    fn start(setup: &Setup) -> Result<Game, Refusal> {
        let info = catalogue::find(setup.title.as_str())?;
        let options: Vec<&str> = setup.options.iter().map(|option| option.as_str()).collect();
        let setup = info.setup(setup.edition.as_str(), &options, setup.players.clone())?;
        match info.title {
            "1841" => t1841::Game::start(&setup).map(Game::T1841),
            "18ESP" => Esp::start(&setup).map(Game::Esp),
            other => Err(Refusal::plain(format!("{other} cannot be played yet, there is only its board"))),
        }
    }

    fn turn(&self) -> Turn {
        whichever!(self, title => title.turn())
    }

    fn offers(&self) -> Vec<Offer> {
        whichever!(self, title => title.offers())
    }

    fn apply(&mut self, entry: &Entry) -> Result<Vec<Event>, Refusal> {
        whichever!(self, title => title.apply(entry))
    }

    fn view(&self) -> View {
        whichever!(self, title => title.view())
    }

    fn hash(&self) -> u64 {
        whichever!(self, title => title.hash())
    }

    fn why_not(&self, entry: &Entry) -> Option<Refusal> {
        whichever!(self, title => title.why_not(entry))
    }

    fn offered(&self, action: &ferrata_engine::action::Action) -> bool {
        whichever!(self, title => title.offered(action))
    }

    fn breaches(&self) -> Vec<String> {
        whichever!(self, title => title.breaches())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_engine::name::Name;

    fn setup(title: &str, edition: &str, players: usize) -> Setup {
        let players = (1..=players).map(|seat| format!("Player {seat}")).collect();
        Setup { title: Name::cut(title), edition: Name::cut(edition), options: Vec::new(), players }
    }

    #[test]
    fn the_set_up_names_the_title() {
        let game = Game::start(&setup("1841", "v1-lite", 4)).unwrap();
        assert_eq!(game.view().title, Name::cut("1841"));
        assert_eq!(game.view().players.len(), 4);
        assert!(!game.offers().is_empty() && game.breaches().is_empty());
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_a_reason() {
        let why = |title, edition| Game::start(&setup(title, edition, 4)).err().map(|why| why.because);
        assert!(why("1830", "").unwrap().contains("1841"));
        assert!(why("1883", "").unwrap().contains("cannot be played yet"));
        assert!(why("1841", "v9").unwrap().contains("v1, v1-lite"));
    }
}
