//! The rules of 18FB, shown one by one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod about;
mod auction;
mod bankrupt;
mod cards;
mod conventions;
mod deals;
mod earnings;
mod end;
mod exactly;
mod finance;
mod foretold;
mod market;
mod meeting;
mod nationals;
mod play;
mod regionals;
mod setup;
mod states;
mod stock;
mod table;
mod takeovers;
mod tokens;
mod track;
mod trains;
mod unification;
mod view;
