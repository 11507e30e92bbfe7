//! §4.2 Laying and upgrading tiles, mines, and the step in which this, stations and passes may be mixed.

use super::pass::Building;
use crate::esp::Esp;
use crate::esp::game::Class;
use crate::esp::state::Step;
use ferrata_engine::action::Action;
use ferrata_engine::board::{Candidate, Misfit, Reach};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CardName, TileName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{Color, Face, StopKind};
use smallvec::{SmallVec, smallvec};

/// Private 1, counted from 0.
const FIRST: usize = 0;

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
}

fn has_mine(face: &Face) -> bool {
    face.stops.iter().any(|stop| stop.kind == StopKind::Mine)
}

impl Esp {
    fn lay(&self, hex: HexId, candidate: &Candidate, private: bool) -> Lay {
        let old = self.s.board.face(hex);
        let upgrade = candidate.color != Color::Yellow;
        Lay { hex, upgrade, mine: !upgrade && has_mine(old), dismantles: upgrade && has_mine(old), private }
    }

    /// How many tile actions a company has in a turn.
    fn tile_actions(&self, company: CompanyId) -> u8 {
        let from = self.game.rules.second_tile_north_from_phase;
        match self.class(company) {
            Class::Minor => 1,
            Class::North if self.phase().number < from => 1,
            _ => 2,
        }
    }

    /// Whether private 1 makes this lay one beyond the usual ones.
    fn is_extra(&self, lay: Lay) -> bool {
        lay.private && self.game.rules.private_1_extra_lay
    }

    fn check_allowance(&self, company: CompanyId, lay: Lay) -> Result<(), Refusal> {
        let Some(or) = self.or() else { return Err(Refusal::plain("track is laid in operating rounds")) };
        let turn = or.turn;
        if self.is_extra(lay) {
            return Ok(());
        }
        if lay.mine {
            return require(!turn.mine, "18ESP-4.2.1-05", || "one mine is built in a turn".into());
        }
        let rule = if self.is_minor(company) { "18ESP-4.2.1-01" } else { "18ESP-4.2.1-02" };
        require(turn.tiles < self.tile_actions(company), rule, || {
            format!("{} tile actions are allowed in this turn", self.tile_actions(company))
        })?;
        require(!(lay.upgrade && turn.upgraded), "18ESP-4.2.2-08", || {
            "of two actions at least one must lay a yellow tile".into()
        })?;
        let again = turn.tiles > 0 && turn.first_hex == Some(lay.hex);
        require(!again, "18ESP-4.2.1-03", || "the tile just laid cannot be upgraded in the same turn".into())
    }

    // 18ESP §4.2.1–4.2.3: terrain for a yellow tile, 30 to dismantle a mine, 20 for the second action.
    fn lay_cost(&self, lay: Lay) -> Money {
        let figures = &self.game.figures;
        let ground = match self.game.parts.map.hex(lay.hex) {
            Some(hex) if !lay.upgrade => hex.terrain.iter().map(|terrain| terrain.cost).sum(),
            _ if lay.dismantles => figures.mine_dismantle,
            _ => Money::ZERO,
        };
        let second = self.or().is_some_and(|or| or.turn.tiles > 0) && !lay.mine && !self.is_extra(lay);
        let charged = !lay.dismantles || self.game.rules.second_tile_fee_on_mines;
        let fee = if second && charged { figures.second_tile } else { Money::ZERO };
        let discount = if lay.private { figures.mine_lay } else { Money::ZERO };
        (ground - discount).max(Money::ZERO) + fee
    }

    /// What the rules ask of a tile on a hex, whoever lays it.
    fn check_ground(&self, company: CompanyId, hex: HexId, to: &Candidate) -> Result<(), Refusal> {
        let north = self.is_north(hex);
        let minor_out = self.is_minor(company) && north;
        require(!minor_out, "18ESP-4.2.1-01", || "minors lay track on the South map only".into())?;
        require(self.phase().colors.contains(&to.color), "18ESP-4.2.2-01", || {
            format!("{:?} tiles cannot be laid in this phase", to.color)
        })?;
        let narrow = self.game.narrow_tile.get(to.tile.index()).copied().unwrap_or(false);
        require(narrow == north, "18ESP-4.2.1-08", || {
            "narrow gauge belongs to the North map, Iberian gauge to the South map".into()
        })?;
        let mine_missing = to.color == Color::Yellow && self.bare_mine_lost(hex, to);
        require(!mine_missing, "18ESP-4.2.3-01", || "a mine hex takes a mine tile".into())?;
        let aranjuez = self.game.aranjuez != hex || to.exits >> self.game.to_madrid & 1 == 1;
        require(aranjuez, "18ESP-4.2.1-15", || "the tile must join Aranjuez to Madrid".into())
    }

    /// Whether a mine on an empty hex would vanish under this tile.
    fn bare_mine_lost(&self, hex: HexId, to: &Candidate) -> bool {
        let tile = self.game.parts.tiles.tile(to.tile);
        has_mine(self.s.board.face(hex)) && !tile.is_some_and(|tile| has_mine(tile.face(0)))
    }

    // 18ESP §4.2.1, §4.2.2: new track continues what is connected to a station; an upgraded hex is connected.
    fn check_connected(
        &self,
        company: CompanyId,
        reach: &Reach,
        hex: HexId,
        to: &Candidate,
    ) -> Result<(), Refusal> {
        let role = self.game.role(company);
        let at_home = role.home == hex && self.s.board.laid(hex).is_none();
        if to.color == Color::Yellow {
            let stations = self.stations(company);
            let terms = self.terms(company);
            let connected = at_home || self.s.board.reaches_new_track(&stations, &terms, reach, hex, to);
            return require(connected, "18ESP-4.2.1-09", || {
                "the tile would not continue track that is connected to a station of the company".into()
            });
        }
        let connected = reach.track(hex) != 0 || reach.stops_at(hex) != 0;
        let joined = self.game.rules.hex_once_per_route && to.exits & reach.arrives(hex) != 0;
        require(connected || joined, "18ESP-4.2.2-04", || {
            "the hex is not connected to a station of the company".into()
        })
    }

    fn check_lay(
        &self,
        company: CompanyId,
        reach: &Reach,
        hex: HexId,
        to: &Candidate,
        private: bool,
    ) -> Result<Money, Refusal> {
        let lay = self.lay(hex, to, private);
        self.check_ground(company, hex, to)?;
        self.check_allowance(company, lay)?;
        if private {
            self.check_private_1(company, lay)?;
        }
        self.check_connected(company, reach, hex, to)?;
        let (cost, cash) = (self.lay_cost(lay), self.s.ledger.company(company));
        require(cost <= cash, "18ESP-4.2.1-06", || format!("it costs {cost}, and only {cash} is there"))?;
        Ok(cost)
    }

    // 18ESP §2.2.1: 30 off one mine, built or dismantled. Online (D-13) a list of hexes decides.
    fn check_private_1(&self, company: CompanyId, lay: Lay) -> Result<(), Refusal> {
        let owns = self.private_owner(FIRST) == Holder::Company(company);
        require(owns, "18ESP-2.2-06", || "private 1 is not the company's".into())?;
        let hexes = &self.game.rules.private_1_hexes;
        let helps = match hexes.is_empty() {
            true => lay.mine || lay.dismantles,
            false => hexes.contains(&self.hex_name(lay.hex)),
        };
        require(helps, "18ESP-2.2.1-01", || "private 1 helps to build or dismantle a mine".into())
    }

    pub(super) fn play_track(
        &mut self,
        company: CompanyId,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        match *action {
            Action::LayTile { hex, tile, rotation, by } => {
                let hex = self.hex_named(hex)?;
                self.lay_tile(company, hex, tile, rotation, by, ev)
            }
            Action::PlaceToken { company: whose, hex, stop, by: None } => {
                let own = self.company_named(whose)? == company;
                require(own, "18ESP-4.3-04", || format!("it is the turn of {}", self.name(company)))?;
                self.build_station(company, self.hex_named(hex)?, stop, ev)
            }
            Action::Choose { option } => self.build_pass(company, option, ev),
            Action::Pass => self.leave_step(company, Step::Track, ev),
            _ => Err(Refusal::rule("18ESP-4-03", "now track is laid and stations are built")),
        }
    }

    fn misfit(&self, misfit: Misfit) -> Refusal {
        let rule = match misfit {
            Misfit::Unknown => return Refusal::plain(misfit.to_string()),
            Misfit::Never | Misfit::Color(_) => "18ESP-4.2.2-01",
            Misfit::Label => "18ESP-4.2.1-13",
            Misfit::Track | Misfit::Rotation => "18ESP-4.2.2-03",
            Misfit::ClosedSide(_) => "18ESP-4.2.1-11",
            Misfit::Stock => "18ESP-1.4-04",
        };
        Refusal::rule(rule, misfit.to_string())
    }

    fn lay_tile(
        &mut self,
        company: CompanyId,
        hex: HexId,
        tile: TileName,
        rotation: u8,
        by: Option<CardName>,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let private = match by {
            None => false,
            Some(card) if self.private_named(card) == Some(FIRST) => true,
            Some(card) => return Err(Refusal::plain(format!("{card} lays no tile"))),
        };
        let id = self.game.parts.tile(tile);
        let id = id.ok_or_else(|| Refusal::plain(format!("there is no tile {tile}")))?;
        let to = self.s.board.candidate(hex, id, rotation).map_err(|misfit| self.misfit(misfit))?;
        let reach = self.reach(company);
        let cost = self.check_lay(company, &reach, hex, &to, private)?;
        let lay = self.lay(hex, &to, private);
        let why = format!("tile {tile} on {}", self.hex_name(hex));
        self.s.ledger.pay(Account::Company(company), Account::Bank, cost, why, ev)?;
        self.put_tile(hex, &to);
        ev.push(Event::Tile { company: Some(company), hex, tile, rotation });
        self.count_lay(lay);
        if private {
            self.close_private(FIRST, ev);
        }
        self.place_waiting_homes(hex, company, ev);
        self.review_destination(company, ev)
    }

    /// Lays the tile; home circles that are kept for companies follow their stops.
    pub(in crate::esp) fn put_tile(&mut self, hex: HexId, to: &Candidate) {
        self.s.board.lay(hex, to);
        for company in self.all_companies() {
            if self.game.role(company).home == hex {
                let state = self.company_mut(company);
                state.home_stop = state.home_stop.and_then(|stop| to.stops.get(stop));
            }
        }
    }

    fn count_lay(&mut self, lay: Lay) {
        if self.is_extra(lay) {
            return;
        }
        self.turn_mut(|turn| {
            if lay.mine {
                turn.mine = true;
            } else {
                turn.tiles += 1;
                turn.upgraded |= lay.upgrade;
                turn.first_hex = turn.first_hex.or(Some(lay.hex));
            }
        });
    }

    /// Whether nothing is left of what a turn allows in this step.
    pub(super) fn track_is_done(&self, company: CompanyId) -> bool {
        let Some(or) = self.or() else { return true };
        let (turn, cash) = (or.turn, self.s.ledger.company(company));
        let fee = if turn.tiles > 0 { self.game.figures.second_tile } else { Money::ZERO };
        let more = if turn.tiles < self.tile_actions(company) { fee <= cash } else { !turn.mine };
        // By the book a company may still use private 1; online the step waits while it could be bought.
        let private = match self.game.rules.private_1_extra_lay {
            false => self.private_owner(FIRST) == Holder::Company(company),
            true => self.check_private(company, FIRST).is_ok(),
        };
        !more && !private && !self.can_build_any_station(company) && self.buildings(company).next().is_none()
    }

    pub(super) fn track_offers(&self, company: CompanyId) -> Vec<Offer> {
        let mut offers = self.lay_offers(company);
        offers.extend(self.station_offers(company));
        let means = |building: &Building| {
            let with = if building.with_private { " with private 4" } else { "" };
            format!("build this pass{with}")
        };
        let options: Vec<_> =
            self.buildings(company).map(|building| (self.pass_option(building), means(&building))).collect();
        if !options.is_empty() {
            offers.push(Offer::Choose { about: "build a mountain pass".into(), options });
        }
        offers
    }

    fn lay_offers(&self, company: CompanyId) -> Vec<Offer> {
        let reach = self.reach(company);
        let home = self.game.role(company).home;
        let mut hexes: SmallVec<[HexId; 64]> = reach.hexes().collect();
        if !hexes.contains(&home) {
            hexes.push(home);
        }
        let private = self.private_owner(FIRST) == Holder::Company(company);
        let mut offers = Vec::new();
        for hex in hexes {
            self.lays_on(company, &reach, hex, false, &mut offers);
            if private {
                self.lays_on(company, &reach, hex, true, &mut offers);
            }
        }
        offers
    }

    /// The tiles that may be laid on one hex, each with its rotations.
    fn lays_on(&self, company: CompanyId, reach: &Reach, hex: HexId, private: bool, offers: &mut Vec<Offer>) {
        let by = private.then(|| self.private(FIRST).name);
        let colors = self.phase().colors;
        let mut last = None;
        for to in self.s.board.candidates(hex, colors) {
            let Ok(cost) = self.check_lay(company, reach, hex, &to, private) else { continue };
            if let (Some(tile), Some(Offer::LayTile { rotations, .. })) = (last, offers.last_mut())
                && tile == to.tile
            {
                rotations.push(to.rotation);
                continue;
            }
            last = Some(to.tile);
            let Some(tile) = self.game.parts.tiles.tile(to.tile).map(|tile| tile.name) else { continue };
            let (hex, rotations) = (self.hex_name(hex), smallvec![to.rotation]);
            offers.push(Offer::LayTile { hex, tile, rotations, cost, by });
        }
    }
}
