//! `ferrata bench`: how fast the table is.

use crate::output::{Done, Failure, complain, print, print_json};
use crate::search::{Found, search};
use crate::stopping::{Stopping, stopping};
use clap::{Args, Subcommand};
use ferrata_interop::replay;
use ferrata_interop::runs::runs;
use ferrata_titles::catalogue;
use ferrata_titles::worst::{self, Case};
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Measures how fast the table is
#[derive(Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Routes(Routes),
}

/// Finds the best run in every position of the recorded games in which trains ran, and in ten built worst cases
#[derive(Args)]
struct Routes {
    /// The folder with the recorded games, one folder per title
    #[arg(long, value_name = "DIR", default_value = "../shared/games")]
    games: PathBuf,
    /// Search each position so often and take the shortest time
    #[arg(long, value_name = "N", default_value_t = 3)]
    repeat: usize,
    /// Besides, search so many random boards of 1841 full of tiles with four 8-trains, of each edition
    #[arg(long, value_name = "N", default_value_t = 0)]
    boards: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Position {
    game: String,
    at: u64,
    company: String,
    candidates: u64,
    nodes: u64,
    time_ms: f64,
    revenue: i32,
    treasury: i32,
    proven: bool,
    /// What was earned when the game was played.
    recorded: Option<i32>,
}

#[derive(Serialize)]
struct Times {
    positions: usize,
    median_ms: f64,
    percentile_99_ms: f64,
    max_ms: f64,
    /// In how many positions more could have been earned than was, and by how much at most.
    below_best: usize,
    largest_loss: i32,
}

#[derive(Serialize)]
struct Report {
    positions: Vec<Position>,
    summary: Vec<(String, Times)>,
    stopping: Stopping,
}

impl Bench {
    pub(crate) fn run(self) -> Done {
        let What::Routes(routes) = self.what;
        routes.run()
    }
}

impl Routes {
    fn run(self) -> Done {
        let mut positions = Vec::new();
        for (title, path) in self.recorded() {
            self.measure(&title, &path, &mut positions)
                .map_err(|problem| Failure::problem(format!("{}: {problem}", path.display())))?;
        }
        let cases = worst::cases().map_err(Failure::problem)?;
        self.built("built", &cases, &mut positions);
        for seed in 0..self.boards {
            let boards = ["v1", "v2"].map(|edition| worst::case_1841(edition, seed, &[8, 8, 8, 8]));
            let boards = boards.into_iter().collect::<Result<Vec<_>, _>>().map_err(Failure::problem)?;
            self.built("random", &boards, &mut positions);
        }
        let mut groups: Vec<String> = positions.iter().map(|position| group(&position.game)).collect();
        groups.dedup();
        let summary = groups.into_iter().map(|name| {
            let of = positions.iter().filter(|position| group(&position.game) == name);
            (name.clone(), times(of))
        });
        let summary = summary.collect();
        let report = Report { positions, summary, stopping: stopping(&cases) };
        let proven = report.positions.iter().all(|position| position.proven);
        if self.json { print_json(&report) } else { print(text(&report)) }?;
        if proven && report.stopping.bounds_hold { Ok(()) } else { Err(Failure::Reported) }
    }

    /// The recorded games, in order.
    fn recorded(&self) -> Vec<(String, PathBuf)> {
        let mut games = Vec::new();
        for title in catalogue::TITLES.iter().map(|info| info.title) {
            let files = std::fs::read_dir(self.games.join(title)).into_iter().flatten().flatten();
            let mut paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
            paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
            paths.sort();
            games.extend(paths.into_iter().map(|path| (title.to_owned(), path)));
        }
        if games.is_empty() {
            complain(&format!(
                "there are no recorded games in {}; only the built cases are measured",
                self.games.display()
            ));
        }
        games
    }

    fn measure(&self, title: &str, path: &Path, positions: &mut Vec<Position>) -> Result<(), String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let replayed = replay(&text, None).map_err(|error| error.to_string())?;
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let visit = |run: ferrata_interop::runs::Run<'_>| {
            let found =
                run.before.with_running(None, |board, rules| self.best_of(|| search(board, rules, None, 1)));
            if let Ok((company, found)) = found {
                let recorded = (run.pays.revenue + run.pays.treasury).0;
                let game = format!("{title}/{name}");
                positions.push(position(game, run.id, company.to_string(), &found, Some(recorded)));
            }
        };
        runs(&replayed, visit).map_err(|error| error.to_string())
    }

    fn built(&self, group: &str, cases: &[Case], positions: &mut Vec<Position>) {
        for (at, case) in cases.iter().enumerate() {
            let found = case.with_rules(|board, rules| self.best_of(|| search(board, rules, None, 1)));
            let game = format!("{group}/{}", case.name);
            positions.push(position(game, at as u64 + 1, String::new(), &found, None));
        }
    }

    /// The quickest of several searches; all find the same.
    fn best_of(&self, search: impl Fn() -> Found) -> Found {
        let again = (1..self.repeat).map(|_| search());
        again.fold(search(), |best, next| if next.time_ms < best.time_ms { next } else { best })
    }
}

fn position(game: String, at: u64, company: String, found: &Found, recorded: Option<i32>) -> Position {
    Position {
        game,
        at,
        company,
        candidates: found.candidates,
        nodes: found.nodes,
        time_ms: found.time_ms,
        revenue: found.revenue.0,
        treasury: found.treasury.0,
        proven: found.proven,
        recorded,
    }
}

/// The title, or `built` or `random`.
fn group(game: &str) -> String {
    game.split('/').next().unwrap_or_default().to_owned()
}

fn times<'a>(positions: impl Iterator<Item = &'a Position>) -> Times {
    let positions: Vec<&Position> = positions.collect();
    let mut times: Vec<f64> = positions.iter().map(|position| position.time_ms).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = (times.len().saturating_sub(1) as f64 * share).round() as usize;
        times.get(place).copied().unwrap_or_default()
    };
    let loss = |position: &&&Position| {
        position.revenue + position.treasury
            - position.recorded.unwrap_or(i32::MAX).min(position.revenue + position.treasury)
    };
    Times {
        positions: positions.len(),
        median_ms: at(0.5),
        percentile_99_ms: at(0.99),
        max_ms: at(1.0),
        below_best: positions.iter().filter(|position| loss(position) > 0).count(),
        largest_loss: positions.iter().map(|position| loss(&position)).max().unwrap_or(0),
    }
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for p in &report.positions {
        let proven = if p.proven { "" } else { " not proven" };
        let recorded = p.recorded.map(|recorded| format!(" (ran {recorded})")).unwrap_or_default();
        let _ = writeln!(
            text,
            "{:<60} {:>5} {:<6} {:>5} + {:<4}{recorded:<12} {:>8} routes {:>9} nodes {:>9.3} ms{proven}",
            p.game, p.at, p.company, p.revenue, p.treasury, p.candidates, p.nodes, p.time_ms
        );
    }
    for (name, times) in &report.summary {
        let _ = writeln!(
            text,
            "{name}: {} positions, median {:.3} ms, 99% {:.3} ms, at most {:.3} ms; {} runs below the best, by {} at most",
            times.positions,
            times.median_ms,
            times.percentile_99_ms,
            times.max_ms,
            times.below_best,
            times.largest_loss
        );
    }
    let _ = writeln!(text, "{}", report.stopping);
    text
}
