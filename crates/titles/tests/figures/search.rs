//! Looks for witnesses: random games are folded again with a changed figure, and the moment at which one goes otherwise is
//! written down as a position, so that no check has to look for it again.

use crate::figure::Figure;
use crate::moments::{Moment, Moments, author};
use crate::setup;
use crate::witness::{Boxes, Felt, Witness};
use ferrata_engine::event::Event;
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Setup, Title};
use ferrata_titles::catalogue::Info;
use ferrata_titles::{Game, position};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Offers, which take long, are compared at one entry in so many.
const EVERY: usize = 8;

/// A random game as it goes with the figures of the files.
struct Played {
    setup: Setup,
    steps: Vec<Step>,
}

struct Step {
    before: Game,
    entry: Entry,
    events: Vec<Event>,
    offers: Option<Vec<Offer>>,
}

impl Played {
    fn of(title: &str, seed: u64) -> Played {
        let setup = setup::setup(title, seed);
        let plan = Plan { max_entries: 20_000, ..Plan::new(setup.clone(), seed).checking(0) };
        let mut game = Game::start(&setup).unwrap();
        let log = play_random::<Game>(&plan).log;
        let steps = log.entries.iter().enumerate().map(|(at, recorded)| {
            let (before, entry) = (game.clone(), recorded.entry.clone());
            let offers = (at % EVERY == 0).then(|| game.offers());
            let events = game.apply(&entry).unwrap();
            Step { before, entry, events, offers }
        });
        Played { steps: steps.collect(), setup }
    }

    /// The first step that goes otherwise in the game that `other` begins.
    fn differs(&self, mut other: Game) -> Option<&Step> {
        self.steps.iter().find(|step| {
            step.offers.as_ref().is_some_and(|offers| *offers != other.offers())
                || other.apply(&step.entry).ok().as_ref() != Some(&step.events)
        })
    }
}

/// Plays random games until every figure that no game felt has a witness; says for which there is none.
pub(crate) fn search(
    info: &'static Info,
    seeds: std::ops::Range<u64>,
    figures: impl Iterator<Item = Figure>,
) {
    let mut witness = Witness::new(info, 0);
    let mut unfelt: Vec<(Figure, Boxes)> = Vec::new();
    for figure in figures {
        if witness.feels(&figure) == Felt::Unfelt {
            unfelt.extend(witness.boxes(&figure, &figure.larger()).map(|boxes| (figure, boxes)));
        }
    }
    println!("{}: {} figures to be felt", info.title, unfelt.len());
    if let Ok(folder) = std::env::var("FROM") {
        choose(&witness, Path::new(&folder), &mut unfelt);
    }
    for seed in seeds {
        let played = Played::of(info.title, seed);
        let mut at = 0;
        while let Some((figure, boxes)) = unfelt.get(at) {
            let found = witness
                .other(boxes, &played.setup)
                .and_then(|other| Some((played.differs(other.clone())?, other)))
                .filter(|(step, other)| moment(step).feels(other));
            let Some((step, _)) = found else {
                at += 1;
                continue;
            };
            println!("{} {seed}: {}", info.title, figure.told());
            write(info.title, figure, &played.setup, step);
            let moment = moment(step);
            unfelt.retain(|(_, boxes)| {
                !witness.other(boxes, &played.setup).is_some_and(|other| moment.feels(&other))
            });
        }
        println!("{}: {} left after game {seed} of {} entries", info.title, unfelt.len(), played.steps.len());
    }
    unfelt.iter().for_each(|(figure, _)| println!("{}: none for {}", info.title, figure.told()));
}

/// Takes positions of a folder that make unfelt figures felt, each time the one that makes most of them felt.
fn choose(witness: &Witness, folder: &Path, unfelt: &mut Vec<(Figure, Boxes)>) {
    let title = witness.title();
    let candidates = Moments::of_folder(title, folder);
    let mut others: HashMap<(usize, usize), Option<Game>> = HashMap::new();
    let mut felt: Vec<Vec<bool>> = Vec::new();
    for (moment, _) in &candidates.1 {
        let by_figure = unfelt.iter().enumerate().map(|(at, (_, boxes))| {
            let setup = &candidates.0[moment.setup];
            let other = others.entry((at, moment.setup)).or_insert_with(|| witness.other(boxes, setup));
            other.as_ref().is_some_and(|other| moment.feels(other))
        });
        felt.push(by_figure.collect());
    }
    let mut left: Vec<bool> = vec![true; unfelt.len()];
    let new =
        |felt: &[bool], left: &[bool]| felt.iter().zip(left).filter(|(felt, left)| **felt && **left).count();
    while let Some((at, _)) = felt.iter().enumerate().max_by_key(|(_, felt)| new(felt, &left)) {
        let Some(first) = (0..left.len()).find(|figure| left[*figure] && felt[at][*figure]) else { break };
        let (from, to) = (&candidates.1[at].1, found(title).join(format!("{}.toml", unfelt[first].0.slug())));
        for figure in (0..left.len()).filter(|figure| left[*figure] && felt[at][*figure]) {
            println!("{title} {}: {}", from.display(), unfelt[figure].0.told());
        }
        left.iter_mut().zip(&felt[at]).for_each(|(left, felt)| *left &= !felt);
        std::fs::copy(from, &to).unwrap();
        let _no_entry = std::fs::copy(from.with_extension("jsonl"), to.with_extension("jsonl"));
    }
    let mut left = left.into_iter();
    unfelt.retain(|_| left.next() == Some(true));
    println!("{title}: {} left after {}", unfelt.len(), folder.display());
}

/// Where positions of random games lie.
fn found(title: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/figures/positions").join(title).join("found");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn moment(step: &Step) -> Moment {
    let entry = (author(&step.before) == step.entry.by).then_some(&step.entry);
    Moment::at(0, step.before.clone(), entry)
}

/// Writes the moment before a step as a position, with its entry.
fn write(title: &str, figure: &Figure, setup: &Setup, step: &Step) {
    let file = found(title).join(format!("{}.toml", figure.slug()));
    let text = position::write(setup, &step.before).unwrap();
    std::fs::write(&file, format!("# A moment of a random game, for {}.\n{text}", figure.key())).unwrap();
    if author(&step.before) == step.entry.by {
        let entry = serde_json::to_string(&step.entry.action).unwrap();
        std::fs::write(file.with_extension("jsonl"), entry + "\n").unwrap();
    }
}
