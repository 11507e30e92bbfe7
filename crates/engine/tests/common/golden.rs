//! Golden files: text that a test compares with what was stored, so that every change is seen and has to be
//! explained. `FERRATA_BLESS=1 cargo test` writes them anew.

use std::path::Path;

/// Compares the text with `tests/golden/<name>` of the crate in `crate_dir` (`env!("CARGO_MANIFEST_DIR")`).
pub(crate) fn check_golden(crate_dir: &str, name: &str, text: &str) {
    let path = Path::new(crate_dir).join("tests/golden").join(name);
    if std::env::var_os("FERRATA_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        return std::fs::write(&path, text).unwrap();
    }
    let stored = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{name}: {error}; write it with FERRATA_BLESS=1"));
    let (stored, text): (Vec<_>, Vec<_>) = (stored.lines().collect(), text.lines().collect());
    let differs = (0..stored.len().max(text.len())).find(|&line| stored.get(line) != text.get(line));
    if let Some(line) = differs {
        panic!(
            "{name} differs in line {}:\n  stored {}\n  now    {}\n\
             If the change is meant, explain it and write the file anew with FERRATA_BLESS=1.",
            line + 1,
            stored.get(line).unwrap_or(&"(nothing)"),
            text.get(line).unwrap_or(&"(nothing)"),
        );
    }
}
