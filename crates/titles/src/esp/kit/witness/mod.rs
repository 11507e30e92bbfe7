//! Sees which areas of the rules an accepted entry has been to, from the tables before and after it: the rules
//! themselves do no counting.

mod run;
mod takeover;

use super::areas::Area;
use crate::esp::Game;
use crate::esp::end;
use crate::esp::fixed::{Class, ThirdGoal};
use crate::esp::privates::tenders::TENDER;
use crate::esp::privates::{SECOND, SEVENTH, SIXTH, THIRD};
use crate::esp::table::{Company, Finale, Goal, HomeToken, Pending, Round, Status, Train};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::kit;
use ferrata_engine::money::Money;
use ferrata_engine::name::TrainName;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{Color, StopKind};
use ferrata_engine::turn::{Author, Entry};

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

/// The areas that an entry has been to.
pub(super) fn reached(before: &Game, entry: &Entry, events: &[Event], after: &Game) -> Vec<kit::Area> {
    let mut witness = Witness { before, after, areas: Vec::new() };
    witness.action(&entry.action);
    events.iter().for_each(|event| witness.event(entry, event));
    before.company_ids().for_each(|company| witness.company(company));
    witness.round(&entry.action);
    witness.areas.into_iter().map(Area::name).collect()
}

struct Witness<'a> {
    before: &'a Game,
    after: &'a Game,
    areas: Vec<Area>,
}

impl Witness<'_> {
    fn see(&mut self, area: Area, seen: bool) {
        self.areas.extend(seen.then_some(area));
    }

    /// The company that operated when the entry was made.
    fn operating(&self) -> Option<(CompanyId, &Company)> {
        self.before.acting().ok().map(|company| (company, self.before.company(company)))
    }

    fn action(&mut self, action: &Action) {
        let operating = self.before.acting().ok();
        match action {
            Action::Bid { .. } => self.areas.push(Area::Bid),
            Action::Start { company, .. } => self.start(*company),
            Action::Buy { from: Party::Bank, .. } => self.areas.push(Area::ShareMarket),
            Action::Buy { .. } => self.areas.push(Area::SharePar),
            Action::Sell { seller, .. } => self.sale(operating, *seller),
            Action::Loan { amount } if *amount < Money::ZERO => self.areas.push(Area::Repaid),
            Action::Loan { .. } => self.areas.push(Area::ForcedLoan),
            Action::LayTile { hex, by, .. } => {
                if let (Some(company), Ok(hex)) = (operating, self.before.fixed.parts.hex_named(*hex)) {
                    self.lay(company, hex, by.is_some());
                }
            }
            Action::PlaceToken { hex, .. } => {
                if let Ok(hex) = self.before.fixed.parts.hex_named(*hex) {
                    self.token(hex);
                }
            }
            Action::Run { routes } => self.run(routes),
            Action::Settle { how } => self.settle(*how),
            Action::BuyTrain { train, from, price } => self.train(*train, *from, *price, false),
            Action::Discard { .. } => {
                let over = matches!(self.before.table.pending.last(), Some(Pending::Discard(_)));
                self.areas.push(if over { Area::LimitDiscard } else { Area::RoomDiscard });
            }
            Action::Decline => {
                self.areas.push(Area::Declined);
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
        match self.before.table.pending.last() {
            Some(Pending::Deal(deal)) => Some(&deal.action),
            _ => None,
        }
    }

    fn start(&mut self, company: ferrata_engine::name::CompanyName) {
        if let Some(Pending::Par(_)) = self.before.table.pending.last() {
            return self.areas.push(Area::P7Par);
        }
        let class = self.before.company_named(company).map(|company| self.before.class(company));
        self.areas.push(match class {
            Ok(Class::Minor) => Area::MinorLaunched,
            Ok(Class::North) => Area::NorthStarted,
            _ => Area::SouthStarted,
        });
    }

    fn sale(&mut self, operating: Option<CompanyId>, seller: Party) {
        self.areas.push(if operating.is_some() { Area::ForcedShares } else { Area::SharesSold });
        let over = matches!(seller, Party::Seat(seat) if self.before.over_certificate_limit(seat));
        self.see(Area::OverLimit, over && operating.is_none());
    }

    fn lay(&mut self, company: CompanyId, hex: HexId, by_private: bool) {
        let (before, after) = (self.before, self.after);
        let (old, new) = (before.table.board.face(hex), after.table.board.face(hex));
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
        let second = before.company_turn().tiles == 1;
        self.see(Area::SecondTile, second && !mine);
        let home_is_north = before.class(company) == Class::North;
        self.see(Area::OtherMap, before.fixed.is_north(hex) != home_is_north);
        let double = before.fixed.double_cities.contains(&hex);
        self.see(Area::DoubleCity, double && yellow);
        self.see(Area::DoubleMerged, double && new.stops.len() == 1);
        let big = before.fixed.bonus_south.contains(&hex);
        self.see(Area::BigCity, big && !yellow);
        self.see(Area::Aranjuez, hex == before.fixed.aranjuez);
    }

    fn token(&mut self, hex: HexId) {
        let before = self.before;
        let first = before.table.board.tokens_at(hex).is_empty();
        self.areas.push(match before.table.pending.last() {
            Some(Pending::Circle(_)) => Area::HomeCircle,
            _ if before.pass_at(hex).is_none() => Area::Station,
            _ if first => Area::PassFirst,
            _ => Area::PassSecond,
        });
    }

    fn settle(&mut self, how: Settlement) {
        let minor = self.operating().is_some_and(|(company, _)| self.before.is_minor(company));
        self.areas.push(match how {
            Settlement::Pay if minor => Area::Half,
            Settlement::Pay => Area::Paid,
            _ => Area::Withheld,
        });
    }

    fn train(&mut self, name: TrainName, from: Party, price: Money, deal: bool) {
        let Some((company, _)) = self.operating() else { return };
        let helped = self.before.table.ledger.company(company) < price;
        match from {
            Party::Bank => {
                self.areas.push(Area::BankTrain);
                self.see(Area::Help, helped);
            }
            _ => {
                self.areas.push(if deal { Area::TrainDeal } else { Area::OwnTrain });
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
            Some(Action::BuyCard { .. }) => self.areas.push(Area::PrivateDeal),
            Some(Action::Merge { .. }) => self.takeover(),
            _ => {}
        }
    }

    fn choice(&mut self, option: &str) {
        match self.before.table.pending.last() {
            Some(Pending::Token(_)) => return self.takeover(),
            Some(Pending::Side(_)) => return self.areas.push(Area::P2Side),
            Some(Pending::Claim(_)) => return self.areas.push(Area::Claimed),
            _ => {}
        }
        self.see(Area::Combined, option.contains('&'));
        let opened = self.before.table.passes != self.after.table.passes;
        self.see(Area::PassBuilt, opened);
        if opened && let Some(pass) = option.strip_prefix("P4 ") {
            let free = self.before.hex_name(self.before.fixed.privates.free_pass).as_str() == pass;
            self.areas.push(if free { Area::P4Free } else { Area::P4Discount });
        }
    }

    fn pass(&mut self) {
        let Round::Auction(auction) = &self.before.table.round else { return };
        let won = |private: usize| self.before.private_owner(private) != self.after.private_owner(private);
        self.see(Area::ForNothing, auction.private == 0 && auction.bid.is_none() && won(0));
        if let Round::Auction(next) = &self.after.table.round {
            self.see(Area::PriceFalls, next.private == 0 && next.opening < auction.opening);
        }
    }

    fn event(&mut self, entry: &Entry, event: &Event) {
        let action = &entry.action;
        match event {
            Event::Card { card, to } => {
                if let Some(private) = self.before.private_named(*card) {
                    self.private(private, *to);
                }
            }
            Event::Phase { phase } => self.phase(phase.as_str()),
            Event::Director { company, .. } => self.director(action, *company),
            Event::Price { from, to, .. } => {
                let prices = self.before.fixed.chain.iter().map(|at| self.before.fixed.parts.grid.price(*at));
                self.see(Area::ChartBottom, *to == prices.clone().min() && from.is_some());
                self.see(Area::ChartTop, *to == prices.max());
                let rises = matches!(self.before.table.round, Round::Stock(_)) && *action == Action::Pass;
                self.see(Area::SoldOut, rises);
                let decided =
                    matches!(action, Action::Settle { .. } | Action::Sell { .. } | Action::Start { .. });
                self.see(Area::Nothing, from > to && !rises && !decided);
            }
            Event::Round { .. } => {
                // The same private is put up again: all others have paid their income.
                let again = match (&self.before.table.round, &self.after.table.round) {
                    (Round::Auction(before), Round::Auction(after)) => before.private == after.private,
                    _ => false,
                };
                let first =
                    matches!(&self.before.table.round, Round::Auction(auction) if auction.private == 0);
                self.see(Area::IncomeRound, again && !first);
            }
            Event::Shares { from: Holder::Reserved, to: Holder::Offering, .. } => {
                self.areas.push(Area::Unreserved);
            }
            Event::Train { from: None, to: None, .. } => {
                self.areas.push(Area::Exported);
                self.see(Area::ExportPhase, self.before.table.phase != self.after.table.phase);
            }
            Event::Said { seat, .. } => {
                let auction = matches!(self.before.table.round, Round::Auction(_));
                self.see(Area::TooPoor, auction && entry.by != Author::Seat(*seat));
            }
            Event::Token { company, placed: true, .. } => self.home(*company),
            _ => {}
        }
    }

    fn private(&mut self, private: usize, to: Holder) {
        match (self.before.private_owner(private), to) {
            (Holder::Offering, Holder::Seat(_)) if private == SIXTH => {
                let zafra = self.before.table.beside[0] == Some(self.before.fixed.privates.share_of);
                self.areas.push(if zafra { Area::P6Zafra } else { Area::P6Vasco });
            }
            (Holder::Seat(_), Holder::Company(company)) => self.private_sold(private, company),
            (_, Holder::Out) if self.after.phase().private_price_cap.is_none() => {
                let train =
                    private == THIRD && matches!(self.before.private_owner(THIRD), Holder::Company(_));
                let closed = if train { Some(Area::P3Train) } else { CLOSED.get(private).copied() };
                closed.into_iter().for_each(|area| self.areas.push(area));
            }
            (_, Holder::Out) if private == SEVENTH => self.areas.push(Area::P7Train),
            _ => {}
        }
    }

    fn private_sold(&mut self, private: usize, company: CompanyId) {
        let minor = self.before.is_minor(company);
        let rusted = self.before.has_rusted(self.before.fixed.privates.special_train);
        SOLD.get(private).into_iter().for_each(|area| self.areas.push(*area));
        self.see(Area::P2Minor, private == SECOND && minor && !rusted);
        self.see(Area::P2Rusted, private == SECOND && rusted);
    }

    fn phase(&mut self, phase: &str) {
        self.areas.push(match phase {
            "3" => Area::Phase3,
            "4" => Area::Phase4,
            "5" => Area::Phase5,
            "6" => Area::Phase6,
            _ => Area::Phase7,
        });
        let combined = |game: &Game| {
            let trains = game.table.companies.iter().flat_map(|company| &company.trains);
            trains.filter(|train| train.with.is_some()).count()
        };
        self.see(Area::CombinedRusts, combined(self.after) < combined(self.before));
        let minors = |game: &Game, status: Status| {
            game.in_play(Class::Minor).iter().filter(|minor| game.company(**minor).status == status).count()
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
            let madrid = self.after.fixed.role(company).home;
            let partner = self.after.partner(company);
            self.see(
                Area::MadridShared,
                partner.is_some_and(|other| self.after.table.board.has_token(other, madrid)),
            );
        }
    }

    /// Goals that a company has met, and its launch.
    fn company(&mut self, company: CompanyId) {
        let (before, after) = (self.before.company(company), self.after.company(company));
        let third = match self.before.fixed.role(company).third_goal {
            Some(ThirdGoal::Takeover) => Area::TakeoverGoal,
            _ => Area::Third,
        };
        let goals =
            [(Goal::Destination, Area::Destination), (Goal::RedArea, Area::Abroad), (Goal::Third, third)];
        for (goal, area) in goals {
            self.see(area, after.met(goal) && !before.met(goal) && !after.full_capital);
        }
        let launched = before.status == Status::Waiting && after.status == Status::Launched;
        let area = if after.full_capital { Area::Launched60 } else { Area::Launched40 };
        self.see(area, launched && !self.before.is_minor(company));
    }

    /// What the end of a turn or round brought.
    fn round(&mut self, action: &Action) {
        let (before, after) = (&self.before.table, &self.after.table);
        let (had, has) = (before.tenders, after.tenders);
        match action {
            Action::BuyCard { card, from, .. } if *card == TENDER => {
                self.areas.push(if *from == Party::Bank { Area::P5Market } else { Area::P5Tender });
            }
            _ => self.see(Area::P5Surplus, has.bank > had.bank),
        }
        if before.finale != after.finale {
            let exported = before.finale == Finale::Not && after.finale == Finale::Last;
            self.see(Area::EndExported, exported);
            self.see(Area::EndBought, after.finale == Finale::Triggered);
            self.see(Area::LastStock, after.finale == Finale::Last);
            let dropped = self.before.operating().is_some_and(|now| now.number < now.of);
            self.see(Area::RoundsDropped, before.finale == Finale::Triggered && dropped);
        }
        match (&before.round, &after.round) {
            (Round::Auction(_), Round::Stock(_)) => self.areas.push(Area::LeastCash),
            (Round::Stock(_), Round::Operating(_)) => self.areas.push(Area::MostCash),
            (Round::Operating(old), Round::Operating(new)) => {
                self.see(Area::LastRound, old.number != new.number && self.after.is_last_round());
            }
            (Round::Operating(_), Round::Over(_)) => self.accounting(),
            _ => {}
        }
    }

    fn accounting(&mut self) {
        let after = self.after;
        let seats = || after.table.order.iter().copied();
        self.see(Area::Debt, seats().any(|seat| after.owed(seat) > Money::ZERO));
        let frozen = |seat: SeatId| {
            let mut held = after.table.shares.held_by(Holder::Seat(seat));
            held.any(|(_, cert)| after.company(cert.company).status == Status::Frozen)
        };
        self.see(Area::FrozenTwice, seats().any(frozen));
        let worth: Vec<Money> = end::standings(after).into_iter().map(|(_, worth)| worth).collect();
        self.see(Area::Tie, worth.windows(2).any(|pair| pair.first() == pair.last()));
    }
}
