//! The program from outside: arguments in, text and exit code out.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test ends when something is not as expected"
)]

mod data;
#[path = "../../../server/src/api/described/form.rs"]
mod form;
mod map;
mod operate;
mod position;
mod programs;
mod replay;
mod routes;
mod run;
mod simulate;
