//! Who sits where: a block of games has one seed and every way to place the levels at the table.

use crate::level::Level;

/// Every way to place these levels at a table, each once. Games of equals among themselves differ by nothing.
pub fn placements(levels: &[Level]) -> Vec<Vec<Level>> {
    let mut sorted = levels.to_vec();
    sorted.sort_unstable();
    let mut found = Vec::new();
    place(&mut sorted, &mut Vec::new(), &mut found);
    found
}

/// Fills the next seat with each of the levels that are left.
fn place(left: &mut Vec<Level>, seated: &mut Vec<Level>, found: &mut Vec<Vec<Level>>) {
    if left.is_empty() {
        found.push(seated.clone());
        return;
    }
    let mut last = None;
    for at in 0..left.len() {
        let level = left.remove(at);
        if last != Some(level) {
            seated.push(level);
            place(left, seated, found);
            seated.pop();
        }
        left.insert(at, level);
        last = Some(level);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Level::{Greedy, Novice, Strong};

    #[test]
    fn every_placement_comes_once() {
        let halves = placements(&[Strong, Strong, Greedy, Greedy]);
        assert_eq!(halves.len(), 6, "two of four seats");
        for seat in 0..4 {
            let strong = halves.iter().filter(|levels| levels[seat] == Strong).count();
            assert_eq!(strong, 3, "seat {seat}: each level as often");
        }
        assert_eq!(placements(&[Greedy; 4]), [vec![Greedy; 4]]);
        assert_eq!(placements(&[Novice, Greedy, Strong]).len(), 6);
        let mut distinct = placements(&[Novice, Greedy, Greedy, Strong]);
        distinct.dedup();
        assert_eq!(distinct.len(), 12);
    }
}
