//! The rules of 18ESP, shown one by one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod auction;
mod beyond;
mod corners;
mod end;
mod examples;
mod given;
mod limits;
mod online;
mod online_trains;
mod play;
mod positions;
mod privates;
mod run;
mod setup;
mod stock;
mod table;
mod takeover;
mod track;
mod trains;
mod traps;
