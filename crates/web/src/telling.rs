//! Settings of what one is told, where and when.

use crate::api;
use crate::browser;
use crate::fields::{HoursField, minute, number, time_of_day};
use crate::notice::{Notices, notices};
use crate::person::person;
use ferrata_wire::{
    Address, Destination, LinkKey, NewDestination, NotificationKind, Preferences, QuietHours, TEMPLATES,
    Telling,
};
use gloo_net::http::Method;
use leptos::prelude::*;
use leptos::task::spawn_local;

const PREFERENCES: &str = "/api/me/preferences";
const DESTINATIONS: &str = "/api/me/destinations";
/// Hours in which most people want to be left alone.
const QUIET: QuietHours = QuietHours { from: 22 * 60, to: 7 * 60 };

/// Confirms a mail address, if a link from a mail led here.
pub(crate) fn confirm_address(notices: Notices) {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    let Some(key) = hash.strip_prefix("#confirm=").map(str::to_owned) else { return };
    browser::replace_address("/account");
    spawn_local(async move {
        let confirmed = api::post::<()>("/api/destinations/confirm", &LinkKey { key }).await;
        if notices.take_done(confirmed).is_some() {
            notices.tell("The address is confirmed.", "Messages go there from now on.");
        }
    });
}

/// All settings of what one is told.
#[component]
pub(crate) fn TellingSettings() -> impl IntoView {
    let notices = notices();
    let preferences = RwSignal::new(None::<Preferences>);
    let server = RwSignal::new(None::<Telling>);
    spawn_local(async move {
        server.set(notices.take(api::get("/api/telling").await));
        preferences.set(notices.take(api::get(PREFERENCES).await));
    });
    view! {
        <h2 id="telling">"What you are told, and when"</h2>
        <Destinations server />
        {move || preferences.get().map(|preferences| view! { <When preferences /> })}
    }
}

/// Where one is told.
#[component]
fn Destinations(server: RwSignal<Option<Telling>>) -> impl IntoView {
    let notices = notices();
    let all = RwSignal::new(Vec::<Destination>::new());
    let refresh = move || {
        spawn_local(async move {
            if let Some(list) = notices.take(api::get(DESTINATIONS).await) {
                all.set(list);
            }
        });
    };
    refresh();
    let secret = RwSignal::new(None::<String>);
    let add = move |new: NewDestination| {
        spawn_local(async move {
            if let Some(made) = notices.take_done(api::post::<Destination>(DESTINATIONS, &new).await) {
                if !made.confirmed {
                    notices
                        .tell("A mail is on its way.", "Follow the link in it, so that messages go there.");
                }
                secret.set(made.secret);
                refresh();
            }
        });
    };
    let subscribe = move |_| {
        let Some(key) = server.with_untracked(|server| server.as_ref().map(|server| server.push_key.clone()))
        else {
            return;
        };
        spawn_local(async move {
            match browser::subscribe(&key).await {
                Ok(address) => add(NewDestination { address, digest: false, table: None }),
                Err(why) => notices.warn("This browser cannot be told.", why),
            }
        });
    };
    view! {
        <ul class="plain destinations">
            <For each=move || all.get() key=|one| (one.id.clone(), one.confirmed, one.problem.clone()) let:one>
                <li><DestinationLine one refresh /></li>
            </For>
        </ul>
        <Show when=move || all.with(Vec::is_empty)>
            <p class="quiet">"You are told nowhere yet."</p>
        </Show>
        <Show when=move || secret.get().is_some()>
            <p class="key" aria-live="polite">
                "Requests are signed with this secret, it is not shown again: " <code>{move || secret.get()}</code>
            </p>
        </Show>
        <div class="row">
            <button on:click=subscribe>"Tell me in this browser"</button>
        </div>
        <Show when=move || server.with(|server| server.as_ref().is_some_and(|server| server.mail))>
            <MailForm add />
        </Show>
        <WebhookForm add />
    }
}

/// One of them: what it is, how it does, and what can be done with it.
#[component]
fn DestinationLine(one: Destination, refresh: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let notices = notices();
    let what = match &one.address {
        Address::Webhook { url, .. } => format!("Webhook: {url}"),
        Address::Mail { address } => format!("Mail: {address}"),
        Address::Push { endpoint, .. } => {
            let service = endpoint.split('/').nth(2).unwrap_or_default();
            format!("A browser, by {service}")
        }
    };
    let how = match (one.confirmed, one.digest, &one.problem) {
        (false, _, _) => "waits for its link to be followed".to_owned(),
        (_, _, Some(problem)) => format!("the last message did not arrive: {problem}"),
        (_, true, None) => "once a day".to_owned(),
        (_, false, None) => "at once".to_owned(),
    };
    let path = format!("{DESTINATIONS}/{}", one.id);
    let test = format!("{path}/test");
    let remove = move |_| {
        let path = path.clone();
        spawn_local(async move {
            if notices.take_done(api::send::<()>(Method::DELETE, &path, &()).await).is_some() {
                refresh();
            }
        });
    };
    let try_it = move |_| {
        let test = test.clone();
        spawn_local(async move {
            if notices.take_done(api::post::<()>(&test, &()).await).is_some() {
                notices
                    .tell("A message is on its way.", "If it does not arrive, look here again in a minute.");
            }
        });
    };
    view! {
        <span>{what} " " <span class="quiet">{how}</span></span>
        <span class="row">
            <button disabled=!one.confirmed on:click=try_it>"Try it"</button>
            <button on:click=remove>"Remove"</button>
        </span>
    }
}

#[component]
fn MailForm(add: impl Fn(NewDestination) + Copy + Send + Sync + 'static) -> impl IntoView {
    let (address, digest) = (RwSignal::new(String::new()), RwSignal::new(false));
    let send = move || {
        let to = Address::Mail { address: address.get_untracked().trim().to_owned() };
        add(NewDestination { address: to, digest: digest.get_untracked(), table: None });
        address.set(String::new());
    };
    view! {
        <form
            class="narrow"
            on:submit=move |event| {
                event.prevent_default();
                send();
            }
        >
            <label>"Mail address" <input type="email" autocomplete="email" required bind:value=address /></label>
            <label class="choice">
                <input type="checkbox" bind:checked=digest /> "Once a day what has come together"
            </label>
            <button>"Tell me by mail"</button>
        </form>
    }
}

#[component]
fn WebhookForm(add: impl Fn(NewDestination) + Copy + Send + Sync + 'static) -> impl IntoView {
    let (url, form) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let send = move || {
        let template = form.with_untracked(|name| {
            let found = TEMPLATES.iter().find(|(known, _)| known == name);
            found.map(|(_, template)| (*template).to_owned())
        });
        let address = Address::Webhook { url: url.get_untracked().trim().to_owned(), template };
        add(NewDestination { address, digest: false, table: None });
        url.set(String::new());
    };
    view! {
        <details>
            <summary>"By a webhook"</summary>
            <form
                class="narrow"
                on:submit=move |event| {
                    event.prevent_default();
                    send();
                }
            >
                <label>"Address" <input type="url" required placeholder="https://" bind:value=url /></label>
                <label>
                    "In the form of"
                    <select on:change:target=move |event| form.set(event.target().value())>
                        <option value="">"Ferrata"</option>
                        {TEMPLATES.map(|(name, _)| view! { <option value=name>{name}</option> })}
                    </select>
                </label>
                <button>"Tell it there"</button>
            </form>
        </details>
    }
}

fn words(kind: NotificationKind) -> &'static str {
    match kind {
        NotificationKind::YourTurn => "It is my turn",
        NotificationKind::Mention => "Somebody writes @ and my name",
        NotificationKind::Started => "A table of mine starts",
        NotificationKind::Ended => "A game of mine is over",
        NotificationKind::Invitation => "Somebody invites me",
        NotificationKind::Consent => "Somebody asks for my consent",
        NotificationKind::TimeShort => "My time runs short",
        NotificationKind::TimeUp => "Somebody's time is up at a table of mine",
    }
}

/// When one is told, and what about.
#[component]
fn When(preferences: Preferences) -> impl IntoView {
    let notices = notices();
    let kinds = RwSignal::new(preferences.off.clone());
    let quiet = HoursField::new(preferences.quiet, QUIET);
    let digest = RwSignal::new(time_of_day(preferences.digest_at));
    let minutes = RwSignal::new(preferences.unseen_minutes.to_string());
    // Saved at the first visit; should that be under way still, it is the browser's own.
    let person = person();
    let zone = RwSignal::new(person.zone_untracked().or_else(browser::time_zone).unwrap_or(preferences.zone));
    let muted = StoredValue::new(preferences.muted);
    let save = move || {
        let (Ok(quiet), Some(digest_at)) = untrack(|| (quiet.read(), digest.with(|text| minute(text))))
        else {
            return notices.warn("This is no time of day.", "Write it as 22:30.");
        };
        let body = Preferences {
            off: kinds.get_untracked(),
            muted: muted.get_value(),
            zone: zone.get_untracked().trim().to_owned(),
            quiet,
            unseen_minutes: minutes.with_untracked(|text| text.trim().parse().unwrap_or(0)),
            digest_at,
        };
        spawn_local(async move {
            if notices.take_done(api::send::<()>(Method::PUT, PREFERENCES, &body).await).is_some() {
                person.zone_is(body.zone);
                notices.tell("Saved.", "You are told like this from now on.");
            }
        });
    };
    let kind = move |kind: NotificationKind| {
        let on = move || kinds.with(|off| !off.contains(&kind));
        let turn = move |_| {
            kinds.update(|off| match off.iter().position(|other| *other == kind) {
                Some(at) => drop(off.remove(at)),
                None => off.push(kind),
            })
        };
        view! {
            <label class="choice"><input type="checkbox" prop:checked=on on:change=turn /> {words(kind)}</label>
        }
    };
    view! {
        <form
            class="narrow"
            on:submit=move |event| {
                event.prevent_default();
                save();
            }
        >
            <fieldset>
                <legend>"Tell me when"</legend>
                {NotificationKind::ALL.map(kind)}
            </fieldset>
            <label>"My time zone: my nights and quiet hours go by it" <input required maxlength="60" bind:value=zone /></label>
            {quiet.show("Not at night")}
            {number("Only if I have not looked for so many minutes (0: always)", (0, 10_080), minutes)}
            <label>"The daily digest comes at" <input type="time" required bind:value=digest /></label>
            <button>"Save"</button>
        </form>
    }
}
