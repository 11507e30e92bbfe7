//! Incomes, remembered: the same board, company and trains earn the same.

use ferrata_engine::id::{CompanyId, TrainKind};
use ferrata_titles::prospects::{Prospects, Trains};
use std::collections::HashMap;

/// So many incomes are remembered before all are forgotten.
const MOST: usize = 300_000;

/// Dividend and treasury income of a run.
pub(crate) type Income = (f32, f32);

/// What companies earn, as far as it was asked. Only looked up, never listed: its order decides nothing.
#[derive(Default)]
pub(crate) struct Incomes {
    known: HashMap<(u64, CompanyId, Trains), Income>,
}

/// Trains in one order, whatever order they came in.
fn sorted(trains: &[TrainKind]) -> Trains {
    let mut sorted: Trains = trains.iter().copied().collect();
    sorted.sort_unstable();
    sorted
}

impl Incomes {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.known.clear();
    }

    /// An income, if it is known.
    pub(crate) fn known(&self, key: u64, company: CompanyId, trains: &[TrainKind]) -> Option<Income> {
        self.known.get(&(key, company, sorted(trains))).copied()
    }

    /// What a company would earn with these trains on the board with this key.
    pub(crate) fn of<T: Prospects>(
        &mut self,
        game: &T,
        key: u64,
        company: CompanyId,
        trains: &[TrainKind],
    ) -> Income {
        let asked = (key, company, sorted(trains));
        if let Some(known) = self.known.get(&asked) {
            return *known;
        }
        if self.known.len() >= MOST {
            self.known.clear();
        }
        let pay = game.income(company, trains);
        let income = (pay.revenue.0 as f32, pay.treasury.0 as f32);
        self.known.insert(asked, income);
        income
    }
}
