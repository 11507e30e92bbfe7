//! The figures of the rules: everything in the data files that only 1841 knows, read into structs when a box is
//! loaded. A key that is not here is refused; a field that no rule reads does not compile without a warning.

use super::regions::Region;
use ferrata_engine::components::Components;
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, PhaseName};
use serde::Deserialize;
use std::collections::BTreeMap;

/// `[constants]`: what each figure is stands beside it in `title.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Figures {
    pub(crate) auction_step: Money,
    pub(crate) first_shares: u8,
    pub(crate) historical_token: Money,
    pub(crate) token_near: Vec<Money>,
    pub(crate) token_far: Money,
    pub(crate) company_certificates: u8,
    pub(crate) control_limit: u8,
    pub(crate) frozen_rows: u8,
    pub(crate) frozen_fields: u8,
    pub(crate) least_price: Money,
    pub(crate) route_cities: u8,
    pub(crate) emergency_percent: u32,
    pub(crate) loan: Money,
    pub(crate) split_percent: u32,
    pub(crate) split_tokens: u8,
    pub(crate) split_token: Money,
    pub(crate) tuscan_tokens: u8,
    pub(crate) merged_below: Money,
    pub(crate) merged_token: Money,
    pub(crate) transformed_second_token: Money,
    pub(crate) transformed_token: Money,
    pub(crate) idle_rounds: u8,
    pub(crate) roster: Vec<CompanyName>,
    pub(crate) minor: Class,
    pub(crate) major: Class,
    pub(super) chart: Letters,
    pub(super) unification: Unification,
    pub(super) variants: Variants,
}

/// What minors and majors differ in.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Class {
    pub(crate) pool_limit: u8,
    pub(crate) tokens_min: u8,
    pub(crate) tokens_max: u8,
    pub(crate) homes: usize,
}

/// What the letters on the chart mean.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Letters {
    pub(super) start: char,
    pub(super) start_of_majors: char,
    pub(super) last_of_minors: char,
    pub(super) last_at_first: char,
    pub(super) ends_the_game: char,
}

/// How Italy is united: in the plain game, or what a variant of 7.1 does instead.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unification {
    /// The phase in which the Ferdinandea is split; none = it is not.
    pub(crate) split: Option<PhaseName>,
    /// The phase in which Tuscany merges.
    pub(crate) tuscan_merger: PhaseName,
    /// From which phase on companies may be started on Austrian soil, where it is not as the phases have it.
    pub(super) austria_open: Option<PhaseName>,
    /// By phase: the borders in force, where they are not those of the phase.
    #[serde(default)]
    pub(super) borders: BTreeMap<PhaseName, Vec<(Region, Region)>>,
}

/// The variants of 7.1.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Variants {
    pub(super) napoleon: Unification,
    pub(super) cavour: Unification,
    pub(super) william: Unification,
    pub(super) carlo_alberto: Unification,
    pub(super) franz_joseph: Unification,
}

/// What a phase decides; explained in `trains.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PhaseFacts {
    pub(crate) lays: Lays,
    pub(crate) stops_at_borders: bool,
    pub(crate) homes_kept: bool,
    pub(crate) free_starts: bool,
    pub(crate) austria_closed: Vec<Region>,
    pub(crate) concessions_leave: bool,
    pub(crate) whole_chart: bool,
}

impl PhaseFacts {
    /// What a phase that does not exist decides.
    pub(crate) const NOTHING: PhaseFacts = PhaseFacts {
        lays: Lays { minor: None, major: None },
        stops_at_borders: false,
        homes_kept: false,
        free_starts: false,
        austria_closed: Vec::new(),
        concessions_leave: false,
        whole_chart: false,
    };
}

/// 1841-4.1.2-01, 1841-4.1.2-04: how many tiles a company lays in a turn at most.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lays {
    pub(crate) minor: Option<usize>,
    pub(crate) major: Option<usize>,
}

/// What else is known of a company.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CompanyFacts {
    #[serde(default)]
    pub(super) historical: bool,
    pub(super) role: Option<Role>,
}

/// The part of a company in the split and in the Tuscan merger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
    /// IRSFF.
    Ferdinandea,
    /// Its Venetian successor: SFV in v1, SB in v2.
    Veneta,
    /// Its Lombard successor, SFL.
    Lombarda,
    /// What Tuscany merges into, SFLi.
    Livornese,
    /// SFLP.
    Lucchese,
    /// SFMA.
    MariaAntonia,
    /// SSFL.
    Leopolda,
}

/// Trains and cards have no facts of their own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NoFacts {}

/// All facts of a box.
pub(super) struct Read {
    pub(super) figures: Figures,
    pub(super) phases: Vec<PhaseFacts>,
    pub(super) companies: Vec<CompanyFacts>,
}

/// Reads all facts of a box, or tells the first thing that is wrong.
pub(super) fn read(parts: &Components) -> Result<Read, Problem> {
    for facts in parts.trains.iter().map(|train| &train.facts) {
        facts.read::<NoFacts>()?;
    }
    for facts in parts.cards.iter().map(|card| &card.facts) {
        facts.read::<NoFacts>()?;
    }
    Ok(Read {
        figures: parts.constants.read()?,
        phases: parts.phases.iter().map(|phase| phase.facts.read()).collect::<Result<_, _>>()?,
        companies: parts.companies.iter().map(|company| company.facts.read()).collect::<Result<_, _>>()?,
    })
}
