//! Tells the server that somebody looks at the table, so that they are not told what they see.

use super::desk::Desk;
use crate::api;
use crate::person::person;
use gloo_net::http::Method;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;

/// How often it is told.
const OFTEN: Duration = Duration::from_secs(45);

/// Tells it now and then, as long as the page is in view: wherever an account plays, at one screen, too, as programs may
/// sit there that take their time. Whoever has no account is told nothing.
pub(super) fn follow_looks(desk: Desk) {
    let known = person().has_account_untracked();
    let path = desk.info.with_untracked(|info| {
        let plays = known && info.seats.iter().any(|seat| seat.mine);
        plays.then(|| format!("/api/tables/{}/seen", info.id))
    });
    let Some(path) = path else { return };
    let tell = move || {
        let document = web_sys::window().and_then(|window| window.document());
        if document.is_none_or(|document| document.hidden()) {
            return;
        }
        let path = path.clone();
        // If it does not arrive, a message too many comes.
        spawn_local(async move { drop(api::send::<()>(Method::PUT, &path, &()).await) });
    };
    tell();
    if let Ok(timer) = set_interval_with_handle(tell, OFTEN) {
        on_cleanup(move || timer.clear());
    }
}
