//! `cargo xtask map`: whether the files of the code map in ARCHITECTURE.md exist, every crate is named there, and the
//! commands exist that the pages for contributors name.

use crate::step::Done;
use crate::workspace;
use std::path::Path;

const MAP: &str = "ARCHITECTURE.md";
const PAGES: [&str; 3] = [MAP, "CONTRIBUTING.md", "README.md"];

/// Fails with everything that leads nowhere. `help` lists the commands there are.
pub(crate) fn run(help: &str) -> Done {
    let root = workspace::root();
    let text = workspace::read(&root.join(MAP))?;
    let mut faults = missing_files(&text, |path| root.join(path).exists());
    for path in workspace::entries(&root.join("crates"))? {
        let shown = workspace::shown(&path);
        // One that holds tests only may stand where the page says how we know that all is right.
        if path.is_dir() && !text.contains(&format!("`{shown}`")) {
            faults.push(format!("{MAP}: {shown} is not in the map"));
        }
    }
    for page in PAGES {
        let text = workspace::read(&root.join(page))?;
        faults.extend(unknown_commands(page, &text, help));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The files in the first cells of the map's tables that do not exist. A name counts from the crate's sources, from the crate, or
/// from the folder of the first name in its cell.
fn missing_files(map: &str, exists: impl Fn(&Path) -> bool) -> Vec<String> {
    let (mut home, mut faults) = (None, Vec::new());
    for (at, line) in map.lines().enumerate() {
        if line.starts_with('#') {
            home = quoted(line).into_iter().find(|name| name.contains('/') || *name == "xtask");
        }
        let cell = line.strip_prefix("| `").and_then(|_| line.split('|').nth(1));
        let (Some(home), Some(cell)) = (home, cell) else { continue };
        let names: Vec<String> = quoted(cell).into_iter().flat_map(braces).collect();
        let beside = names
            .first()
            .and_then(|name| Path::new(name).parent())
            .map(Path::to_path_buf)
            .unwrap_or_default();
        for name in &names {
            let sources = Path::new(home).join("src");
            let places = [sources.join(name), Path::new(home).join(name), sources.join(&beside).join(name)];
            if !places.iter().any(|place| exists(place)) {
                faults.push(format!("{MAP}:{}: {home} has no {name}", at + 1));
            }
        }
    }
    faults
}

/// What stands between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// `a/{b,c}.rs` is two names.
fn braces(name: &str) -> Vec<String> {
    let parts = name.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    match parts {
        Some((before, (list, after))) => list.split(',').map(|one| format!("{before}{one}{after}")).collect(),
        None => vec![name.to_owned()],
    }
}

/// Commands of ours that a page names and that do not exist.
fn unknown_commands(page: &str, text: &str, help: &str) -> Vec<String> {
    let known: Vec<&str> =
        help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    // A command may go on in the next line.
    let words: Vec<&str> = text.split_whitespace().collect();
    let named = words.windows(3).filter_map(|at| match at {
        [cargo, "xtask", name] if cargo.ends_with("cargo") => Some(*name),
        _ => None,
    });
    let names = named.map(|name| name.trim_matches(|letter: char| !letter.is_alphanumeric()));
    let unknown = names.filter(|name| !known.contains(name));
    unknown.map(|name| format!("{page}: there is no `cargo xtask {name}`")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_do_not_exist_are_named() {
        let map = "### `crates/web`: pages\n\n| file | what |\n| --- | --- |\n| `main.rs`, `table/{a,b}.rs`, `static/` | x |\n| `table/c.rs`, `d.rs` | `gone.rs` |\n";
        let there = [
            "crates/web/src/main.rs",
            "crates/web/src/table/a.rs",
            "crates/web/static/",
            "crates/web/src/table/d.rs",
        ];
        let faults = missing_files(map, |path| there.iter().any(|known| Path::new(known) == path));
        assert_eq!(
            faults,
            [
                "ARCHITECTURE.md:5: crates/web has no table/b.rs",
                "ARCHITECTURE.md:6: crates/web has no table/c.rs"
            ]
        );
    }

    #[test]
    fn commands_that_do_not_exist_are_named() {
        let help = "cargo xtask <command>\n\n  test   all\n  rules --where ID  one\n";
        let page =
            "`cargo xtask test`, `cargo xtask rules --where X`, `cargo\nxtask nothing`, `cargo xtask`.";
        assert_eq!(unknown_commands("A.md", page, help), ["A.md: there is no `cargo xtask nothing`"]);
    }
}
