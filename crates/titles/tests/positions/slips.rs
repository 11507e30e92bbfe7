//! Positions with a slip in them, thirty of each kind and title: each is refused with line, found and expected. And
//! positions with anything at all done to them: they are read or refused, but nothing breaks.

use crate::moments::each_moment;
use ferrata_engine::kit::Dice;
use ferrata_engine::turn::Title;
use ferrata_titles::{catalogue, position};

/// So many files of each kind of slip.
const FILES: usize = 30;

/// A slip somebody makes in a line of a position; none where it cannot be made there.
type Slip = fn(&Line<'_>) -> Option<String>;

/// A line of a position.
struct Line<'a> {
    text: &'a str,
    /// The section it is in: `company.SFMA`.
    section: &'a str,
    key: &'a str,
    value: &'a str,
}

impl Line<'_> {
    fn with(&self, value: impl std::fmt::Display) -> Option<String> {
        Some(format!("{} = {value}", self.key))
    }

    fn of(&self, section: &str, keys: &[&str]) -> bool {
        self.section.starts_with(section) && keys.contains(&self.key)
    }

    /// An amount of money.
    fn money(&self) -> bool {
        self.of("seat", &["cash"]) || self.of("company", &["treasury"])
    }
}

const SLIPS: &[(&str, Slip)] = &[
    ("a quote that is missing", |line| {
        let cut = line.text.strip_suffix('"')?;
        (!cut.ends_with('"')).then(|| cut.to_owned())
    }),
    ("a key told twice", |line| (!line.key.is_empty()).then(|| format!("{}\n{}", line.text, line.text))),
    ("a key that nobody knows", |line| {
        let named = ["company", "seat"].iter().any(|part| line.section.starts_with(part));
        named.then(|| format!("{}\nhat = 1", line.text))
    }),
    ("a section that nobody knows", |line| {
        let name = line.text.strip_prefix('[')?.strip_suffix(']')?;
        (!name.contains('.')).then(|| format!("[{name}x]"))
    }),
    ("a company that nobody knows", |line| {
        line.text.starts_with("[company.").then(|| "[company.Nowhere]".to_owned())
    }),
    ("a player who is not there", |line| line.text.starts_with("[seat.").then(|| "[seat.Zoe]".to_owned())),
    ("money in words", |line| line.money().then(|| line.with("\"much\""))?),
    ("money below nothing", |line| line.money().then(|| line.with(-1))?),
    ("more money than there is", |line| line.money().then(|| line.with(900_000))?),
    ("a price that is not on the chart", |line| {
        line.of("company", &["price"]).then(|| line.with(1_234_567))?
    }),
    ("a place that is not on the chart", |line| {
        line.of("company", &["place"]).then(|| line.with("\"ZZ99\""))?
    }),
    ("shares that are too many", |line| {
        line.of("company", &["shares"]).then(|| line.with("\"Player 1 90, Player 2 90\""))?
    }),
    ("shares that no certificates make up", |line| {
        line.of("company", &["shares"]).then(|| line.with("\"Player 1 7\""))?
    }),
    ("shares of somebody who is not there", |line| {
        line.of("company", &["shares"]).then(|| line.with("\"Zoe 20\""))?
    }),
    ("a station off the board", |line| line.of("company", &["stations"]).then(|| line.with("[\"Z99\"]"))?),
    ("a station twice", |line| {
        // The stop is told: on a hex with two cities the second station would find the other one.
        let first = line.value.strip_prefix("[\"")?.split('"').next()?;
        let first = if first.contains(' ') { first.to_owned() } else { format!("{first} s0") };
        line.of("company", &["stations"]).then(|| line.with(format!("[\"{first}\", \"{first}\"]")))?
    }),
    ("a tile that is not in the box", |line| line.section.eq("board").then(|| line.with("\"99999 0\""))?),
    ("a tile turned too far", |line| {
        let tile = line.value.strip_prefix('"')?.split(' ').next()?;
        line.section.eq("board").then(|| line.with(format!("\"{tile} 6\"")))?
    }),
    ("a tile off the board", |line| line.section.eq("board").then(|| format!("Z99 = {}", line.value))),
    ("a phase that there is not", |line| line.key.eq("phase").then(|| line.with("\"99\""))?),
    ("trains that are no list", |line| line.of("company", &["trains"]).then(|| line.with("\"all\""))?),
    ("a train that there is not", |line| line.of("company", &["trains"]).then(|| line.with("[\"99\"]"))?),
    ("a train in the depot that there is not", |line| {
        line.section.eq("depot").then(|| "\"99\" = 1".to_owned())
    }),
    ("another title", |line| line.key.eq("title").then(|| line.with("\"1830\""))?),
    ("another edition", |line| line.key.eq("edition").then(|| line.with("\"zeroth\""))?),
    ("too few players", |line| line.key.eq("players").then(|| line.with("[\"Player 1\"]"))?),
];

/// The lines of a position; strings over several lines do not occur.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut section = "";
    let mut lines = Vec::new();
    for text in text.lines() {
        if let Some(name) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            section = name;
            lines.push(Line { text, section: "", key: "", value: "" });
            continue;
        }
        let (key, value) = text.split_once(" = ").unwrap_or_default();
        lines.push(Line { text, section, key, value });
    }
    lines
}

/// The text with a slip in one line, and which line that is.
fn slipped(text: &str, slip: Slip, dice: &mut Dice) -> Option<(String, usize)> {
    let lines = lines(text);
    let places: Vec<(usize, String)> =
        lines.iter().enumerate().filter_map(|(at, line)| Some((at, slip(line)?))).collect();
    let (at, instead) = dice.pick(&places)?;
    let mut lines: Vec<&str> = lines.iter().map(|line| line.text).collect();
    lines[*at] = instead;
    Some((lines.join("\n"), at + 1))
}

fn texts(title: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for seed in 0..2 {
        each_moment(title, seed, 23, |setup, game| texts.push(position::write(setup, game).unwrap()));
    }
    texts
}

fn check(title: &str) {
    let texts = texts(title);
    let mut dice = Dice::new(1);
    for (kind, slip) in SLIPS {
        let mut files = 0;
        for _ in 0..40 * FILES {
            let Some((text, line)) = slipped(dice.pick(&texts).unwrap(), *slip, &mut dice) else { continue };
            let problems = position::read("p.toml", &text).map(|_| ()).expect_err(kind);
            for problem in &problems {
                assert!(problem.line > 0, "{title}, {kind}: {problem}");
                assert!(
                    !problem.found.is_empty() && !problem.expected.is_empty(),
                    "{title}, {kind}: {problem}"
                );
            }
            let near = |told: usize| told == line || told == line + 1;
            let told = problems.iter().any(|problem| near(problem.line as usize) || problem.place == "bank");
            let whole = problems.iter().all(|problem| problem.line == 1);
            assert!(told || whole, "{title}, {kind} in line {line}: {}\n{text}", problems[0]);
            files += 1;
            if files == FILES {
                break;
            }
        }
        println!("{title}, {kind}: {files}");
        assert!(files == FILES || files == 0, "{title}, {kind}: {files} files");
    }
}

#[test]
fn slips_in_positions_of_1841_are_told() {
    check("1841");
}

#[test]
fn slips_in_positions_of_18esp_are_told() {
    check("18ESP");
}

#[test]
fn slips_in_positions_of_1883_are_told() {
    check("1883");
}

#[test]
fn slips_in_positions_of_18fb_are_told() {
    check("18FB");
}

/// Lines of other positions, lines that are missing, doubled or swapped, and characters that do not belong there.
fn anything(text: &str, other: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let others: Vec<&str> = other.lines().collect();
    for _ in 0..=dice.below(3) {
        let at = dice.below(lines.len().max(1) as u64) as usize;
        let Some(line) = lines.get_mut(at) else { break };
        match dice.below(6) {
            0 => *line = (*dice.pick(&others).unwrap_or(&"")).to_owned(),
            1 => {
                lines.remove(at);
            }
            2 => {
                let line = line.clone();
                lines.insert(at, line);
            }
            3 => {
                let with = dice.below(lines.len() as u64) as usize;
                lines.swap(at, with);
            }
            4 => {
                let strange = [
                    "\"",
                    "[",
                    "]",
                    "{",
                    "=",
                    "-",
                    "9999999999",
                    "é",
                    "\u{0}",
                    "#",
                    " 0",
                    ",",
                    "s9",
                    "slot 200",
                ];
                let places: Vec<usize> = line.char_indices().map(|(at, _)| at).chain([line.len()]).collect();
                line.insert_str(*dice.pick(&places).unwrap(), dice.pick(&strange).unwrap());
            }
            _ => {
                let changed: String = line
                    .chars()
                    .map(|c| if c.is_ascii_digit() && dice.one_in(2) { '7' } else { c })
                    .collect();
                *line = changed;
            }
        }
    }
    lines.join("\n")
}

/// What is read, whatever it is, can be looked at and asked; what is refused is told with a line.
#[test]
fn whatever_is_written_nothing_breaks() {
    let mut dice = Dice::new(7);
    for title in catalogue::TITLES {
        let texts = texts(title.title);
        let (mut read, mut refused) = (0, 0);
        for _ in 0..600 {
            let (text, other) = (dice.pick(&texts).unwrap(), dice.pick(&texts).unwrap());
            let text = anything(text, other, &mut dice);
            match position::read("p.toml", &text) {
                Ok((_, game)) => {
                    let _ = (game.view(), game.offers(), game.hash(), game.turn());
                    read += 1;
                }
                Err(problems) => {
                    assert!(problems.iter().all(|problem| problem.line > 0), "{problems:?}");
                    refused += 1;
                }
            }
        }
        println!("{}: {read} read, {refused} refused", title.title);
        assert!(read > 20 && refused > 20, "{}: {read} read, {refused} refused", title.title);
    }
}
