//! The whole program as people use it: a server, Chromium, and hands on mouse and keyboard.
//!
//! What a test looks for it finds by role and name, as people with a screen reader do. It waits for what it expects,
//! never for a time. Whatever the browser's console reports as an error fails the test.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)] // a test may fail

mod account;
mod axe;
mod browser;
mod by_hand;
mod command;
#[path = "../../../server/tests/server/mail_sink.rs"]
mod mail_sink;
mod page;
mod position;
#[path = "../../../server/tests/server/push.rs"]
mod push;
mod push_service;
mod sitting;
mod table;
mod test_server;

mod absence;
mod beginnings;
mod deals;
mod decisions;
mod games;
mod invitation;
mod journeys;
mod layers;
mod layouts;
mod lobby;
mod looking_back;
mod mail;
mod manners;
mod mysteries;
mod on_its_way;
mod operating;
mod orders;
mod owner;
mod programs;
mod recorded;
mod room;
mod runs;
mod screens;
mod sealed;
mod speed;
mod titles;
mod together;
mod turns;
mod ways;
mod whole_turn;
