//! The figures of a title's data files: every number, also those inside strings (`"mountain 50"`, the fields of a chart), and
//! every yes or no.

use ferrata_engine::load::Source;
use std::ops::Range;

/// A figure in a data file.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) source: Source<'static>,
    /// Its line, from 1.
    pub(crate) line: usize,
    /// The line it stands on.
    pub(crate) written: &'static str,
    /// The names that the lines of its block give: `name = "F8"`, `[constants.minor]`.
    pub(crate) block: &'static str,
    at: Range<usize>,
}

impl Figure {
    /// The file with a number that is larger by one, or no instead of yes.
    pub(crate) fn larger(&self) -> String {
        self.instead(|number| number + 1)
    }

    /// The file with a number that is twice as large.
    pub(crate) fn twice(&self) -> String {
        self.instead(|number| 2 * number)
    }

    fn instead(&self, number: impl Fn(u64) -> u64) -> String {
        let text = self.source.text;
        let other = match self.itself() {
            "true" => "false".to_owned(),
            "false" => "true".to_owned(),
            found => number(found.parse().unwrap()).to_string(),
        };
        format!("{}{other}{}", &text[..self.at.start], &text[self.at.end..])
    }

    fn itself(&self) -> &'static str {
        &self.source.text[self.at.clone()]
    }

    /// What it is called: the key before it.
    pub(crate) fn key(&self) -> &'static str {
        let line = self.source.text[..self.at.start].rfind('\n').map_or(0, |end| end + 1);
        let before = self.source.text[line..self.at.start].rsplit_once('=').map_or("", |(before, _)| before);
        before
            .trim_end()
            .rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .next()
            .unwrap_or("")
    }

    /// A name for a file: its block, its key and where it stands.
    pub(crate) fn slug(&self) -> String {
        let block = self.block.rsplit(['"', '.', '[']).find(|part| part.chars().any(char::is_alphanumeric));
        let name = format!("{}-{}-{}", block.unwrap_or(""), self.key(), self.itself());
        name.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
    }

    /// How it is told: ``title.toml:38:16: 5 in `auction_step = 5` ``.
    pub(crate) fn told(&self) -> String {
        let Figure { source, line, written, at, .. } = self;
        let column = at.start - source.text[..at.start].rfind('\n').map_or(0, |end| end + 1);
        format!("{}:{line}:{}: {} in `{written}`", source.file, column + 1, self.itself())
    }
}

/// What is for people to read: names, colours, reasons.
const PROSE: [&str; 9] =
    ["full_name", "nickname", "color", "place", "title", "edition", "currency", "reconstructed", "about"];

/// Every figure of a file.
pub(crate) fn figures(source: Source<'static>) -> Vec<Figure> {
    let (mut found, mut at, mut quoted, mut block) = (Vec::new(), 0, false, "");
    for (line, written) in source.text.lines().enumerate() {
        if written.starts_with('[') || written.starts_with("name = ") {
            block = written;
        }
        let key = written.split([' ', '=']).next().unwrap_or("");
        let prose = !quoted && PROSE.contains(&key) || block == "[reconstructed]" || block == "[chart.flags]";
        let told = reason(written);
        for range in tokens(written, &mut quoted) {
            if !prose && !told.contains(&range.start) {
                let at = at + range.start..at + range.end;
                found.push(Figure { source, line: line + 1, written, block, at });
            }
        }
        at += written.len() + 1;
    }
    found
}

/// Where in a line the reason stands why something is reconstructed.
fn reason(line: &str) -> Range<usize> {
    const KEY: &str = "reconstructed = \"";
    let Some(from) = line.find(KEY).map(|at| at + KEY.len()) else { return 0..0 };
    from..line[from..].find('"').map_or(line.len(), |end| from + end)
}

/// Where figures stand in a line. Whether a string is open goes from line to line.
fn tokens(line: &str, quoted: &mut bool) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let word = |at: usize| {
        bytes
            .get(at)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_#".contains(byte) || !byte.is_ascii())
    };
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => *quoted = !*quoted,
            b'#' if !*quoted => break,
            _ if at > 0 && word(at - 1) => {}
            byte if byte.is_ascii_digit() => {
                let end = (at..).find(|at| !bytes.get(*at).is_some_and(u8::is_ascii_digit)).unwrap();
                found.push(at..end);
            }
            b't' | b'f' if !*quoted => {
                let end = (at..).find(|at| !word(*at)).unwrap();
                if ["true", "false"].contains(&&line[at..end]) {
                    found.push(at..end);
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}
