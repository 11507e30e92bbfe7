//! `cargo xtask rules`: which numbered rules exist, which of them a test names and code cites, and which none does;
//! `cargo xtask rules --where ID`: the lines that hold one.
//!
//! docs/rules/README.md says how a list looks, how a test names its rules and how code cites them.

mod citing;
mod lists;
mod naming;

use crate::step::{Done, print};
use crate::workspace;
use citing::Citation;
use lists::{Listed, RuleList};
use naming::Naming;
use serde_json::json;
use std::collections::BTreeSet;

/// Where rules must be: a citation elsewhere is an example or a comparison.
const HELD: &str = "crates/titles/src/";

/// What to print.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Form {
    /// Figures, and the ids that no test names.
    Text,
    /// Figures only.
    Summary,
    /// The ids that no code cites.
    Uncited,
    /// Everything, for programs.
    Json,
}

/// Prints the coverage; fails if a test names or code cites a rule that does not exist.
pub(crate) fn run(form: Form) -> Done {
    let rules = Rules::read()?;
    print(&match form {
        Form::Json => format!("{}\n", rules.as_json()),
        Form::Text | Form::Summary | Form::Uncited => rules.as_text(form),
    });
    let faults = rules.faults();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Prints the rule of this id and every line of code and of tests that cites it.
pub(crate) fn whereabouts(id: &str) -> Done {
    print(&Rules::read()?.whereabouts(id)?);
    Ok(())
}

/// The lists, and who points to them.
struct Rules {
    lists: Vec<RuleList>,
    namings: Vec<Naming>,
    citations: Vec<Citation>,
}

impl Rules {
    fn read() -> Result<Rules, String> {
        let lists = RuleList::read_all()?;
        let titles: Vec<&str> = lists.iter().map(|list| list.title.as_str()).collect();
        let citations = Citation::read_all(&titles)?;
        Ok(Rules { namings: Naming::read_all()?, citations, lists })
    }

    /// The ids that tests name.
    fn named(&self) -> BTreeSet<&str> {
        self.namings.iter().flat_map(|naming| naming.ids.iter().map(|(id, _)| id.as_str())).collect()
    }

    /// The ids that the titles' code cites.
    fn cited(&self) -> BTreeSet<&str> {
        let held = self.citations.iter().filter(|citation| !citation.test && citation.file.starts_with(HELD));
        held.map(|citation| citation.id.as_str()).collect()
    }

    fn as_json(&self) -> serde_json::Value {
        let (named, cited) = (self.named(), self.cited());
        let titles = self.lists.iter().map(|list| {
            let (missing, uncited) = (missing(&list.rules, &named), missing(&list.rules, &cited));
            let total = list.rules.len();
            let coverage = json!({
                "total": total,
                "named": total - missing.len(),
                "missing": missing,
                "cited": total - uncited.len(),
                "uncited": uncited,
            });
            (list.title.clone(), coverage)
        });
        json!({ "titles": titles.collect::<serde_json::Map<_, _>>() })
    }

    fn as_text(&self, form: Form) -> String {
        let (named, cited) = (self.named(), self.cited());
        let mut text = String::new();
        for list in &self.lists {
            let (unnamed, uncited) = (missing(&list.rules, &named), missing(&list.rules, &cited));
            let (title, total, notes) = (&list.title, list.rules.len(), list.notes.len());
            text += &format!(
                "{title}: {} of {total} rules named by tests, {} not cited by code; {} of {notes} notes named\n",
                total - unnamed.len(),
                uncited.len(),
                notes - missing(&list.notes, &named).len()
            );
            let (what, ids) = match form {
                Form::Text => ("not named", unnamed),
                Form::Uncited => ("not cited", uncited),
                Form::Summary | Form::Json => continue,
            };
            if !ids.is_empty() {
                text += &format!("  {what}: {}\n", ids.join(" "));
            }
        }
        text
    }

    /// What `--where` prints.
    fn whereabouts(&self, id: &str) -> Result<String, String> {
        let mut listed = self.lists.iter().flat_map(|list| list.ids().map(|listed| (&list.file, listed)));
        let Some((file, rule)) = listed.find(|(_, listed)| listed.id == id) else {
            return Err(self.unknown(id));
        };
        let mut text = format!("{file}:{}: {}\n", rule.line, rule.text);
        for (what, test) in [("code", false), ("tests", true)] {
            let lines: Vec<_> =
                self.citations.iter().filter(|line| line.id == id && line.test == test).collect();
            text += &format!("\n{what}:{}\n", if lines.is_empty() { " none" } else { "" });
            for line in lines {
                text += &format!("{}:{}: {}\n", line.file, line.line, line.text);
            }
        }
        Ok(text)
    }

    /// What to say to whoever asks for an id that no list has: the others of its section.
    fn unknown(&self, id: &str) -> String {
        let section = |id: &str| id.splitn(3, '-').take(2).collect::<Vec<_>>().join("-");
        let near =
            self.lists.iter().flat_map(RuleList::ids).filter(|listed| section(&listed.id) == section(id));
        let near: Vec<&str> = near.map(|listed| listed.id.as_str()).collect();
        let hint =
            if near.is_empty() { String::new() } else { format!("; its section has {}", near.join(" ")) };
        format!("no list in docs/rules has `{id}`{hint}")
    }

    /// Everything wrong with the way rules are named and cited.
    fn faults(&self) -> Vec<String> {
        let ids = self.lists.iter().flat_map(RuleList::ids);
        let known: BTreeSet<&str> = ids.map(|listed| listed.id.as_str()).collect();
        let mut faults = Vec::new();
        for naming in &self.namings {
            let file = workspace::shown(&naming.file);
            for (id, line) in naming.ids.iter().filter(|(id, _)| !known.contains(id.as_str())) {
                faults.push(format!("{file}:{line}: `{id}` is no id of a list in docs/rules"));
            }
            if let Some(problem) = naming.problem {
                faults.push(format!("{file}:{}: {problem}", naming.line));
            }
        }
        for Citation { id, file, line, .. } in &self.citations {
            let named = || self.namings.iter().any(|naming| naming.ids.iter().any(|(other, _)| other == id));
            if !known.contains(id.as_str()) && !named() {
                faults.push(format!("{file}:{line}: cites `{id}`, which no list in docs/rules has"));
            }
        }
        faults
    }
}

/// The ids that are not among these.
fn missing<'a>(listed: &'a [Listed], among: &BTreeSet<&str>) -> Vec<&'a str> {
    listed.iter().map(|listed| listed.id.as_str()).filter(|id| !among.contains(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// A small list, with the files that name and cite its rules.
    fn rules(files: &[(&str, &str)]) -> Rules {
        let text = "- **1841-1-01** a\n- **1841-1-02-v2** b\n- **TV-01** c\n";
        let mut list = RuleList::parse("1841", &["TV".to_owned()], text).unwrap();
        list.file = "docs/rules/1841.md".to_owned();
        let parsed = |(path, text): &(&str, &str)| naming::parse(Path::new(path), text);
        let cited = |(path, text): &(&str, &str)| citing::parse(Path::new(path), text, &["1841"]);
        Rules {
            lists: vec![list],
            namings: files.iter().flat_map(parsed).collect(),
            citations: files.iter().flat_map(cited).collect(),
        }
    }

    const TEST: (&str, &str) =
        ("crates/titles/src/a/tests/b.rs", "/// Rules: 1841-1-01, 1841-TV-01\n#[test]\nfn a() {}\n");
    const CODE: (&str, &str) = ("crates/titles/src/a/b.rs", "fn a() {} // 1841-1-02-v2\n");

    #[test]
    fn the_json_says_what_is_named_and_what_is_cited() {
        let expected = r#"{"titles":{"1841":{"cited":1,"missing":["1841-1-02-v2"],"named":1,"total":2,"uncited":["1841-1-01"]}}}"#;
        assert_eq!(rules(&[TEST, CODE]).as_json().to_string(), expected);
    }

    #[test]
    fn the_text_counts_and_lists() {
        let text = rules(&[TEST, CODE]).as_text(Form::Uncited);
        let figures = "1841: 1 of 2 rules named by tests, 1 not cited by code; 1 of 1 notes named";
        assert_eq!(text, format!("{figures}\n  not cited: 1841-1-01\n"));
    }

    #[test]
    fn an_example_elsewhere_holds_no_rule() {
        assert!(rules(&[("crates/engine/src/a.rs", CODE.1)]).cited().is_empty());
    }

    #[test]
    fn a_rule_is_shown_with_its_code_and_its_tests() {
        let all = rules(&[TEST, CODE]);
        let expected = "docs/rules/1841.md:2: - **1841-1-02-v2** b\n\ncode:\ncrates/titles/src/a/b.rs:1: fn a() {} // 1841-1-02-v2\n\ntests: none\n";
        assert_eq!(all.whereabouts("1841-1-02-v2").unwrap(), expected);
        let unknown = all.whereabouts("1841-1-09").unwrap_err();
        assert_eq!(unknown, "no list in docs/rules has `1841-1-09`; its section has 1841-1-01 1841-1-02-v2");
    }

    #[test]
    fn an_id_that_no_list_has_is_a_fault() {
        let named = ("a.rs", "/// Rules: 1841-1-01, 1841-9-99\n#[test]\nfn a() {}\n");
        assert_eq!(rules(&[named]).faults(), ["a.rs:1: `1841-9-99` is no id of a list in docs/rules"]);
        let cited = ("a.rs", "// 1841-9-99: why\n");
        assert_eq!(rules(&[cited]).faults(), ["a.rs:1: cites `1841-9-99`, which no list in docs/rules has"]);
    }

    #[test]
    fn naming_rules_outside_a_test_is_a_fault() {
        assert_eq!(rules(&[("a.rs", "/// Rules: 1841-1-01\nfn helper() {}\n")]).faults().len(), 1);
    }
}
