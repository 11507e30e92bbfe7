//! How a table stands after its last record: what lists show of it, stored beside the log.

use ferrata_engine::name::PhaseName;
use ferrata_engine::text::Text;
use ferrata_engine::turn::Turn;
use ferrata_wire::{Damage, Millis, RulesChanged, TableStatus};
use serde::{Deserialize, Serialize};

/// How a table stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Standing {
    /// The number of the last record.
    pub number: u64,
    /// The round and the phase; none where it was stored before they were.
    #[serde(default)]
    pub stage: Option<(Text, PhaseName)>,
    /// Who is to decide.
    pub turn: Turn,
    /// When the last record was made; none before the first.
    pub since: Option<Millis>,
    /// The seats whose sealed decision is in and not yet opened.
    pub handed_in: Vec<u8>,
    /// What is wrong with the log, if something is.
    pub damage: Option<Damage>,
    /// Since when the rules have changed, as long as not all players have agreed to it.
    #[serde(default)]
    pub changed: Option<RulesChanged>,
}

impl Standing {
    /// As it is stored.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Where a table that has started is in its life: the log alone decides.
    pub(crate) fn status(&self) -> TableStatus {
        match self.turn {
            Turn::Over(_) => TableStatus::Over,
            _ => TableStatus::Running,
        }
    }
}
