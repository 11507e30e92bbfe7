//! Chapter 2: the concession round.

use super::builder::*;
use ferrata_engine::shares::Holder;

/// The sheets of the example 2.5.
const EXAMPLE: [[i32; 8]; 5] = [
    [21, 0, 0, 54, 0, 0, 51, 0],
    [34, 0, 26, 0, 45, 0, 100, 67],
    [18, 0, 0, 0, 54, 0, 74, 80],
    [39, 0, 0, 0, 37, 0, 0, 180],
    [27, 21, 26, 35, 0, 0, 0, 163],
];

fn hand_in(t: &mut T, sheets: &[&[i32]]) {
    for sheet in sheets {
        let seat = t.asked();
        t.by(seat, super::builder::sheet(sheet));
    }
}

fn order(t: &T) -> String {
    t.game.t.order.iter().map(|seat| char::from(b'A' + seat.0)).collect()
}

fn example() -> T {
    let mut t = new_game("v1", 5);
    hand_in(&mut t, &EXAMPLE.each_ref().map(|sheet| sheet.as_slice()));
    t
}

/// TV-01 to TV-04: the example of 2.5.
/// Rules: 1841-2-01, 1841-2.1-01, 1841-2.1-05, 1841-2.2-01, 1841-2.2-02, 1841-2.2-04, 1841-2.2-05
/// Rules: 1841-2.3-01, 1841-2.3-02, 1841-2.4-01, 1841-2.4-03, 1841-2.4-04
#[test]
fn the_example_of_the_concession_round() {
    let mut t = example();
    assert_eq!(order(&t), "BEDAC");
    assert_eq!(t.game.t.priority, seat('B'));
    // Only concession 3 is tied; B speaks first and passes, so E buys at the tied price.
    assert_eq!(t.who(), 'B');
    t.pass();
    let cash: Vec<_> = ["A", "B", "C", "D", "E"].iter().map(|who| t.has(who)).collect();
    assert_eq!(cash, [618, 527, 672, 453, 625]);
    let holders: Vec<_> = t.game.t.concessions.iter().copied().collect();
    let by = |letter| Holder::Seat(seat(letter));
    assert_eq!(holders, [by('D'), by('E'), by('E'), by('A'), by('B'), Holder::Pool, by('B'), by('D')]);
}
