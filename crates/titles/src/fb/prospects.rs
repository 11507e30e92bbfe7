//! What whoever weighs decisions needs to know of a table.

use super::Game;
use super::end::worth;
use super::foretold;
use super::operating::{earnings, interest, tiles};
use super::states::Standing;
use super::table::Round;
use crate::prospects::{
    Ending, Firm, Hope, Hoped, Life, Outlook, Prospects, potential, tiles_between, toolbox,
};
use ferrata_engine::action::Action;
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CardId, CompanyId, HexId, SeatId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::route::Pay;
use ferrata_engine::shares::Holder;
use ferrata_engine::view::RoundKind;

/// Shares of a corp that does not float yet are hoped for at this part of their price.
pub(super) const WAITING: f32 = 0.8;

/// A card whose power was not used, at this part of what it cost.
pub(super) const POWER: f32 = 0.5;

toolbox!(Game, |game| game.fixed.by_players.count);

impl Prospects for Game {
    fn outlook(&self) -> Outlook {
        let toolbox = self.toolbox();
        let out = |seat| !self.table.order.contains(&seat);
        let purse = |seat| (worth(self, seat), self.card_income(seat), out(seat));
        let started = self.company_ids().filter(|company| self.started(*company) || self.floated(*company));
        Outlook {
            round: match self.table.round {
                Round::MoveOrder(_) => RoundKind::SetUp,
                Round::Auction(_) => RoundKind::Auction,
                Round::Stock(_) => RoundKind::Stock,
                Round::Operating(_) => RoundKind::Operating,
                Round::Over(_) => RoundKind::Over,
            },
            purses: toolbox.purses(purse),
            firms: started.map(|company| self.firm(company)).collect(),
            trains: toolbox.trains(),
            next_train: self.table.depot.top(),
            hopes: self.hopes(),
            ending: match self.table.bank_broken {
                true => Ending::After(2.0),
                false => Ending::Bank(self.table.ledger.bank().0),
            },
            top_price: toolbox.top_price(),
        }
    }

    fn foretold(&self, outlook: &Outlook) -> Vec<Hope> {
        foretold::hopes(self, outlook)
    }

    fn income(&self, company: CompanyId, trains: &[TrainKind]) -> Pay {
        let mut with = self.clone();
        if let Ok(charter) = with.charter_mut(company) {
            charter.trains = trains.iter().copied().collect();
        }
        Pay { revenue: earnings::best(&with, company).total, treasury: Money::ZERO }
    }

    fn income_key(&self) -> u64 {
        let markers = |company| u64::from(self.charter(company).markers);
        let markers: u64 = self.company_ids().fold(0, |sum, company| sum.wrapping_mul(31) + markers(company));
        self.table.board.fingerprint() ^ stable_hash(&(self.table.phase, self.table.falcon, markers))
    }

    /// There are no routes to run.
    fn runs(&self) -> Vec<Action> {
        Vec::new()
    }

    fn card_worth(&self, card: CardId, rounds: f32) -> f32 {
        self.toolbox().card_worth(card, rounds, 1.0)
    }

    /// The way to the intermediate destination counts in full, what then lies before the final one a little.
    fn to_go(&self, company: CompanyId) -> f32 {
        let (Some(line), charter) = (self.main_line(company), self.charter(company)) else { return 0.0 };
        let steps = f32::from(tiles::steps(self, company).max(1));
        let last = |from: Option<u32>| from.map_or(6.0, |tiles| tiles as f32 / steps + 1.0) * 0.3;
        match (charter.arrived, charter.intermediate) {
            (true, _) => 0.0,
            (false, Some(_)) => last(self.tiles_to(company, line.last)),
            (false, None) => {
                let ways = line.intermediate.iter().filter_map(|goal| self.tiles_to(company, *goal)).min();
                let beyond = line
                    .intermediate
                    .first()
                    .and_then(|from| tiles_between(&self.fixed.parts.map, &[*from], line.last));
                ways.map_or(6.0, |tiles| tiles as f32 / steps + 1.0) + last(beyond)
            }
        }
    }

    fn potential(&self, company: CompanyId) -> f32 {
        potential(&self.table.board, &self.tile_reach(company), self.band())
    }

    fn acting_company(&self) -> Option<CompanyId> {
        self.acting().ok()
    }

    fn treasury(&self, company: CompanyId) -> Money {
        self.table.ledger.company(company)
    }
}

impl Game {
    fn firm(&self, company: CompanyId) -> Firm {
        let (toolbox, charter) = (self.toolbox(), self.charter(company));
        let regional = self.fixed.regional(company);
        let share = self.fixed.figures.share;
        let (price, unit) = regional.map_or((self.price(company), share), |regional| (regional.nominal, 100));
        let standing = self.standing(company);
        Firm {
            life: match standing {
                Standing::Unfloated => Life::Waiting,
                Standing::Building => Life::Building(self.secured(company)),
                Standing::Closed => Life::Frozen,
                Standing::Provisional | Standing::Definitive | Standing::Frozen => Life::Operating,
            },
            leader: self.president(company),
            pays: if regional.is_some() || standing == Standing::Frozen { 50 } else { 100 },
            portfolio: toolbox.portfolio(company, |of, percent| self.price(of) * self.shares_in(percent)),
            trains: charter.trains.iter().copied().collect(),
            limit: self.trains_allowed(company),
            bases: self.table.board.tokens_of(company).count() as u8,
            needs_train: self.rights(company).needs_train,
            to_go: if standing == Standing::Building { self.to_go(company) } else { 0.0 },
            ..toolbox.firm(company, price, unit, Holder::Offering)
        }
    }

    /// Tiles that are missing between a company's track and a hex: none if there is no way.
    fn tiles_to(&self, company: CompanyId, goal: HexId) -> Option<u32> {
        let reach = self.tile_reach(company);
        if reach.stops_at(goal) != 0 {
            return Some(0);
        }
        let mut from: Vec<HexId> = reach.hexes().collect();
        from.extend(self.tile_starts(company).iter().map(|(hex, _)| *hex));
        tiles_between(&self.fixed.parts.map, &from, goal)
    }

    /// 18FB-3.4.4: the interest that a share gets while the company builds.
    fn secured(&self, company: CompanyId) -> i32 {
        interest::band(self, company).map_or(0, |(_, per_share)| per_share.0)
    }

    fn trains_allowed(&self, company: CompanyId) -> u8 {
        let kind = self.fixed.parts.company_spec(company).map(|spec| spec.kind).unwrap_or_default();
        self.fixed.parts.phase_spec(self.table.phase).map_or(0, |phase| phase.train_limit(kind))
    }

    /// 18FB-G-81: stock of an unfloated corp counts nothing, until it floats. A card whose power was not used may still be worth
    /// half of what it cost.
    fn hopes(&self) -> Vec<Hope> {
        let mut hopes = Vec::new();
        let waiting = self.company_ids().filter(|company| self.standing(*company) == Standing::Unfloated);
        for company in waiting.filter(|company| self.started(*company)) {
            for seat in (0..self.fixed.by_players.count).map(SeatId) {
                let percent = self.percent(company, Holder::Seat(seat));
                let worth = WAITING * (self.price(company) * self.shares_in(percent)).0 as f32;
                hopes.extend((percent > 0).then_some(Hope { seat, what: Hoped::Waiting, worth }));
            }
        }
        for seat in (0..self.fixed.by_players.count).map(SeatId) {
            let cards = self.cards_of(seat).filter_map(|card| self.fixed.parts.card_spec(card));
            let worth = POWER * cards.map(|card| card.price.max(card.min_bid).0).sum::<i32>() as f32;
            hopes.extend((worth > 0.0).then_some(Hope { seat, what: Hoped::Power, worth }));
        }
        hopes
    }

    pub(super) fn card_income(&self, seat: SeatId) -> Money {
        let cards = self.cards_of(seat).filter_map(|card| self.fixed.parts.card_spec(card));
        cards.map(|card| card.revenue).sum()
    }
}
