//! Figures that other code relies on: a state is cheap to copy.

use super::builder::*;
use std::time::Instant;

#[test]
fn a_state_is_cheap_to_clone() {
    let t = table("v1", 8);
    let start = Instant::now();
    let copies: Vec<_> = (0..1000).map(|_| t.game.clone()).collect();
    let each = start.elapsed() / copies.len() as u32;
    println!("clone: {each:?}");
    assert!(each.as_micros() < 200, "a clone takes {each:?}");
}
