//! Sees which areas of the rules an accepted entry has been to, from the tables before and after it: the rules
//! themselves do no counting.

use super::Esp;
use super::areas::{Area, Areas};
use super::game::Class;
use super::setup::{SEVENTH, SIXTH};
use super::state::{Company, Finale, HomeToken, Question, Round, Status, Train};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::TrainName;
use ferrata_engine::route::{Explained, ExplainedRoute};
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{Color, StopKind};

const SOLD: [Area; 6] = [Area::P1Sold, Area::P2Sold, Area::P3Sold, Area::P4Sold, Area::P5Sold, Area::P6Sold];
const CLOSED: [Area; 7] = [
    Area::P1Closed,
    Area::P2Closed,
    Area::P3Closed,
    Area::P4Closed,
    Area::P5Closed,
    Area::P6Closed,
    Area::P7Closed,
];

/// The areas that `action` has been to, added to those of the table after it.
pub(super) fn areas(before: &Esp, after: &Esp, action: &Action, events: &[Event]) -> Areas {
    let mut witness = Witness { before, after, areas: after.areas.clone() };
    witness.action(action);
    events.iter().for_each(|event| witness.event(action, event));
    witness.round(action);
    witness.areas
}

struct Witness<'a> {
    before: &'a Esp,
    after: &'a Esp,
    areas: Areas,
}

impl Witness<'_> {
    fn see(&mut self, area: Area, seen: bool) {
        if seen {
            self.areas.count(area);
        }
    }

    /// The company that operated when the entry was made.
    fn operating(&self) -> Option<(CompanyId, &Company)> {
        self.before.or().map(|or| (or.at, self.before.company(or.at)))
    }

    fn action(&mut self, action: &Action) {
        let operating = self.before.or().map(|or| or.at);
        match action {
            Action::Drawn { outcome } => {
                let mix = |drawn: u64, number: &u16| {
                    (drawn ^ u64::from(*number)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                };
                self.areas.drawn = outcome.iter().fold(self.areas.drawn.rotate_left(7), mix);
            }
            Action::Bid { .. } => self.areas.count(Area::Bid),
            Action::Start { company, .. } => self.start(*company),
            Action::Buy { from: Party::Bank, .. } => self.areas.count(Area::ShareMarket),
            Action::Buy { .. } => self.areas.count(Area::SharePar),
            Action::Sell { seller, .. } => self.sale(operating, *seller),
            Action::Loan { amount } if *amount < Money::ZERO => self.areas.count(Area::Repaid),
            Action::Loan { .. } => self.areas.count(Area::ForcedLoan),
            Action::LayTile { hex, by, .. } => {
                if let (Some(company), Ok(hex)) = (operating, self.before.hex_named(*hex)) {
                    self.lay(company, hex, by.is_some());
                }
            }
            Action::PlaceToken { hex, .. } => {
                if let Ok(hex) = self.before.hex_named(*hex) {
                    self.token(hex);
                }
            }
            Action::Settle { how } => self.settle(*how),
            Action::BuyTrain { train, from, price } => self.train(*train, *from, *price, false),
            Action::Discard { .. } => {
                let over = matches!(self.before.s.asked.last(), Some(Question::Discard { .. }));
                self.areas.count(if over { Area::LimitDiscard } else { Area::RoomDiscard });
            }
            Action::Decline => {
                self.areas.count(Area::Declined);
                let takeover = matches!(self.deal(), Some(Action::Merge { .. }));
                self.see(Area::Refused, takeover);
            }
            Action::Accept => self.agreed(),
            Action::Merge { .. } => self.takeover(),
            Action::Choose { option } => self.choice(option.as_str()),
            Action::Pass => self.pass(),
            _ => {}
        }
    }

    /// The deal that was on the table.
    fn deal(&self) -> Option<&Action> {
        match self.before.s.asked.last() {
            Some(Question::Deal { deal, .. }) => Some(deal),
            _ => None,
        }
    }

    fn start(&mut self, company: ferrata_engine::name::CompanyName) {
        if let Some(Question::Par { .. }) = self.before.s.asked.last() {
            return self.areas.count(Area::P7Par);
        }
        let class = self.before.company_named(company).map(|company| self.before.class(company));
        self.areas.count(match class {
            Ok(Class::Minor) => Area::MinorLaunched,
            Ok(Class::North) => Area::NorthStarted,
            _ => Area::SouthStarted,
        });
    }

    fn sale(&mut self, operating: Option<CompanyId>, seller: Party) {
        self.areas.count(if operating.is_some() { Area::ForcedShares } else { Area::SharesSold });
        let over = matches!(seller, Party::Seat(seat) if self.before.over_limit(seat));
        self.see(Area::OverLimit, over && operating.is_none());
    }

    fn lay(&mut self, company: CompanyId, hex: HexId, by_private: bool) {
        let (before, after) = (self.before, self.after);
        let (old, new) = (before.s.board.face(hex), after.s.board.face(hex));
        let has_mine =
            |stops: &[ferrata_engine::tile::Stop]| stops.iter().any(|stop| stop.kind == StopKind::Mine);
        let yellow = new.color == Color::Yellow;
        let mine = has_mine(&old.stops);
        self.see(Area::Yellow, yellow && !mine);
        self.see(Area::Upgrade, !yellow);
        self.see(Area::Mine, yellow && mine);
        self.see(Area::Dismantled, !yellow && mine);
        self.see(Area::P1Mine, by_private && yellow);
        self.see(Area::P1Dismantled, by_private && !yellow);
        let second = before.or().is_some_and(|or| or.turn.tiles == 1);
        self.see(Area::SecondTile, second && !mine);
        let home_is_north = before.class(company) == Class::North;
        self.see(Area::OtherMap, before.is_north(hex) != home_is_north);
        let double = before.game.double_cities.contains(&hex);
        self.see(Area::DoubleCity, double && yellow);
        self.see(Area::DoubleMerged, double && new.stops.len() == 1);
        let big = before.game.bonus_south.contains(&hex);
        self.see(Area::BigCity, big && !yellow);
        self.see(Area::Aranjuez, hex == before.game.aranjuez);
    }

    fn token(&mut self, hex: HexId) {
        let before = self.before;
        let first = before.s.board.tokens_at(hex).is_empty();
        self.areas.count(match before.s.asked.last() {
            Some(Question::Circle { .. }) => Area::HomeCircle,
            _ if before.pass_at(hex).is_none() => Area::Station,
            _ if first => Area::PassFirst,
            _ => Area::PassSecond,
        });
    }

    fn settle(&mut self, how: Settlement) {
        let minor = self.operating().is_some_and(|(company, _)| self.before.is_minor(company));
        self.areas.count(match how {
            Settlement::Pay if minor => Area::Half,
            Settlement::Pay => Area::Paid,
            _ => Area::Kept,
        });
    }

    fn train(&mut self, name: TrainName, from: Party, price: Money, deal: bool) {
        let Some((company, _)) = self.operating() else { return };
        let helped = self.before.s.ledger.company(company) < price;
        match from {
            Party::Bank => {
                self.areas.count(Area::BankTrain);
                self.see(Area::Help, helped);
            }
            _ => {
                self.areas.count(if deal { Area::TrainDeal } else { Area::OwnTrain });
                self.see(Area::HelpCompany, helped);
            }
        }
        let bought =
            self.after.company(company).trains.iter().find(|train| self.after.train_name(train) == name);
        let away = bought.is_some_and(|train| self.is_away(company, train));
        self.see(Area::OtherGauge, away);
    }

    /// Whether a train is of the other map's gauge.
    fn is_away(&self, company: CompanyId, train: &Train) -> bool {
        train.with.is_none() && train.narrow != (self.before.class(company) == Class::North)
    }

    fn agreed(&mut self) {
        match self.deal().cloned() {
            Some(Action::BuyTrain { train, from, price }) => self.train(train, from, price, true),
            Some(Action::BuyCard { .. }) => self.areas.count(Area::PrivateDeal),
            Some(Action::Merge { .. }) => self.takeover(),
            _ => {}
        }
    }

    fn choice(&mut self, option: &str) {
        match self.before.s.asked.last() {
            Some(Question::Swap { .. }) => return self.takeover(),
            Some(Question::Face { .. }) => return self.areas.count(Area::P2Side),
            Some(Question::Claim { .. }) => return self.areas.count(Area::Claimed),
            _ => {}
        }
        self.see(Area::Combined, option.contains('&'));
        let opened = self.before.s.passes != self.after.s.passes;
        self.see(Area::PassBuilt, opened);
        if opened && let Some(pass) = option.strip_prefix("P4 ") {
            let free = self.before.hex_name(self.before.game.alar_del_rey).as_str() == pass;
            self.areas.count(if free { Area::P4Free } else { Area::P4Discount });
        }
    }

    /// The takeover of a minor, whichever entry completed it.
    fn takeover(&mut self) {
        let (before, after) = (self.before, self.after);
        let gone = |minor: &CompanyId| {
            after.company(*minor).status == Status::Gone && before.company(*minor).status != Status::Gone
        };
        let Some(minor) = before.in_play(Class::Minor).into_iter().find(gone) else { return };
        let Some((major, _)) = self.operating() else { return };
        let state = before.company(minor);
        self.areas.count(match state.status {
            Status::Frozen if state.ran => Area::CaseA,
            Status::Frozen if state.par.is_some() => Area::CaseB,
            Status::Frozen => Area::CaseC,
            _ if !before.game.rules.takeover_needs_consent => Area::Unasked,
            _ if before.director(minor) == before.director(major) => Area::OwnMinor,
            _ => Area::Consent,
        });
        let home = before.game.role(minor).home;
        let mza = before.partner(minor).is_some_and(|mza| before.company(mza).status != Status::Absent);
        self.areas.count(match () {
            () if mza => Area::TokenMz,
            () if after.company(major).waiting_at == Some(home) => Area::TokenWaits,
            () if after.s.board.has_token(major, home) => Area::TokenMap,
            () => Area::TokenCharter,
        });
        let owner = before.director(minor).map(Holder::Seat);
        let share = |esp: &Esp| owner.map_or(0, |owner| esp.s.shares.percent(major, owner));
        self.see(Area::ShareGiven, share(after) > share(before));
        let holders = after.s.shares.holders(major);
        let beyond = |&(holder, percent): &(Holder, u8)| {
            matches!(holder, Holder::Seat(_)) && percent > before.game.figures.hold_limit
        };
        self.see(Area::SeventyPercent, holders.into_iter().any(|held| beyond(&held)));
    }

    fn pass(&mut self) {
        let Round::Auction(auction) = &self.before.s.round else { return };
        let won = |private: usize| self.before.private_owner(private) != self.after.private_owner(private);
        self.see(Area::ForNothing, auction.private == 0 && auction.bid.is_none() && won(0));
        if let Round::Auction(next) = &self.after.s.round {
            self.see(Area::PriceFalls, next.private == 0 && next.opening < auction.opening);
        }
    }

    fn event(&mut self, action: &Action, event: &Event) {
        match event {
            Event::Card { card, to } => {
                if let Some(private) = self.before.private_named(*card) {
                    self.private(private, *to);
                }
            }
            Event::Phase { phase } => self.phase(phase.as_str()),
            Event::Director { company, .. } => self.director(action, *company),
            Event::Price { from, to, .. } => {
                self.see(Area::ChartBottom, *to == Some(Money(50)) && from.is_some());
                self.see(Area::ChartTop, *to == Some(Money(400)));
                let rises = matches!(self.before.s.round, Round::Stock(_)) && *action == Action::Pass;
                self.see(Area::SoldOut, rises);
                let decided =
                    matches!(action, Action::Settle { .. } | Action::Sell { .. } | Action::Start { .. });
                self.see(Area::Nothing, from > to && !rises && !decided);
            }
            Event::Paid { from: Account::Bank, why, .. } => {
                let auction = matches!(self.before.s.round, Round::Auction(_)) && *action == Action::Pass;
                self.see(Area::IncomeRound, auction && why.starts_with("income"));
            }
            Event::Shares { from: Holder::Reserved, to: Holder::Offering, .. } => {
                self.areas.count(Area::Unreserved);
            }
            Event::Train { from: None, to: None, .. } => {
                self.areas.count(Area::Exported);
                self.see(Area::ExportPhase, self.before.s.phase != self.after.s.phase);
            }
            Event::Said { what, .. } => self.see(Area::TooPoor, what == "cannot bid any more"),
            Event::Token { company, placed: true, .. } => self.home(*company),
            Event::Note { text } => self.note(text),
            _ => {}
        }
    }

    fn private(&mut self, private: usize, to: Holder) {
        match (self.before.private_owner(private), to) {
            (Holder::Offering, Holder::Seat(_)) if private == SIXTH => {
                let zafra = self.before.s.beside[0] == self.before.crb();
                self.areas.count(if zafra { Area::P6Zafra } else { Area::P6Vasco });
            }
            (Holder::Seat(_), Holder::Company(company)) => self.private_sold(private, company),
            (_, Holder::Out) if self.after.phase().private_cap.is_none() => {
                let train = private == 2 && matches!(self.before.private_owner(2), Holder::Company(_));
                let closed = if train { Some(Area::P3Train) } else { CLOSED.get(private).copied() };
                closed.into_iter().for_each(|area| self.areas.count(area));
            }
            (_, Holder::Out) if private == SEVENTH => self.areas.count(Area::P7Train),
            _ => {}
        }
    }

    fn private_sold(&mut self, private: usize, company: CompanyId) {
        let minor = self.before.is_minor(company);
        let rusted = self.before.has_rusted(self.before.game.special_kind);
        SOLD.get(private).into_iter().for_each(|area| self.areas.count(*area));
        self.see(Area::P2Minor, private == 1 && minor && !rusted);
        self.see(Area::P2Rusted, private == 1 && rusted);
    }

    fn phase(&mut self, phase: &str) {
        self.areas.count(match phase {
            "3" => Area::Phase3,
            "4" => Area::Phase4,
            "5" => Area::Phase5,
            "6" => Area::Phase6,
            _ => Area::Phase7,
        });
        let combined = |esp: &Esp| {
            let trains = esp.s.companies.iter().flat_map(|company| &company.trains);
            trains.filter(|train| train.with.is_some()).count()
        };
        self.see(Area::CombinedRusts, combined(self.after) < combined(self.before));
        let minors = |esp: &Esp, status: Status| {
            esp.in_play(Class::Minor).iter().filter(|minor| esp.company(**minor).status == status).count()
        };
        let more = |status: Status| minors(self.after, status) > minors(self.before, status);
        let (frozen, gone) = (more(Status::Frozen), more(Status::Gone));
        self.see(Area::Frozen, frozen);
        self.see(Area::Closed, gone);
    }

    fn director(&mut self, action: &Action, company: CompanyId) {
        let had = self.before.director(company).is_some() && !self.before.is_minor(company);
        match action {
            Action::Sell { .. } => self.see(Area::DirectorSold, had),
            Action::Buy { .. } => self.see(Area::DirectorBought, had),
            _ => {}
        }
    }

    /// A home token has been placed, or waits for its tile.
    fn home(&mut self, company: CompanyId) {
        let (before, after) = (self.before.company(company), self.after.company(company));
        self.see(Area::HomeWaits, before.home == HomeToken::Charter && after.home == HomeToken::Waiting);
        if before.home == HomeToken::Charter && after.home == HomeToken::Placed {
            let madrid = self.after.game.madrid;
            let partner = self.after.partner(company);
            self.see(
                Area::MadridShared,
                partner.is_some_and(|other| self.after.s.board.has_token(other, madrid)),
            );
        }
    }

    fn note(&mut self, text: &str) {
        let about = [
            ("a goal: its destination", Area::Destination),
            ("a goal: a red area", Area::Abroad),
            ("a goal: a takeover", Area::TakeoverGoal),
            ("a goal: mine and harbour", Area::Third),
        ];
        if let Some((_, area)) = about.iter().find(|(part, _)| text.contains(part)) {
            self.areas.count(*area);
        }
        if text.ends_with("is launched.") {
            let late = self.after.phase().full_capital;
            self.areas.count(if late { Area::Launched60 } else { Area::Launched40 });
        }
    }

    /// What the end of a turn or round brought.
    fn round(&mut self, action: &Action) {
        let (before, after) = (&self.before.s, &self.after.s);
        let tender = |esp: &Esp| esp.s.tenders;
        let (had, has) = (tender(self.before), tender(self.after));
        match action {
            Action::BuyCard { card, from, .. } if card.as_str() == super::operating::TENDER => {
                self.areas.count(if *from == Party::Bank { Area::P5Market } else { Area::P5Tender });
            }
            _ => self.see(Area::P5Surplus, has.bank > had.bank),
        }
        if before.finale != after.finale {
            let exported = before.finale == Finale::Not && after.finale == Finale::Last;
            self.see(Area::EndExported, exported);
            self.see(Area::EndBought, after.finale == Finale::Triggered);
            self.see(Area::LastStock, after.finale == Finale::Last);
            let dropped = self.before.or().is_some_and(|or| or.number < or.of);
            self.see(Area::RoundsDropped, before.finale == Finale::Triggered && dropped);
        }
        match (&before.round, &after.round) {
            (Round::Auction(_), Round::Stock(_)) => self.areas.count(Area::LeastCash),
            (Round::Stock(_), Round::Operating(_)) => self.areas.count(Area::MostCash),
            (Round::Operating(old), Round::Operating(new)) => {
                self.see(Area::LastRound, old.number != new.number && self.after.is_last_or());
            }
            (Round::Operating(_), Round::Over(_)) => self.accounting(),
            _ => {}
        }
    }

    fn accounting(&mut self) {
        let after = self.after;
        let seats = || after.s.order.iter().copied();
        self.see(Area::Debt, seats().any(|seat| after.owed(seat) > Money::ZERO));
        let frozen = |seat: SeatId| {
            let mut held = after.s.shares.held_by(Holder::Seat(seat));
            held.any(|(_, cert)| after.company(cert.company).status == Status::Frozen)
        };
        self.see(Area::FrozenTwice, seats().any(frozen));
        let worth: Vec<Money> = after.standings().into_iter().map(|(_, worth)| worth).collect();
        self.see(Area::Tie, worth.windows(2).any(|pair| pair.first() == pair.last()));
    }
}

impl Esp {
    /// Counts what a run has been to; called while it is known.
    pub(super) fn witness_run(&mut self, company: CompanyId, run: &Explained) {
        let runs = match self.class(company) {
            Class::Minor => Area::MinorRuns,
            Class::North => Area::NorthRuns,
            Class::South => Area::SouthRuns,
        };
        for route in &run.routes {
            self.areas.count(runs);
            self.route_areas(company, route).into_iter().for_each(|area| self.areas.count(area));
        }
    }

    fn route_areas(&self, company: CompanyId, route: &ExplainedRoute) -> Vec<Area> {
        let mut seen = Vec::new();
        let at = route.trains.first().copied().unwrap_or_default();
        let Some(train) = self.company(company).trains.get(at as usize) else { return seen };
        let calls = |kind: StopKind| route.halts.iter().any(|halt| halt.kind == kind);
        let bonus = |name: &str| route.extras.iter().any(|extra| extra.name == name);
        let own = self.class(company) == Class::North;
        let permanent = train.kind == self.game.permanent_kind;
        let pass =
            route.halts.iter().any(|halt| halt.kind == StopKind::Pass && halt.pays.revenue > Money::ZERO);
        let tender = self.or().is_some_and(|or| or.turn.tender == Some(at));
        let list = [
            (Area::CombinedRuns, train.with.is_some()),
            (Area::NarrowRuns, train.with.is_none() && train.narrow),
            (Area::IberianRuns, train.with.is_none() && !train.narrow),
            (Area::AwayRuns, train.with.is_none() && train.narrow != own),
            (Area::P3First, permanent && !self.s.aranjuez_visited),
            (Area::P3Later, permanent && self.s.aranjuez_visited),
            (Area::TenderRuns, tender),
            (Area::MineRun, calls(StopKind::Mine)),
            (Area::HarbourRun, calls(StopKind::Port)),
            (Area::PassRun, pass),
            (Area::EastWest, bonus("east–west")),
            (Area::NorthSouth, bonus("north–south")),
            (Area::EndsTriple, route.factor > 1),
        ];
        seen.extend(list.into_iter().filter(|(_, holds)| *holds).map(|(area, _)| area));
        seen
    }
}
