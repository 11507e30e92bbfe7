//! Chapter 4.1: laying track.

use super::go_on;
use super::network::{Bases, terms};
use crate::t1841::rules::{AreasJoined, BorderTrack, Replacement, UpgradeTable};
use crate::t1841::{Game, end};
use ferrata_engine::action::Action;
use ferrata_engine::board::{Candidate, Misfit, Reach};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId, TileId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// 1841-4.1.1-01: the company may lay a tile, new or in place of another.
pub(super) struct Track;

impl Decision<Game> for Track {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.acting_seat())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Track
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = vec![Offer::Pass { means: say!("lay no more tiles") }];
        let Ok(company) = game.acting() else { return offers };
        let site = site(game, company);
        let colors = game.phase_spec().map(|phase| phase.colors.as_slice()).unwrap_or_default();
        let homes = &game.company(company).homes;
        let mut hexes: SmallVec<[HexId; 64]> = site.reach.hexes().collect();
        hexes.extend(homes.iter().copied().filter(|home| !site.reach.hexes().any(|hex| hex == *home)));
        for hex in hexes {
            if may_build_on(game, company, hex).is_ok() {
                hex_offers(game, company, &site, hex, colors, &mut offers);
            }
        }
        offers
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        match action {
            Action::Pass => {
                go_on(game, events);
                Ok(())
            }
            Action::LayTile { hex, tile, rotation, by: None } => {
                let (hex, tile) = (game.fixed.parts.hex_named(*hex)?, game.fixed.parts.tile_named(*tile)?);
                lay(game, game.acting()?, (hex, tile, *rotation), events)
            }
            _ => Err(Refusal::out_of_place(say!("lay a tile or pass"))),
        }
    }
}

/// 1841-4.1.2-01, 1841-4.1.2-04: how many tiles a company may lay in this turn: one per base, so many at most.
fn allowed(game: &Game, company: CompanyId) -> usize {
    let lays = game.phase_facts().lays;
    let most = if game.charter(company).minor { lays.minor } else { lays.major };
    game.bases(company).len().min(most.unwrap_or(usize::MAX)).max(1)
}

/// A tile laid in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lay {
    hex: HexId,
    /// The bases it may have been built from.
    #[serde(default = "BaseSet::any", skip_serializing_if = "BaseSet::is_any")]
    bases: BaseSet,
}

/// Some of a company's bases, one bit each in the order of the board; written as a list of numbers from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct BaseSet(u16);

impl BaseSet {
    /// Any of them: it is not asked.
    const ANY: BaseSet = BaseSet(u16::MAX);

    fn any() -> BaseSet {
        BaseSet::ANY
    }

    fn is_any(&self) -> bool {
        *self == BaseSet::ANY
    }
}

impl Serialize for BaseSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((1..=16_u8).filter(|number| self.0 >> (number - 1) & 1 == 1))
    }
}

impl<'de> Deserialize<'de> for BaseSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BaseSet, D::Error> {
        let numbers = SmallVec::<[u8; 8]>::deserialize(deserializer)?;
        let bit = |bits, number: u8| match number {
            1..=16 => Ok(bits | 1 << (number - 1)),
            _ => Err(D::Error::custom("a base is a number from 1 to 16")),
        };
        numbers.into_iter().try_fold(0, bit).map(BaseSet)
    }
}

/// The tiles laid in this turn.
fn lays(game: &Game) -> &[Lay] {
    game.operating().map(|operating| operating.turn.lays.as_slice()).unwrap_or_default()
}

/// Whether the company may lay a (further) tile.
pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    lays(game).len() < allowed(game, company)
}

/// 1841-4.1.1-14: the borders that stop a company's building in this phase.
fn building_borders(game: &Game) -> u16 {
    if game.phase_facts().stops_at_borders { game.table.borders } else { 0 }
}

/// What is known when a company builds.
struct Site {
    bases: Bases,
    reach: Arc<Reach>,
    /// What each base alone reaches, where tiles must be built from different bases.
    by_base: Vec<Arc<Reach>>,
    borders: u16,
}

fn site(game: &Game, company: CompanyId) -> Site {
    let (bases, borders) = (game.bases(company), building_borders(game));
    let reach = game.reach_from(company, &bases, borders);
    let unchecked = game.fixed.rules.as_recorded.bases_unchecked;
    let single = bases.len() <= 1 || allowed(game, company) <= 1 || unchecked;
    let several = if single { &[] } else { bases.as_slice() };
    let by_base = several.iter().map(|base| game.reach_from(company, &[*base], borders)).collect();
    Site { bases, reach, by_base, borders }
}

/// The tiles that may be laid on a hex, each with its rotations.
fn hex_offers(
    game: &Game,
    company: CompanyId,
    site: &Site,
    hex: HexId,
    colors: &[Color],
    offers: &mut Vec<Offer>,
) {
    let mut found: SmallVec<[(TileId, SmallVec<[u8; 6]>); 8]> = SmallVec::new();
    for candidate in game.table.board.candidates(hex, colors) {
        if fits_rules(game, company, site, hex, &candidate).is_err() {
            continue;
        }
        match found.last_mut() {
            Some((tile, rotations)) if *tile == candidate.tile => rotations.push(candidate.rotation),
            _ => found.push((candidate.tile, smallvec![candidate.rotation])),
        }
    }
    let (cost, hex) = (cost(game, hex), game.hex_name(hex));
    offers.extend(found.into_iter().map(|(tile, mut rotations)| {
        rotations.sort_unstable();
        Offer::LayTile { hex, tile: game.fixed.parts.tile_name(tile), rotations, cost, by: None }
    }));
}

/// What laying the next tile on a hex costs: what is printed on the map (1841-4.1.1-08) or on the tile that is replaced
/// (1841-4.1.1-09).
pub(in crate::t1841) fn cost(game: &Game, hex: HexId) -> Money {
    let parts = &game.fixed.parts;
    match game.table.board.laid(hex) {
        None => parts.map.hex(hex).map(|hex| hex.terrain.iter().map(|terrain| terrain.cost).sum()),
        Some((tile, _)) => parts.tiles.tile(tile).map(|tile| tile.cost),
    }
    .unwrap_or_default()
}

/// Rules that do not depend on the tile.
fn may_build_on(game: &Game, company: CompanyId, hex: HexId) -> Play {
    let laid = lays(game).iter().any(|lay| lay.hex == hex);
    require(!laid, "1841-4.1.2-03", || say!("a tile was laid on this hex in this turn"))?;
    let due = cost(game, hex);
    let cash = game.table.ledger.company(company);
    require(cash >= due, "1841-4.1.1-08", || {
        say!("building here costs {due}, the company has {cash}", due, cash)
    })
}

/// Rules that depend on the tile: upgrade list, continuation, borders, bases.
fn fits_rules(
    game: &Game,
    company: CompanyId,
    site: &Site,
    hex: HexId,
    to: &Candidate,
) -> Result<u16, Refusal> {
    check_list(game, hex, to)?;
    require(!crosses_border(game, hex, to), "1841-4.1.1-14", || {
        say!("in this phase no track may be completed across a border")
    })?;
    let home = game.table.board.laid(hex).is_none()
        && to.color == Color::Yellow
        && game.company(company).homes.contains(&hex)
        && game.table.board.has_token(company, hex);
    // 1841-4.1.1-05: on the home hex any fitting yellow tile may be laid.
    require(
        home || continues(game, company, site, &site.bases, &site.reach, hex, to),
        if game.table.board.laid(hex).is_some() { "1841-4.1.1-12" } else { "1841-4.1.1-04" },
        || say!("new track must continue track open to the company and be connected to one of its cities"),
    )?;
    let by = built_from(game, company, site, hex, to);
    let sets: SmallVec<[u16; 6]> = lays(game).iter().map(|lay| lay.bases.0).chain([by]).collect();
    require(game.fixed.rules.as_recorded.bases_unchecked || distinct(&sets, 0), "1841-4.1.2-02", || {
        say!("each tile of a turn must be built from a different base")
    })?;
    Ok(by)
}

impl Game {
    /// The tiles that may replace a tile: by shape, and by the printed list where that holds.
    pub fn replacements(&self, tile: TileId) -> Vec<TileId> {
        let printed = self.fixed.rules.upgrades == UpgradeTable::Printed;
        let list = self.fixed.parts.upgrades.from_tile(tile).filter(|_| printed);
        let mut tiles = self.table.board.table().replacements(tile);
        tiles.retain(|to| list.is_none_or(|list| list.contains(to)));
        tiles
    }
}

/// the printed list of replacements, unless shapes decide (O-12).
fn check_list(game: &Game, hex: HexId, to: &Candidate) -> Play {
    if game.fixed.rules.upgrades == UpgradeTable::Shapes {
        return Ok(());
    }
    let upgrades = &game.fixed.parts.upgrades;
    let list = match game.table.board.laid(hex) {
        Some((tile, _)) => upgrades.from_tile(tile),
        None => upgrades.from_hex(hex),
    };
    require(list.is_none_or(|list| list.contains(&to.tile)), "1841-4.1.1-11", || {
        say!("the list of tiles does not allow this tile here")
    })
}

/// G-16: in phase two a tile that completes a crossing is illegal.
fn crosses_border(game: &Game, hex: HexId, to: &Candidate) -> bool {
    if !game.phase_facts().stops_at_borders || game.fixed.rules.border_track == BorderTrack::OwnSide {
        return false;
    }
    let Some(place) = game.table.board.map().hex(hex) else { return false };
    place.sides.iter().enumerate().any(|(side, beyond)| {
        to.exits >> side & 1 != 0
            && beyond.borders & game.table.borders != 0
            && beyond.to.is_some_and(|(next, back)| game.table.board.face(next).exits() >> back & 1 != 0)
    })
}

/// 1841-4.1.1-04, 1841-4.1.1-12: new track on an open line, or in v2 a changed value of a stop that is reached.
fn continues(
    game: &Game,
    company: CompanyId,
    site: &Site,
    from: &[(HexId, u8)],
    reach: &Reach,
    hex: HexId,
    to: &Candidate,
) -> bool {
    let board = &game.table.board;
    if board.reaches_new_track(from, &terms(company, site.borders), reach, hex, to) {
        return true;
    }
    let replaces = board.laid(hex).is_some() || !board.face(hex).track.is_empty();
    game.fixed.rules.replacement == Replacement::NewTrackOrValue
        && replaces
        && changes_value(game, reach, hex, to)
}

fn changes_value(game: &Game, reach: &Reach, hex: HexId, to: &Candidate) -> bool {
    let old = game.table.board.face(hex);
    let Some(tile) = game.fixed.parts.tiles.tile(to.tile) else { return false };
    let new = tile.face(to.rotation);
    old.stops.iter().enumerate().any(|(at, stop)| {
        reach.has_stop(hex, at as u8)
            && to
                .stops
                .get(at as u8)
                .and_then(|at| new.stops.get(at as usize))
                .is_some_and(|to| to.value != stop.value)
    })
}

/// The bases from which a tile could be built, as bits in the order of the board.
fn built_from(game: &Game, company: CompanyId, site: &Site, hex: HexId, to: &Candidate) -> u16 {
    if site.by_base.is_empty() {
        return BaseSet::ANY.0;
    }
    let mut bits = 0;
    for (at, (base, reach)) in site.bases.iter().zip(&site.by_base).enumerate() {
        let at_home = base.0 == hex && game.company(company).homes.contains(&hex);
        if at_home || continues(game, company, site, &[*base], reach, hex, to) {
            bits |= 1 << at.min(15);
        }
    }
    bits
}

/// Whether every set can be given a base of its own.
fn distinct(sets: &[u16], used: u16) -> bool {
    let Some((first, rest)) = sets.split_first() else { return true };
    let mut free = first & !used;
    while free != 0 {
        let bit = free & free.wrapping_neg();
        if distinct(rest, used | bit) {
            return true;
        }
        free &= !bit;
    }
    false
}

/// The rule against each way in which a tile does not fit.
fn misfit_rule(misfit: Misfit) -> &'static str {
    match misfit {
        Misfit::Never => "1841-4.1.1-02",
        Misfit::Color(_) => "1841-4.1.1-03",
        Misfit::ClosedSide(_) => "1841-4.1.1-06",
        Misfit::Stock => "1841-4.1.1-19",
        Misfit::Track => "1841-4.1.1-11",
        Misfit::Rotation => "1841-A1-08",
        Misfit::Unknown | Misfit::Label => "1841-4.1.1-10",
    }
}

fn lay(
    game: &mut Game,
    company: CompanyId,
    (hex, tile, rotation): (HexId, TileId, u8),
    events: &mut Events,
) -> Play {
    let candidate = game.table.board.candidate(hex, tile, rotation);
    let candidate = candidate.map_err(|misfit| Refusal::rule(misfit_rule(misfit), misfit.text()))?;
    let available = game.phase_spec().is_some_and(|phase| phase.allows(candidate.color));
    require(available, "1841-4.1.1-03", || say!("tiles of this colour are not available yet"))?;
    may_build_on(game, company, hex)?;
    let by = fits_rules(game, company, &site(game, company), hex, &candidate)?;
    let (due, why) = (cost(game, hex), say!("building"));
    game.table.ledger.pay(Account::Company(company), Account::Bank, due, why, events)?;
    // 1841-4.1.1-13: what is replaced returns to the supply.
    let laying = game.table.board.lay(hex, &candidate);
    laying.ok_or_else(|| Refusal::plain(say!("this tile cannot be laid here")))?;
    let tile = game.fixed.parts.tile_name(tile);
    events.push(Event::Tile { company: Some(company), hex, tile, rotation });
    game.operating_mut()?.turn.lays.push(Lay { hex, bases: BaseSet(by) });
    if game.fixed.rules.areas_joined != AreasJoined::ReachedByLayer {
        end::check_areas(game);
    }
    Ok(())
}
