//! What we depend on: licences, banned crates and sources, by `cargo deny` where it is installed, else by our own
//! reading of deny.toml and `cargo metadata`.

use crate::step::{Done, cargo, has_subcommand, must};
use crate::workspace;
use serde_json::Value;

/// Checks every dependency against deny.toml.
pub(crate) fn run() -> Done {
    if has_subcommand("deny") {
        return with_cargo_deny();
    }
    println!("cargo-deny is not installed: checking licences, bans and sources ourselves; no advisories");
    let policy = Policy::read()?;
    let metadata = workspace::metadata(true)?;
    let outside = workspace::packages(&metadata).filter(|package| !package["source"].is_null());
    let outside: Vec<&Value> = outside.collect();
    let mut faults: Vec<String> = outside.iter().flat_map(|package| policy.faults(package)).collect();
    faults.extend(second_registry(&outside));
    println!("{} dependencies checked", outside.len());
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// What is wrong if the packages come from more than one registry.
fn second_registry(packages: &[&Value]) -> Option<String> {
    let mut sources = packages.iter().filter_map(|package| package["source"].as_str());
    let first = sources.next()?;
    let other = sources.find(|source| *source != first)?;
    Some(format!("dependencies come from two places, `{first}` and `{other}`: deny.toml knows one"))
}

/// The whole check; advisories only if their database is on this machine, as the check must work offline.
fn with_cargo_deny() -> Done {
    let mut checks = vec!["deny", "--offline", "check", "licenses", "bans", "sources"];
    let home = std::env::var_os("CARGO_HOME").map(std::path::PathBuf::from);
    let home = home.or_else(|| Some(std::path::PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    if home.is_some_and(|home| home.join("advisory-dbs").exists()) {
        checks.push("advisories");
    } else {
        println!("no advisory database on this machine: licences, bans and sources only");
    }
    must(cargo(&checks))
}

/// The part of deny.toml that we can check without `cargo deny`.
struct Policy {
    licences: Vec<String>,
    banned: Vec<String>,
}

impl Policy {
    fn read() -> Result<Policy, String> {
        let text = workspace::read(&workspace::root().join("deny.toml"))?;
        let file: toml::Value = toml::from_str(&text).map_err(|error| format!("deny.toml: {error}"))?;
        let list = |table: &str, key: &str| -> Result<Vec<toml::Value>, String> {
            let array = file.get(table).and_then(|table| table.get(key)).and_then(toml::Value::as_array);
            array.cloned().ok_or_else(|| format!("deny.toml: expected a list `{key}` in [{table}]"))
        };
        let text = |value: &toml::Value| value.as_str().map(str::to_string);
        Ok(Policy {
            licences: list("licenses", "allow")?.iter().filter_map(text).collect(),
            banned: list("bans", "deny")?.iter().filter_map(|ban| text(ban.get("crate")?)).collect(),
        })
    }

    /// What is wrong with a package.
    fn faults(&self, package: &Value) -> Vec<String> {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        let shown = format!("{} {}", text("name"), text("version"));
        let mut faults = Vec::new();
        if !allowed(text("license"), &self.licences) {
            faults.push(format!("{shown}: licence `{}` is not allowed by deny.toml", text("license")));
        }
        if self.banned.iter().any(|banned| banned == text("name")) {
            faults.push(format!("{shown}: banned by deny.toml"));
        }
        if !text("source").starts_with("registry+") {
            faults.push(format!("{shown}: its source `{}` is no registry", text("source")));
        }
        faults
    }
}

/// Whether a licence expression (`MIT OR Apache-2.0`, `(A OR B) AND C`, the old `MIT/Apache-2.0`) can be satisfied
/// with the allowed licences.
fn allowed(expression: &str, licences: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut parser = Parser { words: &words, licences };
    let result = parser.any();
    result && parser.words.is_empty() && !words.is_empty()
}

/// Reads a licence expression from left to right.
struct Parser<'a> {
    words: &'a [&'a str],
    licences: &'a [String],
}

impl Parser<'_> {
    fn take(&mut self, word: &str) -> bool {
        match self.words {
            [first, rest @ ..] if *first == word => {
                self.words = rest;
                true
            }
            _ => false,
        }
    }

    fn any(&mut self) -> bool {
        let mut result = self.all();
        while self.take("OR") {
            result |= self.all();
        }
        result
    }

    fn all(&mut self) -> bool {
        let mut result = self.one();
        while self.take("AND") {
            result &= self.one();
        }
        result
    }

    fn one(&mut self) -> bool {
        if self.take("(") {
            let result = self.any();
            return self.take(")") && result;
        }
        let (licence, rest) = match self.words {
            [licence, "WITH", exception, rest @ ..] => (format!("{licence} WITH {exception}"), rest),
            [licence, rest @ ..] => (licence.to_string(), rest),
            [] => return false,
        };
        self.words = rest;
        self.licences.contains(&licence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licence_expressions_are_read_as_written() {
        let licences = ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_string);
        let cases = [
            ("MIT", true),
            ("GPL-3.0", false),
            ("GPL-3.0 OR MIT", true),
            ("MIT/GPL-3.0", true),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("MIT AND GPL-3.0", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("", false),
        ];
        for (expression, expected) in cases {
            assert_eq!(allowed(expression, &licences), expected, "{expression}");
        }
    }

    #[test]
    fn a_bad_dependency_is_named_with_its_faults() {
        let policy = Policy::read().unwrap();
        let package = serde_json::json!({
            "name": "openssl", "version": "1.0.0", "license": "Foo-1.0", "source": "git+https://example.org/x"
        });
        assert_eq!(policy.faults(&package).len(), 3);
        let other = serde_json::json!({ "source": "registry+https://example.org/index" });
        assert!(second_registry(&[&other, &other]).is_none());
        assert!(second_registry(&[&other, &package]).is_some());
    }
}
