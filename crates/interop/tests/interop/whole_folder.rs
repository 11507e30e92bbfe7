//! Every recorded game that lies beside the project, whichever they are: each plays to the result its record tells, and
//! without a difference from its trace where it has one.

use std::path::Path;

#[test]
fn every_recorded_game_plays_to_its_recorded_result() {
    for game in ["1841", "18ESP"].into_iter().flat_map(ferrata_recorded::games) {
        plays_to_its_result(&game);
    }
}

fn plays_to_its_result(path: &Path) {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let record = std::fs::read_to_string(path).expect("the game");
    let trace = std::fs::read_to_string(path.with_extension("trace.jsonl")).ok();
    let replay =
        ferrata_interop::replay(&record, trace.as_deref()).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(replay.first_difference.map(|first| first.to_string()), None, "{name}");
    let record: serde_json::Value = serde_json::from_str(&record).expect("JSON");
    let worths = record["result"].as_object().expect("a result").values();
    let mut theirs: Vec<i64> = worths.map(|worth| worth.as_i64().expect("a number")).collect();
    let mut ours: Vec<i64> = replay.standings.iter().map(|standing| standing.worth.0.into()).collect();
    theirs.sort_unstable();
    ours.sort_unstable();
    assert_eq!(ours, theirs, "{name}: the result");
}
