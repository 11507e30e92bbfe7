//! Questions that all chapters ask the table.

use super::Game;
use super::fixed::{MainLine, Phase, Power};
use super::operating::Operating;
use super::stock::Stock;
use super::table::{Card, Company, Round};
use ferrata_engine::chart::Field;
use ferrata_engine::id::{CardId, CompanyId, PhaseId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, Name};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use std::sync::LazyLock;

static NO_COMPANY: LazyLock<Company> = LazyLock::new(Company::default);

impl Game {
    /// All companies, in roster order.
    pub(super) fn company_ids(&self) -> impl DoubleEndedIterator<Item = CompanyId> + use<> {
        (0..self.table.companies.len() as u8).map(CompanyId)
    }

    /// Majors and nationals.
    pub(super) fn corps(&self) -> impl Iterator<Item = CompanyId> + '_ {
        self.company_ids().filter(|company| self.fixed.regional(*company).is_none())
    }

    /// A company's charter.
    pub(super) fn charter(&self, company: CompanyId) -> &Company {
        self.table.companies.get(company.index()).unwrap_or(&NO_COMPANY)
    }

    /// A company's charter, to write on.
    pub(super) fn charter_mut(&mut self, company: CompanyId) -> Result<&mut Company, Refusal> {
        let company = self.table.companies.get_mut(company.index());
        company.ok_or_else(|| Refusal::plain(say!("there is no such company")))
    }

    /// A company's name.
    pub(super) fn name(&self, company: CompanyId) -> CompanyName {
        self.fixed.parts.company_name(company)
    }

    /// Who has a card, and whether it was used.
    pub(super) fn card(&self, card: CardId) -> Card {
        let nowhere = Card { holder: Holder::Out, used: false };
        self.table.cards.get(card.index()).copied().unwrap_or(nowhere)
    }

    /// A card, to change.
    pub(super) fn card_mut(&mut self, card: CardId) -> Result<&mut Card, Refusal> {
        let card = self.table.cards.get_mut(card.index());
        card.ok_or_else(|| Refusal::plain(say!("there is no such card")))
    }

    /// All cards a player has.
    pub(super) fn cards_of(&self, seat: SeatId) -> impl Iterator<Item = CardId> + '_ {
        let cards = self.table.cards.iter().enumerate();
        cards.filter(move |(_, card)| card.holder == Holder::Seat(seat)).map(|(at, _)| CardId(at as u8))
    }

    /// The concession of a company.
    pub(super) fn concession_of(&self, company: CompanyId) -> Option<CardId> {
        self.fixed.major(company)?.concession
    }

    /// The political card whose power fits, if a player has it and its power was not used.
    pub(super) fn unused_card(&self, seat: SeatId, fits: impl Fn(&Power) -> bool) -> Option<CardId> {
        let mut cards = self.fixed.political_cards().filter(|(_, political)| fits(&political.power));
        let usable = |card: Card| card.holder == Holder::Seat(seat) && !card.used;
        cards.find(|(id, _)| usable(self.card(*id))).map(|(id, _)| id)
    }

    /// The current phase.
    pub(super) fn phase(&self) -> Option<&Phase> {
        self.fixed.phase(self.table.phase)
    }

    /// Whether a phase has begun.
    pub(super) fn reached(&self, phase: PhaseId) -> bool {
        self.table.phase >= phase
    }

    /// PH1 to PH4: concessions and political cards are in play.
    pub(super) fn bourbon(&self) -> bool {
        self.phase().is_some_and(Phase::bourbon)
    }

    /// 18FB-2.1-14, 18FB-2.1-15: which values of ports and off-map areas hold (18FB-G-03).
    pub(super) fn band(&self) -> Name {
        let Some(phase) = self.phase() else { return Name::default() };
        let other = phase.says().other_band.filter(|_| self.fixed.switches.first_band_in_ph1);
        other.unwrap_or(phase.band)
    }

    /// The price of a corp; zero without a marker.
    pub(super) fn price(&self, company: CompanyId) -> Money {
        self.table.chart.price(&self.fixed.parts.grid, company)
    }

    /// The field of a corp's marker.
    pub(super) fn field(&self, company: CompanyId) -> Option<Field> {
        self.table.chart.field(company)
    }

    /// How many shares a percentage is.
    pub(super) fn shares_in(&self, percent: u8) -> i32 {
        i32::from(percent / self.fixed.figures.share.max(1))
    }

    /// How much of a company somebody holds.
    pub(super) fn percent(&self, company: CompanyId, holder: Holder) -> u8 {
        self.table.shares.percent(company, holder)
    }

    /// How much the president's certificate is.
    pub(super) fn president_percent(&self, company: CompanyId) -> u8 {
        let cert = self.table.shares.director_certificate(company);
        cert.and_then(|cert| self.table.shares.certificate(cert)).map_or(0, |cert| cert.percent)
    }

    /// Who leads a company: the player with its president's certificate, or who stands in (18FB-G-72).
    pub(super) fn president(&self, company: CompanyId) -> Option<SeatId> {
        match self.table.shares.director(company) {
            Holder::Seat(seat) => Some(seat),
            _ => self.charter(company).caretaker,
        }
    }

    /// Whether a company has been started: its par is set.
    pub(super) fn started(&self, company: CompanyId) -> bool {
        self.charter(company).par.is_some()
    }

    /// The line of a major: its home base and destinations.
    pub(super) fn main_line(&self, company: CompanyId) -> Option<&MainLine> {
        let lines = &self.fixed.major(company)?.lines;
        lines.get(usize::from(self.charter(company).line.unwrap_or(0)))
    }

    /// The player after this one, in the order of the player cards.
    pub(super) fn after(&self, seat: SeatId) -> SeatId {
        let order = &self.table.order;
        let at = order.iter().position(|other| *other == seat).map_or(0, |at| at + 1);
        order.get(at).or(order.first()).copied().unwrap_or(seat)
    }

    /// All players in order, beginning with this one.
    pub(super) fn seats_from(&self, first: SeatId) -> impl Iterator<Item = SeatId> + '_ {
        let order = &self.table.order;
        let at = order.iter().position(|seat| *seat == first).unwrap_or(0);
        order.iter().cycle().skip(at).take(order.len()).copied()
    }

    /// All players in order, beginning after this one, who comes last if still in the game.
    pub(super) fn seats_after(&self, seat: SeatId) -> impl Iterator<Item = SeatId> + '_ {
        self.seats_from(self.after(seat))
    }

    /// The stock round; refused where there is none.
    pub(super) fn stock_mut(&mut self) -> Result<&mut Stock, Refusal> {
        match &mut self.table.round {
            Round::Stock(stock) => Ok(stock),
            _ => Err(Refusal::plain(say!("this is possible in a stock round only"))),
        }
    }

    /// The operating round, where there is one.
    pub(super) fn operating(&self) -> Option<&Operating> {
        if let Round::Operating(operating) = &self.table.round { Some(operating) } else { None }
    }

    /// The operating round; refused where there is none.
    pub(super) fn operating_mut(&mut self) -> Result<&mut Operating, Refusal> {
        match &mut self.table.round {
            Round::Operating(operating) => Ok(operating),
            _ => Err(Refusal::plain(say!("no company operates now"))),
        }
    }

    /// The company whose turn it is; refused where there is none.
    pub(super) fn acting(&self) -> Result<CompanyId, Refusal> {
        let company = self.operating().and_then(|operating| operating.company);
        company.ok_or_else(|| Refusal::plain(say!("no company operates now")))
    }
}
