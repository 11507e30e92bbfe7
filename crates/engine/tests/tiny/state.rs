//! What changes during a game, in few flat pieces so that a copy is cheap, and the questions all steps ask.

use super::{Printed, Tiny};
use ferrata_engine::action::Action;
use ferrata_engine::board::{BROAD, Board, Reach, Terms, Visit};
use ferrata_engine::chart::Chart;
use ferrata_engine::components::{CompanySpec, PhaseSpec, PlayerCount};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CardId, CompanyId, HexId, PhaseId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Ledger, Money};
use ferrata_engine::name::CompanyName;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::{Control, Holder, Shares};
use ferrata_engine::train::Depot;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// Everything that changes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    pub(crate) ledger: Ledger,
    pub(crate) shares: Shares,
    pub(crate) chart: Chart,
    pub(crate) board: Board,
    pub(crate) depot: Depot,
    pub(crate) phase: PhaseId,
    pub(crate) companies: SmallVec<[Company; 2]>,
    /// By card: who has it; out of the game if nobody.
    pub(crate) cards: SmallVec<[Holder; 4]>,
    /// The seats in the order of play.
    pub(crate) order: SmallVec<[SeatId; 4]>,
    pub(crate) stock_rounds: u8,
    pub(crate) operating_rounds: u8,
    /// Operating rounds to come before the next stock round.
    pub(crate) rounds_left: u8,
    pub(crate) step: Step,
    /// A deal on the table: the other party has to answer first.
    pub(crate) deal: Option<Deal>,
    /// Companies with too many trains: they have to give one back first.
    pub(crate) to_discard: SmallVec<[CompanyId; 2]>,
}

/// A company's charter.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Company {
    /// What a share cost at the start; none if it has not been started.
    pub(crate) start_price: Option<Money>,
    pub(crate) trains: SmallVec<[TrainKind; 2]>,
    pub(crate) tokens: u8,
    pub(crate) last_run: Option<Money>,
}

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Step {
    Seating,
    Sheets(SmallVec<[Sheet; 4]>),
    Auction(Auction),
    Stock(Stock),
    Weather,
    Operating(Operating),
    Over(&'static str),
}

/// A sealed sheet of bids. What is written on it counts neither for the hash nor for the view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sheet {
    Missing,
    /// Handed in by somebody else: its content is not known here.
    Hidden,
    Written(Vec<Money>),
}

impl Hash for Sheet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        matches!(self, Sheet::Missing).hash(state);
    }
}

/// An open auction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Auction {
    pub(crate) card: CardId,
    pub(crate) asked: SeatId,
    /// The highest bid so far.
    pub(crate) best: Option<(SeatId, Money)>,
    /// Who is still in.
    pub(crate) bidders: SmallVec<[SeatId; 4]>,
}

/// A stock round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stock {
    pub(crate) asked: SeatId,
    /// Passes in succession.
    pub(crate) passes: u8,
    /// Who sold which company in this round.
    pub(crate) sold: SmallVec<[(SeatId, CompanyId); 4]>,
    /// Whether the player has suggested a deal in this turn.
    pub(crate) proposed: bool,
}

/// A company's turn in an operating round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Operating {
    pub(crate) company: CompanyId,
    /// The companies after it.
    pub(crate) queue: SmallVec<[CompanyId; 2]>,
    pub(crate) step: OpStep,
    pub(crate) snow: bool,
    pub(crate) proposed: bool,
}

/// The steps of a company's turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OpStep {
    Lay,
    Token,
    Run,
    Settle(Money),
    Trains,
}

/// A deal that needs consent.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Deal {
    pub(crate) by: SeatId,
    pub(crate) to: SeatId,
    pub(crate) action: Action,
}

impl State {
    /// The table as it is set up.
    pub(super) fn new(printed: &Printed, figures: PlayerCount) -> Result<State, Refusal> {
        let from = &printed.from;
        let seats = figures.count as usize;
        let mut ledger = Ledger::new(from.bank.unwrap_or_default(), seats, from.companies.len());
        for seat in 0..figures.count {
            let to = Account::Seat(SeatId(seat));
            ledger.pay(Account::Bank, to, figures.cash, "start capital", &mut Events::new())?;
        }
        let company = |spec: &CompanySpec| Company { tokens: spec.tokens.len() as u8, ..Company::default() };
        Ok(State {
            ledger,
            shares: Shares::new(
                from.companies.iter().map(|company| &company.certificates[..]),
                Holder::Offering,
            ),
            chart: Chart::new(from.companies.len()),
            board: Board::new(printed.table.clone()),
            depot: Depot::new(&from.trains),
            phase: PhaseId(0),
            companies: from.companies.iter().map(company).collect(),
            cards: from.cards.iter().map(|_| Holder::Out).collect(),
            order: SmallVec::new(),
            stock_rounds: 0,
            operating_rounds: 0,
            rounds_left: 0,
            step: Step::Seating,
            deal: None,
            to_discard: SmallVec::new(),
        })
    }
}

impl Tiny {
    /// All companies.
    pub(super) fn company_ids(&self) -> impl Iterator<Item = CompanyId> + use<> {
        (0..self.now.companies.len() as u8).map(CompanyId)
    }

    /// A company's charter.
    pub(crate) fn company(&self, company: CompanyId) -> Option<&Company> {
        self.now.companies.get(company.index())
    }

    /// A company's charter, to write on.
    pub(super) fn company_mut(&mut self, company: CompanyId) -> Option<&mut Company> {
        self.now.companies.get_mut(company.index())
    }

    /// A company's name.
    pub(super) fn company_name(&self, company: CompanyId) -> CompanyName {
        self.printed.from.company_spec(company).map(|spec| spec.name).unwrap_or_default()
    }

    /// A company by the name an action gives, or a refusal.
    pub(super) fn find_company(&self, name: CompanyName) -> Result<CompanyId, Refusal> {
        let found = self.printed.from.company(name);
        found.ok_or_else(|| Refusal::plain(format!("there is no company {name}; there are Alpha and Beta")))
    }

    /// Whether a company has been started.
    pub(super) fn started(&self, company: CompanyId) -> bool {
        self.company(company).is_some_and(|company| company.start_price.is_some())
    }

    /// Who directs a company. No share is ever sold so that a started company has no director.
    pub(super) fn director(&self, company: CompanyId) -> SeatId {
        match self.now.shares.control(company) {
            Control::Seat(seat) => seat,
            Control::Nobody | Control::Circle => SeatId(0),
        }
    }

    /// A company's price.
    pub(super) fn price(&self, company: CompanyId) -> Money {
        self.now.chart.price(&self.printed.from.grid, company)
    }

    /// What holds in the current phase.
    pub(crate) fn phase(&self) -> Option<&PhaseSpec> {
        self.printed.from.phase_spec(self.now.phase)
    }

    /// How many trains a company may own.
    pub(super) fn train_limit(&self) -> usize {
        let kind = self.printed.from.companies.first().map(|company| company.kind).unwrap_or_default();
        self.phase().map_or(0, |phase| phase.train_limit(kind).into())
    }

    /// The player after this one.
    pub(super) fn after(&self, seat: SeatId) -> SeatId {
        let order = &self.now.order;
        let at = order.iter().position(|other| *other == seat).map_or(0, |at| at + 1);
        order.get(at).or(order.first()).copied().unwrap_or(seat)
    }

    /// The stops with a company's tokens.
    pub(super) fn token_stops(&self, company: CompanyId) -> SmallVec<[(HexId, u8); 2]> {
        self.now.board.tokens_of(company).map(|token| (token.hex, token.stop)).collect()
    }

    /// What a company's trains reach.
    pub(crate) fn reach(&self, company: CompanyId) -> Reach {
        self.now.board.reach(&self.token_stops(company), &terms(company))
    }
}

/// The terms on which a company's trains use the board: they end in cities full of others' tokens.
pub(super) fn terms(company: CompanyId) -> Terms<impl Fn(&Board, HexId, u8) -> Visit> {
    Terms {
        gauges: BROAD,
        borders: 0,
        visit: move |board: &Board, hex, stop| board.visit(company, hex, stop),
    }
}
