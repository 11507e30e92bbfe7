//! The pages and what they share.

use crate::account::AccountPage;
use crate::archive::ArchivePage;
use crate::glossary::GlossaryPage;
use crate::invitation::JoinPage;
use crate::learn::LearnPage;
use crate::lobby::LobbyPage;
use crate::new_password::NewPasswordPage;
use crate::new_table::NewTablePage;
use crate::notice::{NoticeList, Notices, notices};
use crate::person::Person;
use crate::position::PositionPage;
use crate::profile::{ProfilePage, RatingsPage};
use crate::rules::{Rules, RulesPanel};
use crate::table::TablePage;
use crate::theme::{self, ThemeChoice};
use leptos::prelude::*;
use leptos_router::components::{A, Route, Router, Routes};
use leptos_router::path;

/// The whole client.
#[component]
pub(crate) fn App() -> impl IntoView {
    theme::restore();
    Notices::provide();
    Person::provide();
    Rules::provide();
    view! {
        <Router>
            <NoticeList />
            <RulesPanel />
            <Routes fallback=NotFound>
                <Route path=path!("/") view=LobbyPage />
                <Route path=path!("/new") view=NewTablePage />
                <Route path=path!("/archive") view=ArchivePage />
                <Route path=path!("/people/:name") view=ProfilePage />
                <Route path=path!("/ratings") view=RatingsPage />
                <Route path=path!("/account") view=AccountPage />
                <Route path=path!("/learn") view=LearnPage />
                <Route path=path!("/words") view=GlossaryPage />
                <Route path=path!("/password") view=NewPasswordPage />
                <Route path=path!("/join/:id") view=JoinPage />
                <Route path=path!("/table/:id") view=TablePage />
                <Route path=path!("/position/:id") view=PositionPage />
            </Routes>
        </Router>
    }
}

/// The frame of every page but the table: where one is, and the way elsewhere.
#[component]
pub(crate) fn Page(
    /// The heading.
    #[prop(into)]
    title: String,
    children: Children,
) -> impl IntoView {
    crate::browser::set_title(&format!("{title} – Ferrata"));
    notices().turn_page();
    view! {
        <header class="site">
            <A href="/" attr:class="brand">"Ferrata"</A>
            <nav aria-label="Pages">
                <A href="/">"Tables"</A>
                <A href="/new">"New table"</A>
                <A href="/archive">"Archive"</A>
                <A href="/account">"Account"</A>
                <A href="/learn">"Learn"</A>
            </nav>
            <ThemeChoice />
        </header>
        <main class="page">
            <h1>{title}</h1>
            {children()}
        </main>
    }
}

/// What is said until there is something to be shown.
pub(crate) fn loading() -> AnyView {
    view! { <p class="quiet" role="status">"Loading …"</p> }.into_any()
}

#[component]
fn NotFound() -> impl IntoView {
    view! {
        <Page title="There is no such page">
            <p>"The address leads nowhere. " <A href="/">"Back to the tables"</A></p>
        </Page>
    }
}
