//! The areas of the rules: simulations print how often they have been to each, so that everybody sees that every part of the
//! rules was played. [`super::witness`] sees them.

use crate::fb::fixed::Fixed;
use ferrata_engine::kit;

macro_rules! areas {
    ($($area:ident $text:literal,)*) => {
        /// A part of the rules that random play should reach.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Area { $($area,)* }

        /// All areas.
        const ALL: &[Area] = &[$(Area::$area,)*];

        impl Area {
            /// What it is called.
            pub(super) fn name(self) -> kit::Area {
                match self { $(Area::$area => $text.into(),)* }
            }
        }
    };
}

areas! {
    CardSold "political round: a card sold",
    CardSurplus "political round: a surplus for a company",
    CardUnsold "political round: a card to the pool",
    CardFromPool "cards: bought from the pool",
    CardDeal "cards: bought from a player",
    Declined "deals: declined",
    HalfDeposit "cards: half of a deposit",
    Right "cards: the right to a concession",
    RiseisShare "cards: Riseis takes a share",
    RiseisConcession "cards: Riseis takes a concession",
    RiseisKept "cards: Riseis lets it pass",
    Melisurgo "cards: Melisurgo by the president",
    MelisurgoOther "cards: Melisurgo by another owner",
    Falcon "cards: Falcon by the president",
    FalconOther "cards: Falcon by another owner",
    Delahante "cards: Delahante's token",
    Bourbon "cards: a Bourbon token replaced",
    Consent "cards: a token by consent",
    IncomeFalls "cards: the income falls",

    Concession "stock: a concession acquired",
    FpBari "stock: FP starts from Bari",
    FpNapoli "stock: FP starts from Napoli",
    FstFree "stock: FST for nothing",
    ShareOffering "stock: a share at par",
    SharePool "stock: a share from the pool",
    Sold "stock: shares sold",
    Exchanged "stock: a president sells out",
    Takeover "stock: a purchase changes the president",
    Ledge "market: a price stays on a ledge",
    LightBlue "market: down to the light blue zone",
    DarkBlue "market: down to the dark blue zone",
    Withdrawn "stock: a concession withdrawn",
    Reacquired "stock: reacquired at once",
    LeftFrozen "stock: left frozen",
    AcquiredLater "stock: a withdrawn concession acquired later",
    SoldOut "stock: sold-out corps rise",
    Started "stock: a corp started from PH5 on",
    Floated "stock: a float at 60%",
    SfmHome "stock: the home of SFM",

    Yellow "tiles: a new one",
    Upgrade "tiles: an upgrade",
    Competitive "tiles: a competitive upgrade",
    FrozenUpgrade "tiles: an upgrade by a frozen corp",
    Home "tokens: a home token",
    Line "tokens: a line",
    LineMarkers "tokens: a line with markers",
    OffMap "tokens: an off-map area",
    Napoli "tokens: the Napoli map",
    Provisional "states: provisional",
    Definitive "states: definitive",
    Refund "states: a deposit returned",
    Bonus "states: a destination bonus",
    Interest "interest: paid",
    NoInterest "interest: not paid",
    Paid "earnings: paid",
    Half "earnings: half paid",
    Withheld "earnings: withheld",
    Nothing "earnings: none",
    FrozenRun "earnings: of a frozen corp",
    BankTrain "trains: from the bank",
    OwnTrain "trains: from a corp of the same president",
    TrainDeal "trains: from a corp by consent",
    CorpBuys "finance: stock bought",
    CorpSells "finance: stock sold",
    ForcedSale "finance: a forced sale",
    EmergencyTreasury "emergency: treasury stock",
    EmergencyCash "emergency: the president's cash",
    EmergencyStock "emergency: the president's stock",
    BankruptEarly "bankruptcy: before PH5",
    BankruptLate "bankruptcy: from PH5 on",
    Closed "closing: a corp",

    Ph2 "PH2",
    Ph3 "PH3",
    Ph4 "PH4",
    Ph5 "PH5",
    Ph6 "PH6",
    GaribaldiChanges "PH5: Garibaldi changes a president",
    GaribaldiKeeps "PH5: Garibaldi changes nothing",
    DepositLost "PH5: a deposit lost",
    FrozenEnds "PH5: a frozen corp becomes definitive",
    TrainRemoved "PH5: an unsold train removed",

    RegionalSold "regionals: sold by auction",
    RegionalUnsold "regionals: to the pool",
    RegionalFromPool "regionals: bought from the pool",
    RegionalTile "regionals: a tile",
    RegionalSecond "regionals: a second tile",
    RegionalMarker "regionals: a marker",
    RegionalBonus "regionals: a destination",
    RegionalRun "regionals: earnings",
    RegionalTrain "regionals: a train",
    RegionalHelp "regionals: a train with the owner's help",
    RegionalRoom "regionals: a slot for the home token",

    RmForms "PH6: RM forms",
    RaForms "PH6: RA forms",
    Accepted "PH6: a merger accepted",
    Refused "PH6: a merger refused",
    Partner "PH6: an unfloated partner chosen",
    Drawn "PH6: unfloated companies drawn",
    OddShare "PH6: an odd share paid",
    Leased "PH6: a train leased",
    LeasePaid "PH6: a leased train paid",
    NationalRun "PH6: earnings of a national",
    AcquiredByMajor "acquisition: by a major",
    AcquiredByNational "acquisition: by a national",
    Converted "acquisition: a train converted",
    TrainPassed "acquisition: a train unchanged",
    TokenReplaced "acquisition: a token replaced",

    EndBank "end: the bank",
    EndValue "end: the highest value",
    EndAlone "end: one player left",
}

/// The areas that an edition has.
pub(super) fn of(fixed: &Fixed) -> Vec<kit::Area> {
    ALL.iter().filter(|area| exists(**area, fixed)).map(|area| area.name()).collect()
}

/// Whether the rules of a set-up have this area at all.
fn exists(area: Area, fixed: &Fixed) -> bool {
    let switches = &fixed.switches;
    match area {
        Area::RiseisShare | Area::RiseisConcession | Area::RiseisKept => {
            fixed.political_cards().any(|(_, card)| matches!(card.power, crate::fb::fixed::Power::Priority))
        }
        Area::Home => !switches.home_tokens_at_set_up,
        Area::FrozenUpgrade => switches.frozen_upgrades,
        Area::RegionalRoom | Area::TokenReplaced => switches.regionals_have_tokens,
        Area::Converted => switches.regional_trains_are_converted,
        Area::TrainPassed => !switches.regional_trains_are_converted,
        _ => true,
    }
}
