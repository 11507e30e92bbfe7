//! `cargo xtask rules`: which numbered rules exist, which of them a test names, and which none does.
//!
//! docs/rules/README.md says how a list looks and how a test names its rules.

mod lists;
mod naming;

use crate::step::Done;
use crate::workspace;
use lists::RuleList;
use naming::Naming;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;

/// What to print.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Form {
    /// Figures and the missing ids.
    Text,
    /// Figures only.
    Summary,
    /// Everything, for programs.
    Json,
}

/// Prints the coverage; fails if a test names a rule that does not exist.
pub(crate) fn run(form: Form) -> Done {
    let lists = RuleList::read_all()?;
    let namings = Naming::read_all()?;
    let named: BTreeSet<&str> =
        namings.iter().flat_map(|naming| naming.ids.iter().map(|(id, _)| id.as_str())).collect();
    let report = match form {
        Form::Json => format!("{}\n", as_json(&lists, &named)),
        Form::Text | Form::Summary => as_text(&lists, &named, form),
    };
    // Whoever reads may stop early (`| head`): that is no failure of ours.
    let _ = std::io::stdout().write_all(report.as_bytes());
    let mut faults = faults(&lists, &namings);
    faults.extend(wrong_citations(&lists)?);
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

fn missing<'a>(list: &'a RuleList, named: &BTreeSet<&str>) -> Vec<&'a str> {
    list.rules.iter().map(String::as_str).filter(|id| !named.contains(id)).collect()
}

fn as_json(lists: &[RuleList], named: &BTreeSet<&str>) -> serde_json::Value {
    let titles = lists.iter().map(|list| {
        let missing = missing(list, named);
        let total = list.rules.len();
        (list.title.clone(), json!({ "total": total, "named": total - missing.len(), "missing": missing }))
    });
    json!({ "titles": titles.collect::<serde_json::Map<_, _>>() })
}

fn as_text(lists: &[RuleList], named: &BTreeSet<&str>, form: Form) -> String {
    let mut text = String::new();
    for list in lists {
        let missing = missing(list, named);
        let total = list.rules.len();
        let notes = list.notes.iter().filter(|id| named.contains(id.as_str())).count();
        let (title, got, all) = (&list.title, total - missing.len(), list.notes.len());
        text += &format!("{title}: {got} of {total} rules named by tests; {notes} of {all} notes\n");
        if form == Form::Text && !missing.is_empty() {
            text += &format!("  not named: {}\n", missing.join(" "));
        }
    }
    text
}

fn known(lists: &[RuleList]) -> BTreeSet<&str> {
    lists.iter().flat_map(|list| list.rules.iter().chain(&list.notes)).map(String::as_str).collect()
}

/// Rule ids in the crates' code that no list has.
fn wrong_citations(lists: &[RuleList]) -> Result<Vec<String>, String> {
    let (known, mut faults) = (known(lists), Vec::new());
    let titles: Vec<&str> = lists.iter().map(|list| list.title.as_str()).collect();
    for path in workspace::rust_files("crates")? {
        let cited = naming::cited(&workspace::read(&path)?, &titles);
        for (id, line) in cited.iter().filter(|(id, _)| !known.contains(id.as_str())) {
            faults.push(format!(
                "{}:{line}: cites `{id}`, which no list in docs/rules has",
                workspace::shown(&path)
            ));
        }
    }
    Ok(faults)
}

/// Everything wrong with the way tests name rules.
fn faults(lists: &[RuleList], namings: &[Naming]) -> Vec<String> {
    let known = known(lists);
    let mut faults = Vec::new();
    for naming in namings {
        let file = workspace::shown(&naming.file);
        for (id, line) in naming.ids.iter().filter(|(id, _)| !known.contains(id.as_str())) {
            faults.push(format!("{file}:{line}: `{id}` is no id of a list in docs/rules"));
        }
        if let Some(problem) = naming.problem {
            faults.push(format!("{file}:{}: {problem}", naming.line));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> RuleList {
        RuleList::parse("1841", "- **1841-1-01** a\n- **1841-1-02-v2** b\n- **TV-01** c\n").unwrap()
    }

    fn naming(text: &str) -> Vec<Naming> {
        naming::parse(std::path::Path::new("a.rs"), text)
    }

    #[test]
    fn the_json_says_total_named_and_missing() {
        let named = BTreeSet::from(["1841-1-01", "1841-TV-01"]);
        let expected = r#"{"titles":{"1841":{"missing":["1841-1-02-v2"],"named":1,"total":2}}}"#;
        assert_eq!(as_json(&[list()], &named).to_string(), expected);
    }

    #[test]
    fn an_id_that_no_list_has_is_a_fault() {
        let namings = naming("/// Rules: 1841-1-01, 1841-9-99\n#[test]\nfn a() {}\n");
        assert_eq!(faults(&[list()], &namings), ["a.rs:1: `1841-9-99` is no id of a list in docs/rules"]);
    }

    #[test]
    fn naming_rules_outside_a_test_is_a_fault() {
        let namings = naming("/// Rules: 1841-1-01\nfn helper() {}\n");
        assert_eq!(faults(&[list()], &namings).len(), 1);
    }
}
