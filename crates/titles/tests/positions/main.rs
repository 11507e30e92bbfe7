//! Positions of every title: moments of random games come back as they were, play goes on from them, and a position with a
//! slip in it says where and what would be right.

#![cfg(test)]
#![allow(clippy::unwrap_used)] // a helper of a test may fail the test

mod moments;
mod round_trip;
#[path = "../common/setup.rs"]
mod setup;
mod slips;
