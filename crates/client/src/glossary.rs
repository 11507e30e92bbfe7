//! The words of the family, for whoever is new to it.

/// The page as it is written for people, which is where the words come from.
const PAGE: &str = include_str!("../../../docs/glossary.md");

/// A word and what it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word, or several that mean the same.
    pub word: &'static str,
    /// What it means.
    pub means: &'static str,
}

/// All words, in their order.
pub fn words() -> impl Iterator<Item = Word> {
    PAGE.lines().filter_map(|line| {
        let (word, means) = line.strip_prefix("- **")?.split_once("**: ")?;
        Some(Word { word, means })
    })
}

/// The words in which, or in whose meaning, something occurs.
pub fn found(wanted: &str) -> impl Iterator<Item = Word> + use<> {
    let wanted = wanted.trim().to_lowercase();
    let has = move |text: &str| text.to_lowercase().contains(&wanted);
    words().filter(move |word| has(word.word) || has(word.means))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_page_is_a_word_with_its_meaning() {
        let lines = PAGE.lines().filter(|line| line.starts_with("- ")).count();
        assert_eq!(words().count(), lines);
        assert!(lines > 30);
        assert!(words().all(|word| !word.word.is_empty() && word.means.ends_with('.')));
        let all: Vec<_> = words().map(|word| word.word).collect();
        assert!(all.is_sorted(), "in the order of the alphabet: {all:?}");
    }

    #[test]
    fn words_are_found_by_name_and_by_meaning() {
        assert!(found("RUST").any(|word| word.word == "rust"));
        assert!(found("market price").any(|word| word.word == "pool"));
        assert_eq!(found("no such word").count(), 0);
    }
}
