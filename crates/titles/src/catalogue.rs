//! Which titles there are, their editions and options, and which box belongs to which of them.

use crate::data::{Faults, Shelf};
use crate::{Game, esp, fb, t1841, t1883};
use ferrata_engine::components::Components;
use ferrata_engine::name::Name;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::Arg;
use ferrata_engine::turn::{Setup, Title};
use std::sync::Arc;

/// Something to choose, and what it means in a sentence.
pub type Choice = (&'static str, &'static str);

/// Starts a game of a title.
pub type Start = fn(&Setup) -> Result<Game, Refusal>;

/// What is customary in a title: which of the family's deeds its players think of, whether they are possible now or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Customs {
    /// Companies own and trade shares of companies.
    pub companies_trade: bool,
    /// What a merger of two companies makes.
    pub mergers: Mergers,
    /// A company can become another one.
    pub transformations: bool,
}

/// What a merger of two companies makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mergers {
    /// There are none that players decide.
    #[default]
    None,
    /// A company that has not been started.
    Another,
    /// The one that acts takes the other over.
    Acting,
}

/// A title as people choose it.
#[derive(Debug)]
pub struct Info {
    /// The title: `1841`.
    pub title: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// Who designed it.
    pub designers: &'static str,
    /// About how many hours a game takes at a table: from, to.
    pub hours: (u8, u8),
    /// Starts a game.
    pub start: Start,
    /// What is customary in it.
    pub customs: Customs,
    /// Its editions; the first is the usual one. `v1-lite` is edition `v1` with the option `lite`.
    pub editions: &'static [Choice],
    /// Its options.
    pub options: &'static [Choice],
    /// Its data files.
    pub shelf: &'static Shelf,
}

/// Every title.
pub static TITLES: &[Info] = &[
    Info {
        title: "1841",
        about: "Railways in Northern Italy, 1841 to 1885: companies own companies, merge and split",
        designers: "Federico Vellani, Manlio Manzini",
        hours: (6, 10),
        start: |setup| t1841::Game::start(setup).map(Game::T1841),
        customs: Customs { companies_trade: true, mergers: Mergers::Another, transformations: true },
        editions: &[
            ("v1", "the rulebook of 1996"),
            ("v1-lite", "the rulebook's smaller game"),
            ("v2", "the later revision"),
            ("v2-lite", "the smaller game by the later revision"),
        ],
        options: t1841::rules::OPTIONS,
        shelf: &t1841::data::SHELF,
    },
    Info {
        title: "18ESP",
        about: "Railways of two gauges in Spain: two maps joined by mountain passes, mines and combined trains",
        designers: "Leonhard Orgler, Enrique Trigueros",
        hours: (4, 6),
        start: |setup| esp::Game::start(setup).map(Game::Esp),
        customs: Customs { companies_trade: false, mergers: Mergers::Acting, transformations: false },
        editions: &[("rulebook", "the rulebook"), ("online", "as it is played on 18xx.games")],
        options: &[
            ("standard", "the standard set-up: always the same ten majors and six minors"),
            ("random", "the random set-up: majors and minors are drawn"),
        ],
        shelf: &esp::data::SHELF,
    },
    Info {
        title: "1883",
        about: "Secondary railways in Emilia: event cards, a co-operative, coaches and the state lines",
        designers: "Manlio Manzini",
        hours: (4, 5),
        start: |setup| t1883::Game::start(setup).map(Game::T1883),
        customs: Customs { companies_trade: false, mergers: Mergers::Another, transformations: false },
        editions: &[("living", "the living rules, with a reconstructed board")],
        options: t1883::OPTIONS,
        shelf: &t1883::data::SHELF,
    },
    Info {
        title: "18FB",
        about: "Railways in the south of Italy: concessions and political cards, lines paid by hexside, no routes; the board is reconstructed",
        designers: "Alessandro Lala",
        hours: (5, 8),
        start: |setup| fb::Game::start(setup).map(Game::Fb),
        customs: Customs { companies_trade: true, mergers: Mergers::None, transformations: false },
        editions: &[
            ("PA23", "rules version PA23, with a reconstructed board"),
            ("2006", "the rules of 2006, with a reconstructed board"),
        ],
        options: fb::OPTIONS,
        shelf: &fb::data::SHELF,
    },
];

/// The numbered rules of every title, as `docs/rules` has them. They stand beside the titles, not in them: a program that
/// never asks for them, as the one in the browser, does not carry them.
static RULES: &[(&str, &str)] = &[
    ("1841", include_str!("../../../docs/rules/1841.md")),
    ("18ESP", include_str!("../../../docs/rules/18ESP.md")),
    ("1883", include_str!("../../../docs/rules/1883.md")),
    ("18FB", include_str!("../../../docs/rules/18FB.md")),
];

/// The title of this name.
pub fn find(title: &str) -> Result<&'static Info, Refusal> {
    TITLES.iter().find(|info| info.title.eq_ignore_ascii_case(title)).ok_or_else(|| {
        let titles: Arg = TITLES.iter().map(|info| info.title).collect();
        Refusal::plain(say!(
            "there is no title {title}; there are {titles}",
            title = title.to_owned(),
            titles
        ))
    })
}

impl Info {
    /// Its numbered rules, as `docs/rules` has them.
    pub fn rules(&self) -> &'static str {
        RULES.iter().find(|(title, _)| *title == self.title).map_or("", |(_, rules)| rules)
    }

    /// The set-up of a game. The edition may be left out and may carry options (`v1-lite`).
    pub fn setup(&self, edition: &str, options: &[&str], players: Vec<String>) -> Result<Setup, Refusal> {
        let (edition, carried) = self.edition(edition)?;
        let mut all: Vec<Name> = Vec::new();
        for option in carried.into_iter().chain(options.iter().copied()) {
            let option = self.option(option)?;
            if !all.contains(&option) {
                all.push(option);
            }
        }
        Ok(Setup::new(self.title, edition.as_str(), all, players))
    }

    /// The box a set-up is played with, read once.
    pub fn components(&self, setup: &Setup) -> Result<Arc<Components>, Faults> {
        self.shelf.components(&self.box_name(setup))
    }

    /// The name of the box a set-up is played with: its edition, and those options that change the box.
    pub fn box_name(&self, setup: &Setup) -> String {
        let exists = |name: &str| self.shelf.editions.iter().any(|edition| edition.name == name);
        let mut name = setup.edition.to_string();
        let given = self.options.iter().map(|(option, _)| *option);
        for option in given.filter(|option| setup.options.iter().any(|own| own == option)) {
            let larger = format!("{name}-{option}");
            if exists(&larger) {
                name = larger;
            }
        }
        name
    }

    /// An edition as written, and the options it carries.
    fn edition<'a>(&self, written: &'a str) -> Result<(Name, Vec<&'a str>), Refusal> {
        let usual = self.editions.first().map_or("", |(name, _)| name);
        let mut parts = written.split(['-', ' ', '_']);
        let first = parts.next().filter(|first| !first.is_empty()).unwrap_or(usual);
        let known = self.editions.iter().find(|(name, _)| name.eq_ignore_ascii_case(first));
        match known {
            Some((name, _)) => Ok((Name::cut(name), parts.collect())),
            None => Err(self.unknown("edition", written, self.editions)),
        }
    }

    fn option(&self, written: &str) -> Result<Name, Refusal> {
        let known = self.options.iter().find(|(name, _)| name.eq_ignore_ascii_case(written));
        known.map(|(name, _)| Name::cut(name)).ok_or_else(|| self.unknown("option", written, self.options))
    }

    fn unknown(&self, what: &'static str, written: &str, choices: &[Choice]) -> Refusal {
        let (title, written) = (self.title, written.to_owned());
        if choices.is_empty() {
            return Refusal::plain(say!(
                "{title} has no {what} {written}; it has none",
                title,
                what,
                written
            ));
        }
        let known: Arg = choices.iter().map(|(name, _)| *name).collect();
        Refusal::plain(say!("{title} has no {what} {written}; it has {known}", title, what, written, known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edition_has_its_box() {
        for info in TITLES {
            for (edition, _) in info.editions {
                let setup = info.setup(edition, &[], Vec::new()).unwrap();
                let components = info.components(&setup).unwrap();
                assert_eq!(
                    (components.title.as_str(), info.box_name(&setup).as_str()),
                    (info.title, *edition)
                );
            }
        }
    }

    #[test]
    fn an_edition_may_carry_options() {
        let info = find("1841").unwrap();
        for written in ["v1-lite", "V1 lite"] {
            let setup = info.setup(written, &["lite", "online"], Vec::new()).unwrap();
            assert_eq!((setup.edition, setup.options.len()), (Name::cut("v1"), 2));
            assert_eq!(info.box_name(&setup), "v1-lite-online");
        }
        assert_eq!(info.setup("", &[], Vec::new()).unwrap().edition, Name::cut("v1"));
    }

    #[test]
    fn unknown_names_are_refused_with_what_there_is() {
        assert!(find("1830").unwrap_err().to_string().contains("1841"));
        let info = find("1841").unwrap();
        assert!(
            info.setup("v3", &[], Vec::new())
                .unwrap_err()
                .to_string()
                .contains("v1, v1-lite, v2 and v2-lite")
        );
        assert!(info.setup("v1", &["fast"], Vec::new()).unwrap_err().to_string().contains("lite"));
    }
}
