//! What a tournament told: as figures for programs, and as text for people.

use super::Tournament;
use super::game::{Finished, Work};
use ferrata_engine::components::Components;
use ferrata_engine::turn::Setup;
use ferrata_opponents::Entrant;
use ferrata_opponents::tally::{Figure, Line, Played, lines};
use ferrata_titles::catalogue;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// What trains of a kind earned.
#[derive(Clone, Copy, Default, Serialize)]
struct Earned {
    runs: u32,
    mean: f64,
}

#[derive(Serialize)]
pub(super) struct Report {
    title: String,
    edition: String,
    seats: Vec<Entrant>,
    seed: u64,
    iterations: Option<u32>,
    limit: Option<u64>,
    games: usize,
    finished: usize,
    pub(super) illegal: Vec<String>,
    rounds: [u32; 3],
    entries: f64,
    next_trains: BTreeMap<String, usize>,
    levels: BTreeMap<Entrant, Line>,
    work: BTreeMap<Entrant, Work>,
    earnings: BTreeMap<String, Earned>,
    homes: BTreeMap<String, f64>,
    seconds: f64,
}

impl Report {
    /// Of games in blocks of so many.
    pub(super) fn of(
        asked: &Tournament,
        setup: &Setup,
        finished: Vec<Finished>,
        block: usize,
        took: Duration,
    ) -> Report {
        let (games, sums) = summed(finished);
        let blocks: Vec<Vec<Played>> = games.chunks(block.max(1)).map(<[Played]>::to_vec).collect();
        let mut next_trains: BTreeMap<String, usize> = BTreeMap::new();
        for game in &games {
            *next_trains.entry(game.next_train.clone()).or_default() += 1;
        }
        let entries: usize = games.iter().map(|game| game.entries).sum();
        Report {
            title: setup.title.to_string(),
            edition: setup.edition.to_string(),
            seats: asked.seats.clone(),
            seed: asked.seed,
            iterations: asked.iterations,
            limit: asked.limit,
            games: games.len(),
            finished: games.iter().filter(|game| !game.worth.is_empty()).count(),
            illegal: games.iter().flat_map(|game| game.illegal.clone()).collect(),
            rounds: rounds(&games),
            entries: entries as f64 / games.len().max(1) as f64,
            next_trains,
            levels: lines(&blocks),
            work: sums.work,
            earnings: earnings(setup, &sums.runs),
            homes: by_home(setup, &sums.homes),
            seconds: took.as_secs_f64(),
        }
    }

    /// For people.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        // A string takes whatever is written to it.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) -> fmt::Result {
        let seats: Vec<String> = self.seats.iter().map(ToString::to_string).collect();
        let Report { title, edition, games, finished, entries, .. } = self;
        writeln!(text, "{title} {edition}, {}: {finished} of {games} games finished", seats.join(", "))?;
        let [fewest, middle, most] = self.rounds;
        writeln!(text, "rounds   median {middle} ({fewest} to {most}), {entries:.0} entries a game")?;
        let trains = listed(&self.next_trains, |(train, games)| format!("{train}: {games}"));
        writeln!(text, "next train at the end  {trains}")?;
        for (level, line) in &self.levels {
            self.write_level(level, line, text)?;
        }
        for (train, earned) in &self.earnings {
            writeln!(text, "a {train} earned {:.0} ({} runs)", earned.mean, earned.runs)?;
        }
        let homes = listed(&self.homes, |(name, part)| format!("{name} {part:.2}"));
        writeln!(text, "companies earned in parts of what is typical  {homes}")?;
        writeln!(text, "illegal moves  {}", self.illegal.len())?;
        self.illegal.iter().take(SHOWN).try_for_each(|illegal| writeln!(text, "  {illegal}"))
    }

    fn write_level(&self, level: &Entrant, line: &Line, text: &mut String) -> fmt::Result {
        let chance = 100.0 * line.by_chance;
        writeln!(text, "{level}: won {} (by chance {chance:.0})", percent(&line.won))?;
        writeln!(text, "  worth {:.0}, bankrupt {} of {}", line.worth, line.bankrupt, line.seats)?;
        for (other, ahead) in &line.ahead_of {
            let elo = line.elo_over.get(other).copied().unwrap_or(0.0);
            writeln!(text, "  ahead of {other} {}, Elo {elo:+.0}", percent(ahead))?;
        }
        let Some(work) = self.work.get(level) else { return Ok(()) };
        let each = 1000.0 * work.seconds / work.decisions.max(1) as f64;
        let rolled = work.iterations as f64 / work.decisions.max(1) as f64;
        let slowest = work.slowest_ms;
        writeln!(text, "  {each:.1} ms and {rolled:.1} roll-outs a decision, slowest {slowest:.0} ms")
    }
}

/// So many illegal moves are shown to people.
const SHOWN: usize = 20;

fn percent(figure: &Figure) -> String {
    format!("{:.0} % [{:.0}, {:.0}]", 100.0 * figure.value, 100.0 * figure.low, 100.0 * figure.high)
}

fn listed<T>(all: impl IntoIterator<Item = T>, told: impl Fn(T) -> String) -> String {
    all.into_iter().map(told).collect::<Vec<String>>().join(", ")
}

/// What all games told together: thinking by level; runs by kind of train, how many and what they earned; what companies
/// earned in their first rounds and what was typical.
#[derive(Default)]
struct Sums {
    work: BTreeMap<Entrant, Work>,
    runs: Vec<(u32, f64)>,
    homes: Vec<(f64, f64)>,
}

fn summed(finished: Vec<Finished>) -> (Vec<Played>, Sums) {
    let mut sums = Sums::default();
    let games = finished.into_iter().map(|game| {
        for (level, more) in game.work {
            sums.work.entry(level).or_default().join(more);
        }
        sums.runs.resize(sums.runs.len().max(game.runs.len()), (0, 0.0));
        for (sum, more) in sums.runs.iter_mut().zip(game.runs) {
            *sum = (sum.0 + more.0, sum.1 + more.1);
        }
        sums.homes.resize(sums.homes.len().max(game.homes.len()), (0.0, 0.0));
        for (sum, more) in sums.homes.iter_mut().zip(game.homes) {
            *sum = (sum.0 + more.earned, sum.1 + more.typical);
        }
        game.played
    });
    (games.collect(), sums)
}

/// The fewest rounds of a game, the median, the most.
fn rounds(games: &[Played]) -> [u32; 3] {
    let mut rounds: Vec<u32> = games.iter().map(|game| game.rounds).collect();
    rounds.sort_unstable();
    [rounds.first(), rounds.get(rounds.len() / 2), rounds.last()].map(|found| found.copied().unwrap_or(0))
}

/// What is in the box.
fn components(setup: &Setup) -> Option<Arc<Components>> {
    catalogue::find(setup.title.as_str()).ok()?.components(setup).ok()
}

/// What trains earned where a company had one kind only: by these the typical figures are measured.
fn earnings(setup: &Setup, runs: &[(u32, f64)]) -> BTreeMap<String, Earned> {
    let trains = components(setup).into_iter().flat_map(|parts| parts.trains.clone());
    let ran = trains.zip(runs).filter(|(_, (count, _))| *count > 0);
    ran.map(|(train, (runs, sum))| {
        (train.name.to_string(), Earned { runs: *runs, mean: sum / f64::from(*runs) })
    })
    .collect()
}

/// What companies earned in their first rounds, in parts of what their trains typically earn: by these `homes` is measured.
fn by_home(setup: &Setup, homes: &[(f64, f64)]) -> BTreeMap<String, f64> {
    let companies = components(setup).into_iter().flat_map(|parts| parts.companies.clone());
    let ran = companies.zip(homes).filter(|(_, (_, typical))| *typical > 0.0);
    ran.map(|(company, (earned, typical))| (company.name.to_string(), earned / typical)).collect()
}
