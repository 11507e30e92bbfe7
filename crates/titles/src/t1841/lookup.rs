//! Questions that all chapters ask, and what all of them move.

use super::Game;
use super::figures::PhaseFacts;
use super::fixed::Charter;
use super::rules::FrozenDirector;
use super::table::{Company, Standing};
use ferrata_engine::components::PhaseSpec;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, HexId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CardName, CompanyName, HexName, PhaseName, TrainName};
use ferrata_engine::shares::{Control, Holder};
use ferrata_engine::text::Text;

/// Companies and players.
impl Game {
    /// What the rules need to know of a company.
    pub(crate) fn charter(&self, company: CompanyId) -> Charter {
        self.fixed.charters.get(company.index()).copied().unwrap_or(Charter {
            minor: false,
            historical: false,
            concession: None,
            role: None,
            unit: 1,
            class: self.fixed.figures.major,
        })
    }

    /// All companies of the box.
    pub(crate) fn company_ids(&self) -> impl Iterator<Item = CompanyId> + use<> {
        (0..self.table.companies.len() as u8).map(CompanyId)
    }

    /// A company's charter.
    pub(crate) fn company(&self, company: CompanyId) -> &Company {
        self.table.companies.get(company.index()).unwrap_or(&self.fixed.nobody)
    }

    /// A company's charter, to write on.
    pub(crate) fn company_mut(&mut self, company: CompanyId) -> Option<&mut Company> {
        self.table.companies.get_mut(company.index())
    }

    /// Whether a company is in operation.
    pub(crate) fn running(&self, company: CompanyId) -> bool {
        self.company(company).standing == Standing::Running
    }

    /// 1841-4.5.1.1-01: in operation, but its director's certificate lies in the pool, or it leads itself through others and no
    /// player decides (G-54); in v2 whatever nobody leads (1841-4.5.1.1-01-v2).
    pub(crate) fn frozen(&self, company: CompanyId) -> bool {
        self.unled(company)
            && match (self.fixed.rules.frozen_director, self.table.shares.director(company)) {
                (FrozenDirector::LosesTies, Holder::Company(_)) => self.leads(company, company),
                _ => true,
            }
    }

    /// In operation, but led by nobody: it is frozen, or a company that is leads it (G-28).
    pub(crate) fn unled(&self, company: CompanyId) -> bool {
        self.running(company) && self.leader(company).is_none()
    }

    /// 1841-8-04: the player who leads a company.
    pub(crate) fn leader(&self, company: CompanyId) -> Option<SeatId> {
        match self.table.shares.control(company) {
            Control::Seat(seat) => Some(seat),
            Control::Nobody => None,
            Control::Circle => self.circle_leader(company),
        }
    }

    /// The player who decides for a company: its leader; without one whoever has the priority card.
    pub(crate) fn deciding(&self, company: CompanyId) -> SeatId {
        self.leader(company).unwrap_or(self.table.priority)
    }

    /// The price of one unit.
    pub(crate) fn price(&self, company: CompanyId) -> Money {
        self.table.chart.price(&self.fixed.parts.grid, company)
    }

    /// The price of this much of a company.
    pub(crate) fn price_of(&self, company: CompanyId, percent: u8) -> Money {
        self.price(company) * i32::from(percent / self.charter(company).unit)
    }

    /// Where a holder keeps money; none for pool and offering.
    pub(crate) fn account(holder: Holder) -> Option<Account> {
        match holder {
            Holder::Seat(seat) => Some(Account::Seat(seat)),
            Holder::Company(company) => Some(Account::Company(company)),
            _ => None,
        }
    }

    /// The money of a player or company.
    pub(crate) fn cash(&self, holder: Holder) -> Money {
        Game::account(holder).map_or(Money::ZERO, |account| self.table.ledger.balance(account))
    }

    /// The players still in the game, from one of them clockwise.
    pub(crate) fn left_of(&self, seat: SeatId) -> Vec<SeatId> {
        let at = self.table.order.iter().position(|other| *other == seat).unwrap_or(0);
        let round = self.table.order.iter().cycle().skip(at).take(self.table.order.len());
        round.copied().filter(|seat| !self.out(*seat)).collect()
    }

    /// Whether a player has left the game.
    pub(crate) fn out(&self, seat: SeatId) -> bool {
        self.table.players.get(seat.index()).is_none_or(|player| player.out)
    }
}

/// The phase.
impl Game {
    /// The phase as printed.
    pub(crate) fn phase_spec(&self) -> Option<&PhaseSpec> {
        self.fixed.parts.phase_spec(self.table.phase)
    }

    /// What the phase decides.
    pub(crate) fn phase_facts(&self) -> &PhaseFacts {
        static NOTHING: PhaseFacts = PhaseFacts::NOTHING;
        self.fixed.phases.get(self.table.phase.index()).unwrap_or(&NOTHING)
    }

    /// The name of the phase.
    pub(crate) fn phase_name(&self) -> PhaseName {
        self.phase_spec().map(|phase| phase.name).unwrap_or_default()
    }
}

/// Names.
impl Game {
    /// A company's name.
    pub(crate) fn name(&self, company: CompanyId) -> CompanyName {
        self.fixed.parts.company_name(company)
    }

    /// A concession's name.
    pub(crate) fn card_name(&self, card: CardId) -> CardName {
        self.fixed.parts.card_name(card)
    }

    /// A hex's name.
    pub(crate) fn hex_name(&self, hex: HexId) -> HexName {
        self.fixed.parts.hex_name(hex)
    }

    /// A train's name.
    pub(crate) fn train_name(&self, kind: TrainKind) -> TrainName {
        self.fixed.parts.train_name(kind)
    }
}

/// Concessions.
impl Game {
    /// All concessions.
    pub(crate) fn concession_ids(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.table.concessions.len() as u8).map(CardId)
    }

    /// Who has a concession; out of the game if nobody.
    pub(crate) fn concession_holder(&self, card: CardId) -> Holder {
        self.table.concessions.get(card.index()).copied().unwrap_or(Holder::Out)
    }

    /// The company that a concession starts; none for the Bayard.
    pub(crate) fn company_of(&self, card: CardId) -> Option<CompanyId> {
        self.fixed.concessions.get(card.index()).copied().flatten()
    }

    /// 1841-8-02: the company of a used concession.
    pub(crate) fn used(&self, card: CardId) -> Option<CompanyId> {
        self.company_of(card).filter(|company| self.running(*company))
    }

    /// Gives a concession to somebody, to the pool or out of the game.
    pub(crate) fn give_concession(&mut self, card: CardId, to: Holder, events: &mut Events) {
        if let Some(holder) = self.table.concessions.get_mut(card.index()) {
            *holder = to;
            events.push(Event::Card { card: self.card_name(card), to });
        }
    }
}

/// Tells that a player said something.
pub(super) fn said(seat: SeatId, what: Text, events: &mut Events) {
    events.push(Event::Said { seat, what });
}

/// Tells something else worth a line.
pub(super) fn note(text: Text, events: &mut Events) {
    events.push(Event::Note { text });
}
