//! Phases (chapter 6) as the rules read them.

use super::roster::Class;
use ferrata_engine::chart::Field;
use ferrata_engine::components::PhaseSpec;
use ferrata_engine::id::TrainKind;
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use serde::Deserialize;
use std::ops::Deref;

/// A phase: what every title has, and what only this one knows.
#[derive(Clone, Debug)]
pub(in crate::esp) struct Phase {
    pub(in crate::esp) spec: PhaseSpec,
    /// 18ESP-6-01: the train whose first sale or export begins it.
    pub(in crate::esp) starts_with: TrainKind,
    facts: PhaseFacts,
}

/// What holds in a phase beyond what every title knows.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct PhaseFacts {
    /// 18ESP-2.2-03: the highest price of a private in percent of its face value; none = they are closed.
    pub(in crate::esp) private_price_cap: Option<u32>,
    /// 18ESP-3.2.2-01: South majors can be started.
    pub(in crate::esp) south_majors: bool,
    /// 18ESP-5.2-01: mountain passes can be built.
    pub(in crate::esp) passes: bool,
    /// 18ESP-4.6-01: minors can be taken over.
    pub(in crate::esp) takeovers: bool,
    /// 18ESP-4.7-05: companies sell trains to each other.
    pub(in crate::esp) trains_between: bool,
    /// 18ESP-5.2.1-01: trains can be combined.
    pub(in crate::esp) combining: bool,
    /// 18ESP-3.2.1-03, 18ESP-4.6.1-01: minors are launched and operate.
    pub(in crate::esp) minors: bool,
    /// 18ESP-3.2.2-03, 18ESP-3.2.2-06: a major launches when so much of it is sold.
    pub(in crate::esp) launch_percent: u8,
    tile_actions: TileActions,
    /// 18ESP-D-06: the highest start price of North majors, if not the highest of all.
    pub(in crate::esp) north_start_limit: Option<Money>,
}

/// 18ESP-4.2.1-01, 18ESP-4.2.1-02: tile actions per turn (online 18ESP-D-11).
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
struct TileActions {
    #[serde(default)]
    minor: u8,
    north: u8,
    south: u8,
}

impl Deref for Phase {
    type Target = PhaseFacts;

    fn deref(&self) -> &PhaseFacts {
        &self.facts
    }
}

impl Phase {
    pub(super) fn read(spec: &PhaseSpec, share: u8, starts: &[(Money, Field)]) -> Result<Phase, Problem> {
        let starts_with = spec
            .starts_with
            .ok_or_else(|| spec.facts.wrong("a phase without `starts_with`", "the train that begins it"))?;
        let facts: PhaseFacts = spec.facts.read()?;
        if !facts.launch_percent.is_multiple_of(share) {
            let found = format!("a launch at {}%", facts.launch_percent);
            return Err(spec.facts.wrong(found, format!("a multiple of a share, which is {share}")));
        }
        let limit = facts.north_start_limit;
        if limit.is_some_and(|limit| starts.iter().all(|(price, _)| *price != limit)) {
            return Err(spec.facts.wrong(format!("{limit:?} as a limit"), "a start price of the chart"));
        }
        Ok(Phase { starts_with, facts, spec: spec.clone() })
    }

    /// How many tile actions a company of a class has in a turn.
    pub(in crate::esp) fn tile_actions(&self, class: Class) -> u8 {
        let TileActions { minor, north, south } = self.facts.tile_actions;
        match class {
            Class::Minor => minor,
            Class::North => north,
            Class::South => south,
        }
    }

    /// 18ESP-3.2.2-06: majors launched now get their full capital and have no goals; minors play no part any more.
    pub(in crate::esp) fn full_capital(&self) -> bool {
        !self.facts.minors
    }
}
