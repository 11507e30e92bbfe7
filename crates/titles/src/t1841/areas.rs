//! Rule areas, counted so that simulations can show that each was reached.

/// A part of the rules that random play should reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // each name is the rule it stands for
pub enum Area {
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
pub const COUNT: usize = Area::EndOnePlayer as usize + 1;

/// All areas, in order.
pub const ALL: [Area; COUNT] = {
    use Area::*;
    [
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
    ]
};

impl super::Game {
    /// Notes that a rule area was reached.
    pub(super) fn reach(&mut self, area: Area) {
        if let Some(count) = self.t.reached.get_mut(area as usize) {
            *count = count.saturating_add(1);
        }
    }
}
