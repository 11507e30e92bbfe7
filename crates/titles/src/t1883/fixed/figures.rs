//! The figures of the rules and the switches for doubtful readings, as `[constants]` has them.

use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, HexName, PhaseName, TrainName};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The figures of the rules.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Figures {
    /// 1883-5.0-01: a share is this much of a corporation; prices are per share.
    pub(in crate::t1883) share: u8,
    /// 1883-5.3-14: nobody may hold more of one corporation.
    pub(in crate::t1883) hold_limit: u8,
    /// 1883-5.0-02: no more of a corporation may be sold into the pool.
    pub(in crate::t1883) pool_limit: u8,
    /// 1883-5.4-02: how many certificates one may hold once SEFTA was formed, by the number of players.
    pub(in crate::t1883) certificate_limit_with_sefta: BTreeMap<u8, u8>,
    /// 1883-3.3-06: bids differ by multiples of this.
    pub(in crate::t1883) bid_step: Money,
    /// 1883-3.3-15: what the price of TCB falls by.
    pub(in crate::t1883) first_card_falls: Money,
    /// 1883-3.4-02: the prices at which privates are sold to corporations.
    pub(in crate::t1883) private_price: PrivatePrice,
    /// 1883-6.8-02: the least that a train costs between corporations.
    pub(in crate::t1883) train_price_least: Money,
    /// 1883-5.6-16: a concession that failed costs so many times its price.
    pub(in crate::t1883) concession_penalty: i32,
    /// 1883-R-20: runs are rounded to multiples of this.
    pub(in crate::t1883) run_unit: Money,
    /// The sides of the die.
    pub(in crate::t1883) die: u16,
    /// 1883-5.3-06: the letters of the boxes where corporations start.
    pub(super) par_boxes: String,
    /// 1883-9-03: the letter of the box where SARSA ends the game.
    pub(super) maximum_box: char,
    /// 1883-5.8-01: the letter of the boxes of the CLOSED section.
    pub(super) closed_box: char,
    pub(in crate::t1883) support_cards: SupportCards,
    pub(in crate::t1883) ccfr: Ccfr,
    pub(in crate::t1883) sarsa: Sarsa,
    pub(in crate::t1883) sefta: Sefta,
    pub(in crate::t1883) fsf: Fsf,
    /// 1883-6.6-02: which boxes the T locations are linked with.
    pub(super) fs_links: Vec<FsLinks>,
    pub(super) switches: Switches,
}

/// 1883-3.4-02: percentages of the printed value.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct PrivatePrice {
    pub(in crate::t1883) least: u32,
    pub(in crate::t1883) most: u32,
}

/// Political support.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct SupportCards {
    pub(super) card: CardName,
    /// 1883-2.3-04: how many there are.
    pub(in crate::t1883) supply: u8,
    /// 1883-5.5-02: how many one may hold.
    pub(in crate::t1883) hand_limit: u8,
    /// 1883-2.2-03: how many one begins with.
    pub(in crate::t1883) start: u8,
    /// 1883-5.5-01: what the next one costs, by how many one holds.
    pub(in crate::t1883) cost_by_owned: Vec<Money>,
}

/// The co-operative.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Ccfr {
    pub(super) company: CompanyName,
    /// 1883-8.1.1-01: its price at the beginning.
    pub(in crate::t1883) start_price: Money,
    /// 1883-2.2-03: how much of it each player holds.
    pub(in crate::t1883) start_share: u8,
    /// 1883-8.1.4-01: its trains at the beginning.
    pub(super) start_trains: Vec<TrainName>,
    pub(super) gifts: Vec<GiftFigures>,
    /// 1883-8.1.4-04: what it gives up and gets when it is capitalised, with the first 5.
    pub(super) capitalised: ExchangeFigures,
    /// 1883-8.1.8-01: what it gets when it is capitalised.
    pub(in crate::t1883) capital: Money,
    /// 1883-8.1.5-02: the percentage of its price that a looter gets for the share.
    pub(in crate::t1883) loot_compensation: u32,
}

/// 1883-8.1.4-02: what CCFR gives up and gets when the first train of a class is sold.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct GiftFigures {
    pub(super) on: TrainName,
    pub(super) gives_up: Option<TrainName>,
    pub(super) gets: TrainName,
}

/// A train for another.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ExchangeFigures {
    pub(super) gives_up: Option<TrainName>,
    pub(super) gets: TrainName,
}

/// The coaches.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Sarsa {
    pub(super) company: CompanyName,
    /// How many coaches there are.
    pub(in crate::t1883) coaches: u8,
    /// 1883-8.2-13: what a city without a tile and without a printed value is worth.
    pub(in crate::t1883) unbuilt_city: Money,
    /// 1883-8.2-13: the same of a town.
    pub(in crate::t1883) unbuilt_town: Money,
    /// 1883-8.2-05: how many coaches it places in a turn.
    pub(in crate::t1883) coaches_per_turn: u8,
    /// 1883-8.2-09: how many if one of them goes on a plain hex.
    pub(in crate::t1883) coaches_with_plain: u8,
    /// 1883-8.2-18: how many railway shares go with one of SARSA.
    pub(in crate::t1883) railway_shares_per_share: u16,
}

/// The merger.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Sefta {
    pub(super) company: CompanyName,
    pub(super) from: [CompanyName; 2],
    /// 1883-8.3-04: its value is at most this.
    pub(in crate::t1883) most: Money,
    /// 1883-8.3-06: what an odd share costs or brings, in percent of the price.
    pub(in crate::t1883) odd_share: u32,
}

/// FSF's own rules.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Fsf {
    pub(super) company: CompanyName,
    /// 1883-6.4-13: the letter of the hexes where it lays from each base.
    pub(super) label: String,
    /// 1883-3.2-16: the phase from which its second anchor may be placed.
    pub(super) second_anchor_from: PhaseName,
}

/// 1883-6.6-02: a T location and its boxes.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct FsLinks {
    pub(super) hex: HexName,
    pub(super) boxes: Vec<HexName>,
}

/// Doubtful readings; an option of the game turns one over.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Switches {
    /// 1883-C-01: the starting share of CCFR counts for the certificate limit.
    pub(in crate::t1883) ccfr_share_counts: bool,
    /// 1883-R-06: the tiles of FRV and TMM need own track leading there.
    pub(in crate::t1883) private_tiles_need_track: bool,
    /// 1883-R-14: replaced brown tiles return to the supply.
    pub(in crate::t1883) brown_tiles_return: bool,
    /// 1883-R-19: a 2G may run from mountain to plain.
    pub(in crate::t1883) mountain_to_plain: bool,
    /// 1883-R-24: the coaches on SARSA's bases cost nothing.
    pub(in crate::t1883) base_coaches_free: bool,
    /// 1883-R-28: all that are tied for the lowest price may use the Marshall Plan.
    pub(in crate::t1883) marshall_all_tied: bool,
    /// 1883-R-40: surplus 2G return to their box.
    pub(in crate::t1883) surplus_2g_returns: bool,
}
