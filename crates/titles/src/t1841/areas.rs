//! Rule areas, counted so that simulations can show that each was reached.

use super::rules::{ConcessionSale, FaultySheets, Rules, Variant};

/// One list makes the areas, their number and their order.
macro_rules! areas {
    ($($area:ident),+ $(,)?) => {
        /// A part of the rules that random play should reach.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)] // each name is the rule it stands for
        pub enum Area {
            $($area),+
        }

        /// All areas, in order.
        pub const ALL: &[Area] = &[$(Area::$area),+];
    };
}

areas! {
    FaultySheet,
    Lots,
    TieAuction,
    ConcessionFromBank,
    PeerPurchase,
    HistoricalStart,
    FreeStart,
    CompanyStart,
    ForcedSale,
    DirectorChange,
    CompanyDirects,
    PoolDirector,
    TileReplaced,
    PassTile,
    TokenLaid,
    PassToken,
    RunPaid,
    RunKept,
    SlotBought,
    TrainFromCompany,
    TrainReturned,
    Scrapped,
    Emergency,
    EmergencyChain,
    Bankruptcy,
    PlayerLeft,
    Reentry,
    Frozen,
    Split,
    TuscanMerger,
    CompanySells,
    CompanyBuys,
    MajorMerger,
    MinorMerger,
    Transformation,
    PhaseEight,
    PriorityCardSold,
    ExtraRound,
    EndPrice,
    EndAreas,
    EndBank,
    EndOnePlayer,
}

/// How many areas there are.
pub const COUNT: usize = ALL.len();

impl Area {
    /// Why a game by these rules never comes to this area; none if it can.
    pub fn lacking(self, rules: &Rules) -> Option<&'static str> {
        let sheets = matches!(rules.concession_sale, ConcessionSale::Sheets(_));
        let annulled = rules.concession_sale == ConcessionSale::Sheets(FaultySheets::Annulled);
        let split = matches!(rules.variant, None | Some(Variant::CarloAlberto));
        let because = |there: bool, reason| if there { None } else { Some(reason) };
        match self {
            Area::FaultySheet => because(annulled, "no faulty sheet is accepted (2.1-01-v2, O-03)"),
            Area::Lots | Area::TieAuction => because(sheets, "concessions are auctioned openly (2.1-01-v2)"),
            Area::PeerPurchase => {
                because(rules.peer_purchases, "players do not buy from each other (3.2-05-v2)")
            }
            Area::Split => {
                because(split, "the variant has no split (7.1.1-02, 7.1.2-02, 7.1.3-02, 7.1.5-02)")
            }
            Area::TuscanMerger => because(!rules.lite, "there is no Tuscany in lite (L8-01)"),
            Area::PriorityCardSold | Area::ExtraRound => {
                because(rules.priority_card, "the priority card is the plain one (7.2)")
            }
            _ => None,
        }
    }
}

impl super::Game {
    /// Notes that a rule area was reached.
    pub(super) fn reach(&mut self, area: Area) {
        if let Some(count) = self.t.reached.get_mut(area as usize) {
            *count = count.saturating_add(1);
        }
    }
}
