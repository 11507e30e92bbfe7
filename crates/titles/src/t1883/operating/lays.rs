//! 6.4 How many tiles a corporation may lay in a turn, and from where.

use crate::t1883::Game;
use ferrata_engine::id::{CompanyId, HexId};
use serde::{Deserialize, Serialize};

/// A tile laid in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Lay {
    pub(in crate::t1883) hex: HexId,
    /// The bases from which it could be traced, as bits.
    pub(in crate::t1883) bases: u8,
    /// It could be the additional yellow tile on hill or mountain.
    pub(in crate::t1883) additional: bool,
}

/// What a corporation may lay in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Allowance {
    /// 1883-6.4-01: one tile.
    One,
    /// 1883-6.4-13: one from each base on F hexes, or one elsewhere.
    Flood,
    /// 1883-8.1.3-01, 1883-6.4-17, 1883-6.4-19: one from each base, and an additional yellow one.
    Coop,
    /// 1883-8.1.3-02: one, and an additional yellow one.
    Capitalised,
}

impl Allowance {
    pub(super) fn of(game: &Game, company: CompanyId) -> Allowance {
        if game.is_coop(company) {
            Allowance::Coop
        } else if company == game.fixed.ccfr {
            Allowance::Capitalised
        } else if company == game.fixed.fsf && game.phase().fsf_double_lay {
            Allowance::Flood
        } else {
            Allowance::One
        }
    }

    /// Whether lays are traced from each base.
    pub(super) fn by_base(self) -> bool {
        matches!(self, Allowance::Flood | Allowance::Coop)
    }

    /// Whether these lays fit together in a turn. 1883-6.4-14, 1883-6.4-18: a hex is laid and upgraded in one turn only once the
    /// bases are connected.
    pub(super) fn allows(self, lays: &[Lay], connected: bool) -> bool {
        let again = |at: usize, lay: &Lay| lays.iter().take(at).any(|other| other.hex == lay.hex);
        let twice = lays.iter().enumerate().any(|(at, lay)| again(at, lay));
        if twice && !(self.by_base() && connected) {
            return false;
        }
        match self {
            Allowance::One => lays.len() <= 1,
            // 1883-R-15: F lays and another one do not mix; a lay from no base is a normal one.
            Allowance::Flood => lays.len() <= 1 || from_each_base(lays.iter()),
            // 1883-R-38: the additional one from either base.
            Allowance::Coop => {
                lays.iter().all(|lay| lay.bases != 0)
                    && with_additional(lays, |rest| from_each_base(rest.iter()))
            }
            Allowance::Capitalised => with_additional(lays, |rest| rest.len() <= 1),
        }
    }
}

/// Whether every lay can start from a base of its own; there are two.
fn from_each_base<'a>(lays: impl Iterator<Item = &'a Lay>) -> bool {
    let bases: smallvec::SmallVec<[u8; 3]> = lays.map(|lay| lay.bases).collect();
    match bases.as_slice() {
        [] => true,
        [one] => *one != 0,
        [one, other] => *one != 0 && *other != 0 && one | other == 0b11,
        _ => false,
    }
}

/// Whether the lays fit, with or without one of them as the additional one.
fn with_additional(lays: &[Lay], fits: impl Fn(&[Lay]) -> bool) -> bool {
    fits(lays)
        || lays.iter().enumerate().filter(|(_, lay)| lay.additional).any(|(at, _)| {
            let mut rest: smallvec::SmallVec<[Lay; 3]> = lays.iter().copied().collect();
            rest.remove(at);
            fits(&rest)
        })
}
