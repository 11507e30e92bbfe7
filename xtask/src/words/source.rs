//! Reads a file as the compiler's tokens, so that macros within macros are seen, and comments and strings are none.

use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};

/// A template of a sentence.
#[derive(Debug, PartialEq)]
pub(super) struct Template {
    pub(super) line: usize,
    pub(super) text: String,
}

/// A string that reaches people but is no template.
#[derive(Debug, PartialEq)]
pub(super) struct Bare {
    pub(super) line: usize,
    /// What it is given to.
    pub(super) of: String,
    pub(super) text: String,
}

/// The macro that makes a sentence of a template.
const SAY: &str = "say";
/// What takes a sentence: the type, and its function or variant. The rule's id comes first in `Refusal::rule`.
const TAKE: [(&str, &str); 4] =
    [("Refusal", "rule"), ("Refusal", "plain"), ("Event", "Note"), ("Text", "words")];

/// The words of one file, without its tests.
pub(super) fn parse(text: &str) -> Result<(Vec<Template>, Vec<Bare>), String> {
    let tokens: TokenStream = text.parse().map_err(|error| format!("it is no Rust: {error}"))?;
    let mut found = Found::default();
    found.walk(tokens);
    Ok((found.templates, found.bare))
}

#[derive(Default)]
struct Found {
    templates: Vec<Template>,
    bare: Vec<Bare>,
}

impl Found {
    fn walk(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = tokens.as_slice();
        while let [first, after @ ..] = rest {
            rest = after;
            if is_test_attribute(first, after) {
                rest = after_item(after);
            } else if let Some(group) = said(first, after) {
                self.say(group);
            } else if let Some((of, group)) = taken(first, after) {
                self.take(&of, group.stream());
            }
            if let TokenTree::Group(group) = first {
                self.walk(group.stream());
            }
        }
    }

    /// `say!("template", name = expression, other)`: the template, and arguments that are words themselves.
    fn say(&mut self, group: &Group) {
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        let Some((literal, text)) = tokens.first().and_then(string) else { return };
        self.templates.push(Template { line: line(literal), text });
        for window in tokens.windows(3) {
            let [TokenTree::Ident(name), TokenTree::Punct(equals), value] = window else { continue };
            if let Some((literal, text)) = string(value).filter(|_| equals.as_char() == '=')
                && has_words(&text)
            {
                self.bare.push(Bare { line: line(literal), of: format!("say!'s argument {name}"), text });
            }
        }
    }

    /// Strings in what becomes a sentence, but not in the templates in there.
    fn take(&mut self, of: &str, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = tokens.as_slice();
        while let [first, after @ ..] = rest {
            rest = after;
            if said(first, after).is_some() {
                rest = after.get(2..).unwrap_or_default();
            } else if let Some((literal, text)) = string(first).filter(|(_, text)| has_words(text)) {
                self.bare.push(Bare { line: line(literal), of: of.to_owned(), text });
            } else if let TokenTree::Group(group) = first {
                self.take(of, group.stream());
            }
        }
    }
}

/// Whether a string holds words rather than a name (`F8`) or a rule's id.
fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
        && (text.contains(' ') || !text.contains(|c: char| c.is_ascii_digit()))
}

/// The parentheses of `say!(…)`.
fn said<'a>(first: &TokenTree, after: &'a [TokenTree]) -> Option<&'a Group> {
    match (first, after) {
        (TokenTree::Ident(name), [TokenTree::Punct(mark), TokenTree::Group(group), ..])
            if name == SAY && mark.as_char() == '!' =>
        {
            Some(group)
        }
        _ => None,
    }
}

/// The arguments of something that takes a sentence, with its name.
fn taken<'a>(first: &TokenTree, after: &'a [TokenTree]) -> Option<(String, &'a Group)> {
    let TokenTree::Ident(kind) = first else { return None };
    let [TokenTree::Punct(one), TokenTree::Punct(two), TokenTree::Ident(name), TokenTree::Group(group), ..] =
        after
    else {
        return None;
    };
    let path = one.as_char() == ':' && two.as_char() == ':' && group.delimiter() != Delimiter::Bracket;
    let known = TAKE.iter().find(|(a, b)| kind == a && name == b);
    known.filter(|_| path).map(|(a, b)| (format!("{a}::{b}"), group))
}

/// Whether `#[cfg(test)]` begins here.
fn is_test_attribute(first: &TokenTree, after: &[TokenTree]) -> bool {
    match (first, after) {
        (TokenTree::Punct(mark), [TokenTree::Group(group), ..]) => {
            mark.as_char() == '#' && group.stream().to_string().replace(' ', "") == "cfg(test)"
        }
        _ => false,
    }
}

/// What follows the item that begins here: it ends with braces or a semicolon.
fn after_item(tokens: &[TokenTree]) -> &[TokenTree] {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(mark) => mark.as_char() == ';',
        _ => false,
    };
    let end = tokens.iter().position(ends).map_or(tokens.len(), |at| at + 1);
    tokens.get(end..).unwrap_or_default()
}

/// The value of a string literal.
fn string(token: &TokenTree) -> Option<(&Literal, String)> {
    let TokenTree::Literal(literal) = token else { return None };
    match syn::Lit::new(literal.clone()) {
        syn::Lit::Str(text) => Some((literal, text.value())),
        _ => None,
    }
}

fn line(literal: &Literal) -> usize {
    literal.span().start().line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn templates(text: &str) -> Vec<(usize, String)> {
        parse(text).unwrap().0.into_iter().map(|template| (template.line, template.text)).collect()
    }

    fn bare(text: &str) -> Vec<String> {
        parse(text).unwrap().1.into_iter().map(|bare| format!("{}: {}", bare.of, bare.text)).collect()
    }

    #[test]
    fn templates_are_found_in_calls_and_macros_on_several_lines() {
        let text = "fn a() {\n  view! { <p>{say!(\"one {n}\", n)}</p> };\n  f(\n    say!(\n      \"two \\\n       lines\"\n    ),\n  );\n}";
        assert_eq!(templates(text), [(2, "one {n}".to_owned()), (5, "two lines".to_owned())]);
        assert_eq!(templates("fn a() { ferrata_engine::say!(r#\"\"so\"\"#); }"), [(1, "\"so\"".to_owned())]);
    }

    #[test]
    fn templates_within_templates_are_found() {
        let text = "fn a() { say!(\"outer {x}\", x = say!(\"inner\")); }";
        assert_eq!(templates(text), [(1, "outer {x}".to_owned()), (1, "inner".to_owned())]);
    }

    #[test]
    fn tests_comments_and_strings_say_nothing() {
        let text = "// say!(\"a\")\n/// ```\n/// say!(\"b\")\n/// ```\nconst A: &str = \"say!(\\\"c\\\")\";\n#[cfg(test)]\nmod tests { fn a() { say!(\"d\"); } }\nfn b() { say!(\"e\"); }";
        assert_eq!(templates(text), [(8, "e".to_owned())]);
    }

    #[test]
    fn sentences_past_the_macro_are_found() {
        let text = "fn a() { Refusal::plain(format!(\"no {x} here\")); Refusal::rule(\"1841-3.1-06\", \"not sold yet\"); \
            events.push(Event::Note { text: \"It ends.\".into() }); Refusal::plain(say!(\"fine {x} {y}\", y = \"F8\", x = \"so to say\")); }";
        let expected = [
            "Refusal::plain: no {x} here",
            "Refusal::rule: not sold yet",
            "Event::Note: It ends.",
            "say!'s argument x: so to say",
        ];
        assert_eq!(bare(text), expected);
    }
}
