//! What went wrong stays on the screen until somebody dismisses it.

use crate::api::{Answer, Problem};
use leptos::prelude::*;

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Notice {
    key: u32,
    error: bool,
    heading: String,
    text: String,
}

/// The messages on the screen.
#[derive(Clone, Copy)]
pub(crate) struct Notices(RwSignal<(u32, Vec<Notice>)>);

impl Notices {
    /// Makes them known to all pages.
    pub(crate) fn provide() -> Notices {
        let notices = Notices(RwSignal::new((0, Vec::new())));
        provide_context(notices);
        notices
    }

    fn push(self, error: bool, heading: String, text: String) {
        self.0.update(|(next, list)| {
            if list.iter().any(|notice| notice.heading == heading && notice.text == text) {
                return;
            }
            *next += 1;
            list.push(Notice { key: *next, error, heading, text });
        });
    }

    /// Something went wrong.
    pub(crate) fn problem(self, problem: &Problem) {
        let rule = problem.rule.as_deref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        self.push(true, problem.title.clone(), format!("{}{rule}", problem.detail));
    }

    /// Something to know.
    pub(crate) fn tell(self, heading: impl Into<String>, text: impl Into<String>) {
        self.push(false, heading.into(), text.into());
    }

    /// The value, or else a message.
    pub(crate) fn take<T>(self, answer: Answer<T>) -> Option<T> {
        answer.inspect_err(|problem| self.problem(problem)).ok()
    }

    fn dismiss(self, key: u32) {
        self.0.update(|(_, list)| list.retain(|notice| notice.key != key));
    }
}

/// The messages of this page. To be asked in the body of a component: a handler of events finds no context, and what
/// it told would never be seen.
pub(crate) fn notices() -> Notices {
    expect_context()
}

/// Draws them.
#[component]
pub(crate) fn NoticeList() -> impl IntoView {
    let notices = notices();
    view! {
        <div class="notices" role="alert" aria-label="Messages">
            <For each=move || notices.0.get().1 key=|notice| notice.key let:notice>
                <div class="notice" class:error=notice.error>
                    <p>
                        <strong>{notice.heading.clone()}</strong>
                        " "
                        {notice.text.clone()}
                    </p>
                    <button class="plain" aria-label="Dismiss this message" on:click=move |_| notices.dismiss(notice.key)>
                        "✕"
                    </button>
                </div>
            </For>
        </div>
    }
}
