//! Lists of which only what has changed is drawn anew.

use leptos::prelude::*;

/// A list whose members have numbers: each keeps its own as long as it stays the same. Comparing is much cheaper than
/// drawing, and than writing all of a member down as its key.
pub(super) struct Numbered<T: 'static>(StoredValue<Known<T>>);

/// What was there the last time, and the next number.
struct Known<T> {
    members: Vec<(u64, T)>,
    next: u64,
}

impl<T> Clone for Numbered<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Numbered<T> {}

impl<T: Clone + PartialEq + Send + Sync + 'static> Numbered<T> {
    pub(super) fn new() -> Self {
        Numbered(StoredValue::new(Known { members: Vec::new(), next: 0 }))
    }

    /// The list as it is now.
    pub(super) fn now(self, list: Vec<T>) -> Vec<(u64, T)> {
        let numbered = |known: &mut Known<T>| {
            let Known { members, next } = known;
            let number = |member: T| {
                let same = members.iter().position(|(_, before)| *before == member);
                // No two may have one number, even if they look alike.
                let kept = same.map(|at| members.swap_remove(at).0);
                let number = kept.unwrap_or_else(|| std::mem::replace(next, *next + 1));
                (number, member)
            };
            let now: Vec<_> = list.into_iter().map(number).collect();
            members.clone_from(&now);
            now
        };
        self.0.try_update_value(numbered).unwrap_or_default()
    }
}
