//! The table that all titles share: money, certificates, the price chart, the map with its tiles, tokens
//! and track, trains, and the contract by which a game is played.
//!
//! The crate is pure: no clock, no randomness, no input or output, no threads. Bad input never panics it.

pub mod action;
pub mod board;
pub mod chart;
pub mod components;
pub mod course;
pub mod event;
pub mod fact;
pub mod hash;
pub mod id;
pub mod kit;
pub mod load;
pub mod log;
pub mod map;
pub mod money;
pub mod name;
pub mod offer;
pub mod refusal;
pub mod route;
#[cfg(feature = "schema")]
mod schema;
pub mod seals;
pub mod shares;
pub mod tile;
pub mod train;
pub mod turn;
pub mod view;
