//! Mutants that change nothing anybody could see: `xtask/equivalent.toml` names each with the reason.

use crate::workspace;
use std::path::Path;

/// Where they are listed.
pub(super) const FILE: &str = "xtask/equivalent.toml";

/// A mutant that is no defect. It is known by the line it changes, not by the line's number, which moves.
#[derive(Debug, PartialEq)]
pub(super) struct Equivalent {
    pub(super) file: String,
    /// The source line, without the space around it.
    pub(super) line: String,
    /// What cargo-mutants says it does there.
    change: String,
}

impl Equivalent {
    /// Every one of the list. One without a reason is refused.
    pub(super) fn read_all() -> Result<Vec<Equivalent>, String> {
        parse(&workspace::read(&workspace::root().join(FILE))?)
            .map_err(|problem| format!("{FILE}: {problem}"))
    }

    /// Whether its line is still in its file.
    pub(super) fn stands(&self) -> bool {
        let text = workspace::read(&workspace::root().join(&self.file));
        text.is_ok_and(|text| text.lines().any(|line| line.trim() == self.line))
    }
}

fn parse(text: &str) -> Result<Vec<Equivalent>, String> {
    let file: toml::Table = toml::from_str(text).map_err(|error| error.to_string())?;
    let mutants = file.get("mutant").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    mutants.iter().enumerate().map(|(at, mutant)| one(mutant, at + 1)).collect()
}

fn one(mutant: &toml::Value, number: usize) -> Result<Equivalent, String> {
    let text = |key: &str| {
        let value =
            mutant.get(key).and_then(toml::Value::as_str).map(str::trim).filter(|value| !value.is_empty());
        value.map(str::to_owned).ok_or_else(|| format!("mutant {number} has no `{key}`"))
    };
    text("reason")?;
    Ok(Equivalent { file: text("file")?, line: text("line")?, change: text("change")? })
}

/// The entry for a survivor as cargo-mutants names it: `file:line:column: change`.
pub(super) fn find<'a>(known: &'a [Equivalent], name: &str) -> Result<Option<&'a Equivalent>, String> {
    let Some((file, number, change)) = parts(name) else {
        return Err(format!("cargo-mutants names a mutant in an unknown way: {name}"));
    };
    let text = workspace::read(&workspace::root().join(Path::new(file)))?;
    let line = text.lines().nth(number.saturating_sub(1)).unwrap_or_default().trim();
    Ok(known.iter().find(|one| one.file == file && one.line == line && one.change == change))
}

fn parts(name: &str) -> Option<(&str, usize, &str)> {
    let (place, change) = name.split_once(": ")?;
    let mut place = place.split(':');
    Some((place.next()?, place.next()?.parse().ok()?, change))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_can_be_read_and_every_line_of_it_still_stands() {
        let all = Equivalent::read_all().unwrap();
        let gone: Vec<_> = all.iter().filter(|one| !one.stands()).collect();
        assert!(gone.is_empty(), "{gone:#?}");
    }

    #[test]
    fn an_entry_without_a_reason_is_refused() {
        let text = "[[mutant]]\nfile = \"a.rs\"\nline = \"a < b\"\nchange = \"replace < with <= in f\"\n";
        assert_eq!(parse(text).unwrap_err(), "mutant 1 has no `reason`");
        let known = parse(&format!("{text}reason = \"a is never b\"\n")).unwrap();
        assert_eq!((known[0].file.as_str(), known[0].line.as_str()), ("a.rs", "a < b"));
    }

    #[test]
    fn a_survivor_is_known_by_file_line_and_change() {
        let own = workspace::read(&workspace::root().join("Cargo.toml")).unwrap();
        let first = own.lines().next().unwrap().to_owned();
        let one =
            |line: &str| Equivalent { file: "Cargo.toml".into(), line: line.into(), change: "x".into() };
        assert!(find(&[one(&first)], "Cargo.toml:1:5: x").unwrap().is_some());
        assert!(find(&[one(&first)], "Cargo.toml:2:5: x").unwrap().is_none());
        assert!(find(&[one(&first)], "Cargo.toml:1:5: y").unwrap().is_none());
        assert!(find(&[], "nonsense").is_err());
        assert!(one(&first).stands() && !one("never").stands());
    }
}
