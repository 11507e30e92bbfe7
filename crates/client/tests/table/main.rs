//! What a client knows, on tables of every title and on every position of recorded games.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)] // tests

mod about;
mod cannot;
mod compare;
mod deals;
mod draw_route;
mod examples;
mod expected;
mod less;
mod preview;
mod raising;
mod recorded;
mod restructuring;
mod strip;
mod timeline;
mod upgrades;
mod weighed;
mod words;
