//! The numbered rules of a title, read from their list: found by id, by words, and with their neighbours.

/// A rule or a note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its id with the title in front, `1883-5.6-11`.
    pub id: String,
    /// What it says.
    pub text: String,
    /// The number of its section.
    pub section: usize,
}

/// A part of what a rule says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// Words.
    Words(&'a str),
    /// The id of another rule as it is written, and the place of that rule.
    Rule(&'a str, usize),
}

/// All rules of a title in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rulebook {
    title: String,
    /// The headings of the sections.
    pub sections: Vec<String>,
    /// The rules.
    pub rules: Vec<Rule>,
}

impl Rulebook {
    /// Reads a list: headings begin with `#`, rules are items that begin with their id in bold.
    pub fn read(title: &str, text: &str) -> Rulebook {
        let mut book = Rulebook { title: title.to_owned(), ..Rulebook::default() };
        for line in text.lines() {
            if let Some(heading) = line.strip_prefix('#') {
                book.sections.push(plain(heading.trim_start_matches('#').trim()));
            } else if let Some((id, says)) = item(line) {
                let section = book.sections.len().saturating_sub(1);
                book.rules.push(Rule { id: book.whole_id(id), text: plain(says), section });
            } else if line.starts_with("  ") && !line.trim().is_empty() {
                // A rule may go on in a further line.
                if let Some(rule) = book.rules.last_mut() {
                    rule.text.push(' ');
                    rule.text.push_str(&plain(line.trim()));
                }
            }
        }
        book
    }

    /// An id with the title in front: notes are written without.
    fn whole_id(&self, id: &str) -> String {
        let begins = id.strip_prefix(self.title.as_str()).is_some_and(|rest| rest.starts_with('-'));
        if begins { id.to_owned() } else { format!("{}-{id}", self.title) }
    }

    /// The place of a rule, by its id with or without the title.
    pub fn find(&self, id: &str) -> Option<usize> {
        let id = self.whole_id(id);
        self.rules.iter().position(|rule| rule.id == id)
    }

    /// The rules of the section in which a rule stands.
    pub fn neighbours(&self, at: usize) -> impl Iterator<Item = (usize, &Rule)> {
        let section = self.rules.get(at).map(|rule| rule.section);
        self.rules.iter().enumerate().filter(move |(_, rule)| Some(rule.section) == section)
    }

    /// The rules in which all these words stand, in any order, great or small letters.
    pub fn search(&self, words: &str) -> impl Iterator<Item = (usize, &Rule)> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        self.rules.iter().enumerate().filter(move |(_, rule)| {
            let (id, text) = (rule.id.to_lowercase(), rule.text.to_lowercase());
            !words.is_empty() && words.iter().all(|word| text.contains(word) || id.contains(word))
        })
    }

    /// What a rule says, with the other rules that it names.
    pub fn pieces<'a>(&self, text: &'a str) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        let (mut from, mut at) = (0, 0);
        for word in text.split_inclusive(|letter: char| !is_of_id(letter)) {
            let end = at + word.len();
            let id = word.trim_end_matches(|letter: char| !is_of_id(letter));
            // Ids have a dash: a plain number is none.
            let rule = id.contains('-').then(|| self.find(id.trim_end_matches(['.', '-']))).flatten();
            if let Some(rule) = rule {
                let id = id.trim_end_matches(['.', '-']);
                pieces.extend(text.get(from..at).filter(|words| !words.is_empty()).map(Piece::Words));
                pieces.push(Piece::Rule(id, rule));
                from = at + id.len();
            }
            at = end;
        }
        pieces.extend(text.get(from..).filter(|words| !words.is_empty()).map(Piece::Words));
        pieces
    }
}

fn is_of_id(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-' || letter == '.'
}

/// `- **id** text`.
fn item(line: &str) -> Option<(&str, &str)> {
    let (id, says) = line.strip_prefix("- **")?.split_once("**")?;
    (!id.contains(' ')).then_some((id, says.trim()))
}

/// Without the marks of emphasis and code.
fn plain(text: &str) -> String {
    text.replace("**", "").replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_titles::catalogue::TITLES;

    #[test]
    fn every_item_of_every_list_is_read_and_found_again() {
        for (title, text) in TITLES.iter().map(|info| (info.title, info.rules())) {
            let book = Rulebook::read(title, text);
            let items = text.lines().filter(|line| item(line).is_some()).count();
            assert_eq!(book.rules.len(), items, "{title}");
            assert!(items > 250, "{title}: {items}");
            for (at, rule) in book.rules.iter().enumerate() {
                assert!(rule.id.starts_with(title), "{}", rule.id);
                assert!(!rule.text.is_empty(), "{}", rule.id);
                assert_eq!(book.find(&rule.id), Some(at), "{} stands there once", rule.id);
            }
        }
    }

    #[test]
    fn a_rule_has_neighbours_and_leads_to_those_it_names() {
        let text = "# X\n## 5 Trade\n- **1883-5.0-01** Shares (R-03, 5.0-02).\n- **1883-5.0-02** Prices\n  and more.\n## Readings\n- **R-03** So.\n";
        let book = Rulebook::read("1883", text);
        let ids =
            |found: Vec<(usize, &Rule)>| found.iter().map(|(_, rule)| rule.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(book.neighbours(0).collect()), ["1883-5.0-01", "1883-5.0-02"]);
        assert_eq!(ids(book.search("MORE prices").collect()), ["1883-5.0-02"]);
        assert_eq!(ids(book.search("r-03").collect()), ["1883-5.0-01", "1883-R-03"]);
        assert_eq!(book.search(" ").count(), 0, "nothing is found by nothing");
        let pieces = book.pieces(&book.rules[0].text);
        let named = [
            Piece::Words("Shares ("),
            Piece::Rule("R-03", 2),
            Piece::Words(", "),
            Piece::Rule("5.0-02", 1),
            Piece::Words(")."),
        ];
        assert_eq!(pieces, named);
        assert_eq!(book.pieces("half-way 5-trains"), [Piece::Words("half-way 5-trains")]);
    }
}
