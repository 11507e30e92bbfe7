//! The phases as the rules read them (4.0).

use ferrata_engine::chart::Field;
use ferrata_engine::components::{Components, PhaseSpec};
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use serde::Deserialize;

/// What holds in a phase besides what every title knows.
#[derive(Debug)]
pub(in crate::t1883) struct Phase {
    /// 1883-7.1-01.
    pub(in crate::t1883) event_deck: u8,
    /// 1883-5.3-05: the prices at which corporations start, each with its box.
    pub(in crate::t1883) pars: Vec<(Money, Field)>,
    /// 1883-3.2-10: what an anchor is worth.
    pub(in crate::t1883) anchor: Money,
    /// 1883-3.4-01.
    pub(in crate::t1883) privates_for_sale: bool,
    /// 1883-3.5-01.
    pub(in crate::t1883) privates_close: bool,
    /// 1883-6.4-13.
    pub(in crate::t1883) fsf_double_lay: bool,
    /// 1883-8.3-01.
    pub(in crate::t1883) sefta: bool,
    /// 1883-8.1.8-01: CCFR is capitalised when it begins.
    pub(in crate::t1883) ccfr_capitalised: bool,
    /// 1883-8.2-09.
    pub(in crate::t1883) sarsa_on_plain: bool,
    /// 1883-5.6-17: concessions that nobody owns leave the game.
    pub(in crate::t1883) concessions_end: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PhaseFacts {
    event_deck: u8,
    pars: Vec<Money>,
    anchor: Money,
    #[serde(default)]
    privates_for_sale: bool,
    #[serde(default)]
    privates_close: bool,
    #[serde(default)]
    fsf_double_lay: bool,
    #[serde(default)]
    sefta: bool,
    #[serde(default)]
    ccfr_capitalised: bool,
    #[serde(default)]
    sarsa_on_plain: bool,
    #[serde(default)]
    concessions_end: bool,
}

pub(super) fn read(parts: &Components, pars: &[(Money, Field)]) -> Result<Vec<Phase>, Problem> {
    if parts.phases.is_empty() {
        return Err(parts.constants.wrong("no phases", "phases"));
    }
    parts.phases.iter().map(|spec| phase(spec, pars)).collect()
}

fn phase(spec: &PhaseSpec, boxes: &[(Money, Field)]) -> Result<Phase, Problem> {
    let facts: PhaseFacts = spec.facts.read()?;
    let mut pars = Vec::new();
    for par in facts.pars {
        let place = boxes.iter().find(|(price, _)| *price == par);
        pars.push(
            *place.ok_or_else(|| spec.facts.wrong(format!("the par {par}"), "the price of a par box"))?,
        );
    }
    Ok(Phase {
        event_deck: facts.event_deck,
        pars,
        anchor: facts.anchor,
        privates_for_sale: facts.privates_for_sale,
        privates_close: facts.privates_close,
        fsf_double_lay: facts.fsf_double_lay,
        sefta: facts.sefta,
        ccfr_capitalised: facts.ccfr_capitalised,
        sarsa_on_plain: facts.sarsa_on_plain,
        concessions_end: facts.concessions_end,
    })
}
