//! The options of a game: the variants of ch. 12, and the switches for doubtful readings.

use super::figures::Switches;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::Arg;
use ferrata_engine::turn::Setup;

/// The variants of ch. 12 that are played. 1883-12.2-01 is a box of its own.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::t1883) struct Variants {
    /// 1883-12.1-01.
    pub(in crate::t1883) mandatory_merging: bool,
    /// 1883-12.2-01.
    pub(in crate::t1883) strengthen_the_weak: bool,
    /// 1883-12.3-01.
    pub(in crate::t1883) bombs_away: bool,
}

/// Every option and what it does.
pub const OPTIONS: &[(&str, &str)] = &[
    ("merging", "Mandatory Merging (12.1): FMMSF and FMV merge after the first 5-train"),
    ("strong", "Strengthen the Weak (12.2): FMV has one more token"),
    ("bombs", "Bombs Away (12.3): the air raids come at the latest with the third deck of events"),
    (
        "coopfree",
        "reading: the starting share of CCFR does not count for the certificate limit before phase 5",
    ),
    ("freetiles", "reading: the extra tiles of FRV and TMM need no connection with own track"),
    ("browns", "reading: replaced brown tiles return to the supply, too"),
    ("slopes", "reading: a 2G does not run from mountain to plain"),
    ("paidbases", "reading: the coaches on SARSA's bases pay terrain like all others"),
    ("marshall", "reading: all corporations tied for the lowest price may use the Marshall Plan"),
    ("keep2g", "reading: 2G above the number of 2, 3 and 3bis stay with their corporation"),
];

/// What the options of a set-up change.
pub(super) fn read(setup: &Setup, mut switches: Switches) -> Result<(Variants, Switches), Refusal> {
    let mut variants = Variants::default();
    for option in &setup.options {
        match option.as_str() {
            "merging" => variants.mandatory_merging = true,
            "strong" => variants.strengthen_the_weak = true,
            "bombs" => variants.bombs_away = true,
            "coopfree" => switches.ccfr_share_counts ^= true,
            "freetiles" => switches.private_tiles_need_track ^= true,
            "browns" => switches.brown_tiles_return ^= true,
            "slopes" => switches.mountain_to_plain ^= true,
            "paidbases" => switches.base_coaches_free ^= true,
            "marshall" => switches.marshall_all_tied ^= true,
            "keep2g" => switches.surplus_2g_returns ^= true,
            _ => {
                let known: Arg = OPTIONS.iter().map(|(name, _)| *name).collect();
                let because = say!("there is no option {option}; 1883 has {known}", option = *option, known);
                return Err(Refusal::plain(because));
            }
        }
    }
    Ok((variants, switches))
}
