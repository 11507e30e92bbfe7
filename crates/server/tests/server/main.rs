//! The server, used as people and programs use it: over HTTP, on SQLite and on PostgreSQL.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)] // a test may fail

mod accounts;
mod child;
mod crash;
mod defence;
mod memory;
mod postgres;
mod proxy;
mod recorded;
mod secrets;
mod tables;
mod test_server;
mod together;
