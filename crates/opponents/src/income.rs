//! Incomes, remembered: the same board, company and trains earn the same.

use ferrata_engine::id::{CompanyId, TrainKind};
use ferrata_titles::prospects::{Firm, Prospects, Trains};
use std::collections::HashMap;

/// So many incomes are remembered when a decision begins, or all are forgotten.
const MOST: usize = 300_000;

/// Dividend and treasury income of a run.
pub(crate) type Income = (f32, f32);

/// What companies earn, as far as it was asked. Only looked up, never listed: its order decides nothing.
#[derive(Default)]
pub(crate) struct Incomes {
    /// With the decision in which it was last asked.
    known: HashMap<(u64, CompanyId, Trains), (Income, u32)>,
    decision: u32,
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

    /// Another decision begins.
    fn begin_decision(&mut self) {
        self.decision = self.decision.wrapping_add(1);
        if self.known.len() >= MOST {
            self.known.clear();
        }
    }

    /// An income, if it was asked in this decision: what others asked may not decide.
    pub(crate) fn known(&self, key: u64, company: CompanyId, trains: &[TrainKind]) -> Option<Income> {
        let (income, asked) = self.known.get(&(key, company, sorted(trains)))?;
        (*asked == self.decision).then_some(*income)
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
        if let Some((income, last)) = self.known.get_mut(&asked) {
            *last = self.decision;
            return *income;
        }
        let pay = game.income(company, &asked.2);
        let income = (pay.revenue.0 as f32, pay.treasury.0 as f32);
        self.known.insert(asked, (income, self.decision));
        income
    }
}

/// Incomes by which companies are judged. A tile changes every company's board, and hardly any company's income: while
/// candidates are weighed and in a roll-out each company is judged by the board of its own last lay.
#[derive(Default)]
pub(crate) struct Judged {
    exact: Incomes,
    /// What was worked out on boards that are not those of its keys.
    about: Incomes,
    /// By company: the key of the board by which it is judged; none: the board as it is.
    boards: Option<Vec<u64>>,
}

impl Judged {
    /// What a company would earn with these trains on the board as it is; `places` is the number of its tokens.
    pub(crate) fn on_this_board<T: Prospects>(
        &mut self,
        game: &T,
        company: CompanyId,
        places: u64,
        trains: &[TrainKind],
    ) -> Income {
        self.exact.of(game, game.income_key() ^ places, company, trains)
    }

    /// What a company would earn with these trains on the board by which it is judged; `key` is that of the board as it is.
    pub(crate) fn of<T: Prospects>(
        &mut self,
        game: &T,
        key: u64,
        firm: &Firm,
        trains: &[TrainKind],
    ) -> Income {
        let company = firm.company;
        let frozen = self.boards.as_ref().and_then(|boards| boards.get(company.index()).copied());
        match frozen {
            Some(frozen) if frozen != key => {
                let frozen = frozen ^ firm.places;
                match self.exact.known(frozen, company, trains) {
                    Some(income) => income,
                    None => self.about.of(game, frozen, company, trains),
                }
            }
            _ => self.exact.of(game, key ^ firm.places, company, trains),
        }
    }

    /// A decision begins. It rests on its table alone: what was only about right in those before is forgotten, and what is exact counts for
    /// a board that is no more only once it has been asked anew.
    pub(crate) fn begin_decision(&mut self) {
        self.about.clear();
        self.exact.begin_decision();
    }

    /// From now on companies are judged by the board with this key, until they build or place tokens of their own.
    pub(crate) fn freeze(&mut self, key: u64) {
        match &mut self.boards {
            Some(boards) => boards.fill(key),
            None => self.boards = Some(vec![key; 64]),
        }
    }

    /// Whether companies are judged by the board of a moment before.
    pub(crate) fn is_frozen(&self) -> bool {
        self.boards.is_some()
    }

    /// A company has built: its income is worked out anew.
    pub(crate) fn refresh(&mut self, company: CompanyId, key: u64) {
        if let Some(board) = self.boards.as_mut().and_then(|boards| boards.get_mut(company.index())) {
            *board = key;
        }
    }

    /// Companies are judged by the board as it is.
    pub(crate) fn thaw(&mut self) {
        self.boards = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_engine::turn::Title;
    use ferrata_titles::{Game, catalogue};

    /// Given an income that was asked in an earlier decision, then it is worth nothing to this one until this one has asked, too: whoever
    /// remembers nothing must decide the same.
    #[test]
    fn what_an_earlier_decision_asked_is_not_known_to_the_next() {
        let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
        let game = Game::start(&catalogue::find("18FB").unwrap().setup("", &[], players).unwrap()).unwrap();
        let (mut incomes, company, trains) = (Incomes::default(), CompanyId(0), [TrainKind(0)]);
        let income = incomes.of(&game, 7, company, &trains);
        assert_eq!(incomes.known(7, company, &trains), Some(income));
        incomes.begin_decision();
        assert_eq!(incomes.known(7, company, &trains), None);
        assert_eq!(incomes.of(&game, 7, company, &trains), income);
        assert_eq!(incomes.known(7, company, &trains), Some(income));
    }
}
