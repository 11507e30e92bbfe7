//! `ferrata simulate`: random players play to the end, and every invariant is looked at after every entry.

use super::choice::Choice;
use crate::output::{Done, Failure, print, print_json};
use clap::Args;
use ferrata_engine::kit::{self, Breach, Plan, Tally, play_random};
use ferrata_engine::turn::{Setup, Title};
use ferrata_titles::Game;
use ferrata_titles::esp::Esp;
use ferrata_titles::t1841;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Lets seeded random players play a title to its end and checks every invariant after every entry
#[derive(Args)]
pub(crate) struct Simulate {
    #[command(flatten)]
    choice: Choice,
    /// How many players
    #[arg(long, short, value_name = "N")]
    players: usize,
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
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    title: String,
    edition: String,
    options: Vec<String>,
    players: usize,
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
    areas: BTreeMap<String, u64>,
    actions: BTreeMap<&'static str, u64>,
    breaches: Vec<Breach>,
}

impl Simulate {
    pub(crate) fn run(self) -> Done {
        let (_, setup) = self.choice.setup(self.players)?;
        // A set-up that is refused is a mistake of whoever asked, not a breach.
        Game::start(&setup).map_err(Failure::problem)?;
        let start = Instant::now();
        let tally = self.play(&setup, player(setup.title.as_str())?);
        let report = self.report(&setup, tally, start.elapsed().as_secs_f64());
        let sound = report.breaches.is_empty() && report.finished == report.games;
        if self.json { print_json(&report) } else { print(text(&report)) }?;
        if sound { Ok(()) } else { Err(Failure::Reported) }
    }

    /// Plays all games, several at a time. The outcome does not depend on how many.
    fn play(&self, setup: &Setup, player: fn(&Plan) -> kit::Report) -> Tally {
        let plan = Plan {
            max_entries: self.max_entries,
            ..Plan::new(setup.clone(), self.seed).checking(self.full_check_one_in)
        };
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok().map(usize::from));
        let next = AtomicU64::new(0);
        let work = || {
            let mut tally = Tally::default();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games {
                    return tally;
                }
                tally.add(&player(&Plan { seed: self.seed.wrapping_add(game), ..plan.clone() }));
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.unwrap_or(1).max(1)).map(|_| scope.spawn(work)).collect();
            let mut all = Tally::default();
            workers.into_iter().filter_map(|worker| worker.join().ok()).for_each(|tally| all.join(tally));
            all
        })
    }

    fn report(&self, setup: &Setup, tally: Tally, seconds: f64) -> Report {
        Report {
            title: setup.title.to_string(),
            edition: setup.edition.to_string(),
            options: setup.options.iter().map(ToString::to_string).collect(),
            players: self.players,
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
            breaches: tally.breaches,
        }
    }
}

/// What plays a random game of a title.
fn player(title: &str) -> Result<fn(&Plan) -> kit::Report, Failure> {
    match title {
        "1841" => Ok(play_random::<t1841::Game>),
        "18ESP" => Ok(play_random::<Esp>),
        other => Err(Failure::problem(format!("there are no random players for {other}"))),
    }
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    let Report { title, edition, players, games, finished, .. } = report;
    let options: String = report.options.iter().map(|option| format!(" {option}")).collect();
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
    let _ = writeln!(text, "breaches  {}", report.breaches.len());
    for breach in report.breaches.iter().take(20) {
        let _ = writeln!(text, "  {breach}");
    }
    text
}
