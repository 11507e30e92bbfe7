//! Who feels a figure: the reader of the files, the games that begin, the moments of games.

use crate::figure::Figure;
use crate::moments::Moments;
use ferrata_engine::components::Components;
use ferrata_engine::id::TileId;
use ferrata_engine::load::Source;
use ferrata_engine::turn::{Setup, Title};
use ferrata_titles::Game;
use ferrata_titles::catalogue::Info;
use std::collections::BTreeMap;

/// So many moments that felt a figure are asked first about the next one.
const LATEST: usize = 8;

/// How a change of a figure is felt.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Felt {
    /// The files are refused.
    Refused,
    /// Something in the box has another name.
    Named,
    /// A game goes otherwise.
    Played,
    /// A game goes otherwise if the figure is twice as large: the chart, or what there is to count, has coarser steps than one.
    Coarsely,
    /// A game shows something else.
    Shown,
    /// Nobody feels it.
    Unfelt,
}

/// The box of every edition that a changed file belongs to.
pub(crate) type Boxes = BTreeMap<&'static str, Components>;

/// Looks at a title.
pub(crate) struct Witness {
    info: &'static Info,
    moments: Moments,
    /// Openings for every edition and number of players.
    openings: Vec<(Setup, Game)>,
    latest: Vec<usize>,
    /// So many random games are played at most until somebody feels a figure.
    games: u64,
}

impl Witness {
    pub(crate) fn new(info: &'static Info, games: u64) -> Witness {
        let counts = |edition| (2..=8).map(move |count: u8| (edition, count));
        let begun = info.shelf.editions.iter().flat_map(|edition| counts(edition.name));
        let openings = begun.filter_map(|(edition, count)| {
            let players = (1..=count).map(|seat| format!("Player {seat}")).collect();
            let setup = info.setup(edition, &[], players).ok()?;
            Some((setup.clone(), Game::start(&setup).ok()?))
        });
        let (moments, latest) = (Moments::of(info.title), Vec::new());
        Witness { info, moments, openings: openings.collect(), latest, games }
    }

    /// How a figure is felt.
    pub(crate) fn feels(&mut self, figure: &Figure) -> Felt {
        match self.feels_instead(figure, &figure.larger()) {
            Felt::Unfelt if self.feels_instead(figure, &figure.twice()) == Felt::Played => Felt::Coarsely,
            felt => felt,
        }
    }

    fn feels_instead(&mut self, figure: &Figure, text: &str) -> Felt {
        self.boxes(figure, text).map_or_else(|felt| felt, |boxes| self.plays(figure, &boxes))
    }

    /// The boxes of the editions with a changed file, or how that is felt before anything is played.
    pub(crate) fn boxes(&self, figure: &Figure, text: &str) -> Result<Boxes, Felt> {
        let file = figure.source.file;
        let own = [Source { file, text }];
        let shelf = self.info.shelf;
        let (mut boxes, mut same) = (Boxes::new(), true);
        for edition in shelf.editions.iter().filter(|edition| edition.files.contains(&file)) {
            let Ok(parts) = shelf.load_from(edition.name, &own) else { return Err(Felt::Refused) };
            let usual = shelf.components(edition.name).unwrap();
            if parts.names != usual.names {
                return Err(Felt::Named);
            }
            if parts != *usual && self.opens(&parts, parts.players != usual.players) {
                return Err(Felt::Played);
            }
            same &= parts == *usual;
            boxes.insert(edition.name, parts);
        }
        if same { Err(Felt::Unfelt) } else { Ok(boxes) }
    }

    /// The beginning of a game with a changed box.
    pub(crate) fn other(&self, boxes: &Boxes, setup: &Setup) -> Option<Game> {
        let parts = boxes.get(self.info.box_name(setup).as_str())?;
        Game::with_parts(parts.clone(), setup).ok()
    }

    /// Whether a game begins otherwise, or lets other tiles replace each other: one of every number of players, or one of any.
    fn opens(&self, parts: &Components, every: bool) -> bool {
        let games =
            self.openings.iter().filter(|(setup, _)| self.info.box_name(setup) == parts.edition.as_str());
        games.take(if every { usize::MAX } else { 1 }).any(|(setup, game)| {
            let Ok(other) = Game::with_parts(parts.clone(), setup) else { return true };
            let mut tiles = (0..parts.tiles.tiles.len()).map(|tile| TileId(tile as u16));
            (other.hash(), other.turn(), other.offers()) != (game.hash(), game.turn(), game.offers())
                || tiles.any(|tile| other.replacements(tile) != game.replacements(tile))
        })
    }

    /// Whether a moment of a game goes otherwise, or looks so.
    fn plays(&mut self, figure: &Figure, boxes: &Boxes) -> Felt {
        let mut others: BTreeMap<usize, Option<Game>> = BTreeMap::new();
        let mut order = self.moments.about(&format!("{} {}", figure.block, figure.written));
        order.splice(..0, self.latest.iter().copied());
        let (known, chart) = (self.moments.all.len(), figure.source.file == "chart.toml");
        order.extend((0..known).filter(|at| chart || !self.moments.all[*at].of_chart));
        let mut asked = vec![false; known];
        order.retain(|at| !std::mem::replace(&mut asked[*at], true));
        loop {
            for at in order.drain(..) {
                let moment = &self.moments.all[at];
                let setup = &self.moments.setups[moment.setup];
                let other = others.entry(moment.setup).or_insert_with(|| {
                    let parts = boxes.get(self.info.box_name(setup).as_str())?;
                    Game::with_parts(parts.clone(), setup).ok()
                });
                if other.as_ref().is_some_and(|other| moment.feels(other)) {
                    self.latest.retain(|other| *other != at);
                    self.latest.insert(0, at);
                    self.latest.truncate(LATEST);
                    return Felt::Played;
                }
            }
            let known = self.moments.all.len();
            if !self.moments.more(self.games) {
                break;
            }
            order.extend(known..self.moments.all.len());
        }
        let shown = self.moments.all.iter().filter(|moment| !moment.of_chart).any(|moment| {
            let other = others.get(&moment.setup).and_then(Option::as_ref);
            other.is_some_and(|other| moment.shows(other))
        });
        if shown { Felt::Shown } else { Felt::Unfelt }
    }
}
