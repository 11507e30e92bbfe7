//! `ferrata simulate`: random players play to the end, and every invariant is looked at after every entry.

use super::choice::Choice;
use crate::output::{Done, Failure, Progress, print, print_json};
use clap::Args;
use ferrata_engine::kit::{self, Breach, Plan, Tally, play_random};
use ferrata_engine::turn::{Setup, Title};
use ferrata_titles::Game;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Lets seeded random players play a title to its end and checks every invariant after every entry
#[derive(Args)]
pub(crate) struct Simulate {
    #[command(flatten)]
    choice: Choice,
    /// How many players: `4`, `3-8` for games with three to eight players by turns, or `all` the title allows
    #[arg(long, short, value_name = "N")]
    players: Players,
    /// How many games
    #[arg(long, short, value_name = "G", default_value_t = 1)]
    games: u64,
    /// The seed of the first game; the next ones take the seeds after it
    #[arg(long, short, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Try all offers, and changed actions, at one entry in so many; 0 = never
    #[arg(long, value_name = "N", default_value_t = 50)]
    full_check_one_in: u32,
    /// Where a game that does not end is cut off
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    max_entries: usize,
    /// How many games are played at the same time; without it as many as there are processors
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Fail if an area of the rules was not reached
    #[arg(long)]
    every_area: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The numbers of players that games have by turns.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Players {
    Counts(Vec<usize>),
    All,
}

impl FromStr for Players {
    type Err = String;

    fn from_str(text: &str) -> Result<Players, String> {
        if text == "all" {
            return Ok(Players::All);
        }
        let (low, high) = text.split_once('-').unwrap_or((text, text));
        let wrong = |_| format!("`{text}` is not a number (4), a range (3-8) or `all`");
        let (low, high): (usize, usize) = (low.parse().map_err(wrong)?, high.parse().map_err(wrong)?);
        let counts: Vec<usize> = (low..=high.min(MOST_PLAYERS)).collect();
        if counts.is_empty() || high > MOST_PLAYERS {
            return Err(format!("`{text}` is no range of players; the lower number comes first, as in 3-8"));
        }
        Ok(Players::Counts(counts))
    }
}

/// No title has more players.
const MOST_PLAYERS: usize = 20;

#[derive(Serialize)]
struct Report {
    title: String,
    edition: String,
    options: Vec<String>,
    players: Vec<usize>,
    seed: u64,
    games: u64,
    finished: u64,
    entries: u64,
    entries_per_game: f64,
    fewest_entries: u64,
    most_entries: u64,
    seconds: f64,
    entries_per_second: f64,
    full_checks: u64,
    ends: BTreeMap<String, u64>,
    areas: BTreeMap<kit::Area, u64>,
    actions: BTreeMap<&'static str, u64>,
    unfinished: Vec<u64>,
    breaches: Vec<Breach>,
}

/// What came out of all games: the figures, and the seeds of games that were cut off.
#[derive(Default)]
struct Batch {
    tally: Tally,
    unfinished: Vec<u64>,
}

impl Simulate {
    pub(crate) fn run(self) -> Done {
        let setups = self.setups()?;
        if setups.is_empty() {
            return Err(Failure::problem("no number of players fits this game"));
        }
        let start = Instant::now();
        let batch = self.play(&setups);
        let report = self.report(&setups, batch, start.elapsed().as_secs_f64());
        let missed = self.every_area && report.areas.values().any(|count| *count == 0);
        let sound = report.breaches.is_empty() && report.finished == report.games && !missed;
        if self.json { print_json(&report) } else { print(text(&report)) }?;
        if sound { Ok(()) } else { Err(Failure::Reported) }
    }

    /// The set-ups that games have by turns. One that is refused is a mistake of whoever asked, not a breach.
    fn setups(&self) -> Result<Vec<Setup>, Failure> {
        let setup = |players: usize| {
            let (_, setup) = self.choice.setup(players)?;
            Game::start(&setup).map(|_| setup).map_err(Failure::problem)
        };
        match &self.players {
            Players::Counts(counts) => counts.iter().map(|players| setup(*players)).collect(),
            Players::All => {
                // A wrong title or option is a mistake whatever the number.
                self.choice.setup(1)?;
                Ok((1..=MOST_PLAYERS).filter_map(|players| setup(players).ok()).collect())
            }
        }
    }

    /// Plays all games, several at a time. The outcome does not depend on how many.
    fn play(&self, setups: &[Setup]) -> Batch {
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok().map(usize::from));
        let (next, progress) = (AtomicU64::new(0), Progress::new(self.games));
        let work = || {
            let mut batch = Batch::default();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                let setup = setups.get((game % setups.len().max(1) as u64) as usize);
                let Some(setup) = setup.filter(|_| game < self.games) else { return batch };
                batch.add(&play_random::<Game>(&self.plan(setup, game)), self.seed.wrapping_add(game));
                progress.step();
            }
        };
        let mut all = Batch::default();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.unwrap_or(1).max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).for_each(|batch| all.join(batch));
        });
        progress.end();
        all
    }

    fn plan(&self, setup: &Setup, game: u64) -> Plan {
        let plan = Plan::new(setup.clone(), self.seed.wrapping_add(game)).checking(self.full_check_one_in);
        Plan { max_entries: self.max_entries, ..plan }
    }

    fn report(&self, setups: &[Setup], batch: Batch, seconds: f64) -> Report {
        let Batch { tally, unfinished } = batch;
        let first = setups.first();
        let options = first.iter().flat_map(|setup| &setup.options).map(ToString::to_string);
        Report {
            title: first.map(|setup| setup.title.to_string()).unwrap_or_default(),
            edition: first.map(|setup| setup.edition.to_string()).unwrap_or_default(),
            options: options.collect(),
            players: setups.iter().map(|setup| setup.players.len()).collect(),
            seed: self.seed,
            games: self.games,
            finished: tally.finished,
            entries: tally.entries,
            entries_per_game: tally.entries as f64 / tally.games.max(1) as f64,
            fewest_entries: tally.fewest_entries,
            most_entries: tally.most_entries,
            seconds,
            entries_per_second: tally.entries as f64 / seconds.max(f64::EPSILON),
            full_checks: tally.counts.full_checks,
            ends: tally.ends,
            areas: tally.counts.areas,
            actions: tally.counts.actions,
            unfinished,
            breaches: tally.breaches,
        }
    }
}

impl Batch {
    fn add(&mut self, game: &kit::Report, seed: u64) {
        self.tally.add(game);
        if game.outcome.is_none() {
            self.unfinished.push(seed);
        }
    }

    fn join(&mut self, other: Batch) {
        self.tally.join(other.tally);
        self.unfinished.extend(other.unfinished);
        self.unfinished.sort_unstable();
    }
}

impl Report {
    /// With how many players the game of a seed was played.
    fn players_of(&self, seed: u64) -> usize {
        let game = seed.wrapping_sub(self.seed) as usize;
        self.players.get(game % self.players.len().max(1)).copied().unwrap_or(0)
    }
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    let Report { title, edition, games, finished, .. } = report;
    let options: String = report.options.iter().map(|option| format!(" {option}")).collect();
    let players = match report.players.as_slice() {
        [one] => one.to_string(),
        [low, .., high] => format!("{low} to {high}"),
        [] => "no".into(),
    };
    let _ =
        writeln!(text, "{title} {edition}{options}, {players} players: {finished} of {games} games finished");
    let (fewest, most) = (report.fewest_entries, report.most_entries);
    let _ = writeln!(text, "entries per game    {:.0} ({fewest} to {most})", report.entries_per_game);
    let _ = writeln!(text, "entries per second  {:.0}", report.entries_per_second);
    let _ = writeln!(text, "positions checked in full  {}", report.full_checks);
    for (reason, games) in &report.ends {
        let _ = writeln!(text, "end     {games:>8}  {reason}");
    }
    for (area, count) in &report.areas {
        let _ = writeln!(text, "area    {count:>8}  {area}");
    }
    let missed: Vec<&str> =
        report.areas.iter().filter(|(_, count)| **count == 0).map(|(area, _)| area.as_ref()).collect();
    if !missed.is_empty() {
        let _ = writeln!(text, "not reached  {}", missed.join(", "));
    }
    for seed in report.unfinished.iter().take(20) {
        let _ = writeln!(text, "unfinished  seed {seed} with {} players", report.players_of(*seed));
    }
    let _ = writeln!(text, "breaches  {}", report.breaches.len());
    for breach in report.breaches.iter().take(20) {
        let _ = writeln!(text, "  {} players, {breach}", report.players_of(breach.seed));
    }
    text
}
