//! Any title behind one type: what servers, clients and the command line play.

use crate::{catalogue, esp, fb, t1841, t1883};
use ferrata_engine::board::Board;
use ferrata_engine::components::Components;
use ferrata_engine::event::{Event, Roster};
use ferrata_engine::id::TileId;
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, Name, PhaseName};
use ferrata_engine::offer::Offer;
use ferrata_engine::position::{read_as, write};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::Rules;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Entry, Setup, Title, Turn};
use ferrata_engine::view::{About, Asked, Need, View};
use std::sync::Arc;

/// A game of the title its set-up names.
#[derive(Clone, Debug)]
pub enum Game {
    /// 1841.
    T1841(t1841::Game),
    /// 18ESP.
    Esp(esp::Game),
    /// 1883.
    T1883(t1883::Game),
    /// 18FB.
    Fb(fb::Game),
}

/// Does the same with whichever title it is.
macro_rules! whichever {
    ($game:expr, $title:ident => $what:expr) => {
        match $game {
            Game::T1841($title) => $what,
            Game::Esp($title) => $what,
            Game::T1883($title) => $what,
            Game::Fb($title) => $what,
        }
    };
}

impl Game {
    /// The box it is played with.
    pub fn parts(&self) -> &Arc<Components> {
        whichever!(self, title => title.parts())
    }

    /// What the title tells about its cards and companies in our own words, by name; nothing where the table itself
    /// shows all there is to say.
    pub fn about(&self) -> Vec<(Name, About)> {
        match self {
            Game::T1841(_) | Game::Esp(_) => Vec::new(),
            Game::T1883(game) => t1883::about::about(game.parts()).unwrap_or_default(),
            Game::Fb(game) => fb::about::about(game),
        }
    }

    /// The money that has to be raised now.
    pub fn need(&self) -> Option<Need> {
        whichever!(self, title => title.need())
    }

    /// How much of a company, started at a price, has to be sold before it operates, and what its treasury then gets; none
    /// where it operates at once, with what its first shares bring.
    pub fn float(&self, company: CompanyName, par: Money) -> Option<(u8, Money)> {
        match self {
            Game::T1841(_) | Game::T1883(_) => None,
            Game::Esp(game) => game.float(company, par),
            Game::Fb(game) => game.float(company, par),
        }
    }

    /// The round that is played, and the phase, without the rest of the view.
    pub fn stage(&self) -> (Text, PhaseName) {
        whichever!(self, title => title.stage())
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

/// Names and positions.
impl Game {
    /// What ids are called, for sentences.
    pub fn roster(&self) -> &dyn Roster {
        whichever!(self, title => title)
    }

    /// The game of a position.
    pub(crate) fn at(setup: &Setup, file: &str, text: &str) -> Result<Game, Vec<Problem>> {
        let beginning = Setup { position: None, ..setup.clone() };
        let opening = Game::start(&beginning).map_err(|why| {
            let (file, found) = (file.to_owned(), why.to_string());
            let (place, expected) = ("the set-up".to_owned(), "a game that can be played".to_owned());
            vec![Problem { file, line: 1, place, found, expected }]
        })?;
        match opening {
            Game::T1841(_) => read_as(file, text, &beginning).map(Game::T1841),
            Game::Esp(_) => read_as(file, text, &beginning).map(Game::Esp),
            Game::T1883(_) => read_as(file, text, &beginning).map(Game::T1883),
            Game::Fb(_) => read_as(file, text, &beginning).map(Game::Fb),
        }
    }

    /// The table as a position.
    pub(crate) fn written(&self, setup: &Setup) -> Result<String, Refusal> {
        whichever!(self, title => write(setup, title))
    }
}

impl Title for Game {
    /// Starts the title that the set-up names; its edition may carry options (`v1-lite`).
    fn start(setup: &Setup) -> Result<Game, Refusal> {
        let info = catalogue::find(setup.title.as_str())?;
        let options: Vec<&str> = setup.options.iter().map(|option| option.as_str()).collect();
        let position = setup.position.as_deref();
        let setup = info.setup(setup.edition.as_str(), &options, setup.players.clone())?;
        if let Some(position) = position {
            return crate::position::start(&setup, position);
        }
        (info.start)(&setup)
    }

    fn turn(&self) -> Turn {
        whichever!(self, title => title.turn())
    }

    fn asked(&self) -> Asked {
        whichever!(self, title => title.asked())
    }

    fn offers(&self) -> Vec<Offer> {
        whichever!(self, title => title.offers())
    }

    fn apply(&mut self, entry: &Entry) -> Result<Vec<Event>, Refusal> {
        whichever!(self, title => title.apply(entry))
    }

    fn after(&self, entry: &Entry) -> Result<Game, Refusal> {
        Ok(match self {
            Game::T1841(title) => Game::T1841(title.after(entry)?),
            Game::Esp(title) => Game::Esp(title.after(entry)?),
            Game::T1883(title) => Game::T1883(title.after(entry)?),
            Game::Fb(title) => Game::Fb(title.after(entry)?),
        })
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

#[cfg(any(test, feature = "kit"))]
mod kit {
    //! Random players of whichever title it is.

    use super::Game;
    use crate::{esp, fb, t1841, t1883};
    use ferrata_engine::action::Action;
    use ferrata_engine::components::Components;
    use ferrata_engine::event::{Event, Roster};
    use ferrata_engine::kit::{Area, Dice, Playable, Player};
    use ferrata_engine::offer::Offer;
    use ferrata_engine::refusal::Refusal;
    use ferrata_engine::turn::{Entry, Setup, Title};

    impl Game {
        /// A game with a box of one's own, as far as somebody has to decide.
        pub fn with_parts(parts: Components, setup: &Setup) -> Result<Game, Refusal> {
            match Game::start(setup)? {
                Game::T1841(_) => t1841::Game::with_parts(parts, setup).map(Game::T1841),
                Game::Esp(_) => esp::Game::with_parts(parts, setup).map(Game::Esp),
                Game::T1883(_) => t1883::Game::with_parts(parts, setup).map(Game::T1883),
                Game::Fb(_) => fb::Game::with_parts(parts, setup).map(Game::Fb),
            }
        }

        /// The beginning of another game with the box of this one.
        pub fn beside(&self, setup: &Setup) -> Result<Game, Refusal> {
            match self {
                Game::T1841(game) => game.beside(setup).map(Game::T1841),
                Game::Esp(game) => game.beside(setup).map(Game::Esp),
                Game::T1883(game) => game.beside(setup).map(Game::T1883),
                Game::Fb(game) => game.beside(setup).map(Game::Fb),
            }
        }

        /// The same table under the figures of another box, where that is of the same title.
        pub fn under(&self, other: &Game) -> Option<Game> {
            match (self, other) {
                (Game::T1841(game), Game::T1841(other)) => Some(Game::T1841(game.under(other))),
                (Game::Esp(game), Game::Esp(other)) => Some(Game::Esp(game.under(other))),
                (Game::T1883(game), Game::T1883(other)) => Some(Game::T1883(game.under(other))),
                (Game::Fb(game), Game::Fb(other)) => Some(Game::Fb(game.under(other))),
                _ => None,
            }
        }
    }

    impl PartialEq for Game {
        fn eq(&self, other: &Game) -> bool {
            match (self, other) {
                (Game::T1841(one), Game::T1841(other)) => one == other,
                (Game::Esp(one), Game::Esp(other)) => one == other,
                (Game::T1883(one), Game::T1883(other)) => one == other,
                (Game::Fb(one), Game::Fb(other)) => one == other,
                _ => false,
            }
        }
    }

    impl Playable for Game {
        fn roster(&self) -> &dyn Roster {
            whichever!(self, title => title.roster())
        }

        fn suggest_runs(&self) -> Vec<Action> {
            whichever!(self, title => title.suggest_runs())
        }

        fn player(&self, seed: u64) -> Box<dyn Player<Game>> {
            match self {
                Game::T1841(title) => Box::new(Somebody::T1841(title.player(seed))),
                Game::Esp(title) => Box::new(Somebody::Esp(title.player(seed))),
                Game::T1883(title) => Box::new(Somebody::T1883(title.player(seed))),
                Game::Fb(title) => Box::new(Somebody::Fb(title.player(seed))),
            }
        }

        fn areas(&self) -> Vec<Area> {
            whichever!(self, title => title.areas())
        }

        fn reached(before: &Game, entry: &Entry, events: &[Event], after: &Game) -> Vec<Area> {
            match (before, after) {
                (Game::T1841(before), Game::T1841(after)) => Playable::reached(before, entry, events, after),
                (Game::Esp(before), Game::Esp(after)) => Playable::reached(before, entry, events, after),
                (Game::T1883(before), Game::T1883(after)) => Playable::reached(before, entry, events, after),
                (Game::Fb(before), Game::Fb(after)) => Playable::reached(before, entry, events, after),
                _ => Vec::new(),
            }
        }
    }

    /// A random player of one title.
    enum Somebody {
        T1841(Box<dyn Player<t1841::Game>>),
        Esp(Box<dyn Player<esp::Game>>),
        T1883(Box<dyn Player<t1883::Game>>),
        Fb(Box<dyn Player<fb::Game>>),
    }

    /// Asks the player of the title that is played.
    macro_rules! whoever {
        ($player:expr, $game:expr, $somebody:ident, $title:ident => $what:expr, $else:expr) => {
            match ($player, $game) {
                (Somebody::T1841($somebody), Game::T1841($title)) => $what,
                (Somebody::Esp($somebody), Game::Esp($title)) => $what,
                (Somebody::T1883($somebody), Game::T1883($title)) => $what,
                (Somebody::Fb($somebody), Game::Fb($title)) => $what,
                _ => $else,
            }
        };
    }

    impl Player<Game> for Somebody {
        fn weight(&self, game: &Game, offer: &Offer) -> u32 {
            whoever!(self, game, player, title => player.weight(title, offer), 1)
        }

        fn taste(&self, game: &Game, action: &Action) -> u32 {
            whoever!(self, game, player, title => player.taste(title, action), 1)
        }

        fn decide(&self, game: &Game, offer: &Offer, dice: &mut Dice) -> Option<Action> {
            whoever!(self, game, player, title => player.decide(title, offer, dice), None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_engine::name::Name;

    fn setup(title: &str, edition: &str, players: usize) -> Setup {
        let players = (1..=players).map(|seat| format!("Player {seat}")).collect();
        Setup::new(title, edition, Vec::new(), players)
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
        let why = |title, edition| Game::start(&setup(title, edition, 4)).err().map(|why| why.to_string());
        assert!(why("1830", "").unwrap().contains("1841"));
        assert!(why("1841", "v9").unwrap().contains("v1, v1-lite"));
    }
}
