//! The optimiser at every run of every recorded game: never below what people ran.

use crate::golden::check_golden;
use ferrata_engine::route::best_routes;
use ferrata_interop::runs::{Run, runs};
use std::path::PathBuf;

fn games() -> impl Iterator<Item = PathBuf> {
    ["1841", "18ESP"].into_iter().flat_map(ferrata_recorded::games)
}

/// Every game replays; at every run of it the best is at least what was run. What was found, how many routes
/// there were and how many nodes it took is stored: none of it depends on the machine.
///
/// Rules: 1841-4.3.2-02
#[test]
fn the_best_run_is_never_below_what_people_ran() {
    for path in games() {
        let text = std::fs::read_to_string(&path).expect("the game");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let replay = ferrata_interop::replay(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (mut lines, mut below, mut largest) = (Vec::new(), 0, (0, 0));
        runs(&replay, |run| {
            let (company, (best, objective)) = run
                .before
                .with_running(None, |board, rules| (best_routes(board, rules), rules.objective))
                .expect("a company runs");
            let (ran, found) = (run.pays, best.pays);
            assert!(best.proven, "{name} {}", run.id);
            assert!(
                objective.worth(found) >= objective.worth(ran),
                "{name}, action {}: {company} ran {ran:?}, found {found:?}",
                run.id
            );
            let loss = (found.revenue + found.treasury - ran.revenue - ran.treasury).0.max(0);
            below += usize::from(loss > 0);
            largest = largest.max((loss, run.id));
            lines.push(format!(
                "{} {company}: {} + {} ({} less was run), {} routes, {} nodes",
                run.id, found.revenue.0, found.treasury.0, loss, best.candidates, best.nodes
            ));
        })
        .unwrap_or_else(|error| panic!("{name}: {error}"));
        let (loss, at) = largest;
        lines.push(format!("{} runs, {below} below the best, by {loss} at most (action {at})", lines.len()));
        println!("{name}: {}", lines.last().expect("a line"));
        check_golden(env!("CARGO_MANIFEST_DIR"), &format!("routes-{name}.txt"), &lines.join("\n"));
    }
}

/// Positions of 1841 whose best revenue two independent exact searches have proved, with the number of
/// routes there are.
const PROVED: [(&str, u64, i32, u64); 23] = [
    ("132002", 645, 430, 48),
    ("132002", 765, 990, 275 + 359),
    ("132002", 844, 670, 668),
    ("132002", 877, 680, 725),
    ("132002", 887, 670, 439),
    ("132002", 897, 630, 316),
    ("132002", 903, 730, 157 + 182),
    ("132002", 909, 510, 219),
    ("132002", 916, 680, 845),
    ("132002", 925, 390, 73),
    ("132002", 935, 670, 675),
    ("1841_game_end_bank", 545, 340, 38),
    ("1841_game_end_bank", 565, 490, 121),
    ("1841_game_end_bank", 660, 640, 2164),
    ("1841_game_end_bank", 724, 660, 2490),
    ("1841_game_end_bank", 779, 670, 2490),
    ("1841_game_end_bank", 789, 580, 1441),
    ("1841_game_end_bank", 816, 600, 358),
    ("1841_game_end_bank", 824, 670, 822),
    ("1841_game_end_bank", 832, 650, 2165),
    ("1841_game_end_bank", 838, 470, 241),
    ("1841_game_end_bank", 842, 580, 1461),
    ("1841_game_end_bank", 846, 520, 893),
];

#[test]
fn the_best_runs_of_1841_are_those_proved_elsewhere() {
    for path in games() {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let wanted: Vec<_> = PROVED.iter().filter(|(game, ..)| *game == name).collect();
        if wanted.is_empty() {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("the game");
        let replay = ferrata_interop::replay(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut seen = 0;
        let visit = |run: Run<'_>| {
            let Some((_, _, revenue, routes)) = wanted.iter().find(|(_, id, ..)| *id == run.id) else {
                return;
            };
            let best = run.before.with_running(None, best_routes).expect("a company runs").1;
            assert_eq!(
                (best.pays.revenue.0, best.candidates),
                (*revenue, *routes),
                "{name}, action {}",
                run.id
            );
            seen += 1;
        };
        runs(&replay, visit).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(seen, wanted.len(), "{name}");
    }
}
