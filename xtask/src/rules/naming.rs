//! Where tests name rules: `/// Rules: 1841-3.1-02, 1841-3.1-03` in the doc comment of a test.

use crate::workspace;
use std::path::{Path, PathBuf};

/// One doc comment that names rules.
pub(super) struct Naming {
    /// In which file.
    pub(super) file: PathBuf,
    /// The line of its first `Rules:`.
    pub(super) line: usize,
    /// The ids with their lines.
    pub(super) ids: Vec<(String, usize)>,
    /// What is wrong with the place.
    pub(super) problem: Option<&'static str>,
}

impl Naming {
    /// Every naming in the crates.
    pub(super) fn read_all() -> Result<Vec<Naming>, String> {
        let mut namings = Vec::new();
        for path in workspace::rust_files("crates")? {
            namings.extend(parse(&path, &workspace::read(&path)?));
        }
        Ok(namings)
    }
}

/// The namings of one file.
pub(super) fn parse(file: &Path, text: &str) -> Vec<Naming> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let (mut namings, mut rest) = (Vec::new(), lines.as_slice());
    while !rest.is_empty() {
        let first = lines.len() - rest.len() + 1;
        let block = rest.iter().take_while(|line| line.starts_with("///")).count();
        let (comment, after) = rest.split_at(block);
        if let Some((line, ids)) = named(comment, first) {
            namings.push(Naming { file: file.into(), line, ids, problem: place_problem(after) });
        }
        rest = if block == 0 { rest.get(1..).unwrap_or_default() } else { after };
    }
    namings
}

/// The first line and the ids of a doc comment's `Rules:` lines. A line that ends with a comma goes on in the next.
fn named(block: &[&str], first: usize) -> Option<(usize, Vec<(String, usize)>)> {
    let (mut start, mut ids, mut goes_on) = (None, Vec::new(), false);
    for (offset, line) in block.iter().enumerate() {
        let line = line.trim_start_matches('/').trim();
        let list = match line.strip_prefix("Rules:") {
            Some(list) => list,
            None if goes_on => line,
            None => continue,
        };
        start.get_or_insert(first + offset);
        goes_on = list.ends_with(',');
        let words = list.split([',', ' ']).map(|word| word.trim_matches('.')).filter(|word| !word.is_empty());
        ids.extend(words.map(|word| (word.to_string(), first + offset)));
    }
    Some((start?, ids))
}

/// A naming counts only above a test that runs.
fn place_problem(after: &[&str]) -> Option<&'static str> {
    let attributes = || after.iter().take_while(|line| line.starts_with("#[") || line.starts_with("//"));
    let tests =
        |line: &&&str| line.starts_with("#[test]") || line.contains("::test") || line.contains("test_case");
    if attributes().any(|line| line.starts_with("#[ignore")) {
        Some("this test names rules but is ignored")
    } else if attributes().any(|line| tests(&line)) {
        None
    } else {
        Some("rules are named above something that is no test: put the `Rules:` lines right above `#[test]`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<String> {
        parse(Path::new("a.rs"), text).into_iter().flat_map(|naming| naming.ids).map(|(id, _)| id).collect()
    }

    #[test]
    fn several_rules_on_several_lines_are_found() {
        let text = "
            /// A title line.
            /// Rules: 1841-3.1-02, 1841-3.1-03,
            /// 1841-3.1-04
            /// Rules: 18ESP-V-01.
            #[test]
            fn a() {}";
        assert_eq!(ids(text), ["1841-3.1-02", "1841-3.1-03", "1841-3.1-04", "18ESP-V-01"]);
        let naming = parse(Path::new("a.rs"), text).remove(0);
        assert_eq!((naming.line, naming.problem), (3, None));
    }

    #[test]
    fn text_after_a_finished_list_names_nothing() {
        assert_eq!(ids("/// Rules: 1841-3.1-02\n/// and more words\n#[test]\nfn a() {}"), ["1841-3.1-02"]);
    }

    #[test]
    fn only_tests_that_run_may_name_rules() {
        let problem = |text| parse(Path::new("a.rs"), text).remove(0).problem.is_some();
        assert!(problem("/// Rules: 1841-3.1-02\nfn a() {}"));
        assert!(problem("/// Rules: 1841-3.1-02\n#[test]\n#[ignore]\nfn a() {}"));
        assert!(!problem("/// Rules: 1841-3.1-02\n#[tokio::test]\nasync fn a() {}"));
    }
}
