//! 3.4.2 Token legal routes: from a station over towns and plain track to a city or off-map area, with the cost of every
//! border and the markers of every town.

use crate::fb::Game;
use crate::fb::fixed::{Power, towns};
use ferrata_engine::action::Leg;
use ferrata_engine::board::{Board, Halt, LineLeg, LineStart, LineTerms};
use ferrata_engine::id::{CardId, CompanyId, HexId};
use ferrata_engine::map::Side;
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{End, StopKind};
use smallvec::SmallVec;

/// A line that a company can build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::fb) struct Building {
    /// Where the token goes.
    pub(in crate::fb) hex: HexId,
    pub(in crate::fb) stop: u8,
    pub(in crate::fb) cost: Money,
    pub(in crate::fb) markers: u8,
    /// 18FB-G-103: it passes Pontecorvo.
    pub(in crate::fb) pontecorvo: bool,
    pub(in crate::fb) route: Vec<Leg>,
    /// By the power of this card.
    pub(in crate::fb) by: Option<CardId>,
}

/// Where the token of a line may go: hex and stop, and the sides between if it is beyond the end of the line, in the other
/// half of Napoli.
type Ends = SmallVec<[(HexId, u8, Option<(u8, u8)>); 2]>;

/// Where a line may put its token: by right, or by cards.
#[derive(Clone, Debug, Default)]
struct Target {
    open: bool,
    cards: SmallVec<[CardId; 2]>,
}

impl Target {
    fn none(&self) -> bool {
        !self.open && self.cards.is_empty()
    }
}

impl Game {
    /// 18FB-2.5.2-02 to 18FB-2.5.2-04, 18FB-3.4.2-11: what crossing a border costs: its rivers (18FB-2.5.2-06: the Sarno too)
    /// and mountains, else the plain.
    pub(in crate::fb) fn border_cost(&self, side: &Side) -> Money {
        match side.terrain.is_empty() {
            true => self.fixed.figures.plain_side,
            false => side.terrain.iter().map(|terrain| terrain.cost).sum(),
        }
    }

    /// The political cards whose Bourbon token could be replaced now by a token of this company, with where it lies
    /// (18FB-2.7-40: by the ordinary rules).
    pub(in crate::fb) fn token_cards(&self, company: CompanyId) -> SmallVec<[(CardId, (HexId, u8)); 4]> {
        if self.fixed.major(company).is_none() {
            return SmallVec::new();
        }
        let usable = self.fixed.political_cards().filter_map(|(card, political)| {
            let Power::Bourbon(bourbon) = &political.power else { return None };
            let early = self.fixed.switches.delahante_any_phase && !bourbon.closes;
            let begun = early || bourbon.from.is_none_or(|phase| self.reached(phase));
            let held = matches!(self.card(card).holder, Holder::Seat(_));
            Some((card, self.bourbon_slot(card).filter(|_| begun && held)?))
        });
        usable.collect()
    }

    /// What the borders of a route cost.
    pub(in crate::fb) fn route_cost(&self, route: &[Leg]) -> Result<Money, Refusal> {
        let mut cost = Money::ZERO;
        for leg in route {
            let End::Side(side) = leg.to else { continue };
            let hex = self.fixed.parts.hex_named(leg.hex)?;
            let border = self.table.board.map().hex(hex).and_then(|hex| hex.sides.get(usize::from(side)));
            cost += border.map_or(Money::ZERO, |border| self.border_cost(border));
        }
        Ok(cost)
    }

    /// The targets of a company's lines.
    fn target(&self, company: CompanyId, cards: &[(CardId, (HexId, u8))], hex: HexId, stop: u8) -> Target {
        if self.in_place(company, hex) {
            return Target::default();
        }
        let cards = cards.iter().filter(|(_, at)| *at == (hex, stop)).map(|(card, _)| *card);
        Target { open: self.slot_open(company, hex, stop), cards: cards.collect() }
    }

    /// Every line a company can build and pay: for each end one for every distinct cost and towns (18FB-3.4.2-10).
    /// 18FB-3.4.2-05: no line passes a city (18FB-3.4.2-09: nor a home token of Napoli); 18FB-3.4.2-13: borders that are
    /// closed stop it; 18FB-3.4.2-14: an off-map area is an end like a city.
    pub(in crate::fb) fn buildings(&self, company: CompanyId, most: Money) -> Vec<Building> {
        let cards = self.token_cards(company);
        let joint = if self.one_napoli(company) { self.napoli_joint() } else { None };
        let places = &self.fixed.places;
        // What may be done at a stop: at the other half of Napoli too, for the price of the border between.
        let ends = |hex: HexId, stop: u8| {
            let slots = places.slots_of(hex);
            let mut ends = Ends::new();
            ends.push((slots, if slots == hex { stop } else { 0 }, None));
            if let Some((here, there)) = joint.and_then(|joint| joint.from(hex, stop)) {
                ends.push((there.0, there.1, Some((here.2, there.2))));
            }
            ends
        };
        let starts = self.line_starts(company);
        let line_starts: SmallVec<[LineStart; 8]> = starts.iter().map(|(start, _)| *start).collect();
        let terms = LineTerms {
            borders: self.phase().map_or(0, |phase| phase.borders),
            budget: self.table.ledger.company(company).min(most),
            halt: |board: &Board, hex: HexId, stop: u8| match self.town(board, hex, stop) {
                Some(markers) => Halt::Through { markers, mark: places.falcon(hex) > Money::ZERO },
                None if ends(hex, stop)
                    .iter()
                    .all(|(hex, stop, _)| self.target(company, &cards, *hex, *stop).none()) =>
                {
                    Halt::No
                }
                None => Halt::End,
            },
            cost: |side: &Side| self.border_cost(side),
        };
        let mut found: Vec<Building> = Vec::new();
        for line in self.table.board.lines(&line_starts, &terms) {
            let before = starts.get(line.start).map(|(_, legs)| legs.as_slice()).unwrap_or_default();
            for (hex, stop, over) in ends(line.hex, line.stop) {
                let mut legs: Vec<LineLeg> = before.iter().chain(&line.legs).copied().collect();
                let mut cost = line.cost;
                if let Some((out, into)) = over {
                    legs.push((line.hex, End::Stop(line.stop), End::Side(out)));
                    legs.push((hex, End::Side(into), End::Stop(stop)));
                    cost += self
                        .table
                        .board
                        .map()
                        .hex(line.hex)
                        .map_or(Money::ZERO, |at| self.border_cost(at.side(out)));
                }
                if cost > terms.budget {
                    continue;
                }
                let target = self.target(company, &cards, hex, stop);
                let ways = target
                    .open
                    .then_some(None)
                    .into_iter()
                    .chain(target.cards.iter().map(|card| Some(*card)));
                for by in ways {
                    let route = legs.iter().map(|leg| self.leg(*leg)).collect();
                    let (markers, pontecorvo) = (line.markers, line.marked);
                    add(&mut found, Building { hex, stop, cost, markers, pontecorvo, route, by });
                }
            }
        }
        found
    }

    /// 18FB-3.4.2-04, 18FB-3.4.2-21: lines start at stations with an own token; from one half of Napoli they may leave through
    /// the other (18FB-3.4.2-24).
    fn line_starts(&self, company: CompanyId) -> SmallVec<[(LineStart, SmallVec<[LineLeg; 2]>); 8]> {
        let joint = if self.one_napoli(company) { self.napoli_joint() } else { None };
        let mut starts = SmallVec::new();
        for (hex, stop) in self.stations(company) {
            starts.push((LineStart { hex, stop, cost: Money::ZERO }, SmallVec::new()));
            if let Some((here, there)) = joint.and_then(|joint| joint.from(hex, stop)) {
                let cost = self
                    .table
                    .board
                    .map()
                    .hex(hex)
                    .map_or(Money::ZERO, |at| self.border_cost(at.side(here.2)));
                let legs = [
                    (hex, End::Stop(stop), End::Side(here.2)),
                    (there.0, End::Side(there.2), End::Stop(there.1)),
                ];
                starts.push((LineStart { hex: there.0, stop: there.1, cost }, SmallVec::from_slice(&legs)));
            }
        }
        starts
    }

    /// 18FB-3.4.2-16 to 18FB-3.4.2-18: the markers of a town; none if the stop is no town.
    fn town(&self, board: &Board, hex: HexId, stop: u8) -> Option<u8> {
        let face = board.face(hex);
        let town = face.stops.get(usize::from(stop)).filter(|stop| stop.kind == StopKind::Town)?;
        let as_2006 = self.fixed.switches.double_towns_as_2006;
        Some(self.fixed.figures.town_markers.of(towns(town), face.color, as_2006))
    }

    fn leg(&self, (hex, from, to): LineLeg) -> Leg {
        Leg { hex: self.fixed.parts.hex_name(hex), from, to }
    }
}

/// Keeps one line for each end, cost, towns and card: the one with least track.
pub(in crate::fb) fn add(found: &mut Vec<Building>, building: Building) {
    let key = |of: &Building| (of.hex, of.stop, of.cost, of.markers, of.pontecorvo, of.by);
    match found.iter_mut().find(|other| key(other) == key(&building)) {
        Some(other) if other.route.len() <= building.route.len() => {}
        Some(other) => *other = building,
        None => found.push(building),
    }
}
