//! The positions of docs/examples, inside the binary.

use ferrata_wire::Example;
use rust_embed::RustEmbed;

/// Every example is a position, the entries that are played in it, and what they lead to.
#[derive(RustEmbed)]
#[folder = "../../docs/examples"]
struct Files;

/// All of them, by title and name.
pub(crate) fn all() -> Vec<Example> {
    let mut all: Vec<_> = Files::iter().filter_map(|path| example(&path)).collect();
    all.sort_by(|one, other| (&one.title, &one.name).cmp(&(&other.title, &other.name)));
    all
}

fn example(path: &str) -> Option<Example> {
    let (title, file) = path.split_once('/')?;
    let name = file.strip_suffix(".toml").filter(|name| !name.ends_with(".then"))?.replace('_', " ");
    let position = String::from_utf8(Files::get(path)?.data.into_owned()).ok()?;
    // What it shows stands above it.
    let about = position
        .lines()
        .map_while(|line| line.strip_prefix('#'))
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(" ");
    Some(Example { title: title.to_owned(), name, about, position })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_engine::load::Problem;

    /// Every example says what it shows, and can be played from.
    #[test]
    fn every_example_is_a_position_that_says_what_it_shows() {
        let all = all();
        assert!(all.len() >= 5, "{}", all.len());
        for example in all {
            let file = format!("{}/{}", example.title, example.name);
            assert!(!example.about.is_empty() && !file.contains(".then"), "{file}");
            let told = |problems: Vec<Problem>| problems.iter().map(ToString::to_string).collect::<Vec<_>>();
            let (setup, _) = ferrata_titles::position::read(&file, &example.position).map_err(told).unwrap();
            assert_eq!(setup.title.as_str(), example.title, "{file}");
        }
    }
}
