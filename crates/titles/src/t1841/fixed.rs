//! What never changes during a game: the box with all that follows from it, worked out once per edition; the rules
//! played; who plays (chapter 1.2).

use super::data::{EDITIONS, SHELF, named};
use super::figures::{self, Class, Figures, PhaseFacts, Role, Unification};
use super::regions::Geography;
use super::rules::{Rules, Variant};
use super::table::{Company, Standing};
use crate::data::{Faults, by_players, whole_shares};
use ferrata_engine::board::{self, UpgradeRules};
use ferrata_engine::chart::Field;
use ferrata_engine::components::{CompanySpec, Components, PlayerCount};
use ferrata_engine::id::{CardId, CompanyId};
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::tile::{Stop, StopKind};
use ferrata_engine::turn::Setup;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A game's own: its box, its rules and its players.
#[derive(Debug)]
pub(crate) struct Fixed {
    /// The box.
    pub(crate) parts: Arc<Components>,
    /// Map and tiles with all that follows from them.
    pub(crate) board: Arc<board::Table>,
    printed: Arc<Printed>,
    /// The rules played.
    pub(crate) rules: Rules,
    /// How Italy is united in this game.
    pub(crate) unification: Unification,
    /// The players' names, by seat.
    pub(crate) players: Vec<String>,
    /// What the number of players decides.
    pub(crate) by_players: PlayerCount,
}

/// What the data files say.
#[derive(Debug)]
pub(crate) struct Printed {
    /// The figures of the rules.
    pub(crate) figures: Figures,
    /// By phase: what it decides.
    pub(crate) phases: Vec<PhaseFacts>,
    /// By company: what the rules need to know of it.
    pub(crate) charters: Vec<Charter>,
    /// The companies that rules call by name.
    pub(crate) roles: Roles,
    /// By card: the company it starts; none for the Bayard.
    pub(crate) concessions: Vec<Option<CompanyId>>,
    /// The lowest bid for a concession.
    pub(crate) lowest_bid: Money,
    /// What the letters on the chart say.
    pub(crate) chart: ChartMarks,
    /// The map as the rules see it.
    pub(crate) geography: Geography,
    /// What a company that does not exist has.
    pub(crate) nobody: Company,
}

impl Deref for Fixed {
    type Target = Printed;

    fn deref(&self) -> &Printed {
        &self.printed
    }
}

/// What the rules need to know of a company.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Charter {
    /// A minor; else a major.
    pub(crate) minor: bool,
    /// One of the ten of history.
    pub(crate) historical: bool,
    /// Its concession.
    pub(crate) concession: Option<CardId>,
    /// Its part in the split and in the Tuscan merger.
    pub(crate) role: Option<Role>,
    /// A unit in percent: the market price is the price of one, a director's certificate is two.
    pub(crate) unit: u8,
    /// 1841-8-07: what its class decides.
    pub(crate) class: Class,
}

impl Charter {
    /// The director's certificate, in percent.
    pub(crate) fn directorship(self) -> u8 {
        2 * self.unit
    }

    /// 1841-3.3-04, 1841-3.3-04-v2: it can only arise by split or Tuscan merger.
    pub(crate) fn arises(self) -> bool {
        matches!(self.role, Some(Role::Veneta | Role::Lombarda | Role::Livornese))
    }

    /// One of the three that the Tuscan merger unites.
    pub(crate) fn tuscan(self) -> bool {
        matches!(self.role, Some(Role::Lucchese | Role::MariaAntonia | Role::Leopolda))
    }
}

/// The companies that rules call by name; lite has no Tuscan ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Roles {
    pub(crate) ferdinandea: Option<CompanyId>,
    pub(crate) veneta: Option<CompanyId>,
    pub(crate) lombarda: Option<CompanyId>,
    pub(crate) livornese: Option<CompanyId>,
    pub(crate) lucchese: Option<CompanyId>,
    pub(crate) maria_antonia: Option<CompanyId>,
    pub(crate) leopolda: Option<CompanyId>,
}

/// What is marked on the chart.
#[derive(Clone, Debug)]
pub(crate) struct ChartMarks {
    /// 1841-3.3.2-01, 1841-3.3.2-02: start prices and their fields, the lowest first.
    pub(crate) starts: Vec<Start>,
    /// 1841-3.5.1-07: the last column for minors, K.
    pub(crate) last_of_minors: u8,
    /// 1841-3.5.1-08: the last column until the whole chart is open, P.
    pub(crate) last_at_first: u8,
    /// 1841-5-01: the field that ends the game, and its price.
    pub(crate) end: (Field, Money),
}

/// A start price.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) price: Money,
    /// Minors may choose it, too.
    pub(crate) minors: bool,
    pub(crate) field: Field,
}

impl Fixed {
    /// What is fixed by a set-up, or what is wrong with it.
    pub(super) fn of(setup: &Setup) -> Result<Fixed, Refusal> {
        let rules = rules(setup)?;
        let edition = Edition::of(&rules)?;
        Fixed::new(edition, rules, setup)
    }

    /// The same with a box of one's own.
    #[cfg(any(test, feature = "kit"))]
    pub(super) fn with(parts: Components, setup: &Setup) -> Result<Fixed, Refusal> {
        let rules = rules(setup)?;
        let usual = Edition::of(&rules)?;
        let printed = Printed::read(&parts).map_err(|problem| Faults(vec![problem]))?;
        let same = parts.map == usual.parts.map && parts.tiles == usual.parts.tiles;
        let board = if same { usual.board } else { Arc::new(board_of(&parts, &printed)) };
        let (parts, printed) = (Arc::new(parts), Arc::new(printed));
        Fixed::new(Edition { parts, board, printed }, rules, setup)
    }

    /// Another set-up with the same box.
    #[cfg(any(test, feature = "kit"))]
    pub(super) fn beside(&self, setup: &Setup) -> Result<Fixed, Refusal> {
        let (parts, board, printed) = (self.parts.clone(), self.board.clone(), self.printed.clone());
        Fixed::new(Edition { parts, board, printed }, rules(setup)?, setup)
    }

    /// 1841-1.2-01: so many can play as the box says.
    fn new(edition: Edition, rules: Rules, setup: &Setup) -> Result<Fixed, Refusal> {
        let Edition { parts, board, printed } = edition;
        let rule = if rules.lite { "1841-L3-01" } else { "1841-1.2-01" };
        let by_players = by_players(&parts, setup.players.len(), |because| Refusal::rule(rule, because))?;
        let variants = &printed.figures.variants;
        let unification = match rules.variant {
            None => &printed.figures.unification,
            Some(Variant::Napoleon) => &variants.napoleon,
            Some(Variant::Cavour) => &variants.cavour,
            Some(Variant::William) => &variants.william,
            Some(Variant::CarloAlberto) => &variants.carlo_alberto,
            Some(Variant::FranzJoseph) => &variants.franz_joseph,
        };
        let (unification, players) = (unification.clone(), setup.players.clone());
        Ok(Fixed { parts, board, printed, rules, unification, players, by_players })
    }
}

fn rules(setup: &Setup) -> Result<Rules, Refusal> {
    if setup.title != "1841" {
        return Err(Refusal::plain(say!("this is 1841, not \"{title}\"", title = setup.title)));
    }
    Rules::of(setup)
}

/// The box of an edition and what follows from it, shared by all games.
#[derive(Clone)]
struct Edition {
    parts: Arc<Components>,
    board: Arc<board::Table>,
    printed: Arc<Printed>,
}

impl Edition {
    /// The edition of a game's rules, made once.
    fn of(rules: &Rules) -> Result<Edition, Refusal> {
        static KEPT: [OnceLock<Result<Edition, Refusal>>; EDITIONS] = [const { OnceLock::new() }; EDITIONS];
        let name = named(rules.data_key(), rules.online);
        SHELF.once(name, &KEPT, || Edition::new(SHELF.components(name)?))
    }

    fn new(parts: Arc<Components>) -> Result<Edition, Refusal> {
        let printed = Printed::read(&parts).map_err(|problem| Faults(vec![problem]))?;
        let (board, printed) = (Arc::new(board_of(&parts, &printed)), Arc::new(printed));
        Ok(Edition { parts, board, printed })
    }
}

fn board_of(parts: &Components, printed: &Printed) -> board::Table {
    board::Table::new(printed.geography.divided(&parts.map), parts.tiles.clone(), upgrade_rules())
}

impl Printed {
    /// Reads everything that only 1841 knows, or tells the first thing that is wrong.
    pub(super) fn read(parts: &Components) -> Result<Printed, Problem> {
        let figures::Read { figures, phases, companies } = figures::read(parts)?;
        let charters = parts.companies.iter().zip(&companies);
        let charters = charters.map(|(spec, facts)| charter(spec, facts, &figures));
        let charters: Vec<Charter> = charters.collect::<Result<_, _>>()?;
        Ok(Printed {
            roles: Roles::of(&charters),
            charters,
            concessions: parts.cards.iter().map(|card| card.company).collect(),
            lowest_bid: lowest_bid(parts)?,
            chart: ChartMarks::of(parts, &figures)?,
            geography: Geography::of(parts),
            nobody: Company { standing: Standing::Gone, ..Company::default() },
            figures,
            phases,
        })
    }
}

/// The rules count in units: the director's certificate is two, each other one.
fn charter(spec: &CompanySpec, facts: &figures::CompanyFacts, figures: &Figures) -> Result<Charter, Problem> {
    let minor = match spec.kind.as_str() {
        "minor" => true,
        "major" => false,
        other => return Err(spec.facts.wrong(format!("the kind \"{other}\""), "minor or major")),
    };
    let (director, others) = spec.certificates.split_first().unwrap_or((&0, &[]));
    let unit = director / 2;
    if unit == 0 || director % 2 == 1 || others.iter().any(|other| *other != unit) {
        let found = format!("the certificates {:?}", spec.certificates);
        return Err(spec.facts.wrong(found, "a director's certificate of two units, the others of one"));
    }
    let class = if minor { figures.minor } else { figures.major };
    whole_shares(&spec.facts, unit, &[class.pool_limit, figures.first_shares, figures.control_limit])?;
    let (role, concession) = (facts.role, spec.card);
    let charter = Charter { minor, historical: facts.historical, concession, role, unit, class };
    // What arises from historical companies is one by its role.
    Ok(Charter { historical: charter.historical || charter.arises(), ..charter })
}

impl Roles {
    fn of(charters: &[Charter]) -> Roles {
        let with = |role| charters.iter().position(|charter| charter.role == Some(role));
        let with = |role| with(role).map(|at| CompanyId(at as u8));
        Roles {
            ferdinandea: with(Role::Ferdinandea),
            veneta: with(Role::Veneta),
            lombarda: with(Role::Lombarda),
            livornese: with(Role::Livornese),
            lucchese: with(Role::Lucchese),
            maria_antonia: with(Role::MariaAntonia),
            leopolda: with(Role::Leopolda),
        }
    }
}

/// 1841-2.1-02: there is one lowest bid, since sealed bids for all concessions are handed in together.
fn lowest_bid(parts: &Components) -> Result<Money, Problem> {
    let lowest = parts.cards.first().map_or(Money::ZERO, |card| card.min_bid);
    match parts.cards.iter().find(|card| card.min_bid != lowest) {
        None => Ok(lowest),
        Some(card) => {
            let found = format!("the lowest bid {}", card.min_bid);
            Err(card.facts.wrong(found, "the same for all concessions"))
        }
    }
}

impl ChartMarks {
    fn of(parts: &Components, figures: &Figures) -> Result<ChartMarks, Problem> {
        let (grid, letters) = (&parts.grid, &figures.chart);
        let missing = |letter: char| {
            let found = format!("no single place of the letter {letter} on the chart");
            parts.constants.wrong(found, "one, as [constants.chart] says")
        };
        let column = |letter: char| {
            let mut columns: Vec<u8> = grid.flagged(letter).map(|field| field.col).collect();
            columns.dedup();
            if let [column] = columns[..] { Ok(column) } else { Err(missing(letter)) }
        };
        let starts = [(letters.start, true), (letters.start_of_majors, false)].into_iter();
        let mut starts: Vec<Start> = starts
            .flat_map(|(letter, minors)| {
                grid.flagged(letter).map(move |field| Start { price: grid.price(field), minors, field })
            })
            .collect();
        starts.sort_by_key(|start| start.price);
        let mut ends = grid.flagged(letters.ends_the_game);
        let end = match (ends.next(), ends.next()) {
            (Some(end), None) => end,
            _ => return Err(missing(letters.ends_the_game)),
        };
        Ok(ChartMarks {
            starts,
            last_of_minors: column(letters.last_of_minors)?,
            last_at_first: column(letters.last_at_first)?,
            end: (end, grid.price(end)),
        })
    }
}

/// 1841-4.1.1-10: what is a pass, a city or a town stays one.
fn upgrade_rules() -> UpgradeRules {
    UpgradeRules {
        becomes: |from, to| from.kind == to.kind && (from.kind != StopKind::Pass || same_class(from, to)),
        ..UpgradeRules::default()
    }
}

/// 1841-4.1.1-10: Alpine pass tiles go on Alpine passes, Apennine ones on Apennine passes.
fn same_class(from: &Stop, to: &Stop) -> bool {
    let class =
        |stop: &Stop| stop.tags.iter().find(|(key, _)| key == "pass_class").map(|(_, class)| class.clone());
    match (class(from), class(to)) {
        (Some(from), Some(to)) => from == to,
        _ => true,
    }
}
