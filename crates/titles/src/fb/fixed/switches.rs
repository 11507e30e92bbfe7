//! What the editions do differently in procedure, and the readings that may be taken the other way.
//!
//! The rest of the title never asks for an edition: it asks for one of these named switches.

use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::Arg;
use ferrata_engine::turn::Setup;
use serde::Deserialize;

/// The switches of a game; docs/rules/18FB.md lists them with their defaults.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct Switches {
    /// Home tokens lie on the board from the start (else each is the token of a turn, 18FB-D-01).
    pub(in crate::fb) home_tokens_at_set_up: bool,
    /// A move up in the top row goes one column to the right (else nowhere, 18FB-D-04).
    pub(in crate::fb) up_from_top_goes_right: bool,
    /// The reserved slot in the other candidate for the intermediate destination is lost (18FB-D-05).
    pub(in crate::fb) other_intermediate_is_lost: bool,
    /// Tile routes start at off-map areas too (18FB-D-09).
    pub(in crate::fb) tile_routes_from_offmap: bool,
    /// Players trade political cards at any moment (else as the action of a turn, 18FB-D-03).
    pub(in crate::fb) cards_trade_at_any_moment: bool,
    /// Regionals have a token on their home, and full cities stop them (18FB-D-11).
    pub(in crate::fb) regionals_have_tokens: bool,
    /// Regionals get a marker whenever the value of a town rises (else for new and brown towns, 18FB-D-11).
    pub(in crate::fb) regional_markers_by_value: bool,
    /// An acquirer pays for the regional's treasury and gets it (else its owner does, 18FB-D-13).
    pub(in crate::fb) acquirer_gets_treasury: bool,
    /// Regional trains become ordinary ones when acquired (18FB-D-13).
    pub(in crate::fb) regional_trains_are_converted: bool,
    /// A frozen corp whose president's certificate lies in the pool closes at PH5 (18FB-D-14).
    pub(in crate::fb) pool_presidents_close: bool,
    /// Off-map areas and ports pay their first value in PH1 (18FB-G-03).
    pub(in crate::fb) first_band_in_ph1: bool,
    /// Upgrades keep all track, not only what is joined (18FB-3.4.1-18).
    pub(in crate::fb) keep_all_track: bool,
    /// Delahante's token may be placed in any phase (18FB-C-25).
    pub(in crate::fb) delahante_any_phase: bool,
    /// Frozen corps upgrade track (18FB-C-05).
    pub(in crate::fb) frozen_upgrades: bool,
    /// A dividend moves the price if it reaches the price of all shares (else of one, 18FB-G-13).
    pub(in crate::fb) dividend_against_all_shares: bool,
    /// Leases cover tokens and markers with X and Y (18FB-G-75).
    pub(in crate::fb) coverage_with_markers: bool,
    /// A destination bonus is looked at before the state changes (18FB-G-40).
    pub(in crate::fb) bonus_before_state: bool,
    /// Only the president may acquire a withdrawn concession (18FB-G-88).
    pub(in crate::fb) president_only: bool,
    /// Melisurgo raises one payment only (18FB-G-24).
    pub(in crate::fb) melisurgo_one_payment: bool,
    /// Double towns give 1, 2, 3 markers (else 1, 2, 4, 18FB-G-50).
    pub(in crate::fb) double_towns_as_2006: bool,
    /// Emergency sales by presidents move prices (18FB-G-14).
    pub(in crate::fb) emergency_moves_price: bool,
    /// The first PH-5 train is removed one round later (18FB-G-08).
    pub(in crate::fb) removal_from_next_round: bool,
    /// Forced sales begin a turn (else they stand in its financial step, 18FB-G-15).
    pub(in crate::fb) forced_sales_first: bool,
    /// Napoli North and South are one city for corps (18FB-G-19).
    pub(in crate::fb) napoli_one_city: bool,
    /// Riseis's owner pays the bank (18FB-C-18).
    pub(in crate::fb) riseis_pays_bank: bool,
    /// All four eligible companies are asked to merge (else the three highest, 18FB-G-70).
    pub(in crate::fb) merger_asks_four: bool,
    /// A national leases one train if it has none (else until its tokens are covered, 18FB-G-75).
    pub(in crate::fb) lease_one_train: bool,
    /// Regional trains start phases (18FB-G-06).
    pub(in crate::fb) regional_trains_start_phases: bool,
    /// Bourbon tokens keep their slots after PH5 (18FB-G-22).
    pub(in crate::fb) bourbon_tokens_stay: bool,
    /// Falcon's bonus ends with the card (18FB-G-25).
    pub(in crate::fb) falcon_ends_with_card: bool,
}

/// An option of the set-up: its name, what it does, and the switch it turns.
type Option = (&'static str, &'static str, fn(&mut Switches));

/// The options, each the other way to take a reading.
const ALL: &[Option] = &[
    ("first-in-ph1", "ports and off-map areas pay their first value in PH1 (2006)", |on| {
        on.first_band_in_ph1 = true
    }),
    ("keep-all-track", "upgrades keep all track, not only what is joined", |on| on.keep_all_track = true),
    ("delahante-early", "Delahante's token may be placed in any phase", |on| on.delahante_any_phase = true),
    ("frozen-idle", "frozen corporations do not upgrade track", |on| on.frozen_upgrades = false),
    ("all-shares", "the price rises only if the dividend reaches that of all ten shares", |on| {
        on.dividend_against_all_shares = true;
    }),
    ("cover-markers", "nationals lease trains for their markers too", |on| on.coverage_with_markers = true),
    ("bonus-first", "no bonus for the token on the intermediate destination", |on| {
        on.bonus_before_state = true
    }),
    ("president-only", "only the president may acquire a withdrawn concession", |on| {
        on.president_only = true
    }),
    ("melisurgo-once", "Melisurgo raises one payment of interest only", |on| on.melisurgo_one_payment = true),
    ("double-towns-3", "brown double towns give three markers (PA23)", |on| on.double_towns_as_2006 = true),
    ("emergency-falls", "a president's emergency sales move prices", |on| on.emergency_moves_price = true),
    ("late-removal", "the first PH-5 train is removed one operating round later", |on| {
        on.removal_from_next_round = true;
    }),
    ("forced-first", "forced sales of stock happen at the beginning of a turn", |on| {
        on.forced_sales_first = true
    }),
    ("napoli-one", "Napoli North and South are one city (PA23)", |on| on.napoli_one_city = true),
    ("riseis-to-bank", "what is bought with Riseis is paid to the bank (PA23)", |on| {
        on.riseis_pays_bank = true
    }),
    ("merger-of-four", "all four companies are asked to merge (PA23)", |on| on.merger_asks_four = true),
    ("lease-one", "a national leases one train, and only if it has none (PA23)", |on| {
        on.lease_one_train = true
    }),
    ("regional-phases", "regional trains start phases, too", |on| on.regional_trains_start_phases = true),
    ("bourbon-stays", "Bourbon tokens keep their slots after PH5", |on| on.bourbon_tokens_stay = true),
    ("falcon-ends", "Falcon's bonus ends at PH5", |on| on.falcon_ends_with_card = true),
];

/// The options by name, with what they do.
pub const OPTIONS: &[(&str, &str)] = &{
    let mut options = [("", ""); ALL.len()];
    let mut at = 0;
    while at < ALL.len() {
        #[allow(clippy::indexing_slicing, reason = "it only runs in the compiler")]
        {
            options[at] = (ALL[at].0, ALL[at].1);
        }
        at += 1;
    }
    options
};

impl Switches {
    /// The switches of a set-up: those of its edition, some turned by its options.
    pub(super) fn turned(mut self, setup: &Setup) -> Result<Switches, Refusal> {
        for option in &setup.options {
            let Some((_, _, turn)) = ALL.iter().find(|(name, ..)| option.as_str() == *name) else {
                let known: Arg = ALL.iter().map(|(name, ..)| *name).collect();
                return Err(Refusal::plain(say!(
                    "18FB has no option {option}; it has {known}",
                    option = *option,
                    known
                )));
            };
            turn(&mut self);
        }
        Ok(self)
    }
}
