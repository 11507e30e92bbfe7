//! The figures of the rules, as `[constants]` has them.

use super::Switches;
use ferrata_engine::money::Money;
use ferrata_engine::name::{HexName, Name, PhaseName};
use ferrata_engine::say;
use ferrata_engine::text::{Arg, Text};
use ferrata_engine::tile::Color;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The figures of the rules.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct Figures {
    /// 18FB-2.2-01: a share is this much of a company; prices are per share.
    pub(in crate::fb) share: u8,
    /// 18FB-2.3-06: nobody may hold more of a corp.
    pub(in crate::fb) hold_limit: u8,
    /// 18FB-2.3-09: no more of a corp may lie in the pool.
    pub(in crate::fb) pool_limit: u8,
    /// 18FB-3.1-06: bids are the printed cost plus a multiple of this.
    pub(in crate::fb) bid_step: Money,
    /// 18FB-2.7-10, 18FB-2.7-11: what the 50% card leaves of a deposit.
    pub(in crate::fb) half_deposit_percent: u32,
    /// 18FB-G-34: the first instalment is a multiple of this.
    pub(in crate::fb) refund_step: i32,
    /// 18FB-3.5-07: so much must be sold before a corp started from PH5 on floats.
    pub(in crate::fb) float_percent: u8,
    /// 18FB-3.5-08: the full capital, times the par.
    pub(in crate::fb) full_capital: i32,
    /// 18FB-2.5.2-02: what crossing a side without river or mountain costs.
    pub(in crate::fb) plain_side: Money,
    /// 18FB-3.4.5-04: what a marker brings.
    pub(in crate::fb) marker_value: Money,
    /// 18FB-3.4.6-03: halves of the earnings are rounded to this.
    pub(in crate::fb) dividend_step: i32,
    /// 18FB-3.4.10-03: what stock brings in an emergency, of its price.
    pub(in crate::fb) emergency_percent: u32,
    /// 18FB-3.4.8-03: the lowest price of a train between corps.
    pub(in crate::fb) lowest_train_price: Money,
    /// 18FB-3.5.2-08: how many tiles a regional lays in a turn.
    pub(in crate::fb) regional_tiles: u8,
    /// 18FB-3.5.2-08: what the second tile of a regional costs.
    pub(in crate::fb) regional_second_tile: Money,
    /// 18FB-3.6.1-04: how many companies are asked whether they merge.
    pub(in crate::fb) merger_asked: usize,
    /// 18FB-3.6.1-12: so many old shares are one new share.
    pub(in crate::fb) exchange: u8,
    /// 18FB-3.6.1-15: what an odd share brings, of the price of the national.
    pub(in crate::fb) odd_share_percent: u32,
    /// 18FB-3.6.1-11: the price of a national made of two unfloated companies.
    pub(in crate::fb) national_start: Money,
    /// 18FB-2.6-07: how many unsold trains leave the game after each operating round.
    pub(in crate::fb) removed_trains: u8,
    /// 18FB-3.4.4-01: the secured interest of a share by band.
    pub(in crate::fb) interest_bands: BTreeMap<String, Money>,
    pub(in crate::fb) zones: Zones,
    /// 18FB-3.4.1-27: letters that matter for brown tiles only.
    pub(in crate::fb) coast_letters: Vec<Name>,
    /// 18FB-G-03: what is lost of the edition's rules.
    pub(in crate::fb) filled_in: Option<FilledIn>,
    pub(super) opening_slots: Vec<OpeningSlots>,
    pub(super) funicolare: Option<FunicolareFigures>,
    pub(in crate::fb) town_markers: TownMarkers,
    pub(super) switches: Switches,
}

/// 18FB-G-03: parts of an edition's rules that are lost and taken from another edition.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct FilledIn {
    from: Name,
    parts: Vec<String>,
}

impl FilledIn {
    /// As it is said when a game begins.
    pub(in crate::fb) fn text(&self) -> Text {
        let parts: Arg = self.parts.iter().cloned().collect();
        say!(
            "Lost in the scan of these rules, and taken from {from}: {parts}.",
            from = self.from.to_string(),
            parts
        )
    }
}

/// 18FB-2.2-02: what letters of the chart stand for.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct Zones {
    /// The light blue zone.
    pub(in crate::fb) light: char,
    /// The dark blue zone.
    pub(in crate::fb) dark: char,
    /// The highest value.
    pub(in crate::fb) highest: char,
}

/// 18FB-2.5.3-08, 18FB-2.5.3-10: an off-map area whose slots are closed before a phase.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct OpeningSlots {
    pub(super) hex: HexName,
    pub(super) from: PhaseName,
}

/// 18FB-2.5.3-09: Vesuvio in PA23.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct FunicolareFigures {
    pub(super) vesuvio: HexName,
    pub(super) city: HexName,
    pub(super) bonus: Money,
}

/// 18FB-3.4.2-16 to 18FB-3.4.2-18: markers by colour of the tile.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct TownMarkers {
    single: ByColor,
    double: Joined,
    double_2006: Joined,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
struct ByColor {
    yellow: u8,
    green: u8,
    brown: u8,
}

/// Two towns joined in one; on yellow tiles there are none.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
struct Joined {
    green: u8,
    brown: u8,
}

impl TownMarkers {
    /// The markers of a town that is single, or two joined in one (18FB-G-50).
    pub(in crate::fb) fn of(&self, towns: u8, color: Color, as_2006: bool) -> u8 {
        let joined = if as_2006 { self.double_2006 } else { self.double };
        match (towns > 1, color) {
            // On yellow tiles every town counts by itself.
            (_, Color::Yellow) => self.single.yellow,
            (false, Color::Green) => self.single.green,
            (false, Color::Brown) => self.single.brown,
            (true, Color::Green) => joined.green,
            (true, Color::Brown) => joined.brown,
            _ => 0,
        }
    }
}

impl Figures {
    /// 18FB-3.2.2-04: the place of a band, from the lowest.
    pub(super) fn band(&self, name: Name) -> Option<u8> {
        self.interest_bands.keys().position(|band| band == name.as_str()).map(|at| at as u8)
    }

    /// The name of a band and what it pays; beyond the highest there is none (18FB-2.7-14).
    pub(in crate::fb) fn interest(&self, band: u8) -> (Name, Money) {
        let highest = self.interest_bands.len().saturating_sub(1);
        let at = usize::from(band).min(highest);
        let band = self.interest_bands.iter().nth(at);
        band.map_or((Name::default(), Money::ZERO), |(name, amount)| (Name::cut(name), *amount))
    }
}
