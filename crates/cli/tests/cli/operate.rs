//! A server and what an operator does beside it.

use crate::run::{command, ferrata, json};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Stdio};

/// A server on a file of its own; both go with it.
struct Serving {
    child: Child,
    folder: PathBuf,
    url: String,
}

impl Serving {
    fn start(name: &str) -> Serving {
        let folder = std::env::temp_dir().join(format!("ferrata-{name}-{}", std::process::id()));
        let db = format!("sqlite://{}", folder.join("games.sqlite").display());
        let mut child = command(&["serve", "--listen", "127.0.0.1:0", "--db", &db])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().rsplit(' ').next().unwrap().to_owned();
        Serving { child, folder, url }
    }

    fn db(&self) -> String {
        format!("sqlite://{}", self.folder.join("games.sqlite").display())
    }

    fn stop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.stop();
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// Given a running server, then it is alive and ready, verified and copied beside it, and the copy takes its place once it
/// has stopped.
#[test]
fn an_operator_works_beside_a_server() {
    let mut server = Serving::start("beside");
    assert_eq!(ferrata(&["health", &server.url]).out, "alive\n");
    assert_eq!(ferrata(&["health", "--ready", &server.url]).out, "ready\n");
    let db = server.db();
    let verified = json(&["verify", "--json", "--db", &db]);
    assert_eq!((&verified["tables"], verified["findings"].as_array().unwrap().len()), (&0.into(), 0));
    let copy = server.folder.join("copy.sqlite").display().to_string();
    assert!(ferrata(&["backup", &copy, "--db", &db]).success);
    let twice = ferrata(&["backup", &copy, "--db", &db]);
    assert!(!twice.success && twice.err.contains("exists already"), "{}", twice.err);
    let early = ferrata(&["restore", &copy, "--db", &db]);
    assert!(!early.success && early.err.contains("another server"), "{}", early.err);
    assert_eq!(json(&["admin", "--json", "--db", &db, "people", "list"]), serde_json::json!([]));
    let nobody = ferrata(&["admin", "--db", &db, "people", "block", "Nobody"]);
    assert!(!nobody.success && nobody.err.contains("no person Nobody"), "{}", nobody.err);
    server.stop();
    let gone = ferrata(&["health", &server.url]);
    assert!(!gone.success && gone.err.contains("does not answer"), "{}", gone.err);
    let restored = ferrata(&["restore", &copy, "--db", &db]);
    assert!(
        restored.success && restored.out.contains("What was there is"),
        "{}{}",
        restored.out,
        restored.err
    );
}

/// Given a database that is not there, then it is not made, and the path is told.
#[test]
fn what_is_not_there_is_not_verified() {
    let run = ferrata(&["verify", "--db", "sqlite:///nowhere/at/all.sqlite"]);
    assert!(!run.success && run.err.contains("/nowhere/at/all.sqlite"), "{}", run.err);
}
