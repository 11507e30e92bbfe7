//! Trains (2.6) as the rules read them.

use super::phase;
use ferrata_engine::components::Components;
use ferrata_engine::id::{PhaseId, TrainKind};
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use ferrata_engine::name::{PhaseName, TrainName};
use ferrata_engine::train::TrainSpec;
use serde::Deserialize;

/// A kind of train.
#[derive(Clone, Copy, Debug)]
pub(in crate::fb) struct Train {
    /// 18FB-3.4.5-02: X, the stations it serves.
    pub(in crate::fb) cities: u8,
    /// 18FB-3.4.5-02: Y, the markers it serves.
    pub(in crate::fb) markers: u8,
    /// Its face value.
    pub(in crate::fb) price: Money,
    pub(in crate::fb) class: Class,
    /// 18FB-2.6-07: unsold ones leave the game round by round.
    pub(in crate::fb) removed: bool,
}

/// Who may have a train.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::fb) enum Class {
    /// 18FB-2.6-01: majors and nationals.
    Ordinary,
    /// 18FB-2.6-02: regionals; when it is for sale, and what it becomes if its company is acquired.
    Regional(PhaseId, TrainKind),
    /// 18FB-G-105: a regional train that became an ordinary one.
    Converted,
}

impl Train {
    /// Whether regionals buy it.
    pub(in crate::fb) fn is_regional(&self) -> bool {
        matches!(self.class, Class::Regional(..))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrainFacts {
    cities: u8,
    markers: u8,
    regional: Option<RegionalFacts>,
    #[serde(default)]
    converted: bool,
    #[serde(default)]
    removed: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegionalFacts {
    from: PhaseName,
    becomes: TrainName,
}

/// Reads the trains.
pub(super) fn read(parts: &Components) -> Result<Vec<Train>, Problem> {
    parts.trains.iter().map(|spec| train(parts, spec)).collect()
}

fn train(parts: &Components, spec: &TrainSpec) -> Result<Train, Problem> {
    let (at, facts) = (&spec.facts, spec.facts.read::<TrainFacts>()?);
    let class = match &facts.regional {
        Some(RegionalFacts { from, becomes }) => {
            let kind = parts.train(*becomes);
            let kind =
                kind.ok_or_else(|| at.wrong(format!("the train \"{becomes}\""), "a train of this title"))?;
            Class::Regional(phase::named(parts, at, *from)?, kind)
        }
        None if facts.converted => Class::Converted,
        None => Class::Ordinary,
    };
    Ok(Train {
        cities: facts.cities,
        markers: facts.markers,
        price: spec.price,
        class,
        removed: facts.removed,
    })
}
