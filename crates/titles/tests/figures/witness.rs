//! Who feels a figure: the reader of the files, the games that begin, the moments of games.

use crate::figure::Figure;
use crate::moments::Moments;
use ferrata_engine::components::Components;
use ferrata_engine::id::TileId;
use ferrata_engine::load::Source;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Setup, Title, Turn};
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

/// How a game begins, and which tiles replace which.
#[derive(PartialEq)]
struct Opening {
    hash: u64,
    turn: Turn,
    offers: Vec<Offer>,
    replacements: Vec<Vec<TileId>>,
}

impl Opening {
    fn of(game: &Game, tiles: usize) -> Opening {
        let replacements = (0..tiles).map(|tile| game.replacements(TileId(tile as u16)));
        let replacements = replacements.collect();
        Opening { hash: game.hash(), turn: game.turn(), offers: game.offers(), replacements }
    }
}

/// How far the moments have been asked about a changed figure.
#[derive(Default)]
struct Asking {
    boxes: Boxes,
    /// By edition: a game with the changed box, whose board the others share.
    siblings: BTreeMap<&'static str, Game>,
    /// By set-up: the beginning of a game with the changed box.
    others: BTreeMap<usize, Option<Game>>,
    /// By moment.
    asked: Vec<bool>,
}

/// Looks at a title.
pub(crate) struct Witness {
    info: &'static Info,
    moments: Moments,
    /// Openings for every edition and number of players.
    openings: Vec<(Setup, Opening)>,
    latest: Vec<usize>,
    /// So many random games are played at most until somebody feels a figure.
    games: u64,
}

impl Witness {
    pub(crate) fn new(info: &'static Info, games: u64) -> Witness {
        let counts = |edition| (2..=8).map(move |count: u8| (edition, count));
        let tiles =
            |setup: &Setup| info.shelf.components(info.box_name(setup).as_str()).unwrap().tiles.tiles.len();
        let begun = info.shelf.editions.iter().flat_map(|edition| counts(edition.name));
        let openings = begun.filter_map(|(edition, count)| {
            let players = (1..=count).map(|seat| format!("Player {seat}")).collect();
            let setup = info.setup(edition, &[], players).ok()?;
            Some((setup.clone(), Opening::of(&Game::start(&setup).ok()?, tiles(&setup))))
        });
        let (moments, latest) = (Moments::of(info.title), Vec::new());
        Witness { info, moments, openings: openings.collect(), latest, games }
    }

    /// The title.
    pub(crate) fn title(&self) -> &'static str {
        self.info.title
    }

    /// How a figure is felt.
    pub(crate) fn feels(&mut self, figure: &Figure) -> Felt {
        match self.feels_instead(figure, &figure.larger()) {
            Felt::Unfelt if self.feels_instead(figure, &figure.twice()) == Felt::Played => Felt::Coarsely,
            felt => felt,
        }
    }

    /// One edition after another, so that most figures are felt before the boxes of all are read.
    fn feels_instead(&mut self, figure: &Figure, text: &str) -> Felt {
        let mut asking = Asking::default();
        for edition in self.editions(figure) {
            match self.changed(edition, figure, text) {
                Err(felt) => return felt,
                Ok(None) => {}
                Ok(Some((parts, sibling))) => {
                    asking.boxes.insert(edition, parts);
                    asking.siblings.extend(sibling.map(|sibling| (edition, sibling)));
                    if self.known_moment_feels(figure, &mut asking) {
                        return Felt::Played;
                    }
                }
            }
        }
        if asking.boxes.is_empty() { Felt::Unfelt } else { self.plays_more(asking) }
    }

    /// The editions that a figure's file belongs to.
    fn editions(&self, figure: &Figure) -> impl Iterator<Item = &'static str> + use<> {
        let file = figure.source.file;
        let editions = self.info.shelf.editions.iter().filter(move |edition| edition.files.contains(&file));
        editions.map(|edition| edition.name)
    }

    /// The boxes of the editions with a changed file, or how that is felt before anything is played.
    pub(crate) fn boxes(&self, figure: &Figure, text: &str) -> Result<Boxes, Felt> {
        let mut boxes = Boxes::new();
        for edition in self.editions(figure) {
            if let Some((parts, _)) = self.changed(edition, figure, text)? {
                boxes.insert(edition, parts);
            }
        }
        if boxes.is_empty() { Err(Felt::Unfelt) } else { Ok(boxes) }
    }

    /// The box of an edition with a changed file, and the beginning of a game with it, if that makes it another one; or how it is
    /// felt before anything is played.
    fn changed(
        &self,
        edition: &str,
        figure: &Figure,
        text: &str,
    ) -> Result<Option<(Components, Option<Game>)>, Felt> {
        let own = [Source { file: figure.source.file, text }];
        let shelf = self.info.shelf;
        let Ok(parts) = shelf.load_from(edition, &own) else { return Err(Felt::Refused) };
        let usual = shelf.components(edition).unwrap();
        if parts.names != usual.names {
            return Err(Felt::Named);
        }
        if parts == *usual {
            return Ok(None);
        }
        let begun = self.opens(&parts, parts.players != usual.players)?;
        Ok(Some((parts, begun)))
    }

    /// The beginning of a game with a changed box.
    pub(crate) fn other(&self, boxes: &Boxes, setup: &Setup) -> Option<Game> {
        let parts = boxes.get(self.info.box_name(setup).as_str())?;
        Game::with_parts(parts.clone(), setup).ok()
    }

    /// A game that begins as usual, or that one begins otherwise or lets other tiles replace each other: one of every number of
    /// players, or one of any.
    fn opens(&self, parts: &Components, every: bool) -> Result<Option<Game>, Felt> {
        let games =
            self.openings.iter().filter(|(setup, _)| self.info.box_name(setup) == parts.edition.as_str());
        let mut begun: Option<Game> = None;
        for (setup, usual) in games.take(if every { usize::MAX } else { 1 }) {
            let other = match &begun {
                Some(begun) => begun.beside(setup),
                None => Game::with_parts(parts.clone(), setup),
            };
            let other = other.map_err(|_| Felt::Played)?;
            if Opening::of(&other, parts.tiles.tiles.len()) != *usual {
                return Err(Felt::Played);
            }
            begun = Some(other);
        }
        Ok(begun)
    }

    /// Whether a moment that is known goes otherwise: those that felt the latest figures first, then those that speak of it.
    fn known_moment_feels(&mut self, figure: &Figure, asking: &mut Asking) -> bool {
        let mut order = self.latest.clone();
        order.extend(self.moments.about(&format!("{} {}", figure.block, figure.written)));
        let chart = figure.source.file == "chart.toml";
        order.extend((0..self.moments.all.len()).filter(|at| chart || !self.moments.all[*at].of_chart));
        self.one_feels(order.into_iter(), asking)
    }

    /// Whether one of these moments goes otherwise; each is asked once, and only where its box is there.
    fn one_feels(&mut self, mut order: impl Iterator<Item = usize>, asking: &mut Asking) -> bool {
        let info = self.info;
        asking.asked.resize(self.moments.all.len(), false);
        let feels = order.find(|at| {
            let moment = &self.moments.all[*at];
            let setup = &self.moments.setups[moment.setup];
            let Some(parts) = asking.boxes.get(info.box_name(setup).as_str()) else { return false };
            if std::mem::replace(&mut asking.asked[*at], true) {
                return false;
            }
            if !asking.others.contains_key(&moment.setup) {
                // A board takes long to make: games with the same box share it.
                let other = match asking.siblings.get(info.box_name(setup).as_str()) {
                    Some(sibling) => sibling.beside(setup),
                    None => Game::with_parts(parts.clone(), setup),
                };
                let other = other.ok();
                asking.others.insert(moment.setup, other);
            }
            let other = asking.others.get(&moment.setup).and_then(Option::as_ref);
            other.is_some_and(|other| moment.feels(other))
        });
        let Some(at) = feels else { return false };
        self.latest.retain(|other| *other != at);
        self.latest.insert(0, at);
        self.latest.truncate(LATEST);
        true
    }

    /// Whether a moment of more random games goes otherwise, or any looks so.
    fn plays_more(&mut self, mut asking: Asking) -> Felt {
        loop {
            let known = self.moments.all.len();
            if !self.moments.more(self.games) {
                break;
            }
            if self.one_feels(known..self.moments.all.len(), &mut asking) {
                return Felt::Played;
            }
        }
        let told = asking.others.iter().any(|(setup, other)| {
            let moment = self.moments.all.iter().find(|moment| moment.setup == *setup);
            moment.zip(other.as_ref()).is_some_and(|(moment, other)| moment.tells(other))
        });
        let mut tables = self.moments.all.iter().filter(|moment| !moment.of_chart);
        let shown = told
            || tables.any(|moment| {
                let other = asking.others.get(&moment.setup).and_then(Option::as_ref);
                other.is_some_and(|other| moment.shows(other))
            });
        if shown { Felt::Shown } else { Felt::Unfelt }
    }
}
