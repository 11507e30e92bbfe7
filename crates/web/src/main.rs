//! The browser client: lobby, table, history. It runs the rules itself, so offers, previews and the past cost no
//! question to the server.
//!
//! The same program serves as the worker for long computations: it looks where it runs.

#![allow(unreachable_pub, reason = "the component macro makes the types of properties public")]

mod account;
mod adviser;
mod api;
mod app;
mod archive;
mod browser;
mod clock;
mod fields;
mod forgone;
mod from_position;
mod glossary;
mod invitation;
mod learn;
mod live;
mod lobby;
mod new_password;
mod new_table;
mod notice;
mod person;
mod position;
mod profile;
mod programs;
mod rules;
mod settings;
mod solver;
mod table;
mod telling;
mod theme;
mod worker;

fn main() {
    browser::report_panics();
    match worker::scope() {
        Some(scope) => worker::serve(scope),
        None => {
            browser::adopt_stylesheet(&ferrata_draw::stylesheet());
            leptos::mount::mount_to_body(app::App);
        }
    }
}
