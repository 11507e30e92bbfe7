//! What titles print on hexes besides stops and track, read from the tags of the data files.
//!
//! A tag that has no form of its own here is simply not drawn: tags are for rules first.

use ferrata_engine::map::Hex;
use ferrata_engine::tile::Color;

/// What a hex shows besides stops and track.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Extras {
    /// The coordinate as printed, where it is not the hex's name (`2/3` in 1883).
    pub(crate) coordinate: Option<String>,
    /// A port, with what it pays if that is printed.
    pub(crate) port: Option<String>,
    /// Lines of the state railway: from a side to a side or to the centre (1883).
    pub(crate) state_lines: Vec<(u8, Option<u8>)>,
    /// Letters at sides that lead to another part of the map (18FB).
    pub(crate) letters: Vec<(u8, String)>,
    /// A sign of terrain that costs nothing here.
    pub(crate) symbol: Option<String>,
    /// Short notes.
    pub(crate) notes: Vec<String>,
}

impl Extras {
    /// What is printed on a hex and still holds under a face of this colour.
    pub(crate) fn of(hex: &Hex, color: Color) -> Extras {
        let mut extras = Extras::default();
        let mut values = Vec::new();
        for (key, value) in &hex.tags {
            match key.as_str() {
                "numbers" => extras.coordinate = Some(numbers(value)),
                "port" if value == "true" => extras.port = Some(String::new()),
                "port" => extras.port = Some(value.clone()),
                "port_first" | "port_second" | "port_third" => values.push(value.as_str()),
                "fs" => extras.state_lines = value.split(';').filter_map(state_line).collect(),
                "letters" => extras.letters = value.split(',').filter_map(letter).collect(),
                "symbol" if value == "port" => extras.port = Some(String::new()),
                "symbol" => extras.symbol = Some(value.clone()),
                "falcon_bonus" => extras.notes.push(format!("Falcon +{value}")),
                "future_label" if color < Color::Brown => extras.notes.push(format!("{value} later")),
                _ => {}
            }
        }
        if !values.is_empty() {
            extras.port = Some(values.join("/"));
        }
        extras
    }
}

/// `52 53 54 55` is printed as `52/55`.
fn numbers(value: &str) -> String {
    let mut words = value.split_whitespace();
    match (words.next(), words.next_back()) {
        (Some(first), Some(last)) => format!("{first}/{last}"),
        _ => value.to_owned(),
    }
}

/// `Modena-Mantova: S N` is a line from south to north.
fn state_line(text: &str) -> Option<(u8, Option<u8>)> {
    let mut sides = text.rsplit(':').next()?.split_whitespace().map(side);
    Some((sides.next()??, sides.next().flatten()))
}

/// `NW A` is the letter A at the north-western side.
fn letter(text: &str) -> Option<(u8, String)> {
    let (at, letter) = text.trim().split_once(' ')?;
    Some((side(at)?, letter.to_owned()))
}

fn side(word: &str) -> Option<u8> {
    ["S", "SW", "NW", "N", "NE", "SE"].iter().position(|name| *name == word).map(|at| at as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_as_the_data_files_write_them() {
        assert_eq!(numbers("52 53 54 55"), "52/55");
        assert_eq!(numbers("7"), "7");
        assert_eq!(state_line("Modena-Mantova: S NW"), Some((0, Some(2))));
        assert_eq!(state_line(" Persiceto-Verona: NE"), Some((4, None)));
        assert_eq!(state_line("nowhere"), None);
        assert_eq!(letter(" SE D"), Some((5, "D".to_owned())));
    }
}
