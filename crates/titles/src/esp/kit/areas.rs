//! The areas of the rules: simulations print how often they have been to each, so that everybody sees that every
//! part of the rules was played. [`super::witness`] sees them.

use crate::esp::Fixed;
use crate::esp::fixed::ThirdGoal;
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
    Bid "auction: a bid",
    PriceFalls "auction: the price of private 1 falls",
    ForNothing "auction: private 1 goes for nothing",
    IncomeRound "auction: an income round",
    TooPoor "auction: a player too poor to go on",
    LeastCash "order cards: least cash first",
    MostCash "order cards: most cash first",

    P1Sold "private 1: sold to a company",
    P1Mine "private 1: a mine built",
    P1Dismantled "private 1: a mine dismantled",
    P1Closed "private 1: closed by phase 5",
    P2Sold "private 2: sold to a company",
    P2Side "private 2: a major chooses the side of its train",
    P2Minor "private 2: a minor takes the Iberian side",
    P2Rusted "private 2: sold after its train rusted",
    P2Closed "private 2: closed by phase 5",
    P3Sold "private 3: sold to a company",
    P3Closed "private 3: closed by phase 5",
    P3Train "private 3: turned into a train",
    P3First "private 3: first run through Aranjuez",
    P3Later "private 3: a later run",
    P4Sold "private 4: sold to a company",
    P4Free "private 4: Alar del Rey for nothing",
    P4Discount "private 4: another pass for less",
    P4Closed "private 4: closed by phase 5",
    P5Sold "private 5: sold to a company",
    P5Tender "private 5: a tender from its owner",
    P5Market "private 5: a tender from the open market",
    P5Surplus "private 5: a second tender goes on sale",
    P5Closed "private 5: closed by phase 5",
    P6Zafra "private 6: Zafra–Huelva and its share",
    P6Vasco "private 6: Vasco-Navarro and its share",
    P6Sold "private 6: sold to a company",
    P6Closed "private 6: closed by phase 5",
    P7Par "private 7: the par of its company",
    P7Train "private 7: closed by its company's first train",
    P7Closed "private 7: closed by phase 5",

    MinorLaunched "stock: a minor launched",
    NorthStarted "stock: a North major started",
    SouthStarted "stock: a South major started",
    Launched40 "stock: launched at 40 %",
    Launched60 "stock: launched at 60 %",
    SharePar "stock: a share at par",
    ShareMarket "stock: a share from the open market",
    SharesSold "stock: shares sold",
    DirectorSold "stock: a director sells out",
    DirectorBought "stock: a purchase changes the director",
    OverLimit "stock: over the certificate limit",
    SoldOut "stock: sold out companies rise",
    Repaid "stock: a loan repaid with interest",
    ChartBottom "chart: down to 50",
    ChartTop "chart: up to 400",

    Yellow "track: a yellow tile",
    Upgrade "track: an upgrade",
    SecondTile "track: a second action for 20",
    Mine "track: the extra mine",
    Dismantled "track: a mine dismantled",
    OtherMap "track: a tile on the other map",
    DoubleCity "track: a double city",
    DoubleMerged "track: a double city becomes one",
    BigCity "track: Madrid or Barcelona upgraded",
    Aranjuez "track: the Aranjuez tile",
    PassBuilt "track: a mountain pass",
    Station "stations: one built",
    PassFirst "stations: the first in a pass",
    PassSecond "stations: the second in a pass",
    HomeWaits "stations: a home token waits on a double city",
    HomeCircle "stations: a circle of a double city chosen",
    MadridShared "stations: MZ and MZA share their circle",

    MinorRuns "run: a minor",
    NorthRuns "run: a North major",
    SouthRuns "run: a South major",
    NarrowRuns "run: a narrow train",
    IberianRuns "run: an Iberian train",
    AwayRuns "run: a plain train on the other map",
    CombinedRuns "run: a combined train over a pass",
    TenderRuns "run: a train with a tender",
    MineRun "run: a mine",
    HarbourRun "run: a harbour",
    PassRun "run: a pass with an own station",
    EastWest "run: the east–west bonus",
    NorthSouth "run: the north–south bonus",
    EndsTriple "run: the North counts several times in the last round",
    Paid "earnings: paid",
    Half "earnings: half of a minor's",
    Withheld "earnings: withheld",
    Nothing "earnings: none",
    Destination "goal: the destination",
    Abroad "goal: a red area",
    Third "goal: mine and harbour, or harbour",
    TakeoverGoal "goal: a takeover",
    Claimed "goal: the destination claimed",

    Consent "takeover: by consent",
    OwnMinor "takeover: both of one director",
    Refused "takeover: refused",
    Unasked "takeover: nobody is asked",
    CaseA "takeover: case A, from phase 5",
    CaseB "takeover: case B, never ran",
    CaseC "takeover: case C, never launched",
    TokenMap "takeover: the token stays on the map",
    TokenCharter "takeover: the token goes to the charter",
    TokenMz "takeover: MZ while MZA is in play",
    TokenWaits "takeover: the token waits on a double city",
    ShareGiven "takeover: a share for the minor's director",
    SeventyPercent "takeover: a share beyond 60 %",
    Unreserved "takeover: reserved shares go on sale",
    Frozen "minors: frozen",
    Closed "minors: closed",

    BankTrain "trains: from the bank",
    OtherGauge "trains: of the other map's gauge",
    OwnTrain "trains: from a company of the same director",
    TrainDeal "trains: from a company by consent",
    PrivateDeal "privates: sold by consent",
    Declined "deals: declined",
    LimitDiscard "trains: over the limit",
    RoomDiscard "trains: given up to make room",
    Combined "trains: combined",
    CombinedRusts "trains: a combined train rusts",
    Help "forced purchase: the director's cash",
    ForcedShares "forced purchase: shares",
    ForcedLoan "forced purchase: a loan",
    HelpCompany "forced purchase: cash for a company's train",
    Exported "export: a train",
    ExportPhase "export: a phase begins",

    Phase3 "phase 3",
    Phase4 "phase 4",
    Phase5 "phase 5",
    Phase6 "phase 6",
    Phase7 "phase 7",
    EndBought "end: triggered by a purchase",
    EndExported "end: triggered by an export",
    RoundsDropped "end: the rest of a cycle dropped",
    LastStock "end: the last stock round",
    LastRound "end: the last operating round",
    Debt "accounting: debt and interest",
    FrozenTwice "accounting: a frozen minor counts twice",
    Tie "accounting: a tie",
}

/// The areas that an edition and set-up have.
pub(super) fn of(fixed: &Fixed) -> Vec<kit::Area> {
    ALL.iter().filter(|area| exists(**area, fixed)).map(|area| area.name()).collect()
}

/// Whether the rules of an edition and set-up have this area at all.
fn exists(area: Area, fixed: &Fixed) -> bool {
    let switches = &fixed.switches;
    match area {
        Area::P6Vasco => fixed.random,
        Area::TakeoverGoal => fixed.roles().iter().any(|role| role.third_goal == Some(ThirdGoal::Takeover)),
        Area::Claimed => switches.destination_is_claimed,
        Area::Consent | Area::OwnMinor | Area::Refused => switches.takeover_needs_consent,
        Area::Unasked => !switches.takeover_needs_consent,
        Area::Unreserved => fixed.figures.reserved_share > 0,
        Area::CaseA | Area::CaseB | Area::CaseC | Area::Frozen | Area::FrozenTwice => {
            !switches.minors_close_in_phase_5
        }
        Area::Closed => switches.minors_close_in_phase_5,
        Area::RoomDiscard => switches.train_duty_by_gauge,
        Area::HelpCompany => switches.help_for_company_trains,
        _ => true,
    }
}
