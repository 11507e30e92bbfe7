//! `cargo xtask words`: every sentence that people may read, as the template that stands in the code.
//!
//! A template is the first argument of `say!`. What reaches people past it is listed, too: such a sentence cannot be
//! put into another language.

mod source;

use crate::step::{Done, print};
use crate::workspace;
use serde_json::json;
use source::{Bare, Template};
use std::collections::BTreeMap;

/// What to print.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Form {
    Text,
    Json,
}

/// Prints the templates of all crates, those that stand more than once, and strings that are none.
pub(crate) fn run(form: Form) -> Done {
    let words = Words::read()?;
    print(&match form {
        Form::Text => words.as_text(),
        Form::Json => format!("{}\n", words.as_json()),
    });
    Ok(())
}

/// All words, each with the place where it stands.
#[derive(Default)]
struct Words {
    templates: Vec<(String, Template)>,
    bare: Vec<(String, Bare)>,
}

impl Words {
    fn read() -> Result<Words, String> {
        let mut words = Words::default();
        for path in workspace::rust_files("crates")? {
            let shown = workspace::shown(&path);
            if !is_test(&shown) {
                words.add(&shown, &workspace::read(&path)?)?;
            }
        }
        Ok(words)
    }

    fn add(&mut self, file: &str, text: &str) -> Done {
        let (templates, bare) = source::parse(text).map_err(|problem| format!("{file}: {problem}"))?;
        let place = |line: usize| format!("{file}:{line}");
        self.templates.extend(templates.into_iter().map(|template| (place(template.line), template)));
        self.bare.extend(bare.into_iter().map(|bare| (place(bare.line), bare)));
        Ok(())
    }

    /// The places of each template.
    fn by_template(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut all: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (place, template) in &self.templates {
            all.entry(&template.text).or_default().push(place);
        }
        all
    }

    fn as_text(&self) -> String {
        let mut text = String::new();
        for (place, template) in &self.templates {
            text += &format!("{place}: {}\n", template.text);
        }
        let all = self.by_template();
        let twice: Vec<_> = all.iter().filter(|(_, places)| places.len() > 1).collect();
        for (template, places) in &twice {
            text += &format!("stands {} times: {template:?}: {}\n", places.len(), places.join(", "));
        }
        for (place, bare) in &self.bare {
            text += &format!("{place}: without `say!`, in {}: {:?}\n", bare.of, bare.text);
        }
        text += &format!(
            "{} templates, {} different, {} of them more than once; {} strings without `say!`\n",
            self.templates.len(),
            all.len(),
            twice.len(),
            self.bare.len()
        );
        text
    }

    fn as_json(&self) -> serde_json::Value {
        let templates: Vec<_> = self
            .by_template()
            .into_iter()
            .map(|(template, places)| json!({ "template": template, "places": places }))
            .collect();
        let bare =
            self.bare.iter().map(|(place, bare)| json!({ "place": place, "in": bare.of, "text": bare.text }));
        json!({ "templates": templates, "bare": bare.collect::<Vec<_>>() })
    }
}

/// Whether a file holds nothing that people read: tests, benchmarks, examples.
fn is_test(file: &str) -> bool {
    file.split('/').any(|part| ["tests", "tests.rs", "benches", "examples"].contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_counted_with_their_places() {
        let mut words = Words::default();
        words.add("a.rs", "fn a() { say!(\"one\"); say!(\"two {n}\", n); }").unwrap();
        words.add("b.rs", "fn b() { say!(\"one\"); Refusal::plain(\"three\"); }").unwrap();
        let text = words.as_text();
        assert!(text.contains("a.rs:1: two {n}\n"), "{text}");
        assert!(text.contains("stands 2 times: \"one\": a.rs:1, b.rs:1\n"), "{text}");
        assert!(text.contains("b.rs:1: without `say!`, in Refusal::plain: \"three\"\n"), "{text}");
        assert!(
            text.ends_with("3 templates, 2 different, 1 of them more than once; 1 strings without `say!`\n")
        );
        assert_eq!(words.as_json()["templates"][1]["template"], "two {n}");
    }

    #[test]
    fn all_sources_can_be_read() {
        Words::read().unwrap();
    }
}
