//! Every switch between editions, options and the online departures, in one place.
//!
//! The rest of the title never asks for an edition: it asks for one of these named switches. A switch that
//! exists only for replaying games recorded online names its departure (`O-nn` of the rule list).

mod options;
mod switches;

pub use options::OPTIONS;
pub use switches::*;

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
    /// A unification variant (chapter 7.1).
    pub variant: Option<Variant>,
    /// The stronger priority card (chapter 7.2).
    pub priority_card: bool,
    /// How concessions are sold.
    pub concession_sale: ConcessionSale,
    /// Who speaks next in a tie auction.
    pub tie_auctions: TieAuctions,
    /// Players buy from each other (1841-3.2-05 to 1841-3.2-07).
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
    /// Who carries out the second of the Tuscan mergers is decided anew, and a minor that becomes a major pays for its second
    /// token (v1).
    pub tuscan_step_by_step: bool,
    /// Who has sold shares of a company in a stock round may not buy any from other players, nor with a concession, either; nor
    /// does a company that sold in an emergency buy them in its own turn.
    pub no_buying_back: bool,
    /// Players sell each other shares of companies that have not acted (v2; in v1 the option `early-deals`).
    pub deals_before_acting: bool,
    /// A token on a pass is a station for further tokens and for the connection of a merger (v1).
    pub pass_stations: bool,
    /// In an emergency companies sell all their shares, not only what is needed (option `sell-all`, G-23).
    pub sell_all: bool,
    /// SFLi acts at once if no predecessor has.
    pub sfli_runs: bool,
    /// Own unissued shares can be sold in a company's first turn (v1, G-40).
    pub offering_sold_in_first_turn: bool,
    /// Mergers.
    pub mergers: Mergers,
    /// Whoever begins a merger or a transformation decides to its end, also when somebody else becomes director on the way (v1,
    /// G-56).
    pub carried_out_to_the_end: bool,
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
        let mut rules = Rules::second_edition(has("lite"), &has);
        (rules.edition, rules.variant) = (edition, variant);
        if edition == Edition::V1 {
            rules.take_components_of_the_first(has("sfli-runs"));
        }
        match edition {
            // O-01: online, the first edition changes components only; the procedures stay those of the second.
            _ if online => rules.take_online(),
            Edition::V1 => rules.take_procedures_of_the_first(has("early-deals")),
            Edition::V2 => {}
        }
        Ok(rules)
    }

    /// The later edition as its book has it: what all others are told from.
    fn second_edition(lite: bool, has: &dyn Fn(&str) -> bool) -> Rules {
        Rules {
            edition: Edition::V2,
            lite,
            online: false,
            variant: None,
            priority_card: has("priority-card"),
            concession_sale: ConcessionSale::OpenAuction,
            tie_auctions: TieAuctions::Clockwise,
            peer_purchases: has("p2p"),
            marker_moves: MarkerMoves::LowestFirstAfterSales,
            pool_director: PoolDirector::WithConcession,
            token_shortfall: TokenShortfall::SellsOffering,
            token_distance: TokenDistance::Walked,
            sfma_chooses: true,
            stock_end_by_company: false,
            director_tie: DirectorTie::Left,
            no_circles: true,
            replacement: Replacement::NewTrackOrValue,
            upgrades: UpgradeTable::Printed,
            border_track: BorderTrack::NoCrossing,
            firenze_kept: true,
            runs: Runs::Best,
            last_slot: LastSlot::LastCityToken,
            consent: true,
            half_price: HalfPrice::Up,
            frozen_director: FrozenDirector::Stays,
            surrender: Surrender::MarkersStay,
            bankrupt_loses_concessions: true,
            split: Split::SECOND,
            surplus_before_split: false,
            tuscan_keeps_tokens: true,
            tuscan_step_by_step: false,
            no_buying_back: true,
            deals_before_acting: true,
            pass_stations: false,
            sell_all: has("sell-all"),
            sfli_runs: true,
            offering_sold_in_first_turn: false,
            mergers: Mergers::SECOND,
            carried_out_to_the_end: false,
            transform_in_column_k: false,
            transform_emergency: true,
            led_in_roster_order: false,
            bank_dry: BankDry::AtZero,
            areas_joined: AreasJoined::AnyCity,
            as_recorded: AsRecorded::all(false),
        }
    }

    /// What lies in the box of the first edition.
    fn take_components_of_the_first(&mut self, sfli_runs: bool) {
        self.concession_sale = ConcessionSale::Sealed(FaultyBids::Annulled);
        self.sfma_chooses = false;
        self.firenze_kept = false;
        self.split.to_column_k = true;
        self.split.two_tokens = true;
        self.sfli_runs = sfli_runs;
    }

    /// How the rulebook of the first edition plays.
    fn take_procedures_of_the_first(&mut self, early_deals: bool) {
        self.deals_before_acting = early_deals;
        self.pass_stations = true;
        self.peer_purchases = true;
        self.pool_director = PoolDirector::Plain;
        self.token_shortfall = TokenShortfall::Refused;
        self.token_distance = TokenDistance::Straight;
        self.director_tie = DirectorTie::Right;
        self.no_circles = false;
        self.replacement = Replacement::NewTrack;
        self.last_slot = LastSlot::LastToken;
        self.half_price = HalfPrice::Down;
        self.frozen_director = FrozenDirector::LosesTies;
        self.bankrupt_loses_concessions = false;
        self.split.only_unconnected = false;
        self.split.free_choice = true;
        self.split.share_offers = false;
        self.tuscan_keeps_tokens = false;
        self.tuscan_step_by_step = true;
        self.areas_joined = AreasJoined::AnyTown;
        self.offering_sold_in_first_turn = true;
        self.mergers = Mergers::FIRST;
        self.carried_out_to_the_end = true;
        self.transform_in_column_k = true;
        self.transform_emergency = false;
    }

    /// The departures of section O, on top of the second edition's procedures.
    fn take_online(&mut self) {
        self.online = true;
        if let ConcessionSale::Sealed(faulty) = &mut self.concession_sale {
            *faulty = FaultyBids::Refused;
        }
        self.tie_auctions = TieAuctions::LowestBid;
        self.marker_moves = MarkerMoves::AtOnce;
        self.stock_end_by_company = true;
        self.upgrades = UpgradeTable::Shapes;
        self.border_track = BorderTrack::OwnSide;
        self.runs = Runs::AnyWithToken;
        self.consent = false;
        self.surrender = Surrender::SellableMovesMarkers;
        self.split.surplus_tokens_stay = self.split.two_tokens;
        self.split.forgets_certificate = true;
        self.surplus_before_split = true;
        self.led_in_roster_order = true;
        self.no_buying_back = false;
        self.bank_dry = BankDry::BelowZero;
        self.areas_joined = AreasJoined::ReachedByLayer;
        self.as_recorded = AsRecorded::all(true);
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
            position: None,
        }
    }

    #[test]
    fn options_that_do_not_go_together_are_refused_with_a_reason() {
        let why = |edition, options: &[&str]| Rules::of(&setup(edition, options)).unwrap_err().to_string();
        assert!(why("v3", &[]).contains("v1 or v2"));
        assert!(why("v1", &["napoleon", "cavour"]).contains("only one"));
        assert!(why("v2", &["cavour"]).contains("first edition"));
        assert!(why("v1", &["online", "priority-card"]).contains("online"));
        assert!(why("v1", &["p2p"]).contains("always"));
        assert!(why("v1", &["fast"]).contains("no option"));
        assert!(why("v1", &["lite", "lite"]).contains("twice"));
        assert!(why("v2", &["sfli-runs"]).contains("always"));
        assert!(why("v2", &["sell-all"]).contains("first edition"));
        assert!(why("v1", &["online", "early-deals"]).contains("online"));
    }
}
