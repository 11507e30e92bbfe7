//! Typical figures of a title: data measured from games.

use serde::Deserialize;

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
}

/// What is known of no title in particular.
impl Default for Figures {
    fn default() -> Figures {
        Figures { earnings: Vec::new(), rounds: 16.0, lays: 2 }
    }
}

impl Figures {
    /// What a train of this kind typically earns.
    pub(crate) fn earns(&self, kind: usize) -> f32 {
        self.earnings.get(kind).or(self.earnings.last()).copied().unwrap_or(100.0)
    }
}
