//! A new password by a link of who runs the server.

use crate::api;
use crate::app::Page;
use crate::notice::notices;
use ferrata_wire::LinkedPassword;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::use_navigate;

/// The page to which such a link leads; its key stands after the `#`, where no server sees it.
#[component]
pub(crate) fn NewPasswordPage() -> impl IntoView {
    let notices = notices();
    let navigate = StoredValue::new_local(use_navigate());
    let key = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    let key = StoredValue::new(key.trim_start_matches('#').to_owned());
    let new = RwSignal::new(String::new());
    let change = move || {
        let body = LinkedPassword { key: key.get_value(), new: new.get_untracked() };
        spawn_local(async move {
            if notices.take(api::post::<()>("/api/password", &body).await).is_some() {
                notices.tell("The password is changed.", "Sign in with it.");
                navigate.with_value(|navigate| navigate("/account", Default::default()));
            }
        });
    };
    view! {
        <Page title="New password">
            <form
                class="narrow"
                on:submit=move |event| {
                    event.prevent_default();
                    change();
                }
            >
                <label>
                    "New password (at least 8 characters)"
                    <input type="password" autocomplete="new-password" required minlength="8" bind:value=new />
                </label>
                <button class="primary">"Choose it"</button>
            </form>
        </Page>
    }
}
