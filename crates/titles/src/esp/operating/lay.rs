//! §4.2 Laying and upgrading tiles, and mines.

use super::home;
use crate::esp::privates::{self, FIRST};
use crate::esp::{Game, goals};
use ferrata_engine::action::Action;
use ferrata_engine::board::{Candidate, Misfit, Reach};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId, TileId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{Color, Face, StopKind, Tile};
use smallvec::{SmallVec, smallvec};

/// What a lay is, for the allowance of a turn and for its price.
#[derive(Clone, Copy)]
struct Lay {
    hex: HexId,
    upgrade: bool,
    /// A yellow mine tile on an empty mine hex.
    mine: bool,
    /// A mine is dismantled.
    dismantles: bool,
    /// By the power of private 1.
    private: bool,
    /// Private 1 makes it one beyond the usual ones (18ESP-D-13; by the book it does not, 18ESP-2.2.1-02, 18ESP-G-30).
    extra: bool,
}

fn has_mine(face: &Face) -> bool {
    face.stops.iter().any(|stop| stop.kind == StopKind::Mine)
}

impl Lay {
    fn of(game: &Game, hex: HexId, to: &Candidate, private: bool) -> Lay {
        let (old, upgrade) = (game.table.board.face(hex), to.color != Color::Yellow);
        let (mine, dismantles) = (!upgrade && has_mine(old), upgrade && has_mine(old));
        let extra = private && game.fixed.switches.private_1_extra_lay;
        Lay { hex, upgrade, mine, dismantles, private, extra }
    }

    /// §4.2.1, §4.2.2: what a turn allows.
    fn check_allowance(self, game: &Game, company: CompanyId) -> Play {
        let turn = game.company_turn();
        if self.extra {
            return Ok(());
        }
        if self.mine {
            // 18ESP-4.2.1-05: beside the other actions.
            return require(!turn.mine, "18ESP-4.2.1-05", || say!("one mine is built in a turn"));
        }
        let rule = if game.is_minor(company) { "18ESP-4.2.1-01" } else { "18ESP-4.2.1-02" };
        let allowed = actions(game, company);
        require(turn.tiles < allowed, rule, || {
            say!("{allowed} tile {allowed|action is|actions are} allowed in this turn", allowed)
        })?;
        require(!(self.upgrade && turn.upgraded), "18ESP-4.2.2-08", || {
            say!("of two actions at least one must lay a yellow tile")
        })?;
        let again = turn.tiles > 0 && turn.first_hex == Some(self.hex);
        require(!again, "18ESP-4.2.1-03", || say!("the tile just laid cannot be upgraded in the same turn"))
    }

    /// 18ESP-4.2.1-06, 18ESP-4.2.3-01: a yellow tile costs what is printed on the hex. 18ESP-4.2.2-02, 18ESP-4.2.3-06: an
    /// upgrade costs nothing but for a mine. 18ESP-4.2.1-02: the second action has its fee (18ESP-D-12).
    fn cost(self, game: &Game) -> Money {
        let figures = &game.fixed.figures;
        let ground = match game.fixed.parts.map.hex(self.hex) {
            Some(hex) if !self.upgrade => hex.terrain.iter().map(|terrain| terrain.cost).sum(),
            _ if self.dismantles => figures.mine_dismantling,
            _ => Money::ZERO,
        };
        let second = game.company_turn().tiles > 0 && !self.mine && !self.extra;
        let charged = !self.dismantles || game.fixed.switches.second_tile_fee_on_mines;
        let fee = if second && charged { figures.second_tile } else { Money::ZERO };
        // 18ESP-2.2.1-01: private 1 makes a mine cheaper.
        let discount = if self.private { game.fixed.privates.mine_discount } else { Money::ZERO };
        (ground - discount).max(Money::ZERO) + fee
    }

    /// 18ESP-2.2.1-01: private 1 helps with a mine. Online a list of hexes decides (18ESP-D-13).
    fn check_private(self, game: &Game, company: CompanyId) -> Play {
        let owns = game.private_owner(FIRST) == Holder::Company(company);
        require(owns, "18ESP-2.2-06", || say!("private 1 is not the company's"))?;
        let hexes = &game.fixed.privates.mine_hexes;
        let helps = match hexes.is_empty() {
            true => self.mine || self.dismantles,
            false => hexes.contains(&self.hex),
        };
        require(helps, "18ESP-2.2.1-01", || say!("private 1 helps to build or dismantle a mine"))
    }

    /// Counts it as an action of the turn.
    fn count(self, game: &mut Game) {
        game.note_in_turn(|turn| match self {
            Lay { extra: true, .. } => {}
            Lay { mine: true, .. } => turn.mine = true,
            Lay { hex, upgrade, .. } => {
                turn.tiles += 1;
                turn.upgraded |= upgrade;
                turn.first_hex = turn.first_hex.or(Some(hex));
            }
        });
    }
}

/// How many tile actions a company has in a turn. 18ESP-4.2.1-01, 18ESP-4.2.1-02.
pub(super) fn actions(game: &Game, company: CompanyId) -> u8 {
    game.phase().tile_actions(game.class(company))
}

/// What the rules ask of a tile on a hex, whoever lays it.
fn check_ground(game: &Game, company: CompanyId, hex: HexId, to: &Candidate) -> Play {
    let north = game.fixed.is_north(hex);
    // 18ESP-4.2.2-07: nor do minors upgrade there.
    let minor_out = game.is_minor(company) && north;
    require(!minor_out, "18ESP-4.2.1-01", || say!("minors lay track on the South map only"))?;
    require(game.phase().spec.allows(to.color), "18ESP-4.2.2-01", || {
        say!("tiles of this colour cannot be laid in this phase")
    })?;
    check_kind(game, hex, to.tile)?;
    let aranjuez = game.fixed.aranjuez != hex || to.exits >> game.fixed.to_madrid & 1 == 1;
    require(aranjuez, "18ESP-4.2.1-15", || say!("the tile must join Aranjuez to Madrid"))
}

/// Whether tiles of this kind belong on the hex at all: by gauge, and by the mine on an empty hex, which may not vanish
/// under a tile.
fn check_kind(game: &Game, hex: HexId, tile: TileId) -> Play {
    let narrow = game.fixed.narrow_tile.get(tile.index()).copied().unwrap_or(false);
    require(narrow == game.fixed.is_north(hex), "18ESP-4.2.1-08", || {
        say!("narrow gauge belongs to the North map, Iberian gauge to the South map")
    })?;
    let without = |tile: &Tile| tile.color() == Color::Yellow && !has_mine(tile.face(0));
    let mine_missing =
        has_mine(game.table.board.face(hex)) && game.fixed.parts.tiles.tile(tile).is_some_and(without);
    require(!mine_missing, "18ESP-4.2.3-01", || say!("a mine hex takes a mine tile"))
}

/// 18ESP-4.2.1-09: new track continues what is connected to a station. 18ESP-4.2.2-03, 18ESP-4.2.2-04: an upgraded hex is
/// connected, its new track need not be. 18ESP-4.2.1-04: on whichever map.
fn check_connected(game: &Game, company: CompanyId, reach: &Reach, hex: HexId, to: &Candidate) -> Play {
    let board = &game.table.board;
    if to.color == Color::Yellow {
        // 18ESP-4.3-07: where a token waits for the tile is a station, too.
        let own = game.fixed.role(company).home == hex || game.company(company).waiting_at == Some(hex);
        let at_home = own && board.laid(hex).is_none();
        let (stations, terms) = (game.stations(company), game.terms(company));
        let connected = at_home || board.reaches_new_track(&stations, &terms, reach, hex, to);
        return require(connected, "18ESP-4.2.1-09", || {
            say!("the tile would not continue track that is connected to a station of the company")
        });
    }
    let connected = reach.track(hex) != 0 || reach.stops_at(hex) != 0;
    let joined = game.fixed.switches.hex_once_per_route && to.exits & reach.arrives(hex) != 0;
    require(connected || joined, "18ESP-4.2.2-04", || {
        say!("the hex is not connected to a station of the company")
    })
}

fn check(
    game: &Game,
    company: CompanyId,
    reach: &Reach,
    hex: HexId,
    to: &Candidate,
    private: bool,
) -> Result<Money, Refusal> {
    let lay = Lay::of(game, hex, to, private);
    check_ground(game, company, hex, to)?;
    lay.check_allowance(game, company)?;
    if private {
        lay.check_private(game, company)?;
    }
    check_connected(game, company, reach, hex, to)?;
    let (cost, cash) = (lay.cost(game), game.table.ledger.company(company));
    require(cost <= cash, "18ESP-4.2.1-06", || {
        say!("it costs {cost}, and only {cash} is there", cost, cash)
    })?;
    Ok(cost)
}

/// The rule against a tile that does not fit. 18ESP-4.2.1-07, 18ESP-4.2.1-12, 18ESP-4.2.1-14: on an empty hex first a yellow
/// tile; whatever is not forbidden to point at may be pointed at, in any rotation. A kind of tile that the printed table
/// leaves out is refused by the rule behind it.
fn misfit(game: &Game, hex: HexId, tile: TileId, misfit: Misfit) -> Refusal {
    if misfit == Misfit::Track
        && let Err(kind) = check_kind(game, hex, tile)
    {
        return kind;
    }
    let rule = match misfit {
        Misfit::Unknown => return Refusal::plain(misfit.text()),
        Misfit::Never | Misfit::Color(_) => "18ESP-4.2.2-01",
        Misfit::Label => "18ESP-4.2.1-13",
        Misfit::Track | Misfit::Rotation => "18ESP-4.2.2-03",
        Misfit::ClosedSide(_) => "18ESP-4.2.1-11",
        Misfit::Stock => "18ESP-1.4-04",
    };
    Refusal::rule(rule, misfit.text())
}

pub(super) fn lay(game: &mut Game, company: CompanyId, action: &Action, events: &mut Events) -> Play {
    let Action::LayTile { hex, tile, rotation, by } = *action else {
        return Err(Refusal::plain(say!("a tile is laid here")));
    };
    let hex = game.fixed.parts.hex_named(hex)?;
    let private = match by {
        None => false,
        Some(card) if game.private_named(card) == Some(FIRST) => true,
        Some(card) => return Err(Refusal::plain(say!("{card} lays no tile", card))),
    };
    let id = game.fixed.parts.tile_named(tile)?;
    let to = game.table.board.candidate(hex, id, rotation).map_err(|found| misfit(game, hex, id, found))?;
    let cost = check(game, company, &game.reach(company), hex, &to, private)?;
    let lay = Lay::of(game, hex, &to, private);
    let why = say!("tile {tile} on {hex}", tile, hex = game.hex_name(hex));
    game.table.ledger.pay(Account::Company(company), Account::Bank, cost, why, events)?;
    put(game, hex, &to);
    events.push(Event::Tile { company: Some(company), hex, tile, rotation });
    lay.count(game);
    if private {
        // 18ESP-2.2.1-02: private 1 closes.
        privates::close(game, FIRST, events);
    }
    home::place_waiting(game, hex, company, events);
    goals::review_destination(game, company, events)
}

/// Lays the tile; home circles that are kept for companies follow their stops.
pub(in crate::esp) fn put(game: &mut Game, hex: HexId, to: &Candidate) {
    game.table.board.lay(hex, to);
    for company in game.company_ids() {
        if game.fixed.role(company).home == hex {
            let state = game.company_mut(company);
            state.home_stop = state.home_stop.and_then(|stop| to.stops.get(stop));
        }
    }
}

pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let reach = game.reach(company);
    let own = [Some(game.fixed.role(company).home), game.company(company).waiting_at];
    let mut hexes: SmallVec<[HexId; 64]> = reach.hexes().collect();
    for own in own.into_iter().flatten() {
        if !hexes.contains(&own) {
            hexes.push(own);
        }
    }
    let private = game.private_owner(FIRST) == Holder::Company(company);
    let mut offers = Vec::new();
    for hex in hexes {
        offers_on(game, company, &reach, hex, false, &mut offers);
        if private {
            offers_on(game, company, &reach, hex, true, &mut offers);
        }
    }
    offers
}

/// The tiles that may be laid on one hex, each with its rotations.
fn offers_on(
    game: &Game,
    company: CompanyId,
    reach: &Reach,
    hex: HexId,
    private: bool,
    offers: &mut Vec<Offer>,
) {
    let by = private.then(|| game.private(FIRST).name);
    let mut last = None;
    for to in game.table.board.candidates(hex, &game.phase().spec.colors) {
        let Ok(cost) = check(game, company, reach, hex, &to, private) else { continue };
        if let (Some(tile), Some(Offer::LayTile { rotations, .. })) = (last, offers.last_mut())
            && tile == to.tile
        {
            rotations.push(to.rotation);
            continue;
        }
        last = Some(to.tile);
        let Some(tile) = game.fixed.parts.tiles.tile(to.tile).map(|tile| tile.name) else { continue };
        let (hex, rotations) = (game.hex_name(hex), smallvec![to.rotation]);
        offers.push(Offer::LayTile { hex, tile, rotations, cost, by });
    }
}
