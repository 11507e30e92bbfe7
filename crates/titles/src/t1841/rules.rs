//! Every switch between editions, options and the online departures, in one place.
//!
//! The rest of the title never asks for an edition: it asks for one of these named switches. A switch that
//! exists only for replaying games recorded online names its departure (`O-nn` of the rule list).

use ferrata_engine::money::Money;
use ferrata_engine::name::Name;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::Setup;

/// The two editions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edition {
    /// The rulebook of 1996.
    V1,
    /// The later revision.
    V2,
}

/// How concessions are sold (§2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConcessionSale {
    /// One sealed sheet per player (v1).
    Sheets(FaultySheets),
    /// An open auction (v2).
    OpenAuction,
}

/// What becomes of a sheet that breaks §2.1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultySheets {
    /// It is accepted, annulled when opened, and ranked below the valid ones.
    Annulled,
    /// It is refused; a sheet of nothing is fine; identical sheets rank the later seat first (O-03).
    Refused,
}

/// When the markers of sold shares move (§3.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkerMoves {
    /// At the end of the sale step, the lowest price first.
    LowestFirstAfterSales,
    /// At once with every sale (O-05).
    AtOnce,
}

/// How a director's certificate in the pool is bought (§3.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PoolDirector {
    /// As a normal purchase at twice the unit price.
    Plain,
    /// Before phase four, for historical companies, only together with the concession for 50 more (v2).
    WithConcession,
}

/// What happens when a new company cannot pay its smallest number of tokens (§3.3.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenShortfall {
    /// It cannot be started there.
    Refused,
    /// It sells just enough of its initial offering to the pool at half price (v2).
    SellsOffering,
}

/// How the distance between a home and the nearest tile is counted (§3.3.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenDistance {
    /// In any direction; tiles beyond a border do not count; printed track counts when connected to a base.
    Straight,
    /// Over sides that are neither impassable nor a border; printed track counts in city hexes, or when a
    /// laid tile connects to it (v2).
    Walked,
}

/// Who is preferred among players tied above a director who sold (§3.5.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DirectorTie {
    /// The next to the right of the old director (v1).
    Right,
    /// The next to the left; after a company the first of the order of play (v2).
    Left,
}

/// What a replacement of a tile needs (§4.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Replacement {
    /// New track open to the company (v1).
    NewTrack,
    /// New track, or a changed value of a stop it reaches (v2).
    NewTrackOrValue,
}

/// Which tiles may follow which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UpgradeTable {
    /// The lists of the appendix.
    Printed,
    /// Whatever fits by label, colour and kept track (O-12).
    Shapes,
}

/// What phase two forbids at borders (§4.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BorderTrack {
    /// A tile that completes a crossing.
    NoCrossing,
    /// Building beyond one's own side; two companies may meet at a border (O-12).
    OwnSide,
}

/// Which routes are accepted (§4.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Runs {
    /// The best run, every route with a base, no two cities of a hex.
    Best,
    /// Any run; a token on a pass serves too; two cities of a hex may be joined (O-14).
    AnyWithToken,
}

/// Which token's slot cannot be bought (§4.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LastSlot {
    /// The only token on the map (v1).
    LastToken,
    /// The last token in a city; frozen companies do not sell (v2).
    LastCityToken,
}

/// How half prices are rounded (§4.5.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HalfPrice {
    /// The total of what is sold together, down (v1).
    Down,
    /// Up (v2).
    Up,
}

/// What becomes of companies directed by a frozen company (§4.5.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FrozenDirector {
    /// It no longer wins ties: another shareholder with as much and two units takes over (v1, G-28).
    LosesTies,
    /// It stays director, and the company is frozen too (v2).
    Stays,
}

/// What remains for a bankrupt player to surrender (§4.5.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Surrender {
    /// Everything left goes without moving markers (the rulebook's example).
    MarkersStay,
    /// What could have been sold still moves markers (O-18).
    SellableMovesMarkers,
}

/// How IRSFF is split (§4.6.8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Split {
    /// Not if Milano and Venezia are connected by track somebody can use (v2).
    pub only_unconnected: bool,
    /// Markers beyond column K go to column K (v1: the successors are minors).
    pub to_column_k: bool,
    /// At most two tokens each (v1); else all, filled up to two, and more can be bought at 50.
    pub two_tokens: bool,
    /// IRSFF tokens beyond two per successor stay on the map, dead (O-21).
    pub surplus_tokens_stay: bool,
    /// Director's certificates are chosen freely for pairs (v1), or dealt as in v2.
    pub free_choice: bool,
    /// Share offers follow (v2).
    pub share_offers: bool,
}

/// How mergers are carried out (§4.7.4, §4.7.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mergers {
    /// The other director is asked.
    pub consent: bool,
    /// The connection must not cross a border, and neither company may be frozen (v2).
    pub within_borders: bool,
    /// Pairs of all holders first, then singles; players may pay for the director's certificate (v2).
    pub two_passes: bool,
    /// Up to five old tokens, any of them (v1); else old tokens minus doubles, charter not above its sum.
    pub free_tokens: bool,
    /// A merger of minors may buy further tokens at 100 (v1).
    pub minors_buy_tokens: bool,
}

/// When the bank is dry (§5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BankDry {
    /// At zero or less.
    AtZero,
    /// Below zero (O-25).
    BelowZero,
}

/// When an off-board area counts as connected (§1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AreasJoined {
    /// Track leads from it to any city.
    AnyCity,
    /// A company that laid a tile reached it; once recorded it stays (O-13).
    ReachedByLayer,
}

/// The unification variants (§7.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// §7.1.1 Napoleon's project.
    Napoleon,
    /// §7.1.2 Cavour's plan.
    Cavour,
    /// §7.1.3 William's idea.
    William,
    /// §7.1.4 Carlo Alberto's dream.
    CarloAlberto,
    /// §7.1.5 Franz Joseph's gambit.
    FranzJoseph,
}

/// The options by the names a set-up gives them, with what they do.
pub const OPTIONS: &[(&str, &str)] = &[
    ("lite", "1841 lite: the smaller game for 3 to 6 players"),
    ("p2p", "players may buy shares and concessions from each other (always so in v1)"),
    ("sfli-runs", "SFLi acts in the operating round in which it arises (always so in v2)"),
    ("online", "the procedures of the public online implementation, for replaying its records"),
    ("priority-card", "7.2: the priority card can be sold and demands one more operating round"),
    ("napoleon", "7.1.1: Napoleon's project"),
    ("cavour", "7.1.2: Cavour's plan"),
    ("william", "7.1.3: William's idea"),
    ("carlo-alberto", "7.1.4: Carlo Alberto's dream"),
    ("franz-joseph", "7.1.5: Franz Joseph's gambit"),
];

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
                free_choice: pick(true),
                share_offers: !book,
            },
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

/// The edition of a name; `v1-lite` is `v1` with the option `lite`.
fn edition(name: Name) -> Result<(Edition, bool), Refusal> {
    match name.as_str() {
        "v1" => Ok((Edition::V1, false)),
        "v2" => Ok((Edition::V2, false)),
        "v1-lite" => Ok((Edition::V1, true)),
        "v2-lite" => Ok((Edition::V2, true)),
        other => Err(Refusal::plain(format!("1841 has no edition \"{other}\"; choose v1 or v2"))),
    }
}

fn check_options(setup: &Setup) -> Result<(), Refusal> {
    for (at, option) in setup.options.iter().enumerate() {
        if !OPTIONS.iter().any(|(known, _)| *option == *known) {
            let known: Vec<_> = OPTIONS.iter().map(|(name, _)| *name).collect();
            let known = known.join(", ");
            return Err(Refusal::plain(format!("1841 has no option \"{option}\"; it has {known}")));
        }
        if setup.options.iter().take(at).any(|before| before == option) {
            return Err(Refusal::plain(format!("the option \"{option}\" is given twice")));
        }
    }
    Ok(())
}

fn variant(setup: &Setup) -> Result<Option<Variant>, Refusal> {
    let named = setup.options.iter().filter_map(|option| match option.as_str() {
        "napoleon" => Some(Variant::Napoleon),
        "cavour" => Some(Variant::Cavour),
        "william" => Some(Variant::William),
        "carlo-alberto" => Some(Variant::CarloAlberto),
        "franz-joseph" => Some(Variant::FranzJoseph),
        _ => None,
    });
    let named: Vec<_> = named.collect();
    match named.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(*one)),
        _ => Err(Refusal::plain("only one of the five unification variants can be played at a time (§7.1)")),
    }
}

fn check_combination(
    edition: Edition,
    online: bool,
    variant: Option<Variant>,
    has: &dyn Fn(&str) -> bool,
) -> Result<(), Refusal> {
    let refuse = |because: &str| Err(Refusal::plain(because));
    let chapter_7 = variant.is_some() || has("priority-card");
    if chapter_7 && edition == Edition::V2 {
        return refuse("the variants of §7 belong to the first edition; choose v1");
    }
    if chapter_7 && online {
        return refuse("the variants of §7 do not exist online; leave out `online`");
    }
    if has("p2p") && edition == Edition::V1 && !online {
        return refuse("in v1 players may always buy from each other; leave out `p2p`");
    }
    if has("sfli-runs") && edition == Edition::V2 {
        return refuse("in v2 SFLi always acts at once; leave out `sfli-runs`");
    }
    if has("sfli-runs") && has("lite") {
        return refuse("there is no SFLi in 1841 lite; leave out `sfli-runs`");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
