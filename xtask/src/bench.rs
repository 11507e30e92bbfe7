//! `cargo xtask bench`: every benchmark of the workspace, one after the other.

use crate::step::{Done, cargo, must, step};
use crate::workspace;

/// Runs all benchmarks; the arguments go to each.
pub(crate) fn run(arguments: &[&str]) -> Done {
    let metadata = workspace::metadata(false)?;
    let mut found = false;
    for package in workspace::packages(&metadata) {
        let targets = package["targets"].as_array().into_iter().flatten();
        let benches = targets
            .filter(|target| target["kind"].as_array().is_some_and(|kinds| kinds.contains(&"bench".into())));
        for target in benches {
            let (package, bench) = (text(&package["name"]), text(&target["name"]));
            let mut command = vec!["bench", "-p", package, "--bench", bench, "--"];
            command.extend(arguments);
            step(&format!("{package}: {bench}"), || must(cargo(&command)))?;
            found = true;
        }
    }
    if found { Ok(()) } else { Err("there is no benchmark in this workspace".into()) }
}

fn text(value: &serde_json::Value) -> &str {
    value.as_str().unwrap_or_default()
}
