//! How a table was when an order was made, as far as orders look at it.

use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName};
use ferrata_engine::view::{CompanyStatus, CompanyView, RoundKind, RoundView, View};
use ferrata_wire::{Cause, Change};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a table was when an order was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Marks {
    round: RoundView,
    /// Shares by holder: seats first, then companies.
    held: Vec<BTreeMap<CompanyName, u8>>,
    directed: Vec<CompanyName>,
    cards: Vec<CardName>,
    prices: BTreeMap<CompanyName, Option<Money>>,
    statuses: BTreeMap<CompanyName, bool>,
    priority: bool,
}

/// Whether this is a round in which players trade.
pub(crate) fn is_stock(view: &View) -> bool {
    view.round.kind == RoundKind::Stock
}

/// Whether a company is in the game, or can still be started.
pub(crate) fn is_there(company: &CompanyView) -> bool {
    !matches!(company.status, CompanyStatus::Absent | CompanyStatus::Closed)
}

fn has_started(company: &CompanyView) -> bool {
    is_there(company) && company.status != CompanyStatus::Waiting
}

/// How much of a company a seat holds, in percent.
pub(crate) fn held(view: &View, seat: SeatId, company: CompanyName) -> u8 {
    let shares = view.players.get(seat.index()).map(|player| player.shares.as_slice()).unwrap_or_default();
    shares.iter().filter(|share| share.company == company).map(|share| share.percent).sum()
}

impl Marks {
    pub(crate) fn new(seat: SeatId, view: &View) -> Marks {
        let holders = view.players.iter().map(|player| &player.shares);
        let holders = holders.chain(view.companies.iter().map(|company| &company.shares));
        let held = holders.map(|shares| {
            let mut all = BTreeMap::new();
            for share in shares {
                let percent: &mut u8 = all.entry(share.company).or_default();
                *percent = percent.saturating_add(share.percent);
            }
            all
        });
        let mine = view.players.get(seat.index());
        let mut cards: Vec<_> =
            mine.map(|player| player.cards.iter().map(|card| card.card).collect()).unwrap_or_default();
        cards.sort_unstable();
        let mine_to_direct = |company: &&CompanyView| company.director == Some(seat);
        Marks {
            round: view.round.clone(),
            held: held.collect(),
            directed: view.companies.iter().filter(mine_to_direct).map(|company| company.name).collect(),
            cards,
            prices: view.companies.iter().map(|company| (company.name, company.price)).collect(),
            statuses: view.companies.iter().map(|company| (company.name, has_started(company))).collect(),
            priority: mine.is_some_and(|player| player.priority),
        }
    }

    /// Whether the round is over in which it was given.
    pub(crate) fn is_over(&self, view: &View) -> bool {
        self.round != view.round
    }

    /// What has changed, of what counts; another round always does.
    pub(crate) fn changed(&self, seat: SeatId, view: &View, count: &[Change]) -> Option<Cause> {
        let now = Marks::new(seat, view);
        if now.round != self.round {
            return Some(Cause::Round);
        }
        let happened = |change: &Change| count.contains(change) && self.differs(&now, seat, *change);
        Change::ALL.iter().find(|change| happened(change)).map(|change| match change {
            Change::Holdings => Cause::Holdings,
            Change::Sale => Cause::Sale,
            Change::Purchase => Cause::Purchase,
            Change::Price => Cause::Price,
            Change::Company => Cause::Company,
            Change::Priority => Cause::Priority,
        })
    }

    fn differs(&self, now: &Marks, seat: SeatId, change: Change) -> bool {
        let mine = |marks: &Marks| marks.held.get(seat.index()).cloned().unwrap_or_default();
        let others = |marks: &Marks| {
            let apart = marks.held.iter().enumerate().filter(|(holder, _)| *holder != seat.index());
            apart.map(|(_, held)| held.clone()).collect::<Vec<_>>()
        };
        // Whether somebody holds more of a company in `two` than in `one`.
        let more = |one: &Marks, two: &Marks| {
            let (one, two) = (others(one), others(two));
            let pairs = one.iter().zip(&two);
            pairs.into_iter().any(|(before, after)| {
                after.iter().any(|(company, percent)| before.get(company).is_none_or(|had| had < percent))
            })
        };
        match change {
            Change::Holdings => {
                mine(self) != mine(now) || self.cards != now.cards || self.directed != now.directed
            }
            Change::Sale => more(now, self),
            Change::Purchase => more(self, now),
            Change::Price => {
                let price = |marks: &Marks, company| marks.prices.get(company).copied().flatten();
                mine(now).keys().any(|company| price(self, company) != price(now, company))
            }
            Change::Company => self.statuses != now.statuses,
            Change::Priority => self.priority != now.priority,
        }
    }
}
