//! Sees which areas of the rules an accepted entry has been to, from the tables before and after it: the rules themselves do
//! no counting.

use super::areas::Area;
use crate::fb::Game;
use crate::fb::end::Why;
use crate::fb::fixed::Power;
use crate::fb::market::Zone;
use crate::fb::operating::{Step, powers};
use crate::fb::states::{Standing, State};
use crate::fb::table::{Pending, Round};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CardId, CompanyId, HexId};
use ferrata_engine::kit;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CardName, CompanyName, HexName};
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{Color, StopKind};
use ferrata_engine::turn::Entry;

/// The areas that an entry has been to.
pub(super) fn reached(before: &Game, entry: &Entry, events: &[Event], after: &Game) -> Vec<kit::Area> {
    let mut witness = Witness { before, after, events, areas: Vec::new() };
    witness.action(&entry.action);
    witness.cards();
    before.company_ids().for_each(|company| witness.company(company));
    witness.phase();
    witness.settlement();
    witness.told(&entry.action);
    witness.end();
    witness.areas.into_iter().map(Area::name).collect()
}

struct Witness<'a> {
    before: &'a Game,
    after: &'a Game,
    events: &'a [Event],
    areas: Vec<Area>,
}

impl Witness<'_> {
    fn see(&mut self, area: Area, seen: bool) {
        self.areas.extend(seen.then_some(area));
    }

    fn id(&self, company: CompanyName) -> Option<CompanyId> {
        self.before.fixed.parts.company(company)
    }

    fn action(&mut self, action: &Action) {
        match (self.before.table.pending.last(), action) {
            (Some(Pending::Deal(_)), Action::Decline) => self.areas.push(Area::Declined),
            (Some(Pending::Deal(deal)), Action::Accept) => {
                let area = match &deal.action {
                    Action::BuyCard { .. } => Area::CardDeal,
                    Action::BuyTrain { .. } => Area::TrainDeal,
                    _ => Area::Consent,
                };
                self.areas.push(area);
            }
            (Some(Pending::Riseis(_)), Action::Pass) => self.areas.push(Area::RiseisKept),
            (Some(Pending::Riseis(_)), Action::Buy { .. }) => self.areas.push(Area::RiseisShare),
            (Some(Pending::Riseis(_)), Action::BuyCard { .. }) => self.areas.push(Area::RiseisConcession),
            (Some(Pending::Reacquire(_)), Action::Pass) => self.areas.push(Area::LeftFrozen),
            (Some(Pending::Reacquire(_)), Action::BuyCard { .. }) => self.areas.push(Area::Reacquired),
            (Some(Pending::Prompt(prompt)), Action::UseCard { .. }) => {
                let building = self.before.rights(prompt.company).interest;
                self.areas.push(if building { Area::MelisurgoOther } else { Area::FalconOther });
            }
            (Some(Pending::Home(_)), Action::PlaceToken { .. }) => self.areas.push(Area::SfmHome),
            (Some(Pending::Home(_)), Action::Choose { option }) => {
                self.areas.push(if option.as_str() == "N21" { Area::FpBari } else { Area::FpNapoli });
            }
            (Some(Pending::Merger(_)), Action::Choose { option }) => {
                self.areas.push(if option.as_str() == "merge" { Area::Accepted } else { Area::Refused });
            }
            (Some(Pending::Partner(_)), Action::Choose { .. }) => self.areas.push(Area::Partner),
            (Some(Pending::Drawn(_)), _) => self.areas.push(Area::Drawn),
            (None, action) => match &self.before.table.round {
                Round::Stock(_) => self.stock(action),
                Round::Operating(_) => self.operating(action),
                _ => {}
            },
            _ => {}
        }
    }

    fn stock(&mut self, action: &Action) {
        match action {
            Action::Buy { percent: 100, .. } => self.areas.push(Area::RegionalFromPool),
            Action::Buy { from: Party::Offering, .. } => self.areas.push(Area::ShareOffering),
            Action::Buy { .. } => self.areas.push(Area::SharePool),
            Action::Start { .. } => self.areas.push(Area::Started),
            Action::Sell { company, .. } => {
                self.areas.push(Area::Sold);
                let Some(company) = self.id(*company) else { return };
                let leaves = self.before.president(company) != self.after.president(company);
                self.see(Area::Exchanged, leaves);
                self.see(Area::Ledge, self.before.field(company) == self.after.field(company));
            }
            Action::BuyCard { card, .. } => self.bought_card(*card),
            Action::UseCard { card } => {
                let card = self.before.fixed.parts.card(*card).and_then(|id| self.before.fixed.political(id));
                self.see(Area::Right, card.is_some_and(|card| card.company.is_some()));
            }
            _ => {}
        }
    }

    fn bought_card(&mut self, name: CardName) {
        let Ok(card) = self.before.fixed.parts.card_named(name) else { return };
        let from = self.before.card(card).holder;
        if self.before.fixed.political(card).is_some() {
            self.areas.push(Area::CardFromPool);
        } else if from == Holder::Pool {
            self.areas.push(Area::AcquiredLater);
        }
        let free = self.before.fixed.concession(card).is_some_and(|card| card.free_after.is_some());
        let nothing = self.after.table.ledger.card(card) == Money::ZERO;
        let acquired = matches!(self.after.card(card).holder, Holder::Seat(_));
        self.see(Area::FstFree, free && nothing && acquired);
    }

    fn operating(&mut self, action: &Action) {
        let Ok(acting) = self.before.acting() else { return };
        let regional = self.before.fixed.regional(acting).is_some();
        let frozen = self.before.standing(acting) == Standing::Frozen;
        match action {
            Action::LayTile { hex, .. } => self.tile(acting, *hex, regional, frozen),
            Action::PlaceToken { .. } => self.areas.push(Area::Home),
            Action::BuildLine { hex, .. } => self.line(acting, *hex),
            Action::Settle { how } => self.areas.push(match how {
                Settlement::Pay => Area::Paid,
                Settlement::Half => Area::Half,
                _ => Area::Withheld,
            }),
            Action::BuyTrain { from, .. } => {
                let helped =
                    self.paid(|from, to| matches!(from, Account::Seat(_)) && to == Account::Company(acting));
                self.areas.push(match (from, regional) {
                    (Party::Company(_), _) => Area::OwnTrain,
                    (_, true) if helped => Area::RegionalHelp,
                    (_, true) => Area::RegionalTrain,
                    (_, false) if helped => Area::EmergencyCash,
                    _ => Area::BankTrain,
                });
            }
            Action::Sell { seller, .. } => {
                let emergency = self.before.operating().is_some_and(|now| now.step == Step::Trains);
                self.areas.push(match (emergency, seller) {
                    (false, _) => Area::CorpSells,
                    (true, Party::Seat(_)) => Area::EmergencyStock,
                    (true, _) => Area::EmergencyTreasury,
                });
            }
            Action::Buy { percent: 100, .. } => self.acquisition(acting),
            Action::Buy { .. } => self.areas.push(Area::CorpBuys),
            Action::Choose { .. } => {
                let early = self.before.bourbon();
                self.areas.push(if early { Area::BankruptEarly } else { Area::BankruptLate });
            }
            _ => {}
        }
    }

    fn tile(&mut self, acting: CompanyId, hex: HexName, regional: bool, frozen: bool) {
        let Some(hex) = self.before.fixed.parts.hex(hex) else { return };
        let color = |game: &Game| game.table.board.face(hex).color;
        self.areas.push(match (color(self.before), color(self.after)) {
            (Color::White, _) => Area::Yellow,
            (old, new) if old == new => Area::Competitive,
            _ => Area::Upgrade,
        });
        self.see(Area::FrozenUpgrade, frozen);
        if regional {
            self.areas.push(Area::RegionalTile);
            self.see(Area::RegionalSecond, self.before.operating().is_some_and(|now| now.laid == 1));
            self.see(
                Area::RegionalRoom,
                self.before.charter(acting).waits && !self.after.charter(acting).waits,
            );
            self.see(
                Area::RegionalMarker,
                self.before.charter(acting).markers < self.after.charter(acting).markers,
            );
        }
    }

    fn line(&mut self, acting: CompanyId, hex: HexName) {
        let Some(hex) = self.before.fixed.parts.hex(hex) else { return };
        self.areas.push(Area::Line);
        let markers = |game: &Game| game.charter(acting).markers;
        self.see(Area::LineMarkers, markers(self.before) < markers(self.after));
        self.see(Area::OffMap, self.before.stop_kind(hex, 0) == Some(StopKind::Offboard));
        let inset =
            |hex: HexId| self.before.fixed.parts.map.hex(hex).and_then(|hex| hex.tag("map")).is_some();
        self.see(Area::Napoli, inset(hex));
        let row = |game: &Game| game.field(acting).map(|field| field.row);
        self.see(Area::Bonus, row(self.after) < row(self.before));
    }

    fn acquisition(&mut self, acting: CompanyId) {
        let national = self.before.fixed.national(acting).is_some();
        self.areas.push(if national { Area::AcquiredByNational } else { Area::AcquiredByMajor });
        let trains = |game: &Game| game.charter(acting).trains.len();
        if trains(self.before) < trains(self.after) {
            let converted = self.before.fixed.switches.regional_trains_are_converted;
            self.areas.push(if converted { Area::Converted } else { Area::TrainPassed });
        }
        let tokens = |game: &Game| game.table.board.tokens_of(acting).count();
        self.see(Area::TokenReplaced, tokens(self.before) < tokens(self.after));
    }

    fn cards(&mut self) {
        let auction = matches!(self.before.table.round, Round::Auction(_));
        for (card, political) in self.before.fixed.political_cards() {
            let (had, has) = (self.before.card(card), self.after.card(card));
            if auction && had.holder == Holder::Offering {
                self.see(Area::CardSold, matches!(has.holder, Holder::Seat(_)));
                self.see(Area::CardUnsold, has.holder == Holder::Pool);
                let surplus = political.company.is_some_and(|(company, _)| {
                    self.before.table.ledger.company(company) < self.after.table.ledger.company(company)
                });
                self.see(Area::CardSurplus, surplus);
            }
            let falls = powers::income(self.before, political) > powers::income(self.after, political);
            self.see(Area::IncomeFalls, falls && matches!(had.holder, Holder::Seat(_)));
            if !had.used && has.used {
                self.used(&political.power);
            }
        }
        for card in (0..self.before.table.cards.len() as u8).map(CardId) {
            if self.before.fixed.concession(card).is_some()
                && self.before.card(card).holder == Holder::Offering
                && matches!(self.after.card(card).holder, Holder::Seat(_))
            {
                self.areas.push(Area::Concession);
            }
            let withdrawn = matches!(self.before.card(card).holder, Holder::Seat(_))
                && self.after.card(card).holder == Holder::Pool;
            self.see(Area::Withdrawn, withdrawn && self.before.fixed.concession(card).is_some());
        }
    }

    fn used(&mut self, power: &Power) {
        let prompted = matches!(self.before.table.pending.last(), Some(Pending::Prompt(_)));
        match power {
            Power::HalfDeposit => self.areas.push(Area::HalfDeposit),
            Power::BandsUp(_) => self.see(Area::Melisurgo, !prompted),
            Power::BonusTokens(_) => self.see(Area::Falcon, !prompted),
            Power::Bourbon(bourbon) => {
                self.areas.push(if bourbon.closes { Area::Bourbon } else { Area::Delahante });
            }
            Power::Priority => {}
        }
    }

    /// What has become of a company.
    fn company(&mut self, company: CompanyId) {
        let (had, has) = (self.before.charter(company), self.after.charter(company));
        let unified = !self.before.bourbon() || !self.after.bourbon();
        if !unified {
            self.see(Area::Provisional, had.state == State::Building && has.state > State::Building);
            self.see(Area::Definitive, had.state < State::Definitive && has.state == State::Definitive);
        }
        if self.before.fixed.regional(company).is_some() {
            let owner = |game: &Game| game.table.shares.director(company);
            self.see(
                Area::RegionalSold,
                owner(self.before) == Holder::Offering && matches!(owner(self.after), Holder::Seat(_)),
            );
            self.see(
                Area::RegionalUnsold,
                owner(self.before) == Holder::Offering && owner(self.after) == Holder::Pool,
            );
            self.see(Area::RegionalBonus, had.claimed != has.claimed && has.state != State::Closed);
            return;
        }
        let merged = matches!(
            self.before.table.pending.last(),
            Some(Pending::Merger(_) | Pending::Partner(_) | Pending::Drawn(_))
        );
        let begins = self.after.table.phase > self.before.table.phase;
        let closes = had.state != State::Closed && has.state == State::Closed;
        let leads = |game: &Game| game.president(company);
        self.see(Area::Closed, closes && !merged && (self.before.bourbon() || !begins));
        let zone = |game: &Game| game.zone(company);
        let fell = zone(self.after) > zone(self.before);
        self.see(Area::LightBlue, fell && zone(self.after) == Zone::Light);
        self.see(Area::DarkBlue, fell && zone(self.after) == Zone::Dark);
        self.see(
            Area::Floated,
            !self.before.bourbon()
                && had.state == State::Unfloated
                && self.after.floated(company)
                && self.before.fixed.major(company).is_some(),
        );
        let stock = matches!(self.before.table.round, Round::Stock(_));
        let bought = self.before.percent(company, Holder::Pool) >= self.after.percent(company, Holder::Pool);
        let changes = leads(self.before).is_some()
            && leads(self.after).is_some_and(|now| leads(self.before) != Some(now));
        self.see(Area::Takeover, stock && bought && changes);
        if self.before.fixed.national(company).is_some() {
            let rm = self.before.name(company).as_str() == "RM";
            let forms = had.state == State::Unfloated && has.state == State::Definitive;
            self.see(if rm { Area::RmForms } else { Area::RaForms }, forms);
            self.see(Area::Leased, has.leased > had.leased);
            self.see(Area::LeasePaid, has.leased < had.leased && has.state != State::Closed);
        }
    }

    fn phase(&mut self) {
        let phases = [Area::Ph2, Area::Ph3, Area::Ph4, Area::Ph5, Area::Ph6];
        let (old, new) = (self.before.table.phase.index(), self.after.table.phase.index());
        if old == new {
            return;
        }
        self.areas.extend(new.checked_sub(1).and_then(|at| phases.get(at)).copied());
        if self.before.bourbon() && !self.after.bourbon() {
            let corps: Vec<CompanyId> = self.before.corps().filter(|id| self.before.floated(*id)).collect();
            let changed = corps.iter().any(|id| self.before.president(*id) != self.after.president(*id));
            self.areas.push(if changed { Area::GaribaldiChanges } else { Area::GaribaldiKeeps });
            let frozen = corps.iter().any(|id| {
                self.before.standing(*id) == Standing::Frozen
                    && self.after.standing(*id) == Standing::Definitive
            });
            self.see(Area::FrozenEnds, frozen);
        }
    }

    fn paid(&self, fits: impl Fn(Account, Account) -> bool) -> bool {
        self.events.iter().any(|event| {
            matches!(event, Event::Paid { from, to, amount, .. } if *amount > Money::ZERO && fits(*from, *to))
        })
    }

    /// A building corp has come to its train step: interest was paid, or it was not.
    fn settlement(&mut self) {
        let step = |game: &Game| game.operating().map(|now| (now.company, now.step, now.laid));
        let (Some((Some(company), was, _)), Some((now, is, laid))) = (step(self.before), step(self.after))
        else {
            return;
        };
        let building = self.before.rights(company).interest;
        if building && now == Some(company) && was < Step::Trains && is == Step::Trains {
            let all = laid >= self.before.charter(company).steps;
            self.areas.push(if all { Area::Interest } else { Area::NoInterest });
        }
    }

    /// What the events tell: earnings, refunds, rises, sales that nobody decides about.
    fn told(&mut self, action: &Action) {
        let forms = |id: &CompanyId| {
            self.before.fixed.national(*id).is_some() && !self.before.floated(*id) && self.after.floated(*id)
        };
        let formed: Vec<CompanyId> = self.before.corps().filter(forms).collect();
        let odd: Vec<Money> = formed
            .iter()
            .map(|id| self.after.price(*id).percent(self.before.fixed.figures.odd_share_percent))
            .collect();
        for event in self.events {
            match event {
                Event::Paid { from: Account::Bank, to: Account::Seat(_), amount, .. } => {
                    self.see(Area::OddShare, odd.contains(amount));
                }
                Event::Shares { company, from: Holder::Company(by), to: Holder::Pool, .. } => {
                    let decided = matches!(action, Action::Sell { .. });
                    let goes_on =
                        self.after.floated(*by) && self.after.floated(*company) && formed.is_empty();
                    self.see(Area::ForcedSale, !decided && goes_on);
                }
                Event::Run { company, revenue } => self.run(*company, *revenue),
                Event::Paid { from: Account::Card(_), to: Account::Seat(_), amount, .. } => {
                    self.see(Area::Refund, *amount > Money::ZERO);
                }
                Event::Paid { from: Account::Card(_), to: Account::Bank, amount, .. } => {
                    let unified = self.before.bourbon() && !self.after.bourbon();
                    self.see(Area::DepositLost, *amount > Money::ZERO && unified);
                }
                Event::Price { from: Some(from), to: Some(to), .. } => {
                    let ends = matches!(self.before.table.round, Round::Stock(_))
                        && !matches!(self.after.table.round, Round::Stock(_));
                    self.see(Area::SoldOut, ends && to > from);
                }
                Event::Train { from: None, to: None, .. } => self.areas.push(Area::TrainRemoved),
                _ => {}
            }
        }
    }

    fn end(&mut self) {
        if let Round::Over(over) = &self.after.table.round {
            self.areas.push(match over.why {
                Why::Bank => Area::EndBank,
                Why::HighestValue => Area::EndValue,
                Why::LastPlayer => Area::EndAlone,
            });
        }
    }

    fn run(&mut self, company: CompanyId, revenue: Money) {
        let fixed = &self.before.fixed;
        self.see(Area::Nothing, revenue == Money::ZERO);
        self.see(Area::RegionalRun, fixed.regional(company).is_some() && revenue > Money::ZERO);
        self.see(Area::NationalRun, fixed.national(company).is_some());
        self.see(Area::FrozenRun, self.before.standing(company) == Standing::Frozen && revenue > Money::ZERO);
    }
}
