//! Every switch between editions, options and the online departures, in one place.
//!
//! The rest of the title never asks for an edition: it asks for one of these named switches. A switch that
//! exists only for replaying games recorded online names its departure (`O-nn` of the rule list).

mod options;
mod switches;

pub use options::OPTIONS;
pub use switches::*;

use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::Setup;
use options::{check_combination, check_options, edition, variant};

/// All switches of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The edition.
    pub edition: Edition,
    /// 1841 lite (L).
    pub lite: bool,
    /// The online procedures (O).
    pub online: bool,
    /// A unification variant (§7.1).
    pub variant: Option<Variant>,
    /// The stronger priority card (§7.2).
    pub priority_card: bool,
    /// All money of the game.
    pub bank: Money,
    /// How concessions are sold.
    pub concession_sale: ConcessionSale,
    /// Who speaks next in a tie auction.
    pub tie_auctions: TieAuctions,
    /// Players buy from each other (§3.2-05 to -07).
    pub peer_purchases: bool,
    /// When markers move.
    pub marker_moves: MarkerMoves,
    /// Director's certificates in the pool.
    pub pool_director: PoolDirector,
    /// New companies short of token money.
    pub token_shortfall: TokenShortfall,
    /// Distances for token prices.
    pub token_distance: TokenDistance,
    /// SFMA chooses between the two Firenze cities (v2).
    pub sfma_chooses: bool,
    /// Companies are handled one by one at the end of a stock round, first up, then down; frozen ones never
    /// rise (O-08).
    pub stock_end_by_company: bool,
    /// Ties for the directorship.
    pub director_tie: DirectorTie,
    /// A purchase or sale that closes a circle of ownership is refused (v2).
    pub no_circles: bool,
    /// Replacing tiles.
    pub replacement: Replacement,
    /// Which tile may follow which.
    pub upgrades: UpgradeTable,
    /// Track at borders in phase two.
    pub border_track: BorderTrack,
    /// Firenze is kept for SFMA (v2).
    pub firenze_kept: bool,
    /// Accepted runs.
    pub runs: Runs,
    /// Slots that are not for sale.
    pub last_slot: LastSlot,
    /// The director of the seller of a slot, train or the partner of a merger is asked (O-15, O-23).
    pub consent: bool,
    /// Rounding of half prices.
    pub half_price: HalfPrice,
    /// Companies directed by frozen companies.
    pub frozen_director: FrozenDirector,
    /// The last surrender.
    pub surrender: Surrender,
    /// Concessions of a bankrupt player go to the bank; with one player left the game ends (v2).
    pub bankrupt_loses_concessions: bool,
    /// The split of IRSFF.
    pub split: Split,
    /// Surplus trains are returned before the questions of the split are asked (O-20).
    pub surplus_before_split: bool,
    /// Tokens of merged companies in Pisa and Firenze are kept and none is added (v2).
    pub tuscan_keeps_tokens: bool,
    /// SFLi acts at once if no predecessor has.
    pub sfli_runs: bool,
    /// Own unissued shares can be sold in a company's first turn (v1, G-40).
    pub offering_sold_in_first_turn: bool,
    /// Mergers.
    pub mergers: Mergers,
    /// A minor can be transformed only in column K (v1).
    pub transform_in_column_k: bool,
    /// The second token of a transformation is paid by emergency money if need be (v2).
    pub transform_emergency: bool,
    /// Led companies come in roster order in the order of shareholders (O-10), else by price.
    pub led_in_roster_order: bool,
    /// When the bank is dry.
    pub bank_dry: BankDry,
    /// When off-board areas are connected.
    pub areas_joined: AreasJoined,
    /// What is taken as the records have it.
    pub as_recorded: AsRecorded,
}

impl Rules {
    /// The rules of a set-up, or why its options do not go together.
    pub fn of(setup: &Setup) -> Result<Rules, Refusal> {
        let (edition, lite) = edition(setup.edition)?;
        let has =
            |option: &str| (option == "lite" && lite) || setup.options.iter().any(|name| *name == option);
        check_options(setup)?;
        let variant = variant(setup)?;
        let online = has("online");
        check_combination(edition, online, variant, &has)?;
        Ok(Rules::with(edition, has("lite"), online, variant, &has))
    }

    fn with(
        edition: Edition,
        lite: bool,
        online: bool,
        variant: Option<Variant>,
        has: &dyn Fn(&str) -> bool,
    ) -> Rules {
        let v1 = edition == Edition::V1;
        // O-01: online, the first edition changes components only; the procedures stay those of the second.
        let book = v1 && !online;
        let pick = |first: bool| first && book;
        Rules {
            edition,
            lite,
            online,
            variant,
            priority_card: has("priority-card"),
            bank: Money(bank(book, lite)),
            concession_sale: match (v1, online) {
                (true, false) => ConcessionSale::Sheets(FaultySheets::Annulled),
                (true, true) => ConcessionSale::Sheets(FaultySheets::Refused),
                (false, _) => ConcessionSale::OpenAuction,
            },
            tie_auctions: if online { TieAuctions::LowestBid } else { TieAuctions::Clockwise },
            peer_purchases: book || has("p2p"),
            marker_moves: if online { MarkerMoves::AtOnce } else { MarkerMoves::LowestFirstAfterSales },
            pool_director: if book { PoolDirector::Plain } else { PoolDirector::WithConcession },
            token_shortfall: if book { TokenShortfall::Refused } else { TokenShortfall::SellsOffering },
            token_distance: if book { TokenDistance::Straight } else { TokenDistance::Walked },
            sfma_chooses: !v1,
            stock_end_by_company: online,
            director_tie: if book { DirectorTie::Right } else { DirectorTie::Left },
            no_circles: !book,
            replacement: if book { Replacement::NewTrack } else { Replacement::NewTrackOrValue },
            upgrades: if online { UpgradeTable::Shapes } else { UpgradeTable::Printed },
            border_track: if online { BorderTrack::OwnSide } else { BorderTrack::NoCrossing },
            firenze_kept: !v1,
            runs: if online { Runs::AnyWithToken } else { Runs::Best },
            last_slot: if book { LastSlot::LastToken } else { LastSlot::LastCityToken },
            consent: !online,
            half_price: if book { HalfPrice::Down } else { HalfPrice::Up },
            frozen_director: if book { FrozenDirector::LosesTies } else { FrozenDirector::Stays },
            surrender: if online { Surrender::SellableMovesMarkers } else { Surrender::MarkersStay },
            bankrupt_loses_concessions: !book,
            split: Split {
                only_unconnected: !book,
                to_column_k: v1,
                two_tokens: v1,
                surplus_tokens_stay: v1 && online,
                forgets_certificate: online,
                free_choice: pick(true),
                share_offers: !book,
            },
            surplus_before_split: online,
            tuscan_keeps_tokens: !book,
            sfli_runs: !v1 || has("sfli-runs"),
            offering_sold_in_first_turn: book,
            mergers: Mergers {
                consent: !online && v1,
                within_borders: !book,
                two_passes: !book,
                free_tokens: book,
                minors_buy_tokens: book,
            },
            transform_in_column_k: book,
            transform_emergency: !book,
            led_in_roster_order: online,
            bank_dry: if online { BankDry::BelowZero } else { BankDry::AtZero },
            areas_joined: if online { AreasJoined::ReachedByLayer } else { AreasJoined::AnyCity },
            as_recorded: AsRecorded::all(online),
        }
    }

    /// The key of the data set this game is played with.
    pub fn data_key(&self) -> &'static str {
        match (self.edition, self.lite) {
            (Edition::V1, false) => "v1",
            (Edition::V1, true) => "v1-lite",
            (Edition::V2, false) => "v2",
            (Edition::V2, true) => "v2-lite",
        }
    }
}

/// §1.2-02, L4-01: all money of the game.
fn bank(book: bool, lite: bool) -> i32 {
    match (book, lite) {
        (true, false) => 14_640,
        (true, true) => 11_140,
        (false, false) => 14_400,
        (false, true) => 10_900,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_engine::name::Name;

    fn setup(edition: &str, options: &[&str]) -> Setup {
        Setup {
            title: Name::cut("1841"),
            edition: Name::cut(edition),
            options: options.iter().map(|option| Name::cut(option)).collect(),
            players: ["A", "B", "C"].map(String::from).to_vec(),
        }
    }

    #[test]
    fn the_bank_depends_on_edition_and_lite() {
        let bank = |edition, options: &[&str]| Rules::of(&setup(edition, options)).unwrap().bank.0;
        assert_eq!(bank("v1", &[]), 14_640);
        assert_eq!(bank("v1", &["lite"]), 11_140);
        assert_eq!(bank("v2", &[]), 14_400);
        assert_eq!(bank("v2", &["lite"]), 10_900);
        assert_eq!(bank("v1", &["online"]), 14_400);
    }

    #[test]
    fn options_that_do_not_go_together_are_refused_with_a_reason() {
        let why = |edition, options: &[&str]| Rules::of(&setup(edition, options)).unwrap_err().because;
        assert!(why("v3", &[]).contains("v1 or v2"));
        assert!(why("v1", &["napoleon", "cavour"]).contains("only one"));
        assert!(why("v2", &["cavour"]).contains("first edition"));
        assert!(why("v1", &["online", "priority-card"]).contains("online"));
        assert!(why("v1", &["p2p"]).contains("always"));
        assert!(why("v1", &["fast"]).contains("no option"));
        assert!(why("v1", &["lite", "lite"]).contains("twice"));
        assert!(why("v2", &["sfli-runs"]).contains("always"));
    }
}
