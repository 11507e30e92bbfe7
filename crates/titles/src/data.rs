//! The data files of a title, its editions, and the box made of them.

use ferrata_engine::components::{Components, PlayerCount};
use ferrata_engine::event::Event;
use ferrata_engine::fact::Facts;
use ferrata_engine::load::{CATALOGUE, Problem, Source, load};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::Setup;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Everything that is wrong in the files of a title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(pub Vec<Problem>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.0.iter().map(Problem::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Faults {}

impl From<Faults> for Refusal {
    fn from(faults: Faults) -> Refusal {
        Refusal::plain(Text::words(faults.to_string()))
    }
}

/// What is said once, when a game begins whose box is not known in all parts; nothing where it is.
pub(crate) fn notice(parts: &Components) -> Option<Event> {
    let title = parts.title.to_string();
    let text = say!(
        "The board and other parts of {title} are reconstructed from the text of its rules. Whoever owns the printed game can correct the data files, where every such part is marked with its reason (docs/data.md).",
        title
    );
    (!parts.reconstructed.is_empty()).then_some(Event::Note { text })
}

/// An edition: the files it is made of, overlays after what they change.
#[derive(Debug)]
pub struct Edition {
    /// Its name.
    pub name: &'static str,
    /// The names of its files, overlays after what they change.
    pub files: &'static [&'static str],
    loaded: OnceLock<Result<Arc<Components>, Faults>>,
}

impl Edition {
    /// An edition of these files, beside the tile catalogue.
    pub const fn new(name: &'static str, files: &'static [&'static str]) -> Edition {
        Edition { name, files, loaded: OnceLock::new() }
    }
}

/// The files and editions of a title.
#[derive(Debug)]
pub struct Shelf {
    /// The title.
    pub title: &'static str,
    /// Its files.
    pub files: &'static [Source<'static>],
    /// Its editions; the first is the usual one.
    pub editions: &'static [Edition],
    /// Reads the facts that only the title knows, as its rules do: what these would refuse is a fault of the files.
    pub verify: fn(&Components) -> Result<(), Problem>,
}

impl Shelf {
    /// The box of an edition, read once.
    pub fn components(&self, edition: &str) -> Result<Arc<Components>, Faults> {
        let edition = self.edition(edition)?;
        let read = || self.read(edition, &[]).map(Arc::new);
        edition.loaded.get_or_init(read).clone()
    }

    /// The box of an edition, with files of one's own instead of those of the same name.
    pub fn load_from(&self, edition: &str, own: &[Source<'_>]) -> Result<Components, Faults> {
        let known =
            |file: &str| file == CATALOGUE.file || self.files.iter().any(|source| source.file == file);
        let strange = own.iter().filter(|source| !known(source.file));
        let strange: Vec<_> = strange.map(|source| self.strange_file(source.file)).collect();
        if !strange.is_empty() {
            return Err(Faults(strange));
        }
        self.read(self.edition(edition)?, own)
    }

    /// The name of the edition that a set-up wants: the usual one where it names none.
    pub(crate) fn wanted<'a>(&self, setup: &'a Setup) -> &'a str {
        match setup.edition.as_str() {
            "" => self.editions.first().map_or("", |usual| usual.name),
            name => name,
        }
    }

    /// What follows from an edition, made once: `kept` has a place for each edition, in their order.
    pub(crate) fn once<T: Clone>(&self, edition: &str, kept: &[OnceLock<T>], make: impl FnOnce() -> T) -> T {
        match self.editions.iter().zip(kept).find(|(known, _)| known.name == edition) {
            Some((_, kept)) => kept.get_or_init(make).clone(),
            None => make(),
        }
    }

    fn edition(&self, name: &str) -> Result<&Edition, Faults> {
        let found = self.editions.iter().find(|edition| edition.name == name);
        found.ok_or_else(|| Faults(vec![self.strange_edition(name)]))
    }

    fn read(&self, edition: &Edition, own: &[Source<'_>]) -> Result<Components, Faults> {
        let files =
            edition.files.iter().filter_map(|file| self.files.iter().find(|source| source.file == *file));
        let instead = |source: Source<'static>| {
            own.iter().find(|own| own.file == source.file).copied().unwrap_or(source)
        };
        let sources: Vec<Source<'_>> = [CATALOGUE].into_iter().chain(files.copied()).map(instead).collect();
        let components = load(&sources).map_err(Faults)?;
        (self.verify)(&components).map_err(|problem| Faults(vec![problem]))?;
        Ok(components)
    }

    fn strange_file(&self, file: &str) -> Problem {
        let names: Vec<_> = self.files.iter().map(|source| source.file).collect();
        self.problem(file, "a file of this name", format!("{} or {}", CATALOGUE.file, names.join(", ")))
    }

    fn strange_edition(&self, name: &str) -> Problem {
        let names: Vec<_> = self.editions.iter().map(|edition| edition.name).collect();
        self.problem(self.title, &format!("the edition \"{name}\""), format!("one of {}", names.join(", ")))
    }

    fn problem(&self, file: &str, found: &str, expected: String) -> Problem {
        let (file, found) = (file.to_owned(), found.to_owned());
        Problem { file, line: 0, place: self.title.to_owned(), found, expected }
    }
}

/// What the number of players decides, or the refusal of so many.
pub(crate) fn by_players(
    parts: &Components,
    count: usize,
    refuse: impl FnOnce(Text) -> Refusal,
) -> Result<PlayerCount, Refusal> {
    let known = u8::try_from(count).ok().and_then(|count| parts.players(count));
    known.ok_or_else(|| {
        let counts = || parts.players.iter().map(|players| players.count);
        let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
        let title = parts.title.to_string();
        refuse(say!("{title} is for {least} to {most} players, not for {count}", title, least, most, count))
    })
}

/// Limits and the like are whole shares: others would not be felt.
pub(crate) fn whole_shares(facts: &Facts, share: u8, percentages: &[u8]) -> Result<(), Problem> {
    match share > 0 && percentages.iter().all(|percent| percent.is_multiple_of(share)) {
        true => Ok(()),
        false => {
            let found = format!("{percentages:?} as limits and other parts of a company");
            Err(facts.wrong(found, format!("multiples of a share, which is {share}")))
        }
    }
}

/// The files that every box has, then the overlays of an edition: `base!["lite.toml"]`.
macro_rules! base {
    ($($overlay:literal),* $(,)?) => {
        &["title.toml", "board.toml", "chart.toml", "companies.toml", "trains.toml", "stock.toml", $($overlay),*]
    };
}
pub(crate) use base;

/// The sources of a title, in `data/` beside the caller: those that every box has, then its own.
macro_rules! sources {
    ($($own:literal),* $(,)?) => {
        $crate::data::sources!(
            @ "title.toml", "board.toml", "chart.toml", "companies.toml", "trains.toml", "stock.toml", $($own),*
        )
    };
    (@ $($file:literal),* $(,)?) => {
        &[$(::ferrata_engine::load::Source { file: $file, text: include_str!(concat!("data/", $file)) }),*]
    };
}
pub(crate) use sources;
