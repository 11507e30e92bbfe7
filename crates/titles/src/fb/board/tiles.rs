//! 3.4.1 Which tiles may be laid: kind of place and letters, connections kept, prohibited sides, and the route they extend.

use super::reach::Stops;
use crate::fb::Game;
use crate::fb::fixed::letters_agree;
use ferrata_engine::board::{Board, Candidate, Reach, Terms, Visit};
use ferrata_engine::id::{CompanyId, HexId, TileId};
use ferrata_engine::money::Money;
use ferrata_engine::name::TileName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::tile::{Color, Face};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// What a company's tiles extend: where its routes start, on which terms they go on, and what they reach.
struct Network<V> {
    starts: Stops,
    terms: Terms<V>,
    reach: Arc<Reach>,
}

/// What a company may lay now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::fb) struct Allowed {
    /// New tiles (else only upgrades: 18FB-3.3-12, 18FB-3.4.1-31).
    pub(in crate::fb) new: bool,
    /// Only on this hex (18FB-G-98).
    pub(in crate::fb) only: Option<HexId>,
    /// What it costs (18FB-3.5.2-08).
    pub(in crate::fb) cost: Money,
}

impl Game {
    /// The sides of a hex that the phase keeps closed, as bits (18FB-2.5.2-05, 18FB-G-20).
    fn closed_sides(&self, hex: HexId) -> u8 {
        let borders = self.phase().map_or(0, |phase| phase.borders);
        let Some(place) = self.table.board.map().hex(hex) else { return 0 };
        place
            .sides
            .iter()
            .enumerate()
            .fold(0, |closed, (at, side)| closed | u8::from(side.borders & borders != 0) << at)
    }

    /// Everything that fits on a hex, whoever lays it: 18FB-3.4.1-16: a tile of the next colour, or a competitive one;
    /// 18FB-3.4.1-14: nothing else takes a tile away. 18FB-3.4.1-12: on a home without track every way it fits.
    fn fitting(&self, hex: HexId) -> impl Iterator<Item = Candidate> + '_ {
        let board = &self.table.board;
        let face = board.face(hex);
        // 18FB-3.4.1-18, 18FB-3.4.1-19, 18FB-3.4.1-20: joined track is kept, or all of it.
        let kept = if self.fixed.switches.keep_all_track { face.exits() } else { board.joined(hex) };
        let prohibited = !board.table().open(hex) | (self.closed_sides(hex) & !face.exits());
        let fits = move |to: &Candidate| {
            // 18FB-3.4.1-23, 18FB-3.4.1-24, 18FB-2.5.2-07: no track to prohibited sides. 18FB-3.4.1-30: lettered sides are
            // sides of the map like all others.
            to.exits & prohibited & 0b11_1111 == 0
                // 18FB-3.4.1-04, 18FB-2.1-13: colours of the phase; 18FB-G-82: the manifest is a limit.
                && self.phase().is_some_and(|phase| phase.allows(to.color))
                && board.left(to.tile) != Some(0)
                && self.suits(hex, face, to)
        };
        self.fixed.reworks.at(board, hex, kept).filter(fits)
    }

    /// 18FB-3.4.1-27, 18FB-3.4.1-28, 18FB-3.4.1-29: the letters agree. 18FB-3.4.1-21, 18FB-G-112: no slot is lost.
    fn suits(&self, hex: HexId, face: &Face, to: &Candidate) -> bool {
        let parts = &self.fixed.parts;
        let (Some(place), Some(tile)) = (parts.map.hex(hex), parts.tiles.tile(to.tile)) else { return false };
        let new = tile.face(to.rotation);
        let slots = |face: &Face| face.stops.iter().map(|stop| stop.slots).sum::<u8>();
        letters_agree(place, new, &self.fixed.figures.coast_letters) && slots(new) >= slots(face)
    }

    /// 18FB-3.4.1-05, 18FB-3.4.1-15: a tile extends what the company reaches. 18FB-G-45: raising a reached city or town is
    /// enough.
    fn extends<V>(&self, network: &Network<V>, hex: HexId, to: &Candidate) -> bool
    where
        V: Fn(&Board, HexId, u8) -> Visit,
    {
        let (board, reach) = (&self.table.board, &network.reach);
        let color = board.face(hex).color;
        let raises = color != Color::White && to.color != color && reach.stops_at(hex) != 0;
        raises || board.reaches_new_track(&network.starts, &network.terms, reach, hex, to)
    }

    /// What a company reaches, found once for all tiles it may lay.
    fn network(&self, company: CompanyId) -> Network<impl Fn(&Board, HexId, u8) -> Visit + '_> {
        Network {
            starts: self.tile_starts(company),
            terms: self.tile_terms(company),
            reach: self.tile_reach(company),
        }
    }

    /// The hexes on which a company could lay something.
    fn hexes_in_reach(&self, reach: &Reach, allowed: Allowed) -> SmallVec<[HexId; 64]> {
        if let Some(only) = allowed.only {
            return smallvec![only];
        }
        let laid = |hex: &HexId| allowed.new || self.table.board.face(*hex).color != Color::White;
        reach.hexes().filter(laid).collect()
    }

    /// Whether a candidate is among what is allowed: without token, a regional's home may be laid on anyway (18FB-G-98).
    fn permitted<V>(&self, network: &Network<V>, allowed: Allowed, hex: HexId, to: &Candidate) -> bool
    where
        V: Fn(&Board, HexId, u8) -> Visit,
    {
        allowed.only == Some(hex) || self.extends(network, hex, to)
    }

    /// Every tile a company may lay.
    pub(in crate::fb) fn tile_offers(&self, company: CompanyId, allowed: Allowed) -> Vec<Offer> {
        let network = self.network(company);
        let mut offers: Vec<Offer> = Vec::new();
        for hex in self.hexes_in_reach(&network.reach, allowed) {
            let first = offers.len();
            let name = self.fixed.parts.hex_name(hex);
            for to in self.fitting(hex).filter(|to| self.permitted(&network, allowed, hex, to)) {
                add(&mut offers, first, name, self.fixed.parts.tile_name(to.tile), to.rotation, allowed.cost);
            }
        }
        offers
    }

    /// The candidate that an action means, or why it cannot be laid.
    pub(in crate::fb) fn tile_candidate(
        &self,
        company: CompanyId,
        allowed: Allowed,
        hex: HexId,
        tile: TileId,
        rotation: u8,
    ) -> Result<Candidate, Refusal> {
        let (name, number) = (self.fixed.parts.hex_name(hex), self.fixed.parts.tile_name(tile));
        if allowed.only.is_some_and(|only| only != hex) {
            return Err(Refusal::rule("18FB-3.5.2-11", say!("a slot for the home token comes first")));
        }
        if !allowed.new && self.table.board.face(hex).color == Color::White {
            return Err(Refusal::rule("18FB-3.3-12", say!("a frozen corp lays no new tiles")));
        }
        let network = self.network(company);
        let meant = |to: &Candidate| to.tile == tile && to.rotation == rotation;
        let fitting: SmallVec<[Candidate; 2]> = self.fitting(hex).filter(meant).collect();
        let found = fitting.iter().find(|to| self.permitted(&network, allowed, hex, to)).copied();
        found.ok_or_else(|| match fitting.is_empty() {
            true => Refusal::rule(
                "18FB-3.4.1-26",
                say!("tile {number} does not fit on {name} in this rotation: its kind, letters, colour, track or number", number, name),
            ),
            false => Refusal::rule(
                "18FB-3.4.1-05",
                say!("tile {number} on {name} would not extend a route of this company", number, name),
            ),
        })
    }
}

fn add(
    offers: &mut Vec<Offer>,
    first: usize,
    hex: ferrata_engine::name::HexName,
    tile: TileName,
    rotation: u8,
    cost: Money,
) {
    let mut here = offers.iter_mut().skip(first);
    let known = here.find_map(|offer| match offer {
        Offer::LayTile { tile: other, rotations, .. } if *other == tile => Some(rotations),
        _ => None,
    });
    match known {
        Some(rotations) if rotations.contains(&rotation) => {}
        Some(rotations) => rotations.push(rotation),
        None => offers.push(Offer::LayTile { hex, tile, rotations: smallvec![rotation], cost, by: None }),
    }
}
