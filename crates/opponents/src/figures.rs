//! Typical figures of a title: data measured from games.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What is typical of a title.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Figures {
    /// What a train earns in a run, by kind.
    pub(crate) earnings: Vec<f32>,
    /// Operating rounds of a game.
    pub(crate) rounds: f32,
}

static FIGURES: LazyLock<BTreeMap<String, Figures>> =
    LazyLock::new(|| toml::from_str(include_str!("../data/figures.toml")).unwrap_or_default());

/// What is known of no title in particular.
static UNKNOWN: Figures = Figures { earnings: Vec::new(), rounds: 16.0 };

impl Figures {
    /// Those of a title.
    pub(crate) fn of(title: &str) -> &'static Figures {
        FIGURES.get(title).unwrap_or(&UNKNOWN)
    }

    /// What a train of this kind typically earns.
    pub(crate) fn earns(&self, kind: usize) -> f32 {
        self.earnings.get(kind).or(self.earnings.last()).copied().unwrap_or(100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_titles::catalogue::TITLES;

    #[test]
    fn every_title_has_a_figure_for_every_train() {
        for info in TITLES {
            let figures = FIGURES.get(info.title).unwrap();
            let setup = info.setup("", &[], Vec::new()).unwrap();
            let trains = info.components(&setup).unwrap().trains.len();
            assert_eq!(figures.earnings.len(), trains, "{}", info.title);
        }
    }
}
