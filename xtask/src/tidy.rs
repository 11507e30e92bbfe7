//! `cargo xtask tidy`: files and functions longer than a reader likes. It only reports: a long file is fine if it
//! is one idea repeated, so that every exception is somebody's decision.

use crate::step::Done;
use crate::workspace;

const LONG_FILE: usize = 500;
const LONG_FUNCTION: usize = 40;

/// A function and how many lines it takes.
#[derive(Debug, PartialEq)]
struct Function {
    name: String,
    line: usize,
    lines: usize,
}

/// Prints the outliers and the medians.
pub(crate) fn run() -> Done {
    let mut files = workspace::rust_files("crates")?;
    files.extend(workspace::rust_files("xtask")?);
    let (mut file_lengths, mut function_lengths) = (Vec::new(), Vec::new());
    for path in &files {
        let text = workspace::read(path)?;
        let shown = workspace::shown(path);
        let lines = text.lines().count();
        if lines > LONG_FILE {
            println!("{shown} is {lines} lines");
        }
        for function in functions(&text) {
            if function.lines > LONG_FUNCTION {
                println!("{shown}:{} fn {} is {} lines", function.line, function.name, function.lines);
            }
            function_lengths.push(function.lines);
        }
        file_lengths.push(lines);
    }
    println!("{}", summary("files", file_lengths));
    println!("{}", summary("functions", function_lengths));
    Ok(())
}

/// The functions of a file, told by the indentation that rustfmt gives them.
fn functions(text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else { continue };
        let (indent, _) = line.split_at(line.len() - line.trim_start().len());
        let rest = lines.iter().skip(at);
        let end = if line.ends_with('}') || line.ends_with(';') {
            0
        } else {
            let closing = |line: &&str| {
                line.strip_prefix(indent)
                    .is_some_and(|rest| rest == "}" || rest.starts_with(") ->") && rest.ends_with(';'))
            };
            rest.skip(1).position(closing).map_or(0, |after| after + 1)
        };
        found.push(Function { name, line: at + 1, lines: end + 1 });
    }
    found
}

/// The name of the function that a line starts to define.
fn function_name(line: &str) -> Option<String> {
    let mut words = line.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "fn" => {
                let name: String = words
                    .next()?
                    .chars()
                    .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                    .collect();
                return Some(name);
            }
            "pub" | "const" | "async" | "unsafe" | "extern" => {}
            _ if word.starts_with("pub(") || word.ends_with(')') && word != ")" => {}
            _ => return None,
        }
    }
    None
}

fn summary(what: &str, mut lengths: Vec<usize>) -> String {
    lengths.sort_unstable();
    let at = |share: usize| lengths.get(lengths.len() * share / 100).copied().unwrap_or_default();
    format!("{} {what}: median {} lines, nine in ten under {}", lengths.len(), at(50), at(90) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_measured_from_signature_to_closing_brace() {
        let text = "impl A {\n    pub(crate) fn one(\n        &self,\n    ) -> u8 {\n        1\n    }\n\n    fn two() {}\n}\n";
        let found = functions(text);
        let lengths: Vec<_> = found.iter().map(|it| (it.name.as_str(), it.line, it.lines)).collect();
        assert_eq!(lengths, [("one", 2, 5), ("two", 8, 1)]);
    }

    #[test]
    fn other_lines_define_no_function() {
        for line in ["let fn_ = 1;", "// fn no", "call(|x| x)", "pub struct Fn;", "type F = fn(u8);"] {
            assert_eq!(function_name(line), None, "{line}");
        }
        assert_eq!(function_name("    pub const fn new<T>(t: T) -> T {").as_deref(), Some("new"));
    }
}
