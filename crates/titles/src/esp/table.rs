//! Companies at the table: look-ups by id and by name, and the names of trains.

use super::Esp;
use super::game::{Class, Game};
use super::state::{Company, HomeToken, Status, Train, Unhashed};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, Name, TrainName};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::tile::StopKind;
use ferrata_engine::train::Reach;
use smallvec::SmallVec;

/// The companies at the beginning: one token besides the home is free, the others are locked.
pub(super) fn companies(game: &Game) -> Vec<Company> {
    let removed = game.parts.constants.texts("standard_removed").unwrap_or_default();
    let company = |(at, role): (usize, &super::game::Role)| {
        let name = game.parts.companies.get(at).map(|spec| spec.name).unwrap_or_default();
        let absent = !game.random && removed.contains(&name.as_str());
        let free_tokens = role.tokens.min(1);
        Company {
            status: if absent { Status::Absent } else { Status::Waiting },
            par: None,
            full_capital: false,
            operated: false,
            ran: false,
            bought_train: false,
            home: HomeToken::Charter,
            home_stop: role.home_stop,
            waiting_at: None,
            free_tokens,
            locked_tokens: role.tokens - free_tokens,
            goals: 0,
            takeovers: 0,
            trains: SmallVec::new(),
            tender: false,
            last_run: None,
            last_routes: Unhashed(None),
        }
    };
    game.roles.iter().enumerate().map(company).collect()
}

impl Esp {
    /// All companies of the box.
    pub(super) fn all_companies(&self) -> impl Iterator<Item = CompanyId> + Clone + use<> {
        (0..self.s.companies.len() as u8).map(CompanyId)
    }

    #[allow(clippy::indexing_slicing)] // ids come from the roster, which has as many entries
    pub(super) fn company(&self, company: CompanyId) -> &Company {
        &self.s.companies[company.index()]
    }

    #[allow(clippy::indexing_slicing)] // ids come from the roster, which has as many entries
    pub(super) fn company_mut(&mut self, company: CompanyId) -> &mut Company {
        &mut self.s.companies[company.index()]
    }

    pub(super) fn class(&self, company: CompanyId) -> Class {
        self.game.role(company).class
    }

    pub(super) fn is_minor(&self, company: CompanyId) -> bool {
        self.class(company) == Class::Minor
    }

    pub(super) fn name(&self, company: CompanyId) -> CompanyName {
        self.game.parts.company_spec(company).map(|spec| spec.name).unwrap_or_default()
    }

    pub(super) fn company_named(&self, name: CompanyName) -> Result<CompanyId, Refusal> {
        let company = self.game.parts.company(name);
        let company = company.filter(|&company| self.company(company).status != Status::Absent);
        company.ok_or_else(|| Refusal::plain(format!("there is no company {name} in this game")))
    }

    pub(super) fn hex_name(&self, hex: HexId) -> HexName {
        self.game.parts.map.hex(hex).map(|hex| hex.name).unwrap_or_default()
    }

    pub(super) fn hex_named(&self, name: HexName) -> Result<HexId, Refusal> {
        self.game.parts.hex(name).ok_or_else(|| Refusal::plain(format!("there is no hex {name}")))
    }

    /// The chart price of a company; zero without a marker.
    pub(super) fn price(&self, company: CompanyId) -> Money {
        self.s.chart.price(&self.game.parts.grid, company)
    }

    /// How far one side of a card reaches: stops of any kind, and towns besides.
    fn card_reach(&self, kind: ferrata_engine::id::TrainKind, narrow: bool) -> (u8, u8) {
        let Some(spec) = self.game.parts.train_spec(kind) else { return (0, 0) };
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

    /// How far a train reaches: stops of any kind, and towns, mines and harbours besides.
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
        let spec = self.game.parts.train_spec(train.kind);
        let side = spec.and_then(|spec| spec.sides.first()).filter(|_| train.narrow);
        side.map(|side| side.name).or(spec.map(|spec| spec.name)).unwrap_or_default()
    }
}
