//! 6.4 Laying and upgrading tiles.

use super::lays::{Allowance, Lay};
use super::meanwhile;
use crate::t1883::Game;
use crate::t1883::concessions;
use crate::t1883::fixed::{Effect, ExtraTile, Side};
use crate::t1883::lookup::terms;
use crate::t1883::out_of_place;
use crate::t1883::privates;
use ferrata_engine::action::Action;
use ferrata_engine::board::{Candidate, Misfit, Reach};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CardName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{Color, StopKind};
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use smallvec::{SmallVec, smallvec};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The corporation lays tiles. 1883-6.3-02: none of it is a duty.
pub(super) struct Track;

impl Decision<Game> for Track {
    fn turn(&self, game: &Game) -> Turn {
        meanwhile::turn(game)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Track
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = game.acting().map(|company| offers(game, company)).unwrap_or_default();
        offers.extend(meanwhile::offers(game));
        offers.push(Offer::Pass { means: say!("lay no more tiles") });
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        if let Some(done) = meanwhile::answer(game, by.seat()?, action, events) {
            return done;
        }
        match action {
            Action::LayTile { .. } => lay(game, game.acting()?, action, events),
            Action::Pass => game.end_step(),
            _ => Err(out_of_place(say!("lay a tile, or go on"))),
        }
    }
}

/// Whether there is anything to decide in the step: the first tile that may be laid tells.
pub(super) fn waits(game: &Game, company: CompanyId) -> bool {
    let any = search(game, company, |_| ControlFlow::Break(())).is_break();
    any || meanwhile::waits(game, company)
}

type Stops = SmallVec<[(HexId, u8); 4]>;

/// By base: its stops, and what they reach.
type Bases = SmallVec<[(Stops, Arc<Reach>); 2]>;

/// From where a corporation lays: what it reaches from all its tokens, and from each base where that counts.
struct Survey {
    stops: Stops,
    all: Arc<Reach>,
    /// By base where that counts: its stops, and what they reach.
    bases: Bases,
    allowance: Allowance,
    /// 1883-6.4-14, 1883-6.4-18: the bases are connected.
    connected: bool,
}

impl Survey {
    fn of(game: &Game, company: CompanyId) -> Survey {
        let allowance = Allowance::of(game, company);
        let stops = game.token_stops(company);
        let (mut bases, mut connected) = (Bases::new(), false);
        if allowance.by_base() {
            let homes = game.homes(company);
            let base = |home: &HexId| {
                let from: Stops = stops.iter().copied().filter(|(hex, _)| hex == home).collect();
                (from, game.reach_from(company, *home))
            };
            bases = homes.iter().map(base).collect();
            if let ([(_, one), _], [_, there]) = (bases.as_slice(), homes.as_slice()) {
                connected = one.stops_at(*there) != 0;
            }
        }
        Survey { stops, all: game.reach(company), bases, allowance, connected }
    }

    /// The bases from which a tile could be laid, as bits; none if it cannot be laid at all.
    fn lay(&self, game: &Game, company: CompanyId, hex: HexId, to: &Candidate) -> Option<Lay> {
        if !joins(game, company, &self.stops, &self.all, hex, to) {
            return None;
        }
        let ground = game.fixed.ground(hex);
        let additional = to.color == Color::Yellow && ground.is_high();
        let mut bases = 0;
        for (at, (from, reach)) in self.bases.iter().enumerate() {
            if joins(game, company, from, reach, hex, to) {
                bases |= 1 << at;
            }
        }
        // 1883-6.4-13, 1883-6.4-15: only F hexes are laid from each base.
        if self.allowance == Allowance::Flood && !ground.flood {
            bases = 0;
        }
        Some(Lay { hex, bases, additional })
    }
}

/// 1883-6.4-04: a tile on a bare hex extends track of the corporation. 1883-6.4-09: an upgrade brings new track that it reaches, or
/// a city that it reaches rises in value.
fn joins(
    game: &Game,
    company: CompanyId,
    from: &[(HexId, u8)],
    reach: &Reach,
    hex: HexId,
    to: &Candidate,
) -> bool {
    let board = &game.table.board;
    if board.reaches_new_track(from, &terms(company), reach, hex, to) {
        return true;
    }
    to.color != Color::Yellow && city_rises(game, reach, hex, to)
}

fn city_rises(game: &Game, reach: &Reach, hex: HexId, to: &Candidate) -> bool {
    let (board, band) = (&game.table.board, game.band());
    let Some(tile) = board.tiles().tile(to.tile) else { return false };
    let (old, new) = (board.face(hex), tile.face(to.rotation));
    let rises = |(at, stop): (usize, &ferrata_engine::tile::Stop)| {
        let value = super::stops::highest(&stop.value, band);
        let next = to.stops.get(at as u8).and_then(|at| new.stops.get(usize::from(at)));
        stop.kind == StopKind::City
            && reach.has_stop(hex, at as u8)
            && next.is_some_and(|next| super::stops::highest(&next.value, band) > value)
    };
    old.stops.iter().enumerate().any(rises)
}

/// Why no tile may be laid on a hex now.
enum Closed {
    Flood,
    Landslide,
    North,
}

/// 1883-11-02, 1883-11-05, 1883-6.4-16: where no tile may be laid now.
fn closed(game: &Game, company: CompanyId, hex: HexId) -> Option<Closed> {
    let ground = game.fixed.ground(hex);
    if ground.flood && game.event_is(&Effect::Flood) {
        return Some(Closed::Flood);
    }
    if ground.is_high() && game.event_is(&Effect::Landslide) {
        return Some(Closed::Landslide);
    }
    (ground.side == Some(Side::North) && game.is_coop(company)).then_some(Closed::North)
}

fn check_ground(game: &Game, company: CompanyId, hex: HexId) -> Play {
    let Some(why) = closed(game, company, hex) else { return Ok(()) };
    Err(match why {
        Closed::Flood => Refusal::rule("1883-11-02", say!("no tile is laid on F hexes during the flooding")),
        Closed::Landslide => {
            Refusal::rule("1883-11-05", say!("no tile is laid on hills and mountains after the landslide"))
        }
        Closed::North => {
            let name = game.name(company);
            let because = say!("before its capitalisation {name} lays no tile north of the state line", name);
            Refusal::rule("1883-6.4-16", because)
        }
    })
}

/// 1883-6.4-06: hill, mountain and river cost at the first tile; bombed bare, at the next first one (1883-6.4-22). 1883-6.4-20: not slopes for the co-operative. 1883-8.1.3-02: the
/// additional tile of the capitalised CCFR is free.
fn cost(game: &Game, company: CompanyId, allowance: Allowance, lay: &Lay) -> Money {
    if game.table.board.face(lay.hex).color != Color::White {
        return Money::ZERO;
    }
    let ground = game.fixed.ground(lay.hex);
    match allowance {
        _ if game.is_coop(company) => ground.river_cost,
        Allowance::Capitalised
            if lay.additional && !game.company_turn().lays.iter().any(|lay| lay.additional) =>
        {
            Money::ZERO
        }
        _ => ground.cost(),
    }
}

/// A lay that extends track and fits into the turn, with its cost.
fn admitted(
    game: &Game,
    company: CompanyId,
    survey: &Survey,
    hex: HexId,
    to: &Candidate,
) -> Option<(Lay, Money)> {
    let lay = survey.lay(game, company, hex, to)?;
    fits(game, survey, lay).then(|| (lay, cost(game, company, survey.allowance, &lay)))
}

/// Whether a lay fits into the turn.
fn fits(game: &Game, survey: &Survey, lay: Lay) -> bool {
    let mut lays = game.company_turn().lays.clone();
    lays.push(lay);
    survey.allowance.allows(&lays, survey.connected)
}

/// Whether a tile may be laid as one of the turn, and what it costs.
fn check(
    game: &Game,
    company: CompanyId,
    survey: &Survey,
    hex: HexId,
    to: &Candidate,
) -> Result<(Lay, Money), Refusal> {
    let colors = game.phase_spec().is_some_and(|phase| phase.allows(to.color));
    require(colors, "1883-6.4-08", || say!("tiles of this colour cannot be laid in this phase"))?;
    check_ground(game, company, hex)?;
    let rule = if to.color == Color::Yellow { "1883-6.4-04" } else { "1883-6.4-09" };
    let lay = survey.lay(game, company, hex, to).ok_or_else(|| {
        Refusal::rule(rule, say!("the tile would not extend track that the corporation reaches"))
    })?;
    require(fits(game, survey, lay), "1883-6.4-01", || {
        say!("the corporation may not lay this tile (any more) in this turn")
    })?;
    let (cost, cash) = (cost(game, company, survey.allowance, &lay), game.treasury(company));
    afford(cost, cash)?;
    Ok((lay, cost))
}

fn afford(cost: Money, cash: Money) -> Play {
    require(cost <= cash, "1883-6.3-04", || {
        say!("it costs {cost}, and the treasury holds {cash}", cost, cash)
    })
}

/// 1883-3.2-03, 1883-3.2-13, 1883-R-06: whether a tile may be laid by a private, and what it costs.
fn check_private(
    game: &Game,
    company: CompanyId,
    private: usize,
    (hex, to): (HexId, &Candidate),
) -> Result<Money, Refusal> {
    let tile = extra_tile(game, company, private).ok_or_else(|| {
        Refusal::rule("1883-3.2-03", say!("the corporation has no private that lays a tile now"))
    })?;
    let fits = hex == tile.hex && game.table.board.laid(hex).is_none() && to.exits & tile.joins == tile.joins;
    require(fits && to.color == Color::Yellow, "1883-3.2-03", || {
        say!("the private lays the first tile on its own hex, with the track it asks for")
    })?;
    check_ground(game, company, hex)?;
    let stops = game.token_stops(company);
    let connected = !game.fixed.switches.private_tiles_need_track
        || joins(game, company, &stops, &game.reach(company), hex, to);
    require(connected, "1883-R-06", || say!("the tile would not extend track that the corporation reaches"))?;
    let ground = game.fixed.ground(hex);
    let cost = match tile.free_terrain {
        true => Money::ZERO,
        false if game.is_coop(company) => ground.river_cost,
        false => ground.cost(),
    };
    afford(cost, game.treasury(company))?;
    Ok(cost)
}

/// The extra tile of a private that the corporation owns and that has not been laid.
fn extra_tile(game: &Game, company: CompanyId, private: usize) -> Option<ExtraTile> {
    let laid = game.table.tiles_laid.get(private).copied().unwrap_or(true);
    let own = privates::holder(game, private) == Holder::Company(company);
    game.fixed.privates.get(private).and_then(|spec| spec.tile).filter(|_| own && !laid)
}

/// The rule against a tile that does not fit.
fn misfit(misfit: Misfit) -> Refusal {
    let rule = match misfit {
        Misfit::Unknown => return Refusal::plain(misfit.text()),
        Misfit::Never => "1883-6.4-02",
        Misfit::Color(_) => "1883-6.4-03",
        Misfit::Label => "1883-6.4-11",
        Misfit::Track | Misfit::Rotation => "1883-6.4-08",
        Misfit::ClosedSide(_) => "1883-6.4-05",
        Misfit::Stock => "1883-6.4-10",
    };
    Refusal::rule(rule, misfit.text())
}

fn lay(game: &mut Game, company: CompanyId, action: &Action, events: &mut Events) -> Play {
    let Action::LayTile { hex: place, tile, rotation, by } = *action else {
        return Err(out_of_place(say!("lay a tile")));
    };
    let hex = game.fixed.parts.hex_named(place)?;
    let id = game.fixed.parts.tile_named(tile)?;
    let to = game.table.board.candidate(hex, id, rotation).map_err(misfit)?;
    let cost = match by {
        None => {
            let survey = Survey::of(game, company);
            let (lay, cost) = check(game, company, &survey, hex, &to)?;
            game.note_in_turn(|turn| turn.lays.push(lay));
            cost
        }
        Some(card) => {
            let id = game.fixed.parts.card_named(card)?;
            let private = game.fixed.private_of(id).unwrap_or(usize::MAX);
            let cost = check_private(game, company, private, (hex, &to))?;
            if let Some(laid) = game.table.tiles_laid.get_mut(private) {
                *laid = true;
            }
            cost
        }
    };
    let why = say!("tile {tile} on {place}", tile, place);
    game.pay(Account::Company(company), Account::Bank, cost, why, events)?;
    put(game, hex, &to);
    events.push(Event::Tile { company: Some(company), hex, tile, rotation });
    concessions::check_all(game, events)
}

/// Puts a tile on the board. 1883-6.4-10, 1883-R-14: the old one returns to the supply, but brown ones leave the game.
fn put(game: &mut Game, hex: HexId, to: &Candidate) {
    let Some(laying) = game.table.board.lay(hex, to) else { return };
    let brown = |tile: &ferrata_engine::id::TileId| {
        let tile = game.fixed.parts.tiles.tile(*tile);
        tile.is_some_and(|tile| tile.face(0).color == Color::Brown)
    };
    if let Some(old) = laying.replaced.filter(|old| brown(old) && !game.fixed.switches.brown_tiles_return) {
        game.table.board.retire(old);
    }
    for token in laying.doubled {
        game.company_mut(token.company).tokens += 1;
    }
    game.table.board.fill_slots(hex);
}

/// A tile that may be laid.
struct Found {
    hex: HexId,
    to: Candidate,
    cost: Money,
    by: Option<CardName>,
}

/// Looks through the tiles that may be laid now, until `found` has seen enough.
fn search(
    game: &Game,
    company: CompanyId,
    mut found: impl FnMut(Found) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let colors = game.phase_spec().map(|phase| &phase.colors[..]).unwrap_or_default();
    let board = &game.table.board;
    let survey = Survey::of(game, company);
    let full = Lay { hex: HexId(u16::MAX), bases: 0b11, additional: true };
    let mut most = game.company_turn().lays.clone();
    most.push(full);
    if survey.allowance.allows(&most, survey.connected) {
        let cash = game.treasury(company);
        for hex in survey.all.hexes().filter(|hex| closed(game, company, *hex).is_none()) {
            for to in board.candidates(hex, colors) {
                if let Some((_, cost)) = admitted(game, company, &survey, hex, &to)
                    && cost <= cash
                {
                    found(Found { hex, to, cost, by: None })?;
                }
            }
        }
    }
    for (at, spec) in game.fixed.privates.iter().enumerate() {
        let Some(tile) = extra_tile(game, company, at) else { continue };
        let card = game.fixed.parts.card_name(spec.card);
        for to in board.candidates(tile.hex, colors) {
            if let Ok(cost) = check_private(game, company, at, (tile.hex, &to)) {
                found(Found { hex: tile.hex, to, cost, by: Some(card) })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Every tile that may be laid now, with its rotations.
pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers = Vec::new();
    let mut last = None;
    let _ = search(game, company, |Found { hex, to, cost, by }| {
        if let Some(Offer::LayTile { rotations, .. }) =
            offers.last_mut().filter(|_| last == Some((hex, to.tile, by)))
        {
            rotations.push(to.rotation);
            return ControlFlow::Continue(());
        }
        last = Some((hex, to.tile, by));
        offers.push(Offer::LayTile {
            hex: game.fixed.parts.hex_name(hex),
            tile: game.fixed.parts.tile_name(to.tile),
            rotations: smallvec![to.rotation],
            cost,
            by,
        });
        ControlFlow::Continue(())
    });
    offers
}
