//! Phases (2.1) as the rules read them.

use ferrata_engine::components::{Components, PhaseSpec};
use ferrata_engine::fact::Facts;
use ferrata_engine::id::PhaseId;
use ferrata_engine::load::Problem;
use ferrata_engine::name::{Name, PhaseName};
use serde::Deserialize;
use std::ops::Deref;

/// A phase.
#[derive(Debug)]
pub(in crate::fb) struct Phase {
    spec: PhaseSpec,
    facts: PhaseFacts,
}

/// What a phase says beyond what every title has.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct PhaseFacts {
    /// 18FB-3.4.1-01: the tile steps of a corp floated in it.
    pub(in crate::fb) steps: u8,
    /// 18FB-2.2.2-02: the letters of the start fields that are open.
    pub(in crate::fb) par: String,
    /// 18FB-3.2.5-01, 18FB-3.2.5-03: by how much a shareholder must exceed the president.
    pub(in crate::fb) margin: u8,
    /// 18FB-3.2.2-02: what a concession costs; none when there are no concessions any more (18FB-3.5-05).
    pub(in crate::fb) deposit: Option<Deposit>,
    /// 18FB-G-03: the values that hold by the other reading, `first_band_in_ph1`.
    pub(in crate::fb) other_band: Option<Name>,
    /// What happens when it begins.
    pub(in crate::fb) event: Option<PhaseEvent>,
}

/// What a concession costs.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "snake_case")]
pub(in crate::fb) enum Deposit {
    /// Its first value.
    Full,
    /// Its second value.
    Half,
    /// Nothing.
    Free,
}

impl Deposit {
    /// 18FB-2.7-43: the next discount.
    pub(in crate::fb) fn next(self) -> Deposit {
        match self {
            Deposit::Full => Deposit::Half,
            Deposit::Half | Deposit::Free => Deposit::Free,
        }
    }
}

/// What happens when a phase begins.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(in crate::fb) enum PhaseEvent {
    /// 3.5: Italian unification.
    Unification,
    /// 3.6: the conventions of 1885.
    Conventions,
}

impl Deref for Phase {
    type Target = PhaseSpec;

    fn deref(&self) -> &PhaseSpec {
        &self.spec
    }
}

impl Phase {
    pub(super) fn read(spec: &PhaseSpec) -> Result<Phase, Problem> {
        Ok(Phase { facts: spec.facts.read()?, spec: spec.clone() })
    }

    /// What it says beyond what every title has.
    pub(in crate::fb) fn says(&self) -> &PhaseFacts {
        &self.facts
    }

    /// PH1 to PH4: there are concessions.
    pub(in crate::fb) fn bourbon(&self) -> bool {
        self.facts.deposit.is_some()
    }
}

/// A phase that a fact names.
pub(super) fn named(parts: &Components, at: &Facts, name: PhaseName) -> Result<PhaseId, Problem> {
    parts.phase(name).ok_or_else(|| at.wrong(format!("the phase \"{name}\""), "a phase of this title"))
}
