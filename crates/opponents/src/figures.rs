//! Typical figures of a title: data measured from games.

use ferrata_engine::components::Components;
use ferrata_engine::name::CompanyName;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What is typical of a title.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Figures {
    /// What a train earns in a run, by kind.
    pub(crate) earnings: Vec<f32>,
    /// Operating rounds of a game.
    pub(crate) rounds: f32,
    /// So many tile lays are weighed in roll-outs, drawn at random; 0 = nobody builds in them.
    pub(crate) lays: usize,
    /// What one ply says counts as so many roll-outs, where it is not what the level says: the more, the more roll-outs scatter.
    #[serde(default)]
    pub(crate) prior: Option<f32>,
    /// What companies earn where their home is, in parts of what their trains typically earn; others earn what is typical.
    #[serde(default)]
    pub(crate) homes: BTreeMap<CompanyName, f32>,
}

/// What is known of no title in particular.
impl Default for Figures {
    fn default() -> Figures {
        Figures { earnings: Vec::new(), rounds: 16.0, lays: 2, prior: None, homes: BTreeMap::new() }
    }
}

impl Figures {
    /// What a train of this kind typically earns.
    pub(crate) fn earns(&self, kind: usize) -> f32 {
        self.earnings.get(kind).or(self.earnings.last()).copied().unwrap_or(100.0)
    }

    /// By company: the part of it that it earns where its home is.
    pub(crate) fn homes(&self, parts: &Components) -> Vec<f32> {
        let home = |name: &CompanyName| self.homes.get(name).copied().unwrap_or(1.0);
        parts.companies.iter().map(|company| home(&company.name)).collect()
    }
}
