//! The numbered rule lists in docs/rules.

use crate::workspace;
use std::collections::BTreeSet;

/// One title's list.
pub(super) struct RuleList {
    /// The title: `1841`.
    pub(super) title: String,
    /// The ids of its rules, in the order of the list.
    pub(super) rules: Vec<String>,
    /// The ids of its notes (worked examples, readings, departures), title in front.
    pub(super) notes: Vec<String>,
}

impl RuleList {
    /// Every list, by title.
    pub(super) fn read_all() -> Result<Vec<RuleList>, String> {
        let folder = workspace::root().join("docs/rules");
        let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        let mut lists = Vec::new();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
            let title = path.file_stem().unwrap_or_default().to_string_lossy();
            if title == "README" {
                continue;
            }
            let list = RuleList::parse(&title, &workspace::read(path)?);
            lists.push(list.map_err(|problem| format!("{}: {problem}", workspace::shown(path)))?);
        }
        Ok(lists)
    }

    /// Reads a list. An id that stands twice is an error.
    pub(super) fn parse(title: &str, text: &str) -> Result<RuleList, String> {
        let mut list = RuleList { title: title.into(), rules: Vec::new(), notes: Vec::new() };
        let mut seen = BTreeSet::new();
        for (at, line) in text.lines().enumerate() {
            for id in defined(line) {
                let rule = id.starts_with(&format!("{title}-")) && !is_note(&id[title.len() + 1..]);
                let (id, ids) = if rule {
                    (id.to_string(), &mut list.rules)
                } else if is_note(id) {
                    (format!("{title}-{id}"), &mut list.notes)
                } else if id.strip_prefix(title).and_then(|rest| rest.strip_prefix('-')).is_some_and(is_note)
                {
                    (id.to_string(), &mut list.notes)
                } else {
                    continue;
                };
                if !seen.insert(id.clone()) {
                    return Err(format!("line {}: {id} is defined twice", at + 1));
                }
                ids.push(id);
            }
        }
        if list.rules.is_empty() {
            return Err(format!("no rule found; expected list items like `- **{title}-1.1-01** …`"));
        }
        Ok(list)
    }
}

/// The ids a line defines: the bold or code words that start a list item (`**TV-17** / **TV-18**`), or the first
/// cell of a table row.
fn defined(line: &str) -> Vec<&str> {
    if let Some(row) = line.strip_prefix("| ") {
        return row.split(" | ").next().filter(|cell| is_note(cell)).into_iter().collect();
    }
    let Some(item) = line.trim_start().strip_prefix("- ") else { return Vec::new() };
    item.split(" / ").map_while(marked).collect()
}

/// The word between `**` or backquotes at the start of a text.
fn marked(text: &str) -> Option<&str> {
    ["**", "`"].iter().find_map(|mark| text.strip_prefix(mark)?.split_once(mark)).map(|(word, _)| word)
}

/// Whether this is a short number like `TV-01`: letters, a dash, digits.
fn is_note(word: &str) -> bool {
    word.split_once('-').is_some_and(|(letters, digits)| {
        (1..=2).contains(&letters.len())
            && letters != "L"
            && letters != "M"
            && letters.bytes().all(|byte| byte.is_ascii_uppercase())
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bold_items_are_rules_and_short_numbers_are_notes() {
        let text = "- **1841-1.2-02-v2** [v2] x **1841-9-09**\n- **1841-M-01** map\n- **TV-17** / **TV-18** y\n| G-01 | z |\n| no. | w |\n";
        let list = RuleList::parse("1841", text).unwrap();
        assert_eq!(list.rules, ["1841-1.2-02-v2", "1841-M-01"]);
        assert_eq!(list.notes, ["1841-TV-17", "1841-TV-18", "1841-G-01"]);
    }

    #[test]
    fn notes_may_carry_their_title() {
        let list = RuleList::parse("18ESP", "- **18ESP-2.2.1-01** a\n- `18ESP-V-01` b\n").unwrap();
        assert_eq!((list.rules.len(), list.notes), (1, vec!["18ESP-V-01".to_string()]));
    }

    #[test]
    fn an_id_defined_twice_is_refused() {
        let problem = RuleList::parse("1883", "- **1883-1-01** a\n- **1883-1-01** b\n").err();
        assert_eq!(problem.as_deref(), Some("line 2: 1883-1-01 is defined twice"));
    }

    #[test]
    fn the_lists_of_this_project_are_complete() {
        let counts: Vec<_> =
            RuleList::read_all().unwrap().iter().map(|list| (list.title.clone(), list.rules.len())).collect();
        let expected = [("1841", 442), ("1883", 335), ("18ESP", 265), ("18FB", 558)];
        assert_eq!(counts, expected.map(|(title, count)| (title.to_string(), count)));
    }
}
