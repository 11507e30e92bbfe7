//! What a company reaches: a flood fill along track from its tokens.
//!
//! Reached is every piece of track that some train of unlimited length, starting from one of the tokens,
//! could run along if it were allowed to use track twice: it never turns back at a junction, it ends where
//! it may not run through. That a route proper uses no track twice is not asked here; this is the usual
//! convention for laying track and tokens.

use super::table::{BROAD, NARROW};
use super::{Board, Candidate, Wiring, new_track};
use crate::id::{CompanyId, HexId};
use crate::tile::{End, Face};
use smallvec::SmallVec;

/// What a walk may do at a stop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Visit {
    /// Run through.
    Through,
    /// Arrive and end.
    End,
    /// Not even arrive (a closed pass).
    No,
}

/// On which terms a board is walked.
pub struct Terms<V> {
    /// The gauges that may be used, as bits; at a stop a walk may change between them.
    pub gauges: u8,
    /// The borders that may not be crossed: one bit per [`crate::map::Map::borders`].
    pub borders: u16,
    /// What may be done at a stop. Where the walk starts and at [`crate::tile::Stop::terminal`] stops this
    /// is not asked.
    pub visit: V,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Reached {
    /// Stops at which the walk arrives.
    stops: u8,
    /// Stops which it leaves again.
    left: u8,
    /// By gauge: sides at which it comes in from the neighbour, whether or not track goes on here.
    arrives: [u8; 2],
    /// Sides to which it comes from inside.
    leads: u8,
    /// Pieces of track along which it runs.
    track: u32,
}

/// What is reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    hexes: Vec<Reached>,
}

impl Reach {
    fn hex(&self, hex: HexId) -> Reached {
        self.hexes.get(hex.index()).copied().unwrap_or_default()
    }

    /// Whether a stop is reached.
    pub fn has_stop(&self, hex: HexId, stop: u8) -> bool {
        self.hex(hex).stops.checked_shr(stop.into()).unwrap_or(0) & 1 != 0
    }

    /// The stops reached on a hex, as bits.
    pub fn stops_at(&self, hex: HexId) -> u8 {
        self.hex(hex).stops
    }

    /// All stops reached.
    pub fn stops(&self) -> impl Iterator<Item = (HexId, u8)> + '_ {
        self.hexes.iter().enumerate().flat_map(|(hex, reached)| {
            let stops = reached.stops;
            (0..8).filter(move |stop| stops >> stop & 1 != 0).map(move |stop| (HexId(hex as u16), stop))
        })
    }

    /// The sides of a hex at which reached track of a neighbour ends, as bits: a tile with track there
    /// continues it.
    pub fn arrives(&self, hex: HexId) -> u8 {
        let [broad, narrow] = self.hex(hex).arrives;
        broad | narrow
    }

    /// The sides of a hex to which reached track of this hex leads, as bits.
    pub fn leads(&self, hex: HexId) -> u8 {
        self.hex(hex).leads
    }

    /// The pieces of track reached on a hex, as bits by their place in its face.
    pub fn track(&self, hex: HexId) -> u32 {
        self.hex(hex).track
    }

    /// The hexes on which a tile could continue what is reached: track arrives there, or a stop is
    /// reached.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        let near = |reached: &Reached| reached.stops != 0 || reached.arrives != [0, 0];
        let hexes = self.hexes.iter().enumerate().filter(move |(_, reached)| near(reached));
        hexes.map(|(hex, _)| HexId(hex as u16))
    }
}

enum Step {
    Leave(HexId, u8),
    Enter(HexId, u8, u8),
}

struct Walk<'a, V> {
    board: &'a Board,
    terms: &'a Terms<V>,
    reach: Reach,
    steps: SmallVec<[Step; 64]>,
}

impl Board {
    /// What a company's trains may do at a stop: they end in a city full of others' tokens.
    pub fn visit(&self, company: CompanyId, hex: HexId, stop: u8) -> Visit {
        if self.city_full_for(company, hex, stop) { Visit::End } else { Visit::Through }
    }

    /// What is reached from these stops on these terms.
    pub fn reach<V: Fn(&Board, HexId, u8) -> Visit>(&self, from: &[(HexId, u8)], terms: &Terms<V>) -> Reach {
        let reach = Reach { hexes: vec![Reached::default(); self.faces.len()] };
        let mut walk = Walk { board: self, terms, reach, steps: SmallVec::new() };
        for (hex, stop) in from {
            walk.start(*hex, *stop);
        }
        walk.run();
        walk.reach
    }

    /// Whether a tile would bring new track that belongs to what is reached from these stops on these
    /// terms, given what is reached now. A new walk is needed only where the tile opens a full city.
    pub fn reaches_new_track<V: Fn(&Board, HexId, u8) -> Visit>(
        &self,
        from: &[(HexId, u8)],
        terms: &Terms<V>,
        now: &Reach,
        hex: HexId,
        to: &Candidate,
    ) -> bool {
        let Some(tile) = self.tiles().tile(to.tile) else { return false };
        let new = tile.face(to.rotation);
        let fresh = new_track(self.face(hex), new, to.stops);
        if fresh == 0 {
            return false;
        }
        let here = now.hex(hex);
        if here.stops & !here.left != 0 && self.slots_grow(hex, to, new) {
            return self.reach_after(from, terms, hex, to).is_some_and(|after| after.track(hex) & fresh != 0);
        }
        let open = |end: End, gauges: u8| match end {
            End::Side(side) => gauges_at(here, side) & gauges & terms.gauges != 0,
            End::Stop(stop) => {
                (0..8).any(|old| here.left >> old & 1 != 0 && to.stops.get(old) == Some(stop))
                    && gauges & terms.gauges != 0
            }
            End::Far(_) => false,
        };
        let track = new.track.iter().enumerate().filter(|(at, _)| fresh >> at & 1 != 0);
        track.map(|(_, track)| track).any(|t| open(t.a, t.gauge.bits()) || open(t.b, t.gauge.bits()))
    }

    fn slots_grow(&self, hex: HexId, to: &Candidate, new: &Face) -> bool {
        let slots = |face: &Face, stop: u8| face.stops.get(stop as usize).map_or(0, |stop| stop.slots);
        let old = self.face(hex);
        let stops = 0..old.stops.len() as u8;
        stops.into_iter().any(|s| to.stops.get(s).is_some_and(|at| slots(new, at) > slots(old, s)))
    }

    /// What would be reached after laying a tile; none if it cannot be laid.
    pub fn reach_after<V: Fn(&Board, HexId, u8) -> Visit>(
        &self,
        from: &[(HexId, u8)],
        terms: &Terms<V>,
        hex: HexId,
        to: &Candidate,
    ) -> Option<Reach> {
        let mut after = self.clone();
        after.lay(hex, to)?;
        let moved = from.iter().filter_map(|&(at, stop)| match at == hex {
            true => to.stops.get(stop).map(|stop| (at, stop)),
            false => Some((at, stop)),
        });
        let moved: SmallVec<[(HexId, u8); 8]> = moved.collect();
        Some(after.reach(&moved, terms))
    }
}

fn gauges_at(here: Reached, side: u8) -> u8 {
    let [broad, narrow] = here.arrives;
    ((broad >> side & 1) * BROAD) | ((narrow >> side & 1) * NARROW)
}

impl<V: Fn(&Board, HexId, u8) -> Visit> Walk<'_, V> {
    fn at(&mut self, hex: HexId) -> Option<&mut Reached> {
        self.reach.hexes.get_mut(hex.index())
    }

    fn start(&mut self, hex: HexId, stop: u8) {
        let bit = 1_u8.checked_shl(stop.into()).unwrap_or(0);
        if let Some(here) = self.at(hex)
            && here.left & bit == 0
        {
            here.stops |= bit;
            here.left |= bit;
            self.steps.push(Step::Leave(hex, stop));
        }
    }

    fn run(&mut self) {
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Leave(hex, stop) => self.follow(hex, End::Stop(stop), self.terms.gauges),
                Step::Enter(hex, side, gauges) => self.follow(hex, End::Side(side), gauges),
            }
        }
    }

    /// Runs along every piece of track at an end.
    fn follow(&mut self, hex: HexId, end: End, gauges: u8) {
        let board = self.board;
        let Some(wiring) = board.wiring(hex) else { return };
        for (at, piece, other) in wiring.at(end) {
            let gauges = gauges & piece.gauges;
            if gauges == 0 {
                continue;
            }
            match other {
                End::Stop(stop) => self.arrive(hex, stop, at, piece.stub, wiring),
                End::Side(side) => {
                    if let Some(here) = self.at(hex) {
                        here.track |= 1 << at;
                        here.leads |= 1 << side;
                    }
                    self.cross(hex, side, gauges);
                }
                End::Far(_) => {}
            }
        }
    }

    fn arrive(&mut self, hex: HexId, stop: u8, track: u8, stub: bool, wiring: &Wiring) {
        let bit = 1_u8.checked_shl(stop.into()).unwrap_or(0);
        let visit = (self.terms.visit)(self.board, hex, stop);
        let ends = stub || wiring.terminal & bit != 0 || visit != Visit::Through;
        let Some(here) = self.at(hex) else { return };
        if visit == Visit::No && here.left & bit == 0 {
            return;
        }
        here.track |= 1 << track;
        here.stops |= bit;
        if !ends && here.left & bit == 0 {
            here.left |= bit;
            self.steps.push(Step::Leave(hex, stop));
        }
    }

    fn cross(&mut self, hex: HexId, side: u8, gauges: u8) {
        let Some(beyond) = self.board.map().hex(hex).map(|hex| hex.side(side)) else { return };
        let Some((to, at)) = beyond.to else { return };
        if beyond.impassable || beyond.borders & self.terms.borders != 0 {
            return;
        }
        let Some(there) = self.at(to) else { return };
        let fresh = gauges & !gauges_at(*there, at);
        let [broad, narrow] = &mut there.arrives;
        *broad |= (fresh & BROAD) << at;
        *narrow |= (fresh >> 1 & 1) << at;
        if fresh != 0 {
            self.steps.push(Step::Enter(to, at, fresh));
        }
    }
}
