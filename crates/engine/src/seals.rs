//! What is sealed, for whom, and until when: the one place that decides who may read a decision made in secret.
//!
//! Decisions made in secret come in runs: every player asked hands one in, and with the last of them all are opened.
//! Until then only its author may read it; of one that is taken back before, that holds for ever.

use crate::action::Action;
use crate::course::Course;
use crate::id::SeatId;
use crate::turn::{Author, Entry, Turn};

/// Whether an entry made when it was `before`'s turn is sealed after it, because others of the same run still have
/// to decide. If the same players or others are asked anew, that is another run.
pub fn waits(before: &Turn, after: &Turn) -> bool {
    match (before, after) {
        (Turn::Sealed(before), Turn::Sealed(after)) => {
            after.len() < before.len() && after.iter().all(|seat| before.contains(seat))
        }
        _ => false,
    }
}

/// What is known of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Mark {
    /// It was decided in secret.
    sealed: bool,
    /// After it others of the same run still had to decide.
    waits: bool,
    /// It was decided in secret, and has been opened.
    opened: bool,
}

/// The records of a log, by number: which are in force, which are sealed, which of those have been opened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seals {
    course: Course,
    marks: Vec<Mark>,
}

impl Seals {
    /// Which records are in force.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Adds an entry, made when it was `before`'s turn, and tells its number. The last of a run opens all of it.
    pub fn entry(&mut self, before: &Turn, after: &Turn) -> u64 {
        let (sealed, waits) = (matches!(before, Turn::Sealed(_)), waits(before, after));
        let number = self.course.entry();
        self.marks.push(Mark { sealed, waits, opened: false });
        if sealed && !waits {
            for number in self.run(number) {
                if let Some(mark) = place(number).and_then(|at| self.marks.get_mut(at)) {
                    mark.opened = true;
                }
            }
        }
        number
    }

    /// Adds an undo after which the game goes on from record `to`, and tells its number; none, with nothing
    /// added, if there is no such record.
    pub fn undo(&mut self, to: u64) -> Option<u64> {
        let number = self.course.undo(to)?;
        self.marks.push(Mark::default());
        Some(number)
    }

    fn mark(&self, number: u64) -> Mark {
        place(number).and_then(|at| self.marks.get(at)).copied().unwrap_or_default()
    }

    /// The decisions in secret up to and with this entry that belong to one run, in order.
    fn run(&self, number: u64) -> Vec<u64> {
        let mut run: Vec<u64> = Vec::new();
        for entry in self.course.line(number) {
            let mark = self.mark(entry);
            // What does not wait ended a run of its own.
            if !mark.sealed || !(mark.waits || run.is_empty()) {
                break;
            }
            run.push(entry);
        }
        run.reverse();
        run
    }

    /// An entry as somebody who plays these seats may see it: hidden, if it was decided in secret by somebody else
    /// and has not been opened.
    pub fn see(&self, number: u64, entry: &Entry, seats: &[SeatId]) -> Entry {
        let Mark { sealed, opened, .. } = self.mark(number);
        let own = matches!(entry.by, Author::Seat(author) if seats.contains(&author));
        if !sealed || opened || own {
            return entry.clone();
        }
        Entry { by: entry.by, action: Action::Hidden }
    }

    /// The decisions that a record opened besides itself, in order.
    pub fn opened_by(&self, number: u64) -> Vec<u64> {
        let Mark { sealed, waits, .. } = self.mark(number);
        if !sealed || waits {
            return Vec::new();
        }
        self.run(number).into_iter().filter(|entry| *entry != number).collect()
    }

    /// The decisions in force after record `number` that are in and not yet opened, in order.
    pub fn closed(&self, number: u64) -> Vec<u64> {
        let tip = self.course.tip_at(number);
        if self.mark(tip).waits { self.run(tip) } else { Vec::new() }
    }

    /// Whether going back to record `to` would bring up a run half handed in of which somebody has read
    /// something: whoever decides then would know what others had decided.
    pub fn splits(&self, to: u64) -> bool {
        self.closed(to).into_iter().any(|number| self.mark(number).opened)
    }
}

/// The place of a record in a list.
fn place(number: u64) -> Option<usize> {
    usize::try_from(number.checked_sub(1)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Money;

    fn sheet(seat: u8) -> Entry {
        Entry::seat(SeatId(seat), Action::Sheet { amounts: vec![Money(20)] })
    }

    fn asked(seats: &[u8]) -> Turn {
        Turn::Sealed(seats.iter().copied().map(SeatId).collect())
    }

    /// Adds entries: after each it is the next one's turn.
    fn add(seals: &mut Seals, turns: &[Turn]) {
        for (before, after) in turns.iter().zip(turns.iter().skip(1)) {
            seals.entry(before, after);
        }
    }

    fn next() -> Turn {
        Turn::Seat(SeatId(0))
    }

    /// Three sheets, of which the last opens all.
    fn opened() -> Seals {
        let mut seals = Seals::default();
        add(&mut seals, &[asked(&[0, 1, 2]), asked(&[1, 2]), asked(&[2]), next()]);
        seals
    }

    #[test]
    fn a_run_is_opened_by_its_last() {
        let mut seals = Seals::default();
        add(&mut seals, &[next(), asked(&[0, 1]), asked(&[1])]);
        assert_eq!((seals.closed(1), seals.closed(2)), (vec![], vec![2]));
        assert_eq!(seals.see(2, &sheet(0), &[SeatId(1)]).action, Action::Hidden);
        assert_eq!(seals.see(2, &sheet(0), &[SeatId(1), SeatId(0)]), sheet(0));
        add(&mut seals, &[asked(&[1]), next()]);
        assert_eq!((seals.closed(3), seals.opened_by(3), seals.opened_by(2)), (vec![], vec![2], vec![]));
        assert_eq!(seals.see(2, &sheet(0), &[]), sheet(0));
    }

    #[test]
    fn two_runs_that_follow_each_other_are_two() {
        let mut seals = Seals::default();
        add(&mut seals, &[asked(&[0, 1]), asked(&[1]), asked(&[0, 1]), asked(&[1])]);
        assert_eq!((seals.opened_by(2), seals.closed(2), seals.closed(3)), (vec![1], vec![], vec![3]));
        assert_eq!(seals.see(2, &sheet(1), &[]), sheet(1));
        assert_eq!(seals.see(3, &sheet(0), &[]).action, Action::Hidden);
        add(&mut seals, &[asked(&[1]), asked(&[1]), next()]);
        assert_eq!((seals.opened_by(4), seals.opened_by(5)), (vec![3], vec![]), "one asked again alone");
    }

    #[test]
    fn what_is_taken_back_before_it_opens_stays_sealed() {
        let mut seals = Seals::default();
        add(&mut seals, &[asked(&[0, 1, 2]), asked(&[1, 2])]);
        seals.undo(0).unwrap();
        add(&mut seals, &[asked(&[0, 1, 2]), asked(&[1, 2]), asked(&[2]), next()]);
        assert_eq!(seals.opened_by(5), [3, 4]);
        assert_eq!(seals.see(1, &sheet(0), &[SeatId(1)]).action, Action::Hidden);
    }

    #[test]
    fn no_undo_leads_into_a_run_of_which_somebody_has_read() {
        let mut seals = opened();
        assert!(seals.splits(1) && seals.splits(2));
        assert!(!seals.splits(0) && !seals.splits(3));
        // All taken back together, which is allowed, changes nothing about that.
        seals.undo(0).unwrap();
        assert!(seals.splits(1) && seals.splits(2) && !seals.splits(4));
    }

    #[test]
    fn a_sheet_that_was_opened_in_another_run_counts() {
        let mut seals = Seals::default();
        add(&mut seals, &[asked(&[0, 1, 2]), asked(&[1, 2]), asked(&[2])]);
        seals.undo(1).unwrap();
        assert!(!seals.splits(2), "nobody has read anything yet");
        add(&mut seals, &[asked(&[1, 2]), asked(&[2]), next()]);
        assert_eq!(seals.opened_by(5), [1, 4]);
        assert!(seals.splits(2), "the first sheet is known by now");
    }
}
