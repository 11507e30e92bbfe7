//! Everything in the box of a title in one edition: figures, map, tiles, chart, companies, trains, phases
//! and cards. It is plain data, loaded and checked once ([`crate::load`]) and shared by all games.

use crate::chart::Grid;
use crate::fact::Facts;
use crate::id::{CardId, CompanyId, HexId, PhaseId, TileId, TrainKind};
use crate::map::Map;
use crate::money::Money;
use crate::name::{CardName, CompanyName, HexName, Name, PhaseName, TileName, TrainName};
use crate::refusal::Refusal;
use crate::say;
use crate::tile::{Color, TileSet};
use crate::train::TrainSpec;
use std::borrow::Cow;

/// The box of a title in one edition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    /// The title: `1841`.
    pub title: Name,
    /// The edition: `v1-lite`.
    pub edition: Name,
    /// How an amount is written, `{}` standing for the number: `L.{}`.
    pub currency: String,
    /// What depends on the number of players, by rising number.
    pub players: Vec<PlayerCount>,
    /// All money of the game; none = the bank has no limit.
    pub bank: Option<Money>,
    /// The board.
    pub map: Map,
    /// The tiles.
    pub tiles: TileSet,
    /// What the title prints about which tile may replace what.
    pub upgrades: Upgrades,
    /// The price chart.
    pub grid: Grid,
    /// What the letters on the chart mean, in the order of the file.
    pub chart_flags: Vec<(char, String)>,
    /// The companies.
    pub companies: Vec<CompanySpec>,
    /// The trains, in the order in which they are sold.
    pub trains: Vec<TrainSpec>,
    /// The phases, in order.
    pub phases: Vec<PhaseSpec>,
    /// The cards that are no certificates: concessions, privates, political cards.
    pub cards: Vec<CardSpec>,
    /// Other figures of the rules, by name.
    pub constants: Facts,
    /// What is not known from the printed game but reconstructed, and why.
    pub reconstructed: Vec<Reconstructed>,
    /// The names, for look-up.
    pub names: Names,
}

/// What depends on the number of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayerCount {
    /// The number of players.
    pub count: u8,
    /// What each begins with.
    pub cash: Money,
    /// How many certificates each may hold.
    pub certificate_limit: u8,
}

/// The printed table of upgrades. Where it is silent (`None`), only colour, labels and track decide.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Upgrades {
    /// By tile: the tiles that may replace it.
    pub tiles: Vec<Option<Vec<TileId>>>,
    /// By hex: the tiles that may be laid first on what is printed there.
    pub hexes: Vec<Option<Vec<TileId>>>,
}

impl Upgrades {
    /// The tiles that may replace a tile, if the table says so.
    pub fn from_tile(&self, tile: TileId) -> Option<&[TileId]> {
        self.tiles.get(tile.index())?.as_deref()
    }

    /// The first tiles that may be laid on a hex, if the table says so.
    pub fn from_hex(&self, hex: HexId) -> Option<&[TileId]> {
        self.hexes.get(hex.index())?.as_deref()
    }
}

/// A place for a home token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Home {
    /// The hex.
    pub hex: HexId,
    /// Which of its stops, as printed; none = whichever the title's rule says.
    pub stop: Option<u8>,
}

/// A company as on its charter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompanySpec {
    /// Its short name.
    pub name: CompanyName,
    /// Its full name.
    pub full_name: String,
    /// What players call it.
    pub nickname: Option<String>,
    /// Its kind: `minor`, `major`, `national` … in the title's own words.
    pub kind: Name,
    /// Its certificates in percent, the director's first; they add up to 100.
    pub certificates: Vec<u8>,
    /// Its colour as CSS writes it.
    pub color: String,
    /// The printed prices of its tokens, in the order in which they are placed.
    pub tokens: Vec<Money>,
    /// Where its first tokens go.
    pub homes: Vec<Home>,
    /// The card that starts it.
    pub card: Option<CardId>,
    /// What else the title knows about it.
    pub facts: Facts,
}

/// A phase of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhaseSpec {
    /// Its name.
    pub name: PhaseName,
    /// The train whose first sale begins it; none = the game begins with it, or the title's rule says when.
    pub starts_with: Option<TrainKind>,
    /// The colours of tiles that may be laid.
    pub colors: Vec<Color>,
    /// Operating rounds between two stock rounds.
    pub operating_rounds: u8,
    /// How many trains a company may own, by kind of company; a kind that is not named may own none, 255 is
    /// without limit.
    pub train_limits: Vec<(Name, u8)>,
    /// The band of values of stops that holds now.
    pub band: Name,
    /// The borders in force: one bit per [`Map::borders`].
    pub borders: u16,
    /// The trains that leave the game when it begins.
    pub scraps: Vec<TrainKind>,
    /// What else the title knows about it.
    pub facts: Facts,
}

impl PhaseSpec {
    /// How many trains a company of this kind may own.
    pub fn train_limit(&self, kind: Name) -> u8 {
        self.train_limits.iter().find(|(name, _)| *name == kind).map_or(0, |(_, limit)| *limit)
    }

    /// Whether tiles of a colour may be laid.
    pub fn allows(&self, color: Color) -> bool {
        self.colors.contains(&color)
    }
}

/// A card that is no certificate: a concession, a private, a political card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardSpec {
    /// Its short name.
    pub name: CardName,
    /// Its full name.
    pub full_name: String,
    /// Its kind: `concession`, `private`, `political`.
    pub kind: Name,
    /// Its number, if the cards are numbered.
    pub number: Option<u8>,
    /// Its price or face value.
    pub price: Money,
    /// What it pays.
    pub revenue: Money,
    /// The lowest bid.
    pub min_bid: Money,
    /// The company it starts or belongs to.
    pub company: Option<CompanyId>,
    /// What else the title knows about it: its power, when it closes.
    pub facts: Facts,
}

/// Something that is not known from the printed game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reconstructed {
    /// Where: `hex F8`, `train 4`, `chart`.
    pub place: String,
    /// How it was found.
    pub reason: String,
}

/// An index from names to places in a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Index(Vec<(Name, u16)>);

impl Index {
    /// The index of a table, given the names in its order.
    pub fn new(names: impl IntoIterator<Item = Name>) -> Index {
        let mut index: Vec<_> = names.into_iter().zip(0..).collect();
        index.sort();
        Index(index)
    }

    /// The place of a name.
    pub fn get(&self, name: Name) -> Option<u16> {
        let at = self.0.binary_search_by(|(other, _)| other.cmp(&name)).ok()?;
        self.0.get(at).map(|(_, place)| *place)
    }
}

/// The names of everything, for look-up. Built by [`Names::of`] when the tables are complete.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    companies: Index,
    hexes: Index,
    tiles: Index,
    trains: Index,
    phases: Index,
    cards: Index,
}

impl Names {
    /// The names of these components.
    pub fn of(box_: &Components) -> Names {
        Names {
            companies: Index::new(box_.companies.iter().map(|company| company.name.0)),
            hexes: Index::new(box_.map.hexes.iter().map(|hex| hex.name.0)),
            tiles: Index::new(box_.tiles.tiles.iter().map(|tile| tile.name.0)),
            trains: Index::new(box_.trains.iter().map(|train| train.name.0)),
            phases: Index::new(box_.phases.iter().map(|phase| phase.name.0)),
            cards: Index::new(box_.cards.iter().map(|card| card.name.0)),
        }
    }
}

/// Look-ups by name (from the wire) and by id (inside a game).
impl Components {
    /// A company by name.
    pub fn company(&self, name: CompanyName) -> Option<CompanyId> {
        self.names.companies.get(name.0).map(|at| CompanyId(at as u8))
    }

    /// A hex by name.
    pub fn hex(&self, name: HexName) -> Option<HexId> {
        self.names.hexes.get(name.0).map(HexId)
    }

    /// A tile by name.
    pub fn tile(&self, name: TileName) -> Option<TileId> {
        self.names.tiles.get(name.0).map(TileId)
    }

    /// A kind of train by name (of its front; its other sides are in [`TrainSpec::sides`]).
    pub fn train(&self, name: TrainName) -> Option<TrainKind> {
        self.names.trains.get(name.0).map(|at| TrainKind(at as u8))
    }

    /// A phase by name.
    pub fn phase(&self, name: PhaseName) -> Option<PhaseId> {
        self.names.phases.get(name.0).map(|at| PhaseId(at as u8))
    }

    /// A card by name.
    pub fn card(&self, name: CardName) -> Option<CardId> {
        self.names.cards.get(name.0).map(|at| CardId(at as u8))
    }

    /// A company that an action names.
    pub fn company_named(&self, name: CompanyName) -> Result<CompanyId, Refusal> {
        self.company(name).ok_or_else(|| Refusal::plain(say!("there is no company {name}", name)))
    }

    /// A hex that an action names.
    pub fn hex_named(&self, name: HexName) -> Result<HexId, Refusal> {
        self.hex(name).ok_or_else(|| Refusal::plain(say!("there is no hex {name}", name)))
    }

    /// A tile that an action names.
    pub fn tile_named(&self, name: TileName) -> Result<TileId, Refusal> {
        self.tile(name).ok_or_else(|| Refusal::plain(say!("there is no tile {name}", name)))
    }

    /// A kind of train that an action names.
    pub fn train_named(&self, name: TrainName) -> Result<TrainKind, Refusal> {
        self.train(name).ok_or_else(|| Refusal::plain(say!("there is no {name}-train", name)))
    }

    /// A card that an action names.
    pub fn card_named(&self, name: CardName) -> Result<CardId, Refusal> {
        self.card(name).ok_or_else(|| Refusal::plain(say!("there is no card {name}", name)))
    }

    /// A company's name.
    pub fn company_name(&self, id: CompanyId) -> CompanyName {
        self.company_spec(id).map(|spec| spec.name).unwrap_or_default()
    }

    /// A hex's name.
    pub fn hex_name(&self, id: HexId) -> HexName {
        self.map.hex(id).map(|hex| hex.name).unwrap_or_default()
    }

    /// A tile's name.
    pub fn tile_name(&self, id: TileId) -> TileName {
        self.tiles.tile(id).map(|tile| tile.name).unwrap_or_default()
    }

    /// The name of a kind of train.
    pub fn train_name(&self, kind: TrainKind) -> TrainName {
        self.train_spec(kind).map(|spec| spec.name).unwrap_or_default()
    }

    /// A card's name.
    pub fn card_name(&self, id: CardId) -> CardName {
        self.card_spec(id).map(|spec| spec.name).unwrap_or_default()
    }

    /// A hex with its place: `Milano (F8)`.
    pub fn place(&self, name: HexName) -> Cow<'_, str> {
        let hex = self.hex(name).and_then(|hex| self.map.hex(hex));
        match hex.and_then(|hex| hex.place.as_ref()) {
            Some(place) => format!("{place} ({name})").into(),
            None => name.to_string().into(),
        }
    }

    /// A company's charter.
    pub fn company_spec(&self, id: CompanyId) -> Option<&CompanySpec> {
        self.companies.get(id.index())
    }

    /// A train's card.
    pub fn train_spec(&self, kind: TrainKind) -> Option<&TrainSpec> {
        self.trains.get(kind.index())
    }

    /// A phase.
    pub fn phase_spec(&self, id: PhaseId) -> Option<&PhaseSpec> {
        self.phases.get(id.index())
    }

    /// A card.
    pub fn card_spec(&self, id: CardId) -> Option<&CardSpec> {
        self.cards.get(id.index())
    }

    /// What depends on the number of players, if so many can play.
    pub fn players(&self, count: u8) -> Option<PlayerCount> {
        self.players.iter().find(|players| players.count == count).copied()
    }

    /// An amount of money written with the title's currency.
    pub fn money(&self, amount: Money) -> String {
        amount.written(&self.currency)
    }
}
