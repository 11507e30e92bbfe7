//! Which entries of a log that only grows are in force. An undo is a record too: after it the game goes on
//! from an earlier one, and what lay between is taken back but never lost.

/// Where a record stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    /// The entry in force before it; 0 = none.
    before: u64,
    /// The entry in force after it: itself, unless it is an undo.
    tip: u64,
}

/// The course of a game through its records, which are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Course {
    places: Vec<Place>,
}

impl Course {
    /// How many records there are.
    pub fn len(&self) -> u64 {
        self.places.len() as u64
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Adds an entry and tells its number.
    pub fn entry(&mut self) -> u64 {
        let number = self.len() + 1;
        self.places.push(Place { before: self.tip(), tip: number });
        number
    }

    /// Adds an undo after which the game goes on from record `to`, and tells its number; none, with nothing
    /// added, if there is no such record.
    pub fn undo(&mut self, to: u64) -> Option<u64> {
        if to > self.len() {
            return None;
        }
        self.places.push(Place { before: self.tip(), tip: self.tip_at(to) });
        Some(self.len())
    }

    fn place(&self, number: u64) -> Option<Place> {
        self.places.get(usize::try_from(number.checked_sub(1)?).ok()?).copied()
    }

    /// The entry in force before a record was made; 0 = none.
    pub fn before(&self, number: u64) -> u64 {
        self.place(number).map_or(0, |place| place.before)
    }

    /// The entry in force after record `number`; 0 = none.
    pub fn tip_at(&self, number: u64) -> u64 {
        self.place(number).map_or(0, |place| place.tip)
    }

    /// The entry in force now; 0 = none.
    pub fn tip(&self) -> u64 {
        self.tip_at(self.len())
    }

    /// The entries in force after record `number`, the last first.
    pub fn line(&self, number: u64) -> impl Iterator<Item = u64> + '_ {
        let mut at = self.tip_at(number);
        std::iter::from_fn(move || {
            let entry = at;
            at = self.place(entry)?.before;
            Some(entry)
        })
    }

    /// The entries in force after record `number`, in order.
    pub fn in_force(&self, number: u64) -> Vec<u64> {
        let mut line: Vec<_> = self.line(number).collect();
        line.reverse();
        line
    }

    /// Whether the same entries are in force after both records.
    pub fn same_moment(&self, one: u64, other: u64) -> bool {
        self.tip_at(one) == self.tip_at(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three entries, the last two taken back, one more, and back to before the undo.
    fn course() -> Course {
        let mut course = Course::default();
        for _ in 0..3 {
            course.entry();
        }
        course.undo(1).unwrap();
        course.entry();
        course
    }

    #[test]
    fn an_undo_takes_back_what_lies_between() {
        let course = course();
        assert_eq!(course.in_force(3), [1, 2, 3]);
        assert_eq!(course.in_force(4), [1]);
        assert_eq!(course.in_force(5), [1, 5]);
        assert!(course.same_moment(1, 4) && !course.same_moment(3, 4));
        assert_eq!((course.before(5), course.tip_at(4), course.tip()), (1, 1, 5));
    }

    #[test]
    fn an_undo_of_an_undo_brings_back() {
        let mut course = course();
        assert_eq!(course.undo(3), Some(6));
        assert_eq!(course.in_force(6), [1, 2, 3]);
        assert_eq!(course.undo(0), Some(7));
        assert!(course.in_force(7).is_empty());
    }

    #[test]
    fn there_is_no_going_back_to_a_record_that_is_not_there() {
        let mut course = course();
        assert_eq!(course.undo(6), None);
        assert_eq!(course.len(), 5);
    }
}
