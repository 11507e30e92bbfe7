//! Positions of whichever title they name (see [`ferrata_engine::position`]).

use crate::catalogue;
use crate::game::Game;
use ferrata_engine::load::Problem;
use ferrata_engine::position;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::Setup;

/// Reads a position, or tells everything that is wrong with it.
pub fn read(file: &str, text: &str) -> Result<(Setup, Game), Vec<Problem>> {
    let written = position::setup(file, text)?;
    let refused = |why: Refusal| {
        let expected = "a title, an edition, options and players that go together".to_owned();
        vec![Problem {
            file: file.to_owned(),
            line: 1,
            place: "the set-up".to_owned(),
            found: why.to_string(),
            expected,
        }]
    };
    let setup = normal(&written).map_err(refused)?;
    let game = Game::at(&setup, file, text)?;
    Ok((setup, game))
}

/// Writes a position out in full.
pub fn write(setup: &Setup, game: &Game) -> Result<String, Refusal> {
    game.written(setup)
}

/// The game that is played from the position of a set-up.
pub(crate) fn start(setup: &Setup, text: &str) -> Result<Game, Refusal> {
    let told = |problems: Vec<Problem>| {
        let lines: Vec<_> = problems.iter().map(Problem::to_string).collect();
        Refusal::plain(Text::words(lines.join("; ")))
    };
    let named = position::setup(FILE, text).map_err(told)?;
    let named = normal(&named)?;
    if !same_game(&named, setup) {
        return Err(Refusal::plain(say!(
            "the position is one of {title} {edition}, not of the title, edition and options that are to be played",
            title = named.title,
            edition = named.edition
        )));
    }
    Game::at(setup, FILE, text).map_err(told)
}

/// What a position is called where it comes from no file.
const FILE: &str = "position";

/// Whether two set-ups name the same title, edition and options.
fn same_game(one: &Setup, other: &Setup) -> bool {
    let same =
        (one.title, one.edition, one.options.len()) == (other.title, other.edition, other.options.len());
    same && one.options.iter().all(|option| other.options.contains(option))
}

/// A set-up as the catalogue spells it.
fn normal(written: &Setup) -> Result<Setup, Refusal> {
    let info = catalogue::find(written.title.as_str())?;
    let options: Vec<&str> = written.options.iter().map(|option| option.as_str()).collect();
    info.setup(written.edition.as_str(), &options, written.players.clone())
}
