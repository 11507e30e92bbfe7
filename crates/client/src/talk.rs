//! What a line of talk points at: an entry of the log, a hex, a company, somebody at the table.
//!
//! ```
//! use ferrata_client::talk::{Piece, pieces};
//! use ferrata_engine::name::HexName;
//!
//! let said = pieces("see #12 at F8", |word| (word == "F8").then_some(Piece::Hex(HexName::of("F8"))));
//! assert_eq!(said[1], Piece::Entry(12));
//! assert_eq!(said[3], Piece::Hex(HexName::of("F8")));
//! ```

use crate::names::TableNames;
use ferrata_engine::name::{CompanyName, HexName, Name};

/// A piece of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Words.
    Words(String),
    /// An entry of the log: `#12`.
    Entry(u64),
    /// A hex by its coordinate.
    Hex(HexName),
    /// A company by its short name.
    Company(CompanyName),
    /// Somebody: `@Anna`.
    Mention(String),
}

/// The pieces of a line at this table.
pub fn pieces_at(line: &str, names: &TableNames) -> Vec<Piece> {
    let parts = names.parts();
    pieces(line, |word| {
        let name = Name::new(word).ok()?;
        let hex = parts.hex(HexName(name)).map(|_| Piece::Hex(HexName(name)));
        hex.or_else(|| parts.company(CompanyName(name)).map(|_| Piece::Company(CompanyName(name))))
    })
}

/// The pieces of a line, in order; together they are the line. `named` knows what a word of the table means.
pub fn pieces(line: &str, named: impl Fn(&str) -> Option<Piece>) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let end = rest.find(|letter: char| !is_part(letter)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let piece = point(word, &named);
        let (piece, after) = match (piece, after.chars().next()) {
            (Some(piece), _) => (piece, after),
            // What stands between words goes with the words.
            (None, Some(letter)) => {
                let (gap, after) = after.split_at(letter.len_utf8());
                (Piece::Words(format!("{word}{gap}")), after)
            }
            (None, None) => (Piece::Words(word.to_owned()), after),
        };
        match (found.last_mut(), piece) {
            (Some(Piece::Words(before)), Piece::Words(more)) => before.push_str(&more),
            (_, piece) => found.push(piece),
        }
        rest = after;
    }
    found
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '#' | '@' | '-' | '_' | '&')
}

/// What a word points at, if it does.
fn point(word: &str, named: &impl Fn(&str) -> Option<Piece>) -> Option<Piece> {
    if let Some(number) = word.strip_prefix('#') {
        return number.parse().ok().map(Piece::Entry);
    }
    match word.strip_prefix('@') {
        Some("") | None => named(word),
        Some(name) => Some(Piece::Mention(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Vec<Piece> {
        pieces(line, |word| match word {
            "F8" => Some(Piece::Hex(HexName::of("F8"))),
            "IRSFF" => Some(Piece::Company(CompanyName::of("IRSFF"))),
            _ => None,
        })
    }

    fn text(pieces: &[Piece]) -> String {
        let said = |piece: &Piece| match piece {
            Piece::Words(words) => words.clone(),
            Piece::Entry(number) => format!("#{number}"),
            Piece::Hex(hex) => hex.to_string(),
            Piece::Company(company) => company.to_string(),
            Piece::Mention(name) => format!("@{name}"),
        };
        pieces.iter().map(said).collect()
    }

    #[test]
    fn a_line_points_at_what_it_names() {
        let words = |text: &str| Piece::Words(text.to_owned());
        assert_eq!(
            read("@Anna, why #12? IRSFF reaches F8."),
            [
                Piece::Mention("Anna".into()),
                words(", why "),
                Piece::Entry(12),
                words("? "),
                Piece::Company(CompanyName::of("IRSFF")),
                words(" reaches "),
                Piece::Hex(HexName::of("F8")),
                words("."),
            ]
        );
    }

    #[test]
    fn nothing_is_lost_and_parts_of_words_point_at_nothing() {
        for line in ["", "F80 xF8 #x #", "a@b.c @ @", "#1#2", "è F8, è", "F8F8", "##3", " F8 "] {
            let pieces = read(line);
            assert_eq!(text(&pieces), line);
        }
        assert_eq!(read("F80 #x"), [Piece::Words("F80 #x".into())]);
        assert_eq!(read("F8,F8").len(), 3);
    }
}
