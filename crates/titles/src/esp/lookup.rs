//! What all chapters ask the table: companies, players, privates, trains, prices.

use super::Game;
use super::fixed::{Class, Phase};
use super::table::{Company, Status, Train};
use ferrata_engine::components::CardSpec;
use ferrata_engine::id::{CompanyId, HexId, SeatId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, HexName, Name, TrainName};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::StopKind;
use ferrata_engine::train::Reach;
use ferrata_engine::turn::Turn;
use smallvec::SmallVec;

/// Companies.
impl Game {
    /// All companies of the box.
    pub(super) fn company_ids(&self) -> impl Iterator<Item = CompanyId> + Clone + use<> {
        (0..self.table.companies.len() as u8).map(CompanyId)
    }

    #[allow(clippy::indexing_slicing)] // ids come from the roster, which has as many entries
    pub(super) fn company(&self, company: CompanyId) -> &Company {
        &self.table.companies[company.index()]
    }

    #[allow(clippy::indexing_slicing)] // ids come from the roster, which has as many entries
    pub(super) fn company_mut(&mut self, company: CompanyId) -> &mut Company {
        &mut self.table.companies[company.index()]
    }

    pub(super) fn class(&self, company: CompanyId) -> Class {
        self.fixed.role(company).class
    }

    pub(super) fn is_minor(&self, company: CompanyId) -> bool {
        self.class(company) == Class::Minor
    }

    /// The companies of a class that take part in this game, in roster order.
    pub(super) fn in_play(&self, class: Class) -> SmallVec<[CompanyId; 12]> {
        let there = |company: &CompanyId| {
            self.company(*company).status != Status::Absent && self.class(*company) == class
        };
        self.company_ids().filter(there).collect()
    }

    pub(super) fn name(&self, company: CompanyId) -> CompanyName {
        self.fixed.parts.company_name(company)
    }

    /// A company of this game that an action names.
    pub(super) fn company_named(&self, name: CompanyName) -> Result<CompanyId, Refusal> {
        let company = self.fixed.parts.company_named(name)?;
        match self.company(company).status {
            Status::Absent => Err(Refusal::plain(say!("{name} is not in this game", name))),
            _ => Ok(company),
        }
    }

    pub(super) fn hex_name(&self, hex: HexId) -> HexName {
        self.fixed.parts.hex_name(hex)
    }

    /// The chart price of a company; zero without a marker.
    pub(super) fn price(&self, company: CompanyId) -> Money {
        self.table.chart.price(&self.fixed.parts.grid, company)
    }

    /// How many shares a percentage is: prices are per share.
    pub(super) fn shares_in(&self, percent: u8) -> i32 {
        i32::from(percent / self.fixed.figures.share.max(1))
    }

    /// The player who directs a company. 18ESP-3.1.1-01: who holds the director's certificate.
    pub(super) fn director(&self, company: CompanyId) -> Option<SeatId> {
        match self.table.shares.director(company) {
            Holder::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// The director of a company is to decide.
    pub(super) fn directors_turn(&self, company: CompanyId) -> Turn {
        Turn::Seat(self.director(company).unwrap_or(SeatId(0)))
    }

    /// The present phase.
    pub(super) fn phase(&self) -> &Phase {
        self.fixed.phase(self.table.phase)
    }

    /// The other players in the order of their cards, beginning after one.
    pub(super) fn clockwise(&self, from: SeatId) -> impl Iterator<Item = SeatId> + '_ {
        let order = &self.table.order;
        let at = order.iter().position(|seat| *seat == from).unwrap_or(0);
        (1..=order.len()).filter_map(move |step| order.get((at + step) % order.len().max(1)).copied())
    }
}

/// Privates, by their number counted from 0.
impl Game {
    /// A private's card.
    pub(super) fn private(&self, private: usize) -> &CardSpec {
        self.fixed.private(&self.fixed.parts, private)
    }

    /// All privates.
    pub(super) fn private_ids(&self) -> std::ops::Range<usize> {
        0..self.fixed.private_count()
    }

    /// A private by the name of its card.
    pub(super) fn private_named(&self, card: CardName) -> Option<usize> {
        self.private_ids().find(|&private| self.private(private).name == card)
    }

    pub(super) fn private_owner(&self, private: usize) -> Holder {
        self.table.privates.get(private).copied().unwrap_or(Holder::Out)
    }

    /// The privates of a company.
    pub(super) fn privates_of(&self, company: CompanyId) -> impl Iterator<Item = usize> + '_ {
        self.private_ids().filter(move |&private| self.private_owner(private) == Holder::Company(company))
    }
}

/// Trains.
impl Game {
    /// How far one side of a card reaches: stops of any kind, and towns besides. 18ESP-4.4.1-01, 18ESP-4.4.1-02.
    fn card_reach(&self, kind: TrainKind, narrow: bool) -> (u8, u8) {
        let Some(spec) = self.fixed.parts.train_spec(kind) else { return (0, 0) };
        let parts: &[Reach] = match spec.sides.first() {
            Some(side) if narrow => &side.reach,
            _ => &spec.reach,
        };
        let count = |any: bool| {
            let fits = parts.iter().filter(move |part| part.stops.contains(StopKind::City) == any);
            fits.map(|part| part.count.unwrap_or(0)).sum()
        };
        (count(true), count(false))
    }

    /// How far a train reaches: stops of any kind, and towns, mines and harbours besides. 18ESP-5.2.1-07: a combined train
    /// has the sum of both cards.
    pub(super) fn reach_of(&self, train: &Train) -> (u8, u8) {
        let (any, towns) = self.card_reach(train.kind, train.narrow);
        let (more, more_towns) = train.with.map_or((0, 0), |(kind, narrow)| self.card_reach(kind, narrow));
        (any + more, towns + more_towns)
    }

    /// What a train is called: by its side of the card, or `5+2C` if it is combined.
    pub(super) fn train_name(&self, train: &Train) -> TrainName {
        if train.with.is_some() {
            let (any, towns) = self.reach_of(train);
            return TrainName(Name::cut(&format!("{any}+{towns}C")));
        }
        let spec = self.fixed.parts.train_spec(train.kind);
        let side = spec.and_then(|spec| spec.sides.first()).filter(|_| train.narrow);
        side.map(|side| side.name).or(spec.map(|spec| spec.name)).unwrap_or_default()
    }

    /// Where a train of a company lies that an action names. 18ESP-2.2.2-02: of several with one name the one that may not run
    /// in this round goes first.
    pub(super) fn train_at(&self, company: CompanyId, name: TrainName) -> Option<usize> {
        let trains = || self.company(company).trains.iter().enumerate();
        let mut named = trains().filter(|(_, train)| self.train_name(train) == name);
        let (first, _) = named.clone().next()?;
        Some(named.find(|(_, train)| train.resting).map_or(first, |(at, _)| at))
    }

    /// A train of a company that an action names.
    pub(super) fn train_named(&self, company: CompanyId, name: TrainName) -> Result<Train, Refusal> {
        let at = self.train_at(company, name);
        let train = at.and_then(|at| self.company(company).trains.get(at)).copied();
        let company = self.name(company);
        train.ok_or_else(|| Refusal::plain(say!("{company} owns no {name}-train", company, name)))
    }

    /// Whether it is the train of private 3.
    pub(super) fn is_permanent(&self, train: &Train) -> bool {
        train.kind == self.fixed.privates.permanent_train
    }

    /// How many trains a company may own. 18ESP-4.4.1-05.
    pub(super) fn train_limit(&self, company: CompanyId) -> usize {
        let kind = self.fixed.parts.company_spec(company).map(|spec| spec.kind).unwrap_or_default();
        self.phase().spec.train_limit(kind).into()
    }

    /// The trains that count against the limit. 18ESP-2.2.3-03: all but that of private 3. 18ESP-5.2.1-04: a combined
    /// train is one.
    pub(super) fn counted_trains(&self, company: CompanyId) -> usize {
        self.company(company).trains.iter().filter(|train| !self.is_permanent(train)).count()
    }

    pub(super) fn has_train_room(&self, company: CompanyId) -> bool {
        self.counted_trains(company) < self.train_limit(company)
    }

    /// Whether trains of a kind have left the game.
    pub(super) fn has_rusted(&self, kind: TrainKind) -> bool {
        let begun = self.fixed.phases().iter().take(self.table.phase.index() + 1);
        begun.flat_map(|phase| &phase.spec.scraps).any(|scrapped| *scrapped == kind)
    }
}
