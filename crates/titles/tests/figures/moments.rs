//! Moments at which a changed figure may be felt: those of random games and of the examples.

use crate::setup;
use ferrata_engine::event::Event;
use ferrata_engine::hash::stable_hash;
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::{Author, Entry, Setup, Title, Turn};
use ferrata_engine::view::Asked;
use ferrata_titles::{Game, catalogue, position};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A table, and what happens there.
pub(crate) struct Moment {
    /// Which of the set-ups it belongs to.
    pub(crate) setup: usize,
    game: Game,
    /// What is played there, if anything.
    entry: Option<Entry>,
    seen: Seen,
    /// It is there for a field of the chart.
    pub(crate) of_chart: bool,
}

/// What an entry does: what is told of it and the table afterwards, or why it cannot be played.
type Played = Result<(Vec<Event>, u64), Refusal>;

/// What a game does at a moment.
#[derive(PartialEq, Debug)]
struct Seen {
    played: Option<Played>,
    turn: Turn,
    offers: Vec<Offer>,
    /// What trains find on the board, where they run.
    stops: Option<u64>,
}

impl Seen {
    fn at(game: &Game, entry: Option<&Entry>) -> Seen {
        Seen { played: played(game, entry), turn: game.turn(), offers: game.offers(), stops: stops(game) }
    }
}

fn played(game: &Game, entry: Option<&Entry>) -> Option<Played> {
    let mut after = game.clone();
    let events = after.apply(entry?);
    Some(events.map(|events| (events, after.hash())))
}

/// What every stop of the board is to the trains of the company that runs, whether their ways end there, what the trains can do and what bonuses there are.
fn stops(game: &Game) -> Option<u64> {
    if game.asked() != Asked::Run {
        return None;
    }
    let found = game.with_running(None, |board, rules| {
        let hexes = board
            .map()
            .ids()
            .flat_map(|hex| (0..board.face(hex).stops.len()).map(move |stop| (hex, stop as u8)));
        let ends = |hex, stop: u8| board.face(hex).stops[usize::from(stop)].terminal;
        let told = |(hex, stop)| format!("{:?} {}", (rules.stop)(hex, stop), ends(hex, stop));
        let stops: Vec<String> = hexes.map(told).collect();
        format!("{stops:?} {:?} {:?} {:?}", rules.trains, rules.bonuses, rules.across)
    });
    Some(stable_hash(&found.map(|(_, found)| found).unwrap_or_default()))
}

impl Moment {
    pub(crate) fn at(setup: usize, game: Game, entry: Option<&Entry>) -> Moment {
        let seen = Seen::at(&game, entry);
        Moment { setup, game, entry: entry.cloned(), seen, of_chart: false }
    }

    /// Whether the game does something else at this table with the box of `other`.
    pub(crate) fn feels(&self, other: &Game) -> bool {
        let game = self.game.under(other).unwrap();
        played(&game, self.entry.as_ref()) != self.seen.played
            || game.turn() != self.seen.turn
            || game.offers() != self.seen.offers
            || stops(&game) != self.seen.stops
    }

    /// Whether something else is told about the box of `other`, at whatever table.
    pub(crate) fn tells(&self, other: &Game) -> bool {
        other.about() != self.game.about()
    }

    /// Whether the table looks different with the box of `other`.
    pub(crate) fn shows(&self, other: &Game) -> bool {
        self.game.under(other).unwrap().view() != self.game.view()
    }
}

/// The moments of a title that were looked at so far, and by word those at which it is spoken.
pub(crate) struct Moments {
    title: &'static str,
    pub(crate) setups: Vec<Setup>,
    pub(crate) all: Vec<Moment>,
    words: HashMap<String, Vec<usize>>,
    /// Random games that were played so far.
    games: u64,
}

/// Of a random game one moment in so many is kept.
const EVERY: usize = 4;

impl Moments {
    /// The moments of all examples.
    pub(crate) fn of(title: &'static str) -> Moments {
        let mut moments =
            Moments { title, setups: Vec::new(), all: Vec::new(), words: HashMap::new(), games: 0 };
        let (examples, here) = (Path::new("../../docs/examples"), Path::new("tests/figures/positions"));
        for folder in [examples.join(title), here.join(title), here.join(title).join("found")] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let found = folder.ends_with("found");
            positions(&folder).iter().for_each(|file| moments.example(file, !found));
        }
        moments
    }

    /// The moments of the positions of a folder, each with its file, and their set-ups.
    pub(crate) fn of_folder(title: &'static str, folder: &Path) -> (Vec<Setup>, Vec<(Moment, PathBuf)>) {
        let mut moments =
            Moments { title, setups: Vec::new(), all: Vec::new(), words: HashMap::new(), games: 0 };
        let mut files = Vec::new();
        for file in positions(folder) {
            moments.example(&file, false);
            files.resize(moments.all.len(), file);
        }
        (moments.setups, moments.all.into_iter().zip(files).collect())
    }

    /// Adds the moments of another random game; not so many games any more than that.
    pub(crate) fn more(&mut self, most: u64) -> bool {
        let more = self.games < most;
        if more {
            self.random_game(self.games);
            self.games += 1;
        }
        more
    }

    /// Where one of the words is spoken, those of the rarest word first, then all others.
    pub(crate) fn about(&self, words: &str) -> Vec<usize> {
        let mut lists: Vec<&Vec<usize>> = split(words).filter_map(|word| self.words.get(word)).collect();
        lists.sort_by_key(|list| list.len());
        lists.into_iter().flatten().copied().collect()
    }

    fn random_game(&mut self, seed: u64) {
        let setup = setup::setup(self.title, seed);
        let plan = Plan { max_entries: 20_000, ..Plan::new(setup.clone(), seed).checking(0) };
        let mut game = Game::start(&setup).unwrap();
        let setup = self.setup(setup);
        for (at, recorded) in play_random::<Game>(&plan).log.entries.iter().enumerate() {
            if at % EVERY == 0 {
                self.add(setup, game.clone(), Some(&recorded.entry), "");
            }
            game.apply(&recorded.entry).unwrap();
        }
        self.add(setup, game, None, "");
    }

    /// Adds the moments of a position and its entries; with those of the same table in other editions, where it is possible there.
    fn example(&mut self, file: &Path, in_all_editions: bool) {
        let text = |file: &Path| std::fs::read_to_string(file).unwrap_or_default();
        let (shown, position, entries) =
            (file.display().to_string(), text(file), text(&file.with_extension("jsonl")));
        let name = file.file_stem().unwrap().to_string_lossy();
        // Where a company is said to stand at A1, one such table for each field of the chart.
        let (of_chart, known) = (position.contains("\"A1\""), self.all.len());
        let mut all: Vec<_> =
            variations(&position, &entries).into_iter().map(|pair| (pair, of_chart)).collect();
        if in_all_editions && !of_chart {
            let others: Vec<_> = all.iter().flat_map(|(pair, _)| self.other_editions(pair)).collect();
            all.extend(others.into_iter().map(|pair| (pair, true)));
        }
        for ((position, entries), may_be_impossible) in all {
            let (setup, mut game) = match position::read(&shown, &position) {
                Ok(read) => read,
                Err(_) if may_be_impossible && !position.contains("\"A1\"") => continue,
                Err(problems) => {
                    panic!("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
                }
            };
            let setup = self.setup(setup);
            for line in entries.lines() {
                let entry = Entry { by: author(&game), action: serde_json::from_str(line).unwrap() };
                self.add(setup, game.clone(), Some(&entry), &name);
                let _refused = game.apply(&entry);
            }
            self.add(setup, game, None, &name);
        }
        self.all.iter_mut().skip(known).for_each(|moment| moment.of_chart = of_chart);
    }

    /// The same position in the other editions of the title.
    fn other_editions(&self, (position, entries): &(String, String)) -> Vec<(String, String)> {
        let editions = catalogue::find(self.title).unwrap().editions.iter().map(|(name, _)| *name);
        let says = |line: &&str| line.starts_with("edition = ");
        let own = position.lines().find(says).unwrap_or_default();
        let others = editions.map(|name| format!("edition = \"{name}\"")).filter(|line| line != own);
        let told = |line: String| match own {
            "" => position.replacen("players = ", &format!("{line}\nplayers = "), 1),
            own => position.replacen(own, &line, 1),
        };
        others.map(|line| (told(line), entries.clone())).collect()
    }

    /// The number of a set-up: games of the same one share the changed box.
    fn setup(&mut self, setup: Setup) -> usize {
        let known = self.setups.iter().position(|known| *known == setup);
        known.unwrap_or_else(|| {
            self.setups.push(setup);
            self.setups.len() - 1
        })
    }

    /// Adds a moment; what the position is called is spoken there, too.
    fn add(&mut self, setup: usize, game: Game, entry: Option<&Entry>, name: &str) {
        let moment = Moment::at(setup, game, entry);
        let Seen { played, offers, .. } = &moment.seen;
        let spoken = format!("{name} {} {entry:?} {played:?}", serde_json::to_string(offers).unwrap());
        let mut words: Vec<&str> = split(&spoken).collect();
        words.sort_unstable();
        words.dedup();
        for word in words {
            self.words.entry(word.to_owned()).or_default().push(self.all.len());
        }
        self.all.push(moment);
    }
}

/// Who acts now: of several who decide in secret the first.
pub(crate) fn author(game: &Game) -> Author {
    match game.turn() {
        Turn::Seat(seat) => Author::Seat(seat),
        Turn::Sealed(seats) => Author::Seat(seats[0]),
        _ => Author::Chance,
    }
}

/// One position with its entries for each field of the chart where it says `"A1"`, for each value where it begins with
/// `# PHASE is each of 2, 3`, for each pair of values where it begins with two such lines; `# CITY/TILE is each of H4/57, F8/14` are
/// words that change together.
fn variations(position: &str, entries: &str) -> Vec<(String, String)> {
    let mut all = vec![(position.to_owned(), entries.to_owned())];
    let mut vary = |words: &str, values: &[String]| {
        let together = |text: &str, value: &str| {
            words
                .split('/')
                .zip(value.split('/'))
                .fold(text.to_owned(), |text, (word, value)| text.replace(word, value))
        };
        let instead = |text: &str| values.iter().map(|value| together(text, value)).collect::<Vec<_>>();
        let both =
            |(position, entries): &(String, String)| instead(position).into_iter().zip(instead(entries));
        all = all.iter().flat_map(|pair| both(pair).collect::<Vec<_>>()).collect();
    };
    let each = |line: &'_ str| {
        let (word, values) = line.strip_prefix("# ")?.split_once(" is each of ")?;
        Some((word.to_owned(), values.split(", ").map(str::to_owned).collect::<Vec<_>>()))
    };
    position.lines().map_while(each).for_each(|(word, values)| vary(&word, &values));
    if position.contains("\"A1\"") {
        let fields = (b'A'..=b'U').flat_map(|column| (1..=13).map(move |row| (column as char, row)));
        let fields: Vec<String> = fields.map(|(column, row)| format!("\"{column}{row}\"")).collect();
        vary("\"A1\"", &fields);
    }
    all
}

fn split(words: &str) -> impl Iterator<Item = &str> {
    words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn positions(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().map(|file| file.unwrap().path());
    let name = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<PathBuf> =
        files.filter(|file| name(file).ends_with(".toml") && !name(file).ends_with(".then.toml")).collect();
    files.sort();
    files
}
