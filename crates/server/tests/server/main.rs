//! The server, used as people and programs use it: over HTTP, on SQLite and on PostgreSQL.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)] // a test may fail

mod accounts;
mod adversity;
mod attacks;
mod changed;
mod child;
mod clocks;
mod crash;
mod cut_off;
mod defence;
mod lobby;
mod mail_sink;
mod memory;
mod operating;
mod orders;
mod owner;
mod positions;
mod postgres;
mod programs;
mod proxy;
mod push;
mod recorded;
mod redo;
mod secrets;
mod shared;
mod sinks;
mod starting;
mod tables;
mod telling;
mod test_server;
mod together;
mod watching;
