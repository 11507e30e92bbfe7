//! §4.1: laying track.

use super::areas::Area;
use super::rules::{BorderTrack, Replacement, UpgradeTable};
use super::state::Activity;
use super::{Game, Play, operating};
use ferrata_engine::action::Action;
use ferrata_engine::board::{ANY_GAUGE, Board, Candidate, Misfit, Reach, Terms, Visit};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, HexId, TileId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::tile::{Color, StopKind};
use smallvec::{SmallVec, smallvec};

/// A company's bases: tokens in cities.
pub(super) type Bases = SmallVec<[(HexId, u8); 8]>;

impl Game {
    /// The bases of a company: its tokens in cities, not on passes (G-15).
    pub(crate) fn bases(&self, company: CompanyId) -> SmallVec<[(HexId, u8); 8]> {
        let tokens = self.t.board.tokens_of(company).map(|token| (token.hex, token.stop));
        tokens.filter(|(hex, stop)| self.is_city(*hex, *stop)).collect()
    }

    /// Whether a stop is a city.
    pub(crate) fn is_city(&self, hex: HexId, stop: u8) -> bool {
        let stop = self.t.board.face(hex).stops.get(stop as usize);
        stop.is_some_and(|stop| stop.kind == StopKind::City)
    }

    /// What a company reaches from some of its bases; trains end where all slots are foreign.
    pub(crate) fn reach_from(&self, company: CompanyId, from: &[(HexId, u8)], borders: u16) -> Reach {
        self.t.board.reach(from, &terms(company, borders))
    }

    /// What a company reaches, borders aside or not.
    pub(crate) fn reach_of(&self, company: CompanyId, borders: u16) -> Reach {
        self.reach_from(company, &self.bases(company), borders)
    }
}

/// On which terms a company's network is walked.
pub(super) fn terms(company: CompanyId, borders: u16) -> Terms<impl Fn(&Board, HexId, u8) -> Visit> {
    Terms {
        gauges: ANY_GAUGE,
        borders,
        visit: move |board: &Board, hex, stop| board.visit(company, hex, stop),
    }
}

/// §4.1.2: how many tiles a company may lay in this turn.
fn allowed(game: &Game, company: CompanyId) -> usize {
    let bases = game.bases(company).len();
    match game.t.phase {
        _ if game.charter(company).minor => 1,
        2 => bases.max(1),
        3 | 4 => bases.clamp(1, 2),
        _ => 1,
    }
}

pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    let laid = game.operating().map_or(0, |round| round.turn.lays.len());
    laid < allowed(game, company)
}

/// The borders that stop a company's building in this phase.
fn building_borders(game: &Game) -> u16 {
    if game.t.phase == 2 { game.t.borders } else { 0 }
}

/// What is known when a company builds.
struct Site {
    bases: Bases,
    reach: Reach,
    /// What each base alone reaches, where tiles must be built from different bases.
    by_base: Vec<Reach>,
    borders: u16,
}

fn site(game: &Game, company: CompanyId) -> Site {
    let (bases, borders) = (game.bases(company), building_borders(game));
    let reach = game.reach_from(company, &bases, borders);
    let single = bases.len() <= 1 || allowed(game, company) <= 1 || game.rules().as_recorded.bases_unchecked;
    let several = if single { &[] } else { bases.as_slice() };
    let by_base = several.iter().map(|base| game.reach_from(company, &[*base], borders)).collect();
    Site { bases, reach, by_base, borders }
}

pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "lay no (more) tile".into() }];
    let site = site(game, company);
    let colors = game.phase_spec().map(|phase| phase.colors.clone()).unwrap_or_default();
    let homes = &game.company(company).homes;
    let mut hexes: SmallVec<[HexId; 64]> = site.reach.hexes().collect();
    hexes.extend(homes.iter().copied().filter(|home| !site.reach.hexes().any(|hex| hex == *home)));
    for hex in hexes {
        if may_build_on(game, company, hex).is_err() {
            continue;
        }
        hex_offers(game, company, &site, hex, &colors, &mut offers);
    }
    offers
}

fn hex_offers(
    game: &Game,
    company: CompanyId,
    site: &Site,
    hex: HexId,
    colors: &[Color],
    offers: &mut Vec<Offer>,
) {
    let mut last: Option<(ferrata_engine::id::TileId, SmallVec<[u8; 6]>)> = None;
    let mut push = |tile: ferrata_engine::id::TileId, mut rotations: SmallVec<[u8; 6]>| {
        rotations.sort_unstable();
        let Some(name) = game.parts().tiles.tile(tile).map(|tile| tile.name) else { return };
        let cost = cost(game, hex);
        offers.push(Offer::LayTile { hex: game.hex_name(hex), tile: name, rotations, cost, by: None });
    };
    for candidate in game.t.board.candidates(hex, colors) {
        if fits_rules(game, company, site, hex, &candidate).is_err() {
            continue;
        }
        match &mut last {
            Some((tile, rotations)) if *tile == candidate.tile => rotations.push(candidate.rotation),
            _ => {
                if let Some((tile, rotations)) = last.replace((candidate.tile, smallvec![candidate.rotation]))
                {
                    push(tile, rotations);
                }
            }
        }
    }
    if let Some((tile, rotations)) = last {
        push(tile, rotations);
    }
}

/// What laying the next tile on a hex costs (§4.1.1-08, -09).
pub(crate) fn cost(game: &Game, hex: HexId) -> Money {
    let Some(place) = game.parts().map.hex(hex) else { return Money::ZERO };
    let apennine = place.terrain.iter().any(|terrain| terrain.kind == "apennine_pass");
    match game.t.board.laid(hex) {
        None => place.terrain.iter().map(|terrain| terrain.cost).sum(),
        Some(_) if apennine => Money(50),
        Some(_) => Money::ZERO,
    }
}

/// Rules that do not depend on the tile.
fn may_build_on(game: &Game, company: CompanyId, hex: HexId) -> Play {
    let laid = game.operating().is_some_and(|round| round.turn.lays.iter().any(|(at, _)| *at == hex));
    require(!laid, "1841-4.1.2-03", || "a tile was laid on this hex in this turn".into())?;
    let due = cost(game, hex);
    let cash = game.t.ledger.company(company);
    require(cash >= due, "1841-4.1.1-08", || format!("building here costs {due}, the company has {cash}"))
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
        "in phase two no track may be completed across a border".into()
    })?;
    let home = game.t.board.laid(hex).is_none()
        && to.color == Color::Yellow
        && game.company(company).homes.contains(&hex)
        && game.t.board.has_token(company, hex);
    // §4.1.1-05: on the home hex any fitting yellow tile may be laid.
    require(
        home || continues(game, company, site, &site.bases, &site.reach, hex, to),
        if game.t.board.laid(hex).is_some() { "1841-4.1.1-12" } else { "1841-4.1.1-04" },
        || "new track must continue track open to the company and be connected to one of its cities".into(),
    )?;
    let by = built_from(game, company, site, hex, to);
    let earlier = game.operating().map(|round| round.turn.lays.clone()).unwrap_or_default();
    let sets: SmallVec<[u16; 6]> = earlier.iter().map(|(_, bases)| *bases).chain([by]).collect();
    require(game.rules().as_recorded.bases_unchecked || distinct(&sets, 0), "1841-4.1.2-02", || {
        "each tile of a turn must be built from a different base".into()
    })?;
    Ok(by)
}

impl Game {
    /// The tiles that may replace a tile: by shape, and by the printed list where that holds.
    pub fn replacements(&self, tile: TileId) -> Vec<TileId> {
        let printed = self.rules().upgrades == UpgradeTable::Printed;
        let list = self.parts().upgrades.from_tile(tile).filter(|_| printed);
        let mut tiles = self.t.board.table().replacements(tile);
        tiles.retain(|to| list.is_none_or(|list| list.contains(to)));
        tiles
    }
}

/// the printed list of replacements, unless shapes decide (O-12).
fn check_list(game: &Game, hex: HexId, to: &Candidate) -> Play {
    if game.rules().upgrades == UpgradeTable::Shapes {
        return Ok(());
    }
    let upgrades = &game.parts().upgrades;
    let list = match game.t.board.laid(hex) {
        Some((tile, _)) => upgrades.from_tile(tile),
        None => upgrades.from_hex(hex),
    };
    require(list.is_none_or(|list| list.contains(&to.tile)), "1841-4.1.1-11", || {
        "the list of tiles does not allow this tile here".into()
    })
}

/// G-16: in phase two a tile that completes a crossing is illegal.
fn crosses_border(game: &Game, hex: HexId, to: &Candidate) -> bool {
    if game.t.phase > 2 || game.rules().border_track == BorderTrack::OwnSide {
        return false;
    }
    let Some(place) = game.t.board.map().hex(hex) else { return false };
    place.sides.iter().enumerate().any(|(side, beyond)| {
        to.exits >> side & 1 != 0
            && beyond.borders & game.t.borders != 0
            && beyond.to.is_some_and(|(next, back)| game.t.board.face(next).exits() >> back & 1 != 0)
    })
}

/// §4.1.1-04, -12: new track on an open line, or in v2 a changed value of a stop that is reached.
fn continues(
    game: &Game,
    company: CompanyId,
    site: &Site,
    from: &[(HexId, u8)],
    reach: &Reach,
    hex: HexId,
    to: &Candidate,
) -> bool {
    let board = &game.t.board;
    if board.reaches_new_track(from, &terms(company, site.borders), reach, hex, to) {
        return true;
    }
    let replaces = board.laid(hex).is_some() || !board.face(hex).track.is_empty();
    game.rules().replacement == Replacement::NewTrackOrValue
        && replaces
        && changes_value(game, reach, hex, to)
}

fn changes_value(game: &Game, reach: &Reach, hex: HexId, to: &Candidate) -> bool {
    let old = game.t.board.face(hex);
    let Some(tile) = game.parts().tiles.tile(to.tile) else { return false };
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
        return u16::MAX;
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

pub(super) fn play(game: &mut Game, company: CompanyId, action: &Action) -> Play {
    match action {
        Action::Pass => {
            operating::go_on(game);
            Ok(())
        }
        Action::LayTile { hex, tile, rotation, by: None } => {
            let hex = game.find_hex(*hex)?;
            let tile =
                game.parts().tile(*tile).ok_or_else(|| Refusal::plain(format!("there is no tile {tile}")))?;
            lay(game, company, hex, tile, *rotation)
        }
        _ => Err(game.wrong("lay a tile or pass")),
    }
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
    hex: HexId,
    tile: ferrata_engine::id::TileId,
    rotation: u8,
) -> Play {
    let candidate = game.t.board.candidate(hex, tile, rotation);
    let candidate = candidate.map_err(|misfit| Refusal::rule(misfit_rule(misfit), misfit.to_string()))?;
    let available = game.phase_spec().is_some_and(|phase| phase.allows(candidate.color));
    require(available, "1841-4.1.1-03", || "tiles of this colour are not available yet".into())?;
    may_build_on(game, company, hex)?;
    let site = site(game, company);
    let by = fits_rules(game, company, &site, hex, &candidate)?;
    let due = cost(game, hex);
    let pass = game
        .parts()
        .map
        .hex(hex)
        .is_some_and(|hex| hex.terrain.iter().any(|t| t.kind.as_str().ends_with("pass")));
    game.pay(Account::Company(company), Account::Bank, due, "building")?;
    let laying = game.t.board.lay(hex, &candidate);
    let laying = laying.ok_or_else(|| Refusal::plain("this tile cannot be laid here"))?;
    let name = game.parts().tiles.tile(tile).map(|tile| tile.name);
    if let Some(tile) = name {
        game.events.push(Event::Tile { company: Some(company), hex, tile, rotation });
    }
    if pass {
        game.reach(Area::PassTile);
    }
    if laying.replaced.is_some() {
        game.reach(Area::TileReplaced);
    }
    if let Some(turn) = game.op_turn() {
        turn.lays.push((hex, by));
        debug_assert!(turn.activity == Activity::Track);
    }
    if game.rules().areas_joined == super::rules::AreasJoined::AnyCity {
        super::end::check_areas(game);
    }
    Ok(())
}
