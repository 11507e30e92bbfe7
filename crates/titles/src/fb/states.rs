//! 3.3 The states of a corporation, and what each of them allows: one table.

use super::Game;
use ferrata_engine::id::CompanyId;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use serde::{Deserialize, Serialize};

/// 18FB-3.3-02, 18FB-3.3-22: the states of a company. Frozen lies on top of the state it had (18FB-G-35): see [`Standing`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// 18FB-3.3-03, 18FB-6-04: nobody has bought its president's certificate; from PH5 on, less than 60% is sold.
    #[default]
    Unfloated,
    /// 18FB-3.3-04: until the intermediate destination is reached.
    Building,
    /// 18FB-3.3-08: until the final destination is reached.
    Provisional,
    /// 18FB-3.3-09: both destinations are reached. Nationals and owned regionals are here, too.
    Definitive,
    /// It has left the game.
    Closed,
}

/// How a corporation stands: its state, or frozen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    Unfloated,
    Building,
    Provisional,
    Definitive,
    /// 18FB-3.3-10, 18FB-6-03: its concession lies in the pool.
    Frozen,
    Closed,
}

/// What a standing allows and asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rights {
    /// It has turns.
    pub(super) operates: bool,
    /// It lays new tiles.
    pub(super) lays: bool,
    /// It places tokens.
    pub(super) tokens: bool,
    /// Secured interest is paid for it.
    pub(super) interest: bool,
    /// Its trains run.
    pub(super) runs: bool,
    /// Its president decides about the dividend (else it is half).
    pub(super) chooses_dividend: bool,
    /// Destination bonuses count, and the price rises when it is sold out.
    pub(super) rises: bool,
    /// It buys trains.
    pub(super) buys_trains: bool,
    /// It sells trains.
    pub(super) sells_trains: bool,
    /// It must own a train at the end of its turn.
    pub(super) needs_train: bool,
    /// It trades in stock.
    pub(super) trades: bool,
}

const NOTHING: Rights = Rights {
    operates: false,
    lays: false,
    tokens: false,
    interest: false,
    runs: false,
    chooses_dividend: false,
    rises: false,
    buys_trains: false,
    sells_trains: false,
    needs_train: false,
    trades: false,
};

/// 18FB-3.3-05, 18FB-3.3-06, 18FB-3.3-07, 18FB-3.4.8-06: interest instead of trains running; no rises, no trading.
const BUILDING: Rights = Rights {
    operates: true,
    lays: true,
    tokens: true,
    interest: true,
    buys_trains: true,
    sells_trains: true,
    ..NOTHING
};

/// 18FB-3.3-08, 18FB-3.3-09, 18FB-3.4.8-05: everything.
const OPERATIONAL: Rights = Rights {
    interest: false,
    runs: true,
    chooses_dividend: true,
    rises: true,
    needs_train: true,
    trades: true,
    ..BUILDING
};

/// 18FB-3.3-11 to 18FB-3.3-16 (18FB-3.3-14: no trains; 18FB-3.3-15: no stock), 18FB-G-41: it runs and pays half, and little
/// else.
const FROZEN: Rights = Rights { operates: true, runs: true, ..NOTHING };

impl Standing {
    /// What it allows and asks for.
    pub(super) fn rights(self) -> &'static Rights {
        match self {
            Standing::Unfloated | Standing::Closed => &NOTHING,
            Standing::Building => &BUILDING,
            Standing::Provisional | Standing::Definitive => &OPERATIONAL,
            Standing::Frozen => &FROZEN,
        }
    }

    /// In words.
    pub(super) fn text(self) -> Text {
        match self {
            Standing::Unfloated => say!("unfloated"),
            Standing::Building => say!("building"),
            Standing::Provisional => say!("provisional operational"),
            Standing::Definitive => say!("definitive operational"),
            Standing::Frozen => say!("frozen"),
            Standing::Closed => say!("closed"),
        }
    }
}

impl Game {
    /// How a corporation stands.
    pub(super) fn standing(&self, company: CompanyId) -> Standing {
        match self.charter(company).state {
            State::Unfloated => Standing::Unfloated,
            State::Closed => Standing::Closed,
            _ if self.frozen(company) => Standing::Frozen,
            State::Building => Standing::Building,
            State::Provisional => Standing::Provisional,
            State::Definitive => Standing::Definitive,
        }
    }

    /// What a corporation may do and must.
    pub(super) fn rights(&self, company: CompanyId) -> &'static Rights {
        self.standing(company).rights()
    }

    /// 18FB-3.3-10, 18FB-3.3-23: the concession of a floated corp lies in the pool, before PH5.
    fn frozen(&self, company: CompanyId) -> bool {
        let concession = self.fixed.major(company).and_then(|major| major.concession);
        self.bourbon() && concession.is_some_and(|card| self.card(card).holder == Holder::Pool)
    }

    /// Whether a corp is floated and still in the game.
    pub(super) fn floated(&self, company: CompanyId) -> bool {
        matches!(self.charter(company).state, State::Building | State::Provisional | State::Definitive)
    }
}
