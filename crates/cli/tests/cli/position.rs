//! `ferrata position`, and the board of a position.

use crate::form::Form;
use crate::replay::temporary;
use crate::run::{Run, command, ferrata, json};
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::turn::Setup;
use ferrata_titles::Game;
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::LazyLock;

/// A file of the repository.
fn file(path: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path).to_str().unwrap().to_owned()
}

/// Runs the program with this standard input.
fn with_input(arguments: &[&str], input: &str) -> Run {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { success: output.status.success(), out: text(output.stdout), err: text(output.stderr) }
}

/// Whatever stands in `part` stands in `whole`; of lists, somewhere in the list.
fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            part.iter().all(|(key, part)| whole.get(key).is_some_and(|whole| contains(whole, part)))
        }
        (Value::Array(whole), Value::Array(part)) => {
            part.iter().all(|part| whole.iter().any(|whole| contains(whole, part)))
        }
        (whole, part) => whole == part,
    }
}

/// docs/position.schema.json, which `ferrata position schema` prints.
static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&std::fs::read_to_string(file(PRINTED)).unwrap()).unwrap());

const PRINTED: &str = "docs/position.schema.json";

/// What is printed has the form that the schema describes.
fn assert_described(line: &str, printed: &Value) {
    let part = if printed.get("accepted").is_some() { "Tried" } else { "Report" };
    for schema in [&SCHEMA, &SCHEMA["$defs"][part]] {
        let fault = Form { whole: &SCHEMA, schema }.fault(printed);
        assert_eq!(fault.map(|fault| fault.chars().take(600).collect::<String>()), None, "{line}");
    }
}

/// The schema in the documentation is the one of this program; `FERRATA_BLESS=1` writes it anew.
#[test]
fn the_schema_of_the_documentation_is_the_one_that_is_printed() {
    let printed = ferrata(&["position", "schema"]).out;
    if std::env::var_os("FERRATA_BLESS").is_some() {
        std::fs::write(file(PRINTED), &printed).unwrap();
    }
    assert!(std::fs::read_to_string(file(PRINTED)).unwrap() == printed, "`ferrata position schema` differs");
}

/// Every example of the rulebooks, shown and tried, is what the schema describes; and something else is not.
#[test]
fn what_is_printed_for_every_example_has_the_form_described() {
    let mut tried = 0;
    for folder in std::fs::read_dir(file("docs/examples")).unwrap() {
        for entries in std::fs::read_dir(folder.unwrap().path()).unwrap().map(|file| file.unwrap().path()) {
            if entries.extension().is_none_or(|extension| extension != "jsonl") {
                continue;
            }
            let position = entries.with_extension("toml");
            let (position, entries) = (position.to_str().unwrap(), entries.to_str().unwrap());
            let run = ferrata(&["position", "try", position, entries, "--json"]);
            assert_described(entries, &serde_json::from_str(&run.out).unwrap());
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried}");
    let mut shown = json(&["position", "show", &file("docs/examples/1841/route.toml"), "--json"]);
    assert_described("route", &shown);
    shown["companies"][0]["treasury"] = "much".into();
    assert!(Form { whole: &SCHEMA, schema: &SCHEMA }.fault(&shown).is_some());
}

/// What happened is told by names, not by the numbers of a running game.
#[test]
fn events_name_companies_and_players() {
    let (position, entries) = (file("docs/examples/18ESP/sale.toml"), file("docs/examples/18ESP/sale.jsonl"));
    let events = &json(&["position", "try", &position, &entries, "--json"])["accepted"][0]["events"];
    let sold =
        serde_json::json!({ "shares": { "company": "MZA", "percent": 30, "from": "Ada", "to": "pool" } });
    let paid =
        serde_json::json!({ "paid": { "from": "bank", "to": "Ada", "amount": 432, "why": "30% of MZA" } });
    let fell = serde_json::json!({ "price": { "company": "MZA", "from": 144, "to": 126 } });
    assert!(contains(events, &serde_json::json!([sold, paid, fell])), "{events}");
}

/// docs/position.md: each command with `--json` prints what stands below it.
#[test]
fn the_examples_of_the_documentation_print_what_it_says() {
    let page = std::fs::read_to_string(file("docs/position.md")).unwrap();
    let mut found = std::collections::BTreeMap::new();
    for part in page.split("```text\nferrata position ").skip(1) {
        let Some((line, rest)) = part.split_once("\n```\n") else { continue };
        let Some(says) = rest.trim_start().strip_prefix("```json\n").filter(|_| line.ends_with("--json"))
        else {
            continue;
        };
        let says: Value = serde_json::from_str(says.split("```").next().unwrap()).unwrap();
        let words: Vec<String> = line
            .split(' ')
            .map(|word| if word.starts_with("docs/") { file(word) } else { word.to_owned() })
            .collect();
        let arguments: Vec<&str> = ["position"].into_iter().chain(words.iter().map(String::as_str)).collect();
        let printed: Value = serde_json::from_str(&ferrata(&arguments).out).unwrap();
        assert_described(line, &printed);
        assert!(contains(&printed, &says), "{line} prints\n{printed}\ninstead of\n{says}");
        *found.entry(line.split('/').nth(2).unwrap().to_owned()).or_insert(0) += 1;
    }
    let titles = json(&["titles", "--json"])["titles"].as_array().unwrap().len();
    assert!(found.len() == titles && found.values().all(|count| *count >= 2), "{found:?}");
}

#[test]
fn a_refused_entry_is_named_with_its_rule() {
    let (position, entries) =
        (file("docs/examples/1841/control.toml"), file("docs/examples/1841/control.jsonl"));
    let run = ferrata(&["position", "try", &position, &entries]);
    assert!(
        !run.success && run.out.contains("entry 1 is refused") && run.out.contains("(1841-3.2-10)"),
        "{}",
        run.out
    );
    let run = ferrata(&["position", "try", &position, r#"{"do":"hop"}"#]);
    assert!(!run.success && run.out.contains("no action as JSON"), "{}", run.out);
}

/// What `try` prints last is the position afterwards, and can be tried on.
#[test]
fn entries_are_played_from_where_the_last_ones_ended() {
    let (position, entries) = (file("docs/examples/18ESP/sale.toml"), file("docs/examples/18ESP/sale.jsonl"));
    let tried = json(&["position", "try", &position, &entries, "--json"]);
    let after = tried["position"].as_str().unwrap();
    let again = with_input(&["position", "show", "-", "--json"], after);
    assert_eq!(serde_json::from_str::<Value>(&again.out).unwrap(), tried["after"]);
    let on = with_input(&["position", "try", "-", r#"{"do":"pass"}"#], after);
    assert!(on.success && on.out.contains("Ada: pass"), "{}{}", on.out, on.err);
}

#[test]
fn a_slip_is_told_with_file_line_and_what_would_be_right() {
    let broken = temporary("broken.toml");
    let text = "title = \"1841\"\nplayers = [\"Ada\", \"Ben\", \"Cleo\"]\n\n[company.SFTQ]\nprice = 100\n";
    std::fs::write(&broken, text).unwrap();
    let run = ferrata(&["position", "show", &broken]);
    std::fs::remove_file(&broken).unwrap();
    assert!(!run.success && run.err.contains(".toml:4:") && run.err.contains("SFTQ"), "{}", run.err);
}

/// The position of a moment of a log, written to a file: its table is that of the log at this moment.
#[test]
fn the_position_of_a_moment_of_a_log_is_written() {
    let (log, position) = (temporary("moments.json"), temporary("moment.toml"));
    let players = ["Ada", "Ben", "Cleo"].map(str::to_owned).to_vec();
    let setup = Setup::new("18ESP", "rulebook", Vec::new(), players);
    let plan = Plan { max_entries: 60, ..Plan::new(setup, 1).checking(0) };
    let played = play_random::<Game>(&plan).log;
    std::fs::write(&log, serde_json::to_string(&played).unwrap()).unwrap();
    let run = ferrata(&["position", "of", &log, "--at", "40", "-o", &position]);
    assert!(run.success && run.out.is_empty(), "{}{}", run.out, run.err);
    assert!(ferrata(&["position", "show", &position]).success);
    let beyond = ferrata(&["position", "of", &log, "--at", "61"]);
    assert!(!beyond.success && beyond.err.contains("60"), "{}", beyond.err);
    // The next entry of the log can be played there, and leads to the next moment.
    let next = serde_json::to_string(&played.entries[40].entry.action).unwrap();
    let tried = json(&["position", "try", &position, &next, "--json"]);
    let then = ferrata(&["position", "of", &log, "--at", "41"]);
    assert_eq!(tried["position"].as_str().unwrap().trim(), then.out.trim());
    for file in [log, position] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn the_board_of_a_position_is_drawn() {
    let position = file("docs/examples/1841/route.toml");
    let run = ferrata(&["map", "1841", "--position", &position]);
    assert!(run.success && run.out.starts_with("<svg"), "{}", run.err);
    let other = ferrata(&["map", "18ESP", "--position", &position]);
    assert!(!other.success && other.err.contains("1841"), "{}", other.err);
}
