//! Who sits at this browser.

use crate::api;
use crate::browser;
use crate::notice::{Notices, notices};
use ferrata_wire::{Me, Preferences};
use gloo_net::http::Method;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The person at this browser; none until the server has answered.
#[derive(Clone, Copy)]
pub(crate) struct Person(pub(crate) RwSignal<Option<Me>>, Notices);

impl Person {
    /// Asks the server and makes the answer known to all pages. On a server for this machine a browser needs no
    /// account.
    pub(crate) fn provide() -> Person {
        let person = Person(RwSignal::new(None), notices());
        provide_context(person);
        person.save_time_zone();
        person.refresh();
        person
    }

    /// Nights and quiet hours are counted in the time zone of somebody's first browser, until they choose another one.
    fn save_time_zone(self) {
        let unknown = Memo::new(move |_| {
            self.0.with(|me| me.as_ref().is_some_and(|me| me.name.is_some() && me.zone.is_none()))
        });
        Effect::new(move || {
            let Some(zone) = browser::time_zone().filter(|_| unknown.get()) else { return };
            spawn_local(async move {
                let first = Preferences { zone: zone.clone(), ..Preferences::default() };
                // If it does not arrive, the next page tries again.
                if api::send::<()>(Method::PUT, "/api/me/preferences", &first).await.is_ok() {
                    self.zone_is(zone);
                }
            });
        });
    }

    /// A time zone was saved.
    pub(crate) fn zone_is(self, zone: String) {
        self.0.update(|me| {
            if let Some(me) = me {
                me.zone = Some(zone);
            }
        });
    }

    /// The time zone that was saved.
    pub(crate) fn zone_untracked(self) -> Option<String> {
        self.0.with_untracked(|me| me.as_ref().and_then(|me| me.zone.clone()))
    }

    /// Asks again.
    pub(crate) fn refresh(self) {
        let notices = self.1;
        spawn_local(async move {
            let Some(me) = notices.take(api::get::<Me>("/api/me").await) else { return };
            let me = if me.local && !me.known {
                notices.take(api::post::<Me>("/api/guest", &()).await)
            } else {
                Some(me)
            };
            self.0.set(me);
        });
    }

    /// Whether there is an account.
    pub(crate) fn has_account(self) -> bool {
        self.0.with(|me| me.as_ref().is_some_and(|me| me.name.is_some()))
    }

    /// Whether there is an account, looked at once.
    pub(crate) fn has_account_untracked(self) -> bool {
        untrack(|| self.has_account())
    }

    /// Whether the server knows this browser, with or without an account.
    pub(crate) fn is_known(self) -> bool {
        self.0.with(|me| me.as_ref().is_some_and(|me| me.known))
    }

    /// The name of the account; empty without one.
    pub(crate) fn name_untracked(self) -> String {
        self.0.with_untracked(|me| me.as_ref().and_then(|me| me.name.clone())).unwrap_or_default()
    }

    /// Whether the server is for this machine only.
    pub(crate) fn is_local(self) -> bool {
        self.0.with(|me| me.as_ref().is_some_and(|me| me.local))
    }
}

/// The person at this browser.
pub(crate) fn person() -> Person {
    expect_context()
}
