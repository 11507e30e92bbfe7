//! What never changes in a game: the box, the switches of the edition, and what follows from them.

use super::data;
use super::rules::Rules;
use super::state::PRIVATES;
use ferrata_engine::board::{Table, UpgradeRules};
use ferrata_engine::chart::Field;
use ferrata_engine::components::{CardSpec, Components, PhaseSpec, PlayerCount};
use ferrata_engine::fact::{Fact, Facts, Missing};
use ferrata_engine::id::{CompanyId, HexId, TrainKind};
use ferrata_engine::map::Map;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, Name, PhaseName, TrainName};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::tile::{Color, Face, Gauge, StopKind};
use ferrata_engine::train::TrainSpec;
use ferrata_engine::turn::Setup;
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// The three classes of companies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Class {
    Minor,
    South,
    North,
}

/// What a company is from the beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Role {
    pub(super) class: Class,
    pub(super) home: HexId,
    /// Its circle; none on a double city.
    pub(super) home_stop: Option<u8>,
    pub(super) destination: Option<HexId>,
    /// Tokens besides the home token.
    pub(super) tokens: u8,
}

/// A phase as the rules read it.
#[derive(Clone, Debug)]
pub(super) struct Phase {
    pub(super) name: PhaseName,
    /// 2 to 7.
    pub(super) number: u8,
    pub(super) starts_with: TrainKind,
    pub(super) rusts: SmallVec<[TrainKind; 1]>,
    pub(super) colors: &'static [Color],
    pub(super) band: Name,
    pub(super) operating_rounds: u8,
    pub(super) limit_minor: u8,
    pub(super) limit_major: u8,
    pub(super) mine: Money,
    /// The highest price of a private in percent; none = they are closed.
    pub(super) private_cap: Option<u32>,
    pub(super) south_majors: bool,
    pub(super) passes: bool,
    pub(super) takeovers: bool,
    pub(super) trains_between: bool,
    pub(super) combining: bool,
    pub(super) minors: bool,
    pub(super) launch_percent: u8,
    /// Majors launched now get their full capital.
    pub(super) full_capital: bool,
}

/// A mountain pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    pub(super) hex: HexId,
    pub(super) cost: Money,
    /// What it pays to a company with a station there.
    pub(super) value: Money,
}

/// Figures of the rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figures {
    pub(super) auction_step: Money,
    pub(super) second_tile: Money,
    pub(super) mine_lay: Money,
    pub(super) mine_dismantle: Money,
    pub(super) station: Money,
    pub(super) pass_discount: Money,
    pub(super) tender: Money,
    pub(super) tender_to_owner: Money,
    pub(super) bonus_north_south: Money,
    pub(super) bonus_east_west: Money,
    pub(super) takeover_unlaunched: Money,
    pub(super) recycling_factor: i32,
    pub(super) interest: u32,
    pub(super) hold_limit: u8,
    pub(super) pool_limit: u8,
    pub(super) launch_capital: i32,
    pub(super) full_capital: i32,
    pub(super) frozen_factor: i32,
}

/// The box of an edition with everything that follows from it.
#[derive(Debug)]
pub(super) struct Kit {
    pub(super) parts: Arc<Components>,
    pub(super) table: Arc<Table>,
    pub(super) rules: Rules,
    pub(super) figures: Figures,
    pub(super) roles: Vec<Role>,
    pub(super) phases: Vec<Phase>,
    pub(super) passes: SmallVec<[Pass; 4]>,
    /// The zigzag, from 50 to 400.
    pub(super) chain: Vec<Field>,
    /// The yellow zone.
    pub(super) starts: Vec<(Money, Field)>,
    privates: [usize; PRIVATES],
    pub(super) crb: Option<CompanyId>,
    /// MZA and MZ, who share a circle of Madrid.
    pub(super) madrid_pair: [CompanyId; 2],
    pub(super) double_cities: SmallVec<[HexId; 3]>,
    pub(super) alar_del_rey: HexId,
    pub(super) aranjuez: HexId,
    pub(super) madrid: HexId,
    /// The side of Aranjuez's hex that leads to Madrid.
    pub(super) to_madrid: u8,
    /// The hexes of the North–South bonus.
    pub(super) bonus_north: SmallVec<[HexId; 2]>,
    pub(super) bonus_south: SmallVec<[HexId; 2]>,
    /// By hex: whether it lies on the North map.
    pub(super) north: Vec<bool>,
    /// By tile: whether its track is narrow.
    pub(super) narrow_tile: Vec<bool>,
    pub(super) permanent_kind: TrainKind,
    pub(super) special_kind: TrainKind,
    pub(super) last_kind: TrainKind,
    /// The train cards of the box, the special one included.
    pub(super) cards: Vec<TrainSpec>,
}

/// A game's own constants: its box, its players, its set-up.
#[derive(Debug)]
pub(super) struct Game {
    kit: Arc<Kit>,
    pub(super) players: PlayerCount,
    pub(super) names: Vec<String>,
    pub(super) edition: Name,
    /// The random set-up.
    pub(super) random: bool,
}

impl std::ops::Deref for Game {
    type Target = Kit;
    fn deref(&self) -> &Kit {
        &self.kit
    }
}

impl Game {
    /// Reads a set-up, or says what is wrong with it.
    pub(super) fn new(setup: &Setup) -> Result<Game, Refusal> {
        let edition = if setup.edition.as_str().is_empty() { Name::cut("rulebook") } else { setup.edition };
        let kit = Kit::of(edition)?;
        let players = kit.parts.players(setup.players.len() as u8).ok_or_else(|| {
            Refusal::plain(format!("18ESP is for 3 to 6 players, not for {}", setup.players.len()))
        })?;
        let mut random = false;
        for option in &setup.options {
            random = match option.as_str() {
                "standard" => false,
                "random" => true,
                other => {
                    let known = "18ESP has the set-ups standard and random";
                    return Err(Refusal::plain(format!("there is no option {other}; {known}")));
                }
            };
        }
        Ok(Game { kit, players, names: setup.players.clone(), edition, random })
    }
}

impl Kit {
    /// The kit of an edition, made once.
    fn of(edition: Name) -> Result<Arc<Kit>, Refusal> {
        static RULEBOOK: OnceLock<Result<Arc<Kit>, Refusal>> = OnceLock::new();
        static ONLINE: OnceLock<Result<Arc<Kit>, Refusal>> = OnceLock::new();
        let kept = if edition.as_str() == "online" { &ONLINE } else { &RULEBOOK };
        let rules = Rules::of(edition)?;
        kept.get_or_init(|| {
            let parts = data::components(edition.as_str())?;
            Kit::new(parts, rules).map(Arc::new).map_err(|missing| Refusal::plain(missing.to_string()))
        })
        .clone()
    }

    fn new(parts: Arc<Components>, rules: Rules) -> Result<Kit, Missing> {
        let passes = passes(&parts)?;
        let map = join_passes(&parts)?;
        let table = Table::new(map, parts.tiles.clone(), upgrade_rules());
        let company = |name: &'static str| {
            parts.company(CompanyName::of(name)).ok_or_else(|| lacking(name, "a company"))
        };
        let hex = |name: &'static str| parts.hex(HexName::of(name)).ok_or_else(|| lacking(name, "a hex"));
        let train =
            |name: &'static str| parts.train(TrainName::of(name)).ok_or_else(|| lacking(name, "a train"));
        let madrid = hex("F24")?;
        let aranjuez = hex("F26")?;
        let neighbour = |side: &u8| {
            let to = parts.map.hex(aranjuez).and_then(|hex| hex.side(*side).to);
            to.is_some_and(|(hex, _)| hex == madrid)
        };
        Ok(Kit {
            table: Arc::new(table),
            figures: figures(&parts)?,
            roles: roles(&parts)?,
            phases: parts.phases.iter().map(phase).collect::<Result<_, _>>()?,
            passes,
            chain: chain(&parts),
            starts: starts(&parts),
            privates: privates(&parts)?,
            crb: parts.company(CompanyName::of("CRB")),
            madrid_pair: [company("MZA")?, company("MZ")?],
            double_cities: labelled(&parts, "OO"),
            alar_del_rey: hex("H12")?,
            aranjuez,
            madrid,
            to_madrid: (0..6).find(neighbour).unwrap_or(3),
            bonus_north: hexes(&parts, "bonus_hexes.north")?,
            bonus_south: hexes(&parts, "bonus_hexes.south")?,
            north: parts.map.hexes.iter().map(|hex| hex.region == Some(Name::cut("north"))).collect(),
            narrow_tile: parts.tiles.tiles.iter().map(|tile| is_narrow(tile.face(0))).collect(),
            permanent_kind: train("2P")?,
            special_kind: train("2")?,
            last_kind: train("8")?,
            cards: cards(&parts, train("2")?),
            rules,
            parts,
        })
    }

    pub(super) fn role(&self, company: CompanyId) -> Role {
        let nobody = Role {
            class: Class::Minor,
            home: HexId(u16::MAX),
            home_stop: None,
            destination: None,
            tokens: 0,
        };
        self.roles.get(company.index()).copied().unwrap_or(nobody)
    }

    #[allow(clippy::indexing_slicing)] // there are phases (checked when the kit is made), and `at` is clamped
    pub(super) fn phase(&self, at: u8) -> &Phase {
        &self.phases[usize::from(at).min(self.phases.len() - 1)]
    }

    #[allow(clippy::indexing_slicing)] // the seven places were found in the list when the kit was made
    pub(super) fn private(&self, private: usize) -> &CardSpec {
        &self.parts.cards[self.privates[private.min(PRIVATES - 1)]]
    }

    /// All cards of a kind of train, the special one included.
    pub(super) fn cards_of(&self, kind: TrainKind) -> u8 {
        self.cards.get(kind.index()).and_then(|spec| spec.count).unwrap_or(0) as u8
    }
}

/// The train cards of the box: the one beside private 2 is not counted in every edition's data.
fn cards(parts: &Components, special: TrainKind) -> Vec<TrainSpec> {
    let mut cards = parts.trains.clone();
    if let Some(count) = cards.get_mut(special.index()).and_then(|spec| spec.count.as_mut()) {
        *count = (*count).max(11);
    }
    cards
}

fn lacking(key: &str, expected: &'static str) -> Missing {
    Missing { key: key.to_owned(), expected }
}

fn is_narrow(face: &Face) -> bool {
    face.track.iter().any(|track| track.gauge == Gauge::Narrow)
}

// 18ESP §4.2.2: labels must match, but a green double city becomes a brown Y; a mine may be dismantled.
fn upgrade_rules() -> UpgradeRules {
    UpgradeRules {
        labels: |from, to| {
            let merged = from.labels.iter().any(|label| label.as_str() == "OO")
                && to.color == Color::Brown
                && to.labels.iter().any(|label| label.as_str() == "Y");
            merged || from.labels == to.labels
        },
        becomes: |from, to| from.kind == to.kind,
        vanishes: |stop| stop.kind == StopKind::Mine,
    }
}

fn roles(parts: &Components) -> Result<Vec<Role>, Missing> {
    let role = |spec: &ferrata_engine::components::CompanySpec| {
        let home = spec.homes.first().ok_or_else(|| lacking(spec.name.as_str(), "a home"))?;
        let north = spec.facts.text("part")? == "north";
        let class = match spec.kind.as_str() {
            "minor" => Class::Minor,
            _ if north => Class::North,
            _ => Class::South,
        };
        let destination = spec.facts.texts("destination").ok().and_then(|list| list.first().copied());
        let destination = destination.and_then(|name| parts.hex(HexName(Name::cut(name))));
        let tokens = spec.tokens.len().saturating_sub(1) as u8;
        Ok(Role { class, home: home.hex, home_stop: home.stop, destination, tokens })
    };
    parts.companies.iter().map(role).collect()
}

const COLORS: [Color; 4] = [Color::Yellow, Color::Green, Color::Brown, Color::Gray];

fn phase(spec: &PhaseSpec) -> Result<Phase, Missing> {
    let facts = &spec.facts;
    let colors = spec.colors.len().min(COLORS.len());
    let launch_percent = facts.number("float_percent")? as u8;
    Ok(Phase {
        name: spec.name,
        number: spec.name.as_str().parse().map_err(|_| lacking(spec.name.as_str(), "a number"))?,
        starts_with: spec.starts_with.ok_or_else(|| lacking(spec.name.as_str(), "a train"))?,
        rusts: spec.scraps.iter().copied().collect(),
        colors: COLORS.get(..colors).unwrap_or_default(),
        band: spec.band,
        operating_rounds: spec.operating_rounds,
        limit_minor: spec.train_limit(Name::cut("minor")),
        limit_major: spec.train_limit(Name::cut("major")),
        mine: facts.money("mine_revenue")?,
        private_cap: facts.number("private_max_price_percent").ok().map(|percent| percent as u32),
        south_majors: facts.has("southern_majors"),
        passes: facts.has("mountain_passes"),
        takeovers: facts.has("takeovers"),
        trains_between: facts.has("trains_between_companies"),
        combining: facts.has("combined_trains"),
        minors: facts.has("minors_operate"),
        launch_percent,
        full_capital: !facts.has("minors_operate"),
    })
}

fn pass_tables(parts: &Components) -> Result<Vec<&Facts>, Missing> {
    let key = "mountain_passes";
    let list = parts.constants.get(key).ok_or_else(|| lacking(key, "a list of passes"))?.list();
    Ok(list.iter().filter_map(Fact::table).collect())
}

fn passes(parts: &Components) -> Result<SmallVec<[Pass; 4]>, Missing> {
    let pass = |facts: &Facts| {
        let hex = find_hex(parts, facts.text("hex")?)?;
        Ok(Pass { hex, cost: facts.money("open_cost")?, value: facts.money("revenue_with_token")? })
    };
    pass_tables(parts)?.into_iter().map(pass).collect()
}

fn find_hex(parts: &Components, name: &str) -> Result<HexId, Missing> {
    parts.hex(HexName(Name::cut(name))).ok_or_else(|| lacking(name, "a hex"))
}

/// A place as the data writes it: `D18 N`.
fn side_of(parts: &Components, text: &str) -> Result<(HexId, u8), Missing> {
    let (hex, side) = text.split_once(' ').ok_or_else(|| lacking(text, "a hex and a side"))?;
    let side = ["S", "SW", "NW", "N", "NE", "SE"].iter().position(|name| *name == side);
    let side = side.ok_or_else(|| lacking(text, "a side"))?;
    Ok((find_hex(parts, hex)?, side as u8))
}

/// The map with each pass between its two ends: an open pass makes them adjacent (18ESP §4.2.1), whatever
/// the corridor drawn on the board looks like.
fn join_passes(parts: &Components) -> Result<Map, Missing> {
    let mut map = parts.map.clone();
    for facts in pass_tables(parts)? {
        let pass = find_hex(parts, facts.text("hex")?)?;
        let (north, _) = side_of(parts, facts.text("north")?)?;
        let (south, south_side) = side_of(parts, facts.text("south")?)?;
        let exits = map.hex(pass).map_or(0, |hex| hex.face.exits());
        let leads_south = |side: &u8| {
            let to = map.hex(pass).and_then(|hex| hex.side(*side).to);
            exits >> side & 1 == 1 && to.is_none_or(|(to, _)| to != north)
        };
        let Some(pass_side) = (0..6).find(leads_south) else { continue };
        for (from, side, to) in
            [(pass, pass_side, (south, south_side)), (south, south_side, (pass, pass_side))]
        {
            if let Some(side) =
                map.hexes.get_mut(from.index()).and_then(|hex| hex.sides.get_mut(side as usize))
            {
                side.to = Some(to);
                side.blind = false;
                side.impassable = false;
            }
        }
    }
    Ok(map)
}

fn chain(parts: &Components) -> Vec<Field> {
    let mut fields: Vec<Field> = parts.grid.fields().collect();
    fields.sort_by_key(|at| parts.grid.price(*at));
    fields
}

fn starts(parts: &Components) -> Vec<(Money, Field)> {
    let mut starts: Vec<_> = parts.grid.flagged('p').map(|at| (parts.grid.price(at), at)).collect();
    starts.sort_by_key(|(price, _)| *price);
    starts
}

fn privates(parts: &Components) -> Result<[usize; PRIVATES], Missing> {
    let mut found = [0; PRIVATES];
    for (at, place) in found.iter_mut().enumerate() {
        let number = Some(at as u8 + 1);
        let card = parts.cards.iter().position(|card| card.number == number);
        *place = card.ok_or_else(|| lacking(&format!("P{}", at + 1), "a private"))?;
    }
    if parts.phases.is_empty() {
        return Err(lacking("phase", "phases"));
    }
    Ok(found)
}

fn labelled(parts: &Components, label: &str) -> SmallVec<[HexId; 3]> {
    let has = |hex: &HexId| {
        let face = parts.map.hex(*hex).map(|hex| &hex.face);
        face.is_some_and(|face| face.labels.iter().any(|name| name.as_str() == label))
    };
    parts.map.ids().filter(has).collect()
}

fn hexes(parts: &Components, key: &str) -> Result<SmallVec<[HexId; 2]>, Missing> {
    parts.constants.texts(key)?.into_iter().map(|name| find_hex(parts, name)).collect()
}

fn figures(parts: &Components) -> Result<Figures, Missing> {
    let facts = &parts.constants;
    let ability = |card: u8, key: &str| {
        let card = parts.cards.iter().find(|spec| spec.number == Some(card));
        card.ok_or_else(|| lacking(key, "a private"))?.facts.money(&format!("ability.{key}"))
    };
    Ok(Figures {
        auction_step: facts.money("auction_step")?,
        second_tile: facts.money("tile_second_action")?,
        mine_lay: facts.money("mine_lay")?,
        mine_dismantle: facts.money("mine_dismantle")?,
        station: facts.money("station")?,
        pass_discount: ability(4, "discount_elsewhere")?,
        tender: facts.money("tender_price")?,
        tender_to_owner: ability(5, "to_owner")?,
        bonus_north_south: facts.money("bonus_north_south")?,
        bonus_east_west: facts.money("bonus_east_west")?,
        takeover_unlaunched: facts.money("takeover_unlaunched_minor")?,
        recycling_factor: facts.number("recycled_train_price_factor")?,
        interest: facts.number("loan_interest_percent")? as u32,
        hold_limit: facts.number("hold_limit_percent")? as u8,
        pool_limit: facts.number("pool_limit_percent")? as u8,
        launch_capital: facts.number("float_payment_in_par")?,
        full_capital: facts.number("full_capital_in_par")?,
        frozen_factor: facts.number("frozen_minor_end_value_factor")?,
    })
}
