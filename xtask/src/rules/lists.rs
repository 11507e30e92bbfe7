//! The numbered rule lists in docs/rules: one file per title, and the README's table of notes.

use crate::titles::Title;
use crate::workspace;
use std::collections::BTreeSet;

/// One title's list.
pub(super) struct RuleList {
    /// The title: `1841`.
    pub(super) title: String,
    /// Where the list lies, as people write it.
    pub(super) file: String,
    /// Its rules, in the order of the list.
    pub(super) rules: Vec<Listed>,
    /// Its notes (worked examples, readings, departures), title in front of the id.
    pub(super) notes: Vec<Listed>,
}

/// A rule or a note.
#[derive(Debug, PartialEq)]
pub(super) struct Listed {
    pub(super) id: String,
    /// On which line of the list.
    pub(super) line: usize,
    /// That line.
    pub(super) text: String,
}

impl RuleList {
    /// The list of every title, by title.
    pub(super) fn read_all() -> Result<Vec<RuleList>, String> {
        let folder = workspace::root().join("docs/rules");
        let readme = workspace::read(&folder.join("README.md"))?;
        let mut lists = Vec::new();
        for title in Title::read_all()?.into_iter().map(|title| title.name) {
            let path = folder.join(format!("{title}.md"));
            let in_file = |problem: String| format!("{}: {problem}", workspace::shown(&path));
            let series =
                series(&readme, &title).map_err(|problem| format!("docs/rules/README.md: {problem}"))?;
            let mut list = RuleList::parse(&title, &series, &workspace::read(&path)?).map_err(in_file)?;
            list.file = workspace::shown(&path);
            lists.push(list);
        }
        Ok(lists)
    }

    /// Every id of the list.
    pub(super) fn ids(&self) -> impl Iterator<Item = &Listed> {
        self.rules.iter().chain(&self.notes)
    }

    /// Reads a list, in which these letters number notes. An id that stands twice is an error.
    pub(super) fn parse(title: &str, series: &[String], text: &str) -> Result<RuleList, String> {
        let (mut rules, mut notes, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
        for (at, text) in text.lines().enumerate() {
            for id in defined(text) {
                let own = id.strip_prefix(title).and_then(|rest| rest.strip_prefix('-'));
                let short = own.unwrap_or(id);
                let note = is_note(short, series);
                if own.is_none() && !note {
                    continue;
                }
                let listed =
                    Listed { id: format!("{title}-{short}"), line: at + 1, text: text.trim().to_owned() };
                if !seen.insert(listed.id.clone()) {
                    return Err(format!("line {}: {} is defined twice", at + 1, listed.id));
                }
                if note { notes.push(listed) } else { rules.push(listed) }
            }
        }
        if rules.is_empty() {
            return Err(format!("no rule found; expected list items like `- **{title}-1.1-01** …`"));
        }
        Ok(RuleList { title: title.to_owned(), file: String::new(), rules, notes })
    }
}

/// The letters that number a title's notes: its column in the README's table of notes.
fn series(readme: &str, title: &str) -> Result<Vec<String>, String> {
    let mut rows = readme.lines().skip_while(|line| !line.starts_with("| note ")).map(cells);
    let head = rows.next().ok_or("the table that begins with `| note` is missing")?;
    let column = head.iter().position(|cell| *cell == title);
    let column = column.ok_or_else(|| format!("the table of notes has no column for {title}"))?;
    let rows = rows.take_while(|cells| cells.len() > 1).skip(1);
    let letters = rows.filter_map(|cells| cells.get(column).map(|cell| (*cell).to_owned()));
    Ok(letters.filter(|letters| !letters.is_empty()).collect())
}

/// The cells of a table's row.
fn cells(row: &str) -> Vec<&str> {
    row.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// The ids a line defines: the bold or code words that start a list item (`**TV-17** / **TV-18**`), or the first
/// cell of a table row.
fn defined(line: &str) -> Vec<&str> {
    if line.starts_with("| ") {
        return cells(line).into_iter().take(1).collect();
    }
    let Some(item) = line.trim_start().strip_prefix("- ") else { return Vec::new() };
    item.split(" / ").map_while(marked).collect()
}

/// The word between `**` or backquotes at the start of a text.
fn marked(text: &str) -> Option<&str> {
    ["**", "`"].iter().find_map(|mark| text.strip_prefix(mark)?.split_once(mark)).map(|(word, _)| word)
}

/// Whether this is a note's number like `TV-01`: the letters of a series, a dash, digits.
fn is_note(word: &str, series: &[String]) -> bool {
    word.split_once('-').is_some_and(|(letters, digits)| {
        series.iter().any(|known| known == letters)
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(title: &str, series: &[&str], text: &str) -> Result<RuleList, String> {
        let series: Vec<String> = series.iter().map(|letters| (*letters).to_owned()).collect();
        RuleList::parse(title, &series, text)
    }

    fn ids(listed: &[Listed]) -> Vec<&str> {
        listed.iter().map(|listed| listed.id.as_str()).collect()
    }

    #[test]
    fn bold_items_are_rules_and_short_numbers_are_notes() {
        let text = "- **1841-1.2-02-v2** [v2] x **1841-9-09**\n- **1841-M-01** map\n- **TV-17** / **TV-18** y\n| G-01 | z |\n| no. | w |\n";
        let list = parse("1841", &["TV", "G"], text).unwrap();
        assert_eq!(ids(&list.rules), ["1841-1.2-02-v2", "1841-M-01"]);
        assert_eq!(ids(&list.notes), ["1841-TV-17", "1841-TV-18", "1841-G-01"]);
        assert_eq!((list.rules[1].line, list.rules[1].text.as_str()), (2, "- **1841-M-01** map"));
    }

    #[test]
    fn notes_may_carry_their_title() {
        let list = parse("18ESP", &["V"], "- **18ESP-2.2.1-01** a\n- `18ESP-V-01` b\n").unwrap();
        assert_eq!((list.rules.len(), ids(&list.notes)), (1, vec!["18ESP-V-01"]));
    }

    #[test]
    fn an_id_defined_twice_is_refused() {
        let problem = parse("1883", &[], "- **1883-1-01** a\n- **1883-1-01** b\n").err();
        assert_eq!(problem.as_deref(), Some("line 2: 1883-1-01 is defined twice"));
    }

    #[test]
    fn the_readme_says_which_letters_number_notes() {
        let readme = "x\n\n| note | 1841 | 18ESP |\n| --- | --- | --- |\n| example | TV | V |\n| gap | G | |\n\n| no | 1 | 2 |\n";
        assert_eq!(series(readme, "1841").unwrap(), ["TV", "G"]);
        assert_eq!(series(readme, "18ESP").unwrap(), ["V"]);
        assert!(series(readme, "1883").unwrap_err().contains("no column for 1883"));
    }

    #[test]
    fn no_list_has_lost_a_rule() {
        let readme = workspace::read(&workspace::root().join("docs/rules/README.md")).unwrap();
        let mut rows = readme.lines().skip_while(|line| !line.starts_with("| title ")).map(cells);
        let head = rows.next().unwrap();
        let column = head.iter().position(|cell| *cell == "rules").unwrap();
        let counts: Vec<_> = rows.skip(1).take_while(|cells| cells.len() > 1).collect();
        let lists = RuleList::read_all().unwrap();
        assert_eq!(counts.len(), lists.len());
        for list in lists {
            let row = counts.iter().find(|row| row[0] == list.title).unwrap();
            assert_eq!(row[column], list.rules.len().to_string(), "{}: see docs/rules/README.md", list.title);
        }
    }
}
