//! The rules of 18ESP, shown one by one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod auction;
mod beyond;
mod corners;
mod end;
mod examples;
mod foretold;
mod given;
mod limits;
mod minors;
mod online;
mod online_trains;
mod play;
mod positions;
mod privates;
mod purchases;
mod routes;
mod run;
mod selling;
mod setup;
mod steps;
mod stock;
mod table;
mod takeover;
mod track;
mod trains;
mod traps;
