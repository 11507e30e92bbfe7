//! An entry that is shown before the host has taken it: whoever makes it has judged it by the same rules, so the table
//! after it is known. It becomes a record when the host's comes, and goes without a trace if another one does.

use super::{Place, Record, Sealed, Timeline, play};
use ferrata_engine::turn::{Entry, Title, Turn};

impl Timeline {
    /// Plays an entry that is on its way to the host, and tells whether it is shown now. It is not where more is needed to
    /// know the table after it than can be known here: what is decided in secret, by chance or by the end of the game waits
    /// for the host. Nor is a second one before the first is settled, or any where host and client do not agree on the table.
    pub fn expect(&mut self, entry: Entry) -> bool {
        let agrees = self.disagrees.is_none() && self.damage.is_none();
        if self.is_expecting() || !agrees || !matches!(self.game().turn(), Turn::Seat(_)) {
            return false;
        }
        let last = self.len();
        let place = Place { moment: self.moment(last), proposal: self.proposal(last) };
        let Ok(step) = play(self.game(), place, Record::entry(last + 1, entry), &self.names) else {
            return false;
        };
        let goes_on = step.game.as_ref().is_some_and(|game| matches!(game.turn(), Turn::Seat(_)));
        if !goes_on || step.sealed != Sealed::Not {
            return false;
        }
        self.expecting = Some(self.course.clone());
        self.push(step);
        true
    }

    /// Whether the last record is one that the host has not yet taken.
    pub fn is_expecting(&self) -> bool {
        self.expecting.is_some()
    }

    /// The last record that came from the host.
    pub fn known(&self) -> u64 {
        self.len() - u64::from(self.is_expecting())
    }

    /// Changes whenever something is to be seen that was not before.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Takes away what was expected, if something was: the host did not take it, or another record came before it.
    pub fn withdraw(&mut self) {
        if let Some(course) = self.expecting.take() {
            self.course = course;
            self.steps.pop();
            self.in_force.pop();
            self.version += 1;
        }
    }

    /// Whether a record is what is expected: the same decision, and nothing that came with it.
    pub(super) fn is_expected(&self, record: &Record) -> bool {
        let same = |expected: &Record| (expected.by, &expected.action) == (record.by, &record.action);
        let plain = record.undo_to.is_none() && record.note.is_none() && record.opened.is_empty();
        self.is_expecting() && plain && self.record(self.len()).is_some_and(same)
    }

    /// What was expected has come. Nothing is to be seen of that: the table was there already.
    pub(super) fn confirm(&mut self, record: Record) {
        self.expecting = None;
        let Some(mut step) = self.steps.pop() else { return };
        step.record = record;
        self.compare(&step);
        self.steps.push(step);
    }
}
