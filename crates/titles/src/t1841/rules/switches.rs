//! The kinds of switches: what editions and the online departures do differently.

/// The two editions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edition {
    /// The rulebook of 1996.
    V1,
    /// The later revision.
    V2,
}

/// How concessions are sold (1841-2.1-01, 1841-2.1-01-v2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConcessionSale {
    /// Sealed bids of every player (v1).
    Sealed(FaultyBids),
    /// An open auction (v2).
    OpenAuction,
}

/// What becomes of sealed bids that break chapter 2.1 (1841-2.1-05).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultyBids {
    /// They are accepted, annulled when opened, and ranked below the valid ones.
    Annulled,
    /// They are refused; bidding for nothing is fine; of identical ones the later seat ranks first (O-03).
    Refused,
}

/// When the markers of sold shares move (1841-3.1-02).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkerMoves {
    /// At the end of the sale step, the lowest price first.
    LowestFirstAfterSales,
    /// At once with every sale (O-05).
    AtOnce,
}

/// How a director's certificate in the pool is bought (1841-3.2-12, 1841-3.2-12-v2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PoolDirector {
    /// As a normal purchase at twice the unit price.
    Plain,
    /// Before phase four, for historical companies, only together with the concession for 50 more (v2).
    WithConcession,
}

/// What happens when a new company cannot pay its smallest number of tokens (1841-3.3.3-05, 1841-3.3.3-05-v2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenShortfall {
    /// It cannot be started there.
    Refused,
    /// It sells just enough of its initial offering to the pool at half price (v2).
    SellsOffering,
}

/// How the distance between a home and the nearest tile is counted (1841-3.3.4-12, 1841-3.3.4-13-v2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenDistance {
    /// In any direction; tiles beyond a border do not count; printed track counts when connected to a base.
    Straight,
    /// Over sides that are neither impassable nor a border; printed track counts in city hexes, or when a
    /// laid tile connects to it (v2).
    Walked,
}

/// Who is preferred among players tied above a director who sold (1841-3.5.3-10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DirectorTie {
    /// The next to the right of the old director (v1).
    Right,
    /// The next to the left; after a company the first of the order of play (v2).
    Left,
}

/// What a replacement of a tile needs (1841-4.1.1-12, 1841-4.1.1-12-v2).
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

/// What phase two forbids at borders (1841-4.1.1-14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BorderTrack {
    /// A tile that completes a crossing.
    NoCrossing,
    /// Building beyond one's own side; two companies may meet at a border (O-12).
    OwnSide,
}

/// Which routes are accepted (1841-4.3.2-02).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Runs {
    /// The best run, every route with a base, no two cities of a hex.
    Best,
    /// Any run; a token on a pass serves too; two cities of a hex may be joined (O-14).
    AnyWithToken,
}

/// Which token's slot cannot be bought (1841-4.4-04, 1841-4.4-04-v2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LastSlot {
    /// The only token on the map (v1).
    LastToken,
    /// The last token in a city; frozen companies do not sell (v2).
    LastCityToken,
}

/// How half prices are rounded (1841-4.5.1-06).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HalfPrice {
    /// The total of what is sold together, down (v1).
    Down,
    /// Up (v2).
    Up,
}

/// What becomes of companies directed by a frozen company (1841-4.5.1.1-01-v2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FrozenDirector {
    /// It no longer wins ties: another shareholder with as much and two units takes over; a company that it still directs
    /// does not act, but is not frozen itself (v1, G-28).
    LosesTies,
    /// It stays director, and the company is frozen too (v2).
    Stays,
}

/// What remains for a bankrupt player to surrender (1841-4.5.1-13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Surrender {
    /// Everything left goes without moving markers (the rulebook's example).
    MarkersStay,
    /// What could have been sold still moves markers (O-18).
    SellableMovesMarkers,
}

/// Who speaks next in a tie auction (1841-2.4-03).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieAuctions {
    /// The next to the left.
    Clockwise,
    /// The lowest bid, then the first seat (O-03).
    LowestBid,
}

/// What the site's records hold though neither the rulebook nor its own rules have it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AsRecorded {
    /// Emergency sales in any order and of any amount, also when the company could pay, and at the full price
    /// where the record names no price (O-29).
    pub emergency_sales: bool,
    /// A bankruptcy in the train step of any company whose leader could not pay the cheapest train, though it
    /// need not buy one (O-30).
    pub bankruptcy_without_need: bool,
    /// In a bankruptcy the companies between the player and the company keep their cash, and it counts only beyond
    /// the first of them that can sell (O-37).
    pub leaders_keep_cash: bool,
    /// A frozen company whose turn was passed over has acted (O-31).
    pub frozen_have_acted: bool,
    /// Trains of frozen companies are for sale: nobody is asked (O-32).
    pub frozen_sell_trains: bool,
    /// A player is asked to pass while some treasury share looks affordable (O-33).
    pub treasury_looks_for_sale: bool,
    /// Whoever holds too much of one company must sell, but may sell shares of others first (O-38).
    pub any_forced_sale: bool,
    /// Tiles of one turn need not be built from different bases (O-12).
    pub bases_unchecked: bool,
    /// The priority card stays with a player who left until the next stock round (O-34).
    pub priority_stays: bool,
    /// When one player is left, the markers of frozen companies next in order move before the game ends (O-39).
    pub frozen_before_the_end: bool,
    /// The tokens of a transformation are chosen first, and the money is raised after (O-24).
    pub tokens_before_money: bool,
}

impl AsRecorded {
    /// All of it, or nothing.
    pub const fn all(online: bool) -> AsRecorded {
        AsRecorded {
            emergency_sales: online,
            bankruptcy_without_need: online,
            leaders_keep_cash: online,
            frozen_have_acted: online,
            frozen_sell_trains: online,
            treasury_looks_for_sale: online,
            any_forced_sale: online,
            bases_unchecked: online,
            priority_stays: online,
            frozen_before_the_end: online,
            tokens_before_money: online,
        }
    }
}

/// How IRSFF is split (chapter 4.6.8).
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
    /// If IRSFF is frozen one of the two director's certificates is forgotten (O-21).
    pub forgets_certificate: bool,
    /// Director's certificates are chosen freely for pairs (v1), or dealt as in v2.
    pub free_choice: bool,
    /// Share offers follow (v2).
    pub share_offers: bool,
}

impl Split {
    /// As the later edition has it.
    pub const SECOND: Split = Split {
        only_unconnected: true,
        to_column_k: false,
        two_tokens: false,
        surplus_tokens_stay: false,
        forgets_certificate: false,
        free_choice: false,
        share_offers: true,
    };
}

/// How mergers are carried out (chapters 4.7.4 and 4.7.5).
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

impl Mergers {
    /// As the rulebook of 1996 has them.
    pub const FIRST: Mergers = Mergers {
        consent: true,
        within_borders: false,
        two_passes: false,
        free_tokens: true,
        minors_buy_tokens: true,
    };
    /// As the later edition has them.
    pub const SECOND: Mergers = Mergers {
        consent: false,
        within_borders: true,
        two_passes: true,
        free_tokens: false,
        minors_buy_tokens: false,
    };
}

/// When the bank is dry (1841-5-03).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BankDry {
    /// At zero or less.
    AtZero,
    /// Below zero (O-25).
    BelowZero,
}

/// When an off-board area counts as connected (1841-1.1-02).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AreasJoined {
    /// Track leads from it to any city (v2).
    AnyCity,
    /// Track leads from it to any city, small or large: the book has one word for both (v1).
    AnyTown,
    /// A company that laid a tile reached it; once recorded it stays (O-13).
    ReachedByLayer,
}

/// The unification variants (chapter 7.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// 7.1.1: Napoleon's project.
    Napoleon,
    /// 7.1.2: Cavour's plan.
    Cavour,
    /// 7.1.3: William's idea.
    William,
    /// 7.1.4: Carlo Alberto's dream.
    CarloAlberto,
    /// 7.1.5: Franz Joseph's gambit.
    FranzJoseph,
}
