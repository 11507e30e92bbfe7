//! `ferrata tournament`: programs play against each other, and how strong each is is measured.

use super::choice::Choice;
use super::trial;
use crate::output::{Done, Failure, Progress, print, print_json};
use clap::Args;
use ferrata_engine::components::Components;
use ferrata_engine::turn::{Setup, Title};
use ferrata_opponents::contest::{Contest, Home, Step};
use ferrata_opponents::tally::{Figure, Line, Played, lines};
use ferrata_opponents::{Entrant, Program, TRIAL, Version, placements};
use ferrata_titles::catalogue;
use ferrata_titles::prospects::Prospects;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Lets programs play against each other: blocks of one seed with every way to place the levels at the table
#[derive(Args)]
pub(crate) struct Tournament {
    #[command(flatten)]
    choice: Choice,
    /// The level in each seat: `strong,greedy,greedy`; of an older version `greedy@2`
    #[arg(long, value_delimiter = ',', required = true, value_name = "LEVELS")]
    seats: Vec<Entrant>,
    /// A folder with levels.toml, weights.toml, figures.toml and perhaps terms.toml that are tried out: by these play `greedy@0` and the like
    #[arg(long, value_name = "FOLDER")]
    trial: Option<PathBuf>,
    /// How many games; rounded up to whole blocks
    #[arg(long, short, value_name = "G", default_value_t = 1)]
    games: usize,
    /// Roll-outs for each decision of the levels that make them; without it what the level has
    #[arg(long, value_name = "K")]
    iterations: Option<u32>,
    /// No decision takes more of a processor's time than so many milliseconds: then the best that was found is done
    #[arg(long, value_name = "MS", conflicts_with = "verify")]
    limit: Option<u64>,
    /// The seed of the first block; the next ones take the seeds after it
    #[arg(long, short, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Where a game that does not end is cut off
    #[arg(long, value_name = "N", default_value_t = 6_000)]
    max_entries: usize,
    /// How many games are played at the same time; without it as many as there are processors
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Look at every table for what must hold, and play every game a second time: the same seed must give the same log
    #[arg(long)]
    verify: bool,
    /// Write the log of every game into this folder
    #[arg(long, value_name = "FOLDER")]
    logs: Option<PathBuf>,
    /// Append what came out of every game to this file as soon as it is over, a line of JSON each
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What a level's thinking took.
#[derive(Clone, Copy, Default, Serialize)]
struct Work {
    decisions: u64,
    iterations: u64,
    seconds: f64,
    slowest_ms: f64,
}

/// What trains of a kind earned.
#[derive(Clone, Copy, Default, Serialize)]
struct Earned {
    runs: u32,
    mean: f64,
}

#[derive(Serialize)]
struct Report {
    title: String,
    edition: String,
    seats: Vec<Entrant>,
    seed: u64,
    iterations: Option<u32>,
    limit: Option<u64>,
    games: usize,
    finished: usize,
    illegal: Vec<String>,
    rounds: [u32; 3],
    entries: f64,
    next_trains: BTreeMap<String, usize>,
    levels: BTreeMap<Entrant, Line>,
    work: BTreeMap<Entrant, Work>,
    earnings: BTreeMap<String, Earned>,
    homes: BTreeMap<String, f64>,
    seconds: f64,
}

/// A finished game and what it took.
struct Finished {
    played: Played,
    work: BTreeMap<Entrant, Work>,
    runs: Vec<(u32, f64)>,
    homes: Vec<Home>,
}

/// A game as a line of results.
#[derive(Serialize)]
struct ToldGame<'a> {
    title: &'a str,
    seed: u64,
    placed: usize,
    #[serde(flatten)]
    played: &'a Played,
    work: &'a BTreeMap<Entrant, Work>,
}

impl ToldGame<'_> {
    fn append(&self, path: &Path) -> Result<(), Failure> {
        let line = serde_json::to_string(self).map_err(Failure::problem)? + "\n";
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(Failure::problem)
    }
}

impl Tournament {
    pub(crate) fn run(self) -> Done {
        let (_, setup) = self.choice.setup(self.seats.len())?;
        Contest::new(&setup, Vec::new(), 0).map_err(Failure::problem)?;
        let (placements, trial) = (placements(&self.seats), self.trial()?);
        let blocks = self.games.div_ceil(placements.len()).max(1);
        let start = Instant::now();
        let finished = self.play(&setup, &placements, blocks, trial)?;
        let report = self.report(&setup, finished, placements.len(), start.elapsed());
        let sound = report.illegal.is_empty();
        if self.json { print_json(&report) } else { print(text(&report)) }?;
        if sound { Ok(()) } else { Err(Failure::Reported) }
    }

    /// What is tried out.
    fn trial(&self) -> Result<Option<&'static Version>, Failure> {
        let Some(folder) = &self.trial else {
            let asked = self.seats.iter().any(|seat| seat.version == TRIAL);
            let folder = || Failure::problem(format!("version {TRIAL} is what --trial FOLDER holds"));
            return if asked { Err(folder()) } else { Ok(None) };
        };
        trial::read(folder).map(Some)
    }

    /// All games, by block and placement. The outcome does not depend on how many are played at the same time.
    fn play(
        &self,
        setup: &Setup,
        placements: &[Vec<Entrant>],
        blocks: usize,
        trial: Option<&'static Version>,
    ) -> Result<Vec<Finished>, Failure> {
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok().map(usize::from));
        let all = blocks * placements.len();
        let (next, progress) = (AtomicUsize::new(0), Progress::new(all as u64));
        let done: Mutex<BTreeMap<usize, Result<Finished, Failure>>> = Mutex::default();
        let work = || {
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= all {
                    return;
                }
                let (block, at) = (game / placements.len(), game % placements.len());
                let levels = placements.get(at).cloned().unwrap_or_default();
                let finished = self.game(setup, (block, at), levels, trial);
                if let Ok(mut done) = done.lock() {
                    done.insert(game, finished);
                }
                progress.step();
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.unwrap_or(1).clamp(1, all) {
                scope.spawn(work);
            }
        });
        progress.end();
        done.into_inner().map_err(Failure::problem)?.into_values().collect()
    }

    /// One game of a block: which of its placements, and who sits where.
    fn game(
        &self,
        setup: &Setup,
        (block, placed): (usize, usize),
        levels: Vec<Entrant>,
        trial: Option<&'static Version>,
    ) -> Result<Finished, Failure> {
        let seed = self.seed.wrapping_add(block as u64);
        let program = |(seat, level): (usize, &Entrant)| {
            let own = seed.wrapping_mul(31).wrapping_add(seat as u64);
            let program = match trial.filter(|_| level.version == TRIAL) {
                Some(version) => Program::by(version, level.level, own),
                None => Program::new(*level, own),
            };
            match self.iterations {
                Some(iterations) => program.with_iterations(iterations),
                None => program,
            }
        };
        let contest = || {
            let programs = levels.iter().enumerate().map(program).collect();
            Contest::new(setup, programs, seed).map_err(Failure::problem)
        };
        let (mut contest, mut again) = (contest()?, self.verify.then(contest).transpose()?);
        let mut played = Played { levels, ..Played::default() };
        let mut work: BTreeMap<Entrant, Work> = BTreeMap::new();
        while contest.log().entries.len() < self.max_entries {
            let begun = processor_time();
            let step = contest.step_watched(&mut |_| match self.limit {
                Some(limit) if since(begun) >= Duration::from_millis(limit) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            });
            let took = since(begun);
            if let Some(again) = &mut again {
                again.step();
                played.illegal.extend(wrong(&contest, again).map(|wrong| format!("seed {seed}: {wrong}")));
            }
            match step {
                Step::Drawn => {}
                Step::Decided(seat, decision) => {
                    if let Some(level) = played.levels.get(seat.index()) {
                        work.entry(*level).or_default().add(decision.iterations, took);
                    }
                }
                Step::Illegal(seat, why) => {
                    played.illegal.push(format!("seed {seed}, seat {}: {why}", seat.0 + 1));
                    break;
                }
                Step::Over(outcome) => {
                    played.worth = vec![0; played.levels.len()];
                    for (seat, worth) in outcome.standings {
                        if let Some(own) = played.worth.get_mut(seat.index()) {
                            *own = worth.0;
                        }
                    }
                    break;
                }
            }
        }
        let outlook = contest.game().outlook();
        played.bankrupt = outlook.purses.iter().map(|purse| purse.bankrupt).collect();
        let train = outlook.next_train.map(|kind| contest.game().parts().train_name(kind).to_string());
        played.next_train = train.unwrap_or_else(|| "none".into());
        (played.rounds, played.entries) = (contest.rounds(), contest.log().entries.len());
        if let Some(folder) = &self.logs {
            let name = format!("{}-{seed}-{placed}.json", setup.title);
            let log = serde_json::to_string(contest.log()).map_err(Failure::problem)?;
            std::fs::create_dir_all(folder).map_err(Failure::problem)?;
            std::fs::write(folder.join(name), log).map_err(Failure::problem)?;
        }
        if let Some(path) = &self.results {
            let told = ToldGame { title: setup.title.as_str(), seed, placed, played: &played, work: &work };
            told.append(path)?;
        }
        Ok(Finished { played, work, runs: contest.runs().to_vec(), homes: contest.homes().to_vec() })
    }

    fn report(&self, setup: &Setup, finished: Vec<Finished>, block: usize, took: Duration) -> Report {
        let mut work: BTreeMap<Entrant, Work> = BTreeMap::new();
        let mut runs: Vec<(u32, f64)> = Vec::new();
        let mut homes: Vec<(f64, f64)> = Vec::new();
        let mut games: Vec<Played> = Vec::new();
        for game in finished {
            for (level, more) in game.work {
                work.entry(level).or_default().join(more);
            }
            runs.resize(runs.len().max(game.runs.len()), (0, 0.0));
            for (sum, more) in runs.iter_mut().zip(game.runs) {
                *sum = (sum.0 + more.0, sum.1 + more.1);
            }
            homes.resize(homes.len().max(game.homes.len()), (0.0, 0.0));
            for (sum, more) in homes.iter_mut().zip(game.homes) {
                *sum = (sum.0 + more.earned, sum.1 + more.typical);
            }
            games.push(game.played);
        }
        let blocks: Vec<Vec<Played>> = games.chunks(block.max(1)).map(<[Played]>::to_vec).collect();
        let mut rounds: Vec<u32> = games.iter().map(|game| game.rounds).collect();
        rounds.sort_unstable();
        let middle = rounds.get(rounds.len() / 2).copied().unwrap_or(0);
        let ends = (rounds.first().copied().unwrap_or(0), rounds.last().copied().unwrap_or(0));
        let mut next_trains: BTreeMap<String, usize> = BTreeMap::new();
        for game in &games {
            *next_trains.entry(game.next_train.clone()).or_default() += 1;
        }
        let entries: usize = games.iter().map(|game| game.entries).sum();
        Report {
            title: setup.title.to_string(),
            edition: setup.edition.to_string(),
            seats: self.seats.clone(),
            seed: self.seed,
            iterations: self.iterations,
            limit: self.limit,
            games: games.len(),
            finished: games.iter().filter(|game| !game.worth.is_empty()).count(),
            illegal: games.iter().flat_map(|game| game.illegal.clone()).collect(),
            rounds: [ends.0, middle, ends.1],
            entries: entries as f64 / games.len().max(1) as f64,
            next_trains,
            levels: lines(&blocks),
            work,
            earnings: earnings(setup, &runs),
            homes: by_home(setup, &homes),
            seconds: took.as_secs_f64(),
        }
    }
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

impl Work {
    fn add(&mut self, iterations: u32, took: Duration) {
        self.decisions += 1;
        self.iterations += u64::from(iterations);
        self.seconds += took.as_secs_f64();
        self.slowest_ms = self.slowest_ms.max(took.as_secs_f64() * 1000.0);
    }

    fn join(&mut self, other: Work) {
        self.decisions += other.decisions;
        self.iterations += other.iterations;
        self.seconds += other.seconds;
        self.slowest_ms = self.slowest_ms.max(other.slowest_ms);
    }
}

/// What this thread has computed so far: others may have kept it waiting.
fn processor_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

/// What it has computed since then.
fn since(begun: Duration) -> Duration {
    processor_time().saturating_sub(begun)
}

/// What does not hold after a step that was made twice.
fn wrong(contest: &Contest, again: &Contest) -> Option<String> {
    let entry = contest.log().entries.len();
    let differs = contest.log().entries.last() != again.log().entries.last();
    let breach = contest.game().breaches().into_iter().next();
    let breach = breach.map(|breach| format!("after entry {entry}: {breach}"));
    breach.or_else(|| differs.then(|| format!("entry {entry} is another one the second time")))
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    let percent = |figure: &Figure| {
        format!("{:.0} % [{:.0}, {:.0}]", 100.0 * figure.value, 100.0 * figure.low, 100.0 * figure.high)
    };
    let seats: Vec<String> = report.seats.iter().map(ToString::to_string).collect();
    let Report { title, edition, games, finished, .. } = report;
    let seats = seats.join(", ");
    let _ = writeln!(text, "{title} {edition}, {seats}: {finished} of {games} games finished");
    let [fewest, middle, most] = report.rounds;
    let _ =
        writeln!(text, "rounds   median {middle} ({fewest} to {most}), {:.0} entries a game", report.entries);
    let trains: Vec<String> =
        report.next_trains.iter().map(|(train, games)| format!("{train}: {games}")).collect();
    let _ = writeln!(text, "next train at the end  {}", trains.join(", "));
    for (level, line) in &report.levels {
        let chance = 100.0 * line.by_chance;
        let _ = writeln!(text, "{level}: won {} (by chance {chance:.0})", percent(&line.won));
        let _ = writeln!(text, "  worth {:.0}, bankrupt {} of {}", line.worth, line.bankrupt, line.seats);
        for (other, ahead) in &line.ahead_of {
            let elo = line.elo_over.get(other).copied().unwrap_or(0.0);
            let _ = writeln!(text, "  ahead of {other} {}, Elo {elo:+.0}", percent(ahead));
        }
        if let Some(work) = report.work.get(level) {
            let each = 1000.0 * work.seconds / work.decisions.max(1) as f64;
            let rolled = work.iterations as f64 / work.decisions.max(1) as f64;
            let slowest = work.slowest_ms;
            let _ = writeln!(
                text,
                "  {each:.1} ms and {rolled:.1} roll-outs a decision, slowest {slowest:.0} ms"
            );
        }
    }
    for (train, earned) in &report.earnings {
        let _ = writeln!(text, "a {train} earned {:.0} ({} runs)", earned.mean, earned.runs);
    }
    let homes: Vec<String> = report.homes.iter().map(|(name, part)| format!("{name} {part:.2}")).collect();
    let _ = writeln!(text, "companies earned in parts of what is typical  {}", homes.join(", "));
    let _ = writeln!(text, "illegal moves  {}", report.illegal.len());
    for illegal in report.illegal.iter().take(20) {
        let _ = writeln!(text, "  {illegal}");
    }
    text
}
