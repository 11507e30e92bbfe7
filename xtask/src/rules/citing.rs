//! Where rules are cited: the bare id, for example `1841-3.1-06`, in a comment or a string, on the line that holds the
//! rule or above it. In the titles' data files a comment cites in the same way.

use crate::workspace;
use std::path::Path;

/// A line that cites a rule.
#[derive(Debug, PartialEq)]
pub(super) struct Citation {
    pub(super) id: String,
    /// In which file, as people write it.
    pub(super) file: String,
    pub(super) line: usize,
    /// That line.
    pub(super) text: String,
    /// Whether it is part of a test.
    pub(super) test: bool,
}

impl Citation {
    /// Every citation in the crates of a rule of these titles.
    pub(super) fn read_all(titles: &[&str]) -> Result<Vec<Citation>, String> {
        let mut all = Vec::new();
        for path in workspace::files("crates", &["rs", "toml"])? {
            all.extend(parse(&path, &workspace::read(&path)?, titles));
        }
        Ok(all)
    }
}

/// The citations of one file.
pub(super) fn parse(path: &Path, text: &str, titles: &[&str]) -> Vec<Citation> {
    let mut test = is_test_file(path);
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        // By custom the tests of a file are its end.
        test |= line.trim_start().starts_with("#[cfg(test)]") && begins_tests(text, at);
        for id in words(line).filter(|word| looks_like_rule(word, titles)) {
            let (id, text) = (id.to_owned(), line.trim().to_owned());
            found.push(Citation { id, file: workspace::shown(path), line: at + 1, text, test });
        }
    }
    found
}

/// Whether the line after this one begins a module: neither one in another file, nor a single item that tests need.
fn begins_tests(text: &str, at: usize) -> bool {
    let next = text.lines().nth(at + 1).map(str::trim);
    next.is_some_and(|next| next.starts_with("mod ") && next.ends_with('{'))
}

/// Files that hold nothing but tests and what tests need.
fn is_test_file(path: &Path) -> bool {
    let names = path.components().map(|part| part.as_os_str().to_string_lossy());
    names.into_iter().any(|name| name == "tests" || name == "tests.rs")
}

/// What could be an id: letters, digits, dots and dashes.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '.' || letter == '-'))
        .map(|word| word.trim_matches(['.', '-']))
}

/// Whether a text has the form of a rule's id: title, section, two digits, maybe an edition.
fn looks_like_rule(text: &str, titles: &[&str]) -> bool {
    let Some(rest) = titles.iter().find_map(|title| text.strip_prefix(title)?.strip_prefix('-')) else {
        return false;
    };
    let mut parts = rest.split('-').skip(1);
    // A rule that was split later has a letter: `1883-11-13a`.
    let number = parts
        .next()
        .map(|number| number.strip_suffix(|letter: char| letter.is_ascii_lowercase()).unwrap_or(number));
    number.is_some_and(|number| number.len() == 2 && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<(String, usize, bool)> {
        let all = parse(Path::new(path), text, &["1841"]);
        all.into_iter().map(|citation| (citation.id, citation.line, citation.test)).collect()
    }

    #[test]
    fn the_bare_id_in_a_string_or_a_comment_cites() {
        let text = "require(ok, \"1841-4.5.1.1-04-v2\", \"no\")?;\nlet name = \"1841-v1\";\n// 1841-3.1-06: why\n/// (1841-TV-07).\n// §3.1-06";
        let expected = [("1841-4.5.1.1-04-v2", 1), ("1841-3.1-06", 3), ("1841-TV-07", 4)];
        assert_eq!(found("a/src/b.rs", text), expected.map(|(id, line)| (id.to_owned(), line, false)));
        assert_eq!(found("a/src/data/b.toml", "bank = 1 # 1841-1.1-02").len(), 1);
        assert!(found("a/src/b.rs", "recorded(\"1841/gen-1841-v1-104.json\")").is_empty());
    }

    #[test]
    fn tests_are_told_from_code() {
        assert!(found("a/tests/b.rs", "// 1841-3.1-06")[0].2);
        assert!(found("a/src/tests/b.rs", "// 1841-3.1-06")[0].2);
        let text = "#[cfg(test)]\nuse x;\n#[cfg(test)]\nimpl A {\n}\n// 1841-3.1-06\n#[cfg(test)]\nmod tests {\n    // 1841-3.1-07\n}";
        assert_eq!(found("a/src/b.rs", text).iter().map(|it| it.2).collect::<Vec<_>>(), [false, true]);
    }
}
