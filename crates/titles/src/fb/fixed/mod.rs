//! What never changes in a game: the box, its figures and switches as the rules read them, and who plays.

mod cards;
mod figures;
mod phase;
mod places;
mod roster;
mod switches;
mod trains;

pub(super) use cards::{CardRole, Concession, Political, Power};
pub(super) use figures::{Figures, FilledIn};
pub(super) use phase::{Deposit, Phase, PhaseEvent};
pub(super) use places::{Claim, Claimant, Places, letters_agree, towns};
pub(super) use roster::{Destination, MainLine, Major, National, Regional, Role};
pub use switches::OPTIONS;
pub(super) use switches::Switches;
pub(super) use trains::{Class, Train};

use super::data::{EDITIONS, SHELF};
use crate::data::{Faults, by_players, whole_shares};
use ferrata_engine::board::{ReworkRules, Reworks, Table, UpgradeRules};
use ferrata_engine::components::{Components, PlayerCount};
use ferrata_engine::fact::Facts;
use ferrata_engine::id::{CardId, CompanyId, HexId, PhaseId, TrainKind};
use ferrata_engine::load::Problem;
use ferrata_engine::name::{CompanyName, HexName};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::Setup;
use std::sync::{Arc, OnceLock};

/// A game's own: its box, its players, its switches.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    printed: Arc<Printed>,
    pub(super) players: Vec<String>,
    /// What the number of players decides.
    pub(super) by_players: PlayerCount,
    pub(super) switches: Switches,
}

/// What the data files of an edition say, and what follows from them.
#[derive(Debug)]
pub(super) struct Printed {
    pub(super) parts: Arc<Components>,
    pub(super) board: Arc<Table>,
    pub(super) reworks: Arc<Reworks>,
    pub(super) figures: Figures,
    pub(super) places: Places,
    roles: Vec<Role>,
    cards: Vec<CardRole>,
    trains: Vec<Train>,
    phases: Vec<Phase>,
}

impl std::ops::Deref for Fixed {
    type Target = Printed;

    fn deref(&self) -> &Printed {
        &self.printed
    }
}

/// What the data files say that only 18FB knows.
struct Told {
    figures: Figures,
    places: Places,
    roles: Vec<Role>,
    cards: Vec<CardRole>,
    trains: Vec<Train>,
    phases: Vec<Phase>,
}

/// Reads everything, or tells the first thing that is wrong. What follows for the board takes long and can go wrong nowhere.
pub(super) fn verify(parts: &Components) -> Result<(), Problem> {
    Told::read(parts).map(|_| ())
}

impl Told {
    fn read(parts: &Components) -> Result<Told, Problem> {
        let figures: Figures = parts.constants.read()?;
        let limits = [figures.hold_limit, figures.pool_limit, figures.float_percent];
        whole_shares(&parts.constants, figures.share, &limits)?;
        places::check_towns(parts)?;
        places::check_areas(parts)?;
        let (roles, cards) = (roster::read(parts)?, cards::read(parts, &figures)?);
        Ok(Told {
            places: Places::read(parts, &figures, &roles, &cards)?,
            trains: trains::read(parts)?,
            phases: parts.phases.iter().map(Phase::read).collect::<Result<_, _>>()?,
            roles,
            cards,
            figures,
        })
    }
}

impl Printed {
    pub(super) fn read(parts: Arc<Components>) -> Result<Printed, Problem> {
        let told = Told::read(&parts)?;
        let board = Table::new(parts.map.clone(), parts.tiles.clone(), UpgradeRules::default());
        // 18FB-3.4.1-17: competitive upgrades replace a tile by one of its own colour.
        let rules = ReworkRules { kind: places::kind_of_place, same_color: true };
        let reworks = Arc::new(Reworks::new(&board, rules));
        Ok(Printed::new(parts, told, Arc::new(board), reworks))
    }

    fn new(parts: Arc<Components>, told: Told, board: Arc<Table>, reworks: Arc<Reworks>) -> Printed {
        let Told { figures, places, roles, cards, trains, phases } = told;
        Printed { parts, board, reworks, figures, places, roles, cards, trains, phases }
    }

    /// The same with another box, and with this board where map and tiles are the same.
    #[cfg(any(test, feature = "kit"))]
    fn with(&self, parts: Arc<Components>) -> Result<Printed, Problem> {
        if parts.map != self.parts.map || parts.tiles != self.parts.tiles {
            return Printed::read(parts);
        }
        let told = Told::read(&parts)?;
        Ok(Printed::new(parts, told, self.board.clone(), self.reworks.clone()))
    }

    /// The box of an edition, made once.
    fn named(name: &str) -> Result<Arc<Printed>, Refusal> {
        type Kept = OnceLock<Result<Arc<Printed>, Refusal>>;
        static KEPT: [Kept; EDITIONS] = [const { OnceLock::new() }; EDITIONS];
        SHELF.once(name, &KEPT, || {
            let printed = Printed::read(SHELF.components(name)?).map_err(|problem| Faults(vec![problem]))?;
            Ok(Arc::new(printed))
        })
    }

    /// What a company is.
    pub(super) fn role(&self, company: CompanyId) -> Option<&Role> {
        self.roles.get(company.index())
    }

    /// A major.
    pub(super) fn major(&self, company: CompanyId) -> Option<&Major> {
        if let Role::Major(major) = self.role(company)? { Some(major) } else { None }
    }

    /// A national.
    pub(super) fn national(&self, company: CompanyId) -> Option<&National> {
        if let Role::National(national) = self.role(company)? { Some(national) } else { None }
    }

    /// A regional.
    pub(super) fn regional(&self, company: CompanyId) -> Option<&Regional> {
        if let Role::Regional(regional) = self.role(company)? { Some(regional) } else { None }
    }

    /// What a card is.
    pub(super) fn card(&self, card: CardId) -> Option<&CardRole> {
        self.cards.get(card.index())
    }

    /// A concession.
    pub(super) fn concession(&self, card: CardId) -> Option<&Concession> {
        if let CardRole::Concession(concession) = self.card(card)? { Some(concession) } else { None }
    }

    /// A political card.
    pub(super) fn political(&self, card: CardId) -> Option<&Political> {
        if let CardRole::Political(political) = self.card(card)? { Some(political) } else { None }
    }

    /// All political cards, in ascending order of cost (18FB-1.2-06).
    pub(super) fn political_cards(&self) -> impl Iterator<Item = (CardId, &Political)> {
        (0..).map(CardId).zip(&self.cards).filter_map(|(id, card)| match card {
            CardRole::Political(political) => Some((id, political)),
            CardRole::Concession(_) => None,
        })
    }

    /// A kind of train.
    pub(super) fn train(&self, kind: TrainKind) -> Option<&Train> {
        self.trains.get(kind.index())
    }

    /// All kinds of trains.
    pub(super) fn train_kinds(&self) -> impl Iterator<Item = (TrainKind, &Train)> {
        (0..).map(TrainKind).zip(&self.trains)
    }

    /// A phase.
    pub(super) fn phase(&self, phase: PhaseId) -> Option<&Phase> {
        self.phases.get(phase.index())
    }

    /// All phases.
    pub(super) fn phases(&self) -> impl DoubleEndedIterator<Item = (PhaseId, &Phase)> {
        self.phases.iter().enumerate().map(|(at, phase)| (PhaseId(at as u8), phase))
    }
}

impl Fixed {
    /// What a set-up is played with, or what is wrong with it.
    pub(super) fn of(setup: &Setup) -> Result<Fixed, Refusal> {
        Fixed::new(Printed::named(SHELF.wanted(setup))?, setup)
    }

    /// The same with a box of one's own.
    #[cfg(any(test, feature = "kit"))]
    pub(super) fn with(parts: Components, setup: &Setup) -> Result<Fixed, Refusal> {
        let usual = Printed::named(SHELF.wanted(setup))?;
        let printed = usual.with(Arc::new(parts)).map_err(|problem| Faults(vec![problem]))?;
        Fixed::new(Arc::new(printed), setup)
    }

    /// Another set-up with the same box.
    #[cfg(any(test, feature = "kit"))]
    pub(super) fn beside(&self, setup: &Setup) -> Result<Fixed, Refusal> {
        Fixed::new(self.printed.clone(), setup)
    }

    /// 18FB-1.2-01: 3 to 6 players.
    fn new(printed: Arc<Printed>, setup: &Setup) -> Result<Fixed, Refusal> {
        let refuse = |because| Refusal::rule("18FB-1.2-01", because);
        let by_players = by_players(&printed.parts, setup.players.len(), refuse)?;
        let switches = printed.figures.switches.turned(setup)?;
        Ok(Fixed { printed, players: setup.players.clone(), by_players, switches })
    }
}

/// A hex that a fact names.
fn hex_named(parts: &Components, at: &Facts, name: HexName) -> Result<HexId, Problem> {
    parts.hex(name).ok_or_else(|| at.wrong(format!("the hex \"{name}\""), "a hex of this map"))
}

/// A company that a fact names.
fn company_named(parts: &Components, at: &Facts, name: CompanyName) -> Result<CompanyId, Problem> {
    parts.company(name).ok_or_else(|| at.wrong(format!("the company \"{name}\""), "a company of this title"))
}
