//! The table as a client draws it: everything open to all, in the same form for every title.

use crate::action::Party;
use crate::chart::Field;
use crate::id::SeatId;
use crate::money::Money;
use crate::name::{CardName, CompanyName, HexName, Name, PhaseName, TileName, TrainName};
use crate::refusal::RuleId;
use crate::text::Text;
use crate::turn::Turn;
use serde::{Deserialize, Serialize};

/// The whole table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The title.
    pub title: Name,
    /// Its edition.
    pub edition: Name,
    /// The round.
    pub round: RoundView,
    /// The phase.
    pub phase: PhaseName,
    /// What kind of question is asked.
    pub asked: Asked,
    /// The question in words: `lay a tile`.
    pub question: Text,
    /// Who is to decide.
    pub turn: Turn,
    /// The company that acts, if one does.
    pub operating: Option<CompanyName>,
    /// The steps of the turn, in order; empty where a turn has none.
    pub steps: Vec<StepView>,
    /// Money in the bank; none if the bank is without limit.
    pub bank: Option<Money>,
    /// How amounts are written: `L.{}`.
    pub currency: String,
    /// The players, in seat order.
    pub players: Vec<PlayerView>,
    /// The order of play, the next to act first.
    pub order: Vec<SeatId>,
    /// The companies, in roster order (a `CompanyId` is an index here).
    pub companies: Vec<CompanyView>,
    /// The companies in the order of operation, with who has acted.
    pub operating_order: Vec<OperatingView>,
    /// Laid tiles and tokens.
    pub board: BoardView,
    /// Trains for sale and to come.
    pub depot: Vec<DepotView>,
    /// Tiles left, by number; none = without limit.
    pub tiles: Vec<(TileName, Option<u16>)>,
    /// Cards that nobody holds and that can be had.
    pub cards: Vec<CardView>,
    /// What only this title has, as small tables.
    pub panels: Vec<Panel>,
}

/// The kinds of rounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RoundKind {
    /// The table is set up.
    SetUp,
    /// Cards are sold: concessions, privates, political cards.
    Auction,
    /// Players trade.
    Stock,
    /// Companies operate.
    Operating,
    /// A round of a few companies of their own kind (18FB's regionals).
    Special,
    /// The game is over.
    Over,
}

/// The round being played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoundView {
    /// Its kind.
    pub kind: RoundKind,
    /// As players say it: `Operating round 3.1`.
    pub name: Text,
}

/// The kinds of questions that are asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// Chance draws.
    Draw,
    /// Bids in secret.
    SealedBids,
    /// Which card is auctioned next.
    Nominate,
    /// A bid in an open auction.
    Bid,
    /// A player's turn in a stock round.
    StockTurn,
    /// The start price of a company.
    StartPrice,
    /// Further shares of a company just started.
    FirstShares,
    /// Where the home is.
    Home,
    /// How many tokens a company gets.
    Tokens,
    /// Lay track.
    Track,
    /// Place a station.
    Station,
    /// Place markers that are no stations.
    Marker,
    /// Run trains.
    Run,
    /// What becomes of the earnings.
    Dividend,
    /// Buy another company's slot.
    Slot,
    /// Buy trains.
    Trains,
    /// Combine trains.
    Combine,
    /// Give up a train above the limit.
    Discard,
    /// A company trades shares.
    Shares,
    /// Take or pay back money that was lent.
    Loan,
    /// Raise money for a train that must be bought.
    Emergency,
    /// Unite companies.
    Merger,
    /// Take over a company.
    Takeover,
    /// Become another company.
    Transformation,
    /// Divide a company.
    Split,
    /// Exchange shares for those of another company.
    Exchange,
    /// Agree to a deal.
    Deal,
    /// Use the power of a card.
    Card,
    /// Buy cards: privates, tenders.
    Cards,
    /// Claim a goal that is met.
    Goal,
    /// Decide about an event.
    Event,
    /// Decide about something else.
    Choice,
    /// Nothing: the game is over.
    Nothing,
}

/// A step of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StepView {
    /// What is asked in it.
    pub asked: Asked,
    /// What the rulebook calls it: `Track`.
    pub name: Text,
    /// Where it stands.
    pub progress: Progress,
}

/// How far something has come in its order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// It is over.
    Done,
    /// It is under way.
    Now,
    /// It is still to come.
    ToCome,
}

impl Progress {
    /// Of the place `at` in an order whose place `now` is under way.
    pub fn at(at: usize, now: usize) -> Progress {
        match at.cmp(&now) {
            std::cmp::Ordering::Less => Progress::Done,
            std::cmp::Ordering::Equal => Progress::Now,
            std::cmp::Ordering::Greater => Progress::ToCome,
        }
    }
}

/// A company's place in the order of operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OperatingView {
    /// The company.
    pub company: CompanyName,
    /// Whether it has acted in this round. Outside of operating rounds all are still to come.
    pub progress: Progress,
}

/// Where a company stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CompanyStatus {
    /// It takes no part in this game.
    Absent,
    /// It has not been started, or may be started again.
    Waiting,
    /// Started, but it does not operate yet.
    Started,
    /// It operates.
    Operating,
    /// It operates only by rule: nobody leads it.
    Frozen,
    /// Its shares are being exchanged for those of another company.
    Dissolving,
    /// Closed for good.
    Closed,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerView {
    /// Name.
    pub name: String,
    /// Money in hand.
    pub cash: Money,
    /// Worth: money in hand and shares at market price, less debts.
    pub worth: Money,
    /// What they could raise now by selling what may be sold.
    pub liquidity: Money,
    /// Certificates that count.
    pub certificates: u8,
    /// How many they may have.
    pub certificate_limit: u8,
    /// Whether they have the priority card.
    pub priority: bool,
    /// Whether they passed when they last had the turn in this round.
    pub passed: bool,
    /// Whether they have left the game.
    pub out: bool,
    /// What they owe.
    pub debt: Money,
    /// Their shares.
    pub shares: Vec<ShareView>,
    /// Their cards.
    pub cards: Vec<CardView>,
    /// Anything else worth a line.
    pub notes: Vec<Text>,
}

/// A holding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShareView {
    /// Of which company.
    pub company: CompanyName,
    /// How much.
    pub percent: u8,
    /// Whether the director's certificate is among it.
    pub director: bool,
}

/// A card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardView {
    /// Its short name.
    pub card: CardName,
    /// Its full name.
    pub full_name: String,
    /// What it is worth knowing now: its income, what it still can do.
    pub notes: Vec<Text>,
    /// Its price or face value, if it has one.
    pub price: Option<Money>,
    /// The money that lies on it: a deposit.
    #[serde(default)]
    pub holds: Money,
}

/// What something is and does, in our own words, for whoever points at it: a card, a company, a phase, an event, a
/// special tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct About {
    /// What it is called.
    pub name: Text,
    /// What it does and when, a paragraph each, with the rules that say so.
    pub says: Vec<(Text, Vec<RuleId>)>,
}

/// Money that has to be raised now: what treasury and leaders lack is got by sales, or by whatever else is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// What it is for: `the 4-train of SFMA`.
    pub what: Text,
    /// How much that takes.
    pub amount: Money,
    /// Who gives, in the order of the rules, with the money each has.
    pub givers: Vec<(Party, Money)>,
}

impl Need {
    /// What is missing when everybody has given what they have.
    pub fn missing(&self) -> Money {
        let there: Money = self.givers.iter().map(|(_, cash)| *cash).sum();
        (self.amount - there).max(Money::ZERO)
    }
}

/// A company.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CompanyView {
    /// Its short name.
    pub name: CompanyName,
    /// Its full name.
    pub full_name: String,
    /// Its class: `minor`, `major`.
    pub kind: Name,
    /// Where it stands.
    pub status: CompanyStatus,
    /// The same in the title's own words: `in operation`, `under construction`.
    pub standing: Text,
    /// Who leads it in the end.
    pub director: Option<SeatId>,
    /// The company that directs it, if one does.
    pub directed_by: Option<CompanyName>,
    /// Its treasury.
    pub cash: Money,
    /// Its price.
    pub price: Option<Money>,
    /// Its field on the chart.
    pub field: Option<Field>,
    /// Its place in the stack on that field, 0 on top.
    pub stack: u8,
    /// Its trains.
    pub trains: Vec<TrainName>,
    /// How many trains it may have.
    pub train_limit: u8,
    /// Tokens on its charter.
    pub tokens_left: u8,
    /// Tokens on its charter that cannot be used yet.
    pub locked_tokens: u8,
    /// Unissued shares, in percent.
    pub offering: u8,
    /// Shares in the pool, in percent.
    pub pool: u8,
    /// Shares set aside, in percent.
    pub reserved: u8,
    /// Shares of other companies it owns.
    pub shares: Vec<ShareView>,
    /// Its cards.
    pub cards: Vec<CardView>,
    /// Its last run.
    pub last_run: Option<Money>,
    /// Its latest routes, for drawing.
    pub last_routes: Vec<crate::action::Route>,
    /// Anything else worth a line.
    pub notes: Vec<Text>,
}

/// What lies on the map.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BoardView {
    /// Tiles: hex, tile, rotation.
    pub tiles: Vec<(HexName, TileName, u8)>,
    /// Tokens.
    pub tokens: Vec<TokenView>,
    /// Borders in force now, by index into the map's list.
    pub borders: Vec<u16>,
    /// Words or small signs on hexes that only this title has.
    pub marks: Vec<(HexName, Text)>,
    /// Markers of companies that are no stations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<MarkerView>,
}

/// A marker that is no station.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MarkerView {
    /// Whose.
    pub company: CompanyName,
    /// What, in the title's own words: `anchor`.
    pub marker: Name,
    /// Where.
    pub hex: HexName,
}

/// A token on the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TokenView {
    /// Whose.
    pub company: CompanyName,
    /// Where.
    pub hex: HexName,
    /// At which stop.
    pub stop: u8,
    /// In which slot.
    pub slot: u8,
}

/// A kind of train in the bank.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DepotView {
    /// The kind.
    pub train: TrainName,
    /// How many are left; none = without limit.
    pub left: Option<u16>,
    /// Returned ones for sale.
    pub returned: u16,
    /// The price.
    pub price: Money,
    /// Whether it can be bought now.
    pub for_sale: bool,
    /// Which train makes it leave the game.
    pub rusts_on: Option<TrainName>,
}

/// A small table of what only one title has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Panel {
    /// Heading.
    pub title: Text,
    /// Rows of cells.
    pub rows: Vec<Vec<Text>>,
}
