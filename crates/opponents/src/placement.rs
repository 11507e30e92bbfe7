//! Who sits where: a block of games has one seed and every way to place the levels at the table.

use crate::version::Entrant;

/// Every way to place these levels at a table, each once. Games of equals among themselves differ by nothing.
pub fn placements(levels: &[Entrant]) -> Vec<Vec<Entrant>> {
    let mut sorted = levels.to_vec();
    sorted.sort_unstable();
    let mut found = Vec::new();
    place(&mut sorted, &mut Vec::new(), &mut found);
    found
}

/// Fills the next seat with each of the levels that are left.
fn place(left: &mut Vec<Entrant>, seated: &mut Vec<Entrant>, found: &mut Vec<Vec<Entrant>>) {
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
    use crate::level::Level;

    const GREEDY: Entrant = Entrant { level: Level::Greedy, version: 3 };
    const NOVICE: Entrant = Entrant { level: Level::Novice, version: 3 };
    const STRONG: Entrant = Entrant { level: Level::Strong, version: 3 };

    #[test]
    fn every_placement_comes_once() {
        let halves = placements(&[STRONG, STRONG, GREEDY, GREEDY]);
        assert_eq!(halves.len(), 6, "two of four seats");
        for seat in 0..4 {
            let strong = halves.iter().filter(|levels| levels[seat] == STRONG).count();
            assert_eq!(strong, 3, "seat {seat}: each level as often");
        }
        assert_eq!(placements(&[GREEDY; 4]), [vec![GREEDY; 4]]);
        assert_eq!(placements(&[NOVICE, GREEDY, STRONG]).len(), 6);
        let mut distinct = placements(&[NOVICE, GREEDY, GREEDY, STRONG]);
        distinct.dedup();
        assert_eq!(distinct.len(), 12);
    }
}
