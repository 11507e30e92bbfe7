//! The table as a client draws it: everything open to all, in the same form for every title.

use crate::chart::Field;
use crate::id::SeatId;
use crate::money::Money;
use crate::name::{CardName, CompanyName, HexName, Name, PhaseName, TileName, TrainName};
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
    /// The round as players say it: `Operating round 3.1`.
    pub round: String,
    /// The phase.
    pub phase: PhaseName,
    /// What is asked of whoever is to decide: `lay a tile`.
    pub asked: String,
    /// Who is to decide.
    pub turn: Turn,
    /// The company that acts, if one does.
    pub operating: Option<CompanyName>,
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
    /// The order of operation.
    pub operating_order: Vec<CompanyName>,
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
    /// What he could raise now by selling what may be sold.
    pub liquidity: Money,
    /// Certificates that count.
    pub certificates: u8,
    /// How many he may have.
    pub certificate_limit: u8,
    /// Whether he has the priority card.
    pub priority: bool,
    /// Whether he has left the game.
    pub out: bool,
    /// What he owes.
    pub debt: Money,
    /// His shares.
    pub shares: Vec<ShareView>,
    /// His cards.
    pub cards: Vec<CardView>,
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
    /// Its full name and what it does.
    pub text: String,
    /// Its price or face value, if it has one.
    pub price: Option<Money>,
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
    /// Where it stands: `not started`, `in operation`, `frozen`, `closed`.
    pub status: String,
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
    pub notes: Vec<String>,
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
    pub marks: Vec<(HexName, String)>,
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
    pub title: String,
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
}
