//! Bad input at the tables of docs/examples: every action that is offered there with one field changed (another company, hex,
//! tile, train, seat, amount, or a name that nobody knows), actions of other kinds, and entries of others. Whatever is refused
//! is refused in a sentence; by a rule of the title where only an amount or a place is wrong; and the state stays as it was.

use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::kit::{Dice, Playable, Pool, mutants, strangers};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::{Author, Entry, Title, Turn};
use ferrata_titles::{Game, catalogue, position};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// So many changed actions are tried at each moment of an example.
const TRIES: usize = 120;

/// What a rule decides, if all else is as it was offered. Other companies, seats, trains and cards may make no sense at all.
const RULED: [&str; 6] = ["price", "amount", "percent", "hex", "stop", "tile"];

/// What was refused at the tables of a title.
struct Seen {
    title: &'static str,
    /// The title's page of docs/rules.
    rules: &'static str,
    refused: usize,
    by_rules: usize,
    /// Sentences that name no rule though one is asked for, with an action that got them.
    ruleless: BTreeMap<String, String>,
}

fn examples(title: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples").join(title)
}

fn text(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Whether an action is an offered one but for what rules decide.
fn differs_in_what_is_ruled(offered: &Action, action: &Action) -> bool {
    let fields = |action: &Action| match serde_json::to_value(action).unwrap() {
        serde_json::Value::Object(fields) => fields,
        _ => serde_json::Map::new(),
    };
    let (offered, action) = (fields(offered), fields(action));
    let known = |value: &serde_json::Value| *value != serde_json::json!("?");
    let as_offered = |key: &String| offered.get(key) == action.get(key);
    let ruled = |key: &String| RULED.contains(&key.as_str()) && action.get(key).is_some_and(known);
    action.keys().chain(offered.keys()).all(|key| as_offered(key) || ruled(key))
}

fn asked(game: &Game) -> Vec<Author> {
    match game.turn() {
        Turn::Seat(seat) => vec![Author::Seat(seat)],
        Turn::Sealed(seats) => seats.iter().map(|seat| Author::Seat(*seat)).collect(),
        Turn::Chance(_) => vec![Author::Chance],
        Turn::Over(_) => Vec::new(),
    }
}

impl Seen {
    /// Tries what is wrong in one way at a table.
    fn look(&mut self, game: &Game, dice: &mut Dice) {
        let (offers, asked) = (game.offers(), asked(game));
        let pool = Pool::new(&game.view(), &offers);
        let mut samples: Vec<Action> = offers.iter().flat_map(|offer| offer.samples()).collect();
        samples.extend(game.suggest_runs());
        dice.keep(&mut samples, 12);
        let others = (0..=pool.seats).map(|seat| Author::Seat(SeatId(seat))).chain([Author::Chance]);
        for by in others.filter(|by| !asked.contains(by)) {
            for action in samples.iter().take(2) {
                self.attempt(game, Entry { by, action: action.clone() }, false);
            }
        }
        let Some(by) = asked.first().copied() else { return };
        let changes = |sample: &Action| {
            let ruled = |action: Action| (differs_in_what_is_ruled(sample, &action), action);
            mutants(sample, &pool).into_iter().map(ruled).collect::<Vec<_>>()
        };
        let mut changed: Vec<(bool, Action)> = samples.iter().flat_map(changes).collect();
        dice.keep(&mut changed, TRIES);
        let strangers = strangers(&pool).into_iter().map(|action| (false, action));
        for (ruled, action) in changed.into_iter().chain(strangers) {
            self.attempt(game, Entry { by, action }, ruled && by != Author::Chance);
        }
    }

    fn attempt(&mut self, game: &Game, entry: Entry, by_rule: bool) {
        let mut probe = game.clone();
        let Err(why) = probe.apply(&entry) else { return };
        assert!(probe == *game && probe.hash() == game.hash(), "the refusal of {entry:?} changes the state");
        self.refused += 1;
        self.read(&why, &entry, by_rule);
    }

    /// A refusal is a sentence, and its rule can be read.
    fn read(&mut self, why: &Refusal, entry: &Entry, by_rule: bool) {
        let said = why.because.to_string();
        assert!(said.split(' ').count() >= 3 && !said.contains(['{', '}']), "{said:?} for {entry:?}");
        match &why.rule {
            Some(rule) => {
                // Readings and notes stand there without the title: **R-32**.
                let (id, prefix) = (rule.to_string(), format!("{}-", self.title));
                let short = id.strip_prefix(&prefix).unwrap_or(&id);
                let listed = [id.as_str(), short].iter().any(|id| self.rules.contains(&format!("**{id}**")));
                assert!(listed, "{why}: no such rule for {entry:?}");
                self.by_rules += 1;
            }
            None if by_rule => {
                self.ruleless.entry(said).or_insert_with(|| format!("{:?}", entry.action));
            }
            None => {}
        }
    }
}

fn refusals_of(title: &'static str) {
    let rules = catalogue::find(title).unwrap().rules();
    let mut seen = Seen { title, rules, refused: 0, by_rules: 0, ruleless: BTreeMap::new() };
    let mut dice = Dice::new(15);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(examples(title)).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "jsonl"));
    files.sort();
    for file in &files {
        let at = file.with_extension("toml");
        let Ok((_, mut game)) = position::read(&at.display().to_string(), &text(&at)) else { continue };
        seen.look(&game, &mut dice);
        for line in text(file).lines() {
            let Some(by) = asked(&game).first().copied() else { break };
            let action = serde_json::from_str(line).unwrap();
            if game.apply(&Entry { by, action }).is_ok() {
                seen.look(&game, &mut dice);
            }
        }
    }
    println!("{title}: {} examples, {} refusals, {} by rules", files.len(), seen.refused, seen.by_rules);
    assert!(seen.refused > 1000, "{title}: only {} refusals", seen.refused);
    assert!(seen.ruleless.is_empty(), "{title}: refused without a rule: {:#?}", seen.ruleless);
}

#[test]
fn bad_input_at_tables_of_1841_is_refused_by_rules() {
    refusals_of("1841");
}

#[test]
fn bad_input_at_tables_of_18esp_is_refused_by_rules() {
    refusals_of("18ESP");
}

#[test]
fn bad_input_at_tables_of_1883_is_refused_by_rules() {
    refusals_of("1883");
}

#[test]
fn bad_input_at_tables_of_18fb_is_refused_by_rules() {
    refusals_of("18FB");
}

/// Nobody is forgotten when a title comes.
#[test]
fn bad_input_is_tried_at_tables_of_every_title() {
    let names: Vec<_> = catalogue::TITLES.iter().map(|title| title.title).collect();
    assert_eq!(names, ["1841", "18ESP", "1883", "18FB"]);
}
